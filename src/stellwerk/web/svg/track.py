"""The geometry of track: where edges and stops lie on a hex, and the curves between them.

A hex has its middle at 0,0; a Stance says where its edges lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product
from math import atan2, ceil, cos, degrees, dist, hypot, pi, sin
from typing import Final, NamedTuple

from stellwerk.eighteen.tiles import STOP, Face, Path
from stellwerk.web.svg.draw import Point, number
from stellwerk.web.svg.stance import APOTHEM, RADIUS, Stance

SHARP: Final = RADIUS / 2
GENTLE: Final = RADIUS * 1.5
"""Radii of the arcs between edges next to each other, and between edges with one between them."""

SLOT: Final = 12.4
SNUG: Final = 11.2
TIGHT: Final = 10.2
MANY: Final = 8.8
"""The radius of a place for a marker; of three at a stop; of more, or where cities share a hex; where many do."""

BROAD: Final = 3

CROWD: Final = 4
"""So many stops on a hex are many."""

MIDDLE: Final = Point(0, 0)
ABOVE: Final = Point(0, -9)
BOW: Final = 25.0
"""How far a line that passes a city by bends away from it."""

SLIDES: Final = (0.5, 0.4, 0.6, 0.3, 0.7)
"""Where on its line a stop may lie, the middle first."""

HALVES: Final = (0.5, 0.6, 0.42)
"""How far towards its only edge a stop may lie."""


NEAR: Final = 2.5
"""How near to each other points on a line are that is asked for its points."""

FAR: Final = (16.0, 20.0, 24.0)
"""How far from the middle of its hex a stop with many exits may lie."""


class Spot(NamedTuple):
    """Where a stop lies, the direction of its line in degrees, and how far along the line from its lower edge."""

    at: Point
    turn: float
    part: float = 0.5


def between(a: int, b: int) -> int:
    """How many steps apart two edges are, 1 to 3."""
    return min((a - b) % 6, (b - a) % 6)


@cache
def arc(a: int, b: int, stance: Stance) -> tuple[Point, float, float, float] | None:
    """The circle of the curve between two edges: its middle, radius, angle at a, and turn to b; None if straight."""
    apart = between(a, b)
    if apart == 3:
        return None
    half = ((a + b) / 2) if abs(a - b) == apart else ((a + b) / 2 + 3) % 6
    middle = stance.toward(half, RADIUS if apart == 1 else 2 * APOTHEM)
    start, end = (_angle(middle, stance.exits[edge]) for edge in (a, b))
    return middle, SHARP if apart == 1 else GENTLE, start, (end - start + pi) % (2 * pi) - pi


def on_line(a: int, b: int, part: float, stance: Stance) -> Point:
    """The point at some part of the way from edge to edge."""
    circle = arc(a, b, stance)
    if circle is None:
        return _along(stance.exits[a], stance.exits[b], part)
    middle, radius, start, turn = circle
    angle = start + turn * part
    return middle.moved(radius * cos(angle), radius * sin(angle))


def _along(start: Point, end: Point, part: float) -> Point:
    return Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)


def _angle(start: Point, end: Point) -> float:
    return atan2(end.y - start.y, end.x - start.x)


def slot_size(face: Face) -> float:
    """The radius of the places for markers on a face."""
    if len(face.stops) >= CROWD:
        return MANY
    most = max((stop.slots for stop in face.stops), default=0)
    if most > BROAD or (len(face.stops) > 1 and most > 1):
        return TIGHT
    return SNUG if most == BROAD else SLOT


# --- where stops lie -------------------------------------------------------------------------------------


@cache
def spots(face: Face, stance: Stance) -> tuple[Spot, ...]:
    """Where the stops of a face lie: far from each other and from track that is not theirs."""
    count = len(face.stops)
    if count <= 1:
        return tuple(_only(face, stop, stance) for stop in range(count))
    ways = product(*(_places(face, stop, stance) for stop in range(count)))
    return max(ways, key=lambda way: _room(face, way, stance))


def edges_of(face: Face, stop: int) -> tuple[int, ...]:
    return tuple(edge for edge in range(6) if face.stop_exits[stop] >> edge & 1)


def _only(face: Face, stop: int, stance: Stance) -> Spot:
    """A stop alone on its hex lies in the middle, but a town on a curve lies on the curve.

    An off-board place with room for markers leaves the middle to its values, a broad city whose value changes makes
    room for them on the side without track.
    """
    edges = edges_of(face, stop)
    if face.stops[stop].kind == "town" and len(edges) == 2:
        return _sliding(edges[0], edges[1], 0.5, stance)
    if face.stops[stop].kind == "offboard" and face.stops[stop].slots:
        return Spot(ABOVE, 0.0)
    return Spot(Point(0, 9.0 * lean(face, stance)), 0.0)


@cache
def lean(face: Face, stance: Stance) -> int:
    """Whither the circles of the only city of a face move to make room for several values: up is -1, down 1."""
    city = face.stops[0]
    if len(face.stops) > 1 or city.kind != "city" or city.slots < 2 or len(city.revenue) < 2:
        return 0
    return -1 if sum(stance.exits[edge].y for edge in edges_of(face, 0)) < 0 else 1


def _places(face: Face, stop: int, stance: Stance) -> list[Spot]:
    """Where a stop may lie that shares its hex with others."""
    edges, count = edges_of(face, stop), len(face.stops)
    if len(edges) == 2:
        slides = [_sliding(edges[0], edges[1], part, stance) for part in SLIDES]
        # A broad city on a sharp curve would hang over the edge of its hex.
        return [_drawn_in(slides[0])] if face.stops[stop].slots > 1 and between(*edges) == 1 else slides
    if len(edges) == 1:
        return [Spot(stance.toward(edges[0], APOTHEM * part), stance.angle(edges[0])) for part in HALVES]
    if not edges:
        # Beside stops with track it goes where they leave room; else the stops stand side by side.
        ways = [pi + 2 * pi * stop / count] if not face.exits else [pi * turn / 6 for turn in range(12)]
        return [Spot(Point(21 * cos(angle), 21 * sin(angle)), 90.0) for angle in ways]
    x, y = (sum(stance.exits[edge][axis] for edge in edges) / len(edges) for axis in (0, 1))
    middle = Point(x * 0.55, y * 0.55)
    way = _angle(MIDDLE, middle) if middle != MIDDLE else 0.0
    usual = Spot(middle, degrees(way) + 90 if middle != MIDDLE else 0.0)
    if hypot(*middle) >= SLOT:
        return [usual]
    # Exits on opposite sides draw it to the middle, where another stop of its kind would lie on it.
    turns = [way + pi * turn / 12 for turn in range(-6, 7)]
    return [usual, *(Spot(Point(far * cos(to), far * sin(to)), degrees(to) + 90) for to in turns for far in FAR)]


def _drawn_in(spot: Spot) -> Spot:
    return Spot(Point(spot.at.x * 0.84, spot.at.y * 0.84), spot.turn)


def _sliding(a: int, b: int, part: float, stance: Stance) -> Spot:
    before, after = on_line(a, b, part - 0.02, stance), on_line(a, b, part + 0.02, stance)
    return Spot(on_line(a, b, part, stance), degrees(_angle(before, after)), part)


def _room(face: Face, way: tuple[Spot, ...], stance: Stance) -> float:
    """How well stops are spread: what is nearest counts, then how near they are to the middle of their lines."""
    sizes = [slot_size(face) * max(1, stop.slots) ** 0.5 if stop.kind == "city" else 7.0 for stop in face.stops]
    gaps = [dist(way[one].at, way[two].at) - sizes[one] - sizes[two] for one, two in combinations(range(len(way)), 2)]
    for path in face.paths:
        own = {end - STOP for end in (path.a, path.b) if end >= STOP}
        for other in set(range(len(way))) - own:
            clear = min(dist(point, way[other].at) for point in samples(face, path, stance, way))
            gaps.append(clear - sizes[other] - 4)
    slid = sum(abs(spot.part - 0.5) for spot in way)
    return min(6.0, *gaps) + 0.001 * min(gaps) - 2 * slid


def samples(face: Face, path: Path, stance: Stance, way: tuple[Spot, ...] | None = None) -> list[Point]:
    """Some points on a path."""
    placed = spots(face, stance) if way is None else way
    if path.b < STOP:
        if _passes_by(face, path):
            start, bend, end = stance.exits[path.a], _bend(path, stance), stance.exits[path.b]
            return [start, _along(start, bend, 0.6), bend, _along(end, bend, 0.6)]
        return [on_line(path.a, path.b, step / 6, stance) for step in range(7)]
    start = stance.exits[path.a] if path.a < STOP else placed[path.a - STOP].at
    off = face.stops[path.b - STOP].kind == "offboard"
    return [_along(start, placed[path.b - STOP].at, step / (12 if off else 4)) for step in range(5)]


# --- the line of a path ----------------------------------------------------------------------------------


def _passes_by(face: Face, path: Path) -> bool:
    """Whether a line joins two edges that also lead to one and the same stop."""
    both = 1 << path.a | 1 << path.b
    return any(exits & both == both for exits in face.stop_exits)


def _bend(path: Path, stance: Stance) -> Point:
    """The point by which a line passes a stop in the middle."""
    x, y = on_line(path.a, path.b, 0.5, stance)
    across = _angle(stance.exits[path.a], stance.exits[path.b]) + pi / 2
    return Point(x + BOW * cos(across), y + BOW * sin(across))


class Bend(NamedTuple):
    """A piece of a line by the points that draw it: straight with two, a Bézier curve with three or four."""

    points: tuple[Point, ...]

    @property
    def d(self) -> str:
        return "_LQC"[len(self.points) - 1] + " ".join(map(_pair, self.points[1:]))

    def at(self, part: float) -> Point:
        points = self.points
        while len(points) > 1:
            points = tuple(_along(a, b, part) for a, b in pairwise(points))
        return points[0]


class Arc(NamedTuple):
    """A piece of a line that is part of a circle, less than half of it; right is with the clock."""

    points: tuple[Point, Point]
    radius: float
    right: bool

    @property
    def d(self) -> str:
        return f"A{number(self.radius)} {number(self.radius)} 0 0 {int(self.right)} {_pair(self.points[1])}"

    def at(self, part: float) -> Point:
        start, end = self.points
        half = dist(start, end) / 2
        radius = max(self.radius, half)
        across = _angle(start, end) + (pi / 2 if self.right else -pi / 2)
        away = (radius * radius - half * half) ** 0.5
        middle = _along(start, end, 0.5).moved(away * cos(across), away * sin(across))
        first, last = _angle(middle, start), _angle(middle, end)
        angle = first + ((last - first + pi) % (2 * pi) - pi) * part
        return middle.moved(radius * cos(angle), radius * sin(angle))


@cache
def line(face: Face, path: Path, stance: Stance) -> str:
    """The `d` of a path as it is drawn, from its first end to its second."""
    pieces = _pieces(face, path, stance)
    return f"M{_pair(pieces[0].points[0])}" + "".join(piece.d for piece in pieces)


def on_drawn_line(face: Face, path: Path, stance: Stance) -> Iterator[Point]:
    """Points on a path as it is drawn, near to each other."""
    for piece in _pieces(face, path, stance):
        steps = ceil(sum(dist(a, b) for a, b in pairwise(piece.points)) / NEAR) or 1
        yield from (piece.at(step / steps) for step in range(steps + 1))


def _pieces(face: Face, path: Path, stance: Stance) -> list[Bend | Arc]:
    places = spots(face, stance)
    if path.a >= STOP:
        return [Bend((places[path.a - STOP].at, places[path.b - STOP].at))]
    start = stance.exits[path.a]
    if path.b < STOP:
        if _passes_by(face, path):
            return _passing(path, stance)
        return [_curve(path.a, path.b, stance.exits[path.b], stance)]
    stop = path.b - STOP
    spot, edges = places[stop], edges_of(face, stop)
    if len(edges) == 2 and spot.at != MIDDLE:
        other = edges[1] if edges[0] == path.a else edges[0]
        return [_curve(path.a, other, spot.at, stance)]
    if len(edges) > 2 and spot.at != MIDDLE:
        return [Bend((start, _along(start, MIDDLE, 0.45), spot.at))]
    return [Bend((start, spot.at))]


def _passing(path: Path, stance: Stance) -> list[Bend | Arc]:
    start, bend, end = stance.exits[path.a], _bend(path, stance), stance.exits[path.b]
    x, y = (end.x - start.x) * 0.3, (end.y - start.y) * 0.3
    there = Bend((start, _along(start, MIDDLE, 0.3), bend.moved(-x, -y), bend))
    return [there, Bend((bend, bend.moved(x, y), _along(end, MIDDLE, 0.3), end))]


def _curve(a: int, b: int, end: Point, stance: Stance) -> Bend | Arc:
    """A line from edge a towards edge b as far as a point on it."""
    start, circle = stance.exits[a], arc(a, b, stance)
    if circle is None:
        return Bend((start, end))
    _, radius, _, turn = circle
    return Arc((start, end), radius, turn > 0)


def _pair(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"


# --- places for markers ----------------------------------------------------------------------------------


@cache
def slots(face: Face, stop: int, stance: Stance) -> tuple[Point, ...]:
    """The middles of the places for markers at a stop; of a town its own middle."""
    spot, count = spots(face, stance)[stop], max(1, face.stops[stop].slots)
    if count == 1:
        return (spot.at,)
    if count == 2:
        # In the middle of a hex they stand side by side, elsewhere across the way to the middle.
        angle = 0.0 if spot.at == MIDDLE else _angle(MIDDLE, spot.at) + pi / 2
        x, y = slot_size(face) * cos(angle), slot_size(face) * sin(angle)
        return (spot.at.moved(-x, -y), spot.at.moved(x, y))
    reach = slot_size(face) / sin(pi / count)
    turns = (2 * pi * place / count - pi / 2 - (pi / 4 if count == 4 else 0) for place in range(count))
    return tuple(spot.at.moved(reach * cos(angle), reach * sin(angle)) for angle in turns)
