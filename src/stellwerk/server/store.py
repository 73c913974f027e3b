"""Tables and queries; SQL stands nowhere else.

Entries are only ever appended, unique per match and rev: the database is the lock between two servers on one file.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed, UnknownVersion
from stellwerk.core.match import Header, Seat
from stellwerk.server.errors import Unavailable, Unreadable

SCHEMA_VERSION: Final = 1
IN_MEMORY: Final = (None, "", ":memory:")
PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # an accepted action survives a power cut too
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=1500",
)
WAIT: Final = 2.0
"""Seconds for a connection to become free. Who waits longer is told so, and the threads are free for others."""

metadata = sa.MetaData()

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(40), nullable=False),
)
matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(200), nullable=False),
    sa.Column("position", sa.JSON(none_as_null=True)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("finished", sa.Float),
    sa.Column("bot_due", sa.Boolean, nullable=False),
    sa.Column("follows", sa.ForeignKey("matches.id"), unique=True),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("bot", sa.String(80)),
    sa.Column("token_hash", sa.String(64), nullable=False),
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("rev", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("body", sa.JSON, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
holds = sa.Table(
    "holds",
    metadata,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("visitor_hash", sa.String(64), nullable=False, index=True),
)

# What every request asks is put together once: that takes longer than to ask it.
_here: sa.BindParameter[str] = sa.bindparam("match", type_=sa.String)
_later = matches.alias("later")
HEAD: Final = sa.select(
    sa.select(sa.func.coalesce(sa.func.max(entries.c.rev), 0)).where(entries.c.match == _here).scalar_subquery(),
    sa.select(_later.c.id).where(_later.c.follows == _here).scalar_subquery(),
).where(matches.c.id == _here)
TOKENS: Final = sa.select(seats.c.token_hash, seats.c.bot).where(seats.c.match == _here).order_by(seats.c.seat)
HELD: Final = sa.select(holds.c.seat).where(holds.c.match == _here, holds.c.visitor_hash == sa.bindparam("visitor"))
WRITE: Final = sa.insert(entries)
_news = sa.update(matches).where(matches.c.id == sa.bindparam("match_id")).values(bot_due=sa.bindparam("bot_due"))
ENDED: Final = _news.values(finished=sa.func.coalesce(matches.c.finished, sa.bindparam("now")))
GOING_ON: Final = _news.values(finished=None)


class Entry(NamedTuple):
    """A row of a match: `play` holds one action, `undo` who went back to which ply, `redo` who."""

    kind: str
    body: Json


class Standing(NamedTuple):
    """What is told of a position beside its rows, so that nobody has to replay it to know."""

    finished: bool
    bot_due: bool
    """Whether a bot owes a choice."""


class Head(NamedTuple):
    """How far a match is, without its entries."""

    rev: int
    next: str | None
    """The match that was begun at this table afterwards."""


class Saved(NamedTuple):
    """All that is kept of a match."""

    header: Header
    entries: list[Entry]
    created: float


class Taken(Exception):
    """Another server wrote this rev first, or began the next match first."""


def database_url(database: str | None) -> sa.URL:
    """Where matches are kept: a path, an address of SQLAlchemy, or by default a file of the user's own."""
    if database and "://" in database:
        return sa.make_url(database)
    if database:
        path = Path(database)
        path.parent.mkdir(parents=True, exist_ok=True)
    else:
        path = user_data_path("stellwerk", appauthor=False, ensure_exists=True) / "matches.sqlite3"
    return sa.URL.create("sqlite", database=str(path))


