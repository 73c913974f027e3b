"""What is reached after a tile or a marker has been laid, gone on with from what was reached before.

Tiles keep old track, so nearly every change adds ways: those that were found stay, and only what begins at the hexes
that have changed is followed. Where something was taken away, all track is followed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.network import Move, Reach, Stations, Terms, Trace, shut_at
from stellwerk.eighteen.search import Place, Queue, Search, Start, Ways, odd_hexes, way_to, ways_of
from stellwerk.eighteen.tiles import STOP, Face


class Gain(NamedTuple):
    """What a hex offers that it did not offer before, with the ends at which; `lost` where it took something away."""

    ends: Sequence[tuple[int, Sequence[Move], Sequence[Place]]] = ()
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
    found = _gains(known, changed, hexmap, lying, stations, company, terms)
    trace = known.trace
    if found is None or trace is None:
        return None
    gains, shut = found
    if not (gains or trace.doubt):
        same = Trace(lying, stations, trace.homes, shut, trace.came, (), tried=False)
        return Reach(known.edges, known.stops, known.route, known.hexes, gauges=known.gauges, trace=same, grown=True)
    search, queue = Search.resumed(hexmap, lying, stations, terms, known, trace, shut), list[Start]()
    for hex_, gain in gains:
        _begin(search, queue, hex_, gain)
    return search.go_on(queue, trace.doubt, known.gauges, known)


def is_kept(
    known: Reach,
    changed: Iterable[int],
    hexmap: HexMap,
    lying: Sequence[Face],
    stations: Stations,
    company: str,
    terms: Terms,
) -> bool:
    """Whether all that a company reached is still reached after changes on some hexes, as far as is told at once."""
    return _gains(known, changed, hexmap, lying, stations, company, terms) is not None


def _gains(
    known: Reach,
    changed: Iterable[int],
    hexmap: HexMap,
    lying: Sequence[Face],
    stations: Stations,
    company: str,
    terms: Terms,
) -> tuple[list[tuple[int, Gain]], dict[int, int]] | None:
    """What the hexes that have changed offer anew, and which stops are shut now; None where something was lost."""
    trace = known.trace
    if trace is None or trace.tried:
        return None
    shut = trace.shut
    if stations is not trace.stations:
        changed, shut = [*changed], dict(shut)
        if not _heed_markers(trace, hexmap, lying, stations, company, changed, shut):
            return None
    gains, odd = list[tuple[int, Gain]](), odd_hexes(hexmap, terms)
    for hex_ in known.hexes.intersection(changed):
        before, after = (trace.lying[hex_], trace.shut.get(hex_, 0)), (lying[hex_], shut.get(hex_, 0))
        gain = gained(hexmap, hex_, before, after)
        if gain.lost or (odd and hex_ in odd):
            return None
        if gain.ends:
            gains.append((hex_, gain))
    return gains, shut


def _heed_markers(
    trace: Trace,
    hexmap: HexMap,
    lying: Sequence[Face],
    stations: Stations,
    company: str,
    changed: list[int],
    shut: dict[int, int],
) -> bool:
    """Note what markers shut that have come or moved since, and on which hexes; False where own ones have."""
    before = trace.stations
    if not before.keys() <= stations.keys():
        return False
    for name, stops in stations.items():
        if before.get(name) is not stops:
            hex_ = hexmap.number[name]
            own, shut_here = shut_at(lying[hex_], stops, company)
            if own != [stop for home, stop in trace.homes if home == hex_]:
                return False
            changed.append(hex_)
            if shut_here:
                shut[hex_] = shut_here
            else:
                shut.pop(hex_, None)
    return True


def _begin(search: Search, queue: Queue, hex_: int, gain: Gain) -> None:
    """Begin with what a hex offers anew to who comes in or starts there."""
    for end, steps, places in gain.ends:
        point = (hex_, end)
        if end >= STOP:
            if steps and (hex_, end - STOP) in search.homes:
                queue.append((point, 0, 0, steps))
        elif point in search.came and (steps or places):
            sides, stops = way_to(search.came, point)
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
    ends: list[tuple[int, Sequence[Move], Sequence[Place]]] = []
    for end, (steps, _, places) in enumerate(after):
        if end < len(before):
            old_steps, _, old_places = before[end]
            if not (set(old_steps) <= set(steps) and set(old_places) <= set(places)):
                return LOST
            steps = [step for step in steps if step not in old_steps]  # noqa: PLW2901
            places = [place for place in places if place not in old_places]  # noqa: PLW2901
        if steps or places:
            ends.append((end, steps, places))
    return Gain(ends) if ends else NOTHING
