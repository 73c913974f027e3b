"""Who is at which table, as far as the database knows: until when each seat counts as attended."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

import sqlalchemy as sa

from stellwerk.server.store.database import Database
from stellwerk.server.store.devices import whose
from stellwerk.server.store.schema import holds, seats
from stellwerk.server.store.seats import FREE

_who: sa.BindParameter[str] = sa.bindparam("who", type_=sa.String)
_match: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
_names: sa.BindParameter[list[str]] = sa.bindparam("names", expanding=True)
_held = sa.select(holds.c.seat).where(holds.c.match == _match, holds.c.visitor_hash == whose(_who))
THEIRS: Final = sa.select(seats.c.seat).where(
    seats.c.match == _match,
    seats.c.bot.is_(None),
    sa.or_(seats.c.token_hash == _who, seats.c.seat.in_(_held)),
)
"""The seats of a browser, or of the program with a token."""

NOTE: Final = (
    sa.update(seats)
    .where(seats.c.match == sa.bindparam("here"), seats.c.seat == sa.bindparam("at"))
    .values(here_until=sa.bindparam("until"))
)
PEOPLE: Final = (
    sa.select(seats.c.match, seats.c.seat, seats.c.here_until)
    .where(seats.c.match.in_(_names), seats.c.bot.is_(None), seats.c.token_hash != FREE)
    .order_by(seats.c.match, seats.c.seat)
)


class Visit(NamedTuple):
    """Somebody, by the hash of a cookie or a token, looks at a match."""

    who: str
    match: str


class Attended(NamedTuple):
    """The seats of people at a table: those who are there, and those who are away."""

    here: tuple[int, ...] = ()
    away: tuple[int, ...] = ()


class Attendance:
    """Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def note(self, visits: Collection[Visit], until: float) -> set[str]:
        """Note until when the seats of some visitors are attended; returns the matches in which there are any."""
        with self.database.asking() as db:
            found = [
                {"here": visit.match, "at": seat, "until": until}
                for visit in visits
                for seat in db.scalars(THEIRS, {"who": visit.who, "match": visit.match})
            ]
        if found:
            with self.database.writing(silent=True) as db:
                db.execute(NOTE, found)
        return {str(row["here"]) for row in found}

    def of(self, names: Collection[str], now: float) -> dict[str, Attended]:
        """Who is at some tables; those without people are left out."""
        found: dict[str, tuple[list[int], list[int]]] = {}
        with self.database.asking() as db:
            for match, seat, until in db.execute(PEOPLE, {"names": list(names)}):
                here, away = found.setdefault(match, ([], []))
                (here if until is not None and until > now else away).append(seat)
        return {match: Attended(tuple(here), tuple(away)) for match, (here, away) in found.items()}
