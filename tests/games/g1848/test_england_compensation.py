"""VI: shareholders of a company in receivership are compensated, if need be by its director."""

from __future__ import annotations

from tests.games.g1848.failing import LOAN, linked, weak
from tests.games.g1848.idle import go_on, turn_over
from tests.games.g1848.positions import England, act, table
from tests.marks import rule


def short(cash: int, **sar: int) -> England:
    """240 are due, the treasury has the 100 of the loan: 140 from seat 0, who has `cash` and shares of SAR (70)."""
    t = weak(0).cash({0: cash})
    held = {int(seat[1:]): percent for seat, percent in sar.items()}
    return t.opened("SAR", par=70, shares=held, director=max(held)).home("SAR").operating("VR")


@rule("1848", "VI.rec.2", "VI.rec.7")
def test_par_for_each_share_of_the_others() -> None:
    """Par 80, price 40: B has 2, C 1, the director 4, three are in the pool. 400 in the treasury suffice."""
    t = weak(300, pool=30).operating("VR")
    bank = t.money("bank")
    after = t.play(LOAN)
    assert [after.money(seat) for seat in range(4)] == [630, 630 + 160, 630 + 80, 630]
    assert after.money("bank") == bank + 160


@rule("1848", "VI.rec.7")
def test_new_shares_and_shares_in_the_pool_get_nothing() -> None:
    """60% sold: four with the director, two in the pool, four new. All of 400 returns to the bank."""
    t = weak(300, shares={0: 40}, pool=20).operating("VR")
    bank = t.money("bank")
    after = t.play(LOAN)
    assert [after.money(seat) for seat in range(4)] == [630] * 4
    assert after.money("bank") == bank + 400


@rule("1848", "VI.rec.3", "R-22")
def test_the_director_pays_what_the_treasury_lacks() -> None:
    """240 are due; the treasury has nothing but the 100 of the loan that brought it there."""
    t = weak(0).operating("VR")
    bank = t.money("bank")
    after = t.play(LOAN)
    assert [after.money(seat) for seat in range(4)] == [630 - 140, 790, 710, 630]
    assert (after.money("bank"), after.money("BOE")) == (bank, 1900)


@rule("1848", "VI.rec.4", "VI.rec.5", "R-18")
def test_the_director_must_sell_while_money_is_missing() -> None:
    """50 of 140: 90 are missing, SAR brings 70. No loan, nothing else before; the others have their money."""
    t = short(50, P0=30, P1=60).play(LOAN)
    assert t.turn == ("raise_money", 0)
    assert [t.money(seat) for seat in range(4)] == [-90, 790, 710, 630]
    assert {(choice.seat, choice.kind, choice.args) for choice in t.choices()} == {
        (0, "sell", ("SAR", 10)),
        (0, "sell", ("SAR", 20)),
    }
    t.refused(LOAN, "VI.rec.4")
    t.refused(act(0, "pass_track"), "VI.rec.5")
    t.refused(act(1, "pass_track"), "VI.rec.5")
    t.refused(act(0, "sell", "SAR", 30), "R-18")
    t.refused(act(0, "sell", "SAR", 40), "XIII.sell.1", company="SAR", held=30)
    after = t.play(act(0, "sell", "SAR", 20))
    assert (after.money(0), after.price("SAR"), after.turn) == (50, 60, ("lay_track", "SAR"))


@rule("1848", "R-18", "R-41")
def test_sales_one_by_one_are_one_sale_and_stop_when_the_sum_is_there() -> None:
    """Both shares at 70, though the marker has fallen a row with the first."""
    t = short(50, P0=30, P1=60).play(LOAN, act(0, "sell", "SAR", 10))
    assert (t.money(0), t.price("SAR"), t.turn) == (-20, 60, ("raise_money", 0))
    t.refused(act(0, "sell", "SAR", 20), "R-18")
    after = t.play(act(0, "sell", "SAR", 10))
    assert (after.money(0), after.price("SAR"), after.holding("SAR", 0)) == (50, 60, 10)
    assert after.turn == ("lay_track", "SAR")


@rule("1848", "R-18")
def test_the_director_chooses_and_may_sell_the_bank_of_england() -> None:
    """The loan has raised it from 70 to 80: two shares bring the 90 that are missing, its price stays."""
    t = weak(0).cash({0: 50}).england({0: 30}).opened("SAR", par=70, shares={0: 30, 1: 60}).home("SAR")
    t = t.operating("VR").play(LOAN)
    assert set(t.offers("sell")) == {("SAR", 10), ("SAR", 20), ("BOE", 10), ("BOE", 20)}
    after = t.play(act(0, "sell", "BOE", 20))
    assert (after.money(0), after.price("BOE"), after.price("SAR")) == (70, 80, 70)
    mixed = t.play(act(0, "sell", "BOE", 10), act(0, "sell", "SAR", 10))
    assert (mixed.money(0), mixed.turn) == (60, ("lay_track", "SAR"))


@rule("1848", "VI.rec.5", "R-18")
def test_the_pool_limit_holds_for_these_sales_too() -> None:
    t = weak(0).cash({0: 50}).opened("SAR", par=70, shares={0: 20, 1: 40}, pool=40).home("SAR").operating("VR")
    t = t.play(LOAN)
    t.refused(act(0, "sell", "SAR", 20), "VI.gen.11", company="SAR", pool=40)
    after = t.play(act(0, "sell", "SAR", 10))
    assert (after.money(0), after.turn) == (-20, ("lay_track", "SAR"))


