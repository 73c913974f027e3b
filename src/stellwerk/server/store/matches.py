"""Matches and their rows. Rows are only ever appended, unique per match and rev: that is the lock between servers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Final, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from stellwerk.core.action import Json
from stellwerk.core.match import Header, Seat
from stellwerk.server import metrics
from stellwerk.server.errors import InDoubt, Unavailable, Unreadable
from stellwerk.server.store import events, lists
from stellwerk.server.store.attendance import Attendance
from stellwerk.server.store.branches import NOWHERE, Branches, Origin
from stellwerk.server.store.clocks import Clocks, Pace
from stellwerk.server.store.database import Database
from stellwerk.server.store.devices import Devices
from stellwerk.server.store.heads import ALONE, HEAD, HEADS
from stellwerk.server.store.lists import Listed
from stellwerk.server.store.orders import Obeyed, Orders, end_orders
from stellwerk.server.store.outline import Outline, Snapshot, written
from stellwerk.server.store.queue import Queue
from stellwerk.server.store.schema import entries, matches, seats, snapshots
from stellwerk.server.store.seats import FREE, Seats, follow
from stellwerk.server.store.timing import Asked
from stellwerk.server.store.uptime import Uptime
from stellwerk.server.store.words import Notes, Talk

# What every request asks is put together once: that takes longer than to ask it.
_here: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
WRITE: Final = sa.insert(entries)
_news = (
    sa.update(matches)
    .where(
        matches.c.id == sa.bindparam("here"),
        matches.c.rev == sa.bindparam("before"),
        # What was worked out with other standing orders than there are must not be written.
        matches.c.orders_rev == sa.func.coalesce(sa.bindparam("seen", type_=sa.Integer), matches.c.orders_rev),
    )
    .values({name: sa.bindparam(name) for name in ("rev", "ply", "changed", "waiting", "winners", "bot_since")})
    .values(orders_rev=matches.c.orders_rev + sa.bindparam("ended", type_=sa.Integer))
)
_leased = _news.values(bot_owner=sa.bindparam("bot_owner"), bot_until=sa.bindparam("bot_until"))
_end = sa.func.coalesce(matches.c.finished, sa.bindparam("changed", type_=sa.Float))
NEWS: Final = {
    (ended, leased): (_leased if leased else _news).values(finished=_end if ended else None)
    for ended in (False, True)
    for leased in (False, True)
}
"""By whether the match is over, and whether who sees to its bots is told too."""

AGAIN: Final = (0.2, 0.4, 0.8)
"""Seconds before each further try to find out whether something was written."""

_at_rev = sa.select(matches.c.id).where(matches.c.id == _here, matches.c.rev == sa.bindparam("rev"))
REPLACE: Final = sa.delete(snapshots).where(
    snapshots.c.match == _here, snapshots.c.ply.in_(sa.bindparam("plies", expanding=True))
)
KEEP: Final = sa.insert(snapshots)
FORGET: Final = sa.delete(snapshots).where(snapshots.c.match == _here, snapshots.c.ply > sa.bindparam("kept"))


class Entry(NamedTuple):
    """A row of a match: `play` holds one action, `undo` who went back to which ply, `redo` who."""

    kind: str
    body: Json
    digest: str | None = None
    """Of the position behind it."""

    ordered: int | None = None
    """The number of the standing order that played it, of the acting seat."""


MATCH: Final = sa.select(matches).where(matches.c.id == _here)
CHAIRS: Final = sa.select(seats.c.name, seats.c.bot).where(seats.c.match == _here).order_by(seats.c.seat)
POSITIONS: Final = (
    sa.select(snapshots.c.ply, snapshots.c.body).where(snapshots.c.match == _here).order_by(snapshots.c.ply)
)
ROWS: Final = sa.select(entries.c.kind, sa.cast(entries.c.body, sa.Text), entries.c.digest, entries.c.ordered)


def entries_of(rows: Iterable[Sequence[Any]]) -> list[Entry]:
    """What was read of a match. Three of four bodies have come before: equal ones are read once, and are one object."""
    bodies: dict[str, Json] = {}
    found: list[Entry] = []
    for kind, text, digest, ordered in rows:
        body = bodies.get(text)
        if body is None:
            body = bodies[text] = orjson.loads(text)
        found.append(Entry(kind, body, digest, ordered))
    return found


class Standing(NamedTuple):
    """What is told of a position beside its rows, so that nobody has to make it to know."""

    ply: int
    finished: bool
    bot_due: bool
    """Whether a bot owes a choice."""

    waiting: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


class Head(NamedTuple):
    """How far a match is, without its entries."""

    rev: int
    claims: int
    """How often a seat changed hands."""

    next: str | None
    """The match that was begun at this table afterwards."""

    ply: int

    epoch: str | None = None
    """Another one than before: the database was restored, and nothing that was known of it needs to be true."""

    orders: int = 0
    """How often its standing orders were changed."""

    said: int = 0
    """How many messages were written at the table."""

    label: str | None = None
    parent: str | None = None
    parent_ply: int | None = None
    """What the match is called, and where it was branched from."""

    help_after: str | None = None
    """The match that still runs and has to end before bots help in this one."""


class Saved(NamedTuple):
    """All that is kept of a match."""

    header: Header
    entries: list[Entry]
    created: float
    snapshots: list[Snapshot]
    waiting: tuple[int, ...] | None = None
    """Whose turn it is as far as the row tells."""

    pace: Pace | None = None
    hints: bool = False


class Terms(NamedTuple):
    """How a match begins: after which other one, branched from where, and how much time its players have."""

    follows: str | None = None
    origin: Origin = NOWHERE
    pace: Pace | None = None
    moved: int = 0
    """By how many seats everybody has moved on since the other one."""

    hints: bool = False
    """Whether a bot may be asked for advice although others play."""

    help_after: str | None = None
    """The running match before whose end bots help nobody in this one."""


USUAL: Final = Terms()


class Besides(NamedTuple):
    """What is written beside the rows of a change."""

    asked: tuple[Asked, ...] = ()
    """Where the match has clocks: who was waited for at each position that was gone through."""

    event: events.Noted | None = None
    """What the record of the table says of it."""


class Taken(Exception):
    """Another server wrote this rev first, or began the next match first."""


class Store:
    """Matches in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: str | None = None, *, create: bool = True) -> None:
        self.database = Database(database, create=create)
        self.clocks = Clocks(self.database)
        self.seats = Seats(self.database, self.clocks)
        self.devices = Devices(self.database)
        self.attendance = Attendance(self.database)
        self.branches = Branches(self.database)
        self.queue = Queue(self.database)
        self.orders = Orders(self.database)
        self.notes = Notes(self.database)
        self.talk = Talk(self.database)
        self.events = events.Events(self.database)
        self.uptime = Uptime(self.database)

    def close(self) -> None:
        self.database.close()

    def create(
        self,
        name: str,
        header: Header,
        hashes: Sequence[str],
        first: Sequence[Entry],
        standing: Standing,
        terms: Terms = USUAL,
    ) -> None:
        """Write a new match; one that follows another takes over who holds which seat, and its tokens."""
        now = time.time()
        follows, origin, pace, moved, hints, help_after = terms
        row = {
            "id": name,
            "game": header.game,
            "rules_version": header.rules_version,
            "options": dict(header.options),
            "seed": header.seed,
            "position": header.position,
            "created": now,
            "follows": follows,
            "label": origin.label,
            "parent": origin.parent,
            "parent_ply": origin.ply,
            "hints": hints or None,
            "help_after": help_after,
            "rev": len(first),
            "claims": 0,
            "finished": now if standing.finished else None,
            **_told(standing, now),
            **self.queue.after(name, standing.bot_due, now),
        }
        sitting = [
            {"match": name, "seat": number, **asdict(seat), "token_hash": token, "taken": token != FREE}
            for number, (seat, token) in enumerate(zip(header.seats, hashes, strict=True))
        ]
        try:
            with self.database.writing(name, *((follows,) if follows else ())) as db:
                db.execute(sa.insert(matches), row)
                db.execute(sa.insert(seats), sitting)
                if first:
                    db.execute(WRITE, _rows(name, 0, first, now))
                if follows:
                    follow(db, name, follows, moved, len(header.seats))
                    same = sa.select(matches.c.talk).where(matches.c.id == follows).scalar_subquery()
                    db.execute(sa.update(matches).where(matches.c.id == name).values(talk=same))
                if pace:
                    self.clocks.begin(db, name, pace, standing.waiting)
        except IntegrityError as error:
            raise Taken from error
        except Unreadable as error:  # a page is damaged on which others stand too
            raise Unavailable(str(error.__cause__)) from error

    def append(
        self,
        name: str,
        rev: int,
        added: Sequence[Entry],
        standing: Standing,
        kept: int | None = None,
        orders: Obeyed | None = None,
        besides: Besides | None = None,
    ) -> None:
        """Add rows after the first `rev` ones, all or none; of the positions kept only those up to ply `kept` stay.

        With them is written which standing orders are no longer active, unless others were given meanwhile, and
        in a match with clocks whose clock runs from now on, and what belongs into the record of the table.
        """
        now = time.time()
        duty = self.queue.after(name, standing.bot_due, now)
        asked, event = besides or Besides()
        seen, ended, stops = orders or Obeyed(None, ())
        news = {"here": name, "before": rev, "rev": rev + len(added), "seen": seen, "ended": int(bool(ended))}
        news |= {**_told(standing, now), **duty}

        def write() -> None:
            with self.database.writing(name) as db:
                clock = self.clocks.read(db, name) if asked else None
                if self.database.carry_out(db, NEWS[standing.finished, "bot_owner" in duty], news) != 1:
                    raise Taken
                for row in _rows(name, rev, added, now):
                    self.database.carry_out(db, WRITE, row)
                end_orders(db, name, ended)
                if stops is not None:
                    db.execute(sa.update(matches).where(matches.c.id == name).values(stops=stops or None))
                if clock:
                    self.clocks.turn(db, name, clock, asked, undone=any(entry.kind == "undo" for entry in added))
                if event:
                    events.note(db, name, *event)
                if kept is not None and any(entry.kind == "undo" for entry in added):
                    db.execute(FORGET, {"match": name, "kept": kept})

        try:
            try:
                write()
            except InDoubt as doubt:
                self._settle(write, doubt, name, rev + 1, now)
        except IntegrityError as error:
            raise Taken from error

    def _settle(self, write: Callable[[], None], doubt: InDoubt, name: str, rev: int, written: float) -> None:
        """Find out whether a row counts whose writing broke off, by writing it again: it fits in only once."""
        for pause in AGAIN:
            time.sleep(pause)
            with suppress(Unavailable):
                try:
                    write()
                except (Taken, IntegrityError):
                    if not self._stands(name, rev, written):
                        raise
                return
        raise doubt

    def _stands(self, name: str, rev: int, written: float) -> bool:
        """Whether the row of this rev is the one that was written at that moment."""
        query = sa.select(entries.c.created).where(entries.c.match == name, entries.c.rev == rev)
        with self.database.asking(name) as db:
            return db.scalar(query) == written

    def keep(self, name: str, rev: int, kept: Sequence[Snapshot]) -> bool:
        """Keep positions of a match that is still at this rev; False if it is not."""
        still = _at_rev.with_for_update() if self.database.postgres else _at_rev
        rows = [{"match": name, "ply": one.ply, "body": one.body} for one in kept]
        with self.database.writing(name, silent=True) as db:
            if db.execute(still, {"match": name, "rev": rev}).first() is None:
                return False
            if rows:
                db.execute(REPLACE, {"match": name, "plies": [one.ply for one in kept]})
                db.execute(KEEP, rows)
        metrics.SNAPSHOTS.inc(len(rows))
        return True

    def help_after(self, name: str) -> str | None:
        """The match before whose end bots help in no copy of this one; None if it gives advice to all, or is over.

        A branch that is over names the match that it was made from: that one may still run.
        """
        query = sa.select(matches.c.hints, matches.c.help_after, matches.c.finished).where(matches.c.id == name)
        with self.database.asking(name) as db:
            row = db.execute(query).first()
        if row is None or row.help_after:
            return row and row.help_after
        return None if row.hints or row.finished else name

    def head(self, name: str) -> Head | None:
        try:
            rows = self.database.ask(HEAD, {"match": name}, name)
        except Unreadable:
            rows = self.database.ask(ALONE, {"match": name}, name)
        return Head(*rows[0]) if rows else None

    def heads(self, names: Collection[str]) -> dict[str, Head]:
        """How far each of some matches is, by one query; those that do not exist are left out."""
        with self.database.asking() as db:
            return {name: Head(*head) for name, *head in db.execute(HEADS, {"names": list(names)})}

    def outline(self, name: str) -> Outline | None:
        """A match as it is opened: its rows are there, and not read."""
        with self.database.reading(name) as db:
            row = db.execute(MATCH, {"match": name}).mappings().first()
            if row is None:
                return None
            kept = _kept(db, name)
            rows = written(db, name, row["rev"], [one.ply for one in kept])
            header = _header(db, row)
        return Outline(name, header, *rows, row["created"], kept, *_besides(row))

    def load(self, name: str) -> Saved | None:
        """A match with all of its rows."""
        with self.database.reading(name) as db:
            row = db.execute(MATCH, {"match": name}).mappings().first()
            if row is None:
                return None
            # No further than to the last one: behind it stand the rows of another match, on a page that may be damaged.
            # All at once: a row that cannot be read would leave the connection in the middle of the others, and who
            # gets it next could not write with it.
            query = ROWS.where(entries.c.match == name).order_by(entries.c.rev).limit(row["rev"])
            rows = entries_of(db.execute(query).all())
            header, kept = _header(db, row), _kept(db, name)
        return Saved(header, rows, row["created"], kept, *_besides(row))

    def adopt(self, name: str, version: int) -> None:
        """Let a match go on under a later version of its rules, by which all its positions are the same."""
        here = sa.and_(matches.c.id == name, matches.c.rules_version < version)
        with self.database.writing(name, silent=True) as db:
            db.execute(sa.update(matches).where(here).values(rules_version=version))

    def correct(self, name: str, rev: int, standing: Standing) -> None:
        """Tell anew who is waited for in a match that is still at this rev: rules may have become known, or unknown."""
        duty = self.queue.after(name, standing.bot_due, time.time())
        here = sa.and_(matches.c.id == name, matches.c.rev == rev)
        with self.database.writing(name, silent=True) as db:
            db.execute(sa.update(matches).where(here).values(waiting=list(standing.waiting), **duty))

    def since(self, name: str, rev: int) -> list[Entry]:
        """The rows of a match after the first `rev` ones."""
        later = ROWS.where(entries.c.match == name, entries.c.rev > rev).order_by(entries.c.rev)
        with self.database.reading(name) as db:
            return entries_of(db.execute(later).all())

    # --- lists ------------------------------------------------------------------------------------------

    def of_visitor(self, visitor: str, most: int) -> list[Listed]:
        """The matches in which a visitor holds a seat: running ones first, then the latest first."""
        return lists.of_visitor(self.database, self.clocks, visitor, most)

    def pulse(self, visitor: str, most: int) -> list[tuple[Any, ...]]:
        """The id of each match of a visitor, and what differs as soon as something happens in it."""
        return lists.pulse(self.database, visitor, most)

    def put_away(self, visitor: str, name: str) -> list[str]:
        """Put a match of a visitor's away; returns the browsers whose list that changes, none if it is not theirs."""
        browsers = self.devices.browsers(visitor)
        return browsers if lists.put_away(self.database, visitor, name, time.time(), browsers) else []

    def bring_back(self, visitor: str, name: str) -> list[str]:
        """Let a match that was put away stand in the list again; returns the browsers whose list that changes."""
        browsers = self.devices.browsers(visitor)
        lists.bring_back(self.database, visitor, name, browsers)
        return browsers

    def pulses(self, names: Collection[str]) -> dict[str, Hashable]:
        """The same for whatever may be listened to: matches, and visitors."""
        return lists.pulses(self.database, names)

    def unknown(self, most: int, after: str = "") -> list[str]:
        """Matches of an older database of which nobody has told yet whose turn it is, by name `after` another one."""
        query = sa.select(matches.c.id).where(matches.c.waiting.is_(None), matches.c.id > after).order_by(matches.c.id)
        with self.database.asking() as db:
            return list(db.scalars(query.limit(most)))

    def note(self, name: str, rev: int, standing: Standing) -> None:
        """Tell it, if the match is still at this rev; nothing happens in the match by that."""
        news = {"ply": standing.ply, "waiting": list(standing.waiting), "winners": list(standing.winners)}
        here = sa.and_(matches.c.id == name, matches.c.rev == rev, matches.c.waiting.is_(None))
        with self.database.writing(name, silent=True) as db:
            db.execute(sa.update(matches).where(here).values(news))


