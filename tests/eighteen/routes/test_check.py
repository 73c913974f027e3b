"""What the check says of drawn routes, sentence by sentence of 7.3.3, 7.4 and 7.5."""

from collections.abc import Mapping
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import Malformed
from stellwerk.eighteen.hexmap import read_map
from stellwerk.eighteen.routes import (
    Bonus,
    Border,
    Position,
    Route,
    RouteError,
    RouteRules,
    best_run,
    check_run,
    faults,
    from_connections,
    has_route,
)
from stellwerk.eighteen.trains import Train
from tests.eighteen.routes.boards import board_of_1830, faces_on, train
from tests.marks import rule

CITY = {"kind": "city", "revenue": 20, "slots": 1}
WIDE = {"kind": "city", "revenue": 30, "slots": 2}
TOWN = {"kind": "town", "revenue": 10}


def far(area: str, *worth: int) -> dict[str, Any]:
    return {"kind": "offboard", "revenue": list(worth), "name": area}


def row(
    *stops: dict[str, Any],
    stations: Mapping[int, tuple[str, ...]],
    company: str = "PRR",
    level: int = 0,
    rules: RouteRules | None = None,
    paths: dict[int, list[str]] | None = None,
) -> Position:
    """One stop on each hex of a row A2, A4, A6 ..., joined by straight track."""
    hexes = {}
    for number, stop in enumerate(stops):
        entry: dict[str, Any] = {"kind": "white", "stops": [stop], "paths": ["1-S0", "4-S0"]}
        entry["paths"] = (paths or {}).get(number, entry["paths"])
        if stop["kind"] == "offboard":
            entry |= {"kind": "red", "area": stop["name"]}
        hexes[f"A{2 * number + 2}"] = entry
    board = read_map({"hex": hexes})
    markers = {f"A{2 * number + 2}": (companies,) for number, companies in stations.items()}
    return Position(board, [hex_.face for hex_ in board.hexes], markers, company, level, rules or RouteRules())


def along(first: int, last: int) -> Route:
    """From a stop of the row to a later one."""
    steps = [(f"A{2 * number + 2}", end) for number in range(first, last + 1) for end in (6, 4)]
    return tuple(steps[:-1])


def refusal(position: Position, route: Route, number: str = "D") -> str:
    with pytest.raises(RouteError) as error:
        check_run(position, [train(number)], [route])
    return error.value.rule


@rule("1830", "7.3.3a")
def test_7_3_3_a_city_with_an_empty_circle_lets_everybody_through() -> None:
    position = row(CITY, WIDE, CITY, stations={0: ("PRR",), 1: ("NYC",)})
    assert check_run(position, [train("3")], [along(0, 2)]) == 70


@rule("1830", "7.3.3b", "7.4.2c")
def test_7_3_3_a_full_city_lets_only_those_through_who_have_a_marker_there() -> None:
    stations = {0: ("PRR", "NYC"), 1: ("NYC", "B&M")}
    position = row(WIDE, WIDE, CITY, stations=stations)
    assert check_run(position, [train("3")], [along(0, 1)]) == 60
    assert refusal(position, along(0, 2)) == "route.blocked"
    assert best_run(position, [train("3")]).revenue == 60
    through = row(WIDE, WIDE, CITY, stations=stations, company="NYC")
    assert check_run(through, [train("3")], [along(0, 2)]) == 80


@rule("1830", "7.4a")
@pytest.mark.parametrize("route", [(("A2", 6),), (("A2", 6), ("A2", 4)), (("A2", 4), ("A4", 6))])
def test_7_4_a_route_has_two_stops(route: Route) -> None:
    position = row(CITY, CITY, stations={0: ("PRR",)})
    assert refusal(position, route) == "route.too_short"


@rule("1830", "7.4a")
def test_7_4_each_train_has_one_route_or_none() -> None:
    position = row(CITY, CITY, CITY, stations={1: ("PRR",)})
    assert check_run(position, [train("2"), train("2")], [along(0, 1), along(1, 2)]) == 80
    assert check_run(position, [train("2"), train("2")], [along(0, 1), ()]) == 40
    with pytest.raises(RouteError) as error:
        check_run(position, [train("2")], [along(0, 1), along(1, 2)])
    assert error.value.rule == "route.one_per_train"


