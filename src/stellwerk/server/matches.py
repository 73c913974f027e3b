"""The service that the JSON API and the pages share: opens, plays, takes back, branches and remembers matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync

from stellwerk.core.action import Action
from stellwerk.core.errors import CannotUndo, NotFound, NotYourSeat
from stellwerk.core.match import Header, Match, Seat, new_header
from stellwerk.server.desk import Desk
from stellwerk.server.errors import Moved, NoTime, OtherRules, StillRunning
from stellwerk.server.hub import Hub
from stellwerk.server.marks import STOOD_IN
from stellwerk.server.names import checked_seats, hashed, new_match_id, new_token, unguided
from stellwerk.server.opening import Change, changed, first, taken_over
from stellwerk.server.rows import redo_row, rows_of, undo_row
from stellwerk.server.store import FREE, NOWHERE, USUAL, Entry, Listed, Origin, Pace, Store, Taken, Terms
from stellwerk.server.store.clocks import TIME
from stellwerk.server.summaries import Summaries
from stellwerk.server.table import Created, Table
from stellwerk.server.tables import Locks, Tables, lock

T = TypeVar("T")

MEMORY: Final = 256 << 20
"""Bytes of matches that stay open in memory."""

IMPORTS: Final = "/files"
"""Where matches from files are made, one after the other: long ones must not take all threads."""

MOST: Final = 500
"""How many matches a visitor is shown, page by page: running ones, then those that were played last."""

TRIES: Final = 5
"""How often a change is worked out again because orders were given meanwhile."""


class Matches(Tables):
    """All matches of a store: the tables that are open, and all that can be done at them."""

    def __init__(self, store: Store, *, memory: int = MEMORY, desk: Desk | None = None) -> None:
        super().__init__(store, memory, desk or Desk())
        self.hub = Hub(store)
        self.listeners: list[Callable[[Table], None]] = [lambda table: self.hub.wake(table.id)]
        self.summaries = Summaries(self)
        self._locks: Locks = WeakValueDictionary()

    # --- beginning -------------------------------------------------------------------------------------

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
        if header is not None:
            return await self.take_over(header, log, checked=checked)
        chairs = checked_seats(game, seats)
        return await self._begin(lambda: Match(new_header(game, chairs, options, seed)))

    async def take_over(
        self, header: Header, log: Iterable[Action], *, checked: bool = False, copied: str | None = None
    ) -> Created:
        """Go on with a match from a file; `copied` names the running match of which it says that it is a copy."""
        chairs = checked_seats(header.game, header.seats)
        taken = replace(header, seats=chairs), list(log), not checked
        terms = Terms(help_after=await run_sync(self.store.help_after, copied) if copied else None)
        return await self._begin(lambda: taken_over(*taken), at=IMPORTS, terms=terms)

    async def create_open(
        self,
        game: str,
        seats: Sequence[Seat],
        options: Mapping[str, str] | None,
        free: Collection[int],
        pace: Pace | None = None,
        *,
        hints: bool = False,
    ) -> Created:
        """Begin a match in which nobody has some of the seats yet: others are invited to them."""
        chairs = checked_seats(game, seats)
        terms = Terms(pace=pace, hints=hints)
        return await self._begin(lambda: Match(new_header(game, chairs, options)), free=free, terms=terms)

    async def put(
        self,
        make: Callable[[], Match],
        *,
        at: str | None = None,
        origin: Origin = NOWHERE,
        help_after: str | None = None,
    ) -> Created:
        """Begin a match that somebody else puts together, by its own seed, perhaps from another one `at` a table."""
        return await self._begin(make, at=at, terms=Terms(origin=origin, help_after=help_after))

    async def again(self, name: str) -> Created:
        """The next match at the same table, the same one for everybody who asks; who opened a seat opens it there too.

        The second player of this match begins the next one, unless the game moves the beginning by itself.
        """
        table = await self.open(name)
        if table.next:
            return Created(table.next)
        match = table.match
        if not match.over:
            raise StillRunning
        options = await self.work(table, lambda _: match.game.again(match.log))
        with suppress(Taken):
            seats, moved = unguided(match.header.game, match.header.seats), match.game.moved_on()
            header = new_header(match.header.game, seats[moved:] + seats[:moved], options)
            terms = Terms(name, NOWHERE, table.pace, moved, table.hints)
            await self._begin(lambda: Match(header), terms=terms)
        table = await self.open(name)
        assert table.next is not None
        self.tell(table)
        return Created(table.next)

    # --- playing ---------------------------------------------------------------------------------------

    async def act(
        self,
        name: str,
        seat: int,
        action: Action,
        ply: int,
        rev: int | None = None,
        *,
        bots: bool = False,
        opened: bool = False,
    ) -> Table:
        """Play an action that was made for this ply (and rev) by its player; perhaps the table was just opened."""
        if not bots:
            await self.check_time(name, (seat,))
        return await self._change(name, ply, rev, _playing(seat, action), bots=bots, opened=opened)

    async def answer(
        self, name: str, seat: int, action: Action, ply: int, rev: int | None, make: Callable[[Table], T]
    ) -> T:
        """Play an action at a table that was just opened: the answer is made with it, and given once it is written."""
        answer: list[T] = []

        def look(table: Table) -> None:
            answer[:] = [make(table)]

        await self.check_time(name, (seat,))
        await self._change(name, ply, rev, _playing(seat, action), look=look, opened=True)
        return answer[0]

    async def stand_in(self, name: str, action: Action, ply: int, rev: int) -> Table:
        """Play an action for somebody who ran out of time, unless they have taken their seat back."""
        if action.seat not in (await self.open(name, bots=True)).stand_ins:
            raise Moved(ply, ply, rev)

        def play(match: Match) -> tuple[list[Entry], int]:
            before = match.ply
            match.play(action)
            first, *rest = rows_of(match, before)
            return [first._replace(ordered=STOOD_IN), *rest], before

        return await self._change(name, ply, rev, play, bots=True)

    async def undo(
        self, name: str, seats: Collection[int], ply: int, rev: int | None = None, to: int | None = None
    ) -> Table:
        """Take back the latest action of the holder of these seats, or go back to a ply that `Match.undoable` lists."""
        table = await self.open(name)

        def take_back(match: Match) -> tuple[list[Entry], int]:
            before = match.log.copy()
            target = match.undo(seats, to, *table.limits(seats))
            return [undo_row(match, before[target].seat, target), *rows_of(match, target)], target

        await self.check_time(name, seats)
        return await self._change(name, ply, rev, take_back)

    async def redo(self, name: str, seats: Collection[int], ply: int, rev: int | None = None) -> Table:
        """Play again what the latest undo took back, if the holder of these seats did it."""

        def play_again(match: Match) -> tuple[list[Entry], int]:
            if match.undone and match.undone[-1][0].seat not in seats:
                raise CannotUndo("others")
            before = match.ply
            block = match.redo()
            return [redo_row(match, block[0].seat)], before

        await self.check_time(name, seats)
        return await self._change(name, ply, rev, play_again)

    async def change(self, name: str, ply: int, rev: int | None, change: Change) -> Table:
        """Carry out a change that is nobody's action."""
        if frozen := (await self.open(name)).frozen:
            raise OtherRules(frozen.header.rules_version, frozen.known)
        return await self._change(name, ply, rev, change)

    async def check_time(self, name: str, seats: Collection[int]) -> None:
        """Refuse the player of some seats for whom a bot plays this turn because their time is used up."""
        table = self.cache.get(name) or await self.open(name)
        late = {seat for seat in seats if (bot := table.stand_ins.get(seat)) and bot.why == TIME}
        clock = await run_sync(self.store.clocks.of, name) if late else None
        if clock and any(clock.used_up(seat) for seat in late):
            raise NoTime

    # --- seats -----------------------------------------------------------------------------------------

    async def claim_people(self, visitor: str, created: Created) -> None:
        """Let a visitor hold all seats of a new match that no bot plays and to which nobody else is invited."""
        people = [number for number, token in enumerate(created.tokens) if token]
        if people:
            await run_sync(self.store.seats.claim, visitor, created.id, people)
            self.tell_lists(await run_sync(self.store.devices.browsers, visitor))

    async def mine(self, visitor: str, most: int = MOST) -> list[Listed]:
        """The matches of a visitor: own turns, then running ones, then finished ones, each with the latest first."""
        found = [self.summaries.want(one) for one in await run_sync(self.store.of_visitor, visitor, most)]
        return sorted(found, key=lambda one: (one.over, not one.your_turn, -one.changed))

    async def put_away(self, visitor: str, name: str) -> None:
        """Let a match of a visitor's stand in their archive instead of in their list."""
        browsers = await run_sync(self.store.put_away, visitor, name)
        if not browsers:
            raise NotFound("match", name)
        self.tell_lists(browsers)

    async def bring_back(self, visitor: str, name: str) -> None:
        """The other way round."""
        self.tell_lists(await run_sync(self.store.bring_back, visitor, name))

    # --- inner parts -----------------------------------------------------------------------------------

    async def _change(
        self,
        name: str,
        ply: int,
        rev: int | None,
        change: Change,
        *,
        look: Callable[[Table], None] | None = None,
        bots: bool = False,
        opened: bool = False,
    ) -> Table:
        """Work out a change, write it, and tell of it; `look` sees the table before that.

        Who just `opened` the table need not look again if it is new.
        """
        async with self.alone(name):
            table = (self.cache.get(name) if opened else None) or await self.open(name, bots=bots)
            for _ in range(TRIES):
                if ply != table.ply or rev not in (None, table.rev):
                    raise Moved(ply, table.ply, table.rev)
                make = partial(changed, change, look=look)
                after, rows, kept, standing, obeyed, besides = await self.work(table, make, bots=bots)
                if not rows and obeyed is not None and not obeyed.ended:
                    return table
                with suppress(Taken):  # somebody was quicker, or gave an order meanwhile
                    await run_sync(self.store.append, name, table.rev, rows, standing, kept, obeyed, besides)
                    break
                table = await self.open(name, bots=bots)
            else:
                raise Moved(ply, table.ply, table.rev)
            after = self.keep(after)
        self.tell(after)
        return after

    async def _begin(
        self,
        make: Callable[[], Match],
        *,
        at: str | None = None,
        free: Collection[int] = (),
        terms: Terms = USUAL,
    ) -> Created:
        """Write the match that a function makes, perhaps from another one that it looks `at`."""
        follows, origin, pace, _, hints, help_after = terms
        name = new_match_id()
        table, rows, _, standing, *_ = await self.desk.do(at, lambda: first(name, make()))
        header = table.match.header
        tokens = tuple(
            "" if seat.bot or follows or number in free else new_token() for number, seat in enumerate(header.seats)
        )
        kept = [FREE if number in free else hashed(token or new_token()) for number, token in enumerate(tokens)]
        await run_sync(self.store.create, name, header, kept, rows, standing, terms)
        self.tell(self.keep(replace(table, origin=origin, pace=pace, hints=hints, help_after=help_after)))
        return Created(name, () if follows else tokens)

    async def seats_changed(self, name: str) -> None:
        """Let everybody hear that a seat of a match changed hands."""
        self.tell(await self.open(name))

    def tell(self, table: Table) -> None:
        """Tell all who listen that a table stands otherwise than before."""
        for listener in self.listeners:
            listener(table)

    def tell_lists(self, browsers: Iterable[str]) -> None:
        """Tell the browsers of a visitor that their list of matches is another one."""
        for browser in browsers:
            self.hub.wake(browser)

    def alone(self, name: str) -> asyncio.Lock:
        """While it is held nothing else changes a match in this process."""
        return lock(self._locks, name)


def _playing(seat: int, action: Action) -> Change:
    """The change that an action of its player makes."""
    if action.seat != seat:
        raise NotYourSeat(action.seat)

    def play(match: Match) -> tuple[list[Entry], int]:
        before = match.ply
        match.play(action)
        return rows_of(match, before), before

    return play
