"""The JSON API: docs/http.md tells it to people, openapi.py to programs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import Any, Final

import orjson
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.bots.registry import bots_for
from stellwerk.core.action import Action, Json
from stellwerk.core.errors import Malformed
from stellwerk.core.match import Seat
from stellwerk.core.matchfile import RUNNING, dump, dump_seen, open_log, running_of, written
from stellwerk.core.options import Condition, Option, Preset
from stellwerk.core.registry import title, titles
from stellwerk.core.tell import tell
from stellwerk.core.title import Title
from stellwerk.server import branching, live
from stellwerk.server.answers import (
    LARGE,
    Answer,
    Items,
    answered,
    aside,
    fields,
    language,
    packed,
    read_object,
    service,
)
from stellwerk.server.api_clock import read_pace
from stellwerk.server.api_words import keep_policy, read_policy
from stellwerk.server.auth import COOKIE, Caller, caller, met, number, visitor, wanted_seat
from stellwerk.server.cookies import cookies
from stellwerk.server.errors import OtherRules, Secret
from stellwerk.server.imports import Imports
from stellwerk.server.limits import charge
from stellwerk.server.names import clean_name
from stellwerk.server.openapi import document
from stellwerk.server.sitting import Sitting, told_invitation
from stellwerk.server.table import Created, Table
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for

NONE: Final = type(None)
LOG: Final = 60
"""So many lines of the log are worded while others wait; more are long work."""


# --- matches ---------------------------------------------------------------------------------------------


async def create(request: Request) -> Response:
    """Begin a match, from scratch, from a match file or from a record of 18xx.games."""
    data = await read_object(request, LARGE)
    if "file" in data:
        (file,) = fields(data, file=dict)
        copied = running_of(file)
        charge(request, "importing")
        imports: Imports = request.app.state.imports
        header, log, checked = await imports.take(file)
        created = await service(request).take_over(header, log, checked=checked, copied=copied)
    else:
        game, options, preset, sitting, talk, clock, hints = fields(
            data,
            game=str,
            options=(dict, NONE),
            preset=(str, NONE),
            seats=list,
            talk=(str, NONE),
            clock=(dict, NONE),
            hints=(bool, NONE),
        )
        policy, pace = read_policy(talk), read_pace(clock)
        if not all(isinstance(value, str) for value in (options or {}).values()):
            raise Malformed("options", "expected strings")
        asked = [_seat(entry, place, language(request)) for place, entry in enumerate(sitting)]
        seats, free = [seat for seat, _ in asked], [place for place, (_, one) in enumerate(asked) if one]
        if free and all(one or seat.bot for seat, one in asked):
            raise Malformed("seats", "somebody has to be there who can invite to the free ones")
        if any(seat.bot for seat in seats):
            charge(request, "bots")
        chosen = title(game).resolve(options or {}, preset)
        created = await service(request).create_open(game, seats, chosen, free, pace, hints=bool(hints))
        await keep_policy(request, created.id, policy)
        return await _created(request, created, free)
    return await _created(request, created)


async def show(request: Request) -> Response:
    """The caller's view, of the present or with ?ply= of the past."""
    name = request.path_params["id"]
    who, table = await met(request, name)
    ply, since = _asked(request, "ply"), _asked(request, "since") or 0
    # Who reads a long log first has all of it worded.
    return await answered(
        request,
        table,
        lambda table: view_answer(request, table, who, wanted_seat(request, who, table), ply, since),
        long=table.unworded > since + LOG,
    )


async def act(request: Request) -> Response:
    name = request.path_params["id"]
    ply, rev, data = fields(await read_object(request), ply=int, rev=(int, NONE), action=dict)
    who, _, seat = await _actor(request, data.get("seat"))
    action = Action.from_json({**data, "seat": seat})
    return await service(request).answer(
        name, seat, action, ply, rev, lambda table: packed(request, view_answer(request, table, who, seat))
    )


