"""Messages, standing orders and private notes in the dock, in real browsers."""

import os
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor

pytestmark = pytest.mark.browser

SHOTS = os.environ.get("SHOTS")


def shot(page: Page, name: str) -> None:
    """A picture for who wants to look: with SHOTS=folder."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def sit_down(host: Visitor, guest: Visitor, seat: int) -> None:
    """Let another browser take a seat."""
    code = host.ask(f"/api/matches/{host.match}/seats/{seat}/invitation", {})["code"]
    guest.page.goto(f"/match/{host.match}/join#{code}")
    guest.page.get_by_role("button", name="Platz nehmen").click()
    guest.page.wait_for_selector("#table")


def test_players_write_to_each_other_note_for_themselves_and_give_orders(visit: Visit) -> None:
    ann, bert = visit("en"), visit("de", width=390, height=844, color_scheme="dark")
    match = ann.begin(("Ann", "Bert", "Cleo"), "1830", {"seating": "free"})
    ann.ask(f"/api/matches/{match}/seats/2/leave", {})  # nobody plays for Cleo: each order acts once
    sit_down(ann, bert, 1)
    one, two = ann.page, bert.page
    one.reload()
    messages(one, two)
    notes(one)
    orders(one, two)


def test_a_message_whose_answer_was_lost_stands_once_when_it_is_sent_again(visit: Visit) -> None:
    ann = visit("en")
    ann.begin(("Ann", "Bert", "Cleo"), "1830", {"seating": "free"})
    page = ann.page
    lost: list[int] = []

    def lose(route: Route) -> None:
        """The first message arrives, and its answer does not."""
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/messages", lose)
    page.locator("#look-talk").click()
    page.locator("#talk textarea").fill("Hello")
    page.locator("#talk textarea").press("Enter")
    expect(page.locator("#talk .state")).not_to_be_empty()
    assert lost == [201]
    page.locator("#talk textarea").press("Enter")
    expect(page.locator("#talk .state")).to_be_empty()
    page.locator("#talk textarea").fill("Bye")
    page.locator("#talk textarea").press("Enter")
    expect(page.locator("#talk .said")).to_have_text(["Hello", "Bye"])


def messages(one: Page, two: Page) -> None:
    """Text, never markup; live; told and marked in view until they are read; muted ones are not heard."""
    title = two.title()
    expect(two.locator("#tab-talk")).not_to_be_in_viewport(ratio=1)  # the row of tabs is wider than the phone
    one.locator("#look-talk").click()
    one.locator("#talk textarea").fill("Hello <b>you</b>")
    one.locator("#talk textarea").press("Enter")
    expect(one.locator("#talk .said")).to_have_text("Hello <b>you</b>")
    expect(two.locator("#tab-talk")).to_have_attribute("data-unread", "1")
    expect(two.locator("#tab-talk")).to_be_in_viewport(ratio=1)
    expect(two.locator("#message")).to_contain_text("Nachricht von Ann: Hello <b>you</b>")
    expect(two.locator("#announcer")).to_have_text("Nachricht von Ann: Hello <b>you</b>")
    expect(two).to_have_title(f"(1) {title}")
    shot(two, "talk-unread-phone-de")
    two.locator("#tab-talk").click()
    expect(two.locator("#talk .said")).to_have_text("Hello <b>you</b>")
    expect(two.locator("#tab-talk[data-unread]")).to_have_count(0)
    expect(two).to_have_title(title)
    shot(two, "talk-phone-de")
    two.locator("#talk textarea").fill("Moin")
    two.get_by_role("button", name="Senden").click()
    expect(one.locator("#talk .said")).to_have_text(["Hello <b>you</b>", "Moin"])
    shot(one, "talk-en")
    stamp = r"^\d{1,2} [A-Z][a-z]{2,3}, \d\d:\d\d$"
    expect(one.locator("#talk time").first).to_have_text(re.compile(stamp))
    expect(two.locator("#talk time").first).to_have_text(re.compile(r"^\d\d\.\d\d\., \d\d:\d\d$"))
    two.get_by_role("button", name="Stummschalten").click()
    expect(two.locator("#talk .said")).to_have_text(["Moin"])
    two.get_by_role("button", name="Ann wieder hören").click()
    expect(two.locator("#talk .said")).to_have_count(2)


def notes(one: Page) -> None:
    """Saved by themselves; what another tab wrote is not lost silently."""
    one.locator("#look-notes").click()
    one.locator("#notes textarea").fill("Bert bluffs")
    expect(one.locator("#notes .state")).to_have_text("Saved")
    other = one.context.new_page()
    other.goto(one.url)
    other.locator("#look-notes").click()
    expect(other.locator("#notes textarea")).to_have_value("Bert bluffs")
    other.locator("#notes textarea").fill("Bert bluffs a lot")
    expect(other.locator("#notes .state")).to_have_text("Saved")
    one.locator("#notes textarea").fill("Bert never bluffs")
    expect(one.locator("#notes .state")).to_contain_text("Which version do you want to keep?")
    shot(one, "notes-en")
    one.get_by_role("button", name="Keep these").click()
    expect(one.locator("#notes .state")).to_have_text("Saved")
    other.close()
    one.reload()
    one.locator("#look-notes").click()
    expect(one.locator("#notes textarea")).to_have_value("Bert never bluffs")


def orders(one: Page, two: Page) -> None:
    """Given at any time, they act at once, and are shown to nobody else."""
    two.locator("#tab-orders").click()
    shot(two, "orders-phone-de")
    two.locator("#orders select[name=kind]").select_option("bid")
    two.locator("#orders select[name=private]").select_option("CA")
    two.locator("#orders input[name=price]").fill("170")
    two.get_by_role("button", name="Auftrag erteilen").click()
    expect(two.locator("#orders .standing-order .state")).to_have_text("aktiv")
    expect(two.locator("#tab-orders")).to_have_attribute("data-unread", "1")
    shot(two, "orders-phone-active-de")
    one.locator("#look-orders").click()
    shot(one, "orders-en")
    expect(one.locator("#orders .standing-order")).to_have_count(0)
    one.locator("#orders select[name=kind]").select_option("bid")
    one.locator("#orders select[name=private]").select_option("MH")
    one.get_by_role("button", name="Give this order").click()
    expect(one.locator("#part-log")).to_contain_text("(by standing order)")
    expect(one.locator("#orders .standing-order")).to_contain_text("Has acted once")
    expect(two.locator("#orders .standing-order")).to_contain_text("Hat einmal gehandelt")
    one.get_by_role("button", name="Revoke").click()
    expect(one.locator("#orders .standing-order")).to_have_count(0)


def test_an_undo_and_a_bot_that_stands_in_are_told_to_everybody_at_the_table(visit: Visit) -> None:
    """With what was taken back, and beside who has sat down."""
    ann, bert = visit("en"), visit("de", width=390, height=844)
    match = ann.begin(("Ann", "Bert", "Cleo"), "1830", {"seating": "free"})
    sit_down(ann, bert, 1)
    two = bert.page
    two.locator("#tab-talk").click()
    two.locator("#record summary").click()
    events = two.locator("#record ol > li")
    expect(events).to_have_count(1)
    expect(events).to_contain_text("Bert hat den Platz übernommen, der bisher in einem anderen Browser gespielt wurde.")
    path = f"/api/matches/{match}"
    ann.ask(f"{path}/actions", {"ply": 0, "action": {"kind": "buy_private_at_face", "args": ["SV"]}})
    expect(two.locator("#table[data-ply='1']")).to_have_count(1)
    ann.ask(f"{path}/undo", {"ply": 1})
    expect(two.locator("#message p")).to_have_text("Ann hat eine Aktion zurückgenommen.")
    expect(events).to_have_count(2)
    expect(two.locator("#record ul li")).to_contain_text(re.compile("Schuylkill Valley.*20"))
    ann.ask(f"{path}/seats/0/stand-in", {})
    expect(events).to_have_count(3)
    expect(events.first).to_contain_text("Ann lässt einen Bot")
    shot(two, "record-phone-de")


class Held:
    """A request that the server gets only when the test says so."""

    def __init__(self, page: Page, method: str, what: str) -> None:
        self.page, self.method, self.routes = page, method, list[Route]()
        self.address = re.compile(rf"/api/matches/\w+/{what}(\?.*)?$")
        page.route(self.address, self._take)

    def _take(self, route: Route) -> None:
        if route.request.method == self.method and not self.routes:
            self.routes.append(route)
        else:
            route.fallback()

    def begun(self) -> None:
        deadline = time.monotonic() + 120
        while not self.routes:
            assert time.monotonic() < deadline, f"nobody asked for {self.address.pattern}"
            self.page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Let the answer come, and the page do with it what it does."""
        with self.page.expect_response(self.address):
            self.routes[0].continue_()
        self.page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")


