"""Tables with as many players as a title takes and names of forty characters: no figure is cut to another one."""

import pytest
from playwright.sync_api import Page

from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import dump
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.crowds import CROWDS, NAMES, match_of
from tests.web.decisions import recorded

pytestmark = pytest.mark.browser

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (390, 844))
DESKTOP = 1024
RECORDED = (
    ("paris/six-the-last-begins.json", 200),
    ("paris/six-the-last-begins.json", None),
    ("g1848/six-take-too-many-loans.json", 500),
    ("g1848/six-take-too-many-loans.json", None),
    ("g1853/six-in-a-short-game.json", 1500),
    ("railroad_revolution/four-pay-high-gates.json", 541),
    ("railroad_revolution/four-pay-high-gates.json", None),
)
"""A decision late in the game, and the end of it."""

CUT = r"""async () => {
  // Marks of what scrolls are set when a frame is drawn.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const cut = new Set();
  const unseen = "svg, script, .unseen, [popover]:not(:popover-open), dialog:not([open])";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!/\d/.test(data) || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
    if (parentElement.closest(unseen)) continue;
    const range = document.createRange();
    for (const figure of data.matchAll(/\S*\d\S*/g)) {
      range.setStart(texts.currentNode, figure.index);
      range.setEnd(texts.currentNode, figure.index + figure[0].length);
      for (const { left, right } of range.getClientRects()) {
        let [from, to] = [left, right];
        for (let box = parentElement; box && to - from > 1; box = box.parentElement) {
          const edge = box.getBoundingClientRect();
          const how = getComputedStyle(box);
          if (how.clipPath !== "none") break; // for those who hear the page
          if (how.overflowX === "visible") continue;
          const more = box.dataset.more ?? "";
          const begun = from >= edge.left - 1 || more.includes("left");
          const told = begun && (to <= edge.right + 1 || more.includes("right"));
          if (!told) cut.add(`${figure[0]} of ${parentElement.className} by ${box.id || box.className || box.tagName}`);
          [from, to] = [Math.max(from, edge.left), Math.min(to, edge.right)];
        }
      }
    }
  }
  return [...cut];
}"""
"""Every number that something cuts off sideways without showing that there is more."""


