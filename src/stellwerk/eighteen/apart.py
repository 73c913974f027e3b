"""Two routes that share no track: where a second one may lead while a first one leads to a tile laid before."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from typing import Final, NamedTuple

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.network import Move, Point, Reach, Stations, Terms, joined
from stellwerk.eighteen.search import Search
from stellwerk.eighteen.tiles import EDGES, Face

MOST_TRIES: Final = 400
"""How many first routes, or parts of one, are looked at before what has been found must do."""

NO_WAY: Final = (0, 0)

Home = tuple[int, int]
"""A station of a company, as hex and stop."""

Option = tuple[Point, int]
"""A point to go on to, and the hexsides crossed on the way there."""

Goal = tuple[int, Point]
"""A point in a network."""


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
    """A search from some of the own stations that keeps off some hexsides. It passes the other own ones.

    It tells only to which edges of sites it leads.
    """

    def __init__(self, country: Country, network: int, homes: Collection[Home]) -> None:
        hexmap, faces = country.hexmap, country.networks[network][1]
        super().__init__(hexmap, faces, country.stations, country.company, country.terms)
        self.sites = country.sites
        self.all_homes = self.homes
        self.homes = [home for home in self.homes if home in homes]
        for hex_, stop in self.all_homes:
            if (hex_, stop) not in homes and (hex_, stop) != self.herald:
                self.shut[hex_] &= ~(1 << stop)
        self.off = 0
        self.ways: dict[Point, tuple[int, int]] = {}
        """By point the hexsides and stops of a way there, where the first one found leads there."""

    def beside(self, off: int) -> dict[int, int]:
        """By site the edges, as bits, to which ways lead that keep off some hexsides."""
        self.off = off
        self.edges = {hex_: self.hexmap.open_edges[hex_] for hex_, _ in self.homes}
        doubt = self._ways_beside()
        doubt = {point for point in doubt - self.ways.keys() if self._leads_to_something(point, self.ways)}
        if doubt:
            self._try_all(doubt, self.ways)
        self.off = 0
        return {hex_: edges for hex_, edges in self.edges.items() if hex_ in self.sites}

    def _starts(self) -> list[tuple[Move, int]]:
        starts = super()._starts()
        return [start for start in starts if not start[0][1] & self.off]

    def _steps(self, point: Point) -> Sequence[Move]:
        steps, off = self.steps.get(point), self.off
        if steps is None:
            steps = self.steps[point] = super()._steps(point)
        return [step for step in steps if not step[1] & off] if off else steps

    def _ways_beside(self) -> set[Point]:
        """The same as of any search, which notes much that is not asked here."""
        seen = {to: (side, home) for (to, side, _), home in self._starts()}
        doubt: set[Point] = set()
        queue = list(seen)
        for point in queue:
            sides, stops = seen[point]
            for to, side, stop in self._steps(point):
                if sides & side or stops & stop:
                    doubt.add(to)
                elif to not in seen:
                    seen[to] = sides | side, stops | stop
                    queue.append(to)
        for point in queue:
            self._note(point, 0)
        self.ways = seen
        return doubt

    def _note(self, point: Point, called: int) -> None:
        hex_, edge = point
        edges, other = self.edges, self.near[hex_][edge]
        edges[hex_] = edges.get(hex_, 0) | 1 << edge
        edges[other] = edges.get(other, 0) | 1 << (edge + 3) % 6

    def _leads_to_something(self, start: Point, seen: Container[Point]) -> bool:
        """Whether new edges of sites lie behind a point."""
        queue, met = [start], {start}
        for point in queue:
            hex_, edge = point
            other, back = self.near[hex_][edge], (edge + 3) % 6
            if any(
                place in self.sites and not self.edges.get(place, 0) >> at & 1
                for place, at in ((hex_, edge), (other, back))
            ):
                return True
            for to, _, _ in self._steps(point):
                if to not in seen and to not in met:
                    met.add(to)
                    queue.append(to)
        return False

    def sides(self) -> int:
        """All hexsides that any way from its stations could cross, each step looked at alone."""
        found, met = 0, set[Point]()
        queue = [step for home in self.homes for step in self._leave(*home)]
        for point, side, _ in queue:
            found |= side
            if point not in met:
                met.add(point)
                queue += self._steps(point)
        return found

    def leave(self, home: Home) -> list[tuple[Point, int]]:
        """The points behind a station, each with the hexside that leads there."""
        return [(to, side) for to, side, _ in self._leave(*home)]

    def moves(self, point: Point, used: int) -> list[tuple[Point, int]]:
        """The same from a point on, over hexsides that are not used yet."""
        return [(to, side) for to, side, _ in self._steps(point) if not used & side]

    def way(self, options: Collection[Option], off: int, goals: Collection[Point]) -> tuple[bool, int]:
        """Whether one of some steps leads on to a goal off these hexsides, each step looked at alone, and by which.

        Where the way that is found uses a hexside twice none is told.
        """
        queue, met = [option for option in options if not option[1] & off], set[Point]()
        for point, way in queue:
            if point in goals:
                return True, way
            if point not in met:
                met.add(point)
                for to, side, _ in self._steps(point):
                    if not off & side:
                        queue.append((to, 0 if side & way or not way else way | side))
        return False, 0


def reach_apart(country: Country, hex_: int, face: Face) -> Reach:
    """Where a route may lead whose track a route from another own station to a first tile does not use.

    Each keeps to one network. Neither uses the first tile, which is not on the board; they may meet in stops.
    """
    return _Pairs(country, hex_, face).run()


class _Pairs:
    """Routes to the first tile are tried until for each edge to which a second one could lead it is known whether.

    On a board so dense that there is no end of them what has been found is the answer: there it may lead for sure.
    """

    def __init__(self, country: Country, hex_: int, face: Face) -> None:
        self.country, self.hex_ = country, hex_
        self.homes = Detour(country, 0, ()).all_homes
        self.tile = [
            {(hex_, edge) for edge in EDGES if (face if gauges is None else face.on_gauges(gauges)).exits >> edge & 1}
            for gauges, _ in country.networks
        ]
        self.found: list[dict[int, int]] = [{} for _ in country.networks]
        """By network and hex the edges to which a second route leads."""

        self.tries = 0

    def run(self) -> Reach:
        if len(self.homes) > 1:
            self._pair()
        return joined(
            tuple(
                Reach(edges, frozenset(), False, frozenset(edges), gauges=gauges)
                for edges, (gauges, _) in zip(self.found, self.country.networks, strict=True)
            )
        )

    def _pair(self) -> None:
        """Lead a first route from each station in turn."""
        for home in self.homes:
            others = _Others(self.country, [other for other in self.homes if other != home], self.found)
            if not others.goals(0):
                continue
            if home[0] == self.hex_:
                others.note(0)
                continue
            for network, tile in enumerate(self.tile):
                first = _First(Detour(self.country, network, [home]), home, tile)
                for goal in others.goals(first.needed(first.starts, 0)):
                    self._try(first, others, goal)

    def _try(self, first: _First, others: _Others, goal: Goal) -> None:
        """Lead a first route on in all ways that leave one for the second to its goal, until both come there."""
        stack = [(first.starts, 0)]
        while stack and self.tries < MOST_TRIES and not others.knows(goal):
            self.tries += 1
            options, used = stack.pop()
            possible, second = others.way(goal, used | first.needed(options, used))
            if not possible:
                continue
            reached, way = first.way(options, used | second)
            if reached and way:
                others.note(used | way)
                continue
            off = used | others.needed(goal, used, second)
            if not first.way(options, off)[0]:
                continue
            for point, side in options:
                if side & off:
                    continue
                if point in first.tile and others.way(goal, used | side)[0]:
                    others.note(used | side)
                stack.append((first.search.moves(point, used | side), used | side))


class _First:
    """Routes from one station to the first tile, in one network."""

    def __init__(self, search: Detour, home: Home, tile: Collection[Point]) -> None:
        self.search, self.tile = search, tile
        self.starts = search.leave(home)
        self.known: dict[int, int] = {}

    def way(self, options: list[Option], off: int) -> tuple[bool, int]:
        """Whether the tile can be reached from here off some hexsides, and a way there, if one is known."""
        return self.search.way(options, off, self.tile)

    def needed(self, options: list[Option], used: int) -> int:
        """The hexsides without which the tile is not reached from here; all where it is not reached at all."""
        if used not in self.known:
            reached, way = self.way(options, used)
            sides = (side for side in _bits(way) if not self.way(options, used | side)[0])
            self.known[used] = sum(sides) if reached else -1
        return self.known[used]


class _Others:
    """Where routes from the other stations lead beside a first one."""

    def __init__(self, country: Country, homes: Collection[Home], found: list[dict[int, int]]) -> None:
        self.found = found
        self.searches = [Detour(country, network, homes) for network in range(len(country.networks))]
        self.known: dict[tuple[int, int], tuple[dict[int, int], dict[Point, tuple[int, int]]]] = {}
        self.sides: list[int] = []
        """By network the hexsides that matter to it."""

        for network, search in enumerate(self.searches):
            self.known[network, 0] = search.beside(0), search.ways
            self.sides.append(search.sides())

    def beside(self, network: int, used: int) -> tuple[dict[int, int], dict[Point, tuple[int, int]]]:
        """The edges of sites in a network that are reached without the track of a first route, and ways there."""
        key = network, used & self.sides[network]
        if key not in self.known:
            search = self.searches[network]
            self.known[key] = search.beside(key[1]), search.ways
        return self.known[key]

    def goals(self, off: int) -> list[Goal]:
        """Where a second route off some hexsides might lead and none is known yet: edges of sites."""
        return [
            (network, (hex_, edge))
            for network in range(len(self.found))
            for hex_, edges in self.beside(network, off)[0].items()
            for edge in EDGES
            if edges >> edge & 1 and not self.knows((network, (hex_, edge)))
        ]

    def knows(self, goal: Goal) -> bool:
        network, (hex_, edge) = goal
        return bool(self.found[network].get(hex_, 0) >> edge & 1)

    def way(self, goal: Goal, used: int) -> tuple[bool, int]:
        """Whether a goal is reached without the track of a first route, and a way there, if one is known."""
        network, (hex_, edge) = goal
        edges, ways = self.beside(network, used)
        return bool(edges.get(hex_, 0) >> edge & 1), ways.get((hex_, edge), NO_WAY)[0]

    def needed(self, goal: Goal, used: int, way: int) -> int:
        """The hexsides of a way without which the goal is not reached."""
        return sum(side for side in _bits(way) if not self.way(goal, used | side)[0])

    def note(self, used: int) -> None:
        """Keep where a second route leads beside this first one."""
        for network, found in enumerate(self.found):
            for hex_, edges in self.beside(network, used)[0].items():
                found[hex_] = found.get(hex_, 0) | edges


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit
