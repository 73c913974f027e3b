"""The 18xx bot: it ends games with any number of seats, and plays better than chance."""

from __future__ import annotations

import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.eighteen.game import RailGame


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 8))
def test_a_table_of_greedy_bots_breaks_the_bank(seats: int) -> None:
    """Companies are floated, run and paid out until the bank is empty; nobody is driven into bankruptcy on the way."""
    match, record = play_game(Series("1830", ("greedy",) * seats, games=1, seed="7"), 0)
    assert record.reason == "end.bank"
    assert len(match.state.floated) >= seats // 2
    assert isinstance(match.game, RailGame)
    assert min(record.scores) > match.game.t.capital


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(3, 7))
def test_greedy_bots_finish_1848_and_nobody_is_left_in_debt(seats: int) -> None:
    match, record = play_game(Series("1848", ("greedy",) * seats, games=1, seed="7"), 0)
    assert record.reason in {"end.bank", "end.price", "end.loans", "end.receivership"}
    assert len(match.state.floated) + len(match.state.failed) >= seats // 2
    assert isinstance(match.game, RailGame)
    assert min(record.scores) > match.game.t.capital


@pytest.mark.slow
@pytest.mark.parametrize("game", ["1830", "1848"])
def test_greedy_beats_random(game: str) -> None:
    """Seats rotate, so that neither has the better place."""
    series = Series(game, ("greedy", "random", "random"), games=6, seed="1", rotate=True)
    won = 0
    for number in range(series.games):
        _, record = play_game(series, number)
        won += [series.seats(number)[seat] for seat in record.winners] == ["greedy"]
    assert won == series.games
