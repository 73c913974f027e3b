"""VIII: where a yellow tile may lie, and what it costs."""

from __future__ import annotations

import pytest

from tests.games.g1848.lines import EAST, WEST, beside, lay, on_turn, run, running
from tests.games.g1848.positions import England, act, table
from tests.marks import rule


@rule("1848", "VIII.track.1")
@pytest.mark.parametrize("name", ["A4", "A6", "A18", "B21", "D1", "F3"])
def test_track_1_nothing_is_laid_on_printed_track(name: str) -> None:
    t = on_turn("QR", (("B19", "57", 2),))
    for tile in ("57", "9", "7"):
        t.refused(lay(name, tile, 0), "VIII.track.1", hex=name)
    assert not t.offers("lay", name)


@rule("1848", "VIII.track.2")
def test_track_2_at_first_one_yellow_tile() -> None:
    after = on_turn("FT").play(lay("G14", "57", 1))
    after.refused(lay("G16", "6", 1), "VIII.turn.2")
    assert not after.offers("lay")


@rule("1848", "VIII.track.3")
def test_track_3_from_the_first_3_train_two_yellow_tiles_or_one_replacement() -> None:
    t = on_turn("FT", phase="3").play(lay("G14", "57", 1), lay("G16", "6", 1))
    assert t.s.tiles == {"G14": ("57", 1), "G16": ("6", 1)}
    t.refused(lay("F17", "57", 0), "VIII.turn.2")
    upgraded = on_turn("FT", (("G14", "57", 1),), phase="3").play(lay("G14", "15", 1))
    upgraded.refused(lay("G16", "6", 1), "VIII.turn.2")


@rule("1848", "VIII.track.4", "VIII.upgrade.7")
def test_track_4_a_tile_goes_on_from_own_track_but_not_through_a_full_city() -> None:
    """From Canberra by Wollongong to Sydney; QR fills Wollongong, but not when it has two circles."""
    line = (("G14", "57", 1), ("G16", "6", 1))
    t = on_turn("FT", line)
    assert t.play(lay("F17", "57", 0)).s.tiles["F17"] == ("57", 0)
    t.refused(lay("F17", "5", 1), "VIII.track.4", hex="F17", tile="5")
    t.refused(lay("D13", "9", 0), "VIII.track.4")
    beside(t, "QR", ("G16", 0)).refused(lay("F17", "57", 0), "VIII.track.4")
    green = on_turn("FT", (("G14", "57", 1), ("G16", "15", 0)), phase="3")
    assert beside(green, "QR", ("G16", 0)).play(lay("F17", "57", 0)).s.tiles["F17"] == ("57", 0)


def first_turn(company: str, phase: str = "2") -> England:
    t = table().phase(phase).opened(company, par=80, shares={0: 60}).cash({company: 500})
    return t.operating(company, "place_home")


@rule("1848", "VIII.track.5", "R-25")
@pytest.mark.parametrize("phase", ["2", "3"])
def test_track_5_the_first_tile_lies_on_the_home_city(phase: str) -> None:
    """Newcastle is next to Sydney; D13 has nothing to do with it."""
    t = first_turn("NSW", phase)
    assert {name for name, *_ in t.offers("lay")} == {"F17"}
    t.refused(lay("E18", "57", 0), "VIII.track.4", hex="E18")
    t.refused(lay("D13", "9", 0), "VIII.track.4", hex="D13")
    assert t.play(act(0, "pass_track")).turn[0] != "lay_track"
    after = t.play(lay("F17", "57", 0))
    if phase == "3":
        assert after.play(lay("E18", "57", 0)).s.tiles["E18"] == ("57", 0)


@rule("1848", "VIII.track.5", "VIII.token.1")
def test_track_5_wa_starts_from_printed_track() -> None:
    assert {name for name, *_ in first_turn("WA").offers("lay")} == {"C2", "D3", "E2"}


@rule("1848", "VIII.track.5")
def test_track_5_who_finds_a_tile_at_home_builds_on_from_it() -> None:
    t = table().opened("NSW", par=80, shares={0: 60}).laid("F17", "57", 0).cash({"NSW": 500})
    t.operating("NSW", "place_home")
    assert {name for name, *_ in t.offers("lay")} == {"E18", "G16"}


