"""Help from bots at a table: what one would do and why, and one that plays the own seat for a while."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.kit import PLUGIN, forget_bots
from tests.web.browser.conftest import PATIENCE, Visit
from tests.web.browser.test_site import barriers

pytestmark = pytest.mark.browser


@pytest.fixture
def wise(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs a bot that advises, in the server and in the processes in which bots think."""
    monkeypatch.syspath_prepend(PLUGIN)
    monkeypatch.setenv("PYTHONPATH", str(PLUGIN))
    forget_bots()
    yield
    forget_bots()


@pytest.mark.usefixtures("wise")
def test_a_bot_tells_what_it_would_do_and_plays_the_seat_for_a_while(visit: Visit) -> None:
    visitor = visit("en", width=1366, height=768, reduced_motion="reduce")
    visitor.begin(("Ann", ("Ben", "random"), ("Cleo", "random")))
    page = visitor.page
    expect(page.locator("#table[data-mine]")).to_have_count(1, timeout=PATIENCE)
    page.click("#advise")
    expect(page.locator("#hints li button")).to_have_count(3, timeout=PATIENCE)
    expect(page.locator("#hints ol > li").first).to_contain_text("expected final score: 20")
    expect(page.locator("#hints ol > li").nth(1)).to_contain_text("is number 2")
    assert barriers(page) == []
    page.click("#hint-0")
    expect(page.locator("#hints ol")).to_have_count(0)
    expect(page.locator("#log .own").first).to_contain_text("Ann")

    page.locator("nav [data-open=share]").click()
    page.locator(".shares").get_by_role("button", name="Let a bot play").click()
    expect(page.locator("#standing-in")).to_contain_text("A bot plays for you", timeout=PATIENCE)
    expect(page.locator(".shares").get_by_role("button", name="Take my seat back")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#standing-in [data-return]").click()
    expect(page.locator("#standing-in")).to_have_count(0, timeout=PATIENCE)
