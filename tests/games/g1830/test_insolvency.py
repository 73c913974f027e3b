"""The basic game: forced trains on loan (7.6.2), and insolvent companies (7.7)."""

from __future__ import annotations

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

YES = act(1, "accept")


def forced(phase: str, treasury: int, own: int) -> Table:
    """PRR (seat 0) has a route and no train; NYC belongs to seat 1."""
    t = table(4, "basic").phase(phase).opened("PRR", par=100, shares={0: 60}).opened("NYC", par=100, shares={1: 60})
    t = t.laid("H10", "57", 1).home("PRR").home("NYC")
    return t.cash({0: own, "PRR": treasury}).operating("PRR", "buy_trains")


def insolvent(debt: int = 117, shares: dict[int, int] | None = None, pool: int = 30) -> Table:
    """B&M (administered by seat 0, with a diesel and a route) owes the bank; NYC belongs to seat 1."""
    t = table(4, "basic").phase("7").opened("B&M", par=100, shares=shares or {0: 40, 1: 30}, pool=pool, director=0)
    t = (
        t.opened("NYC", par=76, shares={1: 60})
        .laid("F22", "57", 1)
        .home("B&M")
        .home("NYC")
        .trains("B&M", "D")
        .cash({0: 0, "B&M": 0})
    )
    t.s.debts["B&M"] = debt
    return t


def earned(t: Table, revenue: int) -> Table:
    """B&M has run and decides what to do with its revenue."""
    t.s.revenue = revenue
    return t.operating("B&M", "pay_dividend")


def diesel(t: Table) -> Table:
    return t.play(act(0, "buy_train", "bank", "D", 1100))


@rule("1830", "7.6.2b", "R-43")
def test_7_6_2_who_can_pay_buys_what_it_likes_without_the_director() -> None:
    """400 in the treasury, a 4-train at 300 in the pool: the director's money is refused."""
    t = forced("5", 400, 1000).pool("4").trains("NYC", "5")
    t.refused(act(0, "pass_trains"), "7.6.2a", company="PRR")
    t.refused(act(0, "buy_train", "bank", "5", 450), "R-43", cash=400, cost=450)
    t.refused(act(0, "buy_train", "NYC", "5", 401), "R-43", cash=400, cost=401)
    assert t.play(act(0, "buy_train", "pool", "4", 300)).money("PRR") == 100
    assert t.play(act(0, "buy_train", "NYC", "5", 250), YES).money("PRR") == 150


@rule("1830", "7.6.2c", "R-43")
def test_7_6_2_the_director_adds_exactly_what_the_cheapest_train_lacks() -> None:
    """200 in the treasury, 4-trains at 300: the director pays 100, and nothing for a dearer one."""
    t = forced("4", 200, 1000).pool("5").trains("NYC", "4")
    after = t.play(act(0, "buy_train", "bank", "4", 300))
    assert (after.money("PRR"), after.money(0), after.s.debts) == (0, 900, {})
    t.refused(act(0, "buy_train", "pool", "5", 450), "7.6.2c", cheapest="4", train="5")
    t.refused(act(0, "buy_train", "NYC", "4", 201), "7.6.2c", cash=200, cost=201)
    assert t.play(act(0, "buy_train", "NYC", "4", 200), YES).money(0) == 1000


@rule("1830", "R-43")
def test_r_43_nothing_is_sold_in_the_basic_game_and_nobody_goes_bankrupt() -> None:
    t = forced("7", 0, 0)
    t.refused(act(0, "sell", "PRR", 10), "R-43")
    t.refused(act(0, "bankrupt"), "R-43")
    assert {choice.kind for choice in t.choices()} == {"buy_train"}
    with pytest.raises(Malformed):
        TITLE.resolve({"train_sales": "any"}, "basic")


@rule("1830", "7.6.2d", "7.7a", "7.7c")
def test_7_6_2_the_bank_lends_what_both_together_lack() -> None:
    """Treasury 310, director 673, a diesel at 1100: 117 are lent and stand in everybody's view."""
    t = forced("6", 310, 673).depot("6", 0)
    before = t.money("PRR") + t.money(0) + t.s.cash["bank"]
    t = diesel(t)
    assert (t.money("PRR"), t.money(0), t.s.trains["PRR"]) == (0, 0, ("D",))
    assert t.s.debts == {"PRR": 117}
    assert t.s.cash["bank"] == before
    assert all(t.game.view(t.s, seat).debts == {"PRR": 117} for seat in (0, 3, None))


