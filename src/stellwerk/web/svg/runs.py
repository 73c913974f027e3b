"""Routes of trains upon a map, drawn from the faces of its tiles: for runs of the past."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.routes import Route
from stellwerk.eighteen.tiles import STOP, Face
from stellwerk.web.svg.draw import el, number
from stellwerk.web.svg.face import stops
from stellwerk.web.svg.stance import Stance
from stellwerk.web.svg.track import line, slot_size, slots

COLOURS: Final = 6
"""Colours and dashes `r0` to `r5` of the style sheet."""

OPPOSITE: Final = 3
RING: Final = 1.6
TOWN: Final = 8.0


def drawn_run(
    routes: Sequence[Route], counted: Sequence[frozenset[tuple[str, int]]], faces: Callable[[str], Face], stance: Stance
) -> Markup:
    """Each route in the colour of its train; the stops that count for it are ringed."""
    drawn = (
        _route(number_, route, calls, faces, stance)
        for number_, (route, calls) in enumerate(zip(routes, counted, strict=True))
        if route
    )
    return Markup("").join(drawn)


def _route(
    train: int, route: Route, calls: frozenset[tuple[str, int]], faces: Callable[[str], Face], stance: Stance
) -> Markup:
    lines = [
        (_at(name, stance), line(face, path, stance))
        for name, a, b in pieces(route)
        for face in (faces(name),)
        for path in face.paths
        if (path.a, path.b) == (a, b)
    ]
    parts = [el("path", {"class": css, "d": d, "transform": at}) for css in ("under", "line") for at, d in lines]
    called = dict.fromkeys(name for name, end in route if end >= STOP)
    again = [el("g", {"transform": _at(name, stance)}, *stops(faces(name), stance)) for name in called]
    rings = [ring for name, end in calls for ring in _rings(name, end - STOP, faces(name), stance)]
    return el("g", {"class": f"run r{train % COLOURS}"}, *parts, *again, *rings)


def pieces(route: Route) -> Iterator[tuple[str, int, int]]:
    """The track of a route by hex and ends, the lower one first; an end below STOP is the edge that leads on."""
    for (_, left), (name, end) in pairwise(route):
        entered = left if left >= STOP else (left + OPPOSITE) % 6
        yield name, min(entered, end), max(entered, end)


def _rings(name: str, stop: int, face: Face, stance: Stance) -> Iterator[Markup]:
    if stop >= len(face.stops):
        return
    size = slot_size(face) + RING if face.stops[stop].slots else TOWN
    for x, y in slots(face, stop, stance):
        yield el("circle", {"class": "call", "cx": x, "cy": y, "r": size, "transform": _at(name, stance)})


def _at(name: str, stance: Stance) -> str:
    x, y = stance.middle(name)
    return f"translate({number(x)} {number(y)})"
