"""P-7: a game in which trains go round between the pool and the companies comes to an end."""

from __future__ import annotations

import pytest

from stellwerk.games.g1830.circles import SETS
from stellwerk.games.g1830.state import own
from tests.games.g1830.positions import Table, table
from tests.marks import rule


def sets_over(t: Table, times: int) -> Table:
    """So many sets of operating rounds end one after the other, with nothing else between."""
    s = t.s.copy()
    for _ in range(times):
        if not s.ended:
            s.todo.clear()
            t.game.flow.end_set(s)
    return Table(t.game, s)


def flexible() -> Table:
    return table(train_limit="flexible").opened("NYC", shares={0: 60}).laid("E17", "9", 0).stock()


@rule("1830", "P-7")
def test_p_7_after_ten_sets_without_anything_lasting_the_game_is_over() -> None:
    t = sets_over(flexible(), SETS)
    assert (t.s.ended, t.turn[0]) == ("", "trade_shares"), "the first set shows what there is, nine followed"
    over = sets_over(t, 1)
    assert (over.s.ended, over.s.todo) == ("standstill", [])
    result = over.game.result(over.s)
    assert result is not None
    assert result.reason == "end.standstill"


@rule("1830", "P-7")
@pytest.mark.parametrize("what", ["track", "station", "train", "company", "private"])
def test_p_7_whatever_is_lasting_begins_the_count_anew(what: str) -> None:
    t = sets_over(flexible().private("SV", 0), SETS)
    match what:
        case "track":
            t.s.tiles["E17"] = ("23", 0)
        case "station":
            t.s.markers["NYC"] -= 1
        case "train":
            t.s.depot["6"] -= 1
        case "company":
            t.s.par["PRR"] = 100
        case "private":
            del t.s.privates["SV"]
    assert sets_over(t, SETS).s.ended == ""
    assert sets_over(t, SETS + 1).s.ended == "standstill"


@rule("1830", "P-7")
def test_p_7_trains_that_go_round_and_money_are_nothing_lasting() -> None:
    t = sets_over(flexible(), SETS)
    t.s.trains["NYC"], t.s.train_pool = ("4",), ("3", "3")
    t.s.cash["NYC"] += 300
    assert sets_over(t, 1).s.ended == "standstill"


@rule("1830", "P-7")
def test_p_7_where_the_limit_is_fixed_nothing_is_counted() -> None:
    t = sets_over(table().opened("NYC", shares={0: 60}).stock(), 3 * SETS)
    assert (t.s.ended, own(t.s).idle) == ("", ())
