"""Who waits for news of which match, within this process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Hub:
    """Wakes those who listen; what there is to know they look up themselves, so nobody's news can pile up."""

    def __init__(self) -> None:
        self.closed = False
        self._ears: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def ear(self, match: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something happens in a match, and when the server shuts down."""
        event = asyncio.Event()
        if self.closed:
            event.set()
        ears = self._ears.setdefault(match, set())
        ears.add(event)
        try:
            yield event
        finally:
            ears.discard(event)
            if not ears and self._ears.get(match) is ears:
                del self._ears[match]

    def wake(self, match: str) -> None:
        for event in self._ears.get(match, ()):
            event.set()

    def close(self) -> None:
        """Wake everybody for the last time."""
        self.closed = True
        for ears in self._ears.values():
            for event in ears:
                event.set()

    def listeners(self) -> int:
        return sum(map(len, self._ears.values()))
