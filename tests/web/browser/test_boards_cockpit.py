"""Every kind of decision of Paris Connection and Railroad Revolution in the frame, on four screens.

The page stands still, the map lies whole on a desktop's stage, the bar never moves, and something to decide is in
view without scrolling.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from stellwerk.core.action import CHANCE
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.sight import DESKTOPS, LATEST, PHONE, measured
from tests.web.browser.test_railroad_revolution import seated
from tests.web.decisions import Decision, decisions, one_of_each_step, position, recorded

pytestmark = pytest.mark.browser

OWN = {"paris": ["#headline"], "railroad_revolution": ["#headline", "#own dd"]}
"""What is in view on every screen, by recorded games."""

DESKTOP = 1024
MAPPED = frozenset({"act-lay", "act-build", "act-trade"})
"""What is done on the map and on the market in the middle of one step."""

VIEW = """() => {
  const box = (one) => { const at = one.getBoundingClientRect(); return [at.left, at.top, at.right, at.bottom]; };
  const seen = (one) => {
    const [left, top, right, bottom] = box(one);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (right - left < 4 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (one.contains(hit) || hit.closest(".rr, .hex, .opt") !== null);
  };
  const doable = "[data-choice], [data-begin], [data-go], .company:not([data-shut]), .hex.open";
  const stage = document.querySelector("[data-stage]:not(.tab-hidden)");
  const map = stage?.querySelector("svg.map");
  return {
    bar: box(document.querySelector("#part-actions"))[1],
    map: map ? box(map) : null,
    stage: stage ? box(stage) : null,
    cut: [...document.querySelectorAll(".company .name")].filter((one) => one.scrollWidth > one.clientWidth + 1).length,
    open: [...document.querySelectorAll(doable)].filter(seen).length,
  };
}"""


def kinds(folder: str) -> Iterator[Decision]:
    """All decisions of people."""
    for decision in decisions(folder):
        if recorded(decision.game).log[decision.ply].seat != CHANCE:
            yield decision


def wrong(page: Page, width: int, height: int) -> Iterator[str]:
    seen: dict[str, Any] = page.evaluate(VIEW)
    if not seen["open"]:
        yield "nothing to decide is in view"
    if width >= DESKTOP and seen["map"]:
        left, top, right, bottom = seen["map"]
        if left < 0 or top < 0 or right > width or bottom > height:
            yield f"the map is cut: {seen['map']}"
    if seen["cut"]:
        yield "the names of companies do not fit beside their values"
    if seen["bar"] > 60:
        yield f"the bar has moved to {seen['bar']}"


@pytest.mark.slow
@pytest.mark.parametrize("folder", OWN)
def test_a_decision_of_every_step_is_seen_at_first_sight(visit: Visit, folder: str) -> None:
    look_at(visit("de", width=1366, height=768), folder, one_of_each_step(kinds(folder), MAPPED))


@pytest.mark.long
@pytest.mark.parametrize("folder", OWN)
def test_every_decision_is_seen_at_first_sight(visit: Visit, folder: str) -> None:
    look_at(visit("de", width=1366, height=768), folder, kinds(folder))


def look_at(visitor: Visitor, folder: str, some: Iterable[Decision]) -> None:
    """Everything is in view on every screen at all these decisions."""
    problems = []
    for decision in some:
        page = seated(visitor, position(decision))
        for size in (*DESKTOPS, PHONE):
            more = [] if size == PHONE else ["#advice", ".players > :last-child", LATEST]
            found, _ = measured(page, size, [*OWN[folder], *more])
            problems += [f"{decision.name}, {size}: {problem}" for problem in (*found, *wrong(page, *size))]
    assert not problems, "\n".join(problems)


def test_all_kinds_of_decisions_are_among_them() -> None:
    assert {decision.kind for decision in kinds("paris")} == {"place", "finish", "trade"}
    found = {decision.kind for decision in kinds("railroad_revolution")}
    assert {"choose", "place", "lay", "build", "open", "trade", "use", "step", "flip", "take"} <= found
    assert {"promote", "swap", "gain", "deal", "pick", "sell", "hire", "done"} <= found
