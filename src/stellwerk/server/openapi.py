"""The API for programs that read OpenAPI: every address, what it takes, and every status it answers."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from typing import Final, NamedTuple

from stellwerk import __version__
from stellwerk.core.action import Json
from stellwerk.server.schemas import INTEGER, SCHEMAS, STRING, ref
from stellwerk.server.schemas_words import SCHEMAS as WORDS

JSON: Final = "application/json"
BODY: Final = (400, 403, 413, 415)
"""How every address refuses that takes a body: malformed, foreign page, too large, not JSON."""


ANYWHERE: Final = (414, 429, 431)
"""How every address may refuse: too long an address, too often asked, too many headers."""

TROUBLE: Final[Json] = {
    "description": "The database cannot answer now, or too much waits (503, with Retry-After); "
    "or the match cannot be read any more (500)",
    "content": {JSON: {"schema": ref("Problem")}},
}


class Operation(NamedTuple):
    """An address and a method: the schema of its body, of its answer, and the statuses of its refusals."""

    method: str
    path: str
    name: str
    summary: str
    answer: str
    refusals: tuple[int, ...] = ()
    takes: str = ""
    status: int = 200
    query: tuple[str, ...] = ("lang",)
    media: str = JSON


QUERY: Final[dict[str, Json]] = {
    "lang": {"schema": {"enum": ["en", "de"]}, "description": "The language of texts, instead of Accept-Language."},
    "seat": {
        "schema": {"anyOf": [INTEGER, {"const": "none"}]},
        "description": "Whose view, for callers who hold several seats; `none` for what a spectator sees.",
    },
    "ply": {"schema": INTEGER, "description": "An earlier position instead of the present one."},
    "before": {"schema": INTEGER, "description": "Only what has a lower number."},
    "since": {"schema": INTEGER, "description": "Leave so many actions out of `told` and of the log of the view."},
}
MATCH: Final = "/api/matches/{id}"
SEAT: Final = f"{MATCH}/seats/{{seat}}"
ORDER: Final = f"{MATCH}/orders/{{number}}"
OPERATIONS: Final = (
    Operation("get", "/api/openapi.json", "openapi", "This description", "", query=()),
    Operation("get", "/api/games", "games", "The games that can be played here", "Games"),
    Operation("get", "/api/games/{game}/rules", "rules", "The rules of a game by number", "Rules", (404,)),
    Operation(
        "post",
        "/api/matches",
        "create",
        "Begin a match",
        "Created",
        (*BODY, 404, 422),
        takes="NewMatch",
        status=201,
    ),
    Operation(
        "get",
        MATCH,
        "show",
        "What the caller may know of a match",
        "Table",
        (400, 403, 404),
        query=("ply", "since", "seat", "lang"),
    ),
    Operation("post", f"{MATCH}/actions", "act", "Do something", "Table", (*BODY, 404, 409, 422), takes="Act"),
    Operation(
        "post",
        f"{MATCH}/check",
        "check",
        "Ask whether an action would be legal, and what would come of it",
        "Checked",
        (*BODY, 404, 409, 422),
        takes="Check",
    ),
    Operation("post", f"{MATCH}/undo", "undo", "Take something back", "Table", (*BODY, 404, 409), takes="Undo"),
    Operation("post", f"{MATCH}/redo", "redo", "Repeat what was undone", "Table", (*BODY, 404, 409), takes="Redo"),
    Operation(
        "post",
        f"{MATCH}/branch",
        "branch",
        "Begin another match from a position of this one",
        "Created",
        (*BODY, 404),
        takes="Branch",
        status=201,
    ),
    Operation("post", f"{MATCH}/label", "call", "Name an own branch", "Called", (*BODY, 404), takes="Label"),
    Operation(
        "post", f"{MATCH}/delete", "delete", "Delete an own branch for good", "Deleted", (*BODY, 404), takes="Nothing"
    ),
    Operation(
        "post",
        f"{MATCH}/again",
        "again",
        "Begin the next match at the same table, or find it",
        "Created",
        (*BODY, 404, 409),
        takes="Nothing",
        status=201,
    ),
    Operation(
        "post",
        f"{SEAT}/token",
        "renew",
        "Get another token for an own seat",
        "Token",
        (*BODY, 404),
        takes="Nothing",
        status=201,
    ),
    Operation("get", f"{MATCH}/seats", "seats", "Who has which seat", "Seats", (403, 404)),
    Operation(
        "post",
        f"{SEAT}/invitation",
        "invite",
        "Make an invitation to an own or a free seat; it replaces any earlier one",
        "NewInvitation",
        (*BODY, 404),
        takes="Nothing",
        status=201,
    ),
    Operation(
        "post",
        f"{SEAT}/withdraw",
        "withdraw",
        "Withdraw the invitation to a seat",
        "Seats",
        (*BODY, 404),
        takes="Nothing",
    ),
    Operation("post", f"{SEAT}/leave", "leave", "Give up an own seat", "Left", (*BODY, 404), takes="Nothing"),
    Operation("get", f"{MATCH}/clock", "clock", "How much time is left to whom", "Clock", (404,)),
    Operation(
        "get",
        f"{MATCH}/record",
        "record",
        "What happened at the table beside the game: undos, seats that changed hands, bots that stood in",
        "TableRecord",
        (400, 403, 404),
        query=("before", "lang"),
    ),
    Operation(
        "post",
        f"{SEAT}/return",
        "comeBack",
        "Take an own seat back from the bot that stands in",
        "Clock",
        (*BODY, 404, 409),
        takes="Nothing",
    ),
    Operation(
        "post",
        f"{SEAT}/stand-in",
        "handOver",
        "Let a bot play an own seat until it is taken back, or one that its player has left",
        "StandIn",
        (*BODY, 404, 409),
        takes="Nothing",
    ),
    Operation(
        "post",
        f"{MATCH}/advice",
        "advise",
        "What a bot would do at an own decision, and why",
        "Advice",
        (*BODY, 404, 409),
        takes="OfSeat",
    ),
    Operation(
        "post", f"{MATCH}/invitation", "invitation", "What a code invites to", "Invitation", (*BODY, 404), takes="Code"
    ),
    Operation("post", f"{MATCH}/join", "join", "Take a seat by an invitation", "Joined", (*BODY, 404), takes="Join"),
    Operation(
        "post",
        "/api/recovery",
        "offer",
        "Make a code by which another browser gets the matches of this one",
        "Code",
        BODY,
        takes="Nothing",
        status=201,
    ),
    Operation(
        "post",
        "/api/recovery/use",
        "recover",
        "Get the matches of the browser that made a code",
        "Recovered",
        BODY,
        takes="Code",
    ),
    Operation(
        "post",
        "/api/recovery/sign-out",
        "signOut",
        "Give this browser a fresh cookie, and sign it or all others out",
        "Nothing",
        BODY,
        takes="SignOut",
    ),
    Operation(
        "get",
        f"{MATCH}/events",
        "events",
        "Hear when something happens",
        "",
        (403, 404, 429),
        query=(),
        media="text/event-stream",
    ),
    Operation(
        "get",
        f"{MATCH}/orders",
        "orders",
        "Standing orders of an own seat",
        "Orders",
        (403, 404),
        query=("seat", "lang"),
    ),
    Operation(
        "post",
        f"{MATCH}/orders",
        "order",
        "Give a standing order",
        "Orders",
        (*BODY, 404, 409),
        takes="NewOrder",
        status=201,
    ),
    Operation(
        "post", f"{ORDER}/revoke", "revokeOrder", "Revoke a standing order", "Orders", (*BODY, 404), takes="OfSeat"
    ),
    Operation(
        "post", f"{ORDER}/resume", "resumeOrder", "Let an order act again", "Orders", (*BODY, 404, 409), takes="OfSeat"
    ),
    Operation(
        "get", f"{MATCH}/notes", "notes", "Private notes of an own seat", "Note", (403, 404), query=("seat", "lang")
    ),
    Operation("post", f"{MATCH}/notes", "writeNotes", "Write them anew", "Note", (*BODY, 404, 409), takes="NewNote"),
    Operation(
        "get",
        f"{MATCH}/messages",
        "messages",
        "What was said at the table",
        "Messages",
        (403, 404),
        query=("since", "seat", "lang"),
    ),
    Operation(
        "post",
        f"{MATCH}/messages",
        "say",
        "Say something to the others at the table",
        "Said",
        (*BODY, 404),
        takes="NewMessage",
        status=201,
    ),
    Operation(
        "post",
        f"{MATCH}/messages/heard",
        "hear",
        "Note what is read, and whom not to hear",
        "Heard",
        (*BODY, 404),
        "Hear",
    ),
    Operation("get", f"{MATCH}/file", "download", "The match file, once it is over", "MatchFile", (403, 404)),
)


@cache
def schemas() -> dict[str, Json]:
    """All named schemas."""
    return {**SCHEMAS, **WORDS}


@cache
def document() -> Json:
    """The whole description."""
    paths: dict[str, dict[str, Json]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stellwerk",
            "version": __version__,
            "description": "Railway board games with every rule enforced. docs/http.md tells it with examples.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "The token of a seat."},
                "visitor": {"type": "apiKey", "in": "cookie", "name": "stellwerk"},
            },
        },
        "security": [{}, {"token": []}, {"visitor": []}],
    }


def _described(operation: Operation) -> Json:
    in_path = re.findall(r"{(\w+)}", operation.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": STRING} for name in in_path]
    parameters += [{"name": name, "in": "query", **QUERY[name]} for name in operation.query]
    schema = ref(operation.answer) if operation.answer else {}
    responses = {str(operation.status): _response(operation.status, operation.media, schema)}
    responses |= {
        str(status): _response(status, JSON, ref("Problem")) for status in sorted({*operation.refusals, *ANYWHERE})
    }
    if operation.path.startswith(("/api/matches", "/api/recovery")):
        responses["5XX"] = TROUBLE
    described = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": parameters,
        "responses": responses,
    }
    if operation.takes:
        described["requestBody"] = {"content": {JSON: {"schema": ref(operation.takes)}}}
    return described


def _response(status: int, media: str, schema: Json) -> Json:
    return {"description": HTTPStatus(status).phrase, "content": {media: {"schema": schema}}}