@rule("1848", "VIII.track.6")
def test_track_6_no_station_in_open_land() -> None:
    t = on_turn("NSW", (("F17", "6", 0),))
    t.refused(lay("E16", "57", 2), "VIII.track.6", hex="E16", tile="57")
    t.refused(lay("E16", "55", 2), "VIII.track.6", hex="E16", tile="55")
    assert t.play(lay("E16", "9", 2)).s.tiles["E16"] == ("9", 2)


@rule("1848", "VIII.track.7")
def test_track_7_two_dots_take_two_towns() -> None:
    t = on_turn("QR", (("B19", "5", 0),))
    t.refused(lay("C18", "9", 0), "VIII.track.6", hex="C18", tile="9")
    t.refused(lay("C18", "57", 0), "VIII.track.6", hex="C18", tile="57")
    assert t.play(lay("C18", "55", 0)).s.tiles["C18"] == ("55", 0)


@rule("1848", "VIII.track.8")
def test_track_8_a_circle_takes_a_city() -> None:
    t = on_turn("QR", (("B19", "5", 5),))
    t.refused(lay("C20", "55", 2), "VIII.track.6", hex="C20", tile="55")
    t.refused(lay("C20", "7", 1), "VIII.track.6", hex="C20", tile="7")
    t.refused(lay("C20", "235", 2), "VIII.track.10", hex="C20", tile="235")
    for tile, rotation in (("5", 1), ("5", 2), ("6", 0)):
        assert t.play(lay("C20", tile, rotation)).s.tiles["C20"] == (tile, rotation)


@rule("1848", "VIII.track.9", "VIII.upgrade.6")
def test_track_9_a_k_city_is_yellow_like_others_and_then_k() -> None:
    assert on_turn("NSW").play(lay("F17", "57", 0)).s.tiles["F17"] == ("57", 0)
    t = on_turn("NSW", (("F17", "57", 0),), phase="3")
    assert t.play(lay("F17", "236", 0)).s.tiles["F17"] == ("236", 0)
    for tile in ("14", "15"):
        t.refused(lay("F17", tile, 0), "VIII.upgrade.6", hex="F17", tile=tile)


@rule("1848", "VIII.track.9")
@pytest.mark.parametrize(
    ("company", "name", "rotation"), [("QR", "B19", 0), ("NSW", "F17", 0), ("SAR", "G6", 2), ("VR", "H11", 1)]
)
def test_track_9_the_four_k_cities_are_upgraded_with_k_tiles_alone(company: str, name: str, rotation: int) -> None:
    t = on_turn(company, ((name, "5", rotation),), phase="3")
    found = {tile for tile, _ in t.offers("lay", name)}
    assert found
    assert found <= {"236", "237", "238"}


@rule("1848", "VIII.track.10")
def test_track_10_two_circles_take_an_oo_tile() -> None:
    t = on_turn("NSW", (("F17", "5", 0),))
    t.refused(lay("F15", "57", 1), "VIII.track.10", hex="F15", tile="57")
    t.refused(lay("F15", "9", 1), "VIII.track.10", hex="F15", tile="9")
    assert t.play(lay("F15", "235", 4)).s.tiles["F15"] == ("235", 4)


@rule("1848", "VIII.track.11")
@pytest.mark.parametrize(("tile", "rotation"), [("57", 1), ("57", 2), ("6", 2), ("6", 4), ("5", 3), ("5", 4)])
def test_track_11_no_track_off_the_board(tile: str, rotation: int) -> None:
    """East and south-east of Sydney there is nothing."""
    on_turn("NSW").refused(lay("F17", tile, rotation), "VIII.track.11", hex="F17", tile=tile)


