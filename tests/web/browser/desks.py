"""Browsers that one visitor after the other sits down at: starting one costs more than most tests do with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext

AT_ONCE = """try {
    for (const [name, wish] of [["stellwerk.bots", "once"], ["stellwerk.motion", "off"]])
        localStorage.setItem(name, localStorage.getItem(name) ?? wish);
} catch { /* a page without a site keeps nothing */ }"""
"""Visitors of tests are impatient: unless they choose otherwise they see all moves at once, and nothing moves."""

IDLE = 4
"""So many browsers at most wait for the next visitor, the last ones used."""


class Desks:
    """A desk is a browser with its own cookies and storage, and one blank page that keeps its window open."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[tuple[dict[str, Any], BrowserContext]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for _how, context in self._idle:
            context.close()

    @contextmanager
    def taken(self, *, fresh: bool = False, **how: Any) -> Iterator[BrowserContext]:
        """A desk of this kind that nobody else sits at and at which nothing tells of earlier visitors."""
        if fresh:
            with self._browser.new_context(**how) as context:
                context.add_init_script(AT_ONCE)
                yield context
            return
        found = next((at for at, (kind, _) in enumerate(self._idle) if kind == how), None)
        if found is None:
            context = self._browser.new_context(**how)
            context.add_init_script(AT_ONCE)
            context.new_page()
        else:
            context = self._idle.pop(found)[1]
        try:
            yield context
            _clean(context, how["base_url"])
        except BaseException:
            context.close()
            raise
        self._idle.append((how, context))
        if len(self._idle) > IDLE:
            self._idle.pop(0)[1].close()


def _clean(context: BrowserContext, site: str) -> None:
    """Close the pages of the visitor, and forget what the site has kept."""
    blank, *pages = context.pages
    for page in pages:
        page.close()
    context.clear_cookies()
    context.clear_permissions()
    session = context.new_cdp_session(blank)
    session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
    session.detach()
