"""How many tiles each company may lay first on a bare map, counted by hand.

A hex that track reaches over one side takes, in each gauge, two sharp curves, two wide ones and a straight tile turned
two ways: 6, less those that would lead off the map. A home without track takes a tile of one exit, of two beside each
other and of two with one between, each turned six ways: 18 where all neighbours are on the map.
"""

from __future__ import annotations

import pytest

from tests.games.g1853.building import on_turn
from tests.games.g1853.positions import GAME
from tests.marks import rule

CORNERS = {
    # Calcutta leads to I27, all round on the map: 6. Patna (H24) has nothing to its north-east: one exit 5 ways, sharp
    # without 2-3 and 3-4 4 ways, wide without 1-3 and 3-5 4 ways: 13.
    "EIR": {"I27": 2 * 6, "H24": 2 * 13},
    # Bombay's southern station leads to N10, which has no neighbour in the west: the sharp curve 1-2 is lost.
    "GIP": {"N10": 2 * 5, "H20": 2 * 18},
    "NWR": {"E13": 2 * 6, "C11": 2 * 18},
    # K27 has none in the south-east: the wide curve 3-5 is lost.
    "BNR": {"K27": 2 * 5, "K17": 2 * 18},
    "BBCI": {"H10": 2 * 18},
    # Q17 has none in the east: the sharp curve 4-5 is lost.
    "MSM": {"Q17": 2 * 5},
    "SIR": {"T16": 2 * 18},
    # O21 is a corner with its sides 1 to 3 on the map: 2-3 and 1-3. M21 lies inland. M23 has no neighbour in the east
    # and south-east: 0-5 and 0-4 are lost.
    "ECR": {"O21": 2 * 2, "M21": 2 * 6, "M23": 2 * 4},
}


@rule(GAME, "4.1.5a", "4.1.6a", "4.1.8", "4.1.10", "R-33", "R-34")
@pytest.mark.parametrize("company", CORNERS)
def test_first_tiles_on_a_bare_map(company: str) -> None:
    t = on_turn(company)
    offers = [name for name, _, _ in t.offers("lay")]
    assert {name: offers.count(name) for name in offers} == CORNERS[company]


@rule(GAME, "T1", "4.1.6a")
def test_a_large_bbci_may_begin_in_bombay_too() -> None:
    """The northern station leads to L10, which has no neighbour in the west: the sharp curve 0-1 is lost."""
    offers = [name for name, _, _ in on_turn("BBCI", large=True).offers("lay")]
    assert {name: offers.count(name) for name in offers} == {"H10": 2 * 18, "L10": 2 * 5}


@rule(GAME, "4.2.12a", "4.2.12b", "R-31")
@pytest.mark.parametrize(
    ("company", "name", "tile", "rotations"),
    [
        # Delhi has neighbours all round; the side without track of a 500 must not be one of 0, 2 and 4.
        ("NWR", "F14", "500", {1, 3, 5}),
        # Calcutta has none in the east, which is the side that a 500 leaves out when it is not turned.
        ("EIR", "J28", "500", {0}),
        # Bombay's neighbours lie at 3, 4 and 5; Madras has 0, 1 and 2.
        ("GIP", "M9", "105", {3}),
        ("MSM", "R18", "105", {0}),
        ("ECR", "N22", "720", {0}),
    ],
)
def test_printed_cities_become_brown_in_phase_4(company: str, name: str, tile: str, rotations: set[int]) -> None:
    assert not on_turn(company, phase="3").offers("lay", name)
    assert set(on_turn(company, phase="4").offers("lay", name)) == {(tile, turned) for turned in rotations}
