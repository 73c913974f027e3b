"""The bots that are installed, found by entry points: a package adds a bot without a change here.

An entry point of the group `stellwerk.bots` names a Bot, or a function that returns several.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any, Protocol

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError, NotFound
from stellwerk.core.registry import title
from stellwerk.core.view import View

GROUP = "stellwerk.bots"


class Bot(Protocol):
    """Plays a seat from what that seat may know. It remembers nothing between two decisions.

    All its randomness comes from the generator it is given, so that a seed repeats a game.
    """

    @property
    def name(self) -> str: ...

    @property
    def games(self) -> frozenset[str] | None:
        """The ids of the games it plays; None for every game."""

    def choose(self, view: View[Any], rng: Random) -> Action:
        """An action that one of `view.choices` admits."""


@cache
def installed() -> tuple[Bot, ...]:
    """All installed bots, those that play every game first."""
    found: list[Bot] = []
    for entry in entry_points(group=GROUP):
        provided = entry.load()
        found.extend([provided] if hasattr(provided, "choose") else provided())
    return tuple(sorted(found, key=lambda bot: (bot.games is not None, bot.name)))


@cache
def _by_name(game: str) -> dict[str, Bot]:
    chosen: dict[str, Bot] = {}
    for bot in installed():
        if bot.games is None or game in bot.games:
            if bot.name in chosen:
                raise DataError(GROUP, f"two bots for {game} are called {bot.name!r}")
            chosen[bot.name] = bot
    return chosen


def bots_for(game: str) -> dict[str, Bot]:
    """The bots that play an installed game, by name; those that play every game come first."""
    return dict(_by_name(title(game).id))


def bot(game: str, name: str) -> Bot:
    """The bot of that name for a game."""
    try:
        return _by_name(title(game).id)[name]
    except KeyError:
        raise NotFound("bot", name) from None
