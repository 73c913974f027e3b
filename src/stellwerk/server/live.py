"""Server-sent events: who listens hears that a match is at another ply, and fetches its own view."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import ExitStack
from random import random
from typing import Final

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from stellwerk.core.errors import Malformed, NotFound
from stellwerk.server.auth import COOKIE, caller, token_hash, visitor
from stellwerk.server.cookies import cookies
from stellwerk.server.hub import Ear, event
from stellwerk.server.matches import Matches
from stellwerk.server.names import is_match_id
from stellwerk.server.presence import Presence
from stellwerk.server.settings import Settings
from stellwerk.server.streams import Streams

MOST_MATCHES: Final = 64
"""How many matches one stream tells of."""

RETRY: Final = b"retry: 1000\n\n"
BEAT: Final = b": still here\n\n"
LOUD_BEAT: Final = event("beat", None, {})
"""A sign of life that scripts can hear: who hears none for long knows that the connection is dead."""

REPLACED: Final = event("replaced", None, {})
"""Said to the oldest stream of a visitor who has too many."""


async def events(request: Request) -> Response:
    """Of one match, for programs: `event: ply` at once and after each change, a comment when nothing happens."""
    name = request.path_params["id"]
    matches: Matches = request.app.state.matches
    await caller(request, name)
    if not matches.hub.knows(name) and await run_sync(matches.store.head, name) is None:
        raise NotFound("match", name)
    return EventStream(request, [name])


async def browser(request: Request) -> Response:
    """One stream for all tabs of a browser: `?match=` for each match that one shows, `mine=1` for the list of matches.

    It tells how each of them stands at once and after each change, and gives a sign of life that scripts can hear.
    """
    names = list(dict.fromkeys(request.query_params.getlist("match")))
    if len(names) > MOST_MATCHES:
        raise Malformed("match", f"at most {MOST_MATCHES} of them")
    if not all(map(is_match_id, names)):
        raise Malformed("match", "not the id of a match")
    mine = request.query_params.get("mine") == "1"
    if not names and not mine:
        raise Malformed("match", "expected ?match= or ?mine=1")
    return EventStream(request, names, visitor(request) if mine else None, loud=True)


class EventStream(Response):
    """A stream that ends with the server, when its reader goes, or when a newer one of its visitor needs its place.

    While nothing happens it costs neither a thread nor a query. Whoever reads slowly gets the latest and nothing else.
    """

    media_type = "text/event-stream"

    def __init__(
        self, request: Request, names: Collection[str], mine: str | None = None, *, loud: bool = False
    ) -> None:
        super().__init__(None, 200, {"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.names, self.mine, self.loud, self.bare = names, mine, loud, request.method == "HEAD"
        self.matches: Matches = request.app.state.matches
        self.settings: Settings = request.app.state.settings
        self.places = ExitStack()
        self.ear: Ear | None = None
        if not self.bare:
            self._sit_down(request)

    def _sit_down(self, request: Request) -> None:
        """Take a place among all streams, or be refused while a refusal can still be said."""
        streams: Streams = request.app.state.streams
        address = request.client.host if request.client else ""
        who = visitor(request) if cookies(request).get(COOKIE) else None
        ear = Ear()
        self.places.enter_context(streams.place(address, who, ear))
        presence: Presence = request.app.state.presence
        whose = token_hash(request) or who
        self.places.enter_context(presence.attending(ear, whose, self.names, told=self.loud))
        self.ear = self.places.enter_context(self.matches.hub.ear(self.names, self.mine, ear))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.ear is None:
            await super().__call__(scope, receive, send)
            return
        leaving = asyncio.create_task(_leave(receive, self.ear))
        try:
            with self.places:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                await self._tell(self.ear, send)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except OSError:
            pass  # gone: nobody's concern
        finally:
            leaving.cancel()

    async def _tell(self, ear: Ear, send: Send) -> None:
        told = RETRY
        while told and not ear.gone:
            await send({"type": "http.response.body", "body": told, "more_body": True})
            told = b"".join(await ear.wait(self.settings.heartbeat * (0.75 + random() / 2)))
            if ear.ended:
                told = b""
                if ear.replaced and self.loud:
                    await send({"type": "http.response.body", "body": REPLACED, "more_body": True})
            elif not told:
                told = LOUD_BEAT if self.loud else BEAT


async def _leave(receive: Receive, ear: Ear) -> None:
    """Notice when the reader goes."""
    while (await receive())["type"] != "http.disconnect":
        pass
    ear.leave()
