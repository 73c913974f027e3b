"""Which names in the Host header are this server's own.

A page of somebody else can let its own name point to this computer (DNS rebinding); the browser then takes this server
for that page's own, and neither Origin nor cookies tell the difference. The name it asks for does.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

ANY: Final = "*"
HOME: Final = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  # compared with, not listened on


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names that are answered to; a server that listens on every address also answers to each by its number."""

    names: frozenset[str]
    numbers: bool = False

    def admit(self, header: str) -> bool:
        if ANY in self.names:
            return True
        name = _name(header)
        return name in self.names or (self.numbers and _is_number(name))


def hosts_of(bound: str, more: tuple[str, ...] = ()) -> Hosts:
    """What a server bound to an address answers to: that address, this computer, and whatever else it is told."""
    everywhere = bound in EVERYWHERE
    own = {socket.gethostname().lower()} if everywhere else set()
    return Hosts(frozenset({*HOME, _name(bound), *own, *map(_name, more)}), everywhere)


def _name(header: str) -> str:
    """A name without its port, brackets and final dot; addresses of version 6 have colons of their own."""
    header = header.strip().lower()
    if header.startswith("["):
        return header[1:].partition("]")[0]
    if header.count(":") > 1:
        return header
    return header.partition(":")[0].removesuffix(".")


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
