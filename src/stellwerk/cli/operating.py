"""Options of the commands that run or look after a server."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

database_option = click.option(
    "--database",
    metavar="PATH|URL",
    help="Where matches are kept: a file, or an address such as postgresql://anna@localhost/games.  "
    "[default: a file in your data directory]",
)


def log_options(command: Command) -> Command:
    """Give a command `--log` and `--log-level`."""
    command = click.option(
        "--log-level",
        type=click.Choice(["debug", "info", "warning", "error"]),
        help="The lowest level that is logged; requests are logged at info.  "
        "[default: warning on a terminal, else info]",
    )(command)
    return click.option(
        "--log",
        type=click.Choice(["json", "text"]),
        help="The format of log lines.  [default: text on a terminal, else json]",
    )(command)


def expiry_options(command: Command) -> Command:
    """Give a command `--expire-after` and `--expire-finished`."""
    days = click.FloatRange(0, 36_500, min_open=True)
    command = click.option(
        "--expire-finished",
        type=days,
        metavar="DAYS",
        help="Delete finished matches that have not changed for this many days.  [default: never]",
    )(command)
    return click.option(
        "--expire-after",
        type=days,
        metavar="DAYS",
        help="Delete unfinished matches in which nobody has acted for this many days.  [default: never]",
    )(command)


def operating_options(command: Command) -> Command:
    """Give a command what is about operating a server; it takes them as keywords named as in Settings."""
    command = click.option(
        "--metrics-for",
        multiple=True,
        metavar="NETWORK",
        callback=_networks,
        help="A network, such as 10.0.0.0/8, that may read the figures of /metrics and /healthz; "
        "may be given several times.  [default: this computer only]",
    )(command)
    return log_options(expiry_options(command))


def _networks(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    for name in given:
        try:
            ip_network(name)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
    return given
