"""Stations and the tiles of cities: station.1 to station.9 with the example, city.1 to city.9."""

from __future__ import annotations

import pytest

from tests.games.railroad_revolution.kit import GAME, act, table
from tests.games.railroad_revolution.scenes import (
    CHICAGO,
    DULUTH,
    EL_PASO,
    HOUSTON,
    KANSAS_CITY,
    LITTLE_ROCK,
    MIAMI,
    A,
    B,
    station,
)
from tests.marks import rule


@rule(GAME, "station.1", "station.2")
def test_station_1_the_leftmost_building_goes_to_a_city_for_its_cost() -> None:
    built = station(table().rails(A, on=CHICAGO), A, "white", "chicago")
    assert built.s.buildings[A] == 11
    assert built.s.stations["chicago"] == (A,)
    assert built.s.cash[A] == 600 - 300
    built.refused(act(A, "build", "washington"), "station.1")


@rule(GAME, "station.3")
def test_station_3_two_workers_may_be_taken_or_left() -> None:
    built = station(table().rails(A, on=KANSAS_CITY), A, "white", "kansas-city")
    taken = built.play(act(A, "use", "reward"))
    assert taken.supply_of(A) == {"white": 3, "violet": 1, "orange": 1, "grey": 1}
    taken.refused(act(A, "use", "reward"), "act.2", case="used")
    assert built.play(act(A, "done")).workers_of(A) == 5


@rule(GAME, "station.3")
def test_station_3_progress_on_the_tracks() -> None:
    built = station(table().rails(A, on=MIAMI), A, "white", "miami").play(act(A, "use", "reward"))
    stepped = built.play(*[act(A, "step", "network")] * 3)
    assert stepped.s.steps[A] == (0, 0, 3)
    stepped.refused(act(A, "step", "network"), "perf.5", case="used")


@rule(GAME, "station.4")
def test_station_4_a_slash_gives_one_of_two() -> None:
    built = station(table().rails(A, on=CHICAGO), A, "white", "chicago")  # orange or violet
    assert [args for args in built.offered(A, "use") if args[0] == "reward"] == [
        ("reward", "orange", ""),
        ("reward", "violet", ""),
    ]
    built.refused(act(A, "use", "reward", "grey"), "station.4", colour="grey")
    taken = built.play(act(A, "use", "reward", "orange"))
    assert taken.supply_of(A) == {"white": 3, "violet": 1, "orange": 1}
    taken.refused(act(A, "use", "reward", "violet"), "act.2", case="used")


@rule(GAME, "R-03", "station.4", "setup.26")
def test_r_03_of_two_colours_the_one_that_is_left_is_taken() -> None:
    """Orange or violet: a colour is still available, so no other may be chosen before both are gone."""
    t = table().rails(A, on=CHICAGO).bank("orange", 0)
    one = station(t, A, "white", "chicago")
    assert [args[1] for args in one.offered(A, "use") if args[0] == "reward"] == ["violet"]
    one.refused(act(A, "use", "reward", "orange"), "setup.26", colour="orange")
    none = station(t.bank("violet", 0).bank("white", 2), A, "white", "chicago")
    assert [args[1] for args in none.offered(A, "use") if args[0] == "reward"] == ["white", "grey", "turquoise"]


@rule(GAME, "station.5")
def test_station_5_washington_follows_what_is_printed() -> None:
    built = station(table(), A, "white", "washington")
    assert built.s.cash[A] == 600 - 200
    assert built.offered(A, "use") == [
        ("reward", "orange", ""),
        ("reward", "turquoise", ""),
        ("bonus", "", ""),
    ]
    for t in (table(2), table(3), table(4)):
        assert (t.s.tiles["washington"], t.s.tiles["charlotte"]) == ("washington", "charlotte")


@rule(GAME, "station.6")
def test_station_6_a_city_has_to_be_connected_by_own_rails() -> None:
    t = table().rails(B, on=CHICAGO)
    for seat in range(4):
        placed = t.turn(seat).play(act(seat, "place", "white", "station"))
        others = [("chicago",)] if seat == B else []
        assert placed.offered(seat, "build") == [("washington",), ("charlotte",), *others]
    placed = t.turn(A).play(act(A, "place", "white", "station"))
    placed.refused(act(A, "build", "chicago"), "station.6", city="chicago")


@rule(GAME, "station.7", "station.8")
def test_station_7_the_first_one_has_a_bonus_and_later_ones_do_not() -> None:
    t = table().rails(A, on=LITTLE_ROCK).rails(B, on=LITTLE_ROCK)  # two shares for the first
    first = station(t, A, "violet", "little-rock")
    assert ("bonus", "", "") in first.offered(A, "use")
    assert first.play(act(A, "done")).s.shares[A] == 3  # it may be left
    first = first.play(act(A, "use", "bonus"), act(A, "done"))
    assert first.s.shares[A] == 5
    second = station(first, B, "white", "little-rock")
    assert second.s.stations["little-rock"] == (A, B)
    assert [args[0] for args in second.offered(B, "use")] == ["reward", "reward"]
    second.refused(act(B, "use", "bonus"), "station.8", city="little-rock")
    assert second.play(act(B, "use", "reward", "grey")).supply_of(B) == {"white": 3, "orange": 1, "grey": 1}


