"""The routes that earn most together, and whether there is one at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import gcd
from operator import itemgetter
from time import monotonic
from typing import TypeAlias

from stellwerk.eighteen.routes.check import earnings, mail_of
from stellwerk.eighteen.routes.clock import Clock
from stellwerk.eighteen.routes.graph import Graph, build
from stellwerk.eighteen.routes.hops import suits
from stellwerk.eighteen.routes.listing import (
    LONGEST_BEFORE_HOPS,
    Choice,
    Legs,
    Listed,
    Lister,
    Packer,
    TooMany,
    Trail,
)
from stellwerk.eighteen.routes.priced import HopSearch
from stellwerk.eighteen.routes.roles import Kinds, dealt
from stellwerk.eighteen.routes.rules import (
    UNLIMITED,
    Bonus,
    End,
    Position,
    Route,
    Spec,
    specs_of,
)
from stellwerk.eighteen.routes.sweep import Sweep, trails
from stellwerk.eighteen.trains import Train

Routes: TypeAlias = tuple[Route, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A set of routes, one for each train or (). No set earns more than `bound`; `proven` says that none earns more.

    Where one train carries mail, `mail` is its number, counted from 1, or 0, and `post` what that earns besides the
    revenue; `bound` holds for both together.
    """

    routes: Routes
    revenue: int
    proven: bool
    bound: int
    mail: int = 0
    post: int = 0


def best_run(position: Position, trains: Sequence[Train], seconds: float | None = None, *, mail: bool = False) -> Run:
    """The routes that earn most together, with `mail` what one of them earns by it too.

    After so many seconds it is the best that was found. Where no run passes all hexes that are to be visited, all
    trains stay.
    """
    clock = Clock(None if seconds is None else monotonic() + seconds)
    if position.rules.small and not any(train.towns for train in trains):
        position = replace(position, rules=position.rules.all_alike)
    kinds = specs_of(trains, position.rules)
    graph = build(position, max((spec.limit for spec in kinds), default=0))
    if not trains or not graph.links:
        return Run(((),) * len(trains), 0, True, 0)
    search = _Search(position, graph, kinds, clock, mail)
    found = search.run(kinds, ())
    if graph.visits and not _passes_all(position, found.routes.values()):
        search.worth = 0
        found = search.run(kinds, graph.visits)
    return _told(position, trains, found, mail)


@dataclass
class _Found:
    """The best routes by train among several ways to deal out roles, and what no routes earn more than."""

    routes: dict[int, Route] = field(default_factory=dict)
    worth: int = 0
    bound: int = 0


def _told(position: Position, trains: Sequence[Train], found: _Found, mail: bool) -> Run:
    routes = tuple(found.routes.get(number, ()) for number in range(len(trains)))
    if not mail:
        return Run(routes, found.worth, found.worth == found.bound, found.bound)
    revenue = earnings(position, trains, routes)
    posts = [mail_of(position, trains, routes, number) for number in range(1, len(trains) + 1)]
    post = max(posts)
    proven = revenue + post == found.bound
    return Run(routes, revenue, proven, found.bound, posts.index(post) + 1 if post else 0, post)


def _passes_all(position: Position, routes: Iterable[Route]) -> bool:
    return {name for route in routes for name, _ in route} >= set(position.visits)


class _Search:
    """Goes through all ways to deal out roles, each time for something better than what was found before."""

    def __init__(self, position: Position, graph: Graph, kinds: Kinds, clock: Clock, mail: bool) -> None:
        self.position, self.graph, self.clock, self.mail = position, graph, clock, mail
        self.hopping = suits(graph, list(kinds), position.rules.bonus)
        self.lists = Lists(graph, position.rules.bonus, mail, LONGEST_BEFORE_HOPS if self.hopping else 0)
        self.hops = HopSearch(graph, self.lists.legs)
        self.sequence: list[int] | None = None
        self.worth = 0

    def run(self, kinds: Kinds, due: Sequence[int]) -> _Found:
        found = _Found()
        for roles in dealt(kinds, self.mail, due):
            routes, worth, bound = self._best(roles)
            found.bound = max(found.bound, bound)
            if worth > self.worth:
                found.routes, found.worth, self.worth = routes, worth, worth
        return found

    def _best(self, roles: Kinds) -> tuple[dict[int, Route], int, int]:
        """Routes that are better than what is known, if there are; what they earn; what none earns more than."""
        position, graph, known = self.position, self.graph, self.worth
        packer = list_best(self.lists, list(roles), known)
        found: dict[int, Route] = {}
        if packer is not None:
            if packer.best > known:
                numbers = [number for same in roles.values() for number in same]
                found, known = _chosen(position, graph, packer.choice, numbers), packer.best
            if packer.proven:
                return found, known, known
        if self.hopping:
            unit = gcd(*(value for call in graph.calls for value in call.values)) or 1
            chooser = self.hops.best(list(roles), known, unit)
            if chooser is not None:
                if chooser.best > known:
                    numbers = [number for same in roles.values() for number in same]
                    found, known = _chosen(position, graph, chooser.choice, numbers), chooser.best
                if chooser.proven:
                    return found, known, known
        sweep = Sweep(graph, list(roles), position.rules.bonus, self.clock, self.sequence)
        self.sequence = sweep.sequence
        sweep.run(known)
        if sweep.worth > known:
            free = {kind: list(same) for kind, same in enumerate(roles.values())}
            found = {free[kind].pop(0): position.route(ends) for kind, ends in trails(graph, sweep.pieces)}
        return found, sweep.worth, sweep.bound


