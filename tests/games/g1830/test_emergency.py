"""A company that must buy a train: what its treasury pays, and how its director helps: C-2.3.1."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

YES, NO = act(1, "accept"), act(1, "decline")
PASS = act(0, "pass_trains")


def forced(phase: str, treasury: int, own: int, **options: str) -> Table:
    """PRR (seat 0) has a route and no train; NYC (seat 1) and C&O (seat 0) may have some."""
    t = table(4, **options).phase(phase).opened("PRR", par=100, shares={0: 60}).opened("NYC", par=100, shares={1: 60})
    t = t.opened("B&O", par=67, shares={0: 60}).laid("H10", "57", 1).home("PRR").home("NYC").home("B&O")
    return t.cash({0: own, "PRR": treasury}).operating("PRR", "buy_trains")


def with_trains(t: Table, **trains: tuple[str, ...]) -> Table:
    for company, owned in trains.items():
        t = t.trains("B&O" if company == "BO" else company, *owned)
    return t.settled()


def buy(source: str, train: str, price: int) -> Action:
    return act(0, "buy_train", source, train, price)


@rule("1830", "C-2.3.1a", "7.6.2a")
def test_c_2_3_1_the_turn_does_not_end_without_a_train() -> None:
    for treasury, own in ((500, 500), (0, 500), (0, 0)):
        t = forced("4", treasury, own)
        t.refused(PASS, "C-2.3.1a", company="PRR")
        assert not t.offers("pass_trains")


@rule("1830", "C-2.3.1b", "R-44", "7.6.2b")
def test_c_2_3_1_with_its_own_money_a_company_buys_what_it_likes() -> None:
    """700 in the treasury, a 5-train at 450 in the pool, 6-trains at 630 in the bank, a 5-train of NYC."""
    t = with_trains(forced("6", 700, 1000).pool("5"), NYC=("5",))
    assert t.play(buy("pool", "5", 450)).money("PRR") == 250
    assert t.play(buy("bank", "6", 630)).money("PRR") == 70
    for price in (1, 450, 700):
        assert t.play(buy("NYC", "5", price), YES).money("PRR") == 700 - price
    assert all(t.play(buy(*what)).money(0) == 1000 for what in (("pool", "5", 450), ("bank", "6", 630)))


@rule("1830", "C-2.3.1c", "R-44")
def test_c_2_3_1_who_can_pay_for_a_train_gets_no_help() -> None:
    """320 in the treasury, 4-trains at 300: the director may not add to it, neither cash nor shares."""
    t = with_trains(forced("4", 320, 1000).depot("4", 2), NYC=("4",), BO=("4",))
    assert t.play(buy("bank", "4", 300)).money("PRR") == 20
    t.refused(buy("NYC", "4", 321), "C-2.3.1c", cash=320, cost=321)
    t.refused(buy("B&O", "4", 500), "C-2.3.1c", cash=320, cost=500)
    t.refused(act(0, "sell", "B&O", 10), "R-78", company="PRR")
    assert t.play(buy("NYC", "4", 320), YES).money("PRR") == 0
    assert not t.offers("sell")


@rule("1830", "C-2.3.1c")
def test_c_2_3_1_no_help_for_a_dearer_train_of_the_bank() -> None:
    t = forced("6", 700, 1000)
    t.refused(buy("bank", "D", 1100), "C-2.3.1c", cash=700, cost=1100)


@rule("1830", "C-2.3.1d")
def test_c_2_3_1_the_director_adds_what_is_missing() -> None:
    t = forced("4", 200, 150)
    after = t.play(buy("bank", "4", 300))
    assert (after.s.trains["PRR"], after.money("PRR"), after.money(0)) == (("4",), 0, 50)
    after.play(PASS)
    exactly = forced("4", 200, 100).play(buy("bank", "4", 300))
    assert (exactly.money("PRR"), exactly.money(0)) == (0, 0)


@rule("1830", "C-2.3.1d", "R-44")
def test_c_2_3_1_with_help_only_the_cheapest_train_of_bank_and_pool() -> None:
    """Pool 5 at 450, bank 6 at 630 and diesel: with 400 in the treasury only the 5."""
    t = forced("6", 400, 1000).pool("5").settled()
    t.refused(buy("bank", "6", 630), "C-2.3.1d", train="6", cheapest="5")
    t.refused(buy("bank", "D", 1100), "C-2.3.1d", train="D", cheapest="5")
    after = t.play(buy("pool", "5", 450))
    assert (after.money("PRR"), after.money(0)) == (0, 950)


@rule("1830", "C-2.3.1d")
def test_c_2_3_1_equally_cheap_trains_of_bank_and_pool_are_both_open() -> None:
    t = forced("4", 200, 150).pool("4").settled()
    assert t.play(buy("bank", "4", 300)).s.train_pool == ("4",)
    assert t.play(buy("pool", "4", 300)).s.train_pool == ()


@rule("1830", "C-2.3.1e", "R-44")
def test_c_2_3_1_with_help_a_train_of_another_company_costs_its_printed_price_at_most() -> None:
    """200 in the treasury and 500 at hand; the own B&O and the foreign NYC have 4-trains."""
    t = with_trains(forced("4", 200, 500).depot("4", 1), NYC=("4",), BO=("4",))
    for seller in ("B&O", "NYC"):
        t.refused(buy(seller, "4", 301), "C-2.3.1e", train="4", most=300)
    own = t.play(buy("B&O", "4", 300))
    assert (own.money("PRR"), own.money(0), own.money("B&O")) == (0, 400, 300)
    foreign = t.play(buy("NYC", "4", 300), YES)
    assert (foreign.money("PRR"), foreign.money(0), foreign.money("NYC")) == (0, 400, 300)


@rule("1830", "C-2.3.1e")
def test_c_2_3_1_without_help_a_train_may_cost_more_than_its_printed_price() -> None:
    """6-trains at 630 are the cheapest; the treasury alone pays 400 for a 3-train of NYC, printed 180."""
    t = with_trains(forced("5", 400, 500).depot("5", 0), NYC=("3",), BO=("5",))
    assert t.play(buy("NYC", "3", 400), YES).money("PRR") == 0
    t.refused(buy("NYC", "3", 401), "C-2.3.1e", train="3", most=180)
    assert t.play(buy("B&O", "5", 450)).money(0) == 450
    t.refused(buy("B&O", "5", 451), "C-2.3.1e", train="5", most=450)


@rule("1830", "C-2.3.1e")
def test_c_2_3_1_all_the_money_of_the_treasury_is_spent_before_the_directors() -> None:
    t = with_trains(forced("4", 200, 500).depot("4", 1), BO=("4",))
    after = t.play(buy("B&O", "4", 150))
    assert (after.money("PRR"), after.money(0)) == (50, 500)


@rule("1830", "C-2.3.1f")
def test_c_2_3_1_by_an_option_help_buys_no_train_of_other_directors() -> None:
    t = with_trains(forced("4", 200, 500, forced_help="own").depot("4", 1), NYC=("4",), BO=("4",))
    t.refused(buy("NYC", "4", 201), "C-2.3.1f", train="4")
    assert t.play(buy("NYC", "4", 200), YES).money(0) == 500
    assert t.play(buy("B&O", "4", 300)).money(0) == 400


@rule("1830", "7.6g", "C-2.3.1b", "P-4")
def test_c_2_3_1_a_declined_offer_leaves_the_duty() -> None:
    t = with_trains(forced("4", 200, 500).depot("4", 1), NYC=("4",))
    declined = t.play(buy("NYC", "4", 300), NO)
    declined.refused(buy("NYC", "4", 250), "P-4", price=300)
    declined.refused(PASS, "C-2.3.1a")
    assert declined.play(buy("bank", "4", 300)).money(0) == 400


@rule("1830", "R-45")
@pytest.mark.parametrize(("treasury", "own"), [(1100, 0), (700, 400)])
def test_r_45_when_no_train_is_left_a_further_diesel_is_issued(treasury: int, own: int) -> None:
    t = forced("7", treasury, own).depot("6", 0).depot("D", 0)
    t = with_trains(t, NYC=("D", "D"), BO=("D", "D"))
    t.refused(PASS, "C-2.3.1a")
    after = t.play(buy("bank", "D", 1100))
    assert (after.s.trains["PRR"], after.money("PRR"), after.money(0)) == (("D",), 0, 0)
    assert after.s.depot["D"] == 0


@rule("1830", "R-45")
def test_r_45_only_for_who_must_buy() -> None:
    t = forced("7", 1100, 0).depot("6", 0).depot("D", 0).trains("PRR", "6").settled()
    t.refused(buy("bank", "D", 1100), "7.6d", case="sold_out")
    t.play(PASS)
    in_pool = forced("7", 1100, 0).depot("6", 0).depot("D", 0).pool("5").settled()
    in_pool.refused(buy("bank", "D", 1100), "7.6d", case="sold_out")
    in_pool.play(buy("pool", "5", 450))


@rule("1830", "C-2.3.1c")
def test_c_2_3_1_by_an_option_help_goes_beyond_need_for_trains_of_others() -> None:
    """320 pay for a 4-train of the bank; a 5-train of the own B&O costs up to 450 with the director's money."""
    poor = with_trains(forced("4", 320, 500), BO=("5",))
    poor.refused(buy("B&O", "5", 450), "C-2.3.1c", cash=320, cost=450)
    kind = with_trains(forced("4", 320, 500, help_beyond_need="others"), BO=("5",))
    assert kind.play(buy("B&O", "5", 450)).money(0) == 370
    assert not kind.may(buy("B&O", "5", 451))


@rule("1830", "C-2.3.2a")
def test_c_2_3_2_by_an_option_shares_are_sold_for_any_train() -> None:
    """PRR has a train and 50; with the director's 100 a second one at 180 is out of reach, one of NYC may be had."""
    book = with_trains(forced("3", 50, 100), PRR=("2",), NYC=("3",))
    book.refused(act(0, "sell", "B&O", 10), "R-78", company="PRR")
    free = with_trains(forced("3", 50, 100, train_sales="any"), PRR=("2",), NYC=("3",))
    assert free.play(act(0, "sell", "B&O", 10)).money(0) == 167
