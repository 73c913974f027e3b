"""Turns of the stock round by variants: what comes in which order, and how much at once (V-6.1 to V-6.3)."""

from __future__ import annotations

import pytest

from tests.games.g1830.positions import Table, act, table
from tests.marks import rule


def trading(**options: str) -> Table:
    """Seat 0 holds a tenth of NYC and Erie; all companies stand at 67."""
    t = table(4, **options)
    for company in ("NYC", "Erie"):
        t.opened(company, par=67, shares={1: 50, 0: 10})
    return t.opened("PRR", par=67, shares={2: 50}).stock()


SELL, BUY, SELL_MORE = act(0, "sell", "NYC", 10), act(0, "buy", "PRR", "bank", 10), act(0, "sell", "Erie", 10)


@rule("1830", "V-6.1a")
def test_v_6_1_sell_buy_sell() -> None:
    after = trading().play(SELL, BUY, SELL_MORE)
    assert (after.holding("NYC", 0), after.holding("PRR", 0), after.holding("Erie", 0)) == (0, 10, 0)
    assert after.money(0) == 600 + 67 - 67 + 67


@rule("1830", "V-6.1b")
def test_v_6_1_sell_buy_lets_nothing_be_sold_after_the_purchase() -> None:
    t = trading(stock_turn="sell_buy").play(SELL, SELL_MORE, BUY)
    assert t.turn == ("trade_shares", 1), "nothing is left to do"
    trader = trading(stock_turn="sell_buy").private("SV", 0).play(BUY)
    assert trader.turn == ("trade_shares", 0), "a private may still be offered"
    trader.refused(SELL, "V-6.1b")
    trader.play(act(0, "pass_turn"))


@rule("1830", "V-6.1b", "5.4c")
def test_v_6_1_sell_buy_still_buys_several_in_the_brown_zone() -> None:
    t = table(stock_turn="sell_buy").opened("PRR", par=67, shares={1: 40}, pool=20, cell=(8, 2))
    once = t.play(act(0, "buy", "PRR", "pool", 10))
    assert once.turn == ("trade_shares", 0)
    assert once.play(act(0, "buy", "PRR", "pool", 10)).turn == ("trade_shares", 1)


@rule("1830", "V-6.1c")
def test_v_6_1_buy_sell_lets_nothing_be_bought_after_a_sale() -> None:
    t = trading(stock_turn="buy_sell")
    sold = t.play(SELL)
    assert not sold.offers("buy") + sold.offers("par")
    sold.refused(BUY, "V-6.1c", company="PRR")
    sold.refused(act(0, "par", "B&O", 67), "V-6.1c")
    assert sold.play(SELL_MORE).turn == ("trade_shares", 1), "nothing is left to do"
    after = t.play(BUY, SELL, SELL_MORE)
    assert (after.holding("PRR", 0), after.money(0)) == (10, 600 - 67 + 67 + 67)
    assert after.turn == ("trade_shares", 0), "the share just bought may still be sold"


@rule("1830", "V-6.1c")
def test_v_6_1_buy_sell_forgets_the_sale_with_the_turn() -> None:
    t = trading(stock_turn="buy_sell").play(SELL, act(0, "pass_turn"), *(act(seat, "pass_turn") for seat in (1, 2, 3)))
    assert t.turn == ("trade_shares", 0)
    t.play(BUY)


@rule("1830", "V-6.2a", "6.1b")
def test_v_6_2_a_block_is_sold_at_one_price() -> None:
    t = table(sale_mode="block").opened("NYC", par=100, shares={1: 50, 0: 20})
    after = t.play(act(0, "sell", "NYC", 20))
    assert (after.money(0), after.price("NYC")) == (600 + 200, 82)


