"""A scale with a lane for each company: who is worth how much, seen at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, number, piece
from stellwerk.web.svg.shapes import locomotive

WIDTH: Final = 360.0
LEFT: Final = 10.0
LANE: Final = 17.0
MARK: Final = 6.6
LEAST: Final = 20
"""A scale reaches at least so far, and further when a value does."""

MOST_TICKS: Final = 40
"""However far a scale reaches, no more fit beside each other."""


class Mark(NamedTuple):
    """What stands on the scale."""

    shape: str
    company: str
    letter: str
    value: int


def scale(marks: Iterable[Mark], label: str) -> Markup:
    """One lane below the other, each with its mark, over a ruler."""
    listed = list(marks)
    top = max([LEAST, *(5 * -(-mark.value // 5) for mark in listed)])
    unit = (WIDTH - 2 * LEFT) / top
    height = len(listed) * LANE + 16
    drawn = [part for lane, mark in enumerate(listed) for part in _lane(mark, (lane + 0.5) * LANE, unit)]
    return el(
        "svg",
        {"class": "scale", "viewBox": f"0 0 {number(WIDTH)} {number(height)}", "role": "img", "aria-label": label},
        *_ruler(top, unit, len(listed) * LANE),
        *drawn,
    )


def _lane(mark: Mark, y: float, unit: float) -> Iterator[Markup]:
    x = LEFT + mark.value * unit
    yield el("line", {"class": "lane", "x1": LEFT, "x2": WIDTH - LEFT, "y1": y, "y2": y})
    yield el("line", {"class": f"worth co-{mark.company}", "x1": LEFT, "x2": x, "y1": y, "y2": y})
    yield piece(f"price:{mark.company}", locomotive(mark.shape, mark.company, mark.letter, Point(x, y), MARK))


def _ruler(top: int, unit: float, base: float) -> Iterator[Markup]:
    tick = 5 * -(-top // (5 * MOST_TICKS))
    step = tick if top <= 8 * tick else 2 * tick
    for value in range(0, top + 1, tick):
        x = LEFT + value * unit
        yield el("line", {"class": "tick", "x1": x, "x2": x, "y1": 0.0, "y2": base + 3})
        if value % step == 0:
            yield el("text", {"x": x, "y": base + 14}, str(value))
