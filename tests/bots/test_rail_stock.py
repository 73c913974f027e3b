"""What the greedy bot of 18xx games does with powers that it has, and with money when it may hold no more."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.view import View, choices_of
from tests.games.g1830.positions import Table, table


def chosen(t: Table) -> Action:
    return bot("1830", "greedy").choose(View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ()), Random(1))


@pytest.mark.parametrize(("run", "phase", "exchanged"), [(210, "3", True), (190, "3", False), (190, "4", True)])
def test_the_mohawk_becomes_a_share_that_pays_more_or_when_it_is_about_to_close(
    run: int, phase: str, exchanged: bool
) -> None:
    """It pays 20 in a round. With the last 4-train the 5-train is on sale, which closes all privates."""
    t = table(4).phase(phase).opened("NYC", par=76, shares={1: 60}).home("NYC").trains("NYC", "3")
    t = t.depot(phase, 0 if phase == "4" else 2)
    t.s.privates["MH"] = "P0"
    t.s.runs["NYC"] = run
    t = t.cash({0: 0}).stock(turn=0)
    assert (chosen(t) == Action(0, "exchange", ("MH", "bank"))) == exchanged


def full(run: int) -> Table:
    """Seat 0 holds the 16 certificates that it may, three of CPR among them, has money, and PRR runs well."""
    t = table(4).phase("5")
    for company, shares in (("NYC", {0: 60}), ("B&O", {0: 60}), ("Erie", {0: 40, 3: 30})):
        t = t.opened(company, par=76, shares=shares).trains(company, "5")
        t.s.runs[company] = 100
    t = t.opened("CPR", par=76, shares={1: 40, 0: 30}).trains("CPR", "4")
    t = t.opened("PRR", par=76, shares={2: 60}).trains("PRR", "5")
    t.s.runs.update({"CPR": run, "PRR": 400})
    return t.cash({0: 400}).stock(turn=0)


def test_at_the_limit_a_share_that_pays_little_makes_room_for_a_better_one() -> None:
    t = full(run=20)
    assert not [choice for choice in choices_of(t.game, t.s, 0) if choice.kind == "buy"]
    assert chosen(t) == Action(0, "sell", ("CPR", 10))
    t.s = t.game.apply(t.s, chosen(t))
    assert chosen(t) == Action(0, "buy", ("PRR", "bank", 10))


def test_at_the_limit_nothing_is_sold_for_what_brings_little_more() -> None:
    """The other two shares of CPR would fall by more than PRR pays beyond it."""
    assert chosen(full(run=380)).kind == "pass_turn"
