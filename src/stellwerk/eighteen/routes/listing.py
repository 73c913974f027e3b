"""All routes of a network that has few of them, and the best set of routes among all sets.

Most networks in play have some dozens of routes. Where there are too many to list, `routes.sweep` takes over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from stellwerk.eighteen.routes.graph import Graph, Walk
from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Bonus, End, Spec

MOST: Final = 6000
"""How many pieces of track between stops, and sets of routes, are looked at before giving up."""

MOST_HELD: Final = 500_000
"""How many times a route is held against others before giving up the choice among their sets."""

MANY: Final = 200
"""From so many routes on it pays to know which of them use a link."""

LONGEST_LIST: Final = 10_000
LONGEST_FOR_DIESELS: Final = 4_000
"""How many routes are listed before giving up: a sweep costs more the more trains have a range to count."""

LONGEST_BEFORE_HOPS: Final = 2_500
"""The same where another search knows which few of them are dear."""


class TooMany(Exception):
    """There is more to list than pays."""


class Leg(NamedTuple):
    """Track from one stop to the next."""

    to: int
    mask: int
    """The links it uses, as bits."""

    toll: int
    gauges: frozenset[str]
    ends: tuple[End, ...]
    marks: int = 0
    """The marked hexes that it comes to, as bits."""

    def beats(self, other: Leg) -> bool:
        """Whether no route ever needs the other one."""
        return (
            self.to == other.to
            and self.mask & other.mask == self.mask
            and self.toll <= other.toll
            and self.gauges <= other.gauges
            and not other.marks & ~self.marks
        )


Trail: TypeAlias = "tuple[Trail, Leg] | None"
"""The legs from a stop on, last one first."""


class Listed(NamedTuple):
    """A route: from its lowest own station along one arm, and perhaps along another."""

    worth: int
    mask: int
    range: int
    small: int
    mail: int
    """What its two ends are worth, where that counts again for some train."""

    passed: int
    home: int
    arms: tuple[Trail, Trail]


class Legs:
    """The legs from every stop, found when asked for."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes_at: dict[int, list[int]] = {}
        self.walks: dict[tuple[int, int], list[Walk]] = {}
        self.starts: dict[int, list[Walk]] = {}
        for number, node in enumerate(graph.nodes):
            for link in node.links:
                self.nodes_at.setdefault(link, []).append(number)
            for walk in node.walks:
                self.walks.setdefault((number, walk.a), []).append(walk)
                if walk.b == NONE:
                    self.starts.setdefault(walk.call, []).append(walk)
                else:
                    self.walks.setdefault((number, walk.b), []).append(walk.back())
        self.known: dict[int, tuple[Leg, ...]] = {}

    def __call__(self, stop: int) -> tuple[Leg, ...]:
        """The legs from a stop, without those that another one beats."""
        if stop not in self.known:
            legs: list[Leg] = []
            for leg in sorted(self.all(stop), key=lambda leg: leg.mask.bit_count()):
                if not any(other.beats(leg) for other in legs):
                    legs.append(leg)
            self.known[stop] = tuple(legs)
        return self.known[stop]

    def all(self, stop: int, most: int = MOST) -> Iterator[Leg]:
        """Every leg from a stop to another one, as they are found."""
        graph, tries = self.graph, 0
        bare: tuple[End, ...] = ()
        stack = [
            (walk.node, walk.a, 0, 0, walk.gauges, bare, graph.nodes[walk.node].marks)
            for walk in self.starts.get(stop, ())
        ]
        while stack:
            node, link, mask, toll, gauges, ends, marks = stack.pop()
            if mask >> link & 1:
                continue
            tries += 1
            if tries > most:
                raise TooMany
            mask |= 1 << link
            toll += graph.links[link].toll
            ends += graph.links[link].ends_from(node)
            near, far = self.nodes_at[link]
            node = far if node == near else near
            marks |= graph.links[link].marks | graph.nodes[node].marks
            for walk in self.walks[node, link]:
                if walk.call == NONE:
                    stack.append((node, walk.b, mask, toll, gauges | walk.gauges, ends, marks))
                elif walk.b == NONE and walk.call != stop:
                    yield Leg(walk.call, mask, toll, gauges | walk.gauges, ends, marks)


Growth: TypeAlias = tuple[int, int, int, int, int, int, int, frozenset[str], int, Trail]
"""A route that grows from an own station: the stop where it is, its links and stops as bits, what it is worth, its
range, its small stops, its stops that count for the bonus, places of several stops at which it has called, marked hexes
that it has come to, as bits, and its legs. Thousands are made for one search, so its parts have no names."""

Stretch: TypeAlias = tuple[int, int, int, int, Leg]
"""What is asked of a leg again and again: where it leads, its links, its toll, its marked hexes; and itself."""


