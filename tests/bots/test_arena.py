"""Series of games: reproducible, in one process or several, and never without an end."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.bots.arena import BadAnswer, EndlessGame, Record, Series, ask, new_match, play_game, play_series
from stellwerk.bots.process import BotFailed
from stellwerk.bots.random import RandomBot
from stellwerk.bots.report import report
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import NotFound, RuleError
from stellwerk.core.matchfile import loads
from stellwerk.core.view import View

GAME = "paris-connection"
SERIES = Series(GAME, ("random", "random", "random"), "7", 5)


class Mute(RandomBot):
    """A bot whose answers are never among its choices."""

    def choose(self, view: View[Any], rng: Random) -> Action:
        return Action(0, "pass")


def record(number: int, winners: tuple[int, ...], *, seats: tuple[str, ...] = ("a", "b", "a")) -> Record:
    scores = tuple(10 if seat in winners else seat for seat in range(3))
    return Record(number, seats, 20 + number, 30, scores, winners, "end.supply")


def test_a_series_is_the_same_in_one_process_and_in_two() -> None:
    alone, together = list(play_series(SERIES)), list(play_series(SERIES, jobs=2))
    assert [game.number for game in alone] == [0, 1, 2, 3, 4]
    assert alone == together
    assert len({game.scores for game in alone}) > 1, "the games of a series differ"


def test_a_game_depends_on_seed_and_number_alone() -> None:
    last = list(play_series(SERIES))[-1]
    assert play_game(replace(SERIES, games=1), 4)[1] == last
    assert play_game(replace(SERIES, seed="8"), 4)[1] != last


def test_seats_stay_or_rotate() -> None:
    series = Series(GAME, ("x", "y", "z"), "0", 3)
    assert [series.seats(n) for n in range(2)] == [("x", "y", "z")] * 2
    turning = replace(series, rotate=True)
    assert [turning.seats(n) for n in range(4)] == [
        ("x", "y", "z"),
        ("z", "x", "y"),
        ("y", "z", "x"),
        ("x", "y", "z"),
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_endless_game_is_given_up_with_its_seed(jobs: int) -> None:
    with pytest.raises(EndlessGame) as caught:
        list(play_series(replace(SERIES, longest=10), jobs=jobs))
    assert (caught.value.seed, caught.value.decisions) == ("7/0", 10)
    assert "7/0" in str(caught.value)


def test_a_game_may_need_exactly_as_many_decisions_as_it_has() -> None:
    played = play_game(SERIES, 0)[1]
    assert play_game(replace(SERIES, longest=played.decisions), 0)[1] == played


def test_an_answer_outside_the_choices_is_refused() -> None:
    match = new_match(SERIES, 0)
    seen = match.view(match.waiting()[0])
    with pytest.raises(BadAnswer) as caught:
        ask(Mute(), Random(0), seen, "7/0")
    assert (caught.value.ply, caught.value.action) == (match.ply, Action(0, "pass"))
    lying = replace(seen, choices=(Choice(1, "pass"),), seat=1)
    with pytest.raises(BadAnswer) as other:
        ask(Mute(), Random(0), lying, "7/0")
    assert "(paris-connection, seed '7/0', ply 5)" in str(other.value)


class Broken(RandomBot):
    """A bot with a mistake in it."""

    def choose(self, view: View[Any], rng: Random) -> Action:
        raise KeyError("missing")


def test_an_error_of_a_bot_names_bot_game_seed_ply_and_line() -> None:
    """Five draws of chance come before the first decision."""
    seen = new_match(SERIES, 0).view(new_match(SERIES, 0).waiting()[0])
    line = Broken.choose.__code__.co_firstlineno + 1
    with pytest.raises(BotFailed) as caught:
        ask(Broken("broken"), Random(0), seen, "7/0")
    where = f"in test_arena.py, line {line} (paris-connection, seed '7/0', ply 5)"
    assert str(caught.value) == f"the bot 'broken' raised KeyError('missing') {where}"


def test_what_cannot_be_played_is_refused_before_the_first_game() -> None:
    with pytest.raises(NotFound):
        next(play_series(replace(SERIES, bots=("random", "random", "nobody"))))
    with pytest.raises(NotFound):
        next(play_series(replace(SERIES, game="nothing")))
    with pytest.raises(RuleError) as caught:
        next(play_series(replace(SERIES, bots=("random",) * 7)))
    assert caught.value.rule == "mat.1"


def test_saved_games_replay_to_the_recorded_scores(tmp_path: Path) -> None:
    records = list(play_series(replace(SERIES, games=2, save=tmp_path)))
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["paris-connection-000000.json", "paris-connection-000001.json"]
    for file, played in zip(files, records, strict=True):
        match = loads(file.read_text(encoding="utf-8"))
        assert match.ply == played.plies
        assert match.result is not None
        assert match.result.scores == played.scores


def test_a_report_shares_victories_and_does_not_mind_the_order() -> None:
    series = Series(GAME, ("a", "b", "a"), "0", 3)
    records = [record(0, (0,)), record(1, (1, 2)), record(2, (0, 1, 2))]
    counted = report(series, records)
    assert counted == report(series, records[::-1])
    assert [round(tally.wins, 6) for tally in counted.seats] == [1.333333, 0.833333, 0.833333]
    assert round(counted.bots["a"].wins, 6) == 2.166667
    assert (counted.bots["a"].played, counted.bots["b"].played) == (6, 3)
    assert counted.bots["b"].share == counted.bots["b"].wins / 3
    assert counted.bots["b"].points == (1 + 10 + 10) / 3
    assert (counted.decisions, counted.lengths.least, counted.lengths.median, counted.lengths.most) == (63, 20, 21, 22)
    assert counted.reasons == {"end.supply": 3}


def test_a_report_of_rotating_seats_counts_bots_where_they_sat() -> None:
    series = Series(GAME, ("a", "b", "c"), "0", 3, rotate=True)
    records = [record(n, (n,), seats=series.seats(n)) for n in range(3)]
    counted = report(series, records)
    assert [tally.wins for tally in counted.seats] == [1, 1, 1]
    assert {name: tally.wins for name, tally in counted.bots.items()} == {"a": 3, "b": 0, "c": 0}
