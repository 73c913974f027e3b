"""The command line: one small file per command, loaded only when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import Any, Final

import click

from stellwerk import __version__
from stellwerk.cli.examples import examples
from stellwerk.core import errors
from stellwerk.core.errors import NotFound, StellwerkError, UnknownOption, did_you_mean

COMMANDS: Final[Mapping[str, str]] = {
    "serve": "Play in the browser: start the server.",
    "worker": "Run bots for servers that share a database.",
    "backup": "Write all matches of a server to a file.",
    "restore": "Fill a database from a backup.",
    "doctor": "Check the database of a server, and repair it.",
    "expire": "Delete abandoned and old finished matches.",
    "games": "List the games that are installed.",
    "new": "Begin a match and write its file.",
    "show": "Show a position of a match.",
    "replay": "Check every action of a match against the rules.",
    "import": "Read a game record of 18xx.games as a match.",
    "export": "Write a match as a game record of 18xx.games.",
    "simulate": "Let bots play many games and print statistics.",
    "arena": "Rank bots by many games against each other.",
    "fit": "Fit the constants of a planner to played games.",
    "perft": "Count the positions that can be reached.",
    "rules": "List the rules of a game and their tests.",
    "check-data": "Check the data files of the games.",
}
"""Each command with its short help, so that `stellwerk --help` need not load them all."""


FORM: Final = "" if errors.__file__.endswith((".py", ".pyc")) else ", as machine code"
"""What there is to say of how the engine is there: as plain Python, or compiled (docs/speed.md)."""


class WrongName(click.ClickException):
    """Something was named that does not exist."""

    exit_code = 2


class LazyGroup(click.Group):
    """A group whose commands live in modules of the same name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_") + "_" * iskeyword(cmd_name)
        command = getattr(import_module(f"{__name__}.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            ctx.fail(f"no command {name!r}{did_you_mean(name, COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Say a refusal in one line and leave with exit code 1, or 2 where something was named that does not exist."""
        try:
            return super().invoke(ctx)
        except StellwerkError as error:
            kind = WrongName if isinstance(error, NotFound | UnknownOption) else click.ClickException
            raise kind(" ".join(str(error).split())) from error


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog=examples(
        "stellwerk serve",
        "stellwerk simulate paris-connection --seats greedy,random,random --games 100 --seed 1",
        "stellwerk COMMAND --help",
    ),
)
@click.version_option(__version__, prog_name="stellwerk", message=f"%(prog)s, version %(version)s{FORM}")
def main() -> None:
    """Play, study and simulate railway board games with every rule enforced.

    Seats and plies are numbered from 0, as in files, logs and the interface for programs.
    """
