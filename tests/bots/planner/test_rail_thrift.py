"""Positions of 1830 in which a planner should see what money, trains and their prices are good for."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.planner.rail_candidates import Candidates
from stellwerk.bots.planner.rail_constants import constants
from stellwerk.bots.planner.rail_earnings import Earnings
from stellwerk.bots.planner.rail_search import Search
from stellwerk.bots.planner.rail_supply import Supply
from stellwerk.bots.planner.rail_value import Outlook, Part
from stellwerk.core.action import Action
from stellwerk.core.view import View, choices_of
from stellwerk.eighteen.state import BANK
from stellwerk.eighteen.steps.run import RunTrains
from tests.games.g1830.positions import Table, table

TOLD = constants("1830")


def outlook(t: Table) -> list[Part]:
    return Outlook(t.game, Earnings(t.game, t.s, TOLD), TOLD).parts(t.s)


def thought(t: Table) -> list[Action]:
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    return Candidates(view, t.s, Action(0, "pass_trains")).all(40)


def test_money_counts_less_at_the_limit_of_certificates() -> None:
    """Four may hold 16: who has them all can only give one for another with his money, who has none buys for it."""
    t = table(4)
    for company, shares in (("PRR", {0: 60}), ("NYC", {0: 60}), ("CPR", {0: 60}), ("B&M", {0: 20, 1: 20})):
        t = t.opened(company, par=100, shares=shares)
    t = t.cash({0: 500, 1: 500}).stock()
    full, free = outlook(t)[:2]
    assert full.cash == free.cash == 500
    assert 0 < full.idle < free.idle / 2


def test_two_trains_earn_what_they_run_together() -> None:
    """On one line from Albany on the second 2 has nothing left to run."""
    t = table(4).opened("NYC", par=76, shares={0: 60}).home("NYC").laid("E19", "57", 2).laid("F20", "56", 0)
    t = t.trains("NYC", "2").operating("NYC", "buy_trains")
    step = t.game.rail_steps["run_trains"]
    assert isinstance(step, RunTrains)
    trains = [t.game.rules.trains["2"]] * 2
    together = t.game.track.known_runs.best(step.position(t.s, "NYC"), trains).revenue
    earnings = Earnings(t.game, t.s, TOLD)
    assert earnings.fleet(t.s, "NYC", ("2", "2"))[0] == together
    assert together < (1 + TOLD.second) * earnings.fleet(t.s, "NYC", ("2",))[0]


@pytest.mark.parametrize(("treasury", "given"), [(299, True), (298, False)])
def test_no_company_gives_its_only_train_that_cannot_pay_the_next(treasury: int, given: bool) -> None:
    """A 4 costs 300, and the train is given for 1."""
    t = table(4).phase("4").opened("PRR", par=76, shares={0: 60}).home("PRR").trains("PRR", "4")
    t = t.opened("NYC", par=76, shares={0: 60}).home("NYC").trains("NYC", "4", "3")
    t = t.cash({"PRR": treasury, "NYC": 1}).operating("NYC", "buy_trains")
    assert (Action(0, "buy_train", ("PRR", "4", 1)) in thought(t)) == given


def test_a_train_goes_from_one_company_to_another_only_for_a_reason() -> None:
    t = table(4).phase("4").opened("PRR", par=76, shares={0: 60}).home("PRR").trains("PRR", "4", "3")
    t = t.opened("NYC", par=76, shares={0: 60}).home("NYC").trains("NYC", "4")
    t = t.cash({"PRR": 300, "NYC": 400}).operating("NYC", "buy_trains")
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    actions = [Action(0, "buy_train", args) for args in (("bank", "4", 300), ("bank", "4", 300), ("PRR", "3", 1))]
    trials = Search(view, Random(1), TOLD, 1).rank(actions, 1, 3)
    assert {trial.action.args[0]: trial.doubt for trial in trials} == {"bank": 0.0, "PRR": -TOLD.idleness}


def test_companies_without_a_train_buy_at_once() -> None:
    """Four that need one take the last two 2s and two 3s in the next round; else one is sold in each."""
    t = table(4).depot("2", 2)
    assert Supply(t.game.rules, t.s, pace=1.0).at(1.5) == "2"
    for company in ("PRR", "NYC", "CPR", "B&M"):
        t = t.opened(company, par=67, shares={0: 60})
    supply = Supply(t.game.rules, t.s, pace=1.0)
    assert supply.at(0.25) == "2"
    assert supply.at(0.75) == "3"
    assert supply.goes("2") == 1 + (2 + t.s.depot["3"] - 4)


def test_who_cannot_pay_for_trains_to_come_hopes_for_less() -> None:
    """The 3 goes with the first 6, which is next; what the director has pays for a new train, or does not."""
    hopes = []
    for own in (700, 0):
        t = table(4).phase("5").depot("5", 1).opened("PRR", par=67, shares={0: 60}).home("PRR").trains("PRR", "3")
        hopes.append(outlook(t.cash({0: own, "PRR": 0}).stock())[0])
    assert hopes[0].dues == hopes[1].dues > 0
    assert hopes[1].dividends < hopes[0].dividends


def test_what_is_owed_late_counts_for_less() -> None:
    """A 2 goes with the first 4: now, or when five 3s have been sold."""
    dues = []
    for left in (0, 3, 5):
        t = table(4).phase("3").depot("3", left).opened("PRR", par=67, shares={0: 60}).home("PRR").trains("PRR", "2")
        dues.append(outlook(t.cash({0: 0, "PRR": 0}).stock())[0].dues)
    assert dues[0] >= 300  # the price of a 4, in full
    assert dues[0] > dues[1] > dues[2]


def test_a_set_is_played_to_its_end() -> None:
    """The bank breaks in the first of three rounds, and the others are played all the same."""
    t = table(4).phase("5").opened("PRR", par=67, shares={0: 60}).home("PRR").trains("PRR", "5")
    t = t.operating("PRR", "buy_trains")
    t.s.set_length, t.s.set_round, t.s.cash[BANK] = 3, 1, 1
    judge = Outlook(t.game, Earnings(t.game, t.s, TOLD), TOLD)
    assert judge.rounds(t.s) == 3
    t.s.set_round, t.s.ending = 2, "bank"
    assert judge.rounds(t.s) == 1


def test_two_candidates_are_compared_more_than_once() -> None:
    t = table(4).opened("PRR", par=100, shares={0: 40, 1: 20}).trains("PRR", "3").home("PRR").cash({0: 200}).stock()
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    actions = [Action(0, "pass_turn"), Action(0, "buy", ("PRR", "bank", 10))]
    for rollouts, tries in ((20, 3), (4, 2), (2, 1)):
        trials = Search(view, Random(1), TOLD, 1).rank(actions, 1, rollouts)
        assert [trial.tries for trial in trials] == [tries, tries]
