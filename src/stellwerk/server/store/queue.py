"""The matches in which a bot owes a choice. They are the queue: a move and the duty it leaves are one transaction.

A process that sees to some of them leases them for a while, so that others do not do the same work. A lease is a
courtesy, not a lock: what keeps a move from being played twice is the rev.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sa

from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import matches, seats

LEASE = 30.0
"""Seconds for which a match is somebody's; who is still at work renews it."""


class Due(NamedTuple):
    """A match that waits for a bot."""

    match: str
    since: float
    people: bool
    """Whether a person plays along: those matches come first."""


class Queue:
    """Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def lease(self, owner: str, most: int) -> list[Due]:
        """Take over at most so many matches that wait for a bot and are nobody's: people's first, then the oldest."""
        now = time.time()
        person = sa.exists().where(seats.c.match == matches.c.id, seats.c.bot.is_(None))
        query = (
            sa.select(matches.c.id, matches.c.bot_since, person)
            .where(matches.c.bot_since.is_not(None), _free(owner, now))
            .order_by(person.desc(), matches.c.bot_since)
            .limit(most)
        )
        if self.database.postgres:
            query = query.with_for_update(skip_locked=True, of=matches)
        with self.database.writing(silent=True) as db:
            found = [Due(*row) for row in db.execute(query)]
            _set(db, [due.match for due in found], owner, now + LEASE)
        return found

    def renew(self, owner: str, names: Collection[str]) -> None:
        """Keep what is still being worked at."""
        with self.database.writing(silent=True) as db:
            _set(db, names, owner, time.time() + LEASE)

    def release(self, owner: str) -> None:
        """Give back all that a process had taken: it ends."""
        with self.database.writing(silent=True) as db:
            mine = sa.update(matches).where(matches.c.bot_owner == owner)
            db.execute(mine.values(bot_owner=None, bot_until=None))

    def waiting(self, longer: float) -> list[Due]:
        """The matches that have waited for a bot for so many seconds, the oldest first."""
        person = sa.exists().where(seats.c.match == matches.c.id, seats.c.bot.is_(None))
        query = (
            sa.select(matches.c.id, matches.c.bot_since, person)
            .where(matches.c.bot_since <= time.time() - longer)
            .order_by(matches.c.bot_since)
        )
        with self.database.reading() as db:
            return [Due(*row) for row in db.execute(query)]


def _free(owner: str, now: float) -> sa.ColumnElement[bool]:
    """Nobody's, one's own, run out, or longer than any lease is: a clock was set back."""
    until = matches.c.bot_until
    return sa.or_(until.is_(None), matches.c.bot_owner == owner, until < now, until > now + LEASE)


def _set(db: sa.Connection, names: Collection[str], owner: str, until: float) -> None:
    if names:
        mine = sa.update(matches).where(matches.c.id.in_(names))
        db.execute(mine.values(bot_owner=owner, bot_until=until))
