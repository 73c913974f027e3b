"""The map of Paris Connection once more, laid out so that a whole set of spaces finds its neighbours by six shifts."""

from __future__ import annotations

from typing import Final, NamedTuple

from stellwerk.games.paris.board import Board, bits, place_of

FARTHEST: Final = 6
"""Cities farther away than this promise nothing."""

DECAY: Final = 0.72
"""What is left of a promise with each locomotive that is still to be built."""

LONGEST: Final = 5
"""The most locomotives of a build."""


class Way(NamedTuple):
    """A good build of a colour as things stand, and all spaces that were looked at to find it."""

    spaces: int
    earned: int
    length: int
    seen: int
    marseille: int
    """How many locomotives reach Marseille; 0 if none do."""

    before: float
    """What the cities in reach promise the colour as it stands, and after this build."""

    after: float


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

    def way(self, own: int, edge: int, free: int, most: int) -> Way:
        """From city to city, always the one that brings most for each locomotive; Marseille is left out."""
        marseille = self._to_marseille(edge, free, most) if own & self.south else 0
        free &= ~self.marseille
        before = self.promise(edge, free)
        spaces = earned = 0
        seen = self.south if own & self.south else 0
        left = most
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
            earned += value
        after = self.promise(edge, free) if spaces else before
        return Way(spaces, earned, most - left, seen, marseille, before, after)

    def promise(self, edge: int, free: int) -> float:
        """The free cities that a line may come to, each the less the more locomotives lie before it."""
        total, chance = 0.0, 1.0
        layer, cities = edge & free, self.cities
        for _ in range(FARTHEST):
            if not layer:
                break
            chance *= DECAY
            if layer & cities:
                for value, mask in self.hoped:
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
        way = at = goal
        for n in range(distance - 2, -1, -1):
            at = self.border(at) & layers[n]
            at &= -at
            way |= at
        return way

    def _to_marseille(self, edge: int, free: int, most: int) -> int:
        layer = edge & free
        for length in range(1, most + 1):
            if layer & self.marseille:
                return length
            free &= ~layer
            layer = self.border(layer) & free
            if not layer:
                break
        return 0


_GROUNDS: dict[int, tuple[Board, Ground]] = {}


def ground_of(board: Board) -> Ground:
    """The ground of a board is laid out once for all games that are played on it."""
    known = _GROUNDS.get(id(board))
    if known is None or known[0] is not board:
        known = _GROUNDS[id(board)] = board, Ground(board)
    return known[1]
