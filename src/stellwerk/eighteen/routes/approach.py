"""How near trains come to the hexes of a board: tells for most tiles at once whether a run could visit them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from stellwerk.eighteen.routes.rules import End, Position, Spec, specs_of
from stellwerk.eighteen.tiles import EDGES, STOP, Face
from stellwerk.eighteen.trains import Train


class _Arrival(NamedTuple):
    """The nearest way into a hex over an edge, each step looked at alone."""

    used: int
    hexes: int
    """The hexes it passes, as bits."""

    plain: bool
    """Whether it passes no hex twice, so that a train may take it as it is."""


class Approach:
    """The nearest ways from the stations on some homes to all hexes, for each kind of train."""

    def __init__(self, position: Position, trains: Sequence[Train], homes: Collection[str]) -> None:
        self.position = replace(position, homes_at=frozenset(homes))
        self.homes = {hex_ for hex_, _ in self.position.homes()}
        self.uncounted = position.rules.free | position.rules.small
        """Kinds of stops that may use up no range."""

        self.faces = {spec: self._faces(spec) for spec in specs_of(trains, position.rules)}
        self.arrivals = [(spec, self._follow(spec)) for spec in self.faces]

    def visits(self, hex_: int, face: Face) -> bool | None:
        """Whether some route leads from a home to a hex with this face on it; None where that must be searched."""
        if hex_ in self.homes or self.position.barred:
            return None
        found = {verdict for spec, arrivals in self.arrivals for verdict in self._ends(hex_, face, spec, arrivals)}
        return True if True in found else None if found else False

    def _ends(self, hex_: int, face: Face, spec: Spec, arrivals: Mapping[End, _Arrival]) -> Iterator[bool]:
        """For each way that leads far enough to end there or behind whether a train may take it as it is."""
        seen = face if spec.gauges is None else face.on_gauges(spec.gauges)
        for edge in EDGES:
            arrival = arrivals.get((hex_, edge))
            if arrival is None:
                continue
            for end in seen.onward[edge]:
                kind = seen.stops[end - STOP].kind if end >= STOP else ""
                if not kind:
                    yield from self._behind(hex_, seen, end, spec, arrival)
                elif kind in self.position.rules.junctions:
                    yield False
                elif arrival.used + (kind not in self.uncounted) <= spec.limit:
                    yield arrival.plain and not self.position.hexmap.hexes[hex_].area

    def _behind(self, hex_: int, face: Face, edge: int, spec: Spec, arrival: _Arrival) -> Iterator[bool]:
        """The same for the first stops to which track leads on that leaves the hex over an edge."""
        board, junctions = self.position.hexmap, self.position.rules.junctions
        faces, met = self.faces[spec], set[End]()
        queue = [(hex_, edge, arrival.hexes, arrival.plain)]
        for here, out, passed, as_is in queue:
            point = board.across[here][out]
            if point is None or point in met:
                continue
            met.add(point)
            there, back = point
            plain = as_is and not passed >> there & 1
            seen = face if there == hex_ else faces[there]
            for end in seen.onward[back]:
                kind = seen.stops[end - STOP].kind if end >= STOP else ""
                if not kind:
                    queue.append((there, end, passed | 1 << there, plain))
                elif kind in junctions:
                    yield False
                elif arrival.used + (kind not in self.uncounted) <= spec.limit:
                    yield plain and not board.hexes[there].area

    def _faces(self, spec: Spec) -> Sequence[Face]:
        """What lies on each hex, without track that does not suit a train."""
        seen, gauges = self.position.seen, spec.gauges
        return seen if gauges is None else [face.on_gauges(gauges) for face in seen]

    def _follow(self, spec: Spec) -> dict[End, _Arrival]:
        """Follow all track that suits a train from the homes, nearest first, as far as its range goes."""
        position, near, rules = self.position, self.position.hexmap.neighbours, self.position.rules
        faces = self.faces[spec]
        found: dict[End, _Arrival] = {}
        called: set[End] = set()
        later: dict[int, list[tuple[End, _Arrival]]] = {}
        for home in position.homes():
            plain = not (position.hexmap.hexes[home[0]].area or rules.small or rules.borders or spec.goal)
            start = _Arrival(position.call(home).cost, 1 << home[0], plain)
            later.setdefault(start.used, []).append((home, start))
        while later:
            used = min(later)
            queue = later.pop(used)
            for (hex_, at), way in queue:
                for to in faces[hex_].onward[at]:
                    if to < STOP:
                        out = near[hex_][to], (to + 3) % 6
                        if out[0] >= 0 and out not in found:
                            plain = way.plain and not way.hexes >> out[0] & 1
                            found[out] = _Arrival(used, way.hexes | 1 << out[0], plain)
                            queue.append((out, found[out]))
                    elif (hex_, to) not in called:
                        call = position.call((hex_, to))
                        called.add((hex_, to))
                        if call.through and used + call.cost <= spec.limit:
                            plain = way.plain and at < STOP and not position.hexmap.hexes[hex_].area
                            on = way._replace(used=used + call.cost, plain=plain)
                            (queue if not call.cost else later.setdefault(on.used, [])).append(((hex_, to), on))
        return found