@dataclass
class Lister:
    """Lists the routes of all trains with the same gauges and goal, up to the widest range among them."""

    graph: Graph
    legs: Legs
    spec: Spec
    bonus: Bonus
    mail: bool = False
    most: int = 0
    """How many routes to list at most, if fewer than else."""

    found: dict[tuple[int, int, int, int], Listed] = field(default_factory=dict)
    usable: dict[int, list[Stretch]] = field(default_factory=dict)
    """By stop the legs of the right gauges, as far as anybody has asked for them."""

    tries: int = 0

    def __post_init__(self) -> None:
        spec, tier, calls = self.spec, self.spec.tier, self.graph.calls
        self.most = self.most or (LONGEST_FOR_DIESELS if spec.limit == UNLIMITED else LONGEST_LIST)
        self.counted = [(call.cost, call.small, call.once, call.values[tier], call.mark) for call in calls]
        self.terms = spec.limit, spec.allowance, spec.apart, spec.goal, self.counted
        self.halts, self.throughs = [call.halt for call in calls], [call.through for call in calls]
        self.extra = any(self.bonus.amounts) or self.graph.paid

    def run(self) -> list[Listed]:
        """All routes, dearest first; of routes over the same track with the same count only the dearest."""
        banned = 0
        for home, call in enumerate(self.graph.calls):
            if call.own and not (self.spec.goal and call.area == self.spec.goal):
                self._from(home, banned)
                if not self.spec.goal:
                    banned |= 1 << home
        return sorted(self.found.values(), key=itemgetter(0), reverse=True)

    def _from(self, home: int, banned: int) -> None:
        bare: Growth = (home, 0, banned, 0, 0, 0, 0, frozenset(), 0, None)
        begun = self._grow(bare, [(home, 0, 0, 0, Leg(home, 0, 0, frozenset(), ()))], None)
        through = self.throughs[home] and not self.spec.goal
        for number, leg in enumerate(self._legs(home) if begun else ()):
            for arm in self._grow(begun[0], [leg], None):
                self._first_arm(home, arm, number if through else None)

    def _legs(self, stop: int) -> list[Stretch]:
        known = self.usable.get(stop)
        if known is None:
            gauges = self.spec.gauges
            known = self.usable[stop] = [
                (leg.to, leg.mask, leg.toll, leg.marks, leg)
                for leg in self.legs(stop)
                if gauges is None or leg.gauges <= gauges
            ]
        return known

    def _first_arm(self, home: int, arm: Growth, number: int | None) -> None:
        """Grow an arm from home leg by leg; at each length try all second arms that begin with a later leg."""
        stack = [arm]
        while stack:
            arm = stack.pop()
            at = arm[0]
            self._note(home, home, arm, None)
            if number is not None and self.halts[at]:
                self._second_arms(home, arm, number)
            if self.throughs[at]:
                stack += self._grow(arm, self._legs(at), arm[-1])

    def _second_arms(self, home: int, arm: Growth, number: int) -> None:
        start, trail, throughs = arm[0], arm[-1], self.throughs
        stack = self._grow(arm, self._legs(home)[number + 1 :], None)
        while stack:
            second = stack.pop()
            self._note(home, start, second, trail)
            if throughs[second[0]]:
                stack += self._grow(second, self._legs(second[0]), second[-1])

    def _grow(self, arm: Growth, legs: list[Stretch], trail: Trail) -> list[Growth]:
        """Lead an arm on by each of some legs, if the train may still call where it ends: most time is spent here."""
        _, mask, stops, worth, range_, small, marks, called, passed, _ = arm
        limit, allowance, apart, goal, counted = self.terms
        grown: list[Growth] = []
        for stop, track, toll, passing, leg in legs:
            if track & mask or stops >> stop & 1:
                continue
            self.tries += 1
            if self.tries > self.most:
                raise TooMany
            if goal:
                cost, little, once, value, mark = 0, 0, "", 0, 0
            else:
                cost, little, once, value, mark = counted[stop]
                little += toll
                over = small + little - allowance
                if (
                    range_ + cost > limit
                    or (over > 0 and (apart or range_ + cost + over > limit))
                    or (once and once in called)
                ):
                    continue
            grown.append(
                (
                    stop,
                    mask | track,
                    stops | 1 << stop,
                    worth + value,
                    range_ + cost,
                    small + little,
                    marks + mark,
                    called | {once} if once else called,
                    passed | passing,
                    (trail, leg),
                )
            )
        return grown

    def _note(self, home: int, start: int, arm: Growth, other: Trail) -> None:
        """Keep a route with these ends."""
        at, mask, _, worth, range_, small, marks, _, passed, trail = arm
        if not self.halts[at]:
            return
        if self.extra:
            worth += self.bonus.worth(marks) + self.graph.amount * (passed & self.graph.paid).bit_count()
        both = self.counted[start][3] + self.counted[at][3] if self.mail or self.spec.goal else 0
        if self.spec.goal:
            if self.graph.calls[at].area != self.spec.goal:
                return
            worth = both
        key = mask, range_, small, both if self.mail else 0
        known = self.found.get(key)
        if known is None or known.worth < worth:
            self.found[key] = Listed(worth, *key, passed, home, (trail, other))


