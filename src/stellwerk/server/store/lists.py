"""Many matches at once: a visitor's, and those that somebody listens to. One that is damaged spoils no list."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from stellwerk.core.guide import GUIDE
from stellwerk.server.errors import Unreadable
from stellwerk.server.logs import logger
from stellwerk.server.store.clocks import Clock, Clocks, Pace
from stellwerk.server.store.database import Database
from stellwerk.server.store.devices import whose
from stellwerk.server.store.schema import devices, holds, matches, seats, shelf
from stellwerk.server.store.seats import FREE

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

    options: Mapping[str, str] = MappingProxyType({})
    """The options that it is played with."""

    label: str | None = None
    branch: bool = False
    """What it is called, and whether it was branched from another match."""

    readable: bool = True
    """If not, `id` and `held` are all that is known."""

    free: frozenset[int] = frozenset()
    """Seats for which somebody is still to come."""

    shelved: bool = False
    """Whether the visitor has put it away."""

    guided: bool = False
    """Whether a guide plays the other seats."""

    pace: Pace | None = None
    left: float | None = None
    """How much time its players have, and where it is the visitor's turn, how many seconds are left to them."""

    @property
    def your_turn(self) -> bool:
        return any(seat in self.held for seat in self.waiting)


_visitor: sa.BindParameter[str] = sa.bindparam("visitor", type_=sa.String)
_most: sa.BindParameter[int] = sa.bindparam("most", type_=sa.Integer)
_order = (matches.c.finished.is_not(None), matches.c.changed.desc())
_mine = matches.c.id.in_(sa.select(holds.c.match).where(holds.c.visitor_hash == whose(_visitor)))
_told = [column for column in matches.c if column.name not in ("seed", "position")]
HELD: Final = sa.select(holds.c.match, holds.c.seat).where(holds.c.visitor_hash == whose(_visitor))
HELD_BY_ROWS: Final = sa.text(
    'SELECT "match", seat FROM holds NOT INDEXED WHERE visitor_hash = '
    "coalesce((SELECT visitor_hash FROM devices WHERE cookie_hash = :visitor), :visitor)"
)
"""The same without the index, which may be damaged; for SQLite."""

MINE: Final = sa.select(*_told).where(_mine).order_by(*_order).limit(_most)
ONE: Final = sa.select(*_told).where(matches.c.id == sa.bindparam("match"))
_away = sa.exists().where(shelf.c.visitor_hash == whose(_visitor), shelf.c.match == matches.c.id)
PULSE: Final = (
    sa.select(matches.c.id, matches.c.rev, matches.c.claims, matches.c.label, matches.c.waiting.is_(None), _away)
    .where(_mine)
    .order_by(*_order)
    .limit(_most)
)
SHELVED: Final = sa.select(shelf.c.match, shelf.c.created).where(shelf.c.visitor_hash == whose(_visitor))
_names: sa.BindParameter[Any] = sa.bindparam("names", expanding=True)
SITTING: Final = (
    sa.select(seats.c.match, seats.c.name, sa.and_(seats.c.token_hash == FREE, seats.c.bot.is_(None)), seats.c.bot)
    .where(seats.c.match.in_(_names))
    .order_by(seats.c.match, seats.c.seat)
)
_later = matches.alias("later")
_next = sa.select(_later.c.id).where(_later.c.follows == matches.c.id).scalar_subquery()
HEADS: Final = sa.select(matches.c.id, matches.c.rev, matches.c.claims, _next, matches.c.said).where(
    matches.c.id.in_(_names)
)
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
_stored = (sa.func.count(), sa.func.max(shelf.c.created))
SHELVES: Final = (
    sa.select(shelf.c.visitor_hash, *_stored).where(shelf.c.visitor_hash.in_(_names)).group_by(shelf.c.visitor_hash)
)


