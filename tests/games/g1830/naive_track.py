"""Which tiles a company may lay, sentence by sentence from 7.2: every tile, turned every way, on every hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.tiles import STOP, Face
from tests.eighteen.boards import Board, Walks
from tests.games.g1830.positions import Table

LISTED = {
    "no city": ("7", "8", "9"),
    "one town": ("3", "4", "58"),
    "two towns": ("1", "2", "55", "56", "69"),
    "one city": ("57",),
    "OO": ("59",),
    "B": ("53",),
    "NY": ("54",),
}
"""7.2.1.8: what the first tile of a hex may be."""

UPGRADES = {
    **dict.fromkeys(("1", "2", "3", "4", "55", "56", "58", "69"), ()),
    "7": ("18", "26", "27", "28", "29"),
    "8": ("16", "19", "23", "24", "25", "28", "29"),
    "9": ("18", "19", "20", "23", "24", "26", "27"),
    "57": ("14", "15"),
    "14": ("63",),
    "15": ("63",),
    "16": ("43", "70"),
    "18": ("43",),
    "19": ("45", "46"),
    "20": ("44", "47"),
    "23": ("41", "43", "45", "47"),
    "24": ("42", "43", "46", "47"),
    "25": ("40", "45", "46"),
    "26": ("42", "44", "45"),
    "27": ("41", "44", "46"),
    "28": ("39", "46", "70"),
    "29": ("39", "45", "70"),
    "53": ("61",),
    "54": ("62",),
    "59": ("64", "65", "66", "67", "68"),
}
"""7.2.2.8: the list of the book."""

COLOURS = {"2": {"yellow"}, "3": {"yellow", "green"}, "4": {"yellow", "green"}}
LATER = {"yellow", "green", "brown"}
BLOCKED = {"SV": {"G15"}, "CS": {"B20"}, "DH": {"F16"}, "MH": {"D18"}, "CA": {"H18"}, "BO": {"I13", "I15"}}
KINDS = {(): "no city", ("town",): "one town", ("town", "town"): "two towns", ("city",): "one city"}

Lay = tuple[str, str, int]


def naive_lays(t: Table, company: str) -> set[Lay]:
    """All that a company may lay or replace with its own connection."""
    board, face = board_of(t), t.game.rules.catalogue.face
    return {
        (hex_.name, number, rotation)
        for hex_ in t.game.rules.hexmap.hexes
        for number in t.s.supply
        for rotation in range(6)
        if may_lie(t, board, hex_, face(number, rotation)) and may_lay(t, board, company, hex_, face(number, rotation))
    }


def may_lie(t: Table, board: Board, hex_: Hex, new: Face) -> bool:
    """All but money and connection."""
    old, tile = board.faces[hex_.number], t.s.tiles.get(hex_.name)
    if hex_.kind in ("grey", "red") or t.s.supply[new.number] < 1:
        return False
    if new.colour not in COLOURS.get(t.s.phase, LATER):
        return False
    if any(owner[0] == "P" and owner[1:].isdigit() and hex_.name in BLOCKED[p] for p, owner in t.s.privates.items()):
        return False
    fitting = UPGRADES.get(tile[0], ()) if tile else LISTED[old.label or KINDS[tuple(s.kind for s in old.stops)]]
    return new.number in fitting and keeps_off(t, board, hex_.name, new) and any(matches(board, hex_, new))


def may_lay(t: Table, board: Board, company: str, hex_: Hex, new: Face) -> bool:
    """Money for the terrain of a bare hex, and a walk from an own station to some track of the new tile."""
    if hex_.name not in t.s.tiles and hex_.cost > t.s.cash[company]:
        return False
    return any(touches(board, company, hex_, new, match) for (match,) in matches(board, hex_, new))


def keeps_off(t: Table, board: Board, name: str, new: Face) -> bool:
    """7.2.1.2, R-42: each exit leads to a hex of the board, and to track if nothing can be built there."""
    for path in new.paths:
        for end in (path.a, path.b):
            if end < STOP:
                beyond = board.across(name, end)
                if beyond is None:
                    return False
                there = t.game.rules.hexmap[beyond[0]]
                if there.kind in ("grey", "red") and not any(beyond[1] in (p.a, p.b) for p in there.face.paths):
                    return False
    return True


def matches(board: Board, hex_: Hex, new: Face) -> Iterator[tuple[tuple[int, ...]]]:
    """Ways in which the cities of the new tile continue the old ones, with all track and room for all stations."""
    old, here = board.faces[hex_.number], board.stations.get(hex_.name, ())
    track = {frozenset((path.a, path.b)) for path in new.paths}
    for match in permutations(range(len(new.stops)), len(old.stops)):
        kept = all(
            frozenset(end if end < STOP else STOP + match[end - STOP] for end in (path.a, path.b)) in track
            for path in old.paths
        )
        if kept and all(len(markers) <= new.stops[match[stop]].slots for stop, markers in enumerate(here)):
            yield (match,)


def touches(board: Board, company: str, hex_: Hex, new: Face, match: tuple[int, ...]) -> bool:
    faces = list(board.faces)
    faces[hex_.number] = new
    stations = dict(board.stations)
    if hex_.name in stations:
        moved: list[tuple[str, ...]] = [()] * len(new.stops)
        for stop, markers in enumerate(stations[hex_.name]):
            moved[match[stop]] = markers
        stations[hex_.name] = tuple(moved)
    walks = Walks.of(replace(board, faces=tuple(faces), stations=stations), company)
    return any(name == hex_.name for name, _, _ in walks.track)


def board_of(t: Table) -> Board:
    hexes, face = t.game.rules.hexmap.hexes, t.game.rules.catalogue.face
    lying = tuple(face(*t.s.tiles[hex_.name]) if hex_.name in t.s.tiles else hex_.face for hex_ in hexes)
    shores = tuple((hex_.name, side) for hex_ in hexes for side in range(6) if hex_.impassable >> side & 1)
    return Board(lying, t.s.stations, shores, tuple(hex_.name for hex_ in hexes))
