"""IV: the sale of the privates, whose prices fall until somebody buys."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from stellwerk.core.state import Frame
from tests.games.g1848.positions import England, act, fresh
from tests.marks import rule

PRICES = {"P1": 30, "P2": 70, "P3": 110, "P4": 170, "P5": 170, "P6": 230}
LEAST = {"P1": 0, "P2": 40, "P3": 80, "P4": 140, "P5": 140, "P6": 200}


def sale(
    seats: int = 4, *, turn: int = 0, owned: Mapping[str, int] | None = None, least: tuple[str, ...] = ()
) -> England:
    """The sale with some privates sold and others lowered as far as they go."""
    t = fresh(seats)
    for private, seat in (owned or {}).items():
        t.private(private, seat)
    t.s.rebate = {private: PRICES[private] - LEAST[private] for private in least}
    t.s.todo = [Frame("sell_privates", turn)]
    return t.sound()


@rule("1848", "IV.1")
def test_iv_1_only_privates_are_for_sale_at_first() -> None:
    t = fresh()
    t.refused(act(0, "par", "VR", 80), "IV.1")
    t.refused(act(0, "buy", "BOE", "pool", 10), "IV.1")
    assert {choice.kind for choice in t.choices()} == {"buy_private_at_face", "lower"}
    assert sorted(t.offers("buy_private_at_face")) == [(private,) for private in PRICES]


@rule("1848", "IV.1")
def test_iv_1_also_while_one_private_is_left() -> None:
    t = sale(owned=dict.fromkeys(["P1", "P2", "P3", "P4", "P5"], 0), turn=1)
    t.refused(act(1, "par", "VR", 80), "IV.1")
    t.refused(act(1, "buy", "BOE", "pool", 10), "IV.1")


@rule("1848", "IV.2", "V.tab.1")
@pytest.mark.parametrize(("private", "price"), PRICES.items())
def test_iv_2_one_buys_at_the_base_value_at_first(private: str, price: int) -> None:
    after = fresh().play(act(0, "buy_private_at_face", private))
    assert (after.money(0), after.s.privates[private]) == (630 - price, "P0")
    assert after.turn == ("sell_privates", 1)


@rule("1848", "IV.2")
def test_iv_2_or_lowers_one_by_5_and_the_left_neighbour_is_next() -> None:
    after = fresh().play(act(0, "lower", "P3"))
    assert after.money(0) == 630
    assert after.turn == ("sell_privates", 1)
    bought = after.play(act(1, "buy_private_at_face", "P3"))
    assert bought.money(1) == 630 - 105
    assert bought.turn == ("sell_privates", 2)


@rule("1848", "IV.2")
def test_iv_2_nobody_else_acts_and_what_is_sold_is_sold() -> None:
    t = fresh().play(act(0, "buy_private_at_face", "P1"))
    t.refused(act(2, "lower", "P2"), "IV.2")
    t.refused(act(1, "buy_private_at_face", "P1"), "IV.2")
    t.refused(act(1, "lower", "P1"), "IV.2")
    t.cash({1: 69}).refused(act(1, "buy_private_at_face", "P2"), "IV.2")


@rule("1848", "V.tab.2")
@pytest.mark.parametrize(("private", "least"), LEAST.items())
def test_v_tab_2_each_can_be_lowered_six_times(private: str, least: int) -> None:
    t = fresh(3)
    for turn in range(6):
        t = t.play(act(turn % 3, "lower", private))
    t.refused(act(0, "lower", private), "V.tab.2", private=private)
    assert t.play(act(0, "buy_private_at_face", private)).money(0) == 840 - least


@rule("1848", "IV.3", "R-05")
def test_iv_3_with_all_at_their_least_and_none_sold_one_must_buy() -> None:
    """P1 costs nothing then, so that even somebody without money can."""
    t = sale(least=tuple(PRICES)).cash({0: 0})
    t.refused(act(0, "pass_turn"), "IV.3")
    assert [(choice.kind, choice.args) for choice in t.choices()] == [("buy_private_at_face", ("P1",))]
    after = t.play(act(0, "buy_private_at_face", "P1"))
    assert (after.money(0), after.s.privates["P1"]) == (0, "P0")


@rule("1848", "IV.4")
def test_iv_4_with_all_at_their_least_and_one_sold_anybody_may_pass() -> None:
    t = sale(owned={"P1": 0}, least=tuple(PRICES), turn=1)
    assert t.play(act(1, "pass_turn")).turn == ("sell_privates", 2)
    assert t.play(act(1, "buy_private_at_face", "P2")).money(1) == 630 - 40


@rule("1848", "IV.4")
def test_iv_4_by_an_option_only_owners_pass() -> None:
    t = fresh(4, auction_pass="owners").private("P1", 0)
    t.s.rebate, t.s.todo = dict.fromkeys(PRICES, 30), [Frame("sell_privates", 1)]
    t.refused(act(1, "pass_turn"), "IV.5")
    t.s.todo = [Frame("sell_privates", 0)]
    assert t.may(act(0, "pass_turn"))


@rule("1848", "IV.5", "R-06")
def test_iv_5_who_owns_a_private_may_pass_and_others_may_not() -> None:
    t = fresh().play(act(0, "buy_private_at_face", "P1"), *(act(seat, "lower", "P2") for seat in (1, 2, 3)))
    after = t.play(act(0, "pass_turn"))
    assert after.turn == ("sell_privates", 1)
    after.refused(act(1, "pass_turn"), "IV.5")


@rule("1848", "R-06", "IV.5")
def test_r_06_without_a_private_one_may_not_pass_while_one_price_can_fall() -> None:
    others = tuple(private for private in PRICES if private != "P2")
    t = sale(owned={"P1": 0}, least=others, turn=1)
    t.s.rebate["P2"] = 25
    t.refused(act(1, "pass_turn"), "IV.5")
    after = t.play(act(1, "lower", "P2"))
    assert after.may(act(2, "pass_turn")), "nothing can fall any more"


@rule("1848", "IV.6", "R-07")
def test_iv_6_when_all_pass_privates_pay_and_the_sale_goes_on() -> None:
    t = sale(3, owned={"P2": 0}, least=tuple(PRICES))
    money = [t.money(seat) for seat in range(3)]
    t = t.play(act(0, "pass_turn"), act(1, "pass_turn"))
    assert t.money(0) == money[0], "one has not passed yet"
    t = t.play(act(2, "pass_turn"))
    assert [t.money(seat) for seat in range(3)] == [money[0] + 10, money[1], money[2]]
    assert (t.s.round, t.turn) == ("auction", ("sell_privates", 0))
    after = t.play(act(0, "pass_turn"), act(1, "buy_private_at_face", "P1"), act(2, "pass_turn"))
    assert after.money(0) == money[0] + 10, "a purchase lies between the passes"
    assert after.may(act(0, "buy_private_at_face", "P3")), "who passed is not locked out"


@rule("1848", "R-07", "IV.6")
def test_r_07_passes_in_a_row_count_whoever_begins() -> None:
    """B buys P4; C, A and B pass: P4 pays B, and C is on turn."""
    t = sale(3, owned={"P1": 0, "P2": 2}, turn=1).play(act(1, "buy_private_at_face", "P4"))
    money = [t.money(seat) for seat in range(3)]
    t = t.play(act(2, "pass_turn"), act(0, "pass_turn"), act(1, "pass_turn"))
    assert [t.money(seat) for seat in range(3)] == [money[0] + 5, money[1] + 20, money[2] + 10]
    assert t.turn == ("sell_privates", 2)


@rule("1848", "IV.7", "IV.8")
@pytest.mark.parametrize(("seats", "first"), [(3, 0), (4, 3)])
def test_iv_7_left_of_the_last_buyer_begins_the_first_stock_round(seats: int, first: int) -> None:
    t = sale(seats, owned={"P1": 0, "P2": 1, "P3": 1, "P4": 0, "P5": 1}, turn=2)
    t = t.play(act(2, "buy_private_at_face", "P6"))
    assert (t.s.round, t.s.stock_rounds, t.s.priority) == ("stock", 1, first)
    assert t.turn == ("trade_shares", first)
    assert t.may(act(first, "par", "VR", 80))
    assert t.may(act(first, "buy", "BOE", "pool", 10))


@rule("1848", "V.P5.1", "R-11")
def test_v_p5_1_a_share_of_qr_comes_with_p5() -> None:
    after = fresh().play(act(0, "buy_private_at_face", "P5"))
    assert (after.money(0), after.s.shares["QR"][0]) == (630 - 170, (10,))
    assert "QR" not in after.s.par
    assert "QR" not in after.s.director


@rule("1848", "V.P6.1", "VI.norm.1")
def test_v_p6_1_the_director_of_car_comes_with_p6() -> None:
    after = fresh().play(act(0, "buy_private_at_face", "P6"))
    assert (after.money(0), after.s.shares["CAR"][0]) == (630 - 230, (20,))
    assert (after.s.par["CAR"], after.price("CAR"), after.s.director["CAR"]) == (100, 100, 0)


@rule("1848", "V.P6.1")
def test_v_p6_1_at_a_lowered_price_too() -> None:
    after = sale(least=("P6",), turn=3).play(act(3, "buy_private_at_face", "P6"))
    assert (after.money(3), after.s.par["CAR"], after.s.director["CAR"]) == (630 - 200, 100, 3)
