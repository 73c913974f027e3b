"""Our rulings, as far as they are not shown with the paragraphs they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.turns import all_pass, idle_turn
from tests.marks import rule

MOST: Final = {0: 60}


def at_chicago(phase: str = "2", *, money: int = 0, shares: Mapping[int, int] = MOST) -> Table:
    """The C&O (seat 0) has a station at Columbus, joined to Chicago, and no train; it is the end of its turn."""
    t = table().phase(phase).opened("C&O", shares=shares, director=0).home("C&O").cash({"C&O": money, 0: 0})
    return t.laid("G3", "9", 2).laid("H4", "57", 2).station("C&O", "H4").operating("C&O", "buy_trains")


@rule("1830", "R-13", "7.0d")
def test_r_13_at_equal_prices_the_column_further_right_acts_first() -> None:
    t = table().opened("PRR", par=82, shares={0: 60}).opened("Erie", shares={1: 60}, cell=(3, 7))
    assert t.price("PRR") == t.price("Erie") == 82
    t = all_pass(t.cash({"PRR": 500, "Erie": 500}).stock())
    assert t.s.acted == ("Erie",)
    assert idle_turn(t).s.acted == ("Erie", "PRR")


@rule("1830", "R-14", "7.6.2a")
def test_r_14_a_town_is_enough_for_the_duty_to_own_a_train() -> None:
    t = table().opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 500})
    t.laid("H10", "57", 0).station("PRR", "H10").operating("PRR", "buy_trains")
    assert t.may(act(0, "pass_trains")), "no route, no duty"
    t.laid("G11", "8", 0).laid("F10", "58", 5).operating("PRR", "buy_trains")
    t.refused(act(0, "pass_trains"), "C-2.3.1a", company="PRR")


@rule("1830", "R-33", "5.5d")
def test_r_33_without_revenue_the_price_falls() -> None:
    t = table().opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 500}).operating("PRR")
    t = t.play(act(0, "pass_track"))
    assert (t.turn[0], t.price("PRR"), t.money("PRR")) == ("buy_trains", 90, 500)


@rule("1830", "R-42", "7.2.1.2")
def test_r_42_no_track_points_at_a_blank_side_of_a_red_hex() -> None:
    t = table().opened("C&O", shares={0: 60}).home("C&O").cash({"C&O": 500})
    t.laid("H4", "57", 1).station("C&O", "H4").operating("C&O")
    assert t.may(act(0, "lay", "H2", "7", 3)), "from Columbus towards G3"
    t.refused(act(0, "lay", "H2", "8", 4), "7.2.1.2", hex="H2")


@rule("1830", "R-44", "C-2.3.1b", "C-2.3.1d")
def test_r_44_with_own_money_any_train_with_the_directors_only_the_cheapest() -> None:
    five, six = act(0, "buy_train", "pool", "5", 450), act(0, "buy_train", "bank", "6", 630)
    t = at_chicago("5", money=700).depot("5", 0).pool("5")
    assert t.may(five)
    assert t.may(six)
    t = at_chicago("5", money=100).depot("5", 0).pool("5").cash({0: 600})
    assert t.play(five).money(0) == 250
    t.refused(six, "C-2.3.1d", train="6", cheapest="5")
    t = t.opened("PRR", shares={1: 60}).trains("PRR", "4")
    assert t.play(act(0, "buy_train", "PRR", "4", 300), act(1, "accept")).money(0) == 400
    t.refused(act(0, "buy_train", "PRR", "4", 301), "C-2.3.1e", most=300)


@rule("1830", "R-45")
def test_r_45_who_must_buy_when_no_train_is_left_gets_a_further_diesel() -> None:
    t = at_chicago("7", money=1200)
    for company, seat in (("PRR", 1), ("NYC", 2), ("Erie", 3)):
        t.opened(company, shares={seat: 60}).trains(company, "D", "D")
    t.depot("6", 0).operating("C&O", "buy_trains")
    assert sum(t.s.depot.values()) == 0
    t.refused(act(0, "pass_trains"), "C-2.3.1a", company="C&O")
    after = t.play(act(0, "buy_train", "bank", "D", 1100))
    assert (after.s.trains["C&O"], after.money("C&O"), after.s.depot["D"]) == (("D",), 100, 0)
    rich = after.cash({"C&O": 2000})
    rich.refused(act(0, "buy_train", "bank", "D", 1100), "7.6d", case="sold_out")
    assert rich.play(act(0, "pass_trains")).s.acted[-1] != "C&O"


@rule("1830", "R-48", "8.0a")
def test_r_48_the_bank_is_broken_when_nothing_is_left() -> None:
    for option, broken in (("empty", 1), ("overdrawn", 0)):
        t = table(bank_breaks=option).private("SV", 1).opened("PRR", shares={0: 60}).home("PRR")
        t = all_pass(t.bank(5, rich=3).stock())
        assert (t.money("bank"), bool(t.s.ending)) == (0, broken)
    t = table(bank_breaks="overdrawn").private("SV", 1).opened("PRR", shares={0: 60}).home("PRR").bank(4, rich=3)
    t = all_pass(t.stock())
    assert (t.money("bank"), bool(t.s.ending), t.money(1)) == (-1, 1, 605), "it pays in full all the same"


@rule("1830", "R-49", "C-2.5")
def test_r_49_a_bankruptcy_ends_the_game_even_after_the_bank_is_broken() -> None:
    t = at_chicago("3", money=10, shares={0: 20, 1: 20, 2: 20})
    t.s.ending = "bank"
    t.bank(0, rich=3)
    assert t.s.set_round < t.s.set_length
    after = t.play(act(0, "bankrupt"))
    assert (after.s.ended, after.s.todo) == ("bankrupt", [])


@rule("1830", "R-50", "8.0e")
def test_r_50_equal_wealth_wins_together() -> None:
    t = table().opened("PRR", par=100, shares={0: 30, 1: 20}).cash({0: 4930, 1: 5030, 2: 100, 3: 100})
    t.s.ending, t.s.ended, t.s.todo = "bank", "bank", []
    result = t.game.result(t.s)
    assert result is not None
    assert (result.scores, result.winners) == ((5230, 5230, 100, 100), (0, 1))


@rule("1830", "R-73", "7.6f")
def test_r_73_companies_sell_trains_to_each_other_in_every_phase() -> None:
    t = table().opened("PRR", shares={0: 60}).opened("NYC", shares={0: 60}).trains("NYC", "2").home("PRR")
    t.cash({"PRR": 50, "NYC": 0}).operating("PRR", "buy_trains")
    after = t.play(act(0, "buy_train", "NYC", "2", 1))
    assert (after.s.trains["PRR"], after.s.trains["NYC"], after.money("NYC")) == (("2",), (), 1)
    assert t.play(act(0, "buy_train", "NYC", "2", 50)).money("PRR") == 0
    t.refused(act(0, "buy_train", "NYC", "2", 0), "7.6f")
    full = t.trains("PRR", "2", "2", "2", "2").operating("PRR", "buy_trains")
    full.refused(act(0, "buy_train", "NYC", "2", 1), "7.6c", limit=4)


@rule("1830", "R-78", "C-2.3.2e")
def test_r_78_no_share_is_sold_without_which_the_money_would_suffice() -> None:
    t = at_chicago("3", money=30).opened("NYC", shares={1: 50, 0: 40})
    t.refused(act(0, "sell", "NYC", 30), "C-2.3.2e", gap=150)
    after = t.play(act(0, "sell", "NYC", 20))
    assert after.money(0) == 200
    after.refused(act(0, "sell", "NYC", 10), "R-78")
    one = t.play(act(0, "sell", "NYC", 10))
    assert (one.money(0), one.price("NYC")) == (100, 90)
    assert one.play(act(0, "sell", "NYC", 10)).money(0) == 190


@rule("1830", "R-80", "7.0f")
def test_r_80_who_has_acted_does_not_act_again() -> None:
    t = table().opened("NYC", par=100, shares={0: 60}).opened("PRR", par=100, shares={1: 60}).home("NYC").home("PRR")
    t = all_pass(t.cash({"NYC": 500, "PRR": 500}).stock())
    order = []
    while t.s.round == "operating":
        order.append(t.s.acted[-1])
        t = idle_turn(t)
    assert order == ["NYC", "PRR"], "though the price of the NYC fell below that of the PRR"
    assert t.price("NYC") == 90


@rule("1830", "R-86", "7.3.2e")
def test_r_86_one_station_on_a_hex_even_where_it_has_two_cities() -> None:
    t = table().opened("PRR", shares={0: 60}).home("PRR").station("PRR", "G19", 1).cash({"PRR": 500})
    t.laid("H10", "57", 1).operating("PRR", "place_station")
    assert t.may(act(0, "station", "H10", 0))
    t.refused(act(0, "station", "G19", 0), "7.3.2e", hex="G19")


@rule("1830", "R-89", "7.6.2a")
def test_r_89_a_red_hex_makes_a_route_however_long_the_way() -> None:
    t = at_chicago(money=500)
    t.refused(act(0, "pass_trains"), "C-2.3.1a", company="C&O")
    t = table().opened("C&O", shares={0: 60}).home("C&O").laid("H4", "57", 2).station("C&O", "H4").cash({"C&O": 500})
    assert t.operating("C&O", "buy_trains").may(act(0, "pass_trains")), "Columbus alone is no route"


@rule("1830", "R-101", "7.3.1")
def test_r_101_the_home_station_is_placed_in_the_own_turn() -> None:
    t = table().opened("NYC", par=100, shares={0: 60}).opened("PRR", par=90, shares={1: 60})
    t = all_pass(t.cash({"NYC": 500, "PRR": 500}).stock())
    assert (t.turn, t.s.stations) == (("lay_track", "NYC"), {"E19": (("NYC",),)})
    t = idle_turn(t)
    assert (t.turn, t.s.stations) == (("lay_track", "PRR"), {"E19": (("NYC",),), "H12": (("PRR",),)})
