"""Exchanging locomotives: trade.2 to trade.5, R-05 and R-06."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core.registry import title
from tests.games.paris.positions import COLOURS, GAME, RAINBOW, legal, play, position, refused, trade
from tests.marks import rule


@rule(GAME, "trade.2")
def test_trade_2_one_given_and_two_taken_make_one_more() -> None:
    s = position(hands=[("blue", "yellow"), RAINBOW, RAINBOW, RAINBOW])
    after = play(s, trade("blue", "red", 2))
    assert after.hands == [("red", "red", "yellow"), RAINBOW, RAINBOW, RAINBOW]
    assert after.supply == {**s.supply, "blue": s.supply["blue"] + 1, "red": s.supply["red"] - 2}


@rule(GAME, "trade.2")
def test_trade_2_one_given_and_one_taken_keep_the_number() -> None:
    s = position(hands=[("blue", "yellow"), RAINBOW, RAINBOW, RAINBOW])
    after = play(s, trade("blue", "red", 1))
    assert after.hands[0] == ("red", "yellow")
    assert after.lines == s.lines
    assert after.value == s.value


@rule(GAME, "trade.2", "R-10")
@pytest.mark.parametrize("count", [0, 3, -1, "2", (1,)])
def test_trade_2_nothing_but_one_or_two_can_be_taken(count: Any) -> None:
    text = refused(position(), trade("blue", "red", count), "trade.2", least=1, most=2)
    assert text == "An exchange takes 1 or 2 locomotives."


@rule(GAME, "trade.2")
def test_trade_2_every_pair_of_colours_is_offered_with_one_and_two() -> None:
    offered = {action for action in legal(position()) if action.kind == "trade"}
    assert offered == {trade(give, take, n) for give in COLOURS for take in COLOURS for n in (1, 2) if give != take}
    assert len(offered) == 60


@rule(GAME, "trade.3")
def test_trade_3_the_locomotive_given_joins_the_supply_of_its_colour() -> None:
    s = position()
    assert play(s, trade("blue", "red")).supply["blue"] == s.supply["blue"] + 1


@rule(GAME, "trade.3")
@pytest.mark.parametrize(
    ("give", "colour"),
    [("purple", "purple"), ("green", "green"), ("", ""), ((), ""), (("blue", "blue"), ""), (2, "")],
)
def test_trade_3_nothing_but_one_own_locomotive_can_be_given(give: Any, colour: str) -> None:
    s = position(hands=[("blue", "blue"), RAINBOW, RAINBOW, RAINBOW])
    refused(s, trade(give, "red"), "trade.3", colour=colour)
    assert {action.args[0] for action in legal(s) if action.kind == "trade"} == {"blue"}


@rule(GAME, "trade.4")
@pytest.mark.parametrize("take", ["blue", "green", ("red", "yellow"), ()])
def test_trade_4_all_that_is_taken_comes_from_one_supply_of_another_colour(take: Any) -> None:
    text = refused(position(), trade("blue", take, 2), "trade.4", colour="blue")
    assert text == "What you take comes from one single supply, and not from Blue, the colour that you give."


@rule(GAME, "trade.4")
def test_trade_4_what_is_taken_goes_behind_the_own_screen_only() -> None:
    s = position(seats=3, turn=1)
    after = play(s, trade("blue", "red", 2, seat=1))
    assert after.hands[1] == ("black", "brown", "purple", "red", "red", "red", "yellow")
    assert (after.hands[0], after.hands[2]) == (s.hands[0], s.hands[2])


@rule(GAME, "R-05")
def test_r_05_of_one_left_only_one_can_be_taken() -> None:
    s = position(supply={"red": 1})
    text = refused(s, trade("blue", "red", 2), "R-05", colour="red", left=1)
    assert text == "No more than 1 can be taken from the Red supply."
    assert play(s, trade("blue", "red", 1)).supply["red"] == 0


@rule(GAME, "R-05")
def test_r_05_from_an_empty_supply_nothing_can_be_taken_until_somebody_gives() -> None:
    s = position(supply={"red": 0})
    asked = trade("blue", "red", 1)
    assert refused(s, asked, "R-05", case="empty", colour="red") == "The Red supply is empty."
    german = title(GAME).rulebook.refuse("R-05", "de", {"case": "empty", "colour": "red"})
    assert german == "Der Vorrat Rot ist leer."
    reopened = play(s, trade("red", "blue", 1))
    assert reopened.supply["red"] == 1
    assert play(reopened, trade("blue", "red", 1, seat=1)).supply["red"] == 0


@rule(GAME, "R-05")
def test_r_05_what_is_given_cannot_be_taken_back_at_once() -> None:
    refused(position(supply={"red": 0}), trade("red", "red", 1), "trade.4", colour="red")


@rule(GAME, "trade.5", "R-06", "R-10")
@pytest.mark.parametrize(("seats", "limit"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_r_06_a_holding_may_grow_beyond_the_limit(seats: int, limit: int) -> None:
    hand = ("blue",) * limit
    s = position(seats=seats, hands=[hand, *[RAINBOW] * (seats - 1)])
    after = play(s, trade("blue", "red", 2))
    assert len(after.hands[0]) == limit + 1
