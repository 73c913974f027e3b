"""The database itself: where it is, how it is opened, and what its errors mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from stellwerk.core.errors import Malformed, UnknownVersion
from stellwerk.server.errors import Unavailable, Unreadable
from stellwerk.server.store.schema import SCHEMA_VERSION, meta, metadata

PLAIN: Final = ("postgresql", "postgres")
IN_MEMORY: Final = (None, "", ":memory:")
PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # an accepted action survives a power cut too
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=1500",
)
WAIT: Final = 2.0
"""Seconds for a connection to become free. Who waits longer is told so, and the threads are free for others."""


def database_url(database: str | None) -> sa.URL:
    """Where matches are kept: a path, an address of SQLAlchemy, or by default a file of the user's own."""
    if database and "://" in database:
        url = sa.make_url(database)
        # The driver that we bring along; SQLAlchemy would take another one.
        return url.set(drivername="postgresql+psycopg") if url.drivername in PLAIN else url
    if database:
        path = Path(database)
        path.parent.mkdir(parents=True, exist_ok=True)
    else:
        path = user_data_path("stellwerk", appauthor=False, ensure_exists=True) / "matches.sqlite3"
    return sa.URL.create("sqlite", database=str(path))


class Database:
    """Connections to one database, whichever kind it is. Everything here may block: call it from a thread."""

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

    @property
    def postgres(self) -> bool:
        return self.url.get_backend_name() == "postgresql"

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with _told_apart(), self.engine.connect() as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
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
