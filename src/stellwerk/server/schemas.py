"""The forms of what the API takes and gives, as JSON Schema."""

from __future__ import annotations

from typing import Final

from stellwerk.core.action import Json
from stellwerk.core.matchfile import MOST_SEATS
from stellwerk.server.errors import KINDS
from stellwerk.server.names import RAW

INTEGER: Final = {"type": "integer"}
STRING: Final = {"type": "string"}
BOOLEAN: Final = {"type": "boolean"}
NULL: Final = {"type": "null"}


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Json) -> Json:
    return {"type": "array", "items": items}


def text(most: int) -> Json:
    """A text of at most so many characters."""
    return {"type": "string", "maxLength": most}


def maybe(schema: Json) -> Json:
    return {"anyOf": [schema, NULL]}


def record(needed: dict[str, Json], optional: dict[str, Json] | None = None, about: str = "") -> Json:
    """An object with exactly these fields."""
    schema: dict[str, Json] = {
        "type": "object",
        "properties": {**needed, **(optional or {})},
        "required": list(needed),
        "additionalProperties": False,
    }
    return {"description": about, **schema} if about else schema


def mapping(values: Json) -> Json:
    return {"type": "object", "additionalProperties": values}


NAME: Final = text(RAW)
"""What somebody calls themselves or a match, before blanks are taken away."""

CODE: Final = text(1000)
"""A code as somebody has typed it; what can be no sign of one does not count."""

ARGUMENT: Final = {"description": "An integer, a string, or a list of such.", "type": ["integer", "string", "array"]}
CHAIR: Final = {"seat": INTEGER, "name": STRING, "bot": maybe(STRING)}
PACE: Final = {"kind": STRING, "seconds": INTEGER, "increment": INTEGER, "zero": STRING}
WHEN: Final = {"ply": {**INTEGER, "description": "The ply of the position that the caller saw."}}
WHICH: Final = {
    "rev": {**maybe(INTEGER), "description": "The rev of that position; if given it must still be the present one."},
    "seat": {**maybe(INTEGER), "description": "For callers who hold several seats."},
}

