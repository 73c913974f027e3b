"""The past in the browser: keys, wheel, timeline, what plays by itself, runs on the map, branches, charts."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_contrast import shown
from tests.web.late import BANK, before

pytestmark = pytest.mark.browser

NOTE_PRESSED = """() => {
  window.pressed = [];
  const button = document.querySelector("#autoplay");
  const note = () => window.pressed.push(button.ariaPressed);
  new MutationObserver(note).observe(button, { attributeFilter: ["aria-pressed"] });
}"""
"""How a button looked from one moment to the next, which may be short."""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_past_is_walked_by_keys_wheel_and_by_itself_and_shows_its_runs(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(width=size[0], height=size[1], reduced_motion="reduce")
    page = visitor.page
    match = before(BANK, "run", 30)
    address = shown(visitor, match)
    last, ply = match.ply, [at for at, action in enumerate(match.log) if action.kind == "run"][-1] + 1
    box = page.locator("#past")

    def at(expected: int) -> None:
        expect(box).to_have_attribute("data-ply", str(expected))

    page.goto(f"{address}/history?ply={ply}")
    expect(page.locator("#past-layer .run")).not_to_have_count(0)
    if size[0] > size[1]:
        expect(page.locator("#log .now")).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    at(ply - 1)
    expect(page.locator("#past-layer .run")).to_have_count(0)
    page.keyboard.press("Home")
    at(0)
    page.keyboard.press("PageDown")
    expect(page.locator("#rounds [aria-current]")).to_have_text("S1")
    first = int(box.get_attribute("data-ply") or "")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#turns [aria-current]")).to_have_attribute("data-to", str(first + 1))
    page.locator(".jumps").hover()
    page.mouse.wheel(0, 120)
    at(first + 2)
    # By itself: with little motion it begins slowly, and stops at the end.
    expect(page.locator("#pace")).to_have_value("2000")
    page.select_option("#pace", "400")
    page.keyboard.press("End")
    at(last)
    expect(page.locator("#autoplay")).to_be_disabled()
    page.locator("#slide").fill(str(last - 2))
    at(last - 2)
    page.evaluate(NOTE_PRESSED)
    page.click("#autoplay")
    at(last)
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.pressed")[0] == "true"


def test_the_map_has_most_of_the_height_and_no_line_of_the_log_peeks_over_a_heading(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    page, match = visitor.page, before(BANK, "run", 30)
    address = shown(visitor, match)
    page.goto(f"{address}/history?ply={match.ply - 3}")
    page.wait_for_selector(".scripted")
    assert page.locator("#part-map").evaluate("(map) => map.clientHeight") > 768 * 0.6
    assert page.evaluate(PEEKING) == []
    page.goto(address)
    page.wait_for_selector(".scripted")
    page.locator("#log details summary").first.click()
    page.locator("#part-log").evaluate("(log) => log.scrollTo(0, 300)")
    assert page.evaluate(PEEKING) == []


PEEKING = """() => {
  const box = document.querySelector("#part-log");
  const edge = box.getBoundingClientRect().top + box.clientTop;
  const stuck = [...box.querySelectorAll("h3")].filter((one) => one.getBoundingClientRect().top < edge + 20).pop();
  if (!stuck || box.scrollTop === 0) return ["nothing is scrolled"];
  const top = stuck.getBoundingClientRect();
  const at = (y) => document.elementFromPoint(top.left + 20, y);
  return [edge + 1, (edge + top.top) / 2, top.top + 2].map(at).filter((one) => one !== stuck && one.closest("li li"))
    .map((one) => one.textContent.slice(0, 40));
}"""
"""Parts of lines seen above the heading that stays in view while the log is scrolled."""


def test_a_branch_is_named_led_back_from_and_deleted(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    page = visitor.page
    address = shown(visitor, before(BANK, "run", 10))
    page.goto(f"{address}/history?ply=40")
    page.click("#branch")
    page.fill("#branching [name=label]", "Other train")
    page.keyboard.press("Enter")
    expect(page.locator("#branched")).to_contain_text("Branch “Other train”")
    page.click("#branched [data-open=renaming]")
    page.fill("#renaming [name=label]", "Another")
    page.click("#renaming .primary")
    expect(page.locator("#branched")).to_contain_text("Branch “Another”")
    page.click("#branched [data-open=deleting]")
    page.click("#deleting .primary")
    page.wait_for_url(f"**{address}/history?ply=40")
    expect(page.locator("#branches")).to_have_count(0)


def test_a_company_shows_its_last_run_on_the_map_of_the_table(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    page = visitor.page
    shown(visitor, before(BANK, "run", 40))
    page.click('[data-look="companies"]')
    page.locator("[data-ran-of]").first.click()
    expect(page.locator("#past-layer .run")).not_to_have_count(0)
    expect(page.locator("#ran h3")).to_contain_text("The run of")
    page.keyboard.press("Escape")
    expect(page.locator("#past-layer .run")).to_have_count(0)


def test_a_chart_tells_its_values_to_pointer_and_keys(visit: Visit) -> None:
    visitor = visit(width=1366, height=900)
    page = visitor.page
    page.goto(shown(visitor, before(BANK, "run", 40)) + "/charts")
    chart, said = page.locator("svg.chart").first, page.locator(".readout").first
    cells = page.locator("[data-chart]").first.locator("tbody tr")
    chart.focus()
    expect(said).to_contain_text(cells.last.locator("th").text_content() or "?")
    page.keyboard.press("Home")
    expect(said).to_contain_text("Sale: ")
    for cell in cells.first.locator("td").all_text_contents():
        expect(said).to_contain_text(cell)
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("S1: ")
    page.locator("h1").click()
    expect(said).to_have_text("")
    chart.hover(position={"x": 120, "y": 80})
    expect(said).not_to_have_text("")
