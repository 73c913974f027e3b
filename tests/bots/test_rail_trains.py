"""What the 18xx bot knows of trains: plus-trains, trains on their last run, and types that are on sale together."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.rail import RailBot
from stellwerk.bots.rail_operate import Operator
from stellwerk.core.action import Action
from stellwerk.core.view import view_of
from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.purchases import buy, buying


def choice_of(t: Table, seat: int = 0) -> Action:
    return RailBot().choose(view_of(t.game, t.s, seat, ()), Random(1))


def dying(t: Table) -> set[str]:
    """The types that the bot thinks will soon be gone."""
    operator = Operator(view_of(t.game, t.s, 0, ()), Random(1))
    return {name for name in t.game.rules.trains if operator._dying(name)}


@pytest.mark.parametrize(
    ("phase", "sold", "old"),
    [
        ("2", (), set()),
        ("2", ("2", "2+2"), {"2"}),
        ("3", ("3", "3+3"), {"2", "2+2"}),
        ("5", ("5",), {"3"}),
        ("6", ("6",), {"3", "3+3", "4"}),
    ],
)
def test_plus_trains_are_old_later_than_others(phase: str, sold: tuple[str, ...], old: set[str]) -> None:
    """A 2 is old as soon as 3s are sold, a 2+2 with the 4s; a 4 with the 6s, when diesels come."""
    t = buying(phase, preset="R")
    for name in sold:
        t = t.depot(name, 0)
    gone = {name for name in ("2", "2+2") if phase in ("5", "6")}
    assert dying(t) - gone == old


def test_a_4_plus_4_is_old_when_few_diesels_are_left() -> None:
    t = buying("7", preset="R")
    assert "4+4" not in dying(t)
    assert "4+4" in dying(t.depot("D", 2))
    assert "4+4" not in dying(buying("7", preset="R", diesels="unlimited"))


def test_a_7_train_does_not_hide_that_diesels_come() -> None:
    assert "4" in dying(buying("5", preset="D").depot("5", 0))


def line(*trains: str, cash: int, **options: str) -> Table:
    """PRR (seat 0) has a route of two stops, owns these trains and buys trains in phase 6."""
    t = table(4, **options).phase("6").opened("PRR", par=67, shares={0: 60}).home("PRR").laid("H10", "57", 1)
    return t.trains("PRR", *trains).cash({"PRR": cash}).operating("PRR", "buy_trains")


def test_of_several_types_the_bot_buys_what_earns_its_price() -> None:
    """On a line of two stops a diesel earns no more than a 6."""
    assert choice_of(line("5", cash=5000)) == buy("bank", "6", 630)


def test_an_old_train_is_replaced_before_it_goes() -> None:
    assert choice_of(line("4", cash=700)) == buy("bank", "6", 630)
    assert choice_of(line("5", cash=700)) == act(0, "pass_trains")


def test_beyond_a_flexible_limit_only_an_old_train_is_replaced() -> None:
    flexible = {"train_limit": "flexible"}
    assert choice_of(line("5", "5", cash=5000, **flexible)).kind != "buy_train"
    t = line("4", "5", cash=5000, **flexible).play(buy("bank", "6", 630))
    assert choice_of(t) == act(0, "discard", "4")


def test_a_train_on_its_last_run_is_given_up_first() -> None:
    """PRR bought the first diesel beyond the limit: its doomed 4 goes before the cheaper 3 that is left of a trade."""
    t = line("4", "5", cash=5000, train_limit="flexible", delayed_scrapping="true").play(buy("bank", "D", 1100))
    assert t.s.doomed == ("4",)
    assert choice_of(t) == act(0, "discard", "4")