@rule("1830", "7.4d", "7.4.1b", "7.5a")
def test_7_4_small_cities_and_off_board_areas_count_as_cities() -> None:
    position = row(TOWN, CITY, far("West", 30, 60), stations={1: ("PRR",)})
    assert check_run(position, [train("2")], [along(0, 1)]) == 30
    assert check_run(position, [train("3")], [along(1, 2)]) == 50
    assert refusal(position, along(0, 2), "2") == "route.too_long"


@rule("1830", "7.4.1a")
def test_7_4_1_a_train_counts_no_more_stops_than_its_number() -> None:
    position = row(*[CITY] * 9, stations={4: ("PRR",)})
    assert refusal(position, along(2, 5), "3") == "route.too_long"
    assert check_run(position, [train("D")], [along(0, 8)]) == 180


@rule("1830", "7.4.2a")
def test_7_4_2_a_route_has_an_own_station() -> None:
    position = row(CITY, CITY, CITY, stations={0: ("PRR",)})
    assert refusal(position, along(1, 2)) == "route.no_station"


@rule("1830", "7.4.2b")
@pytest.mark.parametrize(
    "route",
    [
        (("A2", 6), ("A2", 4), ("A6", 6)),
        (("A2", 6), ("A2", 1), ("A4", 6)),
        (("A2", 6), ("A4", 6)),
        (("A2", 6), ("A2", 3), ("A4", 6)),
        (("A2", 6), ("A2", 4), ("A4", 7)),
        (("A2", 6), ("A2", -1), ("A4", 6)),
        (("A2", 6), ("A2", 4), ("Z9", 6)),
        (("A6", 6), ("A6", 4), ("A8", 6)),
    ],
)
def test_7_4_2_a_route_is_continuous_track(route: Route) -> None:
    position = row(CITY, CITY, CITY, stations={0: ("PRR",)})
    assert refusal(position, route) == "route.no_track"


@rule("1830", "7.4.2b")
def test_7_4_2_no_reversing_at_a_switch() -> None:
    hexes = {
        "A3": {"kind": "white", "stops": [CITY], "paths": ["5-S0"]},
        "A5": {"kind": "white", "stops": [CITY], "paths": ["0-S0"]},
        "B4": {"kind": "white", "paths": ["2-5", "3-5"]},
        "C5": {"kind": "white", "stops": [TOWN], "paths": ["2-S0"]},
    }
    board = read_map({"hex": hexes})
    position = Position(board, [hex_.face for hex_ in board.hexes], {"A3": (("PRR",),)}, "PRR")
    assert refusal(position, (("A3", 6), ("A3", 5), ("B4", 3), ("A5", 6))) == "route.no_track"
    back = (("A3", 6), ("A3", 5), ("B4", 5), ("C5", 6), ("C5", 2), ("B4", 3), ("A5", 6))
    assert refusal(position, back) == "route.no_track"
    assert best_run(position, [train("D")]).revenue == 30


@rule("1830", "7.4.2c", "7.4.2k")
def test_7_4_2_off_board_areas_are_only_ends() -> None:
    position = row(CITY, far("West", 30), CITY, far("West", 30), stations={0: ("PRR",), 2: ("PRR",)})
    assert refusal(position, along(0, 2)) == "route.blocked"
    assert check_run(position, [train("2"), train("2")], [along(1, 2), along(2, 3)]) == 100
    assert refusal(position, along(1, 3)) == "route.same_area"
    assert best_run(position, [train("D")]).revenue == 50


@rule("1830", "7.4.2d")
def test_7_4_2_no_stop_is_skipped() -> None:
    position = row(CITY, CITY, CITY, stations={0: ("PRR",)})
    skipping = (("A2", 6), ("A2", 4), ("A4", 4), ("A6", 6))
    assert refusal(position, skipping, "2") == "route.stop_skipped"
    assert refusal(position, along(0, 2), "2") == "route.too_long"


