"""The JSON API of what is a seat's own: standing orders, private notes, and messages to the others at the table."""

from __future__ import annotations

import re
from typing import Any, Final

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed
from stellwerk.server import standing_orders
from stellwerk.server.answers import Answer, answered, fields, language, read_object, service
from stellwerk.server.auth import Caller, caller, number
from stellwerk.server.errors import NewerNote, Silenced
from stellwerk.server.limits import charge
from stellwerk.server.names import MESSAGE, NOTE, clean_text
from stellwerk.server.ordering import told_order, told_orders
from stellwerk.server.store import Given, Message, Note
from stellwerk.server.table import Table

NONE: Final = type(None)
KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a request may be called by, so that it counts once however often it is sent."""

VERSIONS: Final = 2**31 - 1
"""The number of the last version that any database can keep."""

ALL: Final = "all"
OFF: Final = "off"
PLAYERS: Final = "players"
POLICIES: Final = (PLAYERS, ALL, OFF)
"""Who reads what is said at a table."""


async def place(request: Request, wanted: Any = None) -> tuple[str, Caller, Table, int]:
    """The match of a request, its table before the caller was looked up, and the seat of the caller that is meant."""
    name = request.path_params["id"]
    if type(wanted) not in (int, NONE):
        raise Malformed("seat", "expected int or null")
    table = await service(request).open(name)
    who = await caller(request, name)
    return name, who, table, who.own(table, wanted)


def asked_seat(request: Request) -> int | None:
    given = request.query_params.get("seat")
    return None if given in (None, "") else number(str(given), "seat")


# --- standing orders -------------------------------------------------------------------------------------


async def orders(request: Request) -> Response:
    """The orders of a seat and those it can give; nobody else's."""
    name, _, table, seat = await place(request, asked_seat(request))
    return await _orders(request, name, table, seat)


async def give_order(request: Request) -> Response:
    wanted, kind, args = fields(await read_object(request), seat=(int, NONE), kind=str, args=(dict, NONE))
    name, _, before, seat = await place(request, wanted)
    table = await standing_orders.give(service(request), before, seat, kind, args or {})
    return await _orders(request, name, table, seat, 201)


async def revoke_order(request: Request) -> Response:
    (wanted,) = fields(await read_object(request), seat=(int, NONE))
    name, _, _, seat = await place(request, wanted)
    table = await standing_orders.revoke(service(request), name, seat, number(request.path_params["number"], "number"))
    return await _orders(request, name, table, seat)


async def resume_order(request: Request) -> Response:
    (wanted,) = fields(await read_object(request), seat=(int, NONE))
    name, _, _, seat = await place(request, wanted)
    table = await standing_orders.resume(service(request), name, seat, number(request.path_params["number"], "number"))
    return await _orders(request, name, table, seat)


async def _orders(request: Request, name: str, table: Table, seat: int, status: int = 200) -> Response:
    given = await run_sync(service(request).store.orders.of, name, seat)
    lang = language(request)
    return await answered(request, table, lambda table: _told(table, seat, given, lang, status))


def _told(table: Table, seat: int, given: list[Given], lang: str, status: int) -> Response:
    body = {
        "seat": seat,
        "ply": table.ply,
        "rev": table.rev,
        "orders": [told_order(table, one, lang) for one in given],
        "kinds": told_orders(table, seat, lang),
    }
    return Answer(body, status, {"content-language": lang})


# --- notes -----------------------------------------------------------------------------------------------


async def notes(request: Request) -> Response:
    name, _, _, seat = await place(request, asked_seat(request))
    found = await run_sync(service(request).store.notes.read, name, seat)
    return Answer(_note(seat, found))


async def write_notes(request: Request) -> Response:
    """Replace a version of the notes; where there is a newer one nothing is lost, and the caller is told."""
    data = await read_object(request)
    wanted, body, version = fields(data, seat=(int, NONE), body=str, version=int)
    if len(body) > NOTE:
        raise Malformed("body", f"at most {NOTE} characters")
    if "\0" in body:
        raise Malformed("body", "not a text that can be kept")
    if not 0 <= version < VERSIONS:
        raise Malformed("version", f"expected a number from 0 to {VERSIONS - 1}")
    name, _, table, seat = await place(request, wanted)
    store = service(request).store
    written = await run_sync(store.notes.write, name, seat, body, version, table.claims)
    if written is None:
        raise NewerNote((await run_sync(store.notes.read, name, seat)).version)
    return Answer(_note(seat, written))


