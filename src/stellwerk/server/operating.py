"""What a server does beside answering: it keeps its figures up to date and deletes what has expired."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from anyio.to_thread import run_sync
from starlette.applications import Starlette

from stellwerk.server import health, metrics
from stellwerk.server.expiry import DAY, Expiry
from stellwerk.server.jobs import Bots
from stellwerk.server.logs import about, logger
from stellwerk.server.matches import Matches
from stellwerk.server.settings import Settings
from stellwerk.server.stopping import cancelled
from stellwerk.server.store.care import drop_invitations

log = logger(__name__)

SAMPLE: Final = 10.0
"""Seconds between two looks at one's own health."""

EXPIRY: Final = 3600.0
FIRST: Final = 60.0
"""Seconds between two looks at what has expired, and before the first one: a server that starts has other worries."""


@asynccontextmanager
async def counting(bots: Bots) -> AsyncIterator[None]:
    """Keep the figures of a process up to date that drives bots and answers nobody."""

    async def count() -> None:
        metrics.follow_bots(bots)
        metrics.MEMORY.labels("bots").set(metrics.resident())

    task = asyncio.create_task(_again_and_again("figures", SAMPLE, count))
    try:
        yield
    finally:
        await cancelled(task)


@asynccontextmanager
async def operating(app: Starlette) -> AsyncIterator[None]:
    """Look after the server as long as it runs."""
    about.set(None)
    tasks = [
        asyncio.create_task(_again_and_again("health", SAMPLE, lambda: _watch(app))),
        asyncio.create_task(_again_and_again("expiry", EXPIRY, lambda: _expire(app), FIRST)),
    ]
    try:
        yield
    finally:
        await cancelled(*tasks)


async def _watch(app: Starlette) -> None:
    """Look, and say it in the log when the server is not well and when it is well again."""
    before: list[str] = getattr(app.state, "complaints", [])
    found = await health.look(app)
    for reason in found.reasons:
        log.error("the server is not well", reason=reason)
    if before and found.well:
        log.warning("the server is well again")
    app.state.complaints = found.reasons


async def _expire(app: Starlette) -> None:
    """Delete what has expired, and wake those who still look at it."""
    settings: Settings = app.state.settings
    matches: Matches = app.state.matches
    await run_sync(drop_invitations, matches.store.database, settings.invitation_days * DAY)
    gone = await run_sync(Expiry.of(settings).expire, matches.store.database)
    for name in gone:
        matches.cache.forget(name)
        matches.hub.wake(name)
    if gone:
        log.info("matches expired", count=len(gone))


async def _again_and_again(
    what: str, pause: float, do: Callable[[], Awaitable[object]], first: float | None = None
) -> None:
    """Whatever goes wrong once goes on the next time."""
    await asyncio.sleep(pause if first is None else first)
    while True:
        try:
            await do()
        except Exception:
            log.exception("looking after the server failed", what=what)
        await asyncio.sleep(pause)
