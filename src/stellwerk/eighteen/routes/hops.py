"""The best set of routes where small stops are free and trains have a short range.

There are too many routes to list: every free stop is one more place where they may end. But few of them are dear. A
hop leads from a large stop over any free stops to the next large one, a tail over free stops to an end; the most that
hops and tails can still add, whatever they use, bounds every route while it grows. Each train is asked for the best
route of its own; in a set that beats a known one no train earns less than that set minus the best of all others. Only
routes above that floor are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple, TypeAlias

from stellwerk.eighteen.routes.graph import Graph
from stellwerk.eighteen.routes.listing import Legs, Listed, TooMany, Trail
from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Bonus, Spec

MOST_HOPS: Final = 3_000
"""How many hops and tails one stop may have before giving up."""

MOST_TRIES: Final = 150_000
"""How many times a route may be prolonged before giving up."""

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


Option: TypeAlias = tuple[int, int, Hop]
"""A hop, its number among those from its stop, and before both the most that a route may earn from it on."""


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


class Finder:
    """All routes of one kind of train above a floor, and its best one on what others leave."""

    def __init__(self, graph: Graph, legs: Legs, spec: Spec, printed: dict[int, tuple[Hop, ...]]) -> None:
        self.graph, self.legs, self.spec, self.printed = graph, legs, spec, printed
        self.prices: Mapping[int, int] = {}
        self.priced = 0
        self.hops: dict[int, tuple[Hop, ...]] = {}
        self.most: dict[int, Most] = {}
        self.options: dict[tuple[int, int, int], list[Option]] = {}
        self.tries = 0
        self.found: dict[int, Listed] = {}
        self.used = 0
        self.floor = 0
        self.rising = False
        self.most_listed = 0
        self.tops: list[Listed] = []
        """The best routes found so far, on all links or on some, at any prices."""

        self.dearest_alone = self.dearest(0)

    def charge(self, prices: Mapping[int, int]) -> None:
        """Put prices on links, given as bits: from now on routes are worth what they earn beyond these."""
        if prices != self.prices:
            self.prices, self.priced = prices, sum(prices)
            self.hops, self.most, self.options = {}, {}, {}

    def charged(self, mask: int) -> int:
        """What links cost together."""
        mask &= self.priced
        return sum([price for link, price in self.prices.items() if link & mask]) if mask else 0

    def dearest(self, used: int) -> Listed | None:
        """The route that earns most without some links; those that earn nothing are none."""
        known = max(
            [
                route._replace(worth=route.worth - self.charged(route.mask))
                for route in self.tops
                if not route.mask & used
            ],
            key=attrgetter("worth"),
            default=None,
        )
        self._search(max(1, known.worth + 1 if known else 1), used, rising=True)
        route = max(self.found.values(), key=attrgetter("worth"), default=None)
        if route is None:
            return known if known and known.worth > 0 else None
        self.tops.append(route._replace(worth=route.worth + self.charged(route.mask)))
        return route

    def listed(self, floor: int, most: int) -> list[Listed]:
        """All routes that earn so much, dearest first; raises where there are more than so many."""
        self.most_listed = most
        self._search(floor, 0, rising=False)
        return sorted(self.found.values(), key=attrgetter("worth"), reverse=True)

    def _search(self, floor: int, used: int, *, rising: bool) -> None:
        self.found, self.used, self.floor, self.rising, self.tries = {}, used, floor, rising, 0
        banned = 0
        for home, call in enumerate(self.graph.calls):
            if call.own:
                if call.cost <= self.spec.limit:
                    self._from(home, banned, used)
                banned |= 1 << home

    def _from(self, home: int, banned: int, used: int) -> None:
        call = self.graph.calls[home]
        called = frozenset({call.once} if call.once else ())
        worth = self._value(home) + (0 if call.through else self._end(home))
        start = Arm(home, NONE, used, banned | 1 << home, called, self.spec.limit - call.cost, worth, 0, None)
        for most, number, hop in self._options(home, start.left, home if call.through else NONE):
            if start.worth + most < self.floor:
                break
            first = self._grow(start, hop)
            if first is not None:
                self._first(home, first, number if call.through else None)

    def _first(self, home: int, arm: Arm, number: int | None) -> None:
        """Grow the first arm; at each length end the route at home or grow a second arm by a hop of higher number."""
        stack = [arm]
        while stack:
            arm = stack.pop()
            if arm.worth + self._ahead(arm, home, number is not None) < self.floor:
                continue
            if self.graph.calls[arm.at].halt:
                ended = arm.worth + self._end(arm.at)
                self._note(home, arm, None, ended if number is None else ended + self._end(home))
                if number is not None and ended + self._reach(home, NONE, arm.left) >= self.floor:
                    self._second(home, arm._replace(worth=ended), number)
            stack.extend(self._on(arm, NONE if number is None else home))

    def _second(self, home: int, arm: Arm, number: int) -> None:
        bare = arm._replace(at=home, before=NONE, trail=None)
        stack = self._grown(bare, NONE, number)
        while stack:
            second = stack.pop()
            if second.worth + self._reach(second.at, second.before, second.left) < self.floor:
                continue
            if self.graph.calls[second.at].halt:
                self._note(home, second, arm.trail, second.worth + self._end(second.at))
            stack.extend(self._on(second, NONE))

    def _ahead(self, arm: Arm, home: int, both: bool) -> int:
        """The most that the rest of both arms can add: the range left is split between them."""
        if not both:
            return self._reach(arm.at, arm.before, arm.left)
        return max(
            [
                self._reach(arm.at, arm.before, left) + self._reach(home, NONE, arm.left - left)
                for left in range(arm.left + 1)
            ]
        )

    def _on(self, arm: Arm, home: int) -> list[Arm]:
        call = self.graph.calls[arm.at]
        return self._grown(arm, home) if call.cost and call.through else []

    def _grown(self, arm: Arm, home: int, number: int = -1) -> list[Arm]:
        """An arm led on by hops of higher numbers, the most promising last; with a home for a second arm besides."""
        found: list[Arm] = []
        least = self.floor - arm.worth
        for most, other, hop in self._options(arm.at, arm.left, home):
            if most < least:
                break
            if other > number and (grown := self._grow(arm, hop)):
                found.append(grown)
        found.reverse()
        return found

    def _options(self, stop: int, left: int, home: int) -> list[Option]:
        """The hops from a stop with what each may lead to at most, best first; with a home also in a second arm."""
        key = stop, left, home
        if key not in self.options:
            if not self.most:
                self._fill()
            after: dict[tuple[int, int], int] = {}
            found: list[Option] = []
            for number, hop in enumerate(self._hops(stop)):
                if hop.large > left:
                    continue
                to = hop.to, hop.large
                if to not in after:
                    after[to] = self._after(hop, stop, left - hop.large, home)
                found.append((hop.worth + after[to], number, hop))
            self.options[key] = sorted(found, key=itemgetter(0), reverse=True)
        return self.options[key]

    def _after(self, hop: Hop, stop: int, left: int, home: int) -> int:
        """The most that can be added after a hop, in a second arm from home too."""
        if home == NONE:
            return self._then(hop.to, stop, left)
        return max([self._then(hop.to, stop, part) + self._reach(home, NONE, left - part) for part in range(left + 1)])

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
        mask = arm.mask & ~self.used
        known = self.found.get(mask)
        if known is None or known.worth < worth:
            arms = _legs_of(arm.trail), _legs_of(other)
            self.found[mask] = Listed(worth, mask, 0, 0, 0, arm.passed, home, arms)
            if self.rising:
                self.floor = worth + 1
            elif len(self.found) > self.most_listed:
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
        on: dict[int, dict[int, int]] = {}
        for stop in large:
            ends[stop], on[stop] = self._end(stop), {}
            for hop in self._hops(stop):
                if not hop.large:
                    ends[stop] = max(ends[stop], hop.worth + self._end(hop.to))
                elif hop.worth > on[stop].get(hop.to, -UNLIMITED):
                    on[stop][hop.to] = hop.worth
            self.most[stop] = []
        for left in range(self.spec.limit + 1):
            row = [self._best(stop, left, ends[stop], on[stop]) for stop in large]
            for stop, best in zip(large, row, strict=True):
                self.most[stop].append(best)

    def _best(self, stop: int, left: int, ends: int, on: Mapping[int, int]) -> tuple[int, int, int]:
        ranked = [(ends, NOWHERE)]
        if left:
            ranked += [(worth + self._then(to, stop, left - 1), to) for to, worth in on.items()]
            ranked.sort(reverse=True)
        return *ranked[0], ranked[1][0] if len(ranked) > 1 else ends

    def _then(self, stop: int, before: int, left: int) -> int:
        if stop not in self.most or not self.graph.calls[stop].through:
            return self._end(stop)
        most, by, second = self.most[stop][left]
        return second if by == before else most

    # --- hops -------------------------------------------------------------------------------------------

    def _hops(self, stop: int) -> tuple[Hop, ...]:
        """The hops from a stop, worth what they earn beyond the prices of their links."""
        if stop not in self.hops:
            if stop not in self.printed:
                self.printed[stop] = tuple(self._all_hops(stop))
            self.hops[stop] = tuple(
                [
                    hop._replace(worth=hop.worth - self.charged(hop.mask)) if hop.mask & self.priced else hop
                    for hop in self.printed[stop]
                ]
            )
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