def _note(seat: int, note: Note) -> Json:
    return {"seat": seat, "body": note.body, "version": note.version, "changed": int(note.changed)}


# --- messages --------------------------------------------------------------------------------------------


async def messages(request: Request) -> Response:
    """What was said at a table, without those whom the caller has muted."""
    name = request.path_params["id"]
    who, store = await caller(request, name), service(request).store
    table = await service(request).open(name)
    policy = await run_sync(store.talk.policy, name)
    if policy == OFF or (not who.seats and policy != ALL):
        raise Silenced
    seat = who.seat(table, asked_seat(request)) if who.seats else None
    heard = None if seat is None else await run_sync(store.talk.heard, name, seat)
    found = await run_sync(store.talk.since, name, _since(request))
    muted = heard.muted if heard else frozenset()
    body = {
        "seat": seat,
        "readers": policy or PLAYERS,
        "heard": heard.number if heard else None,
        "muted": sorted(muted),
        "messages": [_message(one, table) for one in found if one.seat not in muted],
    }
    return Answer(body)


def _message(one: Message, table: Table) -> Json:
    return {**one._asdict(), "name": one.name or table.names[one.seat], "created": int(one.created)}


async def say(request: Request) -> Response:
    data = await read_object(request)
    wanted, body, key = fields(data, seat=(int, NONE), body=str, key=(str, NONE))
    if key is not None and not KEY.fullmatch(key):
        raise Malformed("key", "expected 1 to 64 letters, digits or signs of - and _")
    said = clean_text(body, MESSAGE, "body")
    name, _, _, seat = await place(request, wanted)
    matches = service(request)
    if await run_sync(matches.store.talk.policy, name) == OFF:
        raise Silenced
    charge(request, "talking")
    told = await run_sync(matches.store.talk.say, name, seat, said, key)
    matches.hub.wake(name)
    return Answer({"number": told}, 201)


async def hear(request: Request) -> Response:
    """Note up to which message a seat has read, and whom it does not want to hear."""
    data = await read_object(request)
    wanted, up_to, muted = fields(data, seat=(int, NONE), heard=(int, NONE), muted=(list, NONE))
    name, _, table, seat = await place(request, wanted)
    talk = service(request).store.talk
    if up_to is not None:
        head = await run_sync(service(request).store.head, name)
        await run_sync(talk.hear, name, seat, min(max(up_to, 0), head.said if head else 0))
    if muted is not None:
        if not all(type(one) is int and one in range(len(table.names)) for one in muted):
            raise Malformed("muted", "expected seats of this match")
        await run_sync(talk.mute, name, seat, set(muted) - {seat})
    found = await run_sync(talk.heard, name, seat)
    return Answer({"seat": seat, "heard": found.number, "muted": sorted(found.muted)})


def _since(request: Request) -> int:
    given = request.query_params.get("since")
    return 0 if given is None else number(given, "since")


def read_policy(given: Json) -> str | None:
    """Who shall read what is said at a new table, as the store keeps it."""
    if given in (None, PLAYERS):
        return None
    if given not in POLICIES:
        raise Malformed("talk", f"expected one of {', '.join(POLICIES)}")
    return str(given)


async def keep_policy(request: Request, name: str, policy: str | None) -> None:
    if policy is not None:
        await run_sync(service(request).store.talk.set_policy, name, policy)


MATCH: Final = "/api/matches/{id}"
routes: Final = [
    Route(f"{MATCH}/orders", orders, methods=["GET"]),
    Route(f"{MATCH}/orders", give_order, methods=["POST"]),
    Route(f"{MATCH}/orders/{{number}}/revoke", revoke_order, methods=["POST"]),
    Route(f"{MATCH}/orders/{{number}}/resume", resume_order, methods=["POST"]),
    Route(f"{MATCH}/notes", notes, methods=["GET"]),
    Route(f"{MATCH}/notes", write_notes, methods=["POST"]),
    Route(f"{MATCH}/messages", messages, methods=["GET"]),
    Route(f"{MATCH}/messages", say, methods=["POST"]),
    Route(f"{MATCH}/messages/heard", hear, methods=["POST"]),
]
