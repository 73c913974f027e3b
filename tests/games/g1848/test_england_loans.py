"""VI: loans of the Bank of England, of a company's own will and by force."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1848.failing import LOAN, ROW, linked, weak
from tests.games.g1848.idle import turn_over
from tests.games.g1848.positions import England, act
from tests.marks import rule


def buy(source: str, train: str, price: int) -> Action:
    return act(0, "buy_train", source, train, price)


@rule("1848", "VI.loan.3", "VI.boe.7")
def test_a_loan_brings_100_and_moves_both_prices() -> None:
    """From the seventh column to the fifth, in the same row."""
    after = weak(800, column=7).operating("VR").play(LOAN)
    assert (after.money("VR"), after.s.cell["VR"], after.price("BOE")) == (900, (ROW, 5), 80)


@rule("1848", "VI.boe.4", "X.3.5")
def test_no_loans_before_the_first_3() -> None:
    for phase in ("1", "2"):
        t = weak(800, phase=phase, column=7).operating("VR")
        t.refused(LOAN, "VI.boe.4")
    for phase in ("3", "4", "5", "6", "7"):
        assert weak(800, phase=phase, column=7).operating("VR").may(LOAN)


@rule("1848", "VI.boe.4")
def test_the_company_that_buys_the_first_3_may_borrow_at_once() -> None:
    t = weak(800, phase="2", column=7).depot("2", 0).operating("VR", "buy_trains")
    t.refused(LOAN, "VI.boe.4")
    assert t.play(buy("bank", "3", 200), LOAN).money("VR") == 700


@rule("1848", "VI.loan.1")
def test_one_loan_in_an_operating_round() -> None:
    t = weak(800, column=7).operating("VR").play(LOAN)
    t.refused(LOAN, "VI.loan.1")
    again = turn_over(t)
    assert (again.s.set_round, again.turn) == (2, ("lay_track", "VR"))
    assert again.play(LOAN).lent == {"VR": 2}


@rule("1848", "VI.loan.4")
@pytest.mark.parametrize("step", ["lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains"])
def test_a_loan_at_any_moment_of_the_turn(step: str) -> None:
    """Also before tiles, stations, the run, the dividend, the purchase; the turn goes on where it was."""
    t = linked(weak(500, column=7)).laid("H9", "15", 1).trains("VR", "3").operating("VR")
    while t.turn[0] != step:
        t = t.play(
            {
                "lay_track": act(0, "pass_track"),
                "place_station": act(0, "pass_station"),
                "run_trains": act(0, "run", ((("H11", 6), ("H11", 1), ("H9", 6)),)),
                "pay_dividend": act(0, "pay_out"),
            }[t.turn[0]]
        )
    after = t.play(LOAN)
    assert (after.money("VR"), after.turn) == (600, (step, "VR"))
    assert after.s.cell["VR"] == (ROW, 6 if step == "buy_trains" else 5)


@rule("1848", "VI.loan.4")
def test_a_loan_pays_for_a_mountain() -> None:
    """H13 costs 50 and the treasury is empty."""
    t = weak(0, column=7).laid("H11", "57", 1).operating("VR")
    t.refused(act(0, "lay", "H13", "9", 1), "III.misc.2", cost=50, cash=0)
    after = t.play(LOAN, act(0, "lay", "H13", "9", 1))
    assert after.money("VR") == 50


@rule("1848", "VI.loan.4", "VIII.token.8")
def test_a_loan_pays_for_a_station_that_nothing_else_can_pay() -> None:
    """With 20 in the treasury the step still comes: a loan or a pass."""
    t = linked(weak(20, column=7)).operating("VR", "place_station")
    assert t.turn == ("place_station", "VR")
    assert (t.offers("station"), t.offers("pass_station")) == ([], [()])
    t.refused(act(0, "station", "H9", 0), "VIII.token.8", cost=40, cash=20)
    after = t.play(LOAN)
    assert after.turn == ("place_station", "VR")
    assert after.play(act(0, "station", "H9", 0)).money("VR") == 80
    assert t.play(act(0, "pass_station")).turn[0] != "place_station"


@rule("1848", "VI.loan.4")
@pytest.mark.parametrize(
    ("column", "phase", "treasury"), [(1, "3", 20), (7, "2", 20)], ids=["it would fail", "no loans yet"]
)
def test_no_station_is_asked_for_that_no_loan_can_pay(column: int, phase: str, treasury: int) -> None:
    t = linked(weak(treasury, column=column, phase=phase)).operating("VR", "place_station")
    assert t.turn[0] != "place_station"


@rule("1848", "VI.loan.1")
def test_no_station_is_asked_for_when_the_loan_of_the_round_is_spent() -> None:
    t = linked(weak(0, column=7)).operating("VR").play(LOAN).cash({"VR": 20}).play(act(0, "pass_track"))
    assert t.turn[0] != "place_station"


@rule("1848", "VI.loan.4")
def test_loans_only_in_the_companys_own_turn_by_its_director() -> None:
    t = weak(500, column=7).opened("SAR", par=100, shares={1: 60}).home("SAR").operating("VR")
    t.refused(act(1, "loan"), "VI.loan.4")
    t.stock().refused(LOAN, "VI.loan.4")


@rule("1848", "VI.loan.2")
def test_loans_are_neither_paid_back_nor_charged() -> None:
    """Nothing that can be chosen pays one back, and a round later neither money nor loans have changed."""
    t = weak(500, column=7).loans("VR", 3).operating("VR", set_round=1)
    assert {choice.kind for choice in t.choices()} == {"lay", "pass_track", "loan"}
    t.refused(act(0, "repay", 100), "VIII.turn.1")
    after = turn_over(t)
    assert (after.money("VR"), after.lent, after.money("BOE")) == (500, {"VR": 3}, 1700)


@rule("1848", "VI.loan.5")
def test_five_loans_of_free_will() -> None:
    assert weak(500, column=7).loans("VR", 4).operating("VR").play(LOAN).lent["VR"] == 5
    weak(500, column=7).loans("VR", 5).operating("VR").refused(LOAN, "VI.loan.5")


@rule("1848", "VI.loan.5", "IX.forced.1")
def test_a_sixth_loan_by_force() -> None:
    t = linked(weak(150, column=7)).loans("VR", 5).operating("VR", "buy_trains")
    t.refused(LOAN, "VI.loan.5")
    after = t.play(buy("bank", "3", 200))
    assert (after.lent["VR"], after.money("VR"), after.s.trains["VR"]) == (6, 50, ("3",))


@rule("1848", "VI.loan.6", "IX.forced.1")
def test_by_force_the_first_loan_costs_two_fields_the_others_three() -> None:
    """Nothing in the treasury, 300 wanted: 2, 3 and 3 fields from the tenth column to the second; 70 to 100."""
    t = linked(weak(0, phase="4", column=10)).operating("VR", "buy_trains")
    after = t.play(buy("bank", "4", 300))
    assert (after.s.cell["VR"], after.price("BOE"), after.money("VR")) == ((ROW, 2), 100, 0)
    assert after.s.trains["VR"] == ("4",)


@rule("1848", "IX.forced.1", "IX.buy.13")
def test_loans_until_the_money_suffices() -> None:
    """120 and two loans are 320: a 4 for 300, 20 left; 2 and 3 fields from the seventh column to the second."""
    t = linked(weak(120, phase="4", column=7)).operating("VR", "buy_trains")
    after = t.play(buy("bank", "4", 300))
    assert (after.money("VR"), after.s.cell["VR"], after.s.trains["VR"]) == (20, (ROW, 2), ("4",))
    assert after.money(0) == 630


@rule("1848", "VI.loan.6")
def test_a_free_loan_before_counts_as_the_first_of_the_round() -> None:
    """The loan in the track step costs 2, the forced one 3: from the seventh column to the second."""
    t = linked(weak(120, phase="4", column=7)).operating("VR", "buy_trains").play(LOAN)
    assert t.s.cell["VR"] == (ROW, 5)
    assert t.play(buy("bank", "4", 300)).s.cell["VR"] == (ROW, 2)


@rule("1848", "VI.loan.6")
def test_by_an_option_all_forced_loans_cost_three() -> None:
    t = linked(weak(120, phase="4", column=8, forced_loans="three")).operating("VR", "buy_trains")
    assert t.play(buy("bank", "4", 300)).s.cell["VR"] == (ROW, 2)


@rule("1848", "R-49", "IX.forced.1")
@pytest.mark.parametrize(("train", "price", "loans", "left"), [("3", 200, 1, 20), ("3+", 230, 2, 90)])
def test_the_director_chooses_the_version(train: str, price: int, loans: int, left: int) -> None:
    t = linked(weak(120, column=7)).operating("VR", "buy_trains")
    after = t.play(buy("bank", train, price))
    assert (after.lent["VR"], after.money("VR"), after.s.trains["VR"]) == (loans, left, (train,))


@rule("1848", "R-49")
def test_by_force_only_the_next_card_in_either_version() -> None:
    """Phase 6 with both 6/6+ sold: 8 or D on credit, no 2E; it would not meet the duty."""
    t = linked(weak(100, phase="6", column=10)).depot("6", 0).operating("VR", "buy_trains")
    assert set(t.offers("buy_train")) == {("bank", "8", 800), ("bank", "D", 1100)}
    t.refused(buy("bank", "2E", 200), "III.misc.2", cost=200, cash=100)


@rule("1848", "IX.buy.13", "VI.gen.2", "IX.gen.1")
def test_who_must_buy_and_cannot_pay_buys_on_credit_only() -> None:
    """Route, no train, 50, trains for 200, SAR's 3 too dear as well."""
    t = linked(weak(50, column=7)).opened("SAR", par=100, shares={1: 60}).home("SAR").trains("SAR", "3")
    t = t.operating("VR", "buy_trains")
    assert {(choice.kind, choice.args) for choice in t.choices()} == {
        ("buy_train", ("bank", "3", 200)),
        ("buy_train", ("bank", "3+", 230)),
        ("loan", ()),
    }
    t.refused(act(0, "pass_trains"), "IX.gen.1", company="VR")
    t.refused(buy("SAR", "3", 200), "III.misc.2", cost=200, cash=50)


