"""What a process has from its supervisor: it says that it lives, and hears when it has to stop."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final

READY: Final = b"ready"
STARTING: Final = b"starting"
BEAT: Final = 1.0
"""Seconds between two signs of life."""

FRESH: Final = 20.0
"""A process whose event loop has done nothing for so many seconds gives none."""


class Lifeline:
    """A thread speaks for the event loop, so that a supervisor who does not listen stops nobody."""

    def __init__(self, line: Connection[Any, Any], patience: float) -> None:
        self._line, self._patience = line, patience
        self._ready = False
        self._beat = time.monotonic()
        self._stop: Callable[[], object] = lambda: None

    def start(self, stop: Callable[[], object]) -> None:
        """Call `stop`, in another thread, when it is time to stop; who then takes too long is ended."""
        self._stop = stop
        threading.Thread(target=self._watch, name="lifeline", daemon=True).start()

    def beat(self, *, ready: bool = False) -> None:
        """The event loop turns; from now on it is `ready`."""
        self._beat = time.monotonic()
        self._ready = self._ready or ready

    def _watch(self) -> None:
        try:
            while True:
                if time.monotonic() - self._beat < FRESH:
                    self._line.send_bytes(READY if self._ready else STARTING)
                if self._line.poll(BEAT if self._ready else BEAT / 10):
                    self._line.recv_bytes()
        except (EOFError, OSError):
            self._stop()
        time.sleep(self._patience)
        os._exit(1)
