"""The pages of what has been: positions of the past, what was said round them, and charts of how a match went."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stellwerk.core.errors import NotFound
from stellwerk.server.answers import answered, language
from stellwerk.server.auth import Caller, caller, number
from stellwerk.server.pages_match import eyes, for_script, scene_of
from stellwerk.server.site import no_store, page
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator
from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for

LINES: Final = 200
"""Lines of the log that are shown at once; earlier and later ones are a link away."""


async def show_history(request: Request) -> Response:
    """A position of the past, with what was said round it."""
    name = request.path_params["id"]
    who = await caller(request, name)
    return await answered(request, name, lambda table: page(request, "history.html", **_past(request, table, who)))


async def show_charts(request: Request) -> Response:
    """How the match went so far, in the eyes of the visitor."""
    name = request.path_params["id"]
    who = await caller(request, name)
    return await answered(request, name, lambda table: _charts(request, table, who))


@for_script
async def show_history_fragment(request: Request) -> Response:
    name, lang = request.path_params["id"], language(request)
    who = await caller(request, name)

    def make(table: Table) -> Response:
        return no_store(HTMLResponse(render(lang, "past.html", **_past(request, table, who))))

    return await answered(request, name, make)


@for_script
async def show_log(request: Request) -> Response:
    """Earlier lines of the log, to be put below those that are there."""
    name = request.path_params["id"]
    who = await caller(request, name)
    return await answered(request, name, lambda table: _lines(request, table, who))


def round_about(ply: int, last: int) -> range:
    """The lines of the log that are shown with a position: more of what led to it than of what came of it."""
    until = min(last, max(ply + LINES // 4, LINES))
    return range(max(0, until - LINES), until)


def _past(request: Request, table: Table, who: Caller) -> dict[str, Any]:
    given = request.query_params.get("ply")
    ply = table.ply if given is None else min(number(given, "ply"), table.ply)
    seat = eyes(request, table, who)
    scene = scene_of(table, who, seat, language(request), ply, round_about(ply, table.ply))
    drawn = table_for(table.match.header.game)
    return {
        "scene": scene,
        "table": drawn,
        "parts": drawn.parts(scene),
        "pick": "",
        "rev": table.rev,
        "over": False,
        "curtain": None,
        "match": table.id,
        "frozen": table.frozen,
        "ply": ply,
        "last": table.ply,
        "said": next((line.text for line in scene.told if line.ply == ply), ""),
        "may_branch": table.match.over or bool(who.seats),
    }


def _lines(request: Request, table: Table, who: Caller) -> Response:
    given = request.query_params.get("until")
    until = table.ply if given is None else min(number(given, "until"), table.ply)
    shown = range(max(0, until - LINES), until)
    scene = scene_of(table, who, eyes(request, table, who), language(request), table.ply, shown)
    drawn = table_for(table.match.header.game)
    lines = {"told": scene.told, "before": shown.start, "now": 0}
    return no_store(HTMLResponse(render(language(request), "parts/lines.html", scene=scene, table=drawn, **lines)))


def _charts(request: Request, table: Table, who: Caller) -> Response:
    match, say = table.match, translator(language(request))
    seat = eyes(request, table, who)
    drawn = table_for(match.header.game)
    if not drawn.charted:
        raise NotFound("page", "charts")
    scene = Scene(match.view(seat), tuple(table.names), say, table.id)
    return page(request, "charts.html", match=table.id, scene=scene, charts=drawn.charts(scene, match.seen(seat)))