async def check(request: Request) -> Response:
    """Whether an action would be legal now, and what would come of it; nothing is changed."""
    (data,) = fields(await read_object(request), action=dict)
    _, table, seat = await _actor(request, data.get("seat"))
    action = Action.from_json({**data, "seat": seat})
    return await answered(request, table, lambda table: _judged(table, seat, action, language(request)))


async def undo(request: Request) -> Response:
    name = request.path_params["id"]
    data = await read_object(request)
    ply, rev, to, wanted = fields(data, ply=int, rev=(int, NONE), to=(int, NONE), seat=(int, NONE))
    who, _, _ = await _actor(request, wanted)
    table = await service(request).undo(name, who.seats, ply, rev, to)
    return await answered(request, table, lambda table: view_answer(request, table, who, who.seat(table, wanted)))


async def redo(request: Request) -> Response:
    name = request.path_params["id"]
    ply, rev, wanted = fields(await read_object(request), ply=int, rev=(int, NONE), seat=(int, NONE))
    who, _, _ = await _actor(request, wanted)
    table = await service(request).redo(name, who.seats, ply, rev)
    return await answered(request, table, lambda table: view_answer(request, table, who, who.seat(table, wanted)))


async def branch(request: Request) -> Response:
    name = request.path_params["id"]
    ply, wanted, given = fields(await read_object(request), ply=int, seat=(int, NONE), label=(str, NONE))
    label = _label(given)
    who, table = await met(request, name)
    seat = who.seat(table, wanted)
    return await _created(request, await branching.branch(service(request), name, seat, ply, label, who.seats))


async def call(request: Request) -> Response:
    """Give an own branch another name; null takes its name away."""
    name = request.path_params["id"]
    (given,) = fields(await read_object(request), label=(str, NONE))
    label = _label(given)
    table = await branching.call(service(request), name, (await caller(request, name)).seats, label)
    return Answer({"id": name, "label": table.origin.label})


async def delete(request: Request) -> Response:
    """Delete an own branch for good; the answer says where it came from."""
    name = request.path_params["id"]
    fields(await read_object(request))
    who = await caller(request, name)
    origin = await branching.remove(service(request), name, who.seats, visitor(request))
    return Answer({"id": name, "parent": origin.parent, "ply": origin.ply})


async def again(request: Request) -> Response:
    name = request.path_params["id"]
    fields(await read_object(request))
    await _actor(request, None)
    return await _created(request, await service(request).again(name))


async def download(request: Request) -> Response:
    """The match as a file: of a running one no more than who asks may know."""
    name = request.path_params["id"]
    who = await caller(request, name)
    keys = await run_sync(service(request).store.seats.keys, name)
    people = {seat for seat, (_, person) in enumerate(keys) if person}
    wanted = _asked(request, "seat")

    def make(table: Table) -> Response:
        match = table.match
        if match.over:
            return _file(table, _copy(dump(match), table.id if table.help_after else None))
        if not who.seats:
            raise Secret
        seat = who.own(table, wanted)
        copied = table.id if table.fair.keeps_help_from(who.seats) else None
        # Round one screen there is nobody whose secrets would have to be kept. Who plays against bots alone gets the
        # whole log too, unless it tells what is in their hands.
        if people <= set(who.seats) and (len(people) > 1 or open_log(match, seat)):
            return _file(table, _copy(dump(match, seed=False), copied))
        # What is hidden is imagined from what is seen: the same file each time, whatever is hidden.
        seen = orjson.dumps(match.view(seat).to_json(), option=orjson.OPT_NON_STR_KEYS)
        return _file(table, _copy(dump_seen(match, seat, Random(seen)), copied))

    return await answered(request, name, make)


# --- games -----------------------------------------------------------------------------------------------


async def games(request: Request) -> Response:
    lang = language(request)
    headers = {"content-language": lang}
    return await aside(
        request, lambda: Answer({"games": [_game(known, lang) for known in titles().values()]}, headers=headers)
    )


async def rules(request: Request) -> Response:
    lang, known = language(request), title(request.path_params["game"])
    return await aside(request, lambda: Answer(_rules(known, lang), headers={"content-language": lang}))


