"""Which tiles a company may lay, sentence by sentence from 7.2: every tile, turned every way, on every hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import Stations
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

PLUS_LISTED = {
    **LISTED,
    "two towns": ("1", "2", "55", "56", "69", "630", "631", "632", "633"),
    "one city": ("5", "6", "57"),
    "OO": ("59", "626"),
    "B": ("53", "592"),
    "TO": ("810",),
}
"""T-09: the same with the tiles of 1830+."""

PLUS_UPGRADES = {
    **UPGRADES,
    "1": ("88",),
    "55": ("88",),
    "633": ("88",),
    "2": ("87",),
    "56": ("87",),
    "632": ("87",),
    "69": ("204",),
    "630": ("204",),
    "631": ("204",),
    "3": ("141", "142", "143"),
    "4": ("141", "142"),
    "58": ("141", "142", "143", "144"),
    "5": ("14", "15", "619"),
    "6": ("14", "15", "619"),
    "57": ("14", "15", "619"),
    "8": (*UPGRADES["8"], "17"),
    "17": ("47",),
    "53": ("61", "884", "997"),
    "592": ("61", "884", "997"),
    "54": ("62", "883"),
    "59": (*UPGRADES["59"], "35", "36", "984"),
    "87": ("146",),
    "88": ("145",),
    "141": ("145", "146", "147"),
    "142": ("145", "146", "147"),
    "143": ("146", "147"),
    "144": ("147",),
    "204": ("147",),
    "619": ("63",),
    "810": ("882",),
}
"""T-09: what may become what with the tiles of 1830+, grey ones and what no rotation allows left out."""

COLOURS = {"2": {"yellow"}, "3": {"yellow", "green"}, "4": {"yellow", "green"}}
LATER = {"yellow", "green", "brown"}
BLOCKED = {"SV": {"G15"}, "CS": {"B20"}, "DH": {"F16"}, "MH": {"D18"}, "CA": {"H18"}, "BO": {"I13", "I15"}}
KINDS = {(): "no city", ("town",): "one town", ("town", "town"): "two towns", ("city",): "one city"}

PLUS_BLOCKED = {**BLOCKED, "PL": {"I9"}, "CC": {"I11", "J12"}, "PP": {"J10"}, "JK": {"K9", "K11"}}
PRINTED = {"white": (), "yellow": (), "green": ("23",)}
"""By colour the tile that a hex without cities shows from the start: H12 of 1830+ is printed like a 23."""

NOWHERE: Final[frozenset[str]] = frozenset()
Lay = tuple[str, str, int]
Match = tuple[int, ...]


@dataclass(frozen=True)
class Book:
    """What is read: the lists of a side of the board, and two variants of the rules."""

    listed: Mapping[str, tuple[str, ...]]
    upgrades: Mapping[str, tuple[str, ...]]
    blocked: Mapping[str, set[str]]
    new_track: bool = False
    """V-7.6b: a route must lead onto new track."""

    joins: bool = False
    """V-7.8b: both exits of a 59 may be led into one city."""

    coal: str = ""
    """S-1.2-7.2b: the hex beyond which no route leads without a licence."""


CLASSIC = Book(LISTED, UPGRADES, BLOCKED)
PLUS = Book(PLUS_LISTED, PLUS_UPGRADES, PLUS_BLOCKED)


def naive_lays(t: Table, company: str, book: Book = CLASSIC) -> set[Lay]:
    """All that a company may lay or replace with its own connection."""
    board, face = board_of(t), t.game.rules.catalogue.face
    return {
        (hex_.name, number, rotation)
        for hex_ in t.game.rules.hexmap.hexes
        for number in t.s.supply
        for rotation in range(6)
        if may_lie(t, book, board, hex_, face(number, rotation))
        and may_lay(t, book, board, company, hex_, face(number, rotation))
    }


def may_lie(t: Table, book: Book, board: Board, hex_: Hex, new: Face) -> bool:
    """All but money and connection."""
    old, tile = board.faces[hex_.number], t.s.tiles.get(hex_.name)
    if hex_.kind in ("grey", "red") or t.s.supply[new.number] < 1:
        return False
    if new.colour not in COLOURS.get(t.s.phase, LATER):
        return False
    players = [p for p, owner in t.s.privates.items() if owner[0] == "P" and owner[1:].isdigit()]
    if any(hex_.name in book.blocked[private] for private in players):
        return False
    if tile or PRINTED[hex_.kind]:
        fitting = book.upgrades.get(tile[0] if tile else PRINTED[hex_.kind][0], ())
    else:
        fitting = book.listed[old.label or KINDS[tuple(s.kind for s in old.stops)]]
    return new.number in fitting and keeps_off(t, board, hex_.name, new) and [*ways(book, board, hex_, new)] != []


def may_lay(t: Table, book: Book, board: Board, company: str, hex_: Hex, new: Face) -> bool:
    """Money for the terrain of a bare hex, and a walk from an own station to some track of the new tile."""
    if hex_.name not in t.s.tiles and hex_.cost > t.s.cash[company]:
        return False
    barred = frozenset({book.coal}) if book.coal and company not in t.s.licences else NOWHERE
    return any(touches(board, company, hex_, new, match, book, barred) for match in ways(book, board, hex_, new))


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


def ways(book: Book, board: Board, hex_: Hex, new: Face) -> Iterator[Match]:
    """Ways in which the cities of the new tile continue the old ones, with all track and room for all stations."""
    old, here = board.faces[hex_.number], board.stations.get(hex_.name, ())
    track = {frozenset((path.a, path.b)) for path in new.paths}
    several = len(old.stops)
    for match in (*permutations(range(len(new.stops)), several), *joining(book, old, here, new)):
        room = [stop.slots for stop in new.stops]
        for stop, markers in enumerate(here):
            room[match[stop]] -= len(markers)
        if kept(old, match) <= track and all(left >= 0 for left in room):
            yield match


def joining(book: Book, old: Face, here: tuple[tuple[str, ...], ...], new: Face) -> Iterator[Match]:
    """R-97: two cities may become one. V-7.8b: and so may those of a 59 without two stations on one city of two."""
    if len(old.stops) > len(new.stops) == 1:
        yield (0,) * len(old.stops)
    if book.joins and old.number == "59" and sum(map(len, here)) < 2:
        yield from ((0, 0), (1, 1))


def kept(old: Face, match: Match) -> set[frozenset[int]]:
    """Where the old track lies on the new tile."""
    return {frozenset(end if end < STOP else STOP + match[end - STOP] for end in path[:2]) for path in old.paths}


def touches(
    board: Board,
    company: str,
    hex_: Hex,
    new: Face,
    match: Match,
    book: Book = CLASSIC,
    barred: frozenset[str] = NOWHERE,
) -> bool:
    """Whether some walk meets track of the new tile; where the book asks for it, track that is new."""
    faces = list(board.faces)
    faces[hex_.number] = new
    old = kept(board.faces[hex_.number], match) if book.new_track else set()
    wanted = {(hex_.name, path.a, path.b) for path in new.paths if frozenset((path.a, path.b)) not in old}
    for placed in standing(board, hex_.name, new, match):
        walks = Walks.of(replace(board, faces=tuple(faces), stations=placed), company, barred=barred)
        if not wanted.isdisjoint(walks.track):
            return True
    return False


def standing(board: Board, name: str, new: Face, match: Match) -> Iterator[Stations]:
    """Where the stations may stand on the new tile: a lone one whose exits were joined stands in either city."""
    if name not in board.stations:
        yield board.stations
        return
    moved: list[tuple[str, ...]] = [()] * len(new.stops)
    for stop, markers in enumerate(board.stations[name]):
        moved[match[stop]] += markers
    yield {**board.stations, name: tuple(moved)}
    if len(match) > 1 == len(set(match)) and len(new.stops) > 1:
        yield {**board.stations, name: tuple(moved[::-1])}


def board_of(t: Table) -> Board:
    hexes, face = t.game.rules.hexmap.hexes, t.game.rules.catalogue.face
    lying = tuple(face(*t.s.tiles[hex_.name]) if hex_.name in t.s.tiles else hex_.face for hex_ in hexes)
    shores = tuple((hex_.name, side) for hex_ in hexes for side in range(6) if hex_.impassable >> side & 1)
    return Board(lying, t.s.stations, shores, tuple(hex_.name for hex_ in hexes))
