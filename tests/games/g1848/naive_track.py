"""Which tiles a company of 1848 may lay, sentence by sentence from VIII: every tile, turned every way, on every hex."""

from __future__ import annotations

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.tiles import STOP, Face
from tests.eighteen.boards import Board
from tests.games.g1830.naive_track import CLASSIC, board_of, touches, ways
from tests.games.g1848.positions import England

YELLOW = {
    "plain": ("7", "8", "9"),
    "towns": ("1", "2", "55", "56", "69"),
    "city": ("5", "6", "57"),
    "K": ("5", "6", "57"),
    "OO": ("235",),
}
GREEN = {
    "plain": ("16", "18", "19", "20", "23", "24", "25", "26", "27", "28", "29", "30", "31"),
    "towns": (),
    "city": ("14", "15"),
    "K": ("236", "237", "238"),
    "OO": ("59",),
}
BROWN = {
    "plain": ("39", "40", "41", "42", "43", "44", "45", "46", "47", "70"),
    "towns": (),
    "city": ("611",),
    "K": ("239",),
    "OO": ("64", "65", "66", "67", "68"),
}
GREY = {"plain": (), "towns": (), "city": ("915",), "K": ("240",), "OO": ()}
TILES = (YELLOW, GREEN, BROWN, GREY)
"""VIII.track.6 to 10, VIII.upgrade.1, VIII.upgrade.6: by colour and kind of hex what may lie there."""

KINDS = {
    **dict.fromkeys(("C18", "D3", "G12"), "towns"),
    **dict.fromkeys(("B17", "F15", "G10"), "OO"),
    **dict.fromkeys(("B19", "F17", "G6", "H11"), "K"),
    **dict.fromkeys(("C20", "D9", "E2", "E4", "E14", "E18", "F5", "F13", "G14", "G16", "H7", "H9"), "city"),
}
RED = {
    "A4": (0, 5),
    "A6": (0, 5),
    "A18": (0, 5),
    "B21": (0,),
    "D1": (3, 4, 5),
    "F3": (2,),
}
"""Where the arrows of red and blue hexes lead."""

TASMANIA = {"I8": (2, 3), "I10": (2, 3)}
MOUNTAINS = ("C18", "D17", "E16", "F15", "G16", "H13", "H15")
DESERTS = ("B3", "B7", "B9", "C2", "C4", "C8", "E6", "E8")
COLOURS = {"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 4}
"""VIII.upgrade.2: how many colours are out."""

Lay = tuple[str, str, int]


def naive_lays(t: England, company: str, *, second: bool = False) -> set[Lay]:
    """All that a company may lay or replace; as its second tile only what is new."""
    board, face = board_of(t), t.game.rules.catalogue.face
    return {
        (hex_.name, number, rotation)
        for hex_ in t.game.rules.hexmap.hexes
        if hex_.name not in RED and hex_.name not in TASMANIA
        if not (second and hex_.name in t.s.tiles)
        for number in next_tiles(t, hex_.name)
        for rotation in range(6)
        if keeps_off(t, board, hex_.name, face(number, rotation))
        and any(True for _ in ways(CLASSIC, board, hex_, face(number, rotation)))
        and may_lay(t, board, company, hex_, face(number, rotation))
    }


def next_tiles(t: England, name: str) -> list[str]:
    """The tiles of the next colour for a hex of its kind, as far as the phase has them and the supply lasts."""
    kind, tile = KINDS.get(name, "plain"), t.s.tiles.get(name)
    lying = -1 if tile is None else next(n for n, colour in enumerate(TILES) if tile[0] in colour[kind])
    if lying + 1 >= COLOURS[t.s.phase]:
        return []
    return [number for number in TILES[lying + 1][kind] if t.s.supply[number] > 0]


def keeps_off(t: England, board: Board, name: str, new: Face) -> bool:
    """VIII.track.11 to 13: not off the board, not against a red side without an arrow, not into bare Tasmania."""
    for edge in {end for path in new.paths for end in (path.a, path.b) if end < STOP}:
        beyond = board.across(name, edge)
        if beyond is None:
            return False
        there, side = beyond
        if there in RED and side not in RED[there]:
            return False
        if there in TASMANIA and (there not in t.s.tiles or side not in TASMANIA[there]):
            return False
    return True


def may_lay(t: England, board: Board, company: str, hex_: Hex, new: Face) -> bool:
    """VIII.track.4, VIII.track.15, VIII.upgrade.3: money for bare ground, and a walk from a marker to the new track."""
    if hex_.name not in t.s.tiles:
        cost = 50 if hex_.name in MOUNTAINS else 40 if hex_.name in DESERTS else 0
        if cost > t.s.cash[company]:
            return False
    return any(touches(board, company, hex_, new, match) for match in ways(CLASSIC, board, hex_, new))
