"""Floods: requests half sent, answers that nobody reads, streams by the hundred, and more than the limits allow."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter

from tools.attack.judge import Judge
from tools.attack.wire import Link, request
from tools.attack.world import World

UPLOAD = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
HALVES = (
    b"",
    b"G",
    b"GET / HTTP/1.1\r\n",
    UPLOAD + b"Content-Length: 50000\r\n\r\n{",
    UPLOAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n",
)
HOLD = 6.0
"""Seconds for which a flood lasts."""

MANY = 429


async def half_sent(port: int, number: int) -> Counter[str]:
    """Open so many connections, say half of something on each, and wait."""
    return await _hold(port, [HALVES[at % len(HALVES)] for at in range(number)])


async def unread(port: int, world: World, number: int) -> Counter[str]:
    """Ask for much, and read nothing of it."""
    name, _ = world.matches[0]
    much = request("GET", "/static/main.js") * 60 + request("GET", f"/match/{name}")
    return await _hold(port, [much] * number, read=False)


async def streams(port: int, world: World, number: int) -> Counter[str]:
    """Listen as often as possible."""
    asked = [request("GET", f"/api/matches/{world.matches[at % len(world.matches)][0]}/events") for at in range(number)]
    return await _hold(port, asked, stay=True)


async def _hold(port: int, sent: list[bytes], *, read: bool = True, stay: bool = False) -> Counter[str]:
    """What the server said to each: the status, `closed`, or `open` where it still waits."""
    told: Counter[str] = Counter()
    slots = asyncio.Semaphore(200)

    async def one(data: bytes) -> None:
        writer = None
        try:
            async with slots:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4096)
                writer.write(data)
            async with asyncio.timeout(HOLD):
                if not read:
                    await asyncio.sleep(HOLD * 2)
                line = await reader.readline()
                told[line.decode("latin-1").split(" ")[1] if b" " in line else "closed"] += 1
            if stay:
                await asyncio.sleep(HOLD)
        except TimeoutError:
            told["open"] += 1
        except OSError:
            told["refused"] += 1
        finally:
            if writer is not None:
                with contextlib.suppress(OSError):
                    writer.transport.abort()

    await asyncio.gather(*map(one, sent))
    return told


async def beyond_limits(port: int, judge: Judge, number: int) -> Counter[int]:
    """One address asks for more than it may, with a cookie made up for each request."""
    body = json.dumps({"game": "paris-connection", "seats": [{}, {}, {}]}).encode()
    found: Counter[int] = Counter()
    paths = ["/api/games", "/about", "/api/matches/nix"]

    async def one(at: int) -> None:
        link = Link(port)
        for turn in range(at, number, 4):
            headers = {"cookie": f"stellwerk=made-up-{turn}", "x_forwarded_for": f"{turn % 250}.9.9.9, 203.0.113.7"}
            create = turn % 3 == 0
            path = "/api/matches" if create else paths[turn % 3]
            sent = request("POST" if create else "GET", path, body if create else None, **headers)
            answer = await link.send(sent, method="POST" if create else "GET")
            judge.look("--only limits", sent, answer)
            if create:
                found[answer.status] += 1
            if answer.status == MANY and not answer.headers.get("retry-after", "").isdigit():
                judge.tally.findings.append("a 429 without Retry-After")
        link.close()

    await asyncio.gather(*(one(at) for at in range(4)))
    return found
