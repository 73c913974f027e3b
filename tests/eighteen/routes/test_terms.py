"""Heralds, licences, marked hexes and cities that count as one, on a few hexes drawn by hand."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from stellwerk.core.state import Frame
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.hexmap import read_map
from stellwerk.eighteen.network import Reach, Terms
from stellwerk.eighteen.routes import (
    Passing,
    Position,
    RouteError,
    RouteRules,
    best_run,
    check_run,
    faults,
    has_route,
)
from stellwerk.eighteen.routes.graph import build
from stellwerk.eighteen.search import find_reach
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.trains import Train, halved
from tests.eighteen.routes.boards import train
from tests.games.g1830.positions import act, game_for, table

CITY = {"kind": "city", "revenue": 20, "slots": 1}
OPEN = {"kind": "city", "revenue": 50, "slots": 0}
TOWN = {"kind": "town", "revenue": 10}


def place(*paths: str, stops: tuple[Mapping[str, Any], ...] = ()) -> dict[str, Any]:
    return {"kind": "white", "paths": list(paths), "stops": [dict(stop) for stop in stops]}


def position(hexes: Mapping[str, dict[str, Any]], own: str = "", **fields: Any) -> Position:
    board = read_map({"hex": dict(hexes)})
    faces = [hex_.face for hex_ in board.hexes]
    stations = {own: (("ME",), *[()] * (len(board[own].face.stops) - 1))} if own else {}
    return Position(board, faces, stations, "ME", **{"rules": RouteRules(herald=10), **fields})


def reach(p: Position) -> Reach:
    terms = Terms(p.heralds.get(p.company, ""), p.barred, p.rules.whole)
    return find_reach(p.hexmap, p.faces, p.stations, p.company, terms)


WEST, EAST = place("4-S0", stops=(CITY,)), place("1-S0", stops=(CITY,))


def crossing(**fields: Any) -> Position:
    """Two lines that cross on B4 without a common edge: A3 to C5 and B2 to B6."""
    hexes = {
        "B2": WEST,
        "B4": place("1-4", "2-5"),
        "B6": EAST,
        "A3": place("5-S0", stops=(CITY,)),
        "C5": place("2-S0", stops=(CITY,)),
    }
    return position(hexes, **fields)


# --- heralds


def test_a_herald_is_called_at_on_any_path_and_by_several_trains() -> None:
    p = crossing(heralds={"ME": "B4"})
    assert best_run(p, [train("3")]).revenue == 50
    assert best_run(p, [train("2")] * 4).revenue == 120
    assert best_run(p, [train("3")] * 2).revenue == 100
    assert has_route(p)
    assert reach(p).route


def test_a_herald_is_nothing_to_others() -> None:
    p = crossing(heralds={"YOU": "B4"})
    assert best_run(p, [train("3")]).revenue == 0
    assert not has_route(p)
    assert not reach(p).route
    drawn = (("B2", 6), ("B2", 4), ("B4", 6), ("B4", 4), ("B6", 6))
    assert [fault.rule for fault in faults(p, [train("3")], [drawn])] == ["route.foreign_herald"]


@pytest.mark.parametrize(
    "drawn",
    [
        (("B2", 6), ("B2", 4), ("B4", 6), ("B4", 5), ("C5", 6)),
        (("B2", 6), ("B2", 4), ("B4", 6), ("B4", 1), ("B2", 6)),
        (("B4", 6), ("B4", 0), ("C3", 6)),
        (("B4", 6), ("B4", 6)),
        (("B4", 7), ("B4", 1), ("B2", 6)),
        (("B4", 6), ("B6", 6)),
        (("B2", 6), ("B4", 6)),
        (("B2", 6), ("B2", 4), ("B4", 6), ("B4", 6), ("B4", 4), ("B6", 6)),
    ],
    ids=["other path", "back", "no edge", "twice", "beyond", "jump out", "jump in", "twice in passing"],
)
def test_what_no_train_does_at_a_herald(drawn: tuple[tuple[str, int], ...]) -> None:
    p = crossing(heralds={"ME": "B4"})
    with pytest.raises(RouteError) as caught:
        check_run(p, [train("D")], [drawn])
    assert caught.value.rule in {"route.no_track", "route.stop_twice"}


def test_a_herald_is_passed_with_and_without_calling() -> None:
    p = replace(crossing(heralds={"ME": "B4"}), stations={"B2": (("ME",),)})
    calling = (("B2", 6), ("B2", 4), ("B4", 6), ("B4", 4), ("B6", 6))
    passing = (("B2", 6), ("B2", 4), ("B4", 4), ("B6", 6))
    assert check_run(p, [train("3")], [calling]) == 50
    assert check_run(p, [train("2")], [passing]) == 40
    assert [fault.rule for fault in faults(p, [train("2")], [calling])] == ["route.too_long"]


def test_a_herald_needs_a_gauge_that_the_train_has() -> None:
    rules = RouteRules(herald=10, gauges={"2": frozenset({"metre"})})
    p = position({"B2": WEST, "B4": place("1-4", "1-5 metre"), "B6": EAST}, heralds={"ME": "B4"}, rules=rules)
    east = (("B4", 6), ("B4", 4), ("B6", 6))
    assert [fault.rule for fault in faults(p, [train("2")], [east])] == ["route.gauge"]
    assert check_run(p, [train("3")], [east]) == 30
    assert best_run(p, [train("2")]).revenue == 0
    assert best_run(p, [train("3")]).revenue == 50


def test_a_route_of_a_herald_comes_back_from_json_and_is_told_from_either_end() -> None:
    p = crossing(heralds={"ME": "B4"})
    run = best_run(p, [train("2"), train("3")])
    assert check_run(p, [train("2"), train("3")], run.routes) == run.revenue == 80
    assert any(step == ("B4", 6) for route in run.routes for step in route)
    back = tuple(tuple(p.back([(p.hexmap.number[name], end) for name, end in route])) for route in run.routes)
    names = [tuple((p.hexmap.hexes[hex_].name, end) for hex_, end in route) for route in back]
    assert check_run(p, [train("2"), train("3")], names) == 80


def test_track_is_laid_from_a_herald_over_every_edge() -> None:
    p = crossing(heralds={"ME": "B4"})
    found = reach(p)
    assert found.edges[p.hexmap.number["B4"]] == p.hexmap.open_edges[p.hexmap.number["B4"]]
    assert {p.hexmap.hexes[hex_].name for hex_, _ in found.stops} == {"A3", "B2", "B6", "C5"}


# --- licences


def coal(**fields: Any) -> Position:
    """B2, own, then B4 behind a licence, then B6."""
    rules = RouteRules(licensed=frozenset({"B4"}))
    hexes = {"B2": WEST, "B4": place("1-S0", "4-S0", stops=(OPEN,)), "B6": EAST}
    return position(hexes, "B2", rules=rules, **fields)


def test_a_licensed_hex_is_closed_to_who_has_none() -> None:
    p = coal(licences=("YOU",))
    assert best_run(p, [train("3")]).revenue == 0
    assert not has_route(p)
    found = reach(p)
    assert not found.route
    assert {p.hexmap.hexes[hex_].name for hex_, _ in found.stops} == {"B2", "B4"}
    to = (("B2", 6), ("B2", 4), ("B4", 6))
    told = [(fault.rule, fault.data) for fault in faults(p, [train("2")], [to])]
    assert told == [("route.no_licence", {"train": "2", "hex": "B4", "company": "ME"})]


def test_a_licence_opens_it_and_a_city_without_circles_is_never_full() -> None:
    p = coal(licences=("ME",))
    assert best_run(p, [train("3")]).revenue == 90
    found = reach(p)
    assert found.route
    assert {p.hexmap.hexes[hex_].name for hex_, _ in found.stops} == {"B2", "B4", "B6"}


# --- marked hexes


def looped(marked: str, amount: int = 10) -> Position:
    """From B2 over B4 to B6, and by A5 and A3 back over the other line of B4 to C5: B4 is passed twice."""
    hexes = {
        "B2": WEST,
        "B4": place("1-4", "2-5"),
        "B6": place("1-S0", "2-S0", stops=(CITY,)),
        "A5": place("5-1"),
        "A3": place("4-5"),
        "C5": place("2-S0", stops=(CITY,)),
    }
    rules = RouteRules(passing=Passing(frozenset(marked.split()), amount))
    return position(hexes, "B2", rules=rules)


@pytest.mark.parametrize(
    ("marked", "expected"), [("", 60), ("B4", 70), ("B4 A5", 80), ("B4 A5 A3 C5", 100), ("B2", 70), ("Z9", 60)]
)
def test_a_marked_hex_earns_once_for_each_train_that_comes_there(marked: str, expected: int) -> None:
    p = looped(marked.replace("Z9", ""))
    run = best_run(p, [train("3")])
    assert run.revenue == check_run(p, [train("3")], run.routes) == expected
    assert bool(build(p).twice) == ("B4" in marked)


def test_it_earns_for_every_train() -> None:
    p = replace(crossing(heralds={"ME": "B4"}), rules=RouteRules(herald=10, passing=Passing(frozenset({"B4"}), 10)))
    assert best_run(p, [train("3"), train("3")]).revenue == 120


def test_the_longer_way_is_taken_where_it_earns_more() -> None:
    hexes = {
        "B2": place("4-S0", "3-S0", stops=(CITY,)),
        "B4": place("1-S0", "2-S0", stops=(CITY,)),
        "A3": place("0-5"),
    }
    p = position(hexes, "B2", rules=RouteRules(passing=Passing(frozenset({"A3"}), 10)))
    assert best_run(p, [train("2")]).revenue == 50


# --- cities that count as one


def ring(whole: bool) -> Position:
    """Both cities of B2 at the ends of a ring of track."""
    hexes = {
        "B2": place("3-S0", "4-S1", stops=(CITY, CITY)),
        "A3": place("0-5"),
        "B4": place("2-S0", "1-S0", stops=(TOWN,)),
    }
    return position(hexes, "B2", rules=RouteRules(whole=frozenset({"B2"} if whole else ())))


def test_a_city_in_two_parts_is_called_at_once() -> None:
    p = ring(whole=True)
    assert best_run(p, [train("D")]).revenue == 30
    assert best_run(ring(whole=False), [train("D")]).revenue == 50
    around = (("B2", 6), ("B2", 3), ("A3", 5), ("B4", 6), ("B4", 1), ("B2", 7))
    told = [(fault.rule, fault.data) for fault in faults(p, [train("3")], [around])]
    assert told == [("route.city_twice", {"train": "3", "hex": "B2"})]


def test_two_parts_of_one_city_alone_are_no_route() -> None:
    for whole in (True, False):
        p = ring(whole)
        board = {"B2": place("3-S0", "4-S1", stops=(CITY, CITY)), "A3": place("0-5"), "B4": place("2-1")}
        bare = position(board, "B2", rules=p.rules)
        assert has_route(bare) == reach(bare).route == (not whole)


# --- trains that run less far for a time


class ShortRuns(Flow):
    """Trains run half as far while the game has passed its first stock round."""

    def train_now(self, s: RailState, name: str) -> Train:
        facts = super().train_now(s, name)
        return halved(facts) if s.stock_rounds > 1 else facts


def test_one_place_says_how_far_trains_run_now() -> None:
    """Four cities in a row: the run, its check and the choice all count by it."""
    t = table().phase("4").opened("PRR", 100, {0: 60}).trains("PRR", "4").home("PRR")
    for name in ("H10", "H16"):
        t.laid(name, "57", 1)
    t.laid("H14", "9", 1).operating("PRR", "run_trains")
    step = t.game.rail_steps["run_trains"]
    assert isinstance(step, RunTrains)
    assert step.runs(t.s, "PRR").best().revenue == 50
    game = game_for()
    flow = ShortRuns(game.rules, game.track)
    short = RunTrains(game.rules, game.track, flow)
    t.s.stock_rounds = 2
    runs = short.runs(t.s, "PRR")
    assert runs.best().revenue == 30
    whole = step.runs(t.s, "PRR").best().routes
    assert step.runs(t.s, "PRR").admits(whole)
    assert not runs.admits(whole)
    refusal = short.why(t.s, Frame("run_trains", "PRR"), act(0, "run", whole))
    assert refusal.rule == "route.too_long"


@pytest.mark.parametrize(
    ("stops", "towns", "expected"),
    [
        (2, 0, (2, 0)),
        (3, 0, (2, 0)),
        (7, 0, (4, 0)),
        (2, 2, (1, 1)),
        (5, 5, (3, 3)),
        (6, 6, (3, 3)),
        (None, 0, (None, 0)),
    ],
)
def test_half_as_many_stops_rounded_up_and_two_in_all(
    stops: int | None, towns: int, expected: tuple[int | None, int]
) -> None:
    short = halved(Train("any", 0, stops, None, towns))
    assert (short.stops, short.towns) == expected
    assert short.name == "any"


def test_a_kind_of_stop_that_is_small_uses_up_range_even_where_it_would_be_free() -> None:
    """For a train without an allowance for small stops."""
    hexes = {"B2": WEST, "B4": place("1-S0", "4-S0", stops=(TOWN,)), "B6": EAST}
    rules = RouteRules(free=frozenset({"town"}), small=frozenset({"town"}))
    p = position(hexes, "B2", rules=rules)
    assert best_run(p, [train("2")]).revenue == 30
    assert best_run(p, [train("3")]).revenue == 50
    assert best_run(p, [Train("2+1", 0, 2, None, 1)]).revenue == 50
