"""The pages of 1830: no barrier that axe knows, no sideways scrolling, in both colours and at every width."""

from random import Random

import pytest
from playwright.sync_api import Page

from stellwerk.core.matchfile import dump
from tests.games.g1830.corners import bankruptcy, forced_purchase
from tests.games.g1830.positions import fresh, table
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_rail_game import seated
from tests.web.browser.test_site import barriers
from tests.web.late import BANK, before
from tests.web.scenes import match_of, play

pytestmark = pytest.mark.browser

TABS = ("map", "market", "side", "companies", "holdings", "trains", "tiles", "log")


def stages(visitor: Visitor) -> list[str]:
    """The table in the sale, a stock round with an offer, a dividend, a forced purchase, at the end, and the past."""
    stock = table(4).opened("PRR", par=67, shares={0: 50, 1: 20}).opened("NYC", par=100, shares={1: 30}, pool=20)
    stock.cash({0: 900}).private("MH", 0).stock(turn=0)
    made = [seated(visitor, t).visitor.page.url for t in (fresh(3), stock, forced_purchase(), bankruptcy())]
    lot = match_of("1830", 3)
    play(lot, Random(4), 60)
    for match in (before(BANK, "pay_out", -1), before(BANK, "lay", -1), lot):
        opened = visitor.ask("/api/matches", {"file": dump(match)})
        made.append(f"/match/{opened['id']}")
    return [*made, f"{made[-1]}/charts", f"{made[-1]}/history?ply=30"]


def choose(page: Page) -> None:
    """Look at the first offer, so that its effects stand there."""
    chips = page.locator("label.chip:has([name=offer])")
    if chips.count():
        chips.first.click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier_at_an_18xx_table(visit: Visit, scheme: str) -> None:
    visitor = visit("en" if scheme == "light" else "de", color_scheme=scheme, reduced_motion="reduce")
    page = visitor.page
    for path in stages(visitor):
        page.goto(path)
        choose(page)
        # The map has tests of its own, and axe would spend most of its time there.
        page.evaluate("document.querySelector('#railmap')?.remove()")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert barriers(page) == [], path


@pytest.mark.parametrize("width", [390, 1280])
def test_no_18xx_page_scrolls_sideways(visit: Visit, width: int) -> None:
    visitor = visit("de", width=width, height=844)
    page = visitor.page
    for path in stages(visitor):
        page.goto(path)
        choose(page)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        for tab in (*TABS, "sale", "result"):
            button = page.locator(f"#tab-{tab}")
            if button.count() and button.is_visible():
                button.click()
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, tab)
    assert page.locator("#tab-market").is_visible() is False or width == 390
