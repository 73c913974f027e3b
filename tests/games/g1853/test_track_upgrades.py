"""4.2: replacing tiles, and the five printed cities."""

from __future__ import annotations

import pytest

from tests.games.g1853.building import (
    BOMBAY,
    CALCUTTA,
    DELHI,
    HYDERABAD,
    LAHORE,
    MADRAS,
    TO_HYDERABAD,
    TRICHINOPOLY,
    WALTAIR,
    Tile,
    lay,
    on_turn,
)
from tests.games.g1853.naive_track import UPGRADES
from tests.games.g1853.positions import GAME, India, act, table
from tests.marks import rule


@rule(GAME, "4.2.1b", "T6")
@pytest.mark.parametrize(
    ("old", "turned", "new", "again", "phase"),
    [("9", 2, "233", 2, "3"), ("233", 2, "107", 1, "4"), ("107", 1, "112", 1, "5")],
)
def test_4_2_1b_colours_come_with_phases(old: str, turned: int, new: str, again: int, phase: str) -> None:
    early = str(int(phase) - 1)
    on_turn("ECR", ("M21", old, turned), phase=early).refused(lay("M21", new, again), "4.2.1b", tile=new)
    upgraded = on_turn("ECR", ("M21", old, turned), phase=phase).play(lay("M21", new, again))
    assert upgraded.s.tiles["M21"] == (new, again)


@rule(GAME, "4.2.1c", "4.2.5a")
@pytest.mark.parametrize("old", ["1", "2", "55", "56", "71"])
def test_4_2_1c_some_tiles_stay(old: str) -> None:
    """E15, a hex with two towns, lies in the territory of EIR."""
    t = on_turn("EIR", ("E15", old, 0), phase="4")
    for new in ("12", "87", "717", "102"):
        t.refused(lay("E15", new, 0), "4.2.1c", tile=new)
    t.refused(act(0, "lay", "E15"), "4.2.2b")


@rule(GAME, "4.2.2b")
def test_4_2_2b_an_upgrade_that_joins() -> None:
    """P16 lies across the end of MSM's track; tile 82 may join it, tile 83 as turned does not."""
    t = on_turn("MSM", ("Q17", "9", 2), ("P16", "9", 1), phase="3")
    assert t.play(lay("P16", "82", 4)).s.tiles["P16"] == ("82", 4)
    t.refused(lay("P16", "83", 1), "4.2.2b", hex="P16", tile="83")


@rule(GAME, "4.2.2b", "4.2.6b")
def test_4_2_2b_not_with_a_change_of_gauge() -> None:
    """MSM comes in metre gauge to a standard line: only dual track would join them."""
    t = on_turn("MSM", ("Q17", "79", 2), ("P16", "9", 2), phase="3")
    t.refused(lay("P16", "83", 2), "4.2.6b", hex="P16")
    assert t.may(lay("P16", "233", 2))


@rule(GAME, "4.2.2c", "R-34")
def test_4_2_2c_not_off_the_map_either() -> None:
    t = on_turn("ECR", ("O21", "3", 2), phase="3")
    t.refused(lay("O21", "12", 2), "4.2.2c", hex="O21")
    assert t.may(lay("O21", "12", 1))


@rule(GAME, "4.2.4")
def test_4_2_4_old_track_stays() -> None:
    t = on_turn("ECR", ("M21", "9", 2), phase="3")
    t.refused(lay("M21", "83", 0), "4.2.4", tile="83")
    assert t.may(lay("M21", "83", 2))


@rule(GAME, "4.2.5a")
def test_4_2_5a_which_stations_may_follow() -> None:
    assert on_turn("ECR", ("O21", "3", 2), phase="3").play(lay("O21", "12", 1)).s.tiles["O21"] == ("12", 1)
    assert on_turn("NWR", ("E13", "4", 2), phase="3").may(lay("E13", "88", 1))
    on_turn("ECR", ("M21", "9", 2), phase="3").refused(lay("M21", "12", 2), "4.2.5a", tile="12")
    on_turn("ECR", ("O21", "3", 2), phase="3").refused(lay("O21", "82", 1), "4.2.5a")


