"""How long single callbacks hold the event loop, and what they do meanwhile.

Processor time of the loop's thread is counted: waiting for a core or for another thread's turn is nobody's fault.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
import traceback
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from stellwerk.server.logs import logger

log = logger(__name__)

LIMIT: Final = 0.1
"""Seconds of processor time after which a callback is worth a warning."""

WORTH_NOTING: Final = 0.001
"""Seconds below which a hold is none: most callbacks are, and cost no more than two looks at a clock."""

LOOK: Final = 0.05
"""Seconds between two looks at what the loop does: a stack is taken only of what already takes too long."""

_plain_run: Final = Handle._run  # noqa: SLF001 - the one place through which a loop runs everything
_dogs: dict[asyncio.AbstractEventLoop, Watchdog] = {}


class Hold(NamedTuple):
    """A callback that held the loop for too long: for how many seconds, which one, and where it was seen."""

    seconds: float
    what: str
    stack: str


class Watchdog:
    """Watches one loop."""

    def __init__(self, limit: float = LIMIT, look: float = LOOK) -> None:
        self.limit, self.look = limit, look
        self.longest = 0.0
        """The longest hold since somebody last took it, whatever the limit."""

        self.holds: list[Hold] = []
        """The latest ones over the limit."""

        self._thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread) if hasattr(time, "pthread_getcpuclockid") else None
        self._since: float | None = None
        self._minute, self._lately = 0, (0.0, 0.0)
        self._stack = ""
        self._over = threading.Event()

    def take_longest(self) -> float:
        """The longest hold since this was last asked."""
        longest, self.longest = self.longest, 0.0
        return longest

    @property
    def worst(self) -> float:
        """The longest hold of this minute and the one before, for a gauge."""
        self._turn()
        return max(self._lately)

    def run(self, handle: Handle) -> None:
        """Run a callback of the loop and note how long it took."""
        self._stack, self._since = "", time.thread_time()
        try:
            _plain_run(handle)
        finally:
            took = time.thread_time() - self._since
            self._since = None
            if took > WORTH_NOTING:
                self._turn()
                self._lately = max(took, self._lately[0]), self._lately[1]
                self.longest = max(self.longest, took)
            if took > self.limit:
                self._note(Hold(took, _named(handle), self._stack))

    def _turn(self) -> None:
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._lately = (0.0, self._lately[0] if minute == self._minute + 1 else 0.0)
            self._minute = minute

    def _note(self, hold: Hold) -> None:
        self.holds = [*self.holds[-9:], hold]
        log.warning("the event loop was held", ms=round(1000 * hold.seconds), by=hold.what, stack=hold.stack)

    def _keep_looking(self) -> None:
        """In a thread of its own: take the stack of what holds the loop."""
        while not self._over.wait(self.look):
            since = self._since
            if since is None or self._stack or self._clock is None:
                continue
            if time.clock_gettime(self._clock) - since > self.limit:
                frame = sys._current_frames().get(self._thread)  # noqa: SLF001 - the documented way to see a stack
                self._stack = _below(traceback.extract_stack(frame)) if frame else ""


@contextmanager
def watching(limit: float = LIMIT, look: float = LOOK) -> Iterator[Watchdog]:
    """Watch the loop that runs now; who watches it already waits meanwhile."""
    loop = asyncio.get_running_loop()
    before = _dogs.get(loop)
    dog = _dogs[loop] = Watchdog(limit, look)
    Handle._run = _run  # type: ignore[method-assign,assignment]  # noqa: SLF001
    looking = threading.Thread(target=dog._keep_looking, name="watchdog", daemon=True)  # noqa: SLF001
    looking.start()
    try:
        yield dog
    finally:
        dog._over.set()  # noqa: SLF001
        if before:
            _dogs[loop] = before
        else:
            del _dogs[loop]
        if not _dogs:
            Handle._run = _plain_run  # type: ignore[method-assign]  # noqa: SLF001


def _named(handle: Handle) -> str:
    """What a callback is: of a task, its coroutine."""
    callback = handle._callback  # type: ignore[attr-defined]  # noqa: SLF001
    owner = getattr(callback, "__self__", None)
    return repr(owner.get_coro()) if isinstance(owner, asyncio.Task) else repr(callback)


def _below(stack: traceback.StackSummary) -> str:
    """The part of a stack that is the callback's own."""
    inner = [number for number, frame in enumerate(stack) if frame.filename == __file__]
    return "".join(traceback.format_list(stack[inner[-1] + 1 :] if inner else stack))


def _run(handle: Handle) -> None:
    dog = _dogs.get(handle._loop)  # type: ignore[attr-defined]  # noqa: SLF001
    if dog is None:
        _plain_run(handle)
    else:
        dog.run(handle)
