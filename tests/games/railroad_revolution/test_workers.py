"""What the specialists add to the four actions: w.station.violet to w.trade.turquoise, R-23 and R-25."""

from __future__ import annotations

import pytest

from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.games.railroad_revolution.scenes import (
    CHICAGO,
    DULUTH,
    KANSAS_CITY,
    LITTLE_ROCK,
    A,
    B,
    office,
    rails,
    station,
)
from tests.marks import rule


def having(colour: str) -> Table:
    """A has four white workers and this one, and money enough."""
    return table().cash(A, 2000).workers(A, {"white": 4, colour: 1})


@rule(GAME, "w.station.violet")
def test_w_station_violet_a_flip_for_100() -> None:
    t = having("violet").locos(A, up=["loco-shares"])
    flipped = station(t, A, "violet", "charlotte").play(
        act(A, "use", "w.station.violet"), act(A, "flip", "loco-shares", "up")
    )
    assert flipped.s.cash[A] == 2000 - 200 - 100
    assert flipped.s.shares[A] == 6
    flipped.refused(act(A, "flip", "loco-promote", "up"), "act.8", colour="violet")


@rule(GAME, "w.station.grey")
def test_w_station_grey_the_first_bonus_once_more() -> None:
    t = having("grey").rails(A, on=LITTLE_ROCK)  # two shares
    first = station(t, A, "grey", "little-rock").play(act(A, "use", "bonus"), act(A, "use", "w.station.grey"))
    assert first.s.shares[A] == 3 + 2 + 2
    t.rails(B, on=LITTLE_ROCK).station("little-rock", B).buildings(B, 11)
    second = station(t, A, "grey", "little-rock")
    second.refused(act(A, "use", "bonus"), "station.8", city="little-rock")
    assert second.play(act(A, "use", "w.station.grey")).s.shares[A] == 3 + 2


@rule(GAME, "w.station.grey")
def test_w_station_grey_pays_what_the_bonus_costs() -> None:
    t = having("grey").rails(A, on=DULUTH).rails(B, on=DULUTH).station("duluth", B).buildings(B, 11)
    taken = station(t, A, "grey", "duluth").play(act(A, "use", "w.station.grey"), act(A, "take", "loco-money"))
    assert taken.s.cash[A] == 2000 - 400 - 300


@rule(GAME, "w.station.orange")
def test_w_station_orange_the_city_costs_nothing() -> None:
    t = having("orange").rails(A, on=DULUTH)
    built = station(t, A, "orange", "duluth").play(act(A, "use", "w.station.orange"))
    assert built.s.cash[A] == 2000
    bonus = built.play(act(A, "use", "bonus"), act(A, "take", "loco-money"))  # all else is unchanged
    assert bonus.s.cash[A] == 2000 - 300
    poor = station(t.cash(A, 0).shares(A, 0), A, "orange", "duluth").play(act(A, "use", "w.station.orange"))
    assert poor.play(act(A, "done")).s.cash[A] == 0


@rule(GAME, "w.station.turquoise")
def test_w_station_turquoise_the_main_reward_twice_for_300() -> None:
    t = having("turquoise").rails(A, on=CHICAGO)  # orange or violet
    built = station(t, A, "turquoise", "chicago").play(
        act(A, "use", "reward", "orange"), act(A, "use", "w.station.turquoise", "violet")
    )
    assert built.s.cash[A] == 2000 - 300 - 300
    assert built.supply_of(A) == {"white": 4, "orange": 1, "violet": 1}


@rule(GAME, "w.rail.violet")
def test_w_rail_violet_a_locomotive_for_300() -> None:
    laid = rails(having("violet"), A, "violet", "R06", "R07")
    taken = laid.play(act(A, "use", "w.rail.violet"), act(A, "take", "loco-money"))
    assert taken.s.cash[A] == 2000 - 600 - 300
    assert taken.up(A) == ["loco-promote", "loco-money"]


@rule(GAME, "w.rail.grey")
def test_w_rail_grey_two_shares() -> None:
    laid = rails(having("grey"), A, "grey", "R06", "R07").play(act(A, "use", "w.rail.grey"))
    assert laid.s.shares[A] == 3 + 2


@rule(GAME, "w.rail.orange")
def test_w_rail_orange_100_and_50_for_each_triangle() -> None:
    laid = rails(having("orange"), A, "orange", "R02", "R04").play(act(A, "use", "w.rail.orange"))  # 2 and 3
    assert laid.s.cash[A] == 2000 - 900 + 350 == 2000 - 550
    exact = rails(having("orange").cash(A, 550).shares(A, 0), A, "orange", "R02", "R04")
    assert exact.play(act(A, "use", "w.rail.orange"), act(A, "done")).s.cash[A] == 0


@rule(GAME, "w.rail.turquoise")
def test_w_rail_turquoise_three_rails_for_400_and_the_terrain() -> None:
    t = having("turquoise").rails(A, on=KANSAS_CITY)
    laid = rails(t, A, "turquoise", "R06", "R07").play(act(A, "use", "w.rail.turquoise"), act(A, "lay", "R08"))
    assert laid.s.cash[A] == 2000 - 700  # a triangle each
    assert laid.s.rails[A] == 15 - 4 - 3
    laid.refused(act(A, "lay", "R09"), "rail.1")


