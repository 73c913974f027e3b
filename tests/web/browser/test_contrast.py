"""Whatever can be pressed can be read: at rest, under the pointer, in focus, pressed, chosen and disabled."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump, parse
from tests.games.g1830.corners import bankruptcy, forced_purchase
from tests.games.railroad_revolution.kit import GAME as REVOLUTION
from tests.web.browser.conftest import Visit
from tests.web.browser.contrast import Walk
from tests.web.browser.hands import Visitor
from tests.web.browser.test_1853 import laid
from tests.web.browser.test_rail_game import seated
from tests.web.browser.test_rail_pages import choose
from tests.web.india import stages as india_stages
from tests.web.late import BANK, before
from tests.web.site import finished
from tests.web.test_railroad_revolution_table import finished as revolution

pytestmark = pytest.mark.browser

ENGLAND = Path(__file__).resolve().parents[2] / "golden" / "g1848" / "six-take-too-many-loans.json"
SITE = (
    "/",
    "/about",
    "/nowhere",
    "/learn",
    "/rules",
    "/learn/1830",
    "/rules/paris-connection",
    "/rules/1830",
    f"/rules/{REVOLUTION}",
    f"/rules/{REVOLUTION}/summary",
)
TABS = "body:not(:has(dialog[open])) #table:not(.curtained) :is(.stage-tabs [data-show], .lookup-tabs [data-look])"
"""What stands behind tabs is looked at as well."""

Stages = Callable[[Visitor], Iterator[str]]
OPEN = "document.querySelectorAll('details').forEach((one) => { one.open = true })"


def late_1848() -> Match:
    """Shortly before too many loans end the game."""
    header, log = parse(json.loads(ENGLAND.read_text(encoding="utf-8")))
    ply = [at for at, action in enumerate(log) if action.kind == "run"][-4]
    return Match(header, log[:ply], checked=False)


def shown(visitor: Visitor, match: Match) -> str:
    """Open a match as somebody who holds all its seats; returns its address."""
    address = f"/match/{visitor.ask('/api/matches', {'file': dump(match)})['id']}"
    visitor.page.goto(address)
    veil = visitor.page.locator("[data-unveil]")
    if veil.count():
        veil.click()
        visitor.page.wait_for_selector("#table:not(.curtained)")
    return address


def site(visitor: Visitor) -> Iterator[str]:
    """The pages without a table, and what opens above a table."""
    page = visitor.page
    for path in SITE:
        page.goto(path)
        yield path
    visitor.begin(("Ann", "Bert", ("Cleo", "random")))
    yield "the curtain"
    page.locator("[data-unveil]").click()
    for dialog in ("keys", "share"):
        page.locator(f"button[data-open={dialog}]").click()
        yield f"the dialog {dialog}"
        page.keyboard.press("Escape")
    page.goto("/")
    yield "the lobby with a match"


def paris(visitor: Visitor) -> Iterator[str]:
    """Before a build and in the middle of it, with a refusal, at the end, and the past."""
    page = visitor.page
    visitor.begin(("Ann", ("Cleo", "random"), ("Dev", "random")))
    yield "Paris before a build"
    visitor.pick("red")
    visitor.place(visitor.open_spaces()[0])
    page.locator("#hex-R28").click()
    expect(page.locator("#message")).to_be_visible()
    yield "Paris in the middle of a build"
    over = shown(visitor, finished())
    yield "Paris at its end"
    page.goto(f"{over}/history?ply=0")
    yield "the past of Paris"


def eighteen(visitor: Visitor) -> Iterator[str]:
    """1830 from the sale to a late run, a purchase that cannot be paid, bankruptcy, 1848 with its loans, and charts."""
    page = visitor.page
    for kind, nth in (("bid", 0), ("buy", 30), ("pay_out", -1), ("run", -1), ("buy_train", -1)):
        shown(visitor, before(BANK, kind, nth))
        page.evaluate(OPEN)
        chips = page.locator("label.chip:has([name=offer])")
        if chips.count():
            chips.first.click()
        yield f"1830 before {kind}"
    shown(visitor, before(BANK, "lay", -1))
    page.locator(".hx.open").first.click()
    page.locator(".offer").first.wait_for()
    page.evaluate(OPEN)
    yield "1830 with a tile in hand"
    for position in (forced_purchase(), bankruptcy()):
        seated(visitor, position)
        yield "1830 without money"
    address = shown(visitor, late_1848())
    page.evaluate(OPEN)
    yield "1848"
    page.goto(f"{address}/charts")
    page.evaluate(OPEN)
    yield "charts"


def india(visitor: Visitor) -> Iterator[str]:
    """1853 while bonds are written, in the middle of the bids, and in a stock turn with what is not paid for."""
    page = visitor.page
    for t in india_stages():
        laid(visitor, t)
        page.evaluate(OPEN)
        choose(page)
        yield f"1853, {t.turn[0]}"


def railroad_revolution(visitor: Visitor) -> Iterator[str]:
    """One decision of each kind in the second half of a game, its start and its end."""
    whole, met = revolution(3), set()
    for ply in (*range(6), *range(whole.ply // 2, whole.ply)):
        s = whole.at(ply)
        if (s.todo[-1].step, s.action) not in met:
            met.add((s.todo[-1].step, s.action))
            shown(visitor, whole.until(ply))
            visitor.page.evaluate(OPEN)
            yield f"Railroad Revolution, {s.todo[-1].step} {s.action}"
    shown(visitor, whole)
    yield "Railroad Revolution at its end"


every_stage = pytest.mark.parametrize("stages", [site, paris, eighteen, india, railroad_revolution])


@pytest.mark.slow
@every_stage
def test_every_control_can_be_read_in_every_state(visit: Visit, stages: Stages) -> None:
    look_at(visit(reduced_motion="reduce"), stages, each=3)


@pytest.mark.long
@every_stage
def test_what_stands_behind_tabs_can_be_read_at_every_decision(visit: Visit, stages: Stages) -> None:
    look_at(visit(reduced_motion="reduce"), stages)


def look_at(visitor: Visitor, stages: Stages, each: int = 1) -> None:
    """Measure every page, and at each so many pages of a game what stands behind its tabs as well."""
    walk, seen = Walk(), Counter[str]()
    for where in stages(visitor):
        walk.look(visitor.page, where)
        game = where.split()[0]
        seen[game] += 1
        if (seen[game] - 1) % each:
            continue
        for tab in visitor.page.locator(TABS).all():
            if tab.is_visible() and tab.is_enabled():
                tab.evaluate("tab => tab.click()")  # what was opened for measuring may lie over it
                walk.look(visitor.page, f"{where}, {tab.inner_text()}")
    assert walk.measured > 30
    assert not walk.faults, "\n".join(walk.faults)


def test_the_tabs_of_a_narrow_table_can_be_read_in_every_state(visit: Visit) -> None:
    visitor, walk = visit("de", width=390, height=844, reduced_motion="reduce"), Walk()
    shown(visitor, before(BANK, "buy", 30))
    for tab in ("map", "market", "side", "companies"):
        visitor.page.locator(f"#tab-{tab}").click()
        walk.look(visitor.page, f"the tab {tab}")
    assert not walk.faults, "\n".join(walk.faults)


def test_a_focused_place_of_a_map_is_seen_on_every_map(visit: Visit) -> None:
    """Whatever its colour and whether something can be done there or not."""
    visitor, walk = visit(width=1366, height=768, reduced_motion="reduce"), Walk()
    page = visitor.page
    visitor.begin(("Ann", ("Cleo", "random"), ("Dev", "random")))
    visitor.pick("red")
    walk.spots(page, "Paris")
    shown(visitor, before(BANK, "lay", -1))
    walk.spots(page, "1830")
    shown(visitor, late_1848())
    walk.spots(page, "1848")
    for step in ("railroad", "station"):
        whole = revolution(3)
        ply = next(ply for ply in range(whole.ply // 2, whole.ply) if whole.at(ply).action == step)
        shown(visitor, whole.until(ply))
        walk.spots(page, f"Railroad Revolution, {step}")
    assert walk.measured > 20
    assert not walk.faults, "\n".join(walk.faults)
