"""Boards of two gauges with junctions: the optimiser equals brute force, with mail and hexes to be visited."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from stellwerk.eighteen.routes import Position, RouteError, best_run, can_run, can_visit, check_run, has_route, mail_of
from stellwerk.eighteen.routes import sweep as route_sweep
from stellwerk.eighteen.trains import Train
from tests.eighteen.routes.boards import NAMES, india
from tests.eighteen.routes.naive import Way, all_ways, best_of_all, companies_at, earns
from tests.marks import examples, rule

SLOW = settings(examples(60), suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
seeds = st.integers(0, 2**40)


def few_ways(position: Position, trains: list[Train]) -> list[Way]:
    """All ways, where brute force can cope with them."""
    ways = all_ways(position, 400)
    assume(ways is not None)
    assert ways is not None
    assume(len(ways) ** len(trains) < 30_000)
    return ways


@rule("1853", "4.5.3", "4.5.4a", "4.5.4b", "R-44")
@pytest.mark.parametrize("by", ["lists", "hops", "sweeps"])
@SLOW
@given(seeds, st.booleans())
def test_the_best_run_is_that_of_brute_force(by: str, seed: int, mail: bool) -> None:
    """Whether all routes are listed, or only dear ones, or the board is swept, however few states are kept first."""
    position, trains = india(seed)
    ways = few_ways(position, trains)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(route_sweep, "FIRST", 1 + seed % 60)
        if by != "lists":
            patch.setattr("stellwerk.eighteen.routes.best.list_best", lambda *_: None)
        if by == "sweeps":
            patch.setattr("stellwerk.eighteen.routes.best.suits", lambda *_: False)
        run = best_run(position, trains, mail=mail)
    best = best_of_all(position, trains, ways, mail)
    assert run.revenue + run.post == (best or 0)
    assert run.proven
    if best is None:
        assert not any(run.routes)
        return
    assert check_run(position, trains, run.routes) == run.revenue
    assert mail_of(position, trains, run.routes, run.mail) == run.post
    assert bool(run.mail) == (mail and any(run.routes))


@SLOW
@given(seeds)
def test_without_time_the_bound_still_holds(seed: int) -> None:
    position, trains = india(seed)
    position = replace(position, visits=())
    ways = few_ways(position, trains)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("stellwerk.eighteen.routes.best.list_best", lambda *_: None)
        patch.setattr("stellwerk.eighteen.routes.best.suits", lambda *_: False)
        run = best_run(position, trains, seconds=0, mail=True)
    best = best_of_all(position, trains, ways, mail=True)
    assert best is not None
    assert run.revenue + run.post <= best <= run.bound


@rule("1853", "R-35", "R-59")
@SLOW
@given(seeds)
def test_hexes_can_be_visited_where_brute_force_has_a_run(seed: int) -> None:
    """Each could be on a route that holds a station on one of the homes, and some run passes all of them."""
    position, trains = india(seed)
    rng = Random(seed)
    homes, hexes = rng.sample(NAMES, 5), rng.sample(NAMES, rng.choice([1, 1, 2]))
    ways = few_ways(position, trains)
    number = position.hexmap.number

    def at_home(way: Way) -> bool:
        own = [hex_ for hex_, stop in way.stops if "ME" in companies_at(position, (hex_, stop))]
        return any(position.hexmap.hexes[hex_].name in homes for hex_ in own)

    def has_run(hexes: list[str], ways: list[Way]) -> bool:
        return best_of_all(replace(position, visits=tuple(hexes)), trains, ways, mail=False) is not None

    reached = all(has_run([name], [way for way in ways if at_home(way)]) for name in hexes)
    expected = reached and has_run(hexes, ways)
    assert can_visit(position, trains, hexes, homes) == expected
    if len(hexes) == 1:
        (name,) = hexes
        single = any(
            earns(position, train, way) is not None and number[name] in way.hexes and at_home(way)
            for train in trains
            for way in ways
        )
        assert single == expected


@SLOW
@given(seeds)
def test_trains_can_run_where_brute_force_finds_a_route(seed: int) -> None:
    position, trains = india(seed)
    position = replace(position, visits=())
    ways = few_ways(position, [])
    assert can_run(position, trains) == any(earns(position, train, way) is not None for train in trains for way in ways)
    endless = [replace(train, stops=None) for train in trains]
    if any(earns(position, train, way) is not None for train in endless for way in ways):
        assert has_route(position)


@rule("1853", "4.2.3b", "4.4.2b")
@SLOW
@given(seeds)
def test_a_run_that_leaves_out_a_hex_is_refused(seed: int) -> None:
    position, trains = india(seed)
    free = best_run(replace(position, visits=()), trains).routes
    passed = {name for route in free for name, _ in route}
    left = sorted(set(position.visits) - passed)
    assume(left)
    with pytest.raises(RouteError) as caught:
        check_run(position, trains, free)
    assert caught.value.refusal.rule == "route.not_visited"
    assert caught.value.refusal.data["hex"] == left[0]