def looked_through(page: Page, size: tuple[int, int]) -> list[str]:
    """What is cut in a window of this size, whichever tab is open."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: set[str] = set(page.evaluate(CUT))
    tabs = page.locator("[data-look]" if size[0] >= DESKTOP else "[data-tab]")
    for at in range(tabs.count()):
        tabs.nth(at).click()
        found.update(page.evaluate(CUT))
    if size[0] < DESKTOP:
        tabs.first.click()
    return sorted(found)


def opened(visitor: Visitor, match: Match) -> Page:
    made = visitor.ask("/api/matches", {"file": dump(match)})
    seat = next(iter(match.waiting()), 0)
    visitor.page.goto(f"/match/{made['id']}?seat={seat}")
    visitor.page.wait_for_selector(".scripted")
    return visitor.page


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", CROWDS)
def test_no_figure_is_cut_at_a_crowded_table(visit: Visit, game: str, language: str) -> None:
    page = opened(visit(language, width=1366, height=768), match_of(game, CROWDS[game]()))
    assert {size: found for size in SIZES if (found := looked_through(page, size))} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "ply"), RECORDED)
def test_no_figure_is_cut_late_in_a_game_with_long_names(visit: Visit, game: str, ply: int | None) -> None:
    whole = recorded(game)
    names = [Seat(name) for name in NAMES[: whole.game.seats]]
    page = opened(visit("de", width=1366, height=768), whole.branch(whole.ply if ply is None else ply, seats=names))
    assert {size: found for size in SIZES if (found := looked_through(page, size))} == {}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", CROWDS)
def test_the_whole_sheet_is_in_view_beside_the_dock(visit: Visit, game: str, language: str) -> None:
    """Prices, holdings of all, and what can be bought and sold: no column has to be scrolled to on a desktop."""
    page = opened(visit(language, width=1366, height=768), match_of(game, CROWDS[game]()))
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        wide, room = page.evaluate(
            "(() => { const box = document.querySelector('.sheet-rail').parentElement;"
            " return [box.scrollWidth, box.clientWidth]; })()"
        )
        assert wide <= room, (width, wide, room)


@pytest.mark.parametrize("game", CROWDS)
def test_prices_and_what_is_left_stand_in_view_on_a_phone(visit: Visit, game: str) -> None:
    page = opened(visit("de", width=390, height=844), match_of(game, CROWDS[game]()))
    page.locator("[data-tab=market]").click()
    for sum_ in ("price", ":ipo", ":pool"):
        cells = page.locator(f".sheet-rail tbody [data-sum^='{sum_}'], .sheet-rail tbody [data-sum$='{sum_}']")
        rights = cells.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().right)")
        assert rights
        assert max(rights) <= 390


@pytest.mark.parametrize("game", CROWDS)
def test_what_is_looked_up_has_room_for_some_rows(visit: Visit, game: str) -> None:
    page = opened(visit("de", width=1366, height=768), match_of(game, CROWDS[game]()))
    for look in ("companies", "holdings", "trains", "tiles"):
        page.locator(f"[data-look={look}]").click()
        assert page.locator(f"#part-{look}").evaluate("(one) => one.clientHeight") >= 250, look


@pytest.mark.parametrize("game", CROWDS)
def test_what_is_said_beside_a_name_is_said_whole_or_by_a_sign(visit: Visit, game: str) -> None:
    page = opened(visit(width=1366, height=768), match_of(game, CROWDS[game]()))
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        cut = page.evaluate(
            "[...document.querySelectorAll('.chair .tag')].filter((tag) => tag.scrollWidth > tag.clientWidth + 1"
            " && getComputedStyle(tag).clipPath === 'none').map((tag) => tag.textContent)"
        )
        assert cut == [], width


@pytest.mark.parametrize(("game", "rows"), [("railroad_revolution/four-pay-high-gates.json", [2, 2])])
def test_four_results_stand_in_even_rows(visit: Visit, game: str, rows: list[int]) -> None:
    whole = recorded(game)
    people = [Seat(chair.name) for chair in whole.header.seats]
    page = opened(visit(width=1280, height=720), whole.branch(whole.ply, seats=people))
    tops = page.evaluate(
        "[...document.querySelectorAll('.results > li')].map((one) => one.getBoundingClientRect().top)"
    )
    assert [tops.count(top) for top in dict.fromkeys(tops)] == rows


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_of_companies_stand_whole_beside_values_of_two_digits(visit: Visit, language: str) -> None:
    """Scores of Paris Connection reach two digits, and up to twenty locomotives are left."""
    whole = recorded("paris/six-the-last-begins.json")
    page = opened(visit(language, width=1280, height=720), whole.branch(200, seats=[Seat(name) for name in NAMES[:6]]))
    page.evaluate("document.querySelectorAll('.company .value').forEach((value) => { value.textContent = '18'; })")
    for width in (1024, 1280, 1366, 1440, 1920, 390, 360):
        page.set_viewport_size({"width": width, "height": 800})
        problems = page.evaluate(
            """() => [...document.querySelectorAll(".company")].flatMap((card) => {
              const [name, left, value] = ["name", "left", "value"].map((css) => card.querySelector(`.${css}`));
              const room = value.getBoundingClientRect().left - left.getBoundingClientRect().right;
              const whole = name.scrollWidth <= name.clientWidth && room >= 3;
              return whole ? [] : [`${name.textContent}, ${room}`];
            })"""
        )
        assert problems == [], width


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [1024, 1366])
def test_no_label_of_the_banner_is_cut_when_a_bid_is_chosen(visit: Visit, language: str, width: int) -> None:
    """The button to buy at $20 beside a long bid does not say $2."""
    visitor = visit(language, width=width, height=768)
    visitor.begin(("Ann", "Ben"), "1830", {"seating": "free"})
    page = visitor.page
    for name in ("CS", "BO"):
        page.locator("form.priced label.chip", has_text=name).click()
        page.locator("form.priced [data-price=hi]").click()
        assert page.locator("#do-chosen").is_visible()
        assert page.evaluate(CUT) == []
        assert page.locator(".banner .buttons:not(.regrets) button").evaluate_all(BEYOND) == []


BEYOND = """(all) => all.filter((one) => one.checkVisibility()).filter((one) => {
  const [words, box] = [document.createRange(), one.getBoundingClientRect()];
  words.selectNodeContents(one);
  const said = words.getBoundingClientRect();
  return said.left < box.left || said.right > box.right || said.top < box.top || said.bottom > box.bottom;
}).map((one) => one.textContent)"""
"""Words of some buttons that reach beyond them."""


@pytest.mark.parametrize("game", ["g1830/three-break-the-bank.json", "paris/six-the-last-begins.json"])
def test_final_sums_lie_beside_each_other(visit: Visit, game: str) -> None:
    """Factors end before their product begins, in a card for a desktop and for a phone."""
    whole = recorded(game)
    page = opened(visit(), whole.branch(whole.ply, seats=[Seat(name) for name in NAMES[: whole.game.seats]]))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        gaps = page.locator(".results .sum tbody tr").evaluate_all(
            """(all) => all.map((row) => [...row.children].slice(-2).map((cell) => {
              const words = document.createRange();
              words.selectNodeContents(cell);
              return words.getBoundingClientRect();
            })).map(([times, points]) => points.left - times.right)"""
        )
        assert gaps
        assert min(gaps) >= 4, (width, min(gaps))
