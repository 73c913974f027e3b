"""The JSON API of help from bots: what one would do and why, and a bot that plays somebody's seat for a while."""

from __future__ import annotations

from typing import Final

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.bots.registry import bot_label
from stellwerk.server.advising import Advising
from stellwerk.server.answers import Answer, fields, language, read_object, service
from stellwerk.server.api_seats import place, settled, sitting
from stellwerk.server.auth import Caller, caller
from stellwerk.server.errors import OtherRules
from stellwerk.server.judge import stand_in_for

NONE: Final = type(None)


async def advice(request: Request) -> Response:
    """The best candidates of the caller's seat, as a bot sees them."""
    name, lang = request.path_params["id"], language(request)
    (wanted,) = fields(await read_object(request), seat=(int, NONE))
    who = await caller(request, name)
    table = await service(request).open(name)
    advising: Advising = request.app.state.advising
    told = await advising.ask(table, who.seats, who.own(table, wanted), lang)
    return Answer(told, headers={"content-language": lang})


async def hand_over(request: Request) -> Response:
    """Let a bot play an own seat until its player takes it back, or one that was left until somebody sits down."""
    name, seat = await place(request)
    table = await service(request).open(name)
    if frozen := table.frozen:
        raise OtherRules(frozen.header.rules_version, frozen.known)
    game = table.match.header.game
    stand_in = stand_in_for(game)
    table.fair.check_stand_in()

    async def get_up(who: Caller, claims: int) -> bool | None:
        why = await sitting(request).may_stand_in(name, seat, who)
        return await run_sync(service(request).store.clocks.hand_over, name, seat, stand_in, claims, why) or None

    await settled(request, get_up)
    await service(request).seats_changed(name)
    return Answer({"seat": seat, "bot": bot_label(game, stand_in, language(request))})


MATCH: Final = "/api/matches/{id}"
routes: Final = [
    Route(f"{MATCH}/advice", advice, methods=["POST"]),
    Route(f"{MATCH}/seats/{{seat}}/stand-in", hand_over, methods=["POST"]),
]
