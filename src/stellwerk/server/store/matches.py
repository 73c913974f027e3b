"""Matches and their rows. Entries are only ever appended, unique per match and rev: that is the lock between servers."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from stellwerk.core.action import Json
from stellwerk.core.match import Header, Seat
from stellwerk.server.store.database import Database
from stellwerk.server.store.queue import Queue
from stellwerk.server.store.schema import entries, holds, matches, seats, snapshots
from stellwerk.server.store.seats import Seats

# What every request asks is put together once: that takes longer than to ask it.
_here: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
_later = matches.alias("later")
HEAD: Final = sa.select(
    matches.c.rev,
    matches.c.claims,
    sa.select(_later.c.id).where(_later.c.follows == _here).scalar_subquery(),
    matches.c.ply,
).where(matches.c.id == _here)
HEADS: Final = (
    sa.select(matches.c.id, matches.c.rev, matches.c.claims, _later.c.id, matches.c.ply)
    .join(_later, _later.c.follows == matches.c.id, isouter=True)
    .where(matches.c.id.in_(sa.bindparam("names", expanding=True)))
)
WRITE: Final = sa.insert(entries)


class Entry(NamedTuple):
    """A row of a match: `play` holds one action, `undo` who went back to which ply, `redo` who."""

    kind: str
    body: Json
    digest: str | None = None
    """Of the position behind it."""


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


class Snapshot(NamedTuple):
    """A position that is kept, so that nobody has to play up to it again; `body` is for the reader to understand."""

    ply: int
    body: bytes


class Saved(NamedTuple):
    """All that is kept of a match."""

    header: Header
    entries: list[Entry]
    created: float
    snapshots: list[Snapshot]


class Listed(NamedTuple):
    """A match as a list shows it."""

    id: str
    game: str
    names: tuple[str, ...]
    held: frozenset[int]
    waiting: tuple[int, ...]
    ply: int
    over: bool
    winners: tuple[int, ...]
    created: float
    changed: float

    @property
    def your_turn(self) -> bool:
        return any(seat in self.held for seat in self.waiting)


class Taken(Exception):
    """Another server wrote this rev first, or began the next match first."""


class Store:
    """Matches in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: str | None = None) -> None:
        self.database = Database(database)
        self.seats = Seats(self.database)
        self.queue = Queue(self.database)

    def close(self) -> None:
        self.database.close()

    def create(
        self,
        name: str,
        header: Header,
        hashes: Sequence[str],
        first: Sequence[Entry],
        standing: Standing,
        follows: str | None = None,
    ) -> None:
        """Write a new match; one that follows another takes over who holds which seat."""
        now = time.time()
        row = {
            "id": name,
            "game": header.game,
            "rules_version": header.rules_version,
            "options": dict(header.options),
            "seed": header.seed,
            "position": header.position,
            "created": now,
            "follows": follows,
            "rev": len(first),
            "claims": 0,
            **_told(standing, now),
            **self.queue.after(name, standing.bot_due, now),
        }
        sitting = [
            {"match": name, "seat": number, "name": seat.name, "bot": seat.bot, "token_hash": token}
            for number, (seat, token) in enumerate(zip(header.seats, hashes, strict=True))
        ]
        try:
            with self.database.writing() as db:
                db.execute(sa.insert(matches), row)
                db.execute(sa.insert(seats), sitting)
                _insert(db, name, 0, first, now)
                if follows:
                    held = sa.select(sa.literal(name), holds.c.seat, holds.c.visitor_hash)
                    db.execute(
                        sa.insert(holds).from_select(
                            ["match", "seat", "visitor_hash"], held.where(holds.c.match == follows)
                        )
                    )
        except IntegrityError as error:
            raise Taken from error

    def append(self, name: str, rev: int, added: Sequence[Entry], standing: Standing, kept: int | None = None) -> None:
        """Add rows after the first `rev` ones, all or none; of the positions kept only those up to ply `kept` stay."""
        now = time.time()
        here = sa.and_(matches.c.id == name, matches.c.rev == rev)
        duty = self.queue.after(name, standing.bot_due, now)
        news = {"rev": rev + len(added), **_told(standing, now), **duty}
        if standing.finished:
            news["finished"] = sa.func.coalesce(matches.c.finished, now)
        try:
            with self.database.writing() as db:
                if db.execute(sa.update(matches).where(here).values(news)).rowcount != 1:
                    raise Taken
                _insert(db, name, rev, added, now)
                if kept is not None:
                    db.execute(sa.delete(snapshots).where(snapshots.c.match == name, snapshots.c.ply > kept))
        except IntegrityError as error:
            raise Taken from error

    def keep(self, name: str, rev: int, kept: Sequence[Snapshot]) -> bool:
        """Keep positions of a match that is still at this rev; False if it is not."""
        still = sa.select(matches.c.id).where(matches.c.id == name, matches.c.rev == rev)
        if self.database.postgres:
            still = still.with_for_update()
        rows = [{"match": name, "ply": one.ply, "body": one.body} for one in kept]
        with self.database.writing() as db:
            if db.execute(still).first() is None:
                return False
            if rows:
                plies = [one.ply for one in kept]
                db.execute(sa.delete(snapshots).where(snapshots.c.match == name, snapshots.c.ply.in_(plies)))
                db.execute(sa.insert(snapshots), rows)
        return True

    def head(self, name: str) -> Head | None:
        with self.database.reading() as db:
            row = db.execute(HEAD, {"match": name}).first()
        return row and Head(*row)

    def heads(self, names: Collection[str]) -> dict[str, Head]:
        """How far each of some matches is, by one query; those that do not exist are left out."""
        with self.database.reading() as db:
            return {name: Head(*head) for name, *head in db.execute(HEADS, {"names": list(names)})}

    def load(self, name: str) -> Saved | None:
        with self.database.reading() as db:
            row = db.execute(sa.select(matches).where(matches.c.id == name)).mappings().first()
            if row is None:
                return None
            query = sa.select(entries.c.kind, entries.c.body, entries.c.digest)
            # All at once: a row that cannot be read would leave the connection in the middle of the others, and who
            # gets it next could not write with it.
            told = db.execute(query.where(entries.c.match == name).order_by(entries.c.rev)).all()
            rows = [Entry(*entry) for entry in told]
            sitting = db.execute(
                sa.select(seats.c.name, seats.c.bot).where(seats.c.match == name).order_by(seats.c.seat)
            )
            chairs = tuple(Seat(seat, bot) for seat, bot in sitting)
            positions = sa.select(snapshots.c.ply, snapshots.c.body).where(snapshots.c.match == name)
            kept = [Snapshot(*found) for found in db.execute(positions.order_by(snapshots.c.ply))]
        names = ("game", "rules_version", "options", "seed", "position")
        return Saved(Header(seats=chairs, **{key: row[key] for key in names}), rows, row["created"], kept)

    def of_visitor(self, visitor: str, most: int) -> list[Listed]:
        """The matches in which a visitor holds a seat: running ones first, then the latest first."""
        mine = sa.select(holds.c.match).where(holds.c.visitor_hash == visitor)
        order = (matches.c.finished.is_not(None), matches.c.created.desc())
        with self.database.reading() as db:
            query = sa.select(matches).where(matches.c.id.in_(mine)).order_by(*order).limit(most)
            rows = db.execute(query).mappings().all()
            found = [row["id"] for row in rows]
            names: dict[str, list[str]] = {}
            chairs = sa.select(seats.c.match, seats.c.name).where(seats.c.match.in_(found))
            for match, seat in db.execute(chairs.order_by(seats.c.match, seats.c.seat)):
                names.setdefault(match, []).append(seat)
            held: dict[str, set[int]] = {}
            own = sa.select(holds.c.match, holds.c.seat).where(holds.c.visitor_hash == visitor)
            for match, number in db.execute(own.where(holds.c.match.in_(found))):
                held.setdefault(match, set()).add(number)
        return [
            Listed(
                id=row["id"],
                game=row["game"],
                names=tuple(names[row["id"]]),
                held=frozenset(held[row["id"]]),
                waiting=tuple(row["waiting"]),
                ply=row["ply"],
                over=row["finished"] is not None,
                winners=tuple(row["winners"]),
                created=row["created"],
                changed=row["changed"],
            )
            for row in rows
        ]

    def pulse(self, visitor: str, most: int) -> list[tuple[str, int]]:
        """How far each match of a visitor is: what differs as soon as something happens in one of them."""
        mine = sa.select(holds.c.match).where(holds.c.visitor_hash == visitor)
        order = (matches.c.finished.is_not(None), matches.c.created.desc())
        query = sa.select(matches.c.id, matches.c.rev).where(matches.c.id.in_(mine)).order_by(*order)
        with self.database.reading() as db:
            return [(name, rev) for name, rev in db.execute(query.limit(most))]


def _told(standing: Standing, now: float) -> dict[str, Any]:
    """The columns that tell of the present position."""
    return {
        "ply": standing.ply,
        "changed": now,
        "finished": now if standing.finished else None,
        "waiting": list(standing.waiting),
        "winners": list(standing.winners),
    }


def _insert(db: sa.Connection, name: str, rev: int, added: Sequence[Entry], now: float) -> None:
    if added:
        rows: list[dict[str, Any]] = [
            {"match": name, "rev": number, "created": now, **entry._asdict()}
            for number, entry in enumerate(added, rev + 1)
        ]
        db.execute(WRITE, rows)
