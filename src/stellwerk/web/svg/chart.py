"""Lines over time: each series has a colour, a dash and a mark of its own, so that colour alone tells nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el, number, points

WIDTH: Final = 720.0
HEIGHT: Final = 340.0
LEFT: Final = 52.0
RIGHT: Final = 96.0
TOP: Final = 14.0
BOTTOM: Final = 34.0
LINES: Final = 5
"""About so many lines of the ruler."""

DASHES: Final = ("", "7 4", "2 4", "10 4 2 4", "14 5", "4 3", "1 3", "9 3 3 3")
COLOURS: Final = 8
"""Colours `line-0` to `line-7` of the style sheet."""

APART: Final = 13.0
"""How far names at the right end keep from each other."""


class Series(NamedTuple):
    """A name and its value at every moment; None where there is none yet."""

    name: str
    values: Sequence[int | None]


def chart(series: Sequence[Series], moments: Sequence[str], label: str) -> Markup:
    """All series over the same moments."""
    top = max([1, *(value for line in series for value in line.values if value is not None)])
    step = _step(top)
    highest = step * -(-top // step)
    plot = _Plot(len(moments), highest)
    return el(
        "svg",
        {"class": "chart", "viewBox": f"0 0 {number(WIDTH)} {number(HEIGHT)}", "role": "img", "aria-label": label},
        *plot.ruler(step),
        *plot.moments(moments),
        *(part for rank, line in enumerate(series) for part in plot.line(line, rank)),
        *plot.names(series),
    )


def _step(top: int) -> int:
    """A round number of which about LINES reach the top."""
    rough = max(1, top // LINES)
    power = int("1" + "0" * (len(str(rough)) - 1))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)


class _Plot:
    """Where a moment and a value lie on the drawing."""

    def __init__(self, moments: int, highest: int) -> None:
        self.count, self.highest = max(1, moments - 1), highest

    def at(self, moment: int, value: float) -> Point:
        x = LEFT + (WIDTH - LEFT - RIGHT) * moment / self.count
        return Point(x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / self.highest)

    def ruler(self, step: int) -> Iterator[Markup]:
        for value in range(0, self.highest + 1, step):
            (x, y), (end, _) = self.at(0, value), self.at(self.count, value)
            yield el("line", {"class": "rule", "x1": x, "y1": y, "x2": end, "y2": y})
            yield el("text", {"class": "tick", "x": x - 6, "y": y + 4, "text-anchor": "end"}, str(value))

    def moments(self, said: Sequence[str]) -> Iterator[Markup]:
        every = max(1, -(-len(said) // 10))
        for moment in range(0, len(said), every):
            x, _ = self.at(moment, 0)
            yield el(
                "text", {"class": "tick", "x": x, "y": HEIGHT - BOTTOM + 18, "text-anchor": "middle"}, said[moment]
            )

    def line(self, series: Series, rank: int) -> Iterator[Markup]:
        known = [self.at(moment, value) for moment, value in enumerate(series.values) if value is not None]
        css = f"series line-{rank % COLOURS}"
        dash = DASHES[rank % len(DASHES)] or None
        if known:
            yield el(
                "polyline",
                {"class": css, "points": points(known), "stroke-dasharray": dash},
                el("title", {}, series.name),
            )

    def names(self, series: Sequence[Series]) -> Iterator[Markup]:
        """Each name at the end of its line, moved apart where lines end together."""
        ends = []
        for rank, line in enumerate(series):
            known = [(moment, value) for moment, value in enumerate(line.values) if value is not None]
            if known:
                ends.append((self.at(*known[-1]).y, rank, line.name))
        lowest = HEIGHT - BOTTOM
        for y, rank, name in sorted(ends, reverse=True):
            lowest = min(y, lowest)
            x, _ = self.at(self.count, 0)
            yield el("text", {"class": f"name line-{rank % COLOURS}", "x": x + 8, "y": lowest + 4}, name)
            lowest -= APART
