"""A terminal for the tests: the command line without a process, and a match to show it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stellwerk.bots.arena import Series, play_game
from stellwerk.cli import main
from stellwerk.core.matchfile import dumps

GAME = "paris-connection"

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run a command in this process; an exception that no command may let through fails the test."""

    def invoke(*words: str | Path) -> Result:
        result = CliRunner().invoke(main, [str(word) for word in words])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a whole game."""
    match, _ = play_game(Series(GAME, ("greedy", "random", "random"), "cli", 1), 0)
    file = tmp_path_factory.mktemp("matches") / "finished.json"
    file.write_text(dumps(match), encoding="utf-8")
    return file


@pytest.fixture
def fresh(run: Run, tmp_path: Path) -> Path:
    """The file of a match that begins."""
    file = tmp_path / "fresh.json"
    assert run("new", GAME, "--seats", "Anna,Ben:greedy,Cleo", "--seed", "7", "-o", file).exit_code == 0
    return file
