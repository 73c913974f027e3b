"""The map of 1830 late in the game: an upgrade, a station, runs by hand and at their best, by mouse, key and touch."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from stellwerk.core.match import Match
from stellwerk.eighteen.routes import check_run
from stellwerk.eighteen.runs import Runs
from stellwerk.games.g1830.game import TITLE
from stellwerk.web.svg.lettering import text_width
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_site import barriers
from tests.web.late import BANK, FREE, before, file_of

pytestmark = pytest.mark.browser


def sit(visitor: Visitor, match: Match) -> None:
    """Open a position with this visitor at all seats."""
    made = visitor.ask("/api/matches", {"file": file_of(match)})
    visitor.page.goto(f"/match/{made['id']}")
    expect(visitor.page.locator("html.scripted")).to_be_attached()


def state_of(visitor: Visitor) -> dict[str, object]:
    found: dict[str, object] = visitor.page.request.get(f"/api/matches/{visitor.match}").json()["view"]["state"]
    return found


def hexes(page: Page) -> list[str]:
    return [one.get_attribute("data-hex") or "" for one in page.locator(".hx.open").all()]


def with_rotations() -> tuple[Match, str]:
    """A late position with a hex on which some upgrade can be laid in several ways."""
    for nth in range(-1, -60, -1):
        match = before(BANK, "lay", nth)
        ways: dict[tuple[str, str], int] = {}
        for choice in match.game.choices(match.state):
            if choice.kind == "lay" and choice.args[0] in match.state.tiles:
                ways[choice.args[:2]] = ways.get(choice.args[:2], 0) + 1
        if any(count > 1 for count in ways.values()):
            return match, max(ways, key=lambda way: ways[way])[0]
    raise AssertionError("no such position")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tile_is_upgraded_in_the_rotation_that_was_seen_in_place(visit: Visit, language: str) -> None:
    match, hex_ = with_rotations()
    ann = visit(language)
    sit(ann, match)
    page, before_ = ann.page, ann.rev
    page.locator(f"#hex-{hex_}").click()
    offers = page.locator(".offer")
    expect(page.locator("#preview-layer .preview")).to_have_count(1)
    for at in range(offers.count()):
        if page.locator(".turns").count():
            break
        offers.nth(at).click()
    count = page.locator(".turns")
    expect(count).to_have_text(re.compile(r"^1/[2-6]$"))
    page.keyboard.press("r")
    expect(count).to_have_text(re.compile(r"^2/"))
    page.locator("#dock-left").click()
    page.locator("#dock-right").click()
    expect(count).to_have_text(re.compile(r"^2/"))
    assert ann.rev == before_
    chosen = page.locator(".offer[aria-pressed=true] b").inner_text()
    drawn = page.locator("#preview-layer path.tk").evaluate_all("all => all.map((one) => one.dataset.p).sort()")
    ann.click("#dock-do")
    tiles = state_of(ann)["tiles"]
    assert isinstance(tiles, dict)
    assert tiles[hex_][0] == chosen
    lying = page.locator(f"#hex-{hex_} path.tk").evaluate_all("all => all.map((one) => one.dataset.p).sort()")
    assert lying == drawn
    expect(page.locator("#dock")).to_be_hidden()
    ann.click("#undo")
    assert state_of(ann)["tiles"] == {name: list(tile) for name, tile in match.state.tiles.items()}


def test_nothing_is_built_before_it_is_confirmed(visit: Visit) -> None:
    ann = visit()
    sit(ann, before(BANK, "lay", -1))
    page, rev = ann.page, ann.rev
    page.locator(f"#hex-{hexes(page)[0]}").click()
    expect(page.locator("#dock-facts")).not_to_have_text("…")
    page.keyboard.press("Escape")
    expect(page.locator("#dock")).to_be_hidden()
    expect(page.locator("#preview-layer .preview")).to_have_count(0)
    assert ann.rev == rev


@pytest.mark.parametrize("language", ["en", "de"])
def test_why_a_hex_or_a_tile_is_impossible_is_one_tap_away(visit: Visit, language: str) -> None:
    ann = visit(language)
    sit(ann, before(BANK, "lay", -1))
    page = ann.page
    page.locator("#hex-D2").click()
    message = page.locator("#message")
    expect(message.locator("a")).to_have_attribute("href", "/rules/1830#7.2a")
    expect(message.locator("p")).to_have_text(TITLE.rulebook.refuse("7.2a", language, {"hex": "D2", "tile": ""}))
    page.keyboard.press("Escape")
    page.locator(f"#hex-{hexes(page)[0]}").click()
    page.locator("#dock-why summary").click()
    page.locator("#dock-why button").first.click()
    expect(message.locator("a")).to_have_attribute("href", re.compile(r"^/rules/1830#"))


def test_a_station_is_placed_with_the_keyboard_alone(visit: Visit) -> None:
    match = before(BANK, "station", -1)
    ann = visit()
    sit(ann, match)
    page = ann.page
    page.keyboard.press("m")
    focused = page.locator(".hx:focus")
    expect(focused).to_have_count(1)
    hex_ = focused.get_attribute("data-hex") or ""
    assert hex_ in hexes(page)
    company = str(match.state.todo[-1].who)
    page.keyboard.press("Enter")
    expect(page.locator("#dock-facts")).not_to_have_text("…")
    rev = ann.rev
    page.locator("#dock-do").focus()
    page.keyboard.press("Enter")
    ann.moved(rev)
    stations = state_of(ann)["stations"]
    assert isinstance(stations, dict)
    assert any(company in here for here in stations[hex_])


def test_the_best_run_is_drawn_and_run_by_one_click(visit: Visit) -> None:
    match = before(BANK, "run", -1)
    ann = visit()
    sit(ann, match)
    page = ann.page
    trains = page.locator("#routes .route").count()
    expect(page.locator("#routes-layer .run")).to_have_count(trains)
    assert page.locator("#routes-layer path.line").count() > trains
    expect(page.locator("#routes-layer .marker").first).to_be_visible()  # stations are not hidden by their own route
    assert "" not in page.locator("#routes-layer path.line").evaluate_all(
        "all => all.map((one) => one.getAttribute('d'))"
    )
    worth = int(page.locator("#run-sum").inner_text().lstrip("$"))
    assert worth == sum(int(one.inner_text().lstrip("$")) for one in page.locator("#routes .sum").all())
    company = str(match.state.todo[-1].who)
    ann.click("#run-best")
    runs = state_of(ann)["runs"]
    assert isinstance(runs, dict)
    assert runs[company] == worth


def test_a_run_is_drawn_by_clicking_stops_and_judged_at_once(visit: Visit) -> None:
    """Where any run is legal, a short one is too; a route without an own station is refused by its rule."""
    match = before(FREE, "run", -1)
    hole = next(arg for choice in match.game.choices(match.state) for arg in choice.args if isinstance(arg, Runs))
    best = hole.best().routes
    train = next(at for at, route in enumerate(best) if route)
    stops = [(hex_, end - 6) for hex_, end in best[train] if end >= 6]
    ann = visit()
    sit(ann, match)
    page = ann.page
    page.locator("#run-draw").click()
    page.locator(f'[data-route="{train}"]').click()
    own = page.locator("#run-own")
    tap(page, *stops[0])
    expect(page.locator("#run-fault")).to_contain_text("7.4a")
    expect(own).to_be_disabled()
    for stop in stops[1:]:
        tap(page, *stop)
    expect(own).to_be_enabled()
    expect(page.locator("#run-fault")).to_be_hidden()
    worth = int(page.locator("#run-sum").inner_text().lstrip("$"))
    one = tuple(best[train] if at == train else () for at in range(len(best)))
    assert worth == check_run(hole.position, hole.trains, one)
    page.keyboard.press("Backspace")
    assert int(page.locator("#run-sum").inner_text().lstrip("$")) < worth
    tap(page, *stops[-1])
    expect(own).to_be_enabled()
    ann.click("#run-own")
    runs = state_of(ann)["runs"]
    assert isinstance(runs, dict)
    assert runs[hole.company] == worth


def tap(page: Page, hex_: str, stop: int) -> None:
    """Click a stop, or the hex where a stop has nothing to click."""
    mark = page.locator(f'#hex-{hex_} [data-stop="{stop}"]')
    (mark.first if mark.count() else page.locator(f"#hex-{hex_} .face")).dispatch_event("click")


def test_the_map_is_enlarged_moved_and_turned(visit: Visit) -> None:
    ann = visit()
    sit(ann, before(BANK, "lay", -1))
    page = ann.page
    svg = page.locator("#railmap")
    whole = svg.get_attribute("viewBox") or ""

    def width() -> float:
        return float((svg.get_attribute("viewBox") or "").split()[2])

    page.locator("#hex-H12").focus()
    page.keyboard.press("+")
    assert width() < float(whole.split()[2])
    at = svg.get_attribute("viewBox")
    page.keyboard.press("Shift+ArrowRight")
    assert svg.get_attribute("viewBox") != at
    page.keyboard.press("0")
    assert width() == pytest.approx(float(whole.split()[2]))
    svg.hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.wait_for_function("() => document.querySelector('#railmap').viewBox.baseVal.width < 1000")
    page.keyboard.up("Control")
    page.locator("#map-fit").click()
    page.locator("#map-turn").click()
    assert width() == pytest.approx(float(whole.split()[3]))
    page.locator("#map-coords").click()
    expect(page.locator("[data-for=H12] .coord")).to_be_visible()
    # What was moved stays so after an action.
    ann.click("[data-choice*=pass_track]")
    assert width() == pytest.approx(float(whole.split()[3]))


def test_after_building_the_focus_is_on_what_is_asked_next(visit: Visit) -> None:
    """Who plays by keys goes on with the main button where the map asks nothing more, not from the top of the page."""
    ann = visit()
    sit(ann, before(BANK, "lay", -1))
    page = ann.page
    hex_ = hexes(page)[0]
    page.locator(f"#hex-{hex_}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dock-do")).to_be_enabled()
    page.locator("#dock-do").focus()
    rev = ann.rev
    page.keyboard.press("Enter")
    ann.moved(rev)
    expect(page.locator("#part-actions .primary:focus")).to_have_count(1)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_no_barrier_and_nothing_scrolls_sideways(visit: Visit, width: int, scheme: str) -> None:
    ann = visit("de", width=width, height=844, color_scheme=scheme, reduced_motion="reduce")
    for kind in ("lay", "run"):
        sit(ann, before(BANK, kind, -1))
        if kind == "lay":
            ann.page.locator(f"#hex-{hexes(ann.page)[0]}").click()
            expect(ann.page.locator("#dock-do")).to_be_visible()
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        assert barriers(ann.page) == []


def test_a_phone_shows_one_part_at_a_time(visit: Visit) -> None:
    ann = visit(width=390, height=844, has_touch=True)
    sit(ann, before(BANK, "lay", -1))
    page = ann.page
    expect(page.locator("#railmap")).to_be_visible()
    expect(page.locator("#part-tiles")).to_be_hidden()
    page.locator("#tab-tiles").tap()
    expect(page.locator("#railmap")).to_be_hidden()
    expect(page.locator("#stack-57")).to_be_visible()


def test_the_first_load_is_light(visit: Visit) -> None:
    ann = visit(fresh=True)
    answers: list[Response] = []

    def loaded(answer: Response) -> None:
        if answer.ok and "/events" not in answer.url:
            answers.append(answer)

    ann.page.goto("about:blank")  # what the lobby still loads is not meant
    ann.page.on("response", loaded)
    sit(ann, before(BANK, "lay", -1))
    ann.page.remove_listener("response", loaded)
    assert 50_000 < sum(len(answer.body()) for answer in answers) < 500_000


def test_numbers_of_tiles_come_on_demand_and_letters_are_no_wider_than_places_for_them(visit: Visit) -> None:
    ann = visit()
    sit(ann, before(BANK, "lay", -1))
    page = ann.page
    assert page.locator(".tile-no:visible, .coord:visible").count() == 0
    page.keyboard.press("t")
    expect(page.locator("#map-tiles")).to_have_attribute("aria-pressed", "true")
    number = page.locator('[data-for="H10"] .tile-no')
    expect(number).to_be_visible()
    page.reload()
    expect(number).to_be_visible()
    page.keyboard.press("h")
    expect(number).to_be_hidden()
    expect(page.locator('[data-for="H10"] .coord')).to_be_visible()
    drawn = page.evaluate(
        """() => [...document.querySelectorAll(
            "#railmap :is(.name, .worth text, .level text, .tile-label, .tile-tag, .coord)")]
        .flatMap((text) => text.children.length ? [...text.children] : [text])
        .map((line) => [line.textContent, parseFloat(getComputedStyle(line).fontSize), line.getComputedTextLength()])"""
    )
    assert len(drawn) > 150
    assert [one for one in drawn if one[2] > text_width(one[0], one[1]) + 0.1] == []
