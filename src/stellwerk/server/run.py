"""Running the server until somebody stops it."""

from __future__ import annotations

import logging
import socket
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from typing import Final

import uvicorn
from anyio.to_thread import run_sync
from starlette.applications import Starlette

from stellwerk.core.errors import Malformed
from stellwerk.server import driver, logs, metrics
from stellwerk.server.app import create_app
from stellwerk.server.connections import Unheard, guarded
from stellwerk.server.garbage import Garbage
from stellwerk.server.gate import Gate
from stellwerk.server.hosts import address, address_in_network
from stellwerk.server.lifeline import Lifeline
from stellwerk.server.listening import descriptors, guard, listen
from stellwerk.server.settings import Settings
from stellwerk.server.stopping import REQUESTS
from stellwerk.server.store import Store
from stellwerk.server.supervisor import Role, Supervisor
from stellwerk.server.tallies import Tallies, tallies
from stellwerk.web.render import read_all

TURN: Final = 0.0002
"""Seconds after which a thread that computes lets another one go on.

A view takes the interpreter about fifteen times: in the event loop, in two threads, after each question to the database
and after compressing. Beside a page that is drawn it waits so long each time; Python's usual interval is 5 ms.
"""


class Server(uvicorn.Server):
    """Says where it can be reached, or to its supervisor that it lives; lets those who listen go before it waits."""

    def __init__(self, config: uvicorn.Config, app: Starlette, line: Lifeline | None = None) -> None:
        super().__init__(config)
        self.app, self.line = app, line
        self.garbage = Garbage()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([*map(guard, sockets or listen(self.config.host, self.config.port))])
        self.garbage.start()
        threading.Thread(target=read_all, name="templates", daemon=True).start()  # nobody waits for it
        if self.started and self.line is None:
            tell([sock for server in self.servers for sock in server.sockets], self.app.state.settings.public_url)

    async def on_tick(self, counter: int) -> bool:
        if self.line:
            self.line.beat(ready=self.started)
        if self.garbage.due(self.server_state.total_requests):
            await run_sync(self.garbage.sweep)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.matches.hub.close()
        await super().shutdown(sockets)
        self.garbage.stop()

    def stop(self) -> None:
        self.should_exit = True


def tell(sockets: list[socket.socket], public_url: str | None = None) -> None:
    """Say where the server can be reached, here and by others."""
    for host, port in sorted({sock.getsockname()[:2] for sock in sockets}):
        here = address(HERE.get(host, host), port)
        print(f"Stellwerk is at {here} (stop it with Ctrl-C)", flush=True)  # noqa: T201  # for who started it
        if not public_url and host in HERE and (found := address_in_network(host)):
            print(f"Others in your network find it at {address(found, port)}", flush=True)  # noqa: T201
    if public_url:
        print(f"Invitations begin with {public_url}/", flush=True)  # noqa: T201


HERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened on
"""Where to look for a server on this computer that listens on every address: a browser cannot go to those."""


def serve(settings: Settings) -> None:
    """Serve until interrupted. uvicorn logs no access, since addresses may hold secrets; `requests.py` does."""
    logs.configure(settings.log, settings.log_level)
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


def server(settings: Settings, line: Lifeline | None = None, counted: Tallies | None = None) -> Server:
    sys.setswitchinterval(TURN)
    app = create_app(settings, counted)
    config = uvicorn.Config(
        app,
        settings.host,
        settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        loop="asyncio",  # whose accept our sockets guard
        http=guarded(Gate(settings, descriptors())),
        ws="none",
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=REQUESTS,
    )
    logging.getLogger("uvicorn.error").addFilter(Unheard())
    return Server(config, app, line)


def supervise(settings: Settings) -> None:
    """Serve with several processes; bots are driven by one more, which is told of moves by the database."""
    sockets = listen(settings.host, settings.port)
    given = replace(settings, bots=0), sockets, tallies(shared=True)
    roles = [Role(f"server {number}", supervised, given) for number in _places(settings)]
    if settings.bots != 0:
        roles.append(Role("bots", driver.supervised, (settings,)))
    with metrics.shared_folder():
        Supervisor(roles, lambda: tell(sockets, settings.public_url)).run()


def supervised(settings: Settings, sockets: list[socket.socket], counted: Tallies, line: Lifeline) -> None:
    """Answer requests until the supervisor says stop."""
    logs.configure(settings.log, settings.log_level)
    one = server(settings, line, counted)
    line.start(one.stop)
    one.run(sockets)


def _places(settings: Settings) -> range:
    return range(1, settings.workers + 1)
