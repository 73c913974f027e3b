"""What every answer carries and every request has to pass, so that no foreign page can play for a visitor."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.server.answers import refusal
from stellwerk.server.errors import Foreign, WrongHost
from stellwerk.server.hosts import Hosts

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
LONGEST_ADDRESS: Final = 8000
LONGEST_PART: Final = 400
MOST_PAIRS: Final = 200
MOST_HEADERS: Final = 100
"""How long the path and query of a request may be, and what stands between two slashes; how many pairs a query and
how many headers a request may have."""

HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the link to a seat is a secret
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Shield:
    """Middleware: adds the headers of safety, turns away what a page of another site or name asks for.

    Who goes away in the middle of a request or of an answer is no error.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        if status := unwieldy(scope):
            await refusal(Request(_bare(scope)), HTTPException(status))(scope, receive, guarded)
        elif not self.hosts.admit(headers.get("host", "")):
            await refusal(Request(scope), WrongHost())(scope, receive, guarded)
        elif foreign(scope["method"], headers):
            await refusal(Request(scope), Foreign())(scope, receive, guarded)
        else:
            with suppress(ClientDisconnect):
                await self.app(scope, receive, guarded)


def unwieldy(scope: Scope) -> int | None:
    """The status for what is larger than any sensible request, before anybody takes it to pieces."""
    if len(scope["headers"]) > MOST_HEADERS:
        return 431
    path, query = scope.get("raw_path") or b"", scope["query_string"]
    if len(path) + len(query) > LONGEST_ADDRESS or query.count(b"&") >= MOST_PAIRS:
        return 414
    if any(len(part) > LONGEST_PART for part in path.split(b"/")):
        return 414
    return None


def _bare(scope: Scope) -> Scope:
    """The same request without what made it unwieldy."""
    return {**scope, "query_string": b"", "headers": scope["headers"][:MOST_HEADERS]}


def foreign(method: str, headers: Headers) -> bool:
    """Whether another site's page sent this. Only browsers tell where a request comes from, and they always do."""
    if method in SAFE:
        return False
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site not in ("same-origin", "none")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
