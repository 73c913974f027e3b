"""Shapes that can be told apart without colour: one for each company, one for each value of a city."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, points

SHAPES: Final = ("circle", "square", "house", "diamond", "triangle", "sun")
"""Outlines of locomotives, in the order in which companies get them."""

LETTER_DROP: Final = {"house": 0.12, "triangle": 0.34}
"""How far below the middle the letter stands in outlines whose room is low."""


def outline(shape: str, middle: Point, size: float) -> Markup:
    """An outline that fills about the same area whatever its shape; `size` is the radius of the circle."""
    if shape == "circle":
        return el("circle", {"cx": middle.x, "cy": middle.y, "r": size})
    if shape == "square":
        side = size * 0.92
        attrs = {"x": middle.x - side, "y": middle.y - side, "width": 2 * side, "height": 2 * side, "rx": size * 0.18}
        return el("rect", attrs)
    return el("polygon", {"points": points(middle.moved(x * size, y * size) for x, y in _corners(shape))})


def _corners(shape: str) -> list[Point]:
    match shape:
        case "diamond":
            return [Point(0, -1.28), Point(1.28, 0), Point(0, 1.28), Point(-1.28, 0)]
        case "triangle":
            return [Point(0, -1.28), Point(1.3, 0.98), Point(-1.3, 0.98)]
        case "house":
            return [Point(0, -1.2), Point(1.08, -0.35), Point(0.85, 0.98), Point(-0.85, 0.98), Point(-1.08, -0.35)]
        case "sun":
            return _star(9, 1.22, 0.92)
        case "star":
            return _star(5, 1.35, 0.66)
    raise ValueError(f"no shape is called {shape!r}")


def _star(rays: int, outer: float, inner: float) -> list[Point]:
    radii = (outer, inner) * rays
    return [Point(r * sin(pi * turn / rays), -r * cos(pi * turn / rays)) for turn, r in enumerate(radii)]


@cache
def locomotive(shape: str, company: str, letter: str, middle: Point, size: float) -> Markup:
    """A locomotive seen from above: the outline of its company with its letter."""
    low = middle.y + size * (LETTER_DROP.get(shape, 0.0) + 0.42)
    return el(
        "g",
        {"class": f"loco co-{company}"},
        outline(shape, middle, size),
        el("text", {"x": middle.x, "y": low, "font-size": size * 1.15}, letter),
    )


def badge(shape: str, company: str, letter: str) -> Markup:
    """A locomotive as a picture of its own, for cards and lists; the words beside it say the same."""
    drawn = locomotive(shape, company, letter, Point(0, 0), 10)
    return el("svg", {"class": "badge", "viewBox": "-14 -14 28 28", "aria-hidden": "true"}, drawn)


CITY_SHAPES: Final = {1: "circle", 2: "square", 3: "diamond", 4: "star"}


@cache
def city(value: int, middle: Point, size: float) -> Markup:
    """The mark of a city: its shape and number tell the value, its colour only repeats it."""
    shape = CITY_SHAPES.get(value, "star")
    return el(
        "g",
        {"class": f"mark v{value}"},
        outline(shape, middle, size),
        el("text", {"x": middle.x, "y": middle.y + size * 0.42, "font-size": size * 1.2}, str(value)),
    )


def city_badge(value: int) -> Markup:
    """The mark of a city as a picture of its own, for the legend."""
    drawn = city(value, Point(0, 0), 9)
    return el("svg", {"class": "badge", "viewBox": "-14 -14 28 28", "aria-hidden": "true"}, drawn)
