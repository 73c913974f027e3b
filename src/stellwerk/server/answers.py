"""Reading requests and writing answers, the same way for every address."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import orjson
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed
from stellwerk.server import metrics
from stellwerk.server.addresses import group, is_forwarded, is_home
from stellwerk.server.cookies import cookies
from stellwerk.server.errors import NotJson, TooLarge, problem
from stellwerk.server.extent import TEXT as LONGEST_KEY
from stellwerk.server.extent import check_body
from stellwerk.server.matches import Matches
from stellwerk.server.pressing import Part, gzipped
from stellwerk.server.requests import template
from stellwerk.server.table import Table
from stellwerk.web.i18n import COOKIE, negotiate

SMALL: Final = 64 * 1024
LARGE: Final = 2 * 1024 * 1024
"""How many bytes a body may have: an action, and a whole match file."""

WORTH_IT: Final = 1000
"""From how many bytes on answers are compressed."""

PAGE: Final = 6
VIEW: Final = 1
"""How hard HTML and JSON are compressed. At 4 a late view would take two thirds more time, a twelfth of all that its
request costs, and be a fifth smaller; at 6 it would take four times as long."""

GAP: Final = b"\0"
"""Stands for the items of a list that are JSON already while the rest is written: no JSON has this byte."""

HALF: Final = re.compile(rb"\\u[dD][89a-fA-F]")
"""Half a character, perhaps: only an escape can bring one into text that is UTF-8."""

INTEGER: Final = re.compile(r"-?[0-9]{1,18}")
"""Integers that fit everywhere; longer ones could not even be written back."""

FILE: Final = re.compile(rb'\s{0,99}\{\s{0,99}"file"\s{0,99}:')
"""How a body begins that brings a file, and may be large for that reason."""


def language(request: Request) -> str:
    """The language in which the caller reads."""
    headers, query = request.headers, request.query_params
    return negotiate(headers.get("accept-language"), cookies(request).get(COOKIE), query.get("lang"))


def service(request: Request) -> Matches:
    matches: Matches = request.app.state.matches
    return matches


async def answered(
    request: Request, at: str | Table, make: Callable[[Table], Response], *, long: bool = False, later: bool = False
) -> Response:
    """An answer about a match: all of it is made in a thread, down to its bytes."""
    matches, who = service(request), asker(request)
    table = await matches.open(at) if isinstance(at, str) else at
    return await matches.work(table, lambda table: packed(request, make(table)), long=long, later=later, who=who)


async def aside(request: Request, make: Callable[[], Response]) -> Response:
    """An answer that is about no match but takes its time; made in a thread."""
    return await service(request).aside(lambda: packed(request, make()), who=asker(request))


def asker(request: Request) -> str:
    """The address for which work is done; none for this computer, whose owner may do with it what they like."""
    host = request.client.host if request.client else None
    return "" if is_home(host) and not is_forwarded(request.scope) else group(host)


def packed(request: Request, response: Response) -> Response:
    """The same response, compressed if its reader can unpack it and it is worth it."""
    body = bytes(response.body)
    if len(body) < WORTH_IT or "content-encoding" in response.headers:
        return response
    response.headers.add_vary_header("Accept-Encoding")
    if "gzip" in request.headers.get("accept-encoding", ""):
        response.body = _compressed(response, body)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response


class Items(NamedTuple):
    """A list whose items are JSON already, and perhaps compressed."""

    parts: Sequence[Part]


class Answer(Response):
    """JSON that nobody keeps: a view is true for one seat and one moment."""

    media_type = "application/json"
    parts: Sequence[Part] = ()
    """Its bytes in parts, where some of them have been compressed before."""

    def __init__(self, content: Json, status: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(content, status, {"cache-control": "no-store", **(headers or {})})

    def render(self, content: Json) -> bytes:
        lists: list[Items] = []

        def left_out(value: object) -> orjson.Fragment:
            if not isinstance(value, Items):
                raise TypeError(f"no JSON: {value!r}")
            lists.append(value)
            return orjson.Fragment(b"[%b]" % GAP)

        written = orjson.dumps(content, left_out, option=orjson.OPT_NON_STR_KEYS)
        if not lists:
            return written
        first, *others = written.split(GAP)
        self.parts = [Part(first), *_filled(lists, others)]
        return b"".join([part.plain for part in self.parts])


def _compressed(response: Response, body: bytes) -> bytes:
    if isinstance(response, Answer) and response.parts:
        return gzipped(response.parts, body, VIEW)
    return gzip.compress(body, VIEW if response.media_type == Answer.media_type else PAGE, mtime=0)


def _filled(lists: Sequence[Items], others: Sequence[bytes]) -> Iterator[Part]:
    """Lists each with what stands behind it."""
    for (parts,), behind in zip(lists, others, strict=True):
        yield from parts
        yield Part(behind)


def refusal(request: Request, error: Exception) -> Response:
    """The JSON answer to what is refused."""
    lang = language(request)
    found = problem(error, lang)
    metrics.REFUSALS.labels(found.code).inc()
    headers = {"content-language": lang, **(getattr(error, "headers", None) or {})}
    return Answer(found.to_json(), found.status, headers)


async def read_object(request: Request, most: int = SMALL) -> dict[str, Any]:
    """The object in the body; no body at all counts as an empty one.

    It is held against the bounds of its schema before anybody looks at it. A body of more than SMALL bytes has to
    begin with a file, whose reader has bounds of its own.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise NotJson
    body = await read_body(request, most)
    is_file = most > SMALL and FILE.match(body) is not None
    data: Json = {}
    if is_file:
        data = await run_sync(parse, body, _integer)
    elif body:
        data = parse(body)
        check_body(data, template(request.scope))
    if not isinstance(data, dict):
        raise Malformed("body", "expected an object")
    return data


async def read_body(request: Request, most: int) -> bytes:
    """The bytes of the body; what is too large is refused as soon as it is."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > SMALL and most > SMALL and not FILE.match(body):
            most = SMALL
        if len(body) > most:
            raise TooLarge(most)
    return bytes(body)


def parse(body: bytes, read_integer: Callable[[str], int] | None = None) -> Json:
    """JSON as the standard has it: UTF-8, no NaN, no half characters.

    `read_integer` may refuse integers that are too long. Without it the caller has to.
    """
    try:
        data = json.loads(body.decode(), parse_constant=_no_constant, parse_int=read_integer)
        if HALF.search(body):
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        if isinstance(error, Malformed):
            raise
        raise Malformed("body", f"not JSON: {error}") from error
    return data


def fields(data: dict[str, Any], **kinds: type | tuple[type, ...]) -> list[Any]:
    """The values of an object by name, each of its kind; a kind that allows None makes a field optional."""
    unknown = next((name for name in data if name not in kinds), None)
    if unknown is not None:
        raise Malformed("body", f"does not know {unknown[:LONGEST_KEY]!r}; it has {', '.join(kinds)}")
    values = []
    for name, kind in kinds.items():
        allowed = kind if isinstance(kind, tuple) else (kind,)
        value = data.get(name)
        if type(value) not in allowed:
            expected = " or ".join("null" if one is type(None) else one.__name__ for one in allowed)
            raise Malformed(name, f"expected {expected}")
        values.append(value)
    return values


def _integer(digits: str) -> int:
    if not INTEGER.fullmatch(digits):
        raise Malformed("body", "an integer has at most 18 digits")
    return int(digits)


def _no_constant(name: str) -> Any:
    raise Malformed("body", f"{name} is no JSON")
