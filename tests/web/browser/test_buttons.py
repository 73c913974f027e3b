"""A button does what it says: whatever is pressed, the log tells of the same thing, of the same kind, for the same sum.

Positions of all kinds of decisions are opened, and all that sends something is pressed there: buttons of the banner and
of cards, forms by field, slider and key, offers that were chosen first, tiles and stations, runs that were drawn.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import pytest

from stellwerk.core.match import Match
from tests.web.browser.conftest import Visit
from tests.web.browser.told import differs
from tests.web.browser.walker import Pressed, Walker
from tests.web.decisions import Decision, decisions, one_of_each_step, recorded
from tests.web.scenes import positions

pytestmark = pytest.mark.browser

LEAST = {"g1830": 28, "g1830_presets": 28, "g1848": 28, "g1853": 28, "railroad_revolution": 30, "paris": 8}
"""By folder of recorded games how many offers are pressed at least: a walk over nothing shows nothing."""

BOARDS = {"railroad_revolution": 1, "paris": 4}
"""Games with few kinds of steps, where something is pressed at each kind of action; so much."""

DRAWN = (("1830", 3), ("1830", 6), ("1848", 4), ("1853", 5), ("railroad-revolution", 3), ("paris-connection", 4))
"""Games that are played by lot, with so many seats."""


def decided(folder: str) -> Iterator[Decision]:
    """Decisions of people in recorded games, not what chance did."""
    return (one for one in decisions(folder) if recorded(one.game).log[one.ply].seat >= 0)


def walk(visit: Visit, name: str, tables: Iterable[tuple[Match, int]], most: int) -> list[Pressed]:
    """Press so much at each position; tell how many offers were pressed, and hold that each did what it said."""
    visitor, pressed, wrong = visit(width=1366, height=768), list[Pressed](), list[str]()
    for match, seat in tables:
        walker = Walker(visitor, match, seat)
        here = list(walker.walks(most, Random(f"{name} {len(pressed)}")))
        wrong += [f"{name} {match.ply}: {problem}" for one in here if (problem := differs(one.label, one.line))]
        wrong += [f"{name} {match.ply}: only the banner says “{label}”" for label in walker.apart]
        pressed += here
    keys = sum(one.how == "key" for one in pressed)
    sys.stdout.write(f"{name}: {len(pressed)} offers pressed, {keys} of them by key\n")
    assert not wrong, "\n".join(wrong)
    return pressed


def opened(chosen: Iterable[Decision]) -> Iterator[tuple[Match, int]]:
    for one in chosen:
        match = recorded(one.game)
        yield match.until(one.ply), match.log[one.ply].seat


def by_lot(game: str, seats: int) -> Iterator[tuple[Match, int]]:
    """Positions of a game by lot, at long intervals."""
    for match in islice(positions(7, seats, 35, game), 1, 13):
        seat = next((choice.seat for choice in match.game.choices(match.state) if choice.seat >= 0), None)
        if seat is not None:
            yield match, seat


@pytest.mark.slow
@pytest.mark.parametrize("folder", LEAST)
def test_what_a_button_says_is_what_the_log_says(visit: Visit, folder: str) -> None:
    each, most = one_of_each_step(decided(folder)), 3
    if folder in BOARDS:
        each, most = decided(folder), BOARDS[folder]
    assert len(walk(visit, folder, opened(each), most)) >= LEAST[folder]


@pytest.mark.long
@pytest.mark.parametrize("folder", LEAST)
def test_every_kind_of_decision_is_sent_as_it_is_said(visit: Visit, folder: str) -> None:
    assert len(walk(visit, folder, opened(decided(folder)), 15)) >= 4 * LEAST[folder]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), DRAWN)
def test_games_by_lot_are_sent_as_they_are_said(visit: Visit, game: str, seats: int) -> None:
    assert len(walk(visit, f"{game} of {seats}", by_lot(game, seats), 15)) >= 40
