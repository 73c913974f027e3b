"""Who may sit where: tokens of programs, holds of browsers, invitations.

Whatever changes who may sit where raises `claims` of the match first: that row is the lock. Who was found to hold a
seat changes it only if `claims` is still what it was before that was looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import sqlalchemy as sa

from stellwerk.server.errors import Unavailable
from stellwerk.server.store.clocks import Clocks
from stellwerk.server.store.database import Database
from stellwerk.server.store.devices import whose
from stellwerk.server.store.schema import holds, invitations, matches, notes, orders, seats

FREE: Final = ""
"""Instead of the hash of a token: nobody has this seat."""

_here: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
_cookie: sa.BindParameter[str] = sa.bindparam("visitor", type_=sa.String)
TOKENS: Final = sa.select(seats.c.token_hash, seats.c.bot).where(seats.c.match == _here).order_by(seats.c.seat)
HELD: Final = sa.select(holds.c.seat).where(holds.c.match == _here, holds.c.visitor_hash == whose(_cookie))
CHAIRS: Final = (
    sa.select(
        seats.c.seat,
        seats.c.name,
        seats.c.bot,
        seats.c.token_hash == FREE,
        invitations.c.code_hash,
        invitations.c.created,
        seats.c.here_until,
        invitations.c.vacates,
    )
    .join_from(
        seats,
        invitations,
        sa.and_(invitations.c.match == seats.c.match, invitations.c.seat == seats.c.seat),
        isouter=True,
    )
    .where(seats.c.match == _here)
    .order_by(seats.c.seat)
)


class Chair(NamedTuple):
    """A seat of a match: whether nobody has it, and the latest invitation to it, which may be too old."""

    seat: int
    name: str
    bot: str | None
    free: bool
    code_hash: str | None
    invited: float | None
    here_until: float | None = None
    """Until when who has it counts as being at the table, or since when they are away; None: never seen there."""

    vacates: bool | None = None
    """Whether the invitation takes the seat from who has it."""

    @property
    def stale(self) -> bool:
        """Whether who was away has been at the table since somebody was invited to their seat."""
        return bool(self.vacates and not self.free and self.invited and (self.here_until or 0) > self.invited)


class _Undo(Exception):
    """Leaves a transaction without a trace."""


class Seats:
    """Seats of matches in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database, clocks: Clocks | None = None) -> None:
        self.database, self.clocks = database, clocks or Clocks(database)

    def keys(self, name: str) -> list[tuple[str, bool]]:
        """By seat the hash of its token, and whether a person sits there; none at all when there is no such match."""
        return [(token, bot is None) for token, bot in self.database.ask(TOKENS, {"match": name}, name)]

    def chairs(self, name: str) -> list[Chair]:
        """None at all when there is no such match."""
        with self.database.asking(name) as db:
            return [Chair(*row) for row in db.execute(CHAIRS, {"match": name})]

    def awaited(self, name: str) -> tuple[float, frozenset[int]]:
        """Since when nothing has happened in a match, and which seats are waited for."""
        with self.database.asking(name) as db:
            row = db.execute(sa.select(matches.c.changed, matches.c.waiting).where(matches.c.id == name)).first()
        return (row[0], frozenset(row[1] or ())) if row else (0.0, frozenset())

    def sitting(self, name: str) -> tuple[list[str], dict[int, str]]:
        """By seat the name of who sits there, and the bots that stand in; none when there is no such match."""
        query = sa.select(seats.c.seat, seats.c.name, seats.c.stand_in).where(seats.c.match == name)
        with self.database.asking(name) as db:
            found = db.execute(query.order_by(seats.c.seat)).all()
        return [called for _, called, _ in found], {seat: bot for seat, _, bot in found if bot}

    def held(self, visitor: str, name: str) -> set[int]:
        return {seat for (seat,) in self.database.ask(HELD, {"match": name, "visitor": visitor}, name)}

    def claim(self, visitor: str, name: str, claimed: Sequence[int]) -> None:
        """Let a visitor hold some seats, whoever held them before."""
        with self.database.writing(name, visitor) as db:
            _hold(db, visitor, name, claimed)

    def renew(self, name: str, seat: int, token_hash: str, claims: int) -> bool:
        """Give a seat another token; the old one opens nothing any more. False if seats changed hands meanwhile."""
        with self.database.writing(name, silent=True) as db:
            if not _raise(db, name, claims, by=0):
                return False
            db.execute(sa.update(seats).where(_is(seats, name, seat)).values(token_hash=token_hash))
        return True

    def invite(
        self, name: str, seat: int, code_hash: str, now: float, claims: int, *, vacates: bool | None = None
    ) -> bool:
        """Keep an invitation to a seat instead of any earlier one; False if seats changed hands meanwhile."""
        with self.database.writing(name, silent=True) as db:
            if not _raise(db, name, claims, by=0):
                return False
            db.execute(sa.delete(invitations).where(_is(invitations, name, seat)))
            row = {"match": name, "seat": seat, "code_hash": code_hash, "created": now, "vacates": vacates}
            db.execute(sa.insert(invitations), row)
        return True

    def withdraw(self, name: str, seat: int, claims: int) -> bool:
        """Forget the invitation to a seat; False if seats changed hands meanwhile."""
        with self.database.writing(name, silent=True) as db:
            if not _raise(db, name, claims, by=0):
                return False
            db.execute(sa.delete(invitations).where(_is(invitations, name, seat)))
        return True

    def leave(self, name: str, seat: int, claims: int) -> bool:
        """Make a seat free: nothing opens it but another invitation. False if seats changed hands meanwhile."""
        with self.database.writing(name) as db:
            if not _raise(db, name, claims):
                return False
            db.execute(sa.update(seats).where(_is(seats, name, seat)).values(token_hash=FREE))
            db.execute(sa.delete(holds).where(_is(holds, name, seat)))
            db.execute(sa.delete(invitations).where(_is(invitations, name, seat)))
            _forget(db, name, seat)
            self.clocks.seated(db, name, seat)
        return True

    def take(self, name: str, invited: Chair, token_hash: str, visitor: str | None, claims: int) -> bool:
        """Use up an invitation: the seat gets another token and the name of `invited`; the visitor or nobody holds it.

        Whatever opened it before opens it no more. False if the invitation is gone or seats changed hands meanwhile.
        """
        seat = invited.seat
        fits = sa.and_(_is(invitations, name, seat), invitations.c.code_hash == invited.code_hash)
        with suppress(_Undo), self.database.writing(name, *([visitor] if visitor else [])) as db:
            if not _raise(db, name, claims) or db.execute(sa.delete(invitations).where(fits)).rowcount != 1:
                raise _Undo
            back = sa.select(seats.c.here_until).where(_is(seats, name, seat))
            if invited._replace(here_until=db.scalar(back)).stale:
                raise _Undo
            news = {"token_hash": token_hash, "name": invited.name, "here_until": None}
            db.execute(sa.update(seats).where(_is(seats, name, seat)).values(news))
            db.execute(sa.delete(holds).where(_is(holds, name, seat)))
            _forget(db, name, seat)
            self.clocks.seated(db, name, seat)
            if visitor is not None:
                _hold(db, visitor, name, [seat])
            return True
        return False


