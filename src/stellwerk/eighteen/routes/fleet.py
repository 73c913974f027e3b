"""The trains of a sweep: what each has counted on all its strands, and what a walk adds to it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from stellwerk.eighteen.routes.graph import Graph, Walk
from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Bonus, Spec

Trains: TypeAlias = tuple[int, ...]
"""By train the number of its record."""


class Record(NamedTuple):
    """What a train has counted so far on all its strands."""

    own: bool = False
    ends: int = 0
    areas: int = 0
    range: int = 0
    small: int = 0
    marks: int = 0
    passed: int = 0
    """Marked hexes, as bits, for which it has earned and to which it may come again."""

    begun: bool = False


FRESH: Final = 0
DONE: Final = 1


class Effect(NamedTuple):
    """What a walk adds to the record of a train of some kind."""

    walk: Walk
    worth: int
    own: bool
    ends: int
    area: int
    range: int
    small: int
    mark: int
    passed: int


class Fleet:
    """The trains, and all records they ever had, by number."""

    def __init__(self, graph: Graph, specs: list[Spec], bonus: Bonus) -> None:
        self.graph, self.specs, self.bonus = graph, specs, bonus
        self.kind_of = [number for number, spec in enumerate(specs) for _ in range(spec.trains)]
        named = [call.once for call in graph.calls if call.once]
        self.areas = {area: 1 << bit for bit, area in enumerate(dict.fromkeys(named)) if named.count(area) > 1}
        self.station_cost = min((call.cost for call in graph.calls if call.own), default=0)
        self.records = [Record(), Record(ends=3)]
        self.number = {record: number for number, record in enumerate(self.records)}
        self.freer: dict[tuple[int, int, int], bool] = {}
        self.bonus_grows = all(a <= b for a, b in pairwise(bonus.amounts))
        self.has_mail = any(spec.mail for spec in specs)
        dearest = sorted((call.worth for call in graph.calls if call.halt), reverse=True)
        self.mail_price = dearest[min(2, len(dearest) - 1)] if dearest else 0
        """What bounds take for an end that counts again: few stops are worth more."""

    def effect(self, walk: Walk, spec: Spec, out: frozenset[int]) -> Effect | None:
        """What a walk counts for a train, with the borders on links that it enters first; None if it may not."""
        if spec.gauges is not None and not walk.gauges <= spec.gauges:
            return None
        ends = int(walk.b == NONE)
        if ends and not self.graph.calls[walk.call].halt:
            return None
        limited = spec.limit != UNLIMITED
        toll = sum(self.graph.links[link].toll for link in (walk.a, walk.b) if limited and link in out)
        marks = 0 if spec.goal else self.marks(walk, out)
        passed = marks & self.graph.twice & (self.graph.paid | spec.must)
        extra = self.graph.amount * (marks & self.graph.paid & ~passed).bit_count()
        if walk.call == NONE:
            return Effect(walk, extra, False, ends, 0, 0, toll, 0, passed)
        call = self.graph.calls[walk.call]
        if spec.goal:
            return self._express(walk, spec, ends)
        if self.graph.near[walk.call] > spec.limit:
            return None
        range_, small = (call.cost, call.small + toll) if limited else (0, 0)
        worth = call.values[spec.tier] * (2 if ends and spec.mail else 1) + extra
        return Effect(walk, worth, call.own, ends, self.areas.get(call.once, 0), range_, small, call.mark, passed)

    def marks(self, walk: Walk, out: frozenset[int]) -> int:
        """The marked hexes, as bits, that a walk comes to, with those on links that it enters first."""
        marks = self.graph.nodes[walk.node].marks
        for link in (walk.a, walk.b):
            if link in out:
                marks |= self.graph.links[link].marks
        return marks

    def added(self, number: int, e: Effect) -> int:
        """What a train with this record earns for marked hexes that it may have come to before."""
        return self.graph.amount * (e.passed & self.graph.paid & ~self.records[number].passed).bit_count()

    def _express(self, walk: Walk, spec: Spec, ends: int) -> Effect | None:
        """A train that calls only at its ends, an own station and its goal; the mark stands for the goal."""
        call = self.graph.calls[walk.call]
        if not ends:
            return Effect(walk, 0, False, 0, 0, 0, 0, 0, 0)
        goal = call.area == spec.goal
        if not goal and not call.own:
            return None
        return Effect(walk, call.values[spec.tier], call.own and not goal, 1, 0, 0, 0, int(goal), 0)

    def count(self, number: int, e: Effect, spec: Spec) -> int | None:
        """The record after a walk, or None if the train may not take it."""
        record = self.records[number]
        ends = record.ends + e.ends
        if ends > 2 or record.areas & e.area:
            return None
        if spec.goal and e.ends and ((e.own and record.own) or (e.mark and record.marks)):
            return None
        own, range_, small = record.own or e.own, record.range + e.range, record.small + e.small
        if not spec.fits(range_ if own else range_ + self.station_cost, small):
            return None
        areas, marks, passed = record.areas | e.area, record.marks + e.mark, record.passed | e.passed
        after = Record(own, ends, areas, range_, small, marks, passed, begun=True)
        known = self.number.get(after)
        if known is None:
            known = self.number[after] = len(self.records)
            self.records.append(after)
        return known

    def dominated(self, trains: Trains, kept: Iterable[Trains]) -> bool:
        """Whether some others that use the same links of the frontier are at least as free as these trains."""
        for others in kept:  # noqa: SIM110  # asked of every state: a generator is dear
            if self.dominates(others, trains):
                return True
        return False

    def dominates(self, trains: Trains, others: Trains) -> bool:
        """Whether trains are at least as free as others that use the same links of the frontier."""
        known = self.freer
        for kind, a, b in zip(self.kind_of, trains, others, strict=True):
            if a != b:
                freer = known.get((a, b, kind))
                if freer is None:
                    freer = known[a, b, kind] = self._freer(a, b, kind)
                if not freer:
                    return False
        return True

    def _freer(self, a: int, b: int, kind: int) -> bool:
        if a in (FRESH, DONE) or b in (FRESH, DONE):
            return a == FRESH and b == DONE and not self.specs[kind].must
        x, y = self.records[a], self.records[b]
        counts = x.range <= y.range and x.small <= y.small and not x.areas & ~y.areas
        paid, must = self.graph.paid, self.specs[kind].must
        counts = counts and not (x.passed & ~y.passed & paid or y.passed & ~x.passed & must)
        marks = x.marks == y.marks or (self.bonus_grows and not self.specs[kind].goal and x.marks > y.marks)
        return counts and marks and x.own >= y.own and x.ends == y.ends

    def finish(self, number: int, spec: Spec) -> int | None:
        """What a finished route earns besides its stops, or None if it lacks an own station or a hex it must pass."""
        record = self.records[number]
        if not record.own or spec.must & ~record.passed:
            return None
        return 0 if spec.goal else self.bonus.worth(record.marks)
