"""Privates change hands: between players, and from players to companies. 4.0 and 4.1."""

from __future__ import annotations

import pytest

from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

STEPS = ["lay_track", "run_trains", "pay_dividend", "buy_trains"]


def turn_of(company: str, seat: int, *, phase: str = "3", step: str = "lay_track", money: int = 500) -> Table:
    """A company directed by a seat is acting; it has a station at Columbus, track to Chicago, and a train."""
    t = table().phase(phase).opened(company, shares={seat: 60}).home(company).cash({company: money})
    t.laid("G3", "9", 2).laid("H4", "57", 2).station(company, "H4").trains(company, "3")
    t.private("SV", seat).private("CS", 2).private("DH", seat).private("MH", 1).private("BO", 3)
    if step == "pay_dividend":
        t.s.revenue = 60
    return t.operating(company, step)


@rule("1830", "4.0a", "4.1e", "7.1b")
@pytest.mark.parametrize("step", STEPS)
def test_4_0_a_company_buys_at_any_moment_of_its_turn(step: str) -> None:
    t = turn_of("NYC", 0, step=step)
    after = t.play(act(0, "buy_private", "DH", 70))
    assert (after.s.privates["DH"], after.money("NYC"), after.money(0)) == ("NYC", 430, 670)
    assert after.turn == (step, "NYC")


@rule("1830", "4.1e", "7.3.1")
def test_4_1_also_before_the_home_station_is_placed() -> None:
    t = table().phase("3").opened("Erie", shares={0: 60}).cash({"Erie": 500}).private("DH", 0).laid("E11", "59", 0)
    t = t.operating("Erie", "place_home")
    assert t.turn == ("place_home", "Erie")
    assert t.play(act(0, "buy_private", "DH", 70)).s.privates["DH"] == "Erie"


@rule("1830", "4.0a")
def test_4_0_no_company_buys_in_another_ones_turn_or_outside_operating_rounds() -> None:
    t = turn_of("NYC", 0).opened("PRR", shares={1: 60}).cash({"PRR": 500})
    t.refused(act(1, "buy_private", "MH", 110), "4.0a")
    t.refused(act(2, "buy_private", "CS", 40), "4.0a")
    t.stock().refused(act(0, "buy_private", "DH", 70), "4.0a")


@rule("1830", "4.1a")
def test_4_1_no_trade_between_players_in_the_first_stock_round() -> None:
    t = table().private("CS", 0).stock(turn=0, number=1)
    t.refused(act(0, "offer_private", "CS", 1, 55), "4.1a")
    t.stock(turn=1, number=1).refused(act(1, "ask_private", "CS", 55), "4.1a")
    assert not t.offers("ask_private")


@rule("1830", "4.1a", "P-1")
def test_4_1_buyer_or_seller_must_be_on_turn_and_the_other_agrees() -> None:
    t = table().private("CS", 0).stock(turn=1)
    asked = t.play(act(1, "ask_private", "CS", 55))
    assert asked.turn == ("consent", 0)
    for after in (
        asked.play(act(0, "accept")),
        t.stock(turn=0).play(act(0, "offer_private", "CS", 1, 55), act(1, "accept")),
    ):
        assert (after.s.privates["CS"], after.money(0), after.money(1)) == ("P1", 655, 545)
        assert after.turn[0] == "trade_shares"
    other = t.stock(turn=2)
    other.refused(act(0, "offer_private", "CS", 1, 55), "4.1a")
    other.refused(act(1, "ask_private", "CS", 55), "4.1a")


@rule("1830", "P-1", "P-4")
def test_p_1_an_offer_is_answered_before_anything_else_and_not_repeated_in_the_turn() -> None:
    t = table().opened("PRR", shares={1: 30}).private("CS", 0).private("DH", 2).stock(turn=1)
    asked = t.play(act(1, "ask_private", "CS", 55))
    asked.refused(act(1, "pass_turn"), "P-1")
    asked.refused(act(0, "buy", "PRR", "bank", 10), "P-1")
    asked.refused(act(0, "ask_private", "DH", 80), "P-1")
    after = asked.play(act(0, "decline"))
    assert (after.s.privates["CS"], after.money(1), after.turn) == ("P0", 600, ("trade_shares", 1))
    for price in (0, 55):
        after.refused(act(1, "ask_private", "CS", price), "P-4", price=55, count=1, most=3)
    assert after.may(act(1, "ask_private", "DH", 80))
    later = after.play(act(1, "pass_turn"), act(2, "pass_turn"), act(3, "pass_turn"), act(0, "pass_turn"))
    assert later.may(act(1, "ask_private", "CS", 10)), "in the next turn it may be asked again"