def unless_claimed(db: sa.Connection, name: str, claims: int | None) -> None:
    """Lock who may sit where in a match; refused if seats changed hands since `claims` was read (None: whoever)."""
    if claims is not None and not _raise(db, name, claims, by=0):
        raise Unavailable("seats change hands just now")


def follow(db: sa.Connection, name: str, before: str, moved: int, count: int) -> None:
    """Let each of `count` seats be opened by what opens now the seat that its player had in the match before."""
    _raise(db, before, by=0)
    earlier = seats.alias("earlier")
    token = sa.select(earlier.c.token_hash).where(
        earlier.c.match == before, earlier.c.seat == (seats.c.seat + moved) % count
    )
    db.execute(sa.update(seats).where(seats.c.match == name).values(token_hash=token.scalar_subquery()))
    seat = (holds.c.seat + (count - moved)) % count
    held = sa.select(sa.literal(name), seat, holds.c.visitor_hash).where(holds.c.match == before)
    db.execute(sa.insert(holds).from_select(["match", "seat", "visitor_hash"], held))


def _is(table: sa.Table, name: str, seat: int) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.match == name, table.c.seat == seat)


def _raise(db: sa.Connection, name: str, claims: int | None = None, by: int = 1) -> bool:
    """Lock who may sit where in a match, and note that it changes; False if `claims` is not the number any more."""
    here = matches.c.id == name
    if claims is not None:
        here = sa.and_(here, matches.c.claims == claims)
    return db.execute(sa.update(matches).where(here).values(claims=matches.c.claims + by)).rowcount == 1


def _forget(db: sa.Connection, name: str, seat: int) -> None:
    """Leave nothing of a seat's own to who sits there next: no notes, no standing orders, nothing muted."""
    db.execute(sa.delete(notes).where(_is(notes, name, seat)))
    if db.execute(sa.delete(orders).where(_is(orders, name, seat))).rowcount:
        db.execute(sa.update(matches).where(matches.c.id == name).values(orders_rev=matches.c.orders_rev + 1))
    db.execute(sa.update(seats).where(_is(seats, name, seat)).values(heard=None, muted=None))


def _hold(db: sa.Connection, visitor: str, name: str, claimed: Sequence[int]) -> None:
    db.execute(sa.delete(holds).where(holds.c.match == name, holds.c.seat.in_(claimed)))
    owner = db.scalar(sa.select(whose(visitor)))
    db.execute(sa.insert(holds), [{"match": name, "seat": seat, "visitor_hash": owner} for seat in claimed])
