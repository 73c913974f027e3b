"""What is counted and measured, in the form that Prometheus reads.

Where several processes serve together each writes its figures into files of one folder, and whichever is asked adds
them up: then `PROMETHEUS_MULTIPROC_DIR` names the folder, before this module is loaded (see `shared_folder`).
"""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter as Counts
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from stellwerk.server.errors import Unavailable, Unreadable

PREFIX: Final = "stellwerk-metrics-"
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
SHARED: Final = FOLDER in os.environ
QUICK: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
THINKING: Final = (0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0)
"""Bounds of histograms, in seconds."""

REGISTRY: Final = CollectorRegistry()
disable_created_metrics()  # type: ignore[no-untyped-call]


def _counter(name: str, about: str, *labels: str) -> Counter:
    return Counter(f"stellwerk_{name}", about, labels, registry=REGISTRY)


def _histogram(name: str, about: str, *labels: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
    return Histogram(f"stellwerk_{name}", about, labels, registry=REGISTRY, buckets=buckets)


def _sum(name: str, about: str, *labels: str) -> Gauge:
    """A figure that adds up over the processes that are alive."""
    return Gauge(f"stellwerk_{name}", about, labels, registry=REGISTRY, multiprocess_mode="livesum")


def _most(name: str, about: str, *labels: str) -> Gauge:
    """A figure of which the largest of all processes counts."""
    return Gauge(f"stellwerk_{name}", about, labels, registry=REGISTRY, multiprocess_mode="livemax")


REQUESTS: Final = _counter("requests", "Requests answered", "method", "route", "status")
SECONDS: Final = _histogram("request_seconds", "From a request to the end of its answer, streams left out", "route")
REFUSALS: Final = _counter("refusals", "Requests refused, by the code of the refusal", "code")
LIMITS: Final = _counter("limits", "Requests refused because there were too many, by the limit", "limit")
STREAMS: Final = _sum("streams", "Event streams that are open")
MATCHES: Final = _sum("matches_in_memory", "Matches held in memory")
BYTES: Final = _sum("matches_bytes", "Estimated bytes of the matches held in memory")
CACHE: Final = _counter("match_cache", "Matches looked for in memory", "outcome")
SNAPSHOTS: Final = _counter("snapshots", "Positions written to the database")
REPLAYS: Final = _histogram("replay_seconds", "Making a match again from what is stored")
BOTS: Final = _counter(
    "bots", "Turns of bots by their end: played, drawn by lot, failed and tried again, died", "outcome"
)
THOUGHT: Final = _histogram("bot_seconds", "How long bots thought", "bot", buckets=THINKING)
QUEUE: Final = _most("bots_waiting", "Matches that wait for a bot")
OLDEST: Final = _most("bots_oldest_seconds", "How long the oldest of them has waited")
DATABASE: Final = _histogram("database_seconds", "Transactions of the database", "kind")
ERRORS: Final = _counter("database_errors", "Transactions that failed", "kind")
LAG: Final = _most("loop_held_seconds", "The longest that one callback held the event loop lately")
WORK: Final = _sum("work_waiting", "Pieces of work about games that wait for a thread")
DISK: Final = _most("disk_free_bytes", "Free space where the database is")
EXPIRED: Final = _counter("expired", "Matches deleted because nobody had played for long")
MEMORY: Final = Gauge(
    "stellwerk_memory_bytes", "Memory of a process", ["role"], registry=REGISTRY, multiprocess_mode="liveall"
)
if not SHARED:
    ProcessCollector(registry=REGISTRY)

_followed: WeakKeyDictionary[Counting, dict[str, int]] = WeakKeyDictionary()

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})


def answered(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request. Methods are anybody's words, so strange ones count as one; routes are our own."""
    REQUESTS.labels(method if method in METHODS else "other", route, str(status)).inc()
    if not route.endswith("/events"):
        SECONDS.labels(route).observe(seconds)


class Counting(Protocol):
    """What drives bots and counts how that goes."""

    counts: Counts[str]

    @property
    def deaths(self) -> int: ...


def follow_bots(bots: Counting) -> None:
    """Add what was counted since the last time."""
    now = {**bots.counts, "died": bots.deaths}
    before: dict[str, int] = _followed.setdefault(bots, {})
    for outcome, count in now.items():
        BOTS.labels(outcome).inc(count - before.get(outcome, 0))
    before.update(now)


class measured:  # noqa: N801  # used like a function; a class takes a third of the time
    """Measure a transaction of the database, `read` or `write`, and count those that failed."""

    __slots__ = ("began", "kind")

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __enter__(self) -> None:
        self.began = time.perf_counter()

    def __exit__(self, kind: object, error: BaseException | None, at: object) -> None:
        DATABASE.labels(self.kind).observe(time.perf_counter() - self.began)
        if isinstance(error, Unavailable | Unreadable):  # what else is raised in it is the caller's business
            ERRORS.labels(self.kind).inc()


@contextmanager
def shared_folder() -> Iterator[None]:
    """A folder for the figures of several processes, named to those that are started meanwhile."""
    if FOLDER in os.environ:  # the operator's own, which other services may share
        yield
        return
    _sweep()
    with TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def _sweep() -> None:
    """Remove the folders of supervisors that were killed."""
    for folder in Path(gettempdir()).glob(f"{PREFIX}*-*"):
        pid = folder.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdecimal() and not _alive(int(pid)):
            shutil.rmtree(folder, ignore_errors=True)


def _alive(pid: int) -> bool:
    if os.name != "posix":  # where asking would end it
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def gone(pid: int | None) -> None:
    """Forget the gauges of a process that has ended; what it counted stays counted."""
    if pid and (folder := os.environ.get(FOLDER)):
        mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]


def exposition() -> bytes:
    """All figures as text."""
    if not SHARED:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def resident() -> int:
    """Bytes of memory that this process takes (0 where the system does not tell)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
