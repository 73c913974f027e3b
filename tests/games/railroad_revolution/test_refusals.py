"""Refusals name the rule that really stands in the way, also when an action is oddly put or nothing is left to give."""

from __future__ import annotations

import re

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.games.railroad_revolution.game import TITLE
from tests.games.railroad_revolution.kit import GAME, Table, act, dear, table
from tests.games.railroad_revolution.scenes import MIAMI, A, B, C, dealing, office, rails, station
from tests.marks import rule

STACKS = ("loco-money", "loco-steps", "loco-shares", "loco-rail")


def without_locomotives(t: Table) -> Table:
    return t.locos(B, down=[*STACKS[:2] * 5]).locos(C, down=[*STACKS[2:] * 5])


def test_a_debt_is_no_money_barrier() -> None:
    t = table().cash(A, 0).shares(A, 0).rails(A, on=MIAMI).locos(A, up=["loco-money"])
    owing = station(t, A, "violet", "miami").play(act(A, "use", "reward"))  # three steps
    assert owing.s.cash[A] == -300
    owing.refused(act(A, "step", "network", "white", "supply"), "perf.8", case="none", track="network")
    assert owing.play(act(A, "step", "network")).s.steps[A] == (0, 0, 1)


def test_a_place_without_a_worker_is_no_question_of_money() -> None:
    t = table().cash(A, 2000).rails(A, on=MIAMI)
    stepping = station(t, A, "white", "miami").play(act(A, "use", "reward"))
    stepping.refused(act(A, "step", "network", "", "supply"), "perf.8", case="none", track="network")


def test_a_colour_where_none_is_to_be_chosen() -> None:
    t = table().cash(A, 2000).workers(A, {"white": 4, "turquoise": 1})
    opened = office(t, A, "turquoise", 5)
    opened.refused(act(A, "use", "w.tele.turquoise", "grey"), "act.2", case="no_colour")
    opened.refused(act(A, "use", "w.tele.turquoise", "", "board"), "act.2", case="no_colour")
    built = station(t.rails(A, on=MIAMI), A, "white", "miami")
    built.refused(act(A, "use", "bonus", "grey"), "act.2", case="no_colour")
    assert built.play(act(A, "use", "bonus")).s.cash[A] == 2000 - 300 - 100


@rule(GAME, "gen.7")
def test_without_locomotives_in_the_stacks_money_is_not_what_is_missing() -> None:
    t = without_locomotives(table().cash(A, 2000))
    laid = rails(t, A, "violet", "R06", "R07")
    laid.refused(act(A, "use", "w.rail.violet"), "gen.7", case="none")
    asked = dealing(t.deal("D3"))  # the lower offer is a locomotive for 100
    asked.refused(act(A, "deal", 1), "gen.7", case="none")
    assert asked.offered(A, "deal") == [(0,)]


# --- one true cause each -------------------------------------------------------------------------------------------


def said(t: Table, action: Action, language: str = "en") -> str:
    with pytest.raises(RuleError) as refused:
        t.game.play(t.s, action)
    return TITLE.rulebook.refuse(refused.value.rule, language, refused.value.data)


@rule(GAME, "act.1", "rail.2")
def test_money_that_is_missing_for_an_action_is_told_with_all_numbers() -> None:
    """Rails cost $400; from Washington the cheapest two spaces, R06 and R07, have a triangle each: $200 more."""
    t = table().cash(A, 0)
    assert t.s.shares[A] == 3
    t.refused(act(A, "place", "white", "railroad"), "act.1", **dear("rails", 600, 0, 3))
    told = "You have $450 ($0 in cash, shares 3 × $150); the cheapest two rails cost $600."
    assert said(t, act(A, "place", "white", "railroad")) == told
    last = table().cash(A, 0).shares(A, 0).rails(A, left=1)
    last.refused(act(A, "place", "white", "railroad"), "act.1", **dear("last_rail", 500, 0, 0))


