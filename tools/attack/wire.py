"""A client for hostile bytes: it sends what it is given, and measures how long the answer takes."""

from __future__ import annotations

import asyncio
import gzip
import re
import time
import zlib
from collections import deque
from contextlib import suppress
from typing import NamedTuple

SLOW = 5.0
"""Seconds that no answer may take."""

PATIENCE = 30.0
BUFFER = 1 << 17


class Pulse:
    """How long this process held itself up, while it wrote or read something large: no fault of the server."""

    EVERY = 0.05

    def __init__(self) -> None:
        self._stalls: deque[tuple[float, float]] = deque(maxlen=100)

    async def beat(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(self.EVERY)
            late = time.monotonic() - began - self.EVERY
            if late > self.EVERY:
                self._stalls.append((began, late))

    def held(self, since: float) -> float:
        """Seconds of all stalls that ended after a moment."""
        return sum(late for began, late in self._stalls if began + late > since)


class Answer(NamedTuple):
    """What came back; status 0 where the server closed without a word, -1 where it kept silent."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


class Link:
    """A connection that is kept while the server keeps it, and made anew when it does not."""

    def __init__(self, port: int, pulse: Pulse | None = None) -> None:
        self.port, self.pulse = port, pulse
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, data: bytes, *, method: str = "GET", fresh: bool = False) -> Answer:
        """One request. An idle connection that the server has closed meanwhile is no answer: then another is made."""
        if fresh:
            self.close()
        kept = self._streams is not None
        answer = await self._try(data, method)
        if answer.status == 0 and kept:
            answer = await self._try(data, method)
        return answer

    def close(self) -> None:
        if self._streams:
            self._streams[1].transport.abort()
            self._streams = None

    async def _try(self, data: bytes, method: str) -> Answer:
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                if self._streams is None:
                    self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=BUFFER)
                status, headers, body = await self._exchange(data, method)
        except TimeoutError:
            self.close()
            return Answer(-1, {}, b"", self._since(began))
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
            self.close()
            return Answer(0, {}, b"", self._since(began))
        return Answer(status, headers, body, self._since(began))

    def _since(self, began: float) -> float:
        held = self.pulse.held(began) if self.pulse else 0.0
        return max(0.0, time.monotonic() - began - held)

    async def _exchange(self, data: bytes, method: str) -> tuple[int, dict[str, str], bytes]:
        assert self._streams is not None
        reader, writer = self._streams
        writer.write(data)
        with suppress(ConnectionError):  # it may have answered before it had read all
            await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        if head.startswith(b"HTTP/1.1 100 "):
            head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        headers: dict[str, str] = {}
        for name, _, value in (line.partition(":") for line in lines[1:-2]):
            known = headers.get(name.lower())
            headers[name.lower()] = value.strip() if known is None else f"{known}, {value.strip()}"
        if "event-stream" in headers.get("content-type", ""):
            self.close()
            return status, headers, b""
        body = b"" if method == "HEAD" or status in (204, 304) else await _body(reader, headers)
        if headers.get("connection", "").lower() == "close" or "content-length" not in headers:
            self.close()
        if headers.get("content-encoding") == "gzip":
            with suppress(OSError, EOFError, zlib.error):
                body = gzip.decompress(body)
        return status, headers, body


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.read()
    parts = []
    while size := int((await reader.readline()).partition(b";")[0], 16):
        parts.append((await reader.readexactly(size + 2))[:-2])
    await reader.readline()
    return b"".join(parts)


async def new_cookie(link: Link, **headers: str) -> str:
    """The cookie that the server gives to a new visitor."""
    answer = await link.send(request("GET", "/", None, **headers))
    found = re.search(r"\b(stellwerk=[\w-]+)", answer.headers.get("set-cookie", ""))
    return found[1] if found else ""


def request(method: str, path: str | bytes, body: bytes | None = None, **headers: str) -> bytes:
    """A request as a browser or a program would write it."""
    target = path if isinstance(path, bytes) else path.encode("ascii", "backslashreplace")
    fields = {"host": "127.0.0.1", **headers}
    if body is not None:
        fields = {"content-type": "application/json", "content-length": str(len(body)), **fields}
    lines = [f"{name.replace('_', '-')}: {value}".encode("utf-8", "replace") for name, value in fields.items()]
    return b"\r\n".join([method.encode() + b" " + target + b" HTTP/1.1", *lines, b"", body or b""])
