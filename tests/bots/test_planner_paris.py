"""The planner of Paris Connection: repeatable, honest, sensible in plain positions, and stronger than greedy."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.bots.arena import Series, play_game, play_series
from stellwerk.bots.planner.paris import ParisPlanner, Search, planners
from stellwerk.bots.planner.paris_ground import ground_of
from stellwerk.bots.planner.paris_quick import Quick
from stellwerk.bots.planner.paris_weights import weights
from stellwerk.bots.registry import bots_for
from stellwerk.bots.report import report
from stellwerk.core.action import Action
from stellwerk.core.choice import admitted
from stellwerk.core.view import View, view_of
from stellwerk.games.paris.board import bits
from stellwerk.games.paris.state import ParisState
from tests.games.paris.positions import COLOURS, GAME, game_for, play, position

LEVELS = {bot.name: bot for bot in planners()}
STRONG = LEVELS["planner"]
NORMAL = LEVELS["planner-normal"]
WAY_TO_MARSEILLE = "H22 I23 J24 K25 L26 M27 N28 O27 P28 Q27"


def seen(s: ParisState, seat: int = 0) -> View[Any]:
    return view_of(game_for(len(s.hands)), s, seat, ())


def turn(bot: ParisPlanner, s: ParisState, seat: int = 0) -> tuple[ParisState, list[Action]]:
    """A whole turn of a bot."""
    actions = []
    while s.todo and s.todo[-1].who == seat:
        actions.append(bot.choose(seen(s, seat), Random(0)))
        s = play(s, actions[-1])
    return s, actions


def share(first: str, others: str, games: int, seats: int = 4) -> float:
    series = Series(GAME, (first, *(others,) * (seats - 1)), "strength", games, rotate=True)
    return report(series, play_series(series)).bots[first].share


def test_there_are_three_levels_the_strongest_last() -> None:
    names = [name for name in bots_for(GAME) if name.startswith("planner")]
    assert names == ["planner-easy", "planner-normal", "planner"]
    assert STRONG.rollouts > NORMAL.rollouts > LEVELS["planner-easy"].rollouts


def test_the_ground_has_the_neighbours_of_the_board() -> None:
    board = game_for().t.board
    ground = ground_of(board)
    for number, near in enumerate(board.near):
        assert ground.border(ground.bit[number]) == ground.of(near)
    assert ground.gain(ground.of(board.cities)) == sum(board.value.values())


def test_quick_games_end_with_every_locomotive_accounted_for() -> None:
    game = game_for()
    quick = Quick(game.t, ground_of(game.t.board), weights())
    for seed in range(3):
        match, _ = play_game(Series(GAME, ("random",) * 4, f"quick {seed}", 1), 0)
        ply = next(n for n, action in enumerate(match.log) if action.seat >= 0)
        s = match.at(ply)
        p = quick.position(s, int(s.todo[-1].who))
        scores = quick.play_on(p, Random(seed))
        assert all(left >= 0 for left in p.supply)
        assert p.sizes == [sum(hand) for hand in p.hands]
        assert p.held == [sum(hand[c] for hand in p.hands) for c in range(6)]
        for c, line in enumerate(p.lines):
            built = sum(1 for _ in bits(line)) - 1
            assert built + p.supply[c] + p.held[c] <= game.t.each
            assert p.value[c] >= quick.ground.gain(line)
        assert scores == [
            sum(n * each for n, each in zip(hand, p.value, strict=True)) - 20 * max(0, sum(hand) - game.t.limit)
            for hand in p.hands
        ]


@pytest.mark.parametrize("seats", [3, 6])
def test_its_answers_are_legal_and_it_beats_random_bots(seats: int) -> None:
    series = Series(GAME, ("planner-easy", *("random",) * (seats - 1)), "repeat", 1, {"start_layout": "fixed"})
    _, played = play_game(series, 0)  # the arena refuses what no choice admits
    assert played.scores[0] == max(played.scores)


@pytest.mark.slow
def test_two_processes_play_the_games_of_one() -> None:
    series = Series(GAME, ("planner-easy", "planner-easy", "random"), "processes", 2, rotate=True)
    assert list(play_series(series, jobs=2)) == list(play_series(series))


def test_a_view_is_all_it_knows() -> None:
    """Other hands behind the screens, and a view that went through JSON: the same answer."""
    match, _ = play_game(Series(GAME, ("greedy",) * 4, "views", 1), 0)
    for ply in range(8, match.ply, 41):
        s = match.at(ply)
        seat = int(s.todo[-1].who)
        view = view_of(match.game, s, seat, match.log[:ply])
        other = match.game.imagine(view, Random(5))
        assert other.hands != s.hands
        again = View.from_json(view_of(match.game, other, seat, match.log[:ply]).to_json())
        assert NORMAL.choose(again, Random(1)) == NORMAL.choose(view, Random(1))


def test_advice_is_ordered_legal_and_its_first_is_what_is_chosen() -> None:
    s = position(hands=[["red"] * 4 + ["blue"] * 4, *([["black", "brown", "yellow", "purple"] * 2] * 3)])
    view = seen(s)
    advice = NORMAL.advise(view, Random(3))
    assert advice[0].action == NORMAL.choose(view, Random(3))
    assert len({told.action for told in advice}) == len(advice) >= 3
    assert all(admitted(told.action, view.choices) and told.reasons for told in advice)
    assert all(0 < told.worth < 500 for told in advice)


def test_it_keeps_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    original = Search.play

    def counted(self: Search, *args: Any) -> tuple[float, float]:
        played.append(args)
        return original(self, *args)

    monkeypatch.setattr(Search, "play", counted)
    NORMAL.choose(seen(position()), Random(0))
    assert 0 < len(played) <= NORMAL.rollouts


def test_it_takes_marseille_when_that_wins_and_not_when_it_loses() -> None:
    rich, poor = ["brown"] * 15, ["black"] * 5
    value = {"brown": 10, "black": 1, "blue": 1, "purple": 1, "red": 1, "yellow": 1}
    after, _ = turn(NORMAL, position(hands=[rich, poor, poor, poor], value=value, brown=WAY_TO_MARSEILLE))
    assert after.ended == "marseille"
    others = ["black", "blue", "purple", "red", "yellow"] * 3
    behind = position(hands=[poor[:3], rich, others, others], value=value, brown=WAY_TO_MARSEILLE)
    assert turn(NORMAL, behind)[0].ended == ""


def test_it_builds_what_it_alone_holds() -> None:
    hands = [["red"] * 15, *([["black", "blue", "brown", "purple", "yellow"] * 3] * 3)]
    s, actions = turn(NORMAL, position(hands=hands, value=dict.fromkeys(COLOURS, 5)))
    assert {action.args[0] for action in actions if action.kind == "place"} == {"red"}
    assert s.value["red"] > 5


def test_a_level_that_errs_does_so_as_its_seed_says() -> None:
    """Who alone holds a colour builds it; whoever is wrong by more than turns differ may do anything."""
    view = seen(position(hands=[["red"] * 15, *([["black", "blue", "brown", "purple", "yellow"] * 3] * 3)]))
    sure, wrong = replace(NORMAL, doubt=0.0), replace(NORMAL, doubt=5.0)
    assert {sure.choose(view, Random(seed)).args[0] for seed in range(6)} == {"red"}
    erring = [wrong.choose(view, Random(seed)) for seed in range(6)]
    assert {action.args[0] for action in erring} != {"red"}
    assert erring == [wrong.choose(view, Random(seed)) for seed in range(6)]


def test_it_gains_before_it_ends_the_game_by_the_last_supply() -> None:
    """One red locomotive would end the game behind black; blue is near a city, and then ahead."""
    value = {"black": 5, "blue": 5}
    supply = {"black": 0, "brown": 0, "purple": 0, "yellow": 0, "red": 1, "blue": 5}
    hands = [["blue"] * 9, ["black"] * 10, ["red"] * 3, ["red"] * 3]
    after, actions = turn(STRONG, position(hands=hands, supply=supply, value=value))
    assert {action.args[0] for action in actions if action.kind == "place"} == {"blue"}
    assert after.value["blue"] > 5


@pytest.mark.long
@pytest.mark.parametrize(("others", "least"), [("greedy", 0.55), ("planner-easy", 0.35)])
def test_the_strongest_wins_far_more_than_its_share(others: str, least: float) -> None:
    assert share("planner", others, 40) >= least
