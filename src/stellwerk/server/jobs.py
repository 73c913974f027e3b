"""Bots at the tables: whenever one owes a choice it is asked, in another process, and its action is played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final, TypeVar

from anyio.to_thread import run_sync

from stellwerk.core.action import Action
from stellwerk.core.chance import generator
from stellwerk.core.errors import Malformed, NotYourSeat, RuleError, StaleAction, StellwerkError
from stellwerk.core.view import View
from stellwerk.server.errors import Unavailable
from stellwerk.server.matches import Matches
from stellwerk.server.pool import NoAnswer, NoWorker, Pool
from stellwerk.server.table import Table

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
"""Seconds before another attempt, where the database or a worker process failed: each time twice as long."""

ATTEMPTS: Final = 6
"""How often bots try again after an error that nobody foresaw."""


class Bots:
    """One task for each match in which a bot is on turn; it ends as soon as a person is, or nobody."""

    def __init__(self, matches: Matches, pool: Pool, *, delay: float, limit: float) -> None:
        self.matches, self.pool, self.delay, self.limit = matches, pool, delay, limit
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._resuming: asyncio.Task[None] | None = None
        matches.listeners.append(self.nudge)

    def start(self) -> None:
        """Go on with all matches that were left while a bot was thinking."""
        self._resuming = asyncio.create_task(self._resume())

    async def close(self) -> None:
        tasks = [task for task in (self._resuming, *self._tasks.values()) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.close()

    def nudge(self, table: Table) -> None:
        """See to it that the bots of a table play."""
        running = self._tasks.get(table.id)
        if (running is None or running.done()) and table.bot_to_move() is not None:
            task = asyncio.create_task(self._drive(table.id))
            self._tasks[table.id] = task
            task.add_done_callback(lambda done: self._forget(table.id, done))

    def _forget(self, name: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(name) is task:
            del self._tasks[name]
        if not task.cancelled() and (error := task.exception()):
            log.error("the bots of match %s stopped", name, exc_info=error)

    async def _resume(self) -> None:
        due = await self._patiently("all matches", lambda: run_sync(self.matches.store.queue.waiting, 0.0))
        for name, *_ in due or ():
            table = await self._patiently(f"match {name}", partial(self.matches.open, name))
            if table is not None:
                self.nudge(table)

    async def _drive(self, name: str) -> None:
        while await self._patiently(f"match {name}", partial(self._move, name)):
            pass

    async def _patiently(self, what: str, do: Callable[[], Awaitable[T]]) -> T | None:
        """Do something that may fail for a while; None when it is of no use to try it again. Nothing fails silently."""
        pause, left = FIRST_PAUSE, ATTEMPTS
        while True:
            try:
                return await do()
            except (Unavailable, NoWorker) as error:
                log.warning("the bots of %s try again in %g s: %s", what, pause, error)
            except StellwerkError as error:
                log.warning("the bots of %s stopped: %s", what, error)
                return None
            except Exception:
                left -= 1
                if not left:
                    raise
                log.exception("the bots of %s try again in %g s", what, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _move(self, name: str) -> bool:
        """Let one bot act; whether another may have to."""
        clock = asyncio.get_running_loop().time
        table = await self.matches.open(name)
        seat = table.bot_to_move()
        if seat is None:
            return False
        began = clock()
        action = await self._decide(table, seat)
        await asyncio.sleep(max(0.0, self.delay - (clock() - began)))
        with suppress(StaleAction):  # somebody took a move back meanwhile: look again
            await self._play(table, seat, action)
        return True

    async def _decide(self, table: Table, seat: int) -> Action | None:
        """What the bot of a seat wants; None when it fails."""
        view = table.match.view(seat)
        name = table.match.header.seats[seat].bot
        job = {"bot": name, "key": str(_generator(table, seat).getrandbits(128)), "view": view.to_json()}
        try:
            answer = await self.pool.ask(job, self.limit)
            if "action" in answer:
                return Action.from_json(answer["action"])
            log.warning("bot %s failed in match %s at ply %d: %s", name, table.id, table.ply, answer.get("error"))
        except (NoAnswer, Malformed) as error:
            log.warning("bot %s failed in match %s at ply %d: %s", name, table.id, table.ply, error)
        return None

    async def _play(self, table: Table, seat: int, action: Action | None) -> None:
        """Play what the bot wants, or by lot where it failed or cheats."""
        if action is not None:
            try:
                await self.matches.act(table.id, seat, action, table.ply, table.rev)
            except (RuleError, NotYourSeat) as error:
                log.warning("a bot tried %s in match %s at ply %d: %s", action, table.id, table.ply, error)
            else:
                return
        view: View[Any] = table.match.view(seat)
        rng = _generator(table, seat)
        await self.matches.act(table.id, seat, rng.choice(view.choices).sample(rng), table.ply, table.rev)


def _generator(table: Table, seat: int) -> Random:
    return generator(table.match.header.seed, "bot", table.ply, seat)
