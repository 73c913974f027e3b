"""Listening: sockets that survive a lack of file descriptors, and as many of these as the system allows."""

from __future__ import annotations

import errno
import logging
import os
import socket
import time
from typing import Final

from stellwerk.server.seldom import Seldom

log = logging.getLogger(__name__)

SENSIBLE: Final = 65_536
"""More descriptors than this nobody needs; where the system allows a billion, programs that we start may count them."""

EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
BACKLOG: Final = 2048
"""Connections that wait to be accepted at most."""

PAUSE: Final = 0.02


class Listener(socket.socket):
    """A socket that turns people away when there are no descriptors left, instead of failing at them for ever.

    One descriptor is kept in reserve: given up for a moment, it takes a connection off the queue and closes it. Else
    the queue would be reported as ready again and again, and each time there would be an error for the log.
    """

    _seldom = Seldom(log)

    def __init__(self, fileno: int) -> None:
        super().__init__(fileno=fileno)
        self._reserve: int | None = _spare()

    def accept(self) -> tuple[socket.socket, object]:
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in EXHAUSTED:
                raise
            self._seldom.warn("no connection can be accepted (%s), so another one was turned away", error.strerror)
        if self._reserve is None:
            time.sleep(PAUSE)  # somebody else has the reserve; hundred attempts a second would be as vain as fifty
        else:
            os.close(self._reserve)
        try:
            super().accept()[0].close()
        except OSError:
            pass
        finally:
            self._reserve = _spare()
        raise BlockingIOError(errno.EAGAIN, "nothing that could be accepted")

    def close(self) -> None:
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None
        super().close()


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets on every address that a host name stands for."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    for family, kind, protocol, _, name in dict.fromkeys(found):
        one = socket.socket(family, kind, protocol)
        if os.name == "posix":  # elsewhere this option lets two servers share a port
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind(name)
        one.listen(BACKLOG)
        sockets.append(one)
    return sockets


def guard(listening: socket.socket) -> socket.socket:
    """The same socket, guarded; the one given is not to be used any more."""
    return Listener(listening.detach())


def descriptors() -> int:
    """Raise the soft limit of descriptors as far as is sensible; returns how many connections then fit."""
    try:
        import resource
    except ImportError:  # Windows knows no such limits
        return SENSIBLE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = SENSIBLE if hard == resource.RLIM_INFINITY else min(hard, SENSIBLE)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError) as error:
            log.warning("the limit of %d file descriptors cannot be raised: %s", soft, error)
    here = most if soft == resource.RLIM_INFINITY else soft
    return here - max(64, here // 8)  # the rest is for the database, files, and the processes of bots


def _spare() -> int | None:
    try:
        return os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return None