async def openapi(request: Request) -> Response:
    return await aside(request, lambda: Answer(document()))


# --- inner parts -----------------------------------------------------------------------------------------


async def _actor(request: Request, wanted: Any) -> tuple[Caller, Table, int]:
    """Who acts, at which table, for which seat."""
    name = request.path_params["id"]
    if type(wanted) not in (int, NONE):
        raise Malformed("seat", "expected int or null")
    who, table = await met(request, name)
    return who, table, who.own(table, wanted)


async def _created(request: Request, created: Created, free: Collection[int] = ()) -> Response:
    """Tell the tokens of a new match and the invitations to its free seats; a browser holds the others of people."""
    if cookies(request).get(COOKIE):
        await service(request).claim_people(visitor(request), created)
    table = await service(request).open(created.id)
    tokens = created.tokens or ("",) * len(table.names)
    seats = [{**seat, "token": token or None} for seat, token in zip(_seats(table), tokens, strict=True)]
    location = {"location": f"/api/matches/{created.id}"}
    invitations = await _invited(request, created, free)
    return Answer({"id": created.id, "seats": seats, "invitations": invitations}, 201, location)


async def _invited(request: Request, created: Created, free: Collection[int]) -> list[Json]:
    """An invitation to each free seat of a new match, told this once."""
    sitting: Sitting = request.app.state.sitting
    host = Caller(tuple(seat for seat, token in enumerate(created.tokens) if token))
    made: list[Json] = []
    for seat in free:
        given = await sitting.invite(created.id, seat, host, await sitting.claims(created.id))
        if given is not None:
            made.append(told_invitation(created.id, seat, *given))
    return made


def _label(given: str | None) -> str | None:
    """The name that somebody gives a branch; an empty one is none."""
    return clean_name(given, "label") if given and given.strip() else None


def _asked(request: Request, key: str) -> int | None:
    """A number in the query of an address."""
    given = request.query_params.get(key)
    return None if given is None else number(given, key)


def view_answer(
    request: Request, table: Table, who: Caller, seat: int | None, ply: int | None = None, since: int = 0
) -> Response:
    """A seat's view. With `since` its log begins there, and what is told of it."""
    lang, match = language(request), table.match
    view = match.view(seat, ply)
    told = table.transcript(view, lang, since)
    body = {
        "id": table.id,
        "ply": table.ply,
        "rev": table.rev,
        "over": match.over,
        "next": table.next,
        "label": table.origin.label,
        "parent": table.origin.parent and {"id": table.origin.parent, "ply": table.origin.ply},
        "frozen": table.frozen and table.frozen.to_json(),
        "seats": _seats(table),
        "held": list(who.seats),
        "waiting": list(table.waiting()),
        "undoable": [] if seat is None else table.undoable(who.seats),
        "redoable": seat is not None and table.redoable(who.seats),
        "since": min(since, view.ply),
        "told": Items(told.told),
        "followed": Items(told.followed),
        "view": {**replace(view, log=()).to_json(written=True), "ply": view.ply, "log": Items(told.log)},
    }
    return Answer(body, headers={"content-language": lang})


def _judged(table: Table, seat: int, action: Action, lang: str) -> Response:
    match = table.match
    if frozen := table.frozen:
        raise OtherRules(frozen.header.rules_version, frozen.known)
    match.game.check(match.state, action)
    view = match.view(seat)
    scene = Scene(view=view, names=tuple(table.names), say=translator(lang))
    told = tell(match.game, table.names, view.state, action, lang)
    preview = table_for(match.header.game).preview(scene, action)
    return Answer({"told": told, "preview": preview}, headers={"content-language": lang})


def _copy(file: dict[str, Json], running: str | None) -> Json:
    """A match file that says of which running match without advice it is a copy: bots do not help in one of it."""
    return {**file, RUNNING: running} if running else file


