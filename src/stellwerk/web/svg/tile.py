"""What a tile or a printed hex shows, drawn round a middle of 0,0: track, towns, cities, values and labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import pi, sin
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.tiles import DUAL, STANDARD, STOP, Face, Path, Stop
from stellwerk.web.svg.draw import Point, el, number, points
from stellwerk.web.svg.signs import LEVEL_WIDTH, ground, ground_width, levels, licence, passing, premium, terrain, value
from stellwerk.web.svg.stance import Stance
from stellwerk.web.svg.track import MIDDLE, Box, edges_of, free_box, lean, line, slot_size, slots, spots

NAME_SIZE: Final = 9.4
LETTER: Final = 0.56
"""How wide a letter is, as a part of the size of its font."""

YARD_HEIGHT: Final = 19.0
"""The height of the block of a stop without circles."""

BESIDE: Final = 9.5
"""The radius of a marker that lies beside the circles."""


@dataclass(frozen=True)
class Legend:
    """What is written on a hex besides what its tile shows: names, the cost of its terrain, and a tag."""

    names: tuple[str, ...] = ()
    cost: int = 0
    terrain: str = ""
    ground: tuple[str, ...] = ()
    """What a first tile has to cross, where that costs by gauge."""

    price: str = ""
    """What that costs, in the order of the gauges."""

    premium: int = 0
    """What the first tile brings to who lays it."""

    tag: str = ""
    later: str = ""
    """A label that later tiles will bear here."""

    beside: bool = False
    """Whether a marker lies beside the circles."""

    levels: tuple[str, ...] = ()
    """The colours of the levels of a value that changes in the course of the game."""

    level: int = 0
    herald: int = 0
    """What the marker beside the circles is worth to its company, where it stands for a stop."""

    passing: int = 0
    """What a route earns besides that passes here."""

    licence: bool = False
    """Whether only companies with a licence run here."""


BARE: Final = Legend()


def tile(face: Face, stance: Stance, legend: Legend = BARE) -> Markup:
    """A face with everything written on it."""
    return shapes(face, stance) + writing(face, stance, legend)


@cache
def shapes(face: Face, stance: Stance) -> Markup:
    """The track and the stops of a face."""
    return Markup("").join([*_track(face, stance), *_stops(face, stance)])


@lru_cache(maxsize=4096)
def writing(face: Face, stance: Stance, legend: Legend = BARE) -> Markup:
    """What is written on a face."""
    return Markup("").join(_texts(face, stance, legend))


@cache
def beside(face: Face, stance: Stance) -> Point:
    """Where a marker lies for which there is no circle."""
    return free_box(face, (2 * BESIDE, 2 * BESIDE), (), Point(26, 18), stance)


@cache
def picture(face: Face, stance: Stance) -> Markup:
    """A face as a picture of its own, for lists of tiles; the words beside it say the same."""
    hexagon = el("polygon", {"class": f"face c-{face.colour}", "points": stance.outline()})
    attrs = {"class": "tile", "viewBox": stance.box, "aria-hidden": "true"}
    return el("svg", attrs, hexagon, tile(face, stance))


# --- track and stops -------------------------------------------------------------------------------------


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
    x, y = stance.exits[edge]
    length = (x * x + y * y) ** 0.5
    across = Point(-y / length * 6, x / length * 6)
    tip = stance.toward(edge, length * 0.62)
    return el(
        "polygon",
        {"class": "off", "points": points([Point(x + across.x, y + across.y), tip, Point(x - across.x, y - across.y)])},
    )


def _stub(edge: int, stance: Stance) -> str:
    x, y = stance.exits[edge]
    return f"M{number(x)} {number(y)}L{number(x * 0.5)} {number(y * 0.5)}"


def _stops(face: Face, stance: Stance) -> Iterator[Markup]:
    for stop, place in enumerate(face.stops):
        if place.slots:
            yield _city(face, stop, stance)
        elif _is_yard(place):
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
        width = 2 * size + 4
        return [
            el("path", {"class": "plate-edge", "d": d, "stroke-width": width + 1.6}),
            el("path", {"class": "plate", "d": d, "stroke-width": width}),
        ]
    reach = size / sin(pi / len(places)) + size + 1.5
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    return [el("circle", {"class": "plate round", "cx": x, "cy": y, "r": reach})]


def _is_yard(stop: Stop) -> bool:
    """Whether a stop is a large one without room for markers, whose values change: a warehouse, a coal field."""
    return stop.kind == "city" and not stop.slots and len(stop.revenue) > 1


def _yard_width(stop: Stop) -> float:
    return len(stop.revenue) * LEVEL_WIDTH + 5


def _yard(face: Face, stop: int, stance: Stance) -> Markup:
    """A block in which the values stand."""
    (x, y), width = spots(face, stance)[stop].at, _yard_width(face.stops[stop])
    block = el("rect", {"x": x - width / 2, "y": y - YARD_HEIGHT / 2, "width": width, "height": YARD_HEIGHT, "rx": 2})
    return el("g", {"class": "town yard", "data-stop": stop}, block)


def _junction(face: Face, stop: int, stance: Stance) -> Markup:
    """Lines meet here and nothing else does."""
    x, y = spots(face, stance)[stop].at
    return el("g", {"class": "junction", "data-stop": stop}, el("circle", {"cx": x, "cy": y, "r": 4.4}))


def _town(face: Face, stop: int, stance: Stance) -> Markup:
    """A town is a bar across its line, or a dot where several lines meet or none is yet."""
    (x, y), turn, _ = spots(face, stance)[stop]
    port = face.stops[stop].kind == "port"
    attrs: dict[str, str | float | None] = {"class": "town port" if port else "town", "data-stop": stop}
    if len(edges_of(face, stop)) == 2:
        attrs["transform"] = f"translate({number(x)} {number(y)}) rotate({number(turn)})"
        return el("g", attrs, el("rect", {"x": -3.4, "y": -10.0, "width": 6.8, "height": 20.0, "rx": 1.5}))
    dot = el("circle", {"cx": x, "cy": y, "r": 8.4 if port else 6.4})
    if not port:
        return el("g", attrs, dot)
    anchor = f"M{number(x)} {number(y - 4.5)}v9m-4.4 -3.6a4.5 4.5 0 0 0 8.8 0m-6.4 -3.2h4"
    return el("g", attrs, dot, el("path", {"class": "anchor", "d": anchor}))


# --- what is written -------------------------------------------------------------------------------------


class _Room:
    """The room that is left on a face: what is placed takes it from what comes after."""

    def __init__(self, face: Face, stance: Stance, legend: Legend) -> None:
        self.face, self.stance, self.legend = face, stance, legend
        self.taken: list[Box] = []
        if legend.beside:
            self.taken.append((beside(face, stance), 2 * BESIDE, 2 * BESIDE))
        if face.stops and _is_yard(face.stops[0]):
            self.taken.append((spots(face, stance)[0].at, _yard_width(face.stops[0]), YARD_HEIGHT))

    def find(self, width: float, height: float, wish: Point) -> Point:
        at = free_box(self.face, (width, height), tuple(self.taken), wish, self.stance)
        self.taken.append((at, width, height))
        return at

    def levels(self, values: Sequence[int], height: float, wish: Point) -> Markup:
        at = self.find(len(values) * LEVEL_WIDTH, height, wish)
        return levels(values, at, self.legend.levels, self.legend.level)


def _texts(face: Face, stance: Stance, legend: Legend) -> Iterator[Markup]:
    room = _Room(face, stance, legend)
    lines = name_lines(legend.names)
    # Beside several circles there is little room: there the name goes where the values leave it.
    first = lean(face, stance) if face.stops else 0
    if first:
        yield from _worths(room)
    if lines:
        width = max(map(len, lines)) * NAME_SIZE * LETTER
        off = face.stops and face.stops[0].kind == "offboard"
        wish = -31 * (first or -1) if not off else -32 if face.stops[0].slots else -14
        yield _name(lines, room.find(width, len(lines) * NAME_SIZE, Point(0, wish)))
    if not first:
        yield from _worths(room)
    if legend.herald:
        yield value(str(legend.herald), room.find(15.0, 15.0, beside(face, stance).moved(-18, 0)))
    if face.label:
        width = len(face.label) * 9.5
        x, y = room.find(width, 13.0, Point(-28, -16))
        yield el("text", {"class": "label", "x": x, "y": y + 5}, face.label)
    elif legend.later:
        x, y = room.find(11.0, 13.0, Point(-28, -16))
        yield el("text", {"class": "label later", "x": x, "y": y + 5}, legend.later)
    yield from _signs(room, named=bool(lines))


def _signs(room: _Room, *, named: bool) -> Iterator[Markup]:
    """What building costs, what passing earns, who may run here, and what private speaks of the hex."""
    legend = room.legend
    if legend.cost:
        yield terrain(legend.terrain, legend.cost, room.find(30.0, 13.0, Point(0, 0 if not named else -32)))
    if legend.ground:
        width = ground_width(legend.ground, legend.price)
        yield ground(legend.ground, legend.price, room.find(width, 13.0, Point(0, -26 if room.face.stops else 0)))
    if legend.premium:
        yield premium(legend.premium, room.find(24.0, 11.0, Point(0, 16) if not named else Point(28, 0)))
    if legend.passing:
        yield passing(legend.passing, room.find(30.0, 13.0, Point(0, 18)))
    if legend.licence:
        yield licence(room.find(13.0, 15.0, Point(-24, 24)))
    if legend.tag:
        x, y = room.find(len(legend.tag) * 6.4 + 5, 12.0, Point(24, -26))
        yield el("text", {"class": "tag", "x": x, "y": y + 3.4}, legend.tag)


def _worths(room: _Room) -> Iterator[Markup]:
    """What the stops are worth; where that changes in the course of the game, all values side by side."""
    face, stance, legend = room.face, room.stance, room.legend
    for stop, values, at in _values(face, stance):
        if _is_yard(stop):
            yield levels(values, spots(face, stance)[0].at, legend.levels, legend.level)
        elif len(values) > 1:
            yield room.levels(values, 14.0, Point(0, -17 * lean(face, stance) or 8))
        else:
            text = str(values[0])
            yield value(text, room.find(15.0 + 4 * (len(text) > 2), 15.0, at))


def _values(face: Face, stance: Stance) -> Iterator[tuple[Stop, tuple[int, ...], Point]]:
    """The values to print, each once where all stops are worth the same, with where they are wished."""
    worth = [stop.revenue for stop in face.stops]
    if len(set(worth)) == 1 and len(worth) > 1:
        if any(worth[0]):
            yield face.stops[0], worth[0], MIDDLE
        return
    for stop, revenue in enumerate(worth):
        if any(revenue):
            x, y = spots(face, stance)[stop].at
            yield face.stops[stop], revenue, Point(x + 22, y - 12)


def _name(lines: Sequence[str], at: Point) -> Markup:
    first = at.y - (len(lines) - 1) * NAME_SIZE / 2 + NAME_SIZE * 0.36
    spans = [el("tspan", {"x": at.x, "y": first + place * NAME_SIZE}, text) for place, text in enumerate(lines)]
    return el("text", {"class": "name", "font-size": NAME_SIZE}, *spans)


@cache
def name_lines(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names in short lines: each name that differs in one of its own, a long one broken at a space."""
    different = list(dict.fromkeys(filter(None, names)))
    if len(different) == 1 and len(different[0]) > 11 and " " in different[0]:
        return tuple(different[0].split(" ", 1))
    return tuple(different)
