"""Stations of 1848 and what a company's track reaches are those of a second reading of VIII."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tests.eighteen.boards import Walks
from tests.games.g1830.naive_track import board_of
from tests.games.g1848.test_track_naive import COMPANIES, PHASES, built, grow
from tests.games.naive_stations import Homes, compare, price, spots
from tests.marks import rule, sample

HOMES: Final[Homes] = {
    "QR": {"B19": 0},
    "VR": {"H11": 0},
    "NSW": {"F17": 0},
    "WA": {"D1": 0},
    "CAR": {"E4": 0},
    "SAR": {"G6": 0},
    "FT": {"G14": 0},
}


@rule("1848", "VIII.token.2", "VIII.token.3", "VIII.token.5", "VIII.token.8", "VIII.token.10", "VIII.token.11", "R-51")
@pytest.mark.parametrize("seed", sample(3, range(60)))
def test_where_stations_may_stand_and_what_they_cost_by_a_naive_reading(seed: int) -> None:
    """Some companies have not begun: a circle of their homes is left for them."""
    rng = Random(seed)
    t = built(rng, tuple(rng.sample(COMPANIES, 5)))
    for phase in PHASES:
        grow(t, rng, phase)
        for company in t.s.floated:
            walks, reach = Walks.of(board_of(t), company), t.game.track.reach(t.s, company)
            found = {(t.game.rules.hexmap.hexes[hex_].name, stop) for hex_, stop in reach.stops}
            assert (found, reach.route) == (walks.stops, walks.route), company
            if t.s.cash[company] != 45:  # a loan could still pay for a second station
                compare(t, company, spots(t, company, walks.stops, HOMES), price(t, company, 1))
