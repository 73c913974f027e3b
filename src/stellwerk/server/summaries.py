"""How matches of an older database stand, found out in the background: no request waits for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from anyio.to_thread import run_sync

from stellwerk.core.errors import StellwerkError
from stellwerk.server.errors import Unavailable
from stellwerk.server.logs import logger
from stellwerk.server.stopping import cancelled
from stellwerk.server.store import Listed, Standing
from stellwerk.server.table import Table

if TYPE_CHECKING:
    from stellwerk.server.matches import Matches

log = logger(__name__)

PORTION: Final = 50
"""How many names are asked for at once."""

MOST: Final = 2000
"""How many matches may be wanted first; all others have their turn anyway."""

PATIENCE: Final = 5.0
"""Seconds before another attempt at what nobody waits for."""


class Summaries:
    """Opens matches whose rows do not tell whose turn it is, one at a time: those first that a list has shown."""

    def __init__(self, matches: Matches) -> None:
        self.matches, self.store = matches, matches.store
        self._wanted: dict[str, None] = {}
        self._hopeless: set[str] = set()
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def want(self, one: Listed) -> Listed:
        """A match as a list shows it just now; if its row does not tell enough, it is among the next to be opened."""
        if one.id in self.matches.unreadable:
            return one._replace(readable=False)
        if not one.known and one.readable and one.id not in self._hopeless and len(self._wanted) < MOST:
            self._wanted[one.id] = None
            self._more.set()
        return one

    def start(self) -> None:
        self._task = asyncio.create_task(self.run())

    async def close(self) -> None:
        await cancelled(self._task)

    async def run(self) -> None:
        """See to all there are, then to whatever a list shows: a database may be restored to an older state."""
        while True:
            await self.catch_up()
            self._more.clear()
            await self._more.wait()

    async def catch_up(self) -> None:
        """Find out whose turn it is wherever the database does not tell, until nothing is left that can be told."""
        name, missed = "", False
        while True:
            try:
                await self._learn_wanted()
                names, told = await run_sync(self.store.unknown, PORTION, name), set[str]()
                for name in names:
                    told |= await self._learn_wanted()
                    if name not in told:
                        await self.learned(name)
            except Unavailable:
                missed = True
                await asyncio.sleep(PATIENCE)
            except Exception:
                log.exception("how a match of an older database stands cannot be found out", match=name)
                await asyncio.sleep(PATIENCE)
            else:
                if not names and not missed:
                    return
                if not names:
                    name, missed = "", False

    async def learned(self, name: str) -> Standing | None:
        """What can be told of a match's position, noted in the store; None if it cannot be opened."""
        try:
            table = await self.matches.open(name, bots=True)
            standing = await self.matches.work(table, Table.standing, bots=True)
            await run_sync(self.store.note, name, table.rev, standing)
        except Unavailable:
            raise
        except StellwerkError as error:
            log.warning("a match cannot be listed", match=name, error=error)
            if len(self._hopeless) < MOST:
                self._hopeless.add(name)
            return None
        self.matches.hub.wake(name)
        return standing

    async def _learn_wanted(self) -> set[str]:
        """See to what lists have shown; returns which matches these were."""
        told: set[str] = set()
        while self._wanted:
            name = next(iter(self._wanted))
            del self._wanted[name]
            await self.learned(name)
            told.add(name)
        return told
