"""A reason tells all numbers: money, what the rest of an action costs, and what is wrong with a place."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.games.railroad_revolution.game import TITLE
from tests.games.railroad_revolution.kit import GAME, Table, act, dear, fortune, table
from tests.marks import rule

# --- money, case by case -------------------------------------------------------------------------------------------


def said(t: Table, action: Action, language: str = "en") -> str:
    with pytest.raises(RuleError) as refused:
        t.game.play(t.s, action)
    return TITLE.rulebook.refuse(refused.value.rule, language, refused.value.data)


@rule(GAME, "gen.1", "rail.2")
def test_a_rail_that_is_too_dear_is_told_with_all_numbers() -> None:
    """R04 has three triangles, and two rails cost $400; the space behind it has none."""
    laying = table().cash(0, 300).shares(0, 2).play(act(0, "place", "white", "railroad"))
    laying.refused(act(0, "lay", "R04"), "gen.1", price=700, **fortune(300, 2))
    assert said(laying, act(0, "lay", "R04")) == "You have $600 ($300 in cash, shares 2 × $150); this costs $700."


@rule(GAME, "gen.1", "gen.5")
def test_what_the_main_action_still_costs_is_counted_too() -> None:
    placed = table().cash(0, 900).shares(0, 0).play(act(0, "place", "white", "railroad"))
    asked = act(0, "hire", "violet")
    placed.refused(asked, "gen.1", case="rest", price=800, rest=600, **fortune(900, 0))
    assert said(placed, asked, "de") == (
        "Du hast $900 ($900 bar, Aktien 0 × $150); das kostet $800 und der Rest der Aktion mindestens $600."
    )


@rule(GAME, "gen.1", "R-06")
def test_what_is_owed_counts_against_what_is_wanted() -> None:
    laid = table().cash(0, 300).shares(0, 2).play(act(0, "place", "white", "railroad"), act(0, "lay", "R06"))
    laid.refused(act(0, "lay", "R02"), "gen.1", case="owing", owed=200, worth=300, price=200)


@rule(GAME, "gen.5")
def test_hiring_with_a_debt_names_the_debt() -> None:
    laid = table().cash(0, 400).shares(0, 2).play(act(0, "place", "white", "railroad"), act(0, "lay", "R06"))
    laid.refused(act(0, "hire", "white"), "gen.5", case="owing", price=800, owed=100)


@rule(GAME, "perf.8", "gen.2")
def test_a_step_that_costs_a_worker_asks_for_one_that_is_there() -> None:
    t = table().workers(0, {"white": 4, "violet": 2}).steps(0, network=9)
    ready = t.play(act(0, "place", "violet", "trade"), act(0, "use", "w.trade.violet"))
    ready.refused(act(0, "step", "network"), "perf.8", track="network")
    grey = act(0, "step", "network", "grey", "supply")
    ready.refused(grey, "perf.8", case="no_worker", track="network", colour="grey", where="supply")
    ready.refused(act(0, "step", "offices", "white", "supply"), "perf.8", case="none", track="offices")


# --- before a worker is placed -----------------------------------------------------------------------------------


@rule(GAME, "turn.2", "rail.4", "rail.5", "station.6", "station.9", "telegraph.3")
def test_at_the_start_of_a_turn_a_place_says_what_is_wrong_with_it() -> None:
    t = table(2).cash(0, 2000).station("washington", 0).office(3, 0).buildings(0, 10)
    t.refused(act(0, "lay", "R01"), "rail.5", space="R01")
    t.refused(act(0, "lay", "R31"), "rail.4", space="R31")
    t.refused(act(0, "build", "washington"), "station.9", city="washington")
    t.refused(act(0, "build", "denver"), "station.6", city="denver")
    t.refused(act(0, "open", 3), "telegraph.3", area=3)
    for placeable in (act(0, "lay", "R06"), act(0, "build", "charlotte"), act(0, "open", 4)):
        t.refused(placeable, "turn.2")
    poor = table(2).cash(0, 0).shares(0, 0)
    poor.refused(act(0, "lay", "R06"), "act.1", **dear("rails", 600, 0, 0))
    poor.refused(act(0, "build", "charlotte"), "act.1", **dear("station", 200, 0, 0))


@rule(GAME, "turn.2")
def test_a_second_worker_is_refused_because_one_is_placed() -> None:
    placed = table().play(act(0, "place", "white", "trade"))
    placed.refused(act(0, "place", "white", "station"), "turn.2", case="placed")


@rule(GAME, "R-01", "gen.3")
def test_locomotives_of_the_start_and_shares_that_nobody_has() -> None:
    table().shares(0, 0).refused(act(0, "sell", 1), "gen.3", case="none")
    table().shares(0, 2).refused(act(0, "sell", 3), "gen.3", shares=2)
