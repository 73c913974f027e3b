"""The application: API, events, pages and static files, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from stellwerk.core.errors import StellwerkError
from stellwerk.server import api, pages
from stellwerk.server.answers import refusal
from stellwerk.server.auth import Visitors
from stellwerk.server.hosts import hosts_of
from stellwerk.server.imports import Imports
from stellwerk.server.jobs import Bots
from stellwerk.server.limits import Limits, Turnstile
from stellwerk.server.matches import Matches
from stellwerk.server.pool import Pool
from stellwerk.server.settings import Settings
from stellwerk.server.shield import Shield
from stellwerk.server.store import Store
from stellwerk.web.assets import STATIC

API: Final = "/api/"
WORTH_IT: Final = 1000
LEVEL: Final = 5
"""From how many bytes on answers are compressed, and how hard: more would take longer and save next to nothing."""


class Static(StaticFiles):
    """The built scripts, styles and pictures; a browser asks each time whether they changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def create_app(settings: Settings | None = None) -> Starlette:
    """The server as an ASGI application; `app.state.matches` is there once its lifespan has begun."""
    settings = settings or Settings()
    limits = Limits(settings)
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(Shield, hosts=hosts_of(settings.host, settings.allowed_hosts)),
            Middleware(Turnstile, limits=limits, refuse=_turn_away),
            Middleware(GZipMiddleware, minimum_size=WORTH_IT, compresslevel=LEVEL),
            Middleware(Visitors),
        ],
        exception_handlers={StellwerkError: _refuse, HTTPException: _refuse, Exception: _break},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.state.settings = settings
    app.state.limits = limits
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = await run_sync(Store, settings.database)
    matches = Matches(store)
    bots = Bots(matches, Pool(settings.workers), delay=settings.bot_delay, limit=settings.bot_limit)
    app.state.matches = matches
    app.state.imports = imports = Imports(Pool(1), settings.import_limit)
    bots.start()
    try:
        yield
    finally:
        matches.hub.close()
        await bots.close()
        await imports.close()
        await run_sync(store.close)


def _routes() -> list[BaseRoute]:
    shelf = Mount("/static", Static(directory=STATIC, check_dir=False), name="static")
    return [*api.routes, shelf, *pages.routes]


async def _refuse(request: Request, error: Exception) -> Response:
    """Programs get JSON, people a page."""
    program = request.url.path.startswith(API)
    return refusal(request, error) if program else pages.error_page(request, error)


async def _turn_away(request: Request, error: Exception) -> Response:
    """People who opened an address get a page, scripts and programs JSON."""
    person = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(API)
    return pages.error_page(request, error) if person else refusal(request, error)


async def _break(request: Request, _error: Exception) -> Response:
    """What nobody foresaw is logged by the server; who asked gets the same friendly form as for any refusal."""
    return await _refuse(request, HTTPException(500))
