"""Bright buttons: they tell what they do, lead to what is missing, and nothing moves under the pointer."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import dump
from tests.web.browser.conftest import Visit
from tests.web.browser.director import as_json
from tests.web.browser.hands import Visitor
from tests.web.decisions import Decision, decisions, position, recorded
from tests.web.scenes import match_of

pytestmark = pytest.mark.browser

BRIGHT = ".banner button.primary:not([hidden])"
IN_FRAME = """(selector) => {
  const [one, frame] = [document.querySelector(selector), document.getElementById("decided")]
    .map((element) => element.getBoundingClientRect());
  return one.top >= frame.top - 1 && one.bottom <= frame.bottom + 1;
}"""
WHOLE = """(one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [text, box] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
  return text.left >= box.left && text.right <= box.right && text.top >= box.top && text.bottom <= box.bottom;
}"""
"""Whether all words of a button are inside of it."""

GAINS = """() => [...document.querySelectorAll("#dock .offer")].map((one) =>
  [one.getAttribute("aria-pressed") === "true", one.querySelector(".brings").textContent])"""


def opened(visitor: Visitor, match: Match, seat: int | None = None) -> Page:
    made = visitor.ask("/api/matches", {"file": dump(match)})
    visitor.page.goto(f"/match/{made['id']}" + ("" if seat is None else f"?seat={seat}"))
    visitor.page.wait_for_selector(".scripted")
    return visitor.page


def decided(folder: str, name: str) -> Decision:
    return next(one for one in decisions(folder) if one.name == name)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bid_that_is_chosen_leaves_the_banner_as_high_as_it_was(visit: Visit, language: str) -> None:
    page = opened(visit(language, width=1366, height=768), position(decided("g1830", "sell_privates-pass_turn")))
    height = page.locator(".banner").evaluate("(one) => one.offsetHeight")
    page.locator("form.priced label.chip").nth(1).click()
    expect(page.locator("#do-chosen")).to_contain_text("Baltimore & Ohio (BO)")
    assert page.locator(".banner").evaluate("(one) => one.offsetHeight") == height
    assert page.locator("#do-chosen").evaluate(WHOLE)


def test_the_highest_bid_leaves_nothing_of_what_is_not_bound_in_other_bids(visit: Visit) -> None:
    """Of three players each has $800: with $225 on the last private, $575 are left for another one."""
    match = match_of("1830", 3, options={"seating": "free"})
    for action in (Action(0, "bid", ("BO", 225)), Action(1, "pass_turn"), Action(2, "pass_turn")):
        match.play(action)
    page = opened(visit(width=1366, height=768), match, 0)
    page.locator("form.priced label.chip", has_text="CA").click()
    page.locator("form.priced [data-price=hi]").click()
    expect(page.locator("form.priced [data-hole]")).to_have_value("575")
    expect(page.locator("form.priced [data-rest]")).to_have_text("$0")
    page.locator("form.priced label.chip", has_text="BO").click()
    page.locator("form.priced [data-price=hi]").click()
    expect(page.locator("form.priced [data-hole]")).to_have_value("800")
    expect(page.locator("form.priced [data-rest]")).to_have_text("$0")


def test_escape_closes_the_list_of_keys_and_not_the_run_beneath(visit: Visit) -> None:
    match = recorded("g1830/three-break-the-bank.json")
    ply = next(at for at, action in enumerate(match.log) if action.kind == "run") + 1
    page = opened(visit(), match.branch(ply, seats=[Seat(chair.name) for chair in match.header.seats]))
    page.locator("#part-log [data-ran]").first.evaluate("(one) => { one.closest('details')?.setAttribute('open', '') }")
    page.locator("#part-log [data-ran]").first.click()
    expect(page.locator("[data-hide-run]")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    expect(page.locator("[data-hide-run]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-hide-run]")).to_have_count(0)


def test_a_run_without_routes_is_not_sent_and_a_lesser_one_is_asked_about(visit: Visit) -> None:
    """1848 admits any run: QR of a recorded game earns less with a route that is cleared."""
    visitor = visit(width=1366, height=768)
    match = recorded("g1848/five-ruin-their-companies.json")
    ply = max(
        at
        for at, action in enumerate(match.log)
        if action.kind == "run" and len([route for route in action.args[0] if route]) == 2
    )
    page = opened(visitor, match.branch(ply, seats=[Seat(chair.name) for chair in match.header.seats]))
    page.locator("#run-draw").click()
    expect(page.locator("#do-chosen")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#advice")).to_be_hidden()
    before = visitor.rev
    page.locator("#do-chosen").click(force=True)
    page.locator("#run-back").click()
    page.locator("[data-route]").first.click()
    page.locator("#run-clear").click()
    lesser = page.locator("#do-chosen:not([aria-disabled])")
    expect(lesser).to_contain_text("best £")
    lesser.click()
    expect(lesser).to_contain_text("Press again.")
    assert visitor.rev == before
    lesser.click()
    visitor.moved(before)


def test_a_hex_shows_its_tiles_in_view_and_takes_the_best_one(visit: Visit) -> None:
    """Also below the list of the best hexes, at a small window; and though what tiles bring is known only later."""
    visitor, late, held = visit(width=1366, height=768), list[Route](), [True]

    def answer(asked: Route) -> None:
        late.append(asked) if held else asked.continue_()

    visitor.page.route("**/worth*", answer)
    page = opened(visitor, position(decided("g1830", "lay_track-lay")))
    page.locator("#map-best").click()
    expect(page.locator("#best")).to_be_visible()
    hex_ = page.evaluate("""() => Object.entries(JSON.parse(document.getElementById("rail-data").textContent).lays)
        .find(([, lays]) => new Set(lays.map((lay) => lay[0])).size > 1)[0]""")
    page.locator(f"#hex-{hex_}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dock .offer .brings:not(:empty)")).to_have_count(0)
    while not late:
        page.wait_for_timeout(20)
    held.clear()
    for asked in late:
        asked.continue_()
    page.wait_for_selector("#dock .offer .brings:not(:empty)")
    assert page.evaluate(IN_FRAME, "#dock .where")
    expect(page.locator("#dock .offer .brings:empty")).to_have_count(0)
    signs = str.maketrans({"−": "-", "±": "+", "$": ""})
    found = [(pressed, re.search(r"[+−±]\$?\d+", text)) for pressed, text in page.evaluate(GAINS)]
    shown = [(pressed, int(gain[0].translate(signs))) for pressed, gain in found if gain]
    assert len(shown) == len(found) > 1
    assert [gain for pressed, gain in shown if pressed] == [max(gain for _, gain in shown)]


STOPPED: dict[str, Any] = {
    "orders": [
        {
            "number": at,
            "state": "ended",
            "name": "Pass in stock rounds",
            "about": "",
            "stops": [],
            "why": None,
            "acts": 1,
        }
        for at in range(1, 15)
    ]
    + [
        {
            "number": 15,
            "state": "paused",
            "name": "Buy shares",
            "about": "",
            "stops": [],
            "why": "Cleo has sold B&M",
            "acts": 0,
        }
    ],
    "kinds": [],
}


def test_an_order_that_has_stopped_is_marked_on_its_tab_and_comes_into_view(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)

    def answer(asked: Route) -> None:
        asked.fulfill(status=200, json={"rev": 0, **STOPPED})

    visitor.page.route("**/api/matches/*/orders*", answer)
    visitor.begin(("Ann", "Ben", "Cleo"), "1830", {"seating": "free"})
    tab = visitor.page.locator("#look-orders")
    expect(tab).to_have_attribute("data-unread", "!")
    assert "Cleo has sold B&M" in (tab.get_attribute("aria-description") or "")
    tab.click()
    expect(visitor.page.locator("#orders .paused .why")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("cash", "button", "says"), [(900, "#do-hire", "Hire a worker"), (100, "#do-sell", "Sell shares")]
)
def test_who_lacks_workers_is_told_so_and_led_to_what_helps(visit: Visit, cash: int, button: str, says: str) -> None:
    """gen.2: who ends a turn needs four workers; hiring one costs $800."""
    match = recorded("railroad_revolution/four-pay-high-gates.json")
    s = match.at(44).copy()
    seat = int(s.todo[-1].who)
    s.cash[seat] = cash
    kinds = len(s.bank)
    there = [s.supply[seat][n] + sum(s.posts[seat][n::kinds]) for n in range(kinds)]
    back = [count - (3 if n == 0 else 0) for n, count in enumerate(there)]
    s.bank = tuple(left + more for left, more in zip(s.bank, back, strict=True))
    s.supply[seat], s.posts[seat] = (3, *(0 for _ in back[1:])), tuple(0 for _ in s.posts[seat])
    branch = match.branch(0, seats=[Seat(chair.name) for chair in match.header.seats])
    short = Match(replace(branch.header, position=json.loads(json.dumps(as_json(s)))))
    page = opened(visit(width=1366, height=768), short, seat)
    advice = page.locator("#advice")
    expect(advice).to_contain_text("You have 3 workers and need 4")
    if cash < 800:
        expect(advice).to_contain_text("$700")
    bright = page.locator(BRIGHT)
    expect(bright).to_have_count(1)
    expect(page.locator(button)).to_contain_text(says)
    page.locator("#bargain").evaluate("(one) => { one.open = false }")
    page.locator(button).click()
    assert page.locator("#bargain").evaluate("(one) => one.open")


def test_a_bid_that_was_sent_is_not_chosen_for_the_next_player(visit: Visit) -> None:
    """Round one screen the field of the price keeps the focus; the next player has chosen nothing yet."""
    visitor = visit(width=1366, height=768)
    page = opened(visitor, position(decided("g1830", "sell_privates-pass_turn")))
    page.locator("form.priced [data-hole]").fill("200")
    expect(page.locator("#do-chosen")).to_have_text("Bid $200 on Camden & Amboy (CA)")
    before = visitor.rev
    page.locator("form.priced [data-hole]").press("Enter")
    visitor.moved(before)
    page.wait_for_selector("#table:not([aria-busy])")
    expect(page.locator("#headline")).to_contain_text("Seat 5")
    expect(page.locator("#do-chosen")).to_be_hidden()


def test_what_was_chosen_is_let_go_when_another_has_the_turn(visit: Visit) -> None:
    """Ann chooses a bid and passes in another window: Ben's main button does not bid."""
    visitor = visit(width=1366, height=768)
    visitor.begin(("Ann", "Ben"), "1830", {"seating": "free"})
    page = visitor.page
    page.locator("form.priced label.chip", has_text="MH").click()
    expect(page.locator("#do-chosen")).to_have_text("Bid $115 on Mohawk & Hudson (MH)")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#do-pass_turn").click()
    expect(page.locator("#headline")).to_contain_text("Ben")
    expect(page.locator("#do-chosen")).to_be_hidden()


def test_escape_lets_go_what_was_chosen(visit: Visit) -> None:
    """An offer of shares in the table, and a bid in its form: the banner offers again what it did before."""
    visitor = visit(width=1366, height=768)
    for name, chip in (
        ("trade_shares-buy", ".stage label.chip"),
        ("sell_privates-pass_turn", "form.priced label.chip"),
    ):
        page = opened(visitor, position(decided("g1830", name)))
        buttons = page.locator(".banner button:visible")
        before = buttons.all_inner_texts()
        page.locator(chip).nth(1).click()
        expect(page.locator("#do-chosen")).to_be_visible()
        assert buttons.all_inner_texts() != before
        page.keyboard.press("Escape")
        expect(page.locator("#do-chosen")).to_be_hidden()
        assert buttons.all_inner_texts() == before
