"""Whole turns of every game with the keyboard alone: what was recorded is played again, and no pointer is used.

After every key something has the focus, is in view and shows that it has it.
"""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.typist import LOST, Typist
from tests.web.browser.typist_boards import ParisTypist, RevolutionTypist
from tests.web.browser.typist_rail import RailTypist
from tests.web.decisions import recorded

pytestmark = pytest.mark.browser

BANK, LENDER, INDIA = (
    f"{title}.json"
    for title in ("g1830/three-break-the-bank", "g1848/three-break-the-bank", "g1853/four-link-their-contracts")
)
PLAN, MARSEILLE, SUPPLIES = (
    f"{game}.json"
    for game in ("railroad_revolution/two-by-plan", "paris/three-to-marseille", "paris/four-until-supplies-end")
)


class Turn(NamedTuple):
    """Some plies of a recorded game, and the most keys that they may take."""

    game: str
    first: int
    last: int
    most: int
    kinds: str
    """What has to be among them, or it shows nothing."""


RAIL = (
    Turn(BANK, 0, 10, 25, "bid buy_private_at_face pass_turn set_par"),
    Turn(BANK, 41, 45, 20, "sell buy pass_turn"),
    Turn(BANK, 49, 52, 20, "par sell pass_turn"),
    Turn(BANK, 71, 73, 12, "lay run"),
    Turn(BANK, 945, 951, 24, "lay station run pay_out buy_train pass_trains"),
    Turn(BANK, 1406, 1408, 14, "sell buy_train"),
    Turn(LENDER, 0, 3, 26, "buy_private_at_face lower"),
    Turn(LENDER, 399, 405, 20, "lay loan station run pay_out pass_trains"),
    Turn(INDIA, 3, 6, 14, "write_bond pick"),
    Turn(INDIA, 16, 22, 20, "pick close_bid buy"),
    Turn(INDIA, 42, 49, 32, "offer_elephant accept plan lay buy_train"),
    Turn(INDIA, 58, 66, 26, "extra_round lay run pay_out buy_train"),
)
PARIS = (Turn(MARSEILLE, 5, 11, 40, "place finish"), Turn(SUPPLIES, 5, 7, 28, "trade"))
REVOLUTION = (
    Turn(PLAN, 10, 36, 70, "choose swap place lay use done trade deal take flip build"),
    Turn(PLAN, 36, 52, 45, "place lay sell done deal step"),
    Turn(PLAN, 53, 63, 25, "flip step promote pick done place"),
)


def play(typist: Typist, turns: tuple[Turn, ...]) -> None:
    for turn in turns:
        match = recorded(turn.game)
        kinds = {action.kind for action in match.log[turn.first : turn.last]}
        assert set(turn.kinds.split()) <= kinds, turn
        typist.presses = 0
        typist.replays(match, turn.first, turn.last)
        assert typist.presses <= turn.most, f"{turn} took {typist.presses} keys"


@pytest.mark.slow
@pytest.mark.parametrize("title", [BANK, LENDER, INDIA])
def test_a_turn_of_an_18xx_title_needs_no_mouse(visit: Visit, title: str) -> None:
    play(RailTypist(visit(width=1366, height=768)), tuple(turn for turn in RAIL if turn.game == title))


def test_a_turn_of_paris_connection_needs_no_mouse(visit: Visit) -> None:
    play(ParisTypist(visit("de", width=1366, height=768)), PARIS)


@pytest.mark.slow
def test_a_turn_of_railroad_revolution_needs_no_mouse(visit: Visit) -> None:
    play(RevolutionTypist(visit(width=1366, height=768)), REVOLUTION)


def test_a_route_is_drawn_and_a_wish_let_go_by_keys(visit: Visit) -> None:
    """Draw a run from stop to stop with Enter, take a stop back, and come back to the best one."""
    typist = RailTypist(visit(width=1366, height=768))
    match = recorded(BANK)
    typist.sits_at(match, 947)
    best = typist.page.locator("#run-sum").inner_text()
    typist.press("d")
    typist.to("#run-draw")
    typist.press("Enter")
    assert typist.on("#run-clear"), "what was pressed is gone; the next thing beside it has the focus"
    stops = [step[0] for step in match.log[947].args[0][0] if step[1] >= 6]
    typist.press("m")
    for hex_ in stops[:2]:
        typist.walks_to(hex_)
        typist.press("Enter")
    expect(typist.page.locator("#do-chosen")).to_contain_text("Run as drawn for $")
    typist.press("Backspace")
    typist.press("d")
    typist.to("#run-back")
    typist.press("Enter")
    assert typist.page.locator("#run-sum").inner_text() == best
    assert typist.on("#run-draw")


