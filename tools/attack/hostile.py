"""Single hostile requests: every address with wrong paths, queries, headers, cookies and bodies, and bare bytes."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from stellwerk.server.schemas_pages import FORMS
from tools.attack.bodies import Known, bodies, body, fields
from tools.attack.mutate import NUMBERS, TEXTS, deep, doctored, junk
from tools.attack.wire import request
from tools.attack.world import World

METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW", "get")
SEGMENTS = (
    "..",
    ".",
    "",
    "%2e%2e",
    "%2f",
    "..%2f",
    "%00",
    "%ff",
    "%c0%af",
    "\\",
    "*",
    "a" * 300,
    "%F0%9F%98%80",
    "-1",
    "1e9",
)
FORM = "application/x-www-form-urlencoded"
CODES = ("abcde-fghij-kmnpq-rstuv", "x" * 3000, "%", "\x00")
TYPES = (
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "",
    "application/json" + " " * 500,
    "application/jsonp",
)
ODD_HEADERS = (
    ("Host", "evil.example"),
    ("Host", ""),
    ("Host", "127.0.0.1:99999999"),
    ("Host", "[::1"),
    ("X-Forwarded-For", "1.2.3.4, ::1, junk"),
    ("X-Forwarded-Host", "evil.example"),
    ("X-Forwarded-Proto", "https"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Origin", "http://evil.example"),
    ("Origin", "null"),
    ("Sec-Fetch-Site", "cross-site"),
    ("Accept-Language", "de;q=0.000001,*;q=junk," + "en," * 500),
    ("Accept-Language", "\x01"),
    ("Accept-Encoding", "gzip;q=0, br, *"),
    ("Accept", "text/html"),
    ("Range", "bytes=0-0,1-1,2-2,-99999999999999999999"),
    ("If-None-Match", '"' * 500),
    ("If-Modified-Since", "Thu, 99 Nix 99999 99:99:99 GMT"),
    ("Last-Event-ID", "9" * 400),
    ("Last-Event-ID", "-1"),
    ("Expect", "100-continue"),
    ("Expect", "200-maybe"),
    ("Upgrade", "websocket"),
    ("Upgrade", "h2c"),
    ("Connection", "close, upgrade, x"),
    ("Connection", "keep-alive"),
    ("TE", "trailers"),
    ("Transfer-Encoding", "gzip, chunked"),
    ("Content-Length", "5"),
    ("Cookie", "stellwerk=" + "x" * 4000),
    ("Cookie", 'stellwerk=; stellwerk=a; lang="; theme=<b>'),
    ("Cookie", ";;;=;=a;\xff"),
    ("Authorization", "Bearer "),
    ("Authorization", "Bearer " + "x" * 5000),
    ("Authorization", "Basic YTpi"),
    ("Authorization", "Bearer \xff\xfe"),
)
QUERIES = ("lang", "seat", "ply", "rev", "match", "to", "code", "since", "before", "from", "id", "x")


def hostile(rng: Random, world: World) -> tuple[str, bytes, bool]:
    """The method of a request, its bytes, and whether the connection can be used afterwards."""
    if rng.random() < 0.05:
        return "GET", _bare(rng), False
    method, template = rng.choice(world.routes)
    if rng.random() < 0.15:
        method = rng.choice(METHODS)
    name, tokens = rng.choice(world.matches)
    path = _path(rng, template, world, name, tokens)
    if rng.random() < 0.4:
        path += "?" + "&".join(_pair(rng) for _ in range(rng.choice((1, 1, 2, 5, 80))))
    headers = _headers(rng, tokens, world.cookies)
    sent = _body(rng, template, world, tokens) if method == "POST" or rng.random() < 0.1 else None
    plain = all(pair not in ODD_HEADERS for pair in headers)
    return method, _written(rng, method, path, headers, sent, template in FORMS), plain


def _path(rng: Random, template: str, world: World, name: str, tokens: list[str]) -> str:
    values = {
        "id": name,
        "token": rng.choice(tokens),
        "game": rng.choice(world.games),
        "seat": "0",
        "number": rng.choice(("1", "2", "7")),
        "preset": "standard",
    }

    def hole(found: re.Match[str]) -> str:
        return rng.choice(SEGMENTS) if rng.random() < 0.25 else values.get(found[1], "x")

    path = re.sub(r"{(\w+)(?::\w+)?}", hole, template)
    if rng.random() < 0.1:
        at = rng.randrange(len(path) + 1)
        path = (
            path[:at]
            + rng.choice(("/", "//", "/../", "%2f", ";x=1", "%00", "?", "/.", _quoted(rng.choice(TEXTS[:17]))))
            + path[at:]
        )
    return path


def _pair(rng: Random) -> str:
    value = str(rng.choice((*NUMBERS, *TEXTS[:17], "none", "de", "en", 0, 1, 2)))
    return f"{rng.choice(QUERIES)}={_quoted(value)}"


def _quoted(text: str) -> str:
    """Percent signs and digits; halves of characters as they would be written in UTF-8."""
    return quote(text.encode("utf-8", "surrogatepass"))


def _headers(rng: Random, tokens: list[str], cookies: list[str]) -> list[tuple[str, str]]:
    found = [("Host", "127.0.0.1")]
    if rng.random() < 0.5:
        found.append(("Authorization", f"Bearer {rng.choice(tokens)}"))
    elif rng.random() < 0.5:
        found.append(("Cookie", rng.choice((*cookies, f"stellwerk=visitor{rng.randrange(20)}"))))
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        name, value = rng.choice(ODD_HEADERS)
        if name == "Host" and rng.random() < 0.7:
            found = [pair for pair in found if pair[0] != "Host"]
        found.append((name, value))
    if rng.random() < 0.02:
        found += [(f"X-{number}", "y") for number in range(rng.choice((20, 99, 200, 900)))]
    return found


def _body(rng: Random, template: str, world: World, tokens: list[str]) -> bytes:
    """JSON of about the right form with something wrong, a form, or none."""
    if template in FORMS and rng.random() < 0.7:
        return urlencode({**fields(template), "code": rng.choice((*tokens, *CODES))}).encode()
    chance = rng.random()
    if chance < 0.08:
        return rng.randbytes(rng.randrange(200))
    if chance < 0.12:
        return json.dumps(deep(rng)).encode()
    if chance < 0.15:
        return rng.choice(
            (b"{", b"[" * 50_000, b'{"a":' * 20_000, b"1" * 5000, b'"\\ud800"', b"\xef\xbb\xbf{}", b"NaN", b"{}{}", b"")
        )
    if chance < 0.25:
        return json.dumps(junk(rng)).encode()
    usual = _usual(rng, template, world, tokens)
    if chance < 0.9:
        usual = doctored(rng, usual)
    return json.dumps(usual).encode()


def _usual(rng: Random, template: str, world: World, tokens: list[str]) -> Any:
    """Body that a well-meaning program would send, by the description of the API."""
    if template == "/api/matches" and rng.random() < 0.25:
        return {"file": rng.choice(world.starts if rng.random() < 0.95 else world.files)}
    names = [name for name, _ in world.matches]
    known = Known({"game": world.games, "match": names, "code": tokens, "file": [{"format": "stellwerk-match"}]})
    return body(rng, template, known) if template in bodies() else {"x": rng.choice((1, "y", []))}


def _written(
    rng: Random, method: str, path: str, headers: list[tuple[str, str]], sent: bytes | None, form: bool
) -> bytes:
    head = list(headers)
    if sent is not None:
        usual = FORM if form else TYPES[0]
        head.append(("Content-Type", usual if rng.random() < 0.85 else rng.choice(TYPES)))
        if rng.random() < 0.12:
            head.append(("Transfer-Encoding", "chunked"))
            sent = _chunked(rng, sent)
        else:
            head.append(("Content-Length", str(len(sent))))
    lines = [f"{name}: {value}".encode("latin-1", "replace") for name, value in head]
    target = path.encode("utf-8", "replace").replace(b" ", b"%20").replace(b"\n", b"%0a")
    return b"\r\n".join([f"{method} ".encode() + target + b" HTTP/1.1", *lines, b"", sent or b""])


def _chunked(rng: Random, body: bytes) -> bytes:
    size = rng.choice((1, 7, 1000, 60_000)) if len(body) < 5000 else 60_000
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    sent = b"".join(b"%x%s\r\n%s\r\n" % (len(piece), rng.choice((b"", b";ext=1")), piece) for piece in pieces)
    return sent + rng.choice((b"0\r\n\r\n", b"0\r\n\r\n", b"0\r\nTrailer: x\r\n\r\n", b"zz\r\n\r\n", b"-1\r\n\r\n"))


def _bare(rng: Random) -> bytes:
    """What is hardly HTTP."""
    start = request("GET", "/about")
    return rng.choice(
        (
            rng.randbytes(rng.randrange(1, 400)) + b"\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rng.randbytes(100) + b"\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.0\r\n\r\n",
            b"GET  /  HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            b"GET http://evil.example/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
            b"GET / HTTP/1.1\r\n Host: 127.0.0.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA\x00B: c\r\n\r\n",
            b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
            b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
            b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
            b"GET /" + b"a" * rng.choice((7000, 9000, 70_000)) + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            start * rng.choice((2, 20)),
            start.replace(b"\r\n", b"\n"),
            bytes(b ^ (rng.random() < 0.05) for b in start),
        )
    )
