"""The wheel over a map scrolls the page; with Ctrl it enlarges the map."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_contrast import shown
from tests.web.late import BANK, before
from tests.web.test_railroad_revolution_table import finished as revolution

pytestmark = pytest.mark.browser

TOP = "document.documentElement.scrollTop"
MAPS = {"paris": "#mapbox > svg", "1830": "#railmap", "revolution": "#revmap"}
HINT = {"en": "Ctrl + wheel zooms the map", "de": "Strg + Mausrad vergrößert die Karte"}


def opened(visitor: Visitor, game: str) -> Page:
    if game == "paris":
        visitor.begin(("Ann", ("Cleo", "random"), ("Dev", "random")))
    else:
        shown(visitor, before(BANK, "lay", -1) if game == "1830" else revolution(3).until(60))
    visitor.page.locator(MAPS[game]).hover(position={"x": 200, "y": 120})
    return visitor.page


def width(page: Page, game: str) -> float:
    """How much of the map is seen at once: of the drawing of an 18xx map, or of the box of another one."""
    seen: float = page.evaluate(
        "map => map.id === 'railmap' ? map.viewBox.baseVal.width : 1e6 / map.getBoundingClientRect().width",
        page.locator(MAPS[game]).element_handle(),
    )
    return seen


def other_width(page: Page, game: str, before_: float) -> float:
    """Wait until another part of the map is seen than before; returns how much that is."""
    deadline = time.monotonic() + 120
    while (seen := width(page, game)) == before_:
        assert time.monotonic() < deadline, "the map stays as it is"
        page.wait_for_timeout(20)
    return seen


def scrolled(page: Page, beyond: float) -> None:
    """Wait until the page has moved down so far; our content policy lets nothing be asked again and again inside it."""
    deadline = time.monotonic() + 120
    while page.evaluate(TOP) <= beyond:
        assert time.monotonic() < deadline, f"still at {page.evaluate(TOP)}"
        page.wait_for_timeout(50)


HINTED = """() => {
  const hint = document.querySelector(".wheel-hint"), box = hint?.getBoundingClientRect();
  const over = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return hint && [hint.textContent, over.closest(".wheel-hint") !== null];
}"""


def hinted(page: Page, down: float) -> list[str | bool]:
    """Turn the wheel until there is a hint, which goes by itself: what it says, and whether it is an obstacle."""
    deadline = time.monotonic() + 120
    while True:
        page.mouse.wheel(0, down)
        if seen := page.evaluate(HINTED):
            return list(seen)
        assert time.monotonic() < deadline, "there is no hint"
        page.wait_for_timeout(20)


@pytest.mark.parametrize("game", MAPS)
def test_the_wheel_over_a_map_scrolls_the_page(visit: Visit, game: str) -> None:
    page = opened(visit(width=1366, height=560), game)
    before_, seen = page.evaluate(TOP), width(page, game)
    page.mouse.wheel(0, 200)
    scrolled(page, before_ + 100)
    assert width(page, game) == seen


def test_in_the_still_frame_the_wheel_moves_only_what_lies_under_it(visit: Visit) -> None:
    page = opened(visit(width=1366, height=768), "1830")
    log, seen = "document.querySelector('#part-log').scrollTop", width(page, "1830")
    assert hinted(page, 200)[0] == HINT["en"]
    assert (page.evaluate(TOP), page.evaluate(log), width(page, "1830")) == (0, 0, seen)
    page.locator("#part-log").hover()
    page.mouse.wheel(0, 200)
    deadline = time.monotonic() + 120
    while page.evaluate(log) < 100:
        assert time.monotonic() < deadline, "the log does not move"
        page.wait_for_timeout(50)
    assert (page.evaluate(TOP), width(page, "1830")) == (0, seen)


@pytest.mark.parametrize("game", MAPS)
@pytest.mark.parametrize("key", ["Control", "Meta"])
def test_the_wheel_with_a_key_enlarges_the_map(visit: Visit, game: str, key: str) -> None:
    """And the page stays where it is."""
    page = opened(visit(width=1366, height=560), game)
    top, seen = page.evaluate(TOP), width(page, game)
    page.keyboard.down(key)
    page.mouse.wheel(0, -200)
    larger = other_width(page, game, seen)
    page.mouse.wheel(0, 900)
    smaller = other_width(page, game, larger)
    page.keyboard.up(key)
    assert larger < seen
    assert smaller > larger
    assert page.evaluate(TOP) == top


@pytest.mark.parametrize("language", HINT)
def test_who_turns_the_wheel_in_vain_is_told_how_to_enlarge_the_map(visit: Visit, language: str) -> None:
    """At the top of a page the wheel cannot scroll up; the hint goes by itself and is no obstacle to a click."""
    page = opened(visit(language, width=1366, height=560), "1830")
    page.evaluate("scrollTo(0, 0)")
    hint = page.locator(".wheel-hint")
    page.mouse.wheel(0, 200)
    scrolled(page, 100)
    expect(hint).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")
    assert hinted(page, -200) == [HINT[language], False]
    expect(hint).to_have_count(0)


def test_one_finger_on_the_whole_map_may_scroll_the_page(visit: Visit) -> None:
    """Once the map is enlarged, a finger moves the map."""
    page = opened(visit(width=390, height=844, has_touch=True), "1830")
    allowed = "getComputedStyle(document.querySelector('#railmap')).touchAction"
    assert page.evaluate(allowed) == "pan-x pan-y"
    page.locator("#map-in").click()
    assert page.evaluate(allowed) == "none"