def _header(db: sa.Connection, row: sa.RowMapping) -> Header:
    chairs = tuple(Seat(seat, bot) for seat, bot in db.execute(CHAIRS, {"match": row["id"]}))
    return Header(seats=chairs, **{key: row[key] for key in ("game", "rules_version", "options", "seed", "position")})


def _kept(db: sa.Connection, name: str) -> list[Snapshot]:
    return [Snapshot(*found) for found in db.execute(POSITIONS, {"match": name})]


def _besides(row: sa.RowMapping) -> tuple[tuple[int, ...] | None, Pace | None, bool]:
    """Whose turn it is as far as the row of a match tells, how much time there is, and whether advice may be asked."""
    waiting = None if row["waiting"] is None else tuple(row["waiting"])
    return waiting, Pace.from_row(row["pace"]), bool(row["hints"])


def _told(standing: Standing, now: float) -> dict[str, Any]:
    """The columns that tell of the present position."""
    return {
        "ply": standing.ply,
        "changed": now,
        "waiting": list(standing.waiting),
        "winners": list(standing.winners),
    }


def _rows(name: str, rev: int, added: Sequence[Entry], now: float) -> list[dict[str, Any]]:
    """What is written of rows that come after the first `rev` ones."""
    return [
        {"match": name, "rev": number, "created": now, **entry._asdict()} for number, entry in enumerate(added, rev + 1)
    ]
