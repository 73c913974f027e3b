"""Ways over the board of Railroad Revolution: how far a network is from what a milestone asks for."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final, NamedTuple

from stellwerk.games.railroad_revolution.board import bits
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.tiles import Need

RAIL: Final = 50
"""The work of a rail, in hundredths of a turn."""

TRIANGLE: Final = 13
"""The work that earns the money for a triangle."""

DOLLARS: Final = 7.7
"""The money that a hundredth of a turn earns."""

STATION: Final = 100
MEMORY: Final = 20_000


class Way(NamedTuple):
    """Rails and stations that are missing, and the work of all of it in hundredths of a turn."""

    rails: int
    stations: int
    work: int


NOWHERE: Final = Way(99, 99, 100_000)
ARRIVED: Final = Way(0, 0, 0)


class Ways:
    """Shortest ways on one board, remembered: they depend on nothing but the network."""

    def __init__(self, t: Tables) -> None:
        self.board = t.board
        self.work = [RAIL + TRIANGLE * space.triangles for space in t.board.spaces]
        self.at_city = [
            sum(1 << n for n, ends in enumerate(t.board.touch) if ends >> city & 1)
            for city in range(len(t.board.cities))
        ]
        self._spread: dict[int, tuple[list[int], list[int]]] = {}
        self._ways: dict[tuple[int, int, tuple[Need, ...]], Way] = {}
        self._farthest: dict[int, tuple[int, ...]] = {}

    def spread(self, network: int) -> tuple[list[int], list[int]]:
        """By space the work to get there, and the space before it (-1: the network itself)."""
        known = self._spread.get(network)
        if known is None:
            known = self._spread[network] = self._dijkstra(network)
            _forget(self._spread)
        return known

    def _dijkstra(self, network: int) -> tuple[list[int], list[int]]:
        work, near = self.work, self.board.near
        far = [NOWHERE.work] * len(work)
        before = [-1] * len(work)
        heap: list[tuple[int, int]] = []
        for n in bits(self.board.reached(network)[1]):
            far[n] = work[n]
            heap.append((work[n], n))
        heap.sort()
        while heap:
            cost, n = heappop(heap)
            if cost > far[n]:
                continue
            for other in bits(near[n] & ~network):
                longer = cost + work[other]
                if longer < far[other]:
                    far[other], before[other] = longer, n
                    heappush(heap, (longer, other))
        return far, before

    def join(self, network: int, goals: int) -> int:
        """The network with the easiest way to one of these spaces; the same if there is none."""
        far, before = self.spread(network)
        best = min(bits(goals & ~network), key=far.__getitem__, default=-1)
        if best < 0 or far[best] >= NOWHERE.work:
            return network
        while best >= 0:
            network |= 1 << best
            best = before[best]
        return network

    def to(self, network: int, stations: int, needs: tuple[Need, ...]) -> Way:
        """What is missing for conditions; `stations` are the cities with an own one, as bits."""
        key = (network, stations, needs)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self._way(network, stations, needs)
            _forget(self._ways)
        return known

    def _way(self, network: int, stations: int, needs: tuple[Need, ...]) -> Way:
        grown, build, cost = self.grown(network, stations, needs), 0, 0
        if not grown:
            return NOWHERE
        for need in needs:
            if need.kind == "stations":
                group = self.board.groups.get(need.of, 0)
                missing = max(0, need.least - (stations & group).bit_count())
                build += missing
                price = min((self.board.cities[n].cost for n in bits(group)), default=0)
                cost += missing * (STATION + int(price / DOLLARS))
        new = grown & ~network
        return Way(new.bit_count(), build, cost + sum(self.work[n] for n in bits(new)))

    def grown(self, network: int, stations: int, needs: tuple[Need, ...]) -> int:
        """The network with the rails that conditions ask for; 0 if they cannot be met."""
        for need in sorted(needs, key=lambda need: (need.kind not in ("cities", "stations"), -need.of)):
            while self._lacks(network, stations, need):
                longer = self.join(network, self._goals(network, need))
                if longer == network:
                    return 0
                network = longer
        return network

    def _lacks(self, network: int, stations: int, need: Need) -> bool:
        if need.kind == "deals":
            return (network & self.board.deals).bit_count() < need.least
        if need.kind == "terrain":
            return (network & self.board.terrain.get(need.of, 0)).bit_count() < need.least
        cities = self.board.reached(network)[0]
        if need.kind == "stations":
            cities |= stations
        return (cities & self.board.groups.get(need.of, 0)).bit_count() < need.least

    def _goals(self, network: int, need: Need) -> int:
        """Spaces any of which brings a condition nearer."""
        if need.kind == "deals":
            return self.board.deals
        if need.kind == "terrain":
            return self.board.terrain.get(need.of, 0)
        new = self.board.groups.get(need.of, 0) & ~self.board.reached(network)[0]
        goals = 0
        for city in bits(new):
            goals |= self.at_city[city]
        return goals

    def farthest(self, network: int) -> tuple[int, ...]:
        """The work to connect one more city of the highest group, two more, and so on."""
        known = self._farthest.get(network)
        if known is None:
            group, works, grown = max(self.board.groups), [], network
            need = Need("cities", group, 0)
            while goals := self._goals(grown, need):
                longer = self.join(grown, goals)
                if longer == grown:
                    break
                grown = longer
                works.append(sum(self.work[n] for n in bits(grown & ~network)))
            known = self._farthest[network] = tuple(works)
            _forget(self._farthest)
        return known


def _forget(memory: dict[Any, Any]) -> None:
    if len(memory) > MEMORY:
        memory.clear()
