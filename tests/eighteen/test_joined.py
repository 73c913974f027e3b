"""Which stops are joined for passengers: as brute force finds it, journey by journey."""

from dataclasses import replace
from itertools import combinations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from stellwerk.eighteen.joined import joined_stops
from stellwerk.eighteen.routes import Position, RouteRules
from tests.eighteen.routes.boards import india
from tests.eighteen.routes.naive import all_ways, stop_at

JUNCTIONS = frozenset({"junction"})
Stop = tuple[int, int]


def direct_rides(position: Position) -> set[frozenset[Stop]] | None:
    """Every two stops with a train between them that calls nowhere else, on track of one gauge throughout."""
    nowhere_else = RouteRules(terminal=frozenset({"city", "town"}))
    ways = all_ways(replace(position, rules=nowhere_else, stations={}), 3000)
    if ways is None:
        return None
    stations = [way for way in ways if all(is_station(position, way.stops[end]) for end in (0, -1))]
    return {frozenset({way.stops[0], way.stops[-1]}) for way in stations if len(way.gauges) < 2}


def is_station(position: Position, stop: Stop) -> bool:
    return stop_at(position, stop).kind != "junction"


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**40))
def test_stops_are_joined_where_brute_force_finds_a_journey(seed: int) -> None:
    position, _ = india(seed)
    rides, whole = direct_rides(position), position.rules.whole
    assume(rides is not None)
    assert rides is not None
    stops = [(hex_, 6 + at) for hex_, face in enumerate(position.faces) for at in range(len(face.stops))]
    groups = [{stop} for stop in stops if is_station(position, stop)]
    rides |= {
        frozenset({a, b})
        for a, b in combinations(stops, 2)
        if a[0] == b[0] and position.hexmap.hexes[a[0]].name in whole
    }
    for ride in rides:
        touched = [group for group in groups if group & ride]
        groups = [group for group in groups if group not in touched] + [set().union(*touched)]
    found = joined_stops(position.hexmap, position.faces, whole, JUNCTIONS)
    assert sorted(map(sorted, found)) == sorted(map(sorted, groups))
