"""Licences for the coal field, and the privates that bring one: scenarios D, G and R."""

from __future__ import annotations

import pytest

from tests.games.g1830.operating import to
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

STRAIGHT = ("L14", "L12", "L10")
"""From Norfolk along row L to the coal field on L8."""


def norfolk(preset: str = "D", *, built: int = 3, money: int = 500) -> Table:
    """The N&W (seat 0) with its home in Norfolk and some straight track towards L8."""
    t = table(preset=preset).phase("3").opened("N&W", shares={0: 60}).cash({"N&W": money}).home("N&W")
    for name in STRAIGHT[:built]:
        t = t.laid(name, "9", 1)
    return t


def buys_of_player(t: Table, company: str, private: str, price: int) -> Table:
    """A company buys a private of seat 1, who agrees."""
    t = t.private(private, 1).operating(company)
    return t.play(act(0, "buy_private", private, price), act(1, "accept"))


@rule("1830", "S-1.2-7.2b", "S-3.2-7.2")
@pytest.mark.parametrize("preset", ["D", "R"])
def test_a_licence_costs_120(preset: str) -> None:
    t = norfolk(preset, money=120).operating("N&W")
    after = t.play(act(0, "buy_licence"))
    assert (after.money("N&W"), after.s.licences) == (0, ("N&W",))
    assert after.s.cash["bank"] == t.s.cash["bank"] + 120
    after.refused(act(0, "buy_licence"), "S-1.2-7.2b", company="N&W", hex="L8")
    norfolk(preset, money=119).operating("N&W").refused(act(0, "buy_licence"), "S-1.2-7.2b", cost=120, cash=119)


@rule("1830", "S-1.2-7.2d")
def test_a_licence_needs_a_connection_of_any_length() -> None:
    t = norfolk(built=2).operating("N&W")
    t.refused(act(0, "buy_licence"), "S-1.2-7.2d", company="N&W", hex="L8")
    joined = t.play(act(0, "lay", "L10", "9", 1))
    assert joined.turn == ("lay_track", "N&W"), "a tile and a licence in one turn"
    assert joined.play(act(0, "buy_licence")).money("N&W") == 500 - 120 - 120


@rule("1830", "S-1.2-7.2d")
def test_a_licence_may_come_before_the_tile_or_after_it_and_only_in_the_track_step() -> None:
    t = norfolk().operating("N&W")
    lay = act(0, "lay", "L14", "20", 0)
    for first, second in ((act(0, "buy_licence"), lay), (lay, act(0, "buy_licence"))):
        after = t.play(first, second)
        assert (after.s.licences, after.s.tiles["L14"]) == (("N&W",), ("20", 0))
        assert after.turn[0] != "lay_track", "nothing is left to do there"
    later = t.play(act(0, "pass_track"))
    later.refused(act(0, "buy_licence"), "S-1.2-7.2d")
    t.refused(act(1, "buy_licence"), "6.2e")


@rule("1830", "S-1.1.8", "S-2.1.8", "S-3.1.8")
@pytest.mark.parametrize(("preset", "hex_"), [("D", "L8"), ("G", "J10"), ("R", "L8")])
def test_a_fourth_licence_is_made(preset: str, hex_: str) -> None:
    t = table(preset=preset).phase("3")
    for company in ("B&O", "NYC", "CPR", "N&W"):
        t = t.opened(company, par=67, shares={0: 60})
    t = t.cash({"N&W": 120}).home("N&W")
    if hex_ == "L8":
        t = t.laid("L14", "9", 1).laid("L12", "9", 1).laid("L10", "9", 1)
    else:
        t = t.laid("L14", "8", 2).laid("K13", "57", 2).laid("J12", "8", 5)
    t.s.licences = ("B&O", "NYC", "CPR")
    after = t.operating("N&W").play(act(0, "buy_licence"))
    assert (after.s.licences, after.money("N&W")) == (("B&O", "NYC", "CPR", "N&W"), 0)


@rule("1830", "S-1.2-7.2e")
def test_a_licence_is_not_passed_on() -> None:
    t = norfolk().opened("NYC", par=67, shares={0: 60}).cash({"NYC": 500})
    t.s.licences = ("NYC",)
    t = t.operating("N&W")
    t.refused(act(0, "buy_licence", "NYC"), "S-1.2-7.2e", company="N&W")
    t.refused(act(0, "buy_licence", "NYC", 50), "S-1.2-7.2e", company="N&W")
    assert t.offers("buy_licence") == [()], "only the bank sells one"


