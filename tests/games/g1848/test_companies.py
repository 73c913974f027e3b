"""VI: companies in general, their prices, shares, homes and markers; how normal companies begin."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass
from tests.games.g1848.positions import England, act, game_for, table
from tests.marks import rule

MARKERS = {"QR": 5, "VR": 3, "NSW": 4, "WA": 5, "CAR": 3, "SAR": 4, "FT": 4, "COM": 5}
HOMES = {
    "QR": ("B19", "Brisbane"),
    "VR": ("H11", "Melbourne"),
    "NSW": ("F17", "Sydney"),
    "WA": ("D1", "Perth"),
    "CAR": ("E4", "Port Augusta"),
    "SAR": ("G6", "Adelaide"),
    "FT": ("G14", "Canberra"),
}


def bought(t: England, seat: int, company: str, source: str = "bank") -> England:
    """A seat buys a tenth in a stock turn of its own."""
    return t.stock(seat).play(act(seat, "buy", company, source, 10))


@rule("1848", "VI.gen.1", "VI.gen.5", "VI.gen.3", "VI.gen.6", "XIII.buy.2")
def test_vi_gen_5_who_buys_the_directors_certificate_sets_the_price() -> None:
    t = table().stock().play(act(0, "par", "VR", 80))
    assert (t.s.par["VR"], t.price("VR"), t.s.director["VR"], t.money(0)) == (80, 80, 0, 630 - 160)
    assert t.s.shares["VR"][0] == (20,), "two shares, one certificate"
    after = t.play(act(1, "buy", "VR", "bank", 10))
    assert after.money(1) == 630 - 80


@rule("1848", "VI.gen.1")
def test_vi_gen_1_every_company_with_a_par_has_a_price() -> None:
    t = table(6).cash(dict.fromkeys(range(6), 1000)).stock()
    pars = {"VR": 70, "NSW": 80, "QR": 90, "SAR": 100, "FT": 70, "COM": 80}
    for seat, (company, par) in enumerate(pars.items()):
        t = t.play(act(seat, "par", company, par))
    assert {company: t.price(company) for company in pars} == pars
    assert t.s.cell.keys() == {*pars, "BOE"}


@rule("1848", "VI.gen.2", "IX.gen.1")
def test_vi_gen_2_a_company_with_a_route_needs_a_train_at_the_end_of_its_turn() -> None:
    t = table().opened("VR", shares={0: 60}).home("VR").cash({"VR": 500}).laid("H11", "57", 1)
    assert t.operating("VR", "buy_trains").may(act(0, "pass_trains")), "no route, no duty"
    t = t.laid("H9", "57", 1).operating("VR", "buy_trains")
    t.refused(act(0, "pass_trains"), "IX.gen.1", company="VR")
    assert t.play(act(0, "buy_train", "bank", "2", 100)).may(act(0, "pass_trains"))


@rule("1848", "VI.gen.3")
def test_vi_gen_3_the_directors_certificate_counts_once() -> None:
    """4 players: 17 are allowed. Three companies with 60% and two tenths of the BoE are 17 certificates."""
    t = table().cash({0: 500}).england({0: 10}).opened("FT", shares={1: 20})
    for company in ("VR", "NSW", "QR"):
        t.opened(company, shares={0: 60})
    t = bought(t, 0, "BOE", "pool").stock(0)
    assert [len(t.s.shares[company][0]) for company in ("VR", "NSW", "QR", "BOE")] == [5, 5, 5, 2]
    t.refused(act(0, "buy", "FT", "bank", 10), "XIII.limit.2", held=17, limit=17)


@rule("1848", "VI.gen.4", "VI.gen.6")
def test_vi_gen_4_the_directors_certificate_is_the_first_to_be_bought() -> None:
    t = table().stock()
    t.refused(act(0, "buy", "VR", "bank", 10), "VI.gen.4", company="VR")
    assert t.may(act(0, "buy", "BOE", "pool", 10)), "the Bank of England has none"


def running(company: str = "VR", revenue: int = 130, **held: int) -> England:
    """A company that has earned so much: 40% with seat 0, 30% with seat 1, pool as said."""
    t = table().opened(company, par=80, shares={0: 40, 1: 30}, pool=held.get("pool", 0)).home(company)
    t.s.revenue = revenue
    return t.cash({0: 0, 1: 0, company: 0}).operating(company, "pay_dividend")


@rule("1848", "VI.gen.7", "XI.calc.5")
def test_vi_gen_7_holders_earn_dividends_unless_the_director_keeps_them() -> None:
    kept = running().play(act(0, "withhold"))
    assert (kept.money("VR"), kept.money(0), kept.money(1)) == (130, 0, 0)
    paid = running().play(act(0, "pay_out"))
    assert (paid.money("VR"), paid.money(0), paid.money(1)) == (0, 52, 39)


@rule("1848", "VI.gen.12")
def test_vi_gen_12_shares_of_bank_and_pool_earn_nothing() -> None:
    """Of 200, six shares with players earn 120; one lies in the pool, three were never sold."""
    t = table().opened("VR", par=80, shares={0: 40, 1: 20}, pool=10).home("VR").cash({"VR": 0})
    t.s.revenue = 200
    t = t.operating("VR", "pay_dividend")
    after = t.play(act(0, "pay_out"))
    assert t.money("bank") - after.money("bank") == 120
    assert after.money("VR") == 0


@rule("1848", "VI.gen.8", "VI.gen.9", "XIII.buy.1")
def test_vi_gen_8_new_shares_cost_par_and_old_ones_the_market_price() -> None:
    t = table().opened("VR", par=80, shares={0: 40, 1: 20}, pool=10, cell=(0, 6)).stock()
    assert t.price("VR") == 120
    assert t.play(act(0, "buy", "VR", "bank", 10)).money(0) == 630 - 80
    assert t.play(act(0, "buy", "VR", "pool", 10)).money(0) == 630 - 120
    assert t.play(act(0, "sell", "VR", 10)).money(0) == 630 + 120


@rule("1848", "VI.gen.10", "R-12")
def test_vi_gen_10_nothing_is_sold_in_the_first_stock_round() -> None:
    t = table().opened("VR", par=80, shares={0: 40, 1: 20}).england({0: 20})
    for sale in (act(0, "sell", "VR", 10), act(0, "sell", "BOE", 10)):
        t.stock(number=1).refused(sale, "VI.gen.10")
        assert t.stock(number=2).may(sale)


@rule("1848", "R-12")
def test_r_12_by_an_option_the_bank_of_england_may_be() -> None:
    t = table(boe_first_round="allowed").opened("VR", par=80, shares={0: 40, 1: 20}).england({0: 20}).stock(number=1)
    t.refused(act(0, "sell", "VR", 10), "VI.gen.10")
    assert t.play(act(0, "sell", "BOE", 10)).money(0) == 630 + 70


@rule("1848", "VI.gen.11")
def test_vi_gen_11_the_pool_takes_half_of_a_company() -> None:
    t = table().opened("VR", par=80, shares={0: 30, 1: 20}, pool=40, director=0).stock(1)
    t.refused(act(1, "sell", "VR", 20), "VI.gen.11", company="VR", pool=40, limit=50)
    assert t.play(act(1, "sell", "VR", 10)).in_pool("VR") == 50


@rule("1848", "VI.gen.13", "R-13")
@pytest.mark.parametrize(("company", "home", "city"), [(name, *home) for name, home in HOMES.items()])
def test_vi_gen_13_homes(company: str, home: str, city: str) -> None:
    """The book calls the home of the WA Kalgoorlie; on the board that red hex is called Perth."""
    t = table().opened(company, shares={0: 60}).cash({company: 500}).operating(company, "place_home")
    assert t.s.stations == {home: ((company,),)}
    assert (t.s.markers[company], t.money(company)) == (MARKERS[company] - 1, 500)
    assert t.game.title.texts.name("en", home) == city


@rule("1848", "VI.gen.13")
def test_vi_gen_13_com_has_two_homes() -> None:
    t = table().phase("6").opened("COM", shares={0: 60}).cash({"COM": 500}).operating("COM", "place_home")
    assert t.s.stations == {"F17": (("COM",),), "G6": (("COM",),)}
    assert (t.s.markers["COM"], t.money("COM")) == (3, 500)


@rule("1848", "VI.gen.14", "VIII.token.2")
def test_vi_gen_14_vr_has_no_fourth_marker() -> None:
    t = table().opened("VR", shares={0: 60}).home("VR").cash({"VR": 1000}).laid("H11", "57", 1).laid("H9", "57", 1)
    t.laid("H7", "5", 3).station("VR", "H7")
    assert t.operating("VR", "place_station").play(act(0, "station", "H9", 0)).s.markers["VR"] == 0, "the third one"
    t.station("VR", "E2").trains("VR", "2").operating("VR", "place_station")
    t.refused(act(0, "station", "H9", 0), "VIII.token.2")


@rule("1848", "VI.norm.1", "XIII.buy.3")
def test_vi_norm_1_par_is_70_80_90_or_100() -> None:
    t = table().cash({0: 1000}).stock()
    assert sorted(t.offers("par", "VR")) == [(70,), (80,), (90,), (100,)]
    for par in (60, 75, 110):
        t.refused(act(0, "par", "VR", par), "VI.norm.1")
    for par in (70, 80, 90, 100):
        assert t.play(act(0, "par", "VR", par)).money(0) == 1000 - 2 * par


@rule("1848", "VI.norm.1")
def test_vi_norm_1_car_has_100_always() -> None:
    """It has its price with the sale of P6; nobody could choose another, even if it had none."""
    t = table().opened("CAR", shares={0: 20}).stock(1)
    t.refused(act(1, "par", "CAR", 90), "XIII.buy.3", company="CAR", par=100)
    t = table().cash({0: 1000}).stock()
    assert t.offers("par", "CAR") == [(100,)]
    t.refused(act(0, "par", "CAR", 90), "VI.norm.1")


@rule("1848", "R-47", "VI.norm.1")
def test_r_47_the_market() -> None:
    market = game_for().rules.market
    assert market.pars == {100: (1, 5), 90: (2, 5), 80: (3, 5), 70: (4, 5)}, "one column, rows 2 to 5 from the top"
    rows = [[market.price[cell] for cell in sorted(market.price) if cell[0] == row] for row in range(6)]
    assert [(row[1], row[-1]) for row in rows] == [(70, 450), (60, 440), (50, 300), (40, 190), (30, 120), (20, 70)]
    assert all(market.zone[row, 0] == "closing" for row in range(6))
    assert not any(zone for cell, zone in market.zone.items() if cell[1] > 0)


@rule("1848", "VI.norm.2", "VI.norm.3")
@pytest.mark.parametrize("par", [70, 80, 90, 100])
def test_vi_norm_2_with_the_sixth_share_a_company_operates_and_has_ten_times_par(par: int) -> None:
    t = table().opened("VR", par=par, shares={0: 30, 1: 10})
    t = bought(t, 2, "VR")
    assert (t.s.floated, t.money("VR")) == ((), 0), "five shares"
    bank = t.money("bank")
    t = bought(t, 2, "VR")
    assert (t.s.floated, t.money("VR")) == (("VR",), 10 * par)
    assert t.money("bank") == bank + par - 10 * par
    t = all_pass(t)
    assert (t.s.round, t.turn) == ("operating", ("lay_track", "VR"))


@rule("1848", "VI.norm.2")
def test_vi_norm_2_with_five_shares_it_does_not_act() -> None:
    t = all_pass(table().opened("VR", par=80, shares={0: 40, 1: 10}).stock())
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3), "a round without companies is over at once"


@rule("1848", "R-14", "VI.norm.2")
def test_r_14_shares_that_lie_in_the_pool_were_bought_too() -> None:
    """Three with players and two in the pool; the next new share is the sixth, one of the pool is not."""
    t = table().opened("VR", par=80, shares={0: 30}, pool=20)
    assert bought(t, 1, "VR", "pool").s.floated == ()
    assert bought(t, 1, "VR").s.floated == ("VR",)


@rule("1848", "R-14", "VI.norm.2")
def test_r_14_the_certificate_of_p6_counts() -> None:
    t = table().opened("CAR", shares={0: 20}).private("P6", 0)
    for seat in (1, 2, 3):
        t = bought(t, seat, "CAR")
    assert t.s.floated == ()
    t = bought(t, 1, "CAR")
    assert (t.s.floated, t.money("CAR")) == (("CAR",), 1000)


@rule("1848", "R-39", "XIII.limit.2")
def test_r_39_shares_of_the_bank_of_england_count_as_certificates() -> None:
    """6 players: ten certificates of companies and two of the Bank of England are the twelve allowed."""
    t = table(6).cash({0: 500}).opened("VR", shares={0: 60}).opened("NSW", shares={0: 60}).england({0: 20})
    t.opened("QR", shares={1: 20}).stock(0).refused(act(0, "buy", "QR", "bank", 10), "XIII.limit.2", held=12, limit=12)


@rule("1848", "R-40", "XIII.limit.6", "XIII.limit.7")
@pytest.mark.parametrize(("seats", "most"), [(3, 70), (4, 60), (6, 60)])
def test_r_40_the_bound_for_one_company_holds_for_the_bank_of_england_too(seats: int, most: int) -> None:
    t = table(seats).england({0: most - 10})
    t = bought(t, 0, "BOE", "pool").stock(0)
    t.refused(act(0, "buy", "BOE", "pool", 10), "XIII.limit.6", company="BOE", held=most)
