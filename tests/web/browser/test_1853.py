"""1853 by clicking: bonds and contracts in two browsers, behind the curtain, with keys alone, and on a phone."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump
from tests.games.g1853.positions import CITY, India, table
from tests.games.g1853.test_mail import on_turn
from tests.web.browser.conftest import Visit
from tests.web.browser.director import as_json
from tests.web.browser.hands import Visitor
from tests.web.browser.test_playing import share
from tests.web.browser.test_rail_pages import TABS, choose
from tests.web.browser.test_site import barriers
from tests.web.india import stages

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", "Bert", "Cleo", "Dev")


def laid(visitor: Visitor, t: India) -> Page:
    """A position laid before a visitor who holds all seats, with the curtain drawn for who is on turn."""
    header = new_header("1853", [Seat(name) for name in PEOPLE[: t.game.seats]])
    made = visitor.ask("/api/matches", {"file": dump(Match(replace(header, position=as_json(t.s))))})
    visitor.page.goto(f"/match/{made['id']}")
    lift(visitor.page)
    return visitor.page


def lift(page: Page) -> None:
    page.locator("[data-unveil]").click()
    page.wait_for_selector("#table:not(.curtained)")


def write(visitor: Visitor, bond: int) -> None:
    """Write down a bond by hand."""
    page = visitor.page
    page.locator("#bond input[type=number]").fill(str(bond))
    button = page.locator("#bond form button")
    expect(button).to_contain_text(f"£{bond}")
    before = visitor.rev
    button.click()
    visitor.moved(before)


def note(visitor: Visitor, city: str, company: str) -> None:
    """Choose a city with a share on the sheet, look at what it leaves, and confirm."""
    assert visitor.page.locator("tr[id^='city-'] > td").first.inner_text().startswith("£")
    page, name = visitor.page, f"pick-{CITY[city]}-{company}"
    page.locator(f"label.chip:has(#offer-{name})").click()
    expect(page.locator(f"#preview-{name}")).to_be_visible()
    visitor.click(f"#confirm-{name}")


# --- two people and a bot --------------------------------------------------------------------------------


def test_an_opening_in_two_browsers_keeps_its_secrets(visit: Visit) -> None:
    """Ann bids 200 and Bert 190; each reads the own note only, and shares are seen by all."""
    ann, bert = visit("en"), visit("de")
    ann.begin(("Ann", "Bert", ("Cleo", "random")), "1853")
    share(ann, bert, 1)
    ann.page.wait_for_selector("#table:not(.curtained)")
    write(ann, 730)
    expect(ann.page.locator("#bond")).to_contain_text("You have written down £730")
    expect(bert.page.locator(".writers li", has_text="Ann")).to_contain_text("hat geschrieben")
    assert "730" not in bert.page.locator("#bond .writers").inner_text()
    assert "£730" not in bert.page.locator("#log").inner_text()
    write(bert, 190)
    for visitor in (ann, bert):
        visitor.page.wait_for_selector("#bid-left")
    # All have written: Ann's is the highest, so she has the elephant and picks first, and all of it lies aside.
    expect(ann.page.locator("#part-overview")).to_contain_text("Seats by bond: Ann")
    expect(bert.page.locator("#part-overview")).to_contain_text("Elefant: Ann")
    expect(ann.page.locator("#bid-left")).to_have_text("£730")
    note(ann, "Delhi", "NWR")
    expect(ann.page.locator("#bid-left")).to_have_text("£690")
    expect(ann.page.locator("#bid-used")).to_have_text("£40")
    expect(ann.page.locator("#bid-cash")).to_contain_text("unredeemed: NWR")
    expect(ann.page.locator(f"#city-{CITY['Delhi']}")).to_contain_text("on your note")
    expect(ann.page.locator("#log")).to_contain_text("Ann notes Delhi and takes a share of the NWR.")
    expect(bert.page.locator("#log")).to_contain_text("Ann notiert eine Stadt und nimmt eine Aktie der NWR.")
    bert.page.wait_for_selector("#table[data-mine]")
    row = bert.page.locator(".bidders tr", has_text="Ann")
    expect(row).to_contain_text("NWR")
    note(bert, "Mysore", "SIR")
    expect(bert.page.locator("#bid-left")).to_have_text("£170")
    expect(bert.page.locator("#bid-open")).to_contain_text("Regel 2.5.4c")
    ann.page.wait_for_selector("#table[data-mine]")
    assert "Delhi" not in bert.page.locator("#log").inner_text()


# --- one screen ------------------------------------------------------------------------------------------


def test_one_screen_is_passed_behind_the_curtain(visit: Visit) -> None:
    both = visit()
    both.begin(("Ann", "Bert", "Cleo"), "1853")
    page = both.page
    for name, bond in (("Ann", 200), ("Bert", 250), ("Cleo", 160)):
        expect(page.locator("#curtain")).to_contain_text(f"Pass the screen to {name}")
        assert page.locator("#bond form").count() == 0
        lift(page)
        write(both, bond)
    expect(page.locator("#curtain")).to_contain_text("Pass the screen to Bert")
    lift(page)
    expect(page.locator("#bid-bond")).to_have_text("£250")
    note(both, "Patna", "EIR")
    expect(page.locator("#curtain")).to_contain_text("Pass the screen to Ann")
    assert page.locator("#bid-left").count() == 0
    assert "on your note" not in page.locator("#table").inner_text()
    lift(page)
    expect(page.locator("#bid-left")).to_have_text("£200")
    expect(page.locator(".cities .mine")).to_have_count(0)


# --- keys ------------------------------------------------------------------------------------------------


def test_bond_and_city_with_keys_alone(visit: Visit) -> None:
    visitor = visit()
    visitor.begin(("Ann", ("Bert", "random"), ("Cleo", "random")), "1853")
    page = visitor.page
    page.wait_for_selector("#table[data-mine]")
    page.keyboard.press("c")
    expect(page.locator("#bond input[type=number]")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("730")
    before = visitor.rev
    page.keyboard.press("Enter")
    visitor.moved(before)
    page.wait_for_selector("#table[data-mine] #bid-left")
    page.keyboard.press("m")
    page.locator(f"#hex-{CITY['Lahore']}").focus()
    page.keyboard.press("Enter")
    radio = page.locator(f"#offer-pick-{CITY['Lahore']}-NWR")
    expect(radio).to_be_focused()
    page.keyboard.press("Space")
    expect(radio).to_be_checked()
    page.keyboard.press("c")
    expect(page.locator("#bid-used")).to_have_text("£20")


# --- the map ---------------------------------------------------------------------------------------------


def test_a_territory_is_outlined_on_demand(visit: Visit) -> None:
    page = laid(visit(), table(4).phase("3").started("SIR", {0: 40, 1: 20}).operating("SIR"))
    outline = page.locator(".layer[data-layer=territory]")
    expect(outline).to_be_hidden()
    page.get_by_label("Show").select_option("territory")
    expect(outline).to_be_visible()
    expect(page.locator(".hx.beyond")).to_have_count(155 - 15)
    page.get_by_label("Show").select_option("contracts")
    expect(outline).to_be_hidden()
    expect(page.locator(".hx.beyond")).to_have_count(0)
    expect(page.locator(".layer.on .bid")).to_have_count(23)
    page.get_by_label("Show").select_option("")
    expect(page.locator(".layer.on")).to_have_count(0)


# --- everybody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(visit: Visit, scheme: str) -> None:
    visitor = visit("en" if scheme == "light" else "de", color_scheme=scheme, reduced_motion="reduce")
    for t in stages():
        page = laid(visitor, t)
        choose(page)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        # The map has tests of its own, and axe would spend most of its time there.
        page.evaluate("document.querySelector('#railmap')?.remove()")
        assert barriers(page) == [], t.turn


def test_nothing_is_wider_than_a_phone(visit: Visit) -> None:
    visitor = visit("de", width=390, height=844)
    for t in stages():
        page = laid(visitor, t)
        choose(page)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, (t.turn, tab)


# --- running ---------------------------------------------------------------------------------------------


def test_mail_is_told_for_the_best_run_and_for_a_drawn_one(visit: Visit) -> None:
    """Patna and Calcutta bring 80 by mail; Benares and Patna alone bring 50."""
    page = laid(visit(), on_turn("2", "2"))
    expect(page.locator("#run-mail")).to_have_text("£80")
    expect(page.locator(".routes .post:visible")).to_have_count(1)
    page.locator("#run-draw").click()
    for city in ("Benares", "Patna"):
        page.locator(f"#hex-{CITY[city]}").click()
    expect(page.locator("#run-sum")).to_have_text("£50")
    expect(page.locator("#run-mail")).to_have_text("£50")
    expect(page.locator("[data-train='0'] .post")).to_be_visible()
    page.keyboard.press("Backspace")  # a route of one city is none, and no train of it carries mail
    expect(page.locator("#run-fault")).to_be_visible()
    assert page.locator("#run-mail").inner_text() == "£0"
    assert not page.locator("[data-train='0'] .post").is_visible()
    page.locator("#run-back").click()
    expect(page.locator("#run-mail")).to_have_text("£80")
    page.locator("#run-best").click()
    expect(page.locator("#log")).to_contain_text("carries mail for £80")
