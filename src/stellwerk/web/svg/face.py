"""What lies on a hex, drawn round a middle of 0,0: track and stops of a tile or of the print, and what they cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, radians, sin
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.tiles import DUAL, STANDARD, STOP, Face, Path, Stop
from stellwerk.web.svg.draw import Point, el, number, points
from stellwerk.web.svg.room import Box, Disc, Polygon, Shape
from stellwerk.web.svg.signs import LEVEL_WIDTH
from stellwerk.web.svg.stance import Stance
from stellwerk.web.svg.track import edges_of, line, on_drawn_line, slot_size, slots, spots

YARD_HEIGHT: Final = 19.0
"""The height of the block of a stop without circles."""

CASING: Final = 4.5
"""Half the width of a line with its white rim."""

RIM: Final = 1.6
"""How thick the rims of circles and plates are."""

PLATE: Final = 4.0
"""How much wider than its circles a plate is."""

BAR: Final = (6.8, 20.0)
DOT: Final = 6.4
PORT: Final = 8.4
JUNCTION: Final = 4.4
"""The sizes of towns on a line and elsewhere, of ports and of junctions."""


@cache
def shapes(face: Face, stance: Stance) -> Markup:
    """The track and the stops of a face."""
    return Markup("").join([*_track(face, stance), *stops(face, stance)])


def _track(face: Face, stance: Stance) -> Iterator[Markup]:
    off = [path for path in face.paths if _leads_off(face, path)]
    on = [path for path in face.paths if path not in off]
    for path in off:
        yield _arrow(path.a, stance)
        yield _rail("tk ghost", path, _stub(path.a, stance))
    if on:
        yield el("path", {"class": "tc", "d": "".join(line(face, path, stance) for path in on)})
    for path in on:
        yield _rail(f"tk {path.gauge}" if path.gauge != STANDARD else "tk", path, line(face, path, stance))
    # Above all track, so that no line covers what tells another line's gauge.
    for path in on:
        if path.gauge != STANDARD:
            yield el("path", {"class": "core" if path.gauge == DUAL else "ties", "d": line(face, path, stance)})


def _rail(css: str, path: Path, d: str) -> Markup:
    return el("path", {"class": css, "data-p": f"{path.a}-{path.b}", "d": d})


def _leads_off(face: Face, path: Path) -> bool:
    return path.a < STOP <= path.b and face.stops[path.b - STOP].kind == "offboard"


def _arrow(edge: int, stance: Stance) -> Markup:
    """Track that leaves the board: it tapers off."""
    return el("polygon", {"class": "offboard-arrow", "points": points(_arrow_corners(edge, stance))})


def _arrow_corners(edge: int, stance: Stance) -> tuple[Point, ...]:
    x, y = stance.exits[edge]
    length = (x * x + y * y) ** 0.5
    across = Point(-y / length * 6, x / length * 6)
    tip = stance.toward(edge, length * 0.62)
    return Point(x + across.x, y + across.y), tip, Point(x - across.x, y - across.y)


def _stub(edge: int, stance: Stance) -> str:
    x, y = stance.exits[edge]
    return f"M{number(x)} {number(y)}L{number(x * 0.5)} {number(y * 0.5)}"


def stops(face: Face, stance: Stance) -> Iterator[Markup]:
    for stop, place in enumerate(face.stops):
        if place.slots:
            yield _city(face, stop, stance)
        elif is_yard(place):
            yield _yard(face, stop, stance)
        elif place.kind == "junction":
            yield _junction(face, stop, stance)
        elif place.kind != "offboard":
            yield _town(face, stop, stance)


def _city(face: Face, stop: int, stance: Stance) -> Markup:
    places, size = slots(face, stop, stance), slot_size(face)
    back = _back(places, size)
    rings = [el("circle", {"class": "slot", "cx": x, "cy": y, "r": size}) for x, y in places]
    return el("g", {"class": "city", "data-stop": stop}, *back, *rings)


def _back(places: Sequence[Point], size: float) -> list[Markup]:
    """The plate below several places for markers."""
    if len(places) == 1:
        return []
    if len(places) == 2:
        (x1, y1), (x2, y2) = places
        d = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
        width = 2 * size + PLATE
        return [
            el("path", {"class": "plate-edge", "d": d, "stroke-width": width + RIM}),
            el("path", {"class": "plate", "d": d, "stroke-width": width}),
        ]
    (x, y), reach = _round_plate(places, size)
    return [el("circle", {"class": "plate round", "cx": x, "cy": y, "r": reach})]


def _round_plate(places: Sequence[Point], size: float) -> Disc:
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    return Disc(Point(x, y), size / sin(pi / len(places)) + size + 1.5)


def is_yard(stop: Stop) -> bool:
    """Whether a stop is a large one without room for markers, whose values change: a warehouse, a coal field."""
    return stop.kind == "city" and not stop.slots and len(stop.revenue) > 1


def yard_width(stop: Stop) -> float:
    return len(stop.revenue) * LEVEL_WIDTH + 5


def _yard(face: Face, stop: int, stance: Stance) -> Markup:
    """A block in which the values stand."""
    (x, y), width = spots(face, stance)[stop].at, yard_width(face.stops[stop])
    block = el("rect", {"x": x - width / 2, "y": y - YARD_HEIGHT / 2, "width": width, "height": YARD_HEIGHT, "rx": 2})
    return el("g", {"class": "town yard", "data-stop": stop}, block)


def _junction(face: Face, stop: int, stance: Stance) -> Markup:
    """Lines meet here and nothing else does."""
    x, y = spots(face, stance)[stop].at
    return el("g", {"class": "junction", "data-stop": stop}, el("circle", {"cx": x, "cy": y, "r": JUNCTION}))


def _town(face: Face, stop: int, stance: Stance) -> Markup:
    """A town is a bar across its line, or a dot where several lines meet or none is yet."""
    (x, y), turn, _ = spots(face, stance)[stop]
    port = face.stops[stop].kind == "port"
    attrs: dict[str, str | float | None] = {"class": "town port" if port else "town", "data-stop": stop}
    if len(edges_of(face, stop)) == 2:
        attrs["transform"] = f"translate({number(x)} {number(y)}) rotate({number(turn)})"
        wide, long = BAR
        bar = {"x": -wide / 2, "y": -long / 2, "width": wide, "height": long, "rx": 1.5}
        return el("g", attrs, el("rect", bar))
    dot = el("circle", {"cx": x, "cy": y, "r": PORT if port else DOT})
    if not port:
        return el("g", attrs, dot)
    anchor = f"M{number(x)} {number(y - 4.5)}v9m-4.4 -3.6a4.5 4.5 0 0 0 8.8 0m-6.4 -3.2h4"
    return el("g", attrs, dot, el("path", {"class": "anchor", "d": anchor}))


# --- what that covers ------------------------------------------------------------------------------------


def covers(face: Face, stance: Stance) -> Iterator[Shape]:
    """What nothing may be written on."""
    for path in face.paths:
        if _leads_off(face, path):
            yield Polygon(_arrow_corners(path.a, stance))
        else:
            yield from (Disc(at, CASING) for at in on_drawn_line(face, path, stance))
    for stop, place in enumerate(face.stops):
        if place.slots:
            yield from _city_covers(face, stop, stance)
        elif is_yard(place):
            yield Box(spots(face, stance)[stop].at, yard_width(place), YARD_HEIGHT)
        elif place.kind == "junction":
            yield Disc(spots(face, stance)[stop].at, JUNCTION + RIM / 2)
        elif place.kind != "offboard":
            yield _town_covers(face, stop, stance)


def _city_covers(face: Face, stop: int, stance: Stance) -> Iterator[Shape]:
    places, size = slots(face, stop, stance), slot_size(face)
    if len(places) == 2:
        yield _bar(Point(*(sum(axis) / 2 for axis in zip(*places, strict=True))), places[0], places[1], size)
    elif len(places) > 2:
        yield _round_plate(places, size)
    else:
        yield Disc(places[0], size + RIM / 2)


def _bar(middle: Point, one: Point, other: Point, size: float) -> Polygon:
    """A plate for two circles, whose ends are square."""
    half = size + (PLATE + RIM) / 2
    length = max(((other.x - one.x) ** 2 + (other.y - one.y) ** 2) ** 0.5, 0.1)
    along = Point((other.x - one.x) / length, (other.y - one.y) / length)
    return _rectangle(middle, along, length / 2 + half, half)


def _town_covers(face: Face, stop: int, stance: Stance) -> Shape:
    at, turn, _ = spots(face, stance)[stop]
    if len(edges_of(face, stop)) != 2:
        return Disc(at, (PORT if face.stops[stop].kind == "port" else DOT) + RIM / 2)
    along = Point(cos(radians(turn)), sin(radians(turn)))
    return _rectangle(at, along, (BAR[0] + RIM) / 2, (BAR[1] + RIM) / 2)


def _rectangle(middle: Point, along: Point, length: float, width: float) -> Polygon:
    """One that lies in some direction, by half its length and half its width."""
    (x, y), (ax, ay) = middle, along
    ends = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return Polygon(
        tuple(Point(x + ax * length * i - ay * width * j, y + ay * length * i + ax * width * j) for i, j in ends)
    )
