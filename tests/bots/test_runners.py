"""Processes that play games end with the one that started them, and one that is lost is told."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk.bots.runners import Processes

ENOUGH = 300.0
"""Seconds that nothing here takes."""

WORKER = b"spawn_main"


@pytest.fixture
def series() -> Iterator[subprocess.Popen[str]]:
    """A series in two processes that would take long."""
    words = ["simulate", "paris-connection", "--seats", "random,random,random", "--games", "1000000", "--jobs", "2"]
    code = f"from stellwerk.cli import main; main({words!r})"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def workers_of(pid: int) -> list[int]:
    """The processes that play, once both of them have got so far as to watch the one that started them."""
    until = time.monotonic() + ENOUGH
    while time.monotonic() < until:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        found = [int(child) for child in children if WORKER in Path(f"/proc/{child}/cmdline").read_bytes()]
        if len(found) == 2 and all(len(list(Path(f"/proc/{child}/task").iterdir())) > 1 for child in found):
            return found
        time.sleep(0.05)
    raise AssertionError("no two processes have begun to play")


def alive(pid: int) -> bool:
    """Whether a process runs: one that is dead and not yet reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_who_is_killed_leaves_no_processes_behind(series: subprocess.Popen[str]) -> None:
    workers = workers_of(series.pid)
    series.kill()
    until = time.monotonic() + ENOUGH
    while any(alive(worker) for worker in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(alive(worker) for worker in workers)


def test_a_process_that_is_lost_ends_the_series_with_a_sentence(series: subprocess.Popen[str]) -> None:
    os.kill(workers_of(series.pid)[0], signal.SIGKILL)
    _, said = series.communicate(timeout=ENOUGH)
    assert series.returncode == 1
    assert "Error: a process that played games has ended unexpectedly" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(("games", "portion"), [(1, 1), (200, 1), (19_999, 1), (1_000_000, 100)])
def test_a_portion_is_small_and_there_are_not_too_many(games: int, portion: int) -> None:
    assert Processes(2).portion(games) == portion
