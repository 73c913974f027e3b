"""The engine is fast: decisions, copies, undo, jumps and bots, each held against a ruler in the same run."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import pytest

from stellwerk.bots.arena import Series, play_game, play_series
from stellwerk.bots.paris import GreedyBot
from stellwerk.core.match import Match
from tests.speed.ruler import REFERENCE, best, repeat

pytestmark = pytest.mark.speed

GAME = "paris-connection"
DECISIONS_PER_SECOND = {
    "paris-connection": 3_000,
    "1830": 3_000,
    "1848": 3_000,
    "1853": 1_600,
    "railroad-revolution": 3_000,
}
BOT_SECONDS = 0.005
COPY_SECONDS = 0.000_010
EARLY, LATE = 20, 200
"""Plies between which a cost may not grow with the length of the match."""

FLAT = 2.0
"""How much dearer the late ply may be; a replay would be about ten times dearer."""


@pytest.fixture(scope="module")
def played() -> Match:
    """A game long enough to look back from."""
    for number in range(20):
        match, _ = play_game(Series(GAME, ("random",) * 4, "long", 1), number)
        if match.ply > LATE:
            return match
    raise AssertionError("no game is long enough")


def cut(match: Match, ply: int) -> Match:
    """The same match as it was at a ply."""
    return Match(match.header, match.log[:ply], checked=False)


def show(name: str, figure: float, bar: float, unit: str) -> None:
    print(f"\n  {name:<34} {figure:10.3f} {unit} (bar {bar:g})")  # noqa: T201  # `pytest -s` shows the figures


@pytest.mark.parametrize("game", DECISIONS_PER_SECOND)
def test_random_games_make_thousands_of_decisions_a_second(game: str) -> None:
    """With all choices listed at each decision, as `stellwerk simulate` plays."""
    series = Series(game, ("random",) * 4, "1", 2)
    decisions = sum(record.decisions for record in play_series(series))
    bar = DECISIONS_PER_SECOND[game] * REFERENCE
    play = {"play": lambda: list(play_series(series))}
    rulers = best(play, process_time, lambda found: decisions / found["play"] >= bar)["play"]
    show(f"decisions of {game} a ruler", decisions / rulers, bar, "decisions")
    assert decisions / rulers >= bar


def test_a_copy_for_search_takes_microseconds(played: Match) -> None:
    bar, times = COPY_SECONDS / REFERENCE, 10_000
    copying = {"copy": repeat(played.at(LATE).copy, times)}
    cost = best(copying, held=lambda found: found["copy"] / times <= bar)["copy"] / times
    show("copy of a state in rulers (1 ms)", cost, bar, "rulers")
    assert cost <= bar


@pytest.mark.parametrize("name", ["undo", "jump", "view"])
def test_looking_and_going_back_does_not_replay(played: Match, name: str) -> None:
    works = {str(ply): repeat(going_back(name, cut(played, ply)), 1000) for ply in (EARLY, LATE)}
    costs = best(works, held=lambda found: found[str(LATE)] / found[str(EARLY)] <= FLAT)
    ratio = costs[str(LATE)] / costs[str(EARLY)]
    show(f"{name} at ply {LATE} / ply {EARLY}", ratio, FLAT, "times")
    assert ratio <= FLAT


def test_a_replay_would_be_noticed(played: Match) -> None:
    """The measure above is no empty one: what it forbids costs many times more at the late ply."""
    costs = best({str(ply): lambda ply=ply: cut(played, ply) for ply in (EARLY, LATE)})  # type: ignore[misc]
    assert costs[str(LATE)] / costs[str(EARLY)] > 2 * FLAT


def going_back(name: str, match: Match) -> Callable[[], object]:
    """One undo (with the action played again, unchecked), one jump, or one view of the past."""
    ply = match.ply

    def undo_and_redo() -> None:
        match.undo()
        match.log.append(match.undone.pop()[0])
        match.states.append(state)

    state = match.state
    return {
        "undo": undo_and_redo,
        "jump": lambda: match.at(ply - 5),
        "view": lambda: match.game.view(match.at(ply - 5), 0),
    }[name]


def test_the_greedy_bot_decides_within_five_milliseconds(played: Match) -> None:
    """On the average of the decisions of a game, each with a view made for it."""
    match, record = play_game(Series(GAME, ("greedy",) * 4, "bot", 1), 0)
    bot, decided = GreedyBot(), range(0, match.ply, 3)
    views = [match.view(int(match.at(ply).todo[-1].who), ply) for ply in decided if match.log[ply].seat >= 0]
    bar = BOT_SECONDS / REFERENCE
    choosing = {"choose": lambda: [bot.choose(view, Random(0)) for view in views]}
    rulers = best(choosing, process_time, lambda found: found["choose"] / len(views) <= bar)["choose"]
    show("greedy decision in rulers (1 ms)", rulers / len(views), bar, "rulers")
    assert rulers / len(views) <= bar
    assert record.decisions > len(views)
