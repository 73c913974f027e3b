"""MH for a share of the NYC: who, when, and what follows. 4.0.MH and R-29."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.shares import certificates
from tests.games.g1830.positions import Table, act, fresh, table
from tests.games.g1830.turns import all_pass
from tests.marks import rule

BANK = act(0, "exchange", "MH", "bank")
POOL = act(0, "exchange", "MH", "pool")


def owner(turn: int = 0, **shares: dict[int, int]) -> Table:
    """Seat 0 owns MH; companies are open with these shares; a stock turn begins."""
    t = table().private("MH", 0)
    for company, held in shares.items():
        t.opened(company, shares=held)
    return t.stock(turn=turn)


@rule("1830", "4.0.MH.a")
def test_4_0_mh_is_swapped_for_a_share_from_bank_or_pool() -> None:
    t = table().private("MH", 0).opened("NYC", shares={1: 40}, pool=10).stock()
    for action, bank, pool in ((BANK, 40, 10), (POOL, 50, 0)):
        after = t.play(action)
        assert (after.holding("NYC", 0), after.in_bank("NYC"), after.in_pool("NYC")) == (10, bank, pool)
        assert (after.s.privates, after.money(0)) == ({}, 600)
    t.refused(act(0, "exchange", "MH", "NYC"), "4.0.MH.a", private="MH")


@rule("1830", "4.0.MH.a", "R-10")
def test_4_0_the_limit_for_one_company_holds() -> None:
    assert owner(NYC={1: 50, 0: 40}).play(BANK).holding("NYC", 0) == 50
    assert owner(NYC={0: 50}).play(BANK).holding("NYC", 0) == 60, "four certificates become five"
    owner(NYC={0: 60}).refused(BANK, "4.0.MH.a", private="MH")
    orange = table().private("MH", 0).opened("NYC", shares={0: 60}, cell=(3, 0)).stock()
    assert orange.play(BANK).holding("NYC", 0) == 70


@rule("1830", "4.0.MH.a")
def test_4_0_there_must_be_a_tenth_in_bank_or_pool() -> None:
    t = owner(NYC={1: 40, 2: 40, 3: 20})
    t.refused(BANK, "4.0.MH.a", private="MH")
    t.refused(POOL, "4.0.MH.a", private="MH")
    unopened = owner()
    assert unopened.play(BANK).s.shares["NYC"][0] == (10,)


@rule("1830", "4.0.MH.b")
def test_4_0_in_the_own_stock_turn_mh_is_swapped_at_any_moment() -> None:
    t = owner(PRR={1: 40}, NYC={1: 40})
    assert t.may(BANK)
    assert t.play(act(0, "buy", "PRR", "bank", 10)).may(BANK)


@rule("1830", "4.0.MH.b")
def test_4_0_between_the_turns_of_others_it_is_swapped_too_but_not_in_their_midst() -> None:
    t = owner(turn=1, PRR={1: 40}, NYC={1: 40})
    assert t.may(BANK)
    busy = t.play(act(1, "sell", "PRR", 10))
    busy.refused(BANK, "4.0.MH.b", private="MH")
    assert busy.play(act(1, "pass_turn")).may(BANK), "before seat 2 begins"


@rule("1830", "4.0.MH.b")
def test_4_0_it_is_swapped_between_the_turns_of_companies() -> None:
    t = table().phase("3").private("MH", 2).private("CS", 0).opened("NYC", shares={0: 60}, cell=(0, 8))
    t.opened("PRR", shares={1: 60}).home("NYC").home("PRR").cash({"NYC": 500, "PRR": 500}).operating("NYC")
    mh = act(2, "exchange", "MH", "bank")
    assert t.play(mh).holding("NYC", 2) == 10
    for action in (act(0, "lay", "E19", "57", 1), act(0, "pass_track"), act(0, "buy_private", "CS", 40)):
        t.play(action).refused(mh, "4.0.MH.b", private="MH")
    later = t.play(act(0, "pass_track"))
    while later.s.acted[-1] == "NYC":
        later = later.play(act(0, {"place_station": "pass_station"}.get(later.turn[0], "pass_trains")))
    assert later.turn == ("lay_track", "PRR")
    assert later.may(mh)


@rule("1830", "4.0.MH.b")
def test_4_0_it_is_not_swapped_during_the_sale_of_the_privates() -> None:
    t = fresh().private("SV", 0).private("CS", 0).private("DH", 0).private("MH", 0)
    t.refused(BANK, "4.0.MH.b", private="MH")


@rule("1830", "4.0.MH.b")
def test_an_option_lets_it_be_swapped_at_any_time_of_stock_and_operating_rounds() -> None:
    t = table(exchange="any_time").private("MH", 0).opened("NYC", shares={1: 40}).opened("PRR", shares={1: 40})
    t = t.stock(turn=1).play(act(1, "sell", "PRR", 10))
    assert t.may(BANK)


@rule("1830", "R-29")
def test_r_29_the_exchange_is_no_purchase_and_interrupts_nothing() -> None:
    t = table().private("MH", 0).opened("PRR", shares={1: 40}).opened("NYC", shares={1: 40})
    t.stock(priority=2, passes=3)
    after = t.play(BANK)
    assert (after.s.priority, after.s.passes, after.turn) == (2, 3, ("trade_shares", 0))
    assert after.play(act(0, "buy", "PRR", "bank", 10)).holding("PRR", 0) == 10
    assert after.play(act(0, "pass_turn")).s.stock_rounds == 3, "the fourth pass ends the round"


@rule("1830", "R-29", "R-30", "6.1i")
def test_r_29_it_is_possible_in_the_first_stock_round_and_before_the_nyc_is_opened() -> None:
    t = owner().stock(number=1).play(BANK)
    assert t.holding("NYC", 0) == 10
    t.stock(number=2).refused(act(0, "sell", "NYC", 10), "6.1i", company="NYC")


@rule("1830", "R-29", "6.1c")
def test_r_29_not_after_selling_the_nyc_in_the_same_round() -> None:
    t = owner(NYC={1: 40, 0: 20}).play(act(0, "sell", "NYC", 10))
    t.refused(BANK, "R-29", private="MH")
    t.refused(POOL, "R-29", private="MH")


@rule("1830", "R-29", "6.3a")
@pytest.mark.parametrize("rounds", ["stock", "operating"])
def test_r_29_the_exchange_may_float_the_nyc(rounds: str) -> None:
    t = table().private("MH", 0).opened("NYC", par=90, shares={1: 50}).opened("PRR", shares={2: 60}).home("PRR")
    t.cash({"PRR": 100})
    if rounds == "stock":
        t = t.stock().play(BANK)
        assert ("NYC" in t.s.floated, t.money("NYC")) == (True, 0)
        assert all_pass(t).money("NYC") == 900
    else:
        t = t.operating("PRR").play(BANK)
        assert ("NYC" in t.s.floated, t.money("NYC"), t.s.roster) == (True, 900, ("PRR",))


@rule("1830", "R-29", "6.4a")
def test_r_29_the_exchange_may_change_the_director() -> None:
    t = table().private("MH", 0).opened("NYC", shares={1: 30, 0: 30}, director=1).stock(turn=2)
    after = t.play(BANK)
    assert after.s.director["NYC"] == 0
    assert after.s.shares["NYC"][:2] == ((20, 10, 10), (10, 10, 10))


@rule("1830", "R-29")
def test_r_29_before_the_nyc_is_opened_and_at_a_full_limit_unless_an_option_asks_for_a_purchase() -> None:
    """With 16 certificates of four players' limit the swap changes nothing; the option reads it as a purchase."""
    for option, may in (("room", True), ("purchase", False)):
        early = table(exchange_needs=option).private("MH", 0).stock(0)
        assert bool(early.offers("exchange")) is may
        full = table(exchange_needs=option).opened("NYC", shares={1: 60}).private("MH", 0).stock(0)
        for company in ("PRR", "CPR", "B&O"):
            full.opened(company, shares={0: 60 if company != "B&O" else 50, 1: 40})
        full.opened("C&O", shares={2: 60, 0: 10})
        assert certificates(full.game.rules, full.s, 0) == full.game.rules.certificate_limit == 16
        assert bool(full.stock(0).offers("exchange")) is may
        roomy = table(exchange_needs=option).opened("NYC", shares={1: 60}).private("MH", 0).stock(0)
        assert roomy.offers("exchange")