@rule("1830", "7.7b", "7.7f")
def test_7_7_the_administrator_stays_and_does_not_sell() -> None:
    """A rival reaches 50% against 40%: no other director; the rival may sell, the administrator may not."""
    t = insolvent().cash({1: 400}).stock(turn=1)
    t = t.play(act(1, "buy", "B&M", "pool", 10), act(1, "pass_turn"))
    t = t.play(act(2, "pass_turn"), act(3, "pass_turn"))
    t.refused(act(0, "sell", "B&M", 10), "7.7f", company="B&M", debt=117)
    t = t.play(act(0, "pass_turn"), act(1, "buy", "B&M", "pool", 10))
    assert (t.holding("B&M", 1), t.holding("B&M", 0), t.s.director["B&M"]) == (50, 40, 0)
    sold = insolvent().stock(turn=1).play(act(1, "sell", "B&M", 10))
    assert (sold.holding("B&M", 1), sold.in_pool("B&M")) == (20, 40)


@rule("1830", "7.7d", "R-75")
def test_7_7_revenue_repays_the_debt_and_the_price_falls() -> None:
    """Revenue 90, debt 117: no dividend; 27 stay to be paid, and the marker moves left from 100 to 90."""
    t = earned(insolvent(), 90)
    t.refused(act(0, "pay_out"), "7.7d", debt=117)
    after = t.play(act(0, "withhold"))
    assert (after.s.debts, after.money("B&M"), after.price("B&M")) == ({"B&M": 27}, 0, 90)


@rule("1830", "7.7e")
def test_7_7_what_is_left_goes_into_the_treasury() -> None:
    t = earned(insolvent(), 200)
    after = t.play(act(0, "withhold"))
    assert (after.s.debts, after.money("B&M")) == ({}, 83)


@rule("1830", "7.7g")
def test_7_7_the_only_train_is_not_for_sale() -> None:
    t = insolvent().cash({"NYC": 500}).operating("NYC", "buy_trains")
    t.refused(act(1, "buy_train", "B&M", "D", 100), "7.7g", company="B&M")
    two = insolvent().trains("B&M", "D", "5").cash({"NYC": 500}).operating("NYC", "buy_trains")
    after = two.play(act(1, "buy_train", "B&M", "5", 100), act(0, "accept"))
    assert (after.s.debts, after.money("B&M")) == ({"B&M": 17}, 0)


@rule("1830", "7.7h")
def test_7_7_with_the_last_dollar_the_largest_holder_directs() -> None:
    t = earned(insolvent(shares={0: 40, 1: 50}, pool=10), 200)
    after = t.play(act(0, "withhold"))
    assert after.s.director["B&M"] == 1
    assert (after.s.shares["B&M"][0], after.s.shares["B&M"][1]) == ((10, 10, 10, 10), (20, 10, 10, 10))


@rule("1830", "7.7i")
def test_7_7_of_several_debts_the_administrator_chooses_which_to_repay_first() -> None:
    """Debts of 50 and 80, and 60 in cash from a sale: 50 and 10, or 60 on the larger one."""
    t = insolvent(50).opened("Erie", par=67, shares={0: 60}).opened("CPR", par=67, shares={2: 40, 0: 20})
    t = t.home("Erie", 0).trains("Erie", "D")
    t.s.debts["Erie"] = 80
    t.s.cell["CPR"] = next(cell for cell, price in t.game.rules.market.price.items() if price == 60)
    t = t.stock(turn=0)
    asked = t.play(act(0, "sell", "CPR", 10))
    assert asked.turn == ("repay", 0)
    assert asked.offers("repay") == [("B&M",), ("Erie",)]
    asked.refused(act(0, "pass_turn"), "7.7i")
    assert asked.play(act(0, "repay", "B&M")).s.debts == {"Erie": 70}
    assert asked.play(act(0, "repay", "Erie")).s.debts == {"B&M": 50, "Erie": 20}
    assert asked.play(act(0, "repay", "Erie")).turn == ("trade_shares", 0)


@rule("1830", "R-46")
def test_r_46_personal_income_repays_too() -> None:
    """The administrator gets $25 from CA in the next round: the debt of 117 falls to 92, and he keeps nothing."""
    t = insolvent().private("CA", 0).operating("B&M", "buy_trains", acted=("NYC",))
    after = t.play(act(0, "pass_trains"))
    assert after.s.set_round == 2
    assert (after.s.debts, after.money(0)) == ({"B&M": 92}, 0)


