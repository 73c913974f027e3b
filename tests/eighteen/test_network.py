"""What a company reaches is exactly what walks that use no hexside and no stop twice can touch."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given

from stellwerk.eighteen.network import Reach, Stations
from stellwerk.eighteen.search import find_reach
from stellwerk.eighteen.tiles import Face, read_face, turn
from tests.eighteen.boards import BARE, Board, Walks, boards, catalogue, reached
from tests.marks import examples, rule

TOWNS = ("1", "2", "3", "4", "55", "56", "58", "69")
PLAIN = ("7", "8", "9", "16", "18", "19", "20", "23", "24", "25", "26", "27", "28", "29")
BROWN = ("39", "40", "41", "42", "43", "44", "45", "46", "47", "70")
CITIES = ("57", "14", "15", "53", "54", "59", "61", "62", "63", "64", "65", "66", "67", "68")
ANY = (*TOWNS, *PLAIN, *BROWN, *CITIES, *CITIES)
LOOPS = ("57", "14", "63", "59", "7", "8", "23", "24", "25", "28", "29", "39", "40", "70", "58")


def reach_of(board: Board) -> Reach:
    return find_reach(board.hexmap, board.faces, board.stations, "X")


def same(board: Board) -> None:
    """Hold what the search finds against all walks."""
    reach, walks = reach_of(board), Walks.of(board, "X")
    homes = {name for name, stops in board.stations.items() if any("X" in here for here in stops)}
    at_home = {(name, side) for name in homes for side in range(6) if board.across(name, side)}
    assert reached(board, list(reach.edges.items())) == walks.sides | at_home
    assert {(board.names[hex_], stop) for hex_, stop in reach.stops} == walks.stops
    assert reach.route == walks.route
    assert reach.hexes == frozenset(reach.edges)


@rule("1830", "7.2.1.1", "7.4.2b", "7.4.2c", "7.3.3a", "7.3.3b")
@examples(100)
@given(boards(ANY))
def test_reach_is_what_all_walks_touch(board: Board) -> None:
    same(board)


@rule("1830", "7.2.1.1", "7.4.2b", "7.4.2g")
@examples(100)
@given(boards(LOOPS))
def test_reach_where_lines_run_into_themselves(board: Board) -> None:
    same(board)


GAUGED = {
    "a": ["0-3"],
    "b": ["0-2 metre"],
    "c": ["0-3 dual"],
    "d": ["0-3", "1-4 metre"],
    "e": ["0-1 metre", "2-4 dual"],
    "f": ["0-S0", "3-S0 metre"],
    "g": ["0-S0 metre", "2-S0 dual", "4-S0"],
    "h": ["0-S0 dual", "1-S0 dual", "3-S0", "5-S0 metre"],
}
"""Tiles of two gauges, made up so that lines of one cross, join and end at those of the other."""


@cache
def gauged(number: str, rotation: int) -> Face:
    city = [{"kind": "city", "revenue": 20, "slots": 2}] if any("S0" in path for path in GAUGED[number]) else []
    return turn(read_face(number, "yellow", {"paths": GAUGED[number], "stops": city}), rotation)


@pytest.mark.parametrize("gauge", ["standard", "metre"])
@examples(60)
@given(board=boards(sorted(GAUGED), turned=gauged))
def test_who_uses_one_gauge_reaches_what_walks_on_it_and_on_dual_track_touch(board: Board, gauge: str) -> None:
    seen = [face.on_gauges(frozenset({gauge})) for face in board.faces]
    reach, walks = find_reach(board.hexmap, seen, board.stations, "X"), Walks.of(board, "X", gauge)
    homes = {name for name, stops in board.stations.items() if any("X" in here for here in stops)}
    at_home = {(name, side) for name in homes for side in range(6) if board.across(name, side)}
    assert reached(board, list(reach.edges.items())) == walks.sides | at_home
    assert {(board.names[hex_], stop) for hex_, stop in reach.stops} == walks.stops


def test_a_face_of_one_gauge_is_made_once_and_is_the_face_itself_where_nothing_is_left_out() -> None:
    standard, mixed = frozenset({"standard"}), gauged("d", 1)
    assert mixed.on_gauges(standard) is mixed.on_gauges(standard)
    assert [path.gauge for path in mixed.on_gauges(standard).paths] == ["standard"]
    assert gauged("a", 0).on_gauges(standard) is gauged("a", 0)


def board_of(tiles: dict[str, tuple[str, int]], stations: Stations) -> Board:
    """A board of these tiles, with bare hexes around them."""
    beside = {name for hex_ in tiles for name in _around(hex_)}
    names = tuple(sorted({*tiles, *beside}))
    faces = tuple(catalogue().face(*tiles[name]) if name in tiles else BARE for name in names)
    return Board(faces, stations, names=names)


def _around(name: str) -> list[str]:
    steps = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
    return [f"{chr(ord(name[0]) + down)}{int(name[1:]) + right}" for down, right in steps]


LOOP = {"D4": ("7", 4), "E5": ("7", 2), "D6": ("15", 0)}
"""A city whose exits to the west and south-west meet each other: D6 by way of D4 and E5."""


@rule("1830", "7.4.2g", "7.6.2a", "R-14")
def test_a_line_that_comes_back_to_its_own_city_is_no_route() -> None:
    board = board_of(LOOP, {"D6": (("X",),)})
    assert not reach_of(board).route
    same(board)
    further = board_of({**LOOP, "C5": ("58", 5)}, {"D6": (("X",),)})
    assert reach_of(further).route
    same(further)


@rule("1830", "7.4.2g", "7.6.2a")
def test_two_stations_that_are_joined_have_a_route_though_each_has_a_line_back_to_itself() -> None:
    """F6 and D4 first find their own loops over the junction tiles 39, and only then each other, by way of E5."""
    tiles = {"F6": ("15", 0), "F4": ("39", 3), "G5": ("7", 2), "E5": ("9", 0)}
    tiles |= {"D6": ("39", 0), "D4": ("15", 1), "C5": ("7", 5)}
    board = board_of(tiles, {"F6": (("X",),), "D4": (("X",),)})
    assert reach_of(board).route
    same(board)


@rule("1830", "7.2.1.1", "7.4.2b")
def test_a_longer_way_round_leads_where_the_shortest_cannot() -> None:
    """From E7 the short way to the junctions of E5 goes by D6, the long one by D8, C7, C5 and D4.

    Only the long one can round the loop F4, E3 and then leave E5 towards D6, where a switch that faces that way has
    a branch to C7.
    """
    board = board_of(
        {
            "E7": ("15", 0),
            "D6": ("26", 0),
            "E5": ("43", 0),
            "F4": ("7", 2),
            "E3": ("7", 4),
            "D8": ("8", 0),
            "C7": ("8", 5),
            "C5": ("8", 4),
            "D4": ("8", 3),
        },
        {"E7": (("X",),)},
    )
    assert {("D6", 3), ("C7", 0)} <= reached(board, list(reach_of(board).edges.items()))
    same(board)
    shut = board_of({name: tile for name, tile in _tiles(board).items() if name != "D8"}, board.stations)
    assert ("D6", 3) not in reached(shut, list(reach_of(shut).edges.items()))
    same(shut)


def _tiles(board: Board) -> dict[str, tuple[str, int]]:
    return {
        name: (face.number, face.rotation)
        for name, face in zip(board.names, board.faces, strict=True)
        if face is not BARE
    }


@rule("1830", "7.3.3a", "7.3.3b")
def test_7_3_3_a_full_city_of_others_is_an_end_and_an_open_one_is_not() -> None:
    """Three cities in a row: D2 (own), D4 with two circles, D6 behind it."""
    tiles = {"D2": ("57", 1), "D4": ("14", 1), "D6": ("57", 1)}
    for others, seen in (((), 3), (("Y",), 3), (("Y", "Z"), 2), (("Y", "X"), 3)):
        board = board_of(tiles, {"D2": (("X",),), "D4": (others,)})
        assert len(reach_of(board).stops) == seen
        same(board)