def test_a_late_judgement_takes_no_focus_away(visit: Visit) -> None:
    """The link to a rule that is no longer broken, and a button that has to wait, may have the focus when it comes."""
    typist = RailTypist(visit(width=1366, height=768))
    page, match, late = typist.page, recorded(BANK), list[Route]()
    own, fault = page.locator("#do-chosen"), page.locator("#run-fault")
    typist.sits_at(match, 947)
    typist.press("d")
    typist.to("#run-draw")
    typist.press("Enter")
    expect(fault).to_be_visible()
    page.route("**/check", lambda asked: late.append(asked))  # noqa: PLW0108  # Playwright marks what it calls
    typist.press("m")
    stops = [step[0] for step in match.log[947].args[0][0] if step[1] >= 6]
    for hex_ in stops:
        typist.walks_to(hex_)
        typist.press("Enter")
    typist.press("d")
    typist.to("#run-fault a")
    judges(page, late, len(stops))
    expect(fault).to_be_hidden()
    expect(own).to_be_focused()
    for _ in stops[1:]:
        typist.press("Backspace")
    typist.press("Enter")  # what is drawn now is not judged yet, and not sent
    assert typist.on("#do-chosen[aria-disabled=true]")
    judges(page, late, len(stops) - 1)
    expect(fault).to_be_visible()
    typist.press("d")
    typist.to("#run-fault a")
    typist.press("Backspace")
    judges(page, late, 1, "Another rule is broken.")
    expect(fault).to_contain_text("Another rule is broken.")
    assert typist.on("#run-fault a")


def judges(page: Page, late: list[Route], count: int, fault: str = "") -> None:
    """Let the server answer so many questions that were held back, or answer in its place."""
    while len(late) < count:
        page.wait_for_timeout(20)
    for asked in late:
        if fault:
            asked.fulfill(status=422, json={"text": fault, "rule": "7.4"})
        else:
            asked.continue_()
    late.clear()


GONE = {
    "removed above the table": """() => {
        document.querySelector("#part-overview").insertAdjacentHTML("beforeend", "<a id='goes' href='#'>It goes</a>");
        document.querySelector("#goes").focus();
    }""",
    "hidden again": """() => {
        document.querySelector("#do-chosen").hidden = false;
        document.querySelector("#do-chosen").focus();
    }""",
}
"""Things that the server does not know or show, so that a fresh table takes them away."""


@pytest.mark.parametrize("what", GONE)
def test_a_fresh_table_that_takes_away_what_has_the_focus_gives_it_to_what_is_asked(visit: Visit, what: str) -> None:
    typist = RailTypist(visit(width=1366, height=768))
    typist.sits_at(recorded(BANK), 945)
    page = typist.page
    page.evaluate(GONE[what])
    with page.expect_response("**/fragment*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#goes, #do-chosen:not([hidden])")).to_have_count(0)
    page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    assert page.evaluate(LOST) == ""


def test_a_held_key_presses_one_button_only(visit: Visit) -> None:
    """Who holds Enter down on "Run" does not pay out as well."""
    typist = RailTypist(visit(width=1366, height=768))
    typist.sits_at(recorded(BANK), 947)
    before = typist.visitor.ply
    typist.press("b")
    assert typist.on("#do-run")
    typist.page.keyboard.down("Enter")
    typist.page.wait_for_selector("#do-pay_out:focus")
    for _ in range(3):
        typist.page.keyboard.down("Enter")
    typist.page.keyboard.up("Enter")
    typist.press("d")
    assert typist.visitor.ply == before + 1


def test_rows_of_buttons_are_one_stop_of_tab(visit: Visit) -> None:
    """The map and the dock are a few keys from the bar, however many tabs and tools stand between."""
    typist = RailTypist(visit(width=1366, height=768))
    typist.sits_at(recorded(BANK), 945)
    typist.press("b")
    typist.to("#show-map", most=6)
    typist.press("ArrowRight")
    assert typist.on("#show-market")
    typist.press("ArrowLeft")
    typist.to(".hx", most=2)
    typist.to(".maptools button", most=2)
    typist.press("End")
    assert typist.on(".maptools button:last-of-type")
    typist.to(".lookup-tabs button", most=3)
    typist.press("l")
    assert typist.on("#part-log")
