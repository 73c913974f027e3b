"""Which tiles a company of 1853 may lay, sentence by sentence from 4.1 and 4.2: every tile, turned every way.

Nothing here is shared with the engine but what is printed: tiles, board and the lists of the last page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from stellwerk.eighteen.tiles import STOP, Face
from tests.games.g1853.positions import India

FIRST: Final = {
    "plain": ("7", "8", "9", "77", "78", "79"),
    "town": ("3", "4", "58", "72", "73", "74"),
    "towns": ("1", "2", "55", "56", "71"),
    "city": ("5", "6", "115", "75", "76", "113"),
}
"""4.1.9: by kind of hex what the first tile may be."""

MIXED: Final = ("716", "717", "718", "719")
UPGRADES: Final = {
    **dict.fromkeys(("1", "2", "55", "56", "71", "102", "109", "720", "900", "111", "112"), ()),
    **dict.fromkeys(("3", "5"), ("12", "14", "15", *MIXED)),
    "4": ("14", "15", "87", "88", *MIXED),
    **dict.fromkeys(("6", "115"), ("12", "13", "14", "15", *MIXED)),
    "7": ("80", "82", "83", "234"),
    "8": ("80", "81", "82", "83", "250"),
    "9": ("82", "83", "233"),
    "58": ("87", "88", *MIXED),
    "72": ("89", *MIXED, "100", "116", "117"),
    "73": ("89", *MIXED, "100", "101", "116", "117"),
    "74": ("89", *MIXED, "116"),
    "75": (*MIXED, "100"),
    **dict.fromkeys(("76", "113"), (*MIXED, "100", "101")),
    "77": ("84", "85", "86", "234"),
    "78": ("84", "85", "86", "250"),
    "79": ("85", "86", "233"),
    **dict.fromkeys(("12", "13", "100", "101", "117", "719"), ("102", "103")),
    **dict.fromkeys(("14", "15", "87", "88", "89", "116", "716", "717", "718"), ("102",)),
    **dict.fromkeys(("80", "84"), ("106", "108")),
    "81": ("106",),
    **dict.fromkeys(("82", "83", "85", "86", "233", "234", "250"), ("106", "107", "108")),
    "103": ("109",),
    "105": ("111",),
    **dict.fromkeys(("106", "107", "108"), ("112",)),
    "500": ("900",),
}
"""The last page of the book."""

PRINTED: Final = {"F14": "500", "J28": "500", "M9": "105", "R18": "105", "N22": "720"}
"""4.2.12: what the five printed cities become."""

COLOURS: Final = {
    "2": ("yellow",),
    "3": ("yellow", "green"),
    "4": ("yellow", "green", "brown"),
    "5": ("yellow", "green", "brown", "grey"),
}
COSTS: Final = {
    "river": {"standard": 40, "metre": 30},
    "rivers": {"standard": 60, "metre": 40},
    "hill": {"standard": 80, "metre": 50},
    "mountain": {"standard": 140, "metre": 70},
    "high_mountain": {"standard": 240, "metre": 100},
}
FEES: Final = {"EIR": 50, "GIP": 20, "NWR": 20, "BNR": 20, "BBCI": 20}
BESIDE: Final = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
"""Rows down and columns right of the neighbour at each side, from the south-west clockwise."""

GAUGES: Final = ("standard", "metre")
Lay = tuple[str, str, int]
End = tuple[str, int]
"""A hex, and one of its sides or (from 6 on) its stations."""

Used = frozenset[object]
"""Hexsides, each as the pair of its ends, and pieces of track that a route has used."""

NOTHING: Final[Used] = frozenset()


@dataclass(frozen=True)
class Land:
    """What lies on the board, and who stands there."""

    faces: dict[str, Face]
    stations: dict[str, tuple[tuple[str, ...], ...]]
    company: str

    def homes(self) -> list[End]:
        return [
            (name, STOP + number)
            for name, stops in self.stations.items()
            for number, markers in enumerate(stops)
            if self.company in markers
        ]

    def across(self, end: End) -> End | None:
        """The same side seen from the neighbour; None at the edge of the map (4.1.10)."""
        down, right = BESIDE[end[1]]
        other = f"{chr(ord(end[0][0]) + down)}{int(end[0][1:]) + right}"
        return (other, (end[1] + 3) % 6) if other in self.faces else None

    def closed(self, end: End) -> bool:
        """4.1.6a, 4.2.9: a city is closed while others hold all its circles."""
        stop = self.faces[end[0]].stops[end[1] - STOP]
        here = self.stations.get(end[0], ((),) * (end[1] - STOP + 1))[end[1] - STOP]
        return stop.kind == "city" and self.company not in here and len(here) >= stop.slots

    def walks(self, gauge: str, start: End, off: Used = NOTHING) -> Iterator[tuple[End, Used]]:
        """Every place to which track of a gauge leads from a station, as often as there are ways, with what it used."""
        stack: list[tuple[End, Used, frozenset[End]]] = [(start, NOTHING, frozenset({start}))]
        while stack:
            at, used, called = stack.pop()
            yield at, used
            if at != start and at[1] >= STOP and self.closed(at):
                continue
            for path in self.faces[at[0]].paths:
                piece = (at[0], path.a, path.b)
                if at[1] not in (path.a, path.b) or path.gauge not in (gauge, "dual") or piece in used | off:
                    continue
                to = (at[0], path.a + path.b - at[1])
                if to[1] >= STOP:
                    if to not in called:
                        stack.append((to, used | {piece}, called | {to}))
                    continue
                beyond = self.across(to)
                side = frozenset({to, beyond})
                if beyond is not None and side not in used | off:
                    stack.append((beyond, used | {piece, side}, called))

    def touched(self, gauge: str) -> set[End]:
        """All ends of track, and all sides that track leads up to, on routes from own stations (4.1.6)."""
        found: set[End] = set()
        for home in self.homes():
            for at, used in self.walks(gauge, home):
                found.add(at)
                found |= {end for side in used if isinstance(side, frozenset) for end in side if isinstance(end, tuple)}
        return found


def land_of(t: India, company: str) -> Land:
    hexes, face = t.game.rules.hexmap.hexes, t.game.rules.catalogue.face
    faces = {hex_.name: face(*t.s.tiles[hex_.name]) if hex_.name in t.s.tiles else hex_.face for hex_ in hexes}
    return Land(faces, dict(t.s.stations), company)


def naive_lays(t: India, company: str) -> set[Lay]:
    """All first lays of a turn: a yellow tile, or one in place of another."""
    land = land_of(t, company)
    touched = {gauge: land.touched(gauge) for gauge in GAUGES}
    return {
        lay
        for lay, new in candidates(t, land)
        if joins(land, touched, lay[0], new)
        and cost(t, company, lay[0], new) <= t.s.cash[company]
        and (not is_upgrade(t, lay[0]) or lay[0] in t.numbers.territories[company])
    }


def naive_seconds(t: India, company: str, first: str, fee: int) -> set[Lay]:
    """4.1.7, R-32: all second tiles after a first one, which lies on the board already."""
    land = land_of(t, company)
    one = land.faces[first]
    before = replace(land, faces={**land.faces, first: t.game.rules.hexmap[first].face})
    ends = arrivals_apart(before, first, one)
    return {
        lay
        for lay, new in candidates(t, land)
        if not is_upgrade(t, lay[0])
        and any(has(new, edge, gauge) for gauge, name, edge in ends if name == lay[0])
        and cost(t, company, lay[0], new) + fee <= t.s.cash[company]
    }


def arrivals_apart(land: Land, first: str, one: Face) -> set[tuple[str, str, int]]:
    """Gauge, hex and side where a route from one station may end while one from another leads to the first tile."""
    firsts: set[tuple[End, Used]] = set()
    for home in land.homes():
        if home[0] == first:
            firsts.add((home, NOTHING))
        for gauge in GAUGES:
            for at, used in land.walks(gauge, home):
                if at[0] == first and at[1] < STOP and has(one, at[1], gauge):
                    firsts.add((home, used))
    found: set[tuple[str, str, int]] = set()
    for start, used in firsts:
        if any(home == start and less < used for home, less in firsts):
            continue
        for home in land.homes():
            if home == start:
                continue
            for gauge in GAUGES:
                found |= {(gauge, at[0], at[1]) for at, _ in land.walks(gauge, home, used) if at[1] < STOP}
                found |= {(gauge, home[0], edge) for edge in range(6)}
    return found


def has(face: Face, edge: int, gauge: str) -> bool:
    """Whether a tile has track of a gauge, or dual track, at a side."""
    return any(edge in (path.a, path.b) and path.gauge in (gauge, "dual") for path in face.paths)


def candidates(t: India, land: Land) -> Iterator[tuple[Lay, Face]]:
    """Every tile of the supply, turned every way, on every hex that it fits."""
    for name in land.faces:
        for number in listed(t, land, name):
            for rotation in range(6):
                new = t.game.rules.catalogue.face(number, rotation)
                if t.s.supply[number] > 0 and may_lie(t, land, name, new):
                    yield (name, number, rotation), new


def is_upgrade(t: India, name: str) -> bool:
    return name in t.s.tiles or name in PRINTED


def listed(t: India, land: Land, name: str) -> tuple[str, ...]:
    if name in t.s.tiles:
        return UPGRADES[t.s.tiles[name][0]]
    if name in PRINTED:
        return (PRINTED[name],)
    kinds = [stop.kind for stop in land.faces[name].stops]
    return FIRST[{0: "plain", 1: kinds[0] if kinds else "", 2: "towns"}[len(kinds)]]


def may_lie(t: India, land: Land, name: str, new: Face) -> bool:
    """4.1.10, 4.2.1, 4.2.4 to 4.2.7: on the map, in its phase, no grey neighbours, all old track and stations kept."""
    if new.colour not in COLOURS[t.s.phase]:
        return False
    sides = {(name, end) for path in new.paths for end in (path.a, path.b) if end < STOP}
    if any(land.across(side) is None for side in sides):
        return False
    near = [land.across((name, edge)) for edge in range(6)]
    if new.colour == "grey" and any(other and land.faces[other[0]].colour == "grey" for other in near):
        return False
    return any(keeps(land, name, new, match) for match in matches(land.faces[name], new))


def matches(old: Face, new: Face) -> Iterator[tuple[int, ...]]:
    """Which station of the new tile continues which old one: they stay apart, or all become one (4.2.12)."""
    yield from permutations(range(len(new.stops)), len(old.stops))
    if len(old.stops) > len(new.stops) == 1:
        yield (0,) * len(old.stops)


def keeps(land: Land, name: str, new: Face, match: tuple[int, ...]) -> bool:
    """4.2.4, 4.2.6a: old track is there again, of the same gauge or dual; plain track may run through a junction."""
    for path in land.faces[name].paths:
        a, b = (end if end < STOP else STOP + match[end - STOP] for end in (path.a, path.b))
        same = any({a, b} == {p.a, p.b} and p.gauge in (path.gauge, "dual") for p in new.paths)
        crossing = new.stops and new.stops[0].kind == "junction" and path.b < STOP
        if not same and not (crossing and has(new, a, path.gauge) and has(new, b, path.gauge)):
            return False
    room = [stop.slots for stop in new.stops]
    for stop, markers in enumerate(land.stations.get(name, ())):
        room[match[stop]] -= len(markers)
    return all(left >= 0 for left in room)


def joins(land: Land, touched: dict[str, set[End]], name: str, new: Face) -> bool:
    """4.1.6, 4.2.2b: an own station stands there, or track of one gauge leads from one to track of the tile."""
    if any(home == name for home, _ in land.homes()):
        return True
    return any(has(new, edge, gauge) and (name, edge) in touched[gauge] for gauge in GAUGES for edge in range(6))


def cost(t: India, company: str, name: str, new: Face) -> int:
    """4.1.12, 4.1.13, 4.2.11, 4.2.13, T4, R-56."""
    if name in t.s.tiles:
        return 0
    if name == "J28":
        return 60
    if name == "H10" and company == "BBCI" and "BBCI" in t.mine.large:
        return 70
    gauge = new.paths[0].gauge
    return sum(COSTS[kind][gauge] for kind in t.game.rules.hexmap[name].ground)
