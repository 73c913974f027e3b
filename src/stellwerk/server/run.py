"""Running the server until somebody stops it."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from dataclasses import replace
from typing import Final

import uvicorn
from starlette.applications import Starlette

from stellwerk.core.errors import Malformed
from stellwerk.server import driver, logs
from stellwerk.server.app import create_app
from stellwerk.server.lifeline import Lifeline
from stellwerk.server.settings import Settings
from stellwerk.server.store import Store
from stellwerk.server.supervisor import Role, Supervisor

PATIENCE: Final = 3
"""Seconds that running requests get when the server is stopped."""

BACKLOG: Final = 2048
"""Connections that wait to be accepted at most."""


class Server(uvicorn.Server):
    """Says where it can be reached, or to its supervisor that it lives; lets those who listen go before it waits."""

    def __init__(self, config: uvicorn.Config, app: Starlette, line: Lifeline | None = None) -> None:
        super().__init__(config)
        self.app, self.line = app, line

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.line is None:
            tell([sock for server in self.servers for sock in server.sockets])

    async def on_tick(self, counter: int) -> bool:
        if self.line:
            self.line.beat(ready=self.started)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.matches.hub.close()
        await super().shutdown(sockets)

    def stop(self) -> None:
        self.should_exit = True


def tell(sockets: list[socket.socket]) -> None:
    """Say where the server can be reached."""
    for name in sorted({address(sock.getsockname()) for sock in sockets}):
        print(f"Stellwerk is at {name} (stop it with Ctrl-C)", flush=True)  # noqa: T201  # for who started it


def address(name: tuple[str, int] | tuple[str, int, int, int]) -> str:
    """What to type into a browser for the name of a socket."""
    host, port = name[0], name[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(settings: Settings) -> None:
    """Serve until interrupted. uvicorn logs no access, since addresses may hold secrets; `requests.py` does."""
    logs.configure(settings.log, settings.log_level)
    raise_limits()
    store = Store(settings.database)  # what is wrong with it is said before anything runs
    shared = not store.database.in_memory
    store.close()
    if settings.workers == 1:
        with suppress(KeyboardInterrupt):
            server(settings).run()
    elif shared:
        supervise(settings)
    else:
        raise Malformed("database", "several processes cannot share one in memory")


def server(settings: Settings, line: Lifeline | None = None) -> Server:
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        settings.host,
        settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    return Server(config, app, line)


def supervise(settings: Settings) -> None:
    """Serve with several processes; bots are driven by one more, which is told of moves by the database."""
    sockets = listen(settings.host, settings.port)
    roles = [Role(f"server {number}", supervised, (replace(settings, bots=0), sockets)) for number in _places(settings)]
    if settings.bots != 0:
        roles.append(Role("bots", driver.supervised, (settings,)))
    Supervisor(roles, lambda: tell(sockets)).run()


def supervised(settings: Settings, sockets: list[socket.socket], line: Lifeline) -> None:
    """Answer requests until the supervisor says stop."""
    one = server(settings, line)
    line.start(one.stop)
    one.run(sockets)


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets on every address that a host name stands for."""
    sockets: list[socket.socket] = []
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    for family, kind, protocol, _, name in dict.fromkeys(found):
        one = socket.socket(family, kind, protocol)
        if os.name == "posix":  # where this option does not let two servers share a port
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.bind(name)
        one.listen(BACKLOG)
        sockets.append(one)
    return sockets


def raise_limits() -> None:
    """Let as many files be open as the system allows: each connection is one."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _places(settings: Settings) -> range:
    return range(1, settings.workers + 1)
