"""VI: how a company comes into receivership, and what is left of it."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.shares import certificate_limit
from tests.games.g1848.failing import LOAN, ROW, linked, weak
from tests.games.g1848.idle import all_pass, go_on, turn_over
from tests.games.g1848.positions import England, act, table
from tests.games.g1848.ways import way
from tests.marks import rule


def gone(t: England) -> bool:
    """Whether VR is in receivership and nothing of it is left but its stations."""
    left = [*t.s.director, *t.s.par, *t.s.cell, *t.s.floated, *t.s.operated, *t.s.roster, *t.s.acted]
    return ("VR", 0) in t.s.failed and "VR" not in left and not any(t.s.shares["VR"]) and t.money("VR") == 0


@rule("1848", "VI.rec.1", "R-22")
@pytest.mark.parametrize("column", [1, 2])
def test_by_a_loan_of_its_own_will(column: int) -> None:
    """A loan is two fields: from the first and from the second column into the hatched area, at any step."""
    for step in ("lay_track", "place_station", "buy_trains"):
        t = linked(weak(500, column=column)).laid("H9", "15", 1).trains("VR", "3").operating("VR", step)
        after = t.play(LOAN)
        assert gone(after)
        assert after.s.round == "stock"


@rule("1848", "VI.rec.1", "VI.loan.3")
def test_the_first_column_is_not_yet_receivership() -> None:
    after = weak(500, column=3).operating("VR").play(LOAN)
    assert after.s.cell["VR"] == (ROW, 1)
    assert not after.s.failed


@rule("1848", "VI.rec.1", "XII.2")
def test_by_keeping_income() -> None:
    """40 are kept: with them the treasury has 300; 240 go to the shareholders, 60 to the bank."""
    t = linked(weak(260)).trains("VR", "3").operating("VR", "run_trains")
    bank = t.money("bank")
    t = go_on(t)
    assert t.s.revenue == 40
    after = t.play(act(0, "withhold"))
    assert gone(after)
    assert [after.money(seat) for seat in range(4)] == [630, 790, 710, 630]
    assert after.money("bank") == bank - 40 + 60


@rule("1848", "XII.2")
def test_paying_out_saves_a_company_in_the_first_column() -> None:
    t = go_on(linked(weak(260)).trains("VR", "3").operating("VR", "run_trains"))
    after = t.play(act(0, "pay_out"))
    assert after.s.cell["VR"] == (ROW, 2)
    assert not after.s.failed


@rule("1848", "XII.2", "R-38")
def test_by_having_no_income() -> None:
    """Without a train; it could have borrowed before, so its director is asked, but may only keep."""
    t = linked(weak(300)).operating("VR", "run_trains")
    assert t.turn == ("pay_dividend", "VR")
    assert {(choice.kind, choice.args) for choice in t.choices()} == {("withhold", ()), ("loan", ())}
    t.refused(act(0, "pay_out"), "XI.calc.4")
    assert gone(t.play(act(0, "withhold")))


@rule("1848", "XII.2", "R-38")
def test_by_having_no_income_without_being_asked() -> None:
    """In phase 2 there are no loans, and after the loan of this round there is no other: nothing can be decided."""
    early = weak(300, phase="2").operating("VR", "lay_track")
    assert gone(turn_over(early))
    once = weak(300, column=3).operating("VR", "lay_track").play(LOAN)
    assert gone(turn_over(once))


@rule("1848", "IX.forced.2", "VI.rec.1", "R-22")
def test_by_forced_loans() -> None:
    """Third column, 120 and a train for 300: the second loan brings the money, but the price into the area."""
    t = linked(weak(120, phase="4", column=3)).operating("VR", "buy_trains")
    left, bank = t.s.depot["4"], t.money("bank")
    after = t.play(act(0, "buy_train", "bank", "4", 300))
    assert gone(after)
    assert (after.s.depot["4"], after.lent["VR"], after.price("BOE")) == (left, 2, 90)
    assert after.money("bank") == bank + 320 - 240
    assert after.money(0) == 630


@rule("1848", "IX.forced.1", "IX.forced.2")
def test_forced_loans_stop_in_the_area() -> None:
    """First column, nothing in the treasury, 300 wanted: one loan and it is over."""
    t = linked(weak(0, phase="4")).operating("VR", "buy_trains")
    after = t.play(act(0, "buy_train", "bank", "4", 300))
    assert gone(after)
    assert (after.lent["VR"], after.money("BOE")) == (1, 1900)


@rule("1848", "IX.forced.5")
@pytest.mark.parametrize(("out", "taken"), [(20, 0), (19, 1)])
def test_by_want_of_loans(out: int, taken: int) -> None:
    """Far from the area, but all 20 loans are out: as if it were there. 50 (and 100) go to the shareholders."""
    t = linked(weak(50, phase="4", column=8)).opened("SAR", par=100, shares={1: 60}).loans("SAR", out)
    t = t.operating("VR", "buy_trains")
    after = t.play(act(0, "buy_train", "bank", "4", 300))
    assert gone(after)
    assert (after.lent.get("VR", 0), after.money("BOE")) == (taken, 0)
    assert after.money(0) == 630 - 240 + 50 + 100 * taken


@rule("1848", "IX.forced.5", "VI.boe.10")
def test_without_loans_left_nobody_borrows() -> None:
    t = weak(50, column=8).opened("SAR", par=100, shares={1: 60}).loans("SAR", 20).operating("VR")
    t.refused(LOAN, "IX.forced.5")


@rule("1848", "VI.rec.10", "R-21")
def test_what_is_left_of_a_company() -> None:
    """200 and 100 of the loan are 60 more than is due: to the bank. Trains, markers in stock and charter are gone."""
    t = linked(weak(200)).station("VR", "H9").trains("VR", "3", "3+").operating("VR")
    bank = t.money("bank")
    after = t.play(LOAN)
    assert gone(after)
    assert after.money("bank") == bank + 60
    assert after.s.trains["VR"] == ()
    assert after.s.stations == {"H11": (("BOE",),), "H9": (("BOE",),)}
    assert after.s.markers["VR"] == 0
    assert after.s.depot["3"] == t.s.depot["3"]


@rule("1848", "R-21")
def test_a_failed_company_never_starts_again() -> None:
    after = turn_over(weak(500).operating("VR").play(LOAN))
    assert after.turn == ("trade_shares", 0)
    assert not after.offers("par", "VR")
    assert not after.offers("buy", "VR")
    after.refused(act(0, "par", "VR", 80), "XIII.buy.1", company="VR")


@rule("1848", "R-21", "XIV.3")
def test_loans_of_a_failed_company_stay_granted() -> None:
    """VR had 4, SAR has 11: the 16th is the last of VR, and the game is about to end."""
    t = weak(500).loans("VR", 4).opened("SAR", par=100, shares={1: 60}).loans("SAR", 11).home("SAR").operating("VR")
    after = t.play(LOAN)
    assert gone(after)
    assert (after.lent["VR"], after.price("BOE"), after.s.ending) == (5, 260, "loans")


@rule("1848", "R-21")
def test_a_station_of_the_bank_of_england_blocks_everybody() -> None:
    """Melbourne has one place, and it is the BoE's: SAR runs to it, but not through it."""
    t = table(4).phase("3").laid("G6", "57", 2).laid("H7", "6", 2).laid("H9", "57", 1).laid("H11", "57", 1)
    t = t.opened("SAR", par=100, shares={0: 60}).home("SAR").trains("SAR", "4", "4").failed("VR", 1, "H11")
    t = t.laid("H13", "8", 1).laid("G14", "6", 4).operating("SAR", "run_trains")
    t.refused(act(0, "run", (way(t, "H9", "H11", "H13", "G14"), ())), "XI.gen.7", hex="H11")
    short = t.play(act(0, "run", (way(t, "G6", "H7", "H9"), ())))
    assert short.s.revenue == 60
    t.trains("SAR", "5").settled()
    assert t.play(act(0, "run", (way(t, "G6", "H7", "H9", "H11"),))).s.revenue == 80


