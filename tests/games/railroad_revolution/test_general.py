"""General rules: gen.1 to gen.8 and R-06 to R-09."""

from __future__ import annotations

import pytest

from tests.games.railroad_revolution.kit import GAME, Table, act, dear, table
from tests.games.railroad_revolution.scenes import A, B, C, D, dealing, office, sale, station
from tests.marks import rule

STACKS = ("loco-money", "loco-steps", "loco-shares", "loco-rail")


@rule(GAME, "gen.1")
def test_gen_1_a_tile_of_600_pays_the_400_of_the_effect() -> None:
    t = table().cash(A, 0).shares(A, 0).workers(A, {"white": 4, "turquoise": 1})
    used = office(t, A, "turquoise", 5).play(act(A, "use", "w.tele.turquoise"))  # T4 lies there
    assert used.s.cash[A] == -400 + 600
    assert used.s.shares[A] == 3  # none was sold
    assert used.play(act(A, "done")).waits_for() == [B]


@rule(GAME, "gen.1")
@pytest.mark.parametrize("first", ["flip", "build"])
def test_gen_1_payment_comes_last_when_an_effect_brings_the_money(first: str) -> None:
    t = table().cash(A, 0).shares(A, 0).locos(A, up=["loco-money"])
    flip = [act(A, "use", "w.station.violet"), act(A, "flip", "loco-money", "up")]
    build = [act(A, "build", "charlotte")]
    order = [*flip, *build] if first == "flip" else [*build, *flip]
    done = t.play(act(A, "place", "violet", "station"), *order, act(A, "done"))
    assert done.s.cash[A] == 600 - 100 - 200
    assert done.s.stations["charlotte"] == (A,)


@rule(GAME, "gen.1")
def test_gen_1_extra_effects_may_come_before_the_main_action_and_between_its_parts() -> None:
    t = table().cash(A, 2000)
    laid = t.play(
        act(A, "place", "violet", "railroad"),
        act(A, "lay", "R06"),
        act(A, "use", "w.rail.violet"),
        act(A, "take", "loco-money"),
        act(A, "lay", "R07"),
        act(A, "done"),
    )
    assert laid.s.cash[A] == 2000 - 400 - 200 - 300
    assert laid.up(A) == ["loco-promote", "loco-money"]


@rule(GAME, "R-06")
def test_r_06_an_action_that_ends_with_minus_50_is_refused() -> None:
    t = table().cash(A, 150).shares(A, 0).locos(A, up=["loco-money"])
    t.station("washington", B).buildings(B, 11)  # so that its share for the first is gone
    t.refused(act(A, "place", "white", "station"), "act.1", **dear("station", 200, 150, 0))
    built = station(t, A, "violet", "washington")  # a flip could still bring 600
    built.refused(act(A, "done"), "R-06", missing=50)
    assert station(t.cash(A, 200), A, "violet", "washington").play(act(A, "done")).s.cash[A] == 0


@rule(GAME, "R-06", "gen.3")
def test_r_06_shares_can_be_sold_for_the_payment() -> None:
    t = table().cash(A, 50).shares(A, 1).station("washington", B).buildings(B, 11)
    built = station(t, A, "white", "washington")
    assert built.play(act(A, "sell", 1), act(A, "done")).s.cash[A] == 0
    t.shares(A, 0).refused(act(A, "place", "white", "station"), "act.1", **dear("station", 200, 50, 0))


@rule(GAME, "R-06", "gen.1")
def test_r_06_the_share_of_the_bonus_pays_for_the_station_that_earned_it() -> None:
    built = station(table().cash(A, 50).shares(A, 0), A, "white", "washington")
    assert built.s.cash[A] == -150
    assert built.play(act(A, "use", "bonus"), act(A, "sell", 1), act(A, "done")).s.cash[A] == 0


@rule(GAME, "gen.2")
def test_gen_2_with_four_workers_none_is_promoted_without_a_gain() -> None:
    t = table().cash(A, 0).shares(A, 0).workers(A, {"white": 3, "violet": 1})
    placed = t.play(act(A, "place", "white", "trade"))
    placed.refused(act(A, "promote", "violet", "supply", "A2-1"), "gen.2", workers=3, least=4)


@rule(GAME, "gen.2")
def test_gen_2_one_promoted_and_one_gained() -> None:
    t = table().cash(A, 200).shares(A, 0).workers(A, {"white": 3, "violet": 1})
    built = station(t, A, "white", "charlotte").play(act(A, "promote", "violet", "supply", "A2-1"))
    built.refused(act(A, "done"), "gen.2", workers=3, least=4)
    done = built.play(act(A, "use", "reward", "grey"), act(A, "done"))
    assert done.workers_of(A) == 4


@rule(GAME, "gen.2")
def test_gen_2_a_deal_before_the_end_of_the_turn_may_bring_the_worker() -> None:
    t = table().cash(A, 0).shares(A, 0).workers(A, {"white": 3, "violet": 1}).deal("D5")
    opened = office(t, A, "white", 3)  # three shares, which the lower offer costs
    promoted = opened.play(act(A, "promote", "violet", "supply", "A2-1"))
    asked = promoted.play(act(A, "done"))
    asked.refused(act(A, "done"), "gen.2", workers=3, least=4)
    asked.refused(act(A, "sell", 1), "gen.2", case="later", workers=3, least=4)
    done = asked.play(act(A, "deal", 1))
    assert done.supply_of(A) == {"white": 2, "grey": 1}
    assert done.workers_of(A) == 4


