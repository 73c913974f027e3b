"""What looking after a database needs: all of one match at one moment, what can be mended, and what may go."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from stellwerk.core.match import Header, Seat
from stellwerk.server.errors import Unreadable
from stellwerk.server.store.database import Database
from stellwerk.server.store.matches import Entry, Standing
from stellwerk.server.store.outline import Snapshot
from stellwerk.server.store.schema import (
    BELONGING,
    entries,
    holds,
    invitations,
    matches,
    messages,
    notes,
    orders,
    seats,
    snapshots,
)


@dataclass(frozen=True, slots=True)
class Whole:
    """All rows of a match as they were at one moment."""

    row: Mapping[str, Any]
    header: Header
    revs: list[int]
    entries: list[Entry]
    seats: list[int]
    holders: set[int]
    snapshots: list[Snapshot]
    ordering: set[int]
    """Seats with standing orders."""

    noting: set[int]
    """Seats with private notes."""

    speaking: set[int]
    """Seats that have said something."""

    said: list[int]
    """The numbers of all messages."""


def names(database: Database) -> list[str]:
    """The ids of all matches, in no order that tells anything."""
    with database.reading() as db:
        return list(db.scalars(sa.select(matches.c.id).order_by(matches.c.id)))


def whole(database: Database, name: str) -> Whole | None:
    with database.reading() as db:
        row = db.execute(sa.select(matches).where(matches.c.id == name)).first()
        if row is None:
            return None
        log = db.execute(sa.select(entries).where(entries.c.match == name).order_by(entries.c.rev)).all()
        sitting = db.execute(sa.select(seats).where(seats.c.match == name).order_by(seats.c.seat)).all()
        held = set(db.scalars(sa.select(holds.c.seat).where(holds.c.match == name)))
        ordering = set(db.scalars(sa.select(orders.c.seat).where(orders.c.match == name)))
        noting = set(db.scalars(sa.select(notes.c.seat).where(notes.c.match == name)))
        spoken = sa.select(messages.c.number, messages.c.seat).where(messages.c.match == name)
        said = db.execute(spoken.order_by(messages.c.number)).all()
        kept = db.execute(sa.select(snapshots).where(snapshots.c.match == name).order_by(snapshots.c.ply)).all()
    chairs = tuple(Seat(seat.name, seat.bot) for seat in sitting)
    fixed = {key: getattr(row, key) for key in ("game", "rules_version", "options", "seed", "position")}
    return Whole(
        row._asdict(),
        Header(seats=chairs, **fixed),
        [entry.rev for entry in log],
        [Entry(entry.kind, entry.body, entry.digest, entry.ordered) for entry in log],
        [seat.seat for seat in sitting],
        held,
        [Snapshot(one.ply, one.body) for one in kept],
        ordering,
        noting,
        {seat for _, seat in said},
        [number for number, _ in said],
    )


def damage(database: Database) -> list[str]:
    """What the database itself finds wrong with its pages and references; empty when all is well."""
    if database.postgres:
        return []  # it checks references by itself, and pages when they are read
    try:
        with database.reading() as db:
            told = [str(row[0]) for row in db.exec_driver_sql("PRAGMA integrity_check(20)") if row[0] != "ok"]
            lost = list(db.exec_driver_sql("PRAGMA foreign_key_check"))
    except Unreadable as error:
        return [" ".join(str(error.__cause__).split())]
    return [*told, *(f"a row of {table} refers to {parent}, where nothing is" for table, _, parent, _ in lost[:20])]


def mend_standing(database: Database, seen: Mapping[str, Any], rev: int, standing: Standing) -> bool:
    """Write what is told of a position anew, unless the match has moved on since it was seen."""
    now = time.time()
    here = sa.and_(matches.c.id == seen["id"], matches.c.rev == seen["rev"], matches.c.changed == seen["changed"])
    news = {
        "rev": rev,
        "ply": standing.ply,
        "finished": (seen["finished"] or now) if standing.finished else None,
        "waiting": list(standing.waiting),
        "winners": list(standing.winners),
        "bot_since": (seen["bot_since"] or now) if standing.bot_due else None,
    }
    with database.writing(seen["id"]) as db:
        return db.execute(sa.update(matches).where(here).values(news)).rowcount == 1


def note_digests(database: Database, name: str, digests: Mapping[int, str]) -> bool:
    """Write, by rev, the digests that entries lack; whether there was anything to write."""
    here = sa.and_(entries.c.match == name, entries.c.rev == sa.bindparam("at"), entries.c.digest.is_(None))
    rows = [{"at": rev, "told": digest} for rev, digest in digests.items()]
    if rows:
        with database.writing(name, silent=True) as db:
            db.execute(sa.update(entries).where(here).values(digest=sa.bindparam("told")), rows)
    return bool(rows)


def drop_snapshots(database: Database, name: str, plies: Sequence[int]) -> None:
    """Forget positions that are kept."""
    if not plies:
        return
    with database.writing(name, silent=True) as db:
        db.execute(sa.delete(snapshots).where(snapshots.c.match == name, snapshots.c.ply.in_(plies)))


def idle(database: Database, running: float | None, finished: float | None, most: int | None = None) -> list[str]:
    """Matches that have not changed for so many seconds, running ones and finished ones; the oldest first.

    A time that is yet to come was written before the clock was set back; such a match is left alone.
    """
    now = time.time()
    over = matches.c.finished.is_not(None)
    wanted = [
        sa.and_(over if done else ~over, matches.c.changed < now - seconds)
        for done, seconds in ((False, running), (True, finished))
        if seconds is not None
    ]
    if not wanted:
        return []
    query = sa.select(matches.c.id).where(sa.or_(*wanted)).order_by(matches.c.changed)
    with database.reading() as db:
        return list(db.scalars(query.limit(most)))


def drop_invitations(database: Database, older: float) -> int:
    """Forget invitations that are older than so many seconds: they open nothing any more. Returns how many."""
    old = invitations.c.created < time.time() - older
    with database.asking() as db:
        if db.execute(sa.select(invitations.c.seat).where(old).limit(1)).first() is None:
            return 0
    with database.writing(silent=True) as db:
        return db.execute(sa.delete(invitations).where(old)).rowcount


def delete(database: Database, names: Collection[str], running: float | None, finished: float | None) -> list[str]:
    """Delete matches with all that belongs to them, unless somebody has played meanwhile; returns which are gone.

    A match that follows a deleted one or was branched from it stays, and refers to none any more.
    """
    now = time.time()
    over = matches.c.finished.is_not(None)
    still = [matches.c.changed < now - seconds for seconds in (running, finished) if seconds is not None]
    kinds = [kind for kind, seconds in ((~over, running), (over, finished)) if seconds is not None]
    wanted = [sa.and_(kind, old) for kind, old in zip(kinds, still, strict=True)]
    query = sa.select(matches.c.id).where(matches.c.id.in_(names), sa.or_(*wanted))
    with database.writing(*names) as db:
        if database.postgres:
            query = query.with_for_update(skip_locked=True)
        gone = list(db.scalars(query))
        db.execute(sa.update(matches).where(matches.c.follows.in_(gone)).values(follows=None))
        db.execute(sa.update(matches).where(matches.c.parent.in_(gone)).values(parent=None))
        for table in BELONGING:
            db.execute(sa.delete(table).where(table.c.match.in_(gone)))
        db.execute(sa.delete(matches).where(matches.c.id.in_(gone)))
    return gone
