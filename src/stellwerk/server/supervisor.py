"""Several processes that answer requests on one socket and one that drives bots; whoever dies or hangs is replaced.

Each child hangs on a line, a pipe to the supervisor. The child says through it that it lives; the end of the line is
the order to stop, so that no child outlives a supervisor that was killed.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple

from stellwerk.server import metrics
from stellwerk.server.lifeline import READY, Lifeline
from stellwerk.server.logs import logger
from stellwerk.server.stopping import PATIENCE

log = logger(__name__)

LOOK: Final = 0.25
"""Seconds between two looks at signals."""

STARTING: Final = 120.0
HUNG: Final = 60.0
"""Seconds without a sign of life after which a process is given up, before it was ready and afterwards."""

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0
"""Seconds before a process is replaced that died before it was ready: each time twice as long."""


class Role(NamedTuple):
    """What a process is for; `run` is called in it with the arguments and a lifeline."""

    name: str
    run: Callable[..., None]
    args: tuple[Any, ...]


@dataclass
class Child:
    """A place that one process after the other takes."""

    role: Role
    process: SpawnProcess | None = None
    line: connection.Connection[Any, Any] | None = None
    ready: bool = False
    seen: float = 0.0
    """When it was last known to live."""

    after: float = 0.0
    """It is not replaced before then."""

    failures: int = 0

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, end = context.Pipe()
        self.process = context.Process(target=_run, args=(self.role, end), name=self.role.name)
        self.process.start()
        end.close()
        self.ready, self.seen = False, time.monotonic()

    def listen(self, now: float) -> None:
        """Take note of what the process says; one that can no more is found dead anyway."""
        try:
            while self.line and self.line.poll():
                self.ready = self.line.recv_bytes() == READY or self.ready
                self.seen = now
                self.failures *= not self.ready
        except (EOFError, OSError):
            self.hang_up()

    def hang_up(self) -> None:
        """Tell the process to stop."""
        if self.line:
            self.line.close()
        self.line = None

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    def alive(self) -> bool:
        return self.process is not None and self.process.is_alive()

    def end(self, deadline: float) -> None:
        """Wait until the process has stopped, or stop it."""
        self.hang_up()
        if self.process is not None:
            self.process.join(max(0.0, deadline - time.monotonic()))
            if self.process.is_alive():
                log.warning("a process did not stop and is killed", role=self.role.name, pid=self.process.pid)
                self.process.kill()
                self.process.join()
            metrics.gone(self.process.pid)
            self.process = None


@dataclass
class Supervisor:
    """Starts children and sees to it that they are there until it is told to stop."""

    roles: Sequence[Role]
    begun: Callable[[], None] = lambda: None
    """Called once, as soon as all are ready for the first time."""

    _children: list[Child] = field(default_factory=list)
    _stopping: bool = False
    _renewing: bool = False

    def run(self) -> None:
        """Go on until SIGINT or SIGTERM; with SIGHUP each process is replaced by a new one in its turn."""
        for name, handle in (("INT", self._stop), ("TERM", self._stop), ("BREAK", self._stop), ("HUP", self._renew)):
            if hasattr(signal, f"SIG{name}"):
                signal.signal(getattr(signal, f"SIG{name}"), handle)
        self._children = [Child(role) for role in self.roles]
        told = False
        try:
            while not self._stopping:
                self._look()
                if not told and all(child.ready for child in self._children):
                    told = True
                    self.begun()
                if self._renewing:
                    self._renewing = False
                    self._replace_all()
        finally:
            deadline = time.monotonic() + PATIENCE
            for child in self._children:
                child.hang_up()
            for child in self._children:
                child.end(deadline)

    def _look(self) -> None:
        """Replace who is gone, and wait a little."""
        asleep = time.monotonic()
        lines = [child.line for child in self._children if child.line]
        sentinels = [child.process.sentinel for child in self._children if child.process]
        connection.wait([*lines, *sentinels], LOOK) if lines or sentinels else time.sleep(LOOK)
        now = time.monotonic()
        slept = now - asleep > 20 * LOOK  # the whole machine was asleep: that was no silence of theirs
        for child in self._children:
            child.seen = now if slept else child.seen
            child.listen(now)
            if self._stopping:
                return
            self._see_to(child, now)

    def _see_to(self, child: Child, now: float) -> None:
        if child.alive():
            if now - child.seen <= (HUNG if child.ready else STARTING):
                return
            log.error("a process gives no sign of life", role=child.role.name, pid=child.pid)
            child.end(now)
        elif child.process is not None:
            log.error("a process ended", role=child.role.name, pid=child.pid, status=child.process.exitcode)
            child.end(now)
            child.after = now if child.ready else now + min(FIRST_PAUSE * 2.0**child.failures, LONGEST_PAUSE)
            child.failures = min(child.failures + 1, 10)
        if now >= child.after:
            child.start()

    def _replace_all(self) -> None:
        """Bring in a new process for each, and let the old one go when the new one is ready."""
        for place, old in enumerate(self._children):
            new = Child(old.role)
            new.start()
            end = time.monotonic() + STARTING
            while not new.ready and new.alive() and time.monotonic() < end and not self._stopping:
                if new.line:
                    connection.wait([new.line], LOOK)
                new.listen(time.monotonic())
            if not new.ready:
                log.error("a new process did not start, so the old ones stay", role=new.role.name)
                new.end(time.monotonic())
                return
            self._children[place] = new
            old.end(time.monotonic() + PATIENCE)

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _renew(self, *_: object) -> None:
        self._renewing = True


def _run(role: Role, line: connection.Connection[Any, Any]) -> None:
    """What a child does. Ctrl-C is for the supervisor, and so is the end of a terminal."""
    for name in ("INT", "HUP"):
        if hasattr(signal, f"SIG{name}"):
            signal.signal(getattr(signal, f"SIG{name}"), signal.SIG_IGN)
    role.run(*role.args, Lifeline(line, PATIENCE))
