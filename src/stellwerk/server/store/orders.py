"""Standing orders of seats. What an order does is written with the rows of its match; here is what is ordered."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import sqlalchemy as sa

from stellwerk.core.action import Json
from stellwerk.server.errors import TooManyOrders
from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import entries, matches, orders
from stellwerk.server.store.seats import unless_claimed

ACTIVE: Final = "active"
PAUSED: Final = "paused"
ENDED: Final = "ended"

KEPT: Final = 20
"""So many orders of a seat are kept; older ones that are no longer active go first."""

MOST: Final = 8
"""So many may be active or paused at once."""


Stops: TypeAlias = tuple[tuple[int, int], ...]
"""Plies at which standing orders have stopped, each with the seat of its owner."""


class Given(NamedTuple):
    """A standing order as it is kept."""

    seat: int
    number: int
    body: Json
    state: str
    why: Json
    ply: int
    """Since when it looks at what happens."""

    created: float


class Ended(NamedTuple):
    """An order that is no longer active, and why."""

    seat: int
    number: int
    state: str
    why: Json


class Obeyed(NamedTuple):
    """With which orders something was worked out, by the number `orders_rev`, and which of them are over by it."""

    seen: int | None
    ended: tuple[Ended, ...]
    stops: Stops | None = None
    """Where orders have stopped, if that has changed."""


COLUMNS: Final = (orders.c.seat, orders.c.number, orders.c.body, orders.c.state, orders.c.why)
ALL: Final = sa.select(*COLUMNS, orders.c.ply, orders.c.created).order_by(orders.c.seat, orders.c.number)


class Orders:
    """Standing orders in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def active(self, name: str) -> tuple[int, tuple[Given, ...], Stops]:
        """How often the orders of a match were changed, those that act, and where others have stopped."""
        with self.database.reading(name) as db:
            row = db.execute(sa.select(matches.c.orders_rev, matches.c.stops).where(matches.c.id == name)).first()
            rev, stops = row or (0, None)
            found = db.execute(ALL.where(orders.c.match == name, orders.c.state == ACTIVE)).all() if rev else []
        return rev, tuple(Given(*row) for row in found), tuple((ply, seat) for ply, seat in stops or ())

    def of(self, name: str, seat: int) -> list[Given]:
        """All orders of a seat that are kept, the latest first."""
        with self.database.asking(name) as db:
            found = db.execute(ALL.where(orders.c.match == name, orders.c.seat == seat)).all()
        return [Given(*row) for row in reversed(found)]

    def give(self, name: str, seat: int, body: Json, ply: int, claims: int | None = None) -> int:
        """Keep a new order; its number, which no order of the match has that ever did something.

        Refused where the seat has as many as it may, or (`claims`) where seats changed hands meanwhile.
        """
        here = sa.and_(orders.c.match == name, orders.c.seat == seat)
        with self.database.writing(name) as db:
            unless_claimed(db, name, claims)
            _raise(db, name)
            known = _known(db, here)
            old = [number for number, state in known.items() if state == ENDED][: max(0, len(known) - KEPT + 1)]
            db.execute(sa.delete(orders).where(here, orders.c.number.in_(old)))
            acted = db.scalar(sa.select(sa.func.max(entries.c.ordered)).where(entries.c.match == name))
            number = max(acted or 0, *known, 0) + 1
            row = {"match": name, "seat": seat, "number": number, "body": body, "state": ACTIVE, "why": None}
            db.execute(sa.insert(orders), {**row, "ply": ply, "created": time.time()})
        return number

    def revoke(self, name: str, seat: int, number: int) -> bool:
        """Forget an order; False if there is none of that number."""
        here = sa.and_(orders.c.match == name, orders.c.seat == seat, orders.c.number == number)
        with self.database.writing(name) as db:
            _raise(db, name)
            return db.execute(sa.delete(orders).where(here)).rowcount == 1

    def resume(self, name: str, seat: int, number: int, ply: int) -> bool:
        """Let an order act again that was paused or has stopped; False if there is none of that number.

        Refused where the seat has as many others as it may.
        """
        here = sa.and_(orders.c.match == name, orders.c.seat == seat)
        with self.database.writing(name) as db:
            _raise(db, name)
            _known(db, sa.and_(here, orders.c.number != number))
            again = {"state": ACTIVE, "why": None, "ply": ply}
            return db.execute(sa.update(orders).where(here, orders.c.number == number).values(again)).rowcount == 1


def end_orders(db: sa.Connection, name: str, ended: Sequence[Ended]) -> None:
    """Note which orders are no longer active, within the transaction of what ended them."""
    for one in ended:
        here = sa.and_(orders.c.match == name, orders.c.seat == one.seat, orders.c.number == one.number)
        db.execute(sa.update(orders).where(here).values(state=one.state, why=one.why))


def _known(db: sa.Connection, where: sa.ColumnElement[bool]) -> dict[int, str]:
    """The orders of a seat by number and state; refused where no other may act or wait beside them."""
    query = sa.select(orders.c.number, orders.c.state).where(where).order_by(orders.c.number)
    known = {row.number: row.state for row in db.execute(query)}
    if sum(state != ENDED for state in known.values()) >= MOST:
        raise TooManyOrders
    return known


def _raise(db: sa.Connection, name: str) -> None:
    """Lock the orders of a match, and note that they change."""
    db.execute(sa.update(matches).where(matches.c.id == name).values(orders_rev=matches.c.orders_rev + 1))
