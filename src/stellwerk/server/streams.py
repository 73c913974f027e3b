"""How many streams of events there are, and of whom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Final

from stellwerk.server.errors import TooMany
from stellwerk.server.hub import Ear
from stellwerk.server.settings import Settings

NETWORK: Final = 64
"""Bits of an IPv6 address that one household has for itself."""


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
        address = network(address)
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


def network(address: str) -> str:
    """The address by which somebody is counted: who has IPv6 has a whole network of addresses."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> (128 - NETWORK) << (128 - NETWORK)))
