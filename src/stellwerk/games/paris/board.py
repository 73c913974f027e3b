"""The map of France: spaces as bits of an integer, so that whole lines are compared at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stellwerk.core.errors import DataError

FILE = "board.toml"
STEPS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Board:
    """Spaces by name and by number; masks have bit n set for space number n."""

    spaces: tuple[str, ...]
    number: Mapping[str, int]
    near: tuple[int, ...]
    """The neighbours of each space, without those across a dashed line."""

    across: tuple[int, ...]
    """The neighbours of each space across a dashed line."""

    cities: int
    landscape: int
    value: Mapping[str, int]
    names: Mapping[str, str]
    stations: tuple[str, ...]
    """The start spaces, clockwise from the north."""

    dashed: tuple[tuple[str, str], ...]
    eiffel: str
    marseille: str

    def mask(self, spaces: Iterable[str]) -> int:
        return sum(1 << self.number[space] for space in spaces)

    def points(self, spaces: Iterable[str]) -> int:
        """build.12: what locomotives on these spaces are worth."""
        return sum(self.value.get(space, 0) for space in spaces)

    def border(self, spaces: int) -> int:
        """All neighbours of a set of spaces."""
        border, near = 0, self.near
        while spaces:  # as in bits, without the cost of a generator: this is the hottest loop of all
            low = spaces & -spaces
            border |= near[low.bit_length() - 1]
            spaces ^= low
        return border

    def path(self, line: int, free: int) -> int | None:
        """A shortest way of free spaces from a line to a city, as a set of spaces; None when there is none."""
        layers: list[int] = []
        seen, layer = line, self.border(line) & free
        while layer:
            if layer & self.cities:
                return self._trace(layer & self.cities, layers)
            layers.append(layer)
            seen |= layer
            layer = self.border(layer) & free & ~seen
        return None

    def bottlenecks(self, line: int, free: int) -> tuple[int, int]:
        """The free spaces that lie on every way from a line to a city, and ways that together leave out all others.

        As long as all of these ways stay free no other space becomes a bottleneck. Both are empty where there is none.
        """
        way = self.path(line, free)
        if way is None:
            return 0, 0
        other = self.path(line, free & ~way)
        if other is not None:
            return 0, way | other
        found, ways, asked = 0, way, way
        while asked:
            space = asked & -asked
            asked ^= space
            round_it = self.path(line, free & ~space)
            if round_it is None:
                found |= space
            else:
                asked &= round_it
                ways |= round_it
        return found, ways

    def _trace(self, goals: int, layers: list[int]) -> int:
        at = goals & -goals
        way = at
        for layer in reversed(layers):
            at = self.border(at) & layer
            at &= -at
            way |= at
        return way


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def place_of(space: str) -> tuple[int, int]:
    """Row and doubled column of a space: "R28" is row 17, column 28."""
    row, column = space[:1], space[1:]
    if not ("A" <= row <= "Z" and column.isdecimal()):
        raise DataError(FILE, f"{space!r} is no name of a space")
    return ord(row) - ord("A"), int(column)


def compile_board(data: Mapping[str, Any]) -> Board:
    """Turn the data file into masks, refusing what contradicts itself."""
    try:
        stations = tuple(entry["space"] for entry in data["stations"]["spaces"])
        cities = {entry["space"]: entry["value"] for entry in data["cities"]["spaces"]}
        names = {entry["space"]: entry["name"] for part in ("stations", "cities") for entry in data[part]["spaces"]}
        landscape = data["landscape"]["spaces"]
        dashed = tuple((entry["between"][0], entry["between"][1]) for entry in data["dashed"]["lines"])
        eiffel, marseille = data["eiffel"]["space"], data["eiffel"]["marseille"]
    except (KeyError, TypeError, IndexError) as error:
        raise DataError(FILE, f"something is missing: {error!r}") from error
    listed = [eiffel, *stations, *cities, *landscape]
    spaces = tuple(sorted(listed, key=place_of))
    if twice := {space for space in listed if listed.count(space) > 1}:
        raise DataError(FILE, f"listed twice: {', '.join(sorted(twice))}")
    number = {space: n for n, space in enumerate(spaces)}
    near = [_neighbours(space, number) for space in spaces]
    across = [0] * len(spaces)
    for a, b in dashed:
        if a not in number or b not in number or not near[number[a]] >> number[b] & 1:
            raise DataError(FILE, f"a dashed line between {a} and {b}, which are no neighbours")
        for one, other in ((a, b), (b, a)):
            near[number[one]] &= ~(1 << number[other])
            across[number[one]] |= 1 << number[other]
    return Board(
        spaces=spaces,
        number=number,
        near=tuple(near),
        across=tuple(across),
        cities=sum(1 << number[space] for space in cities),
        landscape=sum(1 << number[space] for space in landscape),
        value=cities,
        names=names,
        stations=stations,
        dashed=dashed,
        eiffel=eiffel,
        marseille=marseille,
    )


def _neighbours(space: str, number: Mapping[str, int]) -> int:
    row, column = place_of(space)
    mask = 0
    for down, right in STEPS:
        neighbour = f"{chr(ord('A') + row + down)}{column + right}"
        if neighbour in number:
            mask |= 1 << number[neighbour]
    return mask
