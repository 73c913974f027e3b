"""A map of hexes with rails that can be moved, enlarged and turned; hexes are buttons that the arrow keys walk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.hexmap import place_of
from stellwerk.web.svg.draw import Point, el, number, points
from stellwerk.web.svg.track import APOTHEM, CORNERS, RADIUS, toward

MARGIN: Final = 14.0
INSET: Final = 0.93


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex: `label` is what a screen reader says, `classes` how it looks, `shapes` and `writing` what it shows."""

    name: str
    label: str
    classes: str
    shapes: Markup
    writing: Markup


@cache
def middle(name: str) -> Point:
    """Where a hex lies on the map."""
    row, column = place_of(name)
    return Point(column * APOTHEM, row * RADIUS * 1.5)


def rail_map(cells: Sequence[Cell], label: str, over: Iterable[Markup], signs: Iterable[Markup] = ()) -> Markup:
    """All hexes, then what lies over them and takes no clicks; scripts draw routes below `signs`, and previews."""
    left, top, width, height = frame([cell.name for cell in cells])
    return el(
        "svg",
        {
            "class": "map",
            "id": "railmap",
            "viewBox": " ".join(map(number, (left, top, width, height))),
            "data-box": " ".join(map(number, (left, top, width, height))),
            "role": "group",
            "aria-label": label,
        },
        SHAPES,
        el(
            "g",
            {"id": "camera"},
            el("g", {"class": "hexes"}, *(_cell(cell) for cell in cells)),
            el("g", {"class": "over", "aria-hidden": "true"}, *over),
            el("g", {"class": "over", "aria-hidden": "true"}, *(_written(cell) for cell in cells)),
            el("g", {"id": "routes-layer", "aria-hidden": "true"}, ""),
            el("g", {"class": "over", "aria-hidden": "true"}, *signs),
            el("g", {"id": "preview-layer", "aria-hidden": "true"}, ""),
        ),
    )


def frame(names: Sequence[str]) -> tuple[float, float, float, float]:
    """The view box that holds all hexes and the letters and numbers round them."""
    middles = [middle(name) for name in names]
    left = min(x for x, _ in middles) - APOTHEM - MARGIN
    right = max(x for x, _ in middles) + APOTHEM + MARGIN
    top = min(y for _, y in middles) - RADIUS - MARGIN
    bottom = max(y for _, y in middles) + RADIUS + MARGIN
    return left, top, right - left, bottom - top


def _cell(cell: Cell) -> Markup:
    x, y = map(number, middle(cell.name))
    attrs = {
        "id": f"hex-{cell.name}",
        "class": f"hx {cell.classes}".strip(),
        "transform": f"translate({x} {y})",
        "data-hex": cell.name,
        "data-x": x,
        "data-y": y,
        "role": "button",
        "tabindex": "-1",
        "aria-label": cell.label,
    }
    return el("g", attrs, FACE, cell.shapes, RING)


def _written(cell: Cell) -> Markup:
    """What is written on a hex lies above all hexes, outside the button, whose label says it in words."""
    x, y = map(number, middle(cell.name))
    attrs = {"class": cell.classes, "data-for": cell.name, "transform": f"translate({x} {y})"}
    return el("g", attrs, cell.writing, _coordinate(cell.name))


@cache
def _coordinate(name: str) -> Markup:
    """The name of a hex, shown on demand."""
    return el("text", {"class": "coord", "x": 0.0, "y": -38.0}, name)


def _outline(name: str, part: float) -> Markup:
    return el("polygon", {"id": name, "points": points(Point(x * part, y * part) for x, y in CORNERS)})


SHAPES: Final = el("defs", None, _outline("hx-face", 1.0), _outline("hx-ring", INSET))
FACE: Final = el("use", {"href": "#hx-face", "class": "face"})
RING: Final = el("use", {"href": "#hx-ring", "class": "ring"})


@cache
def border(name: str, edge: int, css: str) -> Markup:
    """A line along an edge of a hex."""
    x, y = middle(name)
    (x1, y1), (x2, y2) = CORNERS[(edge - 1) % 6], CORNERS[edge]
    return el("line", {"class": css, "x1": x + x1, "y1": y + y1, "x2": x + x2, "y2": y + y2})


@cache
def gauge_change(name: str, edge: int) -> Markup:
    """A sign on an edge of a hex where track changes its gauge: broad rails on one side, narrow ones on the other."""
    x, y = middle(name)
    at = toward(edge, APOTHEM)
    place = f"translate({number(x + at.x)} {number(y + at.y)})"
    rails = el("path", {"d": GAUGES, "transform": f"rotate({120 + 60 * edge})"})
    return el("g", {"class": "gauge", "transform": place, "data-edge": f"{name}-{edge}"}, SIGN, rails)


GAUGES: Final = "M-6 -3.8H-.6M-6 3.8H-.6M.6 -1.7H6M.6 1.7H6M-.6 -5V5M.6 -3V3"
SIGN: Final = el("circle", {"r": 8.6})


def rulers(names: Sequence[str]) -> Iterable[Markup]:
    """The letters of the rows and the numbers of the columns at the rim of the map."""
    left, top, width, height = frame(names)
    places = [place_of(name) for name in names]
    for row in sorted({row for row, _ in places}):
        y = row * RADIUS * 1.5 + 4
        for x in (left + 7, left + width - 7):
            yield el("text", {"class": "ruler", "x": x, "y": y}, chr(ord("A") + row))
    for column in sorted({column for _, column in places}):
        for y in (top + 11, top + height - 4):
            yield el("text", {"class": "ruler", "x": column * RADIUS * sqrt(3) / 2, "y": y}, str(column))
