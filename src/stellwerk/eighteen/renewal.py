"""What is reached after a tile or a marker has been laid, gone on with from what was reached before.

Tiles keep old track, so nearly every change adds ways: those that were found stay, and only what begins at the hexes
that have changed is followed. Where something was taken away, all track is followed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.network import Move, Reach, Stations, Terms, Trace, shut_at
from stellwerk.eighteen.search import Place, Queue, Search, Ways, ways_of
from stellwerk.eighteen.tiles import STOP, Face


class Gain(NamedTuple):
    """What a hex offers by end that it did not offer before; `lost` where it has taken something away."""

    ends: Sequence[tuple[Sequence[Move], Sequence[Place]]] = ()
    lost: bool = False


NOTHING: Final = Gain()
LOST: Final = Gain(lost=True)


def renewed(
    known: Reach,
    changed: Iterable[int],
    hexmap: HexMap,
    lying: Sequence[Face],
    stations: Stations,
    company: str,
    terms: Terms,
) -> Reach | None:
    """What a company reaches now, after changes on some hexes; None where all track must be followed anew."""
    trace = known.trace
    if trace is None or trace.tried:
        return None
    search = Search.resumed(hexmap, lying, stations, terms, known, trace)
    marked = _heed_markers(search, trace, company) if stations is not trace.stations else ()
    if marked is None:
        return None
    queue: Queue = []
    for hex_ in known.hexes.intersection((*changed, *marked)):
        before, after = (trace.lying[hex_], trace.shut.get(hex_, 0)), (lying[hex_], search.shut.get(hex_, 0))
        gain = gained(hexmap, hex_, before, after)
        if gain.lost or hex_ in search.odd:
            return None
        _begin(search, queue, hex_, gain)
    return search.go_on(queue, trace.doubt, known.gauges, grown=True)


def _heed_markers(search: Search, trace: Trace, company: str) -> Sequence[int] | None:
    """Note what markers shut that have come or moved since, and on which hexes; None where own ones have."""
    stations, before = search.stations, trace.stations
    if not before.keys() <= stations.keys():
        return None
    marked: list[int] = []
    for name, stops in stations.items():
        if before.get(name) is not stops:
            hex_ = search.hexmap.number[name]
            own, shut = shut_at(search.lying[hex_], stops, company)
            if own != [stop for home, stop in trace.homes if home == hex_]:
                return None
            marked.append(hex_)
            if shut:
                search.shut[hex_] = shut
            else:
                search.shut.pop(hex_, None)
    return marked


def _begin(search: Search, queue: Queue, hex_: int, gain: Gain) -> None:
    """Begin with what a hex offers anew to who comes in or starts there."""
    for end, (steps, places) in enumerate(gain.ends):
        point = (hex_, end)
        if end >= STOP:
            if steps and (hex_, end - STOP) in search.homes:
                queue.append((point, 0, 0, steps))
        elif point in search.came and (steps or places):
            sides, stops = search.way_to(point)
            queue.append((point, sides, stops, steps))
            for place, bit, bare in places:
                search.stops.add(place)
                search.route = search.route or not (bare or stops & bit)


def gained(hexmap: HexMap, hex_: int, before: tuple[Face, int], after: tuple[Face, int]) -> Gain:
    """What a hex gains when a face and what is shut on it change; worked out once for each."""
    if before == after:
        return NOTHING
    known: Gain | None = hexmap.gains[hex_].get((before, after))
    if known is None:
        known = hexmap.gains[hex_][before, after] = _gained(
            ways_of(hexmap, hex_, *before), ways_of(hexmap, hex_, *after)
        )
    return known


def _gained(before: Sequence[Ways], after: Sequence[Ways]) -> Gain:
    if len(after) < len(before):
        return LOST
    ends: list[tuple[Sequence[Move], Sequence[Place]]] = []
    for (old_steps, _, old_places), (steps, _, places) in zip(before, after, strict=False):
        if not (set(old_steps) <= set(steps) and set(old_places) <= set(places)):
            return LOST
        ends.append(
            (
                [step for step in steps if step not in old_steps],
                [place for place in places if place not in old_places],
            )
        )
    ends += [(steps, places) for steps, _, places in after[len(before) :]]
    return Gain(ends) if any(steps or places for steps, places in ends) else NOTHING
