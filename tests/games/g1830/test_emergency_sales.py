"""Shares and privates sold for a train that must be bought, and bankruptcy: C-2.3.2, C-2.4 and C-2.5."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

PASS = act(0, "pass_trains")


def forced(phase: str, treasury: int, own: int, prr: dict[int, int] | None = None, **options: str) -> Table:
    """PRR (seat 0, at 100) has a route and no train."""
    t = table(4, **options).phase(phase).opened("PRR", par=100, shares=prr or {0: 60})
    return t.laid("H10", "57", 1).home("PRR").cash({0: own, "PRR": treasury})


def ready(t: Table) -> Table:
    return t.operating("PRR", "buy_trains")


def buy(source: str, train: str, price: int) -> Action:
    return act(0, "buy_train", source, train, price)


def sell(company: str, percent: int) -> Action:
    return act(0, "sell", company, percent)


@rule("1830", "C-2.3.2a")
def test_c_2_3_2_when_both_together_cannot_pay_shares_are_sold() -> None:
    """100 and 200 for a diesel at 1100: 800 are missing; eight tenths of NYC and B&O at 100 bring them."""
    t = forced("7", 100, 200).depot("6", 0).opened("NYC", par=100, shares={1: 60, 0: 40})
    t = ready(t.opened("B&O", par=100, shares={2: 60, 0: 40}))
    t.refused(buy("bank", "D", 1100), "C-2.3.2a", gap=800)
    half = t.play(sell("NYC", 40))
    assert (half.money(0), half.in_pool("NYC"), half.price("NYC")) == (600, 40, 71)
    half.refused(buy("bank", "D", 1100), "C-2.3.2a", gap=400)
    after = half.play(sell("B&O", 40), buy("bank", "D", 1100))
    assert (after.s.trains["PRR"], after.money("PRR"), after.money(0)) == (("D",), 0, 0)
    after.play(PASS)


@rule("1830", "C-2.3.2a", "C-2.3.2e", "R-78")
def test_c_2_3_2_no_sale_while_both_together_can_pay() -> None:
    t = ready(forced("4", 200, 100).opened("NYC", par=100, shares={1: 60, 0: 40}))
    t.refused(sell("NYC", 10), "R-78", company="PRR")
    assert not t.offers("sell")
    idle = t.trains("PRR", "4").cash({"PRR": 0, 0: 0}).settled()
    idle.refused(sell("NYC", 10), "R-78", company="PRR")


@rule("1830", "C-2.3.2b")
def test_c_2_3_2_the_directorship_of_the_buying_company_is_never_sold() -> None:
    """Seat 0 holds 50%, seat 1 holds 30%: 20% may go, a third tenth would make seat 1 director."""
    t = ready(forced("7", 100, 0, prr={0: 50, 1: 30}).depot("6", 0))
    assert t.offers("sell", "PRR") == [(10,), (20,)]
    t.refused(sell("PRR", 30), "C-2.3.2b", company="PRR")
    after = t.play(sell("PRR", 20))
    assert (after.s.director["PRR"], after.holding("PRR", 0)) == (0, 30)
    after.refused(sell("PRR", 10), "C-2.3.2b", company="PRR")


@rule("1830", "C-2.3.2b", "6.1e")
def test_c_2_3_2_the_directors_certificate_stays_when_nobody_could_take_it() -> None:
    t = ready(forced("7", 100, 0, prr={0: 40, 1: 10, 2: 10}).depot("6", 0))
    assert t.offers("sell", "PRR") == [(10,), (20,)]
    t.refused(sell("PRR", 30), "6.1e", company="PRR")


@rule("1830", "C-2.3.2c", "6.4d")
def test_c_2_3_2_another_company_changes_its_director_at_once() -> None:
    """Seat 0 directs NYC with 30%, seat 2 holds as much: a tenth sold makes seat 2 director, who acts for NYC."""
    t = ready(forced("4", 220, 0).opened("NYC", par=90, shares={0: 30, 2: 30}, director=0).home("NYC"))
    after = t.play(sell("NYC", 10))
    assert after.s.director["NYC"] == 2
    assert 20 in after.s.shares["NYC"][2]
    assert (after.holding("NYC", 0), after.holding("NYC", 2)) == (20, 30)
    done = after.play(buy("bank", "4", 300), PASS)
    assert done.turn == ("lay_track", "NYC")
    done.refused(act(0, "pass_track"), "6.2e")
    done.play(act(2, "pass_track"))


@rule("1830", "C-2.3.2d")
def test_c_2_3_2_what_is_sold_and_in_which_order_is_free() -> None:
    t = forced("4", 110, 0).opened("NYC", par=100, shares={1: 60, 0: 20})
    t = ready(t.opened("B&O", par=90, shares={2: 60, 0: 20}))
    assert set(t.offers("sell")) == {(name, tenths) for name in ("PRR", "NYC", "B&O") for tenths in (10, 20)}
    for first, second in (("NYC", "B&O"), ("B&O", "NYC")):
        assert t.play(sell(first, 10), sell(second, 10)).money(0) == 100 + 90


@rule("1830", "C-2.3.2e", "R-78")
def test_c_2_3_2_no_share_more_than_needed() -> None:
    """90 are missing: one share at 100 does it; then there is nothing to sell for."""
    t = ready(forced("4", 210, 0).opened("NYC", par=100, shares={1: 60, 0: 30}))
    t.refused(sell("NYC", 20), "C-2.3.2e", gap=90)
    after = t.play(sell("NYC", 10))
    after.refused(sell("NYC", 10), "R-78", company="PRR")
    assert not after.offers("sell")


@rule("1830", "R-78", "C-2.3.2e")
def test_r_78_a_block_may_not_have_a_share_too_many() -> None:
    """150 are missing at a price of 100: two tenths at once, not three; or one, and then one at the lower price."""
    t = ready(forced("4", 150, 0).opened("NYC", par=100, shares={1: 60, 0: 40}))
    assert t.offers("sell", "NYC") == [(10,), (20,)]
    t.refused(sell("NYC", 30), "C-2.3.2e", gap=150)
    assert t.play(sell("NYC", 20)).money(0) == 200
    assert t.play(sell("NYC", 10), sell("NYC", 10)).money(0) == 190


@rule("1830", "R-78")
def test_r_78_who_gives_up_a_company_sells_single_tenths_too() -> None:
    """Seat 0 holds the director's certificate of NYC alone, seat 2 as much: one tenth is enough for the 50 missing."""
    t = ready(forced("4", 250, 0).opened("NYC", par=100, shares={0: 20, 2: 20, 1: 20}, director=0))
    assert t.offers("sell", "NYC") == [(10,)]
    t.refused(sell("NYC", 20), "C-2.3.2e", gap=50)
    after = t.play(sell("NYC", 10))
    assert (after.s.director["NYC"], after.holding("NYC", 0), after.money(0)) == (1, 10, 100)