@rule("1830", "V-6.2b")
def test_v_6_2_one_by_one_each_further_share_brings_less() -> None:
    t = table(sale_mode="one_by_one").opened("NYC", par=100, shares={1: 50, 0: 20})
    assert t.offers("sell", "NYC") == [(10,)]
    t.refused(act(0, "sell", "NYC", 20), "V-6.2b")
    after = t.play(act(0, "sell", "NYC", 10), act(0, "sell", "NYC", 10))
    assert (after.money(0), after.price("NYC")) == (600 + 100 + 90, 82)


@rule("1830", "V-6.2b", "6.1e")
def test_v_6_2_one_by_one_a_director_gives_up_a_company() -> None:
    t = table(sale_mode="one_by_one").opened("NYC", par=100, shares={0: 30, 1: 20})
    t = t.play(act(0, "sell", "NYC", 10), act(0, "sell", "NYC", 10))
    assert (t.s.director["NYC"], t.s.shares["NYC"][0], t.s.shares["NYC"][1]) == (1, (10,), (20,))


def penniless(**options: str) -> Table:
    """PRR (seat 0, at 90) has a route, $10 and no train in phase 3; seat 0 has three tenths of NYC at 100."""
    t = table(4, **options).phase("3").opened("PRR", par=90, shares={0: 20, 1: 20, 2: 20})
    t = t.opened("NYC", par=100, shares={1: 50, 0: 30}).laid("H10", "57", 1).home("PRR")
    return t.cash({0: 0, "PRR": 10}).operating("PRR", "buy_trains")


@rule("1830", "V-6.2b", "C-2.3.2e", "C-2.4a")
def test_v_6_2_one_by_one_a_forced_sale_counts_falling_prices() -> None:
    """A 3-train for 180 with 10 there: 100 and 90 suffice. For 290 the three at 100, 90 and 82 do not."""
    t = penniless(sale_mode="one_by_one")
    assert t.offers("sell", "NYC") == [(10,)]
    t = t.play(act(0, "sell", "NYC", 10), act(0, "sell", "NYC", 10))
    assert (t.money(0), t.price("NYC")) == (190, 82)
    t.play(act(0, "buy_train", "bank", "3", 180))
    late = penniless(sale_mode="one_by_one").phase("4").operating("PRR", "buy_trains")
    assert late.s.cash["PRR"] + 100 + 90 + 82 == 300 - 18
    over = late.play(act(0, "bankrupt"))
    assert (over.s.ended, over.in_pool("NYC"), over.price("NYC"), over.money(0)) == ("bankrupt", 30, 76, 0)
    block = penniless().phase("4").operating("PRR", "buy_trains")
    block.refused(act(0, "bankrupt"), "C-2.4a")


@rule("1830", "V-5.1b", "C-2.3.2a")
def test_a_forced_sale_falls_as_any_other() -> None:
    after = penniless(price_fall="per_sale").play(act(0, "sell", "NYC", 20))
    assert (after.money(0), after.price("NYC")) == (200, 90)


def brown(**options: str) -> Table:
    """PRR, par 67, at 20 in the brown zone: one share in the pool, two in the bank."""
    return table(4, **options).opened("PRR", par=67, shares={1: 50, 2: 20}, pool=10, cell=(8, 2))


@rule("1830", "V-6.3a", "5.4c")
def test_v_6_3_in_the_brown_zone_several_come_from_the_pool_only() -> None:
    t = brown(brown_multibuy="pool")
    assert t.price("PRR") == 20
    t = t.play(act(0, "buy", "PRR", "pool", 10))
    assert t.turn == ("trade_shares", 0), "the share may be sold again"
    t.refused(act(0, "buy", "PRR", "bank", 10), "5.4c")


@rule("1830", "V-6.3b")
@pytest.mark.parametrize("order", [("pool", "bank", "bank"), ("bank", "pool", "bank")])
def test_v_6_3_by_the_variant_they_come_from_the_bank_too(order: tuple[str, ...]) -> None:
    t = brown(brown_multibuy="pool_and_bank").play(*(act(0, "buy", "PRR", source, 10) for source in order))
    assert (600 - t.money(0), t.holding("PRR", 0)) == (20 + 67 + 67, 30)
