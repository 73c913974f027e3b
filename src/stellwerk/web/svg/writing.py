"""What is written on a hex: names, values, labels, costs and signs, each where it covers nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.tiles import Face, Stop
from stellwerk.web.svg import naming
from stellwerk.web.svg.draw import Point, el
from stellwerk.web.svg.face import is_yard
from stellwerk.web.svg.lettering import ASCENT, below, text_width
from stellwerk.web.svg.placing import Edges, Item, Room, best
from stellwerk.web.svg.room import Disc, Form
from stellwerk.web.svg.signs import ground, levels, licence, passing, premium, shrinking, terrain, turned, value
from stellwerk.web.svg.stance import Stance
from stellwerk.web.svg.track import MIDDLE, lean, spots

BESIDE: Final = 9.5
"""The radius of a marker that lies beside the circles."""

LABEL: Final = 13.0
TAG: Final = 8.6
MARKS: Final = (8.0, 7.0, 6.0)
"""The sizes of letters of a label and a tag, and of what is shown on demand."""


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

    asides: tuple[float, ...] = ()
    """The radii of markers of companies that have yet to choose among the stops."""

    edges: Edges = ((), ())
    """Edges along which a line runs, and edges on which a sign stands."""

    coordinate: str = ""
    plate: str = ""
    """What is shown on demand, one or the other: the name of the hex, and which tile lies there."""

    turn: int = 0
    """By how many degrees the map is turned clockwise; what is written stays upright, and needs its room so."""


BARE: Final = Legend()


@lru_cache(maxsize=4096)
def writing(face: Face, stance: Stance, legend: Legend = BARE) -> Markup:
    """What is written on a face, each thing where it covers nothing."""
    found = best(partial(_room, face, stance, legend), _ways(face, stance, legend))
    return Markup("").join([*_yards(face, stance, legend), *(form.draw(at) for form, at in found.drawn)])


@cache
def beside(face: Face, stance: Stance) -> Point:
    """Where a marker lies for which there is no circle."""
    return _aside(Room(face, stance), BESIDE, Point(26, 18))


@lru_cache(maxsize=1024)
def asides(face: Face, stance: Stance, radii: tuple[float, ...]) -> tuple[Point, ...]:
    """Where markers lie of companies that have yet to choose among the stops."""
    room = Room(face, stance)
    return tuple(_aside(room, radius, Point(0, 14 - stance.reach.y)) for radius in radii)


def _aside(room: Room, radius: float, wish: Point) -> Point:
    form = Form(2 * radius, 2 * radius, lambda _: Markup(""), round=True)
    found = room.find(form, wish)
    return found[0] if found else room.squeeze(form, wish)


def _room(face: Face, stance: Stance, legend: Legend) -> Room:
    """The room that markers leave."""
    room = Room(face, stance, legend.edges)
    if legend.beside:
        room.take(Disc(beside(face, stance), BESIDE))
    for at, radius in zip(asides(face, stance, legend.asides), legend.asides, strict=True):
        room.take(Disc(at, radius))
    return room


# --- in which order, and where it is wished --------------------------------------------------------------


def _ways(face: Face, stance: Stance, legend: Legend) -> Iterator[Iterator[Sequence[Item]]]:
    """What is to be placed in which order: names as large as can be, then the same with smaller ones."""
    # Beside several circles there is little room: there a name goes where the values leave it.
    side = lean(face, stance) if face.stops else 0
    values, others = list(_worths(face, stance, legend)), list(_others(face, stance, legend))
    for group in naming.ways(legend.names):
        found = _orders(face, stance, group, values, others, side)
        yield ([_upright(item, legend.turn) for item in order] for order in found) if legend.turn else found


def _upright(item: Item, turn: int) -> Item:
    """The same on a map that is turned: wished where it would be seen there."""
    return Item(tuple(turned(form, turn) for form in item.forms), item.wish.turned(-turn))


def _orders(
    face: Face,
    stance: Stance,
    group: Sequence[Sequence[Form]],
    values: list[Item],
    others: list[Item],
    side: int,
) -> Iterator[Sequence[Item]]:
    for blocks in group:
        for wishes in _wishes(face, stance, len(blocks), side):
            names = [Item((form,), wish) for form, wish in zip(blocks, wishes, strict=True)]
            yield [*values, *names, *others] if side else [*names, *values, *others]
            if names:
                rest = [*values, *others]
                yield [*rest, *names] if side else [*sorted(rest, key=_area, reverse=True), *names]


def _area(item: Item) -> float:
    return item.forms[0].width * item.forms[0].height


def _wishes(face: Face, stance: Stance, count: int, side: int) -> Iterator[Sequence[Point]]:
    """Where names are wished: below the stops, above them, or at a corner; several names each at its own stop."""
    if count != 1:
        at = [spot.at for spot in spots(face, stance)[:count]] + [MIDDLE] * max(0, count - len(face.stops))
        for far, down in ((1.6, 14), (1.6, -14), (2.2, 0)):
            yield [Point(x * far, y * far + down) for x, y in at]
        for y in (32.0, -32.0):
            yield [Point(0, y * (-1) ** place) for place in range(count)]
        return
    off = bool(face.stops) and face.stops[0].kind == "offboard"
    usual = -31.0 * (side or -1) if not off else -32.0 if face.stops[0].slots else -14.0
    yield [Point(0, usual)]
    for x, high in ((0, -usual), (-22, -20), (22, -20), (-22, 20), (22, 20)):
        yield [Point(x, high)]


# --- what there is to write ------------------------------------------------------------------------------


def _worths(face: Face, stance: Stance, legend: Legend) -> Iterator[Item]:
    """What the stops are worth; where that changes in the course of the game, all values side by side."""
    for stop, values, at in _values(face, stance):
        if is_yard(stop):
            continue
        if len(values) > 1:
            some = (levels(values, legend.levels, legend.level, rows) for rows in ((1, 2) if len(values) > 2 else (1,)))
            yield Item(shrinking(*some), Point(0, -17 * lean(face, stance) or 8))
        else:
            yield Item((value(str(values[0])),), at)
    if legend.herald:
        yield Item((value(str(legend.herald)),), beside(face, stance).moved(-18, 0))


def _yards(face: Face, stance: Stance, legend: Legend) -> Iterator[Markup]:
    """The values of stops without circles stand inside their blocks; on a turned map only their digits turn."""
    for stop, place in enumerate(face.stops):
        if is_yard(place):
            shown = levels(place.revenue, legend.levels, legend.level).draw(spots(face, stance)[stop].at)
            yield el("g", {"class": "held"}, shown) if legend.turn else shown


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


def _others(face: Face, stance: Stance, legend: Legend) -> Iterator[Item]:
    """Labels; what building costs, what passing earns, who may run here, and what private speaks of the hex."""
    named = any(legend.names)
    if face.label or legend.later:
        css = "tile-label" if face.label else "tile-label later"
        yield Item((_text(css, face.label or legend.later, LABEL),), Point(-28, -16))
    if legend.cost:
        yield Item(shrinking(terrain(legend.terrain, legend.cost)), Point(0, -32 if named else 0))
    if legend.ground:
        yield Item(shrinking(ground(legend.ground, legend.price)), Point(0, -26 if face.stops else 0))
    if legend.premium:
        yield Item(shrinking(premium(legend.premium)), Point(28, 0) if named else Point(0, 16))
    if legend.passing:
        yield Item(shrinking(passing(legend.passing)), Point(0, 18))
    if legend.licence:
        yield Item((licence(),), Point(-24, 24))
    if legend.tag:
        yield Item((_text("tile-tag", legend.tag, TAG),), Point(24, -26))
    if legend.coordinate:
        yield Item(tuple(_mark(legend, size) for size in MARKS), Point(0, 10 - stance.reach.y))


def _text(css: str, text: str, size: float) -> Form:
    low = below(text, size)
    height = ASCENT * size + low

    def draw(at: Point) -> Markup:
        return el("text", {"class": css, "x": at.x, "y": at.y + height / 2 - low}, text)

    return Form(text_width(text, size), height, draw)


def _mark(legend: Legend, size: float) -> Form:
    """The name of a hex and what lies there, of which one at most is shown."""
    height = (ASCENT + below(legend.plate, 1)) * size
    said = {"coord": legend.coordinate, "tile-no": legend.plate}

    def draw(at: Point) -> Markup:
        attrs = {"x": at.x, "y": at.y - height / 2 + ASCENT * size, "font-size": size if size != MARKS[0] else None}
        return Markup("").join(el("text", {"class": css, **attrs}, text) for css, text in said.items() if text)

    return Form(max(text_width(text, size) for text in said.values()), height, draw)
