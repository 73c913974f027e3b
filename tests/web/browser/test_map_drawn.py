"""Maps at the table are drawn as alone: no style of the table hides, thins or recolours a piece of them."""

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_class_names import STYLE
from tests.web.browser.typist import Typist
from tests.web.decisions import recorded

pytestmark = pytest.mark.browser

SHEETS = ("base", "map", "rail-map", "rail-ground", "rail-track", "rail-worth", "g1853", "revolution-map", "log")
"""The style sheets of maps; `log` marks what has changed since the visitor's last turn."""

TABLES = (
    ("g1830/three-break-the-bank.json", 945),
    ("g1848/five-ruin-their-companies.json", 576),
    ("g1853/five-by-other-readings.json", 2361),
    ("paris/four-until-supplies-end.json", 206),
    ("railroad_revolution/two-by-plan.json", 75),
)

DRAWN = """() => [...document.querySelectorAll(":is(svg.map, #railmap, #revmap) *")]
  .filter((piece) => !piece.closest("defs"))
  .map((piece) => {
    const style = getComputedStyle(piece);
    return {
      kind: piece.tagName + "." + (piece.getAttribute("class") ?? "").split(" ")[0],
      seen: piece.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      paint: ["fill", "stroke", "strokeWidth", "strokeDasharray", "opacity", "fontSize", "fontWeight", "textAnchor"]
        .map((name) => `${name}: ${style[name]}`).join("; "),
    };
  })"""
"""The pieces of a map with what makes them visible, in the order of the drawing."""


def drawn(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(DRAWN)
    return found


def alone(page: Page) -> None:
    """Leave nothing on the page but the map in its frame, with the styles of maps."""
    sheets = "\n".join((STYLE / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    page.evaluate(
        """(sheets) => {
          const map = document.querySelector("#railmap, #revmap, svg.map");
          const frame = map.parentElement.cloneNode(false);
          frame.append(map.cloneNode(true));
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(sheets);
          document.head.replaceChildren();
          document.adoptedStyleSheets = [sheet];
          document.body.replaceWith(document.createElement("body"));
          document.body.append(frame);
        }""",
        sheets,
    )


def kinds(pieces: list[dict[str, Any]]) -> Counter[str]:
    """How many pieces of each kind are seen."""
    return Counter(piece["kind"] for piece in pieces if piece["seen"])


@pytest.mark.parametrize(("game", "ply"), TABLES, ids=[game.split("/")[0] for game, _ in TABLES])
@pytest.mark.parametrize("width", [1366, 390])
def test_a_map_at_the_table_is_drawn_as_it_is_alone(visit: Visit, game: str, ply: int, width: int) -> None:
    visitor: Visitor = visit(width=width, height=844, reduced_motion="reduce")
    Typist(visitor).sits_at(recorded(game), ply)
    table = drawn(visitor.page)
    alone(visitor.page)
    bare = drawn(visitor.page)
    assert len(table) > 150
    assert kinds(table) == kinds(bare)
    assert [
        (one["kind"], one["paint"], other["paint"])
        for one, other in zip(table, bare, strict=True)
        if one["paint"] != other["paint"]
    ] == []
