"""The board: cities and rail spaces as bits, the telegraph line, the tracks and the sections of a player board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from stellwerk.core.errors import DataError

FILE = "board.toml"
NO_WAY = 10**6
"""More triangles than any board has: so many rails cannot be laid."""

MEMORY = 50_000


class City(NamedTuple):
    """A city as it is printed; lat and lon say where."""

    id: str
    name: str
    group: int
    cost: int
    lat: float
    lon: float


class Space(NamedTuple):
    """A rail space: its terrain, and whether a deal symbol stands beside it."""

    id: str
    triangles: int
    deal: bool


class Link(NamedTuple):
    """The rail spaces between two cities, in order."""

    start: str
    end: str
    spaces: tuple[str, ...]


class Area(NamedTuple):
    """An area of the telegraph line: shares for an office, more for the first, and whether it has a deal symbol."""

    shares: int
    first: int
    deal: bool


class Gate(NamedTuple):
    """What is due to step onto a space of a track."""

    money: int = 0
    high: int = 0
    shares: int = 0
    workers: int = 0


class Track(NamedTuple):
    """An achievement track: points by space, gates by the space that they bar."""

    id: str
    points: tuple[int, ...]
    gates: tuple[Gate | None, ...]


class Section(NamedTuple):
    """A part of the player boards: what a piece of it brings, and how many pieces stand there at the start."""

    price: int
    buildings: int
    rails: int


@dataclass(frozen=True, slots=True)
class Board:
    """All that is printed. A set of rail spaces or cities is an integer, a bit for each in the order of the file."""

    cities: tuple[City, ...]
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]
    areas: tuple[Area, ...]
    area_links: tuple[int, ...]
    tracks: tuple[Track, ...]
    sections: tuple[Section, ...]
    logo: int
    city_number: Mapping[str, int]
    space_number: Mapping[str, int]
    touch: tuple[int, ...]
    """By space the cities at its ends."""

    near: tuple[int, ...]
    """By space those that can follow it: its neighbours on the link and all that touch a city at its ends."""

    groups: Mapping[int, int]
    deals: int
    terrain: Mapping[int, int]
    """By number of triangles the spaces that have just so many."""

    _reached: dict[int, tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)
    _cheapest: dict[tuple[int, int], int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def names(self) -> dict[str, str]:
        """Cities by name, rail spaces by the cities of their link."""
        names = {city.id: city.name for city in self.cities}
        for link in self.links:
            ends = f"{names[link.start]} \N{EN DASH} {names[link.end]}"
            for n, space in enumerate(link.spaces, 1):
                names[space] = f"{ends} {n}" if len(link.spaces) > 1 else ends
        return names

    def reached(self, rails: int) -> tuple[int, int]:
        """Of a network its cities, and the spaces that are open to it (rail.4, station.6); remembered."""
        known = self._reached.get(rails)
        if known is None:
            cities = spaces = 0
            for n in bits(rails):
                cities |= self.touch[n]
                spaces |= self.near[n]
            known = self._reached[rails] = (cities, spaces & ~rails)
            _forget(self._reached)
        return known

    def cheapest(self, rails: int, count: int) -> int:
        """The fewest triangles of so many more rails, laid one after the other (R-10); NO_WAY if there is no room."""
        if not count:
            return 0
        known = self._cheapest.get((rails, count))
        if known is None:
            known = NO_WAY
            for n in bits(self.reached(rails)[1]):
                if self.spaces[n].triangles < known:
                    known = min(known, self.spaces[n].triangles + self.cheapest(rails | 1 << n, count - 1))
            self._cheapest[rails, count] = known
            _forget(self._cheapest)
        return known

    def joined(self, rails: int) -> bool:
        """Whether all rails hang together with the first space, on which everybody starts."""
        grown, before = 1, 0
        while grown != before:
            before = grown
            grown |= self.reached(grown)[1] & rails
        return grown == rails


def bits(number: int) -> Iterator[int]:
    """The places of all bits that are set, the lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _forget(memory: dict[Any, Any]) -> None:
    """Memories are for one long search or server: they must not grow for ever."""
    if len(memory) > MEMORY:
        memory.clear()


def compile_board(data: Mapping[str, Any]) -> Board:
    """Read the board's data file."""
    try:
        return _compile(data)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(FILE, f"something is missing or wrong: {error!r}") from error


def _compile(data: Mapping[str, Any]) -> Board:
    cities = tuple(City(c["id"], c["name"], c["group"], c["cost"], c["lat"], c["lon"]) for c in data["city"])
    number = {city.id: n for n, city in enumerate(cities)}
    links = tuple(Link(x["from"], x["to"], tuple(space["id"] for space in x["spaces"])) for x in data["link"])
    spaces = tuple(
        Space(space["id"], space["triangles"], space.get("deal", False)) for x in data["link"] for space in x["spaces"]
    )
    space_number = {space.id: n for n, space in enumerate(spaces)}
    touch = [0] * len(spaces)
    beside = [0] * len(spaces)
    for link in links:
        places = [space_number[space] for space in link.spaces]
        touch[places[0]] |= 1 << number[link.start]
        touch[places[-1]] |= 1 << number[link.end]
        for one, two in pairwise(places):
            beside[one] |= 1 << two
            beside[two] |= 1 << one
    near = []
    for n, ends in enumerate(touch):
        meeting = sum(1 << other for other, its in enumerate(touch) if its & ends)
        near.append((beside[n] | meeting) & ~(1 << n))
    groups: dict[int, int] = {}
    for n, city in enumerate(cities):
        groups[city.group] = groups.get(city.group, 0) | 1 << n
    terrain: dict[int, int] = {}
    for n, space in enumerate(spaces):
        terrain[space.triangles] = terrain.get(space.triangles, 0) | 1 << n
    telegraph, sections = data["telegraph"], data["sections"]
    return Board(
        cities=cities,
        spaces=spaces,
        links=links,
        areas=tuple(Area(a["shares"], a["first"], a.get("deal", False)) for a in telegraph["areas"]),
        area_links=tuple(telegraph["links"]),
        tracks=tuple(map(_track, data["track"])),
        sections=tuple(Section(part["price"], part["buildings"], part["rails"]) for part in sections["list"]),
        logo=sections["logo"],
        city_number=number,
        space_number=space_number,
        touch=tuple(touch),
        near=tuple(near),
        groups=groups,
        deals=sum(1 << n for n, space in enumerate(spaces) if space.deal),
        terrain=terrain,
    )


def _track(data: Mapping[str, Any]) -> Track:
    gates: list[Gate | None] = [None] * len(data["points"])
    for gate in data["gates"]:
        if gate["space"] not in range(1, len(gates)):
            raise ValueError(f"track {data['id']} has no space {gate['space']} to bar")
        gates[gate["space"]] = Gate(**{name: n for name, n in gate.items() if name != "space"})
    return Track(data["id"], tuple(data["points"]), tuple(gates))
