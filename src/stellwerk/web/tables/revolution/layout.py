"""Where cities, their boxes and the rail spaces stand on the map: worked out from latitude and longitude."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Final, NamedTuple

from stellwerk.games.railroad_revolution.board import City, Link
from stellwerk.web.svg.draw import Point
from stellwerk.web.svg.usa import HEIGHT, WIDTH, on_land, place

BOX: Final = (172.0, 71.0)
FRAME: Final = (-146.0, -34.0, WIDTH + 150.0, HEIGHT + 40.0)
"""The part of the drawing that is shown: left, top, width and height. The west coast needs the sea for its boxes."""

ROOM: Final = 6.0
"""Between a box and the edge of the drawing."""

NODE: Final = 11.0
"""Radius of the mark of a city."""

CLEAR: Final = 15.0
"""How far from the middle of a city the first rail space begins."""

GAP: Final = 7.0
"""Between two rail spaces of a link."""

BENDS: Final = (0.0, -0.07, -0.14, 0.07, 0.14)
"""How far a link may be bent, as a part of its length, northward first: a straight line may cut the sea."""

BESIDE: Final = 17.0
"""How far from the middle of its space a symbol stands."""

SLIDES: Final = (-1.0, -0.9, -0.8, -0.72, -0.65, -0.57, -0.5, -0.42, -0.35, -0.27, -0.2, -0.1, 0.0)
"""How far along the side of a box its city may stand."""

REACH: Final = 12.0
SAMPLES: Final = 8
ROUNDS: Final = 8


class Rect(NamedTuple):
    """A box by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def overlap(self, other: Rect) -> float:
        """The area that two boxes share."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(wide, 0.0) * max(high, 0.0)

    def holds(self, point: Point, room: float) -> bool:
        """Whether a point is inside or nearer than so much."""
        inside = self.x - room < point.x < self.x + self.width + room
        return inside and self.y - room < point.y < self.y + self.height + room


@dataclass(frozen=True, slots=True)
class Segment:
    """A rail space: three points of its curve."""

    start: Point
    middle: Point
    end: Point

    @property
    def aside(self) -> Point:
        """One unit across the space, upward where there is a choice."""
        dx, dy = self.end.x - self.start.x, self.end.y - self.start.y
        length = hypot(dx, dy) or 1.0
        across = Point(dy / length, -dx / length)
        return across if across.y <= 0 else Point(-across.x, -across.y)


@dataclass(frozen=True, slots=True)
class Layout:
    """Of each city its middle and its box, of each rail space its segment."""

    nodes: dict[str, Point]
    boxes: dict[str, Rect]
    segments: dict[str, Segment]


@cache
def layout(cities: tuple[City, ...], links: tuple[Link, ...]) -> Layout:
    """The same for every match: the board never changes."""
    nodes = {city.id: place(city.lat, city.lon) for city in cities}
    segments: dict[str, Segment] = {}
    for link in links:
        segments.update(_segments(link, nodes[link.start], nodes[link.end]))
    return Layout(nodes, _boxes(nodes, segments), segments)


def _segments(link: Link, start: Point, end: Point) -> Iterator[tuple[str, Segment]]:
    """A link cut into its spaces, with room for the cities at both ends."""
    length = hypot(end.x - start.x, end.y - start.y)
    curves = [_Curve(start, _aside(start, end, bend * length * 2), end) for bend in BENDS]
    curve = max(curves, key=lambda curve: sum(on_land(curve.at(part / SAMPLES)) for part in range(SAMPLES)))
    clear, gap, count = CLEAR / length, GAP / length, len(link.spaces)
    each = (1 - 2 * clear - gap * (count - 1)) / count
    for n, space in enumerate(link.spaces):
        here = clear + n * (each + gap)
        yield space, Segment(curve.at(here), curve.at(here + each / 2), curve.at(here + each))


def _aside(start: Point, end: Point, by: float) -> Point:
    """A point beside the middle between two others."""
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return middle.moved(0, by) if abs(end.x - start.x) > abs(end.y - start.y) else middle.moved(by, 0)


class _Curve(NamedTuple):
    """A line from one point to another, drawn toward a third."""

    start: Point
    toward: Point
    end: Point

    def at(self, t: float) -> Point:
        one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x = one * self.start.x + two * self.toward.x + three * self.end.x
        return Point(x, one * self.start.y + two * self.toward.y + three * self.end.y)


def _boxes(nodes: dict[str, Point], segments: dict[str, Segment]) -> dict[str, Rect]:
    """Each box beside its city where it hides least, chosen anew until none would rather stand elsewhere."""
    lines = [point for segment in segments.values() for point in _samples(segment)]
    free = {
        city: [(_cost(rect, node, nodes.values(), near), rect) for rect in _candidates(node)]
        for city, node in nodes.items()
        for near in [[point for point in lines if abs(point.x - node.x) < 230 and abs(point.y - node.y) < 150]]
    }
    boxes = {city: min(some)[1] for city, some in free.items()}
    for _ in range(ROUNDS):
        before = dict(boxes)
        for city, some in free.items():
            others = [box for other, box in boxes.items() if other != city]
            boxes[city] = min((cost + sum(rect.overlap(box) for box in others), rect) for cost, rect in some)[1]
        if boxes == before:
            break
    return boxes


def _samples(segment: Segment) -> Iterator[Point]:
    """Points of a rail space and of the symbols beside it."""
    for side in (BESIDE, -BESIDE):
        here = segment.middle.moved(segment.aside.x * side, segment.aside.y * side)
        yield from (here.moved(slide, 0) for slide in (-8, 0, 8))
    for one, two in ((segment.start, segment.middle), (segment.middle, segment.end)):
        for n in range(SAMPLES):
            part = n / SAMPLES
            yield Point(one.x + (two.x - one.x) * part, one.y + (two.y - one.y) * part)


def _candidates(node: Point) -> Iterator[Rect]:
    width, height = BOX
    for far in (REACH, REACH + 12, REACH + 28, REACH + 46):
        for slide in SLIDES:
            for y in (node.y - far - height, node.y + far):
                yield Rect(node.x + slide * width, y, width, height)
            for x in (node.x - far - width, node.x + far):
                yield Rect(x, node.y + slide * height, width, height)


def _cost(rect: Rect, node: Point, nodes: Iterable[Point], lines: Iterable[Point]) -> float:
    """What a box hides, how far it leaves the frame, and how far it is from its city."""
    left, top, width, height = FRAME
    outside = max(0.0, left + ROOM - rect.x) + max(0.0, top + ROOM - rect.y)
    outside += max(0.0, rect.x + rect.width + ROOM - left - width)
    outside += max(0.0, rect.y + rect.height + ROOM - top - height)
    hidden = sum(rect.holds(point, 10.0) for point in lines)
    cities = sum(rect.holds(other, NODE) for other in nodes)
    middle = Point(rect.x + rect.width / 2, rect.y + rect.height / 2)
    return 400 * outside + 150 * hidden + 900 * cities + hypot(middle.x - node.x, middle.y - node.y) / 4
