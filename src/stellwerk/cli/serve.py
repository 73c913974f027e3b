"""`stellwerk serve`: play in the browser."""

from __future__ import annotations

import os
import socket
from typing import Any

import click

from stellwerk.cli.examples import examples
from stellwerk.cli.limits import limit_options
from stellwerk.cli.operating import database_option, operating_options
from stellwerk.cli.setting import number, setting, span
from stellwerk.server.hosts import checked_public_url
from stellwerk.server.settings import Settings
from stellwerk.web.assets import missing, remedy

DATABASE = database_option
BOT_DELAY = span("bot_delay", 60, "SECONDS", "The pause between two moves of bots while somebody watches.", none=True)
BOT_LIMIT = span("bot_limit", 3600, "SECONDS", "How long a bot may think before a random action is played for it.")


def _check_public_url(_context: click.Context, _option: click.Parameter, given: str | None) -> str | None:
    try:
        return given and checked_public_url(given)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(
    epilog=examples(
        "stellwerk serve",
        "stellwerk serve --host 0.0.0.0 --port 8080",
        "stellwerk serve --database games.sqlite3 --bot-delay 0",
    )
)
@setting("host", None, "ADDRESS", "The address to listen on; 0.0.0.0 accepts other computers.")
@number("port", 0, 65535, "The port to listen on; 0 takes a free one.", metavar=None)
@click.option(
    "--allowed-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="Another host name under which browsers reach the server, such as that of a proxy; * for any. "
    "Always accepted: the address above, localhost, and with 0.0.0.0 every address and the name of this computer.",
)
@click.option(
    "--public-url",
    metavar="URL",
    callback=_check_public_url,
    help="The address by which others reach the server, such as https://games.example; invitations begin with it.  "
    "[default: the address that the browser has used]",
)
@DATABASE
@BOT_DELAY
@BOT_LIMIT
@number(
    "bots",
    0,
    64,
    "Processes in which bots think; 0 for none in this server.  [default: one less than there are processors]",
)
@number(
    "workers",
    1,
    64,
    "Processes that answer requests; one that dies is replaced. With two or more, another process drives the bots.",
)
@number(
    "memory",
    1,
    1 << 20,
    "How many megabytes of matches each process keeps in memory; others are loaded when needed.",
    metavar="MB",
)
@number("streams", 1, 100_000, "How many browsers and programs may listen for events at the same time.")
@number("streams_per_address", 1, 100_000, "How many of these streams one IP address may have.")
@number(
    "streams_per_visitor", 1, 1000, "How many of these streams one visitor may have; a new one replaces the oldest."
)
@span("invitation_days", 366, "DAYS", "How long an invitation to a seat can be accepted.")
@span(
    "absence_hours",
    24 * 366,
    "HOURS",
    "How long a match waits for an absent player before somebody else may be invited to the seat.",
)
@limit_options
@operating_options
def serve(**settings: Any) -> None:  # each option is a setting of the same name
    """Play in the browser: start the server.

    Matches are kept from one start to the next; bots go on where they were.
    """
    from stellwerk.server.run import serve as run

    chosen = Settings(**settings)
    check_built()
    check_free(chosen.host, chosen.port)
    run(chosen)


def check_built() -> None:
    """Say before anybody opens a page that there is nothing to show."""
    if lacking := missing():
        raise click.ClickException(f"the pages are not built, {', '.join(lacking)} not found: {remedy()}")


def check_free(host: str, port: int) -> None:
    """Say in one line why an address cannot be listened on."""
    try:
        family, kind, protocol, _, name = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            if os.name == "posix":  # where this option does not let two servers share a port
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(name)
    except OSError as error:
        hint = "; choose another with --port" if port else ""
        raise click.ClickException(f"cannot listen on {host} port {port}: {error.strerror}{hint}") from error
