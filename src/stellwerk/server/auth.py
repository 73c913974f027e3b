"""Who calls: a token opens one seat, the cookie of a browser all seats that the browser claimed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final

from anyio.to_thread import run_sync
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.core.errors import Malformed, NotFound, NotYourSeat
from stellwerk.server.cookies import RENEWED, VISITOR, cookies, written
from stellwerk.server.matches import Matches
from stellwerk.server.names import hashed, new_token
from stellwerk.server.store import Store
from stellwerk.server.table import Table

COOKIE: Final = VISITOR
MONTH: Final = 30 * 24 * 3600
YEAR: Final = 365 * 24 * 3600
"""Seconds for which a browser keeps its cookie, and after which it is renewed."""

TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}")
"""The cookie of a visitor as it is made here."""

FRESH: Final = "stellwerk.visitor"
NOBODY: Final = "none"
"""The value of ?seat= that asks for what a spectator sees."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The seats of a match that a request may act for; none for a spectator."""

    seats: tuple[int, ...]

    def seat(self, table: Table, wanted: int | None = None) -> int | None:
        """The seat that is meant: the one asked for, else one that owes a choice, else the first."""
        if wanted is not None:
            if wanted not in self.seats:
                raise NotYourSeat(wanted)
            return wanted
        waiting = [seat for seat in table.waiting() if seat in self.seats]
        return next(iter([*waiting, *self.seats]), None)

    def own(self, table: Table, wanted: int | None = None) -> int:
        """The same, refusing a spectator."""
        seat = self.seat(table, wanted)
        if seat is None:
            raise NotYourSeat(None)
        return seat


def visitor(request: Request) -> str:
    """Visitor who browses, as the store knows them; one without a cookie gets it with the answer."""
    cookie = cookies(request).get(COOKIE)
    if not cookie:
        cookie = request.scope.setdefault(FRESH, new_token())
    return hashed(cookie)


async def caller(request: Request, name: str) -> Caller:
    """The seats that a request holds in a match; a token that opens none is refused."""
    matches: Matches = request.app.state.matches
    return await run_sync(asked_by(request, name, matches.store))


async def met(request: Request, name: str) -> tuple[Caller, Table]:
    """Who asks about a match, and its table."""
    matches: Matches = request.app.state.matches
    return await matches.meet(name, asked_by(request, name, matches.store))


def asked_by(request: Request, name: str, store: Store) -> Callable[[], Caller]:
    """What finds out who asks, in a thread."""
    authorization = request.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise NotYourSeat(None)
        return lambda: Caller((seat_for(store, name, hashed(token.strip())),))
    if cookies(request).get(COOKIE):
        who = visitor(request)
        return lambda: Caller(tuple(sorted(store.seats.held(who, name))))
    return lambda: Caller(())


def seat_for(store: Store, name: str, token: str) -> int:
    """The seat of a person that the hash of a token opens; all hashes are compared, in constant time."""
    keys = store.seats.keys(name)
    if not keys:
        raise NotFound("match", name)
    opened = [compare_digest(token, known) for known, _ in keys]
    found = [seat for seat, (_, person) in enumerate(keys) if person and opened[seat]]
    if not found:
        raise NotYourSeat(None)
    return found[0]


def token_hash(request: Request) -> str | None:
    """What the store keeps of the token that a program shows, if it shows one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return hashed(token.strip()) if scheme.lower() == "bearer" and token.strip() else None


def wanted_seat(request: Request, who: Caller, table: Table) -> int | None:
    """The seat whose view a request asks for with ?seat=, or the one that is meant without."""
    wanted = request.query_params.get("seat")
    if wanted == NOBODY:
        return None
    return who.seat(table, None if wanted is None else number(wanted, "seat"))


def number(text: str, where: str) -> int:
    """A number that stands in an address."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Malformed(where, "expected a number")
    return int(text)


class Visitors:
    """Middleware: gives new visitors their cookie with the answer, and those who come back a fresh year of it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                value = scope.get(FRESH) or _worth_renewing(scope, headers)
                if value:
                    headers.append("set-cookie", written(COOKIE, value, YEAR, scope))
                    headers.append("set-cookie", written(RENEWED, "1", MONTH, scope))
            await send(message)

        await self.app(scope, receive, with_cookie)


def _worth_renewing(scope: Scope, answer: MutableHeaders) -> str | None:
    """The cookie of a visitor who opens a page, where it was set more than a month ago.

    Only a whole page renews it: what a script fetches may be answered after the browser got another cookie.
    """
    if (
        scope["type"] != "http"
        or scope["method"] != "GET"
        or not answer.get("content-type", "").startswith("text/html")
    ):
        return None
    if Headers(scope=scope).get("sec-fetch-dest", "document") != "document":
        return None
    sent = cookies(Request(scope))
    value = sent.get(COOKIE, "")
    return value if RENEWED not in sent and TOKEN.fullmatch(value) else None
