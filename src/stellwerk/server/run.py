"""Running the server until somebody stops it."""

from __future__ import annotations

import logging
import socket
from contextlib import suppress
from typing import Final

import uvicorn
from starlette.applications import Starlette

from stellwerk.server.app import create_app
from stellwerk.server.connections import Unheard, guarded
from stellwerk.server.gate import Gate
from stellwerk.server.listening import descriptors, listen
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
        await super().startup(sockets or listen(self.config.host, self.config.port))
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
    """Serve until interrupted. Access is not logged: addresses hold the keys of seats."""
    Store(settings.database).close()  # what is wrong with it is said before anything runs
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        settings.host,
        settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        loop="asyncio",  # whose accept our sockets guard
        http=guarded(Gate(settings, descriptors())),
        ws="none",
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=PATIENCE,
    )
    logging.getLogger("uvicorn.error").addFilter(Unheard())
    with suppress(KeyboardInterrupt):
        Server(config, app).run()
