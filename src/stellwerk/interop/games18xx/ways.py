"""Routes that are told by hexes alone, as old records of 18xx.games do.

Some list every hex that a train passes, some only those at whose stops it calls. So a list fits a route that calls
at the first hex and at the last, passes all hexes of the list in order, and calls at no hex that is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from stellwerk.core.errors import Malformed
from stellwerk.eighteen.routes import Position
from stellwerk.eighteen.tiles import STOP

MOST_STEPS: Final = 50_000
"""So many hexes and stops are entered at most in the search for one route."""

MOST_WAYS: Final = 200
"""So many ways along the same hexes are kept at most; the shortest come first."""

Way: TypeAlias = tuple[tuple[str, ...], ...]
"""From each stop to the next the hexes that the train passes, both ends included."""


Trail: TypeAlias = tuple[int, tuple[int, ...], int, frozenset[tuple[int, int]]]
"""Track that has not come to a stop yet: its place in the list, its hexes, by which end it goes on, what it crossed."""


class Piece(NamedTuple):
    """Track from a stop to the next: its hexes, where in the list it ends, and at which stop."""

    hexes: tuple[int, ...]
    place: int
    stop: int


def ways_through(position: Position, hexes: Sequence[str]) -> list[Way]:
    """All ways along hexes in this order."""
    unknown = [name for name in hexes if name not in position.hexmap.number]
    if unknown:
        raise Malformed("hexes", f"there is no hex {unknown[0]!r}")
    search = _Search(position, [position.hexmap.number[name] for name in hexes])
    found = dict.fromkeys(islice(search.ways(), MOST_WAYS))
    return sorted(found, key=lambda way: sum(map(len, way)))


class _Search:
    def __init__(self, position: Position, hexes: list[int]) -> None:
        self.position, self.hexes = position, hexes
        self.left = MOST_STEPS
        self.known: dict[tuple[int, int], list[Piece]] = {}

    def ways(self) -> Iterator[Way]:
        for stop in self._stops(self.hexes[0]):
            yield from self._onward(0, stop, (), frozenset({(self.hexes[0], stop)}))

    def _stops(self, hex_: int) -> range:
        return range(STOP, len(self.position.faces[hex_].onward))

    def _onward(self, place: int, stop: int, way: Way, called: frozenset[tuple[int, int]]) -> Iterator[Way]:
        """All ways from a stop on to the end of the list; no stop is called at twice."""
        self.left -= 1
        if place == len(self.hexes) - 1 and way:
            yield way
        if self.left < 0:
            return
        for piece in self._pieces(place, stop):
            end = (piece.hexes[-1], piece.stop)
            if end not in called:
                names = tuple(self.position.hexmap.hexes[hex_].name for hex_ in piece.hexes)
                yield from self._onward(piece.place, piece.stop, (*way, names), called | {end})

    def _pieces(self, place: int, stop: int) -> list[Piece]:
        if (place, stop) not in self.known:
            self.known[place, stop] = list(self._track(place, stop))
        return self.known[place, stop]

    def _track(self, place: int, stop: int) -> Iterator[Piece]:
        """All track from a stop to a next one that the list admits."""
        hex_ = self.hexes[place]
        ends = self.position.faces[hex_].onward[stop]
        stack: list[Trail] = [(place, (hex_,), to, frozenset()) for to in ends]
        while stack and self.left > 0:
            self.left -= 1
            at, passed, end, crossed = stack.pop()
            if end >= STOP:
                if self.hexes[at] == passed[-1] and (len(passed) > 1 or end != stop):
                    yield Piece(passed, at, end)
                continue
            out = self.position.beyond((passed[-1], end))
            if out is None or (passed[-1], end) in crossed:
                continue
            listed = at + 1 < len(self.hexes) and self.hexes[at + 1] == out[0]
            stack.extend(
                (reached, (*passed, out[0]), to, crossed | {(passed[-1], end), out})
                for reached in ((at, at + 1) if listed else (at,))
                for to in self.position.faces[out[0]].onward[out[1]]
            )
