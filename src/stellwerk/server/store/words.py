"""What people write at a table: private notes of a seat, and messages to the others."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import matches, messages, notes, seats
from stellwerk.server.store.seats import unless_claimed

SHOWN: Final = 200
"""How many messages are shown at once."""

MOST: Final = 2000
"""How many messages a match keeps; older ones are forgotten, their numbers are not given again."""


class Note(NamedTuple):
    """The private notes of a seat; version 0 where nothing was ever written."""

    body: str = ""
    version: int = 0
    changed: float = 0.0


class Message(NamedTuple):
    """Something that was said at a table."""

    number: int
    seat: int
    body: str
    created: float
    name: str | None = None
    """Of its author, as it was then."""


class Heard(NamedTuple):
    """What a seat has read, and whom it does not want to hear."""

    number: int
    muted: frozenset[int]


class Notes:
    """Notes in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def read(self, name: str, seat: int) -> Note:
        query = sa.select(notes.c.body, notes.c.version, notes.c.changed)
        with self.database.asking(name) as db:
            row = db.execute(query.where(notes.c.match == name, notes.c.seat == seat)).first()
        return Note(*row) if row else Note()

    def write(self, name: str, seat: int, body: str, version: int, claims: int | None = None) -> Note | None:
        """Replace version `version`; None if there is a newer one by now.

        Refused (`claims`) where seats changed hands meanwhile: nobody finds the notes of a former player.
        """
        fresh = Note(body, version + 1, time.time())
        here = sa.and_(notes.c.match == name, notes.c.seat == seat, notes.c.version == version)
        try:
            with self.database.writing(name, silent=True) as db:
                unless_claimed(db, name, claims)
                if version == 0:
                    db.execute(sa.insert(notes), {"match": name, "seat": seat, **fresh._asdict()})
                elif db.execute(sa.update(notes).where(here).values(fresh._asdict())).rowcount != 1:
                    return None
        except IntegrityError:
            return None
        return fresh


class Talk:
    """Messages in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def policy(self, name: str) -> str | None:
        """Who reads: null for the players, `all`, or `off`."""
        with self.database.asking(name) as db:
            return db.scalar(sa.select(matches.c.talk).where(matches.c.id == name))

    def set_policy(self, name: str, policy: str | None) -> None:
        with self.database.writing(name) as db:
            db.execute(sa.update(matches).where(matches.c.id == name).values(talk=policy))

    def say(self, name: str, seat: int, body: str, key: str | None = None) -> int:
        """Add a message; its number. What was said under a `key` is not said again. The match's row is the lock."""
        with self.database.writing(name) as db:
            db.execute(sa.update(matches).where(matches.c.id == name).values(said=matches.c.said))
            same = sa.and_(messages.c.match == name, messages.c.seat == seat, messages.c.key == key)
            if key is not None and (known := db.scalar(sa.select(messages.c.number).where(same))):
                return int(known)
            more = sa.update(matches).where(matches.c.id == name).values(said=matches.c.said + 1)
            number = db.scalar(more.returning(matches.c.said)) or 0
            row = {"match": name, "number": number, "seat": seat, "body": body, "created": time.time()}
            author = sa.select(seats.c.name).where(seats.c.match == name, seats.c.seat == seat)
            db.execute(sa.insert(messages), {**row, "name": db.scalar(author), "key": key})
            db.execute(sa.delete(messages).where(messages.c.match == name, messages.c.number <= number - MOST))
            db.execute(sa.update(seats).where(seats.c.match == name, seats.c.seat == seat).values(heard=number))
        return number

    def since(self, name: str, number: int, most: int = SHOWN) -> list[Message]:
        """The latest messages after a number, in their order."""
        query = sa.select(messages.c.number, messages.c.seat, messages.c.body, messages.c.created, messages.c.name)
        query = query.where(messages.c.match == name, messages.c.number > number)
        with self.database.asking(name) as db:
            found = db.execute(query.order_by(messages.c.number.desc()).limit(most)).all()
        return [Message(*row) for row in reversed(found)]

    def heard(self, name: str, seat: int) -> Heard:
        query = sa.select(seats.c.heard, seats.c.muted).where(seats.c.match == name, seats.c.seat == seat)
        with self.database.asking(name) as db:
            row = db.execute(query).first()
        return Heard((row and row.heard) or 0, frozenset((row and row.muted) or ()))

    def hear(self, name: str, seat: int, number: int) -> None:
        """A seat has read up to a message."""
        here = sa.and_(seats.c.match == name, seats.c.seat == seat, sa.func.coalesce(seats.c.heard, 0) < number)
        with self.database.writing(name, silent=True) as db:
            db.execute(sa.update(seats).where(here).values(heard=number))

    def mute(self, name: str, seat: int, muted: Collection[int]) -> None:
        here = sa.and_(seats.c.match == name, seats.c.seat == seat)
        with self.database.writing(name, silent=True) as db:
            db.execute(sa.update(seats).where(here).values(muted=sorted(muted) or None))
