"""The database itself: where it is, and how it is read and written."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple, TypeAlias

import orjson
import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from stellwerk.core.errors import Malformed, StellwerkError, UnknownVersion
from stellwerk.server.errors import InDoubt
from stellwerk.server.metrics import measured
from stellwerk.server.stopping import DATABASE
from stellwerk.server.store.faults import WAIT, Away, Gate, in_doubt, read_only, spoils, told_apart
from stellwerk.server.store.migrate import begin_by, bring_up, is_empty, new_epoch
from stellwerk.server.store.schema import meta

PRIVATE: Final = 0o600
"""The rights of files with seeds and hashes of tokens in them: nobody but their owner may read them."""

PLAIN: Final = ("postgresql", "postgres")
IN_MEMORY: Final = (None, "", ":memory:")
PRAGMAS: Final = (
    "PRAGMA busy_timeout=1500",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # an accepted action survives a power cut too
    "PRAGMA foreign_keys=ON",
)
READERS: Final = 40
"""As many threads as there are may look at once."""

CONNECTIONS: Final = 10
"""To PostgreSQL from one process; half of them may write, so that looking goes on while a lock is waited for."""

SESSION: Final = (
    "-c lock_timeout=1500 -c statement_timeout=5000 -c idle_in_transaction_session_timeout=10000 "
    "-c default_transaction_isolation=read\\ committed -c timezone=UTC"
)
REACHING: Final = {
    "application_name": "stellwerk",
    "connect_timeout": "2",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "5000",
}
"""How long libpq waits for a server that does not answer."""

PATIENCE: Final = 2.0
"""Seconds that those who still ask get before connections are opened anew."""

CHANNEL: Final = "stellwerk"
EVERYTHING: Final = "*"
"""What is told when there may be news of every match."""

NOTIFY: Final = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("name", type_=sa.String)))


class NoDatabase(StellwerkError):
    """There is no database of ours where one was expected."""

    def __init__(self, url: sa.URL) -> None:
        where = url.database if url.get_backend_name() == "sqlite" else url.render_as_string()
        super().__init__(f"there is no database of Stellwerk at {where or ':memory:'}")


def database_url(database: str | None, *, create: bool = True) -> sa.URL:
    """Where matches are kept: a path, an address of SQLAlchemy, or by default a file of the user's own.

    With `create` the folder of the file is made.
    """
    if database and "://" in database:
        url = sa.make_url(database)
        # The driver that we bring along, whichever SQLAlchemy would take.
        return url.set(drivername="postgresql+psycopg") if url.drivername in PLAIN else url
    if database:
        path = Path(database)
        if create:
            path.parent.mkdir(parents=True, exist_ok=True)
    else:
        path = user_data_path("stellwerk", appauthor=False, ensure_exists=create) / "matches.sqlite3"
    return sa.URL.create("sqlite", database=str(path))


Sayable: TypeAlias = sa.Select[Any] | sa.Insert | sa.Update


class Compiled(NamedTuple):
    """A question or a change in the words of the database, and what stands in its places."""

    words: str
    order: Sequence[str]
    fixed: Mapping[str, Any]
    forms: Mapping[str, Callable[[Any], Any]]
    """How values are written that the driver does not take as they are."""

    def filled(self, values: Mapping[str, Any]) -> list[Any]:
        """What stands in its places."""
        said = {**self.fixed, **values}
        return [self.forms[one](said[one]) if one in self.forms else said[one] for one in self.order]


class Database:
    """Connections to one database, whichever kind it is. Everything here may block: call it from a thread.

    Without `create` a database that is not there is refused, and nothing is made: a mistyped path must not become an
    empty database.
    """

    def __init__(self, database: str | None = None, *, create: bool = True) -> None:
        try:
            self.url = database_url(database, create=create)
            missing = not create and _is_missing_file(self.url)
            if create and _is_missing_file(self.url):
                with suppress(FileExistsError):
                    os.close(create_private(Path(str(self.url.database))))
            self.postgres = self.url.get_backend_name() == "postgresql"
            self.engine = _engine(self.url)
        except (SQLAlchemyError, ImportError, OSError) as error:
            raise Malformed("database", _line(error)) from error
        if missing:
            raise NoDatabase(self.url)
        try:
            absent = not create and is_empty(self.engine)
            if not absent:
                bring_up(self.engine)
        except UnknownVersion:
            self.engine.dispose()
            raise
        except (SQLAlchemyError, OSError) as error:
            self.engine.dispose()
            raise Malformed("database", _line(error)) from error
        if absent:
            self.engine.dispose()
            raise NoDatabase(self.url)
        self._asking = self._looking = self.engine
        if self.postgres:
            self._asking = self.engine.execution_options(isolation_level="AUTOCOMMIT")
            self._looking = self.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._known_words: dict[Sayable, Compiled] = {}
        self._readers = Gate(READERS)
        self._writers = Gate(CONNECTIONS // 2 if self.postgres else 1)
        self._opening = Lock()
        self.stuck = False
        """Whether the file was found open for reading only.

        So it stays for all connections of a process as long as any of them is open, though the disk may be writable
        again. Whoever waits for news here closes them all at once.
        """

        self.in_memory = not self.postgres and self.url.database in IN_MEMORY
        """Whether it is this process's own, and gone with it."""

        self.file = None if self.postgres or self.in_memory else str(self.url.database)
        self._known = self.file and _identity(self.file)

    def close(self) -> None:
        """Whoever still asks is waited for, whoever comes later is refused: their connections would never be closed."""
        until = time.monotonic() + DATABASE
        for gate in (self._readers, self._writers):
            gate.close(max(0.0, until - time.monotonic()))
        self.engine.dispose()

    def reopen(self) -> None:
        """Close all connections of this process: what was opened for reading only stays so while one is left."""
        with self._readers.emptied(PATIENCE), self._writers.emptied(PATIENCE):
            self.engine.dispose()
            self.stuck = False

    def ask(self, question: sa.Select[Any], values: dict[str, Any], name: str = "?") -> Sequence[Sequence[Any]]:
        """The answer to a question that every request asks; in it stand numbers and texts only.

        SQLite is asked by the shortest way: SQLAlchemy takes ten times as long to ask as SQLite to answer.
        """
        if self.postgres:
            with self.asking(name) as db:
                return db.execute(question, values).all()
        compiled = self._known_words.get(question) or self._compile(question)
        with measured("read"), self._readers, told_apart(name):
            self.check_file()
            link = self.engine.raw_connection()
            try:
                cursor = link.cursor()
                cursor.execute(compiled.words, compiled.filled(values))
                return cursor.fetchall()
            except sqlite3.Error as error:
                if spoils(error) and self.file:
                    link.invalidate()
                raise
            finally:
                link.close()

    def carry_out(self, db: sa.Connection, change: sa.Insert | sa.Update, values: Mapping[str, Any]) -> int:
        """Write what every action does, within a transaction, by as short a way as `ask`; how many rows that met."""
        if self.postgres:
            return db.execute(change, dict(values)).rowcount
        compiled = self._known_words.get(change) or self._compile(change, values)
        cursor = db.connection.cursor()
        try:
            cursor.execute(compiled.words, compiled.filled(values))
        except sqlite3.IntegrityError as error:
            raise IntegrityError(compiled.words, None, error) from error
        return cursor.rowcount

    def _compile(self, said: Sayable, values: Mapping[str, Any] | None = None) -> Compiled:
        """The words for a question, or for a change that gives these values."""
        dialect = self.engine.dialect
        compiler = said.compile(dialect=dialect, column_keys=values and list(values))
        assert isinstance(compiler, sa.sql.compiler.SQLCompiler)
        kinds = {name: one.type.dialect_impl(dialect).bind_processor(dialect) for name, one in compiler.binds.items()}
        forms = {name: form for name, form in kinds.items() if form}
        order = compiler.positiontup or []
        compiled = self._known_words[said] = Compiled(str(compiler), order, compiler.params, forms)
        return compiled

    @contextmanager
    def asking(self, name: str = "?") -> Iterator[sa.Connection]:
        """For one question; `name` is the match that cannot be read if the answer cannot."""
        with measured("read"), self._readers, told_apart(name), self._connected(self._asking) as db:
            yield db

    @contextmanager
    def reading(self, name: str = "?") -> Iterator[sa.Connection]:
        """For several questions about one moment."""
        with measured("read"), self._readers, told_apart(name), self._connected(self._looking, "BEGIN") as db:
            yield db

    @contextmanager
    def writing(self, name: str = EVERYTHING, *told: str, silent: bool = False) -> Iterator[sa.Connection]:
        """All of it or nothing. Other processes hear of the match `name` and of whom is `told`, unless `silent`.

        Which of the two is in doubt if the database is lost while it confirms.
        """
        with measured("write"), self._writers, told_apart(name):
            complete = False
            try:
                with self._connected(self.engine, "BEGIN IMMEDIATE") as db, db.begin():
                    yield db
                    if not silent:
                        self.tell(db, name, *told)
                    complete = True
            except (DBAPIError, sqlite3.Error) as error:
                if complete and in_doubt(error):
                    raise InDoubt(_line(error)) from error
                raise
            self.check_file()  # what went into a file that is not there any more must not be acknowledged

    def tell(self, db: sa.Connection, *names: str) -> None:
        """Let other processes hear, once this is written, of matches and visitors that are known only now."""
        if self.postgres and names:
            db.execute(NOTIFY, [{"name": one} for one in names])

    def epoch(self) -> str | None:
        """A word that stays the same until the database is restored to another state."""
        with self.asking() as db:
            return db.scalar(sa.select(meta.c.value).where(meta.c.key == "epoch"))

    def renew_epoch(self) -> str:
        """To be called by whoever restores a database: running servers then forget what they knew of it."""
        word = new_epoch()
        with self.writing(EVERYTHING) as db:
            db.execute(sa.update(meta).where(meta.c.key == "epoch").values(value=word))
        return word

    @contextmanager
    def _connected(self, engine: sa.Engine, begin: str | None = None) -> Iterator[sa.Connection]:
        """A connection; on SQLite in a transaction that began as it is meant."""
        self.check_file()
        with engine.connect() as db:
            try:
                if begin and not self.postgres:
                    begin_by(db, begin)
                yield db
            except (DBAPIError, sqlite3.Error) as error:
                if spoils(error) and not self.in_memory:
                    db.invalidate()
                    if self.file and read_only(error):
                        self.stuck = True
                raise

    def check_file(self) -> None:
        """SQLite would go on with a file that was removed or replaced, and nobody would see it again."""
        if self.file is None or _identity(self.file) == self._known:
            return
        with self._opening:
            found = _identity(self.file)
            if found is None:
                raise Away(f"{self.file} is gone")
            if _is_empty(self.file):
                raise Away(f"{self.file} is empty")  # somebody copies another one there: it must not become a new one
            if found != self._known:
                self.engine.dispose()
                try:
                    bring_up(self.engine)
                except (SQLAlchemyError, UnknownVersion) as error:
                    raise Away(_line(error)) from error
                self._known = found


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116  # twice as fast, and every request asks
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_empty(file: str) -> bool:
    try:
        return Path(file).stat().st_size == 0
    except OSError:
        return True


