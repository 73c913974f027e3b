"""The record of a table: what happened there beside the game, for everybody who plays at it.

A row is written in the transaction of what it tells of, by whoever holds the row of the match.
"""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple, TypeAlias

import sqlalchemy as sa

from stellwerk.core.action import Json
from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import events, matches, seats

UNDONE: Final = "undone"
REDONE: Final = "redone"
JOINED: Final = "joined"
GOT_UP: Final = "left"
STOOD_IN: Final = "stood-in"
RETURNED: Final = "returned"
KINDS: Final = (UNDONE, REDONE, JOINED, GOT_UP, STOOD_IN, RETURNED)

MOST: Final = 500
"""Most events of a kind that a match keeps: nobody can bury a change of seat under undos. Older ones are forgotten."""

SHOWN: Final = 100
"""How many are shown at once."""


Noted: TypeAlias = tuple[str, int, dict[str, Json]]
"""What is written of an event: its kind, the seat that it is about, and what belongs to it."""


class Event(NamedTuple):
    """Something that happened at a table."""

    number: int
    kind: str
    seat: int
    ply: int
    """Where the match stood after it."""

    body: dict[str, Any]
    created: float


class Events:
    """Records in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, name: str, before: int | None = None, most: int = SHOWN) -> list[Event]:
        """The latest events of a match, perhaps those before a number, in their order."""
        query = sa.select(*(events.c[column] for column in Event._fields)).where(events.c.match == name)
        if before is not None:
            query = query.where(events.c.number < before)
        with self.database.asking(name) as db:
            found = db.execute(query.order_by(events.c.number.desc()).limit(most)).all()
        return [Event(*row) for row in reversed(found)]


def note(db: sa.Connection, name: str, kind: str, seat: int, body: Json) -> None:
    """Add an event, in a transaction that holds the row of the match."""
    last = db.scalar(sa.select(sa.func.max(events.c.number)).where(events.c.match == name)) or 0
    ply = db.scalar(sa.select(matches.c.ply).where(matches.c.id == name)) or 0
    row = {"match": name, "number": last + 1, "kind": kind, "seat": seat, "ply": ply, "body": body}
    db.execute(sa.insert(events), {**row, "created": time.time()})
    alike = sa.and_(events.c.match == name, events.c.kind == kind)
    old = sa.select(events.c.number).where(alike).order_by(events.c.number.desc()).offset(MOST).limit(1)
    if (oldest := db.scalar(old)) is not None:
        db.execute(sa.delete(events).where(alike, events.c.number <= oldest))


def name_of(db: sa.Connection, name: str, seat: int) -> str:
    """The name of the player who has a seat now."""
    return db.scalar(sa.select(seats.c.name).where(seats.c.match == name, seats.c.seat == seat)) or ""
