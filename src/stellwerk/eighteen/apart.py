"""Two routes that share no track: where a second one may lead while a first one leads to a tile laid before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.network import Move, Point, Reach, Search, Stations, Terms, joined
from stellwerk.eighteen.tiles import EDGES, Face

Home = tuple[int, int]
"""A station of a company, as hex and stop."""


class Country(NamedTuple):
    """A board as a company meets it; track that was laid in this turn is not on it."""

    hexmap: HexMap
    networks: Sequence[tuple[frozenset[str] | None, Sequence[Face]]]
    """By network its gauges, and its track on each hex."""

    stations: Stations
    company: str
    terms: Terms
    sites: Collection[int]
    """The hexes on which a second tile could be laid at all."""


class Detour(Search):
    """A search from some of the own stations that keeps off some hexsides. It passes the other own ones."""

    def __init__(self, country: Country, network: int, homes: Collection[Home], off: int = 0) -> None:
        hexmap, faces = country.hexmap, country.networks[network][1]
        super().__init__(hexmap, faces, country.stations, country.company, country.terms)
        self.all_homes = self.homes
        self.homes = [home for home in self.homes if home in homes]
        self.stops = set(self.homes)
        self.edges = {hex_: hexmap.open_edges[hex_] for hex_, _ in self.homes}
        self.off = off

    def _cross(self, hex_: int, edge: int, stop: int) -> Iterator[Move]:
        return (move for move in super()._cross(hex_, edge, stop) if not move[1] & self.off)

    def leave(self, home: Home) -> list[tuple[Point, int]]:
        """The points behind a station, each with the hexside that leads there."""
        return [(to, side) for to, side, _ in self._leave(*home)]

    def moves(self, point: Point, used: int) -> list[tuple[Point, int]]:
        """The same from a point on, over hexsides that are not used yet."""
        return [(to, side) for to, side, _ in self._steps(point) if not used & side]

    def hops(self, starts: Collection[Point], goals: Collection[Point]) -> dict[Point, int]:
        """How far it is at least from each point to a goal; points from which none is reached are left out."""
        before: dict[Point, list[Point]] = {}
        queue, met = list(starts), set(starts)
        for point in queue:
            for to, _ in self.moves(point, 0):
                before.setdefault(to, []).append(point)
                if to not in met:
                    met.add(to)
                    queue.append(to)
        far = {goal: 0 for goal in goals if goal in met}
        nearer = list(far)
        for point in nearer:
            for back in before.get(point, ()):
                if back not in far:
                    far[back] = far[point] + 1
                    nearer.append(back)
        return far


def reach_apart(country: Country, hex_: int, face: Face) -> Reach:
    """Where a route may lead whose track a route from another own station to a first tile does not use.

    Each keeps to one network. Neither uses the first tile, which is not on the board; they may meet in stops.
    """
    return _Pairs(country, hex_, face).run()


class _Pairs:
    """All routes to the first tile are tried, short ones first, until no other could let the second lead further."""

    def __init__(self, country: Country, hex_: int, face: Face) -> None:
        self.country, self.hex_ = country, hex_
        self.homes = Detour(country, 0, ()).all_homes
        self.goals = [
            {(hex_, edge) for edge in EDGES if (face if gauges is None else face.on_gauges(gauges)).exits >> edge & 1}
            for gauges, _ in country.networks
        ]
        self.found: list[dict[int, int]] = [{} for _ in country.networks]
        """By network and hex the edges to which a second route leads."""

        self.known: dict[tuple[Home, int], list[dict[int, int]]] = {}

    def run(self) -> Reach:
        for home in self.homes:
            if not self._gains(home, 0):
                continue
            if home[0] == self.hex_:
                self._note(home, 0)
                continue
            for network in range(len(self.country.networks)):
                self._follow(home, network)
        return joined(
            tuple(
                Reach(edges, frozenset(), False, frozenset(edges), gauges=gauges)
                for edges, (gauges, _) in zip(self.found, self.country.networks, strict=True)
            )
        )

    def _follow(self, home: Home, network: int) -> None:
        """Try the routes from one station to the first tile."""
        search = Detour(self.country, network, [home])
        stack = search.leave(home)
        far = search.hops([point for point, _ in stack], self.goals[network])
        while stack:
            point, used = stack.pop()
            if point not in far:
                continue
            if not far[point]:
                self._note(home, used)
                if not self._gains(home, 0):
                    return
                continue
            on = [(to, used | side) for to, side in search.moves(point, used) if to in far]
            if len(on) > 1 and not self._gains(home, used):
                continue
            stack.extend(sorted(on, key=lambda move: -far[move[0]]))

    def _second(self, home: Home, used: int) -> list[dict[int, int]]:
        """By network the edges of sites that other stations reach without the track of a first route."""
        if (home, used) not in self.known:
            others = [other for other in self.homes if other != home]
            self.known[home, used] = [
                {hex_: edges for hex_, edges in reach.edges.items() if hex_ in self.country.sites}
                for reach in (Detour(self.country, network, others, used).run() for network in range(len(self.found)))
            ]
        return self.known[home, used]

    def _gains(self, home: Home, used: int) -> bool:
        """Whether a second route could lead somewhere new beside a first one that has used so much."""
        return any(
            edges & ~found.get(hex_, 0)
            for found, second in zip(self.found, self._second(home, used), strict=True)
            for hex_, edges in second.items()
        )

    def _note(self, home: Home, used: int) -> None:
        for found, second in zip(self.found, self._second(home, used), strict=True):
            for hex_, edges in second.items():
                found[hex_] = found.get(hex_, 0) | edges
