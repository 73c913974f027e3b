"""A map of hexes that can be walked with the arrow keys: what lies on a hex is drawn by the game's table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, number, points
from stellwerk.web.svg.hex import HALF_WIDTH, RADIUS, Place, centre, corners, frame, shared_edge


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex: `label` is what a screen reader says, `parts` what is drawn on it, `classes` how it looks."""

    id: str
    place: Place
    label: str
    classes: str = ""
    parts: Sequence[Markup] = field(default=())


def hex_map(hexes: Sequence[Hex], label: str, over: Iterable[Markup] = ()) -> Markup:
    """The whole map. All hexes come first, then what lies over them and takes no clicks."""
    left, top, width, height = frame(cell.place for cell in hexes)
    return el(
        "svg",
        {
            "class": "map",
            "viewBox": " ".join(map(number, (left, top, width, height))),
            "role": "group",
            "aria-label": label,
        },
        _SHAPES,
        el("g", {"class": "hexes"}, *(_hex(cell) for cell in hexes)),
        el("g", {"class": "over", "aria-hidden": "true"}, *over),
    )


def _hex(cell: Hex) -> Markup:
    """A hex in its own coordinates: its parts are drawn round a middle of 0,0."""
    x, y = map(number, centre(cell.place))
    attrs = {
        "id": f"hex-{cell.id}",
        "class": f"hex {cell.classes}".strip(),
        "transform": f"translate({x} {y})",
        "data-hex": cell.id,
        "data-x": x,
        "data-y": y,
        "role": "button",
        "tabindex": "-1",
        "aria-label": cell.label,
    }
    return el("g", attrs, FACE, *cell.parts)


def _outline(name: str, radius: float) -> Markup:
    return el("polygon", {"id": name, "points": points(corners(Point(0, 0), radius))})


_SHAPES: Final = el("defs", None, _outline("hex-face", RADIUS), _outline("hex-ring", RADIUS - 2.2))
FACE: Final = el("use", {"href": "#hex-face", "class": "face"})
RING: Final = el("use", {"href": "#hex-ring", "class": "ring"})
"""A hex inside its borders, to mark it."""


@cache
def border(one: Place, other: Place, css: str) -> Markup:
    """A line along the edge between two neighbours."""
    (x1, y1), (x2, y2) = shared_edge(one, other)
    return el("line", {"class": css, "x1": x1, "y1": y1, "x2": x2, "y2": y2})


@cache
def caption(text: str, middle: Point, css: str, size: float) -> Markup:
    """A name below `middle` in one or two lines, drawn together where it is wider than a hex."""
    lines = broken(text)
    first = middle.y - (1.5 if len(lines) > 1 else 0)
    spans = [
        el("tspan", {"x": middle.x, "y": first + at * size * 0.93, **_squeezed(line, size)}, line)
        for at, line in enumerate(lines)
    ]
    return el("text", {"class": css, "font-size": size}, *spans)


def _squeezed(line: str, size: float) -> dict[str, str | float]:
    """Fonts differ, neighbours do not move: a long line gets the width of its hex."""
    if len(line) * size * 0.6 <= 2 * HALF_WIDTH:
        return {}
    return {"textLength": 2 * HALF_WIDTH + 2, "lengthAdjust": "spacingAndGlyphs"}


def broken(name: str, longest: int = 9) -> list[str]:
    """A long name in two lines, broken behind a hyphen or at a space."""
    if len(name) > longest:
        for at in sorted(range(1, len(name)), key=lambda at: abs(at - len(name) / 2)):
            if name[at - 1] in "- ":
                return [name[:at].rstrip(), name[at:]]
    return [name]