@rule("1830", "R-47")
def test_r_47_an_insolvent_company_builds_what_costs_nothing() -> None:
    t = insolvent().operating("B&M", "lay_track")
    free = next(hex_ for hex_, *_ in t.offers("lay") if not t.game.rules.hexmap[hex_].cost)
    tile = next(args for args in t.offers("lay") if args[0] == free)
    assert t.play(act(0, "lay", *tile)).money("B&M") == 0


@rule("1830", "R-108")
def test_r_108_a_train_lost_in_debt_is_bought_on_a_larger_loan() -> None:
    """B&M owes 27 and has neither train nor money: the whole diesel is lent on top of it.

    When $40 reach its administrator first, 27 repay the debt and 13 go into the train: 1087 in all, as in one sum.
    """
    t = insolvent(27).trains("B&M").operating("B&M", "buy_trains")
    assert diesel(t).s.debts == {"B&M": 27 + 1100}
    t = insolvent(27).trains("B&M").private("CS", 0).cash({"NYC": 40}).operating("NYC", "buy_trains")
    t.s.phase = "4"
    t = t.play(act(1, "buy_private", "CS", 40), act(0, "accept"))
    assert (t.s.debts, t.money(0)) == ({}, 13)
    t.s.phase = "7"
    assert diesel(t.operating("B&M", "buy_trains", acted=("NYC",))).s.debts == {"B&M": 27 + 1100 - 40}


@rule("1830", "R-102")
def test_r_102_an_open_loan_is_nobodys_at_the_end() -> None:
    t = insolvent()
    t.s.todo, t.s.ended = [], "bank"
    result = t.game.result(t.s)
    assert result is not None
    assert result.scores[0] == 4 * 100


@rule("1830", "7.7.ex1", "7.7b", "7.7h")
def test_7_7_example_of_the_b_and_m() -> None:
    """The story of the book from the loan to the new director: Claas is seat 0, Henning seat 1."""
    t = table(4, "basic").phase("6").depot("6", 0).opened("B&M", par=100, shares={0: 40, 1: 30}, pool=30)
    t = (
        t.laid("F22", "57", 1)
        .home("B&M")
        .cash({0: 673, 1: 500, "B&M": 310})
        .operating("B&M", "buy_trains", set_round=3)
    )
    t = diesel(t)
    assert (t.s.debts, t.money(0), t.money("B&M")) == ({"B&M": 1100 - 310 - 673}, 0, 0)
    t = t.play(act(0, "pass_trains"))
    assert t.s.round == "stock"
    t = t.stock(turn=1).play(act(1, "buy", "B&M", "pool", 10), act(1, "pass_turn"), act(2, "pass_turn"))
    t = t.play(act(3, "pass_turn"))
    t.refused(act(0, "sell", "B&M", 10), "7.7f")
    t = t.play(act(0, "pass_turn"), act(1, "buy", "B&M", "pool", 10))
    assert (t.holding("B&M", 1), t.s.director["B&M"]) == (50, 0)
    t = earned(t, 120).play(act(0, "withhold"))
    assert (t.s.debts, t.money("B&M"), t.s.director["B&M"]) == ({}, 3, 1)


@rule("1830", "S-0a")
def test_s_0_a_scenario_is_played_by_the_rules_of_classic() -> None:
    """In D whoever cannot pay for a forced train sells shares or is bankrupt; the bank lends nothing."""
    kinds = table(4, "D").game.rail_steps["buy_trains"].kinds
    assert {"sell", "bankrupt"} <= set(kinds)
    with pytest.raises(Malformed):
        TITLE.resolve({"edition": "basic"}, "D")


@rule("1830", "7.7a", "C-2.4a")
def test_7_7_only_in_a_game_with_loans_does_anybody_owe_money() -> None:
    """A made-up position of Classic with two debts of one director would ask him a question that Classic lacks."""
    classic = table(4).opened("B&M", shares={0: 60}).opened("NYC", par=90, shares={0: 60}).cash({0: 0})
    assert not list(classic.game.audit(classic.s))
    classic.s.debts.update({"B&M": 50, "NYC": 80})
    assert list(classic.game.audit(classic.s))
    basic = table(4, "basic").opened("B&M", shares={0: 60}).cash({0: 0})
    for debts, sound in (({"B&M": 50}, True), ({"B&M": 0}, False), ({"NYC": 50}, False)):
        basic.s.debts = debts
        assert (not list(basic.game.audit(basic.s))) == sound, debts
