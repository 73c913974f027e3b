"""Whether the database can be read and written, asked without changing it."""

from __future__ import annotations

import shutil
from pathlib import Path

import sqlalchemy as sa

from stellwerk.server.store.database import IN_MEMORY, Database
from stellwerk.server.store.schema import meta


def schema_revision(database: Database) -> str | None:
    """Which tables a database has, by its own account."""
    with database.reading() as db:
        found: str | None = db.scalar(sa.select(meta.c.value).where(meta.c.key == "schema"))
        return found


def try_to_write(database: Database) -> None:
    """Take the lock that every write needs and give it back; raises Unavailable where there is none to be had.

    Nothing is committed: servers that watch the database for changes shall not wake up because of it.
    """
    here = meta.c.key == "schema"
    with database.writing(silent=True) as db:
        if database.postgres:
            db.execute(sa.select(meta.c.key).where(here).with_for_update(nowait=True))
        else:
            db.execute(sa.update(meta).where(here).values(value=meta.c.value))
        db.rollback()


def free_bytes(database: Database) -> int | None:
    """Free space in the folder of a file; None where the database is elsewhere."""
    if database.postgres or database.url.database in IN_MEMORY:
        return None
    folder = Path(str(database.url.database)).absolute().parent
    return shutil.disk_usage(folder).free
