"""3.0 and 3.1: turns of a stock round, how long it lasts, and where the elephant goes."""

from __future__ import annotations

import pytest

from tests.games.g1853.positions import GAME, act, passes, table
from tests.marks import rule


@rule(GAME, "3.1.1a", "2.8.1")
@pytest.mark.parametrize("number", [1, 2])
def test_the_elephant_begins(number: int) -> None:
    """Whoever has it when a stock round begins acts first, then the seats go round."""
    t = table(4)
    t.s.priority, t.s.stock_rounds, t.s.todo = 2, number - 1, []
    t.game.flow.begin_stock_round(t.s)
    assert (t.s.stock_rounds, t.turn) == (number, ("trade_shares", 2))
    assert passes(t, 2).turn == ("trade_shares", 3)


@rule(GAME, "3.0a", "3.1.6")
def test_many_are_sold_and_one_is_bought() -> None:
    """Two of EIR and two of GIP are sold, one of NWR is bought; a second purchase is refused."""
    t = table(4).started("EIR", {0: 30, 1: 40}).started("GIP", {0: 20, 1: 40}).started("MSM", {1: 50}).stock()
    after = t.play(act(0, "sell", "EIR", 20), act(0, "sell", "GIP", 10), act(0, "sell", "GIP", 10))
    assert (after.turn, after.money(0)) == (("trade_shares", 0), 570 + 200 + 96 + 96)
    bought = after.play(act(0, "buy", "MSM", "bank", 10))
    assert bought.turn == ("trade_shares", 0)
    bought.refused(act(0, "buy", "NWR", "bank", 10), "3.0a")
    bought.refused(act(0, "buy", "MSM", "bank", 10), "3.0a")


@rule(GAME, "3.1.5b", "R-20")
def test_any_order_within_a_turn() -> None:
    """Sell NWR, then buy MSM; buy MSM, then sell NWR; buy GIP, then sell NWR and BNR."""
    t = table(4).started("NWR", {0: 20, 1: 30}).started("BNR", {0: 20, 1: 30}).stock()
    assert t.play(act(0, "sell", "NWR", 10), act(0, "buy", "MSM", "bank", 10)).holding("MSM", 0) == 10
    assert t.play(act(0, "buy", "MSM", "bank", 10), act(0, "sell", "NWR", 10)).in_pool("NWR") == 10
    after = t.play(act(0, "buy", "GIP", "bank", 10), act(0, "sell", "NWR", 10), act(0, "sell", "BNR", 20))
    assert (after.holding("NWR", 0), after.holding("BNR", 0), after.holding("GIP", 0)) == (10, 0, 10)


@rule(GAME, "3.0b", "R-18")
def test_the_round_ends_after_a_lap_without_a_purchase() -> None:
    """A buys; B passes, C only sells, D passes, A passes: over. The round before went on just as long."""
    t = table(4).started("EIR", {2: 30, 1: 40}).stock()
    t = t.play(act(0, "buy", "GIP", "bank", 10), act(1, "pass_turn"))
    t = t.play(act(2, "sell", "EIR", 10), act(2, "pass_turn"), act(3, "pass_turn"))
    assert (t.s.round, t.turn) == ("stock", ("trade_shares", 0))
    assert passes(t, 0).s.round == "operating"


@rule(GAME, "3.0c")
def test_who_has_passed_may_buy_again() -> None:
    t = passes(table(4), 0).play(act(1, "buy", "EIR", "bank", 10))
    t = passes(t, 2, 3)
    assert t.turn == ("trade_shares", 0)
    t = t.play(act(0, "buy", "EIR", "bank", 10))
    assert t.holding("EIR", 0) == 10
    assert passes(t, 1, 2, 3).turn == ("trade_shares", 0), "a purchase guarantees another turn"


@rule(GAME, "3.0d")
def test_a_sale_does_not_keep_the_round_going() -> None:
    """B, C and D have passed, A only sells: the round is over."""
    t = passes(table(4).started("EIR", {0: 30, 1: 40}).stock(1, priority=1), 1, 2, 3)
    t = t.play(act(0, "sell", "EIR", 10))
    assert (t.s.round, t.turn) == ("stock", ("trade_shares", 0))
    assert passes(t, 0).s.round == "operating"


