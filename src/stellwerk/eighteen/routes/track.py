"""Which pieces of track routes of a company can use: those that lead away from its stations and to a stop."""

from __future__ import annotations

from stellwerk.eighteen.routes.rules import Call, End, Position
from stellwerk.eighteen.tiles import STOP


class RouteTrack:
    """Pieces of track by hex and end, from what is reached to what is of use."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.near: dict[End, int] = {}
        self.calls: dict[End, Call] = {}
        self.ways: dict[End, list[int]] = {}
        """By end the ends on the same hex that track joins it to."""

    def reach(self, longest: int) -> None:
        """Follow all track from the own stations, nearest stops first."""
        faces, beyond = self.position.seen, self.position.beyond
        later: dict[int, list[End]] = {}
        for home in self.position.homes():
            self._arrive(home, 0, longest, later)
        seen: set[End] = set()
        while later:
            used = min(later)
            stack = later.pop(used)
            while stack:
                here = stack.pop()
                if here in seen:
                    continue
                seen.add(here)
                hex_, at = here
                for to in faces[hex_].onward[at]:
                    if to >= STOP:
                        fits = self._arrive((hex_, to), used, longest, later)
                    elif out := beyond((hex_, to)):
                        stack.append(out)
                        fits = True
                    else:
                        fits = False
                    if fits:
                        self._join(hex_, at, to)

    def _arrive(self, end: End, used: int, longest: int, later: dict[int, list[End]]) -> bool:
        """Note a stop if it is within range, and go on from there later if it may be passed or starts a route."""
        if end in self.near:
            return True
        call = self.calls.get(end) or self.position.call(end)
        self.calls[end] = call
        total = used + call.cost
        if total > longest:
            return False
        self.near[end] = total
        if call.through or call.own:
            later.setdefault(total, []).append(end)
        return True

    def _join(self, hex_: int, a: int, b: int) -> None:
        joined = self.ways.setdefault((hex_, a), [])
        if b not in joined:
            joined.append(b)
            self.ways.setdefault((hex_, b), []).append(a)

    def cut_dead_ends(self) -> None:
        """Drop track from which no stop can be reached: a hexside is of use only with track on both sides."""
        beyond = self.position.beyond
        doubtful = [end for end in self.ways if end[1] < STOP]
        while doubtful:
            end = doubtful.pop()
            out = beyond(end)
            if end not in self.ways or (out and self.ways.get(out)):
                continue
            hex_, edge = end
            for other in self.ways.pop(end):
                there = self.ways[hex_, other]
                there.remove(edge)
                if not there:
                    del self.ways[hex_, other]
                    if other < STOP and (out := beyond((hex_, other))):
                        doubtful.append(out)

    def gauge(self, hex_: int, a: int, b: int) -> frozenset[str]:
        """The gauge that a train needs to pass between two ends of a hex."""
        if not self.position.rules.gauges:
            return frozenset()
        return self.position.seen[hex_].needs[(a, b) if a < b else (b, a)]