@rule("1830", "C-2.3.2e", "5.3d")
def test_c_2_3_2_other_limits_of_sales_hold() -> None:
    t = ready(forced("7", 0, 0).depot("6", 0).opened("NYC", par=100, shares={1: 40, 0: 20}, pool=40).share("B&O", 0))
    assert t.offers("sell", "NYC") == [(10,)]
    t.refused(sell("NYC", 20), "6.1d", company="NYC", pool=40, limit=50)
    t.refused(sell("NYC", 30), "6.0e", company="NYC", held=20)
    t.refused(sell("NYC", 5), "6.0e", company="NYC", held=20)
    t.refused(sell("B&O", 10), "6.1i", company="B&O")
    t.refused(sell("nothing", 10), "7.6a")


@rule("1830", "C-2.3.2f")
def test_c_2_3_2_privates_may_be_sold_to_willing_players() -> None:
    """200 are missing: CA goes to seat 1 for 150, and a share of NYC at 100 does the rest."""
    t = ready(forced("4", 100, 0).private("CA", 0).opened("NYC", par=100, shares={1: 60, 0: 20}).cash({1: 400}))
    offered = t.play(act(0, "offer_private", "CA", 1, 150))
    assert offered.turn == ("consent", 1)
    declined = offered.play(act(1, "decline"))
    assert declined.s.privates["CA"] == "P0"
    declined.refused(act(0, "offer_private", "CA", 1, 150), "P-4", price=150)
    assert declined.play(act(0, "offer_private", "CA", 1, 100), act(1, "accept")).money(0) == 100
    sold = offered.play(act(1, "accept"))
    assert (sold.s.privates["CA"], sold.money(0), sold.money(1)) == ("P1", 150, 250)
    after = sold.play(sell("NYC", 10), buy("bank", "4", 300))
    assert (after.s.trains["PRR"], after.money(0), after.s.privates["CA"]) == (("4",), 50, "P1")


