"""Runs in the form of 18xx.games: for each two stops in turn the hexes between them.

Hexes alone do not always say which of two stops or tracks is meant. Of all ways that fit, the first is taken that
lets all trains run, if possible with the revenue that the record tells; what it earns is worked out anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product
from typing import Any, Final, NamedTuple

from stellwerk.eighteen.routes import Position, Route, RouteError, check_run, express_part, readings
from stellwerk.eighteen.tiles import STOP
from stellwerk.eighteen.trains import Train

MOST: Final = 5000
"""So many readings of one record of a run are tried at most."""


class Told(NamedTuple):
    """A route as a record tells it; `nodes` (hex-stop for each stop) and `revenue` where they are told."""

    connections: tuple[tuple[str, ...], ...]
    nodes: tuple[str, ...] = ()
    revenue: int | None = None


def read_run(position: Position, trains: Sequence[Train], told: Sequence[Told | None]) -> tuple[Route, ...]:
    """Routes for trains, () for those of which nothing is told. Illegal ones come back too, for the rules to judge."""
    goals = [position.rules.express.get(train.name, "") for train in trains]
    found = [_readings(position, route, goal) if route else [()] for route, goal in zip(told, goals, strict=True)]
    first = tuple(routes[0] for routes in found)
    if all(len(routes) == 1 for routes in found):
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


def _readings(position: Position, told: Told, goal: str) -> list[Route]:
    """All routes that a record can mean, those through the told stops first; of an express train what counts."""
    found = readings(position, told.connections)
    found.sort(key=lambda route: sorted(nodes_of(route)) != sorted(told.nodes))
    return [express_part(position, route, goal) for route in found] if goal else found


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
