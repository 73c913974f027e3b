"""Counts of positions of 1848, frozen; those after one action were added up by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.g1848.corners import CORNERS
from tests.games.g1848.positions import game_for
from tests.perft.counting import leads_to_sound_positions, reached

FILE = Path(__file__).with_name("g1848.perft")


def frozen() -> dict[str, tuple[int, ...]]:
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {name: (int(one), int(two)) for name, one, two, *_ in lines}


COUNTS = frozen()


def test_every_corner_is_counted() -> None:
    assert list(COUNTS) == list(CORNERS)
    assert len(COUNTS) > 30


@pytest.mark.parametrize("name", CORNERS)
def test_the_engine_reaches_as_many_positions_as_are_frozen(name: str) -> None:
    assert reached(CORNERS[name](), len(COUNTS[name])) == COUNTS[name]


@pytest.mark.parametrize("name", CORNERS)
def test_no_corner_leads_to_an_impossible_position(name: str) -> None:
    leads_to_sound_positions(CORNERS[name]())


def test_sooner_or_later_all_steps_are_cornered() -> None:
    """Each step that asks something is on top of some corner, or of a position after one action there."""
    asked = set()
    for make in CORNERS.values():
        t = make()
        asked.add(t.turn[0])
        for choice in t.choices():
            after = t.game.apply(t.s, next(choice.actions()))
            asked |= {frame.step for frame in after.todo[-1:]}
    silent = {"operate", "place_home"}
    beside = {"buy_private", "lay_private_tile", "take_loan", "trade_private", "discard_ahead"}
    assert asked == set(game_for().steps) - silent - beside
