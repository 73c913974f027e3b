"""For everybody: no barrier that axe knows, a page enlarged to 200 % and 400 %, and colours that the system forces."""

import pytest
from playwright.sync_api import Page

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_site import barriers
from tests.web.browser.typist import Typist
from tests.web.decisions import recorded

pytestmark = pytest.mark.browser

BANK = "g1830/three-break-the-bank.json"
TRACK = (BANK, 945)
TABLES = (
    (BANK, 8),
    (BANK, 49),
    TRACK,
    (BANK, 947),
    (BANK, 1406),
    ("g1848/three-break-the-bank.json", 401),
    ("g1853/four-link-their-contracts.json", 6),
    ("railroad_revolution/two-by-plan.json", 14),
    ("paris/three-to-marseille.json", 6),
    ("paris/four-until-supplies-end.json", 5),
)
"""A sale, shares, a tile, a run, debts, a loan, a sheet of bids, workers, a build, and an exchange."""

PAGES = (
    "/",
    "/learn",
    "/learn/1830",
    "/rules",
    "/rules/1830",
    "/rules/1830/summary",
    "/about",
    "/nowhere",
    "/match/nowhere",
)
CUT = """() => {
  const problems = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) problems.push(`${wide} px wide`);
  const inside = ".scroll, .railbox, .mapbox, .tabs, .lookup, .firms, .timeline, .unseen, .areas, .cities-to-pick";
  for (const one of document.querySelectorAll("button, input, select, summary, a[href]")) {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || one.closest(inside) || one.closest("label") || box.width < 2) continue;
    if (one.matches(".skip") || one.closest("svg")) continue;
    if (box.left < -1 || box.right > innerWidth + 1) problems.push(one.outerHTML.slice(0, 120));
  }
  const main = [...document.querySelectorAll(".banner .buttons button")].find((one) => one.checkVisibility());
  const low = main && main.getBoundingClientRect().bottom + scrollY > innerHeight;
  if (low) problems.push("what is asked is below the first screen");
  return problems;
}"""


def opened(visitor: Visitor, game: str, ply: int) -> Page:
    typist = Typist(visitor)
    typist.sits_at(recorded(game), ply)
    return visitor.page


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(683, 384), (320, 480)])
def test_enlarged_pages_cut_nothing_off(visit: Visit, width: int, height: int) -> None:
    """1366 by 768 at 200 % and 1280 at 400 %: no page scrolls sideways, and the main button is on the first screen."""
    visitor = visit("de", width=width, height=height)
    found = {}
    for game, ply in TABLES:
        found[game, ply] = opened(visitor, game, ply).evaluate(CUT)
    for path in PAGES:
        visitor.page.goto(path)
        found[path, 0] = visitor.page.evaluate(CUT)
    assert {where: problems for where, problems in found.items() if problems} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), [(1366, "light"), pytest.param(390, "dark", marks=pytest.mark.long)])
def test_axe_finds_no_barrier_at_any_kind_of_decision(visit: Visit, width: int, scheme: str) -> None:
    visitor = visit("de", width=width, height=844, color_scheme=scheme, reduced_motion="reduce")
    found, plan = {}, ""
    for game, ply in TABLES:
        page = opened(visitor, game, ply)
        plan = f"/match/{visitor.match}/plan" if (game, ply) == TRACK else plan
        if page.locator(".hx.open").count():
            page.keyboard.press("m")
            page.keyboard.press("Enter")
        # Hundreds of hexes are alike, and axe would spend most of its time there; tests of the maps look at them.
        page.evaluate("document.querySelectorAll('#railmap .hx:not(.open)').forEach((hex) => hex.remove())")
        found[game, ply] = barriers(page)
    address = f"/match/{visitor.match}"
    link = visitor.invitation(visitor.match, 1)
    for path in (*PAGES, f"{address}/history?ply=3", f"{address}/charts", plan, f"{address}/join", link):
        visitor.page.goto(path)
        visitor.page.wait_for_selector(".scripted")
        visitor.page.evaluate("document.querySelectorAll('#railmap .hx:not(.open)').forEach((hex) => hex.remove())")
        found[path, 0] = barriers(visitor.page)
    visitor.page.goto("/learn/1830")
    visitor.page.locator("form button.primary").press("Enter")
    visitor.page.wait_for_selector("#guide[data-step='0']")
    found["guided", 0] = barriers(visitor.page)
    assert {where: problems for where, problems in found.items() if problems} == {}