def _is_missing_file(url: sa.URL) -> bool:
    """Whether SQLite would make the file of this address anew."""
    file = url.database or ""
    return (
        url.get_backend_name() == "sqlite"
        and file not in IN_MEMORY
        and not file.startswith("file:")
        and _is_empty(file)
    )


def create_private(file: Path) -> int:
    """The descriptor of a new file that nobody but its owner may read.

    What SQLite writes beside a database may be read by whoever may read the database.
    """
    return os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), PRIVATE)


def _line(error: Exception) -> str:
    return " ".join(str(error).split())


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return _postgres_engine(url) if url.get_backend_name() == "postgresql" else sa.create_engine(url)
    # The driver begins nothing by itself: it would begin to write after having looked, which fails if others wrote.
    driver: dict[str, Any] = {"isolation_level": None, "check_same_thread": False}
    if url.database in IN_MEMORY:
        # One connection for all threads: every connection to :memory: would be a database of its own.
        pool: dict[str, Any] = {"poolclass": sa.QueuePool, "pool_size": 1, "max_overflow": 0}
    else:
        pool = {"pool_size": 8, "max_overflow": READERS}
    # Opening a match reads each of its actions from JSON.
    reads: dict[str, Any] = {"json_deserializer": orjson.loads}
    engine = sa.create_engine(url, connect_args=driver, pool_timeout=WAIT, hide_parameters=True, **reads, **pool)
    sa.event.listen(engine, "connect", _prepare)
    return engine


def reaching(url: sa.URL) -> dict[str, str]:
    """How a connection to PostgreSQL is made; what an address says itself goes first."""
    given = url.query.get("options", "")
    options = " ".join([SESSION, *((given,) if isinstance(given, str) else given)])
    return {**{key: value for key, value in REACHING.items() if key not in url.query}, "options": options}


def _postgres_engine(url: sa.URL) -> sa.Engine:
    return sa.create_engine(
        url,
        connect_args=reaching(url),
        pool_size=CONNECTIONS // 2,
        max_overflow=CONNECTIONS - CONNECTIONS // 2,
        pool_timeout=WAIT,
        pool_pre_ping=True,
        pool_recycle=1800,
        hide_parameters=True,  # errors are logged, seeds and tokens must not be
    )


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        _patiently(cursor, pragma)
    cursor.close()


def _patiently(cursor: sqlite3.Cursor, pragma: str) -> None:
    """Where several processes make one file at once, SQLite refuses to change its mode instead of waiting."""
    end = time.monotonic() + WAIT
    while True:
        try:
            cursor.execute(pragma)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return
