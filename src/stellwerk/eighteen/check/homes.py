"""Companies and privates on the board: homes with cities that have room, and hexes of privates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from stellwerk.eighteen.check.names import all_hexes, tables
from stellwerk.eighteen.forms import PIECES


def problems(pieces: Mapping[str, Any], boards: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Every home has the stops that a company may choose, and a place for the marker of each whose home it is."""
    hexes: dict[str, list[Any]] = defaultdict(list)
    for _, name, entry in chain.from_iterable(map(all_hexes, boards)):
        hexes[name].append(entry.get("stops", ()))
    kept: dict[str, list[str]] = defaultdict(list)
    for name, entry in tables(pieces, "companies").items():
        place = f"{PIECES}: companies.{name}"
        home, second = entry.get("home", ""), entry.get("second_home", "")
        if home and not second:
            kept[home].append(name)
        if second and not home:
            yield f"{place}: second_home means nothing without a home"
        if home and not entry.get("markers"):
            yield f"{place}: markers: a company with a home has at least one"
        for stop in entry.get("stops", [0]) if home else ():
            yield from (f"{place}: {fault}" for fault in _stop_faults(home, stop, hexes[home]))
        if second:
            yield from (f"{place}: {fault}" for fault in _stop_faults(second, 0, hexes[second]))
    for home, names in kept.items():
        slots = max((sum(stop.get("slots", 0) for stop in stops) for stops in hexes[home]), default=0)
        if slots and slots < len(names):
            said = f"but has {slots} slot{'s' * (slots > 1)}"
            yield f"{PIECES}: companies: {home} is the home of {', '.join(names)}, {said}"


def _stop_faults(home: str, stop: int, prints: list[Any]) -> Iterator[str]:
    """What is wrong with a stop on every print of a hex, of the board and of plates."""
    if all(stop >= len(stops) for stops in prints):
        yield f"there is no stop {stop} on {home}"
    elif not any(stop < len(stops) and stops[stop].get("slots") for stops in prints):
        yield f"stop {stop} on {home} has no slot for a marker"
