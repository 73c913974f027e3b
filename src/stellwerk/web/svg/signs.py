"""Small signs that stand on hexes: values, costs of terrain, what routes earn that pass, and who may run there."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, number, points
from stellwerk.web.svg.lettering import text_width
from stellwerk.web.svg.room import Form

LEVEL_WIDTH: Final = 19.0
"""The width of one of several values."""


LEVEL_HEIGHT: Final = 14.0
VALUE: Final = 9.6
"""The size of the digits of a value and of a cost."""

RIM: Final = 0.8


def value(text: str) -> Form:
    """A value that holds through the game."""
    radius, size = (7.4, VALUE) if len(text) < 3 else (9.2, VALUE * 0.88)

    def draw(at: Point) -> Markup:
        circle = el("circle", {"cx": at.x, "cy": at.y, "r": radius})
        said = el("text", {"x": at.x, "y": at.y + size * 0.36, "font-size": None if size == VALUE else size}, text)
        return el("g", {"class": "worth"}, circle, said)

    return Form(2 * radius + RIM, 2 * radius + RIM, draw, round=True)


def levels(values: Sequence[int], colours: Sequence[str], level: int, rows: int = 1) -> Form:
    """Values by phase side by side, on the colours of the phases; that of the present stands out.

    There may be several rows, each read like a line of text.
    """
    count, present = ceil(len(values) / rows), min(level, len(values) - 1)
    width, height = count * LEVEL_WIDTH, rows * LEVEL_HEIGHT

    def draw(at: Point) -> Markup:
        parts = []
        for place, amount in enumerate(values):
            colour = colours[place] if place < len(colours) else "grey"
            css = f"level c-{colour}" + (" now" if place == present else "")
            x = at.x - width / 2 + place % count * LEVEL_WIDTH
            y = at.y - height / 2 + place // count * LEVEL_HEIGHT
            box = {"x": x, "y": y, "width": LEVEL_WIDTH, "height": LEVEL_HEIGHT}
            text = el("text", {"x": x + LEVEL_WIDTH / 2, "y": y + LEVEL_HEIGHT / 2 + 3.6}, str(amount))
            parts.append(el("g", {"class": css}, el("rect", box), text))
        return el("g", {"class": "levels"}, *parts)

    return Form(width + 2, height + 2, draw)


def terrain(kind: str, cost: int) -> Form:
    """What building costs here, with the sign of why."""
    signs = {
        "mountain": el("polygon", {"class": "mountain", "points": points([Point(-6, 5), Point(0, -6), Point(6, 5)])}),
        "desert": el("path", {"class": "desert", "d": "M-7 4.5q3.5 -8 7 -3q3.5 -5 7 3z"}),
        "water": el("path", {"class": "water", "d": "M-6.5 -2.5q3.2 -3 6.5 0t6.5 0M-6.5 2.5q3.2 -3 6.5 0t6.5 0"}),
    }
    return _signed("terrain", [signs[kind]] if kind in signs else [], str(cost))


GROUND: Final = {
    "river": el("path", {"class": "water", "d": "M-6.5 0q3.2 -3.6 6.5 0t6.5 0"}),
    "rivers": el("path", {"class": "water", "d": "M-6.5 -3q3.2 -3.6 6.5 0t6.5 0M-6.5 3q3.2 -3.6 6.5 0t6.5 0"}),
    "hill": el("path", {"class": "hill", "d": "M-7 4.5q7 -12 14 0z"}),
    "mountain": el("path", {"class": "mountain", "d": "M-6 5L0 -6L6 5z"}),
    "high_mountain": el("path", {"class": "mountain high", "d": "M-7.5 5L-2 -6L1 0L3 -3.5L7.5 5z"}),
}
"""Signs of what a tile has to cross, told apart by their shapes."""

SIGN_WIDTH: Final = 16.0


def ground(kinds: Sequence[str], text: str) -> Form:
    """What a first tile has to cross here, with what that costs."""
    return _signed("terrain ground", [GROUND[kind] for kind in kinds if kind in GROUND], text)


def premium(amount: int) -> Form:
    """What the first tile here brings, in brackets as boards print it."""
    text = f"({amount})"

    def draw(at: Point) -> Markup:
        return el("text", {"class": "premium", "x": at.x, "y": at.y + 2.6}, text)

    return Form(text_width(text, VALUE) + 1, 9.6, draw)


def passing(amount: int) -> Form:
    """A lump beside what a route earns that passes here."""
    lump = el("path", {"class": "lump", "d": "M-6 2.5L-3.5 -4.5L2.5 -5L6 0L3.5 5L-3 5Z"})
    return _signed("terrain passing", [lump], f"+{amount}")


def licence() -> Form:
    """A lock: who has no licence does not run here."""
    body = el("rect", {"x": -5.5, "y": -1.0, "width": 11.0, "height": 8.0, "rx": 1.5})
    bow = el("path", {"d": "M-3.2 -1V-3.8A3.2 3.2 0 0 1 3.2 -3.8V-1"})

    def draw(at: Point) -> Markup:
        return el("g", {"class": "lock", "transform": f"translate({number(at.x)} {number(at.y)})"}, bow, body)

    return Form(11.0, 16.0, draw)


def _signed(css: str, signs: Sequence[Markup], text: str) -> Form:
    """Signs in a row with a text behind them."""
    width = len(signs) * SIGN_WIDTH + text_width(text, VALUE)

    def draw(at: Point) -> Markup:
        drawn = [
            el("g", {"transform": f"translate({number((place + 0.5) * SIGN_WIDTH)} 0)"}, sign)
            for place, sign in enumerate(signs)
        ]
        said = el("text", {"x": len(signs) * SIGN_WIDTH, "y": 3.6}, text)
        return el(
            "g", {"class": css, "transform": f"translate({number(at.x - width / 2)} {number(at.y)})"}, *drawn, said
        )

    return Form(width, 12.0, draw)


def shrinking(*forms: Form) -> tuple[Form, ...]:
    """Forms of a sign, and the same smaller for where there is little room."""
    return *forms, *(_smaller(form, part) for part in (0.82, 0.68) for form in forms)


def turned(form: Form, turn: int) -> Form:
    """A form that stands upright on a map that is turned by quarters."""
    if not turn:
        return form

    def draw(at: Point) -> Markup:
        place = f"translate({number(at.x)} {number(at.y)}) rotate({-turn})"
        return el("g", {"transform": place}, form.draw(Point(0, 0)))

    width, height = (form.height, form.width) if turn % 180 else (form.width, form.height)
    return form._replace(width=width, height=height, draw=draw)


def _smaller(form: Form, part: float) -> Form:
    def draw(at: Point) -> Markup:
        place = f"translate({number(at.x)} {number(at.y)}) scale({part})"
        return el("g", {"transform": place}, form.draw(Point(0, 0)))

    return form._replace(width=form.width * part, height=form.height * part, draw=draw)
