"""Bodies as a well-meaning program would send them, made from the description of the API and the forms of the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from stellwerk.server.openapi import document
from stellwerk.server.schemas_pages import BODIES, FORMS

JSON = "application/json"
KINDS = ("place", "pass", "bid", "buy", "finish", "lay_track", "run", "pass-unless", "bid-up-to")
WORDS: Mapping[str, Sequence[Any]] = {
    "kind": KINDS,
    "args": ([], [3], ["PRR", "H12", "57", 0], [["H12", "G13"]], {}, {"most": 100}),
    "body": ("Hello", "Moin\nmoin", "x" * 400),
    "code": ("abcde-fghij-kmnpq-rstuv", "ABCDE FGHIJ"),
    "company": ("PRR", "B&O", None),
    "steps": (
        [],
        [["lay", "PRR", "H12", "57", 0]],
        [["city", "PRR", "H12", "1"]],
        [["city", "PRR", "H12", "x"]],
        [["train", "PRR", "2"], ["lay", "PRR", "G13"], []],
    ),
    "talk": ("players", "all", "off", None),
    "name": ("Eve", "Zoë", None),
    "bot": (None, None, None, None, "random"),
    "key": ("one", "two", None),
    "preset": ("standard", None),
    "options": ({}, {"start_layout": "fixed"}, {"seating": "free"}),
    "muted": ([], [1], [0, 1, 2]),
    "sit": ("1",),
}
"""Fields whose schema says less than a program knows."""


@dataclass
class Known:
    """Things on the server that a body can speak of, by the name of a field."""

    values: Mapping[str, Sequence[Any]]

    def of(self, name: str) -> Sequence[Any]:
        return self.values.get(name) or WORDS.get(name) or ()


@cache
def bodies() -> dict[str, Any]:
    """The schema of the JSON that each address takes."""
    described = {
        path: methods["post"]["requestBody"]["content"][JSON]["schema"]
        for path, methods in document()["paths"].items()
        if "requestBody" in methods.get("post", {})
    }
    return {**described, **BODIES}


def fields(template: str) -> dict[str, str]:
    """A form as browsers send it, for the addresses that take one."""
    return {name: str((WORDS.get(name) or ("x",))[0]) for name in FORMS[template]["properties"]}


def body(rng: Random, template: str, known: Known, *, whole: bool = False) -> Any:
    """A body for an address; with `whole` each field that may be there is."""
    return _value(rng, "", bodies()[template], known, 1.0 if whole else 0.7)


def _value(rng: Random, name: str, schema: Any, known: Known, share: float) -> Any:
    schema = _resolved(schema)
    if "enum" in schema or "const" in schema:
        return rng.choice(schema.get("enum") or [schema["const"]])
    if known.of(name):
        return rng.choice(known.of(name))
    if "anyOf" in schema:
        some = [one for one in schema["anyOf"] if one.get("type") != "null"]
        return _value(rng, name, rng.choice(some), known, share) if share == 1.0 or rng.random() < 0.8 else None
    kinds = schema.get("type", "string")
    kind = rng.choice(kinds) if isinstance(kinds, list) else kinds
    match kind:
        case "object":
            return _object(rng, schema, known, share)
        case "array":
            return [_value(rng, "", schema.get("items", {}), known, share) for _ in range(rng.randrange(1, 4))]
        case "integer":
            return rng.randrange(-1, 60)
        case "boolean":
            return rng.random() < 0.5
    return rng.choice(("x", "H12", "1830"))


def _object(rng: Random, schema: Any, known: Known, share: float) -> dict[str, Any]:
    needed = schema.get("required", ())
    return {
        name: _value(rng, name, inner, known, share)
        for name, inner in schema.get("properties", {}).items()
        if name in needed or rng.random() < share
    }


def _resolved(schema: Any) -> Any:
    while "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema
