"""VIII: replacing tiles."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import turn_over
from tests.games.g1848.lines import EAST, beside, earns, lay, on_turn, run, running
from tests.games.g1848.positions import act
from tests.marks import rule

CANBERRA = (("G14", "57", 1),)


@rule("1848", "VIII.upgrade.1")
def test_upgrade_1_yellow_green_brown_grey() -> None:
    """Canberra, step by step; no colour is passed over."""
    yellow = on_turn("FT", CANBERRA, phase="7")
    yellow.refused(lay("G14", "611", 0), "VIII.upgrade.1", hex="G14", tile="611")
    yellow.refused(lay("G14", "915", 0), "VIII.upgrade.1", hex="G14", tile="915")
    yellow.refused(lay("G14", "5", 1), "VIII.upgrade.1", hex="G14", tile="5")
    assert yellow.play(lay("G14", "15", 1)).s.tiles["G14"] == ("15", 1)
    green = on_turn("FT", (("G14", "15", 1),), phase="7")
    green.refused(lay("G14", "915", 0), "VIII.upgrade.1", hex="G14", tile="915")
    green.refused(lay("G14", "14", 1), "VIII.upgrade.1", hex="G14", tile="14")
    assert green.play(lay("G14", "611", 1)).s.tiles["G14"] == ("611", 1)
    brown = on_turn("FT", (("G14", "611", 1),), phase="7")
    assert brown.play(lay("G14", "915", 1)).s.tiles["G14"] == ("915", 1)


@rule("1848", "VIII.upgrade.1")
def test_upgrade_1_a_bare_hex_takes_yellow_first() -> None:
    on_turn("FT", phase="7").refused(lay("G14", "15", 1), "VIII.upgrade.1", hex="G14", tile="15")


@rule("1848", "VIII.upgrade.2")
@pytest.mark.parametrize(
    ("lying", "new", "before", "since", "number"),
    [
        (("57", 1), ("15", 1), "2", "3", "X.1.1"),
        (("15", 1), ("611", 1), "4", "5", "VIII.upgrade.2"),
        (("611", 1), ("915", 1), "6", "7", "VIII.upgrade.2"),
    ],
)
def test_upgrade_2_colours_come_with_trains(
    lying: tuple[str, int], new: tuple[str, int], before: str, since: str, number: str
) -> None:
    on_turn("FT", (("G14", *lying),), phase=before).refused(lay("G14", *new), number, tile=new[0])
    assert on_turn("FT", (("G14", *lying),), phase=since).play(lay("G14", *new)).s.tiles["G14"] == new


@rule("1848", "VIII.upgrade.3", "VIII.upgrade.7")
def test_upgrade_3_only_what_the_company_can_run_on() -> None:
    """Sydney lies behind Wollongong; full of QR's it cannot be passed, though it can itself be replaced."""
    t = on_turn("FT", EAST, phase="3")
    assert t.play(lay("F17", "236", 0)).s.tiles["F17"] == ("236", 0)
    shut = beside(t, "QR", ("G16", 0))
    shut.refused(lay("F17", "236", 0), "VIII.upgrade.3", hex="F17", tile="236")
    assert shut.play(lay("G16", "15", 0)).s.tiles["G16"] == ("15", 0)
    alone = on_turn("QR", (("B19", "5", 0), *CANBERRA), phase="3")
    alone.refused(lay("G14", "15", 1), "VIII.upgrade.3", hex="G14", tile="15")


@rule("1848", "VIII.upgrade.3", "VIII.track.14")
def test_upgrade_3_track_that_came_to_a_blank_side_is_joined_by_the_upgrade() -> None:
    """Canberra's track ends at Wollongong, whose tile leads from Sydney to F15: a tile with track there joins it.

    So it is on E16, where Sydney's track comes from the south-east.
    """
    t = on_turn("FT", (*CANBERRA, ("G16", "5", 2)), phase="3")
    assert t.play(lay("G16", "15", 0)).s.tiles["G16"] == ("15", 0)
    plain = on_turn("NSW", (("F17", "6", 0), ("E16", "8", 0)), phase="3")
    plain.refused(lay("E16", "25", 0), "VIII.upgrade.3", hex="E16", tile="25")
    assert plain.play(lay("E16", "31", 0)).s.tiles["E16"] == ("31", 0)


@rule("1848", "VIII.upgrade.4")
def test_upgrade_4_no_track_is_lost() -> None:
    """Canberra has track to the west and the east; plain track on E16 leads from Sydney to the north-west."""
    t = on_turn("FT", CANBERRA, phase="3")
    t.refused(lay("G14", "15", 2), "VIII.upgrade.4", hex="G14", tile="15")
    t.refused(lay("G14", "15", 3), "VIII.upgrade.4", hex="G14", tile="15")
    for rotation in (1, 4):
        assert t.play(lay("G14", "15", rotation)).s.tiles["G14"] == ("15", rotation)
    plain = on_turn("NSW", (("F17", "6", 0), ("E16", "9", 2)), phase="3")
    plain.refused(lay("E16", "25", 2), "VIII.upgrade.4", hex="E16", tile="25")


