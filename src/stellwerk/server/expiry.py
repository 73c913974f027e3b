"""Matches that nobody plays any more are deleted after a while, where the operator says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from stellwerk.server import metrics
from stellwerk.server.settings import Settings
from stellwerk.server.store import Database
from stellwerk.server.store.care import delete, idle

DAY: Final = 24 * 3600.0
PORTION: Final = 20
"""Matches that are deleted in one transaction: others want to write too."""


@dataclass(frozen=True, slots=True)
class Expiry:
    """After how many days without a change running and finished matches go; None for never."""

    running: float | None = None
    finished: float | None = None

    @classmethod
    def of(cls, settings: Settings) -> Expiry:
        return cls(settings.expire_after, settings.expire_finished)

    @property
    def never(self) -> bool:
        return self.running is None and self.finished is None

    def due(self, database: Database, most: int | None = None) -> list[str]:
        return idle(database, *self._seconds(), most)

    def expire(self, database: Database, told: Callable[[int], None] = lambda _: None) -> list[str]:
        """Delete all that is due, a portion at a time; returns which are gone. May block: call it from a thread."""
        gone: list[str] = []
        while names := self.due(database, PORTION):
            deleted = delete(database, names, *self._seconds())
            if not deleted:  # somebody plays on, or another process was quicker
                break
            metrics.EXPIRED.inc(len(deleted))
            gone += deleted
            told(len(gone))
        return gone

    def _seconds(self) -> tuple[float | None, float | None]:
        return tuple(None if days is None else days * DAY for days in (self.running, self.finished))  # type: ignore[return-value]
