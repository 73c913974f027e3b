"""Cost of requests: how long each of them holds the event loop, and all threads of the server, while a field grows.

The server runs in a thread of this process, so that its own watchdog can be asked after each request. Both figures are
processor time, which a busy machine does not change.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import Pipe
from pathlib import Path
from typing import NamedTuple

from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump, parse
from stellwerk.server.lifeline import Lifeline
from stellwerk.server.run import Server, server
from stellwerk.server.settings import Settings
from tools.attack.growing import Case, Scene, cases
from tools.attack.wire import Link, new_cookie, request

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"
GAME = "1830"
PLIES = 150

MOST = 0.020
"""Seconds for which a request may hold the event loop at once."""

STEEP = 2.0
NOTED = 0.010
"""From so many seconds on a cost may not grow so many times faster than its bytes."""

AGAIN = 3
"""How often is measured what looks dear: the cheapest counts."""


class Cost(NamedTuple):
    """Seconds of processor time: of the longest callback of the event loop, and of all threads."""

    held: float
    spent: float
    status: int


class Row(NamedTuple):
    """The dearest request to an address."""

    address: str
    where: str
    size: int
    cost: Cost

    def told(self) -> str:
        held, spent = 1000 * self.cost.held, 1000 * self.cost.spent
        per = 1e6 * self.cost.held / max(1, self.size)
        return (
            f"{held:6.1f} ms held, {per:6.2f} µs a byte, {spent:7.1f} ms in all, {self.size:>7} bytes,"
            f" {self.cost.status}  {self.address}  {self.where}"
        )


@dataclass
class Costs:
    """Measurements: the dearest request to each address, and the findings."""

    rows: dict[str, Row] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    requests: int = 0

    def note(self, row: Row) -> None:
        known = self.rows.get(row.address)
        if known is None or row.cost.held > known.cost.held:
            self.rows[row.address] = row

    def worst(self, most: int) -> list[Row]:
        return sorted(self.rows.values(), key=lambda row: -row.cost.held)[:most]


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server without limits in a thread."""
    end, line = Pipe()
    settings = Settings(port=0, database=str(folder / "costs.sqlite3"), limited=False, bots=0)
    usual = sys.getswitchinterval()
    one = server(settings, Lifeline(line, 0.0))
    thread = threading.Thread(target=one.run, name="measured")
    thread.start()
    try:
        while not one.started:
            time.sleep(0.02)
            if not thread.is_alive():
                raise RuntimeError("the server did not start")
        yield one
    finally:
        one.stop()
        thread.join(60)
        sys.setswitchinterval(usual)
        end.close()
        line.close()


def measure(folder: Path, chosen: Callable[[Case], bool] = lambda _: True, say: Callable[[str], None] = print) -> Costs:
    """Measure all requests that grow, or those that are chosen."""
    with served(folder) as one:
        return asyncio.run(_measure(one, chosen, say))


async def _measure(one: Server, chosen: Callable[[Case], bool], say: Callable[[str], None]) -> Costs:
    gauge = Gauge(one)
    scene = await _scene(gauge.link)
    some = [case for case in cases(scene) if chosen(case)]
    for number, case in enumerate(some):
        await gauge.look(case)
        if number % 500 == 0:
            say(f"costs: {number} of {len(some)} fields that grow")
    gauge.link.close()
    return gauge.costs


class Gauge:
    """Sends requests one by one and holds what they cost against the bounds."""

    def __init__(self, one: Server) -> None:
        self.loop, self.watchdog = one.servers[0].get_loop(), one.app.state.watchdog
        self.link = Link(one.servers[0].sockets[0].getsockname()[1])
        self.costs = Costs()

    async def look(self, case: Case) -> None:
        before: Row | None = None
        for size in case.sizes:
            sent = case.made(size)
            row = Row(case.address, case.where, len(sent), await self._once(sent))
            for _ in range(AGAIN if _problem(row, before) else 0):  # something else may have happened meanwhile
                other = await self._once(sent)
                cheaper = Cost(min(row.cost.held, other.held), min(row.cost.spent, other.spent), other.status)
                row = row._replace(cost=cheaper)
            self.costs.note(row)
            if problem := _problem(row, before):
                self.costs.findings.append(f"costs: {problem}: {row.address} {row.where}, {row.size} bytes")
                return
            before = row

    async def _once(self, sent: bytes) -> Cost:
        self.costs.requests += 1
        self.watchdog.take_longest()
        began = time.process_time() - time.thread_time()
        answer = await self.link.send(sent, method=sent.partition(b" ")[0].decode())
        # The callback that answered may still be at work, and what it takes is this request's and not the next one's.
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self.loop))
        return Cost(self.watchdog.take_longest(), time.process_time() - time.thread_time() - began, answer.status)


def _problem(row: Row, before: Row | None) -> str:
    """Problem with the cost of a request, also beside a smaller one that was answered in the same way."""
    cost = row.cost
    if cost.held > MOST:
        return f"held everybody {1000 * cost.held:.0f} ms"
    if before is None or before.cost.status != cost.status or cost.spent - before.cost.spent < NOTED:
        return ""
    more, bytes_more = cost.spent / max(before.cost.spent, NOTED / 10), row.size / before.size
    if more > STEEP * bytes_more:
        return f"{bytes_more:.1f} times as many bytes cost {more:.1f} times as much, {1000 * cost.spent:.0f} ms"
    return ""


async def _scene(link: Link) -> Scene:
    """A match of 1830 whose seats a visitor with a cookie of this server holds; all pages have been drawn once."""
    cookie = await new_cookie(link)
    path = next(one for one in sorted(GOLDEN.glob(f"g{GAME}/*.json")) if not one.name.endswith(".expected.json"))
    header, log = parse(json.loads(path.read_text(encoding="utf-8")))
    file = dump(Match(header, log[:PLIES], checked=False))
    sent = request("POST", "/api/matches", json.dumps({"file": file}).encode(), cookie=cookie)
    match = json.loads((await link.send(sent, method="POST")).body)["id"]
    scene = Scene(match, cookie, GAME, {**file, "log": []})
    own = await link.send(request("GET", scene.path("/api/matches/{id}/notes?seat=0"), cookie=cookie))
    if own.status != 200:
        raise RuntimeError(f"the visitor does not hold the seats: {own}")
    for template in ("/match/{id}", "/api/matches/{id}", "/rules/{game}", "/match/{id}/history", "/about", "/nothing"):
        for _ in range(2):
            await link.send(request("GET", scene.path(template), cookie=cookie))
    return scene


def told(costs: Costs, most: int = 10) -> Iterable[str]:
    """The dearest addresses in lines."""
    return (row.told() for row in costs.worst(most))
