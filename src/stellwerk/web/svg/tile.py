"""A tile or a printed hex with everything on it, drawn round a middle of 0,0."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from stellwerk.eighteen.tiles import Face
from stellwerk.web.svg.draw import el
from stellwerk.web.svg.face import shapes
from stellwerk.web.svg.stance import Stance
from stellwerk.web.svg.writing import BARE, Legend, writing


def tile(face: Face, stance: Stance, legend: Legend = BARE) -> Markup:
    """A face with everything written on it."""
    return shapes(face, stance) + writing(face, stance, legend)


@cache
def picture(face: Face, stance: Stance) -> Markup:
    """A face as a picture of its own, for lists of tiles; the words beside it say the same."""
    hexagon = el("polygon", {"class": f"face c-{face.colour}", "points": stance.outline()})
    attrs = {"class": "tile", "viewBox": stance.box, "aria-hidden": "true"}
    return el("svg", attrs, hexagon, tile(face, stance))