def test_what_is_answered_to_one_seat_is_not_shown_to_the_next_at_the_same_screen(visit: Visit) -> None:
    """The screen passes to the next player while answers for the one before are still on their way."""
    ann = visit("en")
    match = ann.begin(("Ann", "Bert", "Cleo"), "1830", {"seating": "free"})
    page, seat = ann.page, ann.number("data-seat")
    ann.ask(f"/api/matches/{match}/orders", {"seat": seat, "kind": "decline", "args": {}})
    notes, orders = Held(page, "POST", "notes"), Held(page, "GET", "orders")
    page.locator("#look-notes").click()
    page.locator("#notes textarea").fill("Bert bluffs")
    notes.begun()
    page.locator("#look-orders").click()
    orders.begun()
    state = {"ply": ann.ply, "action": {"seat": seat, "kind": "pass_turn", "args": []}}
    ann.ask(f"/api/matches/{match}/actions", state)
    expect(page.locator(f"#table[data-seat='{(seat + 1) % 3}']")).to_have_count(1)
    orders.let_go()
    notes.let_go()
    expect(page.locator("#orders form .row, #orders form button").first).to_be_attached()
    assert page.locator("#orders .standing-order").count() == 0
    page.locator("#look-notes").click()
    assert page.locator("#notes textarea").input_value() == ""
    page.locator("#notes textarea").fill("Ann passes")
    expect(page.locator("#notes .state")).to_have_text("Saved")
