"""Time limits of matches: how much time each player has left, and which bot plays on for those who have none.

Clocks are counted in the time for which servers have run, not by the clock on the wall: nobody loses time while no
server runs, or because somebody sets the clock of the computer. A note in `meta` says how far that time was at which
time of the wall; a server that starts goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

import sqlalchemy as sa

from stellwerk.server.errors import NoTime
from stellwerk.server.store import events
from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import matches, meta, seats
from stellwerk.server.store.timing import BANK, BOT, MOVE, SKIP, Asked, Clock, Hand, Pace, Spent

__all__ = ["BANK", "BOT", "MOVE", "SKIP", "Clock", "Clocks", "Hand", "Pace", "Time"]

KEY: Final = "clock"
NOTED: Final = 10.0
"""Seconds after which the time is noted again while a clock runs."""

GAP: Final = 15.0
"""So many seconds at most count as having passed between the last note and the start of a server."""

TIME: Final = "time"
ASKED: Final = "asked"
LEFT: Final = "left"
"""Why a bot stands in: time was used up, its player asked for it, or the seat was left and others asked for it."""


class Time:
    """How long servers have run on this database, to the second in every process."""

    def __init__(
        self, database: Database, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.database, self.wall, self.steady = database, wall, steady
        self._lock = Lock()
        self._ahead: float | None = None
        """What has to be added to the steady clock of this process."""

        self._noted = float("-inf")

    def now(self, db: sa.Connection) -> float:
        """The time, never earlier than another process has noted."""
        noted, then = self._read(db)
        with self._lock:
            if self._ahead is None:
                passed = min(max(0.0, self.wall() - then), GAP)
                self._ahead = noted + passed - self.steady()
            self._ahead = max(self._ahead, noted - self.steady())
            return self.steady() + self._ahead

    def note(self, db: sa.Connection, now: float) -> None:
        """Write down the time, so that whoever starts goes on from here."""
        if self.steady() - self._noted < NOTED:
            return
        self._noted = self.steady()
        value = f"{now:.3f} {self.wall():.3f}"
        # Two processes may note at once: then one waits for the other. To delete and insert would refuse the later one.
        if not db.execute(sa.update(meta).where(meta.c.key == KEY).values(value=value)).rowcount:
            db.execute(sa.insert(meta), {"key": KEY, "value": value})

    def _read(self, db: sa.Connection) -> tuple[float, float]:
        """What was noted last: the time, and the time on the wall."""
        found = db.scalar(sa.select(meta.c.value).where(meta.c.key == KEY))
        if found:
            noted, then = found.split()
            return float(noted), float(then)
        # In a database that was restored the clocks of matches are all that is known.
        latest = db.scalar(sa.select(sa.func.max(matches.c.clock_at)))
        return latest or self.wall(), self.wall()


class Clocks:
    """Clocks in a database. Methods without a connection are one transaction and may block: call them from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.time = Time(database)

    def of(self, name: str) -> Clock | None:
        """The clocks of a match as they are now; None where nobody is short of time."""
        with self.database.asking(name) as db:
            clock = self.read(db, name)
            return clock and clock.later(self.time.now(db))

    def read(self, db: sa.Connection, name: str) -> Clock | None:
        """The clocks of a match as they were last written; those that stood still since go on from now."""
        found = _clocks(db, [name], self.time.now(db))
        return found.get(name)

    def of_many(self, db: sa.Connection, names: Sequence[str]) -> dict[str, Clock]:
        """The clocks, as they are now, of those matches that have any."""
        now = self.time.now(db)
        return {name: clock.later(now) for name, clock in _clocks(db, names, now).items()}

    def begin(self, db: sa.Connection, name: str, pace: Pace, waiting: Sequence[int]) -> None:
        """Wind up the clocks of a new match."""
        now = self.time.now(db)
        db.execute(sa.update(matches).where(matches.c.id == name).values(pace=pace.to_json(), clock_at=now))
        db.execute(sa.update(seats).where(seats.c.match == name).values(clock=Spent().to_json()))
        clock = self.read(db, name)
        assert clock is not None
        self.write(db, name, clock._replace(waiting=tuple(waiting)))

    def turn(
        self,
        db: sa.Connection,
        name: str,
        before: Clock,
        asked: Sequence[Asked],
        *,
        undone: bool,
    ) -> None:
        """Something was played in a match, or first (`undone`) somebody went back: stop and start clocks.

        `asked` are the positions that were gone through: at each of them a turn may have begun or ended.
        """
        after = before.later(self.time.now(db))
        for at, one in enumerate(asked):
            after = after.undone(*one) if undone and not at else after.played(*one)
        self.write(db, name, after)
        if [hand.stand_in for hand in after.hands] != [hand.stand_in for hand in before.hands]:
            db.execute(sa.update(matches).where(matches.c.id == name).values(claims=matches.c.claims + 1))

    def seated(self, db: sa.Connection, name: str, seat: int) -> None:
        """Somebody has sat down, or got up: a bot that stood in there goes, and the clock runs on as it is.

        Where the time is used up the bot stays: who plays the seat does not matter to a turn that is over.
        """
        clock = self.read(db, name)
        if clock is not None:
            clock = clock.later(self.time.now(db))
            if clock.used_up(seat):
                return
            self.write(db, name, clock.with_stand_in(seat, None))
        db.execute(_place(name, seat).values(_RELIEVED))

    def give_back(self, name: str, seat: int, claims: int) -> bool:
        """Let the player of a seat play again; False if seats changed hands since the caller was looked up.

        Refused while its turn lasts whose time is used up.
        """
        with self.database.writing(name) as db:
            here = sa.and_(matches.c.id == name, matches.c.claims == claims)
            if db.execute(sa.update(matches).where(here).values(claims=matches.c.claims + 1)).rowcount != 1:
                return False
            stood_in = db.scalar(sa.select(seats.c.stand_in).where(seats.c.match == name, seats.c.seat == seat))
            clock = self.read(db, name)
            if clock is not None:
                clock = clock.later(self.time.now(db)).with_stand_in(seat, None)
                if stood_in and clock.used_up(seat):
                    raise NoTime
                self.write(db, name, clock)
            db.execute(_place(name, seat).values(_RELIEVED))
            if stood_in:
                events.note(db, name, events.RETURNED, seat, {"name": events.name_of(db, name, seat)})
            return True

    def hand_over(self, name: str, seat: int, bot: str, claims: int, why: str = ASKED) -> bool:
        """Let a bot play a seat until its player is back; False if seats changed hands meanwhile.

        Where one plays already nothing changes, least of all why it does.
        """
        with self.database.writing(name) as db:
            here = sa.and_(matches.c.id == name, matches.c.claims == claims)
            if db.execute(sa.update(matches).where(here).values(claims=matches.c.claims + 1)).rowcount != 1:
                return False
            stood_in = db.scalar(sa.select(seats.c.stand_in).where(seats.c.match == name, seats.c.seat == seat))
            self._stand_in(db, name, [] if stood_in else [seat], bot, why)
            return True

    def due(self) -> list[str]:
        """The matches in which a clock has run out; while any clock runs the time is noted."""
        with self.database.asking() as db:
            first = db.scalar(sa.select(sa.func.min(matches.c.runs_out)))
            if first is None:
                return []
            now = self.time.now(db)
            noted = self.time.steady() - self.time._noted < NOTED  # noqa: SLF001  # one clock, two classes
            found = list(db.scalars(sa.select(matches.c.id).where(matches.c.runs_out <= now).limit(500)))
        if not noted:
            with self.database.writing(silent=True) as db:
                self.time.note(db, self.time.now(db))
        return found

    def stand_in(self, name: str, bot: str) -> list[int]:
        """Let a bot play for those whose time is used up; returns their seats."""
        with self.database.writing(name) as db:
            lock = sa.update(matches).where(matches.c.id == name).values(claims=matches.c.claims + 1)
            if db.execute(lock).rowcount != 1:
                return []
            read = self.read(db, name)
            clock = read and read.later(self.time.now(db))
            late = [hand.seat for hand in clock.overdue()] if clock else []
            self._stand_in(db, name, late, bot, TIME)
            return late

    def _stand_in(self, db: sa.Connection, name: str, late: Sequence[int], bot: str, why: str) -> None:
        """Let a bot play some seats, in a match that is locked, and note since when and why."""
        now = time.time()
        clock = self.read(db, name)
        if clock is not None:
            clock = clock.later(self.time.now(db))
            for seat in late:
                clock = clock.with_stand_in(seat, bot)
            self.write(db, name, clock)
        for seat in late:
            stands = {"stand_in": bot, "stand_in_since": now, "stand_in_why": why}
            db.execute(_place(name, seat).values(stands))
            told = {"name": events.name_of(db, name, seat), "bot": bot, "why": why}
            events.note(db, name, events.STOOD_IN, seat, told)
        if late:
            waits = sa.func.coalesce(matches.c.bot_since, now)
            db.execute(sa.update(matches).where(matches.c.id == name).values(bot_since=waits))

    def write(self, db: sa.Connection, name: str, clock: Clock) -> None:
        """Keep what the clocks of a match show."""
        over = sa.select(matches.c.finished.is_not(None)).where(matches.c.id == name)
        ends = None if db.scalar(over) else clock.runs_out()
        db.execute(sa.update(matches).where(matches.c.id == name).values(clock_at=clock.at, runs_out=ends))
        for hand, left in zip(clock.hands, clock.left, strict=True):
            shown = {"time_left": left, "clock": hand.spent.to_json(), "stand_in": hand.stand_in}
            db.execute(_place(name, hand.seat).values(shown))
        self.time.note(db, clock.at)


