"""Routes by brute force, straight from the sentences of the rules: the judge of the optimiser.

Nothing here is shared with the product but the types of its data: all ways are tried, none is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stellwerk.eighteen.routes.rules import Position
from stellwerk.eighteen.tiles import Stop
from stellwerk.eighteen.trains import Train

Place = tuple[int, int]
"""A hex and a stop on it, from 6 on."""


@dataclass(frozen=True)
class Way:
    """A way from stop to stop: where it calls, which pieces of track it uses and which hexes it touches."""

    stops: tuple[Place, ...]
    track: frozenset[frozenset[Place]]
    gauges: frozenset[str]
    borders: int
    hexes: frozenset[int]


def stop_at(position: Position, place: Place) -> Stop:
    return position.faces[place[0]].stops[place[1] - 6]


def own_herald(position: Position) -> Place | None:
    """The company's marker on a hex without a city: a place after all that is printed there."""
    for company, name in position.heralds.items():
        if company == position.company:
            hex_ = [hex_.name for hex_ in position.hexmap.hexes].index(name)
            return hex_, 6 + len(position.faces[hex_].stops)
    return None


def is_closed(position: Position, hex_: int) -> bool:
    """Whether only companies with a licence come to a hex, and this one has none."""
    return position.hexmap.hexes[hex_].name in position.rules.licensed and position.company not in position.licences


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
    herald = own_herald(position)
    way = replace(way, hexes=way.hexes | {hex_})
    for path in position.faces[hex_].paths:
        if end not in (path.a, path.b):
            continue
        to = path.b if path.a == end else path.a
        gauges = way.gauges if path.gauge == "dual" else way.gauges | {path.gauge}
        track = way.track
        if to >= 6:
            if end >= 6:
                track = track | {frozenset({(hex_, end), (hex_, to)})}
                if len(track) == len(way.track):
                    continue
            if (hex_, to) in way.stops:
                continue
            longer = replace(way, stops=(*way.stops, (hex_, to)), track=track, gauges=gauges)
            yield longer
            if may_pass(position, (hex_, to)):
                yield from ways_from(position, (hex_, to), longer)
            continue
        on = replace(way, gauges=gauges)
        yield from ways_across(position, (hex_, to), on)
        if end < 6 and herald is not None and herald[0] == hex_ and herald not in way.stops:
            called = replace(on, stops=(*way.stops, herald))
            yield called
            yield from ways_across(position, (hex_, to), called)


def ways_across(position: Position, side: Place, way: Way) -> Iterator[Way]:
    """All ways that leave a hex over an edge."""
    beyond = other_side(position, side)
    if beyond is None or is_closed(position, beyond[0]):
        return
    piece = frozenset({side, beyond})
    if piece not in way.track:
        borders = way.borders + counts_as_border(position, piece)
        yield from ways_from(position, beyond, replace(way, track=way.track | {piece}, borders=borders))


def ways_from_herald(position: Position, herald: Place) -> Iterator[Way]:
    """All ways that begin at the herald: each path from edge to edge is cut in two there."""
    hex_, _ = herald
    for path in position.faces[hex_].paths:
        if path.b < 6:
            gauges = frozenset() if path.gauge == "dual" else frozenset({path.gauge})
            for edge in (path.a, path.b):
                start = Way((herald,), frozenset(), gauges, 0, frozenset({hex_}))
                yield from ways_across(position, (hex_, edge), start)


def all_ways(position: Position, most: int) -> list[Way] | None:
    """Every way between two stops that uses no track and calls at no stop twice; None if there are more than that.

    Each is found from both its ends and kept once.
    """
    found = []
    for way in every_way(position):
        found.append(way)
        if len(found) > 2 * most:
            return None
    return list(dict.fromkeys(way for way in found if way.stops[0] < way.stops[-1]))