@rule(GAME, "R-07")
def test_r_07_four_workers_at_the_end_of_another_players_turn() -> None:
    t = table().deal("D4").cash(B, 100).shares(B, 1).workers(B, {"white": 3, "violet": 1}).shares(A, 0)
    asked = dealing(t).play(act(A, "done"))
    taken = asked.play(act(B, "deal", 1))
    taken.refused(act(B, "promote", "violet", "supply", "A1-2"), "R-07", workers=3, least=4)
    five = dealing(t.workers(B, {"white": 4, "violet": 1})).play(act(A, "done"), act(B, "deal", 1))
    assert five.play(act(B, "promote", "violet", "supply", "A1-2")).workers_of(B) == 4


@rule(GAME, "gen.3")
def test_gen_3_two_shares_bring_300() -> None:
    t = table()
    assert t.play(act(A, "sell", 2)).s.cash[A] == 900
    assert t.play(act(A, "sell", 2)).s.shares[A] == 1
    t.refused(act(A, "sell", 4), "gen.3", shares=3)
    within = t.play(act(A, "place", "white", "trade"), act(A, "sell", 3))
    assert within.s.cash[A] == 600 + 450


@rule(GAME, "R-08", "gen.3")
def test_r_08_a_share_is_sold_before_a_deal_and_cannot_pay_it() -> None:
    asked = dealing(table().deal("D1").shares(A, 0)).play(act(A, "done"))
    assert asked.offered(B, "deal") == [(0,), (1,)]
    sold = asked.play(act(B, "sell", 1))
    assert sold.s.cash[B] == 750
    assert sold.offered(B, "deal") == [(0,)]
    sold.refused(act(B, "deal", 1), "deal.4", cost=3, shares=2)


@rule(GAME, "gen.4")
def test_gen_4_shares_are_not_bought() -> None:
    t = table().cash(A, 5000)
    t.refused(act(A, "buy", 1), "gen.4")
    t.play(act(A, "place", "white", "trade")).refused(act(A, "buy", 1), "gen.4")
    assert {choice.kind for choice in t.choices()} == {"place", "sell", "hire"}


@rule(GAME, "gen.5")
def test_gen_5_a_worker_is_hired_for_800() -> None:
    t = table().cash(A, 800)
    hired = t.play(act(A, "hire", "turquoise"))
    assert hired.s.cash[A] == 0
    assert hired.supply_of(A) == {"white": 4, "violet": 1, "turquoise": 1}
    t.cash(A, 799).refused(act(A, "hire", "turquoise"), "gen.5", price=800, cash=799)


@rule(GAME, "gen.5", "R-08")
def test_gen_5_a_worker_is_hired_in_the_turn_of_another_player() -> None:
    asked = dealing(table().cash(B, 800).shares(A, 0)).play(act(A, "done"))
    assert asked.play(act(B, "hire", "grey")).supply_of(B) == {"white": 4, "orange": 1, "grey": 1}


@rule(GAME, "R-09")
def test_r_09_two_workers_for_1600_white_too() -> None:
    t = table().cash(A, 1600).workers(D, {"turquoise": 5})
    hired = t.play(act(A, "hire", "white"), act(A, "hire", "grey"))
    assert hired.s.cash[A] == 0
    assert hired.supply_of(A) == {"white": 5, "violet": 1, "grey": 1}
    table().cash(A, 1600).refused(act(A, "hire", "white"), "setup.26", colour="white")


def gaining(t: Table) -> Table:
    """A has given up a worker for a locomotive (T5)."""
    return office(t, A, "white", 7).play(act(A, "use", "wire", "white", "board"))


@rule(GAME, "gen.6", "R-01")
def test_gen_6_a_locomotive_of_any_stack_that_is_not_empty() -> None:
    t = gaining(table().locos(D, up=["loco-money"] * 5))
    assert t.offered(A, "take") == [("loco-steps",), ("loco-shares",), ("loco-rail",)]
    t.refused(act(A, "take", "loco-money"), "gen.7", loco="loco-money")
    t.refused(act(A, "take", "loco-promote"), "R-01")
    taken = t.play(act(A, "take", "loco-steps"))
    assert taken.up(A) == ["loco-promote", "loco-steps"]
    taken.refused(act(A, "take", "loco-rail"), "gen.6", case="used")


@rule(GAME, "gen.7", "R-30")
def test_gen_7_with_all_stacks_empty_no_worker_is_given_up_for_a_locomotive() -> None:
    t = table().locos(B, down=[*STACKS[:2] * 5]).locos(C, down=[*STACKS[2:] * 5])
    assert sum(t.s.depot) == 0
    opened = office(t, A, "white", 7)
    assert opened.offered(A, "use") == []
    opened.refused(act(A, "use", "wire", "white", "board"), "gen.7", case="none")


@rule(GAME, "gen.8")
def test_gen_8_two_of_the_same_type() -> None:
    t = gaining(table().locos(A, up=["loco-money"] * 3)).play(act(A, "take", "loco-money"))
    assert t.up(A) == ["loco-promote", *["loco-money"] * 4]


@rule(GAME, "gen.2")
def test_gen_2_managers_do_not_count() -> None:
    t = table().cash(A, 0).shares(A, 0).workers(A, {"white": 4}).goal(A, 1, "A2-1", "violet").goal(A, 0, "D-8")
    placed = t.play(act(A, "place", "white", "trade"))
    placed.refused(act(A, "promote", "white", "supply", "D-8"), "gen.2", workers=3, least=4)
    assert t.play(*sale(A)).waits_for() == [B]
