"""What may differ between titles in the rules of routes, as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from stellwerk.core.memo import Memo
from stellwerk.eighteen.hexmap import Hex, HexMap
from stellwerk.eighteen.network import Stations, markers_at
from stellwerk.eighteen.tiles import STOP, Face, Path, Stop
from stellwerk.eighteen.trains import Train

if TYPE_CHECKING:
    from stellwerk.eighteen.routes.graph import Graph

NONE: Final = -1
UNLIMITED: Final = 1 << 20

MOST_STOPS: Final = 8192
"""So many stops are remembered: those of all tiles that a game lays, at every level."""

MOST_FLEETS: Final = 512
"""What so many sets of trains can do is remembered."""

End: TypeAlias = tuple[int, int]
"""A hex by number and one of its ends: 0 to 5 are its edges, 6 and up its stops (`tiles.STOP`)."""

Step: TypeAlias = tuple[str, int]
"""A hex by name and one of its ends: leaving it by that edge, or calling at that stop."""

Route: TypeAlias = tuple[Step, ...]
"""A stop, the edges by which the train leaves hex after hex, the next stop, and so on to the last stop."""


class Bonus(NamedTuple):
    """What a route earns besides for calling at so many stops of some hexes; the last amount holds on."""

    hexes: frozenset[str]
    amounts: tuple[int, ...]

    def worth(self, count: int) -> int:
        return self.amounts[min(count, len(self.amounts) - 1)]


NO_BONUS: Final = Bonus(frozenset(), (0,))


class Passing(NamedTuple):
    """What a route earns besides for each of some hexes that it passes or calls in, for each of them once."""

    hexes: frozenset[str]
    amount: int


NO_PASSING: Final = Passing(frozenset(), 0)


class Border(NamedTuple):
    """A hexside that a train must count like a small stop, named from one of its sides: a change of gauge."""

    hex: str
    edge: int


@dataclass(frozen=True)
class RouteRules:
    """How routes are counted.

    A stop uses up one of a train's range, unless its kind is in `free`. Stops of a kind in `small`, and `borders`,
    first use up the train's allowance for small stops (`Train.towns`). No route passes a stop of a kind in
    `terminal`. A train named in `gauges` runs on track of those gauges and on dual track, every other train on any.
    A train named in `express` runs from an own station to that area, calls nowhere between and counts both ends.
    For a train named in `levels` stops have the value of that level, whatever that of the game is. Where small stops
    are counted `apart`, a train with an allowance for them counts no more of them than that, and never instead of
    others; a train without one counts all stops alike. A train calls once in a hex of `whole`, whatever stops lie
    there. Only trains of companies with a licence call in or pass a hex of `licensed`. `herald` is what a company's
    own herald is worth. A stop of a kind in `junctions` is only passed, by each train once: no route ends there.
    """

    free: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()
    terminal: frozenset[str] = frozenset({"offboard"})
    borders: frozenset[Border] = frozenset()
    gauges: Mapping[str, frozenset[str]] = field(default_factory=dict)
    express: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, int] = field(default_factory=dict)
    bonus: Bonus = NO_BONUS
    passing: Passing = NO_PASSING
    apart: bool = False
    whole: frozenset[str] = frozenset()
    licensed: frozenset[str] = frozenset()
    herald: int = 0
    junctions: frozenset[str] = frozenset()

    @cached_property
    def tiers(self) -> tuple[int, ...]:
        """The levels of trains that see other values than the rest."""
        return tuple(sorted(set(self.levels.values())))

    @cached_property
    def all_alike(self) -> RouteRules:
        """The same for trains without an allowance, which count small stops like all others."""
        return replace(self, free=self.free - self.small, small=frozenset())

    @cached_property
    def kinds(self) -> Memo[tuple[tuple[str, int | None, int], ...], tuple[Spec, ...]]:
        """By train what it can do, as far as it was asked: see `check.kinds_of`."""
        return Memo(MOST_FLEETS)

    @cached_property
    def fleets(self) -> Memo[tuple[tuple[str, int | None, int], ...], dict[Spec, list[int]]]:
        """What was asked of trains: see `specs_of`."""
        return Memo(MOST_FLEETS)

    @cached_property
    def calls(self) -> Memo[tuple[object, ...], Call]:
        """What was asked of stops: by end, hex, area, face, level and whose markers are there, which say all of it."""
        return Memo(MOST_STOPS)

    def tier(self, train: str) -> int:
        """The place of a train's values among those of a stop: 0 for the usual ones."""
        return self.tiers.index(self.levels[train]) + 1 if train in self.levels else 0


