"""Client processes that share the work of a part, and tell how far they are."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.queues import Queue
from random import Random

from tools.attack.episodes import Attacker
from tools.attack.judge import Tally
from tools.attack.wire import Pulse
from tools.attack.world import World

EVERY = 2.0
SILENCE = 180.0
"""Seconds between two reports of a process, and after which its silence is a failure of this tool."""


@dataclass(frozen=True)
class Part:
    """A part of the attack: what is done, and how many requests (or whatever else is counted) that shall be."""

    name: str
    doing: str
    wanted: int
    counted: str = "requests"

    def count(self, tally: Tally) -> int:
        return tally.requests if self.counted == "requests" else tally.notes[self.counted]


@dataclass(frozen=True)
class Target:
    """Whom all clients attack, with how many connections each, and until when."""

    port: int
    world: World
    seed: str
    links: int
    until: float


def run(part: Part, target: Target, processes: int, say: Callable[[str], None]) -> Tally:
    """Do a part with several processes; returns what came of it."""
    context = multiprocessing.get_context("spawn")
    queue: Queue[tuple[int, Tally, bool]] = context.Queue()
    share = -(-part.wanted // processes)
    crowd = [context.Process(target=_work, args=(queue, number, part, target, share)) for number in range(processes)]
    for one in crowd:
        one.start()
    whole, running = Tally(), set(range(processes))
    began = time.monotonic()
    while running:
        number, tally, done = queue.get(timeout=SILENCE)
        whole.add(tally)
        for finding in tally.findings:
            say(f"found: {finding}\n")
        if done:
            running.discard(number)
        pace = whole.requests / (time.monotonic() - began)
        say(
            f"{part.name}: {part.count(whole)} of {part.wanted} ({pace:.0f} requests/s), {len(whole.findings)} findings"
        )
    for one in crowd:
        one.join()
    if part.count(whole) < part.wanted:
        whole.findings.append(f"{part.name}: only {part.count(whole)} of {part.wanted} in the time given")
    return whole


async def repeat(part: Part, target: Target, number: str) -> Tally:
    """The one episode of that number again."""
    attacker = Attacker(target.port, target.world)
    await _one(attacker, part, target, number)
    return attacker.judge.tally


def _work(queue: Queue[tuple[int, Tally, bool]], number: int, part: Part, target: Target, share: int) -> None:
    asyncio.run(_Crew(queue, number, part, target, share).work())


class _Crew:
    """The connections of one process."""

    def __init__(
        self, queue: Queue[tuple[int, Tally, bool]], number: int, part: Part, target: Target, share: int
    ) -> None:
        self.queue, self.number, self.part, self.target, self.share = queue, number, part, target, share
        self.pulse = Pulse()
        self.attackers = [Attacker(target.port, target.world, self.pulse) for _ in range(target.links)]
        self.done, self.last = 0, time.monotonic()

    async def work(self) -> None:
        beating = asyncio.create_task(self.pulse.beat())
        await asyncio.gather(*(self._client(at, attacker) for at, attacker in enumerate(self.attackers)))
        beating.cancel()
        for attacker in self.attackers:
            attacker.link.close()
        self._report(final=True)

    async def _client(self, at: int, attacker: Attacker) -> None:
        turn = 0
        while time.monotonic() < self.target.until and self._so_far() < self.share:
            await _one(attacker, self.part, self.target, f"{self.number}.{at}.{turn}")
            turn += 1
            if time.monotonic() - self.last > EVERY:
                self.last = time.monotonic()
                self._report(final=False)

    def _so_far(self) -> int:
        return self.done + sum(self.part.count(attacker.judge.tally) for attacker in self.attackers)

    def _report(self, *, final: bool) -> None:
        gathered = Tally()
        for attacker in self.attackers:
            gathered.add(attacker.judge.tally)
            attacker.judge.tally = Tally()
        self.done += self.part.count(gathered)
        self.queue.put((self.number, gathered, final))


async def _one(attacker: Attacker, part: Part, target: Target, number: str) -> None:
    attacker.where = f"--seed {target.seed} --only {part.name}:{number}"
    try:
        await getattr(attacker, part.doing)(Random(f"{target.seed}/{part.name}/{number}"))
    except Exception as error:  # noqa: BLE001  # an answer of no known form is a finding too
        attacker.judge.tally.findings.append(f"{attacker.where}: {error!r}")
