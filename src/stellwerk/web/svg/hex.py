"""Geometry of pointy-top hexes on doubled columns: neighbours in a row differ by 2, in the next row by 1."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin, sqrt
from typing import Final, NamedTuple

from stellwerk.web.svg.draw import Point

RADIUS: Final = 24.0
"""From the middle of a hex to a corner; all other sizes of a map are measured against it."""

HALF_WIDTH: Final = RADIUS * sqrt(3) / 2
ROW_HEIGHT: Final = RADIUS * 1.5


class Place(NamedTuple):
    """Row and doubled column of a hex."""

    row: int
    column: int

    def next_to(self, other: Place) -> bool:
        down, right = abs(self.row - other.row), abs(self.column - other.column)
        return (down, right) in {(0, 2), (1, 1)}


def centre(place: Place) -> Point:
    return Point(place.column * HALF_WIDTH, place.row * ROW_HEIGHT)


def corners(middle: Point, radius: float = RADIUS) -> list[Point]:
    """The six corners, clockwise from the north."""
    turns = (radians(60 * turn) for turn in range(6))
    return [middle.moved(radius * sin(angle), -radius * cos(angle)) for angle in turns]


def shared_edge(one: Place, other: Place) -> tuple[Point, Point]:
    """The two ends of the edge between neighbours."""
    if not one.next_to(other):
        raise ValueError(f"{one} and {other} are no neighbours")
    a, b = centre(one), centre(other)
    middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    # The edge stands at a right angle to the way from centre to centre and is as long as the radius.
    reach = RADIUS / (2 * 2 * HALF_WIDTH)
    across = Point((b.y - a.y) * reach, (a.x - b.x) * reach)
    return middle.moved(-across.x, -across.y), middle.moved(across.x, across.y)


def frame(places: Iterable[Place], margin: float = 4.0) -> tuple[float, float, float, float]:
    """The view box that holds all hexes: left, top, width, height."""
    middles = [centre(place) for place in places]
    left = min(x for x, _ in middles) - HALF_WIDTH - margin
    right = max(x for x, _ in middles) + HALF_WIDTH + margin
    top = min(y for _, y in middles) - RADIUS - margin
    bottom = max(y for _, y in middles) + RADIUS + margin
    return left, top, right - left, bottom - top
