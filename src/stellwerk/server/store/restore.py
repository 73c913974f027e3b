"""Filling a database from an archive: all of it or nothing, and servers that run notice."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from stellwerk.core.errors import Malformed, StellwerkError
from stellwerk.server.store.archive import AT_ONCE, TABLES, Archive, Manifest, Told, opened, take_time, write
from stellwerk.server.store.database import Database
from stellwerk.server.store.schema import SCHEMA_VERSION, matches, meta, metadata

EPOCH: Final = "epoch"
LEASE: Final = {"bot_owner": None, "bot_until": None}
"""Who saw to the bots when the archive was written does not do so any more."""

UNWOUND: Final = {"clock_at": None, "runs_out": 0.0}
"""Clocks go on from when a server first looks at them: it is not known how long none has run."""


ALONE: Final = {"follows": None, "parent": None}
"""What refers to another row of the same table: it can stand there once all of them do."""


class NotEmpty(StellwerkError):
    """A database that would lose what it has."""


class Checked(NamedTuple):
    """An archive that is whole and of the schema of today, with the manifest of the file that it comes from."""

    archive: Archive
    manifest: Manifest


def restore(database: Database, file: Path, *, replace: bool = False, told: Told = lambda *_: None) -> Manifest:
    """Fill a database from an archive, which is checked before anything is touched."""
    with checked(file, told) as ready:
        fill(database, ready, replace=replace, told=told)
        return ready.manifest


@contextmanager
def checked(file: Path, told: Told = lambda *_: None) -> Iterator[Checked]:
    """Read an archive whole. One of an older schema is brought up to date in a database of its own."""
    with opened(file) as archive, _up_to_date(archive, told) as ready:
        yield Checked(ready, archive.manifest)


def fill(database: Database, ready: Checked, *, replace: bool = False, told: Told = lambda *_: None) -> None:
    """Fill a database from a checked archive; with `replace` all that the database has is given up for it."""
    with database.writing() as db:
        _alone(db)
        if not replace and any(db.execute(sa.select(table).limit(1)).first() for table in TABLES):
            raise NotEmpty(f"{database.url.render_as_string()} is not empty; --replace gives up what it has")
        _fill(db, ready.archive, told)
        _change_epoch(db)


def _fill(db: sa.Connection, archive: Archive, told: Told) -> None:
    counts = {part.table: part.rows for part in archive.manifest.tables}
    for table in reversed(TABLES):
        if table is matches:
            db.execute(sa.update(matches).values(ALONE))
        db.execute(sa.delete(table))
    for table in TABLES:
        done = 0
        for rows in _portions(archive.rows(table)):
            if table is matches:
                rows = [{**row, **LEASE, **ALONE, **(UNWOUND if row["runs_out"] else {})} for row in rows]  # noqa: PLW2901
            db.execute(sa.insert(table), rows)
            done += len(rows)
            told(table.name, done, counts[table.name])
    for column in ALONE:
        refer = sa.update(matches).where(matches.c.id == sa.bindparam("here")).values({column: sa.bindparam("there")})
        later = ({"here": row["id"], "there": row[column]} for row in archive.rows(matches) if row[column])
        for pairs in _portions(later):
            db.execute(refer, pairs)


@contextmanager
def _up_to_date(archive: Archive, told: Told) -> Iterator[Archive]:
    """The archive itself, or what becomes of an older one."""
    archive.check(told)
    if archive.manifest.schema == SCHEMA_VERSION:
        _check_columns(archive)
        yield archive
        return
    with TemporaryDirectory(prefix="stellwerk-restore-") as folder:
        newer = Path(folder) / "newer.zip"
        database = _migrated(archive, Path(folder) / "old.sqlite3")
        try:
            write(database, newer)
        finally:
            database.close()
        with opened(newer) as ready:
            yield ready


def _migrated(archive: Archive, file: Path) -> Database:
    """A database of its own with what is in an archive of an older schema, brought up to date."""
    from stellwerk.server.store import migrate

    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)))
    with engine.begin() as db:
        migrate.upgrade(db, str(archive.manifest.schema))
        old = sa.MetaData()
        old.reflect(db)
        for part in archive.manifest.tables:
            if part.table not in old.tables:
                raise Malformed(str(archive.file), f"schema {archive.manifest.schema} has no table {part.table}")
            for rows in _portions(archive.rows(old.tables[part.table])):
                db.execute(sa.insert(old.tables[part.table]), rows)
    engine.dispose()
    return Database(str(file))


def _check_columns(archive: Archive) -> None:
    known = {table.name: tuple(column.name for column in table.columns) for table in TABLES}
    found = {part.table: part.columns for part in archive.manifest.tables}
    if known != found:
        odd = sorted(name for name in known.keys() | found.keys() if known.get(name) != found.get(name))
        raise Malformed(str(archive.file), f"tables with other columns than here: {', '.join(odd)}")


def _alone(db: sa.Connection) -> None:
    """Let nobody write meanwhile. On SQLite the transaction alone does that."""
    if db.dialect.name == "postgresql":
        take_time(db)
        names = ", ".join(table.name for table in metadata.sorted_tables)
        db.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def _change_epoch(db: sa.Connection) -> None:
    """By another word here, servers see that all they remember is of another time."""
    db.execute(sa.delete(meta).where(meta.c.key == EPOCH))
    db.execute(sa.insert(meta), {"key": EPOCH, "value": secrets.token_hex(8)})


def _portions(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    rest = iter(rows)
    while portion := list(islice(rest, AT_ONCE)):
        yield portion
