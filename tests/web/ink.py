"""What is inked on a hex, read from its drawing: texts, rails, circles and signs, and which of them touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import atan2, ceil, cos, dist, hypot, pi, radians, sin, sqrt
from typing import NamedTuple
from xml.etree import ElementTree as ET

from stellwerk.web.svg.lettering import text_width
from stellwerk.web.svg.stance import APOTHEM, RADIUS, Stance

XY = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
SIZES = {"tile-label": 13, "tile-tag": 8.6, "premium": 9.6, "level": 9.8, "terrain": 9.6, "coord": 8, "tile-no": 8}
"""The sizes of texts that style sheets set; a browser test compares them."""

STROKES = {"tc": 9.0, "ties": 8.0, "water": 2.0}
ASCENT, DESCENT = 0.74, 0.22
HANGING = frozenset("gjpqyQ(),;ç")
WRITTEN = frozenset(
    {"name", "tile-label", "tile-tag", "premium", "worth", "levels", "terrain", "lock", "coord", "tile-no"}
)
"""What has to keep off everything else."""

TOGETHER = frozenset({"coord", "tile-no"})
"""Of two marks only one is shown."""

STEP = 1.5
TOUCH = 0.05
"""Coordinates are rounded: so far things may overlap."""


class Ink(NamedTuple):
    """Something drawn: what it is, its text, and points on it that are round, each with a radius, or a polygon."""

    kind: str
    text: str
    dots: tuple[tuple[XY, float], ...]
    outline: tuple[XY, ...] = ()

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        xs = [x + side for (x, _), radius in self.dots for side in (-radius, radius)] + [x for x, _ in self.outline]
        ys = [y + side for (_, y), radius in self.dots for side in (-radius, radius)] + [y for _, y in self.outline]
        return min(xs), min(ys), max(xs), max(ys)


# --- geometry --------------------------------------------------------------------------------------------


def box(left: float, top: float, right: float, bottom: float) -> tuple[XY, ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _off_polygon(point: XY, corners: tuple[XY, ...]) -> float:
    """How far a point lies from a convex polygon; inside below 0."""
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    turns = [(bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in sides]
    away = min(_off_line(point, a, b) for a, b in sides)
    return -away if all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns) else away


def _off_line(point: XY, a: XY, b: XY) -> float:
    length = dist(a, b) ** 2 or 1.0
    part = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    part = min(max(part, 0.0), 1.0)
    return dist(point, (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))


def _polygons_apart(one: tuple[XY, ...], other: tuple[XY, ...]) -> float:
    """How far two convex polygons are apart along the sides of both; below 0 where they overlap."""
    best = float("-inf")
    for corners in (one, other):
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            length = hypot(bx - ax, by - ay)
            if length < 1e-9:
                continue
            nx, ny = (by - ay) / length, (ax - bx) / length
            here, there = ([x * nx + y * ny for x, y in some] for some in (one, other))
            best = max(best, min(there) - max(here), min(here) - max(there))
    return best


def gap(one: Ink, other: Ink) -> float:
    """How far two things are apart; below 0 where they overlap. What is far apart need not be measured exactly."""
    (left, top, right, bottom), (west, north, east, south) = one.bounds, other.bounds
    far = max(west - right, left - east, north - bottom, top - south)
    if far > 0:
        return far
    gaps = [float("inf")]
    if one.outline and other.outline:
        gaps.append(_polygons_apart(one.outline, other.outline))
    for some, whole in ((one.dots, other.outline), (other.dots, one.outline)):
        if whole:
            gaps += [_off_polygon(at, whole) - radius for at, radius in some]
    gaps += [dist(a, b) - r - q for a, r in one.dots for b, q in other.dots]
    return min(gaps)


def faults(drawing: str, stance: Stance) -> Iterator[str]:
    """What overlaps on a hex, what leaves it, and which digits do not fit into their circle or box."""
    things = list(_outside_yards(inks(drawing)))
    for one, other in combinations(things, 2):
        if {one.kind, other.kind} & WRITTEN and {one.kind, other.kind} != TOGETHER and gap(one, other) < -TOUCH:
            yield f"{one.kind} {one.text} on {other.kind} {other.text}"
    for thing in things:
        left, top, right, bottom = thing.bounds
        corners = thing.outline or box(left, top, right, bottom)
        if thing.kind in WRITTEN and not all(_in_hex(corner, stance) for corner in _round(thing) or corners):
            yield f"{thing.kind} {thing.text} leaves its hex"
    for line, frame in inside(drawing):
        if not all(_in_frame(corner, frame) for corner in line.outline):
            yield f"{line.text} leaves its frame"


def _outside_yards(things: list[Ink]) -> Iterator[Ink]:
    """What stands for itself: the values of a yard stand in it."""
    yards = [thing.bounds for thing in things if thing.kind == "yard"]
    for thing in things:
        held = any(all(_in_box(corner, yard) for corner in thing.outline) for yard in yards)
        if thing.kind != "levels" or not held:
            yield thing


def _in_box(point: XY, bounds: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = bounds
    return left - TOUCH <= point[0] <= right + TOUCH and top - TOUCH <= point[1] <= bottom + TOUCH


def _round(thing: Ink) -> list[XY]:
    """Points on the rims of round things."""
    turns = [pi * turn / 6 for turn in range(12)]
    return [(x + r * cos(turn), y + r * sin(turn)) for (x, y), r in thing.dots for turn in turns]


def _in_hex(point: XY, stance: Stance) -> bool:
    aside, along = (abs(part) for part in (point if stance.layout == "pointy" else point[::-1]))
    return aside <= APOTHEM - 1 and along <= RADIUS - aside / sqrt(3) - 1


def _in_frame(point: XY, frame: Ink) -> bool:
    if frame.dots:
        return all(dist(point, at) <= radius for at, radius in frame.dots)
    return _in_box(point, frame.bounds)


# --- reading a drawing -----------------------------------------------------------------------------------


def inks(drawing: str) -> list[Ink]:
    """Everything that is drawn, in its order."""
    return list(_inks(ET.fromstring(f"<svg>{drawing}</svg>"), (1, 0, 0, 1, 0, 0)))


def _inks(element: ET.Element, matrix: Matrix) -> Iterator[Ink]:
    for child in element:
        css, here = child.get("class", "").split(), _times(matrix, _transform(child.get("transform", "")))
        kind = css[0] if css else ""
        if kind in WRITTEN | {"marker", "town", "city", "junction"} and child.tag == "g":
            kind = "yard" if "yard" in css else kind
            yield from _whole(child, kind, here)
        elif child.tag == "g":
            yield from _inks(child, here)
        elif child.tag == "text":
            yield from _lines(child, kind, here)
        elif kind in ("tc", "ties"):
            dots = tuple((point, STROKES[kind] / 2) for point in _curve(child.get("d", "")))
            yield Ink("track", kind, _moved(dots, here))
        elif kind == "offboard-arrow":
            yield Ink("offboard-arrow", "", (), _polygon(child))


def _whole(group: ET.Element, kind: str, matrix: Matrix) -> Iterator[Ink]:
    """A group as one thing, and as its own the texts that have to lie inside it."""
    dots: list[tuple[XY, float]] = []
    corners: list[XY] = []
    for one, here in _all(group, matrix):
        css = one.get("class", "").split()
        if one.tag == "circle":
            middle = _apply(here, (float(one.get("cx", "0")), float(one.get("cy", "0"))))
            dots.append((middle, float(one.get("r", "0")) + 0.4))
        elif one.tag == "rect":
            x, y, w, h = (float(one.get(key, "0")) for key in ("x", "y", "width", "height"))
            corners += [_apply(here, point) for point in box(x, y, x + w, y + h)]
        elif one.tag == "polygon":
            corners += [_apply(here, point) for point in _polygon(one)]
        elif one.tag == "path" and "plate-edge" in css:
            corners += [_apply(here, point) for point in _plate(one)]
        elif one.tag == "path" and "plate" not in css and kind not in ("marker", "town"):
            half = STROKES.get(css[0] if css else "", 1.0) / 2
            reached = [_apply(here, point) for point in _curve(one.get("d", ""))]
            corners += [(x + dx, y + dy) for x, y in reached for dx in (-half, half) for dy in (-half, half)]
        elif one.tag == "text" and kind not in ("worth", "levels", "marker"):
            for line in _lines(one, kind, here):
                corners += line.outline
    told = " ".join("".join(one.itertext()) for one in group.iter("text"))
    outline = tuple(_hull(corners)) if kind in ("city", "town") else _bounds(corners)
    yield Ink(kind, told, tuple(dots), outline)


def inside(drawing: str) -> Iterator[tuple[Ink, Ink]]:
    """Texts in circles and boxes of values, each with what it has to lie in."""
    for group in ET.fromstring(f"<svg>{drawing}</svg>").iter("g"):
        kind = group.get("class", "").partition(" ")[0]
        if kind in ("worth", "level"):
            frame = next(_whole(group, "frame" if kind == "worth" else "levels", (1, 0, 0, 1, 0, 0)))
            for text in group.iter("text"):
                yield from ((line, frame) for line in _lines(text, kind, (1, 0, 0, 1, 0, 0)))


def _all(element: ET.Element, matrix: Matrix) -> Iterator[tuple[ET.Element, Matrix]]:
    for child in element:
        here = _times(matrix, _transform(child.get("transform", "")))
        yield child, here
        yield from _all(child, here)


def _lines(text: ET.Element, kind: str, matrix: Matrix) -> Iterator[Ink]:
    """The boxes of the lines of a text; what stands in a sign begins where it stands, else it is in the middle."""
    size = float(text.get("font-size") or SIZES.get(kind) or 9.6)
    for line in text.iter("tspan") if text.find("tspan") is not None else (text,):
        said = "".join(line.itertext())
        x, y = float(line.get("x", "0")), float(line.get("y", "0"))
        wide = text_width(said, size)
        left = x if kind == "terrain" else x - wide / 2
        low = y + size * (DESCENT if HANGING & set(said) else 0.02)
        corners = box(left, y - size * ASCENT, left + wide, low)
        yield Ink(kind, said, (), tuple(_apply(matrix, corner) for corner in corners))


def _bounds(corners: list[XY]) -> tuple[XY, ...]:
    if not corners:
        return ()
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return box(min(xs), min(ys), max(xs), max(ys))


def _hull(corners: list[XY]) -> list[XY]:
    """The corners of a rectangle, possibly turned, in their order."""
    return corners[:4]


def _plate(path: ET.Element) -> list[XY]:
    """A line with square ends as the rectangle that it covers."""
    (ax, ay), *_rest, (bx, by) = _curve(path.get("d", ""))
    half, length = float(path.get("stroke-width", "0")) / 2, dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / length * half, (by - ay) / length * half
    ends = ((ax - ux, ay - uy), (bx + ux, by + uy))
    (ax, ay), (bx, by) = ends
    return [(ax - uy, ay + ux), (ax + uy, ay - ux), (bx + uy, by - ux), (bx - uy, by + ux)]


def _polygon(element: ET.Element) -> tuple[XY, ...]:
    return tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in element.get("points", "").split()))


def _moved(dots: tuple[tuple[XY, float], ...], matrix: Matrix) -> tuple[tuple[XY, float], ...]:
    return tuple((_apply(matrix, at), radius) for at, radius in dots)


# --- transforms and paths --------------------------------------------------------------------------------


def _transform(text: str) -> Matrix:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for name, inner in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = [float(value) for value in re.split(r"[ ,]+", inner.strip())]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0)
        elif name == "scale":
            step = (values[0], 0, 0, values[0], 0, 0)
        else:
            assert name == "rotate", text
            turn = radians(values[0])
            step = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
        matrix = _times(matrix, step)
    return matrix


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    return (
        a * n[0] + c * n[1],
        b * n[0] + d * n[1],
        a * n[2] + c * n[3],
        b * n[2] + d * n[3],
        a * n[4] + c * n[5] + e,
        b * n[4] + d * n[5] + f,
    )


def _apply(m: Matrix, point: XY) -> XY:
    return m[0] * point[0] + m[2] * point[1] + m[4], m[1] * point[0] + m[3] * point[1] + m[5]


COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _curve(d: str) -> list[XY]:
    """Points on a path, close to each other."""
    found: list[XY] = []
    at: XY = (0.0, 0.0)
    bend: XY | None = None
    for command, inner in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", d):
        values = [float(value) for value in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", inner)]
        name, count = command.upper(), COUNT[command.upper()]
        for start in range(0, len(values) or 1, count or 1):
            some = values[start : start + count]
            if command.islower() and name != "A":
                base = at if name not in "HV" else ((at[0],) if name == "H" else (at[1],))
                some = [value + base[place % len(base)] for place, value in enumerate(some)]
            elif command == "a":
                some = [*some[:5], some[5] + at[0], some[6] + at[1]]
            points, bend = _piece(name, some, at, bend)
            found += points
            at = points[-1] if points else at
    return found


def _piece(name: str, some: list[float], at: XY, bend: XY | None) -> tuple[list[XY], XY | None]:
    if name == "M":
        return [(some[0], some[1])], None
    if name in "LHV":
        end = (some[0], some[1]) if name == "L" else (some[0], at[1]) if name == "H" else (at[0], some[0])
        return _spread(lambda t: (at[0] + (end[0] - at[0]) * t, at[1] + (end[1] - at[1]) * t), dist(at, end)), None
    if name in "QT":
        middle = (some[0], some[1]) if name == "Q" else (2 * at[0] - bend[0], 2 * at[1] - bend[1]) if bend else at
        end = (some[-2], some[-1])
        return _spread(lambda t: _bezier((at, middle, end), t), dist(at, middle) + dist(middle, end)), middle
    if name == "C":
        way = (at, (some[0], some[1]), (some[2], some[3]), (some[4], some[5]))
        return _spread(lambda t: _bezier(way, t), sum(dist(a, b) for a, b in pairwise(way))), None
    return (_arc(at, some), None) if name == "A" else ([], None)


def _bezier(points: tuple[XY, ...], t: float) -> XY:
    while len(points) > 1:
        points = tuple((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points))
    return points[0]


def _spread(at: object, length: float) -> list[XY]:
    steps = max(1, ceil(length / STEP))
    assert callable(at)
    return [at(step / steps) for step in range(1, steps + 1)]


def _arc(start: XY, some: list[float]) -> list[XY]:
    """An arc of a circle, by the conversion that the SVG specification describes."""
    radius, _ry, _turn, large, sweep, *end = some
    x, y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    radius = max(radius, hypot(x, y))
    factor = sqrt(max(0.0, radius**2 / (x * x + y * y) - 1)) * (-1 if large == sweep else 1)
    cx, cy = factor * y + (start[0] + end[0]) / 2, -factor * x + (start[1] + end[1]) / 2
    first, last = (atan2(point[1] - cy, point[0] - cx) for point in (start, (end[0], end[1])))
    turn = (last - first) % (2 * pi)
    turn = turn if sweep else turn - 2 * pi
    return _spread(
        lambda t: (cx + radius * cos(first + turn * t), cy + radius * sin(first + turn * t)), abs(turn) * radius
    )
