"""The supervisor of bots: it never ends, is fair, takes over what was left, and costs hardly a write."""

import asyncio
import json
import logging
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.core.action import Json
from stellwerk.core.match import Header, Match, Seat
from stellwerk.server import agenda, jobs
from stellwerk.server.errors import Unavailable
from stellwerk.server.jobs import PORTION, Bots
from stellwerk.server.matches import Matches
from stellwerk.server.owners import new_owner
from stellwerk.server.pool import Pool
from stellwerk.server.rows import rows_of
from stellwerk.server.store import Store
from stellwerk.server.store import database as store_database
from stellwerk.server.store.faults import Gate
from stellwerk.server.store.queue import LEASE
from stellwerk.server.store.schema import matches as rows
from stellwerk.server.table import Table
from stellwerk.server.wire import Wire
from stellwerk.server.worker import think
from tests.server.kit import both, played

ROBOTS = tuple(Seat(name, "random") for name in "ABC")
ANNA = (Seat("Anna"), *ROBOTS[1:])


class Here(Pool):
    """Bots that think in this process, and can be held up."""

    def __init__(self, size: int = 1) -> None:
        super().__init__(size)
        self.asked: list[str] = []
        self.thinking = self.most = 0
        self.open = asyncio.Event()
        self.open.set()

    async def ask(self, job: bytes, limit: float) -> Json:
        self.thinking += 1
        self.most = max(self.most, self.thinking)
        try:
            await self.open.wait()
            await asyncio.sleep(0)
            return think(json.loads(job))
        finally:
            self.thinking -= 1