class Store:
    """Matches in a database. Every method is one transaction and may block: call it from a thread."""

    def __init__(self, database: str | None = None) -> None:
        try:
            self.url = database_url(database)
            self.engine = _engine(self.url)
            metadata.create_all(self.engine)
            self._check_version()
        except UnknownVersion:
            self.engine.dispose()
            raise
        except (SQLAlchemyError, ImportError, OSError) as error:
            raise Malformed("database", " ".join(str(error).split())) from error

    def close(self) -> None:
        self.engine.dispose()

    def create(
        self,
        name: str,
        header: Header,
        hashes: Sequence[str],
        first: Sequence[Entry],
        standing: Standing,
        follows: str | None = None,
    ) -> None:
        """Write a new match; one that follows another takes over who holds which seat."""
        now = time.time()
        row = {
            "id": name,
            "game": header.game,
            "rules_version": header.rules_version,
            "options": dict(header.options),
            "seed": header.seed,
            "position": header.position,
            "created": now,
            "finished": now if standing.finished else None,
            "bot_due": standing.bot_due,
            "follows": follows,
        }
        sitting = [
            {"match": name, "seat": number, "name": seat.name, "bot": seat.bot, "token_hash": token}
            for number, (seat, token) in enumerate(zip(header.seats, hashes, strict=True))
        ]
        try:
            with self._writing() as db:
                db.execute(sa.insert(matches), row)
                db.execute(sa.insert(seats), sitting)
                _insert(db, name, 0, first, now)
                if follows:
                    held = sa.select(sa.literal(name), holds.c.seat, holds.c.visitor_hash)
                    db.execute(
                        sa.insert(holds).from_select(
                            ["match", "seat", "visitor_hash"], held.where(holds.c.match == follows)
                        )
                    )
        except IntegrityError as error:
            raise Taken from error

    def append(self, name: str, rev: int, added: Sequence[Entry], standing: Standing) -> None:
        """Add rows after the first `rev` ones, all or none."""
        now = time.time()
        try:
            with self._writing() as db:
                _insert(db, name, rev, added, now)
                news = {"match_id": name, "bot_due": standing.bot_due}
                if standing.finished:
                    db.execute(ENDED, {**news, "now": now})
                else:
                    db.execute(GOING_ON, news)
        except IntegrityError as error:
            raise Taken from error

    def head(self, name: str) -> Head | None:
        with self._reading() as db:
            row = db.execute(HEAD, {"match": name}).first()
        return row and Head(*row)

    def load(self, name: str) -> Saved | None:
        with self._reading() as db:
            row = db.execute(sa.select(matches).where(matches.c.id == name)).mappings().first()
            if row is None:
                return None
            query = sa.select(entries.c.kind, entries.c.body).where(entries.c.match == name).order_by(entries.c.rev)
            rows = [Entry(kind, body) for kind, body in db.execute(query)]
            sitting = db.execute(
                sa.select(seats.c.name, seats.c.bot).where(seats.c.match == name).order_by(seats.c.seat)
            )
            chairs = tuple(Seat(seat, bot) for seat, bot in sitting)
        names = ("game", "rules_version", "options", "seed", "position")
        return Saved(Header(seats=chairs, **{key: row[key] for key in names}), rows, row["created"])

    def token_hashes(self, name: str) -> list[str]:
        """By seat; none at all when there is no such match."""
        with self._reading() as db:
            return list(db.scalars(TOKENS, {"match": name}))

    def keys(self, name: str) -> list[tuple[str, bool]]:
        """By seat the hash of its token, and whether a person sits there; none at all when there is no such match."""
        with self._reading() as db:
            return [(token, bot is None) for token, bot in db.execute(TOKENS, {"match": name})]

    def renew(self, name: str, seat: int, token_hash: str) -> None:
        """Give a seat another token; the old one opens nothing any more."""
        with self._writing() as db:
            here = sa.and_(seats.c.match == name, seats.c.seat == seat)
            db.execute(sa.update(seats).where(here).values(token_hash=token_hash))

    def take(self, visitor: str, name: str, seat: int, old: str, new: str) -> bool:
        """Let a visitor hold the seat that a token opens, and give the seat another one; False if it did so before."""
        here = sa.and_(seats.c.match == name, seats.c.seat == seat, seats.c.token_hash == old)
        with self._writing() as db:
            if db.execute(sa.update(seats).where(here).values(token_hash=new)).rowcount != 1:
                return False
            _hold(db, visitor, name, [seat])
        return True

    def claim(self, visitor: str, name: str, claimed: Sequence[int]) -> None:
        """Let a visitor hold some seats, whoever held them before."""
        with self._writing() as db:
            _hold(db, visitor, name, claimed)

    def held(self, visitor: str, name: str) -> set[int]:
        with self._reading() as db:
            return set(db.scalars(HELD, {"match": name, "visitor": visitor}))

    def of_visitor(self, visitor: str, most: int) -> list[str]:
        """The matches in which a visitor holds a seat: running ones first, then the latest first."""
        mine = sa.select(holds.c.match).where(holds.c.visitor_hash == visitor)
        order = (matches.c.finished.is_not(None), matches.c.created.desc())
        with self._reading() as db:
            return list(db.scalars(sa.select(matches.c.id).where(matches.c.id.in_(mine)).order_by(*order).limit(most)))

    def pulse(self, visitor: str, most: int) -> list[tuple[str, int]]:
        """How far each match of a visitor is: what differs as soon as something happens in one of them."""
        mine = sa.select(holds.c.match).where(holds.c.visitor_hash == visitor)
        order = (matches.c.finished.is_not(None), matches.c.created.desc())
        last = sa.select(sa.func.max(entries.c.rev)).where(entries.c.match == matches.c.id).scalar_subquery()
        query = sa.select(matches.c.id, sa.func.coalesce(last, 0)).where(matches.c.id.in_(mine)).order_by(*order)
        with self._reading() as db:
            return [(name, rev) for name, rev in db.execute(query.limit(most))]

    def changed(self, name: str) -> float:
        """When something happened in a match for the last time."""
        last = sa.select(sa.func.max(entries.c.created)).where(entries.c.match == name).scalar_subquery()
        with self._reading() as db:
            query = sa.select(sa.func.coalesce(last, matches.c.created)).where(matches.c.id == name)
            return float(db.execute(query).scalar_one())

    def with_bot_due(self) -> list[str]:
        """The matches in which a bot owes a choice, the oldest first."""
        query = sa.select(matches.c.id).where(matches.c.bot_due).order_by(matches.c.created)
        with self._reading() as db:
            return list(db.scalars(query))

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with _told_apart(), self.engine.connect() as db:
            yield db

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        with _told_apart(), self.engine.begin() as db:
            yield db

    def _check_version(self) -> None:
        with self.engine.begin() as db:
            found = db.scalar(sa.select(meta.c.value).where(meta.c.key == "schema"))
            if found is None:
                db.execute(sa.insert(meta), {"key": "schema", "value": str(SCHEMA_VERSION)})
            elif found != str(SCHEMA_VERSION):
                raise UnknownVersion(f"database {self.url.render_as_string()}", found, SCHEMA_VERSION)


