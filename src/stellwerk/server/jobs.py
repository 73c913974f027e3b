"""Bots at the tables: whenever one owes a choice it is asked, in another process, and its action is played.

The queue is in the database, and nothing here has to be remembered: whatever fails is tried again after a pause, and
who was killed is followed by another process.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, TypeVar

from anyio.to_thread import run_sync

from stellwerk.core.action import Action
from stellwerk.core.errors import Malformed, NotFound, NotYourSeat, RuleError, StaleAction, StellwerkError
from stellwerk.server import metrics
from stellwerk.server.agenda import FIRST_PAUSE, TROUBLE_PAUSE, Agenda, Item
from stellwerk.server.alarm import Alarm, Stalled
from stellwerk.server.briefs import Brief, Briefs, action_of, by_lot
from stellwerk.server.errors import Unavailable
from stellwerk.server.logs import logger
from stellwerk.server.matches import Matches
from stellwerk.server.owners import gone, new_owner
from stellwerk.server.pool import NoAnswer, NoWorker, Pool
from stellwerk.server.stopping import PARTS, cancelled
from stellwerk.server.store.queue import LEASE
from stellwerk.server.table import Table

log = logger(__name__)

T = TypeVar("T")

LOOK: Final = 4.0
"""Seconds between two looks at the queue when nobody says that there is something new."""

GAP: Final = 0.05
"""Seconds between two looks, however much is new."""

PORTION: Final = 64
"""So many matches one process takes over at once; when half of them have had their move it takes others."""

FEW: Final = 16
"""So many matches with people it takes over beyond that at each look."""


class Bots:
    """Drives the bots of all matches, together with other processes that do; one supervisor task, which never ends."""

    def __init__(
        self,
        matches: Matches,
        pool: Pool | None,
        *,
        delay: float,
        limit: float,
        rest: float = 0.0,
        looked_at: Callable[[str], bool] | None = None,
    ) -> None:
        """Without a pool only the alarm is kept.

        After its own work for bots that play among themselves this process pauses `rest` times as long. `looked_at`
        tells whether somebody watches, where that is known.
        """
        self.matches, self.pool, self.delay, self.limit, self.rest = matches, pool, delay, limit, rest
        self.owner = new_owner()
        self.agenda = Agenda(looked_at or (lambda _match: True))
        self.alarm = Alarm()
        self.counts: Counter[str] = Counter()
        """How many actions were played, drawn by lot instead, or came too late, and how many turns failed."""

        self._briefs = Briefs()
        self._news = asyncio.Event()
        self._look, self._more = True, False
        self._looked = self._inspected = self._held_up = self._resting = 0.0
        self._troubles = self._thinking = self._playing = 0
        self._writing = asyncio.Lock()
        self._turns: set[asyncio.Task[None]] = set()
        self._begun: set[asyncio.Task[Any]] = set()
        self._supervisor: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with all matches that were left while a bot was thinking."""
        if self.pool:
            self.matches.listeners.append(self._heard)
            self.matches.store.queue.owner = self.owner
            self.matches.store.queue.keeps = self._keeps
        self._supervisor = asyncio.create_task(self._supervise())

    async def close(self) -> None:
        """Stop, and leave what waits to others."""
        await cancelled(self._supervisor, *self._turns)
        if self._begun:
            await asyncio.wait(self._begun, timeout=PARTS)
        if self.pool:
            await self.pool.close()
            queue = self.matches.store.queue
            queue.owner = None
            try:
                await run_sync(queue.release, self.owner)
            except StellwerkError as error:
                log.warning("what waits for bots is left to others when its leases have run out", problem=str(error))

    def poke(self, match: str) -> None:
        """Something was written in a match, here or by another process: its bots may have to act."""
        if not self.agenda.changed(match, _now()):
            self._look = True
        self._news.set()

    def stalled(self) -> list[Stalled]:
        """The matches that have waited for a bot longer than a minute, in all processes, the longest first."""
        return self.alarm.stalled()

    @property
    def deaths(self) -> int:
        """How many processes in which a bot thought have died."""
        return self.pool.died if self.pool else 0

    # --- the supervisor --------------------------------------------------------------------------------

    async def _supervise(self) -> None:
        """Go on for ever, whatever fails."""
        failures = 0
        while True:
            try:
                await self._round()
                failures = 0
            except Exception as error:
                pause = min(FIRST_PAUSE * 2.0**failures, TROUBLE_PAUSE)
                failures = min(failures + 1, 10)
                cause = None if isinstance(error, StellwerkError) else error
                log.warning("the queue of bots is looked at again", seconds=pause, problem=str(error), exc_info=cause)
                await asyncio.sleep(pause)

    async def _round(self) -> None:
        """Give out what can be given out, look at the queue if it is time to, and wait for something to happen."""
        self._news.clear()
        self._hand_out()
        now = _now()
        if now >= self._inspected + LOOK:
            self._inspected, self._look = now, True
            await self._whole(self._inspect(now))
        if self._look and now >= self._looked + GAP:
            self._look, self._looked = False, now
            await self._whole(self._take_over(now))
            self._hand_out()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pause()):
                await self._news.wait()

    def _pause(self) -> float:
        """Seconds until there is something to do even if nothing happens."""
        now = _now()
        times = [self._looked + GAP - now if self._look else self._inspected + LOOK - now]
        times += [time - now for time in (self._held_up, self._resting) if time > now]
        if (first := self.agenda.pause(now)) is not None:
            times.append(first)
        return max(min(times), 0.01)

    async def _inspect(self, now: float) -> None:
        """Keep what is being worked at, set free what was left by processes that are gone, and look for what waits."""
        queue = self.matches.store.queue
        if self.pool:
            if old := self.agenda.old(now - LEASE / 3):
                self._renewed(old, await run_sync(queue.renew, self.owner, old), now)
            for owner in await run_sync(queue.owners):
                if gone(owner):
                    log.warning("a process that drove bots has ended, its matches are taken over", owner=owner)
                    await run_sync(queue.release, owner)
        self.alarm.look(await run_sync(queue.count), await run_sync(queue.waiting))

    async def _take_over(self, now: float) -> None:
        """Take over matches that wait, in portions; where there is no room, those with people."""
        if not self.pool:
            return
        known, room = list(self.agenda.items), PORTION - self.agenda.at_hand()
        lease = partial(self.matches.store.queue.lease, self.owner)
        if room > 0 and (not self._more or room >= PORTION // 2):
            found = await run_sync(lease, room, known)
            self._more = len(found) == room
        else:
            self._more = True
            found = await run_sync(partial(lease, FEW, known, people=True))
        self.agenda.add(found, now)

    def _renewed(self, asked: list[str], mine: set[str], now: float) -> None:
        for name in asked:
            item = self.agenda.items.get(name)
            if item is not None and name in mine:
                item.leased = now
            elif item is not None and not item.busy:
                self.agenda.drop(name)

    def _hand_out(self) -> None:
        """Let as many bots think as there are processes for, but not while what one has chosen waits to be written."""
        while self.pool and self._thinking < self.pool.size and not self._playing:
            now = _now()
            if now < self._held_up:
                return
            item = self.agenda.next(now, people=now < self._resting)
            if item is None:
                return
            self._thinking += 1
            turn = asyncio.create_task(self._turn(item))
            self._turns.add(turn)
            turn.add_done_callback(self._turns.discard)

    def _keeps(self, match: str) -> bool:
        """Whether this process goes on with a match after a move; asked by the thread that writes it."""
        item = self.agenda.items.get(match)
        return not self._more or (item is not None and item.people)

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """What must not be left in the middle of it: it goes to its end, even if nobody waits for it any more."""
        begun = asyncio.create_task(work)
        self._begun.add(begun)
        begun.add_done_callback(self._ended)
        return await asyncio.shield(begun)

    def _ended(self, begun: asyncio.Task[Any]) -> None:
        self._begun.discard(begun)
        if not begun.cancelled():
            begun.exception()  # who waited has got it; who no longer did does not miss it

    def _heard(self, table: Table) -> None:
        """Where no bot is to move and none is at work the queue need not be looked at."""
        if table.id in self.agenda.items or table.bot_to_move() is not None:
            self.poke(table.id)

    # --- a turn ----------------------------------------------------------------------------------------

    async def _turn(self, item: Item) -> None:
        """Let a bot of a match act once; whatever happens the supervisor hears of it."""
        try:
            await self._move(item)
        except StaleAction:  # somebody acted or took a move back meanwhile: whose turn it is shows in the queue
            self.counts["late"] += 1
            self.agenda.drop(item.match)
            self._look = True
        except NotFound:
            self.agenda.drop(item.match)
        except (Unavailable, NoWorker) as error:
            self.counts["failed"] += 1
            now, pause = _now(), self.agenda.failed(item, _now(), TROUBLE_PAUSE)
            self._held_up = now + min(FIRST_PAUSE * 2.0**self._troubles, TROUBLE_PAUSE)
            self._troubles = min(self._troubles + 1, 10)
            log.warning("bots try again", match=item.match, seconds=pause, problem=str(error))
        except Exception as error:
            self.counts["failed"] += 1
            pause = self.agenda.failed(item, _now())
            cause = None if isinstance(error, StellwerkError) else error
            log.warning("bots try again", match=item.match, seconds=pause, problem=str(error), exc_info=cause)
        finally:
            item.busy = False
            self._news.set()

    async def _move(self, item: Item) -> None:
        began = _now()
        with self._in_thought():
            brief = await self._whole(self._brief(item.match))
            if brief is None:
                self.agenda.drop(item.match)
                return
            own = _now() - began
            action = brief.passes or await self._ask(brief)
        pause = item.changed + self.delay - _now()
        # Who plays is shown the moves of bots one by one by the page, at a pace of their own choice.
        if pause > 0 and not item.people and self.agenda.looked_at(item.match):
            await asyncio.sleep(pause)
        self._playing += 1
        try:
            async with self._writing:
                began = _now()
                after = await self._whole(self._play(brief, action))
                self._played(item, after, own + _now() - began)
        finally:
            self._playing -= 1

    @contextmanager
    def _in_thought(self) -> Iterator[None]:
        """Takes up a process while a bot thinks, and not while it waits so that people can follow."""
        try:
            yield
        finally:
            self._thinking -= 1
            self._news.set()

    async def _brief(self, match: str) -> Brief | None:
        """What a bot of a match is told; where the queue is wrong and none has to act, that is put right."""
        table = await self.matches.open(match, bots=True)
        brief = await self.matches.work(table, self._briefs.write, bots=True)
        if brief is None:
            standing = await self.matches.work(table, Table.standing, bots=True)
            await run_sync(self.matches.store.correct, match, table.rev, standing)
        return brief

    async def _ask(self, brief: Brief) -> Action | None:
        """What the bot of a seat wants; None when it fails."""
        assert self.pool is not None
        table = brief.table
        try:
            with metrics.THOUGHT.labels(brief.bot).time():
                answer = await self.pool.ask(brief.line, self.limit)
            if (action := action_of(answer)) is not None:
                return action
            problem: object = answer.get("error")
        except (NoAnswer, Malformed) as error:
            problem = error
        log.warning("a bot failed", bot=brief.bot, match=table.id, ply=table.ply, problem=str(problem))
        return None

    async def _play(self, brief: Brief, action: Action | None) -> Table:
        """Play what the bot wants, or by lot where it failed or cheats."""
        table = brief.table
        if action is not None:
            try:
                return await self._act(brief, action)
            except (RuleError, NotYourSeat) as error:
                log.warning(
                    "a bot broke a rule",
                    bot=brief.bot,
                    match=table.id,
                    ply=table.ply,
                    action=action,
                    problem=str(error),
                )
        self.counts["drawn"] += 1
        drawn = await self.matches.work(table, partial(by_lot, brief), bots=True)
        return await self._act(brief, drawn)

    async def _act(self, brief: Brief, action: Action) -> Table:
        table = brief.table
        if brief.seat in table.stand_ins:
            return await self.matches.stand_in(table.id, action, table.ply, table.rev)
        return await self.matches.act(table.id, brief.seat, action, table.ply, table.rev, bots=True)

    def _played(self, item: Item, after: Table, own: float) -> None:
        """A move is written: go on with the match, or give way to others that wait."""
        self.counts["played"] += 1
        self._troubles, self._held_up = 0, 0.0
        now = _now()
        if not item.people:
            self._resting = now + self.rest * own
        if after.bot_to_move() is None:
            self.agenda.drop(item.match)
        elif item.people or not self._more:
            self.agenda.moved(item, now)
        else:
            self.agenda.drop(item.match)
            self._look = self._look or self.agenda.at_hand() <= PORTION // 2


def _now() -> float:
    return asyncio.get_running_loop().time()
