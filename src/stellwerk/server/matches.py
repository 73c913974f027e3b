"""The service that the JSON API and the pages share: opens, plays, takes back, branches and remembers matches."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from hmac import compare_digest
from random import SystemRandom
from time import time
from typing import Final
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync

from stellwerk.core.action import Action
from stellwerk.core.chance import new_seed
from stellwerk.core.errors import CannotUndo, NotFound, NotYourSeat, UnknownVersion
from stellwerk.core.match import Header, Match, Seat, new_header
from stellwerk.server.errors import Moved, StillRunning, Unavailable, Unreadable
from stellwerk.server.hub import Hub
from stellwerk.server.names import checked_seats, new_match_id, new_token
from stellwerk.server.store import Entry, Listed, Store, Taken
from stellwerk.server.table import Created, Table, replay, rows_of

log = logging.getLogger(__name__)

WARM: Final = 256
"""How many matches stay open in memory."""

MOST: Final = 50
"""How many matches a visitor is shown."""

PAUSE: Final = 1.0
"""Seconds between two looks at what happens in a visitor's matches."""

Change = Callable[[Match], tuple[list[Entry], int]]
"""Changes a match; returns the rows to write and how many actions of the old log are still the same."""


def hashed(secret: str) -> str:
    """What the store keeps of a token or a visitor's cookie."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Matches:
    """All matches of a store. Methods are to be called from one event loop.

    The store and replays run in threads. What rules do with a position that others may look at runs in the loop, or
    in a thread on a copy that nobody else has (`Match.alone`): states and matches fill caches of their own when they
    are asked, which two threads must not do at once.
    """

    def __init__(self, store: Store, *, warm: int = WARM) -> None:
        self.store = store
        self.hub = Hub()
        self.listeners: list[Callable[[Table], None]] = [lambda table: self.hub.wake(table.id)]
        self._warm = warm
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loads: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # --- opening and beginning ------------------------------------------------------------------------

    async def open(self, name: str) -> Table:
        """The present table: from memory if the store has nothing newer, else replayed."""
        async with _lock(self._loads, name):
            head = await run_sync(self.store.head, name)
            if head is None:
                raise NotFound("match", name)
            table = self._tables.get(name)
            if table is None or table.rev < head.rev:
                table = await self._load(name)
            if table.claims != head.claims and table.names != await run_sync(self.store.seats.names, name):
                table = await self._load(name)  # who sits down may choose another name
            if (table.next, table.claims) != (head.next, head.claims):
                table = replace(table, next=head.next, claims=head.claims)
            return self._keep(table)

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
            match = await run_sync(lambda: Match(new_header(game, chairs, options, seed)))
        else:
            match = await run_sync(_taken_over, replace(header, seats=chairs), list(log), not checked)
        return await self._begin(match)

    async def branch(self, name: str, seat: int | None, ply: int) -> Created:
        """Another match from an earlier position.

        A finished match is open to all and is branched with its past. From a running one a seat gets a position
        that could be behind what it saw: nothing hidden leaks.
        """
        match = (await self.open(name)).match
        if match.over:
            return await self._begin(await run_sync(match.branch, ply))
        if seat is None:
            raise NotYourSeat(None)
        imagined = match.game.imagine(match.view(seat, ply), SystemRandom())
        header = replace(match.header, seed=new_seed(), position=imagined.to_json())
        return await self._begin(await run_sync(Match, header))

    async def again(self, name: str) -> Created:
        """The next match at the same table, the same one for everybody who asks; tokens and seats go on."""
        table = await self.open(name)
        if table.next:
            return Created(table.next)
        match = table.match
        if not match.over:
            raise StillRunning
        header = new_header(match.header.game, match.header.seats, match.game.again(match.log))
        with suppress(Taken):
            await self._begin(await run_sync(Match, header), follows=name)
        table = await self.open(name)
        assert table.next is not None
        self._tell(table)
        return Created(table.next)

    # --- playing ---------------------------------------------------------------------------------------

    async def act(self, name: str, seat: int, action: Action, ply: int, rev: int | None = None) -> Table:
        """Play an action that was made for this ply (and rev) by who sits there."""
        if action.seat != seat:
            raise NotYourSeat(action.seat)

        def play(match: Match) -> tuple[list[Entry], int]:
            before = match.ply
            return rows_of(match.play(action)), before

        return await self._change(name, ply, rev, play)

    async def undo(
        self, name: str, seats: Collection[int], ply: int, rev: int | None = None, to: int | None = None
    ) -> Table:
        """Take back the latest action of who holds these seats, or go back to a ply that `Match.undoable` lists."""

        def take_back(match: Match) -> tuple[list[Entry], int]:
            before = match.log.copy()
            target = match.undo(seats, to)
            return [Entry("undo", [before[target].seat, target]), *rows_of(match.log[target:])], target

        return await self._change(name, ply, rev, take_back)

    async def redo(self, name: str, seats: Collection[int], ply: int, rev: int | None = None) -> Table:
        """Play again what the latest undo took back of who holds these seats."""

        def play_again(match: Match) -> tuple[list[Entry], int]:
            if match.undone and match.undone[-1][0].seat not in seats:
                raise CannotUndo("others")
            before = match.ply
            block = match.redo()
            return [Entry("redo", [block[0].seat])], before

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
            self.hub.wake(visitor)

    async def held(self, visitor: str, name: str) -> set[int]:
        return await run_sync(self.store.seats.held, visitor, name)

    async def mine(self, visitor: str, most: int = MOST) -> list[Listed]:
        """The matches of a visitor: own turns, then running ones, then finished ones, each with the latest first."""
        found = await run_sync(self.store.of_visitor, visitor, most)
        return sorted(found, key=lambda one: (one.over, not one.your_turn, -one.changed))

    async def news(self, visitor: str, beat: float, pause: float = PAUSE) -> AsyncGenerator[bool]:
        """True at once and after each change in a visitor's matches, False after `beat` seconds without one.

        However much happens, `pause` seconds lie between two looks.
        """
        seen: object = None
        while not self.hub.closed:
            pulse = await run_sync(self.store.pulse, visitor, MOST)
            with self.hub.ear(visitor, *(name for name, *_ in pulse)) as ear:
                now = await run_sync(self.store.pulse, visitor, MOST)
                if now != seen:
                    seen = now
                    yield True
                try:
                    await asyncio.wait_for(ear.wait(), beat)
                except TimeoutError:
                    yield False
            if not self.hub.closed:
                await asyncio.sleep(pause)

    async def subscribe(self, name: str, beat: float | None = None) -> AsyncGenerator[Table | None]:
        """The table now and after each change; None after `beat` seconds without one. Ends at shutdown."""
        seen: tuple[object, ...] | None = None
        with self.hub.ear(name) as ear:
            while not self.hub.closed:
                ear.clear()
                table = await self.open(name)
                if seen != (now := (table.rev, table.next, table.claims)):
                    seen = now
                    yield table
                try:
                    await asyncio.wait_for(ear.wait(), beat)
                except TimeoutError:
                    yield None

    # --- inner parts -----------------------------------------------------------------------------------

    async def _change(self, name: str, ply: int, rev: int | None, change: Change) -> Table:
        async with _lock(self._locks, name):
            table = await self.open(name)
            if ply != table.ply or rev not in (None, table.rev):
                raise Moved(ply, table.ply, table.rev)
            match = table.match.copy()
            entries, kept = change(match)
            after = table.after(match, len(entries), kept)
            try:
                await run_sync(self.store.append, name, table.rev, entries, after.standing(), kept)
            except Taken:
                now = await self.open(name)
                raise Moved(ply, now.ply, now.rev) from None
            after = self._keep(after)
        self._tell(after)
        return after

    async def _begin(self, match: Match, *, follows: str | None = None) -> Created:
        name = new_match_id()
        tokens = tuple("" if seat.bot or follows else new_token() for seat in match.header.seats)
        kept = [hashed(token or new_token()) for token in tokens]
        table = Table(name, match, match.ply, time(), _lock(self._locks, name))

        def write() -> None:
            rows = rows_of(match.log)
            self.store.create(name, match.header, kept, rows, table.standing(), follows)

        await run_sync(write)
        self._tell(await self.open(name))
        return Created(name, () if follows else tokens)

    async def _load(self, name: str) -> Table:
        try:
            saved = await run_sync(self.store.load, name)
            match = None if saved is None else await run_sync(replay, saved.header, saved.entries)
        except (Unavailable, UnknownVersion, NotFound):
            raise
        except Exception as error:
            log.warning("match %s cannot be read: %r", name, error)
            raise Unreadable(name) from error
        if saved is None or match is None:
            raise NotFound("match", name)
        return Table(name, match, len(saved.entries), saved.created, _lock(self._locks, name))

    def _keep(self, table: Table) -> Table:
        """Remember the newest table of a match, and forget the one that was not asked for the longest."""
        known = self._tables.get(table.id)
        if known is not None and known.rev > table.rev:
            table = known
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        while len(self._tables) > self._warm:
            self._tables.popitem(last=False)
        return table

    def _tell(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)


def _taken_over(header: Header, log: list[Action], check: bool) -> Match:
    """A match from outside, held against the rules unless it has been.

    What chance has yet to do is drawn from a seed that nobody knows.
    """
    match = Match(replace(header, seed=new_seed()), log, checked=check)
    if match.over and match.ply == len(log):
        match.header = header
    return match


def _lock(locks: WeakValueDictionary[str, asyncio.Lock], name: str) -> asyncio.Lock:
    return locks.setdefault(name, asyncio.Lock())
