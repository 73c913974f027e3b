"""Rounds of 1853: who acts when, how many operating rounds there are, and what the elephant is good for."""

import pytest

from tests.games.g1853.positions import GAME, India, act, table
from tests.games.g1853.test_stations import BENARES, on_the_ganges
from tests.marks import rule


def stock_round_over(t: India) -> India:
    """All pass in a stock round that seat 0 begins."""
    return t.stock().play(*(act(seat, "pass_turn") for seat in range(4)))


def through_round(t: India) -> India:
    """Every company lets its turn pass, until the operating round is over."""
    now = t.s.set_round
    while t.s.todo and t.turn[0] != "call_round" and (t.s.round, t.s.set_round) == ("operating", now):
        t = passing(t)
    return t


def passing(t: India) -> India:
    """A company goes on to its next step; large ones have a plan to choose in their first turn."""
    choice = next(c for c in t.choices() if c.kind.startswith(("pass_", "plan")))
    return t.play(act(choice.seat, choice.kind, *choice.args))


def series(t: India, extra: bool = False) -> list[str]:
    """What is played from the end of a stock round to the next one: OR for each operating round, then SR."""
    t = stock_round_over(t).play(act(0, "keep_elephant"))
    played = []
    while t.s.round == "operating":
        if t.turn[0] == "call_round":
            t = t.play(act(0, "extra_round" if extra and not t.mine.extra_round else "no_extra_round"))
            continue
        played.append("OR")
        t = through_round(t)
    return [*played, "SR"]


def three_started(phase: str = "2") -> India:
    """Companies 7, 4 and 1 have started, in this order; the seventh is the dearest."""
    t = table().phase(phase).started("SIR", {2: 60}, price=200).started("BNR", {1: 60}).started("EIR", {0: 60})
    t.mine.plans = {"BNR": "later", "EIR": "later"}
    return t.cash({"EIR": 0, "BNR": 0, "SIR": 0})


@rule(GAME, "4.0a", "3.1.12", "3.5", "3.3.3")
def test_companies_act_in_the_order_of_the_table() -> None:
    t = stock_round_over(three_started()).play(act(0, "keep_elephant"))
    assert (t.s.round, t.s.set_round) == ("operating", 1)
    assert t.turn == ("lay_track", "EIR")
    order = []
    while t.turn[0] != "call_round":
        order.append(t.s.acted[-1])
        t = passing(t)
    assert list(dict.fromkeys(order)) == ["EIR", "BNR", "SIR"]


@rule(GAME, "4.0b")
def test_nobody_else_acts_for_a_company() -> None:
    t = three_started().operating("EIR", "buy_trains")
    t.refused(act(1, "pass_trains"), "4.0b")


@rule(GAME, "4.0d")
def test_the_order_of_steps() -> None:
    t = on_the_ganges().cash({"EIR": 100})
    assert t.operating("EIR", "place_station").may(act(0, "station", BENARES, 0))
    t.operating("EIR", "buy_trains").refused(act(0, "station", BENARES, 0), "4.0d")
    assert t.game.flow.turn[-5:] == ("lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains")


@rule(GAME, "4.0c", "4.6.4a")
def test_income_is_paid_by_the_bank_to_the_company_or_the_shareholders() -> None:
    for kind, company, director in (("withhold", 100, 0), ("pay_out", 0, 60)):
        t = three_started()
        t.s.revenue = 100
        t.operating("EIR", "pay_dividend")
        bank, cash = t.money("bank"), t.money(0)
        after = t.play(act(0, kind))
        assert (after.money("EIR"), after.money(0) - cash) == (company, director)
        assert after.money("bank") == bank - max(company, director)


@rule(GAME, "4.0f", "4.9a", "T6")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 3), ("5", 3)])
def test_rounds_between_stock_rounds(phase: str, rounds: int) -> None:
    assert series(three_started(phase)) == ["OR"] * rounds + ["SR"]


