"""How far it is from track to the places where trains could call, counted in tiles: what an 18xx bot builds by."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.tiles import EDGES, STOP, Face

Point: TypeAlias = tuple[int, int]
"""A hex and the edge by which track leaves it."""

Place: TypeAlias = tuple[int, int]
"""A hex and the edge by which it is entered."""

ANY: Final = -1
"""An empty hex is entered over any edge alike."""

FAR: Final = 5.0
"""Nobody looks further ahead than so many tiles."""

BEYOND: Final = FAR + 1
"""Farther than anybody looks."""

REPLACED: Final = 1.5
"""A tile that must be replaced for track to pass counts for so many new ones."""


class Way(NamedTuple):
    """What it takes to come into a hex, by which edges one leaves it then, and whether one has called at a stop."""

    cost: float
    exits: tuple[int, ...]
    stops: bool


class Survey:
    """The ground as track of one gauge sees it. `tolls` tells by hex what a new tile counts for there, in tiles."""

    def __init__(self, hexmap: HexMap, faces: Sequence[Face], tolls: Sequence[float], *, replaces: bool) -> None:
        self.near, self.hexes, self.faces, self.tolls = hexmap.neighbours, hexmap.hexes, faces, tolls
        self.replaces = replaces
        self._known: dict[Point, Mapping[int, float]] = {}
        self._ways: dict[Place, Way] = {}
        self._places: dict[Place, tuple[bool, tuple[tuple[float, Place], ...]]] = {}

    def ahead(self, hex_: int, edge: int) -> Mapping[int, float]:
        """By hex with a stop how many tiles are missing from one end of track."""
        point = hex_, edge
        if point not in self._known:
            self._known[point] = self.from_points([point])
        return self._known[point]

    def from_points(self, points: Iterable[Point]) -> dict[int, float]:
        """The same for the nearest of several ends of track."""
        found: dict[int, float] = {}
        for far, hex_ in self._calls(points):
            found.setdefault(hex_, far)
        return found

    def nearest(self, points: Iterable[Point], beside: Container[int]) -> float:
        """How many tiles are missing to the nearest stop outside of some hexes; beyond `FAR` if there is none."""
        return next((far for far, hex_ in self._calls(points) if hex_ not in beside), FAR + 1)

    def _calls(self, points: Iterable[Point]) -> Iterator[tuple[float, int]]:
        """Hexes with a stop and how far they are, the nearest first; some come several times."""
        best: dict[Place, float] = {}
        ahead: list[tuple[float, Place]] = []
        far, onward = 0.0, tuple(step for hex_, edge in points for step in self._beyond(hex_, (edge,)))
        while True:
            for cost, there in onward:
                sum_ = far + cost
                if sum_ <= FAR and sum_ < best.get(there, BEYOND):
                    best[there] = sum_
                    heappush(ahead, (sum_, there))
            if not ahead:
                return
            far, place = heappop(ahead)
            if far > best[place]:
                onward = ()
                continue
            stops, onward = self._leaves(place)
            if stops:
                yield far, place[0]

    def _leaves(self, place: Place) -> tuple[bool, tuple[tuple[float, Place], ...]]:
        """Whether one calls at a stop there, and what lies beyond."""
        known = self._places.get(place)
        if known is None:
            _, exits, stops = self._ways[place]
            known = self._places[place] = stops, tuple(self._beyond(place[0], exits))
        return known

    def _beyond(self, hex_: int, edges: Iterable[int]) -> Iterator[tuple[float, Place]]:
        """What lies over some edges of a hex and can be entered, each with what that takes."""
        for edge in edges:
            there = self.near[hex_][edge]
            if there >= 0:
                place = there, ANY if self.faces[there].colour == "white" else (edge + 3) % 6
                if place not in self._ways:
                    self._ways[place] = self._way(*place)
                cost = self._ways[place].cost
                if cost <= FAR:
                    yield cost, place

    def _way(self, hex_: int, edge: int) -> Way:
        """What it takes to come into a hex, over an edge or, where no tile lies, over any."""
        face = self.faces[hex_]
        if self.hexes[hex_].fixed and (edge == ANY or not face.exits >> edge & 1):
            return Way(FAR + 1, (), False)
        if edge == ANY:
            return Way(self.tolls[hex_], tuple(EDGES), bool(face.stops))
        if face.exits >> edge & 1:
            ends = follow(face, 1 << edge)
            return Way(0.0, tuple(end for end in EDGES if ends >> end & 1), bool(ends >> STOP))
        return Way(REPLACED if self.replaces else FAR + 1, tuple(EDGES), bool(face.stops))


def follow(face: Face, edges: int) -> int:
    """All ends of a tile, as bits (edges, then stops), to which track leads from some of its edges."""
    found, ahead = 0, [end for end in range(STOP) if edges & face.exits & 1 << end]
    while ahead:
        end = ahead.pop()
        if not found >> end & 1:
            found |= 1 << end
            ahead.extend(face.onward[end])
    return found