def every_way(position: Position) -> Iterator[Way]:
    for hex_, face in enumerate(position.faces):
        for stop in range(6, 6 + len(face.stops)) if not is_closed(position, hex_) else ():
            start = Way(((hex_, stop),), frozenset(), frozenset(), 0, frozenset())
            yield from ways_from(position, (hex_, stop), start)
    herald = own_herald(position)
    if herald is not None:
        yield from ways_from_herald(position, herald)


def earns(position: Position, train: Train, way: Way) -> int | None:
    """What a train earns on a way; None if it may not run it."""
    rules = position.rules
    allowed = rules.gauges.get(train.name)
    if allowed is not None and not way.gauges <= allowed:
        return None
    herald = own_herald(position)
    if any(
        place != herald and stop_at(position, place).kind in rules.junctions for place in (way.stops[0], way.stops[-1])
    ):
        return None
    own = [place == herald or position.company in companies_at(position, place) for place in way.stops]
    areas = [position.hexmap.hexes[hex_].area for hex_, _ in way.stops]
    level = rules.levels.get(train.name, position.level)
    worth = [rules.herald if place == herald else stop_at(position, place).worth(level) for place in way.stops]
    goal = rules.express.get(train.name)
    if goal is not None:
        if not ((own[0] and areas[0] != goal == areas[-1]) or (own[-1] and areas[-1] != goal == areas[0])):
            return None
        return worth[0] + worth[-1]
    named = [area for area in areas if area]
    if not any(own) or len(set(named)) < len(named):
        return None
    names = [position.hexmap.hexes[hex_].name for hex_, _ in way.stops]
    if any(names.count(name) > 1 for name in rules.whole):
        return None
    kinds = ["large" if place == herald else stop_at(position, place).kind for place in way.stops]
    small = sum(kind in rules.small for kind in kinds) + way.borders
    large = sum(kind not in rules.small and kind not in rules.free for kind in kinds)
    if not within_range(train, large, small, rules.apart):
        return None
    marks = sum(name in rules.bonus.hexes for name in names)
    passed = sum(position.hexmap.hexes[hex_].name in rules.passing.hexes for hex_ in way.hexes)
    bonus = rules.bonus.amounts[min(marks, len(rules.bonus.amounts) - 1)]
    return sum(worth) + bonus + passed * rules.passing.amount


def within_range(train: Train, large: int, small: int, apart: bool) -> bool:
    """Whether a train serves so many places; a plus-train may have to count small ones by its second number only."""
    if train.stops is None:
        return True
    if apart and train.towns > 0:
        return large <= train.stops and small <= train.towns
    return large + max(0, small - train.towns) <= train.stops


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


def mail_earns(position: Position, train: Train, way: Way) -> int:
    """What a train earns by carrying mail on a way: the worth of both its ends."""
    level = position.rules.levels.get(train.name, position.level)
    return sum(stop_at(position, place).worth(level) for place in (way.stops[0], way.stops[-1]))


def best_of_all(position: Position, trains: Sequence[Train], ways: Sequence[Way], mail: bool) -> int | None:
    """The most that all trains earn together, one of them with mail, in a run through all hexes due, if any."""
    due = frozenset(position.hexmap.number[name] for name in position.visits)
    return max((worth for hexes, worth in every_run(position, trains, ways, mail, 0) if hexes >= due), default=None)


def every_run(
    position: Position, trains: Sequence[Train], ways: Sequence[Way], mail: bool, most_mail: int
) -> Iterator[tuple[frozenset[int], int]]:
    """Every set of ways, as the hexes it touches and what it earns."""
    if not trains:
        yield frozenset(), most_mail
        return
    yield from every_run(position, trains[1:], ways, mail, most_mail)
    for way in ways:
        worth = earns(position, trains[0], way)
        if worth is not None:
            left = [other for other in ways if not other.track & way.track]
            post = max(most_mail, mail_earns(position, trains[0], way)) if mail else 0
            for hexes, more in every_run(position, trains[1:], left, mail, post):
                yield hexes | way.hexes, more + worth
