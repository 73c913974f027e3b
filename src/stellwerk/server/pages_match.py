"""The pages of one match: the table, its fragments after every event, and its past."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, TypeAlias

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stellwerk.core.action import Action
from stellwerk.core.errors import Malformed, StellwerkError
from stellwerk.server.answers import answered, fields, language, read_object, refusal, service
from stellwerk.server.auth import NOBODY, Caller, caller, number
from stellwerk.server.site import no_store, page
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator
from stellwerk.web.render import render
from stellwerk.web.scene import Scene, Told
from stellwerk.web.tables import table_for
from stellwerk.web.words import bot_name

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
NONE: Final = type(None)
FRAGMENT: Final = "fragment.html"
LINES: Final = 40
"""How many lines of the log a running table shows; earlier ones are in the past."""


@dataclass(frozen=True, slots=True)
class Regret:
    """An action that can still be taken back from behind the curtain."""

    seat: int
    name: str
    to: int


@dataclass(frozen=True, slots=True)
class Curtain:
    """What hides one player's secrets from the next one at the same screen."""

    seat: int
    name: str
    regrets: tuple[Regret, ...]


# --- requests --------------------------------------------------------------------------------------------


async def show_table(request: Request) -> Response:
    name = request.path_params["id"]
    who = await caller(request, name)

    def make(table: Table) -> Response:
        return page(request, "table.html", **table_context(request, table, who))

    return await answered(request, name, make)


def for_script(handle: Handler) -> Handler:
    """What a script asks for is refused as JSON, like the API does, not by a page."""

    @wraps(handle)
    async def guarded(request: Request) -> Response:
        try:
            return await handle(request)
        except StellwerkError as error:
            return refusal(request, error)

    return guarded


@for_script
async def show_fragment(request: Request) -> Response:
    """The table without the page round it, to be morphed into place."""
    name = request.path_params["id"]
    who = await caller(request, name)
    return await answered(request, name, lambda table: _fragment(request, table, who))


@for_script
async def do(request: Request) -> Response:
    """Act, undo or redo, and answer with the table as it then stands: one way to the server and back."""
    name = request.path_params["id"]
    what, ply, rev, seat, action, to = fields(
        await read_object(request),
        do=str,
        ply=int,
        rev=(int, NONE),
        seat=(int, NONE),
        action=(dict, NONE),
        to=(int, NONE),
    )
    who = await caller(request, name)
    seat = who.own(await service(request).open(name), seat)
    if what == "act":
        played = Action.from_json({**(action or {}), "seat": seat})
        table = await service(request).act(name, seat, played, ply, rev)
    elif what == "undo":
        table = await service(request).undo(name, who.seats, ply, rev, to)
    elif what == "redo":
        table = await service(request).redo(name, who.seats, ply, rev)
    else:
        raise Malformed("do", "expected act, undo or redo")
    return await answered(request, table, lambda table: _fragment(request, table, who))


# --- who sees what ---------------------------------------------------------------------------------------


def table_context(request: Request, table: Table, who: Caller) -> dict[str, Any]:
    """Everything that fragment.html needs for this visitor."""
    seat, next_up = shown_seat(table, who, wanted(request, who))
    scene = scene_of(table, who, seat, language(request))
    drawn = table_for(table.match.header.game)
    curtain = _curtain(table, who, next_up) if next_up is not None else None
    return {
        "scene": scene,
        "table": drawn,
        "parts": drawn.parts(scene),
        "pick": drawn.forced(scene),
        "rev": table.rev,
        "over": table.match.over,
        "curtain": curtain,
        "match": table.id,
        "frozen": table.frozen,
    }


def wanted(request: Request, who: Caller) -> int | None:
    """The seat that ?seat= names, which the browser sends once its player has shown up; only if it is theirs still."""
    given = request.query_params.get("seat")
    asked = None if given in (None, "", NOBODY) else number(str(given), "seat")
    return asked if asked in who.seats else None


def shown_seat(table: Table, who: Caller, asked: int | None) -> tuple[int | None, int | None]:
    """The seat whose view is shown, and the one to whom the screen has to be passed before.

    A browser with one seat shows it always. One with several shows the seat that is to move; where seats have
    secrets, its player has to ask for it first.
    """
    if len(who.seats) <= 1:
        return next(iter(who.seats), None), None
    up = [seat for seat in table.match.waiting() if seat in who.seats]
    if table.match.over:
        return who.seats[0] if asked is None else asked, None
    if not table.match.game.curtained:
        return up[0] if up else who.seats[0], None
    if not up or asked in up:
        return asked, None
    return None, up[0]


def eyes(request: Request, table: Table, who: Caller) -> int | None:
    """The seat whose eyes look back: that of the browser, or of several the one that is asked for.

    Where several share a screen and nobody minds, it is the one that the table shows.
    """
    asked = wanted(request, who)
    if len(who.seats) == 1 or (asked is None and not table.match.game.curtained):
        return shown_seat(table, who, asked)[0]
    return asked


def scene_of(
    table: Table, who: Caller, seat: int | None, lang: str, ply: int | None = None, lines: range | None = None
) -> Scene:
    """What a visitor sees of the present, or with `ply` of the past, where nothing can be done.

    With it come some `lines` of the log, the latest ones unless told.
    """
    match, say, acting = table.match, translator(lang), ply is None
    view = match.view(seat, ply)
    state = match.at(match.ply if ply is None else ply)
    now = match.view(seat)
    lines = range(max(0, match.ply - LINES), match.ply) if lines is None else lines
    said = table.told(now, lang, lines.start, lines.stop)
    waiting = [seat for seat in match.game.owing(state) if seat >= 0]
    return Scene(
        view=view,
        names=tuple(table.names),
        say=say,
        match=table.id,
        bots=tuple(bot_name(say, chair.bot) if chair.bot else None for chair in match.header.seats),
        waiting=tuple(waiting),
        held=who.seats,
        undo=tuple(table.undoable(who.seats)) if acting and seat is not None else (),
        redo=acting and seat is not None and table.redoable(who.seats),
        acting=acting,
        told=tuple(Told(at + 1, now.log[at].seat, text) for at, text in zip(lines, said, strict=True)),
        last=match.ply,
        next=table.next,
    )


def _fragment(request: Request, table: Table, who: Caller) -> Response:
    html: Markup = render(language(request), FRAGMENT, **table_context(request, table, who))
    return no_store(HTMLResponse(html))


def _curtain(table: Table, who: Caller, seat: int) -> Curtain:
    """The next player may take the screen; who played before may take an action back."""
    names, match = table.names, table.match
    latest = [(match.log[ply].seat, ply) for ply in table.undoable(who.seats)[:1]]
    return Curtain(seat, names[seat], tuple(Regret(other, names[other], ply) for other, ply in latest))
