"""Words for the log that are said once a minute, however often there is a reason."""

from __future__ import annotations

import logging
import time
from typing import Final

MINUTE: Final = 60.0


class Seldom:
    """Warns of each kind of trouble at once, then at most once a minute with how often it happened in between."""

    def __init__(self, log: logging.Logger, every: float = MINUTE) -> None:
        self.log, self.every = log, every
        self._said: dict[str, tuple[float, int]] = {}

    def warn(self, message: str, *facts: object) -> None:
        now = time.monotonic()
        last, missed = self._said.get(message, (-self.every, 0))
        if now - last < self.every:
            self._said[message] = last, missed + 1
            return
        self._said[message] = now, 0
        more = f" (and {missed} times more in the last minute)" if missed else ""
        self.log.warning(f"{message}%s", *facts, more)  # noqa: G004  # the message is a constant, and the key