@rule("1830", "7.4.2d")
def test_7_4_2_altoona_may_be_passed_by() -> None:
    """A track leads past the city, so nothing is skipped."""
    board = board_of_1830()
    faces = faces_on(board, {"H10": "57/1", "H14": "9/1", "H16": "57/1"})
    position = Position(board, faces, {"H10": (("PRR",),)}, "PRR")
    past = (("H10", 6), ("H10", 4), ("H12", 4), ("H14", 4), ("H16", 6))
    assert check_run(position, [train("2")], [past]) == 40
    calling = (("H10", 6), ("H10", 4), ("H12", 6), ("H12", 4), ("H14", 4), ("H16", 6))
    assert check_run(position, [train("3")], [calling]) == 50
    assert best_run(position, [train("2")]).routes == (past,)
    assert best_run(position, [train("3")]).routes == (calling,)
    foreign = Position(board, faces, {"H10": (("PRR",),), "H12": (("NYC",),)}, "PRR")
    assert best_run(foreign, [train("3")]).routes == (past,)


@rule("1830", "7.4.2e")
def test_7_4_2_a_city_is_left_by_any_other_track() -> None:
    star = {"kind": "white", "stops": [WIDE], "paths": [f"{edge}-S0" for edge in range(6)]}
    around = {"A3": 5, "A5": 0, "B2": 4, "B6": 1, "C3": 3, "C5": 2}
    hexes = {name: {"kind": "white", "stops": [CITY], "paths": [f"{edge}-S0"]} for name, edge in around.items()}
    board = read_map({"hex": {"B4": star, **hexes}})
    position = Position(board, [hex_.face for hex_ in board.hexes], {"B4": (("PRR",),)}, "PRR")
    for name, edge in around.items():
        for there, other in around.items():
            route = ((name, 6), (name, edge), ("B4", 6), ("B4", (other + 3) % 6), (there, 6))
            if name == there:
                assert refusal(position, route) == "route.stop_twice"
            else:
                assert check_run(position, [train("3")], [route]) == 70
    assert best_run(position, [train("3")] * 3).revenue == 210


@rule("1830", "7.4.2f", "7.4.2h")
def test_7_4_2_unconnected_track_of_one_tile_may_be_used_twice() -> None:
    """Round a loop and over itself on a crossing, by one route or by two."""
    hexes = {
        "A2": {"kind": "white", "stops": [CITY], "paths": ["4-S0"]},
        "A4": {"kind": "white", "paths": ["1-5", "0-4"]},
        "A6": {"kind": "white", "stops": [TOWN], "paths": ["1-S0"]},
        "B3": {"kind": "white", "stops": [CITY], "paths": ["3-S0", "4-S0"]},
        "B5": {"kind": "white", "stops": [CITY], "paths": ["1-S0", "2-S0"]},
    }
    board = read_map({"hex": hexes})
    position = Position(board, [hex_.face for hex_ in board.hexes], {"A2": (("PRR",),), "B3": (("PRR",),)}, "PRR")
    loop = (("A2", 6), ("A2", 4), ("A4", 5), ("B5", 6), ("B5", 1), ("B3", 6), ("B3", 3), ("A4", 4), ("A6", 6))
    assert check_run(position, [train("4")], [loop]) == 70
    first, second = (("A2", 6), ("A2", 4), ("A4", 5), ("B5", 6)), (("B3", 6), ("B3", 3), ("A4", 4), ("A6", 6))
    assert check_run(position, [train("2"), train("2")], [first, second]) == 70


@rule("1830", "7.4.2g")
def test_7_4_2_no_city_twice() -> None:
    hexes = {
        "A3": {"kind": "white", "stops": [CITY], "paths": ["4-S0", "5-S0"]},
        "A5": {"kind": "white", "paths": ["0-1"]},
        "B4": {"kind": "white", "stops": [CITY], "paths": ["2-S0", "3-S0"]},
    }
    board = read_map({"hex": hexes})
    position = Position(board, [hex_.face for hex_ in board.hexes], {"A3": (("PRR",),)}, "PRR")
    loop = (("A3", 6), ("A3", 5), ("B4", 6), ("B4", 3), ("A5", 1), ("A3", 6))
    assert refusal(position, loop) == "route.stop_twice"
    assert best_run(position, [train("3")]).revenue == 40


