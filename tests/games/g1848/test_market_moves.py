"""XII and XIII: how prices move."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass, go_on, turn_over
from tests.games.g1848.positions import England, act, game_for, table
from tests.marks import rule

ROWS = (
    (70, 80, 90, 100, 110, 120, 140, 160, 190, 220, 250, 280, 320, 360, 400, 450),
    (60, 70, 80, 90, 100, 110, 130, 150, 180, 210, 240, 270, 310, 350, 390, 440),
    (50, 60, 70, 80, 90, 100, 120, 140, 170, 200, 230, 260, 300),
    (40, 50, 60, 70, 80, 90, 110, 130, 160, 190),
    (30, 40, 50, 60, 70, 80, 100, 120),
    (20, 30, 40, 50, 60, 70),
)


def earning(cell: tuple[int, int], train: str = "5") -> England:
    """VR has just run for 40 and its director decides; its marker lies on this cell."""
    t = table(4).phase("5").laid("H11", "57", 1).laid("H9", "57", 1)
    t = t.opened("VR", par=80, shares={0: 60}, cell=cell).home("VR").trains("VR", train).operating("VR", "run_trains")
    t = go_on(t)
    assert (t.turn, t.s.revenue) == (("pay_dividend", "VR"), 40)
    return t


PAY, KEEP = act(0, "pay_out"), act(0, "withhold")


@rule("1848", "R-47", "VI.gen.1")
def test_the_grid() -> None:
    """Receivership at the left of each row, then the prices; the pars lie below each other in one column."""
    market = game_for().rules.market
    for row, prices in enumerate(ROWS):
        assert market.zone[row, 0] == "closing"
        for column, price in enumerate(prices, start=1):
            assert (market.price[row, column], market.zone[row, column]) == (price, "")
        assert (row, len(prices) + 1) not in market.price
    assert market.pars == {100: (1, 5), 90: (2, 5), 80: (3, 5), 70: (4, 5)}
    for par, cell in market.pars.items():
        assert ROWS[cell[0]][cell[1] - 1] == par


@rule("1848", "XII.1")
def test_paying_moves_right() -> None:
    after = earning((3, 5)).play(PAY)
    assert (after.s.cell["VR"], after.price("VR"), after.money(0)) == ((3, 6), 90, 630 + 24)


@rule("1848", "XII.1")
@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_at_the_right_end_paying_moves_up(row: int) -> None:
    column = len(ROWS[row])
    after = earning((row, column)).play(PAY)
    assert (after.s.cell["VR"], after.price("VR")) == ((row - 1, column), ROWS[row - 1][column - 1])


@rule("1848", "R-37", "XIV.2")
def test_in_the_top_right_corner_the_price_stays() -> None:
    after = earning((0, 16)).play(PAY)
    assert (after.price("VR"), after.s.ending) == (450, "price")
    assert earning((1, 16)).play(PAY).s.ending == "price"
    assert earning((0, 14)).play(PAY).s.ending == ""


@rule("1848", "XII.2")
def test_keeping_moves_left() -> None:
    after = earning((3, 5)).play(KEEP)
    assert (after.s.cell["VR"], after.price("VR"), after.money("VR")) == ((3, 4), 70, 40)


@rule("1848", "XII.2", "VI.rec.1")
@pytest.mark.parametrize("row", range(6))
def test_keeping_in_the_first_column_is_receivership(row: int) -> None:
    after = earning((row, 1)).play(KEEP)
    assert after.s.failed == (("VR", 0),)


@rule("1848", "R-38")
def test_no_train_or_no_income_counts_as_keeping() -> None:
    """First a company in its first turn without a train, then one whose train has nowhere to run."""
    first = table(4).opened("VR", par=80, shares={0: 60}).cash({"VR": 800}).operating("VR", "place_home")
    assert turn_over(first).s.cell["VR"] == (3, 4)
    idle = table(4).opened("VR", par=80, shares={0: 60}).home("VR").trains("VR", "2").operating("VR")
    assert turn_over(idle).s.cell["VR"] == (3, 4)


@rule("1848", "XII.3", "VIII.order.4")
def test_a_marker_that_moves_goes_under_those_that_lie_there() -> None:
    """SAR pays and comes to the cell of VR, which lies on top and acts first in the next round."""
    t = table(4).phase("3").opened("VR", par=80, shares={0: 60}, cell=(3, 7)).home("VR")
    t = t.opened("SAR", par=80, shares={1: 60}, cell=(3, 6)).home("SAR").stock(turn=2)
    t.laid("G6", "57", 2).laid("F5", "6", 3).trains("SAR", "3").laid("H11", "57", 1).laid("H9", "57", 1)
    t = t.trains("VR", "3").operating("SAR", "run_trains", acted=("VR",))
    t = go_on(t).play(act(1, "pay_out"))
    assert t.s.cell["SAR"] == t.s.cell["VR"] == (3, 7)
    t = turn_over(t)
    assert (t.s.set_round, t.turn[1]) == (2, "VR")


@rule("1848", "XII.3")
def test_a_marker_that_stays_keeps_its_place() -> None:
    """VR lies on top in the bottom row; a sale does not move it, so SAR stays beneath."""
    t = table(4).opened("VR", par=70, shares={0: 60}, cell=(5, 3)).opened("SAR", par=70, shares={1: 60}, cell=(5, 3))
    t = all_pass(t.stock().play(act(0, "sell", "VR", 10)))
    assert t.turn[1] == "VR"


@rule("1848", "XIII.price.1", "R-41")
def test_one_sale_is_one_row_whatever_its_size() -> None:
    """Three at once, or one and one and one in the same turn: one row, and all at the old price."""
    t = table(4).opened("VR", par=80, shares={0: 30, 1: 40}).stock()
    at_once = t.play(act(0, "sell", "VR", 30))
    one_by_one = t.play(*[act(0, "sell", "VR", 10)] * 3)
    for after in (at_once, one_by_one):
        assert (after.s.cell["VR"], after.money(0)) == ((4, 5), 630 + 240)


@rule("1848", "R-41")
def test_by_an_option_a_company_is_sold_once_in_a_turn() -> None:
    t = table(4, split_sales="refused").opened("VR", par=80, shares={0: 30, 1: 40}).stock()
    after = t.play(act(0, "sell", "VR", 10))
    after.refused(act(0, "sell", "VR", 10), "R-41")


@rule("1848", "XIII.price.2")
def test_sales_of_several_players_and_turns_each_count() -> None:
    """A at 80, B at 70, then A again at 60: the bottom row."""
    t = table(4).opened("VR", par=90, shares={0: 40, 1: 20}).stock()
    t = t.play(act(0, "sell", "VR", 10), act(0, "pass_turn"), act(1, "sell", "VR", 10), act(1, "pass_turn"))
    assert (t.s.cell["VR"], t.money(0), t.money(1)) == ((4, 5), 630 + 90, 630 + 80)
    t = t.play(act(2, "pass_turn"), act(3, "pass_turn"), act(0, "sell", "VR", 10))
    assert (t.s.cell["VR"], t.money(0)) == ((5, 5), 630 + 90 + 70)


@rule("1848", "XIII.price.3")
@pytest.mark.parametrize("cell", [(5, 3), (5, 6), (4, 8), (3, 10), (2, 13), (1, 16)])
def test_at_the_bottom_of_a_column_a_sale_moves_nothing(cell: tuple[int, int]) -> None:
    """Also where the column ends above the last row."""
    t = table(4).opened("VR", par=70, shares={0: 40, 1: 20}, cell=cell).stock()
    after = t.play(act(0, "sell", "VR", 10))
    assert (after.s.cell["VR"], after.money(0)) == (cell, 630 + t.price("VR"))


@rule("1848", "XIII.end.1")
def test_a_sold_out_company_moves_up() -> None:
    t = all_pass(table(4).opened("VR", par=80, shares={0: 60, 1: 40}).stock())
    assert (t.s.cell["VR"], t.price("VR")) == ((2, 5), 90)


@rule("1848", "XIII.end.1")
def test_at_the_top_a_sold_out_company_stays() -> None:
    t = all_pass(table(4).opened("VR", par=80, shares={0: 60, 1: 40}, cell=(0, 5)).stock())
    assert t.s.cell["VR"] == (0, 5)


@rule("1848", "XIII.end.1")
@pytest.mark.parametrize("pool", [0, 10])
def test_a_share_in_bank_or_pool_is_enough_not_to_rise(pool: int) -> None:
    t = all_pass(table(4).opened("VR", par=80, shares={0: 60, 1: 30}, pool=pool).stock())
    assert t.s.cell["VR"] == (3, 5)


@rule("1848", "R-42")
def test_a_company_that_waits_rises_too() -> None:
    """COM has no link and does not act, but all ten shares are with players."""
    t = table(4).opened("COM", par=70, shares={0: 60, 1: 40}).opened("VR", par=70, shares={2: 60}).stock()
    t.s.unpaid = ("COM",)
    t = all_pass(t)
    assert (t.price("COM"), t.turn) == (80, ("lay_track", "VR"))


@rule("1848", "R-44")
def test_450_by_a_sold_out_company_leads_to_one_more_series() -> None:
    t = all_pass(table(4).phase("3").opened("VR", par=80, shares={0: 60, 1: 40}, cell=(1, 16)).stock())
    assert (t.price("VR"), t.s.ending, t.s.set_length) == (450, "price", 2)
    t = turn_over(turn_over(t))
    assert t.s.ended == "price"
