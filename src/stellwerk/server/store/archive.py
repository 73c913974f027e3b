"""A whole database in one file that a database of any kind can be filled from.

The file is a zip: for each table a member `TABLE.jsonl` with one JSON array for each row, and at last a manifest that
says which columns and which revision of the schema these are, how many rows there are, and their checksums. Rows are
streamed both ways: no table is in memory at once.
"""

from __future__ import annotations

import json
import os
import re
import time
import zipfile
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

import sqlalchemy as sa

from stellwerk import __version__
from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed, UnknownVersion
from stellwerk.server.store.database import Database, create_private
from stellwerk.server.store.schema import SCHEMA_VERSION, meta, metadata

FORMAT: Final = "stellwerk-backup"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
AT_ONCE: Final = 500
"""Rows that are fetched together."""

LONGEST: Final = 64 * 2**20
"""Bytes of a row: a position that somebody sent in is the longest."""

TABLES: Final = tuple(table for table in metadata.sorted_tables if table is not meta)
"""In the order in which rows refer to each other. What `meta` says is about one database and not about matches."""

Told = Callable[[str, int, int], None]
"""Is told of progress: the table, how many rows of it are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Part:
    """One table in an archive."""

    table: str
    columns: tuple[str, ...]
    rows: int
    sha256: str

    @property
    def member(self) -> str:
        return f"{self.table}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself."""

    schema: int
    stellwerk: str
    created: float
    kind: str
    """Of which kind the database was; archives of all kinds are the same."""

    tables: tuple[Part, ...]

    @property
    def rows(self) -> int:
        return sum(part.rows for part in self.tables)

    def to_json(self) -> Json:
        return {"format": FORMAT, "version": VERSION, **asdict(self)}


def write(database: Database, file: Path, told: Told = lambda *_: None) -> Manifest:
    """Write all rows as they are at one moment, while servers go on.

    The file is there when it is whole and on the disk, not before; one that was there is replaced then.
    """
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        with os.fdopen(create_private(unfinished), "wb") as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                manifest = _write(database, archive, told)
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(file)
        _settle(file.parent)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def _write(database: Database, archive: zipfile.ZipFile, told: Told) -> Manifest:
    with database.reading() as db:
        take_time(db)
        counts = {table.name: db.scalar(sa.select(sa.func.count()).select_from(table)) or 0 for table in TABLES}
        parts = []
        for table in TABLES:
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as out:
                parts.append(_write_table(db, table, out, counts[table.name], told))
    kind = database.url.get_backend_name()
    manifest = Manifest(SCHEMA_VERSION, __version__, time.time(), kind, tuple(parts))
    archive.writestr(MANIFEST, json.dumps(manifest.to_json(), indent=2))
    return manifest


def _write_table(db: sa.Connection, table: sa.Table, out: IO[bytes], total: int, told: Told) -> Part:
    query = sa.select(table).order_by(*table.primary_key)
    seen, count = sha256(), 0
    told(table.name, 0, total)
    for rows in db.execution_options(yield_per=AT_ONCE).execute(query).partitions():
        text = "".join(f"{json.dumps([_out(value) for value in row], separators=(',', ':'))}\n" for row in rows)
        seen.update(text.encode())
        out.write(text.encode())
        count += len(rows)
        told(table.name, count, total)
    return Part(table.name, tuple(column.name for column in table.columns), count, seen.hexdigest())


def _out(value: Any) -> Any:
    return b64encode(value).decode("ascii") if isinstance(value, bytes | memoryview) else value


def take_time(db: sa.Connection) -> None:
    """Let this transaction last longer than those of requests may."""
    if db.dialect.name == "postgresql":
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout"):
            db.execute(sa.select(sa.func.set_config(limit, "0", True)))


def _settle(folder: Path) -> None:
    """Make a new name in a folder last through a power cut, where a system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Archive:
    """An archive that is read. What is wrong with it is said as Malformed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self.zip = zipfile.ZipFile(file)
        except (OSError, zipfile.BadZipFile) as error:
            raise Malformed(str(file), f"this is no archive of Stellwerk: {error}") from error
        try:
            self.manifest = _manifest(json.loads(self.zip.read(MANIFEST)))
        except UnknownVersion:
            self.zip.close()
            raise
        except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
            self.zip.close()
            raise Malformed(str(file), f"this is no archive of Stellwerk: {error}") from error

    def check(self, told: Told = lambda *_: None) -> None:
        """Read everything once and hold it against the manifest."""
        for part in self.manifest.tables:
            seen, count = sha256(), 0
            for line in self._lines(part):
                seen.update(line)
                count += 1
                if len(_row(self.file, part, line)) != len(part.columns):
                    raise Malformed(f"{self.file}: {part.member}", f"row {count} has another number of columns")
                if count % AT_ONCE == 0:
                    told(part.table, count, part.rows)
            told(part.table, count, part.rows)
            if (count, seen.hexdigest()) != (part.rows, part.sha256):
                raise Malformed(f"{self.file}: {part.member}", "the rows are not those that the manifest tells of")

    def rows(self, table: sa.Table) -> Iterator[dict[str, Any]]:
        """The rows of a table as values for its columns."""
        for part in self.manifest.tables:
            if part.table == table.name:
                binary = {name for name in part.columns if isinstance(table.c[name].type, sa.LargeBinary)}
                for line in self._lines(part):
                    values = dict(zip(part.columns, _row(self.file, part, line), strict=True))
                    for name in binary:
                        values[name] = None if values[name] is None else b64decode(values[name], validate=True)
                    yield values

    def close(self) -> None:
        self.zip.close()

    def _lines(self, part: Part) -> Iterator[bytes]:
        try:
            with self.zip.open(part.member) as lines:
                while line := lines.readline(LONGEST):
                    if not line.endswith(b"\n"):
                        raise Malformed(f"{self.file}: {part.member}", "a row has no end")
                    yield line
        except (OSError, KeyError, zipfile.BadZipFile, EOFError) as error:
            raise Malformed(f"{self.file}: {part.member}", str(error)) from error


@contextmanager
def opened(file: Path) -> Iterator[Archive]:
    archive = Archive(file)
    try:
        yield archive
    finally:
        archive.close()


def _manifest(told: Any) -> Manifest:
    if told.get("format") != FORMAT:
        raise ValueError("the manifest is another program's")
    if told["version"] != VERSION:
        raise UnknownVersion("backup", told["version"], VERSION)
    parts = tuple(Part(one["table"], tuple(one["columns"]), one["rows"], one["sha256"]) for one in told["tables"])
    for part in parts:
        if not re.fullmatch("[a-z_]{1,40}", part.table) or type(part.rows) is not int:
            raise ValueError("the manifest names a table that is none")
    if type(told["schema"]) is not int or not 1 <= told["schema"] <= SCHEMA_VERSION:
        raise UnknownVersion("backup", told["schema"], SCHEMA_VERSION)
    values: Mapping[str, Any] = {one.name: told[one.name] for one in fields(Manifest)}
    return Manifest(**{**values, "tables": parts})


def _row(file: Path, part: Part, line: bytes) -> list[Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError, NotBase64) as error:
        raise Malformed(f"{file}: {part.member}", f"a row is no JSON: {error}") from error
    if not isinstance(row, list):
        raise Malformed(f"{file}: {part.member}", "a row is no array")
    return row
