"""The routes that earn most together, and whether there is one at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TypeAlias

from stellwerk.eighteen.routes.graph import Graph, build
from stellwerk.eighteen.routes.listing import Legs, Listed, Lister, Packer, TooMany, Trail
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
    """A set of routes, one for each train or (). No set earns more than `bound`; `proven` says that none earns more."""

    routes: Routes
    revenue: int
    proven: bool
    bound: int


def best_run(position: Position, trains: Sequence[Train], seconds: float | None = None) -> Run:
    """The routes that earn most together; after so many seconds the best that was found."""
    deadline = None if seconds is None else monotonic() + seconds
    if position.rules.small and not any(train.towns for train in trains):
        position = replace(position, rules=position.rules.all_alike)
    kinds = specs_of(trains, position.rules)
    graph = build(position, max((spec.limit for spec in kinds), default=0))
    if not trains or not graph.links:
        return Run(((),) * len(trains), 0, True, 0)
    packer = list_best(graph, list(kinds), position.rules.bonus)
    numbers = [number for same in kinds.values() for number in same]
    found = {} if packer is None else _chosen(position, graph, packer, numbers)
    known = 0 if packer is None else packer.best
    if packer is not None and packer.proven:
        return _run(found, len(trains), known, known)
    sweep = Sweep(graph, list(kinds), position.rules.bonus, deadline)
    sweep.run(known)
    if sweep.worth > known:
        free = {kind: list(same) for kind, same in enumerate(kinds.values())}
        found = {free[kind].pop(0): position.route(ends) for kind, ends in trails(graph, sweep.pieces)}
    return _run(found, len(trains), sweep.worth, sweep.bound)


def _run(found: dict[int, Route], trains: int, revenue: int, bound: int) -> Run:
    return Run(tuple(found.get(number, ()) for number in range(trains)), revenue, revenue == bound, bound)


def list_best(graph: Graph, kinds: list[Spec], bonus: Bonus) -> Packer | None:
    """The best set among all that can be listed; None where there are too many routes."""
    legs = Legs(graph)
    lists: dict[tuple[frozenset[str] | None, str, int, bool], list[Listed]] = {}
    try:
        for spec in kinds:
            same = [other for other in kinds if _alike(other) == _alike(spec)]
            if _alike(spec) not in lists:
                widest = spec._replace(
                    limit=max(other.limit for other in same), allowance=max(other.allowance for other in same)
                )
                lists[_alike(spec)] = Lister(graph, legs, widest, bonus).run()
    except TooMany:
        return None
    routes: list[list[Listed]] = []
    for spec in kinds:
        fitting = [route for route in lists[_alike(spec)] if spec.fits(route.range, route.small)]
        routes += [fitting] * spec.trains
    packer = Packer(routes)
    packer.run()
    return packer


def _alike(spec: Spec) -> tuple[frozenset[str] | None, str, int, bool]:
    """Trains that are alike in this differ only in how far they run."""
    return spec.gauges, spec.goal, spec.tier, spec.apart


def _chosen(position: Position, graph: Graph, packer: Packer, numbers: list[int]) -> dict[int, Route]:
    return {
        number: position.route(_ends(position, graph, listed))
        for number, listed in zip(numbers, packer.choice, strict=True)
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
        (allowed is None or leg.gauges <= allowed) and _differ(graph, home, leg.to)
        for home, call in enumerate(graph.calls)
        if call.own
        for leg in legs.all(home, UNLIMITED)
        for allowed in gauges
    )


def _differ(graph: Graph, home: int, stop: int) -> bool:
    a, b = graph.calls[home].once, graph.calls[stop].once
    return not a or a != b
