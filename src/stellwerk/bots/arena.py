"""Many games between bots. The same seed gives the same games, in however many processes they are played."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import fsum
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from stellwerk.bots.process import BotFailed, command_of, is_process, seated
from stellwerk.bots.registry import Bot, bot
from stellwerk.bots.runners import Numbers, Runner, portions_of, runner_for
from stellwerk.core.action import Action
from stellwerk.core.chance import generator
from stellwerk.core.choice import admitted
from stellwerk.core.errors import StellwerkError
from stellwerk.core.garbage import collecting_seldom
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dumps
from stellwerk.core.view import View

LONGEST: Final = 20_000
"""Decisions after which a game is given up: far more than any game needs, so somebody goes round in circles."""


class EndlessGame(StellwerkError):
    """Bots that never come to an end."""

    def __init__(self, game: str, seed: str, decisions: int) -> None:
        super().__init__(f"{game} with seed {seed!r} has not ended after {decisions} decisions")
        self.game, self.seed, self.decisions = game, seed, decisions


class BadAnswer(StellwerkError):
    """A bot that chose what it may not."""

    def __init__(self, name: str, game: str, seed: str, ply: int, action: object) -> None:
        where = _where(game, seed, ply)
        super().__init__(f"bot {name!r} answered {action!r}, which no choice admits ({where})")
        self.name, self.game, self.seed, self.ply, self.action = name, game, seed, ply, action


def _where(game: str, seed: str, ply: int) -> str:
    return f"{game}, seed {seed!r}, ply {ply}"


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

    timed: bool = False
    """Whether records tell what decisions cost: asking the clock of the processor costs more than drawing lots."""

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        turn = number % len(self.bots) if self.rotate else 0
        return self.bots[-turn:] + self.bots[:-turn] if turn else self.bots

    def seed_of(self, number: int) -> str:
        """The seed of one game; a match file made with it begins with the same draws."""
        return f"{self.seed}/{number}"


class Effort(NamedTuple):
    """What a seat's decisions cost: how many they were, their seconds of processor time, and the longest one's."""

    decisions: int
    seconds: float
    most: float


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
    efforts: tuple[Effort, ...] = field(default=(), compare=False)
    """By seat, of a series that is timed; the one thing that is not the same again."""


def play_series(
    series: Series, jobs: int = 1, *, numbers: Iterable[int] | None = None, runner: Runner | None = None
) -> Iterator[Record]:
    """Play all games, or those of some numbers; their records come in the order of the games."""
    check_series(series)
    wanted = range(series.games) if numbers is None else list(numbers)
    chosen = runner_for(jobs) if runner is None else runner
    for records in chosen.run(play_numbers, series, portions_of(wanted, chosen.portion(len(wanted)))):
        yield from records


def check_series(series: Series) -> None:
    """Refuse a series that cannot be played: an unknown bot or program, too many seats, options that do not fit."""
    for name in series.bots:
        if is_process(name):
            command_of(name)
        else:
            bot(series.game, name)
    new_match(series, 0)


def play_game(series: Series, number: int) -> tuple[Match, Record]:
    """Play one game of a series to its end."""
    match = new_match(series, number)
    seed, names = series.seed_of(number), series.seats(number)
    decisions, took = 0, [list[float]() for _ in names]
    with ExitStack() as seats, collecting_seldom():
        bots = [seats.enter_context(seated(series.game, name)) for name in names]
        players = [(player, generator(seed, "bot", seat)) for seat, player in enumerate(bots)]
        while waiting := match.waiting():
            if decisions == series.longest:
                raise EndlessGame(series.game, seed, decisions)
            seat = waiting[0]
            view = match.view(seat)
            begin = process_time() if series.timed else 0.0
            action = ask(*players[seat], view, seed)
            if series.timed:
                took[seat].append(process_time() - begin)
            match.play(action, checked=False)
            decisions += 1
    result = match.result
    assert result is not None  # nobody is waited for
    ended = (result.scores, result.winners, result.reason)
    efforts = tuple(Effort(len(each), fsum(each), max(each, default=0.0)) for each in took) if series.timed else ()
    return match, Record(number, names, decisions, match.ply, *ended, efforts)


def ask(player: Bot, rng: Random, view: View[Any], seed: str) -> Action:
    """The answer of a bot, held against its choices; what stops it says in which game, and where in it."""
    game = view.game.title.id
    try:
        action = player.choose(view, rng)
    except BotFailed as error:
        raise BotFailed(error.command, f"{error.problem} ({_where(game, seed, view.ply)})") from error
    except Exception as error:  # whatever the author of a bot has overlooked
        last = traceback.extract_tb(error.__traceback__)[-1]
        problem = f"raised {error!r} in {Path(last.filename).name}, line {last.lineno}"
        raise BotFailed(player.name, f"{problem} ({_where(game, seed, view.ply)})") from error
    if not admitted(action, view.choices):
        raise BadAnswer(player.name, game, seed, view.ply, action)
    return action


def new_match(series: Series, number: int) -> Match:
    """The match of one game before the first decision."""
    seats = [Seat(f"{name} {seat}", name) for seat, name in enumerate(series.seats(number))]
    return Match(new_header(series.game, seats, series.options, series.seed_of(number)))


def play_numbers(series: Series, numbers: Numbers) -> list[Record]:
    """Play some games of a series, wherever this is called."""
    records = []
    for number in numbers:
        match, record = play_game(series, number)
        if series.save:
            file = series.save / f"{series.game}-{number:06}.json"
            file.write_text(dumps(match), encoding="utf-8")
        records.append(record)
    return records
