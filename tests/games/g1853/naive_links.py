"""Which cities of 1853 are joined by track, and what a company may buy, read a second time from 4.3 and 4.8."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.eighteen.tiles import STOP, Face
from tests.games.g1853.naive_track import BESIDE, GAUGES

RICKSHAWS: Final = ("J28", "F14", "R18", "M9")
"""4.3.1c: Calcutta, Delhi, Madras and Bombay, whose stations count as one."""

Place = tuple[str, int, str, bool]
"""A hex, a side or a stop of it, a gauge, and whether one is on the way out over that side."""


def across(faces: dict[str, Face], name: str, side: int) -> tuple[str, int] | None:
    down, right = BESIDE[side]
    other = f"{chr(ord(name[0]) + down)}{int(name[1:]) + right}"
    return (other, (side + 3) % 6) if other in faces else None


def onward(faces: dict[str, Face], place: Place) -> Iterator[Place]:
    """Where passengers get to next: along track of their gauge, to the other gauge and to other stations of a city."""
    name, end, gauge, out = place
    face = faces[name]
    if out:
        beyond = across(faces, name, end)
        if beyond:
            yield *beyond, gauge, False
        return
    for a, b, kind in ((path.a, path.b, path.gauge) for path in face.paths):
        if end in (a, b) and kind in (gauge, "dual"):
            far = a + b - end
            yield name, far, gauge, far < STOP
    if end >= STOP and face.stops[end - STOP].kind != "junction":
        yield from ((name, end, other, False) for other in GAUGES)
        if name in RICKSHAWS:
            yield from ((name, STOP + stop, gauge, False) for stop in range(len(face.stops)))


def joined(faces: dict[str, Face], city: str) -> set[str]:
    """All hexes with a station that passengers of a city get to."""
    todo: list[Place] = [
        (city, STOP + stop, gauge, False) for stop in range(len(faces[city].stops)) for gauge in GAUGES
    ]
    seen = set(todo)
    while todo:
        for place in onward(faces, todo.pop()):
            if place not in seen:
                seen.add(place)
                todo.append(place)
    return {name for name, end, _, _ in seen if end >= STOP and faces[name].stops[end - STOP].kind != "junction"}
