"""The order of an operating round and of a company's turn: 7.0 and 7.1."""

from __future__ import annotations

import pytest

from tests.games.g1830.operating import go_on, order, stock_round_over, to
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

Cell = tuple[int, int]


def row_of(cells: dict[str, Cell]) -> Table:
    """Companies on these market cells (row and column from 0), about to operate; earlier ones lie on top."""
    t = table()
    for seat, (company, cell) in enumerate(cells.items()):
        t = t.opened(company, par=67, shares={seat: 60}, cell=cell)
    return stock_round_over(t)


@rule("1830", "7.0a", "2.0d")
def test_7_0_privates_pay_players_and_companies_before_anyone_acts() -> None:
    t = table().phase("3").opened("PRR", par=67, shares={0: 60}).private("CS", "PRR").private("DH", 1)
    t.cash({0: 100, 1: 100, "PRR": 500})
    after = stock_round_over(t)
    assert (after.money("PRR"), after.money(1), after.money(0)) == (510, 115, 100)
    assert after.turn == ("lay_track", "PRR")
    assert after.s.acted == ("PRR",)


@rule("1830", "7.0a")
def test_7_0_privates_pay_again_in_each_round_of_a_set_and_closed_ones_never() -> None:
    t = table().phase("3").opened("PRR", par=67, shares={0: 60}).private("DH", 1).cash({1: 100})
    t = to(stock_round_over(t), "buy_trains")
    assert t.money(1) == 115
    t = go_on(t)
    assert (t.s.set_round, t.money(1)) == (2, 130)


@rule("1830", "7.0b")
def test_7_0_the_current_price_decides_and_not_par() -> None:
    cells = {"C&O": (2, 6), "NYC": (1, 6), "PRR": (0, 7)}
    t = row_of(cells)
    assert [t.price(company) for company in cells] == [82, 90, 112]
    assert set(t.s.par.values()) == {67}
    assert order(t) == ["PRR", "NYC", "C&O"]


@rule("1830", "7.0b")
def test_7_0_only_floated_companies_act_and_each_once() -> None:
    t = table().opened("PRR", par=67, shares={0: 60}).opened("NYC", par=100, shares={1: 50})
    assert order(stock_round_over(t)) == ["PRR"]


@rule("1830", "7.0c")
def test_7_0_in_one_cell_the_top_of_the_pile_acts_first() -> None:
    assert order(row_of({"C&O": (4, 6), "PRR": (4, 6)})) == ["C&O", "PRR"]
    assert order(row_of({"PRR": (4, 6), "C&O": (4, 6)})) == ["PRR", "C&O"]


@rule("1830", "7.0d", "R-13")
def test_7_0_at_one_price_the_column_further_right_acts_first() -> None:
    t = row_of({"PRR": (2, 6), "Erie": (3, 7)})
    assert t.price("PRR") == t.price("Erie") == 82
    assert order(t) == ["Erie", "PRR"]


@rule("1830", "7.0e")
def test_7_0_in_one_column_the_higher_row_acts_first() -> None:
    t = row_of({"PRR": (6, 6), "NYC": (5, 6)})
    assert t.price("PRR") == t.price("NYC") == 67
    assert order(t) == ["NYC", "PRR"]


@rule("1830", "7.0.ex1", "7.0c", "7.0d")
def test_7_0_example_four_companies_at_82() -> None:
    t = row_of({"B&O": (2, 6), "C&O": (3, 7), "PRR": (3, 7), "Erie": (4, 8)})
    assert {t.price(company) for company in ("B&O", "C&O", "PRR", "Erie")} == {82}
    assert order(t) == ["Erie", "C&O", "PRR", "B&O"]


def forced_seller(acted: tuple[str, ...] = ()) -> Table:
    """B&M (100) must buy a 3-train for 180 and has nothing; its director sells 20% of NYC (90) for it."""
    t = table().phase("3").opened("B&M", par=100, shares={0: 60}).opened("NYC", par=90, shares={1: 60, 0: 20})
    t.opened("PRR", par=82, shares={2: 60}).home("B&M").cash({0: 0, "B&M": 0})
    return t.operating("B&M", "buy_trains", acted=acted)


@rule("1830", "7.0f")
def test_7_0_a_company_that_waits_takes_the_place_of_its_new_price() -> None:
    t = forced_seller()
    assert [t.price(company) for company in ("NYC", "PRR")] == [90, 82]
    t = t.play(act(0, "sell", "NYC", 20), act(0, "buy_train", "bank", "3", 180))
    assert t.price("NYC") == 76
    assert order(go_on(t)) == ["PRR", "NYC"]


