"""Refusals of a look-ahead say what would be missing and what could still pay; all others name their one cause."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.games.railroad_revolution.game import TITLE
from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.games.railroad_revolution.scenes import DULUTH, A, B, C, D, dealing, laid_out, office, station
from tests.marks import rule

STACKS = ("loco-money", "loco-steps", "loco-shares", "loco-rail")


def said(t: Table, action: Action) -> tuple[str, str]:
    """The refusal in English and German."""
    with pytest.raises(RuleError) as refused:
        t.game.play(t.s, action)
    rule, data = refused.value.rule, refused.value.data
    return TITLE.rulebook.refuse(rule, "en", data), TITLE.rulebook.refuse(rule, "de", data)


def broke(colour: str, cash: int = 0) -> Table:
    """A has four white workers and this one, no share, and so much money."""
    return table().cash(A, cash).shares(A, 0).workers(A, {"white": 4, colour: 1})


@rule(GAME, "gen.1", "act.8", "w.station.orange")
def test_a_promotion_is_closed_where_the_ability_alone_can_pay() -> None:
    """Charlotte costs $200, and its bonus brings no money."""
    built = station(broke("orange"), A, "orange", "charlotte")
    asked = act(A, "use", "promotion")
    built.refused(asked, "gen.1", case="effect", source="w.station.orange", missing=200)
    assert said(built, asked) == (
        (
            "To pay for this action you need the effect of its worker (orange: the city costs nothing): "
            "if you promote instead, you will be $200 short in the end."
        ),
        (
            "Um diese Aktion zu bezahlen, brauchst du den Effekt ihres Arbeiters (Orange: die Stadt kostet nichts): "
            "Beförderst du stattdessen, fehlen dir am Ende $200."
        ),
    )


@rule(GAME, "gen.1", "act.8", "w.rail.grey")
def test_a_promotion_is_closed_where_the_shares_of_grey_pay_for_the_rails() -> None:
    """The cheapest two rails cost $600; grey brings two shares."""
    placed = broke("grey", 300).play(act(A, "place", "grey", "railroad"))
    placed.refused(act(A, "use", "promotion"), "gen.1", case="effect", source="w.rail.grey", missing=300)


@rule(GAME, "gen.1", "gen.7", "w.station.violet")
def test_a_locomotive_of_a_full_stack_is_closed_where_only_another_one_pays() -> None:
    """Duluth costs $400, its bonus $300 for a locomotive, and turning one $100: only $600 pay for that."""
    t = broke("violet", 200).rails(A, on=DULUTH)
    taking = station(t, A, "violet", "duluth").play(act(A, "use", "bonus"))
    assert taking.offered(A, "take") == [("loco-money",)]
    asked = act(A, "take", "loco-steps")
    taking.refused(asked, "gen.1", case="take", loco="loco-money", missing=500)
    assert said(taking, asked) == (
        (
            "Only the locomotive “$600” still brings the money you need: "
            "if you take this one, you will be $500 short in the end."
        ),
        "Nur die Lok „$600“ bringt noch das nötige Geld: Nimmst du diese hier, fehlen dir am Ende $500.",
    )


@rule(GAME, "gen.1", "trade.6")
def test_an_own_locomotive_is_closed_where_only_another_one_pays() -> None:
    """$40 less $200 for Washington and $100 for the violet worker; the share of the bonus would bring $150."""
    t = broke("violet", 40).locos(A, up=["loco-money", "loco-steps"])
    turning = station(t, A, "violet", "washington").play(act(A, "use", "w.station.violet"))
    turning.refused(act(A, "flip", "loco-steps", "up"), "gen.1", case="flip", loco="loco-money", missing=110)
    turning.refused(act(A, "flip", "loco-steps", "down"), "trade.6", loco="loco-steps", side="down")


@rule(GAME, "gen.1")
def test_with_two_ways_to_pay_the_refusal_names_what_is_missing() -> None:
    t = broke("violet", 40).locos(A, up=["loco-money", "loco-shares", "loco-steps"])
    turning = station(t, A, "violet", "washington").play(act(A, "use", "w.station.violet"))
    asked = act(A, "flip", "loco-steps", "up")
    turning.refused(asked, "gen.1", case="short", missing=110)
    assert said(turning, asked) == (
        "After that you would be $110 short in the end, whatever you do.",
        "Danach würden dir am Ende $110 fehlen, was du auch tust.",
    )


@rule(GAME, "act.1", "gen.1")
def test_a_turn_of_a_locomotive_that_a_way_to_a_city_needs() -> None:
    """Both connected cities have own stations: only the locomotive with a rail leads to Chicago."""
    t = table().cash(A, 2000).locos(A, up=["loco-rail"]).rails(A, on=["R02"])
    t.station("washington", A).station("charlotte", A).buildings(A, 10)
    ready = t.play(act(A, "place", "violet", "station"), act(A, "use", "w.station.violet"))
    ready.refused(act(A, "flip", "loco-promote", "up"), "act.1", case="lost", action="station")
    assert said(ready, act(A, "flip", "loco-promote", "up")) == (
        "After that the action Station could not be completed any more.",
        "Danach lässt sich die Aktion Bahnhof nicht mehr abschließen.",
    )


@rule(GAME, "gen.2")
def test_with_workers_enough_no_refusal_speaks_of_workers() -> None:
    """Turquoise has nothing to buy where the stacks are empty: T5 is the tile of area 7."""
    t = broke("turquoise", 2000).locos(B, down=[*STACKS[:2] * 5]).locos(C, down=[*STACKS[2:] * 5])
    opened = office(t, A, "turquoise", 7)
    opened.refused(act(A, "use", "w.tele.turquoise"), "gen.7", case="none")


@rule(GAME, "turn.2")
def test_a_worker_cannot_be_placed_in_a_deal() -> None:
    deal = dealing(table().deal("D2"))
    deal.refused(act(A, "place", "white", "trade"), "turn.2", case="placed")
    other = deal.play(act(A, "done"))
    asked = act(B, "place", "white", "trade")
    other.refused(asked, "turn.2", case="other")
    assert said(other, asked)[1] == "Jetzt nicht: Das ist nicht der Anfang deines Zugs."


@rule(GAME, "setup.23", "R-08")
def test_before_the_first_turn_a_start_tile_is_to_be_chosen() -> None:
    t = laid_out(starter=A)
    for asked in (act(D, "place", "white", "trade"), act(D, "sell", 1)):
        t.refused(asked, "setup.23", case="first")
    assert said(t, act(D, "place", "white", "trade")) == (
        "Choose a start tile first.",
        "Wähle zuerst ein Startaufbauplättchen.",
    )
    chosen = t.play(act(D, "choose", "S1"), settle=False)
    chosen.refused(act(D, "hire", "white"), "R-08", case="setup")


@rule(GAME, "milestone.11")
def test_a_milestone_is_to_be_chosen_before_anything_else() -> None:
    t = table(2).goal(A, 0, "A1-1", "orange").rails(A, on=["R02", "R03", "R04", "R05"])
    t.station("chicago", A).buildings(A, 11)
    due = t.play(act(A, "place", "white", "trade"), act(A, "trade", "building"), act(A, "done"))
    due.refused(act(A, "place", "white", "trade"), "milestone.11", case="first")


@rule(GAME, "station.4", "turn.3")
def test_a_colour_that_is_not_named() -> None:
    built = station(table().cash(A, 2000), A, "white", "washington")
    built.refused(act(A, "use", "reward"), "station.4", case="choose")
    built.refused(act(A, "hire", ""), "turn.3", case="worker")
    built.refused(act(A, "promote", "", "", "A1-1"), "turn.3", case="worker")
    opened = office(table().cash(A, 2000), A, "white", 1)
    opened.refused(act(A, "use", "wire"), "turn.3", case="worker")


@rule(GAME, "act.2", "milestone.7")
def test_a_white_worker_has_no_ability_to_use_instead() -> None:
    placed = table(2).workers(A, {"white": 4, "orange": 1}).play(act(A, "place", "white", "trade"))
    asked = act(A, "use", "promotion")
    placed.refused(asked, "act.2", case="white")
    assert said(placed, asked) == (
        "A white worker promotes without a choice of effects: choose at once whom to promote.",
        "Ein weißer Arbeiter befördert, ohne dass du einen Effekt wählst: Wähle gleich, wen du beförderst.",
    )
    promoted = placed.play(act(A, "promote", "orange", "supply", "A1-1"))
    promoted.refused(asked, "milestone.7", case="used")
    assert said(promoted, asked) == (
        "You have already promoted as many workers as you were allowed.",
        "Du hast schon so viele Arbeiter befördert, wie du durftest.",
    )


@rule(GAME, "trade.5", "city.6", "perf.5", "gen.6")
def test_what_was_never_allowed_is_no_allowance_that_is_used() -> None:
    opened = office(table(), A, "white", 1)
    opened.refused(act(A, "flip", "loco-promote", "up"), "trade.5")
    opened.refused(act(A, "swap", "white", "supply", "grey"), "city.6")
    opened.refused(act(A, "step", "offices"), "perf.5")
    opened.refused(act(A, "take", "loco-money"), "gen.6")
    assert said(opened, act(A, "flip", "loco-promote", "up")) == (
        "Nothing allows you to turn a locomotive now.",
        "Nichts erlaubt dir jetzt, eine Lok umzudrehen.",
    )


@rule(GAME, "gen.1", "station.4", "w.station.turquoise")
def test_a_reward_of_two_colours_that_is_too_dear_is_no_question_of_colours() -> None:
    """Turquoise asks for $300 beside the $200 for Washington; the share of the bonus is not taken yet."""
    built = station(broke("turquoise", 200), A, "turquoise", "washington")
    asked = act(A, "use", "w.station.turquoise")
    built.refused(asked, "gen.1", price=300, cash=0, shares=0, each=150, total=0)
    rich = station(broke("turquoise", 900), A, "turquoise", "washington")
    rich.refused(asked, "station.4", case="choose")
