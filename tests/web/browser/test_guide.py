"""Guided matches before a real browser: what is outlined is there, and the box does not lie on it."""

import pytest
from playwright.sync_api import Page, expect

from stellwerk.core.registry import title
from stellwerk.core.walkthrough import walkthrough_of
from tests.web.browser.conftest import Visit
from tests.web.browser.test_site import barriers

pytestmark = pytest.mark.browser

GAMES = ("1830", "1848", "1853", "paris-connection", "railroad-revolution")
UNCOVERED = """() => {
  const guide = document.getElementById("guide").getBoundingClientRect();
  const marked = [...document.querySelectorAll(".guided")].filter((one) => one.getClientRects().length > 0);
  const small = marked.map((one) => one.getBoundingClientRect()).filter(
    (one) => one.width * one.height < 0.4 * innerWidth * innerHeight && one.bottom > 0 && one.top < innerHeight,
  );
  const over = (one) => Math.min(guide.right, one.right) - Math.max(guide.left, one.left) > 1
    && Math.min(guide.bottom, one.bottom) - Math.max(guide.top, one.top) > 1;
  return [marked.length, small.filter(over).length];
}"""


def begin(page: Page, game: str) -> None:
    page.goto(f"/learn/{game}")
    page.locator("form button.primary").click()
    expect(page.locator("#guide")).to_have_attribute("data-step", "0")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_step_outlines_something_that_the_box_leaves_free(visit: Visit, game: str) -> None:
    page = visit(width=1366, height=768).page
    begin(page, game)
    walkthrough = walkthrough_of(game)
    assert walkthrough is not None
    for at, step in enumerate(walkthrough.guide.steps):
        box = page.locator("#guide")
        expect(box).to_have_attribute("data-step", str(at))
        if step.show:
            expect(page.locator(".guided:visible").first).to_be_visible()
            marked, covered = page.evaluate(UNCOVERED)
            assert (marked > 0, covered) == (True, 0), (game, step.id)
        page.locator("#guide [data-guide-done]").click()
        if step.then:
            page.locator(f"#guide [data-guide-go='{at + 1}']").click()
    expect(page.locator("#guide")).to_have_attribute("data-how", "over")
    expect(page.locator("#guide a.primary")).to_be_visible()


def test_paris_is_played_by_hand_with_a_refusal_a_detour_and_back(visit: Visit) -> None:
    page = visit("de", width=390, height=844).page
    begin(page, "paris-connection")
    box, nudge = page.locator("#guide"), page.locator("#guide-nudge")
    page.locator("#tab-map").click() if page.locator("#tab-map").is_visible() else None
    page.keyboard.press("3")  # brown
    page.locator("#hex-H24").dispatch_event("click")
    expect(nudge).to_contain_text("direkt neben der braunen Lok")
    expect(page.locator("#message")).to_contain_text("build.4")
    assert barriers(page) == [], "a guided match after a refusal"
    page.locator("#hex-G23").dispatch_event("click")
    expect(box).to_have_attribute("data-how", "done")
    page.locator("#guide .primary").click()
    expect(box).to_have_attribute("data-step", "1")
    page.locator("#guide [data-guide-fold]").click()
    expect(page.locator("#guide-body")).to_be_hidden()
    page.locator("#guide [data-guide-fold]").click()
    page.locator("#guide [data-guide-go='0']").click()
    expect(box).to_have_attribute("data-step", "0")
    thumbs = page.locator(".thumbs").bounding_box()
    lies = box.bounding_box()
    assert thumbs is not None
    assert lies is not None
    assert lies["y"] + lies["height"] <= thumbs["y"]


def test_rules_are_found_by_word_and_number_and_by_their_link(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/1830")
    rule = page.locator("[id='7.4b']")
    expect(rule).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("7.4b")
    speaking = [one for one in title("1830").rulebook if "7.4b" in f"{one.id} {one.title['en']} {one.text['en']}"]
    expect(page.locator("#found")).to_have_text(f"{len(speaking)} rules")
    expect(rule).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#found")).to_have_text("")
    expect(rule).to_be_hidden()
    page.locator("#query").fill("zzzz")
    expect(page.locator("#found")).to_have_text("No matching rule.")
    page.evaluate("() => { location.hash = '#7.4b'; }")
    expect(rule).to_be_in_viewport()
    page.locator("#chapter-filter").select_option("8")
    expect(page.locator("[data-chapter]:visible")).to_have_count(1)
