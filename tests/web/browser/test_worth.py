"""What a choice brings in the picker and on the map; a plan on the scratch board; one control for prices."""

import re

import pytest
from playwright.sync_api import Route, expect

from stellwerk.core.action import Action
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.worth import Outlook, filled
from stellwerk.web.tables.rail.track import shape
from tests.web.browser.conftest import Visit
from tests.web.browser.test_rail_map import hexes, sit, state_of
from tests.web.browser.test_tabs import until
from tests.web.late import BANK, before
from tests.web.test_rail_worth import selling

pytestmark = pytest.mark.browser


def test_the_picker_and_the_map_show_what_building_brings(visit: Visit) -> None:
    match = before(BANK, "lay", -40)
    game, s = match.game, match.state
    assert isinstance(game, RailGame)
    outlook = Outlook(game, s, str(s.todo[-1].who))
    gains: dict[tuple[object, ...], int] = {}
    for choice in game.choices(s):
        action = filled(choice)
        if choice.kind == "lay" and action:
            gains[choice.args] = outlook.after(action).sum - outlook.now().sum
    by_hex = {name: max(gain for lay, gain in gains.items() if lay[0] == name) for name, *_ in gains}
    best = sorted((gain for gain in by_hex.values() if gain > 0), reverse=True)
    assert best, "a position in which something helps"
    ann = visit()
    sit(ann, match)
    page, rev = ann.page, ann.rev
    page.keyboard.press("w")
    expect(page.locator("#worth-layer .bringing")).to_have_count(len(best))
    expect(page.locator("#best .spot")).to_have_count(min(3, len(best)))
    expect(page.locator("#best .spot .brings").first).to_have_text(re.compile(rf"\+\${best[0]}$"))
    page.locator("#best .spot").first.click()
    expect(page.locator("#best")).to_be_hidden()
    chosen = page.locator(".offer[aria-pressed=true]")
    expect(chosen.locator(".brings")).to_have_text(f"${outlook.now().sum + best[0]} +${best[0]}")
    tile, planned = chosen.locator("b").inner_text(), page.locator(".hx.planned").get_attribute("data-hex") or ""
    ways = {
        shape(game.rules.catalogue.face(str(lay[1]), int(str(lay[2])))) for lay in gains if lay[:2] == (planned, tile)
    }
    assert page.locator(".way").count() == (len(ways) if len(ways) > 1 else 0)
    before_ = page.locator("#preview-layer").inner_html()
    chosen.click()
    assert page.locator("#preview-layer").inner_html() == before_, "a second press on the tile turns nothing"
    ann.click("#dock-do")
    assert rev < ann.rev
    tiles = state_of(ann)["tiles"]
    assert isinstance(tiles, dict)
    assert gains[planned, *tiles[planned]] == best[0]


@pytest.mark.parametrize("place", ["#dock-no", "#best [data-shut]"], ids=["the picker", "the list"])
def test_a_button_is_pressed_although_values_come_meanwhile(visit: Visit, place: str) -> None:
    """And what has the focus keeps it."""
    late: list[Route] = []
    ann = visit()

    def first_waits(asked: Route) -> None:
        late.append(asked)
        if len(late) > 1:
            asked.continue_()

    ann.page.route("**/worth?*", first_waits)
    sit(ann, before(BANK, "lay", -40))
    page = ann.page
    page.locator(f"#hex-{hexes(page)[0]}").click()
    page.locator("#dock-why summary").focus()
    if place.startswith("#best"):
        page.keyboard.press("w")
        page.locator(place).focus()
    focused = page.evaluate_handle("document.activeElement")
    page.locator(place).hover()
    page.mouse.down()
    until(page, lambda: bool(late))
    late[0].continue_()
    expect(page.locator("#dock .offer[aria-pressed=true] .brings")).to_have_text(re.compile(r"\d"))
    expect(page.locator("#best .going")).to_have_count(0)
    assert page.evaluate("(one) => one.isConnected", focused)
    page.mouse.up()
    expect(page.locator("#dock" if place == "#dock-no" else "#best")).to_be_hidden()


def test_a_plan_is_made_kept_and_thrown_away_without_a_trace(visit: Visit) -> None:
    ann = visit()
    sit(ann, before(BANK, "lay", -40))
    page, state = ann.page, state_of(ann)
    page.locator("a[href$='/plan']").first.evaluate("link => link.click()")
    page.wait_for_url("**/plan*")
    expect(page.locator("html.scripted")).to_be_attached()
    expect(page.locator(".plan-mark")).to_be_visible()
    page.locator("[data-plan-train]").select_option("D")
    expect(page.locator(".plan-steps li")).to_have_count(1)
    page.locator(f"#hex-{page.locator('.hx.open').first.get_attribute('data-hex')}").click()
    page.locator("#dock-do").click()
    expect(page.locator(".plan-steps li")).to_have_count(2)
    expect(page.locator(".hx.sketched")).to_have_count(1)
    row = page.locator(".earners tr.now td:last-child")
    expect(row).to_have_text(re.compile(r"^→ \$\d+ \+\$\d+$"))
    said = row.inner_text()
    page.reload()
    expect(page.locator(".plan-steps li")).to_have_count(2)
    expect(row).to_have_text(said)
    page.keyboard.press("u")
    expect(page.locator(".plan-steps li")).to_have_count(1)
    page.locator("[data-plan-clear]").click()
    expect(page.locator(".plan-steps li")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('plan'))") == []
    assert state_of(ann) == state


def test_a_train_of_another_company_has_one_control_for_its_price(visit: Visit) -> None:
    match, offers = selling()
    ann = visit()
    sit(ann, match)
    page = ann.page
    fold = page.locator("details:has(form.priced) summary")
    if fold.count() and not page.locator("form.priced").first.is_visible():
        fold.first.click()
    form = page.locator("form.priced:has([data-choice*=buy_train])")
    expect(form).to_have_count(1)
    expect(form.locator("[type=radio]")).to_have_count(len(offers))
    wanted = offers[-1]
    form.locator("label.chip").last.click()
    form.locator("[data-price=hi]").click()
    expect(form.locator("[data-hole]")).to_have_value(str(wanted.args[-1].hi))
    expect(form.locator("[type=range]")).to_have_value(str(wanted.args[-1].hi))
    form.locator("[data-price=lo]").click()
    expect(form.locator("[data-hole]")).to_have_value(str(wanted.args[-1].lo))
    expect(form.locator(".means:not([hidden])")).to_have_count(1)
    expect(form.locator(".means:not([hidden]) .brings")).to_have_text(re.compile(r"^\$\d+"))
    ann.click("form.priced button.primary")
    expected = match.game.play(match.state, Action(wanted.seat, "buy_train", (*wanted.args[:2], wanted.args[-1].lo)))
    assert state_of(ann)["offer"] == list(expected.offer)
