"""Ports that stay free between two who listen on them."""

import socket
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

GIVEN = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_ports(count: int) -> list[int]:
    """Ports on which nobody listens, of those that the system gives to nobody who does not name one."""
    lowest = int(GIVEN.read_text(encoding="ascii").split()[0]) if GIVEN.exists() else 32768
    found: list[int] = []
    for port in SystemRandom().sample(range(lowest // 2, lowest), 100):
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            found.append(port)
    return found[:count]