@rule("1848", "VIII.track.12")
def test_track_12_no_track_against_a_red_side_without_an_arrow() -> None:
    """Port Augusta: south-west lies the harbour of F3, whose only track leads to Whyalla."""
    t = on_turn("CAR")
    t.refused(lay("E4", "57", 0), "VIII.track.11", hex="E4", tile="57")
    t.refused(lay("E4", "5", 0), "VIII.track.11", hex="E4", tile="5")
    assert on_turn("CAR", (("E4", "57", 1),)).play(lay("E2", "5", 4)).s.tiles["E2"] == ("5", 4)
    on_turn("QR").refused(lay("B19", "57", 1), "VIII.track.11", hex="B19")


@rule("1848", "VIII.track.13")
def test_track_13_to_tasmania_only_when_it_is_there() -> None:
    """South-west of Melbourne lies I10."""
    towards = lay("H11", "5", 0)
    on_turn("VR").refused(towards, "VIII.track.11", hex="H11", tile="5")
    assert on_turn("VR", (("I10", "241", 1),)).play(towards).s.tiles["H11"] == ("5", 0)
    on_turn("VR", (("I8", "241", 1),)).refused(towards, "VIII.track.11", hex="H11", tile="5")


@rule("1848", "VIII.track.13")
def test_track_13_a_tile_that_lies_is_turned_towards_it_by_an_upgrade() -> None:
    plain, tasmania = (("H11", "5", 1),), (("H11", "5", 1), ("I10", "241", 1))
    on_turn("VR", plain, phase="3").refused(lay("H11", "238", 0), "VIII.track.11", hex="H11")
    assert on_turn("VR", tasmania, phase="3").play(lay("H11", "238", 0)).s.tiles["H11"] == ("238", 0)


@rule("1848", "VIII.track.14")
def test_track_14_track_may_end_at_a_blank_side() -> None:
    """Newcastle's tile has nothing to the south-west, where Sydney's leads."""
    assert on_turn("NSW", (("E18", "6", 1),)).play(lay("F17", "57", 0)).s.tiles["F17"] == ("57", 0)


@rule("1848", "VIII.track.15")
def test_track_15_mountains_and_deserts_are_paid_once() -> None:
    """E16 is a mountain, E6 a desert, F17 neither."""
    t = on_turn("NSW", (("F17", "6", 0),), cash=50)
    bank = t.money("bank")
    after = t.play(lay("E16", "9", 2))
    assert (after.money("NSW"), after.money("bank")) == (0, bank + 50)
    poor = on_turn("NSW", (("F17", "6", 0),), cash=40)
    poor.refused(lay("E16", "9", 2), "III.misc.2", cost=50, cash=40)
    later = on_turn("NSW", (("F17", "6", 0), ("E16", "9", 2)), phase="3", cash=0)
    assert later.play(lay("E16", "23", 2)).money("NSW") == 0
    desert = on_turn("CAR", (("E4", "57", 1),), cash=40)
    assert desert.play(lay("E6", "9", 1)).money("CAR") == 0
    on_turn("CAR", (("E4", "57", 1),), cash=39).refused(lay("E6", "9", 1), "III.misc.2", cost=40, cash=39)
    assert on_turn("NSW", cash=0).play(lay("F17", "57", 0)).money("NSW") == 0


@rule("1848", "VIII.token.6", "VIII.track.4")
def test_token_6_track_without_an_own_marker_is_of_no_use() -> None:
    """QR has its only marker in Brisbane; Canberra's track goes on at Wollongong."""
    t = on_turn("QR", (("B19", "5", 5), ("G14", "57", 1)))
    t.refused(lay("G16", "6", 1), "VIII.track.4", hex="G16")
    assert on_turn("FT", (("G14", "57", 1),)).play(lay("G16", "6", 1)).s.tiles["G16"] == ("6", 1)


@rule("1848", "VIII.track.4", "XI.gen.2")
def test_track_4_trains_and_track_of_a_company_need_the_same_marker() -> None:
    """Track of FT is none of WA's."""
    t = running("WA", (*WEST, *EAST[1:]), "3")
    t.refused(run([("G14", 6), ("G14", 4), ("G16", 6)]), "XI.gen.2")


@rule("1848", "P-4")
def test_p_4_a_tile_has_six_positions() -> None:
    on_turn("VR").refused(lay("H11", "57", 6), "P-4", tile="57", rotation=6)
