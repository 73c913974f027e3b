"""Railroad Revolution in a real browser: a whole game by clicking, by keys, refusals, barriers and narrow screens."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump, loads
from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_site import barriers
from tests.web.test_railroad_revolution_table import DECISIONS, finished, opened

pytestmark = pytest.mark.browser

ACTIONS = ("station", "railroad", "telegraph", "trade")
LIMIT = 900
"""Seconds after which a game that does not come to its end counts as stuck."""

OFFERED = """() => [...document.querySelectorAll("[data-choice]")].map(
  (one) => JSON.parse(one.dataset.choice))"""
MIDDLE = """(spot) => {
  const at = new DOMPoint(Number(spot.dataset.x), Number(spot.dataset.y)).matrixTransform(spot.getScreenCTM());
  return [at.x, at.y];
}"""


def seated(visitor: Visitor, match: Match) -> Page:
    """Open a match at the seat that has to decide."""
    made = visitor.ask("/api/matches", {"file": dump(match)})
    waiting = match.waiting()
    visitor.page.goto(f"/match/{made['id']}" + (f"?seat={waiting[0]}" if waiting else ""))
    veil = visitor.page.locator("[data-unveil]")
    if veil.count():
        veil.click()
        visitor.page.wait_for_selector("#table:not(.curtained)")
    return visitor.page


def alone(t: Table) -> Match:
    """A position with a person at the first seat and bots at the others."""
    match = opened(t)
    first, *others = match.header.seats
    match.header = replace(match.header, seats=(first, *(replace(seat, bot="random") for seat in others)))
    return match


# --- a whole game ----------------------------------------------------------------------------------------


def wish(offered: list[dict[str, Any]], used: Counter[str], rng: Random) -> dict[str, Any]:
    """What this player would like: the action used least, its main part first, then this and that, then the end."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for one in offered:
        kinds.setdefault(one["kind"], []).append(one)
    if "place" in kinds:
        return min(kinds["place"], key=lambda one: (used[one["args"][1]], rng.random()))
    for kind in ("choose", "pick", "trade"):
        if kind in kinds:
            return rng.choice(kinds[kind])
    extras = [kind for kind in kinds if kind not in ("sell", "hire", "done")]
    if "done" in kinds and (not extras or rng.random() < 0.5):
        return kinds["done"][0]
    return rng.choice(kinds[rng.choice(extras)] if extras else offered)


def does(visitor: Visitor, choice: dict[str, Any]) -> None:
    """Do with the mouse what the page offers, and wait until the table has moved on."""
    page, before = visitor.page, visitor.rev
    text = json.dumps(choice, ensure_ascii=False, separators=(",", ":"))
    target = page.locator(f"[data-choice='{text}']")
    if choice["kind"] in ("lay", "build"):
        target.scroll_into_view_if_needed()
        page.mouse.click(*target.evaluate(MIDDLE))
    elif choice["kind"] == "swap":
        colour, where, new = choice["args"]
        page.locator(f"label:has(#give-{colour}-{where})").click()
        page.locator(f"label:has(#take-{new})").click()
        target.click()
    elif choice["kind"] in ("sell", "hire"):
        page.locator("#bargain").evaluate("one => { one.open = true }")
        (target.locator("button") if choice["kind"] == "sell" else target).click()
    else:
        target.click()
    visitor.moved(before)


def test_a_whole_game_against_a_bot_by_clicking(visit: Visit) -> None:
    rng, used = Random(11), Counter[str]()
    ann = visit("en")
    ann.begin(("Ann", ("Bert", "greedy")), game=GAME)
    deadline = time.monotonic() + LIMIT
    while not ann.over:
        assert time.monotonic() < deadline, f"not over after {used}"
        if not ann.mine:
            ann.page.wait_for_selector("#table[data-mine], #table[data-over]")
            continue
        choice = wish(ann.page.evaluate(OFFERED), used, rng)
        if choice["kind"] == "place":
            used[choice["args"][1]] += 1
        does(ann, choice)
    assert min(used[action] for action in ACTIONS) > 0
    match = loads(ann.page.request.get(f"/api/matches/{ann.match}/file").text())
    assert match.result is not None
    assert ann.scores() == dict(enumerate(match.result.scores))
    done = Counter(action.kind for action in match.log if action.seat == 0)
    assert all(done[kind] for kind in ("build", "lay", "open", "trade", "use", "done"))
    for seat, lines in enumerate(match.result.sums):
        card = ann.page.locator(f".results > li:has([data-score='{seat}'])")
        rows = [row.locator("td").all_inner_texts() for row in card.locator("tbody tr:not(.none)").all()]
        assert sorted(rows) == sorted([f"{line.number} × {line.each}", str(line.points)] for line in lines)


# --- steps, refusals, keys -----------------------------------------------------------------------------------


def test_an_action_is_built_up_taken_back_and_confirmed(visit: Visit) -> None:
    ann = visit("de")
    page = seated(ann, alone(table(2).cash(0, 900)))
    ann.click("#do-place-violet-station")
    expect(page.locator("#now h2").first).to_contain_text("Bahnhof mit Violett")
    page.locator("#ask-done").click()
    expect(page.locator("#message a")).to_have_text("Regel act.1")
    ann.click("#rr-washington .frame")
    expect(page.locator("#own dd").first).to_have_text("$700")
    expect(page.locator("#face-washington .seat.s0")).to_have_count(1)
    ann.click("#undo")
    expect(page.locator("#own dd").first).to_have_text("$900")
    ann.click("#rr-charlotte .frame")
    ann.click("#do-use-bonus")
    expect(page.locator("#track-network .cell.next")).to_have_count(1)
    page.locator("#show-tracks").click()
    ann.click("#track-network .cell.next")
    expect(page.locator("#track-network svg.track")).to_have_attribute(
        "aria-label", "Netzleiste: Punkte je Stück jetzt: Ann 4, Ben 3"
    )
    ann.click("#undo-all")
    expect(page.locator("#group-place-station")).to_be_visible()


def test_what_is_closed_says_why(visit: Visit) -> None:
    ann = visit()
    page = seated(ann, alone(table(2).cash(0, 900)))
    ann.click("#do-place-white-railroad")
    rev = ann.rev
    for selector, rule in (
        ("#rr-R31", "rail.4"),
        ("#rr-R01", "rail.5"),
        ("#rr-denver", "station.1"),
        ("#area-3", "telegraph.1"),
    ):
        target = page.locator(selector)
        page.locator("#show-map" if selector.startswith("#rr") else "#show-tracks").click()
        target.scroll_into_view_if_needed()
        if selector.startswith("#rr"):
            page.mouse.click(*target.evaluate(MIDDLE))
        else:
            target.click()
        expect(page.locator("#message a")).to_have_text(f"Rule {rule}")
        page.locator("#message [data-close]").click()
    assert ann.rev == rev


def test_keys_are_enough(visit: Visit) -> None:
    """A turn without a mouse: a digit places a worker, M goes to the map, Enter lays, C ends."""
    ann = visit()
    page = seated(ann, alone(table(2).cash(0, 900)))
    page.keyboard.press("2")
    expect(page.locator("#do-place-white-railroad")).to_be_focused()
    presses(ann, "Enter")
    for _ in range(2):
        page.keyboard.press("m")
        expect(page.locator(".rr.open:focus")).to_have_count(1)
        presses(ann, "Enter")
    page.keyboard.press("m")
    here = page.locator(".rr:focus").get_attribute("data-rr")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".rr:focus")).to_have_count(1)
    assert page.locator(".rr:focus").get_attribute("data-rr") != here
    assert page.locator('.rr[tabindex="0"]').count() == 1
    presses(ann, "c")
    expect(page.locator("#log")).to_contain_text("Ann ends the turn.")


def test_a_turn_begins_with_a_click_on_the_map(visit: Visit) -> None:
    """A rail space asks for the worker; the worker is placed and the rail laid with one click more."""
    ann = visit()
    page = seated(ann, alone(table(2).cash(0, 900)))
    spot = page.locator("#rr-R06")
    spot.scroll_into_view_if_needed()
    page.mouse.click(*spot.evaluate(MIDDLE))
    expect(page.locator("#pick button").first).to_be_focused()
    assert page.locator("#pick button").count() == 2
    page.locator("#pick button").first.click()
    expect(page.locator("#rr-R06 .lane.s0")).to_have_count(1)
    expect(page.locator("#rr-R06.open")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("Ann lays a rail on Charlotte – Miami 1.")


def presses(visitor: Visitor, key: str) -> None:
    before = visitor.rev
    visitor.page.keyboard.press(key)
    visitor.moved(before)


# --- every page for everybody ------------------------------------------------------------------------------


def stages() -> Iterator[Match]:
    """The table at each kind of decision, in a swap, in debt, and at the end."""
    whole, seen = finished(3, 2), set[str]()
    for ply in range(whole.ply):
        match = whole.until(ply)
        step = match.state.todo[-1].step
        if step in DECISIONS - seen and (step not in ("turn", "act") or ply > 120):
            seen.add(step)
            yield match
    assert seen == DECISIONS
    swap = table(2).workers(0, {"white": 4, "violet": 1})
    yield opened(swap.play(act(0, "place", "violet", "telegraph"), act(0, "use", "w.tele.violet")))
    debt = table(2).cash(0, 40).shares(0, 1).locos(0, up=["loco-money"])
    yield opened(debt.play(act(0, "place", "violet", "station"), act(0, "build", "washington")))
    yield whole


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(visit: Visit, scheme: str) -> None:
    visitor = visit("en" if scheme == "light" else "de", color_scheme=scheme, reduced_motion="reduce")
    for match in stages():
        page = seated(visitor, match)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert barriers(page) == [], match.state.todo[-1:]


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways(visit: Visit, width: int) -> None:
    visitor = visit("de", width=width, height=844)
    for match in stages():
        page = seated(visitor, match)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, match.state.todo[-1:]


def test_on_a_phone_the_map_is_moved_to_where_something_can_be_built(visit: Visit) -> None:
    ann = visit(width=390, height=844)
    page = seated(ann, alone(table(2).cash(0, 900)))
    ann.click("#do-place-white-railroad")
    box, spot = page.locator("#mapbox").bounding_box(), page.locator(".rr.open").first.bounding_box()
    assert box
    assert spot
    assert box["x"] <= spot["x"]
    assert spot["x"] + spot["width"] <= box["x"] + box["width"]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_what_is_said_of_a_city_lies_on_no_other(visit: Visit, width: int, height: int) -> None:
    visitor = visit("de", width=width, height=height)
    page = seated(visitor, alone(table(2)))
    page.locator(".rr:has(.frame)").last.hover()
    expect(page.locator("#space")).to_contain_text(";")
    covered = """() => {
      const said = document.querySelector("#space").getBoundingClientRect();
      return [...document.querySelectorAll(".revmap .frame")].filter((frame) => {
        const box = frame.getBoundingClientRect();
        return box.left < said.right && said.left < box.right && box.top < said.bottom && said.top < box.bottom;
      }).length;
    }"""
    assert page.evaluate(covered) == 0
