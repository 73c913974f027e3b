"""Charts of a match: lines over its rounds, each with the table behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series, chart


class Drawing(NamedTuple):
    """A chart: its title, its lines, what its moments are called, and perhaps a sentence about it."""

    title: str
    series: Sequence[Series]
    moments: Sequence[str]
    about: str = ""

    @property
    def empty(self) -> bool:
        return not any(value is not None for line in self.series for value in line.values)

    @property
    def drawn(self) -> Markup:
        return chart(self.series, self.moments, self.title)


def show_charts(scene: Scene, drawings: Sequence[Drawing]) -> Markup:
    """All of them that have something to show; scripts read the values at a moment from the table."""
    told = [drawing for drawing in drawings if not drawing.empty]
    return render(scene.language, "parts/charts.html", scene=scene, drawings=told)
