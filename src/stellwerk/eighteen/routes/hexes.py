"""Routes that are told by hexes only, as records of 18xx.games do: for each two stops in turn the hexes between them.

Hexes alone do not always say which of two stops or tracks is meant; any way that fits will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter

from stellwerk.core.errors import Malformed
from stellwerk.eighteen.routes.check import is_sound
from stellwerk.eighteen.routes.rules import NONE, End, Position, Route
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
    try:
        tracks = [_known_tracks(position, tuple(hexes)) for hexes in connections if hexes]
    except KeyError as error:
        raise Malformed("connections", f"there is no hex {error}") from error
    chains = _chains(position, tracks)
    found = list(dict.fromkeys([position.route(ends) for ends in chains]))
    if not found:
        raise Malformed("connections", f"no track joins {' and '.join(map(str, connections)) or 'nothing'}")
    return found


def _known_tracks(position: Position, names: tuple[str, ...]) -> list[list[End]]:
    """The same as `_tracks`, by the names of hexes, remembered for what lies on them; nobody changes it."""
    hexmap, seen = position.hexmap, position.seen
    known = hexmap.told.get(names)
    if known is not None:
        lying, picked, tracks = known
        if seen is position.faces and picked(seen) == lying:
            return tracks
    hexes = [hexmap.number[name] for name in names]
    tracks = _tracks(position, hexes)
    if seen is position.faces:
        picked = itemgetter(*hexes)
        hexmap.told.keep(names, (picked(seen), picked, tracks))
    return tracks


def _tracks(position: Position, hexes: Sequence[int]) -> list[list[End]]:
    """All track from a stop on the first hex to one on the last that calls nowhere between."""
    faces, seen, sides = position.faces, position.seen, position.hexmap.sides
    onward = faces[hexes[0]].onward
    if len(hexes) == 1:
        stops = range(len(onward) - 1, STOP - 1, -1)
        return [[(hexes[0], stop), (hexes[0], to)] for stop in stops for to in reversed(onward[stop]) if to >= STOP]
    way: list[End] = []
    starts: list[int] = []
    came = NONE
    for here, there in pairwise(hexes):
        side = sides.get((here, there))
        if side is None:
            return []
        out, back = side
        if came == NONE:
            starts = sorted([end for end in onward[out] if end >= STOP], reverse=True)
        elif out not in faces[here].onward[came]:
            return []
        if not seen[there].exits >> back & 1:
            return []
        way.append((here, out))
        came = back
    ends = [end for end in reversed(faces[hexes[-1]].onward[came]) if end >= STOP]
    return [[(hexes[0], start), *way, (hexes[-1], end)] for start in starts for end in ends]


def _chains(position: Position, tracks: Sequence[Sequence[list[End]]]) -> list[list[End]]:
    """All ways to hang tracks together, each told from either end."""
    if len(tracks) < 2:
        return [track for some in tracks for track in some]  # a route is told alike from either end
    chains = [way for track in tracks[0] for way in (track, position.back(track))]
    for some in tracks[1:]:
        longer: list[list[End]] = []
        for chain in chains:
            last = chain[-1]
            for track in some:
                if track[0] == last:
                    longer.append([*chain, *track[1:]])
                if track[-1] == last:
                    longer.append([*chain, *position.back(track)[1:]])
        chains = longer
    return chains
