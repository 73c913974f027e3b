"""Messages: long enough to be read, gone when what they speak of is over, and never over headline or map."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.games.railroad_revolution.kit import table
from tests.ports import free_ports
from tests.web.browser.conftest import PATIENCE, Visit, serving
from tests.web.browser.hands import Visitor
from tests.web.browser.test_contrast import shown
from tests.web.browser.test_railroad_revolution import alone
from tests.web.late import BANK, before

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", ("Cleo", "random"), ("Dev", "random"))
FAR = "#hex-R28"
"""A space that no first build reaches."""


def refused(visitor: Visitor) -> Locator:
    """Ask for something that a rule forbids."""
    visitor.begin(PEOPLE)
    visitor.pick("red")
    visitor.page.locator(FAR).click()
    message = visitor.page.locator("#message")
    expect(message).to_be_visible()
    return message


def clocked(visit: Visit) -> Visitor:
    """A visitor whose clock the test turns."""
    visitor = visit(width=1366, height=768, fresh=True)
    visitor.page.clock.install()
    return visitor


def test_a_refusal_goes_away_by_itself_once_it_could_be_read(visit: Visit) -> None:
    visitor = clocked(visit)
    message = refused(visitor)
    visitor.page.mouse.move(5, 300)
    visitor.page.clock.run_for(6000)
    expect(message).to_be_visible()
    visitor.page.clock.run_for(24_000)
    expect(message).to_be_hidden()


@pytest.mark.parametrize("how", ["pointer", "focus"])
def test_a_message_stays_while_somebody_is_at_it(visit: Visit, how: str) -> None:
    visitor = clocked(visit)
    message, page = refused(visitor), visitor.page
    if how == "pointer":
        message.hover()
    else:
        page.mouse.move(5, 300)
        message.locator("a").focus()
    page.clock.run_for(90_000)
    expect(message).to_be_visible()
    page.mouse.move(5, 300)
    page.evaluate("document.activeElement.blur()")
    page.clock.run_for(5000)
    expect(message).to_be_hidden()


def test_escape_and_the_button_close_a_message_and_the_focus_returns(visit: Visit) -> None:
    visitor = visit()
    message, page = refused(visitor), visitor.page
    page.keyboard.press("Escape")
    expect(message).to_be_hidden()
    page.locator(FAR).focus()
    page.keyboard.press("Enter")
    expect(message).to_be_visible()
    message.locator("[data-close]").focus()
    page.keyboard.press("Enter")
    expect(message).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == FAR[1:]


def test_the_next_action_takes_the_refusal_away(visit: Visit) -> None:
    visitor = visit()
    message = refused(visitor)
    visitor.place(visitor.open_spaces()[0])
    expect(message).to_be_hidden()


def test_what_somebody_else_does_takes_the_refusal_away(visit: Visit) -> None:
    """Not before it could be glanced at."""
    visitor = clocked(visit)
    message, page = refused(visitor), visitor.page
    now = page.request.get(f"/api/matches/{visitor.match}").json()
    choice = next(one for one in now["view"]["choices"] if one["kind"] == "place")
    rev = visitor.rev
    asked = {"do": "act", "ply": now["ply"], "rev": now["rev"], "seat": 0, "action": choice}
    assert page.request.post(f"/match/{visitor.match}/do?seat=0", data=asked).ok
    visitor.moved(rev)
    expect(message).to_be_visible()
    page.mouse.move(5, 300)
    page.clock.run_for(4000)
    expect(message).to_be_hidden()


def test_a_server_that_is_back_is_not_called_away_any_more(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite3"
    with browser.new_context(locale="en") as context:
        context.set_default_timeout(PATIENCE)
        (port,) = free_ports(1)
        with serving(file, port) as address:
            page = context.new_page()
            page.goto(address)
            visitor = Visitor(page)
            made = page.request.post(
                f"{address}/api/matches",
                data={
                    "game": "paris-connection",
                    "seats": [{"name": "Ann"}, *({"name": n, "bot": "random"} for n in "BC")],
                },
            ).json()
            page.goto(f"{address}/match/{made['id']}")
            page.wait_for_selector("#table[data-mine]")
        visitor.pick("red")
        page.locator(".hex:has(.opt.on) .opt.on").first.click()
        message = page.locator("#message")
        expect(message).to_contain_text("The server cannot be reached.")
        message.hover()
        with serving(file, port):
            expect(page.locator("#lost")).to_be_hidden()
            expect(message).to_be_hidden()


def overlaps(page: Page, selector: str) -> bool:
    """Whether the message lies over a part of the page that is in view."""
    one, other = page.locator("#message").bounding_box(), page.locator(selector).first.bounding_box()
    assert one
    assert other
    apart = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    return not (apart or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"])


@pytest.mark.parametrize("sizes", [((1024, 700), (1366, 768), (1920, 1080)), ((390, 844),)], ids=["desk", "phone"])
def test_a_refusal_lies_neither_over_the_headline_nor_over_a_map_beside_which_there_is_room(
    visit: Visit, sizes: tuple[tuple[int, int], ...]
) -> None:
    visitor = visit(width=sizes[0][0], height=sizes[0][1])
    page = visitor.page
    for game in ("paris", "1830", "revolution"):
        if game == "paris":
            refused(visitor)
        elif game == "1830":
            shown(visitor, before(BANK, "lay", -1))
            page.locator("#hex-D2").click()
        else:
            shown(visitor, alone(table(2).cash(0, 900)))
            visitor.click("#do-place-violet-station")
            page.locator("#ask-done").click()
        expect(page.locator("#message")).to_be_visible()
        page.locator("#message a").first.focus()  # it stays while somebody is at it
        for wide, high in sizes:
            page.set_viewport_size({"width": wide, "height": high})
            page.evaluate("scrollTo(0, 0)")
            assert not overlaps(page, "#headline"), (game, wide)
            assert wide < 1000 or not overlaps(page, "#railmap, #mapbox"), (game, wide)
        page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