Choice: TypeAlias = tuple[Listed | None, ...]


class Users:
    """By link the routes of a list that use it, as bits: finds the first that shares none with others at once."""

    def __init__(self, routes: list[Listed]) -> None:
        self.routes = routes
        self.by_link: dict[int, int] = {}
        for number, route in enumerate(routes):
            for link in bits(route.mask):
                self.by_link[link] = self.by_link.get(link, 0) | 1 << number

    def first(self, used: int, start: int) -> Listed | None:
        """The first route from a place of the list on that uses none of these links."""
        taken = 0
        for link in bits(used):
            taken |= self.by_link.get(link, 0)
        free = ~taken >> start
        number = start + (free & -free).bit_length() - 1
        return self.routes[number] if number < len(self.routes) else None


def bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit


class Packer:
    """Chooses routes that share no track, one for each train, by branch and bound."""

    def __init__(self, lists: Sequence[list[Listed]], needed: Sequence[bool] = (), known: int = 0) -> None:
        """Take a list of routes for each train, dearest first; equal trains have the same list and stand together.

        Trains that are `needed` must run. Only what is better than what is `known` is found.
        """
        self.lists = lists
        self.needed = needed or (False,) * len(lists)
        self.last_needed = max((train for train, need in enumerate(self.needed) if need), default=-1)
        self.best = known
        self.choice: Choice = (None,) * len(lists)
        self.tries = 0
        self.held = 0
        self.proven = False

    def run(self) -> None:
        try:
            self._choose(0, 0, 0, (), self.lists[0])
            self.proven = True
        except TooMany:
            self.proven = False

    def _choose(self, train: int, mask: int, worth: int, chosen: Choice, routes: list[Listed]) -> None:
        lists, last = self.lists, len(self.lists)
        if worth > self.best and train > self.last_needed:
            self.best, self.choice = worth, chosen + (None,) * (last - train)
        if train == last:
            return
        self.tries += 1
        if self.tries > MOST or self.held > MOST_HELD:
            raise TooMany
        later = sum([_dearest(lists[other], mask) for other in range(train + 1, last)])
        for number, route in enumerate(routes):
            more = worth + route.worth
            if more + later <= self.best:
                return  # nor is there more to win by leaving this train out
            if not route.mask & mask:
                if train + 1 == last:
                    self.best, self.choice = more, (*chosen, route)
                    return
                used = mask | route.mask
                others = self._rest(train, routes, number)
                if train == 0 and last == 2 and len(lists[1]) > MANY:
                    self._finish((route, self.users.first(used, len(lists[1]) - len(others))))
                    continue
                if train + 2 == last:
                    rest = self._first_fitting(others, used, self.best - more)
                else:
                    self.held += len(others)
                    rest = [r for r in others if not r.mask & used]
                self._choose(train + 1, used, more, (*chosen, route), rest)
        if self.needed[train]:
            return
        following = self._following(train)
        if worth + later > self.best and following < last:
            idle: Choice = (None,) * (following - train)
            self._choose(following, mask, worth, chosen + idle, lists[following])

    def _finish(self, pair: tuple[Listed, Listed | None]) -> None:
        """Keep two routes of two trains if they are better than what is known."""
        worth = sum(route.worth for route in pair if route)
        if worth > self.best and (pair[1] or not self.needed[1]):
            self.best, self.choice = worth, pair

    @cached_property
    def users(self) -> Users:
        return Users(self.lists[1])

    def _first_fitting(self, routes: list[Listed], used: int, floor: int) -> list[Listed]:
        """Of what the last train may take the dearest route that is left, if it earns more than that."""
        for count, route in enumerate(routes):
            if route.worth <= floor:
                self.held += count
                return []
            if not route.mask & used:
                self.held += count
                return [route]
        self.held += len(routes)
        return []

    def _rest(self, train: int, routes: list[Listed], number: int) -> list[Listed]:
        """What the next train may take: an equal one only what comes later in the list."""
        if train + 1 == len(self.lists):
            return []
        following = self.lists[train + 1]
        return routes[number + 1 :] if following is self.lists[train] else following

    def _following(self, train: int) -> int:
        """The next train of another kind."""
        other = train + 1
        while other < len(self.lists) and self.lists[other] is self.lists[train]:
            other += 1
        return other


def _dearest(routes: list[Listed], mask: int) -> int:
    """What the dearest route is worth that uses none of these links."""
    for route in routes:
        if not route.mask & mask:
            return route.worth
    return 0
