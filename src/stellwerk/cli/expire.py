"""`stellwerk expire`: delete matches that nobody plays any more."""

from __future__ import annotations

import click

from stellwerk.cli.examples import examples
from stellwerk.cli.operating import database_option, expiry_options
from stellwerk.cli.progress import Progress


@click.command(
    epilog=examples(
        "stellwerk expire --expire-after 180 --dry-run",
        "stellwerk expire --expire-after 180 --expire-finished 365",
    )
)
@database_option
@expiry_options
@click.option("--dry-run", is_flag=True, help="Only list what would be deleted.")
def expire(database: str | None, expire_after: float | None, expire_finished: float | None, *, dry_run: bool) -> None:
    """Delete matches that have not changed for so many days, with everything that belongs to them.

    The server may run meanwhile; it does the same once an hour where it is told to by the same options.
    """
    from stellwerk.server.expiry import Expiry
    from stellwerk.server.store import Database

    expiry = Expiry(expire_after, expire_finished)
    if expiry.never:
        raise click.UsageError("nothing to do: give --expire-after or --expire-finished")
    base, progress = Database(database, create=False), Progress()
    try:
        due = expiry.due(base)
        if dry_run:
            click.echo("".join(f"{name}\n" for name in due), nl=False)
            click.echo(f"{len(due)} matches would be deleted", err=True)
            return
        gone = expiry.expire(base, lambda count: progress("matches", count, len(due)))
    finally:
        progress.close()
        base.close()
    click.echo(f"{len(gone)} matches deleted")
