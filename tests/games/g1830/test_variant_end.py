"""The end by the top price: V-8.0."""

from __future__ import annotations

import pytest

from tests.games.g1830.operating import go_on
from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.turns import idle_set
from tests.marks import rule

BELOW_TOP = (0, 17)
"""The cell of 325, left of 350."""

RIGHT_END = (1, 18)
"""The cell of 300 at the end of the second row, below 350."""


def about_to_pay(
    company: str, preset: str = "classic", *, cell: tuple[int, int] = BELOW_TOP, set_round: int = 1, **options: str
) -> Table:
    """A company of seat 0 next to the top price has earned 100 in phase 3, with two rounds in the set."""
    t = table(4, preset, **options).phase("3").opened(company, par=100, shares={0: 60}, cell=cell).home(company)
    other = "NYC" if company == "PRR" else "PRR"
    t = t.opened(other, par=67, shares={1: 60}).home(other).cash({company: 500, other: 500})
    t.s.revenue = 100
    return t.operating(company, "pay_dividend", set_round=set_round)


@rule("1830", "V-8.0a")
def test_v_8_0_by_the_standard_the_top_price_ends_nothing() -> None:
    t = about_to_pay("PRR").play(act(0, "pay_out"))
    assert (t.price("PRR"), t.s.ending) == (350, "")
    t = t.play(act(0, "pass_trains"))
    assert (t.s.ended, t.s.acted) == ("", ("PRR", "NYC"))
    assert idle_set(t).s.round == "stock"


@rule("1830", "V-8.0a", "8.0a")
@pytest.mark.parametrize("option", ["standard", "top_price"])
def test_v_8_0_an_empty_bank_ends_the_game_after_the_set_by_both(option: str) -> None:
    t = about_to_pay("PRR", cell=(0, 6), game_end=option).bank(60, rich=3).play(act(0, "pay_out"))
    assert (t.money("bank"), t.s.ending, t.s.ended) == (0, "bank", "")
    assert idle_set(t).s.ended == "bank"


@rule("1830", "V-8.0b", "S-5.2-8.0")
@pytest.mark.parametrize(("company", "preset"), [("PRR", "classic"), ("NYC", "T")])
def test_v_8_0_the_top_price_ends_the_game_after_the_turn(company: str, preset: str) -> None:
    t = about_to_pay(company, preset, game_end="top_price").play(act(0, "pay_out"))
    assert (t.price(company), t.s.ended, t.s.ending) == (350, "", "price")
    assert t.turn == ("buy_trains", company), "the turn is finished first"
    over = t.play(act(0, "buy_train", "bank", "3", 180), act(0, "pass_trains"))
    assert (over.s.ended, over.s.todo, over.s.acted) == ("price", [], (company,))
    result = over.game.result(over.s)
    assert result is not None
    assert result.reason == "end.price"


@rule("1830", "V-8.0.ex1", "V-8.0b", "5.5c")
def test_v_8_0_example_up_to_350_at_the_right_edge() -> None:
    t = about_to_pay("PRR", cell=RIGHT_END, game_end="top_price")
    assert t.price("PRR") == 300
    t = t.play(act(0, "pay_out"))
    assert (t.price("PRR"), t.s.ended) == (350, "")
    assert t.play(act(0, "pass_trains")).s.ended == "price"


@rule("1830", "V-8.0b")
def test_v_8_0_it_ends_the_game_even_when_the_bank_was_broken_before() -> None:
    t = about_to_pay("PRR", game_end="top_price")
    t.s.ending = "bank"
    over = t.play(act(0, "pay_out"), act(0, "pass_trains"))
    assert over.s.ended == "price"


@rule("1830", "V-8.0b", "5.5b")
def test_v_8_0_sold_out_companies_end_it_with_the_stock_round() -> None:
    def sold_out(option: str) -> Table:
        t = table(game_end=option).opened("PRR", par=100, shares={0: 60, 1: 40}, cell=RIGHT_END).home("PRR")
        return t.cash({"PRR": 500}).stock().play(*(act(seat, "pass_turn") for seat in range(4)))

    over = sold_out("top_price")
    assert (over.price("PRR"), over.s.ended, over.s.round) == (350, "price", "stock")
    assert sold_out("standard").s.round == "operating"


@rule("1830", "V-8.0b")
def test_v_8_0_no_other_price_ends_it() -> None:
    t = about_to_pay("PRR", cell=(0, 16), game_end="top_price").play(act(0, "pay_out"), act(0, "pass_trains"))
    assert (t.price("PRR"), t.s.ended) == (325, "")


@rule("1830", "V-8.0b", "V-3.0a")
def test_v_8_0_a_price_that_has_reached_the_top_ends_the_game_though_it_falls_in_that_turn() -> None:
    """The last run of its only train brings PRR to 350; for a diesel its director must sell four of its shares."""
    t = (
        table(4, game_end="top_price", delayed_scrapping="true")
        .phase("7")
        .opened("PRR", shares={0: 60}, cell=BELOW_TOP)
    )
    t = t.opened("NYC", par=67, shares={1: 60}).home("PRR").home("NYC").laid("H10", "57", 1).trains("PRR", "4")
    t.s.doomed = ("4",)
    t = go_on(t.depot("6", 0).cash({0: 0, "PRR": 0}).operating("PRR", "run_trains")).play(act(0, "pay_out"))
    assert (t.price("PRR"), t.s.trains["PRR"]) == (350, ())
    t = t.play(act(0, "sell", "PRR", 40), act(0, "buy_train", "bank", "D", 1100))
    assert t.price("PRR") < 350
    assert t.play(act(0, "pass_trains")).s.ended == "price"
