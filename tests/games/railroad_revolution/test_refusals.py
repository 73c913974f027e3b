"""Refusals name the rule that really stands in the way, also when an action is oddly put or nothing is left to give."""

from __future__ import annotations

from tests.games.railroad_revolution.kit import Table, act, table
from tests.games.railroad_revolution.scenes import MIAMI, A, B, C, dealing, office, rails, station

STACKS = ("loco-money", "loco-steps", "loco-shares", "loco-rail")


def without_locomotives(t: Table) -> Table:
    return t.locos(B, down=[*STACKS[:2] * 5]).locos(C, down=[*STACKS[2:] * 5])


def test_a_debt_is_no_money_barrier() -> None:
    t = table().cash(A, 0).shares(A, 0).rails(A, on=MIAMI).locos(A, up=["loco-money"])
    owing = station(t, A, "violet", "miami").play(act(A, "use", "reward"))  # three steps
    assert owing.s.cash[A] == -300
    owing.refused(act(A, "step", "network", "white", "supply"), "perf.8", track="network")
    assert owing.play(act(A, "step", "network")).s.steps[A] == (0, 0, 1)


def test_a_place_without_a_worker_is_no_question_of_money() -> None:
    t = table().cash(A, 2000).rails(A, on=MIAMI)
    stepping = station(t, A, "white", "miami").play(act(A, "use", "reward"))
    stepping.refused(act(A, "step", "network", "", "supply"), "perf.8", track="network")


def test_a_colour_where_none_is_to_be_chosen() -> None:
    t = table().cash(A, 2000).workers(A, {"white": 4, "turquoise": 1})
    opened = office(t, A, "turquoise", 5)
    opened.refused(act(A, "use", "w.tele.turquoise", "grey"), "act.2")
    opened.refused(act(A, "use", "w.tele.turquoise", "", "board"), "act.2")
    built = station(t.rails(A, on=MIAMI), A, "white", "miami")
    built.refused(act(A, "use", "bonus", "grey"), "act.2")
    assert built.play(act(A, "use", "bonus")).s.cash[A] == 2000 - 300 - 100


def test_without_locomotives_in_the_stacks_money_is_not_what_is_missing() -> None:
    t = without_locomotives(table().cash(A, 2000))
    laid = rails(t, A, "violet", "R06", "R07")
    laid.refused(act(A, "use", "w.rail.violet"), "act.2")
    asked = dealing(t.deal("D3"))  # the lower offer is a locomotive for 100
    asked.refused(act(A, "deal", 1), "act.2")
    assert asked.offered(A, "deal") == [(0,)]
