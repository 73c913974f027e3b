"""The pages of one match: the table, its fragments after every event, and its past."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Final, TypeAlias

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stellwerk.bots.registry import bot_label
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import Malformed, StellwerkError
from stellwerk.core.guide import LEARNER
from stellwerk.core.view import View
from stellwerk.server.advising import offered
from stellwerk.server.answers import answered, fields, language, read_object, refusal, service
from stellwerk.server.auth import NOBODY, Caller, met, number
from stellwerk.server.guided import lesson
from stellwerk.server.parts import on_page, parted
from stellwerk.server.site import no_store, page, turn_of
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator
from stellwerk.web.render import render
from stellwerk.web.scene import Scene, Told
from stellwerk.web.tables import table_for

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]
NONE: Final = type(None)
FRAGMENT: Final = "fragment.html"
LINES: Final = 40
"""How many lines of the log a running table shows; earlier ones are in the past."""

SINCE: Final = 120
"""Who has not acted for longer is not told what happened since: the log is."""

BEHIND: Final = 80
"""Who is further behind is not led through every position, but to the present."""


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
    who, table = await met(request, name)

    def make(table: Table) -> Response:
        return page(request, "table.html", **table_context(request, table, who))

    return await answered(request, table, make, long=True)


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
    """The table without the page round it, to be morphed into place; with ?after= the position that followed that ply.

    Whoever wants to see the moves of bots one by one asks for them so, until the answer is the present.
    """
    name = request.path_params["id"]
    who, table = await met(request, name)
    given = request.query_params.get("after")
    shown = None if given is None else number(given, "after")

    def make(table: Table) -> Response:
        ply = table.ply if shown is None else following(table.match.log, shown)
        return fragment(request, table, who) if ply == table.ply else passing(request, table, who, ply)

    return await answered(request, table, make, long=True)


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
    who, table = await met(request, name)
    seat = who.own(table, seat)
    if what == "act":
        played = Action.from_json({**(action or {}), "seat": seat})
        table = await service(request).act(name, seat, played, ply, rev, opened=True)
    elif what == "undo":
        table = await service(request).undo(name, who.seats, ply, rev, to)
    elif what == "redo":
        table = await service(request).redo(name, who.seats, ply, rev)
    else:
        raise Malformed("do", "expected act, undo or redo")
    return await answered(request, table, lambda table: fragment(request, table, who), long=True)


# --- who sees what ---------------------------------------------------------------------------------------


def table_context(request: Request, table: Table, who: Caller) -> dict[str, Any]:
    """Everything that fragment.html needs for this visitor."""
    seat, next_up = shown_seat(table, who, wanted(request, who))
    scene = turned(request, scene_of(table, who, seat, language(request)))
    drawn = table_for(table.match.header.game)
    curtain = _curtain(table, who, next_up) if next_up is not None else None
    return {
        "scene": scene,
        "table": drawn,
        **parted(drawn.parts(scene), table.id),
        "pick": drawn.forced(scene),
        "rev": table.rev,
        "over": table.match.over,
        "curtain": curtain,
        "match": table.id,
        "frozen": table.frozen,
        "timed": table.pace is not None and not table.match.over,
        "guide": lesson(table, language(request)) if LEARNER in who.seats else None,
        "origin": table.origin,
        "own_branch": table.own_branch(who.seats),
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
    table: Table,
    who: Caller,
    seat: int | None,
    lang: str,
    ply: int | None = None,
    lines: range | None = None,
    *,
    passing: bool = False,
) -> Scene:
    """What a visitor sees of the present, or with `ply` of the past, where nothing can be done.

    With it come some `lines` of the log, the latest ones unless told. `passing` shows the past as it was when it was
    the present: with nothing that came later, and with what was new then.
    """
    match, say, acting = table.match, translator(lang), ply is None
    last = ply if passing and ply is not None else match.ply
    view = match.view(seat, ply)
    state = match.at(match.ply if ply is None else ply)
    now = match.view(seat)
    lines = range(max(0, last - LINES), last) if lines is None else lines
    told = _told(table, now, lang, lines)
    since = _told(table, now, lang, range(_since(match.log, seat, last) if acting or passing else last, last))
    waiting = [seat for seat in match.game.owing(state) if seat >= 0]
    return Scene(
        view=view,
        names=tuple(table.names),
        say=say,
        match=table.id,
        bots=tuple(
            bot and bot_label(match.header.game, bot, lang) for bot in map(table.bot_of, range(len(table.names)))
        ),
        stood_in={at: one.why or "" for at, one in table.stand_ins.items()},
        advised=acting and seat in waiting and offered(table, who.seats),
        waiting=tuple(waiting),
        held=who.seats,
        undo=_undo(table, who, last) if (acting or passing) and seat is not None else (),
        redo=acting and seat is not None and table.redoable(who.seats),
        acting=acting,
        passing=passing,
        told=told,
        gists=table.gists(now, lang),
        since=since,
        changed=frozenset().union(*(one.line.changed for one in since)),
        last=last,
        next=table.next,
        rounds=tuple(table.rounds(seat)) if match.over and view.ply == match.ply else (),
    )


def turned(request: Request, scene: Scene) -> Scene:
    """The scene for a visitor who may have turned the map: what is written on it has to be placed for that."""
    return replace(scene, turn=turn_of(request))


def _undo(table: Table, who: Caller, last: int) -> tuple[int, ...]:
    """The plies to which a visitor may go back from the present, of those before a shown one."""
    return tuple(ply for ply in table.undoable(who.seats) if ply < last)


def _told(table: Table, view: View[Any], lang: str, plies: range) -> tuple[Told, ...]:
    lines = table.told(view, lang, plies.start, plies.stop)
    return tuple(Told(at + 1, view.trail[at].seat, line) for at, line in zip(plies, lines, strict=True))


def _since(log: Sequence[Action], seat: int | None, last: int) -> int:
    """The ply after the latest action of a seat before `last`; that one where it was long ago, or never."""
    for ply in range(last - 1, max(-1, last - 1 - SINCE), -1):
        if log[ply].seat == seat:
            return ply + 1
    return last


def fragment(request: Request, table: Table, who: Caller) -> Response:
    """The table alone, to be morphed into place."""
    return _fragment(request, table_context(request, table, who))


def _fragment(request: Request, context: dict[str, Any]) -> Response:
    """A table without the parts that the page has."""
    same = on_page(request, context["versions"])
    return no_store(HTMLResponse(render(language(request), FRAGMENT, **{**context, "same": same})))


def following(log: Sequence[Action], ply: int) -> int:
    """The next position worth a look after a ply: chance is not stopped at, and who is far behind sees the present."""
    last = len(log)
    if not 0 <= last - ply <= BEHIND:
        return last
    ply = min(ply + 1, last)
    while ply < last and log[ply].seat == CHANCE:
        ply += 1
    return ply


def passing(request: Request, table: Table, who: Caller, ply: int) -> Response:
    """The table as it stood a few moves ago, on the way to the present; it says how far that is."""
    seat = eyes(request, table, who)
    scene = turned(request, scene_of(table, who, seat, language(request), ply, passing=True))
    drawn = table_for(table.match.header.game)
    behind = sum(action.seat != CHANCE for action in table.match.log[ply:])
    said = {"behind": behind, "awaited": seat is not None and seat in table.match.waiting(), "rev": table.rev - behind}
    rest = {"pick": "", "over": False, "curtain": None, "match": table.id, "frozen": table.frozen, "guide": None}
    return _fragment(request, {"scene": scene, "table": drawn, **parted(drawn.parts(scene), table.id), **said, **rest})


def _curtain(table: Table, who: Caller, seat: int) -> Curtain:
    """The next player may take the screen; who played before may take an action back."""
    names, match = table.names, table.match
    latest = [(match.log[ply].seat, ply) for ply in table.undoable(who.seats)[:1]]
    return Curtain(seat, names[seat], tuple(Regret(other, names[other], ply) for other, ply in latest))
