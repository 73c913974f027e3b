"""Tables that are open: from memory where the store has nothing newer, else made from its rows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync

from stellwerk.core.errors import NotFound, UnknownVersion
from stellwerk.core.registry import title
from stellwerk.server import metrics
from stellwerk.server.cache import Cache
from stellwerk.server.desk import Desk
from stellwerk.server.errors import Overloaded, Unavailable, Unreadable
from stellwerk.server.keeper import Keeper
from stellwerk.server.logs import logger
from stellwerk.server.opening import caught_up, restored
from stellwerk.server.store import Head, Origin, Outline, Saved, Store
from stellwerk.server.table import Table
from stellwerk.server.versions import note

log = logger(__name__)

T = TypeVar("T")
Locks: TypeAlias = "WeakValueDictionary[str, asyncio.Lock]"

LOADS: Final = {False: 2, True: 1}
"""So many matches are read from the store at once, for people and for bots: others must not wait behind a crowd."""


class Tables:
    """The tables of a store. Methods are to be called from one event loop.

    The store is asked in threads, and games are worked at in others (`Desk`): nothing that depends on how long or
    how large a match is runs in the loop.
    """

    def __init__(self, store: Store, memory: int, desk: Desk) -> None:
        self.store, self.desk = store, desk
        self.cache = Cache(memory, lambda table: self.keeper.soon(table, last=True))
        self.keeper = Keeper(store, desk, self.cache)
        self.unreadable: set[str] = set()
        """Matches that somebody tried to open in vain, so that lists can say so."""
        self._epoch: str | None = None
        self._opening: Locks = WeakValueDictionary()
        self._loads = {bots: asyncio.Semaphore(most) for bots, most in LOADS.items()}

    async def work(
        self,
        table: Table,
        look: Callable[[Table], T],
        *,
        long: bool = False,
        bots: bool = False,
        later: bool = False,
        who: str = "",
    ) -> T:
        """What a function finds out about a table, in a thread, while no other thread works at that match."""
        return await self.desk.do(table.id, partial(look, table), long=long, bots=bots, later=later, who=who)

    async def aside(self, make: Callable[[], T], *, who: str = "") -> T:
        """What a function makes that looks at no match, in a thread."""
        return await self.desk.do(None, make, long=True, who=who)

    async def open(self, name: str, *, bots: bool = False) -> Table:
        """The present table."""
        head = await run_sync(self.store.head, name)
        return self._known(name, head) or await self._open(name, bots)

    async def meet(self, name: str, ask: Callable[[], T]) -> tuple[T, Table]:
        """The present table, and the answer to a question to the store: both by one way to a thread and back."""
        found, head = await run_sync(lambda: (ask(), self.store.head(name)))
        return found, self._known(name, head) or await self._open(name, bots=False)

    async def close(self) -> None:
        """Let nothing begin any more."""
        await self.keeper.close()
        self.desk.close()

    def keep(self, table: Table) -> Table:
        """Remember a table, and have written what the store lacks of it."""
        table = self.cache.keep(table)
        self.keeper.soon(table)
        return table

    def _known(self, name: str, head: Head | None) -> Table | None:
        """The table in memory, if it stands as the store says."""
        table = self.cache.get(name)
        if table is None or head is None or head.epoch != self._epoch or table.rev < head.rev:
            return None
        if _known_of(table) != _told_by(head):
            return None
        if table.orders_rev != head.orders:
            return None
        metrics.CACHE.labels("hit").inc()
        return self.keep(table)

    async def _open(self, name: str, bots: bool) -> Table:
        """The present table, one who asks after the other: what has to be read is read once."""
        async with lock(self._opening, name):
            head = await run_sync(self.store.head, name)
            if head is None:
                raise NotFound("match", name)
            if head.epoch and head.epoch != self._epoch:
                if self._epoch:  # restored to another state: what is remembered may never have happened
                    self.cache.clear()
                self._epoch = head.epoch
            table = self.cache.get(name)
            metrics.CACHE.labels("hit" if table is not None and table.rev >= head.rev else "miss").inc()
            if table is not None and table.rev < head.rev:
                table = await self._caught_up(table, bots)
            if table is None:
                with metrics.REPLAYS.time():
                    table = await self._load(name, bots)
            if table.claims != head.claims:
                names, stand_ins = await run_sync(self.store.seats.sitting, name)
                if table.names != names:  # who sits down may choose another name
                    table = await self._load(name, bots)
                table = replace(table, stand_ins=stand_ins)
            if _known_of(table) != _told_by(head):
                table = replace(table, next=head.next, claims=head.claims, origin=_origin(head))
                table = replace(table, help_after=head.help_after)
            if table.orders_rev != head.orders:
                orders_rev, orders, stops = await run_sync(self.store.orders.active, name)
                table = replace(table, orders_rev=orders_rev, orders=orders, stops=stops)
            if head.epoch in (None, self._epoch):
                return self.keep(table)
        return await self._open(name, bots)  # restored to another state meanwhile

    def _saved(self, name: str) -> Saved | Outline:
        """What the store has of a match: of one that was begun by other rules all rows are needed."""
        saved: Saved | Outline | None = self.store.outline(name)
        if saved and saved.header.rules_version != title(saved.header.game).rules_version:
            saved = self.store.load(name)
        if saved is None:
            raise NotFound("match", name)
        return saved

    async def _load(self, name: str, bots: bool) -> Table:
        try:
            async with self._loads[bots]:
                saved = await run_sync(self._saved, name)
                make = partial(restored, name, saved)
                table, standing = await self.desk.do(name, make, long=not bots, bots=bots)
            await run_sync(note, self.store, name, table.rev, saved, table.match, standing)
        except (Unavailable, UnknownVersion, NotFound, Overloaded):
            raise
        except Exception as error:
            log.warning("a match cannot be read", match=name, error=repr(error))
            self.unreadable.add(name)
            raise Unreadable(name) from error
        self.unreadable.discard(name)
        return table

    async def _caught_up(self, table: Table, bots: bool) -> Table | None:
        """The same table with the rows that another server wrote since; None if all has to be read."""
        rows = await run_sync(self.store.since, table.id, table.rev)
        try:
            return await self.work(table, lambda table: caught_up(table, rows), bots=bots)
        except Exception as error:  # noqa: BLE001  # whatever is wrong with a table in memory, the store knows better
            log.warning("a match is read anew", match=table.id, error=repr(error))
            return None


def lock(locks: Locks, name: str) -> asyncio.Lock:
    return locks.setdefault(name, asyncio.Lock())


def _origin(head: Head) -> Origin:
    return Origin(head.label, head.parent, head.parent_ply)


def _known_of(table: Table) -> tuple[object, ...]:
    """What a table in memory says that others may have changed without playing."""
    return table.next, table.claims, table.origin, table.help_after


def _told_by(head: Head) -> tuple[object, ...]:
    return head.next, head.claims, _origin(head), head.help_after
