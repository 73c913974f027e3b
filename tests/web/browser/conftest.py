"""A real server, a real browser, and visitors who are not shown a single error in their console."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial, wraps
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright
from starlette.applications import Starlette

from stellwerk.server.app import create_app
from stellwerk.server.run import Server
from stellwerk.server.settings import Settings
from tests.web.browser.desks import Desks
from tests.web.browser.hands import Visitor
from tools.bootstrap import need_chromium

ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
PATIENCE = 120_000
"""Milliseconds that a test waits for anything; a busy machine is slow, not broken."""

expect.set_options(timeout=PATIENCE)  # else five seconds, whatever a page is told
Visit = Callable[..., Visitor]


def _once_loaded(owner: type[Page | Locator], name: str) -> None:
    """Let an act wait until the page has loaded.

    A page that goes on by itself draws nothing before its script listens, but who fills something in or presses a key
    does not wait until it is drawn.
    """
    act = getattr(owner, name)

    @wraps(act)
    def patient(self: Page | Locator, *args: Any, **more: Any) -> Any:
        page = self.page if isinstance(self, Locator) else self
        page.wait_for_load_state("load")
        return act(self, *args, **more)

    setattr(owner, name, patient)


for _act in ("click", "fill", "press", "check", "select_option"):
    _once_loaded(Page, _act)
    _once_loaded(Locator, _act)


@contextmanager
def serving(database: Path, port: int = 0) -> Iterator[str]:
    """The address of a server in a thread of its own; its bots do not pause."""
    with serving_app(database, port) as (address, _):
        yield address


@contextmanager
def serving_app(database: Path, port: int = 0) -> Iterator[tuple[str, Starlette]]:
    """The same, with the application inside."""
    app = create_app(Settings(database=str(database), bot_delay=0.0, bots=1))
    server = Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2), app)
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("127.0.0.1", port))
        address = f"http://127.0.0.1:{sock.getsockname()[1]}"  # the server takes the socket for itself
        thread = Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        deadline = time.monotonic() + PATIENCE / 1000
        while not server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.02)
        try:
            yield address, app
        finally:
            server.should_exit = True
            thread.join(PATIENCE / 1000)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that runs until the tests are done."""
    with serving(tmp_path_factory.mktemp("site") / "matches.sqlite3") as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need_chromium(), args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def desks(browser: Browser) -> Iterator[Desks]:
    with Desks(browser) as desks:
        yield desks


@pytest.fixture
def visit(desks: Desks, site: str) -> Iterator[Visit]:
    """Visitors with a browser of their own each, at the lobby: `visit("de", width=390)`.

    A browser is cleaned and used again by later tests, unless `fresh=True` asks for one that is new and thrown away:
    for a test that measures a first load, or that turns the clock, which a browser never forgets.
    """
    errors: list[str] = []
    with ExitStack() as leaving:

        def enter(language: str = "en", *, width: int = 1280, height: int = 900, **more: Any) -> Visitor:
            how = {"base_url": site, "locale": language, "viewport": {"width": width, "height": height}, **more}
            context = leaving.enter_context(desks.taken(**how))
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            listen(page, errors)
            opened = partial(listen, errors=errors)
            context.on("page", opened)
            leaving.callback(context.remove_listener, "page", opened)
            return Visitor(page, outside=True)

        yield enter
    assert errors == []


def listen(page: Page, errors: list[str]) -> None:
    """Keep what goes wrong on a page; a refusal by the server is no such thing."""

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            errors.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: errors.append(str(error)))
