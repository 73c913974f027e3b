"""Where things fit on a hex beside its track and stops: one after the other, or in another order if they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from stellwerk.eighteen.tiles import Face
from stellwerk.web.svg.draw import Point
from stellwerk.web.svg.face import covers
from stellwerk.web.svg.room import Disc, Form, Grid, Polygon, Shape, covered, kept_off, nearest, outside
from stellwerk.web.svg.stance import APOTHEM, Stance
from stellwerk.web.svg.track import MIDDLE

INSET: Final = 1.5
"""How far from the rim of its hex everything stays."""

CLEAR: Final = (3.0, 1.5, 0.6)
"""How far things should be apart; the last one is the least."""

ROOMY: Final = 1
"""Up to this place in CLEAR nothing better is looked for."""

BORDER: Final = 3.5
SIGN: Final = 9.6
"""How far the line along an edge, and the sign on one, reach into a hex."""


Edges = tuple[tuple[int, ...], tuple[int, ...]]
"""Edges along which a line runs, and edges on which a sign stands."""


class Item(NamedTuple):
    """Something to be written, in the first of its forms for which there is room, and where it is wished."""

    forms: tuple[Form, ...]
    wish: Point


class Placed(NamedTuple):
    """The places of items in their order, and how crowded they are: a place in CLEAR, or more."""

    drawn: tuple[tuple[Form, Point], ...]
    crowded: int


class Room:
    """The room that is left on a face: what is placed takes it from what comes after."""

    def __init__(self, face: Face, stance: Stance, edges: Edges = ((), ())) -> None:
        self.rim, self.track = _rim(stance), _covered(face, stance, edges)
        self.taken = 0

    def take(self, shape: Shape) -> None:
        self.taken |= covered([shape])

    def find(self, form: Form, wish: Point) -> tuple[Point, int] | None:
        """The place nearest to a wish, among those that are as clear as can be, and how clear that is."""
        rim = kept_off(self.rim, form)
        for crowded, clear in enumerate(CLEAR):
            blocked = rim | kept_off(self.track, form, clear) | kept_off(self.taken, form, clear)
            if at := nearest(blocked, wish):
                self.take(form.at(at))
                return at, crowded
        return None

    def squeeze(self, form: Form, wish: Point) -> Point:
        """A place for what has none: on track, but not on what else is written, if that can be."""
        rim = kept_off(self.rim, form)
        at = nearest(rim | kept_off(self.taken, form), wish) or nearest(rim, wish) or MIDDLE
        self.take(form.at(at))
        return at


@cache
def _rim(stance: Stance) -> Grid:
    part = (APOTHEM - INSET) / APOTHEM
    return outside(Polygon(tuple(Point(x * part, y * part) for x, y in stance.corners)))


@cache
def _covered(face: Face, stance: Stance, edges: Edges) -> Grid:
    return covered([*covers(face, stance), *_on_edges(stance, *edges)])


def _on_edges(stance: Stance, borders: Iterable[int], signs: Iterable[int]) -> Iterator[Shape]:
    for edge in borders:
        (ax, ay), (bx, by) = stance.corners[edge - 1], stance.corners[edge]
        part = (APOTHEM - BORDER) / APOTHEM
        yield Polygon((Point(ax, ay), Point(bx, by), Point(bx * part, by * part), Point(ax * part, ay * part)))
    for edge in signs:
        yield Disc(stance.exits[edge], SIGN)


def placed(room: Room, items: Iterable[Item]) -> Placed | None:
    """Items one after the other, or None if there is no room for one of them."""
    drawn, worst = [], 0
    for item in items:
        for form in item.forms:
            if found := room.find(form, item.wish):
                drawn.append((form, found[0]))
                worst = max(worst, found[1])
                break
        else:
            return None
    return Placed(tuple(drawn), worst)


def squeezed(room: Room, items: Iterable[Item]) -> Placed:
    """Items where there is room for them and, where there is none, in their smallest form on what lies there."""
    drawn = []
    for item in items:
        form, found = item.forms[-1], None
        for form in item.forms:
            if found := room.find(form, item.wish):
                break
        drawn.append((form, found[0] if found else room.squeeze(form, item.wish)))
    return Placed(tuple(drawn), len(CLEAR))


def best(room: Callable[[], Room], ways: Iterable[Iterable[Sequence[Item]]]) -> Placed:
    """The first way that is roomy. `ways` come in groups, the best ones first: else the roomiest of the first group.

    Where nothing fits, the last way is squeezed in.
    """
    last: Sequence[Item] = ()
    for group in ways:
        found: Placed | None = None
        for last in group:
            here = placed(room(), last)
            if here and (found is None or here.crowded < found.crowded):
                found = here
                if here.crowded <= ROOMY:
                    return here
        if found:
            return found
    return squeezed(room(), last)
