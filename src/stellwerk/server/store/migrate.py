"""Bringing a database up to the tables of today, by one process at a time."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import sqlalchemy as sa

from stellwerk.core.errors import UnknownVersion
from stellwerk.server.store.schema import SCHEMA_VERSION, meta, metadata

SCRIPTS: Final = "stellwerk.server.store:migrations"
LOCK: Final = 1830_1848_1853
"""The number of our lock among those of a PostgreSQL database."""

LONG: Final = 600_000
"""Milliseconds that a process waits for another one that is migrating."""

# Alembic's own table: which of our scripts have run. They are numbered like the schema.
revisions: Final = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), primary_key=True),
)


class Found(NamedTuple):
    """What a database says of itself."""

    schema: str | None
    revision: str | None


NOTHING: Final = Found(None, None)
OLDEST: Final = Found("1", None)
"""The first schema knew nothing of migrations."""

TODAY: Final = Found(str(SCHEMA_VERSION), str(SCHEMA_VERSION))
KNOWN: Final = (NOTHING, OLDEST, *(Found(str(number), str(number)) for number in range(1, SCHEMA_VERSION + 1)))


def bring_up(engine: sa.Engine) -> None:
    """Make or migrate the tables, unless that has been done. What a newer Stellwerk wrote is left alone."""
    with engine.connect() as db:
        if find(db) == TODAY:
            return
    with _alone(engine) as db:
        found = find(db)
        if found not in KNOWN:
            where = f"database {engine.url.render_as_string()}"
            raise UnknownVersion(where, found.schema or str(found.revision), SCHEMA_VERSION)
        if found == NOTHING:
            make(db)
        elif found != TODAY:
            upgrade(db)


def is_empty(engine: sa.Engine) -> bool:
    """Whether a database has none of our tables."""
    with engine.connect() as db:
        return find(db) == NOTHING


def find(db: sa.Connection) -> Found:
    tables = set(sa.inspect(db).get_table_names())
    here = db.scalar(sa.select(meta.c.value).where(meta.c.key == "schema")) if meta.name in tables else None
    run = db.scalar(sa.select(revisions.c.version_num)) if revisions.name in tables else None
    return Found(here, run)


def make(db: sa.Connection) -> None:
    """All tables of today at once: a test proves that the scripts lead to the same ones."""
    metadata.create_all(db)
    revisions.create(db)
    db.execute(sa.insert(revisions), {"version_num": TODAY.revision})
    db.execute(sa.insert(meta), [{"key": "schema", "value": TODAY.schema}, {"key": "epoch", "value": new_epoch()}])


def upgrade(db: sa.Connection, to: str = "head") -> None:
    """Run the scripts that have not run, in the transaction that is open."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    config.attributes["connection"] = db
    if find(db) == OLDEST:
        command.stamp(config, "1")
    command.upgrade(config, to)


def new_epoch() -> str:
    """A word that tells this database from every other one, also from an earlier state of itself."""
    return secrets.token_hex(8)


@contextmanager
def _alone(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction in which no other process migrates."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as db:
            busy = db.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
            db.rollback()
            begin_by(db, f"PRAGMA busy_timeout={LONG}")
            begin_by(db, "PRAGMA foreign_keys=OFF")  # a table that is made anew is gone for a moment
            try:
                begin_by(db, "BEGIN IMMEDIATE")
                with db.begin():
                    yield db
            finally:
                begin_by(db, "PRAGMA foreign_keys=ON")
                begin_by(db, f"PRAGMA busy_timeout={busy}")
        return
    with engine.begin() as db:
        for limit in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            db.execute(sa.select(sa.func.set_config(limit, str(LONG), True)))
        db.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        yield db


def begin_by(db: sa.Connection, word: str) -> None:
    """Say something to SQLite before SQLAlchemy does: its driver begins nothing by itself."""
    raw = db.connection.driver_connection
    assert raw is not None
    raw.execute(word)
