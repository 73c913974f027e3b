"""1848 by clicking: a falling sale, a loan, a train on credit that ruins its company, the Ghan and Tasmania."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump
from stellwerk.games.g1848.state import loans_of
from tests.games.g1848.failing import linked, weak
from tests.games.g1848.lines import ALICE, EAST, TO_A4, on_turn, running
from tests.games.g1848.positions import England, act, fresh
from tests.web.browser.conftest import Visit
from tests.web.browser.director import Director, as_json
from tests.web.browser.hands import Visitor
from tests.web.browser.test_rail_pages import TABS, choose
from tests.web.browser.test_site import barriers

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", "Bert", "Cleo", "Dev")


def seated(visitor: Visitor, t: England) -> Director:
    """A position laid before a visitor who holds all seats."""
    header = new_header("1848", [Seat(name) for name in PEOPLE[: t.game.seats]])
    made = visitor.ask("/api/matches", {"file": dump(Match(replace(header, position=as_json(t.s))))})
    visitor.page.goto(f"/match/{made['id']}")
    return Director(visitor, t)


def two_companies(treasury: int, column: int) -> England:
    """VR without a train beside FT, which acts after it."""
    t = linked(weak(treasury, column=column)).opened("FT", par=100, shares={1: 60}).home("FT").cash({"FT": 800})
    return t.operating("VR", "buy_trains")


def test_privates_are_lowered_and_bought_in_their_rows(visit: Visit) -> None:
    d = seated(visit(), fresh(3))
    page = d.visitor.page
    row = page.locator(".privates tr:not(.acts)", has_text="The Ghan (P4)")
    expect(row).to_contain_text("£170")
    expect(row).to_contain_text("£140")
    d.does(0, "lower", "P4")
    expect(row).to_contain_text("£165")
    expect(page.locator("#log")).to_contain_text("Ann lowers The Ghan (P4) to £165.")
    d.does(1, "buy_private_at_face", "P4")
    expect(row).to_contain_text("Bert")
    assert d.table.s.privates["P4"] == "P1"


def test_a_loan_is_seen_before_it_is_taken(visit: Visit) -> None:
    """Two fields to the left and £100 more; the Bank of England rises, and a second loan is refused with its rule."""
    d = seated(visit(), weak(500, column=7).operating("VR"))
    page = d.visitor.page
    page.locator("label.chip:has(#offer-loan)").click()
    seen = page.locator("#preview-loan")
    expect(seen).to_contain_text("+£100")
    expect(seen).to_contain_text("Price of VR: £110 → £80")
    expect(seen).to_contain_text("Price of BOE: £70 → £80")
    assert loans_of(d.table.s) == {}, "nothing was sent"
    d.agrees()
    d.does(0, "loan")
    expect(page.locator("#lender")).to_contain_text("1 of 20")
    expect(page.locator(".lender-track [aria-current]")).to_contain_text("80")
    expect(page.locator(".companies .turn")).to_contain_text("£600")
    expect(page.locator(".no-loan a[href='/rules/1848#VI.loan.1']")).to_be_visible()


def test_a_train_on_credit_ruins_a_company(visit: Visit) -> None:
    """At £40 the first loan takes VR into receivership: on a phone, in German, told before it is confirmed."""
    d = seated(visit("de", width=390, height=844), two_companies(0, 1))
    page = d.visitor.page
    expect(page.locator("#headline")).to_contain_text("eine Lok auf Kredit kaufen")
    expect(page.locator("#credit-gap")).to_have_text("£200")
    expect(page.locator("#credit .plans tbody tr").first).to_contain_text("£40 → Zwangsverwaltung")
    page.locator("label.chip:has(#offer-buy_train-bank-3-200)").click()
    seen = page.locator("#preview-buy_train-bank-3-200")
    expect(seen.locator(".warnings")).to_contain_text("VR kommt unter Zwangsverwaltung")
    expect(seen.locator(".warnings")).to_contain_text("Die Lok wird nicht gekauft")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing is wider than the phone"
    d.does(0, "buy_train", "bank", "3", 200)
    assert d.table.s.failed == (("VR", 0),)
    expect(page.locator("#headline")).to_contain_text("Bert, du bist am Zug · FT")
    page.locator("#tab-companies").click()
    expect(page.locator("#lender .failed")).to_contain_text("VR verschuldet von Ann")
    expect(page.locator(".overview")).to_contain_text("Unter Zwangsverwaltung: 1")
    expect(page.locator("#co-1-VR, [id$='-VR']").last).to_contain_text("unter Zwangsverwaltung")


def test_a_train_on_credit_is_bought(visit: Visit) -> None:
    d = seated(visit(), two_companies(120, 7))
    page = d.visitor.page
    expect(page.locator("#credit .plans tbody tr")).to_have_count(2)
    d.does(0, "buy_train", "bank", "3+", 230)
    assert (d.table.s.trains["VR"], loans_of(d.table.s)["VR"], d.table.money("VR")) == (("3+",), 2, 90)
    expect(page.locator("#credit")).to_have_count(0)
    expect(page.locator(".companies .turn")).to_contain_text("£50")


def test_the_ghan_is_drawn_by_hand(visit: Visit) -> None:
    """From Port Augusta to Alice Springs: the town between them neither counts nor bears a ring."""
    d = seated(visit(), running("CAR", ALICE[:4], "2E", phase="5"))
    page = d.visitor.page
    expect(page.locator("#run-sum")).to_have_text("£60")
    expect(page.locator(".run .call")).to_have_count(1)
    page.locator("#run-draw").click()
    expect(page.locator("#run-all")).to_be_visible()
    expect(page.locator("#run-sum")).to_have_text("£0")
    right = "(one) => one.parentElement.getBoundingClientRect().right - one.getBoundingClientRect().right"
    assert page.locator("#run-sum").evaluate(right) < 2, "below the sums of the trains"
    page.locator("#hex-E4").click()
    page.locator("#hex-D3").click()
    expect(page.locator("#run-fault")).to_be_visible()
    page.locator("#hex-A4").click()
    expect(page.locator("#routes .stops")).to_have_text("Port Augusta – Alice Springs")
    expect(page.locator("#run-sum")).to_have_text("£60")
    expect(page.locator("#run-own")).to_be_enabled()
    d.visitor.click("#run-own")
    d.table = d.table.play(Action(0, "run", ((TO_A4,),)))
    d.agrees()
    assert d.table.s.revenue == 60


def test_tasmania_is_laid_with_the_keyboard(visit: Visit) -> None:
    """Whoever owns P3 when the first 5 is sold lays its tile at once."""
    t = weak(600, phase="4", column=7).depot("4", 0).private("P3", 2).operating("VR", "buy_trains")
    d = seated(visit(), t)
    page = d.visitor.page
    d.does(0, "buy_train", "bank", "5", 500)
    expect(page.locator("#headline")).to_have_text("Your turn, Cleo · lay Tasmania")
    expect(page.locator(".hx.open")).to_have_count(2)
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    expect(page.locator("#dock")).to_be_visible()
    page.locator("#dock-do").focus()
    before = d.visitor.rev
    page.keyboard.press("Enter")
    d.visitor.moved(before)
    (laid,) = d.seen()["tiles"].items()
    d.table = d.table.play(act(2, "lay_own", "P3", laid[0], *laid[1]))
    d.agrees()
    expect(page.locator(f"#hex-{laid[0]}")).to_have_attribute(
        "aria-label", re.compile(rf"^{laid[0]}, off-board place worth 50, tile 241, track to \w")
    )


def test_borders_and_changes_of_gauge_are_drawn(visit: Visit) -> None:
    d = seated(visit(), on_turn("NSW", EAST, phase="3"))
    page = d.visitor.page
    expect(page.locator("#railmap .gauge")).to_have_count(1)
    expect(page.locator("#railmap .region")).to_have_count(len(d.table.game.rules.routes.borders))
    page.locator("#hex-G14").hover()
    expect(page.locator("#space")).to_contain_text("change of gauge to G12")


def test_the_list_of_keys_has_those_of_the_map(visit: Visit) -> None:
    d = seated(visit(), weak(500, column=7).operating("VR"))
    page = d.visitor.page
    page.keyboard.press("?")
    keys = page.locator("#keys")
    expect(keys).to_be_visible()
    for said in ("turn the tile", "larger, smaller, the whole map", "move the map"):
        expect(keys).to_contain_text(said)
    expect(keys).not_to_contain_text("exchange")


def stages() -> list[England]:
    """The sale, a turn with a failed company and rights that are left, a train on credit, and a debt."""
    late = weak(500, phase="5", column=7).laid("G6", "57", 2).failed("SAR", 1, "G6").loans("VR", 3).england({0: 20})
    late.right("P2", 1).right("P4", "VR").operating("VR")
    debt = weak(0).opened("SAR", par=70, shares={1: 60, 0: 30}).home("SAR").cash({0: 50}).operating("VR")
    return [fresh(4).play(act(0, "lower", "P4")), late, two_companies(120, 7), debt.play(act(0, "loan"))]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(visit: Visit, scheme: str) -> None:
    visitor = visit("en" if scheme == "light" else "de", color_scheme=scheme, reduced_motion="reduce")
    for t in stages():
        page = seated(visitor, t).visitor.page
        choose(page)
        # The map has tests of its own, and axe would spend most of its time there.
        page.evaluate("document.querySelector('#railmap')?.remove()")
        assert barriers(page) == [], t.turn


def test_nothing_is_wider_than_a_phone(visit: Visit) -> None:
    visitor = visit("de", width=390, height=844)
    for t in stages():
        page = seated(visitor, t).visitor.page
        choose(page)
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, (t.turn, tab)
