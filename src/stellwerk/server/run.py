"""Running the server until somebody stops it."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette

from stellwerk.server import logs
from stellwerk.server.app import create_app
from stellwerk.server.settings import Settings
from stellwerk.server.store import Store

PATIENCE: Final = 3
"""Seconds that running requests get when the server is stopped."""


class Server(uvicorn.Server):
    """Says where it can be reached, and lets those who listen go before it waits for them."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            names = {address(sock.getsockname()) for server in self.servers for sock in server.sockets}
            for name in sorted(names):
                print(f"Stellwerk is at {name} (stop it with Ctrl-C)", flush=True)  # noqa: T201  # for who started it

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.matches.hub.close()
        await super().shutdown(sockets)


def address(name: tuple[str, int] | tuple[str, int, int, int]) -> str:
    """What to type into a browser for the name of a socket."""
    host, port = name[0], name[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(settings: Settings) -> None:
    """Serve until interrupted. uvicorn logs no access, since addresses may hold secrets; `requests.py` does."""
    logs.configure(settings.log, settings.log_level)
    Store(settings.database).close()  # what is wrong with it is said before anything runs
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
    with suppress(KeyboardInterrupt):
        Server(config, app).run()
