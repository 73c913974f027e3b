"""The pages of what has been: positions of the past, what was said round them, and charts of how a match went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from anyio.to_thread import run_sync
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stellwerk.core.errors import NotFound
from stellwerk.server.answers import answered, language, service
from stellwerk.server.auth import COOKIE, Caller, met, number, visitor
from stellwerk.server.cookies import cookies
from stellwerk.server.pages_match import eyes, for_script, scene_of, turned
from stellwerk.server.site import no_store, page
from stellwerk.server.store import Branch
from stellwerk.server.table import Table
from stellwerk.web.charts import show_charts as charts_page
from stellwerk.web.i18n import translator
from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.story import story
from stellwerk.web.tables import table_for
from stellwerk.web.tables.base import Table as Drawn
from stellwerk.web.timeline import timeline

BRANCHES: Final = 30
"""So many of a visitor's branches are listed beside the past of a match."""

AFTER: Final = 3
"""A run stays drawn for so many positions of its turn: what is drawn for it, and what it pays."""

LINES: Final = 200
"""Lines of the log that are shown at once; earlier and later ones are a link away."""


async def show_history(request: Request) -> Response:
    """A position of the past, with what was said round it."""
    name = request.path_params["id"]
    who, table = await met(request, name)
    # who has no cookie has no branches either, and gets none for looking back
    known = bool(cookies(request).get(COOKIE))
    own = await run_sync(service(request).store.branches.of, name, visitor(request), BRANCHES) if known else []
    return await answered(
        request, table, lambda table: page(request, "history.html", **_past(request, table, who, own)), long=True
    )


async def show_charts(request: Request) -> Response:
    """How the match went so far, in the eyes of the visitor."""
    name = request.path_params["id"]
    who, table = await met(request, name)
    return await answered(request, table, lambda table: _charts(request, table, who), long=True)


@for_script
async def show_history_fragment(request: Request) -> Response:
    name, lang = request.path_params["id"], language(request)
    who, table = await met(request, name)

    def make(table: Table) -> Response:
        return no_store(HTMLResponse(render(lang, "past.html", **_past(request, table, who))))

    return await answered(request, table, make, long=True)


@for_script
async def show_log(request: Request) -> Response:
    """Earlier lines of the log, to be put below those that are there."""
    name = request.path_params["id"]
    who, table = await met(request, name)
    return await answered(request, table, lambda table: _lines(request, table, who), long=True)


def round_about(ply: int, last: int) -> range:
    """The lines of the log that are shown with a position: more of what led to it than of what came of it."""
    until = min(last, max(ply + LINES // 4, LINES))
    return range(max(0, until - LINES), until)


@for_script
async def show_run(request: Request) -> Response:
    """What was done at a ply, or the last time in a turn of somebody such as a company, to be drawn upon the board."""
    name = request.path_params["id"]
    who, table = await met(request, name)
    return await answered(request, table, lambda table: _run(request, table, who), long=True)


def _run(request: Request, table: Table, who: Caller) -> Response:
    drawn, query = table_for(table.match.header.game), request.query_params
    asked, turn = query.get("ply"), query.get("of")
    ply = number(asked, "ply") - 1 if asked is not None else last_of(table, drawn, turn or "")
    if not 0 <= ply < table.ply or not drawn.replays(table.match.log[ply]):
        raise NotFound("ply", ply + 1)
    seat = eyes(request, table, who)
    scene = scene_of(table, who, seat, language(request), table.ply, range(0))
    return no_store(HTMLResponse(_replayed(table, drawn, scene, ply)))


def last_of(table: Table, drawn: Drawn, of: str) -> int:
    """The ply of the last action that can be shown again in a turn of somebody; -1 where there is none."""
    course, log, after = table.course(), table.match.log, table.ply
    for turn in reversed(course.turns):
        if turn.chapter.turn is not None and of in turn.chapter.turn.data.values():
            for ply in range(after - 1, turn.first - 1, -1):
                if drawn.replays(log[ply]):
                    return ply
        after = turn.first
    return -1


def _replayed(table: Table, drawn: Drawn, scene: Scene, ply: int) -> Markup:
    match = table.match
    before = match.at(ply) if match.over else match.game.view(match.at(ply), scene.seat)
    return drawn.replay(scene, before, match.log[ply])


def _past(request: Request, table: Table, who: Caller, branches: Sequence[Branch] = ()) -> dict[str, Any]:
    given = request.query_params.get("ply")
    ply = table.ply if given is None else min(number(given, "ply"), table.ply)
    seat = eyes(request, table, who)
    lines = round_about(ply, table.ply)
    scene = turned(request, scene_of(table, who, seat, language(request), ply, lines))
    drawn = table_for(table.match.header.game)
    return {
        "scene": scene,
        "table": drawn,
        "parts": {**drawn.parts(scene), "decision": _ran(table, drawn, scene, ply)},
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
        "branches": branches,
        "origin": table.origin,
        "own_branch": False,
        "over_match": table.match.over,
        "times": timeline(scene, drawn, table.course(), ply),
    }


def _ran(table: Table, drawn: Drawn, scene: Scene, ply: int) -> Markup:
    """What the position of the past came from, drawn upon its board; a run also while its dividend is paid."""
    log, course = table.match.log, table.course()
    turn = course.turn_of(ply - 1) if ply else None
    for at in range(ply - 1, max(turn.first if turn else ply, ply - AFTER) - 1, -1):
        if drawn.replays(log[at]):
            return Markup('<div id="ran">{}</div>').format(_replayed(table, drawn, scene, at))
    return Markup("")


def _lines(request: Request, table: Table, who: Caller) -> Response:
    given = request.query_params.get("until")
    until = table.ply if given is None else min(number(given, "until"), table.ply)
    shown = range(max(0, until - LINES), until)
    scene = scene_of(table, who, eyes(request, table, who), language(request), table.ply, shown)
    drawn = table_for(table.match.header.game)
    lines = {"told": scene.told, "story": story(scene, scene.told), "before": shown.start, "now": 0}
    return no_store(HTMLResponse(render(language(request), "parts/lines.html", scene=scene, table=drawn, **lines)))


def _charts(request: Request, table: Table, who: Caller) -> Response:
    match, say = table.match, translator(language(request))
    seat = eyes(request, table, who)
    drawn = table_for(match.header.game)
    if not drawn.charted:
        raise NotFound("page", "charts")
    scene = Scene(match.view(seat), tuple(table.names), say, table.id)
    charts = charts_page(scene, drawn.charts(scene, table.rounds(seat)))
    return page(request, "charts.html", match=table.id, scene=scene, charts=charts, over=match.over, seat=seat)
