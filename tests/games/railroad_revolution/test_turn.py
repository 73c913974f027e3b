"""Turns, actions and workers: turn.1 to act.8, R-05 and R-27."""

from __future__ import annotations

import pytest

from tests.games.railroad_revolution.kit import GAME, act, dear, table
from tests.games.railroad_revolution.scenes import KANSAS_CITY, A, B, C, D, office, rails, sale, station, turns_from
from tests.marks import rule


@rule(GAME, "turn.1")
def test_turn_1_single_turns_clockwise() -> None:
    t = table().starter(C).turn(C)
    t.refused(act(A, "place", "white", "trade"), "turn.1")
    assert turns_from(t, 5) == [C, D, A, B, C]


@rule(GAME, "turn.2")
def test_turn_2_a_turn_begins_with_a_worker() -> None:
    t = table()
    t.refused(act(A, "done"), "turn.2")
    t.refused(act(A, "trade", "rail"), "turn.2")
    placed = t.play(act(A, "place", "violet", "trade"))
    assert placed.supply_of(A) == {"white": 4}
    assert sum(placed.s.posts[A]) == 1
    placed.refused(act(A, "done"), "act.1", action="trade")


@rule(GAME, "turn.3")
def test_turn_3_there_are_four_actions() -> None:
    t = table()
    assert {action for _, action in t.offered(A, "place")} == {"station", "railroad", "telegraph", "trade"}
    t.refused(act(A, "place", "white", "bank"), "turn.3")


@rule(GAME, "turn.4")
def test_turn_4_a_fifth_worker_on_trade() -> None:
    t = table().workers(A, {"violet": 1}, {"trade": {"white": 4}})
    assert sum(t.play(act(A, "place", "violet", "trade")).s.posts[A][15:]) == 5


@rule(GAME, "turn.5")
def test_turn_5_who_has_no_worker_takes_all_back_and_goes_on() -> None:
    t = table().turn(D).workers(A, {}, {"trade": {"white": 3}, "station": {"white": 1, "violet": 1}})
    begun = t.play(*sale(D))
    assert begun.waits_for() == [A]
    assert begun.supply_of(A) == {"white": 4, "violet": 1}
    assert sum(begun.s.posts[A]) == 0
    assert sum(begun.play(act(A, "place", "white", "trade")).s.posts[A]) == 1


@rule(GAME, "R-05", "turn.5")
def test_r_05_with_a_worker_left_nothing_is_taken_back() -> None:
    t = table().turn(D).workers(A, {"white": 1}, {"trade": {"white": 3, "violet": 1}})
    begun = t.play(*sale(D))
    assert begun.supply_of(A) == {"white": 1}
    begun.refused(act(A, "recall"), "R-05", case="recall")
    begun.refused(act(A, "place", "violet", "trade"), "R-05", colour="violet")


@rule(GAME, "turn.6")
def test_turn_6_pieces_right_of_the_logo_can_be_placed() -> None:
    t = table().buildings(A, 1).rails(A, left=1)
    assert office(t, A, "white", 1).s.buildings[A] == 0
    assert rails(t, A, "white", "R06").s.rails[A] == 0


@rule(GAME, "turn.7")
def test_turn_7_the_last_piece_left_of_the_logo() -> None:
    t = table().buildings(B, 1).rails(B, left=2).turn(B)
    assert t.s.ending == 0
    sold = t.play(*sale(B))
    assert sold.s.ending == 1
    assert sold.waits_for() == [C]


@rule(GAME, "act.1")
def test_act_1_an_action_that_cannot_be_paid_cannot_be_chosen() -> None:
    t = table().cash(A, 0).shares(A, 0)
    t.refused(act(A, "place", "white", "station"), "act.1", **dear("station", 200, 0, 0))
    assert ("white", "telegraph") in t.offered(A, "place")


@rule(GAME, "act.1")
def test_act_1_a_part_of_the_main_action_is_not_enough() -> None:
    placed = table().play(act(A, "place", "white", "station"))
    placed.refused(act(A, "done"), "act.1", action="station")


@rule(GAME, "act.2")
def test_act_2_the_main_action_alone_with_an_orange_worker() -> None:
    t = table().workers(A, {"white": 4, "orange": 1})
    built = station(t, A, "orange", "washington").play(act(A, "done"))
    assert built.s.cash[A] == 400
    assert built.waits_for() == [B]


