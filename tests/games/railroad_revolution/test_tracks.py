"""Achievement tracks: perf.1 to perf.8 with the examples, the variant and R-18."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.scoring import lines
from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.games.railroad_revolution.scenes import ALL_WEST, A, B, office
from tests.marks import rule

CITIES = ("washington", "charlotte", "chicago", "kansas-city", "denver")


def stepping(t: Table) -> Table:
    """A may take three steps, by a violet worker on Trade."""
    return t.play(act(A, "place", "violet", "trade"), act(A, "use", "w.trade.violet"))


def points(t: Table, track: str) -> int:
    return next(line.points for line in lines(t.t, t.at(), A) if line.label == track)


def with_offices(t: Table, areas: Iterable[int]) -> Table:
    for area in areas:
        t.office(area, A).buildings(A, t.s.buildings[A] - 1)
    return t


def with_stations(t: Table, cities: Iterable[str]) -> Table:
    for city in cities:
        t.station(city, A).buildings(A, t.s.buildings[A] - 1)
    return t


@rule(GAME, "perf.1")
def test_perf_1_offices_left_stations_in_the_middle_network_right() -> None:
    assert [track.id for track in TITLE.board.tracks] == ["offices", "stations", "network"]
    for track in TITLE.board.tracks:
        assert list(track.points) == sorted(track.points)


@rule(GAME, "perf.2")
def test_perf_2_connected_cities_of_group_5_times_the_right_track() -> None:
    t = table().rails(A, on=ALL_WEST).steps(A, network=1)  # 4 points; no station anywhere
    assert points(t, "network") == 3 * 4
    assert points(table().steps(A, network=1), "network") == 0


@rule(GAME, "perf.3")
def test_perf_3_own_stations_times_the_middle_track() -> None:
    t = with_stations(table().rails(A, on=ALL_WEST), CITIES).steps(A, stations=4)  # 3 points
    assert points(t, "stations") == 5 * 3


@rule(GAME, "perf.4", "perf.x2")
def test_perf_4_own_offices_times_the_left_track() -> None:
    t = with_offices(table(), (1, 4, 8)).steps(A, offices=11)  # 5 points
    t.office(2, B).buildings(B, 11)
    assert points(t, "offices") == 3 * 5


@rule(GAME, "perf.5")
def test_perf_5_steps_are_split_freely() -> None:
    t = stepping(table())
    split = t.play(act(A, "step", "stations"), act(A, "step", "offices"), act(A, "step", "stations"))
    assert split.s.steps[A] == (1, 2, 0)
    split.refused(act(A, "step", "network"), "act.8", colour="violet")
    assert t.play(*[act(A, "step", "network")] * 3).s.steps[A] == (0, 0, 3)


@rule(GAME, "R-18", "perf.5")
def test_r_18_steps_may_be_left_and_the_top_is_the_end() -> None:
    top = stepping(table().steps(A, offices=12))
    assert TITLE.board.tracks[0].points[-1] == TITLE.board.tracks[0].points[12]
    top.refused(act(A, "step", "offices"), "R-18", track="offices")
    done = top.play(act(A, "step", "network"), act(A, "trade", "rail"), act(A, "done"))
    assert done.s.steps[A] == (12, 0, 1)
    assert done.waits_for() == [B]


@rule(GAME, "perf.6")
def test_perf_6_a_money_barrier() -> None:
    t = table().cash(A, 0).steps(A, offices=6, network=6)
    stepping(t).refused(act(A, "step", "offices"), "perf.6", price=50, cash=0)
    assert stepping(t.cash(A, 50)).play(act(A, "step", "offices")).s.cash[A] == 0
    assert stepping(t.cash(A, 100)).play(act(A, "step", "network")).s.cash[A] == 0


@rule(GAME, "perf.7", "perf.x1")
def test_perf_7_yellow_gives_a_share_to_go_on() -> None:
    t = stepping(table().shares(A, 1).steps(A, offices=3))
    passed = t.play(act(A, "step", "offices"))
    assert passed.s.shares[A] == 0
    assert passed.step_of(A, "offices") == 4
    assert passed.play(act(A, "step", "offices")).s.shares[A] == 0  # no barrier beyond
    none = stepping(table().shares(A, 0).steps(A, offices=3))
    none.refused(act(A, "step", "offices"), "perf.7", count=1, shares=0)
    two = stepping(table().shares(A, 1).steps(A, network=3))
    two.refused(act(A, "step", "network"), "perf.7", count=2, shares=1)


@rule(GAME, "perf.8")
def test_perf_8_a_worker_of_any_colour() -> None:
    t = stepping(table().steps(A, stations=9))
    t.refused(act(A, "step", "stations"), "perf.8", track="stations")
    for colour, where in (("white", "supply"), ("violet", "board")):
        passed = t.play(act(A, "step", "stations", colour, where))
        assert passed.step_of(A, "stations") == 10
        assert passed.workers_of(A) == 4


@rule(GAME, "perf.8")
def test_perf_8_four_workers_at_the_end_of_the_turn() -> None:
    t = table().cash(A, 0).shares(A, 0).workers(A, {"white": 3, "violet": 1}).steps(A, stations=9)
    four = stepping(t)
    four.refused(act(A, "step", "stations", "white", "supply"), "gen.2", workers=3, least=4)
    rich = stepping(t.cash(A, 800)).play(act(A, "step", "stations", "white", "supply"), act(A, "trade", "rail"))
    rich.refused(act(A, "done"), "gen.2", workers=3, least=4)
    assert rich.play(act(A, "hire", "grey"), act(A, "done")).workers_of(A) == 4


@rule(GAME, "perf.v1")
def test_perf_v1_high_barriers() -> None:
    prices = {"offices": 500, "stations": 500, "network": 1000}
    for track, price in prices.items():
        t = table(track_costs="high").cash(A, price).steps(A, **{track: 6})
        assert stepping(t).play(act(A, "step", track)).s.cash[A] == 0
        stepping(t.cash(A, price - 1)).refused(act(A, "step", track), "perf.6", price=price, cash=price - 1)
    assert stepping(table().cash(A, 50).steps(A, offices=6)).play(act(A, "step", "offices")).s.cash[A] == 0


@rule(GAME, "R-26", "perf.4")
def test_r_26_neutral_offices_count_for_nobody() -> None:
    t = office(table(2).steps(A, offices=1), A, "white", 2).play(act(A, "done"))  # between the neutral areas 1, 4, 7
    assert points(t, "offices") == 1
    assert [line for line in lines(t.t, t.s, A) if line.label == "links"] == []
