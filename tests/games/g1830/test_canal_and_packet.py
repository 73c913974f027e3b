"""Scenario B: the C&O Canal, the packet company on the Ohio, and what coal mountains cost."""

from __future__ import annotations

import pytest

from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

OHIO = ("J2", "J4", "K5", "J6", "J8", "I9")


def richmond(private: str, owner: int | str, money: int = 500) -> Table:
    """The C&O (seat 0) at home in Richmond, with track towards J12; a private belongs to somebody."""
    t = table(preset="B").phase("3").opened("C&O", shares={0: 60}).cash({"C&O": money}).home("C&O")
    return t.laid("K13", "57", 2).private(private, owner)


@rule("1830", "S-4.2-4.0a")
def test_cc_builds_on_i11_and_j12_for_20_each_and_closes_with_the_second_tile() -> None:
    t = richmond("CC", "C&O").operating("C&O")
    first = t.play(act(0, "lay", "J12", "9", 2))
    assert (first.money("C&O"), first.s.privates) == (480, {"CC": "C&O"})
    first.s.done_this_turn = ()
    second = first.operating("C&O").play(act(0, "lay", "I11", "9", 2))
    assert (second.money("C&O"), second.s.privates) == (460, {})


@rule("1830", "S-4.2-4.0a", "7.0h")
def test_cc_asks_for_20_and_nothing_is_cheaper_without_it() -> None:
    richmond("CC", "C&O", 19).operating("C&O").refused(act(0, "lay", "J12", "9", 2), "7.0h", cost=20, cash=19)
    other = richmond("CC", "N&W").opened("N&W", par=67, shares={1: 60}).operating("C&O")
    assert other.play(act(0, "lay", "J12", "9", 2)).money("C&O") == 380


@rule("1830", "S-4.2-4.0a")
def test_cc_closes_whoever_lays_the_tiles() -> None:
    t = richmond("CC", "N&W").opened("N&W", par=67, shares={1: 60}).laid("J12", "9", 2).operating("C&O")
    assert t.s.privates == {"CC": "N&W"}
    after = t.play(act(0, "lay", "I11", "9", 2))
    assert (after.money("C&O"), after.s.privates) == (380, {})


@rule("1830", "T-05.CC", "T-05.PL", "7.2.1.4")
def test_the_hexes_of_cc_and_pl_are_closed_while_a_player_owns_them() -> None:
    t = richmond("CC", 1).operating("C&O")
    t.refused(act(0, "lay", "J12", "9", 2), "7.2.1.4", private="CC", hex="J12")
    t = richmond("CC", 1).laid("J12", "9", 2).operating("C&O")
    t.refused(act(0, "lay", "I11", "9", 2), "7.2.1.4", private="CC", hex="I11")
    t = richmond("PL", 1).laid("J12", "9", 2).laid("I11", "9", 1).operating("C&O")
    t.refused(act(0, "lay", "I9", "9", 1), "7.2.1.4", private="PL", hex="I9")
    assert richmond("PL", "C&O").operating("C&O").offers("lay_private", "PL", "I9")


@rule("1830", "S-4.2-4.0b")
def test_pl_lays_one_tile_on_the_ohio_besides_the_usual_one() -> None:
    t = richmond("PL", "C&O").operating("C&O")
    assert {name for name, *_ in t.offers("lay_private", "PL")} == set(OHIO)
    extra, usual = act(0, "lay_private", "PL", "J4", "9", 1), act(0, "lay", "J12", "9", 2)
    for first, second in ((extra, usual), (usual, extra)):
        after = t.play(first, second)
        assert (after.s.tiles["J4"], after.s.tiles["J12"]) == (("9", 1), ("9", 2))
        assert after.money("C&O") == 500 - 120, "the tile of PL is free"
        assert after.s.privates == {"PL": "C&O"}, "PL stays"
    again = t.play(extra)
    again.refused(act(0, "lay_private", "PL", "J6", "9", 1), "S-4.2-4.0b", private="PL", hex="J6")
    again.s.done_this_turn = ()
    again.operating("C&O").refused(act(0, "lay_private", "PL", "J6", "9", 1), "S-4.2-4.0b", private="PL", hex="J6")


@rule("1830", "S-4.2-4.0b")
def test_pl_lays_on_no_other_hex_and_only_for_its_owner() -> None:
    t = richmond("PL", "C&O").operating("C&O")
    t.refused(act(0, "lay_private", "PL", "J10", "9", 1), "S-4.2-4.0b", private="PL", hex="J10")
    t.refused(act(0, "lay", "J4", "9", 1), "7.2.1.1", hex="J4")
    later = t.play(act(0, "pass_track"))
    later.refused(act(0, "lay_private", "PL", "J4", "9", 1), "S-4.2-4.0b", private="PL", hex="J4")
    mine = richmond("PL", 0).operating("C&O")
    mine.refused(act(0, "lay_private", "PL", "J4", "9", 1), "4.0b", private="PL")


@rule("1830", "S-4.2-4.0b")
def test_a_usual_tile_on_the_ohio_leaves_pl_its_own() -> None:
    """J8 is joined to J12 over J10; the owner says whether he uses PL there."""
    t = richmond("PL", "C&O").laid("J12", "8", 5).laid("J10", "9", 1).operating("C&O")
    usual, by_pl = t.play(act(0, "lay", "J8", "9", 1)), t.play(act(0, "lay_private", "PL", "J8", "9", 1))
    assert usual.may(act(0, "lay_private", "PL", "J4", "9", 1))
    assert by_pl.offers("lay")
    assert not by_pl.offers("lay_private", "PL")


@rule("1830", "S-4.2-7.2a", "R-85")
@pytest.mark.parametrize("name", ["J10", "K9", "K11", "L6", "L8", "L10", "M9"])
def test_coal_mountains_cost_60_in_b(name: str) -> None:
    assert table(preset="B").game.rules.hexmap[name].cost == 60


@rule("1830", "S-4.2-7.2a", "R-85")
def test_the_first_tile_on_a_coal_mountain_costs_60() -> None:
    t = table(preset="B").phase("3").opened("N&W", shares={0: 60}).cash({"N&W": 100}).home("N&W").operating("N&W")
    assert t.play(act(0, "lay", "L10", "57", 1)).money("N&W") == 40


@rule("1830", "R-85", "7.2e", "S-4.2-4.0b")
def test_elsewhere_the_board_says_what_terrain_costs() -> None:
    b, d = table(preset="B").game.rules.hexmap, table(preset="D").game.rules.hexmap
    assert {b[name].cost for name in OHIO} == {0}
    assert [b[name].cost for name in ("I11", "J12", "K7", "J14")] == [120, 120, 80, 80]
    assert [d[name].cost for name in ("J10", "K9", "L10")] == [120, 120, 120]


@rule("1830", "T-05.CC", "T-05.PL", "7.0a")
@pytest.mark.parametrize(("private", "income"), [("CC", 10), ("PL", 5)])
def test_what_cc_and_pl_pay(private: str, income: int) -> None:
    t = table(preset="B").private(private, 2)
    before = t.money(2)
    t.game.flow.pay_privates(t.s)
    assert t.money(2) - before == income
