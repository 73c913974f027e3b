"""The laws of all games, held in games that use the variants of trains and uncertain times."""

from __future__ import annotations

import pytest

from stellwerk.games.g1830.game import TITLE
from stellwerk.testing import check_laws, play_out
from tests.laws.drawing import draw

SEEDS = range(40)
"""Chance goes bankrupt early now and then; among so many games some come far enough."""

PLAIN = {"information": "open"}
PLUS = {**PLAIN, "plus_trains": "true", "delayed_scrapping": "true", "train_limit": "flexible"}


def seed_with(kinds: set[str], seats: int, options: dict[str, str], preset: str) -> int:
    """The first seed whose game has actions of all these kinds."""
    resolved = TITLE.resolve(options, preset)
    return next(seed for seed in SEEDS if kinds <= {a.kind for a in play_out(TITLE, seats, seed, resolved).log})


@pytest.mark.long
@pytest.mark.parametrize("options", [PLAIN, PLUS])
def test_uncertain_times_keep_the_laws(options: dict[str, str]) -> None:
    seed = seed_with({"reveal", "trade_in"}, 3, options, "T")
    match = check_laws(TITLE, 3, seed, TITLE.resolve(options, "T"), scenes=6, draw=draw)
    assert sum(action.kind == "reveal" for action in match.log) == 3


@pytest.mark.long
def test_last_runs_flexible_limits_and_kept_trains_keep_the_laws() -> None:
    options = {**PLUS, "seating": "free", "sell_last_train": "false", "diesels": "none"}
    seed = seed_with({"discard"}, 4, options, "classic")
    check_laws(TITLE, 4, seed, TITLE.resolve(options, "classic"), scenes=6, draw=draw)
