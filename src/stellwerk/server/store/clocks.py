"""Time limits of matches: how much time each player has left, and who plays on for those who have none.

Clocks are counted in the time for which servers have run, not by the clock on the wall: nobody loses time while no
server runs, or because somebody sets the clock of the computer. A note in `meta` says how far that time was at which
time of the wall; a server that starts goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from stellwerk.core.action import Json
from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import matches, meta, seats

KEY: Final = "clock"
NOTED: Final = 10.0
"""Seconds after which the time is noted again while a clock runs."""

GAP: Final = 15.0
"""So many seconds at most count as having passed between the last note and the start of a server."""

RETURNING: Final = 60
"""Seconds that somebody has at least who comes back to a seat whose bank was empty."""

MOVE: Final = "move"
BANK: Final = "bank"
BOT: Final = "bot"
SKIP: Final = "pass"
NOBODY: Final = ""
"""Instead of the hash of a token: nobody has the seat (see seats.py)."""


class Pace(NamedTuple):
    """How much time players have, and what happens when it is used up."""

    kind: str
    """`move`: so many seconds each time it is one's turn. `bank`: so many for the whole match."""

    seconds: int
    increment: int = 0
    """Seconds that a bank gets each time it is one's turn."""

    zero: str = BOT
    """`bot`: a bot plays on until its player takes the seat back. `pass`: this turn is passed, or a bot plays it."""

    def to_json(self) -> Json:
        return dict(self._asdict())

    @classmethod
    def from_row(cls, row: Mapping[str, Any] | None) -> Pace | None:
        return cls(**row) if row else None


class Hand(NamedTuple):
    """The clock of a seat: the seconds that are left on it, and who plays there."""

    seat: int
    left: float
    person: bool = True
    """Whether somebody sits there who may run out of time: no bot, and no empty chair."""

    stand_in: str | None = None

    def runs(self, waiting: Collection[int]) -> bool:
        return self.seat in waiting and self.person and self.stand_in is None


