"""4.1: first tiles, their gauges, the map, and what ground costs."""

from __future__ import annotations

import pytest

from stellwerk.games.g1853.game import TITLE
from tests.games.g1853.building import (
    AJMER,
    CALCUTTA,
    DELHI,
    HYDERABAD,
    MADRAS,
    TO_HYDERABAD,
    TRICHINOPOLY,
    Tile,
    lay,
    on_turn,
)
from tests.games.g1853.positions import GAME, act, table
from tests.marks import rule


@rule(GAME, "1.board.1")
def test_board_1_23_named_cities_and_small_towns_without_names() -> None:
    hexes = table().game.rules.hexmap.hexes
    named = {
        hex_.name: {stop.name for stop in hex_.face.stops} for hex_ in hexes if any(s.name for s in hex_.face.stops)
    }
    assert len(named) == 23
    assert all(len(names) == 1 for names in named.values())
    stops = [stop for hex_ in hexes for stop in hex_.face.stops]
    assert all(bool(stop.name) == (stop.kind == "city") for stop in stops)
    assert sum(stop.kind == "town" for stop in stops) > 23


@rule(GAME, "1.tiles.1", "TL.1", "TL.2", "TL.3", "TL.4")
def test_tiles_1_how_many_of_each_colour() -> None:
    catalogue = table().game.rules.catalogue
    counts = dict.fromkeys(("yellow", "green", "brown", "grey"), 0)
    for number, count in catalogue.counts.items():
        counts[catalogue.face(number, 0).colour] += count
    assert counts == {"yellow": 128, "green": 64, "brown": 18, "grey": 7}


@rule(GAME, "4.1.4a")
@pytest.mark.parametrize("tile", ["80", "233", "106"])
def test_4_1_4a_the_first_tile_is_yellow(tile: str) -> None:
    on_turn("MSM", phase="4").refused(lay("Q17", tile, 2), "4.1.4a", hex="Q17", tile=tile)
    on_turn("MSM", phase="3").refused(lay("Q17", "106", 2), "4.2.1b")


@rule(GAME, "4.1.4b")
@pytest.mark.parametrize("name", [DELHI, CALCUTTA, "M9", MADRAS, "N22"])
def test_4_1_4b_no_yellow_tile_on_printed_track(name: str) -> None:
    for tile in ("6", "5", "9", "75"):
        on_turn("NWR").refused(lay(name, tile, 0), "4.1.4b", hex=name, tile=tile)


@rule(GAME, "4.1.5a")
@pytest.mark.parametrize("tile", ["9", "79"])
def test_4_1_5a_every_company_builds_both_gauges(tile: str) -> None:
    for company, name, turned in (("BNR", "K27", 0), ("MSM", "Q17", 2)):
        assert on_turn(company).play(lay(name, tile, turned)).s.tiles[name] == (tile, turned)


@rule(GAME, "4.1.6a", "4.2.9")
@pytest.mark.parametrize(("tile", "turned", "passes"), [("6", 3, False), ("15", 3, True)])
def test_4_1_6a_a_city_full_of_others(tile: str, turned: int, passes: bool) -> None:
    """Hyderabad has one circle or two; beyond it lies N16."""
    t = on_turn("MSM", *TO_HYDERABAD, (HYDERABAD, tile, turned), others=("BNR",), stations=(("BNR", HYDERABAD),))
    if passes:
        assert t.may(lay("N16", "4", 0))
    else:
        t.refused(lay("N16", "4", 0), "4.1.6a")
        t.refused(act(0, "lay", "N16"), "4.1.6a")
    free = on_turn("MSM", *TO_HYDERABAD, (HYDERABAD, tile, turned))
    assert free.may(lay("N16", "4", 0))


@rule(GAME, "4.1.6b")
def test_4_1_6b_the_gauge_goes_on() -> None:
    standard = on_turn("MSM", ("Q17", "9", 2))
    standard.refused(lay("P16", "79", 2), "4.1.6b", hex="P16", tile="79")
    assert standard.may(lay("P16", "9", 2))
    metre = on_turn("MSM", ("Q17", "79", 2), ("P16", "233", 2))
    assert metre.may(lay(HYDERABAD, "76", 3))
    metre.refused(lay(HYDERABAD, "6", 3), "4.2.6b")


@rule(GAME, "4.2.x1", "4.2.6b")
def test_4_2_x1_dual_track_that_is_reached_in_standard_gauge() -> None:
    t = on_turn("MSM", ("Q17", "9", 2), ("P16", "233", 2))
    t.refused(lay(HYDERABAD, "76", 3), "4.2.6b", tile="76")
    assert t.may(lay(HYDERABAD, "6", 3))


