"""Lines of track for tests: tiles along hexes that follow each other, and the routes that lead over them."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.eighteen.routes import Route
from stellwerk.eighteen.tiles import DUAL, STANDARD, STOP, Face
from tests.games.g1853.positions import India

METRE = "metre"


def built(t: India, path: str, gauge: str = STANDARD, tiles: Mapping[str, str] | None = None) -> India:
    """Track of a gauge along a path of hexes; on each the first tile that leads the way, or that which is named."""
    names = path.split()
    for at, name in enumerate(names):
        edges = edges_of(t, names, at)
        hex_ = t.game.rules.hexmap.number[name]
        lying = t.game.track.lying(t.s)[hex_]
        named = (tiles or {}).get(name)
        if leads(lying, edges, gauge) and not named:
            continue
        face = next(
            face
            for number in ([named] if named else t.game.rules.catalogue)
            for face in t.game.rules.catalogue.faces(number)
            if suits(t, hex_, face, bool(named)) and leads(face, edges, gauge)
        )
        t.laid(name, face.number, face.rotation)
    return t


def edges_of(t: India, names: list[str], at: int) -> list[int]:
    """The edges of a hex of a path by which one comes and goes."""
    number, near = t.game.rules.hexmap.number, t.game.rules.hexmap.neighbours
    beside = (names[other] for other in (at - 1, at + 1) if 0 <= other < len(names))
    return [near[number[names[at]]].index(number[other]) for other in beside]


def suits(t: India, hex_: int, face: Face, named: bool) -> bool:
    """Whether a tile keeps what lies on a hex and leads nowhere off the board."""
    old = t.game.track.lying(t.s)[hex_]
    kinds = [[stop.kind for stop in print_.stops] for print_ in (old, face)]
    same = kinds[0] == kinds[1] or named
    return same and old.stops_onto(face) is not None and not face.exits & ~t.game.rules.hexmap.open_edges[hex_]


def leads(face: Face, edges: list[int], gauge: str) -> bool:
    """Whether track of a gauge joins these edges, or leads from a single one to a stop."""
    usable = face.on_gauges(frozenset({gauge})) if gauge != DUAL else face
    if len(edges) == 1:
        return any(end >= STOP for end in usable.onward[edges[0]])
    return bool(between(usable, *edges)) or edges[1] in usable.onward[edges[0]]


def between(face: Face, a: int, b: int) -> tuple[int, ...]:
    """The stops on the way between two edges, in turn."""
    for first in (end for end in face.onward[a] if end >= STOP):
        for last in (first, *(end for end in face.onward[first] if end >= STOP)):
            if b in face.onward[last]:
                return (first,) if first == last else (first, last)
    return ()


def way(t: India, path: str) -> Route:
    """The route along a path of hexes that calls at all stops on it."""
    names, route = path.split(), list[tuple[str, int]]()
    for at, name in enumerate(names):
        face = t.game.track.lying(t.s)[t.game.rules.hexmap.number[name]]
        edges = edges_of(t, names, at)
        stops: tuple[int, ...] = ()
        if len(edges) == 1:
            stops = tuple(end for end in face.onward[edges[0]] if end >= STOP)[:1]
        elif edges[1] not in face.onward[edges[0]]:
            stops = between(face, *edges)
        route += [(name, stop) for stop in stops]
        if at < len(names) - 1:
            route.append((name, edges[-1]))
    return tuple(route)
