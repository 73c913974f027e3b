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
    def ear(self, *names: str) -> Iterator[asyncio.Event]:
        """An event that is set when something happens in a match or to a visitor, and when the server shuts down."""
        event = asyncio.Event()
        if self.closed:
            event.set()
        for name in names:
            self._ears.setdefault(name, set()).add(event)
        try:
            yield event
        finally:
            for name in names:
                ears = self._ears.get(name, set())
                ears.discard(event)
                if not ears:
                    self._ears.pop(name, None)

    def wake(self, name: str) -> None:
        for event in self._ears.get(name, ()):
            event.set()

    def close(self) -> None:
        """Wake everybody for the last time."""
        self.closed = True
        for ears in self._ears.values():
            for event in ears:
                event.set()

    def listeners(self) -> int:
        return sum(map(len, self._ears.values()))

    def watched(self, match: str) -> bool:
        """Whether anybody waits for news of a match."""
        return match in self._ears
