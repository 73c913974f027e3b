"""What an error of a database means: what another attempt may mend, and what none will."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from stellwerk.core.errors import NotFound
from stellwerk.server.errors import InDoubt, Unavailable, Unreadable

WAIT: Final = 0.75
"""Seconds for a place or a connection to become free. Who waits longer is told so, and the threads are free."""

LOCKED: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
PASSING: Final = LOCKED | {
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOTADB,  # another file stands in its place, or its very first page is gone
}
"""Codes of SQLite that say nothing about the match that was asked for."""

STATES: Final = ("08", "25006", "40", "53", "55P03", "57", "58")
"""How the states of PostgreSQL begin that pass: connection, read-only, deadlock, resources, locks, operator, disk."""

ALONE: Final = ("40", "55P03", "57014")
"""Those that concern one statement: a deadlock, a lock, or the time ran out."""

BROKEN: Final = ("08", "57P")
"""Those after which a connection is no longer there."""


class Away(Unavailable):
    """The database as a whole cannot answer: it is no use for others to ask at the same moment."""


def meaning(error: Exception, name: str) -> Unavailable | Unreadable | NotFound:
    """What to tell whoever asked for a match."""
    text = " ".join(str(error).split())
    if isinstance(error, sa.exc.TimeoutError):
        return Unavailable(text)
    origin = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(origin, sqlite3.Error):
        return Away(text) if _passes(origin) else Unreadable(name)
    if not isinstance(error, DBAPIError):
        return Unreadable(name)  # JSON that is none any more
    state = getattr(error.orig, "sqlstate", None)
    if state is None and isinstance(error, sa.exc.DataError):
        return NotFound("match", name)  # a name with a sign that PostgreSQL has in no text
    if error.connection_invalidated or (state is None and isinstance(error, sa.exc.OperationalError)):
        return Away(text)
    if state and state.startswith(STATES):
        return Unavailable(text) if state.startswith(ALONE) else Away(text)
    return Unreadable(name)


def in_doubt(error: DBAPIError | sqlite3.Error) -> bool:
    """Whether a confirmation that failed so may have been carried out.

    The connection was lost, or the disk did not say that it has what was written.
    """
    origin = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(origin, sqlite3.Error):
        return getattr(origin, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_FSYNC
    state = getattr(origin, "sqlstate", None)
    return state is None or state.startswith(BROKEN)


def _passes(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # what Python itself says: a connection that was closed meanwhile, or text that is none
        return isinstance(error, sqlite3.ProgrammingError)
    return code & 0xFF in PASSING or "no such table" in str(error)


def spoils(error: DBAPIError | sqlite3.Error) -> bool:
    """Whether the connection that met an error is better not used again."""
    if isinstance(error, IntegrityError):
        return False
    code = getattr(error.orig if isinstance(error, DBAPIError) else error, "sqlite_errorcode", None)
    return code is None or code & 0xFF not in LOCKED


def read_only(error: DBAPIError | sqlite3.Error) -> bool:
    """Whether SQLite has the file open for reading only."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF == sqlite3.SQLITE_READONLY


class told_apart:  # noqa: N801  # used like a function; a class takes a third of the time
    """Errors of the database in our own words. A row that is there already is for the caller."""

    __slots__ = ("name",)

    def __init__(self, name: str = "?") -> None:
        self.name = name

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        if isinstance(error, OURS) and not isinstance(error, IntegrityError):
            raise meaning(error, self.name) from error


OURS: Final = (sa.exc.TimeoutError, DBAPIError, sqlite3.Error, ValueError)


class Gate:
    """So many may ask at once. While the database is away one at a time tries, and the others are told at once.

    Else everybody would wait for the same lock: as many threads as there are, and who only wants to look waits too.
    """

    def __init__(self, places: int, wait: float = WAIT) -> None:
        self.places, self.wait = places, wait
        self.away = self.closed = self.held = False
        self._inside = 0
        self._waiting = 0
        self._news = Condition()

    def __enter__(self) -> None:
        with self._news:
            if self.away or self.held or self._inside >= self.places:
                self._wait()
            if self.closed:
                raise Unavailable("the database is closed")
            self._inside += 1

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        with self._news:
            self._inside -= 1
            if error is None:
                self.away = False
            elif isinstance(error, Away | InDoubt):
                self.away = True
            if self._waiting:
                self._news.notify_all()

    def close(self, seconds: float) -> None:
        """Let nobody in any more, and wait until all are out, but not for ever."""
        with self._news:
            self.closed = True
            self._news.notify_all()
            self._waiting += 1
            self._news.wait_for(lambda: not self._inside, seconds)
            self._waiting -= 1

    @contextmanager
    def emptied(self, seconds: float) -> Iterator[None]:
        """Nobody is inside, unless somebody stays for longer than that, and who comes waits."""
        with self._news:
            self.held = True
            self._waiting += 1
            self._news.wait_for(lambda: not self._inside, seconds)
            self._waiting -= 1
        try:
            yield
        finally:
            with self._news:
                self.held = False
                self._news.notify_all()

    def _wait(self) -> None:
        self._waiting += 1
        self._news.wait_for(self._admits, self.wait)
        self._waiting -= 1
        if self.held or self._inside >= (1 if self.away else self.places):
            raise Unavailable("too many wait for the database")

    def _admits(self) -> bool:
        return self.closed or (not self.held and (self.away or self._inside < self.places))