@rule("1848", "XIII.sell.4", "R-18")
def test_no_sale_may_change_a_director() -> None:
    """Seat 0 directs SAR with 40% against 30%: one share may go, a second would change the director."""
    t = weak(0).cash({0: 0}).opened("SAR", par=70, shares={0: 40, 1: 30}).home("SAR").operating("VR").play(LOAN)
    t.refused(act(0, "sell", "SAR", 20), "XIII.sell.4")
    after = t.play(act(0, "sell", "SAR", 10))
    assert (after.s.director["SAR"], after.money(0)) == (0, -70)
    assert after.turn == ("lay_track", "SAR")


@rule("1848", "R-18", "XIII.sell.4", "VI.rec.6")
def test_who_has_only_shares_that_would_change_a_director_is_overdrawn_at_once() -> None:
    t = weak(0).cash({0: 100}).opened("SAR", par=70, shares={0: 30, 1: 30}, director=0).home("SAR").operating("VR")
    after = t.play(LOAN)
    assert (after.money(0), after.holding("SAR", 0), after.turn) == (-40, 30, ("lay_track", "SAR"))


@rule("1848", "VI.rec.6")
def test_a_dividend_balances_an_overdrawn_account() -> None:
    """40 short; SAR then runs G6, F5, E4, E2 and the harbour F3 for 200 and pays 60 to seat 0: 20."""
    t = weak(0, phase="5").cash({0: 100}).opened("SAR", par=70, shares={0: 30, 1: 30}, director=0).home("SAR")
    t = t.laid("G6", "239", 2).laid("F5", "611", 2).laid("E4", "611", 1).laid("E2", "611", 1)
    t = t.trains("SAR", "4").operating("VR").play(LOAN)
    assert t.money(0) == -40
    while t.turn[0] != "pay_dividend":
        t = go_on(t)
    assert t.s.revenue == 60 + 40 + 40 + 40 + 20
    after = t.play(act(0, "pay_out"))
    assert after.money(0) == 20


@rule("1848", "VI.rec.6", "R-19")
def test_while_overdrawn_nothing_can_be_bought() -> None:
    """A sale fills the account first: 40 are missing, one share brings 70, and 30 do not buy one."""
    t = table(4).failed("VR", 0).cash({0: -40}).opened("SAR", par=70, shares={0: 30, 1: 50}, director=1)
    t = t.england({0: 10}).stock()
    assert not t.offers("buy")
    assert not t.offers("par")
    t.refused(act(0, "buy", "BOE", "pool", 10), "VI.rec.6")
    t.refused(act(0, "par", "FT", 70), "VI.rec.6")
    sold = t.play(act(0, "sell", "SAR", 10))
    assert sold.money(0) == 30
    sold.refused(act(0, "buy", "BOE", "pool", 10), "XIII.buy.4", cost=70, cash=30)
    both = sold.play(act(0, "sell", "SAR", 10))
    assert both.play(act(0, "buy", "BOE", "pool", 10)).money(0) == 30


@rule("1848", "VI.rec.6", "R-19")
def test_an_overdrawn_account_costs_no_interest_and_forces_no_sale_later() -> None:
    """Through a whole round: -40 stay -40, and in the stock round one may pass."""
    t = weak(0).cash({0: 100}).opened("SAR", par=70, shares={0: 30, 1: 30}, director=0).home("SAR")
    t = t.operating("VR", set_round=2).play(LOAN)
    t = turn_over(t)
    assert (t.turn, t.money(0)) == (("trade_shares", 0), -40)
    assert t.play(act(0, "pass_turn")).money(0) == -40


@rule("1848", "VI.rec.5", "VI.rec.6")
def test_a_takeover_that_asks_nothing_of_an_overdrawn_director_forces_no_sale() -> None:
    """Seat 0 owes 40 for QR. VR pays its shareholders itself: SAR need not be sold for the old debt."""
    t = weak(140).failed("QR", 0).cash({0: -40}).opened("SAR", par=70, shares={0: 30, 1: 60}).home("SAR")
    after = t.depot("5", 0).depot("6", 0).operating("VR").play(LOAN)
    assert (after.money(0), after.turn) == (-40, ("lay_track", "SAR"))


@rule("1848", "VI.rec.6")
def test_a_new_debt_is_raised_with_the_old_one() -> None:
    """40 old, 140 new: what sales bring fills the account, so 180 are wanted. Two of three shares are not enough."""
    t = weak(0).failed("QR", 2).failed("NSW", 0).cash({0: -40}).opened("SAR", par=70, shares={0: 30, 1: 60}).home("SAR")
    t = t.operating("VR").play(LOAN)
    assert t.money(0) == -180
    assert set(t.offers("sell", "SAR")) == {(10,), (20,), (30,)}
    assert t.play(act(0, "sell", "SAR", 30)).money(0) == 30


@rule("1848", "R-19")
def test_an_overdraft_counts_against_wealth() -> None:
    """-40 and three shares at 100: 260."""
    t = table(4).failed("VR", 0).cash({0: -40}).opened("SAR", par=100, shares={0: 30, 1: 60})
    t.s.todo, t.s.ended = [], "bank"
    result = t.sound().game.result(t.s)
    assert result is not None
    assert result.scores[0] == 260


@rule("1848", "VI.rec.2", "VI.rec.3")
def test_compensation_may_be_paid_by_one_overdrawn_player_to_another() -> None:
    """Seat 1 owes 100 for QR; the 160 for its two shares fill its account."""
    t = linked(weak(300)).failed("QR", 1).cash({1: -100}).depot("5", 0).depot("6", 0).operating("VR")
    assert t.play(LOAN).money(1) == 60
