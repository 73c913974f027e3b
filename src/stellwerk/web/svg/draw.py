"""Elements of a drawing, escaped; no style attributes, which a strict content policy would refuse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from markupsafe import Markup, escape


class Point(NamedTuple):
    """A place on a drawing."""

    x: float
    y: float

    def moved(self, x: float, y: float) -> Point:
        return Point(self.x + x, self.y + y)

    def turned(self, degrees: int) -> Point:
        """Where it lies after so many quarters clockwise round 0,0."""
        x, y = self
        return (self, Point(-y, x), Point(-x, -y), Point(y, -x))[degrees // 90 % 4]


def el(name: str, attrs: Mapping[str, str | float | None] | None = None, *children: str) -> Markup:
    """An element; attributes that are None are left out, children that are no Markup are escaped."""
    opened = "".join([f" {key}={_quoted(value)}" for key, value in (attrs or {}).items() if value is not None])
    if not children:
        return Markup(f"<{name}{opened}/>")  # noqa: S704 - names are literals, values are escaped by _quoted
    inner = "".join([child if isinstance(child, Markup) else escape(child) for child in children])
    return Markup(f"<{name}{opened}>{inner}</{name}>")  # noqa: S704 - the same, and children are escaped


def piece(name: str, drawn: str) -> Markup:
    """Something that scripts let move, under a name that stays the same wherever it goes: its kind, then which one."""
    return el("g", {"data-piece": name}, drawn)


def number(value: float) -> str:
    """A coordinate with a decimal at most: files stay short."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def points(corners: Iterable[Point]) -> str:
    """The points attribute of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def _quoted(value: str | float) -> str:
    """A value in quotes: in single ones where that leaves the double ones of JSON as they are."""
    if isinstance(value, float):
        return f'"{number(value)}"'
    text = str(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if '"' in text and "'" not in text:
        return f"'{text}'"
    return '"' + text.replace('"', "&quot;") + '"'
