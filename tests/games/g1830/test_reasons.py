"""Refusals of 1830 are true of the position: the cause that holds is told, and none that does not."""

import pytest

from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.purchases import buy, buying, trade_in
from tests.games.g1830.test_emergency import forced, with_trains
from tests.games.g1830.test_insolvency import forced as basic
from tests.games.g1830.test_sale_dealt import dealt
from tests.marks import rule


@rule("1830", "R-43")
def test_in_the_basic_game_nothing_is_sold_for_a_train_however_poor_the_company_is() -> None:
    t = basic("4", 20, 0)
    for what in (act(0, "sell", "PRR", 10), act(0, "bankrupt")):
        assert "no shares are sold for a train" in t.refused(what, "R-43")


@rule("1830", "R-43")
def test_in_the_basic_game_a_company_that_can_pay_is_told_so_by_its_own_rule() -> None:
    t = basic("5", 400, 1000).pool("4")
    assert "$400" in t.refused(buy("bank", "5", 450), "R-43", cash=400, cost=450)


@rule("1830", "7.6j")
def test_what_can_be_traded_in_is_listed_as_the_scenario_has_it() -> None:
    classic = buying("6", "3", "5")
    assert "4, 5, 6." in classic.refused(trade_in("3"), "7.6j")
    assert "owns no 6-train" in classic.refused(trade_in("6"), "7.6j")
    assert "No train is traded in for a 6-train" in classic.refused(trade_in("5", "6"), "7.6j")
    for preset in ("D", "G"):
        assert "4, 5, 6, 7." in buying("6", "3", preset=preset).refused(trade_in("3"), "7.6j")


@rule("1830", "7.6a")
def test_a_train_that_is_not_in_this_game_is_named() -> None:
    t = buying("6", diesels="none")
    assert t.refused(buy("bank", "D", 1100), "7.6a") == "There is no diesel in this game."
    assert buying("6").refused(buy("bank", "7", 710), "7.6a") == "There is no 7-train in this game."


@rule("1830", "S-6.2")
def test_where_privates_are_not_traded_a_forced_purchase_does_not_change_it() -> None:
    """The company has $100, its director nothing, and the bank sells 4-trains at $300."""
    t = table(4, "C").phase("4").opened("PRR", par=100, shares={0: 60}).laid("H10", "57", 1).home("PRR")
    t = t.private("CA", 0).cash({0: 0, "PRR": 100, 1: 400}).operating("PRR", "buy_trains")
    assert t.may(act(0, "sell", "PRR", 10))
    t.refused(act(0, "offer_private", "CA", 1, 150), "S-6.2")


def trading(turn: int = 0) -> Table:
    return table().private("CS", 0).private("DH", 1).stock(turn=turn)


@rule("1830", "4.1a", "4.1b")
@pytest.mark.parametrize(
    ("what", "case", "said"),
    [
        (("offer_private", "DH", 2, 70), "not_yours", "does not belong to the player who would sell it"),
        (("offer_private", "CS", 0, 70), "yours", "belongs to the buyer already"),
        (("ask_private", "CS", 70), "yours", "belongs to the buyer already"),
        (("ask_private", "DH", 601), "short", "$601, and the buyer has $600"),
        (("offer_private", "CS", 1, 601), "short", "$601, and the buyer has $600"),
        (("ask_private", "DH", -1), "least", "costs $0 at least"),
    ],
)
def test_why_a_private_does_not_change_hands_is_told(what: tuple[str | int, ...], case: str, said: str) -> None:
    kind, *args = what
    assert said in trading().refused(act(0, str(kind), *args), "4.1a", case=case)


@rule("1830", "4.1a")
def test_privates_are_traded_after_the_first_stock_round_in_the_turn_of_one_of_the_two() -> None:
    t = trading(2)
    assert "in the turn of one of the two" in t.refused(act(0, "offer_private", "CS", 1, 40), "4.1a")


@rule("1830", "5.2a")
def test_while_a_par_is_due_it_is_said_of_which_company() -> None:
    t = dealt("DH", "BO", "CS", "MH")
    assert t.refused(act(1, "pass_turn"), "5.2a") == "First the director of B&O sets its par."
    assert t.refused(act(1, "set_par", "B&O", 75), "5.2a").startswith("The par of B&O is $67, $71")


@rule("1830", "5.1c")
def test_what_lies_in_neither_bank_nor_pool_is_named() -> None:
    t = table().opened("PRR", shares={0: 60, 1: 40}).stock(turn=2)
    assert t.refused(act(2, "buy", "PRR", "bank", 10), "5.1c") == "There is no 10% certificate of PRR left in the IPO."
    assert t.refused(act(2, "buy", "PRR", "pool", 10), "5.1c") == "There is no 10% certificate of PRR in the market."


@rule("1830", "7.6d")
def test_a_type_that_has_rusted_or_is_sold_out_does_not_wait() -> None:
    t = with_trains(forced("6", 3000, 0), NYC=("4", "4"))
    t = t.depot("4", 0).settled()
    assert t.refused(buy("bank", "2", 80), "7.6d", case="rusted").startswith("The 2-train has rusted")
    assert t.refused(buy("bank", "4", 300), "7.6d", case="sold_out") == "The bank has sold its last 4-train."


@rule("1830", "P-6")
def test_a_price_that_a_sale_forbids_is_not_told_as_too_dear() -> None:
    """$145 in the treasury, $40 with the director, who sold a share for $90; a 3 costs $180 and sales are free."""
    t = buying("3", "2", preset="18xx-games").trains("B&O", "3")
    t = t.cash({"NYC": 145, 0: 40}).operating("NYC", "buy_trains")
    t.s.last_sale_price = 90
    assert "$96 at least" in t.refused(buy("B&O", "3", 11), "P-6", train="3", least=145 + 40 - 90 + 1)