SCHEMAS: Final[dict[str, Json]] = {
    "Problem": record(
        {
            "error": {"enum": sorted({kind.code for kind in KINDS.values()} | {"http"})},
            "text": {**STRING, "description": "What a person reads, in the caller's language."},
            "rule": {**maybe(STRING), "description": "The rule of the game that forbids it, if one does."},
            "data": {"type": "object", "description": "What a program may want to know."},
        },
    ),
    "Action": record(
        {"kind": STRING, "args": array(ARGUMENT)},
        {"seat": {**maybe(INTEGER), "description": "-1 is chance. In a request only for who holds several seats."}},
    ),
    "Logged": record({"seat": INTEGER, "kind": STRING, "args": array(ARGUMENT)}),
    "Choice": record(
        {"seat": INTEGER, "kind": STRING, "args": array({})},
        about="An action whose arguments are values, or objects with `hole` that say which values fit.",
    ),
    "Result": record(
        {
            "scores": array(INTEGER),
            "winners": array(INTEGER),
            "reason": STRING,
            "sums": array(array(record({"label": STRING, "number": INTEGER, "each": INTEGER, "points": INTEGER}))),
        },
    ),
    "View": record(
        {
            "game": STRING,
            "options": mapping(STRING),
            "seats": INTEGER,
            "seat": maybe(INTEGER),
            "ply": INTEGER,
            "state": {"type": "object", "description": "The position; its fields are those of the game."},
            "choices": array(ref("Choice")),
            "log": array(ref("Logged")),
            "result": maybe(ref("Result")),
        },
        about="All that a seat (null: a spectator) may know at a ply.",
    ),
    "Table": record(
        {
            "id": STRING,
            "ply": {**INTEGER, "description": "Actions behind the present position; an undo makes it smaller."},
            "rev": {**INTEGER, "description": "Changes of the match so far; only grows."},
            "over": BOOLEAN,
            "next": {**maybe(STRING), "description": "The match that was begun at this table afterwards."},
            "label": {**maybe(STRING), "description": "The name of a branch, if it has one."},
            "parent": {
                **maybe(record({"id": STRING, "ply": INTEGER})),
                "description": "The match from which this one was branched, and where.",
            },
            "frozen": {
                **maybe(record({"rules_version": INTEGER, "known": INTEGER, "lost": INTEGER})),
                "description": "Set where the match was played by other rules than the server knows.",
            },
            "seats": array(record(CHAIR)),
            "held": {**array(INTEGER), "description": "The seats that the caller holds."},
            "waiting": {**array(INTEGER), "description": "The seats that owe a choice."},
            "undoable": {**array(INTEGER), "description": "The plies to which the caller may go back."},
            "redoable": BOOLEAN,
            "since": {**INTEGER, "description": "How many actions `told` and the log of the view leave out."},
            "told": {**array(STRING), "description": "The log of the view in words."},
            "followed": {
                **array(array(STRING)),
                "description": "For each action of `told` what followed from it, in words.",
            },
            "view": ref("View"),
        },
    ),
    "Created": record(
        {
            "id": STRING,
            "seats": array(
                record({**CHAIR, "token": {**maybe(STRING), "description": "Null where the earlier token goes on."}})
            ),
            "invitations": {**array(ref("NewInvitation")), "description": "To each free seat, told this once."},
        },
    ),
    "Token": record({"seat": INTEGER, "token": STRING}),
    "Seats": record(
        {
            "seats": array(
                record(
                    {
                        **CHAIR,
                        "state": {"enum": ["own", "taken", "free", "bot"]},
                        "until": {**maybe(INTEGER), "description": "When the invitation to it ends, if there is one."},
                        "vacant": {
                            **BOOLEAN,
                            "description": "Whether its player has been away for so long that others may be invited.",
                        },
                        "stood_in": {**BOOLEAN, "description": "Whether a bot plays for who has it."},
                    }
                )
            )
        },
    ),
    "Code": record({"code": {**CODE, "description": "Signs that are none of a code's, and case, do not count."}}),
    "NewInvitation": record(
        {
            "seat": INTEGER,
            "code": STRING,
            "link": {**STRING, "description": "The address of the page that takes it; the code stands behind the #."},
            "until": {**INTEGER, "description": "When it ends, in seconds since 1970."},
        },
    ),
    "Invitation": record(
        {
            "game": STRING,
            "title": STRING,
            "seat": INTEGER,
            "name": STRING,
            "seats": array(record(CHAIR)),
            "until": INTEGER,
        },
    ),
    "Join": record({"code": CODE}, {"name": {**maybe(NAME), "description": "Another name for the seat."}}),
    "Joined": record(
        {"seat": INTEGER, "token": {**maybe(STRING), "description": "Null for a browser, which has its cookie."}}
    ),
    "Left": record({"seat": INTEGER}),
    "StandIn": record({"seat": INTEGER, "bot": {**STRING, "description": "How the bot is called."}}),
    "Advice": record(
        {
            "advice": array(
                record(
                    {
                        "action": ref("Action"),
                        "text": {**STRING, "description": "The action in words."},
                        "worth": {**INTEGER, "description": "What the score is expected to become by it."},
                        "score": {**STRING, "description": "The same as the game writes it, in its money or points."},
                        "reasons": array(STRING),
                    }
                )
            )
        },
        about="What a bot would do, the best first.",
    ),
    "Recovered": record({"matches": {**INTEGER, "description": "How many of the visitor's matches are listed now."}}),
    "SignOut": record({}, {"others": {**maybe(BOOLEAN), "description": "All other browsers instead of this one."}}),
    "NewMatch": {
        "anyOf": [
            record(
                {"game": STRING, "seats": {**array(ref("NewSeat")), "maxItems": MOST_SEATS}},
                {
                    "options": maybe(mapping(STRING)),
                    "preset": maybe(STRING),
                    "talk": {**maybe(STRING), "description": "Who reads messages: players, all, or off for nobody."},
                    "clock": maybe(ref("Pace")),
                    "hints": {
                        **maybe(BOOLEAN),
                        "description": "Whether players may ask a bot for advice although others play.",
                    },
                },
            ),
            record({"file": {"anyOf": [ref("MatchFile"), ref("Record")]}}),
        ]
    },
    "Pace": record(
        {
            "kind": {"enum": ["move", "bank"], "description": "Time for each turn, or for the whole match."},
            "seconds": INTEGER,
        },
        {
            "increment": {**maybe(INTEGER), "description": "Seconds that each turn adds to a bank."},
            "zero": {
                **maybe({"enum": ["bot", "pass"]}),
                "description": "When time is used up a bot plays until its player is back, or the turn is passed.",
            },
        },
    ),
    "Clock": record(
        {
            "clock": maybe(
                record(
                    {
                        **PACE,
                        "left": {**array(maybe(INTEGER)), "description": "Seconds by seat; null for bots."},
                        "running": {**array(INTEGER), "description": "The seats whose clocks run."},
                        "stand_ins": {**array(INTEGER), "description": "The seats for which a bot plays."},
                    }
                )
            )
        }
    ),
    "NewSeat": record(
        {},
        {
            "name": maybe(NAME),
            "bot": maybe(STRING),
            "free": {**maybe(BOOLEAN), "description": "Nobody has it until somebody accepts the invitation to it."},
        },
    ),
    "Act": record({**WHEN, "action": ref("Action")}, {"rev": WHICH["rev"]}),
    "Check": record({"action": ref("Action")}),
    "Checked": record(
        {
            "told": {**STRING, "description": "How the log would tell it."},
            "preview": {"type": "object", "description": "What the game's table shows before it is done."},
        },
        about="An action that is legal now.",
    ),
    "Undo": record(
        WHEN, {**WHICH, "to": {**maybe(INTEGER), "description": "One of `undoable`; else the latest own action."}}
    ),
    "Redo": record(WHEN, WHICH),
    "Branch": record({"ply": INTEGER}, {"seat": WHICH["seat"], "label": maybe(NAME)}),
    "Label": record({}, {"label": {**maybe(NAME), "description": "Null takes the name away."}}),
    "Called": record({"id": STRING, "label": maybe(STRING)}),
    "Deleted": record(
        {"id": STRING, "parent": {**maybe(STRING), "description": "Null where it is gone."}, "ply": INTEGER}
    ),
    "Nothing": record({}),
    "MatchFile": {"type": "object", "description": "A match file as docs/formats.md describes it."},
    "Record": {"type": "object", "description": "A record of 18xx.games as docs/interop.md describes it."},
    "Games": record(
        {
            "games": array(
                record(
                    {
                        "id": STRING,
                        "name": STRING,
                        "summary": maybe(STRING),
                        "rules_version": INTEGER,
                        "rules": {**INTEGER, "description": "How many rules there are."},
                        "seats": {**array(INTEGER), "description": "For how many players it is."},
                        "options": array(ref("Option")),
                        "presets": array(ref("Preset")),
                        "bots": array(STRING),
                        "notices": array(STRING),
                    }
                )
            )
        },
    ),
    "Option": record(
        {
            "id": STRING,
            "name": STRING,
            "about": maybe(STRING),
            "default": STRING,
            "rule": STRING,
            "kind": {**STRING, "enum": ["one_of", "switch", "number"]},
            "values": array(record({"id": STRING, "name": STRING})),
            "needs": array(ref("Condition")),
            "excludes": array(ref("Condition")),
        },
    ),
    "Condition": record(
        {"when": array(STRING), "option": STRING, "values": array(STRING), "rule": STRING},
        about="If the option has a value of `when`, the other `option` must have (or must not have) one of `values`.",
    ),
    "Preset": record(
        {"id": STRING, "name": maybe(STRING), "about": maybe(STRING), "options": mapping(STRING)},
        about="A named set of options, listing what differs from the defaults; the first is the standard.",
    ),
    "Rules": record(
        {
            "game": STRING,
            "name": STRING,
            "rules_version": INTEGER,
            "rules": array(record({"id": STRING, "kind": STRING, "title": STRING, "text": STRING})),
        },
    ),
}
