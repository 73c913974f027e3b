"""The greedy bot of Paris Connection: strong enough, honest, and never in circles."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.bots.arena import Series, play_game, play_series
from stellwerk.bots.paris import GreedyBot
from stellwerk.bots.report import report
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.match import Match
from stellwerk.core.view import View, view_of
from stellwerk.games.paris.state import ParisState
from tests.games.paris.positions import COLOURS, GAME, game_for, play, position

BOT = GreedyBot()
WAY_TO_MARSEILLE = "H22 I23 J24 K25 L26 M27 N28 O27 P28 Q27"
"""Brown, next to Marseille: Mâcon, Lyon, Valence and Avignon are on the way."""


def share_against_random(games: int, seed: str) -> float:
    series = Series(GAME, ("greedy", "random", "random", "random"), seed, games, rotate=True)
    return report(series, play_series(series)).bots["greedy"].share


def seen(s: ParisState, seat: int = 0) -> View[Any]:
    return view_of(game_for(len(s.hands)), s, seat, ())


def turn(s: ParisState, seat: int = 0) -> tuple[ParisState, list[Action]]:
    """A whole turn of the bot."""
    actions = []
    while s.todo and s.todo[-1].who == seat:
        actions.append(BOT.choose(seen(s, seat), Random(0)))
        s = play(s, actions[-1])
    return s, actions


def test_it_beats_three_random_bots_in_most_games() -> None:
    assert share_against_random(24, "quick") >= 0.8


@pytest.mark.long
def test_it_beats_three_random_bots_in_two_hundred_games() -> None:
    assert share_against_random(200, "many") >= 0.9


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_tables_of_greedy_bots_come_to_an_end(seats: int) -> None:
    series = Series(GAME, ("greedy",) * seats, "among themselves", 2)
    for number in range(series.games):
        match, played = play_game(series, number)
        assert played.decisions < 400
        check_progress(match)


def check_progress(match: Match) -> None:
    """The law that rules out circles: one for one only towards higher rank, as long as there is another turn."""
    trades = 0
    for ply, action in enumerate(match.log):
        if action.kind == "trade":
            trades += 1
            ranks = sorted(COLOURS, key=match.at(ply).value.__getitem__)  # stable: equal values in the order of colours
            offered = match.game.choices(match.at(ply))
            assert upwards(action, ranks) or not any(upwards(choice, ranks) for choice in offered)
    assert trades


def upwards(a: Action | Choice, ranks: list[str]) -> bool:
    """Whether an action cannot be part of a circle."""
    if a.kind != "trade":
        return True
    give, take, count = a.args
    return count == 2 or ranks.index(take) > ranks.index(give)


def test_it_knows_no_more_than_its_view_says() -> None:
    """A view that went through JSON carries nothing hidden along; the bot answers the same."""
    series = Series(GAME, ("greedy",) * 4, "views", 1)
    match, _ = play_game(series, 0)
    for ply in range(6, match.ply, 7):
        seat = int(match.at(ply).todo[-1].who)
        view = match.view(seat, ply)
        again = View.from_json(replace(view, state=match.game.view(match.at(ply), seat)).to_json())
        assert BOT.choose(again, Random(1)) == BOT.choose(view, Random(1))


def test_it_builds_the_colour_it_owns() -> None:
    hands = [["red"] * 8, *([["black", "blue", "brown", "purple", "yellow"] * 3] * 3)]
    s, actions = turn(position(hands=hands))
    assert {action.args[0] for action in actions if action.kind == "place"} == {"red"}
    assert s.value["red"] >= 2
    assert actions[-1].kind == "finish"


def test_it_takes_marseille_when_ahead_and_not_when_behind() -> None:
    rich, poor = ["brown"] * 15, ["black"] * 5
    value = {"brown": 10, "black": 1, "blue": 1, "purple": 1, "red": 1, "yellow": 1}
    ahead = position(hands=[rich, poor, poor, poor], value=value, brown=WAY_TO_MARSEILLE)
    after, actions = turn(ahead)
    assert after.ended == "marseille"
    assert actions[-1].kind == "finish"
    others = ["black", "blue", "purple", "red", "yellow"] * 3
    behind = position(hands=[poor[:3], rich, others, others], value=value, brown=WAY_TO_MARSEILLE)
    after, _ = turn(behind)
    assert after.ended == ""


def test_it_ends_the_game_by_the_last_supply_when_ahead() -> None:
    value = {"black": 9, "red": 1, "blue": 1}
    hands = [["black"] * 10, ["red"] * 3, ["red"] * 3, ["blue"] * 3]
    supply = {"black": 0, "brown": 0, "purple": 0, "yellow": 0, "red": 1, "blue": 3}
    after, _ = turn(position(hands=hands, supply=supply, value=value))
    assert after.ended == "supply"


def test_it_stays_within_the_limit_when_values_do_not_pay_the_penalty() -> None:
    s = position(hands=[["black"] * 5 + ["red"] * 10, *([["blue"] * 5] * 3)], value={"black": 3, "red": 4, "blue": 5})
    after, _ = turn(s)
    assert len(after.hands[0]) == 15


def test_where_only_a_bad_exchange_is_left_it_still_plays() -> None:
    s = position(hands=[["red"] * 3, ["blue"], ["blue"], ["blue"]], value={"red": 5})
    bad = (Choice(0, "trade", ("red", "blue", 1)), Choice(0, "trade", ("red", "black", 1)))
    answers = Counter(BOT.choose(replace(seen(s), choices=bad), Random(n)) for n in range(20))
    assert set(answers) == {Action(*choice) for choice in bad}


def test_a_build_never_gets_longer_than_five_nor_goes_on_behind_marseille() -> None:
    s = position(hands=[["brown"] * 9, ["red"], ["red"], ["red"]], brown=WAY_TO_MARSEILLE)
    s = play(s, Action(0, "place", ("brown", "R28")))
    assert BOT.choose(seen(s), Random(0)) == Action(0, "finish")