@rule("1830", "7.0f", "R-80")
def test_r_80_a_company_that_has_acted_does_not_act_again() -> None:
    t = forced_seller(acted=("NYC",))
    t = t.play(act(0, "sell", "NYC", 20), act(0, "buy_train", "bank", "3", 180))
    assert order(go_on(t)) == ["PRR"]


@rule("1830", "7.0g")
def test_7_0_only_the_director_decides() -> None:
    t = table().opened("PRR", par=67, shares={1: 50, 0: 30}).home("PRR").operating("PRR", "buy_trains")
    t.s.revenue = 100
    t = t.operating("PRR", "pay_dividend")
    for seat in (0, 2, 3):
        t.refused(act(seat, "pay_out"), "6.2e")
    assert t.play(act(1, "pay_out")).price("PRR") == 71
    assert t.play(act(1, "withhold")).money("PRR") == 100


@rule("1830", "7.0h")
def test_7_0_no_credit_on_the_run_to_come() -> None:
    """B&O reaches the river J14 ($80) with 70 in its treasury; a train that will earn changes nothing."""
    t = table().opened("B&O", par=67, shares={0: 60}).home("B&O").trains("B&O", "2")
    t = t.cash({"B&O": 70}).operating("B&O")
    t.refused(act(0, "lay", "J14", "57", 0), "7.0h", cost=80, cash=70)
    rich = t.cash({"B&O": 80}).settled()
    assert rich.play(act(0, "lay", "J14", "57", 0)).money("B&O") == 0


@rule("1830", "7.1a", "7.6a")
def test_7_1_the_steps_of_a_turn_come_in_order() -> None:
    """PRR between Lancaster and Altoona, with a 2-train: tile, station, run, dividend, purchase."""
    t = table().opened("PRR", par=67, shares={0: 60}).home("PRR").laid("H14", "9", 1).laid("H16", "57", 1)
    t = t.trains("PRR", "2").cash({"PRR": 500}).operating("PRR")
    late = {
        "lay": act(0, "lay", "G17", "1", 0),
        "station": act(0, "station", "H16", 0),
        "run": act(0, "run", ((("H12", 6), ("H12", 4), ("H14", 4), ("H16", 6)),)),
        "pay_out": act(0, "pay_out"),
        "buy_train": act(0, "buy_train", "bank", "2", 80),
    }
    steps = [("lay_track", "lay"), ("place_station", "station"), ("run_trains", "run")]
    steps += [("pay_dividend", "pay_out"), ("buy_trains", "buy_train")]
    for step, own in steps:
        assert t.turn == (step, "PRR")
        for kind, action in late.items():
            if kind != own:
                t.refused(action, "7.1a")
        t = go_on(t)
    assert t.s.round == "stock"


@rule("1830", "7.1b", "4.1e")
@pytest.mark.parametrize("step", ["lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains"])
def test_7_1_from_phase_3_privates_may_be_bought_in_every_step(step: str) -> None:
    t = table().phase("3").opened("PRR", par=67, shares={0: 60}).home("PRR").laid("H14", "9", 1).laid("H16", "57", 1)
    t = to(t.trains("PRR", "2").cash({"PRR": 500, 0: 0}).private("DH", 0).operating("PRR"), step)
    after = t.play(act(0, "buy_private", "DH", 70))
    assert after.s.privates["DH"] == "PRR"
    assert after.money(0) - t.money(0) == t.money("PRR") - after.money("PRR") == 70
    assert after.turn == t.turn


@rule("1830", "7.1b")
def test_7_1_not_before_phase_3() -> None:
    t = table().opened("PRR", par=67, shares={0: 60}).home("PRR").cash({"PRR": 500}).private("DH", 0).operating("PRR")
    t.refused(act(0, "buy_private", "DH", 70), "4.1c")


@rule("1830", "7.1c", "7.6.2a")
def test_7_1_who_has_a_route_must_have_a_train() -> None:
    """CPR: Montreal is linked to Burlington by a tile on B20."""
    t = table().opened("CPR", par=67, shares={0: 60}).home("CPR").cash({"CPR": 200})
    t.operating("CPR", "buy_trains").play(act(0, "pass_trains"))
    linked = t.laid("B20", "58", 0).operating("CPR", "buy_trains")
    linked.refused(act(0, "pass_trains"), "C-2.3.1a", company="CPR")
    linked.play(act(0, "buy_train", "bank", "2", 80), act(0, "pass_trains"))
