"""The 18xx bot: it ends games with any number of seats, and plays better than chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.bots.rail_operate import Operator
from stellwerk.bots.rail_stock import Investor
from stellwerk.bots.registry import bot, bots_for
from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import added
from stellwerk.core.view import View, choices_of
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.games.g1830.game import Title1830
from tests.games.g1830.positions import table
from tests.marks import sample


@pytest.mark.slow
@pytest.mark.parametrize("seats", sample(3, range(2, 8)))
def test_a_table_of_greedy_bots_breaks_the_bank(seats: int) -> None:
    """Companies are floated, run and paid out until the bank is empty; nobody is driven into bankruptcy on the way."""
    match, record = play_game(Series("1830", ("greedy",) * seats, games=1, seed="7"), 0)
    assert record.reason == "end.bank"
    assert len(match.state.floated) >= seats // 2
    assert isinstance(match.game, RailGame)
    assert min(record.scores) > match.game.rules.capital


@pytest.mark.slow
@pytest.mark.parametrize("seats", sample(2, range(3, 7)))
def test_greedy_bots_finish_1848_and_nobody_is_left_in_debt(seats: int) -> None:
    match, record = play_game(Series("1848", ("greedy",) * seats, games=1, seed="7"), 0)
    assert record.reason in {"end.bank", "end.price", "end.loans", "end.receivership"}
    assert len(match.state.floated) + len(match.state.failed) >= seats // 2
    assert isinstance(match.game, RailGame)
    assert min(record.scores) > match.game.rules.capital


def test_greedy_bots_play_alike_whatever_is_hidden_from_them() -> None:
    """They look at no money but their own, so not being told that of others changes nothing."""
    logs = {}
    for value in ("open", "restricted", "secret_cash"):
        options = {"information": value, "seating": "free"}
        match = Match(new_header("1830", [Seat(name) for name in "ABC"], options, "alike"))
        rng = Random(3)
        while match.ply < 160:
            match.play(bot("1830", "greedy").choose(match.view(match.waiting()[0]), rng))
        logs[value] = match.log
    assert logs["open"] == logs["restricted"] == logs["secret_cash"]


def wins(game: str, games: int) -> int:
    """How many games greedy wins alone against two random bots; seats rotate, so that neither has the better place."""
    series = Series(game, ("greedy", "random", "random"), games=games, seed="1", rotate=True)
    won = 0
    for number in range(series.games):
        _, record = play_game(series, number)
        won += [series.seats(number)[seat] for seat in record.winners] == ["greedy"]
    return won


@pytest.mark.slow
@pytest.mark.parametrize("game", ["1830", "1848"])
def test_greedy_beats_random_from_every_seat(game: str) -> None:
    assert wins(game, 3) == 3


@pytest.mark.long
@pytest.mark.parametrize("game", ["1830", "1848"])
def test_greedy_beats_random_again_and_again(game: str) -> None:
    assert wins(game, 12) == 12


class Outside(Title1830):
    """A title that no bot of this package names; companies float with fewer shares."""

    id = "outside"
    floats = 40

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset:
        return replace(super().ruleset(seats, options), float_percent=self.floats)


def test_a_title_from_outside_has_the_bots_of_its_family() -> None:
    with added(Outside()):
        assert list(bots_for("outside")) == ["random", "greedy", "planner-easy", "planner-normal", "planner"]
        match = Match(new_header("outside", [Seat("a"), Seat("b"), Seat("c")], seed="s"))
        greedy, rng = bot("outside", "greedy"), Random(1)
        while match.ply < 60:
            match.play(greedy.choose(match.view(match.waiting()[0]), rng))
        assert match.state.floated
    assert "greedy" not in bots_for("paris-connection") or bots_for("paris-connection")["greedy"] is not greedy


@pytest.mark.parametrize(("percent", "alone"), [(60, False), (40, True)])
def test_a_company_is_opened_by_one_who_can_float_it(percent: int, *, alone: bool) -> None:
    """400 buy 40 per cent at a par of 100: enough only where a company floats with them."""

    class Floating(Outside):
        floats = percent

    with added(Floating()):
        match = Match(new_header("outside", [Seat("a"), Seat("b")], seed="s"))
        view = match.view(0)
        view.state.cash["P0"] = 400
        assert (Investor(view, Random(1))._worth_opening(100) > 2) == alone


@pytest.mark.parametrize(("revenue", "kind"), [(100, "pay_half"), (200, "pay_half"), (50, "withhold"), (40, "pay_out")])
def test_a_bot_splits_when_half_pays_for_the_train_it_needs(revenue: int, kind: str) -> None:
    """PRR has $130 and a 2-train that is about to be scrapped; the next train costs $180."""
    t = table(4, split_revenue="true").phase("3").depot("3", 1).opened("PRR", par=100, shares={0: 60}).home("PRR")
    t = t.trains("PRR", "2").cash({"PRR": 130})
    t.s.revenue = revenue
    t = t.operating("PRR", "pay_dividend")
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    assert bot("1830", "greedy").choose(view, Random(1)).kind == kind


@pytest.mark.parametrize("game", ["1830", "1848"])
def test_no_run_changes_by_a_dead_end(game: str) -> None:
    """What is called a dead end, and therefore not thought through, earns exactly what was earned without it."""
    match = Match(new_header(game, [Seat(name) for name in "ABC"], {}, "dead ends"))
    rng, met = Random(3), {True: 0, False: 0}
    while match.ply < 260:
        view = match.view(match.waiting()[0])
        if view.state.todo[-1].step == "lay_track":
            operator = Operator(view, rng)
            now = operator._earns(view.state)
            for choice in operator.offered("lay"):
                dead = operator.is_dead_end(choice)
                met[dead] += 1
                if dead:
                    assert operator._earns(view.game.apply(view.state, Action(*choice))) == now, choice
        match.play(bot(game, "greedy").choose(view, rng))
    assert min(met.values()) > 100
