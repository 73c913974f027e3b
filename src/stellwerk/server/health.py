"""`/healthz`, `/readyz` and `/metrics`: how the server is, for programs that watch it.

Everybody may know whether it is well and why not. Figures are for the computer itself and for those networks that
the operator names.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from ipaddress import ip_network
from platform import python_version
from typing import Any, Final

from anyio.to_thread import run_sync
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stellwerk import __version__
from stellwerk.core.registry import titles
from stellwerk.server import metrics
from stellwerk.server.addresses import is_forwarded, is_told, parsed
from stellwerk.server.alarm import TOO_LONG
from stellwerk.server.errors import Unavailable, Unreadable
from stellwerk.server.jobs import Bots
from stellwerk.server.matches import Matches
from stellwerk.server.store import Store
from stellwerk.server.store.health import free_bytes, schema_revision, try_to_write

LITTLE: Final = 200 * 2**20
"""Free bytes below which a disk is as good as full."""

SLOW: Final = 1.0
"""Seconds for which one callback may hold the event loop."""

FRESH: Final = 1.0
"""Seconds for which a look is good enough for the next one who asks."""

NO_STORE: Final = {"cache-control": "no-store"}


@dataclass
class Health:
    """What was found: reasons why the server is not well, and figures."""

    reasons: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    ready: bool = True
    seen: float = 0.0

    @property
    def well(self) -> bool:
        return not self.reasons


async def look(app: Starlette) -> Health:
    """The state of things, at most a second old; who asks at once gets the same answer."""
    state = app.state
    if not hasattr(state, "health_lock"):
        state.health_lock, state.health = asyncio.Lock(), None
    async with state.health_lock:
        known: Health | None = state.health
        if known is None or time.monotonic() - known.seen > FRESH:
            known = await run_sync(examine, app.state.matches.store)
            _bots(app, known)
            _loop(app, known)
            known.seen = time.monotonic()
            state.health = known
            sample(app, known)
        return known


def examine(store: Store) -> Health:
    """What the database tells. Blocks: call it from a thread."""
    health = Health()
    figures = health.figures
    revision = _tried(health, "the database cannot be read", lambda: schema_revision(store.database))
    figures["database"] = {"kind": store.database.url.get_backend_name(), "schema": revision}
    if health.ready:
        _tried(health, "the database cannot be written", lambda: try_to_write(store.database))
    free = free_bytes(store.database)
    figures["disk_free_bytes"] = free
    if free is not None and free < LITTLE:
        health.reasons.append(f"the disk of the database is nearly full: {free >> 20} MiB are left")
    return health


def _bots(app: Starlette, health: Health) -> None:
    """What waits for bots, in all processes together."""
    bots: Bots = app.state.bots
    unreadable = app.state.matches.unreadable  # no bot can mend them, and no restart
    stalled = [one for one in bots.stalled() if one.match not in unreadable]
    figures = {"waiting": bots.alarm.waiting, "oldest_seconds": round(bots.alarm.oldest(), 1), "stalled": len(stalled)}
    health.figures["bots"] = figures
    if stalled:
        health.reasons.append(f"{len(stalled)} matches have waited for a bot for more than {TOO_LONG:g} seconds")


def sample(app: Starlette, health: Health) -> None:
    """Put what is known into the figures of this process."""
    matches: Matches = app.state.matches
    bots: Bots = app.state.bots
    metrics.QUEUE.set(health.figures["bots"]["waiting"])
    metrics.OLDEST.set(health.figures["bots"]["oldest_seconds"])
    metrics.DISK.set(health.figures["disk_free_bytes"] or 0)
    metrics.STREAMS.set(matches.hub.listeners())
    metrics.MATCHES.set(len(matches.cache))
    metrics.BYTES.set(matches.cache.bytes)
    metrics.WORK.set(matches.desk.waiting())
    metrics.LAG.set(health.figures["loop_held_seconds"])
    metrics.MEMORY.labels("server").set(metrics.resident())
    metrics.follow_bots(bots)


def admitted(request: Request, networks: Iterable[str]) -> bool:
    """Whether figures are for this caller: one of the named networks, or this computer itself.

    Behind a proxy everybody comes from where it stands; then either the proxy is trusted, and the address is the
    caller's, or a header gives it away and nobody is let in.
    """
    caller = parsed(request.client.host) if request.client else None
    forwarded = is_forwarded(request.scope)
    if caller is None or (forwarded and not is_told(request.scope)):
        return False
    return any(caller in ip_network(name) for name in networks) or (caller.is_loopback and not forwarded)


async def healthz(request: Request) -> Response:
    health = await look(request.app)
    told: dict[str, Any] = {"status": "ok" if health.well else "failing", "reasons": health.reasons}
    if admitted(request, request.app.state.settings.metrics_for):
        told |= {"version": __version__, "python": python_version(), **health.figures}
        told["games"] = {name: game.rules_version for name, game in titles().items()}
    return JSONResponse(told, 200 if health.well else 503, NO_STORE)


async def readyz(request: Request) -> Response:
    """Whether requests may be sent here: a slow bot is no reason to send them elsewhere."""
    health = await look(request.app)
    ready = health.ready and not request.app.state.matches.hub.closed
    told = {"status": "ready" if ready else "not ready"}
    return JSONResponse(told, 200 if ready else 503, NO_STORE)


async def figures(request: Request) -> Response:
    if not admitted(request, request.app.state.settings.metrics_for):
        raise HTTPException(404)
    await look(request.app)
    return Response(await run_sync(metrics.exposition), headers=NO_STORE, media_type=CONTENT_TYPE_LATEST)


def _loop(app: Starlette, health: Health) -> None:
    """The longest hold of the loop in the last minute or two."""
    longest = app.state.watchdog.worst
    health.figures["loop_held_seconds"] = round(longest, 3)
    if longest > SLOW:
        health.reasons.append(f"the event loop was held for {longest:.1f} seconds")


def _tried(health: Health, reason: str, do: Callable[[], Any]) -> Any:
    try:
        return do()
    except (Unavailable, Unreadable):
        health.reasons.append(reason)
        health.ready = False
        return None


routes: Final = [
    Route("/healthz", healthz, methods=["GET"]),
    Route("/readyz", readyz, methods=["GET"]),
    Route("/metrics", figures, methods=["GET"]),
]