@rule("1848", "IX.buy.13")
def test_who_can_pay_for_the_cheapest_train_gets_no_loans_for_a_dearer_one() -> None:
    t = linked(weak(210, column=7)).operating("VR", "buy_trains")
    t.refused(buy("bank", "3+", 230), "III.misc.2", cost=230, cash=210)
    assert t.play(buy("bank", "3", 200)).money("VR") == 10
    assert t.play(LOAN, buy("bank", "3+", 230)).money("VR") == 80


@rule("1848", "IX.forced.3", "III.misc.2")
def test_the_director_adds_nothing() -> None:
    """He is rich, but neither his cash nor his shares buy a train; after the purchase he has what he had."""
    t = linked(weak(150, column=7)).cash({0: 2000}).opened("SAR", par=70, shares={0: 20, 1: 60}).home("SAR")
    t = t.operating("VR", "buy_trains")
    t.refused(act(0, "sell", "SAR", 10), "IX.forced.3")
    t.refused(act(0, "bankrupt"), "IX.forced.3")
    after = t.play(buy("bank", "3", 200))
    assert (after.money(0), after.lent["VR"]) == (2000, 1)


def with_used(treasury: int) -> England:
    """SAR of another director has a 3 to sell."""
    t = linked(weak(treasury, column=7)).opened("SAR", par=100, shares={1: 60}).home("SAR").trains("SAR", "3")
    return t.operating("VR", "buy_trains")


