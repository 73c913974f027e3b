"""A PostgreSQL server for tests and tools: on a unix socket in a folder of its own, gone when who asked for it is.

`server()` starts one for a `with` block. `shared(folder)` is the one of a whole test session: the first process that
asks starts it, all that hold it are counted by locks that even a killed process gives back, and the last one to go
takes the server with it.
"""

import ctypes
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

OWNER = "postgres"
"""Whom Debian's package adds, for root may not run a server."""

USER = "stellwerk"
PATIENCE = 300.0
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
ALWAYS = ("listen_addresses=", "shared_buffers=16MB", "max_connections=100", "autovacuum=off", "max_wal_size=64MB")
NUMBERS = count()


def programs() -> Path:
    """The folder with initdb and postgres: $POSTGRES, else Debian's newest, else what is on the path."""
    if named := os.environ.get("POSTGRES"):
        return Path(named)
    debian = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    if found := sorted(debian, key=lambda path: int(path.parts[-3]) if path.parts[-3].isdigit() else 0):
        return found[-1].parent
    if on_path := shutil.which("postgres"):
        return Path(on_path).parent
    raise FileNotFoundError("no PostgreSQL here: `python3 tools/bootstrap.py postgres` finds or installs one")


@dataclass
class Server:
    """A server that may be stopped and started again in the middle of a test."""

    home: Path
    fsync: bool = False
    settings: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Make the cluster; root hands the folder over to somebody who may run a server."""
        if os.geteuid() == 0:
            shutil.chown(self.home, OWNER, OWNER)
        words = (
            "--auth=trust",
            f"--username={USER}",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--no-instructions",
        )
        self._run(programs() / "initdb", *words, "-D", self.data)

    @property
    def data(self) -> Path:
        return self.home / "data"

    def start(self) -> None:
        settings = (*ALWAYS, f"unix_socket_directories={self.home}", *(() if self.fsync else FAST), *self.settings)
        words = [programs() / "postgres", "-D", self.data, *(word for one in settings for word in ("-c", one))]
        with (self.home / "log").open("ab") as told:
            self.process = subprocess.Popen(
                words,
                stdout=told,
                stderr=told,
                preexec_fn=_die_with_parent,  # noqa: PLW1509  # it takes no lock: LIBC is there already
                **_as_owner(),
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.admin("SELECT 1")
            except psycopg.OperationalError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise RuntimeError((self.home / "log").read_text()) from None
                time.sleep(0.02)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """At once by default, as a crash would; SIGINT lets running statements go, SIGTERM waits for all clients."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def admin(self, statement: str) -> list[tuple[Any, ...]]:
        """Have the server do something outside any test's database."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            cursor = db.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def url(self, name: str) -> str:
        """An address that allows for a busy machine, where a new connection may take seconds."""
        return f"postgresql://{USER}@/{name}?host={self.home}&connect_timeout=30"

    def create(self) -> str:
        """The address of a new, empty database."""
        name = f"t{os.getpid()}_{next(NUMBERS)}"
        self.admin(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        self.admin(f"DROP DATABASE IF EXISTS {urlsplit(url).path[1:]} WITH (FORCE)")

    def _run(self, *words: object) -> None:
        done = subprocess.run([*map(str, words)], capture_output=True, check=False, **_as_owner())
        if done.returncode:
            raise RuntimeError(done.stderr.decode())


@contextmanager
def server(*settings: str, fsync: bool = False) -> Iterator[Server]:
    """Run one of one's own for a while; `create` makes a database in it and returns its address."""
    with _home() as home:
        made = Server(home, fsync, settings)
        made.prepare()
        made.start()
        try:
            yield made
        finally:
            made.stop()


@contextmanager
def shared(folder: Path) -> Iterator[Server]:
    """The server of all processes that name the same folder."""
    folder.mkdir(exist_ok=True)
    ready = folder / "ready"
    with (folder / "guard").open("w") as guard, (folder / "users").open("w") as users:
        fcntl.flock(guard, fcntl.LOCK_EX)
        fcntl.flock(users, fcntl.LOCK_SH)  # waits for a keeper that is about to end
        if not ready.exists():
            # Nobody waits for it: it outlives this process for a moment.
            keeper = os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, __file__, str(folder)])
            end = time.monotonic() + PATIENCE
            while not ready.exists():
                assert time.monotonic() < end, "no PostgreSQL came up"
                assert os.waitpid(keeper, os.WNOHANG) == (0, 0), (folder / "log").read_text()
                time.sleep(0.02)
        fcntl.flock(guard, fcntl.LOCK_UN)
        yield Server(Path(json.loads(ready.read_text())))


def keep(folder: Path) -> None:
    """Run a server until nobody holds the lock of its users any more."""
    os.setpgid(0, 0)  # Ctrl-C is for the tests; a session of its own would have a priority of its own too
    with (folder / "log").open("ab") as told:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(told.fileno(), stream.fileno())
    with server() as made, (folder / "users").open("w") as users:
        fresh = folder / "fresh"
        fresh.write_text(json.dumps(str(made.home)))
        fresh.rename(folder / "ready")
        try:
            fcntl.flock(users, fcntl.LOCK_EX)
        finally:
            (folder / "ready").unlink()


@contextmanager
def _home() -> Iterator[Path]:
    """A folder whose path is short enough for a socket and whose parents everybody may pass."""
    home = Path(tempfile.mkdtemp(prefix="stellwerk-pg-", dir="/tmp"))
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _as_owner() -> dict[str, Any]:
    return {"user": OWNER, "group": OWNER, "extra_groups": []} if os.geteuid() == 0 else {}


def _die_with_parent() -> None:
    """Ask Linux to end this process when its parent does, however that happens."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
