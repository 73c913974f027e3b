"""Routes by brute force, straight from the sentences of the rules: the judge of the optimiser.

Nothing here is shared with the product but the types of its data: all ways are tried, none is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stellwerk.eighteen.routes.rules import Position
from stellwerk.eighteen.tiles import Stop
from stellwerk.eighteen.trains import Train

Place = tuple[int, int]
"""A hex and a stop on it, from 6 on."""


@dataclass(frozen=True)
class Way:
    """A way from stop to stop: where it calls and which pieces of track it uses."""

    stops: tuple[Place, ...]
    track: frozenset[frozenset[Place]]
    gauges: frozenset[str]
    borders: int


def stop_at(position: Position, place: Place) -> Stop:
    return position.faces[place[0]].stops[place[1] - 6]


def companies_at(position: Position, place: Place) -> tuple[str, ...]:
    rows = position.stations.get(position.hexmap.hexes[place[0]].name, ())
    return rows[place[1] - 6] if rows else ()


def may_pass(position: Position, place: Place) -> bool:
    stop, markers = stop_at(position, place), companies_at(position, place)
    if stop.kind in position.rules.terminal:
        return False
    return not stop.slots or len(markers) < stop.slots or position.company in markers


def other_side(position: Position, place: Place) -> Place | None:
    """Where a train is that leaves a hex over an edge; None where no track goes on."""
    hex_, edge = place
    there = position.hexmap.neighbours[hex_][edge]
    back = (edge + 3) % 6
    if there < 0 or not any(back in (path.a, path.b) for path in position.faces[there].paths):
        return None
    return there, back


def counts_as_border(position: Position, side: frozenset[Place]) -> bool:
    names = {(position.hexmap.hexes[hex_].name, edge) for hex_, edge in side}
    return bool(names & {tuple(border) for border in position.rules.borders})


def ways_from(position: Position, at: Place, way: Way) -> Iterator[Way]:
    """All ways that go on from an end, reached by `way`, to a next stop and further."""
    hex_, end = at
    for path in position.faces[hex_].paths:
        if end not in (path.a, path.b):
            continue
        to = path.b if path.a == end else path.a
        gauges = way.gauges if path.gauge == "dual" else way.gauges | {path.gauge}
        track, borders = way.track, way.borders
        if to >= 6:
            if end >= 6:
                track = track | {frozenset({(hex_, end), (hex_, to)})}
                if len(track) == len(way.track):
                    continue
            if (hex_, to) in way.stops:
                continue
            longer = Way((*way.stops, (hex_, to)), track, gauges, borders)
            yield longer
            if may_pass(position, (hex_, to)):
                yield from ways_from(position, (hex_, to), longer)
            continue
        beyond = other_side(position, (hex_, to))
        if beyond is None:
            continue
        side = frozenset({(hex_, to), beyond})
        if side in track:
            continue
        borders += counts_as_border(position, side)
        yield from ways_from(position, beyond, Way(way.stops, track | {side}, gauges, borders))


def all_ways(position: Position, most: int) -> list[Way] | None:
    """Every way between two stops that uses no track and calls at no stop twice; None if there are more than that.

    Each is found from both its ends and kept once.
    """
    found = []
    for hex_, face in enumerate(position.faces):
        for stop in range(6, 6 + len(face.stops)):
            start = Way(((hex_, stop),), frozenset(), frozenset(), 0)
            for way in ways_from(position, (hex_, stop), start):
                found.append(way)
                if len(found) > 2 * most:
                    return None
    return [way for way in found if way.stops[0] < way.stops[-1]]


def earns(position: Position, train: Train, way: Way) -> int | None:
    """What a train earns on a way; None if it may not run it."""
    rules = position.rules
    allowed = rules.gauges.get(train.name)
    if allowed is not None and not way.gauges <= allowed:
        return None
    own = [position.company in companies_at(position, place) for place in way.stops]
    areas = [position.hexmap.hexes[hex_].area for hex_, _ in way.stops]
    level = rules.levels.get(train.name, position.level)
    worth = [stop_at(position, place).worth(level) for place in way.stops]
    goal = rules.express.get(train.name)
    if goal is not None:
        if not ((own[0] and areas[0] != goal == areas[-1]) or (own[-1] and areas[-1] != goal == areas[0])):
            return None
        return worth[0] + worth[-1]
    named = [area for area in areas if area]
    if not any(own) or len(set(named)) < len(named):
        return None
    kinds = [stop_at(position, place).kind for place in way.stops]
    small = sum(kind in rules.small for kind in kinds) + way.borders
    large = sum(kind not in rules.small and kind not in rules.free for kind in kinds)
    if train.stops is not None and large + max(0, small - train.towns) > train.stops:
        return None
    marks = sum(position.hexmap.hexes[hex_].name in rules.bonus.hexes for hex_, _ in way.stops)
    return sum(worth) + rules.bonus.amounts[min(marks, len(rules.bonus.amounts) - 1)]


def best_revenue(position: Position, trains: Sequence[Train], ways: Sequence[Way]) -> int:
    """The most that all trains earn together, by trying every set of ways."""
    if not trains:
        return 0
    best = best_revenue(position, trains[1:], ways)
    for way in ways:
        worth = earns(position, trains[0], way)
        if worth is not None:
            left = [other for other in ways if not other.track & way.track]
            best = max(best, worth + best_revenue(position, trains[1:], left))
    return best
