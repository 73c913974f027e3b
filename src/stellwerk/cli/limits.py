"""The options of `stellwerk serve` that bound what others may ask of it."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from typing import Any, Final, TypeVar

import click

from stellwerk.cli.setting import number, span
from stellwerk.server.rates import USUAL as RATES
from stellwerk.server.rates import rates_of

LONGEST: Final = 3600.0

F = TypeVar("F", bound=Callable[..., Any])


def _check_limits(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    try:
        rates_of(given)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
    return given


def _check_proxies(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(str(ip_network(proxy, strict=False)) for proxy in given)
    except ValueError as error:
        raise click.BadParameter(f"{error}; expected something like 127.0.0.1 or 10.0.0.0/8") from error


OPTIONS: Final[tuple[Callable[[Any], Any], ...]] = (
    click.option(
        "--trust-proxy",
        "trusted_proxies",
        multiple=True,
        metavar="ADDRESS|NETWORK",
        callback=_check_proxies,
        help="A proxy before this server that says in X-Forwarded-For and X-Forwarded-Proto who asks and how; "
        "can be given several times. Nobody else is believed.",
    ),
    click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=RATE",
        callback=_check_limits,
        help=f"How often a visitor may ask for something ({', '.join(RATES)}), "
        "such as acting=600/minute or reading=off. An address, behind which many may sit, has ten times as much, "
        "or what NAME@address=RATE says. "
        "The usual limits do not hold for this computer itself where only it can reach the server.",
    ),
    click.option("--limits/--no-limits", "limited", default=True, help="Whether there are limits at all."),
    number("connections", 1, 60_000, "How many connections may be open at once."),
    number("connections_per_address", 1, 60_000, "How many of them from one address."),
    span("head_time", LONGEST, "SECONDS", "How long a request may take from its first byte to the end of its headers."),
    span("body_time", LONGEST, "SECONDS", "How long its body may take then."),
    span("idle_time", LONGEST, "SECONDS", "How long a connection is kept for another request."),
    span("write_time", LONGEST, "SECONDS", "How long somebody may not read a bit of the answer."),
)


def limit_options(command: F) -> F:
    """Add them all, in this order."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
