"""How a server stops: one part after the other, each in its time, and all of them before its supervisor loses patience.

What does not end in its time is left behind: the process ends, and nothing that was promised to anybody is lost by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from stellwerk.server.logs import logger

log = logger(__name__)

PATIENCE: Final = 8.0
"""Seconds in which a process that was told to stop must have ended."""

REQUESTS: Final = 3
PARTS: Final = 2.0
POSITIONS: Final = 1.0
DATABASE: Final = 1.0
"""Seconds of them, one after the other: for running requests, for what the process does beside (all of it at once), for
positions that are being written, and for whoever still asks the database."""


async def together(*closings: Callable[[], Awaitable[object]]) -> None:
    """End several parts at once that do not need each other; one that fails keeps none of the others from ending."""
    for error in await asyncio.gather(*(close() for close in closings), return_exceptions=True):
        if isinstance(error, BaseException):
            log.error("a part of the server did not end well", exc_info=error)


async def cancelled(*tasks: asyncio.Task[None] | None) -> None:
    """Stop tasks, and wait until they have stopped."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
