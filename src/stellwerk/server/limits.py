"""How often somebody may ask: limits for each visitor and each address, by what the work costs.

Counted is by the generic cell rate algorithm: a key costs one number, the time at which all that was asked for would
have been done at an even pace. Nobody may be further ahead of the clock than a whole window. So a window may be used up
at once, refusals cost nothing, and it is known to the second when there is room again.

Cookies are free to invent, so the address always counts too; but twenty people may sit behind one.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from stellwerk.server import metrics
from stellwerk.server.addresses import group, is_forwarded, is_home, is_private
from stellwerk.server.auth import COOKIE
from stellwerk.server.cookies import cookies
from stellwerk.server.errors import TooOften
from stellwerk.server.names import hashed
from stellwerk.server.rates import ADDRESS, VISITOR, rates_of
from stellwerk.server.settings import Settings
from stellwerk.server.tallies import Tallies, tallies

log = logging.getLogger(__name__)

SIGNS: Final = frozenset({"/healthz", "/readyz"})
DEAR: Final = {
    "charts": "charting",
    "history": "reviewing",
    "history/fragment": "reviewing",
    "history/log": "reviewing",
    "plan": "reckoning",
    "run": "reviewing",
    "worth": "reckoning",
}
"""Pages of a match that cost more than a look at its table."""

Refuse = Callable[[Request, Exception], Awaitable[Response]]


class Limits:
    """All limits; several processes that are given the same tallies count together."""

    def __init__(
        self, settings: Settings, counted: Tallies | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rates = rates_of(settings.limits) if settings.limited else {}
        self.named = frozenset(text.partition("=")[0].partition("@")[0].strip() for text in settings.limits)
        self.home = is_private(settings.host) and not settings.trusted_proxies
        self.clock = clock
        self.tallies = tallies() if counted is None else counted
        self._warned = False

    def charge(self, kind: str, scope: Scope) -> None:
        """Count a piece of work, or refuse it."""
        rates = self.rates.get(kind)
        if not rates or (kind not in self.named and self._is_own(scope)):
            return
        now = self.clock()
        keys = {ADDRESS: group(_host(scope)), VISITOR: _visitor(scope)}
        due = [
            (self.tallies[whose], (kind, str(at), keys[whose]), rate)
            for (whose, at), rate in rates.items()
            if keys[whose]
        ]
        wait = max((tally.wait(key, rate, now) for tally, key, rate in due), default=0.0)
        if wait > 0:
            metrics.LIMITS.labels(kind).inc()
            raise TooOften(math.ceil(wait))
        for tally, key, rate in due:
            tally.count(key, rate, now)

    def _is_own(self, scope: Scope) -> bool:
        """Whether a caller sits at this computer: a server that listens to it alone limits nobody but its owner.

        Unless a proxy stands before it of which nobody told: then all the world would come from here.
        """
        if not self.home or not is_home(_host(scope)):
            return False
        proxied = is_forwarded(scope)
        if proxied and not self._warned:
            self._warned = True
            log.warning(
                "A proxy seems to stand before this server, so all its visitors are limited as one. "
                "Name it with --trust-proxy %s to count each by its own address.",
                _host(scope),
            )
        return not proxied


# --- requests --------------------------------------------------------------------------------------------


class Turnstile:
    """Middleware: counts each request by its address before anything is read of it."""

    def __init__(self, app: ASGIApp, limits: Limits, refuse: Refuse) -> None:
        self.app, self.limits, self.refuse = app, limits, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                self.limits.charge(kind_of(scope["method"], scope["path"]), scope)
            except TooOften as error:
                answer = await self.refuse(Request(scope), error)
                await answer(scope, receive, send)
                return
        await self.app(scope, receive, send)


def kind_of(method: str, path: str) -> str:
    """What a request costs, as far as its address tells; what the body asks for is charged where it is read.

    How the server is can always be asked: else a flood would look like its death.
    """
    if path in SIGNS:
        return "nothing"
    parts = path.strip("/").split("/")
    first, last = parts[0], parts[-1]
    if (
        first == "join"
        or last == "join"
        or path == "/api/recovery/use"
        or (last == "invitation" and "seats" not in parts)
    ):
        return "joining"
    if first == "match" and (costs := DEAR.get("/".join(parts[2:]))):
        return costs
    if method != "POST":
        return "reading"
    if last == "advice":
        return "advising"
    begins = path == "/api/matches" or first == "learn" or last in ("branch", "again", "freed")
    return "creating" if begins else "acting"


def charge(request: Request, kind: str) -> None:
    """Count what the body of a request turned out to ask for."""
    limits: Limits = request.app.state.limits
    limits.charge(kind, request.scope)


def _host(scope: Scope) -> str | None:
    client = scope.get("client")
    return client[0] if client else None


def _visitor(scope: Scope) -> str:
    """Key of a client: a browser by its cookie, a program by its token; nothing for one that shows neither."""
    request = Request(scope)
    shown = cookies(request).get(COOKIE) or request.headers.get("authorization") or ""
    return hashed(shown) if shown else ""
