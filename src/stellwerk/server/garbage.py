"""When Python looks for rubbish in cycles: hardly ever among what has lived for long, since all wait meanwhile."""

from __future__ import annotations

import gc
import time
from typing import Any, Final

EACH: Final = 3600.0
"""Seconds after which all that lives is looked through, at the first quiet moment; if there is none, twice as many."""

QUIET: Final = 2.0
"""Seconds without a request that make a moment quiet."""

ALL: Final = 2
"""The number of the oldest generation."""


class Garbage:
    """Sets aside what a full collection found alive, so that the next one looks only at what came since.

    With a thousand matches in memory a look at everything stops a server for most of a second. Matches hold no cycles:
    they go when they are forgotten, set aside or not. What is set aside and does become rubbish waits for a sweep.
    """

    def __init__(self) -> None:
        self._swept = self._latest = time.monotonic()
        self._requests = 0

    def start(self) -> None:
        """Set aside all that was loaded so far."""
        gc.callbacks.append(self._looked)
        gc.collect()

    def stop(self) -> None:
        """Leave things as they were."""
        gc.callbacks.remove(self._looked)
        gc.unfreeze()

    def due(self, requests: int) -> bool:
        """Whether it is time to sweep; `requests` is how many there have been so far."""
        now = time.monotonic()
        if requests != self._requests:
            self._requests, self._latest = requests, now
        return now - self._swept > (EACH if now - self._latest > QUIET else 2 * EACH)

    def sweep(self) -> None:
        """Look at everything."""
        self._swept = time.monotonic()
        gc.unfreeze()
        gc.collect()

    @staticmethod
    def _looked(phase: str, info: dict[str, Any]) -> None:
        if phase == "stop" and info["generation"] == ALL:
            gc.freeze()
