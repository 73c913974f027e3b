"""The bots that are installed, found by entry points: a package adds a bot without a change here.

An entry point of the group `stellwerk.bots` names a Bot, or a function that returns several.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any, Protocol, TypeAlias

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError, NotFound
from stellwerk.core.registry import title
from stellwerk.core.title import Title
from stellwerk.core.view import View

GROUP = "stellwerk.bots"

Games: TypeAlias = frozenset[str] | Callable[[Title], bool] | None
"""The ids of games, or what their titles have in common; None for every game."""


class Bot(Protocol):
    """Plays a seat from what that seat may know. It remembers nothing between two decisions.

    All its randomness comes from the generator it is given, so that a seed repeats a game.
    """

    @property
    def name(self) -> str: ...

    @property
    def games(self) -> Games:
        """Which games it plays. One that names a game stands before one of the same name that plays a whole family."""

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
def _by_name(played: Title) -> dict[str, Bot]:
    chosen: dict[str, Bot] = {}
    for bot in installed():
        if not _plays(bot, played):
            continue
        other = chosen.get(bot.name)
        if other is None or (callable(other.games) and isinstance(bot.games, frozenset)):
            chosen[bot.name] = bot
        elif not (callable(bot.games) and isinstance(other.games, frozenset)):
            raise DataError(GROUP, f"two bots for {played.id} are called {bot.name!r}")
    return chosen


def _plays(bot: Bot, played: Title) -> bool:
    games = bot.games
    if games is None:
        return True
    return games(played) if callable(games) else played.id in games


def bots_for(game: str) -> dict[str, Bot]:
    """The bots that play an installed game, by name; those that play every game come first."""
    return dict(_by_name(title(game)))


def bot(game: str, name: str) -> Bot:
    """The bot of that name for a game."""
    try:
        return _by_name(title(game))[name]
    except KeyError:
        raise NotFound("bot", name) from None
