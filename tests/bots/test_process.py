"""Programs that speak lines of JSON play like other bots; those that do not are named in a clear error."""

import json
import select
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from stellwerk.bots.arena import BadAnswer, Series, play_series
from stellwerk.bots.process import LONGEST_ANSWER, BotFailed, ProcessBot, seated, start
from stellwerk.bots.registry import bot
from stellwerk.cli import main
from stellwerk.core.errors import NotFound
from stellwerk.core.match import Match, Seat, new_header

GAME = "paris-connection"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "json_bot.py"
PLAYS = f"process:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
MATCH = Match(new_header(GAME, [Seat(str(n)) for n in range(3)], seed="s"))
SEAT = MATCH.waiting()[0]
VIEW = MATCH.view(SEAT)


def script(code: str) -> str:
    """A command that runs some Python."""
    return shlex.join([sys.executable, "-c", code])


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[ProcessBot]:
    started = start(script(request.param), seconds=300.0)
    yield started
    started.close()


def test_the_example_plays_whole_games_that_a_seed_repeats() -> None:
    series = Series(GAME, (PLAYS, "random", "random"), "5", 2, rotate=True)
    records = list(play_series(series))
    assert [record.seats.index(PLAYS) for record in records] == [0, 1]
    assert records == list(play_series(series))


def test_a_command_line_takes_a_program_as_a_seat() -> None:
    result = CliRunner().invoke(
        main, ["simulate", "railroad-revolution", "--seats", f"{PLAYS},random", "--games", "1", "--json"]
    )
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["bots"][PLAYS]["played"] == 1


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("print('what?')", "'what\\?', which is no action"),
        ("print([1])", "which is no action"),
        ("print('[' * 9000)", "which is no action"),
        ("print('{\"kind\": 3}')", "which is no action"),
        ('print(\'{"kind": "place", "args": [1.5]}\')', "which is no action"),
        ("import sys; sys.exit(3)", "has ended with exit code 3"),
        ("import sys; sys.stdin.readline()", "has ended with exit code 0"),
        (f"print('x' * {2 * LONGEST_ANSWER}, end='', flush=True); input(); input()", "more than 65536 bytes"),
    ],
    indirect=["program"],
)
def test_a_program_that_does_not_play_is_named_with_its_fault(program: ProcessBot, problem: str) -> None:
    with pytest.raises(BotFailed, match=problem):
        program.choose(VIEW, Random(0))


def test_an_answer_counts_although_its_program_has_ended_before_the_question() -> None:
    hasty = start(script('print(\'{"kind": "pass"}\')'), seconds=300.0)
    try:
        hasty.process.wait(300)
        assert hasty.choose(VIEW, Random(0)).kind == "pass"
    finally:
        hasty.close()


def test_a_silent_program_is_given_up_and_killed_with_what_it_started() -> None:
    child = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'input()']); time.sleep(600)"
    silent = start(script(child), seconds=0.2)
    with pytest.raises(BotFailed, match=r"has not answered within 0\.2 s"):
        silent.choose(VIEW, Random(0))
    began = time.monotonic()
    silent.close()
    assert time.monotonic() - began < 300
    assert silent.process.returncode != 0


def test_what_a_program_started_does_not_outlive_it() -> None:
    child = (
        "import subprocess, sys; print(subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL).pid, flush=True)"
    )
    parent = start(script(child))
    assert parent.process.stdout is not None
    started = int(parent.process.stdout.readline())
    parent.process.wait(300)
    assert alive(started)
    parent.close()
    until = time.monotonic() + 300
    while alive(started) and time.monotonic() < until:
        time.sleep(0.01)  # it is reaped by whoever is responsible for orphans here
    assert not alive(started)


def alive(pid: int) -> bool:
    """Whether a process runs: one that is dead and not yet reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


TWO_AT_ONCE = 'input(); print(\'{"kind": "pass"}\\n{"kind": "pass"}\', flush=True); input()'
LATER = "input(); print('{\"kind\": \"pass\"}', flush=True); print('more', flush=True); input(); input()"


@pytest.mark.parametrize("program", [TWO_AT_ONCE, LATER], indirect=True)
def test_who_says_more_than_was_asked_is_told_so_and_not_understood_as_the_next_answer(program: ProcessBot) -> None:
    def asked_twice() -> None:
        program.choose(VIEW, Random(0))
        assert program.process.stdout is not None
        assert select.select([program.process.stdout], [], [], 300)[0]
        program.choose(VIEW, Random(0))

    with pytest.raises(BotFailed, match="more than one line"):
        asked_twice()


def test_who_never_reads_its_input_does_not_block() -> None:
    deaf = start(script("import time; time.sleep(600)"), seconds=0.5)
    try:
        with pytest.raises(BotFailed, match="has not answered"):
            deaf._exchange(b"x" * 10_000_000)
    finally:
        deaf.close()


def test_an_illegal_action_is_a_bad_answer_and_a_missing_program_is_told() -> None:
    passes = "process:" + script("\nfor _ in iter(input, ''): print('{\"kind\": \"pass\"}', flush=True)")
    with pytest.raises(BadAnswer):
        list(play_series(Series(GAME, (passes, "random", "random"), "1", 1)))
    with pytest.raises(BotFailed, match="cannot be started"), seated(GAME, "process:/no/such/program"):
        pass
    with pytest.raises(BotFailed, match="is no command"), seated(GAME, "process:'unfinished"):
        pass
    with pytest.raises(NotFound), seated(GAME, "process:"):
        pass


def test_a_server_knows_no_programs() -> None:
    """Whoever may name a bot over HTTP must not run a command by it."""
    with pytest.raises(NotFound):
        bot(GAME, PLAYS)
