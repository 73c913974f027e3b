"""Which names in the Host header are this server's own.

A page of somebody else can let its own name point to this computer (DNS rebinding); the browser then takes this server
for that page's own, and neither Origin nor cookies tell the difference. The name it asks for does.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

ANY: Final = "*"
HOME: Final = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  # compared with, not listened on
AFAR: Final = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}  # noqa: S104
"""For each way to listen everywhere an address of nobody, to which a way leads through the network."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names that are answered to; a server that listens on every address also answers to each by its number."""

    names: frozenset[str]
    numbers: bool = False

    def admit(self, header: str) -> bool:
        if ANY in self.names:
            return True
        name = name_of(header)
        return name in self.names or (self.numbers and _is_number(name))


def hosts_of(bound: str, more: tuple[str, ...] = ()) -> Hosts:
    """What a server bound to an address answers to: that address, this computer, and whatever else it is told."""
    everywhere = bound in EVERYWHERE
    own = {socket.gethostname().lower()} if everywhere else set()
    return Hosts(frozenset({*HOME, name_of(bound), *own, *map(name_of, more)}), everywhere)


def name_of(header: str) -> str:
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


def is_home(host: str) -> bool:
    """Whether a server bound to this address can be reached from its own computer only."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host in HOME


def address_in_network(bound: str) -> str | None:
    """The address by which this computer is known in its network; nothing is sent and no name is looked up."""
    family, afar = AFAR[bound]
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((afar, 9))
        found = str(probe.getsockname()[0])
        return None if ip_address(found).is_loopback or ip_address(found).is_unspecified else found
    return None


def address(host: str, port: int) -> str:
    """What to type into a browser for a host and a port."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def checked_public_url(given: str) -> str:
    """A public address without its final slash; ValueError where it is none."""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError(f"expected an address such as https://games.example, not {given!r}")
    if parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(f"expected an address without a path, such as https://games.example, not {given!r}")
    return f"{parts.scheme}://{parts.netloc}"