class Lists:
    """The routes of each sort of train, listed when first asked for; none once there were too many."""

    def __init__(self, graph: Graph, bonus: Bonus, mail: bool, most: int) -> None:
        self.graph, self.bonus, self.mail, self.most = graph, bonus, mail, most
        self.legs = Legs(graph)
        self.known: dict[_Sort, list[Listed]] = {}
        self.widest: dict[_Sort, Spec] = {}
        self.too_many = False

    def fill(self, kinds: Sequence[Spec]) -> None:
        """List the routes of all sorts, each up to the widest range; raises where there are too many."""
        for spec in kinds:
            sort = _sort(spec)
            if sort not in self.known:
                same = [other for other in kinds if _sort(other) == sort]
                widest = self.widest[sort] = spec._replace(
                    limit=max([other.limit for other in same]), allowance=max([other.allowance for other in same])
                )
                self.known[sort] = Lister(self.graph, self.legs, widest, self.bonus, self.mail, self.most).run()

    def of(self, spec: Spec) -> list[Listed]:
        """What one kind of train may run, dearest first, with what it earns by carrying mail."""
        sort, must = _sort(spec), spec.must
        fitting, widest = self.known[sort], self.widest[sort]
        if must or (spec.limit, spec.allowance) != (widest.limit, widest.allowance):
            fitting = [route for route in fitting if spec.fits(route.range, route.small) and not must & ~route.passed]
        if not spec.mail:
            return fitting
        carried = [Listed(route.worth + route.mail, *route[1:]) for route in fitting]
        return sorted(carried, key=itemgetter(0), reverse=True)


def list_best(lists: Lists, kinds: Sequence[Spec], known: int) -> Packer | None:
    """The best set among all that can be listed, if it is better than what is known; None for too many routes."""
    if lists.too_many:
        return None
    try:
        lists.fill(kinds)
    except TooMany:
        lists.too_many = True
        return None
    routes: list[list[Listed]] = []
    for spec in kinds:
        routes += [lists.of(spec)] * spec.trains
    needed = [bool(spec.must) for spec in kinds for _ in range(spec.trains)]
    packer = Packer(routes, needed, known)
    packer.run()
    return packer


_Sort: TypeAlias = tuple[frozenset[str] | None, str, int, bool]


def _sort(spec: Spec) -> _Sort:
    """Trains of one sort differ only in how far they run and in their roles."""
    return spec.gauges, spec.goal, spec.tier, spec.apart


def _chosen(position: Position, graph: Graph, choice: Choice, numbers: list[int]) -> dict[int, Route]:
    return {
        number: position.route(_ends(position, graph, listed))
        for number, listed in zip(numbers, choice, strict=True)
        if listed is not None
    }


def _ends(position: Position, graph: Graph, listed: Listed) -> list[End]:
    """The ends that a listed route passes: back from the end of its second arm, then along its first."""
    first, second = (_along(graph, arm) for arm in listed.arms)
    return [*position.back(second), graph.calls[listed.home].end, *first]


def _along(graph: Graph, arm: Trail) -> list[End]:
    ends: list[End] = []
    while arm is not None:
        arm, leg = arm
        ends = [*leg.ends, graph.calls[leg.to].end, *ends]
    return ends


def has_route(position: Position) -> bool:
    """Whether some route of two stops with an own station exists, for a train of any range."""
    graph = build(position, UNLIMITED)
    if len(graph.calls) < 2:
        return False
    gauges: Iterable[frozenset[str] | None] = position.rules.gauges.values() or [None]
    legs = Legs(graph)
    return any(
        (allowed is None or used <= allowed) and _differ(graph, home, stop)
        for home, call in enumerate(graph.calls)
        if call.own
        for stop, used in _halts(graph, legs, home)
        for allowed in gauges
    )


def _halts(graph: Graph, legs: Legs, home: int) -> Iterator[tuple[int, frozenset[str]]]:
    """The next stops from a station at which routes may end, past any junctions, and the gauges needed to get there."""
    stack = [(leg, leg.mask, leg.gauges, 1 << home) for leg in legs.all(home, UNLIMITED)]
    while stack:
        leg, mask, gauges, called = stack.pop()
        if graph.calls[leg.to].halt:
            yield leg.to, gauges
            continue
        called |= 1 << leg.to
        stack.extend(
            (on, mask | on.mask, gauges | on.gauges, called)
            for on in legs.all(leg.to, UNLIMITED)
            if not on.mask & mask and not called >> on.to & 1
        )


def _differ(graph: Graph, home: int, stop: int) -> bool:
    a, b = graph.calls[home].once, graph.calls[stop].once
    return not a or a != b
