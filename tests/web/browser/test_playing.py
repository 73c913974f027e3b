"""Playing: refusals with their rule, taking back, the keyboard, the curtain, and what others see."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from stellwerk.games.paris.game import TITLE
from tests.ports import free_ports
from tests.web.browser.conftest import PATIENCE, Visit, serving
from tests.web.browser.hands import Visitor

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", ("Cleo", "random"), ("Dev", "random"))


def focused_hex(page: Page) -> str:
    focused = page.locator(".hex:focus")
    return (focused.get_attribute("data-hex") or "") if focused.count() else ""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_click_on_an_illegal_space_names_the_rule_and_changes_nothing(visit: Visit, language: str) -> None:
    ann = visit(language)
    ann.begin(PEOPLE)
    before = ann.rev
    ann.pick("red")
    ann.page.locator("#hex-R28").click()
    message = ann.page.locator("#message")
    said = TITLE.rulebook.refuse("build.4", language, {"colour": "red", "hex": "R28"})
    expect(message.locator("p")).to_have_text(said)
    link = message.locator("a")
    expect(link).to_have_attribute("href", "/rules/paris-connection#build.4")
    with ann.page.expect_popup() as opened:
        link.click()
    expect(opened.value.locator("[id='build.4'] p")).to_have_text(TITLE.rulebook["build.4"].text[language])
    assert ann.rev == before
    # The Eiffel Tower is closed by another rule.
    ann.page.locator("#hex-F20").click()
    expect(message.locator("a")).to_have_attribute("href", "/rules/paris-connection#build.9")
    ann.page.keyboard.press("Escape")
    expect(message).to_be_hidden()


def test_a_space_clicked_without_a_colour_asks_for_one(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    ann.page.locator("#hex-R28").click()
    expect(ann.page.locator("#message")).to_contain_text("No company can build here now.")
    space = ann.page.locator(".hex.open").first
    space.click()
    offers = ann.page.locator("#pick button")
    expect(offers).to_have_count(space.locator(".opt").count())
    before = ann.rev
    offers.first.click()
    ann.moved(before)
    assert ann.page.locator(".hex.building").count() == 1


def test_a_double_click_builds_once(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    ann.pick("blue")
    before = ann.rev
    ann.page.locator(f"#hex-{ann.open_spaces()[0]} .opt.on").dblclick()
    ann.moved(before)
    assert ann.page.locator(".hex.building").count() == 1
    expect(ann.page.locator("#message")).to_be_hidden()


def test_a_line_of_the_log_lights_its_space(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    ann.pick("blue")
    space = ann.open_spaces()[0]
    ann.place(space)
    ann.page.locator("#log li").first.hover()
    expect(ann.page.locator(".hex.spot")).to_have_attribute("data-hex", space)
    ann.page.locator("h2").first.hover()
    expect(ann.page.locator(".hex.spot")).to_have_count(0)


def test_locomotives_are_taken_back_one_by_one_or_all_at_once(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    start = ann.ply
    ann.pick("blue")
    for _ in range(3):
        ann.place(ann.open_spaces()[0])
    assert ann.page.locator(".hex.building").count() == 3
    ann.click("#undo")
    assert (ann.ply, ann.page.locator(".hex.building").count()) == (start + 2, 2)
    ann.click("#redo")
    ann.click("#undo-all")
    assert (ann.ply, ann.page.locator(".hex.building").count()) == (start, 0)


def test_a_whole_turn_is_undone_together_with_what_bots_did(visit: Visit) -> None:
    """In an open game nothing that bots do reveals anything."""
    ann = visit()
    ann.begin(PEOPLE, "1830", {"seating": "free", "information": "open"})
    start = ann.ply
    ann.page.keyboard.press("p")
    ann.page.wait_for_function(f"() => Number(document.querySelector('#table').dataset.ply) >= {start + len(PEOPLE)}")
    ann.page.wait_for_selector("#table[data-mine]")
    while ann.ply > start:
        ann.click("#undo")
        ann.page.wait_for_selector("#table[data-mine]")
    assert ann.ply == start


def test_what_an_exchange_brings_is_seen_before_it_is_sent(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    start = ann.ply
    hand = ann.page.locator(".hand").inner_text()
    ann.page.locator("#do-exchange").click()
    ann.page.locator("#give label").first.click()
    for radio in ann.page.locator("[name=take]").all():
        ann.page.locator(f"label:has(#{radio.get_attribute('id')})").click()
        if ann.page.locator(".outcome:not([hidden]) [data-choice]").count():
            break
    assert ann.ply == start, "nothing is sent before it is confirmed"
    ann.click(".outcome:not([hidden]) [data-choice]")
    ann.page.wait_for_selector("#table[data-mine]")
    assert ann.page.locator(".hand").inner_text() != hand


def test_an_exchange_that_is_forbidden_names_its_rule_before_anything_is_sent(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    before = ann.rev
    ann.page.locator("#do-exchange").click()
    give = ann.page.locator("#give label").first
    give.click()
    colour = give.locator("input").get_attribute("value")
    ann.page.locator(f"label:has(#take-{colour})").click()
    refused = ann.page.locator(".outcome:not([hidden]) .refused")
    expect(refused.locator("a")).to_have_attribute("href", "/rules/paris-connection#trade.4")
    assert ann.rev == before


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_an_exchange_is_put_together_and_sent_without_scrolling(visit: Visit, width: int, height: int) -> None:
    """Of the fields and the button nothing lies outside of the panel, which scrolls otherwise; a fold leads back."""
    ann = visit("de", width=width, height=height)
    ann.begin(PEOPLE)
    page = ann.page
    expect(page.locator(".exchange")).to_be_hidden()
    page.locator("#do-exchange").click()
    page.locator("#give label").first.click()
    given = page.locator("#give input:checked").get_attribute("value")
    page.locator(f"label:has([name=take]:not([value={given}]))").first.click()
    expect(page.locator(".outcome:not([hidden]) [data-choice]")).to_be_in_viewport(ratio=1)
    box = page.locator("#decided")
    assert box.evaluate("one => one.scrollTop === 0 && one.scrollHeight <= one.clientHeight")
    page.locator("#exchange > summary").click()
    expect(page.locator(".company").first).to_be_in_viewport()


def test_a_turn_by_the_keyboard_alone(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    press = ann.page.keyboard.press
    start = ann.ply
    press("5")
    expect(ann.page.locator('.company[aria-pressed="true"]')).to_have_attribute("data-pick", "red")
    assert ann.page.locator('.hex[tabindex="0"]').count() == 1
    press("m")
    first = focused_hex(ann.page)
    assert first in ann.open_spaces()
    for there, back in (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")):
        press(there)
        assert focused_hex(ann.page) != first
        press(back)
    assert ann.page.locator('.hex[tabindex="0"]').count() == 1
    press("m")
    assert focused_hex(ann.page) in set(ann.open_spaces()) - {first}, "M goes on to the next one"
    first = focused_hex(ann.page)
    rev = ann.rev
    press("Enter")
    ann.moved(rev)
    assert focused_hex(ann.page) == first, "the focus stays where it was"
    rev = ann.rev
    press("Escape")
    ann.moved(rev)
    assert ann.ply == start
    expect(ann.page.locator('.company[aria-pressed="true"]')).to_have_attribute("data-pick", "red")
    press("m")
    rev = ann.rev
    press("Enter")
    ann.moved(rev)
    rev = ann.rev
    press("c")
    ann.moved(rev)
    expect(ann.page.locator("#part-log")).to_contain_text("Ann ends the build")
    press("?")
    expect(ann.page.locator("#keys")).to_be_visible()
    press("Escape")
    expect(ann.page.locator("#keys")).to_be_hidden()


def test_every_control_is_reached_by_tab(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    reached = set()
    for _ in range(90):
        ann.page.keyboard.press("Tab")
        name = ann.page.evaluate("document.activeElement.id || document.activeElement.className.baseVal || ''")
        reached.add(str(name))
        if ann.page.locator("#exchange:not([open]) > summary:focus").count():
            ann.page.keyboard.press("Enter")
        if name == "slide":
            break
    cards = {f"company-{colour}" for colour in TITLE.numbers["locomotives"]["colours"]}
    assert cards <= reached
    assert any(name.startswith("hex-") for name in reached)
    assert any(name.startswith("give-") for name in reached)


def test_arrow_keys_lead_from_any_space_to_any_other(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    ways = ann.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".hex")].map((hex) => [
            hex.dataset.hex,
            ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => {
                hex.focus();
                hex.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
                return document.activeElement.dataset.hex;
            }),
        ]))"""
    )
    assert set(ways) == set(TITLE.board.spaces)
    for start in ("A21", "G1", "T22", "F34"):
        reached, todo = set(), [start]
        while todo:
            space = todo.pop()
            if space not in reached:
                reached.add(space)
                todo.extend(ways[space])
        assert reached == set(ways)


