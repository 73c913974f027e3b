"""A process that drives bots and answers no requests: several may share the work, on several computers."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

from anyio.to_thread import run_sync

from stellwerk.server import logs
from stellwerk.server.jobs import Bots
from stellwerk.server.lifeline import Lifeline
from stellwerk.server.matches import Matches
from stellwerk.server.operating import counting
from stellwerk.server.pool import Pool
from stellwerk.server.settings import Settings
from stellwerk.server.stopping import together
from stellwerk.server.store import Store
from stellwerk.server.wire import Wire

GIVES_WAY: Final = 5
"""How much this process gives way to those that answer people."""

BEAT: Final = 1.0
"""Seconds between two signs of life."""


def drive(settings: Settings) -> None:
    """Drive bots until interrupted; what is wrong with the database is said at once."""
    logs.configure(settings.log, settings.log_level)
    Store(settings.database, create=False).close()
    asyncio.run(_until_signalled(settings))


def supervised(settings: Settings, line: Lifeline) -> None:
    """Drive bots until the supervisor says stop."""
    logs.configure(settings.log, settings.log_level)
    asyncio.run(_until_told(settings, line))


async def _until_signalled(settings: Settings) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in ("INT", "TERM", "BREAK"):
        if hasattr(signal, f"SIG{name}"):
            signal.signal(getattr(signal, f"SIG{name}"), lambda *_: loop.call_soon_threadsafe(stop.set))
    async with driving(settings):
        print("Stellwerk drives bots (stop it with Ctrl-C)", flush=True)  # noqa: T201  # for who started it
        await stop.wait()


async def _until_told(settings: Settings, line: Lifeline) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(stop.set))
    line.start(lambda: loop.call_soon_threadsafe(stop.set))
    async with driving(settings):
        while not stop.is_set():
            line.beat(ready=True)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await stop.wait()


@asynccontextmanager
async def driving(settings: Settings) -> AsyncIterator[Bots]:
    """Bots that play as long as this lasts. Who looks at which match is not known here, so all go slowly."""
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    async with AsyncExitStack() as stack:
        store = await run_sync(Store, settings.database)
        stack.push_async_callback(run_sync, store.close)
        matches = Matches(store, memory=settings.memory << 20)
        stack.push_async_callback(matches.close)
        stack.callback(matches.hub.close)
        bots = Bots(matches, Pool(settings.bots), delay=settings.bot_delay, limit=settings.bot_limit)
        wire = Wire(store, None, bots.poke)
        stack.push_async_callback(together, wire.close, bots.close)
        wire.start()
        bots.start()
        await stack.enter_async_context(counting(bots))
        yield bots
