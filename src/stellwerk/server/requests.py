"""Every request has a name, is counted, and leaves one line in the log: what was asked for, not with which secrets."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.server import metrics
from stellwerk.server.addresses import MANY, is_told
from stellwerk.server.logs import about, logger
from stellwerk.server.names import is_match_id

log = logger(__name__)

ID: Final = "x-request-id"
KEY: Final = "stellwerk.request"
PROPER: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNKNOWN: Final = "-"
"""The template of an address that leads nowhere."""


class About(Mapping[str, Any]):
    """What the lines of a request say about it, looked up when one is written: the route is found on the way."""

    def __init__(self, scope: Scope, name: str) -> None:
        self.scope, self.name = scope, name

    def __getitem__(self, key: str) -> Any:
        match key:
            case "request":
                return self.name
            case "method":
                return self.scope["method"]
            case "route":
                return template(self.scope)
            case "match":
                name = self.scope.get("path_params", {}).get("id")
                return name if name and is_match_id(name) else None
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(("request", "method", "route", "match"))

    def __len__(self) -> int:
        return 4


class Requests:
    """Middleware, around all others: names, counts and logs what is asked and how it was answered.

    The name that a proxy gave a request is taken over only from one that is trusted; anybody else could write what
    they like into the log, or hide among the requests of others.
    """

    def __init__(self, app: ASGIApp, *, proxied: bool = False) -> None:
        self.app, self.proxied = app, proxied

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        name = self._name(scope)
        scope[KEY] = name
        status, began = 0, time.perf_counter()

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[ID] = name
            await send(message)

        before = about.set(About(scope, name))
        try:
            await self.app(scope, receive, named)
        except Exception as error:
            status = status or 500
            log.exception("a request failed")
            error.stellwerk_told = True  # type: ignore[attr-defined]  # so that uvicorn does not tell it again
            raise
        finally:
            spent = time.perf_counter() - began
            metrics.answered(scope["method"], template(scope), status, spent)
            log.info("answered", status=status, ms=round(1000 * spent, 1), address=shortened(scope))
            about.reset(before)

    def _name(self, scope: Scope) -> str:
        if self.proxied and is_told(scope):
            given = Headers(scope=scope).get(ID, "")
            if PROPER.fullmatch(given):
                return given
        return secrets.token_hex(8)


def template(scope: Scope) -> str:
    """The address as the router knows it, with holes where names and secrets stand."""
    route = scope.get("route")
    return getattr(route, "path", None) or UNKNOWN


def shortened(scope: Scope) -> str | None:
    """Where a request came from, without the part that tells one household from the next."""
    client = scope.get("client")
    return _shortened(client[0]) if client else None


@lru_cache(maxsize=MANY)
def _shortened(host: str) -> str | None:
    try:
        found = ip_address(host)
    except ValueError:
        return None  # a socket of this computer, or a test
    if found.is_loopback:
        return str(found)
    return str(ip_network((found, 24 if found.version == 4 else 48), strict=False))  # noqa: PLR2004  # IPv4
