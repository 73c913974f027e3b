"""Which stops are joined for passengers: as brute force finds it, journey by journey."""

from dataclasses import replace
from itertools import combinations

from hypothesis import assume, given
from hypothesis import strategies as st

from stellwerk.eighteen.joined import joined_stops
from stellwerk.eighteen.routes import Position, RouteRules
from stellwerk.eighteen.tiles import Path, Stop
from tests.eighteen.routes.boards import NAMES, india, patch
from tests.eighteen.routes.naive import all_ways, stop_at
from tests.marks import examples, rule

JUNCTIONS = frozenset({"junction"})
Place = tuple[int, int]


def direct_rides(position: Position) -> set[frozenset[Place]] | None:
    """Every two stops with a train between them that calls nowhere else, on track of one gauge throughout."""
    nowhere_else = RouteRules(terminal=frozenset({"city", "town"}))
    ways = all_ways(replace(position, rules=nowhere_else, stations={}), 3000)
    if ways is None:
        return None
    stations = [way for way in ways if all(is_station(position, way.stops[end]) for end in (0, -1))]
    return {frozenset({way.stops[0], way.stops[-1]}) for way in stations if len(way.gauges) < 2}


def is_station(position: Position, stop: Place) -> bool:
    return stop_at(position, stop).kind != "junction"


@examples(80)
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
    some = [position.hexmap.hexes[0].name, position.hexmap.hexes[-1].name]
    asked = {position.hexmap.number[name] for name in some}
    among = joined_stops(position.hexmap, position.faces, whole, JUNCTIONS, some)
    assert set(among) == {group for group in found if asked & {hex_ for hex_, _ in group}}


@rule("1853", "R-37")
def test_gauges_are_changed_in_a_small_station_but_not_at_a_junction() -> None:
    """Standard track comes in on one side, metre track leads on at the other."""
    board = patch(("",) * len(NAMES))
    west, middle, east = (board.number[name] for name in ("B2", "B4", "B6"))
    for kind, joined in (("town", True), ("junction", False)):
        faces = [replace(hex_.face, stops=(), paths=()) for hex_ in board.hexes]
        out, back = board.neighbours[west].index(middle), board.neighbours[middle].index(west)
        on, home = board.neighbours[middle].index(east), board.neighbours[east].index(middle)
        town = (Stop("town", (10,)),)
        faces[west] = replace(faces[west], stops=town, paths=(Path(out, 6, "standard"),))
        faces[middle] = replace(
            faces[middle], stops=(Stop(kind, (10,)),), paths=(Path(back, 6, "standard"), Path(on, 6, "metre"))
        )
        faces[east] = replace(faces[east], stops=town, paths=(Path(home, 6, "metre"),))
        groups = joined_stops(board, faces, (), JUNCTIONS)
        assert any({(west, 6), (east, 6)} <= group for group in groups) == joined
