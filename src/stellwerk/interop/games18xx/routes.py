"""Runs in the form of 18xx.games: for each two stops in turn the hexes between them.

Hexes alone do not always say which of two stops or tracks is meant. Of all ways that fit, the first is taken that
lets all trains run, if possible with the revenue that the record tells; what it earns is worked out anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product
from typing import Any, Final, NamedTuple

from stellwerk.core.errors import Malformed
from stellwerk.eighteen.routes import Position, Route, RouteError, check_run, earnings, express_part, readings
from stellwerk.eighteen.tiles import STOP
from stellwerk.eighteen.trains import Train
from stellwerk.interop.games18xx.ways import ways_through

MOST: Final = 5000
"""So many readings of one record of a run are tried at most."""


class Told(NamedTuple):
    """A route as a record tells it; `nodes` (hex-stop for each stop) and `revenue` where they are told.

    Old records have no connections, only `hexes` in the order in which the train calls at or passes them.
    """

    connections: tuple[tuple[str, ...], ...]
    nodes: tuple[str, ...] = ()
    revenue: int | None = None
    hexes: tuple[str, ...] = ()


def read_run(position: Position, trains: Sequence[Train], told: Sequence[Told | None]) -> tuple[Route, ...]:
    """Routes for trains, () for those of which nothing is told. Illegal ones come back too, for the rules to judge."""
    found = [_readings(position, train, tale) if tale else [()] for train, tale in zip(trains, told, strict=True)]
    first = tuple([routes[0] for routes in found])
    if sum(map(len, found)) == len(found):  # each of them has one at least
        return first
    claimed = sum(route.revenue or 0 for route in told if route)
    legal: tuple[Route, ...] = ()
    for run in islice(product(*found), MOST):
        try:
            revenue = check_run(position, trains, run)
        except RouteError:
            continue
        if revenue == claimed:
            return run
        legal = legal or run
    return legal or first


def _readings(position: Position, train: Train, told: Told) -> list[Route]:
    """All routes that a record can mean, those through the told stops first; of an express train what counts."""
    if not told.connections:
        return _by_hexes(position, train, told)
    found = readings(position, told.connections)
    if len(found) > 1:
        found.sort(key=lambda route: sorted(nodes_of(route)) != sorted(told.nodes))
    return [_counted(position, train, route) for route in found]


def _counted(position: Position, train: Train, route: Route) -> Route:
    goal = position.rules.express.get(train.name, "")
    return express_part(position, route, goal) if goal else route


def _by_hexes(position: Position, train: Train, told: Told) -> list[Route]:
    """All routes along hexes, those first that earn what is told, or most where nothing is."""
    routes: dict[Route, int] = {}
    for way in ways_through(position, told.hexes):
        for found in islice(readings(position, way), MOST - len(routes)):
            route = _counted(position, train, found)
            routes[route] = earnings(position, [train], [route])
    if not routes:
        raise Malformed("hexes", f"no track joins {', '.join(told.hexes)} in this order")
    if told.revenue is None:
        return sorted(routes, key=lambda route: -routes[route])
    return sorted(routes, key=lambda route: routes[route] != told.revenue)


def nodes_of(route: Route) -> list[str]:
    """The stops of a route as that site names them."""
    return [f"{name}-{end - STOP}" for name, end in route if end >= STOP]


def tell_route(position: Position, route: Route) -> dict[str, Any]:
    """A route of ours in the fields of a record, but for train and revenue."""
    hexes = [name for name, end in route if end >= STOP]
    return {
        "connections": _connections(position, route),
        "hexes": hexes,
        "revenue_str": "-".join(hexes),
        "nodes": nodes_of(route),
    }


def _connections(position: Position, route: Route) -> list[list[str]]:
    """From each stop to the next the hexes that the train passes."""
    number, hexes = position.hexmap.number, position.hexmap.hexes
    connections: list[list[str]] = []
    for place, (name, end) in enumerate(route):
        if end >= STOP:
            if connections and connections[-1][-1] != name:
                connections[-1].append(name)
            if place + 1 < len(route):
                connections.append([name])
            continue
        entered = position.beyond((number[name], end))
        if entered is not None and hexes[entered[0]].name != connections[-1][-1]:
            connections[-1].append(hexes[entered[0]].name)
    return connections