@rule("1830", "R-69", "S-1.2-7.2b")
def test_without_a_licence_track_is_built_up_to_the_coal_field_and_not_beyond() -> None:
    t = norfolk(built=2).operating("N&W")
    assert t.may(act(0, "lay", "L10", "9", 1)), "next to L8"
    t = norfolk().operating("N&W")
    t.refused(act(0, "lay", "L6", "9", 1), "7.2.1.1", hex="L6")
    licensed = t.play(act(0, "buy_licence"))
    assert licensed.play(act(0, "lay", "L6", "9", 1)).money("N&W") == 500 - 120 - 120


@rule("1830", "R-69")
def test_who_is_joined_to_nothing_but_the_coal_field_owes_no_train_without_a_licence() -> None:
    t = norfolk().operating("N&W", "buy_trains")
    assert t.may(act(0, "pass_trains"))
    bound = norfolk()
    bound.s.licences = ("N&W",)
    assert not bound.operating("N&W", "buy_trains").may(act(0, "pass_trains"))


@rule("1830", "S-1.1.4a", "S-3.1.4", "T-05.JK")
@pytest.mark.parametrize("preset", ["D", "R"])
def test_who_buys_jk_has_a_licence_and_keeps_it(preset: str) -> None:
    t = table(preset=preset).phase("3").opened("NYC", shares={0: 60}).cash({"NYC": 240}).home("NYC")
    t = t.private("JK", 1).operating("NYC")
    assert [(hole.lo, hole.hi) for (hole,) in t.offers("buy_private", "JK")] == [(60, 240)]
    after = t.play(act(0, "buy_private", "JK", 120), act(1, "accept"))
    assert (after.s.licences, after.money("NYC")) == (("NYC",), 120)
    after.game.flow.close_privates(after.s)
    assert (after.s.privates, after.s.licences) == ({}, ("NYC",))


@rule("1830", "S-1.1.4b", "S-3.1.4", "R-68")
@pytest.mark.parametrize("preset", ["D", "R"])
def test_jk_halves_the_cost_of_one_hex_next_to_the_coal_field(preset: str) -> None:
    t = norfolk(preset, built=2).private("JK", "N&W")
    t.s.licences = ("N&W",)
    t = t.operating("N&W")
    half, full = t.play(act(0, "lay_private", "JK", "L10", "8", 2)), t.play(act(0, "lay", "L10", "8", 2))
    assert (half.money("N&W"), half.s.privates, half.s.licences) == (440, {}, ("N&W",))
    assert half.turn[0] != "lay_track", "it was the tile of the turn"
    assert (full.money("N&W"), full.s.privates) == (380, {"JK": "N&W"})
    half.s.done_this_turn = ()
    later = half.operating("N&W")
    later.refused(act(0, "lay_private", "JK", "K9", "9", 2), "S-1.1.4b", private="JK")
    assert later.play(act(0, "lay", "K9", "9", 2)).money("N&W") == 440 - 120, "a second hex at the full price"


@rule("1830", "R-68", "T-05.JK")
def test_of_the_hexes_of_jk_only_k9_is_cheaper_and_both_are_closed_while_a_player_owns_it() -> None:
    near = norfolk(built=2).laid("L10", "8", 2).private("JK", "N&W").operating("N&W")
    assert near.play(act(0, "lay_private", "JK", "K9", "9", 2)).money("N&W") == 440
    t = norfolk(built=1).laid("L12", "8", 2).private("JK", "N&W").operating("N&W")
    t.refused(act(0, "lay_private", "JK", "K11", "9", 2), "S-1.1.4b", private="JK", hex="K11")
    assert t.play(act(0, "lay", "K11", "9", 2)).money("N&W") == 380
    mine = norfolk(built=1).laid("L12", "8", 2).private("JK", 0).operating("N&W")
    mine.refused(act(0, "lay", "K11", "9", 2), "7.2.1.4", private="JK", hex="K11")
    other = norfolk(built=2).laid("L10", "8", 2).private("JK", 0).operating("N&W")
    other.refused(act(0, "lay", "K9", "9", 2), "7.2.1.4", private="JK", hex="K9")
    other.refused(act(0, "lay_private", "JK", "K9", "9", 2), "4.0b", private="JK")


