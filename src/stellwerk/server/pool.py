"""Worker processes for bots and files: started when needed, ended when they hang."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any, Final

from anyio.to_thread import run_sync

from stellwerk.core.action import Json
from stellwerk.server.logs import logger

log = logger(__name__)

STARTING: Final = 60.0
"""Seconds within which a new process must have loaded the games."""

LIVES: Final = 3
"""Processes that a job may cost."""

LONGEST_LINE: Final = 1 << 22
"""Bytes of an answer: the match of a long record is the longest."""

SHORT: Final = 1 << 14
"""Bytes of an answer that is read at once; a longer one is read in a thread."""


class NoAnswer(Exception):
    """A bot failed, its process died again and again, or it took too long."""


class Died(NoAnswer):
    """A worker process ended before it had answered."""


class NoWorker(Exception):
    """No process can be started now: no bot is to blame, and another attempt may succeed."""


class Pool:
    """At most `size` processes, each with one job at a time; nobody who waits here holds up the event loop."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or max(1, processors() - 1)
        self.died = 0
        """How many processes ended before they had answered."""

        self._free = asyncio.Semaphore(self.size)
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    async def ask(self, job: bytes, limit: float) -> Json:
        """The answer of a worker to a job, which is a line of JSON, within so many seconds of thinking.

        A process may be killed by somebody else, thinking or idle: the job is given to another one. Only a job that
        ends one process after the other is to blame itself.
        """
        async with self._free:
            for left in reversed(range(LIVES)):
                try:
                    return await self._ask_one(job, limit)
                except Died as error:
                    self.died += 1
                    if not left:
                        raise
                    log.warning("a worker process died, another one gets its job", error=error)
        raise AssertionError("unreachable")

    async def _ask_one(self, job: bytes, limit: float) -> Json:
        worker = await self._worker()
        try:
            async with asyncio.timeout(limit):
                answer = await _exchange(worker, job)
        except TimeoutError:
            await self._end(worker)
            raise NoAnswer(f"no answer within {limit:g} s") from None
        except BaseException:
            await self._end(worker)
            raise
        self._idle.append(worker)
        return answer

    async def _worker(self) -> Process:
        """An idle process that is still alive, or a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
            await self._end(worker)
        return await self._start()

    async def close(self) -> None:
        for worker in list(self._all):
            await self._end(worker)

    async def _start(self) -> Process:
        command = (sys.executable, "-P", "-m", "stellwerk.server.worker")
        try:
            worker = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
        except OSError as error:
            raise NoWorker(f"no worker process can be started: {error}") from error
        self._all.add(worker)
        try:
            async with asyncio.timeout(STARTING):
                await _answer(worker)
        except BaseException as error:
            await self._end(worker)
            if isinstance(error, TimeoutError | NoAnswer):
                raise NoWorker(f"a worker process did not start: {error}") from None
            raise
        return worker

    async def _end(self, worker: Process) -> None:
        self._all.discard(worker)
        if worker.returncode is None:
            worker.kill()
        assert worker.stdin is not None
        worker.stdin.close()
        await worker.wait()


def line_of(job: dict[str, Any], log: bytes | None = None) -> bytes:
    """A job as worker processes read it, with a log that is JSON already."""
    head = json.dumps(job).encode()
    return head + b"\n" if log is None else head[:-1] + b', "log": [' + log + b"]}\n"


def processors() -> int:
    """How many processors this process may use: fewer than the computer has, in a container that is told so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2


async def _exchange(worker: Process, job: bytes) -> Json:
    assert worker.stdin is not None
    try:
        worker.stdin.write(job)
        await worker.stdin.drain()
    except (BrokenPipeError, ConnectionResetError):
        raise Died("the worker process died") from None
    return await _answer(worker)


async def _answer(worker: Process) -> Json:
    assert worker.stdout is not None
    try:
        line = await worker.stdout.readline()
        if line.endswith(b"\n"):
            return json.loads(line) if len(line) <= SHORT else await run_sync(json.loads, line)
    except ValueError as error:
        raise NoAnswer(f"an answer that cannot be read: {error}") from error
    raise Died("the worker process died")
