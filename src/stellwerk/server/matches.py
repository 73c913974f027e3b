"""The service that the JSON API and the pages share: opens, plays, takes back, branches and remembers matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from random import SystemRandom
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync

from stellwerk.core.action import Action
from stellwerk.core.chance import new_seed
from stellwerk.core.errors import CannotUndo, NotFound, NotYourSeat, StellwerkError, UnknownVersion
from stellwerk.core.match import Header, Match, Seat, new_header
from stellwerk.server import metrics
from stellwerk.server.cache import Cache
from stellwerk.server.desk import Desk
from stellwerk.server.errors import Moved, StillRunning, Unavailable, Unreadable
from stellwerk.server.hub import Hub
from stellwerk.server.keeper import Keeper
from stellwerk.server.logs import logger
from stellwerk.server.names import checked_seats, new_match_id, new_token
from stellwerk.server.opening import Change, caught_up, changed, first, restored, taken_over
from stellwerk.server.rows import redo_row, rows_of, undo_row
from stellwerk.server.store import Entry, Listed, Standing, Store, Taken
from stellwerk.server.table import Created, Table
from stellwerk.server.versions import note

log = logger(__name__)

T = TypeVar("T")

MEMORY: Final = 256 << 20
"""Bytes of matches that stay open in memory."""

IMPORTS: Final = "/files"
"""Where matches from files are made, one after the other: long ones must not take all threads."""

MOST: Final = 50
"""How many matches a visitor is shown."""

PATIENCE: Final = 5.0
"""Seconds before another attempt at what nobody waits for."""


def hashed(secret: str) -> str:
    """What the store keeps of a token or a visitor's cookie."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Matches:
    """All matches of a store. Methods are to be called from one event loop.

    The store is asked in threads, and games are worked at in others (`Desk`): nothing that depends on how long or
    how large a match is runs in the loop.
    """

    def __init__(self, store: Store, *, memory: int = MEMORY, desk: Desk | None = None) -> None:
        self.store = store
        self.hub = Hub(store)
        self.desk = desk or Desk()
        self.listeners: list[Callable[[Table], None]] = [lambda table: self.hub.wake(table.id)]
        self.cache = Cache(memory, lambda table: self.keeper.soon(table, last=True))
        self.keeper = Keeper(store, self.desk, self.cache)
        self.unreadable: set[str] = set()
        """Matches that somebody tried to open in vain, so that lists can say so."""
        self._epoch: str | None = None
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loads: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def work(self, table: Table, look: Callable[[Table], T], *, bots: bool = False) -> T:
        """What a function finds out about a table, in a thread, while no other thread works at that match."""
        return await self.desk.do(table.id, partial(look, table), bots=bots)

    async def aside(self, make: Callable[[], T]) -> T:
        """What a function makes that looks at no match, in a thread."""
        return await self.desk.do(None, make)

    # --- opening and beginning ------------------------------------------------------------------------

    async def open(self, name: str, *, bots: bool = False) -> Table:
        """The present table: from memory if the store has nothing newer, else made from its rows."""
        async with _lock(self._loads, name):
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
            if table.claims != head.claims and table.names != await run_sync(self.store.seats.names, name):
                table = await self._load(name, bots)  # who sits down may choose another name
            if (table.next, table.claims) != (head.next, head.claims):
                table = replace(table, next=head.next, claims=head.claims)
            if head.epoch in (None, self._epoch):
                return self._keep(table)
        return await self.open(name, bots=bots)  # restored to another state meanwhile

    async def close(self) -> None:
        """Let nothing begin any more."""
        await self.keeper.close()
        self.desk.close()

    async def create(
        self,
        game: str,
        seats: Sequence[Seat],
        options: Mapping[str, str] | None = None,
        *,
        seed: str | None = None,
        header: Header | None = None,
        log: Iterable[Action] = (),
        checked: bool = False,
    ) -> Created:
        """Begin a match, or go on with one from a file or a branch (`header` and `log`, perhaps `checked` already)."""
        chairs = checked_seats(game, seats if header is None else header.seats)
        if header is None:
            return await self._begin(lambda: Match(new_header(game, chairs, options, seed)))
        taken = replace(header, seats=chairs), list(log), not checked
        return await self._begin(lambda: taken_over(*taken), at=IMPORTS)

    async def branch(self, name: str, seat: int | None, ply: int) -> Created:
        """Another match from an earlier position.

        A finished match is open to all and is branched with its past. From a running one a seat gets a position
        that could be behind what it saw: nothing hidden leaks.
        """
        table = await self.open(name)
        match = table.match
        if match.over:
            return await self._begin(lambda: match.branch(ply), at=name)
        if seat is None:
            raise NotYourSeat(None)
        imagined = await self.work(table, lambda _: match.game.imagine(match.view(seat, ply), SystemRandom()).to_json())
        version = match.game.title.rules_version  # a match of other rules goes on by those known here
        header = replace(match.header, rules_version=version, seed=new_seed(), position=imagined)
        return await self._begin(lambda: Match(header))

    async def again(self, name: str) -> Created:
        """The next match at the same table, the same one for everybody who asks; tokens and seats go on."""
        table = await self.open(name)
        if table.next:
            return Created(table.next)
        match = table.match
        if not match.over:
            raise StillRunning
        options = await self.work(table, lambda _: match.game.again(match.log))
        with suppress(Taken):
            header = new_header(match.header.game, match.header.seats, options)
            await self._begin(lambda: Match(header), follows=name)
        table = await self.open(name)
        assert table.next is not None
        self._tell(table)
        return Created(table.next)

    # --- playing ---------------------------------------------------------------------------------------

    async def act(
        self, name: str, seat: int, action: Action, ply: int, rev: int | None = None, *, bots: bool = False
    ) -> Table:
        """Play an action that was made for this ply (and rev) by who sits there."""
        if action.seat != seat:
            raise NotYourSeat(action.seat)

        def play(match: Match) -> tuple[list[Entry], int]:
            before = match.ply
            match.play(action)
            return rows_of(match, before), before

        return await self._change(name, ply, rev, play, bots=bots)

    async def undo(
        self, name: str, seats: Collection[int], ply: int, rev: int | None = None, to: int | None = None
    ) -> Table:
        """Take back the latest action of who holds these seats, or go back to a ply that `Match.undoable` lists."""

        def take_back(match: Match) -> tuple[list[Entry], int]:
            before = match.log.copy()
            target = match.undo(seats, to)
            return [undo_row(match, before[target].seat, target), *rows_of(match, target)], target

        return await self._change(name, ply, rev, take_back)

    async def redo(self, name: str, seats: Collection[int], ply: int, rev: int | None = None) -> Table:
        """Play again what the latest undo took back of who holds these seats."""

        def play_again(match: Match) -> tuple[list[Entry], int]:
            if match.undone and match.undone[-1][0].seat not in seats:
                raise CannotUndo("others")
            before = match.ply
            block = match.redo()
            return [redo_row(match, block[0].seat)], before

        return await self._change(name, ply, rev, play_again)

    # --- seats -----------------------------------------------------------------------------------------

    async def seats_for(self, name: str, token: str) -> int:
        """The seat of a person that a token opens; all hashes are compared, in constant time."""
        keys = await run_sync(self.store.seats.keys, name)
        if not keys:
            raise NotFound("match", name)
        given = hashed(token)
        opened = [compare_digest(given, known) for known, _ in keys]
        found = [seat for seat, (_, person) in enumerate(keys) if person and opened[seat]]
        if not found:
            raise NotYourSeat(None)
        return found[0]

    async def claim_people(self, visitor: str, created: Created) -> None:
        """Let a visitor hold all seats of a new match that no bot plays: a game round one screen."""
        seats = (await self.open(created.id)).match.header.seats
        people = [number for number, seat in enumerate(seats) if seat.bot is None]
        if people and created.tokens:
            await run_sync(self.store.seats.claim, visitor, created.id, people)
            for browser in await run_sync(self.store.devices.browsers, visitor):
                self.hub.wake(browser)

    async def held(self, visitor: str, name: str) -> set[int]:
        return await run_sync(self.store.seats.held, visitor, name)

    async def mine(self, visitor: str, most: int = MOST) -> list[Listed]:
        """The matches of a visitor: own turns, then running ones, then finished ones, each with the latest first."""
        found = [await self._known(one) for one in await run_sync(self.store.of_visitor, visitor, most)]
        return sorted(found, key=lambda one: (one.over, not one.your_turn, -one.changed))

    async def catch_up(self) -> None:
        """Find out whose turn it is wherever an older database does not tell, a match at a time."""
        name, missed = "", False
        while True:
            try:
                names = await run_sync(self.store.unknown, MOST, name)
                for name in names:
                    await self._learned(name, bots=True)
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

    # --- inner parts -----------------------------------------------------------------------------------

    async def _known(self, one: Listed) -> Listed:
        """A match as a list shows it, opened once if its row does not tell enough."""
        if one.known or not one.readable:
            return one._replace(readable=one.readable and one.id not in self.unreadable)
        told = await self._learned(one.id)
        if told is None:
            return one._replace(readable=one.id not in self.unreadable)
        return one._replace(known=True, ply=told.ply, waiting=told.waiting, winners=told.winners)

    async def _learned(self, name: str, *, bots: bool = False) -> Standing | None:
        """What can be told of a match's position, noted in the store; None if it cannot be opened."""
        try:
            table = await self.open(name, bots=bots)
            standing = await self.work(table, Table.standing, bots=bots)
            await run_sync(self.store.note, name, table.rev, standing)
        except Unavailable:
            raise
        except StellwerkError as error:
            log.warning("a match cannot be listed", match=name, error=error)
            return None
        return standing

    async def _change(self, name: str, ply: int, rev: int | None, change: Change, *, bots: bool = False) -> Table:
        async with _lock(self._locks, name):
            table = await self.open(name, bots=bots)
            if ply != table.ply or rev not in (None, table.rev):
                raise Moved(ply, table.ply, table.rev)
            after, rows, kept, standing = await self.work(table, partial(changed, change), bots=bots)
            try:
                await run_sync(self.store.append, name, table.rev, rows, standing, kept)
            except Taken:
                now = await self.open(name)
                raise Moved(ply, now.ply, now.rev) from None
            after = self._keep(after)
        self._tell(after)
        return after

    async def _begin(self, make: Callable[[], Match], *, at: str | None = None, follows: str | None = None) -> Created:
        """Write the match that a function makes, perhaps from another one that it looks `at`."""
        name = new_match_id()
        table, rows, _, standing = await self.desk.do(at, lambda: first(name, make()))
        header = table.match.header
        tokens = tuple("" if seat.bot or follows else new_token() for seat in header.seats)
        kept = [hashed(token or new_token()) for token in tokens]
        await run_sync(self.store.create, name, header, kept, rows, standing, follows)
        self._tell(self._keep(table))
        return Created(name, () if follows else tokens)

    async def _load(self, name: str, bots: bool) -> Table:
        try:
            saved = await run_sync(self.store.load, name)
            if saved is not None:
                table, standing = await self.desk.do(name, partial(restored, name, saved), bots=bots)
                await run_sync(note, self.store, name, table.rev, saved, table.match, standing)
                self.unreadable.discard(name)
                return table
        except (Unavailable, UnknownVersion, NotFound):
            raise
        except Exception as error:
            log.warning("a match cannot be read", match=name, error=repr(error))
            self.unreadable.add(name)
            raise Unreadable(name) from error
        raise NotFound("match", name)

    async def _caught_up(self, table: Table, bots: bool) -> Table | None:
        """The same table with the rows that another server wrote since; None if all has to be read."""
        rows = await run_sync(self.store.since, table.id, table.rev)
        try:
            return await self.work(table, lambda table: caught_up(table, rows), bots=bots)
        except Exception as error:  # noqa: BLE001  # whatever is wrong with a table in memory, the store knows better
            log.warning("a match is read anew", match=table.id, error=repr(error))
            return None

    def _keep(self, table: Table) -> Table:
        """Remember a table, and have written what the store lacks of it."""
        table = self.cache.keep(table)
        self.keeper.soon(table)
        return table

    def _tell(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)


def _lock(locks: WeakValueDictionary[str, asyncio.Lock], name: str) -> asyncio.Lock:
    return locks.setdefault(name, asyncio.Lock())
