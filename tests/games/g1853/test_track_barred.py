"""A way that ends before it reaches a place in 1853 is told with what ends it: stations, or a change of gauge."""

import pytest

from tests.games.g1853.building import ALLAHABAD, BENARES, HYDERABAD, PATNA, TO_HYDERABAD, lay, on_turn
from tests.games.g1853.positions import GAME, India, act
from tests.marks import rule

LUCKNOW = "G19"
GANGES = ((PATNA, "6", 5), (BENARES, "14", 0), (ALLAHABAD, "6", 2))
"""Standard track from Patna by Benares to Allahabad, and on towards Lucknow."""


def on_the_ganges(*tiles: tuple[str, str, int], step: str = "lay_track") -> India:
    """EIR at Patna; GIP's home marker fills Allahabad."""
    return on_turn("EIR", *GANGES, *tiles, phase="3", others=("GIP",), cash=500, step=step)


@rule(GAME, "4.1.6a")
def test_a_tile_behind_a_full_city_is_refused_with_its_name_and_the_company_that_stands_there() -> None:
    t = on_the_ganges()
    assert t.s.stations[ALLAHABAD] == (("GIP",),)
    said = t.refused(lay(LUCKNOW, "6", 3), "4.1.6a", case="barred", place=ALLAHABAD, owners="GIP")
    assert said == "The way of EIR to Lucknow ends in Allahabad: the stations of GIP fill that city."
    assert t.refused(act(0, "lay", LUCKNOW), "4.1.6a", place=ALLAHABAD) == said


@rule(GAME, "4.2.2b")
def test_so_is_a_tile_that_replaces_another_one() -> None:
    t = on_the_ganges((LUCKNOW, "6", 3))
    t.refused(lay(LUCKNOW, "14", 2), "4.2.2b", case="barred", place=ALLAHABAD, owners="GIP")


@rule(GAME, "4.4.6")
def test_so_is_a_station() -> None:
    t = on_the_ganges((LUCKNOW, "6", 3), step="place_station")
    t.refused(act(0, "station", LUCKNOW, 0), "4.4.6", case="barred", place=ALLAHABAD, owners="GIP")


@rule(GAME, "4.1.6a")
def test_of_two_full_cities_the_first_on_the_way_is_named() -> None:
    t = on_the_ganges()
    t.started("SIR", {2: 50}).started("ECR", {3: 50}).station("SIR", BENARES).station("ECR", BENARES)
    t.refused(lay(LUCKNOW, "6", 3), "4.1.6a", case="barred", place=BENARES, owners="SIR, ECR")


@rule(GAME, "4.1.6a")
def test_where_no_track_leads_nobody_is_in_the_way() -> None:
    t = on_the_ganges()
    refused = t.refused(lay(HYDERABAD, "6", 3), "4.1.6a")
    assert "unbroken way in one gauge" in refused
    assert "GIP" not in refused


@rule(GAME, "4.2.6b")
@pytest.mark.parametrize("tile", [("717", 1), ("716", 4)])
def test_a_station_beyond_a_change_of_gauge_is_refused_for_it(tile: tuple[str, int]) -> None:
    """Standard track leads to Hyderabad, whose tile goes on in metre gauge to N14, where metre track leads to L14."""
    t = on_turn("MSM", *TO_HYDERABAD, (HYDERABAD, *tile), ("N14", "74", 2), step="lay_track")
    t.refused(act(0, "lay", "M13"), "4.2.6b", company="MSM")


@rule(GAME, "4.1.6b")
def test_a_tile_of_another_gauge_than_the_track_before_it_is_told_as_that() -> None:
    t = on_turn("MSM", ("Q17", "9", 2))
    assert "another gauge" in t.refused(lay("P16", "79", 2), "4.1.6b")
