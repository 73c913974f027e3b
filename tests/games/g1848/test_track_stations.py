"""VIII: station markers."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass
from tests.games.g1848.lines import EAST, SOUTH, beside, lay, next_turn, on_turn
from tests.games.g1848.positions import act, table
from tests.marks import rule


@rule("1848", "VIII.token.1", "VIII.token.7")
@pytest.mark.parametrize(
    ("company", "home"),
    [("CAR", "E4"), ("FT", "G14"), ("NSW", "F17"), ("QR", "B19"), ("SAR", "G6"), ("VR", "H11"), ("WA", "D1")],
)
def test_token_1_the_home_marker_is_placed_free_of_charge_when_the_company_first_acts(company: str, home: str) -> None:
    """Nobody is asked; before, no marker stands there."""
    t = table().opened(company, par=100, shares={0: 60}).cash({company: 1000}).stock()
    assert not t.s.stations
    after = all_pass(t)
    assert after.turn == ("lay_track", company)
    assert after.s.stations == {home: ((company,),)}
    assert after.money(company) == 1000
    assert after.s.markers[company] == t.s.markers[company] - 1


@rule("1848", "VIII.token.1")
def test_token_1_com_has_two_homes() -> None:
    t = all_pass(table().phase("6").opened("COM", par=80, shares={0: 60}).cash({"COM": 800}).stock())
    assert t.turn == ("lay_track", "COM")
    assert t.s.stations == {"F17": (("COM",),), "G6": (("COM",),)}
    assert (t.money("COM"), t.s.markers["COM"]) == (800, 3)


@rule("1848", "VIII.token.2")
@pytest.mark.parametrize(
    ("company", "count"),
    [("CAR", 3), ("VR", 3), ("FT", 4), ("NSW", 4), ("SAR", 4), ("COM", 5), ("QR", 5), ("WA", 5)],
)
def test_token_2_three_to_five_markers(company: str, count: int) -> None:
    assert table().s.markers[company] == count


@rule("1848", "VIII.token.2", "VIII.token.8")
def test_token_2_wa_places_five_markers_and_no_sixth() -> None:
    """Perth, then Whyalla, Port Augusta, Port Pirie and Adelaide, one in a turn, then no more in Mount Gambier.

    CAR and SAR have operated: their homes have a second circle.
    """
    line = (("E2", "6", 2), ("E4", "14", 1), ("F5", "57", 2), ("G6", "239", 2), ("H7", "6", 2))
    t = on_turn("WA", line, phase="5", cash=1000)
    t.opened("CAR", par=100, shares={1: 60}).home("CAR").opened("SAR", par=70, shares={2: 60}).home("SAR")
    costs = []
    for name in ("E2", "E4", "F5", "G6"):
        next_turn(t, "WA", "place_station")
        after = t.play(act(0, "station", name, 0))
        costs.append(t.money("WA") - after.money("WA"))
        t = after
    assert costs == [40, 100, 100, 100]
    next_turn(t, "WA", "place_station")
    t.refused(act(0, "station", "H7", 0), "VIII.token.2", hex="H7")


@rule("1848", "VIII.token.3")
def test_token_3_one_marker_on_a_hex() -> None:
    """VR stands in one city of G10; the other one is free, and open to NSW."""
    circle = (("H11", "5", 1), ("H9", "6", 2), ("G8", "7", 4), ("G10", "59", 5))
    t = on_turn("VR", circle, phase="3").station("VR", "G10", 0).operating("VR", "place_station")
    t.refused(act(0, "station", "G10", 1), "VIII.token.3", hex="G10")
    t.refused(act(0, "station", "H11", 0), "VIII.token.3", hex="H11")
    other = on_turn("VR", circle, phase="3").operating("VR", "place_station")
    assert other.play(act(0, "station", "G10", 1)).s.stations["G10"] == ((), ("VR",))


@rule("1848", "VIII.token.8")
def test_token_8_markers_of_nsw_cost_0_40_100_100() -> None:
    """In Sydney, Wollongong, Newcastle and Canberra, one in each turn."""
    tiles = (("G16", "6", 1), ("E18", "57", 0), ("F17", "57", 0))
    t = table().opened("NSW", par=80, shares={0: 60}).cash({"NSW": 800})
    for tile in tiles:
        t.laid(*tile)
    t.operating("NSW", "place_home")
    assert (t.s.stations["F17"], t.money("NSW")) == ((("NSW",),), 800)
    t.operating("NSW", "place_station")
    t = t.play(act(0, "station", "G16", 0))
    assert t.money("NSW") == 760
    t = next_turn(t, "NSW", "place_station").play(act(0, "station", "E18", 0))
    assert t.money("NSW") == 660
    t.laid("G14", "57", 1).opened("FT", par=70, shares={1: 60}).laid("G14", "15", 1).home("FT")
    next_turn(t.cash({"NSW": 99}), "NSW", "place_station")
    t.refused(act(0, "station", "G14", 0), "VIII.token.8", cost=100, cash=99)
    next_turn(t.cash({"NSW": 100}), "NSW", "place_station")
    assert t.play(act(0, "station", "G14", 0)).money("NSW") == 0


@rule("1848", "VIII.token.9")
def test_token_9_one_marker_in_a_turn() -> None:
    t = on_turn("NSW", EAST[:3], "2", step="place_station").play(act(0, "station", "G16", 0))
    t.refused(act(0, "station", "E18", 0), "VIII.token.9")


@rule("1848", "VIII.token.9", "VIII.token.1")
def test_token_9_besides_the_home_marker() -> None:
    t = table().opened("NSW", par=80, shares={0: 60}).cash({"NSW": 800})
    for tile in EAST[:3]:
        t.laid(*tile)
    t = t.operating("NSW", "place_home").play(act(0, "pass_track"), act(0, "station", "G16", 0))
    assert (t.s.stations["F17"], t.s.stations["G16"]) == ((("NSW",),), (("NSW",),))


@rule("1848", "VIII.token.10", "VIII.token.5")
def test_token_10_no_marker_behind_a_full_city() -> None:
    t = on_turn("FT", EAST, step="place_station")
    assert t.play(act(0, "station", "E18", 0)).s.stations["E18"] == (("FT",),)
    shut = beside(t, "QR", ("G16", 0))
    shut.refused(act(0, "station", "E18", 0), "VIII.token.10", hex="E18")


@rule("1848", "VIII.token.10")
def test_token_10_no_marker_by_reversing() -> None:
    """On F11 the tracks from Ballarat and from Wagga Wagga both lead west: a train would have to turn back there."""
    ends = (("G10", "235", 3), ("F13", "57", 1), ("H11", "57", 1))
    t = on_turn("VR", (*ends, ("F11", "26", 1)), phase="3").station("VR", "G10").operating("VR", "place_station")
    t.refused(act(0, "station", "F13", 0), "VIII.token.10", hex="F13")
    straight = on_turn("VR", (*ends, ("F11", "8", 4)), phase="3").station("VR", "G10").operating("VR", "place_station")
    assert straight.play(act(0, "station", "F13", 0)).s.stations["F13"] == (("VR",),)


@rule("1848", "VIII.token.11")
def test_token_11_the_last_circle_of_a_home_is_kept() -> None:
    """NSW comes from Southport to Brisbane before QR has acted."""
    foreign = act(0, "station", "B19", 0)
    one = on_turn("NSW", (("B19", "5", 5), ("C20", "5", 1))).station("NSW", "C20").operating("NSW", "place_station")
    one.refused(foreign, "VIII.token.11", hex="B19")
    two = on_turn("NSW", (("B19", "238", 5), ("C20", "5", 1)), phase="3").station("NSW", "C20")
    two.operating("NSW", "place_station")
    after = two.play(foreign)
    assert after.s.stations["B19"] == (("NSW",),)
    after.opened("VR", par=70, shares={1: 60}).home("VR").laid("C20", "15", 0).station("VR", "C20")
    next_turn(after.cash({"VR": 100}), "VR", "place_station")
    after.refused(act(1, "station", "B19", 0), "VIII.token.11", hex="B19")
    home = after.opened("QR", par=90, shares={2: 60}).operating("QR", "place_home")
    assert home.s.stations["B19"] == (("NSW", "QR"),)


@rule("1848", "VIII.token.11")
def test_token_11_nothing_is_kept_for_com() -> None:
    """Adelaide has one circle more than SAR; VR takes it before COM has acted."""
    line = (("H11", "57", 1), ("H9", "57", 1), ("H7", "6", 2), ("G6", "238", 3))
    t = beside(on_turn("VR", line, phase="3", step="place_station"), "SAR")
    after = t.play(act(0, "station", "G6", 0))
    assert after.s.stations["G6"] == (("SAR", "VR"),)


@rule("1848", "VIII.token.11")
def test_token_11_a_home_of_a_company_that_has_acted_is_a_city_like_others() -> None:
    line = (("H11", "57", 1), ("H9", "57", 1), ("H7", "6", 2), ("G6", "238", 3))
    t = on_turn("VR", line, phase="3", step="place_station")
    assert t.play(act(0, "station", "G6", 0)).s.stations["G6"] == (("VR",),)
    full = beside(t, "SAR")
    full.opened("QR", par=90, shares={2: 60}).home("QR").station("QR", "G6").operating("VR", "place_station")
    full.refused(act(0, "station", "G6", 0), "VIII.upgrade.7", hex="G6")


@rule("1848", "R-51")
def test_r_51_a_line_over_three_borders_can_be_laid_tile_by_tile() -> None:
    t = on_turn("VR")
    for tile in SOUTH:
        t = next_turn(t.play(lay(*tile)), "VR")
    assert set(t.s.tiles) == {name for name, *_ in SOUTH}
