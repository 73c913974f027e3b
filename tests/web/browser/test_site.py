"""The other pages: widths, colours, languages, files, history, branches, and no barrier that axe knows."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from stellwerk.core.matchfile import dumps
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_tabs import until
from tests.web.site import finished

pytestmark = pytest.mark.browser

AXE = Path(__file__).resolve().parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PEOPLE = ("Ann", ("Cleo", "random"), ("Dev", "random"))
LONG = ("Wolfeschlegelsteinhausenbergerdorff-Ann", ("Maximiliane Charlotte Friederike", "random"), ("Dev", "random"))


def opened(visitor: Visitor) -> str:
    """Open a finished match from its text; returns its id."""
    made = visitor.ask("/api/matches", {"file": json.loads(dumps(finished()))})
    return str(made["id"])


def addresses(visitor: Visitor) -> list[str]:
    """Every kind of page, with matches in every stage."""
    over = opened(visitor)
    mine = visitor.begin(LONG)
    shared = visitor.begin(("Ann", "Bert", ("Cleo", "random")))
    return [
        "/",
        "/about",
        "/rules/paris-connection",
        "/nowhere",
        f"/match/{mine}",
        f"/match/{shared}",
        f"/match/{over}",
        f"/match/{over}/history?ply=40",
    ]


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways(visit: Visit, width: int) -> None:
    visitor = visit("de", width=width, height=844)
    for path in addresses(visitor):
        visitor.page.goto(path)
        wide = visitor.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, path
        if path.startswith("/match") and "history" not in path:
            visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(visit: Visit, scheme: str) -> None:
    visitor = visit("en", color_scheme=scheme, reduced_motion="reduce")
    for path in addresses(visitor):
        visitor.page.goto(path)
        assert barriers(visitor.page) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier_in_the_middle_of_a_turn(visit: Visit, scheme: str) -> None:
    visitor = visit("de", width=390, height=844, color_scheme=scheme, reduced_motion="reduce")
    visitor.begin(PEOPLE)
    visitor.pick("red")
    visitor.place(visitor.open_spaces()[0])
    visitor.page.locator("#hex-R28").click()
    expect(visitor.page.locator("#message")).to_be_visible()
    assert barriers(visitor.page) == []
    for dialog in ("keys", "share"):
        visitor.page.locator(".bar .menu").click()
        assert barriers(visitor.page) == [], "the menu"
        visitor.page.locator(f"button[data-open={dialog}]").click()
        expect(visitor.page.locator(f"dialog#{dialog}")).to_be_visible()
        assert barriers(visitor.page) == [], dialog
        visitor.page.keyboard.press("Escape")


def barriers(page: Page) -> list[Any]:
    """Findings of axe, best practices too, with the elements."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")
    return [
        (
            problem["id"],
            [(node["html"][:160], node["any"][0]["message"] if node["any"] else "") for node in problem["nodes"][:3]],
        )
        for problem in found["violations"]
    ]


def test_axe_would_find_a_barrier(visit: Visit) -> None:
    visitor = visit()
    visitor.page.evaluate("document.body.append(document.createElement('button'))")
    assert [name for name, _ in barriers(visitor.page)] == ["button-name"]


def test_colours_are_switched_and_stay(visit: Visit) -> None:
    visitor = visit()
    for theme in ("light", "dark"):
        visitor.page.locator("#theme").click()
        expect(visitor.page.locator("html")).to_have_attribute("data-theme", theme)
    visitor.page.goto("/about")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    paper = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
    visitor.page.locator("#theme").click()
    expect(visitor.page.locator("html")).not_to_have_attribute("data-theme", "dark")
    assert visitor.page.evaluate("getComputedStyle(document.body).backgroundColor") != paper


def test_the_language_is_switched_and_stays(visit: Visit) -> None:
    visitor = visit("en")
    visitor.page.get_by_role("link", name="Deutsch").click()
    expect(visitor.page.locator("h1")).to_have_text("Eisenbahn-Brettspiele, bei denen jede Regel gilt")
    visitor.page.goto("/about")
    expect(visitor.page.locator("h1")).to_have_text("Hilfe")


