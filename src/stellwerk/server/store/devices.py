"""Which browsers belong to one visitor, and the codes by which another one becomes theirs too.

A visitor is known by a hash. It is that of the first browser's cookie, or of no cookie at all once that browser has
signed out; all other browsers of the visitor stand in `devices`, whose visitors never stand there as browsers.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import devices, holds, matches, recoveries, shelf, sitters


def whose(cookie: str | sa.BindParameter[str]) -> sa.ColumnElement[str]:
    """The visitor to whom a browser belongs, as part of a query: it costs one look into an index, nowhere a query."""
    given: sa.ColumnElement[str] = sa.literal(cookie, sa.String) if isinstance(cookie, str) else cookie
    listed = sa.select(devices.c.visitor_hash).where(devices.c.cookie_hash == given).scalar_subquery()
    return sa.func.coalesce(listed, given)


class Devices:
    """Browsers of visitors in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def browsers(self, cookie: str) -> list[str]:
        """All browsers of the visitor to whom this one belongs."""
        with self.database.reading() as db:
            return _browsers(db, db.scalar(sa.select(whose(cookie))) or cookie)

    def offer(self, cookie: str, code_hash: str, now: float) -> None:
        """Keep a code by which another browser becomes this visitor's, instead of any earlier one."""
        with self.database.writing(silent=True) as db:
            db.execute(sa.delete(recoveries).where(recoveries.c.visitor_hash == whose(cookie)))
            visitor = db.scalar(sa.select(whose(cookie)))
            db.execute(sa.insert(recoveries), {"visitor_hash": visitor, "code_hash": code_hash, "created": now})

    def recover(self, cookie: str, code_hash: str) -> list[str] | None:
        """Use up a code: this browser, and all that is its visitor's, becomes that visitor's who made the code.

        Returns the matches in which it held seats; None if there is no such code.
        """
        with self.database.writing(silent=True) as db:
            used = sa.delete(recoveries).where(recoveries.c.code_hash == code_hash)
            visitor = db.scalar(used.returning(recoveries.c.visitor_hash))
            if visitor is None:
                return None
            before: Any = db.scalar(sa.select(whose(cookie)))
            if before == visitor:
                return []
            touched = self._rename(db, before, visitor)
            db.execute(sa.delete(recoveries).where(recoveries.c.visitor_hash == before))
            db.execute(sa.insert(devices), {"cookie_hash": before, "visitor_hash": visitor})
            self.database.tell(db, *_browsers(db, visitor))
            return touched

    def sign_out(self, cookie: str, nobody: str) -> list[str]:
        """Let a browser's cookie open nothing any more; other browsers and a code still do. Returns their matches."""
        with self.database.writing(silent=True) as db:
            if db.execute(sa.delete(devices).where(devices.c.cookie_hash == cookie)).rowcount:
                return []
            touched = self._rename(db, cookie, nobody)
            db.execute(sa.update(recoveries).where(recoveries.c.visitor_hash == cookie).values(visitor_hash=nobody))
            return touched

    def sign_out_others(self, cookie: str, fresh: str) -> list[str]:
        """Leave the visitor one browser, which has a fresh cookie, and no code. Returns the matches of theirs."""
        with self.database.writing(silent=True) as db:
            db.execute(sa.delete(recoveries).where(recoveries.c.visitor_hash == whose(cookie)))
            visitor: Any = db.scalar(sa.select(whose(cookie)))
            db.execute(sa.delete(devices).where(devices.c.visitor_hash == visitor))
            return self._rename(db, visitor, fresh)

    def _rename(self, db: sa.Connection, old: str, new: str) -> list[str]:
        """Let a visitor be known by another hash; returns the matches in which seats have thereby changed hands."""
        mine = sa.select(holds.c.match).where(holds.c.visitor_hash == old)
        raised = sa.update(matches).where(matches.c.id.in_(mine)).values(claims=matches.c.claims + 1)
        touched = list(db.scalars(raised.returning(matches.c.id)))
        db.execute(sa.update(holds).where(holds.c.visitor_hash == old).values(visitor_hash=new))
        db.execute(sa.update(sitters).where(sitters.c.visitor_hash == old).values(visitor_hash=new))
        db.execute(sa.update(devices).where(devices.c.visitor_hash == old).values(visitor_hash=new))
        already = sa.select(shelf.c.match).where(shelf.c.visitor_hash == new)
        db.execute(sa.delete(shelf).where(shelf.c.visitor_hash == old, shelf.c.match.in_(already)))
        db.execute(sa.update(shelf).where(shelf.c.visitor_hash == old).values(visitor_hash=new))
        self.database.tell(db, *touched)
        return touched


def _browsers(db: sa.Connection, visitor: str) -> list[str]:
    others = db.scalars(sa.select(devices.c.cookie_hash).where(devices.c.visitor_hash == visitor))
    return [visitor, *others]