@rule(GAME, "act.1", "station.9", "telegraph.3")
def test_no_city_and_no_area_are_told_apart_from_money() -> None:
    t = table().cash(A, 2000).station("washington", A).station("charlotte", A).buildings(A, 11)
    t.refused(act(A, "place", "white", "station"), "act.1", case="no_city", action="station")
    full = table().buildings(A, 5)
    for area in range(1, 9):
        full.office(area, A)
    full.refused(act(A, "place", "white", "telegraph"), "act.1", case="no_area", action="telegraph")


@rule(GAME, "station.1", "telegraph.1", "rail.1")
def test_pieces_that_are_gone_and_pieces_that_are_not_due() -> None:
    bare = table().cash(A, 2000).buildings(A, 0)
    bare.refused(act(A, "place", "white", "station"), "station.1", case="no_building")
    bare.refused(act(A, "place", "white", "telegraph"), "telegraph.1", case="no_building")
    trading = table().play(act(A, "place", "white", "trade"))
    trading.refused(act(A, "build", "washington"), "station.1")
    trading.refused(act(A, "open", 1), "telegraph.1")
    trading.refused(act(A, "lay", "R02"), "rail.1")


@rule(GAME, "act.2")
def test_what_is_used_and_what_comes_later_are_told_apart() -> None:
    placed = table().cash(A, 2000).play(act(A, "place", "white", "station"))
    placed.refused(act(A, "use", "reward"), "act.2", case="not_yet")
    placed.refused(act(A, "use", "w.station.orange"), "act.2", case="other", colour="white", action="station")
    trading = table().play(act(A, "place", "white", "trade"))
    trading.refused(act(A, "use", "reward"), "act.2")


@rule(GAME, "city.6")
def test_a_swap_without_the_worker_is_no_question_of_milestones() -> None:
    t = table().cash(A, 2000).workers(A, {"white": 4, "violet": 1})
    opened = office(t, A, "violet", 5).play(act(A, "use", "w.tele.violet"))
    opened.refused(act(A, "swap", "grey", "supply", "white"), "city.6", case="no_worker", colour="grey", where="supply")


@rule(GAME, "milestone.4", "R-14")
def test_a_promotion_names_the_worker_that_is_missing() -> None:
    t = table(2).workers(A, {"white": 4, "grey": 1}).goal(A, 0, "A1-4").goal(A, 1, "A2-1", "violet")
    placed = t.play(act(A, "place", "white", "trade"))
    asked = act(A, "promote", "turquoise", "supply", "A1-4")
    placed.refused(asked, "milestone.4", case="none", colour="turquoise", tile="A1-4")
    assert said(placed, asked).startswith("You have no worker of this colour (turquoise) for the 16-point milestone")
    placed.refused(act(A, "promote", "white", "supply", "A2-1"), "R-14", case="full", tile="A2-1")
    placed.refused(act(A, "promote", "white", "supply", "B-1"), "R-14", tile="B-1")


@rule(GAME, "R-23")
def test_a_third_rail_without_a_rail() -> None:
    t = table().cash(A, 2000).workers(A, {"white": 4, "turquoise": 1}).rails(A, left=2)
    rails(t, A, "turquoise", "R06", "R07").refused(act(A, "use", "w.rail.turquoise"), "R-23")
    one = t.rails(A, left=1)
    rails(one, A, "turquoise", "R06").refused(act(A, "use", "w.rail.turquoise"), "R-23", case="fewer")


OR = {"en": re.compile(r"\bor\b"), "de": re.compile(r"\boder\b")}
ONE_CAUSE = (
    *("act.1", "act.2", "station.1", "telegraph.1", "telegraph.6", "rail.1", "rail.7", "milestone.4", "gen.7"),
    *("R-05", "R-14", "R-23", "setup.26", "city.6"),
)


@pytest.mark.parametrize("number", ONE_CAUSE)
def test_a_refusal_names_one_cause(number: str) -> None:
    """Where the engine knows which of several causes holds, no sentence joins two."""
    found = TITLE.rulebook[number]
    for sentence in (found.refusal, *found.cases.values()):
        for language, joined in OR.items():
            assert not joined.search(sentence[language])
