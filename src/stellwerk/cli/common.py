"""What several commands share: match files, options of a game, seats."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from stellwerk.core.match import Header, Seat
from stellwerk.core.matchfile import parse, parse_text
from stellwerk.core.registry import title

Command = TypeVar("Command", bound=Callable[..., Any])

MATCH_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def known_game(_ctx: click.Context, _param: click.Parameter, given: Any) -> Any:
    """Refuse an unknown game before a command asks for anything else; for arguments that are one id or several."""
    for name in given if isinstance(given, tuple) else (given,):
        if name is not None:
            title(name)
    return given


def game_options(command: Command) -> Command:
    """Give a command `--preset NAME` and, as often as wanted, `--option NAME=VALUE`."""
    command = click.option(
        "--preset",
        metavar="NAME",
        help="A named set of options (`stellwerk games` lists them); --option changes it further.",
    )(command)
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_read_options,
        help="An option of the game that differs from its preset; may be given several times.",
    )(command)


def runner_options(command: Command) -> Command:
    """Give a command `--jobs N`, `--on ray` and `--address`, and call it with the runner that they name."""

    @wraps(command)
    def with_runner(*, jobs: int, on: str, address: str | None, **rest: Any) -> Any:
        from stellwerk.bots.on_ray import OnRay
        from stellwerk.bots.runners import runner_for

        if address and on != "ray":
            raise click.UsageError("--address is that of a cluster of Ray: say --on ray too")
        if on == "ray":
            told = click.get_current_context().get_parameter_source("jobs") != click.core.ParameterSource.DEFAULT
            return command(**rest, runner=OnRay(address, jobs or None if told else None))
        return command(**rest, runner=runner_for(jobs or os.cpu_count() or 1))

    given: Any = with_runner
    given = click.option("--address", metavar="ADDRESS", help="A cluster of Ray, such as ray://head:10001.")(given)
    given = click.option(
        "--on",
        default="processes",
        show_default=True,
        type=click.Choice(["processes", "ray"]),
        help="Where to play: in processes of this machine, or on Ray (pip install stellwerk[ray]).",
    )(given)
    jobs_help = "Processes; 0 for one per core."
    given = click.option("--jobs", default=1, show_default=True, type=click.IntRange(0), help=jobs_help)(given)
    return cast("Command", given)


def _read_options(_ctx: click.Context, _param: click.Parameter, given: Iterable[str]) -> dict[str, str]:
    options = {}
    for entry in given:
        name, equals, value = entry.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"expected NAME=VALUE, not {entry!r}")
        options[name] = value
    return options


def read_match(file: Path) -> tuple[Header, list[Any]]:
    """Header and log of a match file, not yet held against the rules."""
    return parse(read_json(file))


def read_json(file: Path) -> Any:
    """The JSON of a file, or why there is none."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"cannot read {file}: {error}") from error
    return parse_text(text)


def write_text(file: Path, text: str, *, secret: bool = False) -> None:
    """Write a file, or say why not; one that is `secret`, as with the seed of a match, for its owner alone."""
    try:
        handle = os.open(file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600 if secret else 0o666)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from error


def seat_name(header: Header, seat: int) -> str:
    """How a seat is called in what a command prints."""
    taken = header.seats[seat]
    return f"{taken.name} ({taken.bot})" if taken.bot else taken.name


def read_seats(given: str) -> list[Seat]:
    """Seats from "Anna,Ben:greedy": a name each, with the bot that plays it."""
    seats = []
    for entry in given.split(","):
        name, _, bot = (part.strip() for part in entry.partition(":"))
        if not name:
            raise click.BadParameter(f"a seat needs a name: {entry!r}", param_hint="--seats")
        seats.append(Seat(name, bot or None))
    return seats
