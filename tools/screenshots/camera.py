"""A browser that takes pictures: one window for each look, and one page in it after the other."""

from __future__ import annotations

import base64
import time
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, FloatRect, Page

from stellwerk.core.matchfile import dump
from tools.screenshots.shot import Look, Place, Shot

PATIENCE = 60_000
"""Milliseconds after which a page that does not come is given up."""

QUALITY = 82

FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
SETTLED = """() => new Promise((done) => {
  const endless = (one) => one.effect?.getTiming().iterations === Infinity;
  const moving = () => document.getAnimations().some((one) => one.playState === "running" && !endless(one));
  const busy = () => document.querySelector("[aria-busy=true]") !== null || moving();
  const look = (left) => { if (busy() && left > 0) setTimeout(look, 50, left - 1); else requestAnimationFrame(done); };
  document.fonts.ready.then(() => setTimeout(look, 100, 60));
})"""
"""Once nothing moves and nothing is being counted, or after some seconds."""


class Camera:
    """Takes the pictures of one site; who is at the screen has the seats of all matches it opens."""

    def __init__(self, browser: Browser, site: str, folder: Path, docs: Path | None) -> None:
        self._browser, self._site = browser, site
        self._folder, self._docs = folder, docs
        self._windows: dict[tuple[str, bool], BrowserContext] = {}
        self._shown: dict[Page, tuple[str, Place | None]] = {}
        self._opened: dict[str, str] = {}
        with browser.new_context(base_url=site) as context:
            context.request.get("/")
            self._seated = context.storage_state()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for window in self._windows.values():
            window.close()

    def take(self, shot: Shot) -> float:
        """Take it; the seconds it took."""
        before = time.monotonic()
        page = self._page(shot.look)
        if shot.path:
            self._go(page, shot)
        for selector in shot.click:
            page.locator(selector).locator("visible=true").first.click()
        if shot.top:
            page.locator(shot.top).first.evaluate("one => one.scrollIntoView()")
        if shot.focus:
            page.locator(shot.focus).locator("visible=true").first.focus()
        if shot.hover:
            page.locator(shot.hover).locator("visible=true").first.hover()
        else:
            page.mouse.move(1, 1)
        page.evaluate(SETTLED)
        part = page.locator(shot.only).first if shot.only else page
        more: dict[str, Any] = {} if shot.only else {"full_page": shot.full}
        part.screenshot(path=self._folder / f"{shot.file}.png", **more)
        if shot.doc and self._docs:
            clip = page.locator(shot.only).first.bounding_box() if shot.only else None
            (self._docs / f"{shot.doc}.webp").write_bytes(_webp(page, shot, clip))
        return time.monotonic() - before

    def _go(self, page: Page, shot: Shot) -> None:
        """Open the page anew, unless the picture before left it as it was in another size or colour."""
        shown, self._shown[page] = self._shown.get(page), (shot.path, None if _touched(shot) else shot.place)
        if shot.place and not _touched(shot) and shown == (shot.path, shot.place):
            return
        path = shot.path
        if shot.place:
            path = path.replace("{match}", self._match(shot.place))
        if page.url.startswith(self._site):
            page.evaluate(FORGET)
        page.goto(path)
        page.wait_for_selector("html.scripted", state="attached")
        veil = page.locator("[data-unveil]")
        if veil.count() and not shot.veiled:
            veil.first.click()
            page.wait_for_selector("#table:not(.curtained)")

    def _page(self, look: Look) -> Page:
        kind = look.language, look.stranger
        if kind not in self._windows:
            self._windows[kind] = self._window(*kind)
        (page,) = self._windows[kind].pages
        page.set_viewport_size({"width": look.width, "height": look.height})
        page.emulate_media(color_scheme="dark" if look.scheme == "dark" else "light", reduced_motion="reduce")
        return page

    def _window(self, language: str, stranger: bool) -> BrowserContext:
        window = self._browser.new_context(
            base_url=self._site,
            locale=language,
            timezone_id="Europe/Berlin",
            storage_state=None if stranger else self._seated,
        )
        window.set_default_timeout(PATIENCE)
        window.new_page()
        return window

    def _match(self, place: Place) -> str:
        """The number of a match, opened as a visitor does who drops its file into the lobby."""
        if place.name not in self._opened:
            match = place.make()
            with self._browser.new_context(base_url=self._site, storage_state=self._seated) as context:
                answer = context.request.post("/api/matches", data={"file": dump(match)})
                if not answer.ok:
                    raise RuntimeError(f"{place.name}: {answer.text()}")
                self._opened[place.name] = f"{answer.json()['id']}"
        return self._opened[place.name]


def _touched(shot: Shot) -> bool:
    """Whether something is done on the page that the next picture should not find."""
    return bool(shot.click or shot.focus or shot.top or shot.veiled)


def _webp(page: Page, shot: Shot, clip: FloatRect | None) -> bytes:
    """The window or a part of it in a format that takes a fifth of what PNG takes."""
    look = shot.look
    box = clip or {"x": 0, "y": 0, "width": look.width, "height": look.height}
    asked = {"format": "webp", "quality": QUALITY, "clip": {**box, "scale": shot.scale * (2 if look.phone else 1)}}
    session = page.context.new_cdp_session(page)
    try:
        return base64.b64decode(session.send("Page.captureScreenshot", asked)["data"])
    finally:
        session.detach()