@rule("1848", "VIII.upgrade.5")
def test_upgrade_5_new_track_need_not_be_reached() -> None:
    """On E16 the track from Sydney crosses another one, which nobody reaches."""
    t = on_turn("NSW", (("F17", "6", 0), ("E16", "9", 2)), phase="3")
    assert t.play(lay("E16", "20", 2)).s.tiles["E16"] == ("20", 2)
    assert t.play(lay("E16", "20", 1)).s.tiles["E16"] == ("20", 1)


@rule("1848", "VIII.upgrade.6")
def test_upgrade_6_kinds_are_never_mixed() -> None:
    """A city by plain track and by OO, K by a city without, a city by K, plain track by a city, towns by anything."""
    city = on_turn("FT", CANBERRA, phase="3")
    city.refused(lay("G14", "23", 1), "VIII.upgrade.1", hex="G14", tile="23")
    city.refused(lay("G14", "59", 1), "VIII.upgrade.6", hex="G14", tile="59")
    city.refused(lay("G14", "236", 1), "VIII.upgrade.6", hex="G14", tile="236")
    sydney = on_turn("NSW", (("F17", "57", 0),), phase="3")
    sydney.refused(lay("F17", "15", 0), "VIII.upgrade.6", hex="F17", tile="15")
    brown = on_turn("NSW", (("F17", "236", 0),), phase="5")
    brown.refused(lay("F17", "611", 0), "VIII.upgrade.6", hex="F17", tile="611")
    assert brown.play(lay("F17", "239", 0)).s.tiles["F17"] == ("239", 0)
    plain = on_turn("NSW", (("F17", "6", 0), ("E16", "9", 2)), phase="3")
    plain.refused(lay("E16", "15", 1), "VIII.upgrade.1", hex="E16", tile="15")
    towns = on_turn("QR", (("B19", "5", 0), ("C18", "55", 0)), phase="7")
    for tile in ("14", "20", "23"):
        towns.refused(lay("C18", tile, 0), "VIII.upgrade.1", hex="C18", tile=tile)
    assert not towns.offers("lay", "C18")


@rule("1848", "VIII.upgrade.7", "VIII.token.5")
def test_upgrade_7_a_second_circle_opens_a_city() -> None:
    """QR fills Wollongong; FT replaces it in one turn and runs, builds and settles beyond it."""
    tiles = [tile for tile in EAST if tile[0] != "E18"]
    t = beside(on_turn("FT", tiles, "3", phase="3"), "QR", ("G16", 0))
    t.refused(lay("E18", "57", 0), "VIII.track.4")
    after = t.play(lay("G16", "15", 0))
    assert after.s.stations["G16"] == (("QR",),)
    while after.turn[0] != "run_trains":
        after = after.play(act(0, "pass_station"))
    assert earns(after, [("F17", 6), ("F17", 0), ("G16", 6), ("G16", 1), ("G14", 6)]) == 20 + 30 + 20
    open_ = [("G16", "15", 0), *(tile for tile in tiles if tile[0] != "G16")]
    next_turn = beside(on_turn("FT", open_, "3", phase="3"), "QR", ("G16", 0))
    assert next_turn.play(lay("E18", "57", 0)).s.tiles["E18"] == ("57", 0)


@rule("1848", "VIII.upgrade.7")
def test_upgrade_7_full_again_it_blocks_again() -> None:
    open_ = [("G16", "15", 0), *(tile for tile in EAST if tile[0] != "G16")]
    t = beside(running("FT", open_, "3", phase="3"), "QR", ("G16", 0))
    t.opened("VR", par=90, shares={2: 60}).home("VR").station("VR", "G16").operating("FT", "run_trains")
    t.refused(run([("F17", 6), ("F17", 0), ("G16", 6), ("G16", 1), ("G14", 6)]), "XI.gen.7", hex="G16")


@rule("1848", "VIII.upgrade.8")
def test_upgrade_8_a_replaced_tile_can_be_laid_again() -> None:
    """All three 57 lie on the board; Canberra's comes back, and NSW, next on turn, lays it in Newcastle."""
    tiles = (("G14", "57", 1), ("F17", "57", 0), ("H9", "57", 1))
    t = on_turn("FT", tiles, phase="3").opened("NSW", par=70, shares={1: 60}).home("NSW").cash({"NSW": 100})
    t.operating("NSW")
    t.refused(lay("E18", "57", 0, seat=1), "II.3", tile="57")
    t.operating("FT")
    assert t.s.supply["57"] == 0
    after = t.play(lay("G14", "15", 1))
    assert after.s.supply["57"] == 1
    after = turn_over(after)
    assert after.turn == ("lay_track", "NSW")
    assert after.play(lay("E18", "57", 0, seat=1)).s.supply["57"] == 0
