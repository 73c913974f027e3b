"""A match goes on with listings that were begun to see whether a step is passed over: it lists what the game lists."""

from __future__ import annotations

import pytest

from stellwerk.bots.arena import Series, ask, new_match
from stellwerk.bots.registry import bot
from stellwerk.core.chance import generator
from stellwerk.core.registry import titles

PLIES = 250


@pytest.mark.parametrize("game", titles())
def test_choices_and_who_is_waited_for_are_those_of_the_game(game: str) -> None:
    series = Series(game, ("random",) * titles()[game].seats[-1], "listed", 1)
    match, player, rng = new_match(series, 0), bot(game, "random"), generator("listed", game)
    while (waiting := match.waiting()) and match.ply < PLIES:
        twin = match.copy()
        assert waiting == match.game.owing(match.state)
        plain = tuple(match.game.choices(match.state))
        assert match.choices() == match.choices() == plain
        assert twin.choices() == plain, "a copy does not go on with the same listing"
        match.play(ask(player, rng, match.view(waiting[0]), "listed"), checked=False)
    assert match.ply >= PLIES or match.over
