"""1830 by clicking: from the auction through two operating rounds, and a train that nobody can pay for."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump
from tests.games.g1830.corners import bankruptcy, forced_purchase
from tests.games.g1830.positions import Table, fresh
from tests.web.browser.conftest import Visit
from tests.web.browser.director import Director, as_json
from tests.web.browser.hands import Visitor

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", "Bert", "Cleo", "Dev")


def seated(visitor: Visitor, t: Table) -> Director:
    """A position laid before a visitor who holds all seats."""
    header = new_header("1830", [Seat(name) for name in PEOPLE[: t.game.seats]], t.game.options)
    made = visitor.ask("/api/matches", {"file": dump(Match(replace(header, position=as_json(t.s))))})
    visitor.page.goto(f"/match/{made['id']}")
    return Director(visitor, t)


def sale(d: Director) -> None:
    """All six privates; two bid on the third, and the lower one raises."""
    d.does(0, "buy_private_at_face", "SV")
    d.does(1, "bid", "DH", 75)
    d.does(2, "bid", "DH", 80)
    expect(d.visitor.page.locator(".privates")).to_contain_text("Cleo $80")
    d.does(0, "buy_private_at_face", "CS")
    expect(d.visitor.page.locator("#headline")).to_contain_text("auction of Delaware & Hudson (DH)")
    d.does(1, "bid", "DH", 85)
    d.does(2, "pass_turn")
    d.does(1, "buy_private_at_face", "MH")
    d.does(2, "buy_private_at_face", "CA")
    d.does(0, "buy_private_at_face", "BO")
    d.does(0, "set_par", "B&O", 67)


def first_shares(d: Director) -> None:
    """PRR and B&O float."""
    d.does(1, "par", "PRR", 67)
    for seat, company in ((2, "PRR"), (0, "B&O"), (1, "PRR"), (2, "PRR"), (0, "B&O"), (1, "B&O"), (2, "B&O")):
        d.does(seat, "buy", company, "bank", 10)
    for seat in (0, 1, 2):
        d.does(seat, "pass_turn")


def first_operating_round(d: Director) -> None:
    """Track, stations, all 2 trains and the first 3 train; two privates are sold to PRR, one with consent."""
    d.does(0, "lay", "J14", "57", 0)
    d.does(0, "station", "J14", 0)
    for _ in range(4):
        d.does(0, "buy_train", "bank", "2", 80)
    d.does(0, "pass_trains")
    d.does(1, "lay", "H10", "57", 1)
    d.does(1, "pass_station")
    d.does(1, "buy_train", "bank", "2", 80)
    d.does(1, "buy_train", "bank", "2", 80)
    d.does(1, "buy_train", "bank", "3", 180)
    d.does(1, "buy_private", "DH", 90)
    d.does(1, "buy_private", "CS", 60)
    expect(d.visitor.page.locator("#advice")).to_contain_text("PRR offers $60")
    d.does(0, "accept")
    d.does(1, "pass_trains")


def second_stock_round(d: Director) -> None:
    """One share is sold, and whoever sold it is told why it cannot be bought back."""
    d.does(0, "pass_turn")
    d.does(1, "sell", "B&O", 10)
    expect(d.visitor.page.locator(".why a[href='/rules/1830#6.1c']")).to_have_count(1)
    while d.table.s.round == "stock":
        d.does(int(d.table.turn[1]), "pass_turn")


def second_operating_round(d: Director) -> None:
    """B&O pays out, PRR withholds."""
    seats = {"B&O": 0, "PRR": 1}
    for _ in range(2):
        company = str(d.table.turn[1])
        seat = seats.pop(company)
        d.does(seat, "pass_track")
        if company == "PRR":
            d.does(seat, "station", "H10", 0)
        elif d.table.turn[0] == "place_station":
            d.does(seat, "pass_station")
        cash = d.table.money(company)
        worth = d.runs(seat)
        assert worth > 0
        assert d.table.s.revenue == worth
        if company == "PRR":
            d.does(seat, "withhold")
            assert d.table.money(company) == cash + worth
        else:
            expect(d.visitor.page.locator("#card-pay_out .money")).to_contain_text(f"+${worth * 4 // 10}")
            d.does(seat, "pay_out")
        d.does(seat, "pass_trains")
    assert seats == {}


@pytest.mark.slow
def test_1830_is_played_from_the_sale_through_two_operating_rounds(visit: Visit) -> None:
    visitor = visit()
    t = fresh(3)
    visitor.begin(PEOPLE[:3], "1830", t.game.options)
    d = Director(visitor, t)
    d.agrees()
    sale(d)
    assert d.table.s.round == "stock"
    first_shares(d)
    assert d.table.s.round == "operating"
    first_operating_round(d)
    assert {private: owner for private, owner in d.table.s.privates.items() if owner == "PRR"}.keys() == {"CS", "DH"}
    second_stock_round(d)
    second_operating_round(d)
    assert (d.table.s.stock_rounds, d.table.s.set_round) == (2, 2)
    expect(visitor.page.locator(".overview")).to_contain_text("Operating round 2.2")


def test_a_train_is_bought_with_the_money_of_a_share(visit: Visit) -> None:
    """C-2.3.2: $50 are missing; one share brings them, and the director adds what the treasury lacks."""
    d = seated(visit(), forced_purchase())
    page = d.visitor.page
    expect(page.locator("#forced-gap")).to_have_text("$50")
    expect(page.locator(".stages [aria-current]")).to_contain_text("Raise what is missing")
    d.does(0, "sell", "NYC", 10)
    expect(page.locator("#forced-gap")).to_have_text("$0")
    expect(page.locator(".stages [aria-current]")).to_contain_text("Buy the train")
    d.does(0, "buy_train", "bank", "4", 300)
    expect(page.locator("#forced")).to_have_count(0)
    assert d.table.s.trains["PRR"] == ("4",)
    assert (d.table.money("PRR"), d.table.money(0)) == (0, 150 + 67 - 200)


def test_a_director_without_money_is_bankrupt(visit: Visit) -> None:
    d = seated(visit("de"), bankruptcy())
    page = d.visitor.page
    expect(page.locator("#forced .warn").last).to_contain_text("Das reicht nicht")
    d.does(0, "bankrupt")
    expect(page.locator("#table[data-over]")).to_be_attached()
