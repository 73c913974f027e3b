"""The map of Paris Connection once more, laid out so that a whole set of spaces finds its neighbours by six shifts."""

from __future__ import annotations

from typing import Final, NamedTuple

from stellwerk.core.memo import Memo
from stellwerk.games.paris.board import Board, bits, place_of

FARTHEST: Final = 6
"""Cities farther away than this promise nothing."""

DECAY: Final = 0.72
"""What is left of a promise with each locomotive that is still to be built."""

LONGEST: Final = 5
"""The most locomotives of a build."""

MOST_WAYS: Final = 16_384
"""So many ways are remembered."""


class Way(NamedTuple):
    """A good build of a colour as things stand, and all spaces that were looked at to find it."""

    spaces: int
    earned: int
    length: int
    seen: int
    ends: tuple[int, ...]
    """What a build that reaches Marseille can bring the colour, least and most; nothing if none reaches it."""

    before: float
    """What the cities in reach promise the colour as it stands, and after this build."""

    after: float
    least: int
    """The build that brings the colour least, of those that come to a city; all of it where there is but one."""

    least_earned: int


class Ground:
    """Spaces are bits by row and slanting column; a shift of those from which it leads to a neighbour is a step."""

    def __init__(self, board: Board) -> None:
        places = [place_of(space) for space in board.spaces]
        slants = [(column - row) // 2 for row, column in places]
        low = min(slants)
        self.width = width = max(slants) - low + 2
        self.bit = [1 << row * width + slant - low for (row, _), slant in zip(places, slants, strict=True)]
        number = {bit.bit_length() - 1: n for n, bit in enumerate(self.bit)}
        steps = (1, width, width - 1)
        self.masks = [self._from(board, number, step) for step in (*steps, *(-step for step in steps))]
        self.cities = self.of(board.cities)
        self.landscape = self.of(board.landscape)
        self.marseille = self.bit[board.number[board.marseille]]
        worth: dict[int, int] = {}
        for space, value in board.value.items():
            worth[value] = worth.get(value, 0) | self.bit[board.number[space]]
        self.worth = sorted(worth.items(), reverse=True)
        self.hoped = [(value, mask & ~self.marseille) for value, mask in self.worth if mask & ~self.marseille]
        self.best = max(value for value, _ in self.hoped)
        self._ways: Memo[tuple[int, int, int], Way] = Memo(MOST_WAYS)
        self.south = self.marseille
        for _ in range(LONGEST - 1):
            self.south |= self.border(self.south)

    def _from(self, board: Board, number: dict[int, int], step: int) -> int:
        """All spaces from which this step leads to a neighbour."""
        mask = 0
        for at, n in number.items():
            to = number.get(at + step)
            if to is not None and board.near[n] >> to & 1:
                mask |= 1 << at
        return mask

    def of(self, spaces: int) -> int:
        """Spaces of the board, here."""
        return sum(self.bit[n] for n in bits(spaces))

    def border(self, spaces: int) -> int:
        """All neighbours of a set of spaces."""
        width = self.width
        a, b, c, d, e, f = self.masks
        return (
            (spaces & a) << 1
            | (spaces & b) << width
            | (spaces & c) << width - 1
            | (spaces & d) >> 1
            | (spaces & e) >> width
            | (spaces & f) >> width - 1
        )

    def gain(self, spaces: int) -> int:
        """What locomotives on these spaces add to a value."""
        if not spaces & self.cities:
            return 0
        return sum([value * (spaces & mask).bit_count() for value, mask in self.worth])

    def known_way(self, own: int, edge: int, free: int, most: int) -> Way:
        """A way, looked up if it can be: games played on from one position come to the same places again and again."""
        asked = own, free, most
        way = self._ways.get(asked)
        return self._ways.keep(asked, self.way(own, edge, free, most)) if way is None else way

    def way(self, own: int, edge: int, free: int, most: int) -> Way:
        """From city to city, first the one that brings most for each locomotive or most of all, whichever earns more.

        What is left of the build goes towards the nearest city, however far; that may be Marseille, but not into it.
        """
        ends = self._ends(edge, free, most) if own & self.south else ()
        before = self.promise(edge, free)
        open_end = free & self.marseille
        free ^= open_end
        seen = self.south if own & self.south else 0
        layers = self._layers(edge, free, most)
        for layer in layers:
            seen |= layer
        spaces = earned = least = least_earned = 0
        left = most
        for distance, goal in self._first(layers):
            first = self._traced(layers, distance, goal)
            value = self.gain(first)
            more, worth, rest, looked = self._chain(edge | self.border(first), free & ~first, most - distance)
            seen |= looked
            if not least or value < least_earned:
                least, least_earned = first, value
            if value + worth > earned:
                spaces, earned, left = first | more, value + worth, rest
        if left:
            further, looked = self._towards(edge | self.border(spaces), (free | open_end) & ~spaces, left)
            seen |= looked
            spaces |= further
            least = least or further
            left -= further.bit_count()
        after = self.promise(edge | self.border(spaces), (free | open_end) & ~spaces) if spaces else before
        return Way(spaces, earned, most - left, seen, ends, before, after, least, least_earned)

    def _layers(self, edge: int, free: int, most: int) -> list[int]:
        """What each further locomotive can come to."""
        layers: list[int] = []
        layer = edge & free
        while layer and len(layers) < most:
            layers.append(layer)
            free &= ~layer
            layer = self.border(layer) & free
        return layers

    def _first(self, layers: list[int]) -> list[tuple[int, int]]:
        """Two cities to begin with, or the one that is both: distance and space."""
        rate, top = 0.0, 0
        by_rate = by_value = (0, 0)
        for length, layer in enumerate(layers, 1):
            if layer & self.cities:
                for value, mask in self.hoped:
                    if goal := layer & mask:
                        if value / length > rate:
                            rate, by_rate = value / length, (length, goal & -goal)
                        if value > top:
                            top, by_value = value, (length, goal & -goal)
                        break
        if not top:
            return []
        return [by_rate] if by_rate == by_value else [by_rate, by_value]

    def _chain(self, edge: int, free: int, left: int) -> tuple[int, int, int, int]:
        """From city to city, always the one that brings most for each locomotive: spaces, value, rest, looked at."""
        spaces = earned = seen = 0
        while left:
            layers, distance, goal, value = self._nearest(edge, free, left)
            for layer in layers:
                seen |= layer
            if not goal:
                break
            way = self._traced(layers, distance, goal)
            spaces |= way
            free &= ~way
            edge |= self.border(way)
            left -= distance
            earned += self.gain(way) if distance > 1 else value
        return spaces, earned, left, seen

    def _towards(self, edge: int, free: int, most: int) -> tuple[int, int]:
        """The first part of a way to the nearest city, however far, and what was looked at; or a step anywhere."""
        layers: list[int] = []
        layer, seen = edge & free, 0
        while layer:
            layers.append(layer)
            seen |= layer
            if layer & self.cities:
                break
            free &= ~layer
            layer = self.border(layer) & free
        if not layers:
            return 0, seen
        if not layer:
            return layers[0] & -layers[0], seen
        goal = layer & self.cities
        at = goal & -goal
        way = at if len(layers) <= most else 0
        for n in range(len(layers) - 2, -1, -1):
            at = self.border(at) & layers[n]
            at &= -at
            if n < most:
                way |= at
        return way & ~self.marseille, seen

    def promise(self, edge: int, free: int) -> float:
        """The free cities that a line may come to, each the less the more locomotives lie before it."""
        total, chance = 0.0, 1.0
        layer, cities = edge & free, self.cities
        for _ in range(FARTHEST):
            if not layer:
                break
            chance *= DECAY
            if layer & cities:
                for value, mask in self.worth:
                    total += chance * value * (layer & mask).bit_count()
            free &= ~layer
            layer = self.border(layer) & free
        return total

    def _nearest(self, edge: int, free: int, left: int) -> tuple[list[int], int, int, int]:
        layers: list[int] = []
        distance = goal = worth = 0
        rate = 0.0
        layer, cities = edge & free, self.cities
        for length in range(1, left + 1):
            if not layer:
                break
            layers.append(layer)
            if layer & cities:
                for value, mask in self.hoped:
                    if layer & mask:
                        if value / length > rate:
                            rate, distance, goal, worth = value / length, length, layer & mask, value
                        break
            if rate * (length + 1) >= self.best:
                break
            free &= ~layer
            layer = self.border(layer) & free
        return layers, distance, goal & -goal, worth

    def _traced(self, layers: list[int], distance: int, goal: int) -> int:
        """A shortest way to a space, through cities where it can."""
        way = at = goal
        for n in range(distance - 2, -1, -1):
            at = self.border(at) & layers[n]
            at = at & self.cities or at
            at &= -at
            way |= at
        return way

    def _ends(self, edge: int, free: int, most: int) -> tuple[int, ...]:
        """What builds that reach Marseille bring: the shortest way, and with what cities are left besides."""
        layers: list[int] = []
        layer, open_to = edge & free, free
        while layer and len(layers) < most:
            layers.append(layer)
            if layer & self.marseille:
                break
            open_to &= ~layer
            layer = self.border(layer) & open_to
        else:
            return ()
        way = self._traced(layers, len(layers), self.marseille)
        direct = self.gain(way)
        _, more, _, _ = self._chain(edge | self.border(way & ~self.marseille), free & ~way, most - len(layers))
        more += direct
        return (direct, more) if more > direct else (direct,)


_GROUNDS: dict[int, tuple[Board, Ground]] = {}


def ground_of(board: Board) -> Ground:
    """The ground of a board is laid out once for all games that are played on it."""
    known = _GROUNDS.get(id(board))
    if known is None or known[0] is not board:
        known = _GROUNDS[id(board)] = board, Ground(board)
    return known[1]
