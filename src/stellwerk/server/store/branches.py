"""Where a match was branched from, what it is called, and how a branch goes."""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa

from stellwerk.server.store.database import Database
from stellwerk.server.store.devices import whose
from stellwerk.server.store.schema import BELONGING, holds, matches


class Origin(NamedTuple):
    """The name of a match, if it has one, and the position of another match from which it was branched."""

    label: str | None = None
    parent: str | None = None
    ply: int | None = None
    """Where it left that match; told of a branch also when the other one has expired."""

    @property
    def branched(self) -> bool:
        return self.ply is not None


NOWHERE: Final = Origin()


class Branch(NamedTuple):
    """A branch as a list of them shows it."""

    id: str
    label: str | None
    ply: int
    """Where it left the other match."""


class Branches:
    """Branches in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, name: str, visitor: str, most: int) -> list[Branch]:
        """The branches of a match in which a visitor holds a seat, by where they left it."""
        held = sa.select(holds.c.match).where(holds.c.visitor_hash == whose(sa.literal(visitor)))
        query = (
            sa.select(matches.c.id, matches.c.label, matches.c.parent_ply)
            .where(matches.c.parent == name, matches.c.id.in_(held))
            .order_by(matches.c.parent_ply, matches.c.created)
            .limit(most)
        )
        with self.database.asking(name) as db:
            return [Branch(*row) for row in db.execute(query)]

    def name(self, name: str, label: str | None, claims: int) -> bool:
        """Call a match so, unless somebody's seat changed hands since the caller was looked up."""
        here = sa.and_(matches.c.id == name, matches.c.claims == claims)
        with self.database.writing(name) as db:
            return db.execute(sa.update(matches).where(here).values(label=label)).rowcount == 1

    def remove(self, name: str, claims: int, holders: list[str]) -> bool:
        """Delete a branch with all that belongs to it, under the same condition; tell its holders.

        What was branched from it hangs on the match that it came from, where it left that; what follows it stays.
        """
        query = sa.select(matches.c.parent, matches.c.parent_ply).where(
            matches.c.id == name, matches.c.claims == claims, matches.c.parent_ply.is_not(None)
        )
        if self.database.postgres:
            query = query.with_for_update()
        with self.database.writing(name, *holders) as db:
            found = db.execute(query).first()
            if found is None:
                return False
            parent, ply = found
            db.execute(sa.update(matches).where(matches.c.parent == name).values(parent=parent, parent_ply=ply))
            db.execute(sa.update(matches).where(matches.c.follows == name).values(follows=None))
            for table in BELONGING:
                db.execute(sa.delete(table).where(table.c.match == name))
            db.execute(sa.delete(matches).where(matches.c.id == name))
        return True
