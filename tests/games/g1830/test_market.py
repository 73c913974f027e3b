"""The share market: cells, par values, and how markers move and lie on each other."""

from __future__ import annotations

from stellwerk.eighteen.shares import by_price, move_marker
from tests.games.g1830.positions import Table, act, game_for, table
from tests.marks import rule

PAR_COLUMN = 6
MARKET = game_for().rules.market


def order(t: Table) -> list[str]:
    """All companies with a marker, in the order in which they would act."""
    return by_price(t.game.rules, t.s, tuple(t.s.cell))


def at(price: int, row: int, column: int) -> tuple[int, int]:
    """A cell by the row and column that a reader of the market counts, from 1, with the price printed there."""
    cell = (row - 1, column - 1)
    assert MARKET.price[cell] == price
    return cell


@rule("1830", "5.0a")
def test_5_0_a_share_is_worth_the_number_under_its_marker() -> None:
    t = table().opened("PRR", par=100, shares={0: 20}, cell=at(100, 1, 7))
    assert t.price("PRR") == 100
    t.s.cell["PRR"] = at(112, 1, 8)
    assert t.price("PRR") == 112


@rule("1830", "5.0b")
def test_5_0_the_market_has_eleven_rows_of_120_cells() -> None:
    rows = [sum(1 for row, _ in MARKET.price if row == number) for number in range(11)]
    assert rows == [19, 19, 16, 13, 11, 10, 9, 8, 6, 5, 4]
    assert sum(rows) == len(MARKET.price) == 120
    assert max(MARKET.price.values()) == 350 == MARKET.price[at(350, 1, 19)]
    assert min(MARKET.price.values()) == 10
    column = [MARKET.price[row, PAR_COLUMN] for row in range(11)]
    assert column == [100, 90, 82, 76, 71, 67, 67, 67, 60, 50, 40]


@rule("1830", "5.0b")
def test_5_0_zones_lie_at_the_left_and_lower_edge() -> None:
    zones = {zone: sorted(c for c, z in MARKET.zone.items() if z == zone) for zone in ("yellow", "orange", "brown")}
    assert {zone: len(cells) for zone, cells in zones.items()} == {"yellow": 19, "orange": 11, "brown": 15}
    assert {MARKET.price[cell] for cell in zones["brown"]} == {10, 18, 20, 25, 27, 30}
    assert {MARKET.price[cell] for cell in zones["orange"]} == {32, 34, 36, 39, 40, 41, 42, 45}
    assert {MARKET.price[cell] for cell in zones["yellow"]} == {46, 48, 50, 53, 54, 55, 58, 60}


@rule("1830", "5.2a", "6.2d")
def test_5_2_par_is_one_of_six_values() -> None:
    t = table()
    assert [par for company, par in t.offers("par") if company == "PRR"] == [100, 90, 82, 76, 71, 67]
    t.refused(act(0, "par", "PRR", 75), "5.2a")
    t.refused(act(0, "par", "PRR", 112), "5.2a")
    after = t.play(act(0, "par", "PRR", 76))
    assert (after.s.par["PRR"], after.price("PRR"), after.money(0)) == (76, 76, 600 - 152)


@rule("1830", "5.2b")
def test_5_2_a_new_marker_goes_under_those_on_its_par_cell() -> None:
    t = table().opened("C&O", par=82, shares={1: 60})
    after = t.play(act(0, "par", "PRR", 82))
    assert after.s.cell["PRR"] == after.s.cell["C&O"] == at(82, 3, 7)
    assert order(after) == ["C&O", "PRR"]


@rule("1830", "5.2c")
def test_5_2_par_never_changes() -> None:
    t = table().opened("PRR", par=82, shares={0: 40, 1: 20}, pool=0)
    after = t.play(act(0, "sell", "PRR", 20))
    assert (after.s.par["PRR"], after.price("PRR")) == (82, 71)
    t.stock(turn=1).refused(act(1, "par", "PRR", 100), "5.2c", company="PRR", par=82)


@rule("1830", "5.2.ex1")
def test_5_2_example_three_openings_act_by_their_par() -> None:
    t = table(3).cash({0: 1000, 1: 1000, 2: 1000}).stock(number=1)
    t = t.play(act(0, "par", "PRR", 67), act(1, "par", "B&O", 100), act(2, "par", "C&O", 82))
    assert order(t) == ["B&O", "C&O", "PRR"]
    for _ in range(4):
        t = t.play(*(act(s, "buy", c, "bank", 10) for s, c in ((0, "PRR"), (1, "B&O"), (2, "C&O"))))
    t = t.play(*(act(seat, "pass_turn") for seat in range(3)))
    assert (t.s.round, t.turn[1]) == ("operating", "B&O")
    assert [t.money(c) for c in ("B&O", "C&O", "PRR")] == [1000, 820, 670]
    acted: list[str] = []
    while len(acted) < 3:
        acted.append(str(t.turn[1]))
        while t.turn[1] == acted[-1]:
            seat = t.s.director[acted[-1]]
            kinds = {choice.kind for choice in t.choices()}
            t = t.play(act(seat, next(k for k in ("pass_track", "pass_station", "pass_trains") if k in kinds)))
            if t.s.round == "stock":
                break
    assert acted == ["B&O", "C&O", "PRR"]


@rule("1830", "5.5a")
def test_5_5_each_tenth_sold_moves_the_marker_down() -> None:
    t = table().opened("PRR", par=100, shares={0: 40, 1: 20})
    assert t.play(act(0, "sell", "PRR", 10)).price("PRR") == 90
    assert t.play(act(0, "sell", "PRR", 20)).price("PRR") == 82


