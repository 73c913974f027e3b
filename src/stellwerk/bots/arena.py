"""Many games between bots. The same seed gives the same games, in however many processes they are played."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from stellwerk.bots.registry import Bot, bot
from stellwerk.core.action import Action
from stellwerk.core.chance import generator
from stellwerk.core.choice import admitted
from stellwerk.core.errors import StellwerkError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dumps
from stellwerk.core.view import View

LONGEST: Final = 20_000
"""Decisions after which a game is given up: far more than any game needs, so somebody goes round in circles."""

CHUNKS: Final = 8
"""Into how many parts the work of each process is cut, so that none is idle for long at the end."""


SELDOM: Final = (20_000, 50, 100)
"""Thresholds of the garbage collector while a game is played: a match keeps all its states, which form no cycles, and
by default they would be searched for some again and again."""


class EndlessGame(StellwerkError):
    """Bots that never come to an end."""

    def __init__(self, game: str, seed: str, decisions: int) -> None:
        super().__init__(f"{game} with seed {seed!r} has not ended after {decisions} decisions")
        self.game, self.seed, self.decisions = game, seed, decisions


class BadAnswer(StellwerkError):
    """A bot that chose what it may not."""

    def __init__(self, name: str, seed: str, ply: int, action: object) -> None:
        super().__init__(f"bot {name!r} answered {action!r}, which no choice admits (seed {seed!r}, ply {ply})")
        self.name, self.seed, self.ply, self.action = name, seed, ply, action


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played: seat i is taken by bot i, or one seat further in each game if the seats rotate."""

    game: str
    bots: tuple[str, ...]
    seed: str
    games: int
    options: Mapping[str, str] = field(default_factory=dict)
    rotate: bool = False
    longest: int = LONGEST
    save: Path | None = None
    """A folder that gets a match file of every game."""

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        turn = number % len(self.bots) if self.rotate else 0
        return self.bots[-turn:] + self.bots[:-turn] if turn else self.bots

    def seed_of(self, number: int) -> str:
        """The seed of one game; a match file made with it begins with the same draws."""
        return f"{self.seed}/{number}"


@dataclass(frozen=True, slots=True)
class Record:
    """What became of one game."""

    number: int
    seats: tuple[str, ...]
    decisions: int
    plies: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


def play_series(series: Series, jobs: int = 1) -> Iterator[Record]:
    """Play all games; their records come in the order of the games."""
    for name in series.bots:
        bot(series.game, name)
    new_match(series, 0)
    if jobs == 1:
        yield from _play_numbers(series, range(series.games))
        return
    size = max(1, -(-series.games // (jobs * CHUNKS)))
    chunks = [range(first, min(first + size, series.games)) for first in range(0, series.games, size)]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(_play_chunk, series, chunk) for chunk in chunks]
        try:
            for future in futures:
                yield from future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play_game(series: Series, number: int) -> tuple[Match, Record]:
    """Play one game of a series to its end."""
    match = new_match(series, number)
    seed, names = series.seed_of(number), series.seats(number)
    players = [(bot(series.game, name), generator(seed, "bot", seat)) for seat, name in enumerate(names)]
    decisions = 0
    with _collecting_seldom():
        while waiting := match.waiting():
            if decisions == series.longest:
                raise EndlessGame(series.game, seed, decisions)
            seat = waiting[0]
            match.play(ask(*players[seat], match.view(seat), seed), checked=False)
            decisions += 1
    result = match.result
    assert result is not None  # nobody is waited for
    return match, Record(number, names, decisions, match.ply, result.scores, result.winners, result.reason)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def ask(player: Bot, rng: Random, view: View[Any], seed: str) -> Action:
    """The answer of a bot, held against its choices."""
    action = player.choose(view, rng)
    if not admitted(action, view.choices):
        raise BadAnswer(player.name, seed, view.ply, action)
    return action


def new_match(series: Series, number: int) -> Match:
    """The match of one game before the first decision."""
    seats = [Seat(f"{name} {seat}", name) for seat, name in enumerate(series.seats(number))]
    return Match(new_header(series.game, seats, series.options, series.seed_of(number)))


def _play_numbers(series: Series, numbers: Iterable[int]) -> Iterator[Record]:
    for number in numbers:
        match, record = play_game(series, number)
        if series.save:
            file = series.save / f"{series.game}-{number:06}.json"
            file.write_text(dumps(match), encoding="utf-8")
        yield record


def _play_chunk(series: Series, numbers: range) -> list[Record]:
    return list(_play_numbers(series, numbers))
