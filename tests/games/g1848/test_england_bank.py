"""VI: shares, price and payments of the Bank of England."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

TRACK = (70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 195, 210, 225, 240, 260, 280, 300, 320, 340)


def before_operating(phase: str, **shares: int) -> England:
    """A stock round in which nobody does anything, before VR acts; seats hold so much of the Bank of England."""
    t = table(4).phase(phase).opened("VR", par=80, shares={3: 60}).cash({"VR": 800})
    return t.england({int(seat[1:]): held for seat, held in shares.items()}).stock()


@rule("1848", "VI.boe.1", "VI.boe.9", "XIII.buy.6")
def test_a_share_costs_the_price_shown_and_the_money_goes_to_the_bank() -> None:
    t = table(4)
    bank = t.money("bank")
    after = t.play(act(0, "buy", "BOE", "pool", 10))
    assert (after.money(0), after.holding("BOE", 0)) == (630 - 70, 10)
    assert (after.money("bank"), after.money("BOE")) == (bank + 70, 2000)


@rule("1848", "VI.boe.1", "XIII.buy.6")
def test_there_are_only_tenths_of_the_bank_of_england() -> None:
    t = table(4)
    assert t.offers("buy", "BOE") == [("pool", 10)]
    t.refused(act(0, "buy", "BOE", "pool", 20), "XIII.buy.1", company="BOE")
    t.refused(act(0, "buy", "BOE", "bank", 10), "XIII.buy.1", company="BOE")


@rule("1848", "VI.boe.2", "VI.rec.12")
@pytest.mark.parametrize(("phase", "paid"), [("2", 0), ("3", 30), ("4", 30), ("5", 60), ("6", 60), ("7", 90)])
def test_the_bank_of_england_pays_by_phase(phase: str, paid: int) -> None:
    """Three shares of ten: nothing, 100, 200 or 300 in all."""
    t = before_operating(phase, P0=30)
    bank = t.money("bank")
    after = all_pass(t)
    assert after.turn == ("lay_track", "VR")
    assert (after.money(0), after.money("bank"), after.money("BOE")) == (630 + paid, bank - paid, 2000)
    assert after.price("BOE") == 70


@rule("1848", "VI.boe.3", "VI.rec.12")
def test_stations_of_failed_companies_raise_what_it_pays() -> None:
    """Green: 100, a city of 40 and one of 30 are 170, 17 for each share."""
    t = before_operating("3", P0=30, P1=10).laid("B19", "236").laid("C20", "14").failed("QR", 2, "B19", "C20")
    after = all_pass(t)
    assert [after.money(seat) for seat in range(4)] == [630 + 51, 630 + 17, 630, 630]
    assert after.price("BOE") == 70


@rule("1848", "VI.boe.3")
def test_stations_are_worth_what_their_city_is_worth_now() -> None:
    """The same city as a yellow, green and brown one: 20, 40, 60; Perth has values by phase."""
    for phase, tile, paid in (("3", "57", 12), ("3", "236", 14), ("5", "239", 26)):
        t = before_operating(phase, P0=10).laid("B19", tile).failed("QR", 2, "B19")
        assert all_pass(t).money(0) == 630 + paid
    for phase, paid in (("3", 14), ("5", 26), ("7", 38)):
        assert all_pass(before_operating(phase, P0=10).failed("WA", 2, "D1")).money(0) == 630 + paid


@rule("1848", "VI.rec.11")
def test_several_stations_in_one_city_all_count() -> None:
    """Two markers of failed companies in a city worth 40: 100 + 80 are 18 for each share."""
    t = before_operating("3", P0=20).laid("F17", "236").failed("NSW", 2, "F17").failed("FT", 1, "F17")
    assert all_pass(t).money(0) == 630 + 36


@rule("1848", "VI.boe.5", "VI.boe.6", "XIII.price.4", "XIII.sell.5")
def test_shares_of_the_bank_of_england_are_sold_at_its_price_which_stays() -> None:
    """Two loans: 90. Two players sell in one round; six at once, more than half of all in the pool."""
    t = table(4).opened("VR", par=100, shares={3: 60}).loans("VR", 2).england({0: 60, 1: 30}).stock()
    after = t.play(act(0, "sell", "BOE", 60))
    assert (after.money(0), after.price("BOE"), after.in_pool("BOE")) == (630 + 540, 90, 70)
    after = after.play(act(0, "pass_turn"), act(1, "sell", "BOE", 30))
    assert (after.money(1), after.price("BOE"), after.in_pool("BOE")) == (630 + 270, 90, 100)


@rule("1848", "VI.boe.6", "XIII.end.2")
def test_a_sold_out_bank_of_england_does_not_rise() -> None:
    t = before_operating("2", P0=60, P1=40)
    assert all_pass(t).price("BOE") == 70


@rule("1848", "VI.boe.7", "VI.boe.10")
@pytest.mark.parametrize("loans", [0, 1, 2, 11, 12, 15, 16, 19])
def test_each_loan_uncovers_the_next_price(loans: int) -> None:
    """12 loans: 195; 16 loans: 260; 20 loans: 340. The company gets 100 of the Bank of England's own money."""
    t = table(4).phase("3").opened("VR", par=80, shares={0: 60}, cell=(3, 7)).home("VR").cash({"VR": 500})
    t = t.opened("SAR", par=100, shares={1: 60})
    t = (t.loans("SAR", loans) if loans else t).operating("VR")
    assert t.price("BOE") == TRACK[loans]
    bank = t.money("bank")
    after = t.play(act(0, "loan"))
    assert after.price("BOE") == TRACK[loans + 1]
    assert (after.money("VR"), after.money("BOE"), after.money("bank")) == (600, 2000 - 100 * (loans + 1), bank)
    assert after.lent["VR"] == 1


@rule("1848", "VI.boe.8")
def test_the_bank_of_england_acts_by_itself() -> None:
    """It has no director, is paid out without anybody's say, and nobody acts for it."""
    after = all_pass(before_operating("3", P0=60, P1=40))
    assert "BOE" not in after.s.director
    assert "BOE" not in after.s.floated
    assert (after.money(0), after.money(1)) == (690, 670)
    assert {choice.seat for choice in after.choices()} == {3}
    after.refused(act(0, "lender_pays"), "VII.1.3")


@rule("1848", "VI.boe.8")
def test_by_an_option_the_payment_is_said() -> None:
    t = table(4, boe_dividend="said").phase("3").opened("VR", par=80, shares={3: 60}).cash({"VR": 800})
    t = all_pass(t.england({1: 10}).stock(turn=1))
    assert t.money(1) == 630
    t.refused(act(2, "lender_pays"), "VIII.order.2")
    assert t.play(act(1, "lender_pays")).money(1) == 640