@pytest.mark.parametrize(
    ("game", "ply"),
    [
        (BANK, 8),
        ("g1848/three-break-the-bank.json", 2),
        ("railroad_revolution/two-by-plan.json", 14),
        ("railroad_revolution/four-pay-high-gates.json", 300),
    ],
)
def test_axe_finds_no_barrier_in_the_order_of_a_table(visit: Visit, game: str, ply: int) -> None:
    """Sales of privates, which stand in two tables, and boards with headings of several levels."""
    page = opened(visit("en", width=1366, height=768), game, ply)
    page.evaluate("document.querySelectorAll('#railmap .hx:not(.open)').forEach((hex) => hex.remove())")
    found = barriers(page)
    for tab in page.locator("[data-look]").all():
        tab.press("Enter")
        found += barriers(page)
    assert found == []


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_axe_finds_no_barrier_in_the_past(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("en", width=size[0], height=size[1])
    opened(visitor, *TRACK)
    visitor.page.goto(f"/match/{visitor.match}/history?ply=940")
    visitor.page.wait_for_selector(".scripted")
    visitor.page.evaluate("document.querySelectorAll('#railmap .hx').forEach((hex) => hex.remove())")
    assert barriers(visitor.page) == []


LOOK = """(selector) => {
  const style = getComputedStyle([...document.querySelectorAll(selector)].find((one) => one.checkVisibility()));
  return [style.backgroundColor, style.color, style.borderTopColor, style.borderTopWidth];
}"""


def test_forced_colours_leave_what_is_chosen_and_what_is_in_focus(visit: Visit) -> None:
    """Chosen differs from not chosen, a button has an edge, tiles keep their colours, the focus is outlined."""
    visitor = visit(width=1366, height=768, forced_colors="active", fresh=True)
    page = opened(visitor, BANK, 945)
    chosen, other, main = (page.evaluate(LOOK, selector) for selector in ("#show-map", "#show-market", "#do-lay"))
    assert chosen[0] != other[0]
    assert main[0] != page.evaluate(LOOK, "#do-pass_track")[0]
    assert other[3] != "0px"
    faces = page.evaluate(
        "['.c-green', '.c-yellow'].map((css) => getComputedStyle(document.querySelector(`.hx${css} .face`)).fill)"
    )
    assert len(set(faces)) == 2
    page.keyboard.press("b")
    outline = page.evaluate("getComputedStyle(document.activeElement).outline")
    assert "solid" in outline
    page.keyboard.press("m")
    assert "solid" in page.evaluate("getComputedStyle(document.activeElement).outline")


def test_nothing_jumps_when_others_act(visit: Visit) -> None:
    """Who reads the log and has moved the dock finds both where they were after a fresh table has come."""
    visitor = visit(width=1366, height=768)
    page = opened(visitor, BANK, 49)
    page.evaluate("document.querySelector('#part-log').scrollTop = 60")
    page.evaluate("document.querySelector('.stage:not(.tab-hidden)').scrollTop = 40")
    page.locator("#look-log").focus()
    where = "['#part-log', '.stage:not(.tab-hidden)'].map((one) => document.querySelector(one).scrollTop)"
    before, rev = page.evaluate(where), visitor.rev
    assert before[0] > 0
    state = page.request.get(f"/api/matches/{visitor.match}").json()
    seat = state["view"]["choices"][0]["seat"]
    body = {"do": "act", "ply": state["ply"], "rev": state["rev"], "seat": seat}
    action = {"seat": seat, "kind": "pass_turn", "args": []}
    answer = page.request.post(f"/match/{visitor.match}/do?seat={seat}", data={**body, "action": action})
    assert answer.ok, answer.text()
    visitor.moved(rev)
    assert page.evaluate(where) == before
    assert page.evaluate("document.activeElement.id") == "look-log"
    assert page.evaluate("scrollY") == 0