def test_the_map_is_enlarged_inside_its_frame(visit: Visit) -> None:
    ann = visit("de", width=390, height=844)
    ann.begin(PEOPLE)
    drawing = ann.page.locator(".map")
    before = drawing.bounding_box()
    for _ in range(2):
        ann.page.get_by_role("button", name="Größer").click()
    after = drawing.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > 1.9 * before["width"]
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    ann.pick("red")
    ann.place(ann.open_spaces()[0])
    after_turn = drawing.bounding_box()
    assert after_turn is not None
    assert after_turn["width"] == after["width"], "a move does not change what the reader set"


def test_the_title_tells_in_other_tabs_whose_turn_it_is(visit: Visit) -> None:
    ann = visit()
    ann.begin(("Ann", "Bert", ("Cleo", "random")))
    assert not ann.page.title().startswith("●")
    ann.page.locator("[data-unveil]").click()
    ann.page.wait_for_selector("#table[data-mine]")
    assert ann.page.title().startswith("●")


def test_moves_are_announced(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    ann.pick("red")
    ann.place(ann.open_spaces()[0])
    expect(ann.page.locator("#announcer")).to_contain_text("Ann builds a red locomotive on")


# --- several people -------------------------------------------------------------------------------------


def test_the_curtain_hides_one_hand_from_the_next_player(visit: Visit) -> None:
    both = visit()
    both.begin(("Ann", "Bert", ("Cleo", "random")))
    page = both.page
    expect(page.locator("#curtain")).to_contain_text("Pass the screen to Ann")
    assert page.locator(".hand-panel").count() == 0
    assert page.locator("[data-choice]").count() == 0
    page.get_by_role("button", name="I am Ann").click()
    page.wait_for_selector("#table[data-mine]")
    assert page.locator(".hand-panel").count() == 1
    both.pick("red")
    both.place(both.open_spaces()[0])
    both.click("#do-finish")
    expect(page.locator("#curtain")).to_contain_text("Pass the screen to Bert")
    assert page.locator(".hand-panel").count() == 0
    assert page.locator(".held:not(:empty)").count() == 0
    # Ann changes her mind before she hands the screen over.
    both.click("[data-undo][data-as='0']")
    expect(page.locator("#headline")).to_have_text("Your turn, Ann")
    both.click("#do-finish")
    page.get_by_role("button", name="I am Bert").click()
    expect(page.locator("#headline")).to_have_text("Your turn, Bert")
    page.reload()
    expect(page.locator("#curtain")).to_be_visible()


def share(host: Visitor, guest: Visitor, seat: int) -> None:
    guest.sit_down(host.invitation(host.match, seat))
    host.page.reload()


def test_two_browsers_see_each_others_moves_within_a_second(visit: Visit) -> None:
    ann, bert = visit("en"), visit("de")
    ann.begin(("Ann", "Bert", ("Cleo", "random")))
    share(ann, bert, 1)
    ann.page.wait_for_selector("#table[data-mine]")
    ann.pick("black")
    waits = []
    for _ in range(3):
        ann.place(ann.open_spaces()[0])
        start = time.monotonic()
        bert.page.wait_for_selector(f'#table[data-ply="{ann.ply}"]')
        waits.append(time.monotonic() - start)
    assert min(waits) < 1.0
    expect(bert.page.locator("#headline")).to_have_text("Ann am Zug")
    expect(bert.page.locator("#part-log li").first).to_contain_text("Ann baut 3 schwarze Loks")
    ann.click("#do-finish")
    expect(bert.page.locator("#headline")).to_have_text("Bert, du bist am Zug")
    ann.click("#undo")
    expect(bert.page.locator("#headline")).to_have_text("Ann am Zug")


def test_a_lost_connection_is_told_and_caught_up_with(browser: Browser, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    database = tmp_path / "matches.sqlite3"
    with browser.new_context(base_url=f"http://127.0.0.1:{port}") as context:
        context.set_default_timeout(PATIENCE)
        ann = Visitor(context.new_page())
        with serving(database, port):
            ann.page.goto("/")
            ann.begin(PEOPLE)
            ann.pick("red")
            space = ann.open_spaces()[0]
            expect(ann.page.locator("#lost")).to_be_hidden()
        expect(ann.page.locator("#lost")).to_be_visible()
        ann.page.locator(f"#hex-{space} .opt.on").click()
        expect(ann.page.locator("#message")).to_contain_text("The server cannot be reached. Nothing was changed.")
        with serving(database, port):
            expect(ann.page.locator("#lost")).to_be_hidden()
            ann.place(space)
            ann.page.goto("about:blank")
