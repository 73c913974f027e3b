"""What a company's track reaches from its stations, and how stations block it. `search` finds it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from stellwerk.eighteen.tiles import Face

Stations = Mapping[str, tuple[tuple[str, ...], ...]]

Point = tuple[int, int]
"""A hex and an edge: a train that has just come in over that edge."""


Move = tuple[Point, int, int]
"""From one point to the next: the hexside crossed and the stop called at on the way, as bits. Thousands are made."""


class Trace(NamedTuple):
    """How something was found that is reached."""

    lying: Sequence[Face] | Mapping[int, Face]
    stations: Stations
    homes: Sequence[tuple[int, int]]
    shut: dict[int, int]
    came: Mapping[Point, tuple[Point, Move] | None]
    """By point to which some way was found its last step and where that began; None where all ways were tried."""

    doubt: Collection[Point]
    """Points to which the ways that were kept do not lead, though others might: nothing new lay there."""

    tried: bool
    """Whether all ways were tried to some points: which one led there was not kept, so nobody can go on from it."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Everything that a legal route of any length from an own station touches.

    `edges` has by hex number the edges, as bits, at which such track arrives or could be joined; `stops` the stops as
    (hex, stop); `route` tells whether some route joins two stops; `hexes` what must change for this to change.
    `entries` remembers whether a route comes in at a point (hex and edge) before it uses some other ends of the hex, as
    far as it has been found out.
    `gauges` tells on which track (dual track besides; None on all), and `parts` has each network by itself where a
    company has several. `trace` is how it was found, for who goes on from it: see `renewal`. What was gone on with is
    `grown`: its hexes do not stand in the order in which they are found from the stations.
    """

    edges: Mapping[int, int]
    stops: frozenset[tuple[int, int]]
    route: bool
    hexes: frozenset[int]
    entries: dict[tuple[Point, tuple[int, ...]], bool] = field(default_factory=dict, compare=False, repr=False)
    gauges: frozenset[str] | None = field(default=None, compare=False)
    parts: tuple[Reach, ...] = field(default=(), compare=False, repr=False)
    runs: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What has been found out of runs: they stay in what is reached, and change only with it or with trains."""

    trace: Trace | None = field(default=None, compare=False, repr=False)
    grown: bool = field(default=False, compare=False, repr=False)

    @property
    def networks(self) -> tuple[Reach, ...]:
        """What is reached network by network."""
        return self.parts or (self,)

    @property
    def in_order(self) -> bool:
        """Whether its hexes stand in the order in which they are found from the stations."""
        return not any(part.grown for part in self.parts or (self,))

    def is_entered(self, point: Point, unused: tuple[int, ...] = ()) -> bool | None:
        """Whether a route comes in at a point before it uses some other ends; None where that was not found out."""
        if not unused and self.trace is not None and point in self.trace.came:
            return True
        return self.entries.get((point, unused))

    @property
    def several(self) -> bool:
        """Whether it matters of which gauge track is that joins some that is reached."""
        return bool(self.parts) or self.gauges is not None

    def ends(self, hex_: int) -> list[tuple[frozenset[str] | None, int]]:
        """By gauges the edges of a hex, as bits, at which track of each network arrives or could be joined."""
        found = ((part.gauges, part.edges.get(hex_, 0)) for part in self.parts or (self,))
        return [(gauges, edges) for gauges, edges in found if edges]


def joined(parts: tuple[Reach, ...]) -> Reach:
    """All that is reached in several networks, each of which is kept by itself."""
    if len(parts) == 1:
        return parts[0]
    edges: dict[int, int] = {}
    for part in parts:
        for hex_, bits in part.edges.items():
            edges[hex_] = edges.get(hex_, 0) | bits
    stops = frozenset(stop for part in parts for stop in part.stops)
    return Reach(edges, stops, any(part.route for part in parts), frozenset(edges), parts=parts)


def meets(face: Face, ends: Sequence[tuple[frozenset[str] | None, int]]) -> bool:
    """Whether track of a tile joins what is reached in the same gauge, or dual track does."""
    for gauges, edges in ends:  # noqa: SIM110  # asked of every tile that could lie anywhere: a generator is dear
        if (face if gauges is None else face.on_gauges(gauges)).exits & edges:
            return True
    return False


def blocks(face: Face, stop: int, markers: tuple[str, ...], company: str) -> bool:
    """Whether a company may not run through a stop: off-board places, and cities full of others' markers.

    A city without circles is never full.
    """
    place = face.stops[stop]
    if place.kind == "offboard":
        return True
    return place.kind == "city" and company not in markers and 0 < place.slots <= len(markers)


def shut_at(face: Face, stops: Sequence[tuple[str, ...]], company: str) -> tuple[list[int], int]:
    """Own stations among the markers on a face, and with them as bits all stops through which a company cannot go."""
    own, shut = [], 0
    for stop, here in enumerate(stops):
        if here:
            if company in here:
                own.append(stop)
                shut |= 1 << stop
            elif blocks(face, stop, here, company):
                shut |= 1 << stop
    return own, shut


def markers_at(stations: Stations, name: str, stop: int) -> tuple[str, ...]:
    """The companies whose markers stand at a stop."""
    here = stations.get(name)
    return here[stop] if here else ()


class Terms(NamedTuple):
    """What holds for the connections of one company besides track and markers."""

    herald: str = ""
    """A hex of plain track with its herald: a station on every path from edge to edge."""

    barred: Collection[str] = ()
    """Hexes to which its connections lead, but neither through them nor on a route to them."""

    whole: Collection[str] = ()
    """Hexes in which a route calls at one stop only."""
