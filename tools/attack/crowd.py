"""Client processes that share the work of a part, and tell how far they are."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.queues import Queue
from random import Random
from typing import Any

from tools.attack.episodes import Attacker
from tools.attack.judge import Tally
from tools.attack.world import World

EVERY = 2.0
"""Seconds between two reports of a process."""


@dataclass(frozen=True)
class Part:
    """A part of the attack: what is done, how many requests (or positions) that shall be, and where a repeat begins."""

    name: str
    doing: str
    wanted: int
    counted: str = "requests"


def run(
    part: Part,
    port: int,
    world: World,
    seed: str,
    *,
    processes: int,
    links: int,
    until: float,
    say: Callable[[str], None],
) -> Tally:
    """Do a part with several processes; returns what came of it."""
    context = multiprocessing.get_context("spawn")
    queue: Queue[tuple[int, Tally, bool]] = context.Queue()
    share = -(-part.wanted // processes)
    crowd = [
        context.Process(target=_work, args=(queue, number, part, port, world, seed, share, links, until))
        for number in range(processes)
    ]
    for one in crowd:
        one.start()
    whole, running = Tally(), set(range(processes))
    began = time.monotonic()
    while running:
        number, tally, done = queue.get(timeout=120)
        whole.add(tally)
        if done:
            running.discard(number)
        spent = time.monotonic() - began
        say(
            f"{part.name}: {_count(part, whole)} of {part.wanted} ({whole.requests / spent:.0f} requests/s), {len(whole.findings)} findings"
        )
    for one in crowd:
        one.join()
    if _count(part, whole) < part.wanted:
        whole.findings.append(f"{part.name}: only {_count(part, whole)} of {part.wanted} in the time given")
    return whole


async def repeat(part: Part, port: int, world: World, seed: str, number: str) -> Tally:
    """The one episode of that number again."""
    attacker = Attacker(port, world)
    await _one(attacker, part, seed, number)
    return attacker.judge.tally


def _count(part: Part, tally: Tally) -> int:
    return tally.requests if part.counted == "requests" else tally.notes[part.counted]


def _work(
    queue: Any, number: int, part: Part, port: int, world: World, seed: str, share: int, links: int, until: float
) -> None:
    asyncio.run(_clients(queue, number, part, port, world, seed, share, links, until))


async def _clients(
    queue: Any, number: int, part: Part, port: int, world: World, seed: str, share: int, links: int, until: float
) -> None:
    attackers = [Attacker(port, world) for _ in range(links)]
    done = 0
    last = time.monotonic()

    def report(*, final: bool = False) -> None:
        nonlocal done
        gathered = Tally()
        for attacker in attackers:
            gathered.add(attacker.judge.tally)
            attacker.judge.tally = Tally()
        done += _count(part, gathered)
        queue.put((number, gathered, final))

    async def client(at: int, attacker: Attacker) -> None:
        nonlocal last
        turn = 0
        while time.monotonic() < until and done + sum(_count(part, one.judge.tally) for one in attackers) < share:
            await _one(attacker, part, seed, f"{number}.{at}.{turn}")
            turn += 1
            if time.monotonic() - last > EVERY:
                last = time.monotonic()
                report()

    await asyncio.gather(*(client(at, attacker) for at, attacker in enumerate(attackers)))
    for attacker in attackers:
        attacker.link.close()
    report(final=True)


async def _one(attacker: Attacker, part: Part, seed: str, number: str) -> None:
    attacker.where = f"--seed {seed} --only {part.name}:{number}"
    try:
        await getattr(attacker, part.doing)(Random(f"{seed}/{part.name}/{number}"))
    except Exception as error:  # noqa: BLE001  # an answer of no known form is a finding too
        attacker.judge.tally.findings.append(f"{attacker.where}: {error!r}")
