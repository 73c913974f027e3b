"""The JSON API of seats: who has which, invitations, and the browsers of a visitor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.core.action import Json
from stellwerk.core.errors import NotYourSeat
from stellwerk.core.registry import title
from stellwerk.server.answers import Answer, fields, language, read_object
from stellwerk.server.auth import COOKIE, FRESH, Caller, caller, number, token_hash, visitor
from stellwerk.server.cookies import cookies
from stellwerk.server.errors import Unavailable
from stellwerk.server.names import hashed, new_token
from stellwerk.server.sitting import TRIES, Sitting, told_invitation
from stellwerk.server.store import Chair

NONE: Final = type(None)
T = TypeVar("T")


def sitting(request: Request) -> Sitting:
    service: Sitting = request.app.state.sitting
    return service


# --- seats of a match ------------------------------------------------------------------------------------


async def seats(request: Request) -> Response:
    """Which seats are the caller's, whose browser or program has the others, and which are given away just now."""
    name = request.path_params["id"]
    who = await caller(request, name)
    if not who.seats:
        await sitting(request).claims(name)
        raise NotYourSeat(None)
    return await _seats(request, who)


async def invite(request: Request) -> Response:
    """A code for a seat, told this once."""
    name, seat = await place(request)
    code, until = await settled(request, lambda who, claims: sitting(request).invite(name, seat, who, claims))
    return Answer(told_invitation(name, seat, code, until), 201)


async def withdraw(request: Request) -> Response:
    name, seat = await place(request)
    await settled(request, lambda who, claims: sitting(request).withdraw(name, seat, who, claims))
    return await _seats(request, await caller(request, name))


async def leave(request: Request) -> Response:
    """Get up: the seat is free, and anybody at the table may invite somebody to it."""
    name, seat = await place(request)

    async def get_up(who: Caller, claims: int) -> bool | None:
        own_seat(who, seat)
        return await sitting(request).leave(name, seat, claims)

    await settled(request, get_up)
    return Answer({"seat": seat})


async def renew(request: Request) -> Response:
    """Another token for a seat that the caller holds."""
    name, seat = await place(request)

    async def draw(who: Caller, claims: int) -> str | None:
        own_seat(who, seat)
        return await sitting(request).renew(name, seat, claims)

    return Answer({"seat": seat, "token": await settled(request, draw)}, 201)


async def look(request: Request) -> Response:
    """What a code invites to; nothing is changed."""
    name, lang = request.path_params["id"], language(request)
    (code,) = fields(await read_object(request), code=str)
    found = await sitting(request).invitation(name, code)
    game = (await sitting(request).matches.open(name)).match.header.game
    body = {
        "game": game,
        "title": title(game).name(lang),
        "seat": found.chair.seat,
        "name": found.chair.name,
        "seats": [{"seat": one.seat, "name": one.name, "bot": one.bot} for one in found.chairs],
        "until": int(found.until),
    }
    return Answer(body, headers={"content-language": lang})


async def join(request: Request) -> Response:
    """Sit down by an invitation: a browser holds the seat by its cookie, a program gets a token."""
    code, called = fields(await read_object(request), code=str, name=(str, NONE))
    browser = COOKIE in cookies(request) and "authorization" not in request.headers
    who = visitor(request) if browser else None
    sat = await sitting(request).join(request.path_params["id"], code, who, called, token_hash(request))
    return Answer({"seat": sat.seat, "token": sat.token})


async def place(request: Request) -> tuple[str, int]:
    """The match and the seat of an address whose body has nothing to say."""
    fields(await read_object(request))
    return request.path_params["id"], number(request.path_params["seat"], "seat")


def own_seat(who: Caller, seat: int) -> None:
    if seat not in who.seats:
        raise NotYourSeat(seat)


async def settled(request: Request, change: Callable[[Caller, int], Awaitable[T | None]]) -> T:
    """Change something as who the caller is; if seats change hands meanwhile, see who the caller is then."""
    name = request.path_params["id"]
    for _ in range(TRIES):
        claims = await sitting(request).claims(name)
        done = await change(await caller(request, name), claims)
        if done is not None:
            return done
    raise Unavailable("seats change hands all the time")


async def _seats(request: Request, who: Caller) -> Response:
    service = sitting(request)
    vacant = await service.vacant(request.path_params["id"])
    stand_ins = (await service.matches.open(request.path_params["id"])).stand_ins
    listed: list[Json] = [
        {
            "seat": one.seat,
            "name": one.name,
            "bot": one.bot,
            "state": _state(one, who),
            "until": None if one.invited is None else int(one.invited + service.lasts),
            "vacant": one.seat in vacant and one.seat not in who.seats,
            "stood_in": one.seat in stand_ins,
        }
        for one in await service.chairs(request.path_params["id"])
    ]
    return Answer({"seats": listed})


def _state(chair: Chair, who: Caller) -> str:
    if chair.bot:
        return "bot"
    if chair.free:
        return "free"
    return "own" if chair.seat in who.seats else "taken"


# --- browsers of a visitor -------------------------------------------------------------------------------


async def offer(request: Request) -> Response:
    """A code for another browser, told this once."""
    fields(await read_object(request))
    return Answer({"code": await sitting(request).offer(visitor(request))}, 201)


async def recover(request: Request) -> Response:
    (code,) = fields(await read_object(request), code=str)
    return Answer({"matches": await sitting(request).recover(visitor(request), code)})


async def sign_out(request: Request) -> Response:
    """A fresh cookie for this browser: it is nobody's then, or with `others` the only one of its visitor."""
    (others,) = fields(await read_object(request), others=(bool, NONE))
    before, fresh = visitor(request), new_token()
    if others:
        await sitting(request).sign_out_others(before, hashed(fresh))
    else:
        await sitting(request).sign_out(before)
    request.scope[FRESH] = fresh
    return Answer({})


routes: Final = [
    Route("/api/matches/{id}/seats", seats, methods=["GET"]),
    Route("/api/matches/{id}/seats/{seat}/invitation", invite, methods=["POST"]),
    Route("/api/matches/{id}/seats/{seat}/withdraw", withdraw, methods=["POST"]),
    Route("/api/matches/{id}/seats/{seat}/leave", leave, methods=["POST"]),
    Route("/api/matches/{id}/seats/{seat}/token", renew, methods=["POST"]),
    Route("/api/matches/{id}/invitation", look, methods=["POST"]),
    Route("/api/matches/{id}/join", join, methods=["POST"]),
    Route("/api/recovery", offer, methods=["POST"]),
    Route("/api/recovery/use", recover, methods=["POST"]),
    Route("/api/recovery/sign-out", sign_out, methods=["POST"]),
]
