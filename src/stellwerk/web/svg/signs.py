"""Small signs that stand on hexes: values, costs of terrain, what routes earn that pass, and who may run there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, number, points

LEVEL_WIDTH: Final = 19.0
"""The width of one of several values."""


def value(text: str, at: Point) -> Markup:
    """A value that holds through the game."""
    radius = 7.4 if len(text) < 3 else 9.2
    circle = el("circle", {"cx": at.x, "cy": at.y, "r": radius})
    return el("g", {"class": "worth"}, circle, el("text", {"x": at.x, "y": at.y + 3.4}, text))


def levels(values: Sequence[int], at: Point, colours: Sequence[str], level: int) -> Markup:
    """Values by phase side by side, on the colours of the phases; that of the present stands out."""
    parts = []
    left = at.x - len(values) * LEVEL_WIDTH / 2
    present = min(level, len(values) - 1)
    for place, amount in enumerate(values):
        colour = colours[place] if place < len(colours) else "grey"
        css = f"level c-{colour}" + (" now" if place == present else "")
        x = left + place * LEVEL_WIDTH
        box = el("rect", {"x": x, "y": at.y - 7, "width": LEVEL_WIDTH, "height": 14.0})
        text = el("text", {"x": x + LEVEL_WIDTH / 2, "y": at.y + 3.6}, str(amount))
        parts.append(el("g", {"class": css}, box, text))
    return el("g", {"class": "levels"}, *parts)


def terrain(kind: str, cost: int, at: Point) -> Markup:
    """What building costs here, with the sign of why."""
    signs = {
        "mountain": el("polygon", {"class": "mountain", "points": points([Point(-6, 5), Point(0, -6), Point(6, 5)])}),
        "desert": el("path", {"class": "desert", "d": "M-7 4.5q3.5 -8 7 -3q3.5 -5 7 3z"}),
        "water": el("path", {"class": "water", "d": "M-6.5 -2.5q3.2 -3 6.5 0t6.5 0M-6.5 2.5q3.2 -3 6.5 0t6.5 0"}),
    }
    return _signed("terrain", signs.get(kind), str(cost), at)


GROUND: Final = {
    "river": el("path", {"class": "water", "d": "M-6.5 0q3.2 -3.6 6.5 0t6.5 0"}),
    "rivers": el("path", {"class": "water", "d": "M-6.5 -3q3.2 -3.6 6.5 0t6.5 0M-6.5 3q3.2 -3.6 6.5 0t6.5 0"}),
    "hill": el("path", {"class": "hill", "d": "M-7 4.5q7 -12 14 0z"}),
    "mountain": el("path", {"class": "mountain", "d": "M-6 5L0 -6L6 5z"}),
    "high_mountain": el("path", {"class": "mountain high", "d": "M-7.5 5L-2 -6L1 0L3 -3.5L7.5 5z"}),
}
"""Signs of what a tile has to cross, told apart by their shapes."""

SIGN_WIDTH: Final = 16.0


def ground_width(kinds: Sequence[str], text: str) -> float:
    return len(kinds) * SIGN_WIDTH + len(text) * 5.2


def ground(kinds: Sequence[str], text: str, at: Point) -> Markup:
    """What a first tile has to cross here, with what that costs."""
    left = at.x - ground_width(kinds, text) / 2
    signs = [
        el("g", {"transform": f"translate({number(left + (place + 0.5) * SIGN_WIDTH)} {number(at.y)})"}, GROUND[kind])
        for place, kind in enumerate(kinds)
        if kind in GROUND
    ]
    words = el("text", {"x": left + len(kinds) * SIGN_WIDTH, "y": at.y + 3.6}, text)
    return el("g", {"class": "terrain ground"}, *signs, words)


def premium(amount: int, at: Point) -> Markup:
    """What the first tile here brings, in brackets as boards print it."""
    return el("text", {"class": "premium", "x": at.x, "y": at.y + 3.4}, f"({amount})")


def passing(amount: int, at: Point) -> Markup:
    """A lump beside what a route earns that passes here."""
    lump = el("path", {"class": "lump", "d": "M-6 2.5L-3.5 -4.5L2.5 -5L6 0L3.5 5L-3 5Z"})
    return _signed("terrain passing", lump, f"+{amount}", at)


def licence(at: Point) -> Markup:
    """A lock: who has no licence does not run here."""
    body = el("rect", {"x": -5.5, "y": -1.0, "width": 11.0, "height": 8.0, "rx": 1.5})
    bow = el("path", {"d": "M-3.2 -1V-3.8A3.2 3.2 0 0 1 3.2 -3.8V-1"})
    return el("g", {"class": "lock", "transform": f"translate({number(at.x)} {number(at.y)})"}, bow, body)


def _signed(css: str, sign: Markup | None, text: str, at: Point) -> Markup:
    drawn = el("g", {"class": css}, *([sign] if sign else []), el("text", {"x": 9.0, "y": 3.6}, text))
    return el("g", {"transform": f"translate({number(at.x - 8)} {number(at.y)})"}, drawn)
