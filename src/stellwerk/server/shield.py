"""What every answer carries and every request has to pass, so that no foreign page can play for a visitor."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.server.answers import refusal
from stellwerk.server.errors import Foreign

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # the link to a seat is a secret
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Shield:
    """Middleware: adds the headers of safety, and turns away changes that a page of another site asks for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

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

        if foreign(scope["method"], Headers(scope=scope)):
            await refusal(Request(scope), Foreign())(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)


def foreign(method: str, headers: Headers) -> bool:
    """Whether another site's page sent this. Only browsers tell where a request comes from, and they always do."""
    if method in SAFE:
        return False
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site not in ("same-origin", "none")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
