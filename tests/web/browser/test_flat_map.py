"""A board of flat hexes in a browser: they lie edge to edge, words stay upright, arrow keys go where they point."""

from collections.abc import Iterator
from math import atan2, degrees
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from stellwerk.core.registry import added
from stellwerk.eighteen.game import RailGame
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_rail_map import hexes, sit, state_of
from tests.web.flat import FLAT, building

pytestmark = pytest.mark.browser

MIDDLES = """() => Object.fromEntries([...document.querySelectorAll(".hx")].map((hex) => {
  const box = hex.querySelector(".face").getBoundingClientRect();
  return [hex.dataset.hex, [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height]];
}))"""
LEANING = """() => [...document.querySelectorAll("#railmap text")].filter((text) => {
  const lies = text.getScreenCTM();
  return lies && text.getBoundingClientRect().width && (Math.abs(lies.b) > 0.001 || lies.a <= 0);
}).map((text) => text.textContent)"""
OUTSIDE = """() => {
  const map = document.querySelector("#railmap").getBoundingClientRect();
  return [...document.querySelectorAll(".hx")].filter((hex) => {
    const box = hex.querySelector(".face").getBoundingClientRect();
    return box.left < map.left || box.right > map.right || box.top < map.top || box.bottom > map.bottom;
  }).map((hex) => hex.dataset.hex);
}"""


@pytest.fixture(autouse=True)
def title() -> Iterator[None]:
    """The server runs in this process, so it knows the title too."""
    with added(FLAT):
        yield


@pytest.fixture
def ann(visit: Visit) -> Visitor:
    visitor = visit(width=1366, height=768)
    sit(visitor, building())
    return visitor


def middles(page: Page) -> dict[str, list[float]]:
    found: dict[str, list[float]] = page.evaluate(MIDDLES)
    return found


def test_hexes_lie_edge_to_edge_where_the_board_has_them(ann: Visitor) -> None:
    game: Any = FLAT.game(2)
    assert isinstance(game, RailGame)
    board, seen = game.rules.hexmap, middles(ann.page)
    width, height = next(iter(seen.values()))[2:]
    assert width > height
    # Clockwise from the south; x in three quarters of the width, y in halves of the height.
    ways = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
    for hex_ in board.hexes:
        for (right, down), other in zip(ways, board.neighbours[hex_.number], strict=True):
            if other >= 0:
                (x, y, *_), (there_x, there_y, *_) = seen[hex_.name], seen[board.hexes[other].name]
                assert there_x - x == pytest.approx(right * width * 0.75, abs=0.5)
                assert there_y - y == pytest.approx(down * height / 2, abs=0.5)


def test_words_stay_upright_and_all_hexes_in_view_however_the_map_is_turned(ann: Visitor) -> None:
    page = ann.page
    for _quarter in range(4):
        assert page.evaluate(LEANING) == []
        assert page.evaluate(OUTSIDE) == []
        page.locator("#map-turn").click()
        # What is written on hexes comes anew from the server, placed for the way the map lies now.
        page.wait_for_selector("#railmap:not(.unwritten)", state="attached")


def test_arrow_keys_go_to_the_hex_that_lies_there(ann: Visitor) -> None:
    page = ann.page
    page.locator("#hex-F12").focus()
    walked = []
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"):
        before = page.evaluate("document.activeElement.dataset.hex")
        page.keyboard.press(key)
        walked.append((before, page.evaluate("document.activeElement.dataset.hex")))
    assert walked[:3] == [("F12", "F14"), ("F14", "F16"), ("F16", "F14")]
    seen = middles(page)
    right, left = walked[3:]
    assert seen[right[1]][0] > seen[right[0]][0]
    assert seen[left[1]][0] < seen[left[0]][0]


def test_a_tile_is_picked_and_built_as_it_lies_on_the_board(ann: Visitor) -> None:
    page, rev = ann.page, ann.rev
    hex_ = hexes(page)[0]
    page.locator(f"#hex-{hex_}").click()
    picture = page.locator(".offer .tile .face").first.bounding_box()
    assert picture
    assert picture["width"] > picture["height"]
    expect(page.locator("#preview-layer .preview")).to_have_count(1)
    page.locator("#dock-do").click()
    ann.moved(rev)
    tiles = state_of(ann)["tiles"]
    assert isinstance(tiles, dict)
    assert hex_ in tiles
    start = page.locator(f"#hex-{hex_} path[data-p]").first.evaluate(
        "(path) => [path.dataset.p, path.getPointAtLength(0).x, path.getPointAtLength(0).y]"
    )
    angle = degrees(atan2(start[2], start[1])) % 360
    assert angle == pytest.approx(90 + 60 * int(start[0].partition("-")[0]), abs=0.2)


def test_a_phone_shows_the_whole_board(visit: Visit) -> None:
    visitor = visit("de", width=390, height=844)
    sit(visitor, building())
    assert visitor.page.evaluate(OUTSIDE) == []
    assert visitor.page.evaluate(LEANING) == []
