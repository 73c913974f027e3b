"""The United States as a simple outline of our own, and where a place on earth stands on the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import cos, radians, sin, sqrt
from typing import Final

from stellwerk.web.svg.draw import Point, number

WIDTH: Final = 1200.0
MARGIN: Final = 14.0
MERIDIAN: Final = -96.0
PARALLELS: Final = (29.5, 45.5)
STEP: Final = 4.0
"""Degrees between the points of a long border: a parallel is no straight line on a map."""

OUTLINE: Final = (
    # Pacific north-west, the forty-ninth parallel and the lakes
    *((-124.7, 48.4), (-123.1, 48.2), (-122.8, 49.0), (-95.2, 49.0), (-95.2, 49.4), (-94.6, 48.7), (-93.0, 48.6)),
    *((-91.5, 48.1), (-89.6, 48.0), (-90.8, 47.3), (-92.1, 46.7), (-90.8, 46.9), (-90.4, 46.6), (-87.9, 47.5)),
    *((-88.4, 46.9), (-87.4, 46.5), (-85.0, 46.8), (-84.4, 46.5), (-84.1, 46.0), (-86.0, 45.9), (-87.6, 45.1)),
    *((-88.0, 44.6), (-87.1, 45.2), (-87.7, 43.8), (-87.9, 43.0), (-87.6, 41.8), (-87.0, 41.7), (-86.5, 42.1)),
    *((-86.2, 43.0), (-86.5, 43.8), (-86.2, 44.7), (-85.5, 45.1), (-84.8, 45.7), (-83.4, 45.2), (-83.3, 44.4)),
    *((-83.9, 43.7), (-82.9, 44.0), (-82.4, 43.0), (-83.1, 42.1), (-83.4, 41.7), (-82.5, 41.4), (-81.7, 41.5)),
    *((-80.1, 42.2), (-78.9, 42.9), (-79.0, 43.3), (-77.5, 43.2), (-76.2, 43.6), (-76.3, 44.1), (-75.0, 45.0)),
    # New England and the Atlantic
    *((-71.5, 45.0), (-70.3, 45.9), (-70.0, 46.7), (-69.2, 47.4), (-68.3, 47.3), (-67.8, 47.0), (-67.8, 45.7)),
    *((-67.0, 44.8), (-69.0, 44.0), (-70.2, 43.6), (-70.8, 42.7), (-71.0, 42.3), (-70.2, 42.1), (-70.0, 41.7)),
    *((-71.4, 41.4), (-72.9, 41.2), (-73.7, 41.0), (-72.0, 41.0), (-73.9, 40.5), (-74.1, 39.8), (-74.9, 38.9)),
    *((-75.5, 39.5), (-75.1, 38.7), (-75.9, 37.1), (-76.1, 38.2), (-76.3, 39.1), (-76.4, 38.2), (-76.0, 36.9)),
    *((-75.5, 35.3), (-76.6, 34.6), (-77.9, 33.9), (-79.0, 33.5), (-79.9, 32.7), (-81.0, 31.9), (-81.4, 30.7)),
    *((-81.3, 29.8), (-80.6, 28.4), (-80.0, 26.8), (-80.2, 25.6), (-81.1, 25.1), (-81.8, 26.1), (-82.7, 27.6)),
    # the Gulf and the Rio Grande
    *((-82.7, 28.8), (-83.7, 29.9), (-84.3, 30.0), (-85.3, 29.7), (-86.3, 30.4), (-88.0, 30.3), (-89.5, 30.3)),
    *((-89.2, 29.1), (-90.3, 29.1), (-91.3, 29.4), (-93.8, 29.7), (-94.7, 29.3), (-95.9, 28.6), (-97.1, 27.7)),
    *((-97.4, 26.9), (-97.2, 25.9), (-99.1, 26.4), (-99.5, 27.5), (-100.3, 28.3), (-101.4, 29.8), (-102.4, 29.8)),
    *((-103.2, 29.0), (-104.4, 29.5), (-104.9, 30.6), (-106.5, 31.8), (-108.2, 31.8), (-108.2, 31.3), (-111.1, 31.3)),
    # the Pacific
    *((-114.8, 32.5), (-117.1, 32.5), (-117.3, 33.1), (-118.4, 33.8), (-119.2, 34.1), (-120.6, 34.5), (-120.7, 35.2)),
    *((-121.9, 36.6), (-122.5, 37.5), (-123.0, 38.0), (-123.7, 38.9), (-123.8, 39.7), (-124.4, 40.4), (-124.1, 41.0)),
    *((-124.2, 42.0), (-124.5, 42.8), (-124.1, 44.0), (-123.9, 46.2), (-124.1, 46.8)),
)
"""Longitude and latitude of the coast and the borders, clockwise, no finer than a board game needs."""


def _cone(lon: float, lat: float) -> tuple[float, float]:
    """Albers' equal-area conic projection, on a globe of radius 1; y grows southward."""
    one, two = (radians(parallel) for parallel in PARALLELS)
    n = (sin(one) + sin(two)) / 2
    c = cos(one) ** 2 + 2 * n * sin(one)
    rho = sqrt(c - 2 * n * sin(radians(lat))) / n
    turn = n * radians(lon - MERIDIAN)
    return rho * sin(turn), rho * cos(turn)


def _fine(outline: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Long stretches in several pieces."""
    corners = [*outline]
    for (lon, lat), (lon2, lat2) in pairwise([*corners, corners[0]]):
        pieces = max(1, int(abs(lon2 - lon) // STEP))
        for piece in range(pieces):
            yield lon + (lon2 - lon) * piece / pieces, lat + (lat2 - lat) * piece / pieces


_LAND: Final = [_cone(lon, lat) for lon, lat in _fine(OUTLINE)]
_LEFT: Final = min(x for x, _ in _LAND)
_TOP: Final = min(y for _, y in _LAND)
_SCALE: Final = (WIDTH - 2 * MARGIN) / (max(x for x, _ in _LAND) - _LEFT)
HEIGHT: Final = (max(y for _, y in _LAND) - _TOP) * _SCALE + 2 * MARGIN


def _drawn(x: float, y: float) -> Point:
    return Point(MARGIN + (x - _LEFT) * _SCALE, MARGIN + (y - _TOP) * _SCALE)


def place(lat: float, lon: float) -> Point:
    """Where a place stands on the drawing, which is WIDTH wide and HEIGHT high."""
    return _drawn(*_cone(lon, lat))


@cache
def land() -> str:
    """The outline as the `d` of a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (_drawn(x, y) for x, y in _LAND)) + "Z"


@cache
def _edges() -> list[tuple[Point, Point]]:
    corners = [_drawn(x, y) for x, y in _LAND]
    return list(pairwise([*corners, corners[0]]))


def on_land(point: Point) -> bool:
    """Whether a place of the drawing lies inside the outline: a line to the right crosses it an odd number of times."""
    crossed = False
    for (x1, y1), (x2, y2) in _edges():
        if (y1 > point.y) != (y2 > point.y) and point.x < (x2 - x1) * (point.y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed
