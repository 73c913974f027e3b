"""Which stops of a board are joined for passengers, whoever owns stations and whatever trains there are.

A journey follows track of one gauge or dual track. At a stop the passenger may change trains, and with them the gauge;
a junction is passed without a change, and no journey begins or ends there. Track is used by any number of journeys.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.tiles import DUAL, STANDARD, STOP, Face

Place: TypeAlias = tuple[int, int]
"""A hex and one of its ends: 0 to 5 are its edges, 6 and up its stops."""

Ride: TypeAlias = tuple[int, int, str]
"""On a train of some gauge: having come into a hex over an edge, or to a junction there."""


def joined_stops(
    hexmap: HexMap,
    faces: Sequence[Face],
    together: Collection[str] = (),
    junctions: Collection[str] = (),
) -> tuple[frozenset[Place], ...]:
    """Groups of stops with journeys between any two of them.

    All stops on a hex of `together` are joined without track. Kinds of stops in `junctions` are no stops.
    """
    return tuple(_Journeys(hexmap, faces, together, junctions).groups())


class _Journeys:
    """A search over stops, and over hexsides with the gauge of the train that crosses them."""

    def __init__(
        self, hexmap: HexMap, faces: Sequence[Face], together: Collection[str], junctions: Collection[str]
    ) -> None:
        self.hexmap, self.faces, self.junctions = hexmap, faces, junctions
        self.together = {hexmap.number[name] for name in together}
        gauges = {path.gauge for face in faces for path in face.paths} - {DUAL}
        self.gauges = gauges or {STANDARD}
        self.onward = {
            gauge: [face.on_gauges(only).onward for face in faces]
            for gauge, only in ((gauge, frozenset({gauge})) for gauge in self.gauges)
        }

    def groups(self) -> Iterator[frozenset[Place]]:
        """Follow all journeys from each stop that none before has come to."""
        met: set[Place] = set()
        for hex_, face in enumerate(self.faces):
            for stop in range(len(face.stops)):
                start = hex_, STOP + stop
                if start not in met and not self._is_junction(start):
                    group = self._from(start) if face.paths or hex_ in self.together else {start}
                    met |= group
                    yield frozenset(group)

    def _from(self, start: Place) -> set[Place]:
        found, rides, stops = {start}, set[Ride](), [start]
        while stops:
            ahead = [ride for gauge in self.gauges for ride in self._leave(*stops[-1], gauge)]
            reached = self._beside(stops.pop())
            while ahead:
                ride = ahead.pop()
                hex_, end, gauge = ride
                if end >= STOP and not self._is_junction((hex_, end)):
                    reached.append((hex_, end))
                elif ride not in rides:
                    rides.add(ride)
                    ahead.extend(self._leave(hex_, end, gauge))
            new = set(reached) - found
            found |= new
            stops.extend(new)
        return found

    def _leave(self, hex_: int, end: int, gauge: str) -> list[Ride]:
        """Where track of a gauge leads from an end of a hex: to a stop there, or over an edge into the next hex."""
        near = self.hexmap.neighbours[hex_]
        return [
            (hex_, to, gauge) if to >= STOP else (near[to], (to + 3) % 6, gauge)
            for to in self.onward[gauge][hex_][end]
            if to >= STOP or near[to] >= 0
        ]

    def _beside(self, stop: Place) -> list[Place]:
        """The stops to which one needs no train."""
        hex_, _ = stop
        if hex_ not in self.together:
            return []
        return [(hex_, STOP + other) for other in range(len(self.faces[hex_].stops))]

    def _is_junction(self, place: Place) -> bool:
        hex_, end = place
        return self.faces[hex_].stops[end - STOP].kind in self.junctions
