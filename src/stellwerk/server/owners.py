"""The names under which processes lease matches: by them the leases of a process that was killed are known."""

from __future__ import annotations

import os
import secrets
import socket

_here: set[str] = set()
"""The names that this process has taken itself."""


def new_owner() -> str:
    """A name of at most forty characters for this process, made anew at each start."""
    owner = f"{_host()}/{os.getpid()}/{secrets.token_hex(4)}"
    _here.add(owner)
    return owner


def gone(owner: str) -> bool:
    """Whether a name is that of a process on this computer which has ended. Of other computers nothing is known."""
    host, pid, nonce = [*owner.split("/"), "", ""][:3]
    if os.name != "posix" or not nonce or host != _host() or not pid.isdecimal():
        return False
    if int(pid) == os.getpid():
        return owner not in _here  # it had the number that this process has now
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        pass
    return False


def _host() -> str:
    return socket.gethostname().replace("/", "-")[:20]
