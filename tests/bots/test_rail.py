"""The 18xx bot: it ends games with any number of seats, and plays better than chance."""

from __future__ import annotations

import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.eighteen.game import RailGame


def tables(few: set[int], all_: range) -> pytest.MarkDecorator:
    """A game with each number of seats, but only the few of them where time is short."""
    marks = {seats: pytest.mark.slow if seats in few else pytest.mark.long for seats in all_}
    return pytest.mark.parametrize("seats", [pytest.param(seats, marks=mark) for seats, mark in marks.items()])


@tables({2, 4, 7}, range(2, 8))
def test_a_table_of_greedy_bots_breaks_the_bank(seats: int) -> None:
    """Companies are floated, run and paid out until the bank is empty; nobody is driven into bankruptcy on the way."""
    match, record = play_game(Series("1830", ("greedy",) * seats, games=1, seed="7"), 0)
    assert record.reason == "end.bank"
    assert len(match.state.floated) >= seats // 2
    assert isinstance(match.game, RailGame)
    assert min(record.scores) > match.game.t.capital


@tables({3, 6}, range(3, 7))
def test_greedy_bots_finish_1848_and_nobody_is_left_in_debt(seats: int) -> None:
    match, record = play_game(Series("1848", ("greedy",) * seats, games=1, seed="7"), 0)
    assert record.reason in {"end.bank", "end.price", "end.loans", "end.receivership"}
    assert len(match.state.floated) + len(match.state.failed) >= seats // 2
    assert isinstance(match.game, RailGame)
    assert min(record.scores) > match.game.t.capital


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
