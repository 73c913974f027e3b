"""How many streams of events there are, and of whom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from stellwerk.server.addresses import group
from stellwerk.server.errors import TooMany
from stellwerk.server.hub import Ear
from stellwerk.server.settings import Settings


class Streams:
    """All open streams. One too many from an address, or in all, is refused.

    Of a visitor the oldest ends instead: it is that of a device left running somewhere, and the newest is where
    somebody sits. Were the newest refused, a forgotten browser would keep its owner from playing in another one.
    """

    def __init__(self, settings: Settings) -> None:
        self.most, self.per_address = settings.streams, settings.streams_per_address
        self.per_visitor = settings.streams_per_visitor
        self.open = 0
        self._addresses: dict[str, int] = {}
        self._visitors: dict[str, dict[Ear, None]] = {}

    @contextmanager
    def place(self, address: str, visitor: str | None, ear: Ear) -> Iterator[None]:
        """A place for one more stream, as long as it lasts."""
        address = group(address)
        if self.open >= self.most or self._addresses.get(address, 0) >= self.per_address:
            raise TooMany
        own = self._visitors.setdefault(visitor, {}) if visitor else {}
        while len(own) >= self.per_visitor:
            oldest = next(iter(own))
            del own[oldest]
            oldest.end(replaced=True)
        own[ear] = None
        self.open += 1
        self._addresses[address] = self._addresses.get(address, 0) + 1
        try:
            yield
        finally:
            self.open -= 1
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
            own.pop(ear, None)
            if visitor and not own and self._visitors.get(visitor) is own:
                del self._visitors[visitor]
