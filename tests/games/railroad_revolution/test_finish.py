"""The look-ahead against a search that simply tries everything: what can be finished is offered, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.core.state import Frame
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.pieces import bump, crew
from stellwerk.games.railroad_revolution.resolve import Resolving
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import ACTIONS, RevolutionState
from stellwerk.games.railroad_revolution.turn import TakeTurn
from tests.games.railroad_revolution.kit import game_for
from tests.marks import sample

POOR = (0, 0, 50, 100, 150, 200, 300, 400, 500)
ENOUGH = 4
IDLE = ("promote", "swap", "step")
"""Kinds of moves that bring neither money, shares nor workers: they never help to finish a turn."""


def impoverished(game: RevolutionGame, s: RevolutionState, seat: int, rng: Random) -> RevolutionState:
    """The same position with little money, few shares and just four workers for a seat."""
    s = s.copy()
    s.cash[seat], s.shares[seat] = rng.choice(POOR), rng.choice((0, 0, 0, 1, 2))
    while crew(s, seat) > ENOUGH:
        posts, supply = s.posts[seat], s.supply[seat]
        places = [n for n, count in enumerate(posts) if count]
        if places:
            s.posts[seat] = bump(posts, places[0], -1)
            n = places[0] % len(COLOURS)
        else:
            n = rng.choice([n for n, count in enumerate(supply) if count])
            s.supply[seat] = bump(supply, n, -1)
        s.bank = bump(s.bank, n, 1)
    assert list(game.audit(s)) == []
    return s


def ends(game: RevolutionGame, s: RevolutionState, tried: dict[str, bool]) -> bool:
    """Whether any sequence at all of possible moves ends this action as the rules want it."""
    key = repr(s)
    if key not in tried:
        tried[key] = False
        tried[key] = ended(s) or any(ends(game, after, tried) for after in followers(game, s))
    return tried[key]


def ended(s: RevolutionState) -> bool:
    seat = int(s.todo[-1].who)
    return not s.main and s.cash[seat] >= 0 and crew(s, seat) >= ENOUGH


def followers(game: RevolutionGame, s: RevolutionState) -> Iterator[RevolutionState]:
    """All that could come next, one of those that are alike, whether or not it leads anywhere."""
    f = s.todo[-1]
    seat, step = int(f.who), game.steps["act"]
    assert isinstance(step, Resolving)
    seen = set()
    for move in step.moves(s, f):
        alike = move.kind == "use" and move.args[2]  # which worker it is does not matter
        name = (move.kind, move.args[0]) if alike else (move.kind, move.args)
        if name not in seen and move.kind not in IDLE:
            seen.add(name)
            yield done_anyway(game, s, Action(seat, move.kind, move.args))
    if s.shares[seat]:
        yield done_anyway(game, s, Action(seat, "sell", (1,)))
    hired = [colour for n, colour in enumerate(COLOURS) if s.bank[n]]
    if hired and s.cash[seat] >= game.t.hire_price:
        yield done_anyway(game, s, Action(seat, "hire", (hired[0],)))


def done_anyway(game: RevolutionGame, s: RevolutionState, a: Action) -> RevolutionState:
    """Carry out what was never asked about."""
    s = s.copy()
    f = s.todo.pop()
    getattr(game.steps[f.step], a.kind)(s, f, a)
    return s


def placements(game: RevolutionGame, s: RevolutionState, seat: int) -> Iterator[tuple[tuple[str, str], bool]]:
    """Every worker on every action space, and whether the search finds an end from there."""
    assert isinstance(game.steps["turn"], TakeTurn)
    for n, colour in enumerate(COLOURS):
        for action in ACTIONS:
            if s.supply[seat][n]:
                begun = done_anyway(game, s, Action(seat, "place", (colour, action)))
                yield (colour, action), ends(game, begun, {})


@pytest.mark.parametrize("seed", range(4))
def test_an_action_can_be_chosen_and_gone_on_with_exactly_when_it_can_be_finished(seed: int) -> None:
    closed, owing = compare(seed)
    assert closed > 20
    assert owing > 0


@pytest.mark.parametrize("seed", sample(4, range(10, 210)))
def test_in_many_games_exactly_what_can_be_finished_is_open(seed: int) -> None:
    assert sum(compare(seed))


def compare(seed: int) -> tuple[int, int]:
    """Hold a game by lot against the search; returns how often a worker was closed, and looked at with a debt."""
    game, rng = game_for(2 + seed % 3), Random(seed)
    s, closed, owing = game.start(), 0, 0
    while not game.over(s):
        top = s.todo[-1]
        if top.step == "turn" and rng.random() < 0.5:
            s = impoverished(game, s, int(top.who), rng)
            offered = {x.args for x in game.choices(s) if x.kind == "place"}
            for args, possible in placements(game, s, int(top.who)):
                assert possible == (args in offered)
                closed += not possible
        elif top.step == "act" and not s.dealing and rng.random() < 0.2:
            owing += s.cash[int(top.who)] < 0
            check_moves(game, s, top)
        s = game.apply(s, rng.choice(list(game.choices(s))).sample(rng))
    return closed, owing


def check_moves(game: RevolutionGame, s: RevolutionState, f: Frame) -> None:
    step = game.steps["act"]
    assert isinstance(step, Resolving)
    offered = {(x.kind, x.args) for x in game.choices(s)}
    for move in step.moves(s, f):
        after = done_anyway(game, s, Action(int(f.who), move.kind, move.args))
        if not after.dealing:  # what a deal could bring besides is another test's matter
            assert ends(game, after, {}) == ((move.kind, move.args) in offered)
