"""The end and the final sums: end.1 to end.6, the example of 137 points, R-03, R-07, R-08 and R-11."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from stellwerk.core.result import Line, Result
from stellwerk.games.paris.state import ParisState
from tests.games.paris.positions import (
    GAME,
    RAINBOW,
    finish,
    game_for,
    legal,
    place,
    play,
    position,
    refused,
    spaces,
    trade,
)
from tests.marks import rule

EMPTY = {"black": 0, "brown": 0, "purple": 0, "yellow": 0}
"""Four of six supplies; with one of the other two gone the game is over."""


def result_of(s: ParisState) -> Result:
    result = game_for(len(s.hands)).result(s)
    assert result is not None
    return result


def finished(*hands: Sequence[str], value: Mapping[str, int], seats: int = 4) -> Result:
    """The result when these first seats hold these hands and red runs out without a point."""
    others = [RAINBOW] * (seats - len(hands))
    s = position(seats=seats, hands=[*hands, *others], supply={**EMPTY, "red": 1, "blue": 2}, value=value)
    return result_of(play(s, place("red", "F16"), finish()))


@rule(GAME, "end.1")
def test_end_1_the_game_is_over_when_a_build_leaves_one_supply() -> None:
    s = play(position(supply={**EMPTY, "red": 2, "blue": 5}), place("red", "F16"), place("red", "F14"))
    assert game_for().result(s) is None
    s = play(s, finish())
    assert result_of(s).reason == "end.supply"
    assert legal(s) == set()
    assert refused(s, place("blue", "F24", seat=1), "end.1") == "The game is over."


@rule(GAME, "end.1")
def test_end_1_the_game_is_over_when_an_exchange_leaves_one_supply() -> None:
    s = position(supply={**EMPTY, "red": 1, "blue": 5})
    assert result_of(play(s, trade("blue", "red"))).reason == "end.supply"


@rule(GAME, "end.1")
def test_end_1_with_two_supplies_left_the_game_goes_on() -> None:
    s = play(position(supply={**EMPTY, "red": 2, "blue": 5}), place("red", "F16"), finish())
    assert game_for().result(s) is None
    assert {action.seat for action in legal(s)} == {1}


@rule(GAME, "R-07")
def test_r_07_a_locomotive_given_fills_an_empty_supply_before_the_supplies_are_looked_at() -> None:
    s = play(position(supply={**EMPTY, "red": 1, "blue": 5}), trade("black", "red"))
    assert s.supply == {**EMPTY, "black": 1, "red": 0, "blue": 5}
    assert game_for().result(s) is None


@rule(GAME, "R-07")
def test_r_07_the_supplies_are_looked_at_only_when_the_action_is_over() -> None:
    s = play(position(supply={**EMPTY, "red": 1, "blue": 5}), place("red", "E17"))
    assert legal(s) == {finish()}
    over = play(s, finish())
    assert over.value["red"] == 1
    assert over.ended == "supply"


@rule(GAME, "end.2")
def test_end_2_the_game_is_over_when_a_line_reaches_marseille_which_is_scored_first() -> None:
    s = play(position(red="R30", value={"red": 3}), place("red", "R28"), finish())
    assert result_of(s).reason == "end.marseille"
    assert s.value["red"] == 7
    refused(s, place("blue", "F24", seat=1), "end.2")


@rule(GAME, "end.2", "R-08")
def test_r_08_after_marseille_no_locomotive_follows_and_all_of_the_build_count() -> None:
    s = play(position(red="Q31"), place("red", "R30"), place("red", "S29"), place("red", "R28"))
    assert legal(s) == {finish()}
    text = refused(s, place("red", "R32"), "R-08")
    assert text == "Marseille was the last locomotive of this build."
    assert play(s, finish()).value["red"] == 0 + 3 + 4


@rule(GAME, "R-08")
def test_r_08_a_line_beside_marseille_may_go_elsewhere() -> None:
    s = play(position(red="Q31"), place("red", "R30"), place("red", "S29"))
    assert {"R28", "R32"} <= spaces(s, "red")
    assert game_for().result(play(s, finish())) is None


@rule(GAME, "end.3")
def test_end_3_all_screens_are_put_aside() -> None:
    game = game_for()
    before = position(red="R30")
    after = play(before, place("red", "R28"), finish())
    for seat in (None, 0, 1, 2, 3):
        assert game.view(after, seat).hands == before.hands
        assert game.view(before, seat) != before


@rule(GAME, "end.4")
def test_end_4_each_locomotive_scores_the_value_of_its_colour() -> None:
    result = finished(("yellow",) * 3, (), value={"yellow": 9})
    assert result.scores[:2] == (27, 0)
    assert result.sums[0] == (Line("yellow", 3, 9, 27),)


@rule(GAME, "end.5", "R-06")
@pytest.mark.parametrize(("count", "points"), [(15, 30), (16, 32 - 20), (17, 34 - 40)])
def test_end_5_each_surplus_locomotive_scores_too_but_costs_20(count: int, points: int) -> None:
    result = finished(("yellow",) * count, value={"yellow": 2})
    assert result.scores[0] == points
    surplus = [line for line in result.sums[0] if line.label == "surplus"]
    assert surplus == [Line("surplus", count - 15, -20, -20 * (count - 15))] * (count > 15)


@rule(GAME, "end.5", "trade.5", "R-10")
@pytest.mark.parametrize(("seats", "limit"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_trade_5_the_limit_depends_on_the_number_of_players(seats: int, limit: int) -> None:
    assert finished(("yellow",) * limit, value={"yellow": 1}, seats=seats).scores[0] == limit
    assert finished(("yellow",) * (limit + 1), value={"yellow": 1}, seats=seats).scores[0] == limit + 1 - 20


@rule(GAME, "end.6")
def test_end_6_the_highest_sum_wins() -> None:
    result = finished(("yellow",) * 3, ("yellow",) * 4, value={"yellow": 9})
    assert result.scores[:3] == (27, 36, 9)
    assert result.winners == (1,)


@rule(GAME, "end.6")
def test_end_6_equal_sums_win_together() -> None:
    hand = ["blue"] * 6 + ["purple"] * 2 + ["red"] * 4 + ["yellow"] * 3
    result = finished(hand, hand, value={"blue": 12, "yellow": 9, "red": 8, "purple": 3})
    assert result.scores[:2] == (137, 137)
    assert result.winners == (0, 1)


@rule(GAME, "score.x1", "end.4", "R-11")
@pytest.mark.parametrize("fourth", ["black", "brown", "purple"])
def test_score_x1_the_example_makes_137_with_any_fourth_colour(fourth: str) -> None:
    hand = ["blue"] * 6 + ["yellow"] * 3 + ["red"] * 4 + [fourth] * 2
    result = finished(hand, value={"blue": 12, "yellow": 9, "red": 8, fourth: 3})
    assert result.scores[0] == 137
    assert sorted(line.points for line in result.sums[0]) == [6, 27, 32, 72]


@rule(GAME, "score.x2", "end.5")
def test_score_x2_one_locomotive_more_makes_120() -> None:
    hand = ["blue"] * 6 + ["yellow"] * 3 + ["red"] * 4 + ["purple"] * 3
    assert finished(hand, value={"blue": 12, "yellow": 9, "red": 8, "purple": 3}).scores[0] == 120


def locked(hand: Sequence[str]) -> ParisState:
    """Only black and brown are in supply, both walled in with a city; seat 1 holds the given hand."""
    return position(
        black="A21",
        blue="D22 E23 B20 G23",
        brown="G1",
        purple="G23 H20 H22 G3",
        red="H20 H22 G3",
        yellow="D20 D22 E23 B20 B22",
        hands=[RAINBOW, hand, RAINBOW, RAINBOW],
        supply={"black": 5, "brown": 5, "blue": 0, "purple": 0, "red": 0, "yellow": 0},
    )


@rule(GAME, "R-03")
def test_r_03_where_neither_building_nor_exchanging_is_possible_the_game_ends() -> None:
    s = locked(hand=())
    assert {action.kind for action in legal(s)} == {"trade"}
    s = play(s, trade("black", "brown"))
    assert result_of(s).reason == "end.stuck"
    refused(s, trade("brown", "black", seat=1), "R-03")


@rule(GAME, "R-03", "turn.2")
def test_r_03_who_can_still_exchange_must() -> None:
    s = play(locked(hand=("black",)), trade("black", "brown"))
    assert legal(s) == {trade("black", "brown", n, seat=1) for n in (1, 2)}
