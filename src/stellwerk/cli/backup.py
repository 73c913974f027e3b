"""`stellwerk backup`: all matches in one file, while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from stellwerk.cli.examples import examples
from stellwerk.cli.operating import database_option
from stellwerk.cli.progress import Progress


@click.command(
    epilog=examples(
        "stellwerk backup stellwerk.zip",
        "stellwerk backup --database postgresql://stellwerk@localhost/stellwerk $(date +%F).zip --force",
    )
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.option("--force", is_flag=True, help="Overwrite the file if there is one.")
def backup(file: Path, database: str | None, *, force: bool) -> None:
    """Write all matches to FILE, a zip, as they are at one moment.

    The server may run meanwhile. `stellwerk restore` fills a database of any kind from it. The file holds the seeds
    of running matches and hashes of tokens: keep it as you keep the database.
    """
    from stellwerk.server.store import Database
    from stellwerk.server.store.archive import write

    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already; --force replaces it")
    source, progress = Database(database, create=False), Progress()
    try:
        manifest = write(source, file, progress)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror or error}") from error
    finally:
        progress.close()
        source.close()
    counts = {part.table: part.rows for part in manifest.tables}
    size = file.stat().st_size
    click.echo(f"{file}: {counts['matches']} matches, {counts['entries']} entries, {size:,} bytes")
