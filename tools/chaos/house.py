"""The processes that are hurt: a server, perhaps with several processes, and workers that drive bots."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import IO, Final

from tools.rig.serving import Served, family, start, stop

THINKS: Final = "stellwerk.server.worker"
"""What the command line of a process names in which a bot thinks."""

PATIENCE: Final = 30.0


def faketime() -> Path | None:
    """The library that sets a process's clock: $LIBFAKETIME, or that of Debian's package libfaketime."""
    named = os.environ.get("LIBFAKETIME")
    found = [Path(named)] if named else [*Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")]
    return next((path for path in found if path.is_file()), None)


class House:
    """A server on one port of this computer and some workers, started anew whenever they were killed."""

    def __init__(self, database: str, log: Path, words: tuple[str, ...] = (), workers: int = 0) -> None:
        self.database, self.words, self.count = database, words, workers
        self.log: IO[str] = log.open("a")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.served: Served | None = None
        self.workers: list[subprocess.Popen[str]] = []
        self.clock = log.with_name(f"{log.name}.clock") if faketime() else None
        """The file that says how far the clock of all processes is ahead, where it can be set at all."""

        self.set_clock(0)

    # --- starting and stopping -------------------------------------------------------------------------

    def set_clock(self, ahead: int) -> None:
        """Let the clocks of all processes jump, at once or within a second."""
        if self.clock:
            self.clock.write_text(f"{ahead:+d}\n")

    @contextmanager
    def _own_clock(self) -> Iterator[None]:
        """Whoever is started here has a clock that can be set. What measures spans of time goes on as it was."""
        more = {}
        if self.clock:
            more = {
                "LD_PRELOAD": str(faketime()),
                "FAKETIME_TIMESTAMP_FILE": str(self.clock),
                "FAKETIME_CACHE_DURATION": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }
        os.environ.update(more)
        try:
            yield
        finally:
            for name in more:
                del os.environ[name]

    def start(self, seconds: float = PATIENCE) -> float:
        """Start whatever does not run, as a supervisor would: again and again. Returns how long it took."""
        with self._own_clock():
            return self._start(seconds)

    def _start(self, seconds: float) -> float:
        began = time.monotonic()
        while self.served is None:
            try:
                self.served = start(self.database, self.words, self.log, self.port)
            except RuntimeError:
                if time.monotonic() - began > seconds:
                    raise
                time.sleep(0.5)
        self.workers = [one for one in self.workers if one.poll() is None]
        while len(self.workers) < self.count:
            program = str(Path(sys.executable).parent / "stellwerk")
            words = [program, "worker", "--database", self.database, "--bots", "1", "--bot-delay", "0.02"]
            self.workers.append(subprocess.Popen(words, stdout=self.log, stderr=self.log, text=True))
        return time.monotonic() - began

    def kill(self, seconds: float = 15.0) -> list[int]:
        """End the server at once, without a word; returns those of its processes that outlived it for so long."""
        if self.served is None:
            return []
        pids = family(self.served.process.pid)
        _signal(pids[0], signal.SIGKILL)
        self.served.process.wait()
        if self.served.process.stdout:
            self.served.process.stdout.close()
        self.served = None
        end = time.monotonic() + seconds
        while (left := [pid for pid in pids[1:] if _command(pid)]) and time.monotonic() < end:
            time.sleep(0.05)
        for pid in left:
            _signal(pid, signal.SIGKILL)
        return left

    def stop(self) -> None:
        """End it as an operator would."""
        if self.served is not None:
            stop(self.served.process)
            self.served = None

    def close(self) -> None:
        self.stop()
        for worker in self.workers:
            stop(worker)
        self.workers.clear()
        self.log.close()

    def fallen(self) -> int | None:
        """The exit code of a server that ended though nobody told it to; it is started again."""
        code = self.served.process.poll() if self.served else None
        if code is not None and self.served:
            if self.served.process.stdout:
                self.served.process.stdout.close()
            self.served = None
            self.start()
        return code

    # --- who is there ----------------------------------------------------------------------------------

    def all(self) -> list[int]:
        """Every process of the house."""
        tops = [self.served.process.pid] if self.served else []
        return [pid for top in (*tops, *(one.pid for one in self.workers)) for pid in family(top)]

    def thinkers(self) -> list[int]:
        return [pid for pid in self.all() if THINKS in _command(pid)]

    def children(self) -> list[int]:
        """The processes of a server that has several."""
        if self.served is None:
            return []
        return [pid for pid in family(self.served.process.pid)[1:] if THINKS not in _command(pid)]

    def kill_one(self, pids: list[int], rng: Random) -> bool:
        """Kill one of these processes; whether there was one."""
        if not pids:
            return False
        _signal(rng.choice(pids), signal.SIGKILL)
        return True

    def freeze(self, pids: list[int], seconds: float) -> None:
        for pid in pids:
            _signal(pid, signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            for pid in pids:
                _signal(pid, signal.SIGCONT)


def _signal(pid: int, which: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, which)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
