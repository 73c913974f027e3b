"""Hearing of what other processes write: PostgreSQL says it, SQLite has to be watched."""

from __future__ import annotations

import select
import socket
import sqlite3
from collections.abc import Callable, Collection, Hashable
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from stellwerk.server.errors import Unavailable
from stellwerk.server.store import lists
from stellwerk.server.store.database import CHANNEL, EVERYTHING, Database, reaching
from stellwerk.server.store.faults import Away

LOOK: Final = 0.1
"""Seconds between two looks at a file."""

SIGN_OF_LIFE: Final = 5.0
"""Seconds without news after which a connection has to show that it still is one."""


SOMEWHERE: Final = "?"
"""News of a match that nobody listens to, but whose bots may have to act."""


class Closing(Protocol):
    """A connection of either kind."""

    def close(self) -> None: ...


D = TypeVar("D", bound=Closing)


class News(Protocol):
    """A connection of its own on which one thread waits. Whatever fails is told as `Away`."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def wait(self, bell: socket.socket, names: Callable[[], Collection[str]]) -> list[str]:
        """What there is news of, of what somebody listens to (`names`); `EVERYTHING` if that cannot be told.

        Comes back soon with nothing when nothing happens, and at once when the bell rings.
        """


def news_of(database: Database) -> News | None:
    """None where nobody else can write: a database in memory."""
    if database.postgres:
        return PostgresNews(database)
    return SqliteNews(database) if database.file else None


class Wired(Generic[D]):
    """Has a connection of its own, which is closed when nobody waits on it any more."""

    _db: D | None = None

    def __init__(self, database: Database) -> None:
        self.database = database

    def __exit__(self, *error: object) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


class PostgresNews(Wired[Any]):
    """Every transaction that writes says which match it was, as part of itself."""

    def __enter__(self) -> Self:
        import psycopg

        dialect = self.database.engine.dialect
        words, options = dialect.create_connect_args(self.database.engine.url)
        try:
            self._db = psycopg.connect(*words, **{**options, **reaching(self.database.url), "autocommit": True})
            self._db.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error as error:
            self.__exit__()
            raise Away(str(error)) from error
        return self

    def wait(self, bell: socket.socket, names: Callable[[], Collection[str]]) -> list[str]:
        import psycopg

        db = self._db
        assert db is not None
        try:
            heard, _, _ = select.select([db.fileno(), bell.fileno()], [], [], SIGN_OF_LIFE)
            if not heard:
                db.execute("SELECT 1")
            return [notice.payload for notice in db.notifies(timeout=0)]
        except (psycopg.Error, OSError) as error:
            raise Away(str(error)) from error


class SqliteNews(Wired[sqlite3.Connection]):
    """A number that changes with every transaction of another connection; then what is listened to is looked up."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._version = -1
        self._epoch: str | None = None
        self._seen: dict[str, Hashable] = {}

    def __enter__(self) -> Self:
        self._epoch = self.database.epoch()  # also: is the file still there, and the same
        try:
            self._db = sqlite3.connect(f"file:{self.database.file}?mode=ro", uri=True, isolation_level=None)
            self._version = self._look()
        except sqlite3.Error as error:
            self.__exit__()
            raise Away(str(error)) from error
        return self

    def wait(self, bell: socket.socket, names: Callable[[], Collection[str]]) -> list[str]:
        select.select([bell], [], [], LOOK)
        self.database.check_file()
        if self.database.stuck:
            self._open_anew()
            return [EVERYTHING] if self._can_write() else []
        try:
            version = self._look()
        except sqlite3.Error as error:
            raise Away(str(error)) from error
        if version == self._version:
            return []
        epoch = self.database.epoch()
        if epoch != self._epoch:
            self._epoch, self._version = epoch, version
            return [EVERYTHING]
        # Asked for after the look at the number: who begins to listen later looks for himself.
        seen = lists.pulses(self.database, names())
        heard = [name for name, news in seen.items() if self._seen.get(name) != news]
        self._seen, self._version = seen, version
        return [SOMEWHERE, *heard]

    def _open_anew(self) -> None:
        """Close every connection of this process, the own one too."""
        self.__exit__()
        self.database.reopen()
        self.__enter__()

    def _can_write(self) -> bool:
        """Try it: else nobody would know that a disk is writable again before somebody has asked in vain."""
        try:
            with self.database.writing(silent=True):
                return True
        except Unavailable:
            self.database.stuck = True
            return False

    def _look(self) -> int:
        assert self._db is not None
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        return int(version)