class Clock(NamedTuple):
    """All clocks of a match at a time."""

    pace: Pace
    at: float
    waiting: tuple[int, ...]
    hands: tuple[Hand, ...]

    def runs_out(self) -> float | None:
        """When the first one has nothing left."""
        return min((self.at + hand.left for hand in self.hands if hand.runs(self.waiting)), default=None)

    def later(self, now: float) -> Clock:
        """The same clocks at a later time."""
        passed = max(0.0, now - self.at)
        hands = [
            hand._replace(left=max(0.0, hand.left - passed)) if hand.runs(self.waiting) else hand for hand in self.hands
        ]
        return self._replace(at=max(self.at, now), hands=tuple(hands))

    def turned(self, waiting: Sequence[int], *, undone: bool, between: Collection[int] = ()) -> Clock:
        """Once others are waited for. Who has the turn now gets fresh time for it, but none by an undo.

        In the meantime standing orders may have played for some seats: then the turn has come back.
        """
        hands = []
        for hand in self.hands:
            begins = hand.seat in waiting and (hand.seat not in self.waiting or bool(set(between) - {hand.seat}))
            if self.pace.zero == SKIP and hand.seat not in waiting:
                hand = hand._replace(stand_in=None)  # noqa: PLW2901  # it stood in for one turn
            fresh = begins and not undone and hand.stand_in is None
            hands.append(hand._replace(left=self.filled(hand.left)) if fresh else hand)
        return self._replace(waiting=tuple(waiting), hands=tuple(hands))

    def filled(self, left: float) -> float:
        """What a player has when a turn begins."""
        return float(self.pace.seconds) if self.pace.kind == MOVE else left + self.pace.increment

    def returned(self, seat: int) -> Clock:
        """Once the player of a seat sits there again, or somebody else does."""
        least = max(RETURNING, self.pace.increment)
        hands = [
            hand._replace(stand_in=None, person=True, left=float(max(least, self.filled(0), hand.left)))
            if hand.seat == seat
            else hand
            for hand in self.hands
        ]
        return self._replace(hands=tuple(hands))

    def overdue(self) -> list[Hand]:
        return [hand for hand in self.hands if hand.runs(self.waiting) and hand.left <= 0]


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
        db.execute(sa.update(seats).where(seats.c.match == name).values(time_left=float(pace.seconds)))
        clock = self.read(db, name)
        assert clock is not None
        self.write(db, name, clock._replace(waiting=tuple(waiting)))

    def turn(
        self,
        db: sa.Connection,
        name: str,
        before: Clock,
        waiting: Sequence[int],
        *,
        undone: bool,
        between: Collection[int] = (),
    ) -> None:
        """Something was done in a match: stop and start clocks."""
        after = before.later(self.time.now(db)).turned(waiting, undone=undone, between=between)
        self.write(db, name, after)
        if [hand.stand_in for hand in after.hands] != [hand.stand_in for hand in before.hands]:
            db.execute(sa.update(matches).where(matches.c.id == name).values(claims=matches.c.claims + 1))

    def seated(self, db: sa.Connection, name: str, seat: int) -> None:
        """Somebody has sat down, or got up."""
        now = self.time.now(db)
        found = _clocks(db, [name], now).get(name)
        if found is None:
            db.execute(_place(name, seat).values(stand_in=None))
        else:
            sits = next(hand.person for hand in found.hands if hand.seat == seat)
            was = tuple(hand._replace(person=False) if hand.seat == seat else hand for hand in found.hands)
            clock = found._replace(hands=was).later(now)
            self.write(db, name, clock.returned(seat) if sits else clock)

    def give_back(self, name: str, seat: int, claims: int) -> bool:
        """Let the player of a seat play again; False if seats changed hands since the caller was looked up."""
        with self.database.writing(name) as db:
            here = sa.and_(matches.c.id == name, matches.c.claims == claims)
            if db.execute(sa.update(matches).where(here).values(claims=matches.c.claims + 1)).rowcount != 1:
                return False
            clock = self.read(db, name)
            if clock is None:
                db.execute(_place(name, seat).values(stand_in=None))
            elif clock.hands[seat].stand_in is not None:
                self.write(db, name, clock.later(self.time.now(db)).returned(seat))
            return True

    def hand_over(self, name: str, seat: int, bot: str, claims: int) -> bool:
        """Let a bot play a seat until its player is back; False if seats changed hands meanwhile."""
        with self.database.writing(name) as db:
            here = sa.and_(matches.c.id == name, matches.c.claims == claims)
            waits = sa.func.coalesce(matches.c.bot_since, time.time())
            news = {"claims": matches.c.claims + 1, "bot_since": waits}
            if db.execute(sa.update(matches).where(here).values(news)).rowcount != 1:
                return False
            read = self.read(db, name)
            if read is None:
                db.execute(_place(name, seat).values(stand_in=bot))
            else:
                clock = read.later(self.time.now(db))
                hands = [hand._replace(stand_in=bot) if hand.seat == seat else hand for hand in clock.hands]
                self.write(db, name, clock._replace(hands=tuple(hands)))
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
            if clock:
                hands = [hand._replace(stand_in=bot) if hand.seat in late else hand for hand in clock.hands]
                self.write(db, name, clock._replace(hands=tuple(hands)))
            if late:
                waits = sa.func.coalesce(matches.c.bot_since, time.time())
                db.execute(sa.update(matches).where(matches.c.id == name).values(bot_since=waits))
            return late

    def write(self, db: sa.Connection, name: str, clock: Clock) -> None:
        """Keep what the clocks of a match show."""
        over = sa.select(matches.c.finished.is_not(None)).where(matches.c.id == name)
        ends = None if db.scalar(over) else clock.runs_out()
        db.execute(sa.update(matches).where(matches.c.id == name).values(clock_at=clock.at, runs_out=ends))
        for hand in clock.hands:
            here = sa.and_(seats.c.match == name, seats.c.seat == hand.seat)
            db.execute(sa.update(seats).where(here).values(time_left=hand.left, stand_in=hand.stand_in))
        self.time.note(db, clock.at)


def _place(name: str, seat: int) -> sa.Update:
    return sa.update(seats).where(seats.c.match == name, seats.c.seat == seat)


def _clocks(db: sa.Connection, names: Sequence[str], now: float) -> dict[str, Clock]:
    query = sa.select(matches.c.id, matches.c.pace, matches.c.clock_at, matches.c.waiting)
    found = db.execute(query.where(matches.c.id.in_(names), matches.c.pace.is_not(None))).all()
    hands: dict[str, list[Hand]] = {name: [] for name, *_ in found}
    chairs = sa.select(
        seats.c.match, seats.c.seat, seats.c.time_left, seats.c.bot, seats.c.token_hash == NOBODY, seats.c.stand_in
    ).order_by(seats.c.match, seats.c.seat)
    if hands:
        for name, seat, left, bot, empty, stand_in in db.execute(chairs.where(seats.c.match.in_(list(hands)))):
            hands[name].append(Hand(seat, left or 0.0, bot is None and not empty, stand_in))
    return {
        name: Clock(pace, now if at is None else at, tuple(waiting or ()), tuple(hands[name]))
        for name, row, at, waiting in found
        if (pace := Pace.from_row(row))
    }
