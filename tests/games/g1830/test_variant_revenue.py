"""Revenue by variants: split between company and shareholders (V-7.1), or drawn by chance (S-6.3.1); V-2.0."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.state import Frame
from stellwerk.core.tell import tell
from tests.games.g1830.operating import order
from tests.games.g1830.positions import Table, act, game_for, table
from tests.games.g1830.turns import all_pass
from tests.marks import rule


def earned(revenue: int, preset: str = "classic", *, pool: int = 0, **options: str) -> Table:
    """B&O at 100, 30% with seat 0 and 20% with seat 1, has earned so much, before its director decides."""
    t = table(4, preset, **options).opened("B&O", par=100, shares={0: 40, 1: 30}, pool=pool).home("B&O")
    t.s.revenue = revenue
    return t.cash({0: 0, 1: 0, 2: 0, 3: 0, "B&O": 0}).operating("B&O", "pay_dividend")


@rule("1830", "V-7.1", "S-6.3.10")
@pytest.mark.parametrize("preset", ["classic", "C"])
def test_v_7_1_half_to_the_treasury_half_to_the_shareholders(preset: str) -> None:
    t = earned(120, preset, split_revenue="true")
    assert [choice.kind for choice in t.choices()] == ["pay_out", "pay_half", "withhold"]
    after = t.play(act(0, "pay_half"))
    assert (after.money("B&O"), after.money(0), after.money(1)) == (60, 4 * 6, 3 * 6)
    assert (after.price("B&O"), after.s.cell["B&O"]) == (100, t.s.cell["B&O"])
    assert t.play(act(0, "pay_out")).price("B&O") == 112
    assert t.play(act(0, "withhold")).price("B&O") == 90


@rule("1830", "V-7.1", "7.5e")
def test_v_7_1_the_pool_earns_its_part_for_the_company() -> None:
    after = earned(120, pool=20, split_revenue="true").play(act(0, "pay_half"))
    assert after.money("B&O") == 60 + 2 * 6


@rule("1830", "V-7.1", "7.5d")
def test_v_7_1_without_the_variant_nothing_is_split() -> None:
    t = earned(120)
    assert [choice.kind for choice in t.choices()] == ["pay_out", "withhold"]
    t.refused(act(0, "pay_half"), "7.5d")


@rule("1830", "R-34")
@pytest.mark.parametrize(
    ("revenue", "kept", "each"), [(130, 60, 7), (120, 60, 6), (10, 0, 1), (30, 10, 2), (190, 90, 10)]
)
def test_r_34_the_company_keeps_full_tens(revenue: int, kept: int, each: int) -> None:
    after = earned(revenue, split_revenue="true").play(act(0, "pay_half"))
    assert (after.money("B&O"), after.money(0), after.money(1)) == (kept, 4 * each, 3 * each)


def to_draw(revenue: int, **options: Any) -> Table:
    """The run of B&O has earned so much, and a marker is to be drawn."""
    t = earned(revenue, "C", random_revenue="true", **options)
    t.s.todo.append(Frame("draw_revenue", "B&O"))
    t.s.runs["B&O"] = revenue
    return t.sound()


@rule("1830", "S-6.3.1")
def test_s_6_3_1_a_marker_says_what_a_run_earns() -> None:
    t = to_draw(100)
    assert [choice.seat for choice in t.choices()] == t.game.owing(t.s) == [CHANCE]
    earned_by = {}
    for marker in range(1, 7):
        after = t.play(act(CHANCE, "draw_revenue", marker))
        earned_by[marker] = after.s.revenue
        assert (after.s.luck, after.s.runs["B&O"], after.turn) == (marker, after.s.revenue, ("pay_dividend", "B&O"))
    assert earned_by == {1: 80, 2: 90, 3: 100, 4: 100, 5: 110, 6: 120}
    assert not t.may(act(CHANCE, "draw_revenue", 7))


@rule("1830", "S-6.3.1")
def test_s_6_3_1_the_log_tells_the_marker() -> None:
    t = to_draw(100)
    said = tell(t.game, ["A", "B", "C", "D"], t.s, act(CHANCE, "draw_revenue", 1), "en")
    assert said == "Marker 1 is drawn: B&O earns $80 instead of $100."


@rule("1830", "R-35")
def test_r_35_withheld_to_the_dollar_paid_out_in_whole_dollars() -> None:
    t = to_draw(130).play(act(CHANCE, "draw_revenue", 1))
    assert t.s.revenue == 104
    assert t.play(act(0, "withhold")).money("B&O") == 104
    paid = t.play(act(0, "pay_out"))
    assert (paid.money(1), paid.money(0)) == (31, 41), "30% of 104 are 31.20, 40% are 41.60"


@rule("1830", "R-112", "R-35")
@pytest.mark.parametrize(
    ("revenue", "marker", "kept", "paid"),
    [
        (110, 2, 49, (20, 15)),  # 99: 50 for the shareholders, 40% of it are 20 and 30% are 15
        (130, 1, 52, (20, 15)),  # 104: halves of 52, of which 40% are 20.80 and 30% are 15.60
        (10, 1, 4, (1, 1)),  # 8: halves of 4, of which 40% are 1.60 and 30% are 1.20
    ],
)
def test_r_112_halves_of_drawn_revenue_are_equal_but_for_a_dollar(
    revenue: int, marker: int, kept: int, paid: tuple[int, int]
) -> None:
    t = to_draw(revenue, split_revenue="true").play(act(CHANCE, "draw_revenue", marker), act(0, "pay_half"))
    assert (t.money("B&O"), t.money(0), t.money(1)) == (kept, *paid)


@rule("1830", "R-34")
def test_r_34_a_drawn_revenue_of_full_tens_is_split_as_any_other() -> None:
    t = to_draw(130, split_revenue="true").play(act(CHANCE, "draw_revenue", 3), act(0, "pay_half"))
    assert (t.money("B&O"), t.money(0), t.money(1)) == (60, 4 * 7, 3 * 7)


@rule("1830", "S-6.3.1")
def test_s_6_3_1_chance_draws_in_every_turn_that_earns() -> None:
    """A company with a train draws after its run, each time anew; one without revenue does not."""
    t = table(4, "C", random_revenue="true").phase("3").opened("B&O", par=100, shares={0: 60})
    t = t.laid("I15", "53", 0).laid("J14", "57", 0).home("B&O").trains("B&O", "2").operating("B&O", "run_trains")
    (choice,) = [choice for choice in t.choices() if choice.kind == "run"]
    ran = t.play(next(choice.actions()))
    assert ran.turn == ("draw_revenue", "B&O")
    drawn = ran.play(act(CHANCE, "draw_revenue", 6))
    assert drawn.s.revenue == ran.s.revenue * 120 // 100
    idle = table(4, "C", random_revenue="true").opened("B&O", par=100, shares={0: 60}).home("B&O")
    assert idle.operating("B&O", "run_trains").turn == ("buy_trains", "B&O")


@rule("1830", "S-6.3.1")
def test_s_6_3_1_only_then_chance_takes_part() -> None:
    assert game_for(preset="C", random_revenue="true").chancy
    assert "draw_revenue" not in game_for(preset="C").steps


@rule("1830", "V-2.0a", "R-80", "7.0f")
@pytest.mark.parametrize(("option", "acts"), [("fixed", ["NYC", "Erie"]), ("variable", ["Erie", "NYC"])])
def test_v_2_0_a_fixed_order_outlasts_a_fall(option: str, acts: list[str]) -> None:
    """PRR (100) acts before NYC (90) and Erie (82); its director sells 30% of NYC, which fall to 71."""
    t = table(operating_order=option).phase("3").opened("PRR", par=100, shares={0: 60}).home("PRR")
    t = t.opened("NYC", par=90, shares={1: 50, 0: 30}).opened("Erie", par=82, shares={2: 60}).home("NYC")
    t = t.laid("H10", "57", 1).home("Erie", 0).cash({0: 0, 1: 600, 2: 600, "PRR": 0, "NYC": 500, "Erie": 500})
    t = all_pass(t.stock())
    assert t.s.acted == ("PRR",)
    t = t.play(act(0, "pass_track"), act(0, "sell", "NYC", 20), act(0, "buy_train", "bank", "3", 180))
    assert t.price("NYC") == 76 < t.price("Erie")
    assert order(t.play(act(0, "pass_trains"))) == acts
