"""Small boards of random tiles, and a walker that tries every way on them: slow, and too simple to be wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from hypothesis import strategies as st

from stellwerk.eighteen.hexmap import Hex, HexMap
from stellwerk.eighteen.network import Stations
from stellwerk.eighteen.tiles import STOP, Catalogue, Face
from stellwerk.games.g1830.game import TITLE

NAMES: Final = ("A1", "A3", "A5", "B2", "B4", "B6", "C1", "C3", "C5")
BARE: Final = Face("", 0, "white", "", (), ())
OTHERS: Final = ("Y", "Z")
BESIDE: Final = {0: (1, -1), 1: (0, -2), 2: (-1, -1), 3: (-1, 1), 4: (0, 2), 5: (1, 1)}
"""Rows down and columns right of the neighbour at each side."""

End = tuple[str, int]
"""A hex by name, and one of its sides or (from 6 on) its stops."""


@cache
def catalogue() -> Catalogue:
    return TITLE.catalogue("classic")


@dataclass(frozen=True)
class Board:
    """What lies on each hex, and the stations of company X and of others."""

    faces: tuple[Face, ...]
    stations: Stations
    shores: tuple[tuple[str, int], ...] = ()
    """Sides that no track crosses."""

    names: tuple[str, ...] = NAMES

    @property
    def hexmap(self) -> HexMap:
        shores = {name: sum(1 << edge for at, edge in self.shores if at == name) for name in self.names}
        return HexMap(tuple(Hex(name, n, "white", BARE, impassable=shores[name]) for n, name in enumerate(self.names)))

    def face(self, name: str) -> Face:
        return self.faces[self.names.index(name)]

    def across(self, name: str, side: int) -> End | None:
        """The same hexside seen from the neighbour, if there is one and no shore between."""
        down, right = BESIDE[side]
        other = f"{chr(ord(name[0]) + down)}{int(name[1:]) + right}"
        back = (side + 3) % 6
        if other not in self.names or (name, side) in self.shores or (other, back) in self.shores:
            return None
        return other, back


@dataclass
class Walks:
    """All that walks from the stations of a company touch: hexsides seen from both hexes, stops, track."""

    board: Board
    company: str
    gauges: frozenset[str] = frozenset({"standard", "metre"})
    """Track of these gauges is used, and dual track."""

    barred: frozenset[str] = frozenset()
    """Hexes that no walk leaves."""

    sides: set[End] = field(default_factory=set)
    stops: set[End] = field(default_factory=set)
    track: set[tuple[str, int, int]] = field(default_factory=set)
    route: bool = False

    @classmethod
    def of(cls, board: Board, company: str, *gauges: str, barred: frozenset[str] = frozenset()) -> Walks:
        walks = cls(board, company, frozenset(gauges)) if gauges else cls(board, company)
        walks.barred = barred
        for name, stops in board.stations.items():
            for stop, here in enumerate(stops):
                if company in here:
                    walks.stops.add((name, stop))
                    walks._leave(name, STOP + stop, frozenset(), frozenset({(name, STOP + stop)}))
        return walks

    def _leave(self, name: str, end: int, sides: frozenset[End], stops: frozenset[End]) -> None:
        """Follow every piece of track from an end of a tile, unless the walk has used its other end before."""
        for path in self.board.face(name).paths:
            if end in (path.a, path.b) and path.gauge in {*self.gauges, "dual"}:
                far = path.b if path.a == end else path.a
                if (name, far) in (stops if far >= STOP else sides):
                    continue
                self.track.add((name, path.a, path.b))
                if far >= STOP:
                    self._call(name, far, sides, stops)
                else:
                    self._cross(name, far, sides, stops)

    def _cross(self, name: str, side: int, sides: frozenset[End], stops: frozenset[End]) -> None:
        beyond = self.board.across(name, side)
        if beyond is None or beyond in sides or (name, side) in sides:
            return
        self.sides |= {beyond, (name, side)}
        self._leave(*beyond, sides | {beyond, (name, side)}, stops)

    def _call(self, name: str, end: int, sides: frozenset[End], stops: frozenset[End]) -> None:
        """7.4.2c, 7.4.2g: a stop is called at once, and passed where a circle is free or the company stands there."""
        self.route = True
        self.stops.add((name, end - STOP))
        place = self.board.face(name).stops[end - STOP]
        here = self.board.stations.get(name, ((),) * 4)[end - STOP]
        full = place.kind == "city" and 0 < place.slots <= len(here) and self.company not in here
        if place.kind != "offboard" and not full and name not in self.barred:
            self._leave(name, end, sides, stops | {(name, end)})


def reached(board: Board, edges: Sequence[tuple[int, int]]) -> set[End]:
    """Bits by hex number as pairs of name and side, without those that lead off the board."""
    return {
        (board.names[hex_], side)
        for hex_, bits in edges
        for side in BESIDE
        if bits >> side & 1 and board.across(board.names[hex_], side)
    }


@st.composite
def boards(
    draw: st.DrawFn,
    tiles: Sequence[str],
    names: tuple[str, ...] = NAMES,
    turned: Callable[[str, int], Face] | None = None,
) -> Board:
    """Tiles in any rotation on some hexes, markers in some of their circles."""
    numbers = st.sampled_from(["", *tiles])
    faces, stations = [], {}
    for name in names:
        number = draw(numbers)
        face = (turned or catalogue().face)(number, draw(st.integers(0, 5))) if number else BARE
        faces.append(face)
        company = st.sampled_from(["", "X", *OTHERS])
        here = tuple(
            tuple(dict.fromkeys(c for c in draw(st.lists(company, max_size=stop.slots)) if c)) for stop in face.stops
        )
        if any(here):
            stations[name] = here
    shore = st.tuples(st.sampled_from(names), st.integers(0, 5))
    return Board(tuple(faces), stations, tuple(draw(st.lists(shore, max_size=2, unique=True))), names)