@rule(GAME, "act.3")
@pytest.mark.parametrize("action", ["trade", "telegraph"])
def test_act_3_white_promotes_one_worker_whatever_the_action(action: str) -> None:
    t = table().workers(A, {"white": 4, "violet": 1, "orange": 1})
    promoted = t.play(act(A, "place", "white", action), act(A, "promote", "violet", "supply", "A2-1"))
    assert promoted.s.managers[A] == ((), ("violet",))
    promoted.refused(act(A, "promote", "orange", "supply", "A1-1"), "milestone.7", case="used")


@rule(GAME, "act.4")
def test_act_4_violet_brings_steps_on_trade_and_a_locomotive_on_railroad() -> None:
    t = table()
    trading = t.play(act(A, "place", "violet", "trade"), act(A, "use", "w.trade.violet"))
    assert [grant.times for grant in trading.s.grants if grant.kind == "steps"] == [3]
    assert trading.offered(A, "step") == [("offices", "", ""), ("stations", "", ""), ("network", "", "")]
    building = t.cash(A, 900).play(act(A, "place", "violet", "railroad"))
    assert ("w.rail.violet", "", "") in building.offered(A, "use")


@rule(GAME, "act.5")
def test_act_5_orange_saves_the_station_and_brings_money_on_trade() -> None:
    t = table().workers(A, {"white": 4, "orange": 1}).locos(A, up=["loco-steps"])
    built = station(t, A, "orange", "washington").play(act(A, "use", "w.station.orange"))
    assert built.s.cash[A] == 600
    traded = t.play(act(A, "place", "orange", "trade"), act(A, "use", "w.trade.orange"))
    assert traded.s.cash[A] == 600 + 200


@rule(GAME, "act.6")
def test_act_6_grey_brings_shares_on_railroad_and_an_offer_on_trade() -> None:
    t = table().workers(A, {"white": 4, "grey": 1})
    built = t.cash(A, 1000).play(act(A, "place", "grey", "railroad"), act(A, "use", "w.rail.grey"))
    assert built.s.shares[A] == 5
    assert t.play(act(A, "place", "grey", "trade")).offered(A, "deal") == [(0,), (1,)]


@rule(GAME, "act.7")
def test_act_7_turquoise_lays_a_third_rail_and_doubles_the_main_reward() -> None:
    t = table().workers(A, {"white": 4, "turquoise": 1}).cash(A, 2000)
    laid = rails(t, A, "turquoise", "R06", "R07").play(act(A, "use", "w.rail.turquoise"), act(A, "lay", "R02"))
    assert laid.s.network[A].bit_count() == 4
    built = station(t.rails(A, on=KANSAS_CITY), A, "turquoise", "kansas-city")
    assert ("w.station.turquoise", "", "") in built.offered(A, "use")
    twice = built.play(act(A, "use", "reward"), act(A, "use", "w.station.turquoise"))
    assert twice.supply_of(A) == {"white": 4, "orange": 2, "grey": 2}
    assert twice.s.cash[A] == 2000 - 400 - 300


@rule(GAME, "act.8")
def test_act_8_a_specialist_promotes_instead_of_its_own_ability() -> None:
    t = table().workers(A, {"white": 4, "grey": 1, "violet": 1}).cash(A, 1000)
    promoted = t.play(
        act(A, "place", "grey", "railroad"),
        act(A, "use", "promotion"),
        act(A, "promote", "violet", "supply", "A2-1"),
    )
    assert promoted.s.managers[A] == ((), ("violet",))
    promoted.refused(act(A, "use", "w.rail.grey"), "act.8", colour="grey")
    shares = t.play(act(A, "place", "grey", "railroad"), act(A, "use", "w.rail.grey"))
    shares.refused(act(A, "use", "promotion"), "act.8", colour="grey")


@rule(GAME, "R-27")
def test_r_27_trade_is_possible_while_a_piece_is_left() -> None:
    t = table().cash(A, 0).shares(A, 0).buildings(A, 0).rails(A, left=1).ending(1)
    assert {action for _, action in t.offered(A, "place")} == {"trade"}
    t.refused(act(A, "place", "white", "telegraph"), "telegraph.1", case="no_building")


@rule(GAME, "R-27")
def test_r_27_without_any_piece_a_turn_is_skipped() -> None:
    t = table().ending(1).buildings(B, 0).rails(B, left=0)
    assert t.play(*sale(A)).waits_for() == [C]
    stuck = table().ending(1).buildings(A, 0).rails(A, left=0)
    stuck.refused(act(A, "place", "white", "trade"), "turn.1")
