"""The JSON API of time limits: what they are, what is left, and coming back to a seat for which a bot plays."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed
from stellwerk.server.answers import Answer, fields, service
from stellwerk.server.api_seats import own_seat, place, settled
from stellwerk.server.auth import Caller
from stellwerk.server.store.clocks import BANK, BOT, MOVE, SKIP, Clock, Pace

NONE: Final = type(None)
LEAST: Final = 30
MOST: Final = 30 * 24 * 3600
"""Seconds that a move or a match may be given."""

MOST_MORE: Final = 3600
"""Seconds that each turn may add to a bank."""


def read_pace(data: dict[str, Any] | None) -> Pace | None:
    """The time limit that somebody wants; None for none."""
    if data is None:
        return None
    kind, seconds, increment, zero = fields(data, kind=str, seconds=int, increment=(int, NONE), zero=(str, NONE))
    pace = Pace(kind, seconds, increment or 0, zero or BOT)
    if pace.kind not in (MOVE, BANK):
        raise Malformed("clock.kind", f"expected {MOVE} or {BANK}")
    if pace.zero not in (BOT, SKIP):
        raise Malformed("clock.zero", f"expected {BOT} or {SKIP}")
    if not LEAST <= pace.seconds <= MOST:
        raise Malformed("clock.seconds", f"expected {LEAST} to {MOST}")
    if not 0 <= pace.increment <= (MOST_MORE if pace.kind == BANK else 0):
        raise Malformed("clock.increment", f"expected 0 to {MOST_MORE}, and 0 with a limit for each move")
    return pace


def told_clock(clock: Clock | None) -> Json:
    """What everybody may know of the clocks of a match."""
    if clock is None:
        return None
    asked = [hand.seat in clock.waiting or clock.pace.kind == BANK for hand in clock.hands]
    left = [left if now else float(clock.pace.seconds) for left, now in zip(clock.left, asked, strict=True)]
    return {
        **clock.pace.to_json(),
        "left": [ceil(left[hand.seat]) if hand.taken else None for hand in clock.hands],
        "running": [hand.seat for hand in clock.hands if hand.runs(clock.waiting)],
        "stand_ins": [hand.seat for hand in clock.hands if hand.stand_in is not None],
    }


async def clock(request: Request) -> Response:
    """The clocks as they are now; null where nobody is short of time."""
    name = request.path_params["id"]
    await service(request).open(name)
    return Answer({"clock": told_clock(await run_sync(service(request).store.clocks.of, name))})


async def come_back(request: Request) -> Response:
    """Take an own seat back from the bot that stands in."""
    name, seat = await place(request)

    async def sit(who: Caller, claims: int) -> bool | None:
        own_seat(who, seat)
        return await run_sync(service(request).store.clocks.give_back, name, seat, claims) or None

    await settled(request, sit)
    await service(request).seats_changed(name)
    return Answer({"clock": told_clock(await run_sync(service(request).store.clocks.of, name))})


MATCH: Final = "/api/matches/{id}"
routes: Final = [
    Route(f"{MATCH}/clock", clock, methods=["GET"]),
    Route(f"{MATCH}/seats/{{seat}}/return", come_back, methods=["POST"]),
]