async def bounded(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async with asyncio.timeout(600):
        await test()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(bounded(test))


@asynccontextmanager
async def driving(store: Store, pool: Pool, **more: Any) -> AsyncIterator[Bots]:
    matches = Matches(store)
    bots = Bots(matches, pool, delay=0.0, limit=5.0, **more)
    bots.start()
    try:
        yield bots
    finally:
        await bots.close()
        matches.desk.close()


async def until(look: Callable[[], Any], seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end, "it did not come true"
        await asyncio.sleep(0.01)


def seat(store: Store, name: str, seats: tuple[Seat, ...] = ROBOTS, plies: int = 12) -> Match:
    """Write a match in which it is a bot's turn."""
    match = played("drive", plies)
    while match.waiting() == [0]:
        plies += 1
        match = played("drive", plies)
    header: Header = replace(match.header, seats=seats)
    table = Table(name, Match(header, match.log), match.ply, 0.0)
    store.create(name, header, ["x"] * 3, rows_of(match), table.standing())
    return match


def plies(store: Store) -> dict[str, int]:
    with store.database.reading() as db:
        return {row[0]: row[1] for row in db.execute(sa.select(rows.c.id, rows.c.ply))}


def leases(store: Store) -> dict[str, str | None]:
    with store.database.reading() as db:
        query = sa.select(rows.c.id, rows.c.bot_owner).where(rows.c.bot_since.is_not(None))
        return {row[0]: row[1] for row in db.execute(query)}


@pytest.fixture
def store(database: Path) -> Any:
    made = Store(str(database))
    yield made
    made.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (agenda, jobs):
        monkeypatch.setattr(module, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(jobs, "LOOK", 0.1)


# --- fair ------------------------------------------------------------------------------------------------


@both
def test_matches_of_bots_alone_go_on_equally_fast(store: Store) -> None:
    for name in "abc":
        begun = seat(store, name).ply

    async def main() -> None:
        async with driving(store, Here(1)):
            await until(lambda: min(plies(store).values()) > begun + 8)
        gone = [ply - begun for ply in plies(store).values()]
        assert max(gone) - min(gone) <= 6, "chance may add some actions to a move"

    run(main)


def test_a_match_with_a_person_is_served_first(store: Store) -> None:
    for name in "abcdef":
        seat(store, name)
    seat(store, "people", ANNA)
    order: list[str] = []
    append = Store.append

    def note(self: Store, name: str, *args: Any, **more: Any) -> None:
        order.append(name)
        append(self, name, *args, **more)

    async def main() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "append", note)
            async with driving(store, Here(1)) as bots:
                await until(lambda: "people" not in leases(store))
                await until(lambda: "people" not in bots.agenda)  # it is the person's turn
        last = len(order) - order[::-1].index("people")
        others = [name for name in order[:last] if name != "people"]
        assert order[0] == "people"
        assert len(others) <= last // agenda.TURN + 1

    run(main)


def test_no_more_bots_think_at_once_than_there_are_processes(store: Store) -> None:
    for name in "abcdef":
        begun = seat(store, name).ply

    async def main() -> None:
        pool = Here(2)
        pool.open.clear()
        async with driving(store, pool):
            await until(lambda: pool.thinking == 2)
            pool.open.set()
            await until(lambda: min(plies(store).values()) > begun)
        assert pool.most == 2

    run(main)


def test_a_thousand_matches_are_taken_over_in_portions_and_all_go_on() -> None:
    store = Store("sqlite://")
    match = played("drive", 12)
    header = replace(match.header, seats=ROBOTS)
    standing = Table("x", Match(header, match.log), match.ply, 0.0).standing()
    for number in range(1000):
        store.create(f"m{number}", header, ["x"] * 3, rows_of(match), standing)

    async def main() -> None:
        pool, most = Here(1), 0
        async with driving(store, pool) as bots:

            def seen() -> bool:
                nonlocal most
                most = max(most, len(bots.agenda))
                return bots.counts["played"] >= 3 * PORTION

            await until(seen)
        assert 0 < most <= PORTION
        moved = [name for name, ply in plies(store).items() if ply > match.ply]
        assert len(moved) >= 3 * PORTION - PORTION // 2, "others have their turns before one has its second"

    run(main)
    store.close()


# --- leases ----------------------------------------------------------------------------------------------


def test_a_chain_of_moves_costs_one_write_each(store: Store) -> None:
    writes: Counter[str] = Counter()

    def count(statement: str) -> None:
        writes[statement.split(maxsplit=1)[0]] += 1

    def trace(link: Any, *_: Any) -> None:
        link.set_trace_callback(count)

    async def main() -> None:
        for name in "ab":
            seat(store, name)
        sa.event.listen(store.database.engine, "checkout", trace)  # SQLite itself tells what it does
        async with driving(store, Here(1)) as bots:
            await until(lambda: bots.counts["played"] >= 40)
            moves = bots.counts["played"]
            # Of a move: one row of the match. Of the queue: one lease for all of it.
            assert moves <= writes["UPDATE"] <= moves + 3

    run(main)


def test_while_a_bot_thinks_its_match_stays_leased_and_at_the_end_it_is_given_back(
    store: Store, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    """By a clock that is turned by hand, further than a lease lasts, each time that it was renewed."""
    seat(store, "a")
    monkeypatch.setattr(jobs, "LEASE", 0.3)  # so it is renewed soon
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)

    def ends() -> float:
        with store.database.reading() as db:
            return float(db.scalar(sa.select(rows.c.bot_until)) or 0)

    async def main() -> None:
        nonlocal now
        pool = Here(1)
        pool.open.clear()
        async with driving(store, pool) as bots:
            await until(lambda: pool.thinking)
            for _ in range(3):
                now = renewed = now + 0.6 * LEASE
                await until(lambda renewed=renewed: ends() == renewed + LEASE)  # type: ignore[misc]
                assert store.queue.lease("another", 9) == []
            assert leases(store) == {"a": bots.owner}
        assert leases(store) == {"a": None}

    run(main)


def test_what_a_killed_process_was_at_is_taken_over_when_its_lease_has_run_out(
    store: Store, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    begun = seat(store, "a").ply
    store.queue.lease("elsewhere/1/dead", 9)
    now = time.time()

    async def main() -> None:
        async with driving(store, Here(1)) as bots:
            await asyncio.sleep(0.3)
            assert plies(store) == {"a": begun}, "it is still another's"
            monkeypatch.setattr(time, "time", lambda: now + LEASE + 1)
            await until(lambda: bots.counts["played"] > 3)

    run(main)


def test_what_a_process_of_this_computer_was_at_is_taken_over_as_soon_as_it_is_gone(store: Store) -> None:
    seat(store, "a")
    host, _, _ = new_owner().split("/")
    store.queue.lease(f"{host}/99999999/0", 9)

    async def main() -> None:
        async with driving(store, Here(1)) as bots:
            await until(lambda: bots.counts["played"] > 3, 0.9 * LEASE)

    run(main)


@both
def test_two_processes_share_the_work_and_play_no_move_twice(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever waits for a slow disk waits as long as it takes: here nobody shall fail but by another's move.
    monkeypatch.setattr(store_database, "PRAGMAS", ("PRAGMA busy_timeout=300000", *store_database.PRAGMAS[1:]))
    monkeypatch.setattr(Gate.__init__, "__defaults__", (300.0,))
    one, two = Store(str(database)), Store(str(database))
    for number in range(PORTION + 20):
        seat(one, f"m{number}")

    async def main() -> None:
        async with driving(one, Here(1)) as first, driving(two, Here(1)) as second:
            await until(lambda: min(first.counts["played"], second.counts["played"]) > 20)
            counts = first.counts + second.counts
        assert counts["failed"] == 0
        assert counts["late"] <= counts["played"] // 20

    run(main)
    one.close()
    two.close()


# --- clocks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [7200.0, -7200.0])
def test_a_clock_that_is_set_neither_stalls_nor_hurries_anything(
    store: Store, monkeypatch: pytest.MonkeyPatch, quick: None, jump: float
) -> None:
    for name in "ab":
        seat(store, name)
    looks = 0
    lease = type(store.queue).lease

    def count(self: Any, *args: Any, **more: Any) -> Any:
        nonlocal looks
        looks += 1
        return lease(self, *args, **more)

    now = time.time

    async def main() -> None:
        monkeypatch.setattr(type(store.queue), "lease", count)
        pool = Here(1)
        async with driving(store, pool) as bots:
            await until(lambda: bots.counts["played"] > 5)
            monkeypatch.setattr(time, "time", lambda: now() + jump)
            played, before = dict(plies(store)), looks
            seat(store, "new")
            bots.poke("new")
            began = time.monotonic()
            await until(lambda: all(ply > played.get(name, 20) for name, ply in plies(store).items()))
            assert looks - before <= 3 + (time.monotonic() - began) / jobs.GAP
            pool.open.clear()
            await until(lambda: pool.thinking)
            began, before = time.monotonic(), looks
            await asyncio.sleep(0.5)
            seldom = (time.monotonic() - began) / jobs.LOOK + 3
            assert looks - before <= seldom, "nothing is new, so it is looked at seldom"
        assert bots.counts["failed"] == 0

    run(main)


# --- what fails ------------------------------------------------------------------------------------------


def again(item: agenda.Item | None) -> bool:
    """Whether what fails is tried again and again."""
    return item is not None and item.failures > 1 and item.after > 0


def test_one_broken_match_stops_nobody_else(
    store: Store, database: Path, quick: None, caplog: pytest.LogCaptureFixture
) -> None:
    seat(store, "broken", ANNA)
    begun = seat(store, "good").ply
    with sqlite3.connect(database) as db:
        db.execute("UPDATE entries SET body = 'zzz' WHERE match = 'broken'")
    db.close()

    async def main() -> None:
        async with driving(store, Here(1)) as bots:
            await until(lambda: plies(store)["good"] > begun + 10)
            await until(lambda: again(bots.agenda.items.get("broken")))

    with caplog.at_level(logging.WARNING):
        run(main)
    told = [record.getMessage() for record in caplog.records]
    assert any("broken" in text and "try again" in text for text in told)


def test_bots_go_on_by_themselves_after_a_database_that_was_locked_for_seconds(
    store: Store, database: Path, quick: None
) -> None:
    begun = seat(store, "a").ply
    seat(store, "people", ANNA)

    async def main() -> None:
        other = sqlite3.connect(database, isolation_level=None)
        async with driving(store, Here(1)) as bots:
            await until(lambda: plies(store)["a"] > begun)
            other.execute("BEGIN IMMEDIATE")
            await until(lambda: bots.counts["failed"] >= 1)
            now = plies(store)["a"]
            other.rollback()
            other.close()
            await until(lambda: plies(store)["a"] > now + 5)

    run(main)


def test_the_supervisor_outlives_whatever_goes_wrong_in_it(
    store: Store, monkeypatch: pytest.MonkeyPatch, quick: None, caplog: pytest.LogCaptureFixture
) -> None:
    seat(store, "a")
    errors: list[Exception] = [Unavailable("locked"), KeyError("surprise"), MemoryError("none"), RuntimeError("odd")]
    lease = type(store.queue).lease

    def stumble(self: Any, *args: Any, **more: Any) -> Any:
        if errors:
            raise errors.pop()
        return lease(self, *args, **more)

    monkeypatch.setattr(type(store.queue), "lease", stumble)

    async def main() -> None:
        async with driving(store, Here(1)) as bots:
            await until(lambda: bots.counts["played"] > 3)

    with caplog.at_level(logging.WARNING):
        run(main)
    assert errors == []
    assert sum("looked at again" in record.getMessage() for record in caplog.records) == 4


def test_a_write_of_another_process_is_noticed_without_a_word_of_it(
    store: Store, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LOOK", 0.2)
    other = Store(str(database))

    async def main() -> None:
        async with driving(store, Here(1)) as bots:
            await asyncio.sleep(0.3)
            seat(other, "late")
            await until(lambda: bots.counts["played"] > 3)

    run(main)
    other.close()


@both
def test_a_write_of_another_process_is_heard_of_by_the_wire(
    store: Store, database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LOOK", 3600.0)
    other = Store(str(database))

    async def main() -> None:
        async with driving(store, Here(1)) as bots:
            wire = Wire(store, None, bots.poke)
            wire.start()
            await until(lambda: not bots._look)
            await asyncio.sleep(0.5)
            for name in ("one", "two"):
                seat(other, name)
                await until(lambda name=name: plies(store)[name] > 20)  # type: ignore[misc]
            await wire.close()

    run(main)
    other.close()


def test_without_a_pool_only_the_alarm_is_kept(store: Store, quick: None) -> None:
    begun = seat(store, "a").ply

    async def main() -> None:
        matches = Matches(store)
        bots = Bots(matches, None, delay=0.0, limit=1.0)
        bots.start()
        await until(lambda: bots.alarm.waiting == 1)
        assert leases(store) == {"a": None}
        assert plies(store) == {"a": begun}
        assert bots.stalled() == []
        await bots.close()
        matches.desk.close()

    run(main)
