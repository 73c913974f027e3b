"""The rules of a game: all of them, searched and filtered in the browser, and on one page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.core.errors import NotFound, StellwerkError
from stellwerk.core.registry import title, titles
from stellwerk.core.title import Title
from stellwerk.server.answers import aside, language, service
from stellwerk.server.names import is_match_id
from stellwerk.server.site import page
from stellwerk.web import reading
from stellwerk.web.sketches import drawn_by_rule

LONG: Final = 120
"""From so many rules on chapters are folded until somebody opens, searches or follows a link."""


async def shelf(request: Request) -> Response:
    """All games, each with its rules."""
    return await aside(request, lambda: _shelf(request))


async def rules(request: Request) -> Response:
    """All rules; with ?match= those that do not apply there can be left out."""
    known = title(request.path_params["game"])
    options = await _options(request, known)
    return await aside(request, lambda: _rules(request, known, options))


async def summary(request: Request) -> Response:
    """The rules on one page, to be read before the first match or printed."""
    known = title(request.path_params["game"])
    if not reading.has_summary(known):
        raise NotFound("summary", known.id)
    return await aside(request, lambda: _summary(request, known))


async def _options(request: Request, known: Title) -> Mapping[str, str] | None:
    """The options of the match from which somebody came; None where there is none of this game."""
    name = request.query_params.get("match", "")
    if not is_match_id(name):
        return None
    try:
        header = (await service(request).open(name)).match.header
    except StellwerkError:
        return None
    return header.options if header.game == known.id else None


def _shelf(request: Request) -> Response:
    games = list(titles().values())
    short = {known.id for known in games if reading.has_summary(known)}
    return page(request, "rules_all.html", games=games, short=short)


def _rules(request: Request, known: Title, options: Mapping[str, str] | None) -> Response:
    lang = language(request)
    return page(
        request,
        "rules.html",
        title=known,
        chapters=reading.chapters(known, lang),
        idle=reading.unused(known, options) if options is not None else frozenset(),
        from_match=options is not None,
        folded=len(known.rulebook) > LONG,
        figures=reading.figures_of(known.id, lang),
        sketches=drawn_by_rule(known.id, lang),
        summary=reading.has_summary(known),
    )


def _summary(request: Request, known: Title) -> Response:
    drawn = {one.id: one for one in reading.figures_of(known.id, language(request))}
    parts = reading.summary_of(known)
    left = [one for one in drawn.values() if one.small and one.id not in {part.drawing for part in parts}]
    return page(request, "summary.html", title=known, parts=parts, drawn=drawn, left=left)


routes: Final = [
    Route("/rules", shelf, methods=["GET"]),
    Route("/rules/{game}", rules, methods=["GET"]),
    Route("/rules/{game}/summary", summary, methods=["GET"]),
]