@rule(GAME, "4.2.5b", "R-36")
@pytest.mark.parametrize(("tile", "turned", "edges"), [("107", 1, {1, 2, 4, 5}), ("112", 1, {1, 2, 3, 4, 5})])
def test_4_2_5b_from_a_junction_track_leads_everywhere(tile: str, turned: int, edges: set[int]) -> None:
    """M21 lies before Waltair, which is at its edge 5."""
    t = on_turn("ECR", ("M21", tile, turned), phase="5")
    behind = {1: ("M19", 4), 2: ("L20", 5), 3: ("L22", 0), 4: ("M23", 1)}
    reach = t.game.track.reach(t.s, "ECR")
    number = t.game.rules.hexmap.number
    assert {edge for edge, (name, side) in behind.items() if reach.edges.get(number[name], 0) >> side & 1} == edges - {
        5
    }
    assert not t.game.track.may_mark(t.s, "ECR", "M21", 0, t.game.rules.catalogue.face(tile, turned))


@rule(GAME, "R-36")
def test_r_36_a_junction_alone_is_no_end_of_a_route() -> None:
    alone, town = on_turn("ECR", ("M21", "107", 1), phase="5"), on_turn("ECR", ("O21", "3", 2), phase="5")
    assert not alone.game.track.reach(alone.s, "ECR").route
    assert town.game.track.reach(town.s, "ECR").route


@rule(GAME, "4.2.6a")
def test_4_2_6a_the_gauge_stays_or_becomes_dual() -> None:
    t = on_turn("NWR", ("E13", "4", 2), phase="3")
    t.refused(lay("E13", "716", 0), "4.2.6a", hex="E13", tile="716")
    assert t.may(lay("E13", "716", 2))
    assert t.may(lay("E13", "717", 1))
    metre = on_turn("NWR", ("E13", "74", 2), phase="3")
    metre.refused(lay("E13", "716", 2), "4.2.6a")
    assert metre.may(lay("E13", "717", 1))


@rule(GAME, "4.2.7")
def test_4_2_7_no_two_grey_tiles_side_by_side() -> None:
    t = on_turn("ECR", ("M21", "112", 1), ("M19", "106", 0), phase="5")
    t.refused(lay("M19", "112", 0), "4.2.7", hex="M19", tile="112")
    t.refused(act(0, "lay", "M19"), "4.2.7")
    assert on_turn("ECR", ("M21", "107", 1), ("M19", "106", 0), phase="5").may(lay("M19", "112", 0))


@rule(GAME, "4.2.8")
def test_4_2_8_dual_track_does_not_break_a_connection() -> None:
    """All brown and grey tiles are dual: both networks of ECR lead through M21."""
    t = on_turn("ECR", ("M21", "107", 1), phase="4")
    catalogue = t.game.rules.catalogue
    for number in catalogue:
        if catalogue.face(number, 0).colour in ("brown", "grey"):
            assert catalogue.face(number, 0).gauge == "dual"
    assert t.may(lay("L20", "9", 2))
    assert t.may(lay("L20", "79", 2))


@rule(GAME, "4.2.10")
def test_4_2_10_replaced_tiles_come_back() -> None:
    t = on_turn("SIR", (TRICHINOPOLY, "115", 0), (LAHORE, "115", 0), phase="3")
    assert t.s.supply["115"] == 0
    after = t.play(lay(TRICHINOPOLY, "12", 0))
    assert (after.s.supply["115"], after.s.supply["12"]) == (1, 1)


@rule(GAME, "4.2.11")
def test_4_2_11_no_ground_is_paid_for_again() -> None:
    t = on_turn("ECR", ("M23", "9", 0), phase="3", cash=0)
    assert t.play(lay("M23", "233", 0)).money("ECR") == 0


