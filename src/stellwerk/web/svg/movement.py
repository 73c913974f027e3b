"""How a price moves on the market: a cell in the middle, an arrow for each way, and what leads there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import el

SIZE: Final = 44
WAYS: Final[Mapping[str, tuple[int, int]]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def movement(said: Mapping[str, str], label: str) -> Markup:
    """An arrow for each way that is named, with its words at its end."""
    drawn = [el("rect", {"class": "cell", "x": -22, "y": -16, "width": SIZE, "height": 32, "rx": 4})]
    for way, words in said.items():
        x, y = WAYS[way]
        start, end = (26 * x, 20 * y), (60 * x, 46 * y)
        back = (end[0] - 7 * x, end[1] - 7 * y)
        tip = f"M{back[0] - 5 * y} {back[1] - 5 * x}L{end[0]} {end[1]}L{back[0] + 5 * y} {back[1] + 5 * x}"
        drawn.append(el("path", {"class": "arrow", "d": f"M{start[0]} {start[1]}L{end[0]} {end[1]}{tip}"}))
        anchor = "start" if x > 0 else "end" if x < 0 else "middle"
        place = {"x": end[0] + 6 * x, "y": end[1] + (4 if x else -6 if y < 0 else 16)}
        drawn.append(el("text", {**place, "text-anchor": anchor}, words))
    box = "-210 -70 420 140" if {"up", "down"} & said.keys() else "-210 -24 420 48"
    return el("svg", {"class": "movement", "viewBox": box, "role": "img", "aria-label": label}, *drawn)