@rule("1830", "P-4")
def test_p_4_a_buyer_offers_more_each_time_but_three_times_at_most() -> None:
    t = table().private("CS", 0).private("DH", 0).stock(turn=1)
    for price in (55, 56, 100):
        assert t.may(act(1, "ask_private", "CS", price))
        t = t.play(act(1, "ask_private", "CS", price), act(0, "decline"))
    t.refused(act(1, "ask_private", "CS", 600), "P-4", price=100, count=3, most=3)
    assert t.may(act(1, "ask_private", "DH", 10)), "another thing is another matter"


@rule("1830", "P-4")
def test_p_4_a_seller_asks_less_each_time() -> None:
    t = table().private("CS", 0).stock(turn=0).play(act(0, "offer_private", "CS", 1, 90), act(1, "decline"))
    for price in (90, 91):
        t.refused(act(0, "offer_private", "CS", 1, price), "P-4", price=90, count=1)
    assert t.may(act(0, "offer_private", "CS", 2, 90)), "another player has not been asked"
    assert t.play(act(0, "offer_private", "CS", 1, 89), act(1, "accept")).money(0) == 689


@rule("1830", "P-4")
def test_p_4_nothing_is_better_than_nothing_for_a_buyer() -> None:
    t = table().private("CS", 0).stock(turn=0).play(act(0, "offer_private", "CS", 1, 0), act(1, "decline"))
    assert not t.offers("offer_private", "CS", 1)
    assert t.offers("offer_private", "CS", 2)


@rule("1830", "P-1", "P-4")
def test_p_4_a_company_offers_more_than_was_declined() -> None:
    t = turn_of("NYC", 0).play(act(0, "buy_private", "MH", 110))
    assert t.turn == ("consent", 1)
    t = t.play(act(1, "decline"))
    assert (t.s.privates["MH"], t.money("NYC")) == ("P1", 500)
    t.refused(act(0, "buy_private", "MH", 110), "P-4", price=110)
    assert t.play(act(0, "buy_private", "MH", 220), act(1, "accept")).money("NYC") == 280
    assert t.may(act(0, "buy_private", "CS", 80))


@rule("1830", "R-31")
def test_r_31_a_trade_is_no_purchase_no_sale_and_no_action() -> None:
    t = table().opened("PRR", shares={3: 30}).private("CS", 0).stock(turn=1, priority=3, passes=2)
    after = t.play(act(1, "ask_private", "CS", 0), act(0, "accept"))
    assert (after.s.privates["CS"], after.s.priority, after.s.passes) == ("P1", 3, 2), "any price from $0"
    bought = after.play(act(1, "buy", "PRR", "bank", 10))
    assert bought.holding("PRR", 1) == 10
    assert after.play(act(1, "pass_turn")).s.passes == 3


@rule("1830", "R-31", "5.3c")
def test_r_31_who_buys_a_private_keeps_to_the_limit_of_certificates() -> None:
    t = table(6).private("CS", 0)
    for company in ("PRR", "NYC"):
        t.opened(company, shares={1: 60})
    t.stock(turn=1)
    assert t.may(act(1, "ask_private", "CS", 10)), "two directors' and eight other certificates may become eleven"
    t.share("B&O", 1)
    t.refused(act(1, "ask_private", "CS", 10), "R-31", private="CS", limit=11)
    t.stock(turn=0).refused(act(0, "offer_private", "CS", 1, 10), "R-31", private="CS", limit=11)
    assert t.may(act(0, "offer_private", "CS", 2, 10))


@rule("1830", "V-6.4", "V-6.4a", "4.1a")
def test_v_6_4_what_was_traded_in_a_round_is_not_passed_on_in_it() -> None:
    t = table().opened("PRR", shares={3: 30}).private("CS", 0).stock(turn=1)
    t = t.play(act(1, "ask_private", "CS", 55), act(0, "accept"))
    t.refused(act(1, "offer_private", "CS", 2, 60), "V-6.4", private="CS")
    t = t.play(act(1, "pass_turn"))
    t.refused(act(2, "ask_private", "CS", 60), "V-6.4", private="CS")
    for seat in (2, 3, 0, 1):
        t = t.play(act(seat, "pass_turn"))
    assert t.s.stock_rounds == 3, "no company has floated, so the next stock round begins"
    while int(t.turn[1]) != 1:
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    assert t.may(act(1, "offer_private", "CS", 2, 60))


