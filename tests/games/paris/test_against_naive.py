"""The engine and the naive rules agree at every ply of random games and in positions made by hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.games.paris.state import ParisState
from tests.games.paris.corners import CORNERS
from tests.games.paris.naive import CITIES, MARSEILLE, Table, axial
from tests.games.paris.positions import GAME, game_for, legal
from tests.marks import sample

Taste = Callable[[Random, list[Action]], Action]


def any_action(rng: Random, actions: list[Action]) -> Action:
    return rng.choice(actions)


def rather_build(rng: Random, actions: list[Action]) -> Action:
    """Crowd the board, so that colours come close to being cut off."""
    return rng.choice([action for action in actions if action.kind == "place"] or actions)


def shun_cities(rng: Random, actions: list[Action]) -> Action:
    """Fill the landscape, so that colours stay without a city for long."""
    tame = [action for action in actions if action.kind == "place" and action.args[1] not in CITIES]
    return rng.choice(tame or [action for action in actions if action.kind != "place"] or actions)


def towards_marseille(rng: Random, actions: list[Action]) -> Action:
    """Go south, so that the game ends there."""
    goal = axial(MARSEILLE)

    def distance(action: Action) -> int:
        if action.kind != "place":
            return 99
        q, r = (a - b for a, b in zip(axial(action.args[1]), goal, strict=True))
        return max(abs(q), abs(r), abs(q + r))

    return min(rng.sample(actions, min(len(actions), 12)), key=distance)


TASTES: dict[str, Taste] = {
    taste.__name__: taste for taste in (any_action, rather_build, shun_cities, towards_marseille)
}


def compare(seats: int, seed: int, taste: Taste, most: int) -> str:
    """Play a game, comparing choices and positions at every ply; returns how it ended.

    What a position remembers of those before it must not matter: read back from JSON it offers the same.
    """
    match = Match(new_header(GAME, [Seat(str(n)) for n in range(seats)], seed=str(seed)))
    rng = Random(seed)
    table = Table.of(match.state)
    for _ in range(most):
        actions = sorted(table.legal())
        assert legal(match.state) == set(actions)
        assert legal(ParisState.from_json(match.state.to_json())) == set(actions)
        if not actions:
            break
        action = taste(rng, actions)
        match.play(action)
        table = table.play(action)
        assert Table.of(match.state).name() == table.name()
    if match.result is not None:
        assert match.result.scores == table.scores()
    return table.over


@pytest.mark.parametrize("taste", TASTES.values(), ids=TASTES.keys())
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_whole_game_is_the_same_by_the_naive_rules(seats: int, taste: Taste) -> None:
    ending = compare(seats, seats, taste, most=2000)
    assert ending == ("marseille" if taste is towards_marseille else "supply")


@pytest.mark.parametrize(
    ("seats", "seed", "taste"), sample(3, [(3 + n % 4, n, name) for n in range(10, 60) for name in TASTES])
)
def test_many_whole_games_are_the_same_by_the_naive_rules(seats: int, seed: int, taste: str) -> None:
    assert compare(seats, seed, TASTES[taste], most=2000)


@given(st.integers(3, 6), st.integers(0, 2**32), st.sampled_from(list(TASTES.values())))
@settings(max_examples=15, deadline=None)
def test_any_opening_is_the_same_by_the_naive_rules(seats: int, seed: int, taste: Taste) -> None:
    compare(seats, seed, taste, most=40)


@pytest.mark.parametrize("name", CORNERS)
def test_a_corner_is_the_same_by_the_naive_rules(name: str) -> None:
    s = CORNERS[name]()
    game, table = game_for(len(s.hands)), Table.of(s)
    assert legal(s) == set(table.legal())
    for action in legal(s):
        assert action.seat != CHANCE
        assert Table.of(game.apply(s, action)).name() == table.play(action).name()
