"""The JSON API of the record of a table, for everybody who plays there."""

from __future__ import annotations

from typing import Final

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.server.answers import Answer, language, service
from stellwerk.server.auth import met, number
from stellwerk.server.happened import told_events

MATCH: Final = "/api/matches/{id}"


async def record(request: Request) -> Response:
    """The latest events beside the game, or with ?before= those before a number; for players alone."""
    name, lang = request.path_params["id"], language(request)
    who, table = await met(request, name)
    who.own(table)
    before = request.query_params.get("before")
    found = await run_sync(service(request).store.events.of, name, None if before is None else number(before, "before"))
    told = told_events(found, table, lang)
    return Answer({"record": told}, headers={"content-language": lang})


routes: Final = [Route(f"{MATCH}/record", record, methods=["GET"])]
