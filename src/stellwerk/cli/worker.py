"""`stellwerk worker`: bots for servers that share a database."""

from __future__ import annotations

from typing import Any

import click

from stellwerk.cli.examples import examples
from stellwerk.cli.operating import log_options
from stellwerk.cli.serve import BOT_DELAY, BOT_LIMIT, DATABASE
from stellwerk.server.settings import Settings


@click.command(
    epilog=examples(
        "stellwerk worker --database postgresql+psycopg://stellwerk@db/stellwerk",
        "stellwerk worker --database games.sqlite3 --bots 2",
    )
)
@DATABASE
@click.option(
    "--bots",
    type=click.IntRange(1, 64),
    metavar="NUMBER",
    help="Processes in which bots think.  [default: one less than there are processors]",
)
@BOT_DELAY
@BOT_LIMIT
@log_options
def worker(**settings: Any) -> None:  # each option is a setting of the same name
    """Drive bots for servers that share a database.

    It answers no requests. Several workers, also on several computers, share the work; what one of them was at when
    it was killed another one takes over. The servers are started with --bots 0 then.
    """
    from stellwerk.server.driver import drive

    drive(Settings(**settings))
