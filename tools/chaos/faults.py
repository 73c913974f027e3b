"""What can happen to a server and its database. Each fault begins, lasts, and is over when its function returns."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tools.chaos.house import House
from tools.chaos.notes import Notes
from tools.chaos.players import Lost, Table, ask, pause, resume
from tools.rig.serving import family

if TYPE_CHECKING:
    from tests.postgres import Server

LOCKED: Final = 5.0
FULL: Final = 4.0
BLOCK: Final = 1 << 16
LEAVES: Final = (0x0A, 0x0D)
"""What a page of SQLite begins with that holds rows or keys, and no ways to other pages."""


@dataclass
class World:
    """All that can be hurt."""

    house: House
    notes: Notes
    rng: Random
    tables: list[Table]
    file: Path | None = None
    """The database of SQLite, on a small file system of its own if `mounted`."""

    mounted: bool = False
    postgres: Server | None = None
    held: list[Any] = field(default_factory=list)

    def restart(self) -> None:
        self.house.start()


# --- processes -----------------------------------------------------------------------------------------


def kill_server(world: World) -> None:
    if left := world.house.kill():
        world.notes.find(f"processes {left} outlived their server")
    world.restart()


def restart_server(world: World) -> None:
    world.house.stop()
    world.restart()


def kill_thinker(world: World) -> None:
    world.house.kill_one(world.house.thinkers(), world.rng)


def kill_child(world: World) -> None:
    """One of several processes that answer requests; the server's own supervisor replaces it."""
    world.house.kill_one(world.house.children(), world.rng)


def kill_worker(world: World) -> None:
    world.house.kill_one([one.pid for one in world.house.workers], world.rng)
    time.sleep(2.0)
    world.restart()


def freeze_server(world: World) -> None:
    world.house.freeze(world.house.all(), world.rng.uniform(1.0, 4.0))


def turn_clock(world: World) -> None:
    """The clock jumps by hours, forwards and back, and comes right again."""
    for _ in range(3):
        world.house.set_clock(world.rng.choice((-1, 1)) * world.rng.randrange(60, 6 * 3600))
        time.sleep(2.0)
    world.house.set_clock(0)
    time.sleep(1.0)


# --- SQLite --------------------------------------------------------------------------------------------


def lock_database(world: World) -> None:
    """Another process writes for long."""
    assert world.file
    db = sqlite3.connect(world.file, timeout=5.0, isolation_level=None)
    try:
        with suppress(sqlite3.OperationalError):
            db.execute("BEGIN IMMEDIATE")
        time.sleep(LOCKED)
        if db.in_transaction:
            db.execute("ROLLBACK")
    finally:
        db.close()


def fill_disk(world: World) -> None:
    assert world.file
    ballast = world.file.parent / "ballast"
    try:
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(BLOCK))
        time.sleep(FULL)
    finally:
        ballast.unlink(missing_ok=True)


def read_only(world: World) -> None:
    """The file system is mounted read-only, as Linux does after an error of the disk; the server starts on that."""
    assert world.file
    folder = world.file.parent
    world.house.kill()
    remount(folder, "ro")
    try:
        with suppress(RuntimeError):  # it may refuse to start, if it says why
            world.house.start(seconds=3.0)
        time.sleep(3.0)
    finally:
        remount(folder, "rw")
    world.restart()


def damage_pages(world: World) -> None:
    """Some pages are lost. Only matches that have rows there may be unreadable; then the file comes back."""
    assert world.file
    pause(world.tables)
    world.house.stop()
    copy = Path(f"{world.file}.copy")
    try:
        _checkpoint(world.file)
        shutil.copyfile(world.file, copy)
        zeroed = _zero_pages(world.file, world.rng)
        concerned = {table.match for table in world.tables if table.match and not _whole(world.file, table.match)}
        world.notes.damaged = True
        with suppress(RuntimeError):
            world.house.start(seconds=5.0)
            _compare(world, concerned, zeroed)
    finally:
        world.house.kill()
        for end in ("-wal", "-shm"):
            Path(f"{world.file}{end}").unlink(missing_ok=True)
        if copy.exists():
            shutil.copyfile(copy, world.file)
            copy.unlink()
        world.notes.damaged = False
        world.restart()
        resume(world.tables)


