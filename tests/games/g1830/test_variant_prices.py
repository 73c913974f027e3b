"""What sales and dividends do to prices by variants and scenarios: V-5.1, V-5.2, and T and B."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core.action import CHANCE, Action
from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.turns import all_pass, idle_set
from tests.marks import rule

MARKET = """
60 67 71 76 82 90 100 112 126 142 160 180 200 225 250 275 300 325 350
53 60 66 70 76 82 90 100 112 126 142 160 180 200 220 240 260 280 300
46 55 60 65 70 76 82 90 100 111 125 140 155 170 185 200
39 48 54 60 66 71 76 82 90 100 110 120 130
32 41 48 55 62 67 71 76 82 90 100
25 34 42 50 58 65 67 71 75 80
18 27 36 45 54 63 67 69 70
10 20 30 40 50 60 67 68
. 10 20 30 40 50 60
. . 10 20 30 40 50
. . . 10 20 30 40
"""
"""The printed table, so that moves can be counted without the engine."""

CELLS = {
    (row, column): int(text)
    for row, line in enumerate(MARKET.strip().splitlines())
    for column, text in enumerate(line.split())
    if text != "."
}


def below(cell: tuple[int, int], rows: int) -> tuple[int, int]:
    """The cell so many rows further down, or the last one of the column."""
    column = [row for row, at in CELLS if at == cell[1] and row >= cell[0]]
    return min(cell[0] + rows, max(column)), cell[1]


def beside(cell: tuple[int, int], steps: int) -> tuple[int, int]:
    """So many cells to the right; at the end of a row up instead, as long as there is a cell."""
    row, column = cell
    for _ in range(steps):
        if (row, column + 1) in CELLS:
            column += 1
        elif (row - 1, column) in CELLS:
            row -= 1
    return row, column


def sell(seat: int, percent: int, company: str = "NYC") -> Action:
    return act(seat, "sell", company, percent)


def held(preset: str = "classic", **options: str) -> Table:
    """NYC at 100: seat 1 directs it with 50%, seat 0 holds 30%."""
    return table(4, preset, **options).opened("NYC", par=100, shares={1: 50, 0: 30})


def earned(revenue: int, price: int = 100, preset: str = "classic", *, reformed: bool = False, **options: str) -> Table:
    """B&O, directed by seat 0, has earned so much, before its director decides."""
    cell = {100: (0, 6), 50: (5, 3)}[price]
    t = table(4, preset, **options).opened("B&O", par=100, shares={0: 60}, cell=cell).home("B&O")
    t.s.revenue = revenue
    if reformed:
        t.phase("6")
        t.s.reformed = True
    return t.operating("B&O", "pay_dividend")


def paid(revenue: int, price: int = 100, preset: str = "classic", *, reformed: bool = False, **options: str) -> int:
    """The price after a dividend."""
    return earned(revenue, price, preset, reformed=reformed, **options).play(act(0, "pay_out")).price("B&O")


@rule("1830", "V-5.1a")
def test_v_5_1_a_cell_for_each_share() -> None:
    after = held().play(sell(0, 30))
    assert (after.price("NYC"), after.money(0)) == (76, 600 + 300)


@rule("1830", "V-5.1b")
def test_v_5_1_a_cell_for_each_sale() -> None:
    t = held(price_fall="per_sale")
    assert t.play(sell(0, 30)).price("NYC") == 90
    apart = t.play(sell(0, 10), sell(0, 20))
    assert (apart.price("NYC"), apart.money(0)) == (82, 600 + 100 + 180), "two sales are two cells, at two prices"


@rule("1830", "V-5.1c", "S-4.2-5.0d")
@pytest.mark.parametrize(
    ("preset", "options"), [("classic", {"price_fall": "per_sale_except_director"}), ("B", {})], ids=["variant", "B"]
)
def test_v_5_1_a_director_lowers_the_price_by_each_share(preset: str, options: dict[str, str]) -> None:
    t = held(preset, **options)
    assert t.play(sell(0, 30)).price("NYC") == 90
    assert t.stock(1).play(sell(1, 30)).price("NYC") == 76, "though seat 0 becomes director by that sale"


def before_the_last_five(preset: str = "classic", **options: str) -> Table:
    """In the second round of the fourth set NYC (seat 1) may buy the last 5-train; PRR (seat 0) has none and must."""
    t = table(4, preset, **options).phase("5").opened("NYC", par=100, shares={1: 50, 0: 30})
    t = t.opened("PRR", par=90, shares={0: 60}).laid("H10", "57", 1).home("NYC").home("PRR").depot("5", 1)
    if "5+5" in t.s.depot:
        t.depot("5+5", 0)
    t = t.cash({"NYC": 450, "PRR": 100, 0: 0, 1: 0, 2: 0, 3: 0}).operating("NYC", "buy_trains")
    t.s.stock_rounds, t.s.set_length, t.s.set_round = 4, 2, 2
    return t.sound()


@rule("1830", "V-5.1d", "S-5.2-6.1")
@pytest.mark.parametrize("preset", ["classic", "T"])
def test_v_5_1_the_reform_comes_with_the_stock_round_after_the_last_five(preset: str) -> None:
    t = before_the_last_five(preset, price_fall="reform")
    t = t.play(act(1, "buy_train", "bank", "5", 450))
    if preset == "T":
        t = t.play(act(CHANCE, "reveal", ("short_runs",)))
    t = t.play(act(1, "pass_trains"))
    t = t.play(act(0, "pass_track"), act(0, "pass_station"))
    assert t.turn == ("buy_trains", "PRR")
    t = t.play(sell(0, 30))
    assert t.price("NYC") == 76, "a forced sale in the same round is still by shares"
    t = t.play(sell(0, 30, "PRR"), act(0, "buy_train", "bank", "6", 630), act(0, "pass_trains"))
    assert (t.s.round, t.s.stock_rounds, t.s.reformed) == ("stock", 5, True)
    t = t.stock(1, number=5).play(sell(1, 20))
    assert t.price("NYC") == 71, "one cell for two shares"


@rule("1830", "S-5.2-6.1", "V-5.1d")
def test_s_5_2_before_the_last_five_is_bought_a_sale_is_by_shares() -> None:
    """The last 5-train is there in stock round 5 and bought in the operating round after it."""
    t = before_the_last_five("T").stock(0, number=5)
    assert t.play(sell(0, 30)).price("NYC") == 76
    bought = t.trains("NYC", "5").depot("5", 0).operating("NYC", "buy_trains")
    bought.s.stock_rounds = 5
    bought = idle_set(bought.trains("PRR", "5").depot("5", 0))
    assert (bought.s.stock_rounds, bought.s.reformed) == (6, True)
    before = bought.price("NYC"), bought.s.cell["NYC"]
    after = bought.stock(0, number=6).play(sell(0, 30))
    assert after.s.cell["NYC"] == below(before[1], 1)


@rule("1830", "R-61")
def test_r_61_the_reform_waits_for_the_plus_train_of_type_5() -> None:
    """Nobody has founded anything, so that the next stock round follows at once."""
    t = table(4, "T+R").phase("6").depot("5", 0).depot("5+5", 1).stock(number=5)
    assert (all_pass(t).s.stock_rounds, all_pass(t).s.reformed) == (6, False)
    assert all_pass(t.depot("5+5", 0)).s.reformed


@rule("1830", "V-5.2", "R-72", "S-4.2-5.0e")
@pytest.mark.parametrize(
    ("preset", "options"), [("classic", {"rise_needs_dividend": "true"}), ("B", {})], ids=["variant", "B"]
)
def test_v_5_2_a_price_rises_only_with_a_dividend_as_high(preset: str, options: dict[str, Any]) -> None:
    assert paid(90, 100, preset, **options) == 100
    assert paid(100, 100, preset, **options) == 112
    assert paid(400, 100, preset, **options) == 112, "and never by more than a cell"


@rule("1830", "V-5.2", "V-7.1")
def test_v_5_2_a_split_revenue_moves_nothing_however_high() -> None:
    t = earned(400, rise_needs_dividend="true", split_revenue="true")
    assert t.play(act(0, "pay_half")).price("B&O") == 100


@rule("1830", "S-5.2-5.5")
@pytest.mark.parametrize(("revenue", "price"), [(210, 71), (200, 71), (150, 67), (140, 65), (100, 65), (90, 58)])
def test_s_5_2_high_dividends_let_a_price_jump(revenue: int, price: int) -> None:
    """In the row 25 34 42 50 58 65 67 71."""
    assert paid(revenue, 50, "T", reformed=True) == price
    assert paid(revenue, 50, "T") == 58, "before the reform one cell"
    assert paid(revenue, 50, price_fall="reform", reformed=True) == 58, "without uncertain times one cell"


@rule("1830", "S-5.2-5.5")
def test_s_5_2_a_jump_goes_up_at_the_end_of_its_row() -> None:
    """From 110, two cells before the end of the fourth row: 120, 130, up to 155, and right again to 170."""
    t = earned(480, preset="T", reformed=True)
    t.s.cell["B&O"] = (3, 10)
    after = t.play(act(0, "pay_out"))
    assert (t.price("B&O"), after.price("B&O")) == (110, 170)


@rule("1830", "R-63")
def test_r_63_uncertain_times_in_virginia() -> None:
    assert paid(90, 100, "T+B") == 100, "before the reform V-5.2 holds"
    assert paid(90, 100, "T+B", reformed=True) == 112, "afterwards prices jump"
    assert paid(250, 100, "T+B", reformed=True) == 126
    t = held("T+B")
    assert t.play(sell(0, 30)).price("NYC") == 90
    assert t.stock(1).play(sell(1, 30)).price("NYC") == 76
    late = held("T+B").phase("6")
    late.s.reformed = True
    assert late.stock(1).play(sell(1, 30)).price("NYC") == 90


@rule("1830", "V-5.1a", "V-5.1b", "V-5.1c", "V-5.1d")
@pytest.mark.parametrize("fall", ["per_share", "per_sale", "per_sale_except_director", "reform"])
def test_every_cell_falls_as_the_table_says(fall: str) -> None:
    """From every cell of the table a sale of one, two and three shares, by the director and by another player."""
    t = table(price_fall=fall).opened("NYC", par=100, shares={1: 50, 0: 40}).phase("6")
    assert t.game.rules.market.price == CELLS
    for reformed in (False, True) if fall == "reform" else (False,):
        t.s.reformed = reformed
        for cell in CELLS:
            t.s.cell["NYC"] = cell
            for shares in (1, 2, 3):
                by_share = fall == "per_share" or (fall == "reform" and not reformed)
                assert t.stock(0).play(sell(0, 10 * shares)).s.cell["NYC"] == below(cell, shares if by_share else 1)
                by_share |= fall == "per_sale_except_director"
                assert t.stock(1).play(sell(1, 10 * shares)).s.cell["NYC"] == below(cell, shares if by_share else 1)


@rule("1830", "S-5.2-5.5", "V-5.2")
def test_every_cell_rises_as_the_table_says() -> None:
    """From every cell dividends of half to five times the price, by all three ways in which prices rise."""
    for preset, reformed in (("classic", False), ("B", False), ("T", True)):
        t = earned(100, 100, preset, reformed=reformed)
        for cell, price in CELLS.items():
            t.s.cell["B&O"] = cell
            for revenue in sorted({10, price, *(price * times // 2 for times in range(1, 11))}):
                t.s.revenue = revenue
                often = {"classic": 1, "B": revenue // price > 0, "T": min(4, max(1, revenue // price))}[preset]
                assert t.game.play(t.s, act(0, "pay_out")).cell["B&O"] == beside(cell, often)
