"""The table of tiles, row by row: how many there are, and what may replace them. T-09."""

from __future__ import annotations

from itertools import product

import pytest

from stellwerk.eighteen.game import RailGame
from tests.games.g1830.positions import act, fresh, game_for, table
from tests.marks import rule

PLAIN, CITY, TOWN, TOWNS = "H6 D16 I7 E13", "H4 H10 E19 H16", "D4 E7 F10 B20", "G7 G17 F20"
OO, B, NY = "D10 E5 E11 H18", "E23 I15", "G19"

ROWS = {
    # tile: (colour, number, tiles of Classic that may replace it, hexes on which it may lie)
    "9": ("yellow", 7, "18 19 20 23 24 26 27", PLAIN),
    "8": ("yellow", 8, "16 19 23 24 25 28 29", PLAIN),
    "7": ("yellow", 4, "18 26 27 28 29", PLAIN),
    "4": ("yellow", 2, "", TOWN),
    "58": ("yellow", 2, "", TOWN),
    "3": ("yellow", 2, "", TOWN),
    "57": ("yellow", 4, "14 15", CITY),
    "55": ("yellow", 1, "", TOWNS),
    "69": ("yellow", 1, "", TOWNS),
    "2": ("yellow", 1, "", TOWNS),
    "1": ("yellow", 1, "", TOWNS),
    "56": ("yellow", 1, "", TOWNS),
    "20": ("green", 1, "44 47", PLAIN),
    "19": ("green", 1, "45 46", PLAIN),
    "18": ("green", 1, "43", PLAIN),
    "16": ("green", 1, "43 70", PLAIN),
    "23": ("green", 3, "41 43 45 47", PLAIN),
    "24": ("green", 3, "42 43 46 47", PLAIN),
    "26": ("green", 1, "42 44 45", PLAIN),
    "27": ("green", 1, "41 44 46", PLAIN),
    "25": ("green", 1, "40 45 46", PLAIN),
    "28": ("green", 1, "39 46 70", PLAIN),
    "29": ("green", 1, "39 45 70", PLAIN),
    "14": ("green", 3, "63", CITY),
    "15": ("green", 2, "63", CITY),
    "53": ("green", 2, "61", B),
    "54": ("green", 1, "62", NY),
    "59": ("green", 2, "64 65 66 67 68", OO),
    "41": ("brown", 2, "", PLAIN),
    "42": ("brown", 2, "", PLAIN),
    "40": ("brown", 1, "", PLAIN),
    "39": ("brown", 1, "", PLAIN),
    "47": ("brown", 1, "", PLAIN),
    "44": ("brown", 1, "", PLAIN),
    "45": ("brown", 2, "", PLAIN),
    "46": ("brown", 2, "", PLAIN),
    "43": ("brown", 2, "", PLAIN),
    "70": ("brown", 1, "", PLAIN),
    "63": ("brown", 3, "", CITY),
    "61": ("brown", 2, "", B),
    "62": ("brown", 1, "", NY),
    "68": ("brown", 1, "", OO),
    "67": ("brown", 1, "", OO),
    "66": ("brown", 1, "", OO),
    "65": ("brown", 1, "", OO),
    "64": ("brown", 1, "", OO),
}


def replacing(game: RailGame, tile: str, hexes: str) -> set[str]:
    """What may replace a tile that lies in any direction on one of these hexes."""
    numbers = [game.rules.hexmap.number[name] for name in hexes.split()]
    faces = [game.rules.catalogue.face(tile, rotation) for rotation in range(6)]
    edges = game.rules.hexmap.open_edges
    found = (fit for hex_, face in product(numbers, faces) for fit in game.track.fitting(hex_, face, edges[hex_]))
    return {fit.face.number for fit in found}


@rule("1830", "T-09.9", "T-09.8", "T-09.7", "T-09.4", "T-09.58", "T-09.3", "T-09.57", "T-09.55")
@rule("1830", "T-09.69", "T-09.2", "T-09.1", "T-09.56", "T-09.20", "T-09.19", "T-09.18", "T-09.16")
@rule("1830", "T-09.23", "T-09.24", "T-09.26", "T-09.27", "T-09.25", "T-09.28", "T-09.29", "T-09.14")
@rule("1830", "T-09.15", "T-09.53", "T-09.54", "T-09.59", "T-09.41", "T-09.42", "T-09.40", "T-09.39")
@rule("1830", "T-09.47", "T-09.44", "T-09.45", "T-09.46", "T-09.43", "T-09.70", "T-09.63", "T-09.61")
@rule("1830", "T-09.62", "T-09.68", "T-09.67", "T-09.66", "T-09.65", "T-09.64")
@pytest.mark.parametrize("tile", ROWS)
def test_t_09_number_and_upgrades_of_a_tile(tile: str) -> None:
    colour, count, upgrades, hexes = ROWS[tile]
    game = game_for()
    assert game.rules.catalogue.face(tile, 0).colour == colour
    assert fresh().s.supply[tile] == count
    assert replacing(game, tile, hexes) == set(upgrades.split())


@rule("1830", "T-09", "comp.4", "R-18")
def test_t_09_classic_has_these_tiles_and_no_others() -> None:
    supply = fresh().s.supply
    assert {tile: count for tile, count in supply.items() if count} == {tile: row[1] for tile, row in ROWS.items()}
    totals = {
        colour: sum(row[1] for row in ROWS.values() if row[0] == colour) for colour in ("yellow", "green", "brown")
    }
    assert totals == {"yellow": 34, "green": 25, "brown": 26}
    assert supply.get("883", 0) == 0


@rule("1830", "T-09", "7.2.2.5")
def test_t_09_a_tile_outside_the_list_is_refused() -> None:
    t = table().phase("5").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR").laid("H14", "9", 1)
    t.operating("PRR")
    assert t.may(act(0, "lay", "H14", "23", 1))
    t.refused(act(0, "lay", "H14", "16", 1), "7.2.2.5", hex="H14", tile="16")
    t.refused(act(0, "lay", "H14", "14", 1), "7.2.2.5", hex="H14", tile="14")


@rule("1830", "R-19", "T-09.28", "T-09.29")
def test_r_19_28_and_29_become_43_only_by_an_option() -> None:
    for tile in ("28", "29"):
        assert "43" not in replacing(game_for(), tile, PLAIN)
        assert "43" in replacing(game_for(upgrade_list="corrected"), tile, PLAIN)
    t = table(upgrade_list="corrected").phase("5").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR")
    t.laid("H14", "28", 1).operating("PRR")
    fitting = [rotation for number, rotation in t.offers("lay", "H14") if number == "43"]
    assert len(fitting) == 1
    printed = table().phase("5").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR").laid("H14", "28", 1)
    printed.operating("PRR").refused(act(0, "lay", "H14", "43", fitting[0]), "7.2.2.5", hex="H14", tile="43")