def _compare(world: World, concerned: set[str], zeroed: list[int]) -> None:
    for table in world.tables:
        if not table.match:
            continue
        token = next(iter(table.tokens.values()))
        with suppress(Lost):
            status, data = ask(world.house.port, "GET", f"/api/matches/{table.match}", None, token, world.notes)
            if status != 200 and table.match not in concerned:
                told = f"match {table.match}, which has no row there, was answered {status} {data!r:.150}"
                world.notes.find(f"pages {zeroed} were lost; {told}")


def _checkpoint(file: Path) -> None:
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def _zero_pages(file: Path, rng: Random) -> list[int]:
    """Blot out a page or two that hold rows; returns their numbers."""
    with file.open("r+b") as data:
        head = data.read(18)
        size = int.from_bytes(head[16:18], "big") or 65536
        size = 65536 if size == 1 else size
        count = file.stat().st_size // size
        leaves = []
        for page in range(1, count):
            data.seek(page * size)
            if data.read(1)[:1] in (bytes([kind]) for kind in LEAVES):
                leaves.append(page)
        chosen = rng.sample(leaves, min(2, len(leaves)))
        for page in chosen:
            data.seek(page * size)
            data.write(bytes(size))
    return [page + 1 for page in chosen]


def _whole(file: Path, match: str) -> bool:
    """Whether all rows of a match can be read, by the same ways that a server takes."""
    db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        queries = [
            "SELECT * FROM matches WHERE id = ?",
            "SELECT * FROM matches WHERE follows = ?",
            "SELECT * FROM entries WHERE match = ? ORDER BY rev",
            "SELECT * FROM seats WHERE match = ? ORDER BY seat",
            "SELECT * FROM snapshots WHERE match = ? ORDER BY ply",
            "SELECT * FROM holds WHERE match = ?",
        ]
        return all(db.execute(query, (match,)).fetchall() is not None for query in queries)
    except sqlite3.DatabaseError:
        return False
    finally:
        db.close()


def remount(folder: Path, how: str) -> None:
    """Read-only or writable; whoever still has the file open for writing is given a moment to let go."""
    end = time.monotonic() + 10.0
    words = ["mount", "-o", f"remount,{how}", str(folder)]
    while subprocess.run(words, capture_output=True, check=False).returncode:
        if time.monotonic() > end:
            raise RuntimeError(f"{folder} cannot be remounted {how}")
        time.sleep(0.2)


# --- PostgreSQL ----------------------------------------------------------------------------------------


def crash_postgres(world: World) -> None:
    assert world.postgres
    world.postgres.stop()
    time.sleep(world.rng.uniform(0.0, 3.0))
    world.postgres.start()


def cut_connections(world: World) -> None:
    assert world.postgres
    world.postgres.admin("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")


def freeze_postgres(world: World) -> None:
    assert world.postgres
    assert world.postgres.process
    world.house.freeze(family(world.postgres.process.pid), world.rng.uniform(1.0, 4.0))


def exhaust_connections(world: World) -> None:
    """Somebody else takes all connections that are left, and gives them back."""
    import psycopg

    assert world.postgres
    taken: list[psycopg.Connection[Any]] = []
    try:
        with suppress(psycopg.OperationalError):
            while len(taken) < 500:
                taken.append(psycopg.connect(world.postgres.url("postgres"), connect_timeout=5))
        time.sleep(FULL)
    finally:
        for connection in taken:
            connection.close()


Fault = Callable[[World], None]


def faults_for(world: World) -> dict[str, Fault]:
    """What can be done to this world, by name."""
    found: dict[str, Fault] = {
        "server killed": kill_server,
        "server restarted": restart_server,
        "bot process killed": kill_thinker,
        "server frozen": freeze_server,
    }
    if world.house.clock:
        found["clock jumps"] = turn_clock
    if len(world.house.children()) > 1:
        found["server process killed"] = kill_child
    if world.house.count:
        found["worker killed"] = kill_worker
    if world.file:
        found["database locked"] = lock_database
        found["pages damaged"] = damage_pages
        if world.mounted:
            found["disk full"] = fill_disk
            found["disk read-only"] = read_only
    if world.postgres:
        found["database crashed"] = crash_postgres
        found["connections cut"] = cut_connections
        found["database frozen"] = freeze_postgres
        found["connections used up"] = exhaust_connections
    return found