@rule(GAME, "4.2.12a", "R-31")
@pytest.mark.parametrize(
    ("company", "name", "tile", "turned"),
    [("NWR", DELHI, "500", 1), ("EIR", CALCUTTA, "500", 0), ("MSM", MADRAS, "105", 0), ("ECR", WALTAIR, "720", 0)],
)
def test_4_2_12a_printed_cities_are_green(company: str, name: str, tile: str, turned: int) -> None:
    on_turn(company, phase="3").refused(lay(name, tile, turned), "4.2.12a", hex=name)
    after = on_turn(company, phase="4").play(lay(name, tile, turned))
    assert after.s.tiles[name] == (tile, turned)
    assert after.turn[0] != "lay_track"


@rule(GAME, "4.2.12b", "TL.5")
def test_4_2_12b_tiles_with_letters() -> None:
    on_turn("MSM", phase="4").refused(lay(MADRAS, "500", 0), "4.2.12b", tile="500")
    on_turn("NWR", phase="4").refused(lay(DELHI, "105", 0), "4.2.12b")
    on_turn("NWR", phase="4").refused(lay(DELHI, "102", 0), "4.2.12b")
    waltair = on_turn("ECR", (WALTAIR, "720", 0), phase="5")
    assert not waltair.offers("lay", WALTAIR)
    waltair.refused(lay(WALTAIR, "111", 0), "4.2.12b")
    waltair.refused(act(0, "lay", WALTAIR), "4.2.1c", old="720")
    on_turn("MSM", ("P16", "106", 0), phase="5").refused(lay("P16", "111", 0), "4.2.12b")


@rule(GAME, "4.2.12c")
def test_4_2_12c_one_grey_cd_tile() -> None:
    tiles: tuple[Tile, ...] = ((CALCUTTA, "500", 0), (DELHI, "500", 1))
    t = on_turn("NWR", *tiles, (CALCUTTA, "900", 0), phase="5")
    t.refused(lay(DELHI, "900", 1), "4.2.12c", hex=DELHI)
    assert on_turn("NWR", *tiles, phase="5").may(lay(DELHI, "900", 1))


def reached(t: India, company: str) -> set[str]:
    return {t.game.rules.hexmap.hexes[hex_].name for hex_, _ in t.game.track.reach(t.s, company).stops}


@rule(GAME, "4.2.12d")
@pytest.mark.parametrize("city", [(), ((DELHI, "500", 1),), ((DELHI, "500", 1), (DELHI, "900", 1))])
def test_4_2_12d_nobody_passes_delhi(city: tuple[Tile, ...]) -> None:
    """Track from Lahore comes to Delhi by E13; E15 lies on its other side."""
    line: tuple[Tile, ...] = ((LAHORE, "6", 3), ("D12", "9", 2), ("E13", "4", 2), ("F16", "1", 0))
    t = on_turn("NWR", *line, *city, phase="5")
    assert reached(t, "NWR") == {LAHORE, "E13", DELHI}


@rule(GAME, "4.2.12e")
@pytest.mark.parametrize(("city", "through"), [((), False), (((BOMBAY, "105", 3),), True)])
def test_4_2_12e_brown_bombay_is_passed(city: tuple[Tile, ...], through: bool) -> None:
    """GIP stands in the southern station of Bombay; MSM comes there from N10 and gets to L10 by the brown tile."""
    line: tuple[Tile, ...] = (("N10", "4", 2), ("O11", "9", 2), ("P12", "4", 2), ("Q13", "9", 2), ("R14", "6", 0))
    t = on_turn("MSM", *line, ("L10", "4", 0), *city, phase="4", stations=(("MSM", "R14"),))
    assert (BOMBAY in reached(t, "MSM")) is True
    assert ("L10" in reached(t, "MSM")) == through


