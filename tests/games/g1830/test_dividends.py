"""Running trains in a turn, and what becomes of the revenue: 7.4b, 7.4.2j and 7.5."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1830.operating import go_on, stock_round_over, to
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

Route = tuple[tuple[str, int], ...]

TO_WASHINGTON: Route = (("I15", 6), ("I15", 0), ("J14", 6))
TO_ATLANTIC_CITY: Route = (("I15", 6), ("I15", 4), ("I17", 4), ("I19", 6))


def baltimore(phase: str = "3", *trains: str, shares: dict[int, int] | None = None, pool: int = 0) -> Table:
    """B&O at 100 in green Baltimore (50), with green Washington (30) and Atlantic City (10) beside it."""
    t = table().phase(phase).opened("B&O", par=100, shares=shares or {0: 60}, pool=pool)
    t = t.laid("I15", "53", 0).laid("J14", "57", 0).laid("J14", "15", 0).laid("I17", "9", 1)
    return t.home("B&O").trains("B&O", *trains).cash(dict.fromkeys(range(4), 0)).operating("B&O", "run_trains")


def run(*routes: Route) -> Action:
    return act(0, "run", routes)


def earned(revenue: int, shares: dict[int, int] | None = None, pool: int = 0) -> Table:
    """B&O at 100 that has earned so much, before its director decides."""
    t = table().opened("B&O", par=100, shares=shares or {0: 60}, pool=pool).home("B&O")
    t.s.revenue = revenue
    return t.cash(dict.fromkeys(range(4), 0)).operating("B&O", "pay_dividend")


@rule("1830", "7.5a")
def test_7_5_a_run_earns_the_sum_of_its_cities() -> None:
    """Yellow Baltimore 30 and Atlantic City 10."""
    t = table().opened("B&O", par=100, shares={0: 60}).laid("I17", "9", 1).home("B&O").trains("B&O", "2")
    t = t.operating("B&O", "run_trains").play(run(TO_ATLANTIC_CITY))
    assert (t.s.revenue, t.s.runs["B&O"]) == (40, 40)


@rule("1830", "7.5b", "3.4f", "3.5e")
@pytest.mark.parametrize(("phase", "revenue"), [("2", 80), ("4", 80), ("5", 110), ("7", 110)])
def test_7_5_a_red_area_pays_its_higher_value_from_phase_5_on(phase: str, revenue: int) -> None:
    """C&O from Cleveland (30) by Columbus (20) to the Gulf (30, later 60)."""
    t = table().phase(phase).opened("C&O", par=100, shares={0: 60}).laid("G5", "9", 0).laid("H4", "57", 0)
    t = t.laid("I3", "9", 0).home("C&O").trains("C&O", "5").operating("C&O", "run_trains")
    route = (("F6", 6), ("F6", 0), ("G5", 0), ("H4", 6), ("H4", 0), ("I3", 0), ("J2", 6))
    assert t.play(run(route)).s.revenue == revenue


@rule("1830", "7.5c")
def test_7_5_the_revenue_is_what_all_trains_earn_and_comes_from_the_bank() -> None:
    t = baltimore("3", "2", "2")
    bank = t.s.cash["bank"]
    ran = t.play(run(TO_WASHINGTON, TO_ATLANTIC_CITY))
    assert ran.s.revenue == 80 + 60
    kept = ran.play(act(0, "withhold"))
    assert (kept.s.cash["bank"], kept.money("B&O")) == (bank - 140, 140)


@rule("1830", "7.5d")
def test_7_5_all_or_nothing() -> None:
    t = earned(140)
    for action in (act(0, "pay_out", 70), act(0, "pay_out", 140), act(0, "withhold", 70)):
        t.refused(action, "7.5d")
    t.refused(act(0, "pass_track"), "7.1a")
    assert t.offers("pay_out") == t.offers("withhold") == [()]


@rule("1830", "7.5e")
def test_7_5_a_tenth_for_each_tenth_and_the_part_of_the_pool_for_the_treasury() -> None:
    t = earned(140, shares={0: 40, 1: 30}, pool=20)
    bank = t.s.cash["bank"]
    after = t.play(act(0, "pay_out"))
    assert [after.money(seat) for seat in range(4)] == [56, 42, 0, 0]
    assert after.money("B&O") == 28
    assert after.s.cash["bank"] == bank - 126


@rule("1830", "7.5f", "7.5g", "5.5d")
def test_7_5_withheld_revenue_goes_to_the_treasury() -> None:
    after = earned(140, shares={0: 40, 1: 30}, pool=20).play(act(0, "withhold"))
    assert after.money("B&O") == 140
    assert [after.money(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert after.price("B&O") == 90


@rule("1830", "7.5g", "5.5c", "5.5d")
def test_7_5_a_dividend_raises_the_price_and_withholding_lowers_it() -> None:
    assert earned(80).play(act(0, "pay_out")).price("B&O") == 112
    assert earned(80).play(act(0, "withhold")).price("B&O") == 90


@rule("1830", "7.5g", "R-33")
def test_r_33_no_revenue_is_no_dividend() -> None:
    """Without a train there is nothing to decide, and the price falls."""
    t = table().opened("PRR", par=100, shares={0: 60}).home("PRR").operating("PRR", "run_trains")
    assert t.turn == ("buy_trains", "PRR")
    assert (t.price("PRR"), t.money("PRR")) == (90, 0)
    t.refused(act(0, "pay_out"), "7.1a")


@rule("1830", "7.5h")
def test_7_5_income_of_privates_is_never_distributed() -> None:
    """B&O owns CS: $10 come at the start of the round, and its runs of 140 pay 140."""
    t = baltimore("3", "2", "2").private("CS", "B&O").cash({"B&O": 0}).stock()
    t.s.acted = t.s.roster = ()
    t = stock_round_over(t)
    assert t.money("B&O") == 10
    t = to(t, "run_trains").play(run(TO_WASHINGTON, TO_ATLANTIC_CITY))
    assert t.s.revenue == 140
    after = t.play(act(0, "pay_out"))
    assert (after.money(0), after.money("B&O")) == (84, 10)


@rule("1830", "7.5.ex1", "7.5e")
def test_7_5_example_dividend_of_50() -> None:
    t = table().opened("C&O", par=100, shares={0: 50}, pool=20).home("C&O")
    t.s.revenue = 50
    t = t.cash(dict.fromkeys(range(4), 0)).operating("C&O", "pay_dividend")
    bank = t.s.cash["bank"]
    after = t.play(act(0, "pay_out"))
    assert (after.money(0), after.money("C&O"), bank - after.s.cash["bank"]) == (25, 10, 35)
    assert 50 - 35 == 15


@rule("1830", "7.4b")
def test_7_4_only_the_best_run_is_legal() -> None:
    """A single 2-train earns 80 to Washington; 60 to Atlantic City is too little."""
    t = baltimore("3", "2")
    t.refused(run(TO_ATLANTIC_CITY), "7.4b", revenue=60, best=80)
    t.refused(run(()), "7.4b", revenue=0, best=80)
    assert t.play(run(TO_WASHINGTON)).s.revenue == 80


@rule("1830", "7.4b")
def test_7_4_two_trains_must_earn_the_most_together() -> None:
    t = baltimore("3", "2", "2")
    t.refused(run(TO_WASHINGTON, ()), "7.4b", revenue=80, best=140)
    t.refused(run(TO_WASHINGTON, TO_WASHINGTON), "7.4.2h", hex="I15")
    assert t.play(run(TO_ATLANTIC_CITY, TO_WASHINGTON)).s.revenue == 140


@rule("1830", "7.4b")
def test_7_4_by_an_option_any_run_will_do() -> None:
    t = baltimore("3", "2")
    free = table(4, best_run="free")
    free.s = t.s
    assert free.play(run(TO_ATLANTIC_CITY)).s.revenue == 60
    assert free.play(run(())).s.revenue == 0
    free.refused(run((("I15", 6),)), "7.4a")


@rule("1830", "7.4a", "7.4.1a", "7.4.2i")
def test_7_4_a_train_runs_once_on_two_cities_or_more_within_its_range() -> None:
    through = (*TO_WASHINGTON, ("J14", 0), ("K13", 6))
    t = baltimore("3", "2")
    t.refused(run((("I15", 6),)), "7.4a")
    t.refused(run(through), "7.4.1a", stops=3, range=2)
    t.refused(run(TO_WASHINGTON, TO_ATLANTIC_CITY), "7.4a")
    t.refused(act(0, "run", "nonsense"), "7.4a")
    assert baltimore("3", "3").play(run(through)).s.revenue == 50 + 30 + 30
    baltimore("3", "2", "2").refused(run(through, ()), "7.4.1a", stops=3, range=2)


@rule("1830", "7.4.2j", "7.6a")
def test_7_4_a_new_company_does_not_run_in_its_first_turn() -> None:
    """B&O buys a train at the end of its first turn and runs it in the second."""
    t = table().phase("3").opened("B&O", par=100, shares={0: 60}).laid("I17", "9", 1).cash({"B&O": 1000})
    t = to(stock_round_over(t), "buy_trains")
    assert (t.s.revenue, t.price("B&O"), t.s.runs) == (0, 90, {})
    t = t.play(act(0, "buy_train", "bank", "3", 180))
    t.refused(run(TO_ATLANTIC_CITY), "7.1a")
    second = to(go_on(t), "run_trains", "buy_trains")
    assert (second.turn, second.s.set_round) == (("run_trains", "B&O"), 2)
    assert second.play(run(TO_ATLANTIC_CITY)).s.revenue == 40