class Call(NamedTuple):
    """A stop as the trains of a company see it."""

    end: End
    worth: int
    """The most that some train earns there."""

    values: tuple[int, ...]
    """What trains of each tier earn there."""

    cost: int
    small: int
    """Whether it uses up range, and whether it does so only beyond the allowance for small stops."""

    own: bool
    through: bool
    area: str
    mark: int
    """Whether it counts for the bonus."""

    once: str
    """A train calls at one stop only of those that have the same word here, unless it is ""."""

    halt: bool = True
    """Whether a route may begin or end there."""


@dataclass(frozen=True)
class Position:
    """Where trains are to run: the board, what lies on it, whose stations, and what stops are worth.

    `heralds` has by company the hex of its herald, `licences` the companies that may use licensed hexes. Some train
    must pass each hex of `visits`. If `homes_at` is given, only own stations on these hexes make a route.
    """

    hexmap: HexMap
    faces: Sequence[Face]
    stations: Stations
    company: str
    level: int = 0
    rules: RouteRules = RouteRules()
    heralds: Mapping[str, str] = field(default_factory=dict)
    licences: Collection[str] = ()
    visits: Collection[str] = ()
    homes_at: Collection[str] | None = None

    def __post_init__(self) -> None:
        """Most boards hide nothing from anybody: then `seen` is known at once."""
        known = vars(self)
        known["calls"] = {}
        if not (self.heralds or self.rules.licensed):
            known["seen"] = self.faces

    @cached_property
    def graphs(self) -> dict[int, Graph]:
        """By longest range the track boiled down, as far as anybody has asked for it."""
        return {}

    @property
    def herald(self) -> End | None:
        """The end at which a route calls at the company's own herald: it comes after all stops of its hex."""
        name = self.heralds.get(self.company)
        if name is None:
            return None
        hex_ = self.hexmap.number[name]
        return hex_, STOP + len(self.faces[hex_].stops)

    @property
    def barred(self) -> frozenset[str]:
        """The hexes in which the company's trains may not run for want of a licence."""
        return frozenset() if self.company in self.licences else self.rules.licensed

    @cached_property
    def seen(self) -> Sequence[Face]:
        """What lies on each hex as the company's trains see it: barred hexes are bare, the herald is a stop.

        It is one on each path from edge to edge, so that no train changes from path to path there.
        """
        herald = self.herald
        if herald is None and not self.barred:
            return self.faces
        seen = list(self.faces)
        if herald is not None:
            seen[herald[0]] = with_herald(seen[herald[0]], self.rules.herald)
        for name in self.barred:
            number = self.hexmap.number[name]
            seen[number] = replace(seen[number], stops=(), paths=())
        return seen

    @cached_property
    def calls(self) -> dict[End, Call]:
        """What has been asked of stops."""
        return {}

    def call(self, end: End) -> Call:
        """A stop as the trains of the company see it."""
        known = self.calls.get(end)
        if known is None:
            known = self.calls[end] = self._call(end)
        return known

    def _call(self, end: End) -> Call:
        hex_, face = self.hexmap.hexes[end[0]], self.faces[end[0]]
        if end[1] - STOP >= len(face.stops):
            return self._call_at_herald(hex_)
        stop, own, full = face.stops[end[1] - STOP], False, False
        markers = markers_at(self.stations, hex_.name, end[1] - STOP)
        if markers:
            own = self.company in markers
            full = bool(stop.slots) and len(markers) >= stop.slots and not own
            own = own and (self.homes_at is None or hex_.name in self.homes_at)
        key = end, hex_.name, hex_.area, face, self.level, own, full
        known = self.rules.calls.get(key)
        return known or self.rules.calls.keep(key, self._call_at(end, hex_, stop, own=own, full=full))

    def _call_at(self, end: End, hex_: Hex, stop: Stop, *, own: bool, full: bool) -> Call:
        """A stop of what lies on a hex, by whose markers stand there."""
        rules = self.rules
        small = stop.kind in rules.small
        values: tuple[int, ...] = (stop.worth(self.level),)
        if rules.levels:
            values += tuple(stop.worth(level) for level in rules.tiers)
        return Call(
            end=end,
            worth=max(values),
            values=values,
            cost=int(stop.kind not in rules.free and not small),
            small=int(small),
            own=own,
            through=stop.kind not in rules.terminal and not full,
            area=hex_.area,
            mark=int(hex_.name in rules.bonus.hexes),
            once=hex_.area or (hex_.name if hex_.name in rules.whole else ""),
            halt=stop.kind not in rules.junctions,
        )

    def _call_at_herald(self, hex_: Hex) -> Call:
        """An own station that never blocks, on whichever path."""
        rules = self.rules
        return Call(
            end=(hex_.number, STOP + len(self.faces[hex_.number].stops)),
            worth=rules.herald,
            values=(rules.herald,) * (len(rules.tiers) + 1),
            cost=1,
            small=0,
            own=True,
            through=True,
            area=hex_.area,
            mark=int(hex_.name in rules.bonus.hexes),
            once=hex_.area or hex_.name,
        )

    def beyond(self, end: End) -> End | None:
        """The other side of a hexside, if track goes on there."""
        out = self.hexmap.across[end[0]][end[1]]
        return out if out is not None and self.seen[out[0]].exits >> out[1] & 1 else None

    def back(self, ends: Iterable[End]) -> list[End]:
        """The same ends as a train passes them that comes the other way."""
        turned = []
        for end in ends:
            across = self.beyond(end) if end[1] < STOP else end
            turned.append(across or end)
        return turned[::-1]

    def route(self, ends: Sequence[End]) -> Route:
        """A route by the names of its hexes, told from that end which comes first in the alphabet."""
        hexes = self.hexmap.hexes
        first, last = ends[0], ends[-1]
        begins, stops = (hexes[first[0]].name, first[1]), (hexes[last[0]].name, last[1])
        if begins != stops and min(first[1], last[1]) >= STOP:
            return tuple([(hexes[hex_].name, at) for hex_, at in (ends if begins < stops else self.back(ends))])
        there, back = (tuple([(hexes[hex_].name, at) for hex_, at in way]) for way in (ends, self.back(ends)))
        return min(there, back)

    def homes(self) -> list[End]:
        """The stops with an own station, the herald on each of its paths among them."""
        homes = [
            (self.hexmap.number[name], STOP + stop)
            for name, stops in self.stations.items()
            for stop, markers in enumerate(stops)
            if self.company in markers and name not in self.barred and (self.homes_at is None or name in self.homes_at)
        ]
        if self.herald is not None:
            hex_, first = self.herald
            homes += [(hex_, end) for end in range(first, STOP + len(self.seen[hex_].stops))]
        return homes

    def toll(self, end: End) -> int:
        """Whether crossing a hexside counts like a small stop."""
        return int(end in tolled(self.hexmap, self.rules.borders))


