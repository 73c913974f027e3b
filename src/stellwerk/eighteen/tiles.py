"""Track tiles: what a tile prints, turned six ways, and which tile may replace which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Annotated, Any, Final, NamedTuple

from stellwerk.core.errors import DataError
from stellwerk.eighteen.schema import Amount, Names, OrOne

EDGES: Final = range(6)
STOP: Final = 6
"""Ends of a path: 0 to 5 are edges of the hex, 6 and up its stops."""

STANDARD: Final = "standard"
DUAL: Final = "dual"
"""The gauge of most track, and that of track on which trains of every gauge run."""

JUNCTION: Final = "junction"
"""A kind of stop at which nobody calls: trains pass it from any track to any other."""

COLOURS: Final = ("white", "yellow", "green", "brown", "grey")
FILE: Final = "tiles.toml"


class Stop(NamedTuple):
    """A place where trains call. `revenue` has one value per level of the game, the last one holding on."""

    kind: Annotated[str, Names("kind of stop")]
    revenue: Annotated[tuple[Amount, ...], OrOne()]
    slots: Amount = 0
    name: str = ""

    def worth(self, level: int) -> int:
        return self.revenue[min(level, len(self.revenue) - 1)]


class Path(NamedTuple):
    """A piece of track between two ends, the lower one first."""

    a: int
    b: int
    gauge: str = STANDARD


@dataclass(frozen=True, eq=False)
class Face:
    """A tile in one rotation, or a printed hex: what track there is. One object per tile and rotation."""

    number: str
    rotation: int
    colour: str
    label: str
    stops: tuple[Stop, ...]
    paths: tuple[Path, ...]

    @cached_property
    def exits(self) -> int:
        """Edges with track, as bits."""
        return sum({1 << end for path in self.paths for end in (path.a, path.b) if end < STOP})

    @cached_property
    def stop_exits(self) -> tuple[int, ...]:
        """By stop the edges that lead to it, as bits."""
        exits = [0] * len(self.stops)
        for path in self.paths:
            if path.a < STOP <= path.b:
                exits[path.b - STOP] |= 1 << path.a
        return tuple(exits)

    @cached_property
    def onward(self) -> tuple[tuple[int, ...], ...]:
        """By end (edges, then stops) the ends that a train coming from there can reach on this tile."""
        ways: list[list[int]] = [[] for _ in range(STOP + len(self.stops))]
        for path in self.paths:
            ways[path.a].append(path.b)
            ways[path.b].append(path.a)
        return tuple(tuple(dict.fromkeys(way)) for way in ways)

    @cached_property
    def gauge(self) -> str:
        """The gauge of all its track, or "" where it has track of several, or none."""
        gauges = {path.gauge for path in self.paths}
        return next(iter(gauges)) if len(gauges) == 1 else ""

    @cached_property
    def needs(self) -> dict[tuple[int, int], frozenset[str]]:
        """By two ends that track joins, the lower one first, its gauges; dual track asks for none."""
        found: dict[tuple[int, int], frozenset[str]] = {}
        for a, b, gauge in self.paths:
            found[a, b] = found.get((a, b), frozenset()) | ({gauge} - {DUAL})
        return found

    @cached_property
    def strings(self) -> bool:
        """Whether some stops lie one behind the other on the same track."""
        return any(path.a >= STOP for path in self.paths)

    @cached_property
    def _by_gauge(self) -> dict[frozenset[str], Face]:
        return {}

    def on_gauges(self, gauges: frozenset[str]) -> Face:
        """The same face with only the track that who uses these gauges can use: theirs, and dual track."""
        known = self._by_gauge.get(gauges)
        if known is None:
            paths = tuple(path for path in self.paths if path.gauge == DUAL or path.gauge in gauges)
            known = self._by_gauge[gauges] = self if paths == self.paths else replace(self, paths=paths)
        return known

    @property
    def name(self) -> str:
        return f"{self.number}/{self.rotation}"

    def stops_onto(self, new: Face) -> tuple[int, ...] | None:
        """For each stop the one of a replacing tile that keeps all its exits; None where track would be lost.

        Stops without track yet keep their order. Several old stops may merge into one new stop, but a stop
        never splits. Track past no stop may meet other track in a junction.
        """
        return _stops_onto(self, new)

    def joined_in(self, new: Face) -> tuple[int, ...] | None:
        """The same where all stops with track become one of several of a replacing tile: it keeps all their exits."""
        if len(self.stops) < 2 or len(new.stops) < 2:
            return None
        ways = ((stop,) * len(self.stops) for stop in range(len(new.stops)))
        return next((way for way in ways if _keeps(self, new, way)), None)

    def keeps_shape(self, new: Face) -> bool:
        """Whether a replacing tile would keep all track if its gauge did not matter."""
        alike = replace(new, paths=tuple(path._replace(gauge=DUAL) for path in new.paths))
        return self.stops_onto(alike) is not None

    def added_in(self, new: Face, onto: tuple[int, ...]) -> tuple[Path, ...]:
        """The track of a replacing tile that was not there before."""
        kept = {(_moved(path.a, onto), _moved(path.b, onto), path.gauge) for path in self.paths}
        return tuple(path for path in new.paths if path not in kept)


@lru_cache(maxsize=8192)
def _stops_onto(old: Face, new: Face) -> tuple[int, ...] | None:
    """What `Face.stops_onto` has found; a face is one object for all games that print it."""
    return next((way for way in _assignments(old, new) if _keeps(old, new, way)), None)


def _assignments(old: Face, new: Face) -> Iterable[tuple[int, ...]]:
    count = len(new.stops)
    if not old.stops or not count:
        return [()] if not old.stops else []
    if len(old.stops) > count:
        return [(0,) * len(old.stops)] if count == 1 else []
    return permutations(range(count), len(old.stops))


def _keeps(old: Face, new: Face, onto: tuple[int, ...]) -> bool:
    """Whether every old path is there again, between the same edges and the stops assigned, or through a junction."""
    have = {(path.a, path.b): path.gauge for path in new.paths}
    junctions = [STOP + number for number, stop in enumerate(new.stops) if stop.kind == JUNCTION]

    def leads(a: int, b: int, gauge: str) -> bool:
        return have.get((a, b)) in (gauge, DUAL)

    return all(
        leads(_moved(a, onto), _moved(b, onto), gauge)
        or (b < STOP and any(leads(a, at, gauge) and leads(b, at, gauge) for at in junctions))
        for a, b, gauge in old.paths
    )


def _moved(end: int, onto: tuple[int, ...]) -> int:
    """An end of a path on the tile that replaces its own."""
    return end if end < STOP else STOP + onto[end - STOP]


class Catalogue:
    """The tiles of a title: six faces each, numbers of copies and upgrade lists."""

    def __init__(
        self,
        prints: Mapping[str, Any],
        counts: Mapping[str, int],
        upgrades: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        """Take so many of each tile; without a list of upgrades a tile is replaced by any that fits its stops."""
        for number in counts:
            if number not in prints:
                raise DataError(FILE, f"there is no tile {number!r} to count")
        # The order of the prints, whatever a file lists first, is that in which tiles are offered.
        self.counts: dict[str, int] = {number: counts[number] for number in prints if number in counts}
        self._faces = {number: _turned(number, prints[number]) for number in self.counts}
        self.upgrades: dict[str, tuple[str, ...]] = {
            number: tuple(self._next(number))
            if upgrades is None
            else tuple(up for up in upgrades.get(number, ()) if up in self.counts)
            for number in self.counts
        }

    def _next(self, number: str) -> Iterator[str]:
        """Where no list is printed: all tiles of the next colour with stops of the same kinds."""
        old = self._faces[number][0]
        kinds = sorted(stop.kind for stop in old.stops)
        for up, (face, *_) in self._faces.items():
            later = {old.colour, face.colour} <= set(COLOURS) and COLOURS.index(face.colour) == COLOURS.index(
                old.colour
            ) + 1
            if later and sorted(stop.kind for stop in face.stops) == kinds:
                yield up

    def face(self, number: str, rotation: int) -> Face:
        return self._faces[number][rotation]

    def faces(self, number: str) -> tuple[Face, ...]:
        return self._faces[number]

    def __contains__(self, number: object) -> bool:
        return number in self._faces

    def __iter__(self) -> Iterator[str]:
        return iter(self._faces)


def read_catalogue(shared: Mapping[str, Any], own: Mapping[str, Any], sets: Iterable[str]) -> Catalogue:
    """Put sets of a title together: copies add up, and the last list of upgrades that one of them prints holds."""
    counts: dict[str, int] = {}
    upgrades: Mapping[str, Iterable[str]] | None = None
    for name in sets:
        if name not in own["set"]:
            raise DataError(FILE, f"there is no set of tiles {name!r}; there are {', '.join(own['set'])}")
        entry = own["set"][name]
        for number, count in entry["counts"].items():
            counts[number] = counts.get(number, 0) + count
        upgrades = entry.get("upgrades", upgrades)
    return Catalogue({**shared["tile"], **own.get("tile", {})}, counts, upgrades)


def read_face(number: str, colour: str, entry: Mapping[str, Any]) -> Face:
    """What a tile or a printed hex shows, as it lies in the data file."""
    try:
        stops = tuple(_stop(stop) for stop in entry.get("stops", ()))
        paths = tuple(sorted(_path(path, len(stops)) for path in entry.get("paths", ())))
    except (KeyError, ValueError, TypeError) as error:
        raise DataError(FILE, f"{number}: {error!r}") from error
    return Face(number, 0, colour, entry.get("label", ""), stops, paths)


def turn(face: Face, rotation: int) -> Face:
    """The same tile, turned clockwise."""
    paths = sorted(_joined(_turned_end(a, rotation), _turned_end(b, rotation), gauge) for a, b, gauge in face.paths)
    return Face(face.number, rotation, face.colour, face.label, face.stops, tuple(paths))


def _turned(number: str, entry: Mapping[str, Any]) -> tuple[Face, ...]:
    face = read_face(number, entry["colour"], entry)
    return _rotations(number, face.colour, face.label, face.stops, face.paths)


@lru_cache(maxsize=2048)
def _rotations(
    number: str, colour: str, label: str, stops: tuple[Stop, ...], paths: tuple[Path, ...]
) -> tuple[Face, ...]:
    """What prints the same is the same face, in whatever game: most options change few tiles or none."""
    face = Face(number, 0, colour, label, stops, paths)
    return tuple(turn(face, rotation) for rotation in EDGES)


def _joined(a: int, b: int, gauge: str) -> Path:
    return Path(min(a, b), max(a, b), gauge)


def _turned_end(end: int, rotation: int) -> int:
    return end if end >= STOP else (end + rotation) % 6


def _stop(entry: Mapping[str, Any]) -> Stop:
    revenue = entry["revenue"]
    values = tuple(revenue) if isinstance(revenue, list) else (revenue,)
    return Stop(entry["kind"], values, entry.get("slots", 0), entry.get("name", ""))


@lru_cache(maxsize=2048)
def _path(text: str, stops: int) -> Path:
    ends, _, gauge = text.partition(" ")
    a, b = (int(end) if not end.startswith("S") else STOP + int(end[1:]) for end in ends.split("-"))
    if not all(end in EDGES or STOP <= end < STOP + stops for end in (a, b)):
        raise ValueError(f"no such end in path {text!r}")
    return _joined(a, b, gauge or STANDARD)
