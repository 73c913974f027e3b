"""Lines over time: each series has a colour, a dash and a mark of its own, so that colour alone tells nothing.

Companies have the colours of their markers, whatever these are; one that is hard to see on the page is outlined.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from markupsafe import Markup

from stellwerk.web.svg.company import contrast, livery
from stellwerk.web.svg.draw import Point, el, number, points

WIDTH: Final = 720.0
HEIGHT: Final = 340.0
LEFT: Final = 52.0
RIGHT: Final = 96.0
TOP: Final = 14.0
BOTTOM: Final = 34.0
LINES: Final = 5
"""About so many lines of the ruler."""

DASHES: Final = ("", "7 4", "3 3", "10 4 2 4", "14 5", "5 2", "16 3 3 3 3 3", "9 3 3 3")
COLOURS: Final = 8
"""Colours `line-0` to `line-7` of the style sheet."""

APART: Final = 13.0
"""How far names at the right end keep from each other."""

NAME: Final = 12
"""About so many letters have room at the right end; letters of East Asia take two places."""

PAPER: Final = {"light": "#fffefb", "dark": "#1c2026"}
"""What a chart is drawn on, `--card` of the style sheet."""

SEEN: Final = 3.0
"""The least contrast of a line with its paper (WCAG 1.4.11)."""

SIZE: Final = 3.6
MARKS: Final = (
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    ((0, 1.2), (1.1, -0.8), (-1.1, -0.8)),
    ((-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)),
    ((-0.5, -1.3), (0.5, -1.3), (0.5, 1.3), (-0.5, 1.3)),
    ((-1.2, 0), (-0.6, -1.1), (0.6, -1.1), (1.2, 0), (0.6, 1.1), (-0.6, 1.1)),
    ((-1.2, -1.2), (0, -0.5), (1.2, -1.2), (0.5, 0), (1.2, 1.2), (0, 0.5), (-1.2, 1.2), (-0.5, 0)),
)
"""The corners of the marks on the lines, by rank: square, triangle, rhomb and so on."""

MARKED: Final = 12
"""About so many marks stand on a line."""


class Series(NamedTuple):
    """A name and its value at every moment; None where there is none yet."""

    name: str
    values: Sequence[int | None]
    colour: str = ""
    """A colour that its readers know already; without one the style sheet has some."""

    rank: int | None = None
    """Which dash and mark it has; without one its place among the series."""

    css: str = ""
    """A class of the style sheet that sets its colour as `--co`, as on the board."""


def chart(series: Sequence[Series], moments: Sequence[str], label: str) -> Markup:
    """All series over the same moments."""
    series = [line if line.rank is not None else line._replace(rank=at) for at, line in enumerate(series)]
    known = [value for line in series for value in line.values if value is not None]
    top, low = max([1, *known]), min([0, *known])
    step = _step(top - low)
    plot = _Plot(len(moments), step * -(-top // step), step * (low // step))
    return el(
        "svg",
        {
            "class": "chart",
            "viewBox": f"0 0 {number(WIDTH)} {number(HEIGHT)}",
            "role": "img",
            "aria-label": label,
            "tabindex": "0",
            "data-plot": plot.span,
        },
        *plot.ruler(step),
        *plot.moments(moments),
        *map(plot.line, series),
        *plot.names(series),
        el("line", {"class": "chart-guide", "x1": LEFT, "x2": LEFT, "y1": TOP, "y2": HEIGHT - BOTTOM}),
    )


def _step(top: int) -> int:
    """A round number of which about LINES reach the top."""
    rough = max(1, top // LINES)
    power = int("1" + "0" * (len(str(rough)) - 1))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)


class _Plot:
    """Where a moment and a value lie on the drawing."""

    def __init__(self, moments: int, highest: int, lowest: int) -> None:
        self.count, self.highest, self.lowest = max(1, moments - 1), highest, lowest

    @property
    def span(self) -> str:
        """Where the first moment lies and how far the next one is from it, for scripts that point at one."""
        return f"{number(LEFT)} {(WIDTH - LEFT - RIGHT) / self.count:.3f}"

    def at(self, moment: int, value: float) -> Point:
        x = LEFT + (WIDTH - LEFT - RIGHT) * moment / self.count
        part = (value - self.lowest) / (self.highest - self.lowest)
        return Point(x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part)

    def ruler(self, step: int) -> Iterator[Markup]:
        for value in range(self.lowest, self.highest + 1, step):
            (x, y), (end, _) = self.at(0, value), self.at(self.count, value)
            css = "chart-rule zero" if self.lowest < value == 0 else "chart-rule"
            yield el("line", {"class": css, "x1": x, "y1": y, "x2": end, "y2": y})
            said = str(value).replace("-", "−")
            yield el("text", {"class": "tick", "x": x - 6, "y": y + 4, "text-anchor": "end"}, said)

    def moments(self, said: Sequence[str]) -> Iterator[Markup]:
        every = max(1, -(-len(said) // 10))
        for moment in range(0, len(said), every):
            x, _ = self.at(moment, 0)
            yield el(
                "text", {"class": "tick", "x": x, "y": HEIGHT - BOTTOM + 18, "text-anchor": "middle"}, said[moment]
            )

    def line(self, series: Series) -> Markup:
        """A series with its outline, which is seen where the paper needs it, and its marks."""
        known = [self.at(moment, value) for moment, value in enumerate(series.values) if value is not None]
        path = {"points": points(known), "stroke-dasharray": DASHES[(series.rank or 0) % len(DASHES)] or None}
        marks = known[:: -(-len(known) // MARKED) or 1]
        return el(
            "g",
            {"class": _css(series), "data-series": series.name},
            el("title", {}, series.name),
            *([el("polyline", {"class": "outline", **path})] if series.colour or series.css else []),
            el("polyline", {"class": "series", **path, "stroke": series.colour or None}),
            *(_mark(series, at) for at in marks),
        )

    def names(self, series: Sequence[Series]) -> Iterator[Markup]:
        """Each name at the end of its line, behind its mark, moved apart where lines end together."""
        ends = []
        for at, line in enumerate(series):
            known = [(moment, value) for moment, value in enumerate(line.values) if value is not None]
            if known:
                ends.append((self.at(*known[-1]).y, at))
        lowest = HEIGHT - BOTTOM
        for above, (y, at) in zip(reversed(range(len(ends))), sorted(ends, reverse=True), strict=True):
            lowest = max(min(y, lowest), TOP + APART * above)
            x, _ = self.at(self.count, 0)
            text = el("text", {"class": "name", "x": x + 20, "y": lowest + 4}, _short(series[at].name))
            yield el(
                "g",
                {"class": f"{_css(series[at])} named", "data-of": series[at].name},
                el("title", {}, series[at].name),
                _mark(series[at], Point(x + 12, lowest)),
                text,
            )
            lowest -= APART


def _short(name: str) -> str:
    """A name as far as it has room, with an ellipsis for the rest of it."""
    wide = list(accumulate(2 if east_asian_width(letter) in "WF" else 1 for letter in name))
    if not wide or wide[-1] <= NAME:
        return name
    return name[: bisect_right(wide, NAME - 1)].rstrip() + "…"


def _css(series: Series) -> str:
    """Where a known colour is hard to see, or which of the colours of the style sheet is taken."""
    if series.css:
        return f"line own {series.css}"
    if not series.colour:
        return f"line line-{(series.rank or 0) % COLOURS}"
    faint = [f"faint-{theme}" for theme, paper in PAPER.items() if contrast(series.colour, paper) < SEEN]
    return " ".join(["line", livery(series.rank or 0), *faint])


def _mark(series: Series, middle: Point) -> Markup:
    """The mark of a series."""
    corners = (middle.moved(x * SIZE, y * SIZE) for x, y in MARKS[(series.rank or 0) % len(MARKS)])
    return el("polygon", {"class": "dot", "points": points(corners), "fill": series.colour or None})