@rule(GAME, "4.2.x2", "4.1.6c", "4.2.6b")
@pytest.mark.parametrize(("tile", "turned"), [("717", 1), ("716", 4)])
def test_4_2_x2_an_own_station_lets_the_gauge_change(tile: str, turned: int) -> None:
    """Standard track leads to Hyderabad. Its tile has dual track, or standard and metre track, as far as N14."""
    tiles = (*TO_HYDERABAD, (HYDERABAD, tile, turned))
    without, there = on_turn("MSM", *tiles), on_turn("MSM", *tiles, stations=(("MSM", HYDERABAD),))
    without.refused(lay("N14", "74", 2), "4.2.6b", company="MSM")
    assert there.may(lay("N14", "74", 2))
    assert without.may(lay("N14", "4", 2)) == there.may(lay("N14", "4", 2)) == (tile == "717")


@rule(GAME, "4.1.6c")
def test_4_1_6c_printed_dual_track_with_an_own_station() -> None:
    t = on_turn("ECR")
    assert t.may(lay("M21", "9", 2))
    assert t.may(lay("M21", "79", 2))


@rule(GAME, "4.1.6d", "4.1.15")
def test_4_1_15_yellow_tiles_know_no_territory() -> None:
    """MSM builds up to Nagpur, which is none of its territory, in phase 2."""
    line: tuple[Tile, ...] = (*TO_HYDERABAD, (HYDERABAD, "6", 3), ("N16", "4", 0), ("M17", "9", 0), ("L18", "58", 0))
    t = on_turn("MSM", *line)
    assert "K17" not in t.numbers.territories["MSM"]
    assert t.play(lay("K17", "115", 5)).s.tiles["K17"] == ("115", 5)


@rule(GAME, "4.1.9a")
@pytest.mark.parametrize(
    ("company", "name", "tile"),
    [
        ("EIR", "I27", "9"),
        ("EIR", "I27", "6"),
        ("EIR", "I27", "55"),
        ("MSM", "Q17", "4"),
        ("MSM", "Q17", "6"),
        ("SIR", TRICHINOPOLY, "4"),
        ("SIR", TRICHINOPOLY, "9"),
        ("NWR", "E15", "4"),
    ],
)
def test_4_1_9a_tile_and_hex_fit(company: str, name: str, tile: str) -> None:
    on_turn(company).refused(lay(name, tile, 2), "4.1.9a", hex=name, tile=tile)


@rule(GAME, "4.1.9b")
def test_4_1_9b_one_line_of_two_towns_is_enough() -> None:
    """E15 has two towns; E13 leads there from the west. Tile 55 has lines 1-4 and 0-3, tile 71 both towns on one."""
    t = on_turn("NWR", ("E13", "3", 4))
    assert t.may(lay("E15", "55", 0))
    t.refused(lay("E15", "71", 0), "4.1.6a")
    metre = on_turn("NWR", ("E13", "72", 4))
    metre.refused(lay("E15", "55", 0), "4.1.6b")
    assert metre.may(lay("E15", "71", 1))


@rule(GAME, "4.1.9b", "4.1.6a")
def test_track_goes_on_beyond_two_towns_on_one_line() -> None:
    """Tile 71 leads from E13 through both towns of E15 to D16."""
    t = on_turn("NWR", ("E13", "72", 4), ("E15", "71", 1))
    assert t.may(lay("D16", "78", 0))
    t.refused(lay("D16", "8", 0), "4.1.6b")


@rule(GAME, "4.1.10", "R-34")
def test_4_1_10_not_off_the_map() -> None:
    """Q17 has no neighbour in the east; what lies half on the paper is none either."""
    t = on_turn("MSM")
    t.refused(lay("Q17", "7", 4), "4.1.10", hex="Q17", tile="7")
    on_turn("ECR").refused(lay("O21", "4", 0), "4.1.10")


@rule(GAME, "4.1.11")
def test_4_1_11_a_blank_side_is_no_obstacle() -> None:
    """P18 has a tile without track to the west: P16 may point there."""
    t = on_turn("MSM", ("Q17", "9", 2), ("P18", "3", 2))
    assert t.play(lay("P16", "7", 4)).s.tiles["P16"] == ("7", 4)


GROUND = {
    "river": ("H26", 40, 30),
    "rivers": ("L26", 60, 40),
    "hill": ("J22", 80, 50),
    "mountain": ("M23", 140, 70),
    "high_mountain": ("B12", 240, 100),
}


