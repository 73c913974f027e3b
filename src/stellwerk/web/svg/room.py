"""Free room on a hex: the place nearest to a wish where a box covers nothing.

A hex is a grid of bits, all in one number: to widen what is covered by half the size of a box, a few shifts suffice,
and what is left are the places for its middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import ceil, cos, floor, pi, sin, sqrt
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.web.svg.draw import Point

FINE: Final = 2
"""So many points of the grid lie on a unit of a drawing."""

REACH: Final = 52 * FINE
SIDE: Final = 2 * REACH + 1
ROW: Final = 512
"""The bits of a row; those beyond SIDE are room for what is widened."""

WIDEST: Final = (ROW - SIDE) // FINE - 1
"""No box is wider."""

EVERYWHERE: Final = sum((1 << SIDE) - 1 << row * ROW for row in range(SIDE))

Grid = int
"""The rows of a hex from top to bottom, the first one in the lowest bits; a bit is set where something is."""


class Disc(NamedTuple):
    """Something round."""

    at: Point
    radius: float


class Polygon(NamedTuple):
    """Something with corners, none of which points inwards."""

    corners: tuple[Point, ...]


class Box(NamedTuple):
    """What is written or will be, by its middle."""

    at: Point
    width: float
    height: float


class Form(NamedTuple):
    """A way to write something: its size, whether it is round, and how it is drawn round a middle."""

    width: float
    height: float
    draw: Callable[[Point], Markup]
    round: bool = False

    def at(self, middle: Point) -> Shape:
        """What it covers there."""
        return Disc(middle, self.width / 2) if self.round else Box(middle, self.width, self.height)


Shape = Disc | Polygon | Box


def covered(shapes: Iterable[Shape]) -> Grid:
    """Where some shapes lie."""
    grid = 0
    for shape in shapes:
        grid |= _disc(shape) if isinstance(shape, Disc) else _box(shape) if isinstance(shape, Box) else _drawn(shape)
    return grid


def _box(box: Box) -> Grid:
    left, right = (round((box.at.x + side) * FINE) + REACH for side in (-box.width / 2, box.width / 2))
    rows = _rows(box.at.y - box.height / 2, box.at.y + box.height / 2, REACH)
    return ((1 << max(right, 0) + 1) - (1 << max(left, 0))) * _column(len(rows)) << rows.start * ROW


@cache
def _column(count: int) -> Grid:
    """The first point of so many rows."""
    return sum(1 << row * ROW for row in range(count))


def _disc(disc: Disc) -> Grid:
    """A disc with its middle on a point of the grid."""
    reach = ceil(disc.radius * FINE)
    column, row = (round(part * FINE) + REACH - reach for part in disc.at)
    if min(column, row) < 0:
        return _drawn(disc)
    return _stamp(disc.radius) << row * ROW + column


@cache
def _stamp(radius: float) -> Grid:
    """A disc in the corner of a grid."""
    reach = ceil(radius * FINE)
    return _drawn(Disc(Point(reach / FINE, reach / FINE), radius), 0)


def _drawn(shape: Disc | Polygon, reach: int = REACH) -> Grid:
    grid = 0
    for row, left, right in _spans(shape, reach):
        first, last = max(ceil(left * FINE) + reach, 0), min(floor(right * FINE) + reach, SIDE - 1)
        if first <= last:
            grid |= (1 << last + 1) - (1 << first) << row * ROW
    return grid


def outside(hexagon: Polygon) -> Grid:
    """Where a hex does not lie."""
    return EVERYWHERE & ~covered([hexagon])


def _spans(shape: Disc | Polygon, reach: int) -> Iterator[tuple[int, float, float]]:
    """Rows of the grid with the part of them that a shape covers."""
    if isinstance(shape, Disc):
        (x, y), radius = shape
        for row in _rows(y - radius, y + radius, reach):
            half = sqrt(max(0.0, radius**2 - ((row - reach) / FINE - y) ** 2))
            yield row, x - half, x + half
        return
    corners = shape.corners
    for row in _rows(min(y for _, y in corners), max(y for _, y in corners), reach):
        found = list(_crossings(corners, (row - reach) / FINE))
        if found:
            yield row, min(found), max(found)


def _rows(top: float, bottom: float, reach: int) -> range:
    return range(max(ceil(top * FINE) + reach, 0), min(floor(bottom * FINE) + reach, SIDE - 1) + 1)


def _crossings(corners: Sequence[Point], level: float) -> Iterator[float]:
    """Where a line from left to right meets the sides of a polygon."""
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if min(ay, by) <= level <= max(ay, by):
            if ay == by:
                yield ax
                yield bx
            else:
                yield ax + (bx - ax) * (level - ay) / (by - ay)


def kept_off(grid: Grid, form: Form, clear: float = 0.0) -> Grid:
    """Where the middle of a form may not lie, if it has to keep off a grid by some distance."""
    if not form.round:
        return widened(grid, form.width + 2 * clear, form.height + 2 * clear)
    size, found = form.width + 2 * clear, 0
    for angle in ROUND:
        found |= widened(grid, size * cos(angle), size * sin(angle))
    return found


ROUND: Final = tuple(pi * n / 16 for n in range(1, 8))
"""The directions of the corners of boxes that together are nearly a disc: so many that between two corners less is
left out than the least distance that things keep."""


@lru_cache(maxsize=4096)
def widened(grid: Grid, width: float, height: float) -> Grid:
    """Where the middle of a box of some size may not lie, if it has to keep off a grid."""
    aside, up = round(min(width, WIDEST) * FINE / 2), round(height * FINE / 2)
    grown = _grown(_grown(grid, 2 * aside + 1, 1), 2 * up + 1, ROW)
    return grown >> up * ROW + aside


def _grown(grid: Grid, count: int, step: int) -> Grid:
    """What lies at each point or at one of those before it, so many steps in all."""
    done = 1
    while done < count:
        more = min(done, count - done)
        grid |= grid << more * step
        done += more
    return grid


def nearest(blocked: Grid, wish: Point) -> Point | None:
    """The free point of a grid nearest to a wish."""
    column, row = round(wish.x * FINE) + REACH, round(wish.y * FINE) + REACH
    best, found = float("inf"), None
    if not (free := EVERYWHERE & ~blocked):
        return None
    size = ROW // 8
    rows = free.to_bytes(SIDE * size, "little")
    for away in range(SIDE + max(0, -row, row - SIDE)):
        if away * away >= best:
            break
        for level in (row - away, row + away):
            if not 0 <= level < SIDE or not (here := int.from_bytes(rows[level * size : (level + 1) * size], "little")):
                continue
            for place in _beside(here, column):
                far = (place - column) ** 2 + away * away
                if far < best:
                    best, found = far, (place, level)
    return Point((found[0] - REACH) / FINE, (found[1] - REACH) / FINE) if found else None


def _beside(free: int, column: int) -> Iterator[int]:
    """The bits that are set next to a column, on both sides of it; it may lie outside the grid."""
    column = max(column, 0)
    if right := free >> column:
        yield column + (right & -right).bit_length() - 1
    if left := free & (1 << column) - 1:
        yield left.bit_length() - 1
