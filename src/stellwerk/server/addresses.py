"""Where a request comes from: an address, and whether it is this computer's own."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, TypeAlias

from starlette.types import Scope

Address: TypeAlias = IPv4Address | IPv6Address

LINE: Final = 64
"""Who has a line of version 6 has at least a network of this length, and so as many addresses as they like."""

MANY: Final = 1024
"""So many addresses are remembered: every request asks several times what its own is."""

FORWARDED: Final = frozenset({b"forwarded", b"x-forwarded-for", b"x-real-ip", b"via"})
"""Headers that only a proxy adds."""

UNKNOWN: Final = "unknown"
LONGEST: Final = 64
"""So much is kept of what a proxy calls an address and is none."""


def group(host: str | None) -> str:
    """The address by which is counted: of version 6 all that one line has count as one."""
    address = parsed(host)
    if address is None:
        return UNKNOWN if host is None else host[:LONGEST]
    if isinstance(address, IPv6Address):
        return str(ip_network((address, LINE), strict=False).network_address)
    return str(address)


def is_home(host: str | None) -> bool:
    """Whether a caller sits at this computer; who has no address did not come over a net."""
    address = parsed(host)
    return address is None or address.is_loopback


def is_private(bound: str) -> bool:
    """Whether a server that listens on this address can be reached from this computer alone."""
    return bound == "localhost" or (parsed(bound) is not None and is_home(bound))


@lru_cache(maxsize=MANY)
def parsed(host: str | None) -> Address | None:
    """An address; of one of version 4 that is written as version 6 the former."""
    try:
        address = ip_address((host or "").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_forwarded(scope: Scope) -> bool:
    """Whether a request came through a proxy."""
    return any(name in FORWARDED for name, _ in scope["headers"])


def is_told(scope: Scope) -> bool:
    """Whether the address of a request is what a trusted proxy told: uvicorn writes it with port 0, which none has."""
    client = scope.get("client")
    return client is not None and client[1] == 0
