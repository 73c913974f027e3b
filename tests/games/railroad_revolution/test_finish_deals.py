"""The look-ahead into deals against a search that tries everything: the fourth worker may come with the deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole
from stellwerk.core.state import Frame
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.pieces import crew
from stellwerk.games.railroad_revolution.resolve import Resolving
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import RevolutionState
from tests.games.railroad_revolution.kit import game_for
from tests.games.railroad_revolution.test_finish import ENOUGH, IDLE, done_anyway, ended, impoverished
from tests.marks import sample

DEALS = (3, 6)
"""The areas with a deal symbol."""


def ends(game: RevolutionGame, s: RevolutionState, tried: dict[str, bool]) -> bool:
    """Whether some sequence of possible moves, through the own deal if one follows, ends as the rules want it."""
    key = repr(s)
    if key not in tried:
        tried[key] = False
        tried[key] = stops(game, s, tried) or any(ends(game, after, tried) for after in followers(game, s))
    return tried[key]


def stops(game: RevolutionGame, s: RevolutionState, tried: dict[str, bool]) -> bool:
    """The end of the turn's own part: at once, or after the deal that follows the action."""
    step, who = s.todo[-1]
    if ended(s):
        return True
    if step != "act" or s.main or s.cash[int(who)] < 0:
        return False
    after = done_anyway(game, s, Action(int(who), "done"))
    return after.todo[-1].step == "deal" and ends(game, after, tried)


def followers(game: RevolutionGame, s: RevolutionState) -> Iterator[RevolutionState]:
    """All that could come next, one of those that are alike."""
    f = s.todo[-1]
    seat, step = int(f.who), game.steps[f.step]
    assert isinstance(step, Resolving)
    seen = set()
    for kind, args, *_ in step.moves(s, f):
        alike = (kind == "use" and args[2]) or (kind in ("lay", "build") and not s.main)
        name = (kind, "" if kind in ("lay", "build") else args[0]) if alike else (kind, args)
        if kind not in IDLE and (name not in seen or s.action == "railroad"):
            seen.add(name)
            yield done_anyway(game, s, Action(seat, kind, args))
    if s.shares[seat]:
        yield done_anyway(game, s, Action(seat, "sell", (1,)))
    hired = [colour for n, colour in enumerate(COLOURS) if s.bank[n]]
    if hired and s.cash[seat] >= game.t.hire_price:
        yield done_anyway(game, s, Action(seat, "hire", (hired[0],)))


def towards_deals(game: RevolutionGame, s: RevolutionState, rng: Random) -> Choice:
    """Anything, but more often what leads to deals with few workers."""
    choices = list(game.choices(s))
    liked = [x for x in choices if x.kind == "promote" and s.dealing]
    liked = liked or [x for x in choices if x.kind == "place" and x.args[1] == "telegraph"]
    liked = liked or [x for x in choices if x.kind == "open" and x.args[0] in DEALS]
    return rng.choice(liked if liked and rng.random() < 0.8 else choices)


def check_deal(game: RevolutionGame, s: RevolutionState, f: Frame) -> None:
    """What is offered is what the search finds, of all moves and of all numbers of shares to sell."""
    seat, step = int(f.who), game.steps[f.step]
    assert isinstance(step, Resolving)
    choices = list(game.choices(s))
    for kind, args, *_ in step.moves(s, f):
        possible = ends(game, done_anyway(game, s, Action(seat, kind, args)), {})
        assert possible == any((x.kind, x.args) == (kind, args) for x in choices)
    (sold,) = [x.args[0] for x in choices if x.kind == "sell"] or [None]
    for count in range(1, s.shares[seat] + 1):
        possible = ends(game, done_anyway(game, s, Action(seat, "sell", (count,))), {})
        assert possible == (isinstance(sold, Hole) and sold.admits(count))
    if f.step == "act" and not s.main and s.cash[seat] >= 0:
        assert stops(game, s, {}) == any(x.kind == "done" for x in choices)


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_is_counted_on_exactly_when_it_helps(seed: int) -> None:
    dealt, short = compare(seed, games=8)
    assert dealt > 20
    assert short > 0


@pytest.mark.parametrize("seed", sample(4, range(10, 210)))
def test_in_many_games_a_deal_is_counted_on_exactly_when_it_helps(seed: int) -> None:
    assert sum(compare(seed, games=2))


def compare(seed: int, games: int) -> tuple[int, int]:
    """Hold games by lot against the search; returns how often in a deal, and how often with too few workers."""
    rng, dealt, short = Random(seed), 0, 0
    for _ in range(games):
        game = game_for(2 + seed % 3)
        s = game.start()
        while not game.over(s):
            top = s.todo[-1]
            if top.step == "turn" and rng.random() < 0.6:
                s = impoverished(game, s, int(top.who), rng)
                s.shares[int(top.who)] = rng.randrange(5)  # for the deal
            if s.dealing == 1 and top.step in ("act", "deal"):
                dealt += top.step == "deal"
                short += crew(s, int(top.who)) < ENOUGH
                check_deal(game, s, top)
            s = game.apply(s, towards_deals(game, s, rng).sample(rng))
    return dealt, short
