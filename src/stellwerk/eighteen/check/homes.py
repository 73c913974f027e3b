"""Companies on the board: homes that exist, with cities that have room or, for a marker, none at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from stellwerk.eighteen.check.names import all_hexes, tables
from stellwerk.eighteen.forms import PIECES


def problems(pieces: Mapping[str, Any], boards: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Every home has the stops that a company may choose, and a place for the marker of each whose home it is.

    A home without a city says whose marker lies there.
    """
    hexes: dict[str, list[Any]] = defaultdict(list)
    for _, name, entry in chain.from_iterable(map(all_hexes, boards)):
        hexes[name].append(entry)
    kept: dict[str, list[str]] = defaultdict(list)
    for name, entry in tables(pieces, "companies").items():
        place = f"{PIECES}: companies.{name}"
        home, second, others = entry.get("home", ""), entry.get("second_home", ""), entry.get("other_homes", [])
        if home and not second and not others:
            kept[home].append(name)
        if second and not home:
            yield f"{place}: second_home means nothing without a home"
        if home and not entry.get("markers"):
            yield f"{place}: markers: a company with a home has at least one"
        chosen = [(home, stop) for stop in entry.get("stops", [0]) if home] + [(other, 0) for other in others]
        for where, stop in [*chosen, (second, 0)] if second else chosen:
            yield from (f"{place}: {fault}" for fault in stop_faults(name, where, stop, hexes[where]))
        yield from (f"{place}: {fault}" for fault in _choice_faults(home, others, entry))
    for home, names in kept.items():
        slots = max((sum(stop.get("slots", 0) for stop in hex_.get("stops", ())) for hex_ in hexes[home]), default=0)
        if slots and slots < len(names):
            said = f"but has {slots} slot{'s' * (slots > 1)}"
            yield f"{PIECES}: companies: {home} is the home of {', '.join(names)}, {said}"


def stop_faults(company: str, home: str, stop: int, prints: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What is wrong with a stop on every print of a home, of the board and of plates."""
    if any(not hex_.get("stops") and company in hex_.get("heralds", ()) for hex_ in prints):
        return
    stops = [hex_.get("stops", ()) for hex_ in prints]
    if all(stop >= len(some) for some in stops):
        yield f"there is no stop {stop} on {home}"
    elif not any(stop < len(some) and some[stop].get("slots") for some in stops):
        yield f"stop {stop} on {home} has no slot for a marker"


def _choice_faults(home: str, others: list[str], entry: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with homes among which a company chooses."""
    if others and not home:
        yield "other_homes mean nothing without a home"
    for name in sorted({name for name in (home, *others) if [home, *others].count(name) > 1}):
        yield f"{name} stands twice among its homes"
    if others and entry.get("second_home"):
        yield "a company with a second_home has no other_homes"
    closed = entry.get("closed_home", "")
    if closed and (not others or closed not in (home, *others)):
        yield f"closed_home: {closed} is not one of several homes"