@rule(GAME, "4.9b")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 2), ("4", 4)])
def test_the_elephant_calls_one_more_round(phase: str, rounds: int) -> None:
    assert series(three_started(phase), extra=True) == ["OR"] * rounds + ["SR"]


def asked() -> India:
    """The only operating round of phase 2 is over, and the elephant is with seat 0."""
    return through_round(stock_round_over(three_started()).play(act(0, "keep_elephant")))


@rule(GAME, "4.9b")
def test_only_its_holder_calls_a_round_and_only_once() -> None:
    t = asked()
    assert t.turn == ("call_round", 0)
    t.refused(act(1, "extra_round"), "4.9b")
    more = t.play(act(0, "extra_round"))
    assert (more.s.set_round, more.s.set_length, more.turn) == (2, 2, ("lay_track", "EIR"))
    more.refused(act(0, "extra_round"), "4.9b")
    assert through_round(more).s.round == "stock"
    assert not through_round(more).mine.extra_round


@rule(GAME, "4.10.1e")
def test_a_new_phase_changes_the_number_of_rounds_after_the_next_stock_round() -> None:
    t = three_started().depot("2", 0).cash({"EIR": 500})
    t = stock_round_over(t).play(act(0, "keep_elephant"), act(0, "pass_track"))
    t = t.play(act(0, "buy_train", "bank", "3", 440))
    assert (t.s.phase, t.s.set_length) == ("3", 1)
    t = through_round(t).play(act(0, "no_extra_round"))
    assert t.s.round == "stock"
    t = t.play(*(act(seat, "pass_turn") for seat in range(4)), act(0, "keep_elephant"))
    assert t.s.set_length == 2


# --- the elephant ------------------------------------------------------------------------------------------


def for_sale() -> India:
    return stock_round_over(three_started().cash({0: 100, 1: 100, 2: 20}))


@rule(GAME, "3.1.11b", "R-22")
def test_the_elephant_is_sold_right_after_the_stock_round() -> None:
    t = for_sale()
    assert t.turn == ("sell_elephant", 0)
    offered = t.play(act(0, "offer_elephant", 1, 30))
    assert offered.turn == ("consent", 1)
    sold = offered.play(act(1, "accept"))
    assert (sold.s.priority, sold.money(0), sold.money(1)) == (1, 130, 70)
    assert sold.turn == ("lay_track", "EIR")
    sold.refused(act(1, "offer_elephant", 2, 10), "3.1.11b")


@rule(GAME, "R-22")
def test_it_is_offered_once_and_for_what_the_buyer_has_at_most() -> None:
    t = for_sale()
    t.refused(act(0, "offer_elephant", 2, 21), "R-22", price=21, cash=20)
    assert t.may(act(0, "offer_elephant", 2, 20))
    assert t.may(act(0, "offer_elephant", 2, 0))
    kept = t.play(act(0, "offer_elephant", 2, 20), act(2, "decline"))
    assert (kept.s.priority, kept.money(0), kept.s.declined) == (0, 100, ())
    assert kept.turn == ("lay_track", "EIR")


@rule(GAME, "3.1.11b", "4.9b")
def test_the_buyer_has_all_its_rights() -> None:
    t = through_round(for_sale().play(act(0, "offer_elephant", 3, 0), act(3, "accept")))
    assert t.turn == ("call_round", 3)
    assert t.play(act(3, "no_extra_round")).turn == ("trade_shares", 3)


@rule(GAME, "3.3.3")
def test_a_company_that_starts_acts_in_the_next_operating_round() -> None:
    t = table().unstarted("EIR", {0: 40}).stock()
    t.mine.named = ("EIR",)
    t = t.play(act(0, "buy", "EIR", "bank", 10))
    assert t.s.floated == ("EIR",)
    while t.turn[0] == "trade_shares":
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    t = t.play(act(t.s.priority, "keep_elephant"))
    assert (t.s.round, t.s.acted) == ("operating", ("EIR",))
