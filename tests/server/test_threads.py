"""A game is shared by all its matches, and each match may be worked at in a thread of its own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from stellwerk.core.match import Match
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for
from tests.golden.shelf import Shelf

THREADS = 4
GAMES = Path(__file__).parents[1] / "golden"
LATE = {
    "1830": ("g1830", "three-break-the-bank", 0.55),
    "1853": ("g1853", "four-link-their-contracts", 0.6),
    "railroad-revolution": ("railroad_revolution", "two-by-plan", 0.4),
}
PLIES = 24
EACH = 8


@pytest.fixture
def hectic() -> Iterator[None]:
    """Threads take turns as often as can be."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def worked_at(game: str, number: int) -> str:
    """All that is found out about a match that is played at random, looked at, drawn and walked through."""
    folder, name, part = LATE[game]
    whole, rng = Shelf(GAMES / folder).replayed(name), Random(number)
    start = int(whole.ply * part) + 7 * number
    match = Match(whole.header, whole.log[:start], checked=False)
    names = [seat.name for seat in match.header.seats]
    table, drawn, found = Table("m", match, start, 0.0), table_for(game), []
    while match.ply < start + PLIES and not match.over:
        choices = match.choices()
        kind = rng.choice(sorted({choice.kind for choice in choices}))
        match.play(rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
        if match.ply % EACH == 0:
            view = match.view(match.waiting()[0] if match.waiting() else None)
            scene = Scene(view, tuple(names), translator("de"), "m", bots=(None,) * len(names))
            found.append([view.to_json(), {name: str(html) for name, html in drawn.parts(scene).items()}])
            found.append(
                [
                    [line[:3] for line in table.told(view, "en")],
                    match.undoable(most=60),
                    match.at(match.ply // 2).digest(),
                ]
            )
    return json.dumps(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", LATE)
@pytest.mark.usefixtures("hectic")
def test_matches_of_one_game_do_not_disturb_each_other(game: str) -> None:
    """Each of several matches at once is to the byte what it is alone, with what a game remembers empty and full."""
    folder, name, _ = LATE[game]
    Shelf(GAMES / folder).replayed(name)  # read once, before
    with ThreadPoolExecutor(THREADS) as threads:
        together = list(threads.map(worked_at, [game] * THREADS, range(THREADS)))
        again = list(threads.map(worked_at, [game] * THREADS, range(THREADS)))
    alone = [worked_at(game, number) for number in range(THREADS)]
    assert together == alone
    assert again == alone