@rule("1830", "5.5a")
def test_5_5_on_the_lowest_cell_of_its_column_it_stays() -> None:
    t = table().opened("PRR", par=67, shares={0: 40, 1: 20}, cell=at(40, 11, 7))
    after = t.play(act(0, "sell", "PRR", 20))
    assert (after.price("PRR"), after.s.cell["PRR"], after.money(0)) == (40, at(40, 11, 7), 600 + 80)
    assert MARKET.down(at(50, 10, 7), 3) == at(40, 11, 7)


@rule("1830", "5.5b", "R-92")
def test_5_5_sold_out_companies_rise_at_the_end_of_the_round() -> None:
    t = table().opened("PRR", par=90, shares={0: 60, 1: 40}).opened("NYC", par=100, shares={1: 60, 2: 40})
    t.opened("C&O", par=82, shares={2: 50, 3: 40}, pool=10).opened("Erie", par=71, shares={0: 30, 3: 20})
    t.stock(passes=3).cash({0: 0})
    after = t.play(act(0, "pass_turn"))
    assert after.s.round == "operating"
    assert after.s.cell["PRR"] == at(100, 1, 7)
    assert after.s.cell["NYC"] == at(100, 1, 7), "the top row is as high as it gets"
    assert after.s.cell["C&O"] == at(82, 3, 7), "a share lies in the pool"
    assert after.s.cell["Erie"] == at(71, 5, 7), "shares lie in the bank"
    assert order(after)[:2] == ["NYC", "PRR"], "the one that rose lies beneath the one that stayed"


@rule("1830", "5.5b")
def test_5_5_the_dearest_company_rises_first() -> None:
    """PRR leaves 82 for 90 before NYC, below it, could come: each enters an empty cell, whatever their number."""
    t = table().opened("NYC", par=76, shares={0: 60, 1: 40}).opened("PRR", par=82, shares={1: 60, 2: 40})
    clock = t.s.clock
    after = t.cash({0: 0}).stock(passes=3).play(act(0, "pass_turn"))
    assert (after.s.cell["PRR"], after.s.cell["NYC"]) == (at(90, 2, 7), at(82, 3, 7))
    assert (after.s.arrival["PRR"], after.s.arrival["NYC"]) == (clock + 1, clock + 2)


@rule("1830", "5.5f")
def test_5_5_markers_that_move_together_keep_their_order() -> None:
    t = table().opened("NYC", par=90, shares={0: 60, 1: 40}).opened("PRR", par=90, shares={1: 60, 2: 40})
    assert order(t) == ["NYC", "PRR"]
    t.game.flow.end_stock_round(t.s)
    assert t.s.cell["NYC"] == t.s.cell["PRR"] == at(100, 1, 7)
    assert order(t) == ["NYC", "PRR"]
    turned = table().opened("PRR", par=90, shares={1: 60, 2: 40}).opened("NYC", par=90, shares={0: 60, 1: 40})
    turned.game.flow.end_stock_round(turned.s)
    assert order(turned) == ["PRR", "NYC"]


@rule("1830", "5.5c")
def test_5_5_a_dividend_moves_right_or_at_the_end_of_a_row_up() -> None:
    assert MARKET.right(at(100, 1, 7)) == at(112, 1, 8)
    assert MARKET.right(at(200, 3, 16)) == at(240, 2, 16)
    assert MARKET.right(at(350, 1, 19)) == at(350, 1, 19)


@rule("1830", "5.5d")
def test_5_5_no_dividend_moves_left_or_at_the_end_of_a_row_down() -> None:
    assert MARKET.left(at(100, 1, 7)) == at(90, 1, 6)
    assert MARKET.left(at(53, 2, 1)) == at(46, 3, 1)
    assert MARKET.left(at(10, 8, 1)) == at(10, 8, 1)
    assert MARKET.left(at(10, 9, 2)) == at(10, 9, 2), "there is nothing below it either"


@rule("1830", "5.5e")
def test_5_5_an_arriving_marker_goes_beneath() -> None:
    t = table().opened("C&O", par=71, shares={2: 60}).opened("PRR", par=82, shares={0: 40, 1: 20})
    after = t.play(act(0, "sell", "PRR", 20))
    assert after.s.cell["PRR"] == after.s.cell["C&O"] == at(71, 5, 7)
    assert order(after) == ["C&O", "PRR"]


@rule("1830", "5.5e")
def test_5_5_a_marker_that_does_not_move_keeps_its_place() -> None:
    t = table().opened("PRR", par=67, shares={0: 60}, cell=at(40, 11, 7))
    t.opened("C&O", par=67, shares={1: 60}, cell=at(40, 11, 7))
    move_marker(t.s, "PRR", t.game.rules.market.down(t.s.cell["PRR"]))
    assert order(t) == ["PRR", "C&O"]


@rule("1830", "5.5g")
def test_5_5_a_company_that_has_not_floated_rests() -> None:
    """Two operating rounds go by in phase 3, with PRR floated and without money for track, stations or trains."""
    t = table().phase("3").opened("PRR", par=67, shares={0: 60}).opened("B&O", par=100, shares={1: 20})
    t.home("PRR")
    assert t.s.floated == ("PRR",)
    t = t.stock(passes=3).cash({0: 0}).play(act(0, "pass_turn"))
    rounds = []
    while t.s.round == "operating":
        rounds.append(t.s.set_round)
        assert t.turn[1] == "PRR"
        kind = next(c.kind for c in t.choices() if c.kind.startswith("pass_"))
        t = t.play(act(0, kind))
    assert set(rounds) == {1, 2}
    assert t.s.cell["B&O"] == at(100, 1, 7)
    assert t.s.cell["PRR"] == at(58, 6, 5), "from 67 over 65"