@rule(GAME, "T4", "1.board.3", "4.1.12b")
@pytest.mark.parametrize("kind", GROUND)
def test_t4_what_ground_costs(kind: str) -> None:
    name, standard, metre = GROUND[kind]
    t = on_turn("ECR")
    hexmap, face = t.game.rules.hexmap, t.game.rules.catalogue.face
    assert hexmap[name].ground == (kind,)
    town = bool(hexmap[name].face.stops)
    for tile, cost in (("4" if town else "9", standard), ("74" if town else "79", metre)):
        assert t.game.track.cost(t.s, "ECR", hexmap.number[name], face(tile, 0)) == cost
    assert t.game.track.cost(t.s, "ECR", hexmap.number["M21"], face("9", 2)) == 0


@rule(GAME, "4.1.12a", "T4", "1.board.3")
def test_4_1_12a_ground_is_paid_for_once_and_before() -> None:
    """M23 lies in mountains: 140 in standard gauge, 70 in metre gauge."""
    assert on_turn("ECR", cash=140).play(lay("M23", "9", 0)).money("ECR") == 0
    assert on_turn("ECR", cash=70).play(lay("M23", "79", 0)).money("ECR") == 0
    on_turn("ECR", cash=139).refused(lay("M23", "9", 0), "4.1.12a", cost=140, cash=139)
    assert on_turn("ECR", cash=139).may(lay("M23", "79", 0))
    on_turn("ECR", cash=69).refused(lay("M23", "79", 0), "4.1.12a", cost=70, cash=69)
    assert on_turn("ECR", cash=0).play(lay("M21", "9", 2)).money("ECR") == 0


@rule(GAME, "4.1.12a")
def test_4_1_12a_a_hill_in_metre_gauge() -> None:
    """I17 is a hill: Nagpur leads there by J16 and I15."""
    line: tuple[Tile, ...] = (("K17", "113", 2), ("J16", "74", 2), ("I15", "77", 4))
    t = on_turn("BNR", *line, cash=30)
    t.refused(lay("I17", "79", 1), "4.1.12a", cost=50, cash=30)
    assert on_turn("BNR", *line, cash=50).play(lay("I17", "79", 1)).money("BNR") == 0


@rule(GAME, "4.1.12b")
def test_4_1_12b_a_fork_is_several_rivers() -> None:
    t = on_turn("GIP", cash=60)
    assert t.play(lay("H20", "6", 0)).money("GIP") == 0
    assert on_turn("GIP", cash=40).play(lay("H20", "76", 0)).money("GIP") == 0
    on_turn("GIP", cash=59).refused(lay("H20", "6", 0), "4.1.12a", cost=60, cash=59)


@rule(GAME, "4.1.13")
def test_4_1_13_ajmer_for_a_large_bbci() -> None:
    assert on_turn("BBCI", large=True).play(lay(AJMER, "6", 0)).money("BBCI") == 1000 - 70
    assert on_turn("BBCI", large=True).play(lay(AJMER, "76", 0)).money("BBCI") == 1000 - 70
    assert on_turn("BBCI").play(lay(AJMER, "6", 0)).money("BBCI") == 1000 - 140
    assert on_turn("BBCI").play(lay(AJMER, "76", 0)).money("BBCI") == 1000 - 70
    t = on_turn("GIP", large=True)
    number = t.game.rules.hexmap.number[AJMER]
    assert t.game.track.cost(t.s, "GIP", number, t.game.rules.catalogue.face("6", 0)) == 140


@rule(GAME, "R-56")
@pytest.mark.parametrize(("option", "standard", "metre"), [("sum", 120, 80), ("dearest", 80, 50)])
def test_r_56_two_kinds_of_ground(option: str, standard: int, metre: int) -> None:
    t = on_turn("BBCI", large=True, mixed_terrain=option)
    assert t.game.rules.hexmap["L10"].ground == ("hill", "river")
    assert t.play(lay("L10", "4", 0)).money("BBCI") == 1000 - standard
    assert t.play(lay("L10", "74", 0)).money("BBCI") == 1000 - metre


@rule(GAME, "TL.6")
def test_tl_6_the_supply_ends() -> None:
    """Both tiles 56 lie elsewhere."""
    t = on_turn("NWR", ("E13", "3", 4), ("G21", "56", 0), ("H16", "56", 0))
    t.refused(lay("E15", "56", 1), "TL.6", tile="56")
    assert on_turn("NWR", ("E13", "3", 4), ("G21", "56", 0)).may(lay("E15", "56", 1))


def test_nothing_is_wrong_with_tiles_and_board() -> None:
    said = [fault for fault in TITLE.problems() if fault.startswith(("tiles.toml", "map.toml"))]
    assert not said


@rule(GAME, "P-3")
@pytest.mark.parametrize("rotation", [-1, 6])
def test_a_tile_lies_in_one_of_six_positions(rotation: int) -> None:
    on_turn("SIR").refused(lay(TRICHINOPOLY, "6", rotation), "P-3", tile="6", rotation=rotation)