def tolled(hexmap: HexMap, borders: frozenset[Border]) -> frozenset[End]:
    """The hexsides that count like small stops, by both their sides; worked out once."""
    known: frozenset[End] | None = hexmap.tolled.get(borders)
    if known is None:
        ends = [(hexmap.number[name], edge) for name, edge in borders if name in hexmap.number]
        other = [(hexmap.neighbours[hex_][edge], (edge + 3) % 6) for hex_, edge in ends]
        known = hexmap.tolled[borders] = frozenset([*ends, *other])
    return known


def with_herald(face: Face, worth: int) -> Face:
    """The same face with a herald on each path from edge to edge."""
    plain = [path for path in face.paths if path.b < STOP]
    first = STOP + len(face.stops)
    arms = [Path(end, first + at, path.gauge) for at, path in enumerate(plain) for end in (path.a, path.b)]
    stops = (*face.stops, *(Stop("herald", (worth,)) for _ in plain))
    return replace(face, stops=stops, paths=(*face.paths, *arms))


class Spec(NamedTuple):
    """What equal trains can do, and how many of them there are."""

    limit: int
    allowance: int = 0
    gauges: frozenset[str] | None = None
    goal: str = ""
    tier: int = 0
    apart: bool = False
    trains: int = 1
    mail: bool = False
    """Whether what its route has at both ends counts again."""

    must: int = 0
    """Marked hexes that it must pass, as bits."""

    def fits(self, range_: int, small: int) -> bool:
        """Whether so many stops, and so many small ones besides, are within range."""
        if self.apart:
            return range_ <= self.limit and small <= self.allowance
        return range_ + max(0, small - self.allowance) <= self.limit


def specs_of(trains: Sequence[Train], rules: RouteRules) -> dict[Spec, list[int]]:
    """What the trains can do, widest range first, and which of them it is that can."""
    fleet = tuple([(train.name, train.stops, train.towns) for train in trains])
    known = rules.fleets.get(fleet)
    return rules.fleets.keep(fleet, _specs_of(trains, rules)) if known is None else known


def _specs_of(trains: Sequence[Train], rules: RouteRules) -> dict[Spec, list[int]]:
    kinds: dict[Spec, list[int]] = {}
    for number, train in enumerate(trains):
        goal = rules.express.get(train.name, "")
        limit = UNLIMITED if goal or train.stops is None else train.stops
        apart = rules.apart and bool(train.towns)
        spec = Spec(limit, train.towns, rules.gauges.get(train.name), goal, rules.tier(train.name), apart)
        kinds.setdefault(spec, []).append(number)
    ordered = sorted(kinds.items(), key=lambda item: item[0].limit, reverse=True)
    return {spec._replace(trains=len(numbers)): numbers for spec, numbers in ordered}
