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
from stellwerk.server.store import events
from stellwerk.server.store.clocks import Clocks
from stellwerk.server.store.database import Database
from stellwerk.server.store.devices import whose
from stellwerk.server.store.schema import holds, invitations, matches, notes, orders, seats, sitters

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
        seats.c.taken,
        invitations.c.inviter,
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
    """Whether the invitation takes the seat from its present player."""

    taken: bool | None = None
    """Whether anybody has ever had the seat."""

    inviter: int | None = None
    """The seat of the player who made the invitation."""

    @property
    def abandoned(self) -> bool:
        """Whether nobody has the seat any more."""
        return self.free and bool(self.taken)

    @property
    def stale(self) -> bool:
        """Whether who was away has been at the table since somebody was invited to their seat."""
        return bool(self.vacates and not self.free and self.invited and (self.here_until or 0) > self.invited)


class StandIn(NamedTuple):
    """A bot that plays somebody's seat: since when, by the clock on the wall, and why (see clocks.py)."""

    bot: str
    since: float | None = None
    why: str | None = None


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

    def sitting(self, name: str) -> tuple[list[str], dict[int, StandIn]]:
        """By seat the name of its player, and the bots that stand in; none when there is no such match."""
        columns = (seats.c.seat, seats.c.name, seats.c.stand_in, seats.c.stand_in_since, seats.c.stand_in_why)
        query = sa.select(*columns).where(seats.c.match == name)
        with self.database.asking(name) as db:
            found = db.execute(query.order_by(seats.c.seat)).all()
        stand_ins = {seat: StandIn(bot, since, why) for seat, _, bot, since, why in found if bot}
        return [called for _, called, *_ in found], stand_ins

    def sat(self, visitor: str, name: str) -> tuple[set[int], set[int]]:
        """The seats that a visitor has ever had in a match, and those of which nobody was the holder since."""
        own = sitters.c.visitor_hash == whose(visitor)
        latest = sa.select(sitters.c.seat, sa.func.max(sitters.c.number).label("number"))
        last = latest.where(sitters.c.match == name).group_by(sitters.c.seat).subquery()
        both = sa.and_(last.c.seat == sitters.c.seat, last.c.number == sitters.c.number)
        query = sa.select(sitters.c.seat, last.c.number.is_not(None)).join(last, both, isouter=True)
        with self.database.asking(name) as db:
            found = db.execute(query.where(sitters.c.match == name, own)).all()
        return {seat for seat, _ in found}, {seat for seat, newest in found if newest}

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
        self,
        name: str,
        seat: int,
        code_hash: str,
        now: float,
        claims: int,
        *,
        vacates: bool | None = None,
        inviter: int | None = None,
    ) -> bool:
        """Keep an invitation to a seat instead of any earlier one; False if seats changed hands meanwhile."""
        with self.database.writing(name, silent=True) as db:
            if not _raise(db, name, claims, by=0):
                return False
            db.execute(sa.delete(invitations).where(_is(invitations, name, seat)))
            row = {"match": name, "seat": seat, "code_hash": code_hash, "created": now}
            db.execute(sa.insert(invitations), {**row, "vacates": vacates, "inviter": inviter})
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
            events.note(db, name, events.GOT_UP, seat, {"name": events.name_of(db, name, seat)})
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
            told = {"name": invited.name, "was": events.name_of(db, name, seat), "free": invited.free}
            if invited.inviter is not None:
                told |= {"by": events.name_of(db, name, invited.inviter), "own": invited.inviter == seat}
            self.clocks.seated(db, name, seat)  # before it is taken: no time has passed for an empty chair
            news = {"token_hash": token_hash, "name": invited.name, "here_until": None, "taken": True}
            db.execute(sa.update(seats).where(_is(seats, name, seat)).values(news))
            db.execute(sa.delete(holds).where(_is(holds, name, seat)))
            _forget(db, name, seat)
            _hold(db, visitor or token_hash, name, [seat], held=visitor is not None)
            events.note(db, name, events.JOINED, seat, {**told, "vacates": bool(invited.vacates)})
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
    sat = sa.select(holds.c.match, holds.c.seat, sa.literal(1), holds.c.visitor_hash).where(holds.c.match == name)
    db.execute(sa.insert(sitters).from_select(["match", "seat", "number", "visitor_hash"], sat))
    db.execute(sa.update(seats).where(seats.c.match == name).values(taken=seats.c.token_hash != FREE))


def _is(table: sa.Table, name: str, seat: int) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.match == name, table.c.seat == seat)


def _raise(db: sa.Connection, name: str, claims: int | None = None, by: int = 1) -> bool:
    """Lock who may sit where in a match, and note that it changes; False if `claims` is not the number any more."""
    here = matches.c.id == name
    if claims is not None:
        here = sa.and_(here, matches.c.claims == claims)
    return db.execute(sa.update(matches).where(here).values(claims=matches.c.claims + by)).rowcount == 1


def _forget(db: sa.Connection, name: str, seat: int) -> None:
    """Leave nothing of a seat's own to its next player: no notes, no standing orders, nothing muted."""
    db.execute(sa.delete(notes).where(_is(notes, name, seat)))
    if db.execute(sa.delete(orders).where(_is(orders, name, seat))).rowcount:
        db.execute(sa.update(matches).where(matches.c.id == name).values(orders_rev=matches.c.orders_rev + 1))
    db.execute(sa.update(seats).where(_is(seats, name, seat)).values(heard=None, muted=None))


def _hold(db: sa.Connection, who: str, name: str, claimed: Sequence[int], *, held: bool = True) -> None:
    """Note that a browser, or else a program by the hash of its token, has some seats from now on."""
    owner = db.scalar(sa.select(whose(who))) if held else who
    if held:
        db.execute(sa.delete(holds).where(holds.c.match == name, holds.c.seat.in_(claimed)))
        db.execute(sa.insert(holds), [{"match": name, "seat": seat, "visitor_hash": owner} for seat in claimed])
    for seat in claimed:
        before = db.scalar(sa.select(sa.func.max(sitters.c.number)).where(_is(sitters, name, seat))) or 0
        row = {"match": name, "seat": seat, "number": before + 1, "visitor_hash": owner}
        db.execute(sa.insert(sitters), row)
