"""Which stops of a board are joined for passengers, whoever owns stations and whatever trains there are.

A journey follows track of one gauge or dual track. At a stop the passenger may change trains, and with them the gauge;
a junction is passed without a change, and no journey begins or ends there. Track is used by any number of journeys.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.tiles import DUAL, STANDARD, STOP, Face

Place: TypeAlias = tuple[int, int]
"""A hex and one of its ends: 0 to 5 are its edges, 6 and up its stops."""

Onward: TypeAlias = Sequence[Sequence[tuple[int, ...]]]
"""By hex and end the ends to which track leads."""


def joined_stops(
    hexmap: HexMap,
    faces: Sequence[Face],
    together: Collection[str] = (),
    junctions: Collection[str] = (),
    among: Collection[str] | None = None,
) -> tuple[frozenset[Place], ...]:
    """Groups of stops with journeys between any two of them; only those with a stop on a hex of `among`, if given.

    All stops on a hex of `together` are joined without track. Kinds of stops in `junctions` are no stops.
    """
    starts = range(len(faces)) if among is None else sorted(hexmap.number[name] for name in among)
    return tuple(_Journeys(hexmap, faces, together, junctions).groups(starts))


class _Journeys:
    """A search over stops, and over hexsides with the gauge of the train that crosses them."""

    def __init__(
        self, hexmap: HexMap, faces: Sequence[Face], together: Collection[str], junctions: Collection[str]
    ) -> None:
        self.hexmap, self.faces, self.junctions = hexmap, faces, junctions
        self.together = {hexmap.number[name] for name in together}
        gauges = {path.gauge for face in faces for path in face.paths} - {DUAL}
        self.onward: list[Onward] = [
            [face.on_gauges(only).onward for face in faces]
            for only in (frozenset({gauge}) for gauge in gauges or {STANDARD})
        ]
        """By gauge, hex and end the ends to which track leads that its trains can use."""

    def groups(self, starts: Iterable[int]) -> Iterator[frozenset[Place]]:
        """Follow all journeys from each stop on some hexes that none before has come to."""
        met: set[Place] = set()
        for hex_ in starts:
            for stop in range(len(self.faces[hex_].stops)):
                start = hex_, STOP + stop
                if start not in met and not self._is_junction(start):
                    group = self._from(start)
                    met |= group
                    yield frozenset(group)

    def _from(self, start: Place) -> set[Place]:
        found, stops = {start}, [start]
        rides: list[set[Place]] = [set() for _ in self.onward]
        while stops:
            stop = stops.pop()
            reached = self._beside(stop)
            for met, onward in zip(rides, self.onward, strict=True):
                reached += self._ride(stop, onward, met)
            new = set(reached) - found
            found |= new
            stops.extend(new)
        return found

    def _ride(self, stop: Place, onward: Onward, met: set[Place]) -> list[Place]:
        """The next stops on trains of one gauge, but for those behind places `met` by others before."""
        ahead, reached, across = [stop], list[Place](), self.hexmap.across
        while ahead:
            hex_, end = ahead.pop()
            for to in onward[hex_][end]:
                if to < STOP:
                    place = across[hex_][to]
                else:
                    place = hex_, to
                    if not self._is_junction(place):
                        reached.append(place)
                        continue
                if place is not None and place not in met:
                    met.add(place)
                    ahead.append(place)
        return reached

    def _beside(self, stop: Place) -> list[Place]:
        """The stops to which one needs no train."""
        hex_, _ = stop
        if hex_ not in self.together:
            return []
        return [(hex_, STOP + other) for other in range(len(self.faces[hex_].stops))]

    def _is_junction(self, place: Place) -> bool:
        hex_, end = place
        return self.faces[hex_].stops[end - STOP].kind in self.junctions
