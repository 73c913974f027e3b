"""Stations of 1853 and what a company's track of either gauge reaches are those of a second reading of 4.4."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from stellwerk.eighteen.tiles import STOP
from tests.games.g1853.naive_track import GAUGES, land_of
from tests.games.g1853.positions import India
from tests.games.g1853.test_track_naive import COMPANIES, PHASES, built, grow
from tests.games.naive_stations import Homes, compare, price, spots
from tests.marks import rule, sample

HOMES: Final[Homes] = {
    "EIR": {"J28": 0, "H24": 0},
    "GIP": {"H20": 0, "M9": 1},
    "NWR": {"F14": 0, "C11": 0},
    "BNR": {"J28": 1, "K17": 0},
    "BBCI": {"H10": 0},
    "MSM": {"R18": 0},
    "SIR": {"T16": 0},
    "ECR": {"N22": 0},
}


def homes_of(t: India) -> Homes:
    """2.6.2: a large BBCI has North Bombay too."""
    return {**HOMES, "BBCI": {"H10": 0, "M9": 0}} if "BBCI" in t.mine.large else HOMES


def reached(t: India, company: str) -> set[tuple[str, int]]:
    """4.4.6: the stations to which track of one gauge leads from an own one."""
    land = land_of(t, company)
    found = {at for gauge in GAUGES for home in land.homes() for at, _ in land.walks(gauge, home)}
    return {(name, end - STOP) for name, end in found if end >= STOP}


@rule("1853", "4.4.1b", "4.4.3", "4.4.4", "4.4.5a", "4.4.5b", "4.4.6", "4.4.7", "R-41", "R-60")
@pytest.mark.parametrize("seed", sample(3, range(60)))
def test_where_stations_may_stand_and_what_they_cost_by_a_naive_reading(seed: int) -> None:
    """Some companies have not started; nobody has a train that carries it beyond its territory."""
    rng = Random(seed)
    t = built(rng, tuple(rng.sample(COMPANIES, 6)))
    homes = homes_of(t)
    for phase in PHASES:
        grow(t, rng, phase)
        for company in t.s.floated:
            stops, reach = reached(t, company), t.game.track.reach(t.s, company)
            assert {(t.game.rules.hexmap.hexes[hex_].name, stop) for hex_, stop in reach.stops} == stops, company
            inside = {spot for spot in stops if spot[0] in t.numbers.territories[company]}
            compare(t, company, spots(t, company, inside, homes), price(t, company, len(homes[company])))