@rule("1830", "4.1b", "P-1")
def test_4_1_the_owner_must_agree_to_sell_to_a_company() -> None:
    t = turn_of("NYC", 0).play(act(0, "buy_private", "CS", 80))
    assert (t.turn, t.s.privates["CS"]) == (("consent", 2), "P2")
    t.refused(act(0, "accept"), "P-1")
    t = t.play(act(2, "accept"))
    assert (t.s.privates["CS"], t.money(2), t.money("NYC")) == ("NYC", 680, 420)


@rule("1830", "4.1b")
def test_4_1_a_company_never_sells_a_private() -> None:
    t = turn_of("NYC", 0).opened("PRR", shares={0: 60}).private("CS", "PRR")
    t.refused(act(0, "buy_private", "CS", 40), "4.1b", private="CS")
    stock = t.stock(turn=0)
    stock.refused(act(0, "offer_private", "CS", 1, 40), "4.1b", private="CS")
    stock.refused(act(0, "ask_private", "CS", 40), "4.1b", private="CS")


@rule("1830", "4.1c", "3.2c", "3.3c")
def test_4_1_companies_buy_from_the_first_3_train_on() -> None:
    t = turn_of("PRR", 0, phase="2", step="buy_trains", money=1000).trains("PRR", "2").depot("3", 5)
    t.refused(act(0, "buy_private", "CS", 80), "4.1c")
    t = t.depot("2", 0).play(act(0, "buy_train", "bank", "3", 180), act(0, "buy_private", "CS", 80), act(2, "accept"))
    assert t.s.privates["CS"] == "PRR"


@rule("1830", "3.4d")
def test_3_4_companies_still_buy_in_phase_4() -> None:
    t = turn_of("B&M", 0, phase="4").play(act(0, "buy_private", "DH", 140))
    assert (t.s.privates["DH"], t.money(0)) == ("B&M", 740)


@rule("1830", "4.1d")
@pytest.mark.parametrize(
    ("private", "least", "most"), [("SV", 10, 40), ("CS", 20, 80), ("DH", 35, 140), ("MH", 55, 220), ("CA", 80, 320)]
)
def test_4_1_a_company_pays_from_half_to_double(private: str, least: int, most: int) -> None:
    t = turn_of("NYC", 0).private(private, 0)
    for price in (least, most):
        assert t.play(act(0, "buy_private", private, price)).money(0) == 600 + price
    for price in (least - 1, most + 1):
        t.refused(act(0, "buy_private", private, price), "4.1d", private=private, least=least, most=most)


@rule("1830", "4.1d", "6.3d")
def test_4_1_a_company_pays_with_its_own_money() -> None:
    t = turn_of("NYC", 0, money=69)
    t.refused(act(0, "buy_private", "DH", 70), "6.3d", cost=70, cash=69)
    assert t.play(act(0, "buy_private", "DH", 69)).money("NYC") == 0


@rule("1830", "4.1e", "4.0.DH.a")
def test_4_1_what_is_bought_before_the_tile_can_be_used_at_once() -> None:
    t = turn_of("NYC", 0).play(act(0, "buy_private", "DH", 35))
    assert t.may(act(0, "lay_private", "DH", "F16", "57", 0))


@rule("1830", "4.1f")
def test_4_1_a_company_may_buy_several_privates() -> None:
    t = turn_of("PRR", 0).play(act(0, "buy_private", "SV", 40), act(0, "buy_private", "CS", 80), act(2, "accept"))
    assert (t.s.privates["SV"], t.s.privates["CS"], t.money("PRR")) == ("PRR", "PRR", 380)
    assert t.may(act(0, "buy_private", "DH", 70))


@rule("1830", "4.1a")
def test_an_option_forbids_trade_between_players() -> None:
    t = table(preset="C").private("CS", 0).stock(turn=1)
    t.refused(act(1, "ask_private", "CS", 55), "S-6.2")
