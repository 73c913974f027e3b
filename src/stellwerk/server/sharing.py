"""The address that links to matches begin with, and whether others can open it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from starlette.requests import Request

from stellwerk.server.hosts import EVERYWHERE, HOME, address, address_in_network, is_home, name_of
from stellwerk.server.settings import Settings

PORT_DIGITS: Final = 5


class Sharing(NamedTuple):
    """What links begin with, and what there is to say of it."""

    origin: str | None
    """None where it is the address by which the browser has found the server."""

    reach: Literal["home", "network", "known"]
    """Whether the links can be opened on this computer alone, or in its network; else whoever runs the server knows."""


def sharing(request: Request) -> Sharing:
    """What links begin with for somebody who shares a match.

    A public address goes first, then the address that the browser has used. One that leads nowhere but to this computer
    is replaced by the address in the network, if the server listens there.
    """
    settings: Settings = request.app.state.settings
    if settings.public_url:
        return Sharing(settings.public_url, "known")
    host = request.headers.get("host", "")
    if name_of(host) not in HOME:
        return Sharing(None, "known")
    if settings.host not in EVERYWHERE:
        return Sharing(None, "home" if is_home(settings.host) else "known")
    found = address_in_network(settings.host)
    if found is None:
        return Sharing(None, "home")
    _, colon, port = host.rpartition(":")
    number = int(port) if colon and port.isdecimal() and len(port) <= PORT_DIGITS else 80
    return Sharing(address(found, number).rstrip("/"), "network")
