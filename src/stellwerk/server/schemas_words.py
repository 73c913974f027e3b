"""The forms of standing orders, notes and messages, as JSON Schema."""

from __future__ import annotations

from typing import Final

from stellwerk.core.action import Json
from stellwerk.core.matchfile import MOST_SEATS
from stellwerk.server.names import MESSAGE, NOTE, SPARE
from stellwerk.server.schemas import BOOLEAN, INTEGER, STRING, array, maybe, record, text
from stellwerk.server.store.events import KINDS

OF_SEAT: Final[dict[str, Json]] = {
    "seat": {**maybe(INTEGER), "description": "Which own seat, for callers who hold several."}
}
VALUE: Final[Json] = {"type": ["integer", "string", "boolean", "array"]}
NAMED: Final[Json] = record({"id": STRING, "name": STRING})
ORDER_FIELD: Final[Json] = record(
    {"field": {"enum": ["pick", "amount", "flag"]}, "id": STRING, "name": STRING, "usual": VALUE},
    {"values": array(NAMED), "many": BOOLEAN, "lo": INTEGER, "hi": INTEGER},
)
GIVEN: Final[Json] = record(
    {
        "number": INTEGER,
        "kind": STRING,
        "args": {"type": "object"},
        "state": {"enum": ["active", "paused", "ended"]},
        "name": STRING,
        "about": STRING,
        "stops": array(STRING),
        "why": {**maybe(STRING), "description": "Why it does not act any more."},
        "acts": {**INTEGER, "description": "How often it has acted."},
    }
)
NOTED: Final[Json] = record({"seat": INTEGER, "body": STRING, "version": INTEGER, "changed": INTEGER})
SCHEMAS: Final[dict[str, Json]] = {
    "Orders": record(
        {
            "seat": INTEGER,
            "ply": INTEGER,
            "rev": INTEGER,
            "orders": array(GIVEN),
            "kinds": array(record({"kind": STRING, "name": STRING, "fields": array(ORDER_FIELD)})),
        },
        about="The standing orders of a seat, the latest first, and those that it can give now.",
    ),
    "NewOrder": record({"kind": STRING}, {**OF_SEAT, "args": maybe({"type": "object"})}),
    "OfSeat": record({}, OF_SEAT),
    "Note": NOTED,
    "NewNote": record({"body": text(NOTE), "version": {**INTEGER, "description": "The version it replaces."}}, OF_SEAT),
    "Messages": record(
        {
            "seat": maybe(INTEGER),
            "readers": {"enum": ["players", "all"]},
            "heard": maybe(INTEGER),
            "muted": array(INTEGER),
            "messages": array(
                record({"number": INTEGER, "seat": INTEGER, "name": STRING, "body": STRING, "created": INTEGER})
            ),
        }
    ),
    "TableRecord": record(
        {
            "record": array(
                record(
                    {
                        "number": INTEGER,
                        "kind": {"enum": list(KINDS)},
                        "seat": {**INTEGER, "description": "The seat that it is about."},
                        "ply": {**INTEGER, "description": "Where the match stood after it."},
                        "created": INTEGER,
                        "text": STRING,
                        "more": {**array(STRING), "description": "The actions that an undo took back, in words."},
                    }
                )
            )
        },
        about="What happened at a table beside the game, in its order.",
    ),
    "NewMessage": record(
        {"body": text(SPARE * MESSAGE)},
        {**OF_SEAT, "key": {**maybe(text(64)), "description": "Of two messages with the same key one is kept."}},
    ),
    "Said": record({"number": INTEGER}),
    "Hear": record(
        {}, {**OF_SEAT, "heard": maybe(INTEGER), "muted": maybe({**array(INTEGER), "maxItems": MOST_SEATS})}
    ),
    "Heard": record({"seat": INTEGER, "heard": INTEGER, "muted": array(INTEGER)}),
}
