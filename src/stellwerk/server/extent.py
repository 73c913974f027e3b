"""How much the body of a request may hold: its schema says so, field by field.

A body is held against it before anybody looks at what is in it, so that no check, search or sort ever meets more than
a request can be worth. Where a schema names no bound the usual ones hold. Whether a value is of the right kind is
for its reader to check.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed
from stellwerk.server.openapi import OPERATIONS, schemas
from stellwerk.server.schemas import ref
from stellwerk.server.schemas_pages import BODIES

TEXT: Final = 200
"""Characters of a text, and of the name of a field."""

ENTRIES: Final = 200
"""Entries of a list or an object."""

VALUES: Final = 5_000
"""Values in a body, all together."""

DEEPEST: Final = 8
"""Lists and objects within each other."""

LARGEST: Final = 10**18
"""No number is so large: longer ones could not even be written back."""

KINDS: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}

Part: TypeAlias = tuple[Json, Json, str, int]
"""A value, its schema, where it stands and how deep."""

TAKEN: Final[dict[str, Json]] = {one.path: ref(one.takes) for one in OPERATIONS if one.takes} | BODIES
"""The schema of the body for each address that takes one."""


def check_body(data: Json, path: str) -> None:
    """Refuse what is larger than the schema of an address allows."""
    left = VALUES
    open_: list[Part] = [(data, TAKEN.get(path, {}), "", 0)]
    while open_:
        value, schema, where, depth = open_.pop()
        if isinstance(value, str):
            _check(len(value), meant(schema, value).get("maxLength", TEXT), where, "a text has at most %d characters")
        elif isinstance(value, dict | list):
            if depth > DEEPEST:
                raise Malformed(where or "body", f"nested deeper than {DEEPEST}")
            left -= len(value)
            schema = meant(schema, value)
            most = schema.get("maxItems" if isinstance(value, list) else "maxProperties", ENTRIES)
            _check(len(value), most, where, "at most %d entries")
            if left < 0:
                raise Malformed(where or "body", f"more than {VALUES} values in all")
            open_ += _inner(value, schema, where, depth + 1)
        elif type(value) is int and not -LARGEST < value < LARGEST:
            raise Malformed(where or "body", "an integer has at most 18 digits")


def _inner(value: dict[str, Json] | list[Json], schema: Json, where: str, depth: int) -> list[Part]:
    """What stands in a list or an object, each with its schema and where it is."""
    if isinstance(value, list):
        each = schema.get("items", {})
        return [(item, each, f"{where}[{at}]", depth) for at, item in enumerate(value)]
    known, others = schema.get("properties", {}), schema.get("additionalProperties") or {}
    for key in value:
        _check(len(key), TEXT, where, "the name of a field has at most %d characters")
    return [(item, known.get(key, others), f"{where}.{key}".lstrip("."), depth) for key, item in value.items()]


def meant(schema: Json, value: Json) -> Any:
    """The alternative of a schema that a value is meant to be; of objects one whose needed fields are there."""
    while True:
        if "$ref" in schema:
            schema = schemas()[schema["$ref"].rpartition("/")[2]]
        elif "anyOf" in schema:
            schema = next((one for one in schema["anyOf"] if _fits(meant(one, value), value)), {})
        else:
            return schema


def _fits(schema: Json, value: Json) -> bool:
    kinds = schema.get("type", ())
    named = [kinds] if isinstance(kinds, str) else kinds
    if named and not any(isinstance(value, KINDS[one]) for one in named):
        return False
    return not isinstance(value, dict) or all(key in value for key in schema.get("required", ()))


def _check(size: int, most: int, where: str, problem: str) -> None:
    if size > most:
        raise Malformed(where or "body", problem % most)
