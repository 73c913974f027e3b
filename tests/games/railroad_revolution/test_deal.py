"""Deals: deal.1 to deal.8, dealtile.1 to dealtile.10, R-12, R-13, R-21 and R-22."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.core.choice import OneOf
from stellwerk.games.railroad_revolution.game import TITLE
from tests.games.railroad_revolution.kit import GAME, Table, act, chance, table
from tests.games.railroad_revolution.scenes import CHICAGO, DENVER, A, B, C, D, dealing, office, rails, station
from tests.marks import rule


def taken(t: Table, tile: str, offer: int) -> Table:
    """A has taken this offer; with the two shares of its office it has five before."""
    return dealing(t.deal(tile)).play(act(A, "deal", offer))


@rule(GAME, "deal.1")
def test_deal_1_the_deal_comes_after_all_effects_of_the_action() -> None:
    t = table().rails(A, on=CHICAGO).workers(A, {"white": 4, "grey": 1})
    laid = rails(t, A, "grey", "R10", "R11")
    laid.refused(act(A, "deal", 0), "deal.1")
    more = laid.play(act(A, "use", "w.rail.grey"))
    assert more.s.shares[A] == 5
    deal = more.play(act(A, "done"))
    assert deal.offered(A, "deal") == [(0,), (1,)]
    deal.refused(act(A, "use", "promotion"), "act.2")
    quiet = office(table(), A, "white", 1)
    quiet.refused(act(A, "deal", 0), "deal.1")


@rule(GAME, "deal.3")
def test_deal_3_two_offers_for_one_to_four_shares() -> None:
    for offers in TITLE.tiles.deals.values():
        assert len(offers) == 2
        assert {offer.shares for offer in offers} <= {1, 2, 3, 4}


@rule(GAME, "deal.4")
def test_deal_4_shares_are_paid_for_the_reward() -> None:
    deal = dealing(table().shares(A, 0).deal("D2"))  # two shares from the office
    assert deal.s.shares[A] == 2
    deal.refused(act(A, "deal", 1), "deal.4", cost=3, shares=2)
    rich = taken(table(), "D2", 1)
    assert rich.s.shares[A] == 5 - 3
    assert rich.supply_of(A) == {"white": 3, "violet": 1, "orange": 1}


@rule(GAME, "deal.5")
def test_deal_5_the_active_player_may_take_both() -> None:
    t = taken(table().locos(A, up=["loco-money"]), "D2", 0).play(act(A, "flip", "loco-money", "up"))
    assert t.waits_for() == [A]
    both = t.play(act(A, "deal", 1))
    assert both.s.shares[A] == 5 - 1 - 3
    assert both.s.cash[A] == 1200
    assert both.supply_of(A) == {"white": 3, "violet": 1, "orange": 1}


@rule(GAME, "R-12")
def test_r_12_each_offer_once() -> None:
    t = taken(table(), "D2", 0)
    t.refused(act(A, "deal", 0), "R-12")


@rule(GAME, "deal.6")
def test_deal_6_the_others_take_one_each_clockwise() -> None:
    t = dealing(table().deal("D9").turn(C).shares(D, 9), seat=C)
    order, taker = [], {C: [0, 1], D: [1], A: [1], B: [1]}
    for seat, offers in taker.items():
        order += t.waits_for()
        for offer in offers:
            t = t.play(act(seat, "deal", offer))
        if seat == C:
            t = t.play(act(C, "done"))  # the promotions of the upper offer are left
        if seat == D:
            assert t.s.shares[D] == 6
            t.refused(act(D, "deal", 0), "turn.1")  # with one offer taken the next seat is asked
    assert order == [C, D, A, B]
    assert t.supply_of(D)["violet"] == t.supply_of(B)["violet"] == 1


@rule(GAME, "deal.6")
def test_deal_6_a_second_offer_is_refused_while_the_first_is_open() -> None:
    t = dealing(table().deal("D1")).play(act(A, "done"), act(B, "deal", 0))
    t.refused(act(B, "deal", 1), "deal.6")


@rule(GAME, "deal.7")
def test_deal_7_nobody_has_to_deal() -> None:
    t = dealing(table())
    for seat in (A, B, C, D):
        assert t.waits_for() == [seat]
        t = t.play(act(seat, "done"))
    assert t.s.shares == [5, 3, 3, 3]
    assert t.offered(B, "place")
    assert t.s.used == ("D1",)


@rule(GAME, "deal.8", "R-13")
def test_deal_8_after_the_ninth_tile_all_nine_are_shuffled() -> None:
    ids = tuple(TITLE.tiles.deals)
    t = table().deal("D9", used=ids[:-1])
    for seat in range(4):
        t.shares(seat, 0)
    asked = t.play(
        act(A, "place", "white", "telegraph"), act(A, "open", 6), act(A, "done"), act(A, "done"), settle=False
    )
    (choice,) = asked.choices()
    (hole,) = choice.args
    assert isinstance(hole, OneOf)
    assert sorted(hole.values()) == sorted(ids)
    assert choice.sample(Random(3)) == choice.sample(Random(3))
    turned = asked.play(chance("reveal", "D5"), settle=False)
    assert turned.s.deal == "D5"
    assert (len(turned.s.deals), turned.s.used) == (8, ())


@rule(GAME, "deal.8")
def test_deal_8_the_next_tile_comes_from_the_stack() -> None:
    t = dealing(table().deal("D4", used=("D1", "D2")))
    for seat in range(4):
        t = t.play(act(seat, "done"), settle=seat != D)
    (choice,) = t.choices()
    assert {action.args[0] for action in choice.actions()} == {"D3", "D5", "D6", "D7", "D8", "D9"}
    assert t.play(chance("reveal", "D8")).s.used == ("D1", "D2", "D4")


@rule(GAME, "dealtile.1", "R-21")
def test_dealtile_1_a_worker_is_swapped() -> None:
    t = table().workers(A, {"white": 3, "violet": 1}, {"station": {"grey": 1}})
    swapped = taken(t, "D1", 0).play(act(A, "swap", "grey", "board", "violet"))
    assert swapped.s.shares[A] == 5 - 1
    assert swapped.supply_of(A) == {"white": 2, "violet": 2}
    assert swapped.workers_of(A) == 5


@rule(GAME, "R-21")
def test_r_21_the_same_colour_only_if_another_piece_is_there() -> None:
    t = taken(table(), "D1", 0)
    t.refused(act(A, "swap", "white", "board", "white"), "R-21", colour="white")
    used = t.play(act(A, "swap", "violet", "supply", "violet"))
    assert used.supply_of(A) == {"white": 3, "violet": 1}
    back = taken(table().workers(D, {"turquoise": 5}), "D1", 0).play(act(A, "swap", "white", "board", "white"))
    assert back.supply_of(A) == {"white": 4, "violet": 1}
    assert sum(back.s.posts[A]) == 0


@rule(GAME, "dealtile.2")
def test_dealtile_2_a_free_rail_causes_no_further_deal() -> None:
    t = taken(table().rails(A, on=[*DENVER, "R27"]), "D3", 0).play(act(A, "lay", "R28"))
    assert t.s.cash[A] == 600
    assert t.s.rails[A] == 15 - 6 - 1
    for seat in range(4):
        t = t.play(act(seat, "done"))
    assert t.s.used == ("D3",)
    assert t.offered(B, "place")


@rule(GAME, "dealtile.3")
def test_dealtile_3_a_station_without_cost_reward_or_bonus() -> None:
    t = taken(table().rails(A, on=CHICAGO), "D4", 0)
    assert t.offered(A, "build") == [("washington",), ("charlotte",), ("chicago",)]
    t.refused(act(A, "build", "miami"), "station.6", city="miami")
    built = t.play(act(A, "build", "chicago"))
    assert built.s.cash[A] == 600
    assert built.s.buildings[A] == 12 - 1 - 1  # the office and the station
    assert built.workers_of(A) == 5
    built.refused(act(A, "use", "reward", "orange"), "act.2")


@rule(GAME, "R-22")
def test_r_22_a_station_by_deal_takes_the_first_space() -> None:
    t = taken(table(), "D4", 0).play(act(A, "build", "washington"))
    for seat in range(4):
        t = t.play(act(seat, "done"))
    built = station(t, B, "white", "washington")
    assert built.s.stations["washington"] == (A, B)
    built.refused(act(B, "use", "bonus"), "station.8", city="washington")


@rule(GAME, "dealtile.4", "R-22")
def test_dealtile_4_an_office_without_shares_bonus_or_deal() -> None:
    t = taken(table(), "D5", 0)
    assert t.offered(A, "open") == [(1,), (2,), (3,), (4,), (5,), (7,), (8,)]
    opened = t.play(act(A, "open", 3))
    assert opened.s.shares[A] == 5 - 2
    opened.refused(act(A, "use", "wire", "white", "supply"), "telegraph.6")
    for seat in range(4):
        opened = opened.play(act(seat, "done"))
    assert opened.s.used == ("D5",)
    assert office(opened, B, "white", 3).s.shares[B] == 3 + 2  # A took the first space


@rule(GAME, "dealtile.5")
def test_dealtile_5_two_locomotives_are_turned() -> None:
    t = taken(table().locos(A, up=["loco-money", "loco-shares"]), "D6", 0)
    flipped = t.play(act(A, "flip", "loco-money", "up"), act(A, "flip", "loco-shares", "up"))
    assert flipped.s.cash[A] == 600 + 600
    assert flipped.s.shares[A] == 5 - 2 + 3
    assert flipped.down(A) == ["loco-money", "loco-shares"]


@rule(GAME, "dealtile.6")
def test_dealtile_6_one_locomotive_is_turned() -> None:
    t = taken(table().locos(A, down=["loco-money", "loco-rail"]), "D2", 0).play(act(A, "flip", "loco-money", "down"))
    assert t.up(A) == ["loco-promote", "loco-money"]
    assert t.s.cash[A] == 600
    t.refused(act(A, "flip", "loco-rail", "down"), "trade.5", case="used")


@rule(GAME, "dealtile.7")
@pytest.mark.parametrize("count", [1, 2])
def test_dealtile_7_each_promotion_costs_100(count: int) -> None:
    t = taken(table().workers(A, {"white": 4, "violet": 1, "orange": 1}), "D4", 1)
    both = [act(A, "promote", "violet", "supply", "A2-1"), act(A, "promote", "orange", "supply", "A1-1")]
    assert t.play(*both[:count]).s.cash[A] == 600 - 100 * count


@rule(GAME, "dealtile.8")
@pytest.mark.parametrize(("tile", "offer", "shares", "cost"), [("D3", 1, 2, 100), ("D8", 0, 3, 0)])
def test_dealtile_8_a_locomotive_for_what_is_shown(tile: str, offer: int, shares: int, cost: int) -> None:
    t = taken(table(), tile, offer).play(act(A, "take", "loco-money"))
    assert t.s.shares[A] == 5 - shares
    assert t.s.cash[A] == 600 - cost
    assert t.up(A) == ["loco-promote", "loco-money"]


@rule(GAME, "dealtile.9")
def test_dealtile_9_workers_for_what_is_shown() -> None:
    t = taken(table(), "D7", 1)
    assert t.s.shares[A] == 5 - 4
    assert t.s.cash[A] == 600 - 100
    assert t.supply_of(A) == {"white": 3, "violet": 2, "orange": 1}


@rule(GAME, "dealtile.10")
def test_dealtile_10_steps_with_their_barriers() -> None:
    t = taken(table().cash(A, 50).steps(A, offices=6, stations=6), "D7", 0)
    stepped = t.play(act(A, "step", "offices"))
    assert stepped.s.cash[A] == 0
    stepped.refused(act(A, "step", "stations"), "perf.6", price=50, cash=0)
    done = stepped.play(act(A, "step", "network"), act(A, "step", "network"))
    assert done.s.steps[A] == (7, 6, 2)