@rule("1848", "VI.rec.8", "VI.rec.9", "XIII.limit.1")
@pytest.mark.parametrize(
    ("seats", "table_", "cut"),
    [
        (3, (20, 18, 16, 14, 12, 10, 10), 2),
        (4, (17, 15, 13, 11, 10, 9, 9), 2),
        (5, (14, 13, 12, 10, 9, 8, 8), 1),
        (6, (12, 11, 10, 9, 8, 7, 7), 1),
    ],
)
def test_the_limit_falls_with_each_company(seats: int, table_: tuple[int, ...], cut: int) -> None:
    """All players by the table, and whoever led a company by 2 or 1 more."""
    t = table(seats)
    for number, limit in enumerate(table_):
        assert [certificate_limit(t.game.rules, t.s, seat) for seat in (0, 1)] == [limit, limit - cut * (number > 0)]
        t.failed(("VR", "QR", "NSW", "FT", "SAR", "WA", "CAR")[number], 1 if number == 0 else 2)


@rule("1848", "R-20", "VI.rec.9")
def test_who_led_two_companies_is_cut_twice() -> None:
    """Four players, two in receivership: 13, and for who led both 9. Nine certificates are enough then."""
    t = table(4).failed("VR", 0).failed("QR", 0).opened("SAR", par=100, shares={0: 30, 1: 30, 2: 40})
    t = t.england({0: 60}).opened("FT", par=70, shares={3: 60}).stock()
    t.refused(act(0, "buy", "FT", "bank", 10), "XIII.limit.2", held=9, limit=9)
    other = table(4).failed("VR", 3).failed("QR", 3).opened("SAR", par=100, shares={0: 30, 1: 30, 2: 40})
    other = other.england({0: 60}).opened("FT", par=70, shares={3: 60}).stock()
    assert other.play(act(0, "buy", "FT", "bank", 10)).holding("FT", 0) == 10


