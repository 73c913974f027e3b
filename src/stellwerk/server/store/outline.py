"""A match as it is opened: all of its rows in one text, of which few are read, so that its length hardly matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson
import sqlalchemy as sa

from stellwerk.core.match import Header
from stellwerk.server.store.clocks import Pace
from stellwerk.server.store.schema import entries
from stellwerk.server.store.tape import Special, Tape

BETWEEN: Final = "\x1e"
WITHIN: Final = "\x1f"
"""What stands between rows and within one: signs that JSON has to write otherwise, so that no body holds them."""

_here: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
# No further than to the last row: behind it stand those of another match, on a page that may be damaged.
_rows = (
    sa.select(entries.c.rev, entries.c.kind, sa.cast(entries.c.body, sa.Text).label("body"), entries.c.ordered)
    .where(entries.c.match == _here)
    .order_by(entries.c.rev)
    .limit(sa.bindparam("rows", type_=sa.Integer))
    .subquery()
)
_parts = (
    sa.cast(_rows.c.rev, sa.String),
    _rows.c.kind,
    sa.func.coalesce(sa.cast(_rows.c.ordered, sa.String), ""),
    _rows.c.body,
)
_told = _parts[0] + WITHIN + _parts[1] + WITHIN + _parts[2] + WITHIN + _parts[3]
WRITTEN: Final = sa.select(
    sa.func.count(),
    sa.func.aggregate_strings(_rows.c.body, BETWEEN),
    sa.func.aggregate_strings(sa.case((sa.or_(_rows.c.kind != "play", _rows.c.ordered.is_not(None)), _told)), BETWEEN),
).select_from(_rows)
"""How many rows there are, the bodies of all in one text, and in another one the rows that are no plain actions.

The database puts them together: it takes a tenth of the time that it takes to make an object of each row.
"""

DIGESTS: Final = sa.select(entries.c.rev, entries.c.digest).where(
    entries.c.match == _here, entries.c.rev.in_(sa.bindparam("revs", expanding=True))
)


class Snapshot(NamedTuple):
    """A position that is kept, so that nobody has to play up to it again; `body` is for the reader to understand."""

    ply: int
    body: bytes


class Outline(NamedTuple):
    """All that is kept of a match, with its rows unread."""

    name: str
    header: Header
    rows: int
    bodies: str
    tape: Tape
    digests: Mapping[int, str | None]
    """By ply the digests of the kept positions."""

    created: float
    snapshots: Sequence[Snapshot]
    waiting: tuple[int, ...] | None = None
    pace: Pace | None = None
    hints: bool = False

    def texts(self, revs: Sequence[int]) -> list[str]:
        """The bodies of some rows; the text is taken apart from its end, as far as the first of them."""
        last = self.rows - min(revs, default=self.rows) + 1
        found = self.bodies.rsplit(BETWEEN, last)[-last:]
        first = self.rows - last + 1
        return [found[rev - first] for rev in revs]


class Written(NamedTuple):
    """The rows of a match as far as they are read at once."""

    rows: int
    bodies: str
    tape: Tape
    digests: dict[int, str | None]


def written(db: sa.Connection, name: str, rev: int, plies: Iterable[int]) -> Written:
    """The first rows of a match, with the digests of the positions at some plies."""
    rows, bodies, special = db.execute(WRITTEN, {"match": name, "rows": rev}).one()
    tape = Tape(rows, map(_special, special.split(BETWEEN)) if special else ())
    among = [ply for ply in plies if 0 < ply <= tape.ply]
    behind = dict(zip(tape.revs(ply - 1 for ply in among), among, strict=True))
    found: Iterable[Any] = db.execute(DIGESTS, {"match": name, "revs": list(behind)}) if behind else ()
    return Written(rows, bodies or "", tape, {behind[rev]: digest for rev, digest in found})


def _special(text: str) -> Special:
    rev, kind, ordered, body = text.split(WITHIN)
    return Special(int(rev), kind, int(ordered) if ordered else None, orjson.loads(body))
