"""The planner of Railroad Revolution: repeatable, honest, sensible in plain positions, and stronger than greedy."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from stellwerk.bots.arena import Series, new_match, play_game, play_series
from stellwerk.bots.planner.revolution import RevolutionPlanner, planners
from stellwerk.bots.planner.revolution_search import WEIGHTS, FarPlanner, Search
from stellwerk.bots.planner.revolution_value import FarOutlook, told, turns_left
from stellwerk.bots.random import RandomBot
from stellwerk.bots.registry import bots_for
from stellwerk.bots.report import report
from stellwerk.bots.revolution import Breadth, ways_of
from stellwerk.bots.revolution_outlook import Outlook, Weights
from stellwerk.core.action import Action
from stellwerk.core.choice import admitted
from stellwerk.core.view import View, view_of
from tests.games.railroad_revolution.kit import GAME, Table, act, table

LEVELS = {bot.name: bot for bot in planners()}
STRONG = LEVELS["planner"]


def seen(t: Table, seat: int = 0) -> View[Any]:
    return view_of(t.game, t.at(), seat, ())


def turn(bot: RevolutionPlanner, t: Table, seat: int = 0) -> tuple[Table, list[Action]]:
    """All that a bot does until somebody else decides or its next turn begins."""
    actions: list[Action] = []
    while t.waits_for() == [seat] and not (actions and t.s.todo[-1].step == "turn"):
        actions.append(bot.choose(seen(t, seat), Random(0)))
        t = t.play(actions[-1])
    return t, actions


def share(bots: tuple[str, ...], games: int) -> float:
    series = Series(GAME, bots, "strength", games, rotate=True)
    return report(series, play_series(series)).bots[bots[0]].share


def test_there_are_three_levels_the_strongest_last() -> None:
    names = [name for name in bots_for(GAME) if name.startswith("planner")]
    assert names == ["planner-easy", "planner-normal", "planner"]


@pytest.mark.parametrize("options", [{"milestone_choice": "open"}, {"track_costs": "high"}], ids=str)
def test_its_answers_are_legal_in_the_variants(options: dict[str, str]) -> None:
    series = Series(GAME, ("planner-easy", "random"), "variants", 1, options)
    _, played = play_game(series, 0)  # the arena refuses what no choice admits
    assert played.scores[0] > played.scores[1]


def test_a_seed_repeats_a_decision_and_a_view_is_all_it_knows() -> None:
    """Other stacks face down, and a view that went through JSON: the same answer."""
    match, bot, rng = new_match(Series(GAME, ("random", "random"), "views", 1), 0), RandomBot(), Random(2)
    asked = 0
    while asked < 2:
        (seat,) = match.waiting()
        view = match.view(seat)
        if match.state.todo[-1].step == "turn" and match.ply > 40 * (asked + 1):
            asked += 1
            other = match.game.imagine(view, Random(5))
            assert other.stacks != match.state.stacks
            again = View.from_json(view_of(match.game, other, seat, view.log).to_json())
            assert STRONG.choose(again, Random(1)) == STRONG.choose(view, Random(1))
        match.play(bot.choose(view, rng), checked=False)


@pytest.mark.slow
def test_two_processes_play_the_games_of_one() -> None:
    series = Series(GAME, ("planner-easy", "random"), "processes", 2, rotate=True)
    assert list(play_series(series, jobs=2)) == list(play_series(series))


def test_advice_is_legal_and_its_first_is_what_is_chosen() -> None:
    for bot in LEVELS.values():
        view = seen(table(2))
        advice = bot.advise(view, Random(3))
        assert advice[0].action == bot.choose(view, Random(3))
        assert len({told.action for told in advice}) == len(advice) >= 2
        assert all(admitted(told.action, view.choices) for told in advice)
        assert all(told.reasons and told.worth > 0 for told in advice)


def test_it_keeps_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    original = Search.play

    def counted(self: Search, *args: Any) -> tuple[float, float]:
        played.append(args)
        return original(self, *args)

    monkeypatch.setattr(Search, "play", counted)
    STRONG.choose(seen(table(2)), Random(0))
    assert STRONG.most < len(played) <= STRONG.rollouts


def test_a_station_is_worth_more_when_steps_are_still_to_come() -> None:
    """In the last turn a station counts one point on the track as it is; in a young game later steps make it more."""
    t = table(2).rails(0, on=["R02", "R03", "R06", "R07"]).station("chicago", 0).buildings(0, 11)
    young = FarOutlook(t.t, ways_of(t.t), t.at(), 0, Weights())
    assert young.turns > 10
    worth = young._tracks(t.at())
    old = FarOutlook(t.t, ways_of(t.t), t.ending(2).starter(1).at(), 0, Weights())
    assert old.turns <= 1
    assert worth > old._tracks(t.at()) >= 1


def test_a_worker_that_a_milestone_waits_for_is_no_loss_when_it_is_promoted() -> None:
    """A2-1 lacks nothing but its violet manager. However precious violet is, it is there for that milestone."""
    t = table(2).rails(0, on=["R02", "R03", "R06", "R07"]).station("chicago", 0).buildings(0, 11)
    precious = replace(WEIGHTS, workers=(1.0, 50.0, 3.0, 3.0, 3.0))
    far, near = (judges(t.t, ways_of(t.t), t.at(), 0, precious) for judges in (FarOutlook, Outlook))
    before = t.at().copy()
    after = t.workers(0, {"white": 4}).goal(0, 1, "A2-1", "violet").at()
    assert far._people(after) > far._people(before)
    assert near._people(after) < near._people(before)  # greedy would rather keep it


def test_each_further_worker_of_a_colour_is_worth_less() -> None:
    t = table(2)  # no milestone here asks for grey
    outlook = FarOutlook(t.t, ways_of(t.t), t.at(), 0, WEIGHTS)
    judged = [outlook._people(t.workers(0, {"white": 4, "violet": 1, "grey": n}).at()) for n in range(1, 5)]
    steps = [more - less for less, more in pairwise(judged)]
    assert steps == sorted(steps, reverse=True)
    assert steps[0] > steps[-1] > 0


def test_the_turns_that_are_left_are_counted_by_what_is_on_the_boards() -> None:
    t, f = table(2), told()[1]
    young = turns_left(t.t, t.at(), 0, f)
    assert 12 < young < 20
    assert 1 <= turns_left(t.t, t.buildings(1, 4).at(), 0, f) < young
    assert turns_left(t.t, t.ending(2).starter(1).at(), 0, f) == 0


def test_it_completes_two_milestones_in_the_last_turn() -> None:
    """A1-1 and A2-1 lack nothing but managers. Violet is there, orange can be had."""
    t = table(2).ending(2).starter(1).rails(0, on=["R02", "R03", "R06", "R07"]).station("chicago", 0).buildings(0, 11)
    after, _ = turn(STRONG, t)
    assert after.s.reached[0] == ("A1-1", "A2-1")


def test_in_the_last_turn_it_takes_points_and_not_money() -> None:
    """An office between two others links both, or a piece is sold: only one of them is worth something now."""
    t = table(2).ending(2).starter(1).workers(0, {"white": 4}).locos(0).office(6, 0).office(8, 0).buildings(0, 10)
    _, actions = turn(STRONG, t)
    assert actions[:2] == [act(0, "place", "white", "telegraph"), act(0, "open", 7)]


def test_a_wide_search_finds_turns_that_a_narrow_one_misses() -> None:
    """Promotions, swaps and flips of one turn come in many orders: of few thoughts the best ones fall out."""
    match, bot, rng = (
        new_match(Series(GAME, ("greedy", "greedy"), "breadth", 1), 0),
        bots_for(GAME)["greedy"],
        Random(3),
    )
    found: list[tuple[float, float]] = []
    while len(found) < 6:
        (seat,) = match.waiting()
        view = match.view(seat)
        if match.state.todo[-1].step == "turn" and match.ply > 20 * (len(found) + 1):
            narrow, wide = (
                max(plan.hope for plan in FarPlanner(view, WEIGHTS, breadth).plans())
                for breadth in (Breadth(3, 2), STRONG.breadth)
            )
            found.append((narrow, wide))
        match.play(bot.choose(view, rng), checked=False)
    assert sum(wide - narrow for narrow, wide in found) / len(found) > 1


def test_what_a_plan_gives_to_others_counts() -> None:
    """The same plan, and the other seat is richer: the lead that rollouts expect is smaller."""
    plan = STRONG._kept(*_planned(table(2)))[0]
    poor, rich = (
        sum(Search(seen(t), 7).play(plan, luck)[0] for luck in range(8))
        for t in (table(2), table(2).shares(1, 12).locos(1, ["loco-money", "loco-steps"]))
    )
    assert rich < poor


def test_rollouts_count_for_more_the_later_it_is() -> None:
    """What a plan promises at once is added to what came of it; near the end hardly anything of it."""
    leans = []
    for t in (table(2), table(2).ending(1)):
        planner, plans = _planned(t)
        kept = STRONG._kept(planner, plans)
        trials = STRONG._trials(seen(t), planner, Random(0))
        assert len(trials) == len(kept)
        leans.append(max(abs(trial.lean / trial.candidate.hope) for trial in trials))
    young, old = leans
    assert young > 10 * old > 0


def _planned(t: Table) -> tuple[Any, Any]:
    planner = FarPlanner(seen(t), WEIGHTS, STRONG.breadth)
    return planner, planner.plans()


@pytest.mark.long
def test_the_strongest_wins_most_games_against_greedy() -> None:
    assert share(("planner", "greedy"), 30) >= 0.6
