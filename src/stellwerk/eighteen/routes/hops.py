"""The best set of routes where small stops are free and trains have a short range.

There are too many routes to list: every free stop is one more place where they may end. But few of them are dear. A
hop leads from a large stop over any free stops to the next large one, a tail over free stops to an end; the most that
hops and tails can still add, whatever they use, bounds every route while it grows. Each train is asked for the best
route of its own; in a set that beats a known one no train earns less than that set minus the best of all others. Only
routes above that floor are listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from stellwerk.eighteen.routes.graph import Graph
from stellwerk.eighteen.routes.listing import Choice, Legs, Listed, Packer, TooMany, Trail
from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Bonus, Spec

MOST_HOPS: Final = 3_000
"""How many hops and tails one stop may have before giving up."""

MOST_TRIES: Final = 150_000
"""How many times a route may be prolonged before giving up."""

MOST_LISTED: Final = 12_000

NOWHERE: Final = -2
"""Stands for the large stop by way of which one goes where the route ends first."""


class Hop(NamedTuple):
    """Track to the next large stop, or a tail to an end, with all free stops on the way."""

    to: int
    mask: int
    stops: int
    worth: int
    large: int
    """1, or 0 for a tail."""

    legs: Trail
    passed: int


Hops: TypeAlias = "tuple[Hops, Hop] | None"
"""The hops from a stop on, last one first."""

Most: TypeAlias = list[tuple[int, int, int]]
"""By range left the most that can still be added, by way of which large stop, and the most by way of another."""


class Arm(NamedTuple):
    """A route that grows from an own station."""

    at: int
    before: int
    """The large stop from which it came to the one at which it is; NONE where it began there or cannot go on."""

    mask: int
    stops: int
    called: frozenset[str]
    left: int
    worth: int
    passed: int
    trail: Hops


def suits(graph: Graph, kinds: list[Spec], bonus: Bonus) -> bool:
    """Whether these trains and stops are of the sort that hops are made for."""
    short = all(spec.limit != UNLIMITED and not spec.goal and not spec.allowance for spec in kinds)
    free = [call for call in graph.calls if not call.cost]
    plain = not graph.paid and not any(bonus.amounts) and not any(link.toll for link in graph.links)
    odd = any(call.small or (not call.cost and (call.own or call.once)) for call in graph.calls)
    return short and bool(free) and plain and not odd


class HopSearch:
    """Hops of all trains on one network, found when asked for."""

    def __init__(self, graph: Graph, legs: Legs) -> None:
        self.graph, self.legs = graph, legs
        self.finders: dict[Spec, Finder] = {}

    def best(self, kinds: list[Spec], known: int, unit: int) -> Packer | None:
        """The best set if it is better than what is known; None where there are too many routes after all."""
        try:
            finders = [self._finder(spec._replace(trains=1)) for spec in kinds for _ in range(spec.trains)]
            floor, choice = _greedy(finders, known)
            total = sum(finder.best_worth for finder in finders)
            lists: dict[int, list[Listed]] = {
                id(finder): finder.listed(floor + unit - total + finder.best_worth) for finder in finders
            }
        except TooMany:
            return None
        needed = [bool(finder.spec.must) for finder in finders]
        packer = Packer([lists[id(finder)] for finder in finders], needed, floor)
        packer.choice = choice
        packer.run()
        return packer

    def _finder(self, spec: Spec) -> Finder:
        if spec not in self.finders:
            self.finders[spec] = Finder(self.graph, self.legs, spec)
        return self.finders[spec]


def _greedy(finders: list[Finder], known: int) -> tuple[int, Choice]:
    """Let each train in turn choose first and the others take the best that is left: seldom the best, soon found."""
    best = known
    choice: Choice = (None,) * len(finders)
    for first in range(len(finders)):
        order = [first, *(number for number in range(len(finders)) if number != first)]
        used, worth, taken = 0, 0, dict[int, Listed | None]()
        for number in order:
            route = finders[number].dearest(used)
            taken[number] = route
            if route is not None:
                used, worth = used | route.mask, worth + route.worth
        complete = all(taken[number] or not finder.spec.must for number, finder in enumerate(finders))
        if worth > best and complete:
            best, choice = worth, tuple(taken[number] for number in range(len(finders)))
    return best, choice


class Finder:
    """All routes of one kind of train above a floor, and its best one on what others leave."""

    def __init__(self, graph: Graph, legs: Legs, spec: Spec) -> None:
        self.graph, self.legs, self.spec = graph, legs, spec
        self.hops: dict[int, tuple[Hop, ...]] = {}
        self.most: dict[int, Most] = {}
        self.tries = 0
        self.found: dict[int, Listed] = {}
        self.floor = 0
        self.rising = False
        route = self.dearest(0)
        self.best_worth = route.worth if route else 0

    def dearest(self, used: int) -> Listed | None:
        """The route that earns most without some links; those that earn nothing are none."""
        self._search(1, used, rising=True)
        return max(self.found.values(), key=attrgetter("worth"), default=None)

    def listed(self, floor: int) -> list[Listed]:
        """All routes that earn so much, dearest first."""
        self._search(floor, 0, rising=False)
        return sorted(self.found.values(), key=attrgetter("worth"), reverse=True)

    def _search(self, floor: int, used: int, *, rising: bool) -> None:
        self.found, self.floor, self.rising, self.tries = {}, floor, rising, 0
        banned = 0
        for home, call in enumerate(self.graph.calls):
            if call.own:
                if call.cost <= self.spec.limit:
                    self._from(home, banned, used)
                banned |= 1 << home

    def _from(self, home: int, banned: int, used: int) -> None:
        call = self.graph.calls[home]
        called = frozenset({call.once} if call.once else ())
        start = Arm(
            home, NONE, used, banned | 1 << home, called, self.spec.limit - call.cost, self._value(home), 0, None
        )
        hops = self._hops(home)
        for number, hop in enumerate(hops):
            first = self._grow(start, hop)
            if first is not None:
                self._first(home, first, hops[number + 1 :] if call.through else ())

    def _first(self, home: int, arm: Arm, others: tuple[Hop, ...]) -> None:
        """Grow the first arm; at each length end the route at home or grow a second arm by a later hop."""
        stack = [arm]
        while stack:
            arm = stack.pop()
            if arm.worth + self._ahead(arm, home, bool(others)) < self.floor:
                continue
            if self.graph.calls[arm.at].halt:
                ended = arm.worth + self._end(arm.at)
                self._note(home, arm, None, ended + self._end(home))
                if others and ended + self._reach(home, NONE, arm.left) >= self.floor:
                    self._second(home, arm._replace(worth=ended), others)
            stack.extend(self._on(arm))

    def _second(self, home: int, arm: Arm, hops: tuple[Hop, ...]) -> None:
        bare = arm._replace(at=home, before=NONE, trail=None)
        stack = [grown for hop in hops if (grown := self._grow(bare, hop))]
        while stack:
            second = stack.pop()
            if second.worth + self._reach(second.at, second.before, second.left) < self.floor:
                continue
            if self.graph.calls[second.at].halt:
                self._note(home, second, arm.trail, second.worth + self._end(second.at))
            stack.extend(self._on(second))

    def _ahead(self, arm: Arm, home: int, both: bool) -> int:
        """The most that the rest of both arms can add: the range left is split between them."""
        if not both:
            return self._reach(arm.at, arm.before, arm.left) + self._end(home)
        return max(
            self._reach(arm.at, arm.before, left) + self._reach(home, NONE, arm.left - left)
            for left in range(arm.left + 1)
        )

    def _on(self, arm: Arm) -> Iterator[Arm]:
        call = self.graph.calls[arm.at]
        if call.cost and call.through:
            yield from (grown for hop in self._hops(arm.at) if (grown := self._grow(arm, hop)))

    def _grow(self, arm: Arm, hop: Hop) -> Arm | None:
        if hop.mask & arm.mask or hop.stops & arm.stops or hop.large > arm.left:
            return None
        once = self.graph.calls[hop.to].once
        if once and once in arm.called:
            return None
        self.tries += 1
        if self.tries > MOST_TRIES:
            raise TooMany
        return Arm(
            hop.to,
            arm.at if hop.large else NONE,
            arm.mask | hop.mask,
            arm.stops | hop.stops,
            arm.called | {once} if once else arm.called,
            arm.left - hop.large,
            arm.worth + hop.worth,
            arm.passed | hop.passed,
            (arm.trail, hop),
        )

    def _note(self, home: int, arm: Arm, other: Hops, worth: int) -> None:
        if worth < self.floor or self.spec.must & ~arm.passed:
            return
        known = self.found.get(arm.mask)
        if known is None or known.worth < worth:
            arms = _legs_of(arm.trail), _legs_of(other)
            self.found[arm.mask] = Listed(worth, arm.mask, 0, 0, 0, arm.passed, home, arms)
            if self.rising:
                self.floor = worth + 1
            elif len(self.found) > MOST_LISTED:
                raise TooMany

    # --- what can still be added ------------------------------------------------------------------------

    def _value(self, stop: int) -> int:
        return self.graph.calls[stop].values[self.spec.tier]

    def _end(self, stop: int) -> int:
        """What a route earns besides for ending at a stop."""
        return self._value(stop) if self.spec.mail else 0

    def _reach(self, stop: int, before: int, left: int) -> int:
        """The most that can be added from a stop on, with its end, not straight back to the large stop before."""
        call = self.graph.calls[stop]
        if not call.cost or not (call.through or call.own):
            return self._end(stop)
        if not self.most:
            self._fill()
        most, by, second = self.most[stop][left]
        return second if by == before else most

    def _fill(self) -> None:
        """By large stop and range left the most that hops and tails can add, however often they come to a place."""
        large = [stop for stop, call in enumerate(self.graph.calls) if call.cost and (call.through or call.own)]
        ends: dict[int, int] = {}
        for stop in large:
            tails = (hop.worth + self._end(hop.to) for hop in self._hops(stop) if not hop.large)
            ends[stop] = max((*tails, self._end(stop)))
            self.most[stop] = []
        for left in range(self.spec.limit + 1):
            row = {stop: self._best(stop, left, ends[stop]) for stop in large}
            for stop in large:
                self.most[stop].append(row[stop])

    def _best(self, stop: int, left: int, ends: int) -> tuple[int, int, int]:
        by = {NOWHERE: ends}
        if left:
            for hop in self._hops(stop):
                if hop.large:
                    worth = hop.worth + self._then(hop.to, stop, left - 1)
                    if worth > by.get(hop.to, NONE):
                        by[hop.to] = worth
        ranked = sorted(((worth, to) for to, worth in by.items()), reverse=True)
        second = ranked[1][0] if len(ranked) > 1 else ends
        return ranked[0][0], ranked[0][1], second

    def _then(self, stop: int, before: int, left: int) -> int:
        if stop not in self.most or not self.graph.calls[stop].through:
            return self._end(stop)
        most, by, second = self.most[stop][left]
        return second if by == before else most

    # --- hops -------------------------------------------------------------------------------------------

    def _hops(self, stop: int) -> tuple[Hop, ...]:
        if stop not in self.hops:
            found = sorted(self._all_hops(stop), key=attrgetter("worth"))
            self.hops[stop] = tuple(found)
        return self.hops[stop]

    def _all_hops(self, stop: int) -> Iterator[Hop]:
        calls, gauges = self.graph.calls, self.spec.gauges
        stack = [Hop(stop, 0, 1 << stop, 0, 0, None, 0)]
        made = 0
        while stack:
            hop = stack.pop()
            for leg in self.legs(hop.to):
                if leg.mask & hop.mask or hop.stops >> leg.to & 1 or not (gauges is None or leg.gauges <= gauges):
                    continue
                made += 1
                if made > MOST_HOPS:
                    raise TooMany
                call = calls[leg.to]
                on = Hop(
                    leg.to,
                    hop.mask | leg.mask,
                    hop.stops | 1 << leg.to,
                    hop.worth + self._value(leg.to),
                    call.cost,
                    (hop.legs, leg),
                    hop.passed | leg.marks,
                )
                if call.cost or call.halt:
                    yield on._replace(stops=on.stops & ~(1 << stop))
                if not call.cost and call.through:
                    stack.append(on)


def _legs_of(hops: Hops) -> Trail:
    """The legs of a row of hops."""
    row: list[Hop] = []
    while hops is not None:
        hops, hop = hops
        row.append(hop)
    trail: Trail = None
    for hop in reversed(row):
        legs, rest = [], hop.legs
        while rest is not None:
            rest, leg = rest
            legs.append(leg)
        for leg in reversed(legs):
            trail = trail, leg
    return trail