@rule(GAME, "station.9")
def test_station_9_nobody_builds_twice_in_a_city() -> None:
    t = table().station("washington", A).buildings(A, 11)
    placed = t.play(act(A, "place", "white", "station"))
    placed.refused(act(A, "build", "washington"), "station.9", city="washington")


@rule(GAME, "station.x1")
def test_station_x1_blue_builds_in_connected_cities_only() -> None:
    t = table().cash(A, 2000).rails(A, on=[*MIAMI, *LITTLE_ROCK])
    placed = t.play(act(A, "place", "white", "station"))
    assert placed.offered(A, "build") == [("washington",), ("charlotte",), ("little-rock",), ("miami",)]
    for city in ("houston", "chicago"):
        placed.refused(act(A, "build", city), "station.6", city=city)


@rule(GAME, "city.1")
def test_city_1_a_flip_for_100() -> None:
    t = table().rails(A, on=MIAMI).locos(A, up=["loco-money"])
    built = station(t, A, "white", "miami")
    flipped = built.play(act(A, "use", "bonus"), act(A, "flip", "loco-money", "up"))
    assert flipped.s.cash[A] - built.s.cash[A] == 500
    assert flipped.down(A) == ["loco-money"]


@rule(GAME, "city.2")
def test_city_2_a_locomotive_for_300() -> None:
    built = station(table().cash(A, 1000).rails(A, on=DULUTH), A, "white", "duluth")
    taken = built.play(act(A, "use", "bonus"), act(A, "take", "loco-rail"))
    assert taken.s.cash[A] == 1000 - 400 - 300
    assert taken.up(A) == ["loco-promote", "loco-rail"]


@rule(GAME, "city.3")
def test_city_3_two_shares() -> None:
    built = station(table().rails(A, on=LITTLE_ROCK), A, "white", "little-rock")
    assert built.play(act(A, "use", "bonus")).s.shares[A] == 3 + 2


@rule(GAME, "city.4")
def test_city_4_steps_are_split_freely() -> None:
    built = station(table().rails(A, on=HOUSTON), A, "white", "houston").play(act(A, "use", "bonus"))
    assert built.play(act(A, "step", "offices"), act(A, "step", "network")).s.steps[A] == (1, 0, 1)
    assert built.play(*[act(A, "step", "stations")] * 2).s.steps[A] == (0, 2, 0)


@rule(GAME, "city.5")
def test_city_5_a_worker_of_any_colour_for_200() -> None:
    built = station(table().cash(A, 1000).rails(A, on=EL_PASO), A, "white", "el-paso")
    gained = built.play(act(A, "use", "bonus"), act(A, "gain", "turquoise"))
    assert gained.s.cash[A] == 1000 - 500 - 200
    assert gained.workers_of(A) == 6
    assert gained.supply_of(A) == {"white": 3, "violet": 1, "turquoise": 1}


@rule(GAME, "city.6", "R-21")
def test_city_6_the_used_white_worker_becomes_a_fresh_orange_one() -> None:
    built = station(table().rails(A, on=CHICAGO), A, "white", "chicago").play(act(A, "use", "bonus"))
    swapped = built.play(act(A, "swap", "white", "board", "orange"))
    assert swapped.supply_of(A) == {"white": 3, "violet": 1, "orange": 1}
    assert sum(swapped.s.posts[A]) == 0
    assert swapped.s.bank == (1, 11, 10, 11, 11)
    swapped.refused(act(A, "swap", "white", "supply", "grey"), "city.6", case="used")


@rule(GAME, "city.7")
def test_city_7_a_share_and_perhaps_a_promotion() -> None:
    t = table().workers(A, {"white": 4, "violet": 1, "grey": 1})
    built = station(t, A, "grey", "washington").play(act(A, "use", "bonus"))
    assert built.s.shares[A] == 4
    assert built.play(act(A, "promote", "violet", "supply", "A2-1")).s.managers[A] == ((), ("violet",))
    assert built.play(act(A, "done")).s.managers[A] == ((), ())


@rule(GAME, "city.8")
@pytest.mark.parametrize("count", [1, 2])
def test_city_8_one_or_two_promotions_for_200(count: int) -> None:
    t = table().rails(A, on=KANSAS_CITY).workers(A, {"white": 4, "violet": 1, "orange": 1, "grey": 1})
    built = station(t, A, "grey", "kansas-city").play(act(A, "use", "bonus"))
    both = [act(A, "promote", "violet", "supply", "A2-1"), act(A, "promote", "orange", "supply", "A1-1")]
    done = built.play(*both[:count], act(A, "done"))
    assert done.s.cash[A] == 600 - 400 - 200
    assert sum(map(len, done.s.managers[A])) == count


@rule(GAME, "city.9")
def test_city_9_a_step_and_perhaps_a_promotion() -> None:
    t = table().workers(A, {"white": 4, "violet": 1, "grey": 1})
    built = station(t, A, "grey", "charlotte").play(act(A, "use", "bonus"))
    done = built.play(act(A, "step", "network"), act(A, "promote", "violet", "supply", "A2-1"))
    assert done.s.steps[A] == (0, 0, 1)
    done.refused(act(A, "step", "network"), "perf.5", case="used")
    assert built.play(act(A, "step", "network"), act(A, "done")).s.managers[A] == ((), ())
