"""The 18xx bot chooses the home from which a company can run."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.view import View, choices_of
from tests.games.g1830.positions import Table, table
from tests.games.g1830.test_homes import first_turn, opened, to_cleveland, to_richmond


@pytest.mark.parametrize(("track", "home"), [(to_richmond, "K13"), (to_cleveland, "F6")])
@pytest.mark.parametrize("scenario", ["D", "R"])
def test_a_bot_begins_where_track_brings_revenue_at_once(
    track: Callable[[Table], Table], home: str, scenario: str
) -> None:
    """C&O starts in Cleveland or in Richmond; from one of them track leads to another city."""
    t = first_turn(opened(track(table(4, scenario)), "C&O"), "C&O")
    assert {args[0] for args in t.offers("home")} == {"F6", "K13"}
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    assert bot("1830", "greedy").choose(view, Random(1)) == Action(0, "home", (home, 0))
