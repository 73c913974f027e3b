"""Who plays the games of a series: this process, several processes, or whatever else takes portions of work.

A runner gets a function and the portions to call it with, and gives the answers in the order of the portions. What
comes out depends on the portions alone, so every runner plays the same games.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

from stellwerk.core.errors import StellwerkError

Answer = TypeVar("Answer")
Numbers = tuple[int, ...]

PORTIONS: Final = 10_000
"""Portions of a very long series; all of them are kept in mind."""


class WorkerLost(StellwerkError):
    """A process that played games and has ended in their midst."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} that played games has ended unexpectedly; perhaps there is too little memory")
        self.where = where


class Runner(Protocol):
    """Plays portions of a series somewhere."""

    def portion(self, games: int) -> int:
        """How many games of so many make a good portion."""

    def run(self, work: Callable[[Any, Numbers], Answer], series: Any, portions: Sequence[Numbers]) -> Iterator[Answer]:
        """The answer for each portion, in their order."""


class Alone:
    """This process, game by game: each is told as soon as it is played."""

    def portion(self, games: int) -> int:
        return 1

    def run(self, work: Callable[[Any, Numbers], Answer], series: Any, portions: Sequence[Numbers]) -> Iterator[Answer]:
        for numbers in portions:
            yield work(series, numbers)


@dataclass(frozen=True)
class Processes:
    """So many processes of this machine."""

    jobs: int

    def portion(self, games: int) -> int:
        """One of some thousands: it costs next to nothing even of the quickest, and who is stopped has lost little."""
        return max(1, games // PORTIONS)

    def run(self, work: Callable[[Any, Numbers], Answer], series: Any, portions: Sequence[Numbers]) -> Iterator[Answer]:
        with ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), initializer=_end_with_parent) as pool:
            try:
                yield from in_order(pool, work, series, portions)
            except BrokenExecutor as error:
                raise WorkerLost("a process") from error


def _end_with_parent() -> None:
    """Let this process end when that which started it does: whoever is killed tells its workers nothing."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


def in_order(
    pool: Executor, work: Callable[[Any, Numbers], Answer], series: Any, portions: Sequence[Numbers]
) -> Iterator[Answer]:
    """Hand all portions to an executor, and give its answers in their order."""
    futures = [pool.submit(work, series, numbers) for numbers in portions]
    try:
        for future in futures:
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def runner_for(jobs: int) -> Runner:
    """The runner for so many processes of this machine."""
    return Alone() if jobs == 1 else Processes(jobs)


def portions_of(numbers: Sequence[int], size: int) -> list[Numbers]:
    """Numbers of games, cut into portions."""
    return [tuple(numbers[first : first + size]) for first in range(0, len(numbers), size)]