@rule(GAME, "3.0e", "3.1.11a")
@pytest.mark.parametrize(("buyer", "holder"), [(1, 2), (3, 0)])
def test_the_elephant_goes_to_the_left_of_the_last_buyer(buyer: int, holder: int) -> None:
    """Somebody sells after the last purchase, which does not matter; and it moves when the round is over."""
    t = table(4).started("EIR", {0: 30, 1: 30, 2: 30}).stock(buyer, priority=1)
    t = t.play(act(buyer, "buy", "GIP", "bank", 10))
    t = t.play(act(buyer, "pass_turn")) if t.turn[1] == buyer else t
    for seat in [(buyer + step) % 4 for step in (1, 2, 3, 4)]:
        assert t.s.priority == 1
        if seat == (buyer + 1) % 4 and t.holding("EIR", seat):
            t = t.play(act(seat, "sell", "EIR", 10))
        t = passes(t, seat)
    assert (t.s.round, t.s.priority) == ("operating", holder)


@rule(GAME, "3.1.11a")
def test_left_is_where_the_bonds_have_seated_a_player() -> None:
    """Seats A, C, B, D: after C comes B."""
    t = table(4)
    t.s.seating = (0, 2, 1, 3)
    t.mine.last_buyer, t.s.todo = 2, []
    t.game.flow.end_stock_round(t.s)
    assert t.s.priority == 1


@rule(GAME, "R-18")
def test_in_a_round_without_a_purchase_the_elephant_stays() -> None:
    t = table(4).started("EIR", {0: 30, 1: 30}).stock(2)
    t = passes(t, 2, 3).play(act(0, "sell", "EIR", 10))
    t = passes(t, 0, 1)
    assert (t.s.round, t.s.priority) == ("operating", 2)


@rule(GAME, "3.1.1b")
def test_shares_are_traded_with_the_bank_alone() -> None:
    t = table(4).started("EIR", {0: 30, 1: 30}).stock()
    assert {args[1] for args in t.offers("buy")} == {"bank"}
    for source in ("P1", "EIR", "1"):
        t.refused(act(0, "buy", "EIR", source, 10), "3.1.1b")
    t.refused(act(0, "offer_private", "EIR", 1, 100), "3.1.1a")


@rule(GAME, "3.1.9a")
def test_who_has_sold_a_company_does_not_buy_it_again_in_the_round() -> None:
    """Company 4 is sold and cannot be bought in a later turn of the round; in the next round it can."""
    t = table(4).started("BNR", {0: 30, 1: 30}).stock()
    sold = t.play(act(0, "sell", "BNR", 10))
    sold.refused(act(0, "buy", "BNR", "pool", 10), "3.1.9a", company="BNR")
    later = passes(sold.play(act(0, "buy", "EIR", "bank", 10)), 0, 1, 2, 3)
    assert later.turn == ("trade_shares", 0)
    later.refused(act(0, "buy", "BNR", "bank", 10), "3.1.9a")
    later.s.todo = []
    later.game.flow.begin_stock_round(later.s)
    assert later.stock(0, number=3).play(act(0, "buy", "BNR", "pool", 10)).holding("BNR", 0) == 30


@rule(GAME, "3.1.9b")
def test_what_was_bought_is_not_sold_in_the_same_turn() -> None:
    t = table(4).started("GIP", {0: 30, 1: 30}).started("EIR", {0: 30, 1: 30}).stock()
    t = t.play(act(0, "buy", "GIP", "bank", 10))
    t.refused(act(0, "sell", "GIP", 10), "3.1.9b", company="GIP")
    assert t.play(act(0, "sell", "EIR", 10)).in_pool("EIR") == 10


@rule(GAME, "3.1.12", "3.5", "1.companies.1")
def test_the_companies_that_have_started_act_after_the_round() -> None:
    """NWR is dearer, EIR is the first of the table and acts; MSM never started and is left out."""
    t = table(4).started("NWR", {1: 50}, price=200).started("EIR", {0: 50}).unstarted("MSM", {2: 40}).stock()
    t = passes(t, 0, 1, 2, 3)
    assert t.s.round == "operating"
    assert set(t.s.roster) == {"EIR", "NWR"}


@rule(GAME, "1.control.1", "4.0b", "3.1.1a")
def test_only_who_is_on_turn_acts() -> None:
    """In a stock round that is a player, in an operating round the director of the company."""
    t = table(4)
    t.refused(act(1, "buy", "EIR", "bank", 10), "3.1.1a")
    operating = table(4).phase("3").started("EIR", {0: 30, 1: 20}).operating("EIR")
    operating.refused(act(1, "pass_track"), "4.0b")
    assert operating.may(act(0, "pass_track"))
