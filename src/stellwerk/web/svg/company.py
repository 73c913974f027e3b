"""Companies told apart by colour, by letters and by the pattern on the rim of their markers."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, number

RIMS: Final = ("", "100", "50 50", "26 7.3", "6 6.5", "1.5 4.75", "18 4 4 7.33", "12.5 12.5")
"""Dashes round the rim of a marker, in hundredths of its length, by the order of the companies."""

LIVERIES: Final = 12
"""Colours `co-0` to `co-11` of a palette of the style sheet, for who does not want those that are printed."""


def livery(rank: int) -> str:
    """The class by which a palette colours a company."""
    return f"co-{rank % LIVERIES}"


@cache
def ink_on(colour: str) -> str:
    """Black or white, whichever can be read better on a colour (WCAG relative luminance)."""
    return "#ffffff" if contrast(colour, "#ffffff") >= contrast(colour, "#000000") else "#000000"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG measures it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def marker(letters: str, colour: str, rank: int, middle: Point, radius: float, extra: str = "") -> Markup:
    """A station marker: a disc with the letters of its company and a rim of its own."""
    ink = ink_on(colour)
    x, y = middle
    dashes = RIMS[rank % len(RIMS)]
    size = radius * (0.98 if len(letters) <= 3 else 0.8)
    rim = el(
        "circle",
        {
            "class": "rim",
            "cx": x,
            "cy": y,
            "r": radius * 0.84,
            "stroke": ink,
            "stroke-width": radius * 0.13,
            "stroke-dasharray": dashes,
            "pathLength": 100,
        },
    )
    attrs: dict[str, str | float | None] = {"x": x, "y": y + size * 0.36, "fill": ink, "font-size": size}
    if len(letters) > 2:
        attrs |= {"textLength": radius * 1.36, "lengthAdjust": "spacingAndGlyphs"}
    return el(
        "g",
        {"class": f"marker {livery(rank)} {extra}".strip()},
        el("circle", {"class": "disc", "cx": x, "cy": y, "r": radius, "fill": colour}),
        *([rim] if dashes else []),
        el("text", attrs, letters),
    )


@cache
def company_badge(letters: str, colour: str, rank: int) -> Markup:
    """A marker as a picture of its own, for cards and lists; the words beside it say the same."""
    drawn = marker(letters, colour, rank, Point(0, 0), 13)
    return el("svg", {"class": "badge co-badge", "viewBox": "-14 -14 28 28", "aria-hidden": "true"}, drawn)


def swatch(colour: str, label: str = "") -> Markup:
    """A small square of a colour."""
    attrs = {"class": "swatch", "viewBox": f"0 0 {number(10)} {number(10)}", "aria-hidden": "true"}
    return el(
        "svg", attrs, el("rect", {"width": 10.0, "height": 10.0, "rx": 2.0, "fill": colour}), *([label] * bool(label))
    )
