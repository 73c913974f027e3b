"""A server that is told to stop ends before its supervisor loses patience, whatever hangs in it."""

import asyncio
import threading
import time
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from stellwerk.server import stopping
from stellwerk.server.app import create_app
from stellwerk.server.settings import Settings
from stellwerk.server.stopping import DATABASE, PARTS, PATIENCE, POSITIONS, REQUESTS, together
from stellwerk.server.store.news import SqliteNews

DEADLINE = 300.0


def test_the_parts_fit_into_the_time_of_the_whole() -> None:
    assert REQUESTS + PARTS + POSITIONS + DATABASE < PATIENCE


def test_a_part_that_fails_keeps_no_other_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, told = [], []
    monkeypatch.setattr(stopping.log, "error", lambda text, **more: told.append(more["exc_info"]))

    async def fail() -> None:
        raise ValueError("stuck")

    async def end() -> None:
        ended.append(1)

    asyncio.run(together(fail, end))
    assert (ended, [str(error) for error in told]) == ([1], ["stuck"])


TRIES = 3
"""A machine that takes the processor away may do so once."""


@pytest.mark.slow
def test_whatever_hangs_the_process_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that hears no bell, a move of a bot that is never written, a look at the database that never ends."""
    took: list[float] = []
    while len(took) < TRIES and min(took, default=PATIENCE) >= PATIENCE - REQUESTS:
        took.append(stopped(tmp_path / f"{len(took)}.sqlite3", monkeypatch))
    assert min(took) < PATIENCE - REQUESTS


def stopped(database: Path, monkeypatch: pytest.MonkeyPatch) -> float:
    """How long a server takes to end in which all of this hangs."""
    released = threading.Event()

    def deaf(_news: SqliteNews, _bell: object, _names: Callable[[], Collection[str]]) -> list[str]:
        released.wait(DEADLINE)
        return []

    monkeypatch.setattr(SqliteNews, "wait", deaf)
    app = create_app(Settings(database=str(database), bots=0))

    async def main() -> float:
        stuck = asyncio.create_task(asyncio.sleep(DEADLINE))
        async with app.router.lifespan_context(app):
            app.state.bots._begun.add(stuck)
            inside = threading.Event()

            def stay() -> None:
                with app.state.matches.store.database._readers:
                    inside.set()
                    released.wait(DEADLINE)

            thread = threading.Thread(target=stay)
            thread.start()
            await asyncio.to_thread(inside.wait, DEADLINE)
            began = time.monotonic()
        took = time.monotonic() - began
        released.set()
        stuck.cancel()
        await asyncio.to_thread(thread.join)
        return took

    return asyncio.run(main())
