"""Buying trains: 7.6."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule


def buying(phase: str, *trains: str, cash: int = 2000) -> Table:
    """PRR (seat 0) owns these trains, NYC (seat 1) and C&O (seat 0) none; PRR has no route and buys trains."""
    t = table().phase(phase).opened("PRR", par=67, shares={0: 60}).opened("NYC", par=71, shares={1: 60})
    t = t.opened("C&O", par=76, shares={0: 60}).home("PRR").home("NYC").home("C&O")
    return t.trains("PRR", *trains).cash({"PRR": cash, "NYC": 0, "C&O": 0}).operating("PRR", "buy_trains")


def buy(source: str, train: str, price: int) -> Action:
    return act(0, "buy_train", source, train, price)


def trade_in(old: str, train: str = "D") -> Action:
    return act(0, "trade_in", old, train)


PASS = act(0, "pass_trains")
YES, NO = act(1, "accept"), act(1, "decline")


@rule("1830", "7.6a")
def test_7_6_trains_are_bought_or_not_at_the_end_of_the_turn() -> None:
    t = buying("2")
    bank = t.s.cash["bank"]
    after = t.play(buy("bank", "2", 80))
    assert (after.s.trains["PRR"], after.money("PRR"), after.s.cash["bank"]) == (("2",), 1920, bank + 80)
    assert after.turn == ("buy_trains", "PRR")
    assert t.play(PASS).s.trains["PRR"] == ()
    t.refused(buy("bank", "9", 80), "7.6a")
    t.refused(act(0, "pay_out"), "7.1a")


@rule("1830", "7.6b", "3.0b")
def test_7_6_a_phase_begins_between_two_purchases() -> None:
    t = buying("4", cash=750).depot("4", 1).settled()
    t.refused(buy("bank", "5", 450), "7.6d")
    four = t.play(buy("bank", "4", 300))
    assert (four.s.phase, four.s.trains["PRR"]) == ("4", ("4",))
    five = four.play(buy("bank", "5", 450))
    assert (five.s.phase, five.s.trains["PRR"], five.money("PRR")) == ("5", ("4", "5"), 0)


@rule("1830", "7.6c", "3.5b")
def test_7_6_no_purchase_at_the_limit() -> None:
    full = buying("5", "4", "5").pool("4").trains("NYC", "5").settled()
    for action in (buy("bank", "5", 450), buy("pool", "4", 300), buy("NYC", "5", 1)):
        full.refused(action, "7.6c", limit=2)
    assert buying("5", "5").play(buy("bank", "5", 450)).s.trains["PRR"] == ("5", "5")


@rule("1830", "7.6d", "1.0d")
def test_7_6_the_bank_sells_the_smallest_type_first_at_its_price() -> None:
    t = buying("2").depot("2", 2).settled()
    t.refused(buy("bank", "3", 180), "7.6d", train="3", smaller="2", count=2)
    for price in (79, 81, 1):
        t.refused(buy("bank", "2", price), "7.6d", train="2", cost=price)
    t = t.play(buy("bank", "2", 80))
    t.refused(buy("bank", "3", 180), "7.6d")
    t = t.play(buy("bank", "2", 80), buy("bank", "3", 180))
    assert (t.s.trains["PRR"], t.s.phase) == (("2", "2", "3"), "3")


@rule("1830", "7.6e")
def test_7_6_the_pool_sells_at_the_printed_price() -> None:
    t = buying("4").pool("3").settled()
    bank = t.s.cash["bank"]
    after = t.play(buy("pool", "3", 180))
    assert (after.s.trains["PRR"], after.s.train_pool) == (("3",), ())
    assert (after.money("PRR"), after.s.cash["bank"]) == (1820, bank + 180)
    t.refused(buy("pool", "3", 179), "7.6e", train="3", cost=179)
    t.refused(buy("pool", "4", 300), "7.6e", train="4")


@rule("1830", "7.6f", "R-73")
def test_7_6_another_company_sells_at_any_price_from_1_that_both_agree_on() -> None:
    t = buying("3", cash=900).trains("NYC", "3").settled()
    t.refused(buy("NYC", "3", 0), "7.6f", train="3", cost=0)
    t.refused(buy("NYC", "2", 5), "7.6f", train="2", company="NYC")
    t.refused(buy("PRR", "3", 5), "7.6f")
    t.refused(buy("NYC", "3", 901), "7.0h", cost=901, cash=900)
    for price in (1, 900):
        asked = t.play(buy("NYC", "3", price))
        assert asked.turn == ("consent", 1)
        assert asked.s.trains["NYC"] == ("3",)
        asked.refused(PASS, "P-1")
        done = asked.play(YES)
        assert (done.s.trains["PRR"], done.s.trains["NYC"]) == (("3",), ())
        assert (done.money("PRR"), done.money("NYC")) == (900 - price, price)


@rule("1830", "7.6f", "7.6g", "P-1", "P-4")
def test_7_6_nobody_is_forced_to_sell() -> None:
    t = buying("3").trains("NYC", "3").settled()
    declined = t.play(buy("NYC", "3", 500), NO)
    assert declined.s.trains["NYC"] == ("3",)
    assert declined.money("PRR") == 2000
    declined.refused(buy("NYC", "3", 500), "P-4", price=500)
    declined.play(PASS)


@rule("1830", "7.6f")
def test_7_6_a_director_of_both_agrees_with_himself() -> None:
    after = buying("3", cash=5).trains("C&O", "3").settled().play(buy("C&O", "3", 1))
    assert (after.s.trains["PRR"], after.s.trains["C&O"], after.money("C&O")) == (("3",), (), 1)
    assert after.turn == ("buy_trains", "PRR")


@rule("1830", "7.6f")
def test_7_6_trains_are_bought_in_the_buyers_turn_only() -> None:
    """NYC acts; seat 0 would like to have its train for PRR."""
    t = buying("3").trains("NYC", "3").operating("NYC", "buy_trains")
    t.refused(buy("NYC", "3", 100), "6.2e")


@rule("1830", "7.6g")
def test_7_6_who_must_buy_may_spurn_a_cheap_train_of_another_company() -> None:
    t = buying("3").laid("H10", "57", 1).trains("C&O", "2").operating("PRR", "buy_trains")
    t.refused(PASS, "C-2.3.1a", company="PRR")
    assert t.may(buy("C&O", "2", 1))
    after = t.play(buy("bank", "3", 180), PASS)
    assert after.s.trains["PRR"] == ("3",)


@rule("1830", "7.6h")
def test_7_6_the_last_train_may_be_sold() -> None:
    after = buying("3").trains("NYC", "3").settled().play(buy("NYC", "3", 50), YES)
    assert after.s.trains["NYC"] == ()


@rule("1830", "7.6i", "3.6d")
def test_7_6_diesels_are_on_sale_after_the_first_6_train() -> None:
    before = buying("5").depot("5", 0).settled()
    before.refused(buy("bank", "D", 1100), "7.6i")
    t = before.play(buy("bank", "6", 630))
    assert (t.s.phase, t.s.depot["6"]) == ("6", 1)
    t.refused(buy("bank", "D", 1099), "7.6d")
    after = t.play(buy("bank", "D", 1100))
    assert (after.s.trains["PRR"], after.s.phase, after.s.depot["6"]) == (("6", "D"), "7", 1)
    after.refused(act(0, "buy_train", "bank", "5", 450), "7.6c", limit=2)


@rule("1830", "7.6j")
def test_7_6_a_5_train_lowers_the_price_of_a_diesel_and_goes_to_the_pool() -> None:
    t = buying("6", "5", cash=800)
    after = t.play(trade_in("5"))
    assert (after.s.trains["PRR"], after.s.train_pool, after.money("PRR")) == (("D",), ("5",), 0)
    assert after.s.phase == "7"
    buying("6", "5", cash=799).refused(trade_in("5"), "7.0h", cost=800, cash=799)


@rule("1830", "7.6j", "3.7a")
def test_7_6_a_4_train_given_in_for_the_first_diesel_leaves_the_game() -> None:
    after = buying("6", "4").play(trade_in("4"))
    assert (after.s.trains["PRR"], after.s.train_pool) == (("D",), ())


@rule("1830", "7.6j")
def test_7_6_other_trains_cannot_be_given_in() -> None:
    buying("5", "3", "5").refused(trade_in("3"), "7.6j")
    t = buying("6", "5")
    t.refused(trade_in("6"), "7.6j")
    t.refused(trade_in("5", "6"), "7.6j")
    t.refused(trade_in("5", "X"), "7.6a")
    buying("5", "5").refused(trade_in("5"), "7.6i")


@rule("1830", "7.6k")
def test_7_6_at_the_limit_a_train_may_be_traded_in() -> None:
    t = buying("6", "5", "6")
    t.refused(buy("bank", "D", 1100), "7.6c")
    assert t.play(trade_in("5")).s.trains["PRR"] == ("6", "D")


@rule("1830", "7.6l")
def test_7_6_no_train_is_given_away_without_need() -> None:
    t = buying("5", "5", "5")
    t.refused(act(0, "discard", "5"), "7.6l")
    t.refused(buy("bank", "5", 450), "7.6c")


@rule("1830", "7.6m", "T-07")
@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("7", 2)])
def test_7_6_how_many_trains_each_phase_allows(phase: str, limit: int) -> None:
    """With enough trains in the pool PRR buys until there is no room."""
    t = buying(phase).depot("D", 0).pool("D", "D", "D", "D", "D").cash({"PRR": 5500}).settled()
    for _ in range(limit):
        t = t.play(buy("pool", "D", 1100))
    t.refused(buy("pool", "D", 1100), "7.6c", limit=limit)


def crowd(*, prices: tuple[int, int] = (100, 82)) -> Table:
    """Phase 4: NYC (seat 1) and PRR (seat 0) own three trains each; C&O (seat 2) is about to buy the first 5."""
    t = table().phase("4").opened("NYC", par=prices[0], shares={1: 60}).opened("PRR", par=prices[1], shares={0: 60})
    t = t.opened("C&O", par=67, shares={2: 60}).home("NYC").home("PRR").home("C&O")
    t = t.trains("NYC", "3", "3", "4").trains("PRR", "3", "4", "4").depot("4", 0).cash({"C&O": 450})
    return t.operating("C&O", "buy_trains", acted=("NYC", "PRR"))


@rule("1830", "7.6.1a", "3.5b")
def test_7_6_1_excess_trains_go_to_the_pool_for_nothing() -> None:
    t = crowd().play(act(2, "buy_train", "bank", "5", 450), act(1, "discard", "3"))
    assert t.turn == ("discard_train", "PRR")
    cash = t.money("PRR")
    t.refused(act(0, "discard", "5"), "7.6.1a")
    t.refused(PASS, "7.6.1a")
    for given, kept in (("3", ("4", "4")), ("4", ("3", "4"))):
        after = t.play(act(0, "discard", given))
        assert (after.s.trains["PRR"], after.s.train_pool, after.money("PRR")) == (kept, ("3", given), cash)
        assert after.turn == ("buy_trains", "C&O")


@rule("1830", "7.6.1b")
@pytest.mark.parametrize(("prices", "first"), [((100, 82), 1), ((82, 100), 0)])
def test_7_6_1_the_dearer_company_chooses_first(prices: tuple[int, int], first: int) -> None:
    t = crowd(prices=prices).play(act(2, "buy_train", "bank", "5", 450))
    assert t.turn == ("discard_train", "NYC" if first else "PRR")
    t.refused(act(1 - first, "discard", "3"), "6.2e")
    after = t.play(act(first, "discard", "3"))
    assert after.turn == ("discard_train", "PRR" if first else "NYC")


@rule("1830", "7.6.1b")
def test_7_6_1_by_an_option_the_order_is_that_of_the_table() -> None:
    t = table(4, discard_order="table")
    t.s = crowd().s
    t = t.play(act(2, "buy_train", "bank", "5", 450))
    assert t.turn == ("discard_train", "PRR")


@rule("1830", "7.6.1.ex1", "7.6.1a", "3.0b")
def test_7_6_1_example_buying_the_first_5() -> None:
    t = buying("4", "3", "4").depot("4", 0).settled().play(buy("bank", "5", 450))
    assert (t.s.phase, t.turn) == ("5", ("discard_train", "PRR"))
    for given, kept in (("3", ("4", "5")), ("4", ("3", "5")), ("5", ("3", "4"))):
        after = t.play(act(0, "discard", given))
        assert (after.s.trains["PRR"], after.s.train_pool) == (kept, (given,))
        after.refused(buy("pool", given, 180), "7.6c", limit=2)


@rule("1830", "7.6.2a", "7.6.2b", "R-14", "R-89")
def test_7_6_2_with_a_route_and_without_a_train_the_turn_does_not_end() -> None:
    """Altoona linked to Pittsburgh; then 500 in the treasury and 4-trains at 300."""
    t = buying("4", cash=500).laid("H10", "57", 1).operating("PRR", "buy_trains")
    t.refused(PASS, "C-2.3.1a", company="PRR")
    after = t.play(buy("bank", "4", 300))
    assert (after.s.trains["PRR"], after.money("PRR")) == (("4",), 200)
    after.play(PASS)


@rule("1830", "7.6.2a", "R-89")
def test_7_6_2_a_red_area_makes_a_route_and_full_cities_do_too() -> None:
    """B&O to the Deep South is only one stop further; PRR to a Pittsburgh that NYC has filled."""
    t = buying("4").laid("H10", "57", 1).station("NYC", "H10").operating("PRR", "buy_trains")
    t.refused(PASS, "C-2.3.1a")
    red = table().phase("4").opened("C&O", par=67, shares={0: 60}).laid("G5", "8", 1).laid("G3", "8", 2).home("C&O")
    red = red.cash({"C&O": 900}).operating("C&O", "buy_trains")
    red.refused(PASS, "C-2.3.1a", company="C&O")


@rule("1830", "7.6.2e", "2.0f")
def test_7_6_2_without_a_route_no_train_is_needed() -> None:
    t = table().phase("3").opened("Erie", par=67, shares={0: 60}).home("Erie").operating("Erie", "buy_trains")
    assert t.play(PASS).s.trains["Erie"] == ()
