"""The matches in which a bot owes a choice. They are the queue: a move and the duty it leaves are one transaction.

A process that sees to some of them leases them for a while, so that others do not do the same work. A lease is a
courtesy, not a lock: what keeps a move from being played twice is the rev. So no wrong clock and no lost lease does
worse than to let two processes think about the same move.

Leases cost next to no writes: the move that is written anyway takes, keeps or gives back the lease of its match.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from stellwerk.server.errors import Unreadable
from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import matches, seats

LEASE: Final = 30.0
"""Seconds for which a match is somebody's; who is still at work renews it."""

FRESH: Final = LEASE / 2
"""Seconds that an own lease must still run to be left as it is."""

MOST: Final = 1000
"""So many of the matches that wait are told of one by one."""

NAMES: Final = (
    sa.select(matches.c.id)
    .where(matches.c.bot_since.is_not(None))
    .order_by(matches.c.bot_since)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
NAMES_BY_ROWS: Final = sa.text("SELECT id FROM matches NOT INDEXED WHERE bot_since IS NOT NULL LIMIT :most")
"""Who waits: an index alone tells it; SQLite finds it without the index too, as far as the rows can be read."""

PERSON: Final = sa.exists().where(seats.c.match == matches.c.id, seats.c.bot.is_(None))


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
        self.owner: str | None = None
        """Whose matches become those that this process writes; None where no bots are driven."""

        self.keeps: Callable[[str], bool] = lambda _match: True
        """Whether the owner wants to go on with a match after what is being written."""

    def after(self, match: str, due: bool, now: float) -> dict[str, Any]:
        """Who sees to the bots of a match from now on: columns to be written together with a move."""
        if not due:
            return {"bot_since": None, "bot_owner": None, "bot_until": None}
        if self.owner is None:
            return {"bot_since": now}
        if self.keeps(match):
            return {"bot_since": now, "bot_owner": self.owner, "bot_until": now + LEASE}
        return {"bot_since": now, "bot_owner": None, "bot_until": None}

    def lease(self, owner: str, most: int, known: Collection[str] = (), *, people: bool = False) -> list[Due]:
        """At most so many matches that wait for a bot and are nobody's, or one's own, beside those `known`.

        Those with people come first (with `people` no others come), then those that have waited the longest. Only
        what has to be is written. A damaged match is passed over.
        """
        try:
            return self._lease(owner, most, matches.c.id.not_in(known), people=people)
        except Unreadable:
            names = self._names()
        found: list[Due] = []
        for name in names:
            with suppress(Unreadable):
                found += self._lease(owner, 1, matches.c.id == name, people=people) if name not in known else ()
        return sorted(found, key=lambda due: (not due.people, due.since))[:most]

    def _names(self) -> list[str]:
        """Who waits, although something is damaged: what the index tells, or else what the rows do."""
        for question in (NAMES, NAMES_BY_ROWS):
            with suppress(Unreadable), self.database.asking() as db:
                return list(db.scalars(question, {"most": MOST}))
        return []

    def _lease(self, owner: str, most: int, which: sa.ColumnElement[bool], *, people: bool) -> list[Due]:
        now = time.time()
        query = (
            _waiting(now)
            .add_columns(matches.c.bot_owner, matches.c.bot_until)
            .where(_free(owner, now), which, *(PERSON,) * people)
            .limit(most)
        )
        with self.database.writing(silent=True) as db:
            if self.database.postgres:
                query = query.with_for_update(skip_locked=True, of=matches)
            found: dict[str, Due] = {}
            stale: set[str] = set()
            for name, since, person, holder, until in db.execute(query).all():
                found[name] = Due(name, since, person)
                if holder != owner or until is None or not FRESH < until - now <= LEASE:
                    stale.add(name)
            if stale:
                free = sa.update(matches).where(matches.c.id.in_(stale), _free(owner, now))
                db.execute(free.values(bot_owner=owner, bot_until=now + LEASE))
                mine = sa.select(matches.c.id).where(matches.c.id.in_(stale), matches.c.bot_owner == owner)
                stale -= set(db.scalars(mine))  # somebody was quicker
        return [due for due in found.values() if due.match not in stale]

    def renew(self, owner: str, names: Collection[str]) -> set[str]:
        """Keep what is still being worked at; returns what is still one's own."""
        here = sa.and_(matches.c.id.in_(names), matches.c.bot_owner == owner)
        with self.database.writing(silent=True) as db:
            db.execute(sa.update(matches).where(here).values(bot_until=time.time() + LEASE))
            return set(db.scalars(sa.select(matches.c.id).where(here)))

    def release(self, owner: str) -> None:
        """Give back all that a process had taken: it ends, or it has ended."""
        with self.database.writing(silent=True) as db:
            mine = sa.update(matches).where(matches.c.bot_owner == owner)
            db.execute(mine.values(bot_owner=None, bot_until=None))

    def owners(self) -> list[str]:
        """Who sees to matches that wait."""
        query = sa.select(matches.c.bot_owner).where(matches.c.bot_since.is_not(None), matches.c.bot_owner.is_not(None))
        with self.database.reading() as db:
            return list(db.scalars(query.distinct()))

    def count(self) -> int:
        """How many matches wait for a bot."""
        query = sa.select(sa.func.count()).select_from(matches).where(matches.c.bot_since.is_not(None))
        with self.database.reading() as db:
            return db.scalar(query) or 0

    def waiting(self, longer: float = 0.0, most: int = MOST) -> list[Due]:
        """The matches that have waited for a bot for so many seconds, the oldest first."""
        now = time.time()
        query = _waiting(now, people_first=False).limit(most)
        if longer:
            since = matches.c.bot_since
            query = query.where(sa.or_(since <= now - longer, since > now))
        with self.database.reading() as db:
            return [Due(name, since, people) for name, since, people in db.execute(query)]


def _waiting(now: float, *, people_first: bool = True) -> sa.Select[Any]:
    """What waits since when. A time that is yet to come was written before the clock was set back: long ago."""
    since = sa.case((matches.c.bot_since > now, 0.0), else_=matches.c.bot_since)
    query = sa.select(matches.c.id, matches.c.bot_since, PERSON).where(matches.c.bot_since.is_not(None))
    return query.order_by(*(PERSON.desc(),) * people_first, since)


def _free(owner: str, now: float) -> sa.ColumnElement[bool]:
    """Nobody's, one's own, run out, or much longer than any lease is: a clock was set back."""
    until = matches.c.bot_until
    return sa.or_(until.is_(None), matches.c.bot_owner == owner, until < now, until > now + 2 * LEASE)
