"""How the hexes of an 18xx board stand, on a corner or on an edge: where edges, corners and other hexes lie then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin, sqrt
from typing import Final

from stellwerk.eighteen.hexmap import Layout, place_of
from stellwerk.web.svg.draw import Point, number, points

RADIUS: Final = 50.0
APOTHEM: Final = RADIUS * sqrt(3) / 2
MARGIN: Final = 14.0
"""Room round a board for the letters and numbers of its hexes."""

ROOM: Final = (APOTHEM - 1.5, RADIUS - 2)
"""How far what is written may go towards an edge and towards a corner."""


@dataclass(frozen=True, eq=False)
class Stance:
    """Hexes with their middle at 0,0 and edges counted clockwise from the one at the angle `first`; y grows downwards.

    A board on corners has letters for its rows, one on edges for its columns.
    """

    layout: Layout
    first: int

    def angle(self, edge: float) -> float:
        """The direction of an edge in degrees; 0.5 is that of the corner after edge 0."""
        return self.first + 60 * edge

    def toward(self, edge: float, length: float) -> Point:
        """The point at some distance from the middle in the direction of an edge."""
        angle = radians(self.angle(edge))
        return Point(length * cos(angle), length * sin(angle))

    @cached_property
    def exits(self) -> tuple[Point, ...]:
        """The middles of the edges."""
        return tuple(self.toward(edge, APOTHEM) for edge in range(6))

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners, each after the edge of its number."""
        return tuple(self.toward(edge + 0.5, RADIUS) for edge in range(6))

    @property
    def reach(self) -> Point:
        """How far a hex goes to the side and up."""
        return Point(APOTHEM, RADIUS) if self.layout == "pointy" else Point(RADIUS, APOTHEM)

    def holds(self, x: float, y: float) -> bool:
        """Whether something that goes so far from the middle, to any side, stays off the rim of its hex."""
        aside, along = (x, y) if self.layout == "pointy" else (y, x)
        to_edge, to_corner = ROOM
        return aside <= to_edge and along <= to_corner - aside / sqrt(3)

    def outline(self, part: float = 1.0) -> str:
        """The points of a hex, or of one inside it."""
        return points(Point(x * part, y * part) for x, y in self.corners)

    @cached_property
    def box(self) -> str:
        """The view box of a single hex."""
        x, y = self.reach.x + 2.7, self.reach.y + 2
        return " ".join(map(number, (-x, -y, 2 * x, 2 * y)))

    def middle(self, name: str) -> Point:
        """Where a hex lies on its board."""
        letter, count = place_of(name)
        along, aside = letter * RADIUS * 1.5, count * APOTHEM
        return Point(aside, along) if self.layout == "pointy" else Point(along, aside)

    def edge(self, name: str, edge: int) -> tuple[Point, Point]:
        """The two ends of an edge of a hex on its board."""
        x, y = self.middle(name)
        return self.corners[edge - 1].moved(x, y), self.corners[edge].moved(x, y)

    def frame(self, names: Sequence[str]) -> tuple[float, float, float, float]:
        """The view box that holds all hexes and the letters and numbers round them: left, top, width, height."""
        middles = [self.middle(name) for name in names]
        x, y = self.reach.moved(MARGIN, MARGIN)
        left, right = min(at.x for at in middles) - x, max(at.x for at in middles) + x
        top, bottom = min(at.y for at in middles) - y, max(at.y for at in middles) + y
        return left, top, right - left, bottom - top


STANCES: Final[Mapping[Layout, Stance]] = {"pointy": Stance("pointy", 120), "flat": Stance("flat", 90)}
"""Edge 0 is the south-west of a hex that stands on a corner, and the south of one on an edge."""
