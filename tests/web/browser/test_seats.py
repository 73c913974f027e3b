"""Seats change hands and matches come to another device, in real browsers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import FIXED, GAME, Visitor
from tests.web.browser.test_site import barriers

pytestmark = pytest.mark.browser

CODE = re.compile(r"[2-9a-z]{5}(-[2-9a-z]{5}){3}")


def share(visitor: Visitor) -> Page:
    """Open the dialog of a table, from before or behind the curtain."""
    page = visitor.page
    curtain = page.locator("#curtain [data-open=share]")
    (curtain if curtain.count() else page.locator("nav [data-open=share]")).first.click()
    expect(page.locator(".shares li").first).to_be_visible()
    return page


def test_a_link_from_the_dialog_lets_another_browser_sit_down(visit: Visit) -> None:
    """The address bar and all that is asked for by address never holds the code."""
    ann, bert = visit("en"), visit("de")
    match = ann.begin(("Ann", "Player 2", ("Cleo", "random")))
    page = share(ann)
    row = page.locator(".shares li", has_text="Player 2")
    expect(page.locator(".shares li")).to_have_count(2)
    row.get_by_role("button", name="Invite somebody").click()
    field = row.get_by_label("Link to Player 2's seat")
    expect(field).to_be_visible()
    expect(row.locator(".state")).to_have_text("yours until the invitation is accepted")
    link = field.input_value()
    code = CODE.search(link.partition("#")[2])
    assert code is not None
    assert link.endswith(f"/match/{match}/join#{code[0]}")

    asked: list[str] = []
    bert.page.on("request", lambda request: asked.append(request.url))
    bert.page.goto(link)
    expect(bert.page.locator("#invitation")).to_contain_text("den Platz von Player 2")
    expect(bert.page.locator("#invitation")).to_contain_text("Ann, Cleo")
    assert bert.page.url.endswith(f"/match/{match}/join")
    bert.page.reload()
    expect(bert.page.locator("#invitation")).to_contain_text("den Platz von Player 2")
    bert.page.get_by_label("Dein Name am Tisch").fill("Ann")
    bert.page.get_by_role("button", name="Platz nehmen").click()
    expect(bert.page.get_by_role("alert").first).to_contain_text("Jemand am Tisch heißt schon so")
    assert barriers(bert.page) == [], "an invitation, after a refusal"
    bert.page.get_by_label("Dein Name am Tisch").fill("Bert")
    bert.page.get_by_label("Dein Name am Tisch").press("Enter")
    bert.page.wait_for_selector("#table")
    assert bert.page.url.endswith(f"/match/{match}")
    assert not [url for url in asked if code[0] in url.partition("#")[0]]
    expect(bert.page.locator("#table")).to_contain_text("Bert")

    row = page.locator(".shares li", has_text="Bert")
    expect(row.locator(".state")).to_have_text("plays elsewhere")
    expect(row.get_by_role("button")).to_have_count(0)
    ann.page.goto(link)
    expect(ann.page.locator("#invitation")).to_contain_text("This invitation opens no seat")
    expect(ann.page.get_by_label("Code")).to_be_visible()
    assert ann.page.url.endswith(f"/match/{match}/join")


def test_an_invitation_is_withdrawn_and_a_seat_left_by_keyboard(visit: Visit) -> None:
    ann = visit("en")
    ann.begin(("Ann", "Bert", ("Cleo", "random")))
    page = share(ann)
    row = page.locator(".shares li", has_text="Bert")
    row.get_by_role("button", name="Invite somebody").focus()
    page.keyboard.press("Enter")
    expect(row.get_by_role("button", name="Copy")).to_be_focused()
    link = row.locator("input").input_value()
    row.get_by_role("button", name="Withdraw").focus()
    page.keyboard.press("Space")
    expect(row.locator(".state")).to_have_text("yours")
    expect(row.get_by_role("button", name="Invite somebody")).to_be_focused()
    stranger = visit("en")
    stranger.page.goto(link)
    expect(stranger.page.locator("#invitation")).to_contain_text("This invitation opens no seat")
    leave = row.locator("[data-do=leave]")
    leave.click()
    expect(leave).to_have_text(re.compile("^Really"))
    leave.click()
    expect(page.locator("#curtain")).to_have_count(0)
    share(ann)
    expect(row.locator(".state")).to_have_text("free")
    expect(row.get_by_role("button", name="Leave the seat")).to_have_count(0)
    row.get_by_role("button", name="Invite somebody").click()
    expect(row.locator(".state")).to_have_text("free; invitation sent")
    stranger.sit_down(row.locator("input").input_value())
    expect(row.locator(".state")).to_have_text("plays elsewhere")


def test_a_code_is_typed_where_a_link_cannot_be_followed(visit: Visit) -> None:
    ann, bert = visit("en"), visit("en")
    match = ann.begin(("Ann", "Bert", ("Cleo", "random")))
    code = ann.invitation(match, 1).partition("#")[2]
    bert.page.goto(f"/match/{match}/join")
    bert.page.get_by_label("Code").fill("wrong")
    bert.page.keyboard.press("Enter")
    expect(bert.page.locator("#invitation")).to_contain_text("This invitation opens no seat")
    assert barriers(bert.page) == [], "a page that asks for a code"
    bert.page.get_by_label("Code").fill(code.upper().replace("-", " "))
    bert.page.keyboard.press("Enter")
    bert.page.get_by_role("button", name="Sit down").click()
    bert.page.wait_for_selector("#table")
    assert bert.page.request.get(f"/api/matches/{match}").json()["held"] == [1]


def test_an_address_that_is_no_proper_one_does_not_stop_the_page(visit: Visit) -> None:
    ann, bert = visit("en"), visit("en")
    match = ann.begin(("Ann", "Bert", ("Cleo", "random")))
    code = ann.invitation(match, 1).partition("#")[2]
    bert.page.goto(f"/match/{match}/join#%")
    expect(bert.page.get_by_role("alert").first).to_be_visible()
    bert.page.get_by_label("Code").fill(code)
    bert.page.keyboard.press("Enter")
    expect(bert.page.get_by_role("button", name="Sit down")).to_be_visible()


def test_an_invitation_works_without_script(visit: Visit) -> None:
    ann, bert = visit("en"), visit("en", java_script_enabled=False, fresh=True)
    match = ann.begin(("Ann", "Bert", ("Cleo", "random")))
    code = ann.invitation(match, 1).partition("#")[2]
    bert.page.goto(f"/match/{match}/join#{code}")
    bert.page.get_by_label("Code").fill(code)
    bert.page.get_by_role("button", name="Show the invitation").click()
    bert.page.get_by_role("button", name="Sit down").click()
    bert.page.wait_for_url(f"**/match/{match}")
    assert bert.page.request.get(f"/api/matches/{match}").json()["held"] == [1]


def test_matches_come_to_a_phone_by_a_code_and_leave_it_again(visit: Visit) -> None:
    desk, phone = visit("en"), visit("de", width=390, height=844)
    match = desk.begin(("Ann", ("Cleo", "random"), ("Dev", "random")))
    other = phone.begin(("Zoe", ("Cleo", "random"), ("Dev", "random")))
    desk.page.goto("/")
    desk.page.locator("#devices summary").click()
    desk.page.get_by_role("button", name="Create a code").click()
    field = desk.page.get_by_label("Your code")
    expect(field).to_have_value(CODE)
    expect(desk.page.locator("#made [data-copy]")).to_be_focused()

    phone.page.goto("/")
    phone.page.locator("#devices summary").focus()
    phone.page.keyboard.press("Enter")
    entry = phone.page.get_by_label("Ein Code von dir, von einem anderen Gerät")
    entry.fill("falsch")
    entry.press("Enter")
    expect(phone.page.locator("#message")).to_contain_text("Zu diesem Code gehören keine Partien")
    entry.fill(field.input_value())
    entry.press("Enter")
    expect(phone.page.locator("#recovered")).to_contain_text("(2)")
    expect(phone.page.locator(f"#mine-{match}")).to_be_visible()
    expect(desk.page.locator(f"#mine-{other}")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    for _ in range(2):
        phone.page.locator("#sign-out").click()
    expect(phone.page.locator(f"#mine-{match}")).to_have_count(0)
    desk.page.goto(f"/match/{other}")
    expect(desk.page.locator("#table")).to_be_visible()
    assert desk.page.request.get(f"/api/matches/{other}").json()["held"] == [0]


def test_free_seats_come_first_and_the_only_own_one_is_not_given_away_by_one_click(visit: Visit) -> None:
    ann = visit("en")
    seats = [{"name": "Ann"}, {"name": "Guest", "free": True}, {"name": "Cleo", "bot": "random"}]
    match = ann.ask("/api/matches", {"game": "paris-connection", "seats": seats})["id"]
    ann.page.goto(f"/match/{match}")
    page = share(ann)
    rows = page.locator(".shares li")
    expect(rows).to_have_count(2)
    expect(rows.locator("b")).to_have_text(["Guest", "Ann"])
    give = rows.nth(1).get_by_role("button", name="Give my seat away")
    give.click()
    asked = rows.nth(1).locator("[data-do=invite]")
    expect(asked).to_have_text(re.compile("^Really"))
    page.wait_for_timeout(4000)  # the dialog looks at the seats every three seconds, and leaves the question alone
    expect(asked).to_have_text(re.compile("^Really"))
    expect(rows.nth(1).locator(".state")).to_have_text("yours")
    asked.click()
    expect(rows.nth(1).locator(".state")).to_have_text("yours until the invitation is accepted")
    expect(rows.nth(1).get_by_role("button", name="Copy")).to_be_visible()


def test_the_right_recovery_code_takes_the_refusal_of_a_wrong_one_away(visit: Visit) -> None:
    ann, phone = visit("en"), visit("en")
    ann.begin(("Ann", ("Ben", "random"), ("Cleo", "random")))
    code = ann.ask("/api/recovery", {})["code"]
    page = phone.page
    page.goto("/#devices")
    page.locator("#devices").evaluate("(box) => box.setAttribute('open', '')")
    page.locator("#use input").fill("aaaaa-bbbbb-ccccc-ddddd")
    page.locator("#use button").click()
    expect(page.locator("#message")).to_contain_text("No matches belong to this code")
    page.locator("#message").hover()  # so that it does not go away by itself
    page.locator("#use input").fill(code)
    page.locator("#use input").press("Enter")
    expect(page.locator("#recovered")).to_contain_text("Your matches are now in this browser too (1)")
    expect(page.locator("#message")).to_be_hidden(timeout=2000)


def test_nobody_is_asked_to_take_a_seat_back_once_the_match_is_over(visit: Visit) -> None:
    """A bot plays to the end, where there is nothing left to play for; the clocks still name it."""
    ann = visit("en")
    seats = [{"name": "Ann"}, {"name": "Bert", "bot": "random"}, {"name": "Cleo", "bot": "random"}]
    clock = {"kind": "move", "seconds": 86400}
    match = ann.ask("/api/matches", {"game": GAME, "seats": seats, "options": FIXED, "clock": clock})["id"]
    page = ann.page
    with page.expect_response(f"**/api/matches/{match}/clock"):
        page.goto(f"/match/{match}")
    ann.ask(f"/api/matches/{match}/seats/0/stand-in", {})
    expect(page.locator("#table[data-over]")).to_have_count(1)
    expect(page.locator(".results")).not_to_have_count(0)
    expect(page.locator("#standing-in")).to_have_count(0)