@rule(GAME, "4.2.13")
def test_4_2_13_the_first_upgrade_of_calcutta() -> None:
    assert on_turn("EIR", phase="4").play(lay(CALCUTTA, "500", 0)).money("EIR") == 1000 - 60
    on_turn("EIR", phase="4", cash=59).refused(lay(CALCUTTA, "500", 0), "4.2.13", cost=60, cash=59)
    again = on_turn("EIR", (CALCUTTA, "500", 0), phase="5").play(lay(CALCUTTA, "900", 0))
    assert again.money("EIR") == 1000


@rule(GAME, "R-60")
def test_r_60_markers_of_calcutta_keep_their_exits() -> None:
    t = on_turn("EIR", phase="4", others=("BNR",)).play(lay(CALCUTTA, "500", 0))
    face, stands = t.game.rules.catalogue.face("500", 0), t.s.stations[CALCUTTA]
    exits = {markers[0]: face.stop_exits[stop] for stop, markers in enumerate(stands) if markers}
    assert exits == {"EIR": 1 << 2, "BNR": 1 << 0}
    assert sum(not markers for markers in stands) == 3


@rule(GAME, "R-60")
def test_r_60_the_stations_of_bombay_become_one() -> None:
    t = on_turn("GIP", phase="4", others=("BBCI",), large=True).play(lay(BOMBAY, "105", 3))
    assert {frozenset(markers) for markers in t.s.stations[BOMBAY]} == {frozenset({"GIP", "BBCI"})}
    face = t.game.rules.catalogue.face("105", 3)
    assert face.stops[0].slots - len(t.s.stations[BOMBAY][0]) == 1


@rule(GAME, "R-60")
def test_r_60_a_kept_home_moves_with_its_exit() -> None:
    """BNR has not started: on the brown tile the circle at its exit is kept for it, the others are free."""
    t = on_turn("EIR", phase="4").play(lay(CALCUTTA, "500", 0))
    face = t.game.rules.catalogue.face("500", 0)
    kept = {stop for stop in range(5) if t.game.track.reserved(t.s, CALCUTTA, stop, "GIP")}
    assert {face.stop_exits[stop] for stop in kept} == {1 << 0}


@rule(GAME, "TL.1", "TL.2", "TL.3", "TL.4", "TL.5")
def test_tl_the_lists_of_the_last_page() -> None:
    catalogue = table().game.rules.catalogue
    assert {number: set(ups) for number, ups in catalogue.upgrades.items()} == {
        number: set(ups) for number, ups in UPGRADES.items()
    }


@rule(GAME, "TL.1", "TL.2", "TL.3", "TL.4")
@pytest.mark.parametrize(
    ("old", "turned", "legal", "refused", "rule_id"),
    [
        ("7", 4, ("234", 4), "250", "TL.1"),
        ("81", 1, ("106", 1), "107", "TL.2"),
        ("107", 1, ("112", 1), "106", "TL.3"),
        ("112", 1, None, "106", "TL.4"),
    ],
)
def test_tl_what_plain_track_becomes(
    old: str, turned: int, legal: tuple[str, int] | None, refused: str, rule_id: str
) -> None:
    t = on_turn("ECR", ("M21", old, turned), phase="5")
    t.refused(lay("M21", refused, 1), rule_id, tile=refused)
    assert legal is None or t.may(lay("M21", *legal))


@rule(GAME, "TL.1", "TL.3", "TL.6", "TL.4")
def test_tl_what_stations_become() -> None:
    on_turn("NWR", ("E13", "58", 5), phase="3").refused(lay("E13", "12", 5), "TL.1", tile="12")
    brown = on_turn("MSM", *TO_HYDERABAD, (HYDERABAD, "103", 3), phase="5")
    assert brown.may(lay(HYDERABAD, "109", 3))
    dead_end = on_turn("MSM", *TO_HYDERABAD, (HYDERABAD, "102", 0), phase="5")
    dead_end.refused(lay(HYDERABAD, "109", 3), "TL.3")
    used = on_turn("MSM", *TO_HYDERABAD, (HYDERABAD, "103", 3), ("E7", "109", 0), ("G13", "109", 0), phase="5")
    used.refused(lay(HYDERABAD, "109", 3), "TL.6", tile="109")
