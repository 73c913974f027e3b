"""Counts of positions of Paris Connection, frozen, and derived a second time by the naive rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.core.action import CHANCE
from tests.games.paris.corners import CORNERS
from tests.games.paris.naive import Table
from tests.games.paris.positions import game_for

FILE = Path(__file__).with_name("paris.perft")


def frozen() -> dict[str, tuple[int, ...]]:
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {name: (int(one), int(two)) for name, one, two, *_ in lines}


COUNTS = frozen()


def counted(name: str) -> tuple[int, ...]:
    """How many positions the engine reaches after each number of actions."""
    s = CORNERS[name]()
    game = game_for(len(s.hands))
    layer, counts = {s.digest(): s}, []
    for _ in COUNTS[name]:
        choices = [(at, choice) for at in layer.values() for choice in game.choices(at)]
        assert all(choice.seat != CHANCE for _, choice in choices)
        reached = [game.apply(at, action) for at, choice in choices for action in choice.actions()]
        layer = {after.digest(): after for after in reached}
        counts.append(len(layer))
    return tuple(counts)


def counted_naively(name: str) -> tuple[int, ...]:
    """The same by sets and searches."""
    table = Table.of(CORNERS[name]())
    layer, counts = {table.name(): table}, []
    for _ in COUNTS[name]:
        reached = [at.play(action) for at in layer.values() for action in at.legal()]
        layer = {after.name(): after for after in reached}
        counts.append(len(layer))
    return tuple(counts)


def test_every_corner_is_counted() -> None:
    assert list(COUNTS) == list(CORNERS)
    assert len(COUNTS) >= 9


@pytest.mark.parametrize("name", CORNERS)
def test_the_engine_reaches_as_many_positions_as_are_frozen(name: str) -> None:
    assert counted(name) == COUNTS[name]


@pytest.mark.parametrize("name", CORNERS)
def test_the_naive_rules_reach_as_many_positions_as_are_frozen(name: str) -> None:
    assert counted_naively(name) == COUNTS[name]
