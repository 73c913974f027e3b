"""Counts of positions of 1853, each with the sum that explains it; those of bids were added up before anything ran."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.games.g1853.game import TITLE
from tests.games.g1853.corners import CORNERS
from tests.perft.counting import leads_to_sound_positions, reached

FILE = Path(__file__).with_name("g1853.perft")


def frozen() -> dict[str, tuple[int, ...]]:
    """By corner its one or two counts; the words after them say how they add up."""
    counts = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            name, one = line[:35].split()
            counts[name] = (int(one), *map(int, line[35:41].split()))
    return counts


COUNTS = frozen()


def test_every_corner_is_counted() -> None:
    assert list(COUNTS) == list(CORNERS)
    assert sum(len(counts) > 1 for counts in COUNTS.values()) >= 5


def test_every_count_names_rules_of_the_book() -> None:
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            cited = line.rpartition("(")[2].rstrip(")").split(", ")
            assert all(TITLE.rulebook[rule] for rule in cited), line


@pytest.mark.parametrize("name", CORNERS)
def test_the_engine_reaches_as_many_positions_as_are_counted(name: str) -> None:
    assert reached(CORNERS[name](), len(COUNTS[name])) == COUNTS[name]


@pytest.mark.parametrize("name", CORNERS)
def test_no_corner_leads_to_an_impossible_position(name: str) -> None:
    leads_to_sound_positions(CORNERS[name]())
