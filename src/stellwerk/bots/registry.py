"""The bots that are installed, found by entry points: a package adds a bot without a change here.

An entry point of the group `stellwerk.bots` names a Bot, its class, or a function that returns several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError, NotFound
from stellwerk.core.registry import title
from stellwerk.core.title import Title
from stellwerk.core.view import View

GROUP = "stellwerk.bots"

Games: TypeAlias = frozenset[str] | Callable[[Title], bool] | None
"""The ids of games, or what their titles have in common; None for every game."""


class Rank(NamedTuple):
    """How strong a bot is beside the others of its game, and what people call it, by language."""

    level: int
    names: Mapping[str, str]


RANDOM: Final = Rank(10, {"en": "random bot", "de": "Zufallsbot"})
SIMPLE: Final = Rank(20, {"en": "simple bot", "de": "schlichter Bot"})
EASY: Final = Rank(30, {"en": "easy bot", "de": "leichter Bot"})
NORMAL: Final = Rank(40, {"en": "normal bot", "de": "mittlerer Bot"})
STRONG: Final = Rank(50, {"en": "strong bot", "de": "starker Bot"})


class Bot(Protocol):
    """Plays a seat from what that seat may know. It remembers nothing between two decisions.

    All its randomness comes from the generator it is given, so that a seed repeats a game. It may have a `rank`; one
    without stands between easy and normal, and is called as its author did.
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
        found.extend(_provided(entry))
    return tuple(sorted(found, key=lambda bot: (bot.games is not None, bot.name)))


def _provided(entry: EntryPoint) -> list[Bot]:
    """What an entry point offers; one that offers no bot is named, with the package that it comes from."""
    try:
        offered = entry.load()
        if isinstance(offered, type):
            offered = offered()
        bots: list[Bot] = [offered] if hasattr(offered, "choose") else list(offered())
        for bot in bots:
            _check(bot)
    except Exception as error:
        package = f" of {entry.dist.name}" if entry.dist else ""
        raise DataError(GROUP, f"{entry.name} = {entry.value!r}{package} offers no bot: {error!r}") from error
    return bots


def _check(bot: Any) -> None:
    if not (isinstance(bot.name, str) and callable(bot.choose)):
        raise TypeError(f"{bot!r} is no bot")
    if not (bot.games is None or callable(bot.games) or isinstance(bot.games, AbstractSet)):
        raise TypeError(f"the games of {bot.name!r} have to be a set of ids")


@cache
def _by_name(played: Title) -> dict[str, Bot]:
    chosen: dict[str, Bot] = {}
    for bot in installed():
        if not _plays(bot, played):
            continue
        other = chosen.get(bot.name)
        if other is None or (callable(other.games) and isinstance(bot.games, AbstractSet)):
            chosen[bot.name] = bot
        elif not (callable(bot.games) and isinstance(other.games, AbstractSet)):
            raise DataError(GROUP, f"two bots for {played.id} are called {bot.name!r}")
    return chosen


def _plays(bot: Bot, played: Title) -> bool:
    games = bot.games
    if games is None:
        return True
    return games(played) if callable(games) else played.id in games


def bots_for(game: str) -> dict[str, Bot]:
    """The bots that play an installed game, by name; the weakest first."""
    return dict(sorted(_by_name(title(game)).items(), key=lambda named: rank_of(named[1]).level))


def rank_of(bot: Bot) -> Rank:
    """How strong a bot is, and what people call it."""
    rank = getattr(bot, "rank", None)
    usual = {"en": f"bot {bot.name}", "de": f"Bot {bot.name}"}
    return rank if isinstance(rank, Rank) else Rank((EASY.level + NORMAL.level) // 2, usual)


def bot_label(game: str, name: str, lang: str) -> str:
    """What people call a bot in a language; one that is not installed any more by its name alone."""
    known = _by_name(title(game)).get(name)
    names = rank_of(known).names if known else {}
    return names.get(lang) or names.get("en") or name


def bot(game: str, name: str) -> Bot:
    """The bot of that name for a game."""
    try:
        return _by_name(title(game))[name]
    except KeyError:
        raise NotFound("bot", name, bots_for(game)) from None
