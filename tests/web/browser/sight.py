"""What is in view on a page: not outside, not covered, not cut off by anything around it."""

from typing import Any

from playwright.sync_api import Page

DESKTOPS = ((1366, 768), (1440, 900), (1920, 1080))
PHONE = (390, 844)
LATEST = "#log :is(summary, .step, .between, .none)"
"""What the log says first: the latest entry, and before the first one that there is none."""

LOG = 100
"""Pixels that the log has at least on a desktop: some four lines."""

MEASURE = """([wanted, log]) => {
  const problems = [];
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight) problems.push(`the page scrolls: ${page.scrollHeight}`);
  if (page.scrollWidth > innerWidth) problems.push(`the page is too wide: ${page.scrollWidth}`);
  const where = {};
  for (const selector of wanted) {
    const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (!element) { problems.push(`${selector} is missing`); continue; }
    const whole = element.getBoundingClientRect();
    // An entry of the log may be long: its first two lines are in view.
    const height = element.closest("#log") ? Math.min(whole.height, 40) : whole.height;
    const box = new DOMRect(whole.left, whole.top, whole.width, height);
    where[selector] = [Math.round(box.left), Math.round(box.top)];
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
      problems.push(`${selector} is outside`);
    const over = document.elementFromPoint(box.left + Math.min(box.width / 2, 60), box.top + box.height / 2);
    if (!over || !element.contains(over)) problems.push(`${selector} is covered or cut off`);
    for (let around = element.parentElement; around; around = around.parentElement) {
      const edge = around.getBoundingClientRect(), how = getComputedStyle(around);
      if (how.overflowY !== "visible" && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1))
        problems.push(`${selector} is cut off by ${around.id || around.className}`);
      if (how.overflowX !== "visible" && (box.left < edge.left - 1 || box.right > edge.right + 1))
        problems.push(`${selector} is cut off sideways by ${around.id || around.className}`);
    }
    const own = getComputedStyle(element);
    if (element.scrollHeight > element.clientHeight + 3 && own.overflowY === "hidden")
      problems.push(`${selector} does not show all of its words`);
    if (element.scrollWidth > element.clientWidth + 1 && own.textOverflow === "ellipsis")
      problems.push(`${selector} is cut short`);
  }
  const map = document.querySelector("#railmap"), frame = map?.closest(".railbox");
  if (frame && map.checkVisibility()) {
    const [drawn, seen] = [map.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (drawn.bottom > seen.bottom + 1 || drawn.right > seen.right + 1) problems.push("the map is not seen whole");
  }
  const tools = [...document.querySelectorAll(".table-rail .mapfoot > *")].filter((one) => one.checkVisibility());
  const rows = tools.map((one) => one.getBoundingClientRect()).map((box) => box.top + box.height / 2);
  if (Math.max(...rows) - Math.min(...rows) > 12) problems.push("the tools of the map stand in several rows");
  for (const note of document.querySelectorAll("#part-overview .round > *")) {
    const [box, bar] = [note.getBoundingClientRect(), note.parentElement.getBoundingClientRect()];
    if (box.top < bar.bottom - 1 && note.checkVisibility() && box.right > bar.right + 1)
      problems.push(`a note of the top line is cut: ${note.textContent}`);
  }
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  for (const fact of seen("#own > div")) {
    const purse = fact.getBoundingClientRect();
    const over = seen(".regrets > *").map((one) => one.getBoundingClientRect());
    const meets = ({ left, right, top, bottom }) =>
      left < purse.right && purse.left < right && top < purse.bottom && purse.top < bottom;
    if (over.some(meets))
      problems.push(`what can be taken back covers ${fact.textContent}`);
  }
  const lines = document.querySelector("#part-log")?.clientHeight ?? 0;
  if (lines < log) problems.push(`the log has ${lines} pixels`);
  return [problems, where];
}"""


def measured(page: Page, size: tuple[int, int], wanted: list[str]) -> tuple[list[str], dict[str, Any]]:
    """What is wrong with the sight of these things in a window of this size, and where they stand."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    problems, where = page.evaluate(MEASURE, [wanted, 0 if size == PHONE else LOG])
    return problems, where
