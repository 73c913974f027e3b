"""Pieces and symbols: workers, markers of seats, what tiles give. A letter, a number or a shape tells each apart."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, number
from stellwerk.web.svg.shapes import LETTER_DROP, outline

SEAT_SHAPES: Final = ("circle", "square", "diamond", "triangle")
"""The outlines of the seats' buildings and markers."""

DASHES: Final = (None, "9 3", "2.5 3", "9 3 2.5 3")
"""The rails of the seats: whole, dashed, dotted, both."""

ORIGIN: Final = Point(0, 0)
SIZE: Final = 18.0
"""The height of a symbol."""

MEEPLE: Final = (
    "M9 1a3.6 3.6 0 0 1 2.3 6.4L16.5 11l-1 2.4-2.6-.6L14 17H4l1.1-4.2-2.600.6-1-2.4L6.7 7.4A3.6 3.6 0 0 1 9 1Z"
)
GLYPHS: Final = {
    "money": "M9 2a7 7 0 1 0 .01 0ZM9 4.5v9M11.4 6.3C10 5 6.6 5.4 6.6 7.4c0 2.4 5 1 5 3.4 0 2-3.6 2.3-5.200.8",
    "shares": "M2 3h14v12H2ZM4.5 6.5h9M4.5 9h6M12.5 11.5a1.5 1.5 0 1 0 .01 0Z",
    "steps": "M2 16h4v-4h4V8h4V4h2.5M16.5 4v12H2",
    "flip": "M3 8a6 6 0 0 1 11-2.5M14.5 2v4h-4M15 10a6 6 0 0 1-11 2.5M3.5 16v-4h4",
    "loco": "M2 12V5h4v3h5V4h2v4h3v4ZM5 12.5a2 2 0 1 0 .01 0ZM12.5 12.5a2 2 0 1 0 .01 0Z",
    "promote": "M9 16V4M4 9l5-6 5 6",
    "rail": "M1 6h16M1 12h16M4 3.5v11M9 3.5v11M14 3.5v11",
    "station": "M2 16V9l7-6 7 6v7ZM7 16v-4h4v4",
    "office": "M9 17V2M4 5h10M5.5 9h7M4 5V3M14 5V3",
    "swap": "M2 6h12M11 2.5 14.5 6 11 9.5M16 12H4M7 8.5 3.5 12 7 15.5",
    "deal": "M2 9l4-4 3 2.5L12 5l4 4-5 5-2-1.5L7 14Z",
    "terrain": "M9 3l7 12H2Z",
}
"""Strokes in a square of SIZE."""

ALIKE: Final = {"start_rail": "rail", "start_station": "station", "start_office": "office", "third": "rail"}


@cache
def worker(colour: str, letter: str, at: Point = ORIGIN, scale: float = 1.0, extra: str = "") -> Markup:
    """A worker with the letter of its colour."""
    move = f"translate({number(at.x)} {number(at.y)})" + (f" scale({scale:g})" if scale != 1 else "")
    return el(
        "g",
        {"class": f"worker w-{colour}{extra}", "transform": move},
        el("path", {"d": MEEPLE}),
        el("text", {"x": 9.0, "y": 14.3, "font-size": 8.5}, letter),
    )


def worker_badge(colour: str, letter: str, extra: str = "") -> Markup:
    """A worker as a picture of its own; the words beside it say the same."""
    return _badge(worker(colour, letter, extra=extra))


@cache
def glyph(name: str, at: Point = ORIGIN) -> Markup:
    """A symbol of strokes."""
    known = ALIKE.get(name, name)
    move = f"translate({number(at.x)} {number(at.y)})" if at != ORIGIN else None
    return el("path", {"class": f"glyph g-{known}", "d": GLYPHS[known], "transform": move})


def glyph_badge(name: str) -> Markup:
    return _badge(glyph(name))


def _badge(drawn: Markup) -> Markup:
    return el("svg", {"class": "icon", "viewBox": "0 0 18 18", "aria-hidden": "true"}, drawn)


@cache
def seat_mark(seat: int, middle: Point, size: float) -> Markup:
    """The marker of a seat: its outline and number; of nobody's below 0."""
    if seat < 0:
        arm = number(size * 0.55)
        cross = el("path", {"d": f"M-{arm} -{arm}L{arm} {arm}M-{arm} {arm}L{arm} -{arm}"})
        move = f"translate({number(middle.x)} {number(middle.y)})"
        return el("g", {"class": "seat nobody", "transform": move}, outline("square", Point(0, 0), size), cross)
    shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    low = middle.y + size * (LETTER_DROP.get(shape, 0.0) + 0.42)
    return el(
        "g",
        {"class": f"seat s{seat}"},
        outline(shape, middle, size),
        el("text", {"x": middle.x, "y": low, "font-size": size * 1.2}, str(seat + 1)),
    )


def seat_badge(seat: int) -> Markup:
    drawn = seat_mark(seat, Point(0, 0), 10)
    return el("svg", {"class": "icon", "viewBox": "-14 -14 28 28", "aria-hidden": "true"}, drawn)


class Sign(NamedTuple):
    """A part of a reward: a symbol, or a worker if it has a letter, and the words behind it."""

    symbol: str
    text: str = ""
    letter: str = ""


def signs(some: Iterable[Sign], at: Point = ORIGIN) -> tuple[Markup, float]:
    """Signs in a row, and how wide they are."""
    drawn, x = [], at.x
    for sign in some:
        if sign.symbol:
            here = Point(x, at.y)
            drawn.append(worker(sign.symbol, sign.letter, here) if sign.letter else glyph(sign.symbol, here))
            x += SIZE
        if sign.text:
            x += 1.5 if sign.symbol else 0
            width = 8.9 * len(sign.text)
            css = "signs-pay" if sign.text[0] == "−" else "signs-text"
            drawn.append(el("text", {"class": css, "x": x, "y": at.y + 14.0, "font-size": 13.0}, sign.text))
            x += width
        x += 3
    return el("g", {"class": "signs"}, *drawn), x - at.x - 3


def signs_badge(some: Iterable[Sign]) -> Markup:
    """Signs as a picture of their own; the words beside it say the same."""
    drawn, width = signs(some)
    attrs = {"class": "icons", "viewBox": f"0 0 {number(max(width, 1))} 18", "aria-hidden": "true"}
    return el("svg", {**attrs, "width": width, "height": 18.0}, drawn)
