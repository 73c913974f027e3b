"""The greedy bot of Railroad Revolution: strong enough, honest, and sensible in plain positions."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.bots.arena import Series, play_game, play_series
from stellwerk.bots.report import report
from stellwerk.bots.revolution import RevolutionBot, ways_of
from stellwerk.bots.revolution_outlook import TIE, Outlook, Weights, horizon
from stellwerk.bots.revolution_ways import NOWHERE, Ways
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.view import View, view_of
from stellwerk.games.railroad_revolution.game import TITLE, RevolutionGame
from stellwerk.games.railroad_revolution.scoring import score
from stellwerk.games.railroad_revolution.tiles import Need
from tests.games.railroad_revolution.kit import GAME, Table, act, table

BOT = RevolutionBot()


def wins(bots: tuple[str, ...], games: int, seed: str, options: dict[str, str] | None = None) -> float:
    """The share of games that the greedy bot wins, one seat further in each."""
    series = Series(GAME, bots, seed, games, options or {}, rotate=True)
    return report(series, play_series(series)).bots["greedy"].share


def seen(t: Table, seat: int = 0) -> View[Any]:
    return view_of(t.game, t.at(), seat, ())


def turn(t: Table, seat: int = 0) -> tuple[Table, list[Action]]:
    """All that the bot does until somebody else decides or its next turn begins."""
    actions: list[Action] = []
    while t.waits_for() == [seat] and not (actions and t.s.todo[-1].step == "turn"):
        actions.append(BOT.choose(seen(t, seat), Random(0)))
        t = t.play(actions[-1])
    return t, actions


VARIANTS = pytest.mark.parametrize("options", [{"milestone_choice": "open"}, {"track_costs": "high"}], ids=str)


@pytest.mark.parametrize("seats", TITLE.seats)
def test_it_beats_random_bots_from_every_seat(seats: int) -> None:
    assert wins(("greedy", *("random",) * (seats - 1)), seats, "quick") == 1.0


@VARIANTS
def test_it_beats_random_bots_in_the_variants_too(options: dict[str, str]) -> None:
    assert wins(("greedy", "random", "random"), 2, "variants", options) == 1.0


@pytest.mark.long
@pytest.mark.parametrize("seats", TITLE.seats)
def test_it_beats_random_bots_in_nine_games_of_ten(seats: int) -> None:
    assert wins(("greedy", *("random",) * (seats - 1)), 20, "many") >= 0.9


@pytest.mark.long
@VARIANTS
def test_it_beats_random_bots_in_nine_games_of_ten_of_the_variants(options: dict[str, str]) -> None:
    assert wins(("greedy", "random", "random"), 20, "variants", options) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("seats", TITLE.seats)
def test_tables_of_greedy_bots_come_to_an_end_with_high_scores(seats: int) -> None:
    match, played = play_game(Series(GAME, ("greedy",) * seats, "among themselves", 1), 0)
    assert played.decisions < 400 * seats
    assert min(played.scores) > 100
    deciding = [action.kind for action in match.log if action.seat != CHANCE]
    assert deciding.count("sell") <= deciding.count("done")  # once for a debt, if at all


def test_a_seed_repeats_a_game_and_a_view_is_all_it_knows() -> None:
    """A view that went through JSON carries nothing hidden along; the bot answers the same."""
    series = Series(GAME, ("greedy", "random"), "views", 1)
    match, played = play_game(series, 0)
    assert play_game(series, 0)[0].log == match.log
    assert played.scores[0] > played.scores[1]
    for ply in range(20, match.ply, 23):
        seat = int(match.at(ply).todo[-1].who or 0)
        view = match.view(seat, ply)
        if view.choices:
            again = View.from_json(replace(view, state=match.game.view(match.at(ply), seat)).to_json())
            assert BOT.choose(again, Random(1)) == BOT.choose(view, Random(1))


def test_hidden_stacks_do_not_change_its_mind() -> None:
    t = table(2)
    other = table(2)
    other.s.stacks = {letter: stack[::-1] for letter, stack in t.s.stacks.items()}
    assert t.s.stacks != other.s.stacks
    assert turn(t)[1] == turn(other)[1]


def test_without_another_turn_it_judges_a_position_by_its_points() -> None:
    """Nothing more is to be hoped for: points, and a little for the money that breaks ties."""
    match, _ = play_game(Series(GAME, ("random", "random"), "judge", 1), 0)
    assert isinstance(match.game, RevolutionGame)
    t, last = match.game.t, match.state.copy()
    for seat in range(2):
        last.starter, last.turn, last.ending = 1 - seat, seat, 2
        outlook = Outlook(t, ways_of(t), last, seat, Weights())
        money = TIE * (last.cash[seat] + t.share_price * last.shares[seat])
        assert outlook.judge(last) == pytest.approx(score(t, last).scores[seat] + money)


def test_it_knows_how_many_turns_are_left() -> None:
    t = table(3).starter(1).ending(1)
    assert [horizon(t.t, t.s, seat) for seat in (0, 1, 2)] == [1, 1, 1]  # seat 0 ends the round
    t = t.turn(1)
    assert [horizon(t.t, t.s, seat) for seat in (0, 1, 2)] == [2, 1, 2]
    t = t.ending(2)
    assert [horizon(t.t, t.s, seat) for seat in (0, 1, 2)] == [1, 0, 1]
    young, old = table(3), table(3).buildings(2, 2).rails(2, left=2)
    assert horizon(old.t, old.s, 0) < horizon(young.t, young.s, 0)


def test_ways_to_conditions_are_the_easiest_ones() -> None:
    """From Washington and Charlotte: two rails to each city of group 2, two more to one of group 3."""
    ways = Ways(table(2).t)
    assert ways.to(1, 0, (Need("cities", 2, 1),)).rails == 2
    assert ways.to(1, 0, (Need("cities", 2, 3),)).rails == 6
    assert ways.to(1, 0, (Need("cities", 3, 1),)).rails == 4
    assert ways.to(1, 0, (Need("terrain", 1, 2),)).rails == 2  # R06 and R07
    assert ways.to(1, 0, (Need("deals", 0, 1),)).rails == 3  # R02, R03, R10
    assert ways.to(1, 0, (Need("stations", 1, 1),))[:2] == (0, 1)
    assert ways.to(1, 0, (Need("stations", 2, 1),))[:2] == (2, 1)
    assert ways.to(1, 0, (Need("cities", 2, 4),)) == NOWHERE
    assert len(ways.farthest(1)) == 3


def test_it_completes_a_milestone_when_it_can() -> None:
    """The last turn: A1-1 and A2-1 lack nothing but managers. Violet is there, orange can be had."""
    t = table(2).ending(2).starter(1).rails(0, on=["R02", "R03", "R06", "R07"]).station("chicago", 0).buildings(0, 11)
    after, _ = turn(t)
    assert after.s.reached[0] == ("A1-1", "A2-1")


def test_it_lays_the_rails_that_a_milestone_asks_for() -> None:
    """The last turn: A2-4 lacks a deal space, its manager is there."""
    t = table(2).shares(1, 0).ending(2).starter(1).rails(0, on=["R02", "R03", "R08", "R09"])
    after, actions = turn(t.goal(0, 1, "A2-4", "turquoise"))
    assert {("R10",), ("R19",)} & {action.args for action in actions if action.kind == "lay"}
    assert "A2-4" in after.s.reached[0]


def test_in_the_last_turn_it_takes_points_and_not_money() -> None:
    """An office between two others links both, or a piece is sold: only one of them is worth something now."""
    t = table(2).ending(2).starter(1).workers(0, {"white": 4}).locos(0).office(6, 0).office(8, 0).buildings(0, 10)
    _, actions = turn(t)
    assert actions[:2] == [act(0, "place", "white", "telegraph"), act(0, "open", 7)]


def test_in_the_last_turn_locomotives_stay_face_up() -> None:
    t = table(2).ending(2).starter(1).workers(0, {"white": 4}).cash(0, 0).shares(0, 0)
    t = t.locos(0, up=["loco-money"], down=["loco-promote"])
    for area in range(1, 9):
        t = t.office(area, 0)
    after, actions = turn(t.buildings(0, 4).play(act(0, "place", "white", "trade")))
    assert sum(after.s.up[0]) == 2
    assert act(0, "flip", "loco-promote", "down") in actions


def test_it_sells_no_more_shares_than_a_debt_asks_for() -> None:
    t = table(2).cash(0, 100).shares(0, 6).play(act(0, "place", "white", "station"))
    after, actions = turn(t.play(act(0, "build", "washington")))
    sold = sum(action.args[0] for action in actions if action.kind == "sell")
    assert sold == 1
    assert after.s.cash[0] == 50


def test_it_sells_nothing_when_an_ability_pays_the_debt() -> None:
    """An orange worker gets the price of the city back."""
    t = table(2).cash(0, 100).shares(0, 6).workers(0, {"white": 4, "orange": 1})
    t = t.play(act(0, "place", "orange", "station"), act(0, "build", "washington"))
    after, actions = turn(t)
    assert "sell" not in {action.kind for action in actions}
    assert act(0, "use", "w.station.orange") in actions
    assert after.s.shares[0] >= 6


def test_in_the_last_turn_it_takes_no_step_that_brings_nothing() -> None:
    """Without a city of the farthest group and without buildings the tracks multiply nothing."""
    t = table(2).ending(2).starter(1).workers(0, {"white": 4}).locos(0).deal("D1")
    t = t.play(act(0, "place", "white", "trade"), act(0, "trade", "rail"))
    _, actions = turn(t)
    assert "step" not in {action.kind for action in actions}


def test_it_hires_only_whom_a_milestone_asks_for() -> None:
    """An orange worker for A1-1, which lacks nothing else, and 800 that will never be needed again."""
    t = table(2).ending(2).starter(1).cash(0, 900).shares(0, 0).station("chicago", 0)
    t = t.rails(0, on=["R02", "R03", "R06", "R07"]).buildings(0, 11).workers(0, {"white": 4, "grey": 1})
    after, actions = turn(t)
    assert act(0, "hire", "orange") in actions
    assert "A1-1" in after.s.reached[0]
    both, actions = turn(t.goal(0, 0, "A1-1", "orange").goal(0, 1, "A2-1", "violet"))
    assert "hire" not in {action.kind for action in actions}
    assert both.s.reached[0] == ("A1-1", "A2-1")


def test_in_a_position_without_a_plan_it_still_plays() -> None:
    """Only sales are offered, and there is no debt."""
    view = seen(table(2))
    sales = tuple(choice for choice in view.choices if choice.kind == "sell")
    answer = BOT.choose(replace(view, choices=(*sales, *sales)), Random(3))
    assert answer == act(0, "sell", 1)  # and not more than it has to
    assert sales[0].admits(answer)
