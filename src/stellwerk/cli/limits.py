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
        help="A proxy in front of this server whose X-Forwarded-For and X-Forwarded-Proto are trusted; "
        "may be given several times.",
    ),
    click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=RATE",
        callback=_check_limits,
        help=f"How often a visitor may ask for something ({', '.join(RATES)}), "
        "such as acting=600/minute or reading=off. An IP address, which many people may "
        "share, is allowed ten times as much, or what NAME@address=RATE says. "
        "The default limits do not apply where only this computer can reach the server.",
    ),
    click.option("--limits/--no-limits", "limited", default=True, help="Turn rate limits on or off."),
    number("connections", 1, 60_000, "How many connections may be open at the same time."),
    number("connections_per_address", 1, 60_000, "How many open connections one IP address may have."),
    span("head_time", LONGEST, "SECONDS", "How long a request may take from its first byte to the end of its headers."),
    span("body_time", LONGEST, "SECONDS", "How long the body of a request may take after that."),
    span("idle_time", LONGEST, "SECONDS", "How long a connection is kept for another request."),
    span("write_time", LONGEST, "SECONDS", "How long a client may stall while reading the response."),
)


def limit_options(command: F) -> F:
    """Add them all, in this order."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
