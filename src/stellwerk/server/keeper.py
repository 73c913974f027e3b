"""Positions go into the store behind everybody's back, so that no match has to be played again to be opened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from anyio.to_thread import run_sync

from stellwerk.core.action import Action
from stellwerk.server.cache import Cache
from stellwerk.server.desk import Desk
from stellwerk.server.errors import Unavailable
from stellwerk.server.logs import logger
from stellwerk.server.opening import of_log, relieved
from stellwerk.server.snapshots import lacking, pack
from stellwerk.server.stopping import POSITIONS
from stellwerk.server.store import Snapshot, Store
from stellwerk.server.table import Table

log = logger(__name__)

AT_ONCE: Final = 8
"""Positions that are packed in one go; whoever waits for the match comes between two goes."""

TOGETHER: Final = 64
"""Positions that are written in one transaction: each costs as much as an action does."""

PAUSE: Final = 0.05
"""Seconds until it is tried again to write positions of a match that has moved on meanwhile."""


class Written(NamedTuple):
    """Positions that the store has, and the log of which they are."""

    kept: Sequence[Snapshot]
    log: Sequence[Action]


class Keeper:
    """One task at a time for each match whose positions are to be written. Nobody waits for it, and it may fail."""

    def __init__(self, store: Store, desk: Desk, cache: Cache) -> None:
        self.store, self.desk, self.cache = store, desk, cache
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._farewells: dict[str, Table] = {}
        """Tables that were forgotten while an earlier one of theirs was being written."""

        self._written: dict[str, Written] = {}
        """What was written of a match last, until a table of it is seen that knows so."""

    def soon(self, table: Table, *, last: bool = False) -> None:
        """See to it that the store gets the positions that it lacks of a match, perhaps for the last time."""
        if table.id in self._tasks:
            if last:
                self._farewells[table.id] = table
        elif lacking(table.match, last=last):
            task = asyncio.create_task(self._write(table, last))
            self._tasks[table.id] = task
            task.add_done_callback(lambda done: self._done(table.id, done))
        else:
            self._written.pop(table.id, None)

    def _done(self, name: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(name, None)
        if self.cache.get(name) is None:
            self._written.pop(name, None)
        table = self._farewells.pop(name, None)
        if table is not None and not task.cancelled():
            self.soon(table, last=True)

    async def settled(self) -> None:
        """Wait until all is written that is being written."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Finish what can be finished soon: a match that is not written can always be played again."""
        try:
            async with asyncio.timeout(POSITIONS):
                await self.settled()
        except TimeoutError:
            for task in self._tasks.values():
                task.cancel()
            await self.settled()

    async def _packed(self, table: Table, plies: Sequence[int]) -> list[Snapshot]:
        """Some positions as the store keeps them, packed a few at a time."""
        kept: list[Snapshot] = []
        for first in range(0, len(plies), AT_ONCE):
            some = plies[first : first + AT_ONCE]
            kept += await self.desk.do(table.id, partial(pack, table.match, some), bots=True)
        return kept

    async def _write(self, table: Table, last: bool) -> None:
        """Write what is lacking; what is packed stays good while the log goes on."""
        try:
            if before := self._written.get(table.id):  # the table was made from one that was not relieved yet
                await self.desk.do(table.id, partial(relieved, table, *before), bots=True)
            while plies := lacking(table.match, last=last)[:TOGETHER]:
                log_then = table.match.log.copy()
                kept = await self._packed(table, plies)
                while kept and not await run_sync(self.store.keep, table.id, table.rev, kept):
                    await asyncio.sleep(PAUSE)
                    now = self.cache.get(table.id)
                    if now is None or now.rev <= table.rev:
                        return
                    again = partial(of_log, kept, log_then, now.match.log)
                    table, kept = now, await self.desk.do(table.id, again, bots=True)
                self._written[table.id] = Written(kept, log_then)
                for known in {id(one): one for one in (table, self.cache.get(table.id)) if one}.values():
                    await self.desk.do(table.id, partial(relieved, known, kept, log_then), bots=True)
        except Unavailable as error:
            log.info("the positions of a match are written another time", match=table.id, error=error)
        except Exception:
            log.exception("the positions of a match cannot be written", match=table.id)
