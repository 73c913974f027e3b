"""The application: API, events, pages and static files, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

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
from stellwerk.core.registry import titles
from stellwerk.server import api, api_advice, api_clock, api_record, api_seats, api_words, health, pages
from stellwerk.server.advising import Advising
from stellwerk.server.answers import PAGE, WORTH_IT, refusal
from stellwerk.server.auth import Visitors
from stellwerk.server.hosts import hosts_of
from stellwerk.server.imports import Imports
from stellwerk.server.jobs import Bots
from stellwerk.server.judge import Judge
from stellwerk.server.limits import Limits, Turnstile
from stellwerk.server.matches import Matches
from stellwerk.server.operating import operating
from stellwerk.server.pool import Pool
from stellwerk.server.presence import Presence
from stellwerk.server.requests import ID, KEY, Requests
from stellwerk.server.settings import Settings
from stellwerk.server.shield import HEADERS, Shield
from stellwerk.server.sitting import Sitting
from stellwerk.server.stopping import together
from stellwerk.server.store import Store
from stellwerk.server.streams import Streams
from stellwerk.server.tallies import Tallies
from stellwerk.server.watchdog import watching
from stellwerk.server.wire import Wire
from stellwerk.web.assets import STATIC
from stellwerk.web.i18n import LANGUAGES
from stellwerk.web.render import environment
from stellwerk.web.tables import table_for

API: Final = "/api/"
REST: Final = 2.0
"""How many times as long as it worked for bots that play among themselves this process is there for people alone."""

ASIDE: Final = 16 * 1024
"""From how many bytes on a file is compressed in a thread; answers are by who makes them."""


class Static(StaticFiles):
    """The built scripts, styles and pictures; a browser asks each time whether they changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def create_app(settings: Settings | None = None, counted: Tallies | None = None) -> Starlette:
    """The server as an ASGI application; `app.state.matches` is there once its lifespan has begun.

    Processes that are given the same tallies (`counted`) count together how often somebody asks.
    """
    settings = settings or Settings()
    limits = Limits(settings, counted)
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(Requests, proxied=bool(settings.trusted_proxies)),
            Middleware(Shield, hosts=hosts_of(settings.host, own_names(settings))),
            Middleware(Turnstile, limits=limits, refuse=_turn_away),
            Middleware(GZipMiddleware, minimum_size=WORTH_IT, compresslevel=PAGE, thread_minimum_size=ASIDE),
            Middleware(Visitors),
        ],
        exception_handlers={StellwerkError: _refuse, HTTPException: _refuse, Exception: _break},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.state.settings = settings
    app.state.limits = limits
    app.state.streams = Streams(settings)
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    await run_sync(load_all)
    async with AsyncExitStack() as stack:
        store = await run_sync(Store, settings.database)
        stack.push_async_callback(run_sync, store.close)
        app.state.matches = matches = Matches(store, memory=settings.memory << 20)
        stack.push_async_callback(matches.close)
        pool = None if settings.bots == 0 else Pool(settings.bots)
        app.state.bots = bots = Bots(
            matches,
            pool,
            delay=settings.bot_delay,
            limit=settings.bot_limit,
            rest=REST,
            looked_at=matches.hub.watched,
        )
        app.state.presence = presence = Presence(store)
        app.state.sitting = Sitting(matches, settings.invitation_days, settings.absence_hours, presence)
        judge = Judge(matches)
        app.state.imports = imports = Imports(Pool(1), settings.import_limit)
        app.state.advising = advising = Advising(matches, Pool(1), settings.bot_limit)
        app.state.wire = wire = Wire(store, matches.hub, bots.poke)
        stack.push_async_callback(
            together,
            matches.summaries.close,
            judge.close,
            presence.close,
            wire.close,
            bots.close,
            imports.close,
            advising.close,
        )
        stack.callback(matches.hub.close)
        matches.summaries.start()
        wire.start()
        presence.start()
        bots.start()
        judge.start()
        app.state.watchdog = stack.enter_context(watching())
        await stack.enter_async_context(operating(app))
        yield


def load_all() -> None:
    """Games, tables and templates, which take seconds to load, are there before the first request."""
    for known in titles().values():
        table_for(known.id)
        len(known.rulebook)
    for language in LANGUAGES:
        environment(language)


def own_names(settings: Settings) -> tuple[str, ...]:
    """Further names by which browsers may ask for the server: those that it is told, and that of its public address."""
    public = urlsplit(settings.public_url or "").hostname
    return (*settings.allowed_hosts, *((public,) if public else ()))


def _routes() -> list[BaseRoute]:
    shelf = Mount("/static", Static(directory=STATIC, check_dir=False), name="static")
    return [
        *api.routes,
        *api_seats.routes,
        *api_clock.routes,
        *api_record.routes,
        *api_advice.routes,
        *api_words.routes,
        *health.routes,
        shelf,
        *pages.routes,
    ]


async def _refuse(request: Request, error: Exception) -> Response:
    """Programs get JSON, people a page."""
    program = request.scope["path"].startswith(API)
    return refusal(request, error) if program else pages.error_page(request, error)


async def _turn_away(request: Request, error: Exception) -> Response:
    """People who opened an address get a page, scripts and programs JSON."""
    person = "text/html" in request.headers.get("accept", "") and not request.scope["path"].startswith(API)
    return pages.error_page(request, error) if person else refusal(request, error)


async def _break(request: Request, _error: Exception) -> Response:
    """What nobody foresaw is in the log under the request's name; who asked gets the same form as for any refusal."""
    response = await _refuse(request, HTTPException(500))
    response.headers.update(HEADERS | {ID: request.scope[KEY]})  # the middleware has been left behind
    return response