@rule("1830", "7.4.2h")
def test_7_4_2_trains_share_no_track_but_may_meet() -> None:
    position = row(CITY, CITY, CITY, stations={1: ("PRR",)})
    with pytest.raises(RouteError) as error:
        check_run(position, [train("2"), train("3")], [along(0, 1), along(0, 2)])
    assert error.value.rule == "route.shared_track"
    assert error.value.refusal.data == {"train": "3", "other": "2", "hex": "A2"}
    assert check_run(position, [train("2"), train("3")], [along(0, 1), along(1, 2)]) == 80


@rule("1830", "7.4.2h")
def test_7_4_2_the_stub_of_a_switch_is_one_track() -> None:
    hexes = {
        "A3": {"kind": "white", "stops": [CITY], "paths": ["5-S0"]},
        "A5": {"kind": "white", "stops": [CITY], "paths": ["0-S0"]},
        "B4": {"kind": "white", "paths": ["2-5", "3-5"]},
        "C5": {"kind": "white", "stops": [CITY], "paths": ["2-S0"]},
    }
    board = read_map({"hex": hexes})
    position = Position(board, [hex_.face for hex_ in board.hexes], {"C5": (("PRR",),)}, "PRR")
    routes = [(("A3", 6), ("A3", 5), ("B4", 5), ("C5", 6)), (("A5", 6), ("A5", 0), ("B4", 5), ("C5", 6))]
    assert [fault.rule for fault in faults(position, [train("2")] * 2, routes)] == ["route.shared_track"]
    assert best_run(position, [train("2")] * 2).revenue == 40


@rule("1830", "7.4.2i")
def test_7_4_2_trains_are_not_coupled() -> None:
    position = row(*[CITY] * 4, stations={0: ("PRR",)})
    with pytest.raises(RouteError) as error:
        check_run(position, [train("2")] * 2, [along(0, 3), ()])
    assert error.value.rule == "route.too_long"
    assert best_run(position, [train("2")] * 2).revenue == 40


@rule("1830", "7.5b")
def test_7_5_off_board_areas_have_two_values() -> None:
    for level, worth in ((0, 30), (1, 60)):
        position = row(CITY, far("West", 30, 60), stations={0: ("PRR",)}, level=level)
        assert best_run(position, [train("2")]).revenue == 20 + worth


@rule("1830", "7.5c")
def test_7_5_the_revenue_is_the_sum_over_all_trains() -> None:
    position = row(CITY, WIDE, CITY, stations={1: ("PRR",)})
    run = best_run(position, [train("2"), train("3"), train("2")])
    assert run.revenue == 100
    assert sorted(map(len, run.routes)) == [0, 3, 3]


@rule("1830", "R-14", "R-89")
def test_r_89_a_route_to_a_small_city_or_an_off_board_area_is_one() -> None:
    assert has_route(row(CITY, TOWN, stations={0: ("PRR",)}))
    assert has_route(row(CITY, far("West", 30), stations={0: ("PRR",)}))
    assert not has_route(row(CITY, TOWN, stations={0: ("NYC",)}))
    assert not has_route(row(CITY, TOWN, stations={0: ("PRR",)}, paths={0: ["1-S0"]}))
    assert not has_route(row(CITY, stations={0: ("PRR",)}))


@rule("1830", "R-89")
def test_r_89_a_loop_back_to_the_same_city_is_no_route() -> None:
    hexes = {
        "A3": {"kind": "white", "stops": [CITY], "paths": ["4-S0", "5-S0"]},
        "A5": {"kind": "white", "paths": ["0-1"]},
        "B4": {"kind": "white", "paths": ["2-3"]},
    }
    board = read_map({"hex": hexes})
    assert not has_route(Position(board, [hex_.face for hex_ in board.hexes], {"A3": (("PRR",),)}, "PRR"))


# --- what other titles need ----------------------------------------------------------------------------


def test_plus_trains_count_small_stops_apart() -> None:
    rules = RouteRules(small=frozenset({"town"}))
    position = row(CITY, TOWN, TOWN, CITY, stations={0: ("PRR",)}, rules=rules)
    assert best_run(position, [Train("2+2", 0, 2, None, towns=2)]).revenue == 60
    assert best_run(position, [Train("2+1", 0, 2, None, towns=1)]).revenue == 40
    assert best_run(position, [Train("3+1", 0, 3, None, towns=1)]).revenue == 60


