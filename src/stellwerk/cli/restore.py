"""`stellwerk restore`: fill a database from a backup."""

from __future__ import annotations

import time
from pathlib import Path

import click

from stellwerk.cli.examples import examples
from stellwerk.cli.operating import database_option
from stellwerk.cli.progress import Progress


@click.command(
    epilog=examples(
        "stellwerk restore stellwerk.zip --database new.sqlite3",
        "stellwerk restore stellwerk.zip --database postgresql://stellwerk@localhost/stellwerk",
        "stellwerk restore stellwerk.zip --check",
    )
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.option("--replace", is_flag=True, help="Delete everything in the database first.")
@click.option("--check", is_flag=True, help="Only check that the file is complete; write nothing.")
def restore(file: Path, database: str | None, *, replace: bool, check: bool) -> None:
    """Fill an empty database from FILE, which `stellwerk backup` wrote.

    FILE is checked before anything is touched, and the database is filled in one transaction. Servers that run on it
    notice. A backup of SQLite can be restored into PostgreSQL and the other way round.
    """
    from stellwerk.server.store import Database
    from stellwerk.server.store.archive import opened
    from stellwerk.server.store.restore import checked, fill

    progress = Progress()
    try:
        if check:
            with opened(file) as archive:
                archive.check(progress)
                manifest = archive.manifest
        else:
            with checked(file, progress) as ready:  # before a database is made
                target = Database(database)
                try:
                    fill(target, ready, replace=replace, told=progress)
                finally:
                    target.close()
                manifest = ready.manifest
    finally:
        progress.close()
    counts = {part.table: part.rows for part in manifest.tables}
    written = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(manifest.created))
    done = "is whole" if check else "restored"
    click.echo(f"{file} {done}: {counts['matches']} matches, {counts['entries']} entries, written {written}")
