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
        faces, across, near, ways = self.position.seen, self.position.hexmap.across, self.near, self.ways
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
                sides, joined = across[hex_], ways.get(here)
                for to in faces[hex_].onward[at]:
                    there = hex_, to
                    if to >= STOP:
                        if there not in near and not self._arrive(there, used, longest, later):
                            continue
                    else:
                        out = sides[to]
                        if out is None or not faces[out[0]].exits >> out[1] & 1:
                            continue
                        stack.append(out)
                    if joined is None:
                        joined = ways[here] = []
                    if to not in joined:
                        joined.append(to)
                        ways.setdefault(there, []).append(at)

    def _arrive(self, end: End, used: int, longest: int, later: dict[int, list[End]]) -> bool:
        """Note a stop if it is within range, and go on from there later if it may be passed or starts a route."""
        if end in self.near:
            return True
        call = self.calls.get(end)
        if call is None:
            call = self.calls[end] = self.position.call(end)
        total = used + call.cost
        if total > longest:
            return False
        self.near[end] = total
        if call.through or call.own:
            later.setdefault(total, []).append(end)
        return True

    def cut_dead_ends(self) -> None:
        """Drop track from which no stop can be reached: a hexside is of use only with track on both sides."""
        ways, across = self.ways, self.position.hexmap.across
        doubtful = [end for end in ways if end[1] < STOP and across[end[0]][end[1]] not in ways]
        while doubtful:
            end = doubtful.pop()
            if end not in ways or across[end[0]][end[1]] in ways:
                continue
            hex_, edge = end
            for other in ways.pop(end):
                there = ways[hex_, other]
                there.remove(edge)
                if not there:
                    del ways[hex_, other]
                    if other < STOP and (out := across[hex_][other]):
                        doubtful.append(out)

    def gauge(self, hex_: int, a: int, b: int) -> frozenset[str]:
        """The gauge that a train needs to pass between two ends of a hex."""
        if not self.position.rules.gauges:
            return frozenset()
        return self.position.seen[hex_].needs[(a, b) if a < b else (b, a)]