@rule("1848", "VI.rec.8", "R-20")
def test_a_limit_that_falls_in_an_operating_round_makes_players_sell_in_the_stock_round() -> None:
    """16 of 17: after the takeover 15, and 13 for seat 0. Nothing else before they are sold."""
    t = weak(500).england({0: 60, 3: 40}).opened("SAR", par=70, shares={0: 40, 1: 60}).home("SAR")
    t = t.opened("FT", par=70, shares={0: 40, 1: 60}).home("FT").opened("NSW", par=70, shares={0: 30, 1: 60})
    t = t.home("NSW").trains("VR", "3").operating("VR", acted=("SAR", "FT", "NSW"), set_round=2)
    assert certificate_limit(t.game.rules, t.s, 0) == 17
    after = t.play(LOAN)
    assert after.turn == ("trade_shares", 0)
    for held, company in ((17, "SAR"), (16, "SAR"), (15, "FT"), (14, "NSW")):
        after.refused(act(0, "pass_turn"), "XIII.limit.5", held=held, limit=13)
        after.refused(act(0, "buy", "NSW", "bank", 10), "XIII.limit.5", held=held, limit=13)
        after = after.play(act(0, "sell", company, 10))
    assert after.play(act(0, "pass_turn")).turn == ("trade_shares", 1)
    assert after.may(act(0, "sell", "FT", 10))


@rule("1848", "R-20")
def test_who_cannot_sell_is_excused() -> None:
    """Six players, five in receivership led by seat 0: 2. It has four, but both pools are full."""
    t = table(6)
    for company in ("VR", "WA", "FT", "SAR", "CAR"):
        t.failed(company, 0)
    t = t.opened("QR", par=70, shares={0: 30}, pool=50).opened("NSW", par=70, shares={0: 30}, pool=50).stock()
    assert not t.offers("sell")
    t.refused(act(0, "buy", "BOE", "pool", 10), "XIII.limit.5", held=4, limit=2)
    assert t.play(act(0, "pass_turn")).turn == ("trade_shares", 1)


@rule("1848", "VI.rec.13", "XIV.4", "XIV.0")
def test_the_fifth_company_ends_the_game_after_the_series() -> None:
    """In the first of three rounds: the other two are played, then it is over."""
    t = weak(500, phase="5")
    for company in ("QR", "NSW", "FT", "CAR"):
        t.failed(company, 2)
    t = t.opened("SAR", par=100, shares={1: 60}).home("SAR").operating("VR")
    t = t.play(LOAN)
    assert (t.s.ending, t.s.ended, t.turn) == ("receivership", "", ("lay_track", "SAR"))
    for number in (1, 2, 3):
        assert (t.s.set_round, t.s.acted) == (number, ("SAR",))
        t = turn_over(t)
    assert (t.s.ended, t.s.todo) == ("receivership", [])


@rule("1848", "VI.rec.13", "XIV.4")
def test_four_do_not_end_the_game() -> None:
    t = weak(500, phase="5")
    for company in ("QR", "NSW", "FT"):
        t.failed(company, 2)
    after = t.operating("VR").play(LOAN)
    assert (after.s.ending, len(after.s.failed)) == ("", 4)


@rule("1848", "R-23")
def test_the_order_is_by_prices_as_they_are() -> None:
    """SAR at 90 falls to 80 by a sale for the compensation: FT at 80, further right, acts before it."""
    t = weak(0).cash({0: 0}).opened("SAR", par=90, shares={0: 20, 1: 60}).home("SAR")
    t = t.opened("FT", par=70, shares={2: 60}, cell=(4, 6)).home("FT").operating("VR")
    assert (t.price("SAR"), t.price("FT")) == (90, 80)
    after = t.play(LOAN, act(0, "sell", "SAR", 20))
    assert (after.price("SAR"), after.price("FT"), after.turn) == (80, 80, ("lay_track", "FT"))
    assert turn_over(after).turn == ("lay_track", "SAR")
    assert all_pass(t.stock()).turn == ("lay_track", "SAR")
