"""Contracts: which cities are joined by track, and what is still missing.

Passengers change trains in any station, with or without a change of gauge; in cities of several stations they take a
rickshaw from one to the other. On open track and at junctions nobody changes the gauge. Markers do not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
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


class Links(Iterable[frozenset[str]]):
    """The cities of contracts by what track of one board joins, lone ones each in a group of its own.

    Who asks for one city alone does not wait for the others.
    """

    def __init__(self, track: Track, lying: Sequence[Face]) -> None:
        self.rules, self.lying = rules_of(track.rules), tuple(lying)
        self._all: Groups | None = None
        self._of: dict[str, Groups] = {}

    def __iter__(self) -> Iterator[frozenset[str]]:
        if self._all is None:
            self._all = tuple(self._groups(self.rules.contracts.cities))
        return iter(self._all)

    def of(self, city: str) -> Groups:
        """The groups in which one city is: where it has several stations, perhaps more than one."""
        known = self._of.get(city)
        if known is None:
            known = self._of[city] = self._met(city) or tuple(self._groups({city}))
        return known

    def _met(self, city: str) -> Groups:
        """What was found out from another city that is joined to one whose stations all hang together."""
        here = self.lying[self.rules.hexmap.number[city]]
        if len(here.stops) > 1 and city not in self.rules.routes.whole:
            return ()
        return next(((group,) for groups in list(self._of.values()) for group in groups if city in group), ())

    def _groups(self, among: Collection[str]) -> Iterator[frozenset[str]]:
        rules, hexmap = self.rules, self.rules.hexmap
        cities = rules.contracts.cities.keys()
        for group in joined_stops(hexmap, self.lying, rules.routes.whole, rules.routes.junctions, among):
            names = cities & {hexmap.hexes[hex_].name for hex_, _ in group}
            if names:
                yield frozenset(names)


_known: WeakKeyDictionary[Track, Memo[Tiles, Links]] = WeakKeyDictionary()


def city_groups(track: Track, s: RailState) -> Links:
    """What track joins on the board of a position."""
    memo, tiles = _memo(track), frozenset(s.tiles.items())
    known = memo.get(tiles)
    return memo.keep(tiles, Links(track, track.lying(s))) if known is None else known


def _memo(track: Track) -> Memo[Tiles, Links]:
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


def linked(track: Track, s: RailState, hexes: Iterable[str]) -> bool:
    """Whether all of these cities are joined."""
    return len(missing(track, s, hexes)) <= 1


def missing(track: Track, s: RailState, hexes: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The cities of a note in groups that hang together; as soon as there is only one it is fulfilled."""
    note, groups = tuple(dict.fromkeys(hexes)), city_groups(track, s)
    parts = {tuple(name for name in note if name in group) for group in groups}
    return tuple(sorted((part for part in parts if part), key=lambda part: note.index(part[0])))