def _file(table: Table, data: Json) -> Response:
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{table.match.header.game}-{table.id}.json"',
    }
    return Response(written(data), 200, headers, "application/json")


def _seats(table: Table) -> list[dict[str, Json]]:
    return [
        {"seat": number, "name": seat.name, "bot": seat.bot} for number, seat in enumerate(table.match.header.seats)
    ]


def _seat(entry: Json, place: int, lang: str) -> tuple[Seat, bool]:
    """A seat as it is asked for, and whether it is free for somebody; who gives no name gets one."""
    if not isinstance(entry, dict):
        raise Malformed(f"seats[{place}]", "expected an object with name and bot")
    name, bot, free = fields(entry, name=(str, NONE), bot=(str, NONE), free=(bool, NONE))
    if bot and free:
        raise Malformed(f"seats[{place}]", "a seat is a bot's or free")
    _ = translator(lang)
    person = _("Guest %(number)s", number=place + 1) if free else _("Player %(number)s", number=place + 1)
    usual = f"{bot.capitalize()} {place + 1}" if bot else person
    return Seat(usual if name is None else name, bot), bool(free)


def _rules(known: Title, lang: str) -> Json:
    listed = [
        {"id": rule.id, "kind": rule.kind, "title": rule.title[lang], "text": rule.text[lang]}
        for rule in known.rulebook
    ]
    return {"game": known.id, "name": known.name(lang), "rules_version": known.rules_version, "rules": listed}


def _game(known: Title, lang: str) -> Json:
    texts = known.texts
    return {
        "id": known.id,
        "name": known.name(lang),
        "summary": texts.say(lang, "summary") if texts.has("summary") else None,
        "rules_version": known.rules_version,
        "rules": len(known.rulebook),
        "seats": list(known.seats),
        "options": [_option(known, option, lang) for option in known.options],
        "presets": [_preset(known, preset, lang) for preset in known.presets],
        "bots": list(bots_for(known.id)),
        "notices": [texts.say(lang, notice) for notice in known.notices],
    }


def _option(known: Title, option: Option, lang: str) -> Json:
    return {
        "id": option.id,
        "name": known.texts.say(lang, f"option.{option.id}.name"),
        "about": option.about(known.texts, lang) or None,
        "default": option.default,
        "rule": option.rule,
        "kind": option.kind,
        "values": [{"id": value, "name": option.value_name(known.texts, lang, value)} for value in option.values],
        "needs": [_condition(condition) for condition in option.needs],
        "excludes": [_condition(condition) for condition in option.excludes],
    }


def _condition(condition: Condition) -> Json:
    return {
        "when": list(condition.when),
        "option": condition.option,
        "values": list(condition.values),
        "rule": condition.rule,
    }


def _preset(known: Title, preset: Preset, lang: str) -> Json:
    said = [known.texts.say(lang, key) if known.texts.has(key) else None for key in preset.texts]
    return {"id": preset.id, "name": said[0], "about": said[1], "options": dict(preset.options)}


routes: Final = [
    Route("/api/openapi.json", openapi, methods=["GET"]),
    Route("/api/games", games, methods=["GET"]),
    Route("/api/games/{game}/rules", rules, methods=["GET"]),
    Route("/api/matches", create, methods=["POST"]),
    Route("/api/matches/{id}", show, methods=["GET"]),
    Route("/api/matches/{id}/actions", act, methods=["POST"]),
    Route("/api/matches/{id}/check", check, methods=["POST"]),
    Route("/api/matches/{id}/undo", undo, methods=["POST"]),
    Route("/api/matches/{id}/redo", redo, methods=["POST"]),
    Route("/api/matches/{id}/branch", branch, methods=["POST"]),
    Route("/api/matches/{id}/label", call, methods=["POST"]),
    Route("/api/matches/{id}/delete", delete, methods=["POST"]),
    Route("/api/matches/{id}/again", again, methods=["POST"]),
    Route("/api/matches/{id}/events", live.events, methods=["GET"]),
    Route("/api/matches/{id}/file", download, methods=["GET"]),
]
