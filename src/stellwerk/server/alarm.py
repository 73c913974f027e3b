"""Matches that wait for their bots too long: told in the log once, and to whoever asks how the server is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from stellwerk.server.logs import logger
from stellwerk.server.store.queue import Due

log = logger(__name__)

TOO_LONG: Final = 60.0
"""Seconds after which a match that waits for a bot is told of."""

NAMED: Final = 10
"""So many matches are named at once at most; of more only the number is told."""


class Stalled(NamedTuple):
    """A match and for how many seconds it has waited for the same move of a bot."""

    match: str
    seconds: float


class Alarm:
    """Remembers since when matches were seen to wait, by a clock that nobody sets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.waiting = 0
        """How many matches wait for a bot, in all processes together."""

        self._since: dict[tuple[str, float], float] = {}
        self._told: set[tuple[str, float]] = set()

    def look(self, waiting: int, oldest: Iterable[Due]) -> None:
        """Take note of what waits now, those first that have waited the longest."""
        now = self.clock()
        self.waiting = waiting
        self._since = {key: self._since.get(key, now) for key in ((due.match, due.since) for due in oldest)}
        self._told &= self._since.keys()
        new = [key for key, since in self._since.items() if now - since >= TOO_LONG and key not in self._told]
        self._told.update(new)
        for match, since in new[:NAMED]:
            log.warning("a match waits for a bot", match=match, seconds=round(now - self._since[match, since]))
        if len(new) > NAMED:
            log.warning("more matches wait for a bot", matches=len(new) - NAMED, longer=TOO_LONG)

    def oldest(self) -> float:
        """For how many seconds the first of them has waited."""
        return self.clock() - min(self._since.values()) if self._since else 0.0

    def stalled(self) -> list[Stalled]:
        """The matches that have waited too long, the longest first."""
        now = self.clock()
        found = [Stalled(match, now - since) for (match, _), since in self._since.items()]
        return sorted((one for one in found if one.seconds >= TOO_LONG), key=lambda one: -one.seconds)
