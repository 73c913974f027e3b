"""The cards of presets in the lobby, and a table of scenario D: runs over a home marker, at their best and by hand."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from stellwerk.core.registry import title
from tests.games.g1830.lines import herald, lay, running
from tests.web.browser.conftest import Visit
from tests.web.browser.test_rail_map import sit, state_of
from tests.web.browser.test_site import barriers
from tests.web.test_rail_homes import placed

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}


def opened(page: Page) -> Locator:
    page.locator("input[name=game][value='1830']").check()
    return page.locator("[data-game='1830']")


def test_every_card_has_its_picture_at_a_desk_and_on_a_phone(visit: Visit) -> None:
    page = visit("de", width=1366, height=768).page
    panel = opened(page)
    pictures = panel.locator(".preset img")
    expect(pictures).to_have_count(len(title("1830").presets))
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("one => one.naturalWidth") > 0
    assert barriers(page) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for card in panel.locator(".preset").all():
        assert card.evaluate(
            "one => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1"
        )


def test_the_row_that_begins_covers_nothing_that_has_the_focus(visit: Visit) -> None:
    page = visit(width=1366, height=768).page
    panel = opened(page)
    panel.locator(".adjust > summary").click()
    panel.locator(".fold").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    page.evaluate("scrollTo(0, 0)")
    row = panel.locator(".begin-row")
    panel.get_by_role("radio", name="1830 Classic").focus()
    for _ in range(24):
        page.keyboard.press("Tab")
        now = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
        covered = row.bounding_box()
        assert covered
        inside = page.evaluate("!!document.activeElement.closest('.begin-row')")
        assert inside or now <= covered["y"] + 1


def test_what_does_not_go_together_is_said_beside_the_options_until_it_does(visit: Visit) -> None:
    page = visit(width=1366, height=768).page
    panel = opened(page)
    panel.locator(".adjust > summary").click()
    trains = panel.locator(".fold", has=page.locator("[data-option=third_six]"))
    trains.locator("summary").click()
    third, plus = trains.locator("[data-option=third_six]"), trains.locator("[data-option=plus_trains]")
    said = trains.locator("#option-1830-third_six-clash")
    expect(said).to_be_hidden()
    third.check()
    plus.check()
    expect(said).to_contain_text("do not go together.")
    expect(trains.locator("#option-1830-plus_trains-clash")).to_be_visible()
    expect(third).to_have_attribute("aria-invalid", "true")
    expect(third).to_have_accessible_description(re.compile("do not go together"))
    expect(panel.locator(".adjust > summary .clashing")).to_have_text("does not go together: 2")
    assert barriers(page) == []
    plus.uncheck()
    expect(said).to_be_hidden()
    expect(panel.locator(".clashing:not(:empty)")).to_have_count(0)
    # A preset goes together by itself, whatever stood there before.
    plus.check()
    expect(said).to_be_visible()
    panel.get_by_role("radio", name="D: A level playing field").check()
    expect(said).to_be_hidden()


def test_a_run_over_a_home_marker_is_drawn_and_can_be_drawn_by_hand(visit: Visit) -> None:
    """The PRR on H12 between Pittsburgh and Reading: 20, its own marker, 20."""
    t = herald(running("PRR", "3"), "PRR", "H12")
    lay(t, {"H10": ("57", {1, 4}), "H14": ("9", {1, 4}), "H16": ("57", {1, 4})})
    ann = visit(width=1366, height=768)
    sit(ann, placed(t.operating("PRR", "run_trains")))
    page = ann.page
    page.locator("#hex-L8").hover()
    expect(page.locator("main")).to_contain_text("only with a licence")
    lines = page.locator("#routes-layer .line")
    # Pittsburgh's half, all of H12, H14, Reading's half.
    expect(lines).to_have_count(4)
    assert all(line.get_attribute("d") for line in lines.all())
    expect(page.locator("#routes-layer .call")).to_have_count(3)
    expect(page.locator("#run-sum")).to_have_text("$50")
    page.locator("#run-draw").click()
    for name, calls in (("H10", 1), ("H12", 2)):
        page.locator(f"#hex-{name}").click()
        expect(page.locator("#routes-layer .call")).to_have_count(calls)
    expect(page.locator("#run-sum")).to_have_text("$30")
    assert all(line.get_attribute("d") for line in lines.all())
    page.locator("#hex-H16").click()
    expect(page.locator("#run-sum")).to_have_text("$50")
    expect(page.locator("#run-own")).to_be_enabled()
    assert barriers(page) == []
    ann.click("#run-own")
    assert state_of(ann)["revenue"] == 50
