"""The pages that people see, and their addresses."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.core.registry import title
from stellwerk.core.rulebook import Rule
from stellwerk.core.title import Title
from stellwerk.server import live, metrics, pages_lobby, pages_match, pages_past, pages_seats
from stellwerk.server.answers import aside, language
from stellwerk.server.errors import problem
from stellwerk.server.site import page


async def rules(request: Request) -> Response:
    known = title(request.path_params["game"])
    return await aside(request, lambda: _rules(request, known))


async def about(request: Request) -> Response:
    return await aside(request, lambda: page(request, "about.html"))


def error_page(request: Request, error: Exception) -> Response:
    """What somebody sees whose address leads nowhere or whose wish is refused."""
    found = problem(error, language(request))
    metrics.REFUSALS.labels(found.code).inc()
    response = page(request, "error.html", found.status, problem=found)
    for name, value in (getattr(error, "headers", None) or {}).items():
        response.headers[name] = value
    return response


def _rules(request: Request, known: Title) -> Response:
    lang = language(request)
    by_chapter = groupby(known.rulebook, lambda rule: _chapter_of(known, rule))
    chapters = [(chapter, _chapter(known, chapter, lang), list(some)) for chapter, some in by_chapter]
    return page(request, "rules.html", title=known, chapters=chapters)


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
    _get("/", pages_lobby.lobby),
    _get("/lobby/mine", pages_lobby.show_mine),
    Route("/lobby/options", pages_lobby.check_options, methods=["POST"]),
    _get("/picture/{game}/{preset}.svg", pages_lobby.picture),
    _get("/lobby/events", live.lobby),
    _get("/events", live.browser),
    _get("/about", about),
    _get("/rules/{game}", rules),
    _get("/match/{id}", pages_match.show_table),
    _get("/match/{id}/fragment", pages_match.show_fragment),
    Route("/match/{id}/do", pages_match.do, methods=["POST"]),
    _get("/match/{id}/history", pages_past.show_history),
    _get("/match/{id}/charts", pages_past.show_charts),
    _get("/match/{id}/history/fragment", pages_past.show_history_fragment),
    _get("/match/{id}/history/log", pages_past.show_log),
    *pages_seats.routes,
]
