"""How many trains a company may have, and whether it can lose its last one: V-7.7."""

from __future__ import annotations

from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.purchases import PASS, buy, buying, trade_in
from tests.marks import rule

FLEXIBLE = {"train_limit": "flexible"}


@rule("1830", "V-7.7a")
def test_v_7_7_a_fixed_limit_refuses_the_purchase() -> None:
    t = buying("5", "4", "5")
    t.refused(buy("bank", "5", 450), "7.6c", limit=2)
    assert not t.offers("discard")


@rule("1830", "V-7.7b", "R-55")
def test_v_7_7_a_flexible_limit_lets_it_buy_and_discard_any_of_them() -> None:
    t = buying("5", "4", "5", **FLEXIBLE).play(buy("bank", "5", 450))
    assert (t.turn, t.s.trains["NYC"], t.money("NYC")) == (("discard_train", "NYC"), ("4", "5", "5"), 3000 - 450)
    t.refused(PASS, "7.6.1a")
    t.refused(buy("bank", "5", 450), "7.6.1a")
    four, five = t.play(act(0, "discard", "4")), t.play(act(0, "discard", "5"))
    assert (four.s.trains["NYC"], four.s.train_pool) == (("5", "5"), ("4",))
    assert (five.s.trains["NYC"], five.s.train_pool) == (("4", "5"), ("5",))
    assert four.money("NYC") == five.money("NYC") == 3000 - 450
    assert four.turn == ("buy_trains", "NYC")
    four.play(PASS)


@rule("1830", "V-7.7b")
def test_v_7_7_a_flexible_limit_holds_for_pool_and_other_companies_too() -> None:
    t = buying("5", "4", "4", **FLEXIBLE).pool("5").trains("B&O", "5").settled()
    pool = t.play(buy("pool", "5", 450), act(0, "discard", "4"))
    assert (pool.s.trains["NYC"], pool.s.train_pool) == (("4", "5"), ("4",))
    other = t.play(buy("B&O", "5", 1), act(1, "accept"))
    assert other.turn == ("discard_train", "NYC")
    assert other.play(act(0, "discard", "4")).s.trains["NYC"] == ("4", "5")


@rule("1830", "V-7.7b")
def test_v_7_7_below_a_flexible_limit_nothing_is_discarded() -> None:
    t = buying("5", "4", **FLEXIBLE)
    t = t.play(buy("bank", "5", 450))
    assert (t.turn, t.s.trains["NYC"]) == (("buy_trains", "NYC"), ("4", "5"))
    t.refused(act(0, "discard", "4"), "7.6l")


@rule("1830", "R-55")
def test_r_55_a_diesel_beyond_the_limit_costs_one_of_the_three_trains_at_once() -> None:
    t = buying("6", "5", "6", **FLEXIBLE).play(buy("bank", "D", 1100))
    assert (t.s.phase, t.turn) == ("7", ("discard_train", "NYC"))
    assert sorted(t.offers("discard")) == [("5",), ("6",), ("D",)]
    for given, kept in (("5", ("6", "D")), ("6", ("5", "D")), ("D", ("5", "6"))):
        after = t.play(act(0, "discard", given))
        assert (after.s.trains["NYC"], after.s.train_pool) == (kept, (given,))
    assert buying("6", "5", "6", **FLEXIBLE).play(trade_in("5")).turn == ("buy_trains", "NYC")


@rule("1830", "R-55", "V-7.7b")
def test_r_55_a_lower_limit_and_a_purchase_beyond_it_are_settled_by_price() -> None:
    """The first 5-train: NYC at 67 has four trains then, B&O at 71 three; two may stay."""
    t = buying("4", "3", "3", "4", **FLEXIBLE).depot("4", 0).trains("B&O", "3", "4", "4").settled()
    t = t.play(buy("bank", "5", 450))
    assert t.turn == ("discard_train", "B&O")
    t = t.play(act(1, "discard", "3"))
    assert t.turn == ("discard_train", "NYC")
    t = t.play(act(0, "discard", "3"), act(0, "discard", "3"))
    assert (t.turn, t.s.trains["NYC"], t.s.trains["B&O"]) == (("buy_trains", "NYC"), ("4", "5"), ("4", "4"))


def tempting(*trains: str, **options: str) -> Table:
    """PRR (seat 0) has a route between Altoona and Pittsburgh and owns these trains; NYC (seat 0) buys trains."""
    t = table(4, **options).phase("4").opened("PRR", par=67, shares={0: 60}).opened("NYC", par=71, shares={0: 60})
    t = t.home("PRR").home("NYC").laid("H10", "57", 1).trains("PRR", *trains)
    return t.cash({"NYC": 100, "PRR": 0}).operating("NYC", "buy_trains")


@rule("1830", "V-7.7c")
def test_v_7_7_the_only_train_may_be_bought_away() -> None:
    t = tempting("4").play(buy("PRR", "4", 1))
    assert (t.s.trains["NYC"], t.s.trains["PRR"]) == (("4",), ())


@rule("1830", "V-7.7d")
def test_v_7_7_the_only_train_of_a_company_with_a_route_is_protected() -> None:
    kept = {"sell_last_train": "false"}
    t = tempting("4", **kept)
    t.refused(buy("PRR", "4", 1), "V-7.7d", company="PRR")
    assert not t.offers("buy_train", "PRR")
    two = tempting("4", "4", **kept).play(buy("PRR", "4", 1))
    assert two.s.trains["PRR"] == ("4",)
    two.refused(buy("PRR", "4", 1), "V-7.7d")
    routeless = tempting(**kept).trains("NYC", "4").operating("PRR", "buy_trains", acted=("NYC",)).cash({"PRR": 1})
    assert routeless.settled().play(buy("NYC", "4", 1)).s.trains["PRR"] == ("4",)
