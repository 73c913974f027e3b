"""A random map for scenario C: the land of the printed board with cities, towns and terrain dealt out anew.

Homes, hexes of privates, grey and red hexes, lakes and the shape of the board stay: every rule of the book keeps its
meaning. A map is told by its number and the same on every machine. It is fairer than the printed board: the poorest
placed railroad has better prospects, compared with the luckiest. And it is playable: every railroad finds two stops as
easily as the worst placed one does there, and cities crowd no more.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final

from stellwerk.core.errors import DataError
from stellwerk.eighteen.hexmap import HexMap, read_map
from stellwerk.eighteen.tiles import Stop

LAND: Final = frozenset({"white", "yellow"})
CONTENTS: Final = ("kind", "label", "later_label", "stops")
"""What goes together from hex to hex; terrain is dealt out apart from it."""

WORTH: Final = {"city": 20, "town": 10}
"""What a stop is taken to earn that prints nothing yet."""

FAR: Final = 5.0
"""Effort beyond which a stop is no prospect: hexes of track, and one more for each $80 of terrain."""

FAIR: Final = 0.45
"""How good the poorest prospects are at least, compared with the best; on the printed board it is a quarter."""

ALL_EDGES: Final = 0b111111
SWAPS: Final = 400
"""Changes that are tried on a deal before another one is made."""

DEALS: Final = 100


@dataclass(frozen=True)
class Land:
    """A board with something on each hex, judged: what the railroads may hope for from their homes."""

    board: HexMap
    homes: tuple[int, ...]
    worth: tuple[float, ...]
    cost: tuple[int, ...]
    cities: frozenset[int]

    @cached_property
    def reached(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        """By home the effort and the worth of each hex with stops that its track may reach, the easiest first."""
        return tuple(tuple(self._efforts(home)) for home in self.homes)

    @cached_property
    def fairness(self) -> float:
        """The poorest prospects compared with the best: the nearer a stop, the more it is worth."""
        prospects = [sum(worth / effort for effort, worth in found) for found in self.reached]
        return min(prospects) / max(prospects)

    @cached_property
    def hardship(self) -> float:
        """The most effort that some home needs to reach a second stop."""
        return max(found[1][0] if len(found) > 1 else 2 * FAR for found in self.reached)

    @cached_property
    def crowding(self) -> int:
        """How many pairs of neighbours both have cities."""
        near = self.board.neighbours
        return sum(other > number for number in self.cities for other in near[number] if other in self.cities)

    def lacks(self, model: Land) -> float:
        """How far it falls short of another one; 0 where it is as easy and as roomy, and fair enough."""
        return (
            max(0.0, FAIR - self.fairness)
            + max(0.0, self.hardship - model.hardship)
            + max(0, self.crowding - model.crowding)
        )

    def _efforts(self, home: int) -> Iterator[tuple[float, float]]:
        board, done = self.board, set[int]()
        ways = [(0.0, home)]
        while ways:
            effort, number = heapq.heappop(ways)
            if number in done:
                continue
            done.add(number)
            hex_ = board.hexes[number]
            if number != home and self.worth[number]:
                yield effort, self.worth[number]
            if hex_.kind == "red":
                continue
            leaves = hex_.face.exits if hex_.fixed else ALL_EDGES
            for edge, other in enumerate(board.neighbours[number]):
                if (leaves & board.open_edges[number]) >> edge & 1:
                    further = effort + 1 + self.cost[other] / 80
                    if further <= FAR:
                        heapq.heappush(ways, (further, other))


def judged(board: HexMap, homes: Iterable[str]) -> Land:
    """What a board offers."""
    return Land(
        board,
        tuple(board.number[home] for home in homes),
        tuple(_worth(hex_.face.stops) for hex_ in board.hexes),
        tuple(hex_.cost for hex_ in board.hexes),
        frozenset(hex_.number for hex_ in board.hexes if any(stop.kind == "city" for stop in hex_.face.stops)),
    )


def _worth(stops: Iterable[Stop]) -> float:
    return sum(max(sum(stop.revenue) / len(stop.revenue), WORTH.get(stop.kind, 0)) for stop in stops)


def random_map(data: Mapping[str, Any], homes: Iterable[str], kept: Iterable[str], number: int) -> HexMap:
    """The map of a number. `kept` names further hexes that stay as they are."""
    printed = read_map(data)
    model = judged(printed, homes)
    fixed = {*model.homes, *(printed.number[name] for name in kept)}
    free = [hex_.number for hex_ in printed.hexes if hex_.kind in LAND and hex_.number not in fixed]
    rng = Random(number)
    for _ in range(DEALS):
        dealt = _mended(rng, model, free)
        if dealt:
            return _board(data, printed, free, *dealt)
    raise DataError("map.toml", f"no fair map was found in {DEALS} deals")


def _mended(rng: Random, model: Land, free: list[int]) -> tuple[list[int], list[int]] | None:
    """A deal: by place the hex whose stops, and the hex whose terrain lies there now.

    It is changed until it is good enough; None where that takes too long.
    """
    stops, grounds = list(free), list(free)
    rng.shuffle(stops)
    rng.shuffle(grounds)
    land = _land(model, free, stops, grounds)
    for _ in range(SWAPS):
        if not land.lacks(model):
            return stops, grounds
        pile = stops if rng.random() < 0.5 else grounds
        a, b = int(rng.random() * len(free)), int(rng.random() * len(free))
        pile[a], pile[b] = pile[b], pile[a]
        changed = _land(model, free, stops, grounds)
        if changed.lacks(model) <= land.lacks(model):
            land = changed
        else:
            pile[a], pile[b] = pile[b], pile[a]
    return None


def _land(model: Land, free: list[int], stops: list[int], grounds: list[int]) -> Land:
    worth, cost, cities = list(model.worth), list(model.cost), set(model.cities) - set(free)
    for place, stop, ground in zip(free, stops, grounds, strict=True):
        worth[place], cost[place] = model.worth[stop], model.cost[ground]
        if stop in model.cities:
            cities.add(place)
    return Land(model.board, model.homes, tuple(worth), tuple(cost), frozenset(cities))


def _board(data: Mapping[str, Any], printed: HexMap, free: list[int], stops: list[int], grounds: list[int]) -> HexMap:
    shown = dict(data["hex"])
    names = [hex_.name for hex_ in printed.hexes]
    for place, stop, ground in zip(free, stops, grounds, strict=True):
        entry = {part: data["hex"][names[stop]][part] for part in CONTENTS if part in data["hex"][names[stop]]}
        for part, source in (("terrain", ground), ("impassable", place)):
            if part in data["hex"][names[source]]:
                entry[part] = data["hex"][names[source]][part]
        shown[names[place]] = entry
    return read_map({**data, "hex": shown})
