"""Who is connected: how many there may be in all and from one address, and who makes room for whom."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from ipaddress import ip_network
from typing import TYPE_CHECKING

from stellwerk.server.addresses import is_home, is_private, parsed
from stellwerk.server.seldom import Seldom
from stellwerk.server.settings import Settings

if TYPE_CHECKING:
    from stellwerk.server.connections import Connection

log = logging.getLogger(__name__)


class Gate:
    """All connections of a process. `waiting` are those of which there is no whole request yet, oldest first.

    They make room when all places are taken: a client that means it has sent its request long before, and one that only
    kept its connection opens another.
    """

    def __init__(self, settings: Settings, most: int | None = None) -> None:
        self.settings = settings
        self.most = settings.connections if most is None else min(most, settings.connections)
        self.count = 0
        self.waiting: dict[Connection, None] = {}
        self.leaving: set[Connection] = set()
        self._own = is_private(settings.host)
        self._proxies = [ip_network(proxy, strict=False) for proxy in settings.trusted_proxies]
        self._by_address: Counter[str] = Counter()
        self._seldom = Seldom(log)

    def admit(self, who: Connection) -> bool:
        """Give a connection a place, if need be that of one that waits: from a full address only one of its own."""
        address = who.address
        have, share = self._by_address[address], self._share(who.host)
        if have >= share and not self._make_room(one for one in self.waiting if one.address == address):
            self._seldom.warn("%s has %d connections already, so another one was turned away", address, have)
            return False
        if self.count >= self.most and not self._make_room(self.waiting):
            self._seldom.warn("all %d connections are taken, so another one was turned away", self.most)
            return False
        self._by_address[address] += 1
        self.count += 1
        return True

    def release(self, who: Connection) -> None:
        """Take the place back."""
        self.waiting.pop(who, None)
        self.count -= 1
        self._by_address[who.address] -= 1
        if not self._by_address[who.address]:
            del self._by_address[who.address]

    def _share(self, host: str | None) -> int:
        """A proxy brings everybody, and who owns this computer may do with it what they like."""
        address = parsed(host)
        proxy = address is not None and any(address in network for network in self._proxies)
        return self.most if proxy or (self._own and is_home(host)) else self.settings.connections_per_address

    def _make_room(self, candidates: Iterable[Connection]) -> bool:
        found = next(iter(candidates), None)
        if found is not None:
            found.cut_off()
        return found is not None
