"""What is offered without a look ahead, or by a look at a shared position, is what trying it out on a copy allows."""

from __future__ import annotations

import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.core.action import Action
from stellwerk.games.railroad_revolution.finish import can_finish
from stellwerk.games.railroad_revolution.game import TITLE, RevolutionGame
from stellwerk.games.railroad_revolution.moves import Move
from stellwerk.games.railroad_revolution.resolve import Resolving
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import ACTIONS, RevolutionState
from stellwerk.games.railroad_revolution.turn import TakeTurn

SERIES = Series(TITLE.id, ("random",) * 4, "quick ways", 2)


def placed(game: RevolutionGame, step: TakeTurn, s: RevolutionState, colour: str, action: str) -> bool:
    """R-06 by doing it: a worker is really placed, and what follows can be finished."""
    after, frame = s.copy(), s.todo[-1]
    after.todo.pop()
    step.place(after, frame, Action(int(frame.who), "place", (colour, action)))
    return can_finish(game.t, after, int(frame.who))


@pytest.mark.parametrize("number", range(SERIES.games))
def test_a_turn_offers_what_can_be_finished_when_it_is_tried_out(number: int) -> None:
    match, _ = play_game(SERIES, number)
    game, poor = match.game, 0
    assert isinstance(game, RevolutionGame)
    for s in match.states:
        step = game.steps[s.todo[-1].step] if s.todo else None
        if not isinstance(step, TakeTurn):
            continue
        seat, before = int(s.todo[-1].who), s.digest()
        offered = {choice.args for choice in game.choices(s) if choice.kind == "place"}
        held = [colour for n, colour in enumerate(COLOURS) if s.supply[seat][n]]
        assert offered == {(c, action) for c in held for action in ACTIONS if placed(game, step, s, c, action)}
        assert s.digest() == before
        poor += len(offered) < len(held) * len(ACTIONS)
    assert poor > 10, "in too few positions something could not be paid for"


@pytest.mark.parametrize("number", range(SERIES.games))
def test_the_market_offers_what_can_be_finished_when_it_is_tried_out(number: int) -> None:
    match, _ = play_game(SERIES, number)
    game, tried = match.game, 0
    assert isinstance(game, RevolutionGame)
    for s in match.states:
        step = game.steps[s.todo[-1].step] if s.todo else None
        choices = list(game.choices(s))
        if not isinstance(step, Resolving) or s.todo[-1].step == "prepare" or not choices:
            continue
        frame, seat, price = s.todo[-1], int(s.todo[-1].who), game.t.hire_price
        hires = [choice.args for choice in choices if choice.kind == "hire"]
        there = [colour for n, colour in enumerate(COLOURS) if s.bank[n] and s.cash[seat] >= price]
        assert hires == [(colour,) for colour in there if step.tried(s, frame, Move("hire", (colour,), price))]
        sales = [choice.args[0].hi for choice in choices if choice.kind == "sell"]
        assert (sales or [0]) == [step.most_shares(s, frame)]
        tried += bool(there)
    assert tried > 20, "in too few positions somebody could be hired"
