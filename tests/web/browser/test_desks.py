"""Who sits down at a browser that somebody else has used finds nothing of theirs."""

from typing import Any

import pytest

from tests.web.browser.desks import Desks

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const databases = await indexedDB.databases();
  const own = Object.keys(localStorage).filter((name) => !["stellwerk.bots", "stellwerk.motion"].includes(name));
  return [document.cookie, own.length, sessionStorage.length, databases.length];
}"""


def test_a_browser_that_is_used_again_remembers_nobody(desks: Desks, site: str) -> None:
    how: dict[str, Any] = {"base_url": site, "locale": "en", "viewport": {"width": 640, "height": 480}}
    with desks.taken(**how) as first:
        page = first.new_page()
        page.goto("/about")
        page.evaluate("document.cookie = 'theme=dark'")
        page.evaluate("localStorage.setItem('a', '1'); sessionStorage.setItem('b', '2')")
        page.evaluate("() => new Promise((done) => { indexedDB.open('c').onsuccess = () => done() })")
        assert page.evaluate(KEPT) == ["theme=dark", 1, 1, 1]
        first.new_page()
    with desks.taken(**how) as second:
        assert second is first
        assert second.cookies() == []
        assert len(second.pages) == 1
        page = second.new_page()
        page.goto("/about")
        assert page.evaluate(KEPT) == ["", 0, 0, 0]


def test_two_visitors_never_share_a_browser(desks: Desks, site: str) -> None:
    how: dict[str, Any] = {"base_url": site, "locale": "en"}
    with desks.taken(**how) as one, desks.taken(**how) as other, desks.taken(fresh=True, **how) as third:
        assert len({one, other, third}) == 3
