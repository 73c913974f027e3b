"""A map of hexes with rails that can be moved, enlarged and turned; hexes are buttons that the arrow keys walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import el, number
from stellwerk.web.svg.stance import APOTHEM, Stance
from stellwerk.web.svg.writing import MARKS

INSET: Final = 0.93


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex: `label` is what a screen reader says, `classes` how it looks, `shapes` and `writing` what it shows."""

    name: str
    label: str
    classes: str
    shapes: Markup
    writing: Markup
    tile: str = ""
    """What was laid on it and how it is turned; "" for the print of the board."""


def rail_map(
    cells: Sequence[Cell],
    stance: Stance,
    label: str,
    over: Iterable[Markup],
    signs: Iterable[Markup] = (),
    turn: int = 0,
) -> Markup:
    """All hexes, then what lies over them and takes no clicks; scripts draw routes below `signs`, and previews.

    What was run in the past is drawn below all writing. Scripts turn the map by `turn`, for which it is written.
    """
    left, top, width, height = stance.frame([cell.name for cell in cells])
    return el(
        "svg",
        {
            "class": "map tall" if height > width else "map",
            "id": "railmap",
            "viewBox": " ".join(map(number, (left, top, width, height))),
            "data-box": " ".join(map(number, (left, top, width, height))),
            "data-hex-box": stance.box,
            "data-turn": turn or None,
            "role": "group",
            "aria-label": label,
        },
        el("defs", None, _outline("hx-face", stance, 1.0), _outline("hx-ring", stance, INSET)),
        el(
            "g",
            {"id": "camera"},
            el("g", {"class": "hexes"}, *(_cell(cell, stance) for cell in cells)),
            el("g", {"id": "past-layer", "aria-hidden": "true"}, ""),
            el("g", {"class": "over", "aria-hidden": "true"}, *over),
            el(
                "g",
                {"class": "over writing", "aria-hidden": "true", "font-size": MARKS[0]},
                *(_written(cell, stance) for cell in cells),
            ),
            el("g", {"id": "routes-layer", "aria-hidden": "true"}, ""),
            el("g", {"class": "over", "aria-hidden": "true"}, *signs),
            el("g", {"id": "preview-layer", "aria-hidden": "true"}, ""),
            el("g", {"id": "worth-layer", "aria-hidden": "true"}, ""),
        ),
    )


@lru_cache(maxsize=4096)
def _cell(cell: Cell, stance: Stance) -> Markup:
    x, y = map(number, stance.middle(cell.name))
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
        "data-piece": f"tile:{cell.name}:{cell.tile}" if cell.tile else None,
    }
    rim = (RIM,) if "plated" in cell.classes.split() else ()
    return el("g", attrs, FACE, *rim, cell.shapes, RING)


@lru_cache(maxsize=4096)
def _written(cell: Cell, stance: Stance) -> Markup:
    """What is written on a hex lies above all hexes, outside the button, whose label says it in words."""
    x, y = map(number, stance.middle(cell.name))
    attrs = {"class": cell.classes, "data-for": cell.name, "transform": f"translate({x} {y})"}
    return el("g", attrs, cell.writing)


@cache
def _outline(name: str, stance: Stance, part: float) -> Markup:
    return el("polygon", {"id": name, "points": stance.outline(part)})


FACE: Final = el("use", {"href": "#hx-face", "class": "face"})
RING: Final = el("use", {"href": "#hx-ring", "class": "ring"})
RIM: Final = el("use", {"href": "#hx-ring", "class": "rim-of-plate"})
"""The border of a plate that lies over the print of the board."""


@cache
def border(name: str, edge: int, css: str, stance: Stance) -> Markup:
    """A line along an edge of a hex."""
    (x1, y1), (x2, y2) = stance.edge(name, edge)
    return el("line", {"class": css, "x1": x1, "y1": y1, "x2": x2, "y2": y2})


@cache
def gauge_change(name: str, edge: int, stance: Stance) -> Markup:
    """A sign on an edge of a hex where track changes its gauge: broad rails on one side, narrow ones on the other."""
    x, y = stance.toward(edge, APOTHEM).moved(*stance.middle(name))
    place = f"translate({number(x)} {number(y)})"
    rails = el("path", {"d": GAUGES, "transform": f"rotate({stance.angle(edge)})"})
    return el("g", {"class": "gauge", "transform": place, "data-edge": f"{name}-{edge}"}, SIGN, rails)


GAUGES: Final = "M-6 -3.8H-.6M-6 3.8H-.6M.6 -1.7H6M.6 1.7H6M-.6 -5V5M.6 -3V3"
SIGN: Final = el("circle", {"r": 8.6})


@cache
def rulers(names: tuple[str, ...], stance: Stance) -> tuple[Markup, ...]:
    """The letters and numbers of rows and columns at the rim of the map."""
    return tuple(_rulers(names, stance))


def _rulers(names: tuple[str, ...], stance: Stance) -> Iterator[Markup]:
    left, top, width, height = stance.frame(names)
    letters = {name[0]: stance.middle(name) for name in names}
    numbers = {name[1:]: stance.middle(name) for name in names}
    rows, columns = (letters, numbers) if stance.layout == "pointy" else (numbers, letters)
    for text, (_x, middle) in rows.items():
        for x in (left + 7, left + width - 7):
            yield el("text", {"class": "ruler", "x": x, "y": middle + 4}, text)
    for text, (middle, _y) in columns.items():
        for y in (top + 11, top + height - 4):
            yield el("text", {"class": "ruler", "x": middle, "y": y}, text)
