"""The sale of privates by hand: a bid while another is on turn, and groups that are taken in their rows."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit

pytestmark = pytest.mark.browser


def test_somebody_bids_while_another_is_on_turn(visit: Visit) -> None:
    """Ann is on turn; Ben bids from his own browser, and Ann's turn goes on."""
    ann, ben = visit(), visit()
    seats, options = [{"name": "Ann"}, {"name": "Ben"}], {"bidding": "free", "seating": "free"}
    made = ann.ask("/api/matches", {"game": "1830", "seats": seats, "options": options})
    ben.sit_down(ann.invitation(made["id"], 1))
    ann.page.goto(f"/match/{made['id']}")
    for visitor in (ann, ben):
        expect(visitor.page.locator("#headline")).to_contain_text("Ann")
    form = ben.page.locator("form.priced", has_text="Camden & Amboy")
    form.get_by_role("radio", name="CA", exact=True).check()
    form.locator("input[type=number]").fill("180")
    button = form.locator("button.primary")
    expect(button).to_have_text("Bid $180 on Camden & Amboy (CA)")
    before = ben.rev
    button.click()
    ben.moved(before)
    expect(ann.page.locator(".privates")).to_contain_text("Ben $180")
    expect(ann.page.locator("#headline")).to_contain_text("Your turn, Ann")
    ann.click("#do-pass_turn")
    expect(ann.page.locator("#headline")).to_contain_text("Ben to move")


def test_groups_are_bid_for_and_taken_with_a_few_clicks(visit: Visit) -> None:
    """Two players at one screen: Ann bids 5, Ben passes; she takes the dearer group and pays 375."""
    visitor = visit()
    options = {"edition": "basic", "information": "open", "seating": "free", "private_sale": "groups"}
    visitor.begin(("Ann", "Ben"), "1830", options)
    visitor.click("#do-bid_for_choice")
    visitor.click("#do-pass_turn")
    expect(visitor.page.locator("#headline")).to_contain_text("take a group")
    visitor.page.locator(".privates button", has_text="Take for $375").click()
    expect(visitor.page.locator("#headline")).to_contain_text("set the par of")
    expect(visitor.page.locator("#player-0")).to_contain_text("$825")
