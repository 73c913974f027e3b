"""Who may sit where: tokens of programs, holds of browsers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import holds, matches, seats

_here: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
TOKENS: Final = sa.select(seats.c.token_hash, seats.c.bot).where(seats.c.match == _here).order_by(seats.c.seat)
HELD: Final = sa.select(holds.c.seat).where(holds.c.match == _here, holds.c.visitor_hash == sa.bindparam("visitor"))


class Seats:
    """Seats of matches in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def token_hashes(self, name: str) -> list[str]:
        """By seat; none at all when there is no such match."""
        with self.database.asking(name) as db:
            return list(db.scalars(TOKENS, {"match": name}))

    def keys(self, name: str) -> list[tuple[str, bool]]:
        """By seat the hash of its token, and whether a person sits there; none at all when there is no such match."""
        with self.database.asking(name) as db:
            return [(token, bot is None) for token, bot in db.execute(TOKENS, {"match": name})]

    def renew(self, name: str, seat: int, token_hash: str) -> None:
        """Give a seat another token; the old one opens nothing any more."""
        with self.database.writing(name) as db:
            here = sa.and_(seats.c.match == name, seats.c.seat == seat)
            db.execute(sa.update(seats).where(here).values(token_hash=token_hash))

    def take(self, visitor: str, name: str, seat: int, old: str, new: str) -> bool:
        """Let a visitor hold the seat that a token opens, and give the seat another one; False if it did so before."""
        here = sa.and_(seats.c.match == name, seats.c.seat == seat, seats.c.token_hash == old)
        with self.database.writing(name, visitor) as db:
            if db.execute(sa.update(seats).where(here).values(token_hash=new)).rowcount != 1:
                return False
            _hold(db, visitor, name, [seat])
            db.execute(sa.update(matches).where(matches.c.id == name).values(claims=matches.c.claims + 1))
        return True

    def claim(self, visitor: str, name: str, claimed: Sequence[int]) -> None:
        """Let a visitor hold some seats, whoever held them before."""
        with self.database.writing(name, visitor) as db:
            _hold(db, visitor, name, claimed)

    def held(self, visitor: str, name: str) -> set[int]:
        with self.database.asking(name) as db:
            return set(db.scalars(HELD, {"match": name, "visitor": visitor}))


def _hold(db: sa.Connection, visitor: str, name: str, claimed: Sequence[int]) -> None:
    db.execute(sa.delete(holds).where(holds.c.match == name, holds.c.seat.in_(claimed)))
    db.execute(sa.insert(holds), [{"match": name, "seat": seat, "visitor_hash": visitor} for seat in claimed])