@rule("1830", "S-1.1.4b", "7.2.1.1", "7.0h")
def test_jk_helps_only_where_the_company_could_build_anyway() -> None:
    t = norfolk(built=1).private("JK", "N&W").operating("N&W")
    t.refused(act(0, "lay_private", "JK", "K9", "9", 2), "7.2.1.1", private="JK", hex="K9")
    poor = norfolk(built=2, money=59).laid("L10", "8", 2).private("JK", "N&W").operating("N&W")
    poor.refused(act(0, "lay_private", "JK", "K9", "9", 2), "7.0h", cost=60, cash=59)
    built = norfolk(built=2).laid("L10", "8", 2).laid("K9", "8", 3).private("JK", "N&W").operating("N&W")
    built.refused(act(0, "lay_private", "JK", "K9", "19", 0), "S-1.1.4b", private="JK", hex="K9")


@rule("1830", "S-2.1.4", "S-2.2-4.0b", "T-05.PP")
def test_who_buys_pp_has_a_licence_free_of_charge() -> None:
    t = table(preset="G").phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 200})
    t = t.station("PRR", "H10")
    t.s.operated = ("PRR",)
    t = t.private("PP", 1).operating("PRR")
    assert [(hole.lo, hole.hi) for (hole,) in t.offers("buy_private", "PP")] == [(30, 120)]
    after = t.play(act(0, "buy_private", "PP", 60), act(1, "accept"))
    assert (after.s.licences, after.money("PRR"), after.s.privates) == (("PRR",), 140, {"PP": "PRR"})


def richmond(train: str) -> Table:
    """In G: the PRR (seat 0) owns PP, and its station in Richmond is joined to Norfolk and the coal field on J10."""
    t = table(preset="G").phase("3").opened("PRR", shares={0: 60})
    t = t.laid("L14", "8", 2).laid("K13", "57", 2).laid("J12", "8", 5).station("PRR", "K13").trains("PRR", train)
    t.s.operated, t.s.licences = ("PRR",), ("PRR",)
    return t.private("PP", "PRR")


@rule("1830", "S-2.2-4.0c")
def test_pp_closes_with_the_first_run_over_the_coal_field() -> None:
    t = richmond("3").operating("PRR", "run_trains")
    over = to(t, "pay_dividend")
    assert over.s.revenue == 30 + 20 + 40, "Norfolk, Richmond, the coal field"
    assert (over.s.privates, over.s.licences) == ({}, ("PRR",))


@rule("1830", "S-2.2-4.0c")
def test_pp_stays_while_its_owner_runs_elsewhere() -> None:
    t = richmond("2")
    t.s.tiles.pop("J12")
    t.s.supply["8"] += 1
    t.s.faces, t.s.reach = [], {}
    after = to(t.operating("PRR", "run_trains"), "pay_dividend")
    assert (after.s.revenue, after.s.privates) == (30 + 20, {"PP": "PRR"})


@rule("1830", "T-05.PP", "T-05.JK", "7.0a")
@pytest.mark.parametrize(("preset", "private", "income"), [("G", "PP", 10), ("D", "JK", 20), ("R", "JK", 20)])
def test_what_pp_and_jk_pay(preset: str, private: str, income: int) -> None:
    t = table(preset=preset).private(private, 2)
    before = t.money(2)
    t.game.flow.pay_privates(t.s)
    assert t.money(2) - before == income


@rule("1830", "T-05.PP", "7.2.1.4")
def test_j10_is_no_hex_to_build_on_anyway() -> None:
    t = table(preset="G").phase("3").opened("N&W", shares={0: 60}).cash({"N&W": 500}).home("N&W").private("PP", 1)
    t.operating("N&W").refused(act(0, "lay", "J10", "9", 1), "7.2.1.4", private="PP", hex="J10")


@rule("1830", "S-1.2-4.0", "S-3.2-4.0", "S-2.2-4.0a", "R-76")
@pytest.mark.parametrize(
    ("preset", "order"),
    [
        ("D", "SV CS DH MH JK CA BO"),
        ("R", "SV CS DH MH JK CA BO"),
        ("G", "SV CS PP DH MH CA BO"),
        ("B", "SV PL CS CC DH MH CA BO"),
    ],
)
def test_in_which_order_the_privates_are_sold(preset: str, order: str) -> None:
    assert list(table(preset=preset).game.start().privates) == order.split()
