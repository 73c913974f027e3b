"""Routes that are told by hexes only, as records of 18xx.games do: for each two stops in turn the hexes between them.

Hexes alone do not always say which of two stops or tracks is meant; any way that fits will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.core.errors import Malformed
from stellwerk.eighteen.routes.check import is_sound
from stellwerk.eighteen.routes.rules import End, Position, Route
from stellwerk.eighteen.tiles import STOP


def from_connections(position: Position, connections: Sequence[Sequence[str]], goal: str = "") -> Route:
    """The route that calls at the ends of these lists of hexes, preferring one that the company may run.

    Of the route of an express train that part is taken that counts, from its dearest station to its goal.
    """
    route = _whole(position, connections)
    return express_part(position, route, goal) if goal else route


def express_part(position: Position, route: Route, goal: str) -> Route:
    """What counts of the route of an express train: from its dearest station to its goal."""
    calls = [
        (at, position.call((position.hexmap.number[name], end))) for at, (name, end) in enumerate(route) if end >= STOP
    ]
    stations = [(call.worth, at) for at, call in calls if call.own and call.area != goal]
    if not stations or goal not in (calls[0][1].area, calls[-1][1].area):
        return route
    at = max(stations)[1]
    return route[: at + 1] if calls[0][1].area == goal else route[at:]


def _whole(position: Position, connections: Sequence[Sequence[str]]) -> Route:
    found = readings(position, connections)
    return next((route for route in found if is_sound(position, route)), found[0])


def readings(position: Position, connections: Sequence[Sequence[str]]) -> list[Route]:
    """All routes that lists of hexes can mean; at least one."""
    number = position.hexmap.number
    for hexes in connections:
        for name in hexes:
            if name not in number:
                raise Malformed("connections", f"there is no hex {name!r}")
    tracks = [list(_tracks(position, [number[name] for name in hexes])) for hexes in connections if hexes]
    found = list(dict.fromkeys(position.route(ends) for ends in _chains(position, tracks, [])))
    if not found:
        raise Malformed("connections", f"no track joins {' and '.join(map(str, connections)) or 'nothing'}")
    return found


def _tracks(position: Position, hexes: list[int]) -> Iterator[list[End]]:
    """All track from a stop on the first hex to one on the last that calls nowhere between."""
    faces, across, seen, last = position.faces, position.hexmap.across, position.seen, len(hexes) - 1
    onward = faces[hexes[0]].onward
    stack = [
        (0, [(hexes[0], stop), (hexes[0], to)])
        for stop in range(STOP, len(onward))
        for to in onward[stop]
        if (to < STOP) == (len(hexes) > 1)
    ]
    while stack:
        place, way = stack.pop()
        hex_, end = way[-1]
        if end >= STOP:
            if place == last:
                yield way
            continue
        out = across[hex_][end]
        if out is not None and place < last and out[0] == hexes[place + 1] and seen[out[0]].exits >> out[1] & 1:
            stack += [(place + 1, [*way, (out[0], to)]) for to in faces[out[0]].onward[out[1]]]


def _chains(position: Position, tracks: list[list[list[End]]], ends: list[End]) -> Iterator[list[End]]:
    """All ways to hang tracks together, each told from either end."""
    if not tracks:
        if ends:
            yield ends
        return
    for track in tracks[0]:
        alone = not ends and len(tracks) == 1  # then a route is told alike from either end
        for way in (track,) if alone else (track, position.back(track)):
            if not ends:
                yield from _chains(position, tracks[1:], way)
            elif way[0] == ends[-1]:
                yield from _chains(position, tracks[1:], [*ends, *way[1:]])
