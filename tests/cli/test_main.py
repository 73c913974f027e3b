"""The group: help, version, errors in one line."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module

import click
import pytest
from click.testing import Result

from stellwerk import __version__
from stellwerk.cli import COMMANDS, main

Run = Callable[..., Result]


def test_the_help_lists_every_command_without_loading_any() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from stellwerk.cli import main;"
        "print(CliRunner().invoke(main, ['--help']).output);"
        "heavy = ('stellwerk.cli.s', 'stellwerk.bots', 'starlette', 'sqlalchemy');"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name, said in COMMANDS.items():
        assert f"{name} " in done.stdout
        assert said in done.stdout
    assert done.stdout.strip().endswith("[]")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_its_options(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: main {name}") or f"{name} [OPTIONS]" in result.output
    command = main.get_command(click.Context(main), name)
    module = {"import": "import_"}.get(name, name.replace("-", "_"))
    assert command is getattr(import_module(f"stellwerk.cli.{module}"), module)
    assert command is not None
    assert command.help
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, f"{name} {param.name} says nothing about itself"


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").output.strip() == f"stellwerk, version {__version__}"


def test_a_refusal_is_one_line_on_stderr_and_exit_code_1(run: Run) -> None:
    result = run("new", "paris-connection", "--seats", "Anna", "-o", "/nowhere.json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: paris-connection mat.1: ")
    assert result.stderr.count("\n") == 1


GAMES = "1830, 1848, 1853, paris-connection, railroad-revolution"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "paris"), f"no game 'paris', only {GAMES}; did you mean 'paris-connection'?"),
        (("simulate", "183"), f"no game '183', only {GAMES}; did you mean '1830'?"),
        (("rules", "no-such-game"), f"no game 'no-such-game', only {GAMES}"),
        (("check-data", "1848x"), f"no game '1848x', only {GAMES}; did you mean '1848'?"),
        (("fit", "paris-connection"), "no 18xx game 'paris-connection', only 1830, 1848, 1853"),
        (("arena", "railroad", "--ledger", "/nowhere"), f"only {GAMES}; did you mean 'railroad-revolution'?"),
    ],
)
def test_an_unknown_game_is_named_before_anything_else_is_asked_for(
    run: Run, words: tuple[str, ...], said: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.endswith(f"{said}\n")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--seats", "A:gredy,B,C"),
            "no bot 'gredy', only random, greedy, planner-easy, planner-normal, planner; did you mean 'greedy'?",
        ),
        (("--seats", "A,B,C", "--preset", "standart"), "it has standard; did you mean 'standard'?"),
        (("--seats", "A,B,C", "--option", "start_layot=fixed"), "did you mean 'start_layout'?"),
        (("--seats", "A,B,C", "--option", "start_layout=fix"), "did you mean 'fixed'?"),
    ],
)
def test_an_unknown_name_is_wrong_use_and_the_nearest_is_asked_for(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("new", "paris-connection", *words, "-o", "/nowhere.json")
    assert result.exit_code == 2
    assert result.stderr.endswith(f"{said}\n")


def test_an_unknown_command_is_wrong_use_and_the_nearest_is_asked_for(run: Run) -> None:
    result = run("simulat")
    assert result.exit_code == 2
    assert result.stderr.endswith("Error: no command 'simulat'; did you mean 'simulate'?\n")
    assert run("zzz").stderr.endswith("Error: no command 'zzz'\n"), "nothing is like it"


@pytest.mark.parametrize("words", [("fly",), ("simulate",), ("new", "1830"), ("games", "--wrong"), ("perft", "x")])
def test_wrong_use_is_exit_code_2(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Usage:" in result.stderr


def started(*words: str) -> subprocess.CompletedProcess[str]:
    """The command line as a process of its own."""
    command = [sys.executable, "-c", "from stellwerk.cli import main; main()", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_runs_as_a_process() -> None:
    assert "paris-connection" in started("games").stdout
    missing = started("show", "/nowhere.json")
    assert missing.returncode == 2
    assert "Traceback" not in missing.stderr
    unknown = started("new", "no-such-game", "--seats", "a,b,c", "-o", "/nowhere.json")
    assert (unknown.returncode, unknown.stderr) == (2, f"Error: no game 'no-such-game', only {GAMES}\n")
