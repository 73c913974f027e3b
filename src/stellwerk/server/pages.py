"""The pages that people see, and their addresses."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from babel.dates import format_timedelta
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from stellwerk.bots.registry import bots_for
from stellwerk.core.registry import title, titles
from stellwerk.core.rulebook import Rule
from stellwerk.core.title import Title
from stellwerk.server import live, pages_match
from stellwerk.server.answers import language
from stellwerk.server.auth import visitor
from stellwerk.server.errors import problem
from stellwerk.server.site import no_store, page
from stellwerk.server.table import Summary
from stellwerk.web.choosing import chapters, folded, preset_values
from stellwerk.web.i18n import translator
from stellwerk.web.render import render
from stellwerk.web.tables import has_table
from stellwerk.web.words import bot_name

NAMES: Final = ("Ada", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gwen", "Hugo")
"""Who sits at a new table until somebody writes other names."""

SHOWN: Final = 5
"""How many own turns, and how many other running matches, the lobby lists at once; more are behind a fold."""

USUAL: Final = 4
"""How many seats a new table has, if the game allows."""


class Row(NamedTuple):
    """A match in the lobby: what it is, its game by name, and when something happened in it."""

    match: Summary
    game: str
    ago: str

    @property
    def winners(self) -> list[str]:
        return [self.match.names[seat] for seat in self.match.winners]


class Mine(NamedTuple):
    """The matches of a visitor."""

    turns: list[Row]
    running: list[Row]
    over: list[Row]
    unreadable: list[str]


async def lobby(request: Request) -> Response:
    """New matches, own matches, and matches from files."""
    lang = language(request)
    known = titles()
    # Newcomers find first what has a table of its own and the fewest rules to read.
    shelf = sorted(known.values(), key=lambda game: (not has_table(game.id), len(game.rulebook)))
    return page(
        request,
        "lobby.html",
        games=shelf,
        bots={game: _bots(game, lang) for game in known},
        usual={game: min(max(USUAL, one.seats[0]), one.seats[-1]) for game, one in known.items()},
        names=NAMES,
        preset_values=preset_values,
        chapters=chapters,
        folded=folded,
        mine=await _mine(request),
        shown=SHOWN,
    )


async def show_mine(request: Request) -> Response:
    """The visitor's matches alone, for a lobby that has heard of a change."""
    html = render(language(request), "parts/mine.html", mine=await _mine(request), shown=SHOWN)
    return no_store(HTMLResponse(html))


async def _mine(request: Request) -> Mine:
    """The visitor's matches: those in which it is his turn, those that run, those that are over."""
    lang, known = language(request), titles()
    found = await pages_match.service(request).mine(visitor(request))
    rows = [Row(one, known[one.game].name(lang), _ago(one.changed, lang)) for one in found if not one.unreadable]
    return Mine(
        turns=[row for row in rows if row.match.your_turn],
        running=[row for row in rows if not row.match.over and not row.match.your_turn],
        over=[row for row in rows if row.match.over],
        unreadable=[one.id for one in found if one.unreadable],
    )


async def rules(request: Request) -> Response:
    lang = language(request)
    known = title(request.path_params["game"])
    by_chapter = groupby(known.rulebook, lambda rule: _chapter_of(known, rule))
    chapters = [(chapter, _chapter(known, chapter, lang), list(some)) for chapter, some in by_chapter]
    return page(request, "rules.html", title=known, chapters=chapters)


async def about(request: Request) -> Response:
    return page(request, "about.html")


def error_page(request: Request, error: Exception) -> Response:
    """What somebody sees whose address leads nowhere or whose wish is refused."""
    found = problem(error, language(request))
    response = page(request, "error.html", found.status, problem=found)
    for name, value in (getattr(error, "headers", None) or {}).items():
        response.headers[name] = value
    return response


def _bots(game: str, lang: str) -> list[tuple[str, str]]:
    """The bots for a game with what people call them, the strongest, which come last in the registry, first."""
    return [(name, bot_name(translator(lang), name)) for name in reversed(bots_for(game))]


def _ago(then: float, lang: str) -> str:
    passed = datetime.fromtimestamp(then, UTC) - datetime.now(UTC)
    return format_timedelta(min(passed, timedelta(seconds=-1)), add_direction=True, locale=lang)


def _chapter_of(known: Title, rule: Rule) -> str:
    """Where a rule stands: V-1 for V-1.4a where the title has that heading, else V; 7 for 7.2."""
    part = re.match(r"[A-Za-z]+-\d+", rule.id)
    if part and known.texts.has(f"chapter.{part[0]}"):
        return part[0]
    return rule.id.replace("-", ".").partition(".")[0]


def _chapter(known: Title, chapter: str, lang: str) -> str:
    key = f"chapter.{chapter}"
    return known.texts.say(lang, key) if known.texts.has(key) else ""


def _get(path: str, endpoint: Any) -> Route:
    return Route(path, endpoint, methods=["GET"])


routes: Final = [
    _get("/", lobby),
    _get("/lobby/mine", show_mine),
    _get("/lobby/events", live.lobby),
    _get("/about", about),
    _get("/rules/{game}", rules),
    _get("/match/{id}", pages_match.show_table),
    _get("/match/{id}/fragment", pages_match.show_fragment),
    Route("/match/{id}/do", pages_match.do, methods=["POST"]),
    _get("/match/{id}/history", pages_match.show_history),
    _get("/match/{id}/charts", pages_match.show_charts),
    _get("/match/{id}/history/fragment", pages_match.show_history_fragment),
    _get("/join/{id}/{token}", pages_match.show_join),
    Route("/join/{id}/{token}", pages_match.join, methods=["POST"]),
]
