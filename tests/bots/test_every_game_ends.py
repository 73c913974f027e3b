"""Every game ends, even in the hands of bots that choose by lot: no title goes in circles for ever.

A game that is still open after as many decisions as a series allows raises EndlessGame, which names its seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

import pytest

from stellwerk.bots.arena import Series, play_series
from stellwerk.core.errors import RuleError
from stellwerk.core.registry import titles
from tests.marks import drawn

GAMES: Final = 10_000
"""So many games are played in all by the long test."""

CIRCLES: Final = {"train_limit": "flexible"}
"""By this option the trains of 1830 may go round between the pool and the companies."""


class Case(NamedTuple):
    """A way to play a title at tables of all sizes."""

    game: str
    name: str
    options: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.game} {self.name}"


CASES: Final = [
    *(Case(game, preset.id, preset.options) for game, title in titles().items() for preset in title.presets),
    Case("1830", "basic, flexible limit", {**titles()["1830"].preset("basic").options, **CIRCLES}),
]


def tables(case: Case) -> list[int]:
    """For how many players it can be played: a rule may refuse some that the title has otherwise."""
    title, found = titles()[case.game], []
    for seats in title.seats:
        with suppress(RuleError):
            title.game(seats, case.options)
            found.append(seats)
    return found


def ends(case: Case, seats: int, games: Iterable[int]) -> None:
    series = Series(case.game, ("random",) * seats, f"ends/{case.name}/{seats}", 0, case.options)
    assert all(record.reason and record.decisions < series.longest for record in play_series(series, numbers=games))


TABLES: Final = [(case, seats) for case in CASES for seats in tables(case)]


@pytest.mark.parametrize(("case", "seats"), drawn(2, TABLES), ids=str)
def test_two_random_games_of_the_day_end(case: Case, seats: int) -> None:
    ends(case, seats, drawn(1, range(GAMES)))


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_random_game_ends(case: Case) -> None:
    sizes = tables(case)
    for seats in sizes:
        ends(case, seats, range(-(-GAMES // (len(CASES) * len(sizes)))))


@pytest.mark.parametrize(
    ("game", "name", "seats", "number"),
    [
        ("1830", "basic, flexible limit", 3, 0),
        ("1830", "18xx-games", 4, 0),
        ("1830", "18xx-games", 7, 3),
        ("1848", "book", 3, 0),
    ],
)
def test_games_end_that_could_have_gone_in_circles(game: str, name: str, seats: int, number: int) -> None:
    """One of each kind for which a ruling was needed (1830: P-3, P-7, P-8; 1848: P-2)."""
    ends(next(case for case in CASES if (case.game, case.name) == (game, name)), seats, [number])
