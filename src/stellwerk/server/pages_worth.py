"""What a visitor's choices bring, a portion at a time, and plans on a scratch board; neither touches the match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from stellwerk.core.errors import NotFound, StaleAction
from stellwerk.server.answers import Answer, answered, fields, language, read_object
from stellwerk.server.auth import Caller, caller, number
from stellwerk.server.pages_match import eyes, for_script, scene_of, shown_seat, turned, wanted
from stellwerk.server.site import no_store, page
from stellwerk.server.table import Table
from stellwerk.web.render import render
from stellwerk.web.tables import table_for

PORTION: Final = 0.25
"""So many seconds one answer is worked at; whoever else is at the match waits no longer than that."""


async def _reckoned(request: Request, name: str, make: Callable[[Table], Response]) -> Response:
    """An answer that takes its time: whoever plays comes first, and bots do."""
    return await answered(request, name, make, later=True)


@for_script
async def show_worth(request: Request) -> Response:
    """What the choices of the seat on the screen bring, from ?from= on; refused once ?rev= is past."""
    name = request.path_params["id"]
    rev = number(request.query_params.get("rev", ""), "rev")
    start = number(request.query_params.get("from", "0"), "from")
    who = await caller(request, name)
    return await _reckoned(request, name, lambda table: _worth(request, table, who, rev, start))


def _worth(request: Request, table: Table, who: Caller, rev: int, start: int) -> Response:
    drawn = table_for(table.match.header.game)
    if not drawn.reckons:
        raise NotFound("page", "worth")
    if rev != table.rev:
        raise StaleAction(rev, table.rev)
    seat, hidden_from = shown_seat(table, who, wanted(request, who))
    if seat is None or hidden_from is not None or table.frozen:
        return Answer({"rev": rev, "values": [], "next": None, "total": 0})
    scene = scene_of(table, who, seat, language(request), lines=range(0))
    return Answer({"rev": rev, **drawn.worth(scene, start, PORTION)})


async def show_plan(request: Request) -> Response:
    """A scratch board without any step; scripts put on it what the browser has kept."""
    name = request.path_params["id"]
    who = await caller(request, name)
    return await _reckoned(
        request, name, lambda table: page(request, "plan.html", **_plan(request, table, who, [], ""))
    )


@for_script
async def draw_plan(request: Request) -> Response:
    """The scratch board after some steps, which come with each request: the server keeps nothing."""
    name = request.path_params["id"]
    steps, company = fields(await read_object(request), steps=list, company=(str, type(None)))
    who = await caller(request, name)

    def make(table: Table) -> Response:
        made = render(language(request), "planned.html", **_plan(request, table, who, steps, company or ""))
        return no_store(HTMLResponse(made))

    return await _reckoned(request, name, make)


def _plan(request: Request, table: Table, who: Caller, steps: list[Any], company: str) -> dict[str, Any]:
    drawn = table_for(table.match.header.game)
    if not drawn.reckons:
        raise NotFound("page", "plan")
    scene = turned(request, scene_of(table, who, eyes(request, table, who), language(request), lines=range(0)))
    told = {"scene": scene, "table": drawn, "rev": table.rev, "match": table.id}
    return {**told, **drawn.plan(scene, steps, company)}


routes: Final = [
    Route("/match/{id}/worth", show_worth, methods=["GET"]),
    Route("/match/{id}/plan", show_plan, methods=["GET"]),
    Route("/match/{id}/plan", draw_plan, methods=["POST"]),
]
