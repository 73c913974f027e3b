"""Server-sent events: who listens hears that a match is at another ply, and fetches its own view."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from stellwerk.server.auth import caller, visitor
from stellwerk.server.matches import Matches
from stellwerk.server.table import Table

RETRY: Final = b"retry: 1000\n\n"
MINE: Final = b"event: mine\ndata: {}\n\n"
BEAT: Final = b": still here\n\n"


async def events(request: Request) -> Response:
    """A stream without end: `event: ply` at once and after each change, a comment when nothing happens."""
    name = request.path_params["id"]
    matches: Matches = request.app.state.matches
    await caller(request, name)
    await matches.open(name)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    if request.method == "HEAD":
        return Response(None, 200, headers, "text/event-stream")
    return StreamingResponse(
        stream(matches, name, request.app.state.settings.heartbeat), 200, headers, "text/event-stream"
    )


async def lobby(request: Request) -> Response:
    """A stream without end: `event: mine` at once and whenever something happens in a match of the visitor."""
    matches: Matches = request.app.state.matches
    who = visitor(request)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    if request.method == "HEAD":
        return Response(None, 200, headers, "text/event-stream")
    return StreamingResponse(
        rustle(matches, who, request.app.state.settings.heartbeat), 200, headers, "text/event-stream"
    )


async def rustle(matches: Matches, who: str, beat: float) -> AsyncGenerator[bytes]:
    """Bytes for one lobby."""
    yield RETRY
    async with aclosing(matches.news(who, beat)) as news:
        async for changed in news:
            yield MINE if changed else BEAT


async def stream(matches: Matches, name: str, beat: float) -> AsyncGenerator[bytes]:
    """Bytes for one listener."""
    yield RETRY
    before: Table | None = None
    async with aclosing(matches.subscribe(name, beat)) as tables:
        async for table in tables:
            yield BEAT if table is None else event(table, before)
            before = table or before


def event(table: Table, before: Table | None = None) -> bytes:
    """Nothing here is anybody's secret: how many actions and rows there are, and where play goes on.

    Where only a seat changed hands since the table `before`, that is what the event is called after.
    """
    same = before is not None and (before.rev, before.next) == (table.rev, table.next)
    data = {"ply": table.ply, "rev": table.rev, "next": table.next}
    return f"event: {'seats' if same else 'ply'}\nid: {table.rev}\ndata: {json.dumps(data)}\n\n".encode()
