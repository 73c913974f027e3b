"""The pages that people see, and their addresses."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.core.registry import titles
from stellwerk.server import (
    live,
    metrics,
    pages_learn,
    pages_lobby,
    pages_match,
    pages_past,
    pages_rules,
    pages_seats,
    pages_worth,
)
from stellwerk.server.answers import aside, language
from stellwerk.server.errors import problem
from stellwerk.server.site import page
from stellwerk.web.reading import has_summary


async def about(request: Request) -> Response:
    return await aside(request, lambda: _about(request))


def _about(request: Request) -> Response:
    games = sorted(titles().values(), key=lambda known: (known.guide is None, len(known.rulebook)))
    told = {known.id for known in games if has_summary(known)}
    return page(request, "about.html", games=games, summaries=told)


def error_page(request: Request, error: Exception) -> Response:
    """What somebody sees whose address leads nowhere or whose wish is refused."""
    found = problem(error, language(request))
    metrics.REFUSALS.labels(found.code).inc()
    response = page(request, "error.html", found.status, problem=found)
    for name, value in (getattr(error, "headers", None) or {}).items():
        response.headers[name] = value
    return response


def _get(path: str, endpoint: Any) -> Route:
    return Route(path, endpoint, methods=["GET"])


routes: Final = [
    _get("/", pages_lobby.lobby),
    _get("/lobby/mine", pages_lobby.show_mine),
    Route("/lobby/options", pages_lobby.check_options, methods=["POST"]),
    Route("/lobby/shelf", pages_lobby.shelve, methods=["POST"]),
    _get("/picture/{game}/{preset}.svg", pages_lobby.picture),
    _get("/events", live.browser),
    _get("/about", about),
    *pages_rules.routes,
    *pages_learn.routes,
    _get("/match/{id}", pages_match.show_table),
    _get("/match/{id}/fragment", pages_match.show_fragment),
    Route("/match/{id}/do", pages_match.do, methods=["POST"]),
    _get("/match/{id}/history", pages_past.show_history),
    _get("/match/{id}/run", pages_past.show_run),
    _get("/match/{id}/charts", pages_past.show_charts),
    _get("/match/{id}/history/fragment", pages_past.show_history_fragment),
    _get("/match/{id}/history/log", pages_past.show_log),
    *pages_worth.routes,
    *pages_seats.routes,
]
