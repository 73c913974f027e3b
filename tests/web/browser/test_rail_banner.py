"""The banner of an 18xx table: at every decision the main button is in view, and one press of it does the thing."""

import pytest
from playwright.sync_api import Page, expect

from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import dump
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.decisions import Decision, decisions, position, recorded
from tests.web.late import BANK

pytestmark = pytest.mark.browser

UNCOVERED = """(selector) => {
  const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  if (!element) return "missing";
  const box = element.getBoundingClientRect();
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return "outside";
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return over && element.contains(over) ? "" : "covered";
}"""
BRIGHT = ".banner button.primary:not([hidden])"


def opened(visitor: Visitor, match: Match) -> Page:
    made = visitor.ask("/api/matches", {"file": dump(match)})
    visitor.page.goto(f"/match/{made['id']}")
    visitor.page.wait_for_selector(".scripted")
    return visitor.page


def hidden_parts(page: Page) -> dict[str, str]:
    """What of whose turn it is, the own cash and the main button cannot be seen without scrolling."""
    found = {selector: str(page.evaluate(UNCOVERED, selector)) for selector in ("#headline", "#own dd", BRIGHT)}
    return {selector: problem for selector, problem in found.items() if problem}


def four_trains() -> Match:
    """A company of 1830 about to run four trains."""
    whole = recorded(f"g1830/{BANK}.json")
    ply = next(
        ply
        for ply, action in enumerate(whole.log)
        if action.kind == "run" and len(whole.at(ply).trains[whole.at(ply).todo[-1].who]) == 4
    )
    return whole.branch(ply, seats=[Seat(chair.name) for chair in whole.header.seats])


@pytest.mark.parametrize("how", ["click", "key"])
def test_four_trains_run_by_the_button_of_the_banner_and_the_dividend_is_in_view(visit: Visit, how: str) -> None:
    visitor = visit(width=1366, height=768)
    page = opened(visitor, four_trains())
    assert page.locator("#routes .route").count() == 4
    earned = page.locator("#run-sum").inner_text()
    run = page.locator("#do-run")
    expect(run).to_have_text(f"Run for {earned}")
    page.evaluate("scrollTo(0, 2500)")
    before = visitor.rev
    if how == "click":
        run.click()
    else:
        page.keyboard.press("c")
    visitor.moved(before)
    expect(page.locator("#do-pay_out")).to_have_text(f"Pay out ${int(earned[1:]) // 10} a share")
    assert page.evaluate("document.getElementById('table').getBoundingClientRect().top") >= 0
    assert not hidden_parts(page)
    assert page.evaluate(UNCOVERED, "#confirm-withhold") == ""


def test_a_run_that_is_drawn_by_hand_is_what_the_banner_sends(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    page = opened(visitor, four_trains())
    page.locator("[data-route]").first.click()
    expect(page.locator("#do-run")).to_be_hidden()
    best = page.locator("#run-sum").inner_text()
    expect(page.locator("#do-chosen")).to_have_text(f"Run as drawn for {best}")
    expect(page.locator("#do-chosen")).to_be_enabled()
    before = visitor.rev
    page.locator("#do-chosen").click()
    visitor.moved(before)
    expect(page.locator("#do-pay_out")).to_be_visible()


def test_an_offer_that_is_chosen_is_confirmed_in_the_banner(visit: Visit) -> None:
    """The button leads to the shares; what is chosen there is bright in the banner, and the key sends it."""
    visitor = visit(width=1366, height=768)
    at = next(one for one in decisions("g1830") if one.name == "trade_shares-buy")
    page = opened(visitor, position(at))
    expect(page.locator("#do-chosen")).to_be_hidden()
    page.locator(BRIGHT).click()
    assert page.evaluate("document.activeElement.form?.id === 'offers'")
    page.locator("label.chip:has([id^=offer-buy])").first.click()
    chosen = page.locator("#do-chosen")
    expect(chosen).to_contain_text("Buy 10% of")
    before = visitor.rev
    page.keyboard.press("c")
    visitor.moved(before)
    assert "buys 10%" in page.locator("#part-log li").first.inner_text()


def test_the_tile_that_is_planned_is_built_from_the_banner(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    at = next(one for one in decisions("g1830") if one.name == "lay_track-lay")
    page = opened(visitor, position(at))
    page.locator(BRIGHT).click()
    assert page.evaluate("document.activeElement.matches('.hx.open')")
    page.keyboard.press("Enter")
    expect(page.locator("#dock-do")).to_contain_text("free of charge")  # what it costs comes a little later
    expect(page.locator("#do-chosen")).to_have_text(page.locator("#dock-do").inner_text())
    before = visitor.rev
    page.keyboard.press("c")
    visitor.moved(before)
    assert "lays tile" in page.locator("#part-log li").first.inner_text()


def test_passing_has_a_key_of_its_own_and_is_not_bright_while_something_is_open(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    at = next(one for one in decisions("g1830") if one.name == "lay_track-pass_track")
    page = opened(visitor, position(at))
    assert "primary" not in (page.locator("#do-pass_track").get_attribute("class") or "")
    before = visitor.rev
    page.keyboard.press("p")
    visitor.moved(before)
    assert "lays no track" in page.locator("#part-log li").first.inner_text()


def test_round_one_screen_the_action_that_passed_the_turn_on_is_taken_back(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    visitor.begin(("Ann", "Ben", "Cleo"), "1830", {"seating": "free"})
    page = visitor.page
    expect(page.locator("#headline")).to_contain_text("Your turn, Ann")
    visitor.click("#do-pass_turn")
    expect(page.locator("#headline")).to_contain_text("Your turn, Ben")
    expect(page.locator("#undo .label")).to_have_text("Undo what Ann did")
    before = visitor.rev
    page.keyboard.press("u")
    visitor.moved(before)
    expect(page.locator("#headline")).to_contain_text("Your turn, Ann")
    visitor.click("#redo")
    expect(page.locator("#headline")).to_contain_text("Your turn, Ben")


def at_the_limit() -> Decision:
    """Where a company of a recorded game has two trains, may have two, and can only end its turn."""
    at = next(one for one in decisions("g1830") if one.name == "buy_trains-pass_trains")
    match = recorded(at.game)
    for ply, action in enumerate(match.log):
        s = match.at(ply)
        full = action.kind == "pass_trains" and s.phase in ("5", "6") and len(s.trains[str(s.todo[-1].who)]) == 2
        if full and {choice.kind for choice in match.game.choices(s)} == {"pass_trains"}:
            return at._replace(ply=ply)
    raise AssertionError("no such turn in this game")


def test_the_train_limit_is_given_as_the_reason(visit: Visit) -> None:
    visitor = visit(width=1366, height=768)
    page = opened(visitor, position(at_the_limit()))
    expect(page.locator("#advice")).to_contain_text("can buy no train")
    expect(page.locator("#part-decision .why")).to_contain_text("may own 2 trains now")
    expect(page.locator("#part-decision .why a[href='/rules/1830#7.6c']")).to_have_count(1)
    assert page.evaluate(UNCOVERED, "#part-decision .why") == ""
