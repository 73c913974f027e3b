"""The record of a table in words: undos, seats that changed hands, bots that stood in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stellwerk.bots.registry import bot_label
from stellwerk.core.action import CHANCE, Action, Json, thaw
from stellwerk.core.match import Match
from stellwerk.core.tell import tell
from stellwerk.server.store import Entry
from stellwerk.server.store.clocks import LEFT, TIME
from stellwerk.server.store.events import GOT_UP, JOINED, REDONE, RETURNED, UNDONE, Event, Noted
from stellwerk.server.table import Table
from stellwerk.web.i18n import LANGUAGES, translator

LINES: Final = 12
"""So many actions of an undo are kept in words, the first ones."""


def event_of(match: Match, rows: Sequence[Entry]) -> Noted | None:
    """What the record says of rows that were added to a match, which is given as it was before."""
    if not rows or rows[0].kind == "play":
        return None
    seat = rows[0].body[0]
    who = {"name": match.header.seats[seat].name}
    if rows[0].kind == "redo":
        return REDONE, seat, who
    return UNDONE, seat, {**who, **_taken_back(match, rows[0].body[1], [row.body for row in rows[1:]])}


def _taken_back(match: Match, target: int, kept: Sequence[Json]) -> dict[str, Json]:
    """Actions that an undo back to a ply takes from a match, as a spectator may know them, in each language.

    What others did apart from it at the same time is `kept`, as rows have it, and not taken back.
    """
    game, names = match.game, [seat.name for seat in match.header.seats]
    gone = [ply for ply in range(target, match.ply) if match.log[ply].seat != CHANCE]
    plies = [ply for ply in gone if _body(match.log[ply]) not in kept]
    seen = [(game.view(match.at(ply), None), game.redact(match.log[ply], None, over=False)) for ply in plies[:LINES]]
    told: Json = {lang: [tell(game, names, state, action, lang) for state, action in seen] for lang in LANGUAGES}
    return {"from": match.ply, "to": target, "count": len(plies), "told": told}


def _body(action: Action) -> Json:
    return [action.seat, action.kind, thaw(action.args)]


def told_events(events: Sequence[Event], table: Table, lang: str) -> list[Json]:
    """A record as a player reads it, each event with a sentence, and for an undo what it took back."""
    return [
        {
            "number": one.number,
            "kind": one.kind,
            "seat": one.seat,
            "ply": one.ply,
            "created": int(one.created),
            "text": _sentence(one, table, lang),
            "more": list(one.body["told"].get(lang, [])) if one.kind == UNDONE else [],
        }
        for one in events
    ]


def _sentence(event: Event, table: Table, lang: str) -> str:
    _, body = translator(lang), event.body
    name = str(body["name"])
    if event.kind == UNDONE:
        if body["count"] == 1:
            return _("%(name)s took an action back.", name=name)
        return _("%(name)s took %(count)s actions back.", name=name, count=body["count"])
    if event.kind == REDONE:
        return _("%(name)s redid what had been undone.", name=name)
    if event.kind == JOINED:
        return _joined(event, name, table, lang)
    if event.kind == GOT_UP:
        return _("%(name)s has left the seat.", name=name)
    if event.kind == RETURNED:
        return _("%(name)s has taken the seat back from the bot.", name=name)
    return _stood_in(event, name, bot_label(table.match.header.game, body["bot"], lang), lang)


def _joined(event: Event, name: str, table: Table, lang: str) -> str:
    """Who has sat down, at whose invitation, and in whose place."""
    _, body = translator(lang), event.body
    by = body.get("by")
    if body.get("own"):
        if name == body["was"]:
            said = _("%(name)s has taken the seat, which was played in another browser until now.", name=name)
        else:
            said = _("%(name)s has taken over the seat that %(was)s gave away.", name=name, was=body["was"])
        known = _("Whoever played it before knows what was hidden in it.")
        return f"{said} {known}" if table.fair.secret else said
    if body["free"]:
        said = _("%(name)s has sat down.", name=name)
    else:
        said = _("%(name)s has taken over the seat of %(was)s, who was away.", name=name, was=body["was"])
    invited = _("The invitation came from %(by)s.", by=by)
    return f"{said} {invited}" if by else said


def _stood_in(event: Event, name: str, bot: str, lang: str) -> str:
    _, why = translator(lang), event.body["why"]
    if why == TIME:
        return _("%(name)s ran out of time, so a bot (%(bot)s) is standing in.", name=name, bot=bot)
    if why == LEFT:
        return _("A bot (%(bot)s) plays the seat that %(name)s has left.", name=name, bot=bot)
    return _("%(name)s let a bot (%(bot)s) stand in.", name=name, bot=bot)
