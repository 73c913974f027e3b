"""Positions of 1830 in which a company will soon need a train that it cannot pay, and somebody gets out of that."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from stellwerk.bots.planner.rail import RailPlanner
from stellwerk.bots.planner.rail_constants import constants
from stellwerk.bots.planner.rail_earnings import Earnings
from stellwerk.bots.planner.rail_quick import Quick
from stellwerk.bots.planner.rail_quick_debts import Debts
from stellwerk.bots.planner.rail_value import Outlook, Part
from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.view import View, choices_of
from stellwerk.eighteen.rollout import rollout_game
from tests.games.g1830.positions import Table, table

TOLD = constants("1830")


def poor(treasury: int = 0, shares: dict[int, int] | None = None, cash: dict[int | str, int] | None = None) -> Table:
    """NYC is rich and buys the first 4, which scraps the 2 of PRR before its second turn: then that needs a 4 too."""
    t = table(4).phase("3").depot("3", 0).opened("PRR", par=67, shares=shares or {0: 50, 1: 20}).home("PRR")
    t = t.opened("NYC", par=67, shares={3: 60}).home("NYC").trains("NYC", "3").trains("PRR", "2")
    t.s.runs["NYC"] = 90
    t = t.cash({0: 0, 1: 0, 2: 0, 3: 0}).cash({"PRR": treasury, "NYC": 600}).cash(cash or {})
    return t.stock(turn=0, number=3)


def quick_answer(t: Table, seat: int = 0, *, desertion: float = 1.0) -> Action:
    """What somebody does in a stock turn of a rollout."""
    t = t.stock(turn=seat, number=3)
    ahead = rollout_game(t.game, Earnings(t.game, t.s, TOLD))
    frame = t.s.todo[-1]
    return Quick(ahead, Random(1), replace(TOLD, desertion=desertion)).trader.trade(
        t.s, frame, ahead.rail_steps[frame.step]
    )


def outlook(t: Table, heirs: float) -> list[Part]:
    told = replace(TOLD, heirs=heirs)
    return Outlook(t.game, Earnings(t.game, t.s, told), told).parts(t.s)


def test_a_director_leaves_a_debt_to_who_holds_enough() -> None:
    """A 4 costs 300. Seat 1 leads with 20 per cent once seat 0 has sold all but ten."""
    assert quick_answer(poor()) == Action(0, "sell", ("PRR", 40))


@pytest.mark.parametrize(
    ("treasury", "shares"),
    [(300, {0: 50, 1: 20}), (0, {0: 50, 1: 10, 2: 10}), (250, {0: 60, 1: 20})],
    ids=["it pays itself", "nobody holds enough", "the debt is small"],
)
def test_a_director_stays_where_nothing_is_gained(treasury: int, shares: dict[int, int]) -> None:
    assert quick_answer(poor(treasury, shares, {0: 50})).kind == "pass_turn"


def test_without_that_skill_nobody_sells_in_a_rollout() -> None:
    assert quick_answer(poor(), desertion=0.0).kind == "pass_turn"


@pytest.mark.parametrize(("treasury", "keeps"), [(0, True), (300, False)])
@pytest.mark.parametrize("seat", [0, 1])
def test_money_is_kept_for_a_debt_that_is_or_may_become_ones_own(treasury: int, seat: int, *, keeps: bool) -> None:
    """Each has the price of a 4 and little more. The director cannot leave as long as nobody else holds 20 per cent."""
    t = poor(treasury, {0: 50, 1: 10 if seat == 0 else 20}, {seat: 310})
    assert (quick_answer(t, seat).kind == "pass_turn") == keeps


def test_nobody_buys_himself_into_a_debt() -> None:
    """A second share of PRR would leave its debt to seat 2, so that he buys NYC, which pays less."""
    t = poor(0, {0: 50, 2: 10}, {2: 120})
    debts = Debts(t.game, TOLD, Random(1))
    assert debts.owed(t.s) == {"PRR": 300}
    assert debts.burdens(t.s, 2, "PRR")
    assert not debts.burdens(t.s, 1, "PRR")
    assert quick_answer(t, 2) == Action(2, "buy", ("NYC", "bank", 10))


def test_who_comes_later_finds_a_dearer_train() -> None:
    """One 6 is left for 630: PRR, whose price is higher, takes it, and NYC has to buy a diesel for 1,100."""
    t = table(4).phase("6").depot("6", 1).opened("PRR", par=100, shares={0: 60}).home("PRR")
    t = t.opened("NYC", par=67, shares={1: 60}).home("NYC").cash({"PRR": 640, "NYC": 640}).stock(number=5)
    assert Debts(t.game, TOLD, Random(1)).owed(t.s) == {"NYC": 460}


def test_who_may_be_left_with_a_debt_hopes_for_less() -> None:
    """Seat 1 has 20 per cent of a company whose director may go, and nothing to pay for its next train."""
    with_debt, without = (outlook(poor(cash={0: 600}), heirs)[1] for heirs in (0.5, 0.0))
    assert with_debt.dividends < without.dividends
    assert with_debt.dues == without.dues


def test_who_can_pay_for_what_may_be_left_to_him_hopes_for_as_much() -> None:
    with_debt, without = (outlook(poor(cash={0: 600, 1: 600}), heirs)[1] for heirs in (0.5, 0.0))
    assert with_debt == without


def test_only_the_strong_level_thinks_of_it_and_only_in_1830() -> None:
    """The weaker levels play as before, and so do other titles."""
    skills = {name: bot("1830", name) for name in ("planner-easy", "planner-normal", "planner")}
    told = {name: known.others_sell for name, known in skills.items() if isinstance(known, RailPlanner)}
    assert told == {"planner-easy": False, "planner-normal": False, "planner": True}
    assert TOLD.desertion
    for others in (constants("1848"), constants("1853")):
        assert others.restraint == others.desertion == others.heirs == 0


def test_a_weaker_level_reckons_without_it() -> None:
    t = poor()
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    for name, sells in (("planner-normal", False), ("planner", True)):
        known = bot("1830", name)
        assert isinstance(known, RailPlanner)
        told = known.told(view)
        assert [bool(value) for value in (told.restraint, told.desertion, told.heirs)] == [sells] * 3