@rule("1830", "C-2.3.2f")
def test_c_2_3_2_privates_are_sold_only_while_money_is_missing() -> None:
    enough = ready(forced("4", 100, 200).private("CA", 0).cash({1: 400}))
    enough.refused(act(0, "offer_private", "CA", 1, 150), "C-2.3.2f")
    foreign = ready(forced("4", 100, 0).private("CA", 2).cash({1: 400}))
    foreign.refused(act(0, "offer_private", "CA", 1, 150), "4.1a", case="not_yours")


@rule("1830", "C-2.3.2f", "C-2.4a")
def test_c_2_3_2_nobody_has_to_sell_a_private_before_bankruptcy() -> None:
    t = ready(forced("4", 100, 0, prr={0: 20, 1: 20, 2: 20}).private("CA", 0).cash({1: 400}))
    assert t.may(act(0, "bankrupt"))
    assert t.offers("offer_private", "CA")


@rule("1830", "C-2.3.2g", "C-2.3.1e")
def test_c_2_3_2_a_train_of_an_own_company_costs_its_printed_price_at_most() -> None:
    """630 for a 6-train are missing; B&O, of the same director, has a 5-train."""
    t = forced("5", 0, 0).depot("5", 0).opened("B&O", par=100, shares={0: 50, 2: 40}, director=0).home("B&O")
    t = ready(t.opened("NYC", par=100, shares={1: 50, 0: 50}).trains("B&O", "5"))
    t.refused(buy("B&O", "5", 451), "C-2.3.1e", train="5", most=450)
    t.refused(buy("B&O", "5", 450), "C-2.3.2a", gap=450)
    sold = t.play(sell("NYC", 50))
    sold.refused(buy("B&O", "5", 451), "C-2.3.2g", train="5", most=450)
    after = sold.play(buy("B&O", "5", 450))
    assert (after.s.trains["PRR"], after.money(0), after.money("B&O")) == (("5",), 50, 450)
    assert sold.play(sell("PRR", 20)).may(buy("bank", "6", 630))


@rule("1830", "C-2.3.2e", "C-2.3.2g", "P-6")
def test_c_2_3_2_a_share_sold_must_have_been_needed_for_the_train_bought() -> None:
    """With 5 shares sold at 100 a price of 400 or less could have been paid with four of them."""
    t = forced("5", 0, 0).depot("5", 0).opened("B&O", par=100, shares={0: 50, 2: 40}, director=0).home("B&O")
    t = ready(t.opened("NYC", par=100, shares={1: 50, 0: 50}).trains("B&O", "5"))
    sold = t.play(sell("NYC", 50))
    sold.refused(buy("B&O", "5", 400), "P-6", train="5", least=401)
    sold.refused(buy("B&O", "5", 1), "P-6", least=401)
    sold.play(buy("B&O", "5", 401))
    t.refused(buy("B&O", "5", 1), "C-2.3.2a", gap=1)


@rule("1830", "C-2.3.2h")
def test_c_2_3_2_what_is_left_over_is_the_directors() -> None:
    t = ready(forced("4", 210, 0).opened("NYC", par=100, shares={1: 60, 0: 30}))
    after = t.play(sell("NYC", 10), buy("bank", "4", 300))
    assert (after.money(0), after.money("PRR")) == (10, 0)


def stuck(nyc: int = 0, bo: int = 2, **options: str) -> Table:
    """Seat 0 holds three tenths of PRR at 50 that cannot be sold (seat 1 has as many) and MH; others NYC and B&O."""
    t = table(4, **options).phase("4").opened("PRR", par=67, shares={0: 30, 1: 30}, director=0, cell=(7, 4))
    t = t.opened("NYC", par=67, shares={nyc: 60}).opened("B&O", par=67, shares={bo: 60}).private("MH", 0)
    t = t.laid("H10", "57", 1).home("PRR").home("NYC").home("B&O").depot("4", 0).depot("5", 0).depot("6", 0)
    return t.cash({0: 20, 1: 100, 2: 90, 3: 0, "PRR": 10})


