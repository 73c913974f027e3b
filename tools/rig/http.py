"""A client that costs little of the processor it shares with the server: one connection, one request at a time."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

HEAD_LIMIT = 1 << 16
LIMIT = 30.0
"""Seconds after which an answer counts as a hang."""


class Got(NamedTuple):
    """An answer as it came over the wire: its body may be compressed."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        if self.headers.get("content-encoding") == "gzip":
            import gzip

            return json.loads(gzip.decompress(self.body))
        return json.loads(self.body)


class Http:
    """A connection that is made anew when the server closed it."""

    def __init__(self, host: str, port: int, **headers: str) -> None:
        self.host, self.port = host, port
        self.headers = {"host": f"{host}:{port}", "accept-encoding": "gzip", **headers}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, **headers: str) -> Got:
        return await self.ask("GET", path, None, **headers)

    async def post(self, path: str, body: Any, **headers: str) -> Got:
        return await self.ask("POST", path, body, **headers)

    async def ask(self, method: str, path: str, body: Any, **headers: str) -> Got:
        data = b"" if body is None else json.dumps(body).encode()
        fields = {**self.headers, **headers, "content-length": str(len(data))}
        if body is not None:
            fields["content-type"] = "application/json"
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        request = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data
        return await asyncio.wait_for(self._send(request), LIMIT)

    async def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None

    async def _send(self, request: bytes) -> Got:
        fresh = self._streams is None
        try:
            return await self._exchange(request)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self.close()
            if fresh:
                raise
            return await self._exchange(request)  # the server had closed an idle connection

    async def _exchange(self, request: bytes) -> Got:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.host, self.port, limit=HEAD_LIMIT)
        reader, writer = self._streams
        writer.write(request)
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:-2])}
        body = await _body(reader, headers)
        if headers.get("connection", "").lower() == "close":
            await self.close()
        return Got(int(lines[0].split()[1]), headers, body)


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    parts = []
    while size := int((await reader.readline()).partition(b";")[0], 16):
        parts.append((await reader.readexactly(size + 2))[:-2])
    await reader.readline()
    return b"".join(parts)
