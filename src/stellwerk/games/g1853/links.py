"""Contracts: which cities are joined by track, and what is still missing.

Passengers change trains in any station, with or without a change of gauge; in cities of several stations they take a
rickshaw from one to the other. On open track and at junctions nobody changes the gauge. Markers do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from stellwerk.core.memo import Memo
from stellwerk.eighteen.joined import joined_stops
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import EDGES, Face
from stellwerk.eighteen.track import Track
from stellwerk.games.g1853.ruleset import rules_of

MOST_KNOWN: Final = 64
"""So many boards are remembered by game: those that are looked at now."""

Tiles: TypeAlias = frozenset[tuple[str, tuple[str, int]]]

Groups: TypeAlias = tuple[frozenset[str], ...]

_known: WeakKeyDictionary[Track, Memo[Tiles, Groups]] = WeakKeyDictionary()


def city_groups(track: Track, s: RailState) -> Groups:
    """The cities of contracts by what track joins, lone ones each in a group of its own."""
    memo, tiles = _memo(track), frozenset(s.tiles.items())
    known = memo.get(tiles)
    return memo.keep(tiles, tuple(_groups(track, track.lying(s)))) if known is None else known


def _memo(track: Track) -> Memo[Tiles, Groups]:
    return _known.setdefault(track, Memo(MOST_KNOWN))


def carry_over(track: Track, before: RailState, s: RailState) -> None:
    """What was joined before new track was laid is all that is joined now, if that track leads nowhere yet."""
    memo = _memo(track)
    known = memo.get(frozenset(before.tiles.items()))
    new = [name for name, tile in s.tiles.items() if before.tiles.get(name) != tile]
    if known is not None and not any(_may_join(track, s, name) for name in new):
        memo.keep(frozenset(s.tiles.items()), known)


def _may_join(track: Track, s: RailState, name: str) -> bool:
    """Whether track of a hex may join anything: it needs two ways out; with a stop one, as one may turn round there."""
    lying, hexmap = track.lying(s), track.rules.hexmap
    hex_ = hexmap.number[name]
    exits, near = lying[hex_].exits, hexmap.neighbours[hex_]
    ways = sum(
        exits >> edge & 1 and near[edge] >= 0 and lying[near[edge]].exits >> (edge + 3) % 6 & 1 for edge in EDGES
    )
    return ways > (0 if lying[hex_].stops else 1)


def _groups(track: Track, lying: Sequence[Face]) -> Iterator[frozenset[str]]:
    rules, hexes = rules_of(track.rules), track.rules.hexmap.hexes
    cities = rules.contracts.cities.keys()
    for group in joined_stops(track.rules.hexmap, lying, rules.routes.whole, rules.routes.junctions, cities):
        names = cities & {hexes[hex_].name for hex_, _ in group}
        if names:
            yield frozenset(names)


def linked(track: Track, s: RailState, hexes: Iterable[str]) -> bool:
    """Whether all of these cities are joined."""
    return len(missing(track, s, hexes)) <= 1


def missing(track: Track, s: RailState, hexes: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The cities of a note in groups that hang together; as soon as there is only one it is fulfilled."""
    note, groups = tuple(dict.fromkeys(hexes)), city_groups(track, s)
    parts = {tuple(name for name in note if name in group) for group in groups}
    return tuple(sorted((part for part in parts if part), key=lambda part: note.index(part[0])))
