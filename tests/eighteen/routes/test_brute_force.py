"""The optimiser equals brute force on small boards, whatever lies on them."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from stellwerk.eighteen.network import Terms
from stellwerk.eighteen.routes import Position, RouteRules, best_run, check_run, has_route
from stellwerk.eighteen.routes import sweep as route_sweep
from stellwerk.eighteen.routes.graph import build
from stellwerk.eighteen.routes.rules import specs_of
from stellwerk.eighteen.routes.sweep import Sweep
from stellwerk.eighteen.search import find_reach
from stellwerk.eighteen.trains import Train
from tests.eighteen.routes.boards import fleets, small_positions
from tests.eighteen.routes.naive import Way, all_ways, best_revenue, earns
from tests.marks import rule

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
ANY_RANGE = Train("any", 0, None, None)

positions = st.one_of(small_positions(), small_positions(odd=True))


def few_ways(position: Position, trains: list[Train]) -> list[Way]:
    """All ways, where brute force can cope with them."""
    ways = all_ways(position, 300)
    assume(ways is not None)
    assert ways is not None
    assume(len(ways) ** len(trains) < 100_000)
    return ways


@rule("1830", "7.4b", "7.5c")
@SLOW
@given(positions, fleets())
def test_the_best_run_is_that_of_brute_force(position: Position, trains: list[Train]) -> None:
    ways = few_ways(position, trains)
    run = best_run(position, trains)
    assert run.revenue == best_revenue(position, trains, ways)
    assert run.proven
    assert run.bound == run.revenue


@SLOW
@given(positions, fleets())
def test_the_best_run_passes_the_check_and_earns_what_it_says(position: Position, trains: list[Train]) -> None:
    run = best_run(position, trains)
    assert check_run(position, trains, run.routes) == run.revenue


@SLOW
@given(positions, fleets(), st.sampled_from([1, 3, 60]))
def test_a_sweep_is_as_good_as_brute_force(position: Position, trains: list[Train], width: int) -> None:
    """However few states the first sweep keeps."""
    assume(trains)
    ways = few_ways(position, trains)
    kinds = specs_of(trains, position.rules)
    graph = build(position, max(spec.limit for spec in kinds))
    assume(graph.links)
    best = best_revenue(position, trains, ways)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(route_sweep, "FIRST", width)
        sweep = Sweep(graph, list(kinds), position.rules.bonus)
        assert sweep.bound >= best
        sweep.run()
    assert sweep.worth == sweep.bound == best


@SLOW
@given(positions, fleets())
def test_without_time_the_bound_still_holds(position: Position, trains: list[Train]) -> None:
    ways = few_ways(position, trains)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stellwerk.eighteen.routes.best.list_best", lambda *_: None)
        run = best_run(position, trains, seconds=0)
    best = best_revenue(position, trains, ways)
    assert run.revenue <= best <= run.bound
    assert check_run(position, trains, run.routes) == run.revenue
    assert run.proven == (run.revenue == run.bound)


@rule("1830", "R-14", "R-89")
@SLOW
@given(positions)
def test_a_route_exists_where_brute_force_finds_one(position: Position) -> None:
    """And where track is followed for the duty to own a train."""
    old = position.rules
    rules = RouteRules(whole=old.whole, licensed=old.licensed, herald=old.herald)
    plain = replace(position, rules=rules)
    ways = few_ways(plain, [])
    expected = any(earns(plain, ANY_RANGE, way) is not None for way in ways)
    assert has_route(plain) == expected
    if not any(hex_.area for hex_ in position.hexmap.hexes):
        barred = () if position.company in position.licences else rules.licensed
        terms = Terms(position.heralds.get(position.company, ""), barred, rules.whole)
        reach = find_reach(position.hexmap, position.faces, position.stations, position.company, terms)
        assert reach.route == expected
