"""What a server does beside answering: it keeps its figures up to date."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette

from stellwerk.server import health
from stellwerk.server.logs import about, logger

log = logger(__name__)

SAMPLE: Final = 10.0
"""Seconds between two looks at one's own health."""


@asynccontextmanager
async def operating(app: Starlette) -> AsyncIterator[None]:
    """Look after the server as long as it runs."""
    about.set(None)
    tasks = [asyncio.create_task(_again_and_again("health", SAMPLE, lambda: _watch(app)))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _watch(app: Starlette) -> None:
    """Look, and say it in the log when the server is not well and when it is well again."""
    before: list[str] = getattr(app.state, "complaints", [])
    found = await health.look(app)
    for reason in found.reasons:
        log.error("the server is not well", reason=reason)
    if before and found.well:
        log.warning("the server is well again")
    app.state.complaints = found.reasons


async def _again_and_again(what: str, pause: float, do: Callable[[], Awaitable[object]]) -> None:
    """Whatever goes wrong once goes on the next time."""
    while True:
        await asyncio.sleep(pause)
        try:
            await do()
        except Exception:
            log.exception("looking after the server failed", what=what)
