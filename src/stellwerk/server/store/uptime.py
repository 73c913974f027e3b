"""When servers ran on a database, so that nobody is taken to be absent for a time in which there was none.

A server that runs notes the time of the wall once a minute. Who finds the last note older than a few minutes keeps
the outage between. A clock that somebody sets forward looks the same, and does no harm that way.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import meta

AWAKE: Final = "awake"
OUTAGE: Final = "outage:"
NOTED: Final = 60.0
"""Seconds after which it is noted again that a server runs."""

GAP: Final = 180.0
"""Seconds without a note after which no server has run."""

KEPT: Final = 366 * 24 * 3600.0
"""Seconds for which an outage is remembered."""


class Uptime:
    """The outages of a database. Methods are one transaction each and may block: call them from a thread."""

    def __init__(self, database: Database, wall: Callable[[], float] = time.time) -> None:
        self.database, self.wall = database, wall
        self._noted = float("-inf")

    def note(self) -> None:
        """Note that a server runs, and the outage that ends with that; called again and again, it seldom writes."""
        now = self.wall()
        if 0 <= now - self._noted < NOTED:
            return
        # Of two processes that note it first the later one is refused; the next time there is a note to replace.
        with suppress(IntegrityError), self.database.writing(silent=True) as db:
            last = db.scalar(sa.select(meta.c.value).where(meta.c.key == AWAKE))
            here = sa.and_(meta.c.key == AWAKE, meta.c.value == last)
            value = f"{now:.0f}"
            if last is None:
                db.execute(sa.insert(meta), {"key": AWAKE, "value": value})
            elif db.execute(sa.update(meta).where(here).values(value=value)).rowcount and now - float(last) > GAP:
                _keep(db, float(last), now)
        self._noted = now

    def between(self, since: float, until: float) -> float:
        """The seconds from one time to another in which a server ran."""
        with self.database.asking() as db:
            found = db.execute(sa.select(meta.c.key, meta.c.value).where(meta.c.key.startswith(OUTAGE))).all()
            last = float(db.scalar(sa.select(meta.c.value).where(meta.c.key == AWAKE)) or until)
        outages = [(float(key.removeprefix(OUTAGE)), float(value)) for key, value in found]
        if until - last > GAP:  # a server has just started and not noted it yet
            outages.append((last, until))
        down = sum(max(0.0, min(until, end) - max(since, begin)) for begin, end in outages)
        return max(0.0, until - since - down)


def _keep(db: sa.Connection, begin: float, end: float) -> None:
    """Remember an outage, and forget those that concern nobody any more."""
    key = f"{OUTAGE}{begin:.0f}"
    known = db.execute(sa.select(meta.c.key, meta.c.value).where(meta.c.key.startswith(OUTAGE))).all()
    old = [name for name, value in known if name == key or float(value) < end - KEPT]
    db.execute(sa.delete(meta).where(meta.c.key.in_(old)))
    db.execute(sa.insert(meta), {"key": key, "value": f"{end:.0f}"})
