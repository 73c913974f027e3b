"""However many tabs a browser has, it listens by one stream, and requests still get out."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from starlette.applications import Starlette

from tests.web.browser.conftest import PATIENCE, listen, serving_app

pytestmark = pytest.mark.browser

NO_WORKERS = "delete window.SharedWorker;"
NO_LOCKS = "delete Navigator.prototype.locks;"
SPEECHLESS = "addEventListener('pagehide', event => event.stopImmediatePropagation(), true);"
HIDE = """how => {
    Object.defineProperty(document, "visibilityState", {value: how, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
QUICK = 2.0
"""Seconds in which every tab has to show what was done in one of them."""

REV = "document.getElementById('table').dataset.rev"

SEATS = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}]


class House:
    """A server, a browser with tabs, and what the server knows of who listens."""

    def __init__(self, context: BrowserContext, app: Starlette) -> None:
        self.context, self.app = context, app

    @property
    def streams(self) -> int:
        count: int = self.app.state.streams.open
        return count

    def watchers(self, match: str) -> int:
        count: int = self.app.state.matches.hub.watchers(match)
        return count

    def begin(self) -> str:
        """A match that this browser holds all seats of."""
        options = {"start_player": "1", "start_layout": "fixed"}
        asked = {"game": "paris-connection", "options": options, "seats": SEATS}
        made = self.context.request.post("/api/matches", data=asked)
        assert made.ok
        return str(made.json()["id"])

    def tab(self, path: str) -> Page:
        page = self.context.new_page()
        page.goto(path)
        return page


@contextmanager
def house(browser: Browser, database: Path, script: str = "") -> Iterator[House]:
    errors: list[str] = []
    with serving_app(database) as (address, app), browser.new_context(base_url=address, locale="en") as context:
        context.set_default_timeout(PATIENCE)
        context.on("page", lambda page: listen(page, errors))
        if script:
            context.add_init_script(script)
        context.request.get("/")
        yield House(context, app)
    assert errors == []


def until(page: Page, look: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait for something outside of the browser, while its events are served."""
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end, "it did not come true"
        page.wait_for_timeout(20)


def shown(page: Page, match: str) -> Any:
    expect(page.locator(f"body[data-match='{match}'] #table")).to_be_visible()
    return json.loads(page.locator("#table").get_attribute("data-rev") or "null")


def build(page: Page, match: str) -> int:
    """Build from within a tab, as its scripts would; returns the new rev."""
    answer: list[Any] = page.evaluate(
        """async match => {
            const now = await (await fetch(`/api/matches/${match}`)).json();
            const {kind, args} = now.view.choices.find(one => one.kind === "place");
            const action = {kind, args};
            const answer = await fetch(`/api/matches/${match}/actions`, {
                method: "POST",
                headers: {"content-type": "application/json"},
                body: JSON.stringify({ply: now.ply, action}),
            });
            return [answer.status, (await answer.json()).rev];
        }""",
        match,
    )
    status, rev = answer
    assert status == 200, answer
    return int(rev)


def all_show(pages: list[Page], rev: int) -> None:
    """Every tab comes to this rev; a tab in the background is asked, for it draws when it likes."""
    for page in pages:
        until(page, lambda page=page: page.evaluate(REV) == str(rev))  # type: ignore[misc]


def spreads(pages: list[Page], by: Page, match: str) -> int:
    """What is built in one tab all show in time; returns the last rev.

    A busy machine is given three attempts. A request that waits for a connection does so each time, and news that
    come with a sign of life are late each time.
    """
    took: list[float] = []
    while len(took) < 3:
        began = time.monotonic()
        rev = build(by, match)
        all_show(pages, rev)
        took.append(time.monotonic() - began)
        if took[-1] < QUICK:
            return rev
    raise AssertionError(f"it took {took} seconds")


def test_ten_tabs_share_one_stream_and_all_show_what_is_done_in_one(browser: Browser, tmp_path: Path) -> None:
    with house(browser, tmp_path / "matches.sqlite3") as home:
        first, second = home.begin(), home.begin()
        lobby = home.tab("/")
        tabs = [home.tab(f"/match/{first}") for _ in range(8)]
        other = home.tab(f"/match/{second}")
        until(other, lambda: home.watchers(first) == home.watchers(second) == 1)
        assert home.streams == 1
        fetched: list[str] = []
        for page in (lobby, other):
            page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
        before = shown(tabs[0], first)
        built = spreads(tabs, tabs[-1], first) - before
        until(lobby, lambda: "mine" in fetched)
        assert fetched.count("mine") <= built
        assert not [name for name in fetched if name.startswith("fragment")], "the other match has not changed"
        spreads([other], other, second)
        assert home.streams == 1
        for page in tabs:
            page.close()
        until(other, lambda: home.watchers(first) == 0)
        assert home.watchers(second) == 1
        other.close()
        lobby.close()
        last = home.tab("about:blank")
        until(last, lambda: home.streams == 0)


def test_a_tab_that_goes_without_a_word_is_missed(browser: Browser, tmp_path: Path) -> None:
    with house(browser, tmp_path / "matches.sqlite3", SPEECHLESS) as home:
        first, second = home.begin(), home.begin()
        stays = home.tab(f"/match/{first}")
        dies = home.tab(f"/match/{second}")
        until(stays, lambda: home.watchers(second) == 1)
        dies.close()
        until(stays, lambda: home.watchers(second) == 0)
        spreads([stays], stays, first)
        assert home.streams == 1


def test_a_browser_without_locks_shares_its_stream_too(browser: Browser, tmp_path: Path) -> None:
    with house(browser, tmp_path / "matches.sqlite3", NO_LOCKS) as home:
        match = home.begin()
        tabs = [home.tab(f"/match/{match}") for _ in range(3)]
        until(tabs[0], lambda: home.watchers(match) == 1)
        spreads(tabs, tabs[0], match)
        assert home.streams == 1
        for page in tabs[1:]:
            page.close()
        spreads(tabs[:1], tabs[0], match)


def test_without_shared_workers_only_tabs_that_can_be_seen_listen_and_the_others_catch_up(
    browser: Browser, tmp_path: Path
) -> None:
    with house(browser, tmp_path / "matches.sqlite3", NO_WORKERS) as home:
        match = home.begin()
        one, other = home.tab(f"/match/{match}"), home.tab(f"/match/{match}")
        until(one, lambda: home.streams == 2)
        before = spreads([one, other], one, match)
        other.evaluate(HIDE, "hidden")
        until(one, lambda: home.streams == 1)
        rev = spreads([one], one, match)
        assert shown(other, match) == before
        other.evaluate(HIDE, "visible")
        all_show([other], rev)
        until(one, lambda: home.streams == 2)


def test_a_computer_that_slept_listens_anew(browser: Browser, tmp_path: Path) -> None:
    with house(browser, tmp_path / "matches.sqlite3", NO_WORKERS) as home:
        match = home.begin()
        page = home.context.new_page()
        page.clock.install()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/events" in request.url else None)
        page.goto(f"/match/{match}")
        until(page, lambda: home.streams == 1 and len(asked) == 1)
        page.clock.fast_forward(8 * 3600 * 1000)
        until(page, lambda: len(asked) == 2)
        until(page, lambda: home.streams == 1)
        rev = build(page, match)
        page.clock.run_for(100)
        all_show([page], rev)


def test_too_many_streams_of_a_visitor_end_the_oldest_which_comes_back_when_looked_at(
    browser: Browser, tmp_path: Path
) -> None:
    with house(browser, tmp_path / "matches.sqlite3", NO_WORKERS) as home:
        home.app.state.streams.per_visitor = 1
        match = home.begin()
        old = home.context.new_page()
        ended: list[str] = []
        for how in ("requestfinished", "requestfailed"):
            old.on(how, lambda request: ended.append(request.url) if "/events" in request.url else None)
        old.goto(f"/match/{match}")
        until(old, lambda: home.streams == 1)
        new = home.tab(f"/match/{match}")
        until(new, lambda: bool(ended) and home.streams == 1)
        before = shown(old, match)
        rev = spreads([new], new, match)
        assert shown(old, match) == before
        old.evaluate(HIDE, "visible")
        all_show([old], rev)
        until(old, lambda: home.streams == 1)
        spreads([old], old, match)
