"""Requests of which one part grows: every field of every address, in each way in which something can be long."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from stellwerk.core.matchfile import KEYS
from stellwerk.server.openapi import document
from stellwerk.server.schemas_pages import FORMS
from tools.attack.bodies import Known, bodies, body, fields
from tools.attack.mutate import places
from tools.attack.wire import request
from tools.attack.world import addresses

MARKS = "\u0315\u0300"
"""Two marks that stand in the wrong order: putting n of them right takes n² steps."""

HOLE = "@hole@"
SMALL = (150, 600, 1900, 3900, 10_000, 60_000)
HEADERS = (150, 600, 2400, 7000, 15_500)
ADDRESS = (100, 390, 2400, 7800)
LARGE = (60_000, 500_000, 1_900_000)
"""Sizes in bytes: those of bodies, headers, addresses and files. Many bounds lie between the first ones."""


Made = Callable[[int], bytes]


class Growth(NamedTuple):
    """A way to be long: so many bytes of JSON."""

    name: str
    made: Made


class Case(NamedTuple):
    """A request that grows: its address, the field and the way, and how it is written for a number of bytes."""

    address: str
    where: str
    made: Made
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Scene:
    """Things on the server: a match, the cookie of the visitor who holds its seats, and values of fields."""

    match: str
    cookie: str
    game: str
    file: dict[str, Any]

    @property
    def known(self) -> Known:
        return Known({"game": [self.game], "match": [self.match], "file": [self.file], "seat": [0], "do": ["act"]})

    def path(self, template: str) -> str:
        values = {"id": self.match, "game": self.game, "seat": "0", "number": "1", "preset": "standard", "token": "x"}
        return re.sub(r"{(\w+)(?::\w+)?}", lambda hole: values[hole[1]], template)


def _text(unit: str) -> Made:
    return lambda size: ('"a' + unit * (size // len(unit.encode())) + '"').encode()


def _row(unit: bytes) -> Made:
    return lambda size: b"[" + b",".join([unit] * (size // (len(unit) + 1))) + b"]"


def _fields(size: int) -> bytes:
    return b"{" + b",".join(b'"k%d":0' % number for number in range(size // 9)) + b"}"


def _nested(size: int) -> bytes:
    return b"[" * (size // 2) + b"]" * (size // 2)


GROWTHS = (
    Growth("letters", _text("x")),
    Growth("marks", _text(MARKS)),
    Growth("escaped marks", _text("\\u0315\\u0300")),
    Growth("ligatures", _text("\ufdfa")),
    Growth("blanks", _text(" ")),
    Growth("lines", _text("a\\n")),
    Growth("backslashes", _text("\\\\")),
    Growth("digits", _text("1")),
    Growth("a number", lambda size: b"9" * size),
    Growth("decimals", lambda size: b"0." + b"9" * size),
    Growth("a list of numbers", _row(b"0")),
    Growth("a list of texts", _row(b'"x"')),
    Growth("a list of objects", _row(b"{}")),
    Growth("lists in a list", _nested),
    Growth("fields", _fields),
)
PAGES = ("lang", "seat", "ply", "rev", "from", "until", "after", "match", "mine", "who", "game", "page", "steps")
"""Parameters that the addresses of pages take."""

SIGNS = ("x", "\\", '"', ";", ",", " ", "=", "1", "%F0", "en,", "a=b; ", "; lang=x")
NAMES = (
    "Cookie",
    "Accept-Language",
    "Accept-Encoding",
    "Accept",
    "Authorization",
    "X-Forwarded-For",
    "X-Request-ID",
    "Content-Type",
    "If-None-Match",
    "If-Modified-Since",
    "Last-Event-ID",
    "Range",
    "Origin",
    "Host",
    "User-Agent",
)


def cases(scene: Scene) -> Iterator[Case]:
    """Every request that grows."""
    for template in sorted(bodies()):
        yield from _bodies(scene, template)
    for template in sorted(FORMS):
        yield from _forms(scene, template)
    yield from _files(scene)
    yield from _large(scene)
    yield from _headers(scene)
    yield from _addresses(scene)


def _posted(scene: Scene, template: str, data: bytes, kind: str = "application/json") -> bytes:
    return request("POST", scene.path(template), data, content_type=kind, cookie=scene.cookie)


def _bodies(scene: Scene, template: str) -> Iterator[Case]:
    """The whole body, each value in it, more entries of each list, and a field that nobody knows."""
    address, usual = f"POST {template}", body(Random(template), template, scene.known, whole=True)
    if template == "/api/matches":
        usual = {
            "game": scene.game,
            "seats": [{"name": "A", "bot": None}] * 3,
            "options": {"seating": "free"},
            "preset": None,
        }
    for place in [*places(usual), ("unknown",)]:
        whole = {**usual, "unknown": HOLE} if place == ("unknown",) else _holed(usual, place)
        name, value = ".".join(map(str, place)) or "body", _at(usual, place)
        growths = list(GROWTHS)
        if isinstance(value, list) and value:
            growths.append(Growth("entries", _row(json.dumps(value[0]).encode())))
        for growth in growths:
            made = partial(_grown, scene, template, _halves(whole), growth.made)
            yield Case(address, f"{name}: {growth.name}", made, SMALL)
    yield Case(address, "pieces", partial(_pieces, scene, template), SMALL)


def _halves(whole: Any) -> tuple[bytes, bytes]:
    """Text before and behind the hole in a body."""
    before, _, behind = json.dumps(whole).encode().partition(f'"{HOLE}"'.encode())
    return before, behind


def _grown(scene: Scene, template: str, halves: tuple[bytes, bytes], made: Made, size: int) -> bytes:
    return _posted(scene, template, halves[0] + made(size) + halves[1])


def _pieces(scene: Scene, template: str, size: int) -> bytes:
    """A body that comes a byte at a time."""
    sent = request(
        "POST",
        scene.path(template),
        None,
        content_type="application/json",
        cookie=scene.cookie,
        transfer_encoding="chunked",
    )
    return sent + b"1\r\n \r\n" * (size // 6) + b"0\r\n\r\n"


def _holed(value: Any, place: tuple[Any, ...]) -> Any:
    """A copy in which something stands in for what is at a place."""
    if not place:
        return HOLE
    key, *inner = place
    if isinstance(value, dict):
        return {**value, key: _holed(value[key], tuple(inner))}
    return [_holed(item, tuple(inner)) if at == key else item for at, item in enumerate(value)]


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value.get(key) if isinstance(value, dict) else value[key]
    return value


def _forms(scene: Scene, template: str) -> Iterator[Case]:
    for name in [*fields(template), "unknown"]:
        for unit in ("x", MARKS, "\\", "&", "%", "+"):
            yield Case(f"POST {template}", f"{name}: {unit!a}", partial(_form, scene, template, name, unit), SMALL)


def _form(scene: Scene, template: str, name: str, unit: str, size: int) -> bytes:
    sent = urlencode({**fields(template), name: unit * (size // len(quote(unit)))})
    return _posted(scene, template, sent.encode(), "application/x-www-form-urlencoded")


def _files(scene: Scene) -> Iterator[Case]:
    """A match file of which one part is huge."""
    for name in [*sorted(KEYS), "unknown"]:
        halves = _halves({"file": {**scene.file, name: HOLE}})
        for growth in GROWTHS:
            if growth.name in ("letters", "marks", "a number", "a list of numbers", "lists in a list", "fields"):
                made = partial(_grown, scene, "/api/matches", halves, growth.made)
                yield Case("POST /api/matches", f"file.{name}: {growth.name}", made, LARGE)


def _large(scene: Scene) -> Iterator[Case]:
    """Bodies that are as large as a file and bring none."""
    for name in ("seats", "options", "unknown"):
        halves = _halves({"game": scene.game, "seats": [], name: HOLE})
        for growth in GROWTHS:
            made = partial(_grown, scene, "/api/matches", halves, growth.made)
            yield Case("POST /api/matches", f"large {name}: {growth.name}", made, LARGE)


def _headers(scene: Scene) -> Iterator[Case]:
    for method, template in (("GET", "/match/{id}"), ("GET", "/api/matches/{id}"), ("POST", "/match/{id}/do")):
        for name in NAMES:
            for unit in SIGNS:
                made = partial(_header, scene, method, template, name, unit)
                yield Case(f"{method} {template}", f"{name}: {unit!a}", made, HEADERS)
        yield Case(f"{method} {template}", "headers", partial(_many_headers, scene, method, template), HEADERS)


def _header(scene: Scene, method: str, template: str, name: str, unit: str, size: int) -> bytes:
    value = ('lang="' if name == "Cookie" else "") + unit * (size // len(unit))
    return request(method, scene.path(template), b"{}" if method == "POST" else None, **{_field(name): value})


def _field(name: str) -> str:
    return name.lower().replace("-", "_")


def _many_headers(scene: Scene, method: str, template: str, size: int) -> bytes:
    return request(method, scene.path(template), None, **{f"x_{number}": "y" for number in range(size // 8)})


def _addresses(scene: Scene) -> Iterator[Case]:
    """Cases for a path, and for each part of a query that is described."""
    for template, methods in sorted(document()["paths"].items()):
        told = [one["name"] for one in methods.get("get", {}).get("parameters", ()) if one["in"] == "query"]
        for name in [*told, "unknown", "x&x"] if "get" in methods else ():
            for unit in ("1", "x", "%F0%9F%98%80", "&a=b", "%", ";", "+"):
                made = partial(_query, scene, template, name, unit)
                yield Case(f"GET {template}", f"?{name}: {unit}", made, ADDRESS)
    for method, template in addresses():
        if method == "GET" and not template.startswith("/api/"):
            for name in PAGES:
                for unit in ("1", "x", "%CC%95%CC%80", "&match=b"):
                    made = partial(_query, scene, template, name, unit)
                    yield Case(f"GET {template}", f"?{name}: {unit}", made, ADDRESS)
    for template in ("/api/matches/{id}", "/match/{id}", "/rules/{game}", "/static/{id}", "/{id}"):
        for unit in ("x", "%F0%9F%98%80", "/", "../", "%2e"):
            yield Case(f"GET {template}", f"path: {unit}", partial(_path, scene, template, unit), ADDRESS)


def _query(scene: Scene, template: str, name: str, unit: str, size: int) -> bytes:
    return request("GET", f"{scene.path(template)}?{name}={unit * (size // len(unit))}", cookie=scene.cookie)


def _path(scene: Scene, template: str, unit: str, size: int) -> bytes:
    return request("GET", re.sub(r"{\w+}", unit * (size // len(unit)), template), cookie=scene.cookie)
