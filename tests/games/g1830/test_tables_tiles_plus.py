"""The table of tiles beyond Classic, row by row, and the lists of extensions: T-09, V-1.4, R-96, R-97."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

import pytest

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.track import Track
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import Table, act, fresh, game_for, table
from tests.marks import rule

PLAIN, CITY, TOWN, TOWNS = "H6 D16 I7 E13", "H4 H10 E19 H16 K13", "D4 E7 F10", "G7 G17 F20"
OO, B, NY, TO = "D10 E5 E11 H18", "E23 I15", "G19", "D10"

ROWS: Final = {
    # tile: (colour, how many, what may replace it, hexes on which it may lie)
    "6": ("yellow", 2, "14 15 619", CITY),
    "5": ("yellow", 2, "14 15 619", CITY),
    "630": ("yellow", 1, "204", TOWNS),
    "631": ("yellow", 1, "204", TOWNS),
    "632": ("yellow", 1, "87", TOWNS),
    "633": ("yellow", 1, "88", TOWNS),
    "17": ("green", 1, "47", PLAIN),
    "141": ("green", 1, "145 146 147", TOWN),
    "142": ("green", 1, "145 146 147", TOWN),
    "143": ("green", 1, "146 147", TOWN),
    "144": ("green", 1, "147", TOWN),
    "88": ("green", 1, "145", TOWN),
    "204": ("green", 1, "147", TOWN),
    "87": ("green", 1, "146", TOWN),
    "619": ("green", 1, "63", CITY),
    "592": ("green", 2, "61 884 997", B),
    "810": ("green", 1, "882", TO),
    "626": ("green", 1, "", OO),
    "145": ("brown", 1, "", TOWN),
    "147": ("brown", 1, "", TOWN),
    "146": ("brown", 1, "", TOWN),
    "884": ("brown", 1, "", B),
    "997": ("brown", 1, "", B),
    "883": ("brown", 1, "", NY),
    "882": ("brown", 1, "", TO),
    "36": ("brown", 1, "", OO),
    "35": ("brown", 1, "167", OO),
    "984": ("brown", 1, "167", OO),
    "167": ("grey", 1, "", OO),
    "513": ("grey", 1, "", CITY),
}


@cache
def all_tiles(scenario: str = "D") -> Track:
    """The 1830+ side with every tile of the box in play; in G D10 is Toronto, else an OO hex."""
    rules = game_for(4, scenario).rules
    every, listed = TITLE.catalogue("classic", "plus"), TITLE.file("tiles.toml")["set"]["plus"]["upgrades"]
    return Track(replace(rules, catalogue=TITLE.tiles(every.counts, listed)))


def replacing(track: Track, tile: str, hexes: str) -> set[str]:
    """What may replace a tile that lies in any direction on one of these hexes."""
    sites: list[Hex] = [track.rules.hexmap[name] for name in hexes.split()]
    found = set()
    for site, face in product(sites, track.rules.catalogue.faces(tile)):
        found |= {
            fit.face.number for fit in track.fitting(site.number, face, track.rules.hexmap.open_edges[site.number])
        }
    return found


@rule("1830", "T-09.6", "T-09.5", "T-09.630", "T-09.631", "T-09.632", "T-09.633", "T-09.17", "T-09.141", "T-09.142")
@rule("1830", "T-09.143", "T-09.144", "T-09.88", "T-09.204", "T-09.87", "T-09.619", "T-09.592", "T-09.810", "T-09.626")
@rule("1830", "T-09.145", "T-09.147", "T-09.146", "T-09.884", "T-09.997", "T-09.883", "T-09.882", "T-09.36", "T-09.35")
@rule("1830", "T-09.984", "T-09.167", "T-09.513", "R-96", "V-1.4d", "V-1.4e", "V-1.4f")
@pytest.mark.parametrize("tile", ROWS)
def test_t_09_number_and_upgrades_of_a_tile_beyond_classic(tile: str) -> None:
    """Listed or not, a tile that loses track however it is turned replaces nothing: 626 and 36 are never replaced."""
    colour, count, upgrades, hexes = ROWS[tile]
    catalogue = all_tiles().rules.catalogue
    assert (catalogue.face(tile, 0).colour, catalogue.counts[tile]) == (colour, count)
    assert replacing(all_tiles("G" if hexes == TO else "D"), tile, hexes) == set(upgrades.split())
    assert fresh().s.supply.get(tile, 0) == 0


@rule("1830", "V-1.4d", "V-1.4e", "V-1.4f")
def test_v_1_4_more_copies_of_tiles_of_classic() -> None:
    extra = TITLE.catalogue("plus").counts
    more = {number: count for number, count in extra.items() if number in TITLE.catalogue("classic").counts}
    assert more == {"7": 3, "8": 5, "9": 5, "57": 2, "14": 1, "15": 2, "59": 1, "63": 1}


def at_albany(t: Table, *, cash: int = 500) -> Table:
    """NYC at home, with this board, before it builds."""
    return t.opened("NYC", par=67, shares={0: 60}).cash({"NYC": cash}).home("NYC").operating("NYC")


@rule("1830", "V-1.4c", "T-09.57")
def test_v_1_4c_with_extension_b_a_city_takes_5_6_and_57_and_57_becomes_619() -> None:
    t = at_albany(table(4, tile_set="extension_b"))
    assert {tile for tile, _ in t.offers("lay", "E19")} == {"5", "6", "57"}
    green = at_albany(table(4, tile_set="extension_b").phase("3").laid("E19", "57", 1))
    assert {tile for tile, _ in green.offers("lay", "E19")} == {"14", "15", "619"}
    turned = green.offers("lay", "E19", "619")[0][0]
    assert green.play(act(0, "lay", "E19", "619", turned)).s.tiles["E19"][0] == "619"


def at_akron(tile: str, phase: str = "3") -> Table:
    """The C&O in Cleveland, with a tile on G7 that it reaches, by extension A of the Classic side."""
    t = table(4, tile_set="extension_a").phase(phase).opened("C&O", par=67, shares={0: 60}).cash({"C&O": 500})
    edges = t.game.rules.hexmap
    north_west = 2
    for rotation, face in enumerate(t.game.rules.catalogue.faces(tile)):
        fits = not face.exits & ~edges.open_edges[edges.number["G7"]]
        if fits and face.exits >> north_west & 1:
            return t.laid("G7", tile, rotation).home("C&O").operating("C&O")
    raise AssertionError(tile)


@rule("1830", "V-1.4d", "R-97")
def test_v_1_4d_632_becomes_87_and_not_88() -> None:
    t = at_akron("632")
    assert {tile for tile, _ in t.offers("lay", "G7")} == {"87"}
    t.refused(act(0, "lay", "G7", "88", 0), "7.2.2.5", hex="G7", tile="88")


@rule("1830", "R-97", "V-1.4e")
def test_r_97_two_towns_become_one_and_keep_their_exits() -> None:
    t = at_akron("1")
    ((rotation,),) = t.offers("lay", "G7", "88")[:1]
    before = t.game.track.lying(t.s)[t.game.rules.hexmap.number["G7"]]
    after = t.play(act(0, "lay", "G7", "88", rotation))
    now = after.game.track.lying(after.s)[after.game.rules.hexmap.number["G7"]]
    assert (len(before.stops), len(now.stops)) == (2, 1)
    assert now.exits == before.exits


@rule("1830", "V-1.4e")
def test_v_1_4e_143_becomes_146_and_not_145() -> None:
    """The Erie has track from E11 to F10, where 143 has exits to the north-east, east and south-east."""
    t = table(4, tile_set="extension_a").phase("5").opened("Erie", par=67, shares={0: 60}).cash({"Erie": 500})
    t.laid("E11", "59", 0)
    (city,) = [stop for stop, exits in enumerate(t.game.track.lying(t.s)[e11(t)].stop_exits) if exits & 1]
    t.laid("F10", "143", 3).home("Erie", city).operating("Erie")
    assert {tile for tile, _ in t.offers("lay", "F10")} == {"146", "147"}
    t.refused(act(0, "lay", "F10", "145", 3), "7.2.2.5", hex="F10", tile="145")
    after = t.play(act(0, "lay", "F10", "146", t.offers("lay", "F10", "146")[0][0]))
    assert after.s.tiles["F10"][0] == "146"


def e11(t: Table) -> int:
    return t.game.rules.hexmap.number["E11"]


@rule("1830", "R-97", "S-2.1.6")
def test_r_97_in_d_54_becomes_883_with_one_new_york_for_both() -> None:
    t = table(4, "D").phase("5").opened("NNH", par=67, shares={0: 60}).opened("PRR", par=67, shares={1: 60})
    t.laid("G19", "54", 0).home("NNH").home("PRR").cash({"NNH": 500})
    other = 1 - t.game.track.home_stops(t.s, "NNH")[0]
    t.station("PRR", "G19", other).operating("NNH")
    after = t.play(act(0, "lay", "G19", "883", 0))
    ((both,),) = [stops for name, stops in after.s.stations.items() if name == "G19"]
    assert sorted(both) == ["NNH", "PRR"]
    assert after.money("NNH") == 500


@rule("1830", "R-96", "7.2.2.3")
def test_r_96_626_and_36_are_never_replaced_and_59_not_by_35() -> None:
    """On D10 tiles may have any exits; the Erie stands there."""
    t = table(4, tile_set="extension_a").phase("5").opened("Erie", par=67, shares={0: 60}).cash({"Erie": 500})
    t.laid("D10", "626", 0).home("Erie").station("Erie", "D10").operating("Erie")
    assert not t.offers("lay", "D10")
    for rotation in range(6):
        t.refused(act(0, "lay", "D10", "984", rotation), "7.2.2.3", hex="D10", tile="984")
    assert "167" not in replacing(all_tiles(), "36", OO)
    assert not {"35", "36"} & replacing(all_tiles(), "59", OO)


# --- grey tiles -------------------------------------------------------------------------------------------


@rule("1830", "7.2i", "R-08", "V-1.4f", "T-09.63")
def test_7_2i_grey_tiles_come_with_phase_7() -> None:
    six = at_albany(table(4, "D").phase("6").laid("E19", "63", 0))
    six.refused(act(0, "lay", "E19", "513", 0), "3.6b", hex="E19", tile="513")
    seven = at_albany(table(4, "D").phase("7").laid("E19", "63", 0))
    assert seven.play(act(0, "lay", "E19", "513", 0)).s.tiles["E19"] == ("513", 0)
    seven.refused(act(0, "lay", "E17", "513", 0), "7.2.1.6", hex="E17", tile="513")


@rule("1830", "R-08")
def test_r_08_by_an_option_they_come_with_phase_6() -> None:
    t = at_albany(table(4, "D", grey_from_phase="6").phase("6").laid("E19", "63", 0))
    assert t.may(act(0, "lay", "E19", "513", 0))
    early = at_albany(table(4, "D", grey_from_phase="6").phase("5").laid("E19", "63", 0))
    early.refused(act(0, "lay", "E19", "513", 0), "3.5a", hex="E19", tile="513")


@rule("1830", "V-1.4f")
def test_v_1_4f_66_becomes_167_and_61_nothing() -> None:
    assert replacing(all_tiles(), "66", OO) == {"167"}
    assert replacing(all_tiles(), "61", B) == set()
    t = table(4, tile_set="extension_a").phase("7").opened("Erie", par=67, shares={0: 60}).cash({"Erie": 500})
    t.laid("D10", "66", 0).home("Erie").station("Erie", "D10").operating("Erie")
    assert {tile for tile, _ in t.offers("lay", "D10")} == {"167"}


# --- cities with tiles of their own -----------------------------------------------------------------------


@rule("1830", "S-2.2-7.2", "S-0b", "T-09.810")
def test_s_2_2_7_2_in_g_toronto_takes_only_its_own_tiles() -> None:
    def toronto(phase: str) -> Table:
        return table(4, "G").phase(phase).opened("NYC", par=67, shares={0: 60}).cash({"NYC": 500}).home("NYC")

    t = toronto("3").station("NYC", "D10", 1).operating("NYC")
    t.refused(act(0, "lay", "D10", "59", 0), "7.2.1.7", hex="D10", tile="59")
    assert {tile for tile, _ in t.offers("lay", "D10")} == {"810"}
    after = t.play(act(0, "lay", "D10", "810", 0))
    assert after.money("NYC") == 500 - 80
    brown = toronto("5").laid("D10", "810", 0).station("NYC", "D10", 1).operating("NYC")
    assert {tile for tile, _ in brown.offers("lay", "D10")} == {"882"}
    assert brown.play(act(0, "lay", "D10", "882", 0)).money("NYC") == 500


@rule("1830", "S-3.1.6", "S-1.1.6")
def test_s_3_1_6_in_r_boston_takes_592_then_884_or_997() -> None:
    t = table(4, "R").phase("3").opened("B&M", par=67, shares={0: 60}).cash({"B&M": 500}).home("B&M").operating("B&M")
    assert {tile for tile, _ in t.offers("lay", "E23")} == {"592"}
    brown = table(4, "R").phase("5").opened("B&M", par=67, shares={0: 60}).cash({"B&M": 500})
    brown.laid("E23", "592", 3).home("B&M").operating("B&M")
    assert {tile for tile, _ in brown.offers("lay", "E23")} == {"884", "997"}


@rule("1830", "S-6.3.2", "R-103")
@pytest.mark.parametrize(("company", "home", "rotation"), [("B&M", "E23", 3), ("B&O", "I15", 0)])
def test_s_6_3_2_with_the_reading_the_homes_of_bm_and_bo_take_592_then_997(
    company: str, home: str, rotation: int
) -> None:
    t = table(4, "C", reading="true").phase("3").opened(company, par=67, shares={0: 60}).cash({company: 500})
    t.home(company).operating(company)
    assert {tile for tile, _ in t.offers("lay", home)} == {"592"}
    brown = table(4, "C", reading="true").phase("5").opened(company, par=67, shares={0: 60}).cash({company: 500})
    brown.laid(home, "592", rotation).home(company).operating(company)
    assert {tile for tile, _ in brown.offers("lay", home)} == {"997"}


# --- tiles that lie from the start, and tiles without end -------------------------------------------------


@rule("1830", "R-88", "T-02.9", "S-1.1.2")
def test_r_88_the_9_on_m11_is_out_of_the_supply_and_is_replaced_like_any_other() -> None:
    """The PMQ, with a station in Norfolk by hand, comes to it through the warehouse on M13; the 9 goes back."""
    start = fresh(4, "D")
    assert start.s.supply["9"] == 11
    t = table(4, "D").phase("3").opened("PMQ", par=67, shares={0: 60}).cash({"PMQ": 500})
    t.laid("L14", "8", 4).home("PMQ").station("PMQ", "L16").operating("PMQ")
    lays = t.offers("lay", "M11", "23")
    assert lays
    after = t.play(act(0, "lay", "M11", "23", lays[0][0]))
    assert (after.s.supply["9"], after.money("PMQ")) == (12, 500)


@rule("1830", "S-6.3.4")
def test_s_6_3_4_with_tiles_without_end_a_ninth_8_is_laid() -> None:
    hexes = ["D16", "D18", "D20", "E15", "F12", "F14", "F18", "G11"]

    def crowded(**options: str) -> Table:
        t = table(4, "C", **options)
        for name in hexes:
            t.laid(name, "8", 0)
        return at_albany(t.laid("E19", "57", 1))

    assert not crowded().offers("lay", "E17", "8")
    endless = crowded(unlimited_tiles="true")
    after = endless.play(act(0, "lay", "E17", "8", endless.offers("lay", "E17", "8")[0][0]))
    assert sum(number == "8" for number, _ in after.s.tiles.values()) == 9
    both = fresh(4, "C", unlimited_tiles="true", reading="true", additional_tiles="true").s.supply
    counted = {number: left for number, left in both.items() if left >= 0}
    assert counted == {"592": 2, "997": 2, "5": 3, "6": 3, "141": 2, "142": 2, "143": 2, "144": 2}