def of_visitor(database: Database, times: Clocks, visitor: str, most: int) -> list[Listed]:
    """All in a few questions; where one of the rows is damaged, each match by itself."""
    try:
        with database.reading() as db:
            rows = db.execute(MINE, {"visitor": visitor, "most": most}).mappings().all()
            names = _sitting(db, [row["id"] for row in rows])
            held = _held(db, visitor)
            away: dict[str, float] = {row.match: row.created for row in db.execute(SHELVED, {"visitor": visitor})}
            clocks = times.of_many(db, [row["id"] for row in rows if row["pace"] and not row["finished"]])
        found = [_listed(row, names, held) for row in rows]
        return [_timed(_put_away(one, away.get(one.id)), clocks.get(one.id)) for one in found]
    except Unreadable:
        held = _held_somehow(database, visitor)
        found = [_alone(database, name, held) for name in held]
        return sorted(found, key=lambda one: (not one.readable, one.over, -one.created))[:most]


def _put_away(one: Listed, since: float | None) -> Listed:
    """Whether it stands in the archive: until it is the visitor's turn by what others did since it was put there."""
    return one._replace(shelved=since is not None and not (one.your_turn and one.changed > since))


def _timed(one: Listed, clock: Clock | None) -> Listed:
    if clock is None:
        return one
    hands = zip(clock.hands, clock.left, strict=True)
    own = [left for hand, left in hands if hand.seat in one.held and hand.runs(clock.waiting)]
    return one._replace(pace=clock.pace, left=min(own, default=None))


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


class _Chair(NamedTuple):
    """A seat of a match: who sits there, whether it is free, and which bot plays it."""

    name: str
    free: bool
    bot: str | None


def _sitting(db: sa.Connection, found: Sequence[str]) -> dict[str, list[_Chair]]:
    """The seats of each match."""
    chairs: dict[str, list[_Chair]] = {}
    for match, name, free, bot in db.execute(SITTING, {"names": found}):
        chairs.setdefault(match, []).append(_Chair(name, bool(free), bot))
    return chairs


def _listed(row: sa.RowMapping, chairs: dict[str, list[_Chair]], held: dict[str, set[int]]) -> Listed:
    sitting = chairs[row["id"]]
    return Listed(
        id=row["id"],
        game=row["game"],
        names=tuple(chair.name for chair in sitting),
        held=frozenset(held[row["id"]]),
        waiting=tuple(row["waiting"] or ()),
        ply=row["ply"],
        options=row["options"],
        over=row["finished"] is not None,
        winners=tuple(row["winners"] or ()),
        created=row["created"],
        changed=row["changed"],
        known=row["waiting"] is not None,
        free=frozenset(seat for seat, chair in enumerate(sitting) if chair.free),
        label=row["label"],
        branch=row["parent_ply"] is not None,
        guided=any(chair.bot == GUIDE for chair in sitting),
    )


def pulse(database: Database, visitor: str, most: int) -> list[tuple[Any, ...]]:
    try:
        with database.asking() as db:
            return [tuple(row) for row in db.execute(PULSE, {"visitor": visitor, "most": most})]
    except Unreadable:
        held = _held_somehow(database, visitor)
        found = [_alone(database, name, held) for name in held]
        return [(one.id, one.ply) for one in found[:most]]


def put_away(database: Database, visitor: str, name: str, now: float, told: Sequence[str]) -> bool:
    """Put a match of a visitor's away; False if it is none of theirs."""
    with database.writing(silent=True) as db:
        owner = db.scalar(sa.select(whose(visitor)))
        if not db.scalar(sa.select(sa.exists().where(holds.c.match == name, holds.c.visitor_hash == owner))):
            return False
        here = sa.and_(shelf.c.visitor_hash == owner, shelf.c.match == name)
        db.execute(sa.delete(shelf).where(here))
        db.execute(sa.insert(shelf), {"visitor_hash": owner, "match": name, "created": now})
        database.tell(db, *told)
    return True


def bring_back(database: Database, visitor: str, name: str, told: Sequence[str]) -> None:
    """Let a match that was put away stand in the list again."""
    with database.writing(silent=True) as db:
        db.execute(sa.delete(shelf).where(shelf.c.visitor_hash == whose(visitor), shelf.c.match == name))
        database.tell(db, *told)


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
            row for query in (HEADS, HOLDINGS, DEVICES, SHELVES) for row in db.execute(query, {"names": names})
        ]
    found: dict[str, tuple[Any, ...]] = {}
    for name, *news in rows:
        found[name] = (*found.get(name, ()), *news)
    return dict(found)


def _parts(names: Iterable[str]) -> Iterator[list[str]]:
    left = iter(names)
    while part := list(islice(left, CHUNK)):
        yield part