def test_free_stops_count_nothing() -> None:
    position = row(CITY, TOWN, TOWN, CITY, stations={0: ("PRR",)}, rules=RouteRules(free=frozenset({"town"})))
    assert best_run(position, [train("2")]).revenue == 60


def test_a_border_counts_like_a_small_stop_from_either_side() -> None:
    for border in (Border("A4", 4), Border("A6", 1)):
        position = row(CITY, CITY, CITY, stations={0: ("PRR",)}, rules=RouteRules(borders=frozenset({border})))
        assert best_run(position, [train("3")]).revenue == 40
        assert best_run(position, [train("4")]).revenue == 60
        assert best_run(position, [Train("3+", 0, 3, None, towns=1)]).revenue == 60
        assert refusal(position, along(0, 2), "3") == "route.too_long"


def test_trains_keep_to_their_gauge_and_dual_track_suits_all() -> None:
    rules = RouteRules(gauges={"2": frozenset({"standard"}), "2M": frozenset({"metre"})})
    paths = {0: ["4-S0 dual"], 1: ["1-S0 metre", "4-S0"], 2: ["1-S0"]}
    position = row(CITY, CITY, WIDE, stations={1: ("PRR",)}, rules=rules, paths=paths)
    standard, metre = train("2"), Train("2M", 0, 2, None)
    assert best_run(position, [standard]).routes == (along(1, 2),)
    assert best_run(position, [metre]).routes == (along(0, 1),)
    assert best_run(position, [metre, standard]).revenue == 90
    assert refusal(position, along(0, 1), "2") == "route.gauge"
    assert has_route(position)


def test_a_bonus_is_paid_by_the_number_of_stops_called_at() -> None:
    rules = RouteRules(bonus=Bonus(frozenset({"A2", "A6"}), (0, 0, 50)))
    position = row(CITY, CITY, CITY, stations={1: ("PRR",)}, rules=rules)
    assert best_run(position, [train("2")]).revenue == 40
    assert best_run(position, [train("3")]).revenue == 110
    assert check_run(position, [train("3")], [along(0, 2)]) == 110


def test_an_express_train_runs_from_an_own_station_to_its_goal_and_calls_nowhere_between() -> None:
    rules = RouteRules(express={"2E": "North"})
    express = Train("2E", 0, 2, None)
    position = row(CITY, WIDE, CITY, far("North", 40), stations={0: ("PRR",)}, rules=rules)
    assert best_run(position, [express]).revenue == 60
    assert check_run(position, [express], [along(0, 3)]) == 60
    with pytest.raises(RouteError):
        check_run(position, [express], [along(0, 2)])
    blocked = row(CITY, WIDE, CITY, far("North", 40), stations={0: ("PRR",), 2: ("NYC",)}, rules=rules)
    assert best_run(blocked, [express]).revenue == 0


# --- the form of a route -------------------------------------------------------------------------------


def test_routes_are_arguments_of_an_action() -> None:
    position = row(CITY, CITY, CITY, stations={1: ("PRR",)})
    run = best_run(position, [train("2"), train("2"), train("2")])
    action = Action(0, "run", (run.routes,))
    assert Action.from_json(action.to_json()) == action


def test_a_route_is_told_from_the_end_that_comes_first() -> None:
    position = row(CITY, CITY, CITY, stations={2: ("PRR",)})
    assert best_run(position, [train("3")]).routes == (along(0, 2),)


def test_hexes_between_stops_become_a_route() -> None:
    position = row(CITY, CITY, CITY, stations={2: ("PRR",)})
    for connections in ([["A2", "A4"], ["A4", "A6"]], [["A4", "A6"], ["A4", "A2"]], [["A4", "A2"], ["A6", "A4"]]):
        assert from_connections(position, connections) == along(0, 2)
    there_and_back = from_connections(position, [["A4", "A6"], ["A6", "A4"]])
    assert refusal(position, there_and_back) == "route.stop_twice"


@pytest.mark.parametrize("connections", [[["A2", "A6"]], [["A2", "Z9"]], [["A2", "A4"], ["A6", "A8"]], [[]], []])
def test_hexes_that_no_track_joins_are_refused(connections: list[list[str]]) -> None:
    position = row(CITY, CITY, CITY, CITY, stations={2: ("PRR",)})
    with pytest.raises(Malformed):
        from_connections(position, connections)