@rule(GAME, "w.rail.turquoise", "rail.9")
def test_w_rail_turquoise_the_third_rail_can_cause_a_deal() -> None:
    t = having("turquoise").rails(A, on=["R02"])
    laid = rails(t, A, "turquoise", "R03", "R08").play(act(A, "use", "w.rail.turquoise"), act(A, "lay", "R10"))
    assert laid.play(act(A, "done")).offered(A, "deal") == [(0,), (1,)]


@rule(GAME, "R-23")
def test_r_23_with_two_rails_left_there_is_no_third() -> None:
    laid = rails(having("turquoise").rails(A, left=2), A, "turquoise", "R06", "R07")
    laid.refused(act(A, "use", "w.rail.turquoise"), "R-23")
    done = laid.play(act(A, "done"))
    assert done.s.cash[A] == 2000 - 600
    assert done.s.rails[A] == 0


@rule(GAME, "w.tele.violet", "R-21")
def test_w_tele_violet_a_worker_is_swapped() -> None:
    opened = office(having("violet"), A, "violet", 1).play(act(A, "use", "w.tele.violet"))
    swapped = opened.play(act(A, "swap", "white", "supply", "grey"))
    assert swapped.supply_of(A) == {"white": 3, "grey": 1}
    assert swapped.workers_of(A) == 5
    used = opened.play(act(A, "swap", "violet", "board", "grey"))
    assert used.supply_of(A) == {"white": 4, "grey": 1}


@rule(GAME, "w.tele.grey")
def test_w_tele_grey_the_first_bonus_once_more() -> None:
    t = having("grey")
    assert office(t, A, "grey", 2).play(act(A, "use", "w.tele.grey")).s.shares[A] == 3 + 2 + 2
    t.office(2, B).buildings(B, 11)
    assert office(t, A, "grey", 2).play(act(A, "use", "w.tele.grey")).s.shares[A] == 3 + 2 + 1


@rule(GAME, "w.tele.orange")
def test_w_tele_orange_100_for_each_share() -> None:
    opened = office(having("orange"), A, "orange", 4).play(act(A, "use", "w.tele.orange"))  # 3 and 1
    assert opened.s.cash[A] == 2000 + 400


@rule(GAME, "w.tele.turquoise")
def test_w_tele_turquoise_the_tile_twice() -> None:
    opened = office(having("turquoise"), A, "turquoise", 8)  # T6: four steps
    both = opened.play(act(A, "use", "wire", "white", "supply"), act(A, "use", "w.tele.turquoise"))
    assert both.s.cash[A] == 2000 - 400
    assert both.workers_of(A) == 4
    assert [grant.times for grant in both.s.grants if grant.kind == "steps"] == [8]
    alone = opened.play(act(A, "use", "w.tele.turquoise"))
    assert alone.workers_of(A) == 5
    assert [grant.times for grant in alone.s.grants if grant.kind == "steps"] == [4]


@rule(GAME, "w.trade.violet")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_w_trade_violet_up_to_three_steps(count: int) -> None:
    t = having("violet").play(act(A, "place", "violet", "trade"), act(A, "use", "w.trade.violet"))
    done = t.play(*[act(A, "step", "network")] * count, act(A, "trade", "rail"), act(A, "done"))
    assert done.s.steps[A] == (0, 0, count)


@rule(GAME, "w.trade.grey")
def test_w_trade_grey_an_offer_alone_and_a_share_back() -> None:
    t = having("grey").deal("D7").play(act(A, "place", "grey", "trade"), act(A, "deal", 0))  # 2 shares, 3 steps
    assert t.s.shares[A] == 3 - 1
    t.refused(act(A, "deal", 1), "deal.1")
    done = t.play(*[act(A, "step", "network")] * 3, act(A, "trade", "rail"), act(A, "done"))
    assert done.s.shares == [2, 3, 3, 3]
    assert done.offered(B, "place")  # nobody else was asked
    assert done.s.used == ("D7",)
    assert done.s.deal != "D7"


@rule(GAME, "R-25")
def test_r_25_the_share_may_pay_for_the_offer() -> None:
    t = having("grey").deal("D7")  # the upper offer costs 2
    one = t.shares(A, 1).play(act(A, "place", "grey", "trade"))
    assert one.play(act(A, "deal", 0)).s.shares[A] == 0
    none = t.shares(A, 0).play(act(A, "place", "grey", "trade"))
    none.refused(act(A, "deal", 0), "R-25", cost=2, shares=0)
    left = one.play(act(A, "trade", "rail"), act(A, "done"))
    assert (left.s.shares[A], left.s.deal, left.s.used) == (1, "D7", ())


@rule(GAME, "w.trade.orange")
def test_w_trade_orange_100_for_each_locomotive() -> None:
    t = having("orange").locos(A, up=["loco-money", "loco-rail"], down=["loco-steps"])
    used = t.play(act(A, "place", "orange", "trade"), act(A, "use", "w.trade.orange"))
    assert used.s.cash[A] == 2000 + 400


@rule(GAME, "w.trade.turquoise")
def test_w_trade_turquoise_the_same_locomotive_twice() -> None:
    t = having("turquoise").locos(A, up=["loco-money", "loco-shares"])
    used = t.play(act(A, "place", "turquoise", "trade"), act(A, "use", "w.trade.turquoise"))
    twice = used.play(act(A, "flip", "loco-money", "up"), act(A, "flip", "loco-money", "down"))
    assert twice.s.cash[A] == 2000 + 600
    assert twice.up(A) == ["loco-promote", "loco-money", "loco-shares"]
    twice.refused(act(A, "flip", "loco-shares", "up"), "trade.5", case="used")