@contextmanager
def _told_apart() -> Iterator[None]:
    """What another attempt may mend, and what none will. A row that is there already is for the caller."""
    try:
        yield
    except IntegrityError:
        raise
    except (OperationalError, sa.exc.TimeoutError, sa.exc.InterfaceError) as error:
        raise Unavailable(" ".join(str(error).split())) from error
    except (DBAPIError, ValueError) as error:  # a damaged page, or JSON that is none any more
        raise Unreadable("?") from error


def _hold(db: sa.Connection, visitor: str, name: str, claimed: Sequence[int]) -> None:
    db.execute(sa.delete(holds).where(holds.c.match == name, holds.c.seat.in_(claimed)))
    db.execute(sa.insert(holds), [{"match": name, "seat": seat, "visitor_hash": visitor} for seat in claimed])


def _insert(db: sa.Connection, name: str, rev: int, added: Sequence[Entry], now: float) -> None:
    if added:
        rows: list[dict[str, Any]] = [
            {"match": name, "rev": number, "kind": entry.kind, "body": entry.body, "created": now}
            for number, entry in enumerate(added, rev + 1)
        ]
        db.execute(WRITE, rows)


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, pool_pre_ping=True, pool_timeout=WAIT)
    if url.database in IN_MEMORY:
        # One connection for all threads: every connection to :memory: would be a database of its own.
        single = {"poolclass": sa.QueuePool, "pool_size": 1, "max_overflow": 0, "pool_timeout": WAIT}
        engine = sa.create_engine(url, connect_args={"check_same_thread": False}, **single)
    else:
        engine = sa.create_engine(url, pool_timeout=WAIT)
    sa.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