@rule("1830", "C-2.4a", "C-2.5", "C-2.4b", "8.0e")
def test_c_2_4_who_cannot_raise_enough_is_bankrupt_and_the_game_is_over() -> None:
    """A diesel at 1100: treasury 10, cash 20, four tenths of NYC at 67 (nobody could take the director's two)."""
    t = stuck().operating("PRR", "buy_trains")
    after = t.play(act(0, "bankrupt"))
    assert not after.s.todo
    assert (after.s.ended, after.s.bankrupt, after.money(0)) == ("bankrupt", 0, 0)
    result = after.game.result(after.s)
    assert result is not None
    assert after.price("PRR") == 50
    assert after.price("NYC") == 50
    assert result.scores == (3 * 50 + 2 * 50, 100 + 3 * 50, 90 + 6 * 67, 0)
    assert result.winners == (2,)
    after.refused(act(1, "pass_track"), "8.0a")


@rule("1830", "C-2.4b")
def test_c_2_4_the_bankrupt_player_scores_unsold_shares_alone_and_can_win() -> None:
    t = stuck(nyc=3).operating("PRR", "buy_trains").play(act(0, "bankrupt"))
    result = t.game.result(t.s)
    assert result is not None
    assert result.scores[0] == 150
    assert [line.label for line in result.sums[0]] == ["cash", "PRR"]
    rich = stuck(nyc=0, bo=0).cash({1: 0, 2: 0}).operating("PRR", "buy_trains").play(act(0, "bankrupt"))
    won = rich.game.result(rich.s)
    assert won is not None
    assert won.scores == (3 * 50 + 2 * 50 + 2 * 50, 3 * 50, 0, 0)
    assert won.winners == (0,)


@rule("1830", "C-2.4b")
@pytest.mark.parametrize(("option", "worth"), [("lost", 150), ("counted", 150 + 110)])
def test_c_2_4_privates_of_the_bankrupt_count_by_an_option_only(option: str, worth: int) -> None:
    t = stuck(nyc=3, bankrupt_privates=option).private("SV", 1)
    t = t.operating("PRR", "buy_trains").play(act(0, "bankrupt"))
    result = t.game.result(t.s)
    assert result is not None
    assert result.scores[0] == worth
    assert [line.label for line in result.sums[1]][-1] == "SV", "the others' privates always count"


@rule("1830", "C-2.4a")
@pytest.mark.parametrize(("tenths", "bankrupt"), [(5, True), (6, True), (8, False)])
def test_c_2_4_not_before_all_that_may_be_sold_is_too_little(tenths: int, bankrupt: bool) -> None:
    """800 are missing; NYC and B&O bring 100 for each tenth that the pool can still take."""
    t = forced("7", 100, 200, prr={0: 20, 1: 20, 2: 20}).depot("6", 0)
    t = t.opened("NYC", par=100, shares={1: 50, 0: 40}).opened("B&O", par=100, shares={2: 50, 0: 10 * tenths - 40})
    t = ready(t)
    assert t.may(act(0, "bankrupt")) is bankrupt
    if not bankrupt:
        t.refused(act(0, "bankrupt"), "C-2.4a")
        sold = t.play(sell("NYC", 40), sell("B&O", 40))
        sold.refused(act(0, "bankrupt"), "C-2.4a")


@rule("1830", "C-2.5", "R-49")
@pytest.mark.parametrize("broken", [0, 1])
def test_c_2_5_nobody_acts_after_a_bankruptcy_even_if_the_bank_was_broken(broken: int) -> None:
    """PRR at 50 acts before NYC and B&O at 40; after its bankruptcy they have no turn."""
    t = stuck()
    for company in ("NYC", "B&O"):
        t.s.cell[company] = (8, 4)
    t = t.operating("PRR", "buy_trains")
    assert [t.price(company) for company in ("PRR", "NYC", "B&O")] == [50, 40, 40]
    t.s.ending = "bank" if broken else ""
    after = t.play(act(0, "bankrupt"))
    assert after.s.ended == "bankrupt"
    assert after.choices() == []
    assert after.s.acted == ("PRR",)