_RELIEVED: Final[dict[str, None]] = {"stand_in": None, "stand_in_since": None, "stand_in_why": None}


def _place(name: str, seat: int) -> sa.Update:
    return sa.update(seats).where(seats.c.match == name, seats.c.seat == seat)


def _clocks(db: sa.Connection, names: Sequence[str], now: float) -> dict[str, Clock]:
    query = sa.select(matches.c.id, matches.c.pace, matches.c.clock_at, matches.c.waiting)
    found = db.execute(query.where(matches.c.id.in_(names), matches.c.pace.is_not(None))).all()
    paces = {name: pace for name, row, *_ in found if (pace := Pace.from_row(row))}
    hands: dict[str, list[Hand]] = {name: [] for name in paces}
    if hands:
        columns = (seats.c.match, seats.c.seat, seats.c.clock, seats.c.time_left, seats.c.stand_in)
        chairs = sa.select(*columns, seats.c.bot, seats.c.taken).order_by(seats.c.match, seats.c.seat)
        for name, seat, used, left, stand_in, bot, taken in db.execute(chairs.where(seats.c.match.in_(list(hands)))):
            spent = Spent.from_row(used) if used else paces[name].used(left or 0.0)
            hands[name].append(Hand(seat, spent, bot is None and bool(taken), stand_in))
    return {
        name: Clock(paces[name], now if at is None else at, tuple(waiting or ()), tuple(hands[name]))
        for name, _, at, waiting in found
        if name in paces
    }
