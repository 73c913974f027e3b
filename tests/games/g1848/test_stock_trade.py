"""XIII: what shares cost, and which may be bought and sold."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass, turn_over
from tests.games.g1848.positions import act, fresh, table
from tests.marks import rule


@rule("1848", "XIII.buy.1", "VI.gen.8", "VI.gen.9")
def test_new_shares_at_par_old_ones_at_the_market_price() -> None:
    """Par 80, market 110: a new share 80, one of the pool 110."""
    t = table(4).opened("VR", par=80, shares={0: 40}, pool=20, cell=(3, 7)).stock(turn=1)
    bank = t.money("bank")
    new = t.play(act(1, "buy", "VR", "bank", 10))
    assert (new.money(1), new.in_bank("VR"), new.money("bank")) == (550, 30, bank + 80)
    old = t.play(act(1, "buy", "VR", "pool", 10))
    assert (old.money(1), old.in_pool("VR"), old.money("bank")) == (520, 10, bank + 110)
    t.refused(act(1, "buy", "VR", "bank", 20), "XIII.buy.1", company="VR")


@rule("1848", "XIII.buy.1", "VI.gen.4")
def test_no_tenth_of_a_company_without_a_price() -> None:
    table(4).refused(act(0, "buy", "VR", "bank", 10), "VI.gen.4", company="VR")


@rule("1848", "XIII.buy.2", "VI.gen.5")
@pytest.mark.parametrize("par", [70, 80, 90, 100])
def test_the_directors_certificate_at_twice_a_par_of_ones_choice(par: int) -> None:
    after = table(4).play(act(0, "par", "VR", par))
    assert (after.money(0), after.price("VR"), after.s.shares["VR"][0]) == (630 - 2 * par, par, (20,))


@rule("1848", "XIII.buy.2", "VI.norm.1")
def test_no_other_pars() -> None:
    t = table(4)
    assert sorted(par for (par,) in t.offers("par", "VR")) == [70, 80, 90, 100]
    for par in (60, 75, 110):
        t.refused(act(0, "par", "VR", par), "VI.norm.1")


@rule("1848", "XIII.buy.3")
def test_the_par_stays_marked() -> None:
    """Two sales later the market says 70, and new shares still cost 90."""
    assert table(4).play(act(0, "par", "VR", 90)).s.par["VR"] == 90
    t = table(4).opened("VR", par=90, shares={0: 40, 1: 20}).stock()
    t = t.play(act(0, "sell", "VR", 10), act(0, "pass_turn"), act(1, "sell", "VR", 10), act(1, "pass_turn"))
    assert (t.price("VR"), t.s.par["VR"]) == (70, 90)
    assert t.play(act(2, "buy", "VR", "bank", 10)).money(2) == 540
    t.refused(act(2, "par", "VR", 70), "XIII.buy.3", company="VR", par=90)


@rule("1848", "XIII.buy.4")
def test_shares_are_bought_with_cash_alone() -> None:
    t = table(4).opened("VR", par=80, shares={1: 40}, pool=20, cell=(3, 7)).cash({0: 79}).stock()
    t.refused(act(0, "buy", "VR", "bank", 10), "XIII.buy.4", cost=80, cash=79)
    assert t.cash({0: 80}).play(act(0, "buy", "VR", "bank", 10)).money(0) == 0
    t.refused(act(0, "buy", "VR", "pool", 10), "XIII.buy.4", cost=110, cash=80)
    t.cash({0: 139}).refused(act(0, "par", "FT", 70), "XIII.buy.4", cost=140, cash=139)


@rule("1848", "XIII.buy.5")
def test_no_share_of_a_company_sold_in_this_round() -> None:
    """Neither in the same turn nor in a later one; in the next round again. Others may buy."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30}).stock().play(act(0, "sell", "VR", 10))
    for source in ("bank", "pool"):
        t.refused(act(0, "buy", "VR", source, 10), "XIII.buy.5", company="VR")
    t = t.play(act(0, "buy", "BOE", "pool", 10), act(1, "buy", "VR", "pool", 10))
    t = t.play(act(2, "pass_turn"), act(3, "pass_turn"))
    t.refused(act(0, "buy", "VR", "bank", 10), "XIII.buy.5", company="VR")
    t = turn_over(all_pass(t))
    while t.turn != ("trade_shares", 0):
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    assert t.play(act(0, "buy", "VR", "bank", 10)).holding("VR", 0) == 30


@rule("1848", "XIII.buy.5", "XIII.buy.6")
def test_shares_of_the_bank_of_england_can_be_bought_again_after_a_sale() -> None:
    """The book says it of railway companies; shares of the Bank of England are always to be had."""
    t = table(4).england({0: 20}).cash({0: 0}).stock().play(act(0, "sell", "BOE", 20))
    assert t.play(act(0, "buy", "BOE", "pool", 10)).holding("BOE", 0) == 10


@rule("1848", "XIII.sell.1", "VI.gen.11")
def test_half_of_a_company_at_most_in_the_pool() -> None:
    """Three in the pool: two more may go there, not three."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 40}, pool=30).stock()
    assert t.play(act(0, "sell", "VR", 20)).in_pool("VR") == 50
    t.refused(act(0, "sell", "VR", 30), "VI.gen.11", company="VR", pool=30)
    t.refused(act(0, "sell", "VR", 40), "XIII.sell.1", company="VR", held=30)
    t.refused(act(0, "sell", "VR", 15), "XIII.sell.1", company="VR", held=30)


@rule("1848", "XIII.sell.2", "VII.2.5")
def test_a_directors_certificate_is_exchanged_before_it_is_sold() -> None:
    """A sells all of his 3; B has 2 and takes the certificate; three single shares lie in the pool."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 20}).stock()
    after = t.play(act(0, "sell", "VR", 30))
    pool = after.s.shares["VR"][after.game.rules.pool_index]
    assert (after.s.director["VR"], after.s.shares["VR"][:2], pool) == (1, ((), (20,)), (10, 10, 10))


@rule("1848", "XIII.sell.3", "XIII.price.1")
def test_the_seller_gets_the_price_before_the_sale() -> None:
    """At 110: two bring 220, then the price is 100 (a row down)."""
    t = table(4).opened("VR", par=80, shares={0: 20, 1: 40}, cell=(3, 7)).stock()
    after = t.play(act(0, "sell", "VR", 20))
    assert (after.money(0), after.price("VR"), after.s.cell["VR"]) == (850, 100, (4, 7))


@rule("1848", "XIII.sell.5", "R-40")
def test_shares_of_the_bank_of_england_know_no_pool_limit() -> None:
    t = table(4).england({0: 60}).stock()
    after = t.play(act(0, "sell", "BOE", 60))
    assert (after.money(0), after.in_pool("BOE")) == (630 + 420, 100)


@rule("1848", "XIII.sell.5", "R-12", "VI.gen.10")
def test_nothing_is_sold_in_the_first_stock_round() -> None:
    t = table(4).opened("VR", par=70, shares={0: 40, 1: 20}).england({0: 20}).stock(number=1)
    assert not t.offers("sell")
    for company in ("VR", "BOE"):
        t.refused(act(0, "sell", company, 10), "VI.gen.10")


@rule("1848", "XIII.gen.1")
def test_before_the_privates_are_sold_there_are_no_shares() -> None:
    assert {choice.kind for choice in fresh(4).choices()} <= {"buy_private_at_face", "lower"}
