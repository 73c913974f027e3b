"""Many matches at once: a visitor's, and those that somebody listens to. One that is damaged spoils no list."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from stellwerk.server.errors import Unreadable
from stellwerk.server.logs import logger
from stellwerk.server.store.database import Database
from stellwerk.server.store.devices import whose
from stellwerk.server.store.schema import devices, holds, matches, seats

log = logger(__name__)

CHUNK: Final = 500
"""How many names stand in one question."""


class Listed(NamedTuple):
    """A match as a list shows it."""

    id: str
    game: str
    names: tuple[str, ...]
    held: frozenset[int]
    waiting: tuple[int, ...]
    ply: int
    over: bool
    winners: tuple[int, ...]
    created: float
    changed: float
    known: bool = True
    """Whether somebody has told who waits and who has won; in older databases that has to be found out first."""

    readable: bool = True
    """If not, `id` and `held` are all that is known."""

    @property
    def your_turn(self) -> bool:
        return any(seat in self.held for seat in self.waiting)


_visitor: sa.BindParameter[str] = sa.bindparam("visitor", type_=sa.String)
_most: sa.BindParameter[int] = sa.bindparam("most", type_=sa.Integer)
_order = (matches.c.finished.is_not(None), matches.c.created.desc())
_mine = matches.c.id.in_(sa.select(holds.c.match).where(holds.c.visitor_hash == whose(_visitor)))
_told = [column for column in matches.c if column.name not in ("options", "seed", "position")]
HELD: Final = sa.select(holds.c.match, holds.c.seat).where(holds.c.visitor_hash == whose(_visitor))
HELD_BY_ROWS: Final = sa.text(
    'SELECT "match", seat FROM holds NOT INDEXED WHERE visitor_hash = '
    "coalesce((SELECT visitor_hash FROM devices WHERE cookie_hash = :visitor), :visitor)"
)
"""The same without the index, which may be damaged; for SQLite."""

MINE: Final = sa.select(*_told).where(_mine).order_by(*_order).limit(_most)
ONE: Final = sa.select(*_told).where(matches.c.id == sa.bindparam("match"))
PULSE: Final = sa.select(matches.c.id, matches.c.rev).where(_mine).order_by(*_order).limit(_most)
_names: sa.BindParameter[Any] = sa.bindparam("names", expanding=True)
SITTING: Final = (
    sa.select(seats.c.match, seats.c.name).where(seats.c.match.in_(_names)).order_by(seats.c.match, seats.c.seat)
)
_later = matches.alias("later")
_next = sa.select(_later.c.id).where(_later.c.follows == matches.c.id).scalar_subquery()
HEADS: Final = sa.select(matches.c.id, matches.c.rev, matches.c.claims, _next).where(matches.c.id.in_(_names))
_holding = (sa.func.count(), sa.func.min(holds.c.match), sa.func.max(holds.c.match))
HOLDINGS: Final = (
    sa.select(holds.c.visitor_hash, *_holding).where(holds.c.visitor_hash.in_(_names)).group_by(holds.c.visitor_hash)
)
DEVICES: Final = (
    sa.select(devices.c.cookie_hash, *_holding)
    .join_from(devices, holds, holds.c.visitor_hash == devices.c.visitor_hash)
    .where(devices.c.cookie_hash.in_(_names))
    .group_by(devices.c.cookie_hash)
)


def of_visitor(database: Database, visitor: str, most: int) -> list[Listed]:
    """All in a few questions; where one of the rows is damaged, each match by itself."""
    try:
        with database.reading() as db:
            rows = db.execute(MINE, {"visitor": visitor, "most": most}).mappings().all()
            names = _sitting(db, [row["id"] for row in rows])
            held = _held(db, visitor)
        return [_listed(row, names, held) for row in rows]
    except Unreadable:
        held = _held_somehow(database, visitor)
        found = [_alone(database, name, held) for name in held]
        return sorted(found, key=lambda one: (not one.readable, one.over, -one.created))[:most]


def _alone(database: Database, name: str, held: dict[str, set[int]]) -> Listed:
    try:
        with database.reading(name) as db:
            row = db.execute(ONE, {"match": name}).mappings().one()
            return _listed(row, _sitting(db, [name]), held)
    except (Unreadable, sa.exc.NoResultFound):
        return Listed(
            name, "", (), frozenset(held[name]), (), 0, True, (), 0.0, 0.0, readable=False
        )  # its place is at the end


def _held_somehow(database: Database, visitor: str) -> dict[str, set[int]]:
    """What can still be found out, by the index or by the rows themselves."""
    for question in (HELD, HELD_BY_ROWS):
        try:
            with database.asking() as db:
                return _held(db, visitor, question)
        except Unreadable as error:
            log.warning("it cannot be read who holds which seat", error=error.__cause__)
    return {}


def _held(db: sa.Connection, visitor: str, question: sa.Executable = HELD) -> dict[str, set[int]]:
    held: dict[str, set[int]] = {}
    for match, seat in db.execute(question, {"visitor": visitor}):
        held.setdefault(match, set()).add(seat)
    return held


def _sitting(db: sa.Connection, found: Sequence[str]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for match, name in db.execute(SITTING, {"names": found}):
        names.setdefault(match, []).append(name)
    return names


def _listed(row: sa.RowMapping, names: dict[str, list[str]], held: dict[str, set[int]]) -> Listed:
    return Listed(
        id=row["id"],
        game=row["game"],
        names=tuple(names[row["id"]]),
        held=frozenset(held[row["id"]]),
        waiting=tuple(row["waiting"] or ()),
        ply=row["ply"],
        over=row["finished"] is not None,
        winners=tuple(row["winners"] or ()),
        created=row["created"],
        changed=row["changed"],
        known=row["waiting"] is not None,
    )


def pulse(database: Database, visitor: str, most: int) -> list[tuple[str, int]]:
    try:
        with database.asking() as db:
            return [(name, rev) for name, rev in db.execute(PULSE, {"visitor": visitor, "most": most})]
    except Unreadable:
        found = of_visitor(database, visitor, most)
        return [(one.id, one.ply) for one in found]


def pulses(database: Database, names: Collection[str]) -> dict[str, Hashable]:
    """What differs as soon as there is news of a match or of a visitor; one that cannot be read is left out."""
    found: dict[str, Hashable] = {}
    for part in _parts(names):
        try:
            found |= _pulses(database, part)
        except Unreadable:
            for name in part:
                try:
                    found |= _pulses(database, [name])
                except Unreadable:
                    continue
    return found


def _pulses(database: Database, names: list[str]) -> dict[str, Hashable]:
    with database.reading() as db:
        rows: list[Sequence[Any]] = [
            row for query in (HEADS, HOLDINGS, DEVICES) for row in db.execute(query, {"names": names})
        ]
    return {name: tuple(news) for name, *news in rows}


def _parts(names: Iterable[str]) -> Iterator[list[str]]:
    left = iter(names)
    while part := list(islice(left, CHUNK)):
        yield part
