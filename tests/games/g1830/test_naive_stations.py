"""Stations of 1830 and what a company's track reaches are those of a second reading of 7.2 and 7.3."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tests.eighteen.boards import Walks
from tests.games.g1830.naive_track import board_of
from tests.games.g1830.positions import Table
from tests.games.g1830.test_track_naive import COMPANIES, PHASES, PLUS_COMPANIES, built, grow
from tests.games.naive_stations import Homes, compare, price, spots
from tests.marks import rule, sample

HOMES: Final[Homes] = {
    "PRR": {"H12": 0},
    "NYC": {"E19": 0},
    "CPR": {"A19": 0},
    "B&O": {"I15": 0},
    "C&O": {"F6": 0},
    "Erie": {"E11": None},
    "NNH": {"G19": 0},
    "B&M": {"E23": 0},
}

PLUS_HOMES: Final[dict[str, Homes]] = {
    "D": {"C&O": {"K13": None}, "PMQ": {"E5": None}},
    "G": {"C&O": {"F6": 0}, "PMQ": {"E5": None}},
    "R": {"C&O": {"K13": None}, "NKP": {"H4": 0}},
}
"""V-7.2, V-7.3, R-56: by scenario the homes of those who are not set up here; Richmond waits for the C&O alone."""


def reaches(t: Table, company: str, licensed: str = "") -> Walks:
    """All walks of a company; what the engine says that it reaches is what they touch."""
    barred = frozenset({licensed}) if licensed and company not in t.s.licences else frozenset[str]()
    walks = Walks.of(board_of(t), company, barred=barred)
    reach = t.game.track.reach(t.s, company)
    assert {(t.game.rules.hexmap.hexes[hex_].name, stop) for hex_, stop in reach.stops} == walks.stops, company
    assert reach.route == walks.route, company
    return walks


@rule("1830", "7.2.1.1", "7.3.2b", "7.3.2c", "7.3.2d", "7.3.2e", "7.3.2f", "7.3.2g", "7.3.2h", "7.3.3a", "7.3.3b")
@pytest.mark.parametrize("seed", sample(3, range(60)))
def test_7_3_where_stations_may_stand_and_what_they_cost_by_a_naive_reading(seed: int) -> None:
    """Some companies have not begun: their homes wait for them."""
    rng = Random(seed)
    t = built(rng, tuple(rng.sample(COMPANIES, 5)))
    for phase in PHASES:
        grow(t, rng, phase)
        for company in t.s.floated:
            walks = reaches(t, company)
            compare(t, company, spots(t, company, walks.stops, HOMES), price(t, company, 1))


@rule("1830", "7.2.1.1", "7.3.2b", "S-1.2-7.2b", "S-1.2-7.3b")
@pytest.mark.parametrize("seed", sample(2, range(40)))
def test_where_stations_may_stand_on_the_1830_plus_side_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    preset, coal = rng.choice((("D", "L8"), ("G", "J10"), ("R", "L8")))
    t = built(rng, PLUS_COMPANIES, preset)
    t.s.licences = ("N&W",)
    for phase in PHASES:
        grow(t, rng, phase)
        for company in PLUS_COMPANIES:
            walks = reaches(t, company, coal)
            assert set(t.game.track.markers(t.s, company)) == spots(t, company, walks.stops, PLUS_HOMES[preset])