@rule("1848", "IX.forced.4", "VI.loan.7")
def test_one_loan_may_buy_a_train_of_another_company() -> None:
    after = with_used(150).play(LOAN, buy("SAR", "3", 200), act(1, "accept"))
    assert (after.money("VR"), after.money("SAR"), after.s.trains["VR"]) == (50, 200, ("3",))


@rule("1848", "IX.forced.4", "VI.loan.7")
def test_a_second_loan_is_only_for_a_train_from_the_bank() -> None:
    """50 and a loan are 150: no second loan for SAR's 3, but one for a 3 of the bank."""
    t = with_used(50).play(LOAN)
    t.refused(LOAN, "VI.loan.7")
    t.refused(buy("SAR", "3", 200), "III.misc.2", cost=200, cash=150)
    after = t.play(buy("bank", "3", 200))
    assert (after.lent["VR"], after.money("VR"), after.s.cell["VR"]) == (2, 50, (ROW, 2))


@rule("1848", "R-03")
def test_a_loan_does_not_touch_the_bank() -> None:
    t = weak(500, column=7).operating("VR")
    assert t.play(LOAN).money("bank") == t.money("bank")


@rule("1848", "XIV.3")
@pytest.mark.parametrize(("before", "ending"), [(14, ""), (15, "loans")])
def test_the_sixteenth_loan_announces_the_end(before: int, ending: str) -> None:
    t = weak(500, column=7).opened("SAR", par=100, shares={1: 60}).loans("SAR", before).operating("VR")
    assert t.play(LOAN).s.ending == ending
