"""Matches to be shown: recorded games, games of bots, and beginnings. They are the same every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from stellwerk.bots.registry import bot
from stellwerk.core.action import CHANCE
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import title
from tests.web.decisions import Decision, decisions, recorded

SEED = "a fine day for building railways"
NAMES = ("Ada", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gil")
LONG = (
    "Wilhelmine von Hohenfels",
    "Bartholomäus Österreicher",
    "Κωνσταντίνος Παπαδόπουλος",
    "Maximilian-Alexander",
    "山田太郎とその仲間たちの鉄道会社",
    "Nguyễn Thị Phương Thảo",
    "Gil",
)


def seated(match: Match, me: int | None, names: Sequence[str] = NAMES) -> Match:
    """The same match with one person in it and bots at the other seats; with people at all of them for None."""
    seats = (Seat(names[at], None if me is None or at == me else "greedy") for at, _ in enumerate(match.header.seats))
    return Match(replace(match.header, seats=tuple(seats)), match.log, checked=False)


def people(folder: str) -> Iterator[Decision]:
    """The decisions of a folder that somebody took, not chance."""
    for decision in decisions(folder):
        if recorded(decision.game).log[decision.ply].seat != CHANCE:
            yield decision


def at(decision: Decision) -> Match:
    """The position of a decision, as the one sees it who takes it."""
    whole = recorded(decision.game)
    return seated(whole.until(decision.ply), whole.log[decision.ply].seat)


def before(game: str, kind: str, nth: int, names: Sequence[str] = NAMES) -> Match:
    """A recorded game before the nth action of a kind, counted from 0, or from the end."""
    whole = recorded(game)
    ply = [place for place, action in enumerate(whole.log) if action.kind == kind][nth]
    return seated(whole.until(ply), whole.log[ply].seat, names)


def finished(game: str) -> Match:
    return seated(recorded(game), 0)


@cache
def by_bots(game: str, seats: int, preset: str | None = None, plies: int = 100_000) -> Match:
    """A game of the strong bot against itself, or its beginning, with people at the seats."""
    options = title(game).resolve({}, preset)
    match = Match(new_header(game, [Seat(name) for name in NAMES[:seats]], options, SEED))
    player, rng = bot(game, "greedy"), Random(SEED)
    while not match.over and match.ply < plies:
        match.play(player.choose(match.view(match.waiting()[0]), rng))
    return match