def test_seats_are_added_and_removed_within_the_rules(visit: Visit) -> None:
    page = visit().page
    page.locator(".game", has_text="Paris Connection").click()
    seats = page.locator(".seats li:visible")
    add = page.get_by_role("button", name="Add a seat")
    add.click()
    add.click()
    expect(seats).to_have_count(6)
    expect(add).to_be_disabled()
    seats.nth(1).locator(".who").fill("Zoe")
    seats.nth(0).locator(".remove").click()
    expect(seats).to_have_count(5)
    expect(seats.nth(0).locator(".who")).to_have_value("Zoe")
    for _ in range(2):
        seats.nth(1).locator(".remove").click()
    expect(seats).to_have_count(3)
    expect(seats.nth(0).locator(".remove")).to_be_disabled()
    seats.nth(2).locator(".who").fill(" ")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#message")).to_contain_text("Every seat needs a name.")


@pytest.mark.parametrize("way", ["choose", "drop"])
def test_a_match_file_is_opened_looked_through_and_branched(visit: Visit, tmp_path: Path, way: str) -> None:
    match = finished()
    file = tmp_path / "match.json"
    file.write_text(dumps(match), encoding="utf-8")
    visitor = visit()
    page = visitor.page
    if way == "choose":
        page.locator("#file").set_input_files(file)
    else:
        carried = page.evaluate_handle(
            """(text) => {
                const carried = new DataTransfer();
                carried.items.add(new File([text], "match.json", { type: "application/json" }));
                return carried;
            }""",
            dumps(match),
        )
        page.dispatch_event("#drop", "drop", {"dataTransfer": carried})
    page.wait_for_url("**/match/*")
    assert match.result is not None
    assert visitor.scores() == dict(enumerate(match.result.scores))
    page.get_by_role("link", name="Look back at the game").click()
    step_through(page, match.ply)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Begin the branch").click()
    page.wait_for_url(lambda url: "/history" not in url)
    assert visitor.ply == 30


def step_through(page: Page, last: int) -> None:
    """Slider, buttons, keys and the log all lead to the same positions."""
    past = page.locator("#past")
    expect(past).to_have_attribute("data-ply", "0")
    page.locator("#step-last").click()
    expect(past).to_have_attribute("data-ply", str(last))
    page.locator("#step-back").click()
    expect(past).to_have_attribute("data-ply", str(last - 1))
    page.locator("#step-first").click()
    expect(past).to_have_attribute("data-ply", "0")
    page.locator("h1").evaluate("(heading) => heading.ownerDocument.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    expect(past).to_have_attribute("data-ply", "1")
    page.keyboard.press("End")
    expect(past).to_have_attribute("data-ply", str(last))
    page.locator("#slide").fill("31")
    expect(past).to_have_attribute("data-ply", "31")
    page.locator("#part-log a[data-to='30']").click()
    expect(past).to_have_attribute("data-ply", "30")
    expect(page.locator("#said")).to_have_text(page.locator("#part-log .now").inner_text())
    assert "ply=30" in page.url
    page.reload()
    expect(past).to_have_attribute("data-ply", "30")


def test_a_file_that_is_no_match_is_refused_with_a_reason(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    page = visit().page
    for text, said in (("{", "notes.json is no match file"), ('{"format": "chess"}', "stellwerk-match")):
        file.write_text(text, encoding="utf-8")
        page.locator("#file").set_input_files(file)
        expect(page.locator("#file-trouble")).to_be_in_viewport()
        expect(page.locator("#file-trouble")).to_contain_text(said)
    assert page.url.endswith("/")


def test_no_button_is_drawn_before_it_listens(visit: Visit) -> None:
    """A page that loads itself anew would else lose a click that comes before its script."""
    page = visit().page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/main.js*", hold)
    page.reload(wait_until="commit")
    page.wait_for_selector("#theme", state="attached")
    first = (
        "new Promise((done) => { requestAnimationFrame(() => done('drawn')); setTimeout(() => done('held'), 300); })"
    )
    assert page.evaluate(first) == "held"
    expect(page.locator("body[data-ready]")).to_have_count(0)
    until(page, lambda: bool(held))
    held[0].continue_()
    before = page.locator("#theme").get_attribute("data-theme")
    page.locator("#theme").click()
    expect(page.locator("#theme")).not_to_have_attribute("data-theme", before or "")
    expect(page.locator("body[data-ready]")).to_have_count(1)
