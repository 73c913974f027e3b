"""Following a company's track from its stations."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Final

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.network import Move, Point, Reach, Stations, Terms, Trace, blocks, shut_at
from stellwerk.eighteen.tiles import EDGES, JUNCTION, STOP, Face

BITS: Final = tuple(1 << edge for edge in EDGES)
"""The edges of a hex as bits; three further on is the edge on the other side."""

NO_HEXES: Final = frozenset[int]()

Start = tuple[Point, int, int, Sequence[Move]]
"""Where to go on: from a point or a home, after these hexsides and stops, by these steps."""

Queue = list[Start]

Place = tuple[Point, int, bool]
"""A stop, as hex and number, its bit, and whether nobody calls there."""

Goals = Mapping[Point, Collection[tuple[int, ...]]]
"""By hex and edge the ways on from there, as ends of that hex."""

Ways = tuple[Sequence[Move], Sequence[int], Sequence[Place]]
"""What a face offers to who comes in or starts there: steps onward, stops to call at, the same as places."""


def find_reach(
    hexmap: HexMap,
    lying: Sequence[Face],
    stations: Stations,
    company: str,
    terms: Terms | None = None,
    gauges: frozenset[str] | None = None,
) -> Reach:
    """Follow all track from the stations of a company; `gauges` says which track the faces show."""
    return Search(hexmap, lying, stations, company, terms or Terms()).run(gauges)


def comes_in(
    hexmap: HexMap,
    lying: Sequence[Face],
    stations: Stations,
    company: str,
    terms: Terms,
    goals: Goals,
    known: Reach | None = None,
) -> bool:
    """Whether a legal route of any length from an own station comes into a hex over an edge and can go on from there.

    `goals` has by hex and edge the ways on: each names the ends of the hex that the route must not have used before.
    Of what is `known` to be reached on the same board the ways that were found are looked at first.
    """
    search = Search(hexmap, lying, stations, company, terms)
    if known is not None and known.trace is not None and search.goes_by(known.trace, goals):
        return True
    return search.comes_to(goals)


def way_to(came: Mapping[Point, tuple[Point, Move] | None], point: Point) -> tuple[int, int]:
    """The hexsides and stops of the way that was kept to a point."""
    sides = stops = 0
    while last := came.get(point):
        point, (_, side, stop) = last
        sides, stops = sides | side, stops | stop
    return sides, stops


def ways_of(hexmap: HexMap, hex_: int, face: Face, shut: int = 0) -> tuple[Ways, ...]:
    """By end, edges before stops, what a face on a hex offers where nobody passes some stops, given as bits.

    Worked out once for each.
    """
    known: tuple[Ways, ...] | None = hexmap.ways[hex_].get((face, shut) if shut else face)
    if known is None:
        alone, found = Search(hexmap, {hex_: face}, {}, "", Terms()), list[Ways]()
        alone.shut[hex_] = shut
        for edge in EDGES:
            calls = alone.calls_here((hex_, edge))
            places = [alone.place(hex_, stop) for stop in calls]
            found.append((alone.steps_here((hex_, edge)), calls, places))
        found += [(alone.leave_here(hex_, stop), (), ()) for stop in range(len(face.stops))]
        known = hexmap.ways[hex_][(face, shut) if shut else face] = tuple(found)
    return known


def odd_hexes(hexmap: HexMap, terms: Terms) -> frozenset[int]:
    """The hexes that are looked at by themselves."""
    if not (terms.herald or terms.barred or terms.whole):
        return NO_HEXES
    names = [*terms.barred, *terms.whole, *((terms.herald,) if terms.herald else ())]
    return frozenset([hexmap.number[name] for name in names])


class Search:
    """A walk over hexsides that never uses a hexside or a stop twice.

    The first way found to a point is kept. A step that is impossible only because that way has used the same track
    or stop before leaves the point behind it in doubt: if something new lies there, all ways are tried.
    """

    def __init__(
        self, hexmap: HexMap, lying: Sequence[Face] | Mapping[int, Face], stations: Stations, company: str, terms: Terms
    ) -> None:
        self._heed(hexmap, lying, stations, terms)
        self.homes: list[tuple[int, int]] = []
        self.shut: dict[int, int] = {}
        """By hex the stops, as bits, through which no walk goes: full of others' markers, or own: those are starts."""

        number = hexmap.number
        for name, stops in stations.items():
            hex_ = number[name]
            own, shut = shut_at(lying[hex_], stops, company)
            if own:
                self.homes += [(hex_, stop) for stop in own]
            if shut:
                self.shut[hex_] = shut
        self.stops = set(self.homes)
        if self.herald:
            self.homes.append(self.herald)
        self.route = False
        self.edges = {hex_: hexmap.open_edges[hex_] for hex_, _ in self.homes}
        self.came: dict[Point, tuple[Point, Move] | None] = {}
        """The points to which some way has been found: see `Trace`."""

    def _heed(
        self, hexmap: HexMap, lying: Sequence[Face] | Mapping[int, Face], stations: Stations, terms: Terms
    ) -> None:
        """Take note of the board, and of what makes some hexes of it odd."""
        self.hexmap, self.lying, self.stations, self.near = hexmap, lying, stations, hexmap.neighbours
        self.steps: dict[Point, Sequence[Move]] = {}
        self.barred = frozenset([hexmap.number[name] for name in terms.barred]) if terms.barred else NO_HEXES
        self.whole = frozenset([hexmap.number[name] for name in terms.whole]) if terms.whole else NO_HEXES
        self.odd = odd_hexes(hexmap, terms)
        """Hexes that are looked at by themselves; what others offer depends on their face and on what is shut alone."""

        self.herald: tuple[int, int] | None = None
        """The herald as a stop after all others of its hex; it is among the homes, not among the stops."""

        if terms.herald:
            hex_ = hexmap.number[terms.herald]
            self.herald = hex_, len(lying[hex_].stops)

    @classmethod
    def resumed(
        cls,
        hexmap: HexMap,
        lying: Sequence[Face],
        stations: Stations,
        terms: Terms,
        known: Reach,
        trace: Trace,
        shut: dict[int, int],
    ) -> Search:
        """One that stands where another has ended, on a board that has changed since; `shut` is what is shut now."""
        search = cls.__new__(cls)
        search._heed(hexmap, lying, stations, terms)  # noqa: SLF001 - its own class
        search.homes, search.shut, search.came = list(trace.homes), shut, dict(trace.came)
        search.stops, search.route, search.edges = set(known.stops), known.route, dict(known.edges)
        return search

    def run(self, gauges: frozenset[str] | None = None) -> Reach:
        return self.go_on(
            [((hex_, STOP + stop), 0, 0, self._leave(hex_, stop)) for hex_, stop in self.homes], (), gauges
        )

    def go_on(
        self, queue: Queue, doubt: Collection[Point], gauges: frozenset[str] | None, known: Reach | None = None
    ) -> Reach:
        """Follow all track from somewhere, where some points are in doubt already; from what is `known` it may grow."""
        left = self._first_ways(queue)
        if doubt or left:
            left.update(doubt)
            left.difference_update(self.came)
        useful = {point for point in left if self._leads_to_something(point, self.came)} if left else None
        if useful:
            self._try_all(useful, self.came)
        self.route = self.route or (len(self.homes) > 1 and any(map(self._joins_another, self.homes)))
        trace = Trace(self.lying, self.stations, self.homes, self.shut, self.came, left, bool(useful))
        same_stops = known is not None and len(known.stops) == len(self.stops)  # nothing is ever taken out of them
        same_hexes = known is not None and len(known.hexes) == len(self.edges)
        stops = known.stops if known and same_stops else frozenset(self.stops)
        hexes = known.hexes if known and same_hexes else frozenset(self.edges)
        return Reach(self.edges, stops, self.route, hexes, gauges=gauges, trace=trace, grown=known is not None)

    def _first_ways(self, queue: Queue) -> set[Point]:
        """Follow the first way found to each point; returns the points that such a way leaves in doubt.

        The middle of it is `_arrive` and `_note` once more, where nothing is odd: most of the board.
        """
        doubt: set[Point] = set()
        hexmap, lying, odd, edges, found, came = self.hexmap, self.lying, self.odd, self.edges, self.stops, self.came
        ways, shut, go_on = hexmap.ways, self.shut, queue.append
        for origin, sides, stops, steps in queue:
            here = origin[0]
            for step in steps:
                to, side, stop = step
                if to in came:
                    continue
                if sides & side or stops & stop:
                    doubt.add(to)
                elif to[0] in odd:
                    self._arrive(queue, origin, step, sides, stops)
                else:
                    there, back = to
                    called = stops | stop
                    came[to] = origin, step
                    if there in edges:
                        edges[there] |= BITS[back]
                    else:
                        edges[there] = BITS[back]
                    edges[here] |= BITS[back - 3]  # whoever goes on from there has come there before
                    face = lying[there]
                    known = ways[there].get((face, shut[there]) if there in shut else face)
                    onward, _, places = (known or ways_of(hexmap, there, face, shut.get(there, 0)))[back]
                    if onward:
                        go_on((to, sides | side, called, onward))
                    for place, bit, bare in places:
                        found.add(place)
                        if not (bare or called & bit):
                            self.route = True
        return doubt

    def _starts(self) -> list[tuple[Move, int]]:
        """The first steps from all own stations, each with the stop that it leaves."""
        return [(step, self._bit(hex_, stop)) for hex_, stop in self.homes for step in self._leave(hex_, stop)]

    def goes_by(self, trace: Trace, goals: Goals) -> bool:
        """Whether a way that was kept comes to a goal whose ends it has not used."""
        for point, ways_on in goals.items():
            if point in trace.came:
                sides, stops = way_to(trace.came, point)
                used = [self._used_by(point[0], ends) for ends in ways_on]
                if any(not (sides & side or stops & stop) for side, stop in used):
                    return True
        return False

    def comes_to(self, goals: Goals) -> bool:
        """Whether some way comes to a goal whose ends it has not used; ways that cannot lead there are dropped."""
        barred = {point: [self._used_by(point[0], ends) for ends in ways_on] for point, ways_on in goals.items()}
        stack = [(to, side, home) for (to, side, _), home in self._starts()]
        while stack:
            point, sides, stops = stack.pop()
            if any(not (sides & side or stops & stop) for side, stop in barred.get(point, ())):
                return True
            if self._may_lead(point, sides, stops, barred):
                stack.extend(
                    (to, sides | side, stops | stop)
                    for to, side, stop in self._steps(point)
                    if not (sides & side or stops & stop)
                )
        return False

    def _used_by(self, hex_: int, ends: Iterable[int]) -> tuple[int, int]:
        """The hexsides and the stops, as bits, of some ends of a hex."""
        sides = stops = 0
        for end in ends:
            if end < STOP:
                sides |= self._side(hex_, end)
            else:
                stops |= self._bit(hex_, end - STOP)
        return sides, stops

    def _may_lead(
        self, start: Point, sides: int, stops: int, barred: Mapping[Point, Collection[tuple[int, int]]]
    ) -> bool:
        """Whether unused hexsides and stops lead on to a goal, each step looked at alone."""
        queue, met = [start], {start}
        while queue:
            for to, side, stop in self._steps(queue.pop()):
                if to in met or sides & side or stops & stop:
                    continue
                if any(not (sides & used or stops & called) for used, called in barred.get(to, ())):
                    return True
                met.add(to)
                queue.append(to)
        return False

    def _arrive(self, queue: Queue, origin: Point, step: Move, sides: int, stops: int) -> None:
        to, side, stop = step
        called = stops | stop
        queue.append((to, sides | side, called, self._steps(to)))
        self.came[to] = origin, step
        self._note(to, called)

    def _note(self, point: Point, called: int) -> None:
        """Keep what a train touches that comes to this point after calling at these stops.

        One that only comes back to where it began has joined nothing: that is no route.
        """
        hex_, edge = point
        edges, other = self.edges, self.near[hex_][edge]
        self.came.setdefault(point, None)
        edges[hex_] = edges.get(hex_, 0) | 1 << edge
        edges[other] = edges.get(other, 0) | 1 << (edge + 3) % 6
        for end in self._calls(point):
            if (hex_, end) != self.herald:
                self.stops.add((hex_, end))
            if not self.route:
                self.route = not (called & self._bit(hex_, end) or hex_ in self.barred or self._bare(hex_, end))

    def _calls(self, point: Point) -> Sequence[int]:
        """The stops of its hex at which a train can call next, its herald among them."""
        hex_, edge = point
        return self.calls_here(point) if hex_ in self.odd else self._ways(hex_)[edge][1]

    def _ways(self, hex_: int) -> tuple[Ways, ...]:
        """What a hex offers that is not odd."""
        return ways_of(self.hexmap, hex_, self.lying[hex_], self.shut.get(hex_, 0))

    def calls_here(self, point: Point) -> list[int]:
        hex_, edge = point
        onward = self.lying[hex_].onward[edge]
        calls = [end - STOP for end in onward if end >= STOP]
        if self.herald and self.herald[0] == hex_ and len(calls) < len(onward):
            calls.append(self.herald[1])
        if self.lying[hex_].strings:
            self._call_behind(hex_, calls)
        return calls

    def _call_behind(self, hex_: int, calls: list[int]) -> None:
        """Add the stops that lie behind others on the same track; the list grows while it is read."""
        for stop in calls:
            if (hex_, stop) != self.herald and self._passes(hex_, stop):
                ends = self.lying[hex_].onward[STOP + stop]
                calls.extend(end - STOP for end in ends if end >= STOP and end - STOP not in calls)

    def _bare(self, hex_: int, stop: int) -> bool:
        """Whether nobody calls at a stop of track."""
        stops = self.lying[hex_].stops
        return stop < len(stops) and stops[stop].kind == JUNCTION

    def _joins_another(self, home: tuple[int, int]) -> bool:
        """Whether a station is joined to a stop at all, where the first ways found all came back to their own."""
        stack, called = [(to, side) for to, side, _ in self._leave(*home)], self._bit(*home)
        while stack:
            point, sides = stack.pop()
            hex_, _ = point
            if hex_ not in self.barred and any(
                self._bit(hex_, stop) != called and not self._bare(hex_, stop) for stop in self._calls(point)
            ):
                return True
            stack.extend(
                (to, sides | side) for to, side, stop in self._steps(point) if not (sides & side or called & stop)
            )
        return False

    def place(self, hex_: int, stop: int) -> tuple[Point, int, bool]:
        """A stop with its bit and whether nobody calls there."""
        return (hex_, stop), self._bit(hex_, stop), self._bare(hex_, stop)

    def _bit(self, hex_: int, stop: int) -> int:
        """A stop as a bit; all stops of a hex that is called at as a whole together."""
        return (15 if hex_ in self.whole else 1 << stop) << 4 * hex_

    def _steps(self, point: Point) -> Sequence[Move]:
        """All steps from a point, through stops that do not block; never straight back."""
        hex_, edge = point
        if hex_ not in self.odd:
            return self._ways(hex_)[edge][0]
        known = self.steps.get(point)
        if known is None:
            known = self.steps[point] = self.steps_here(point)
        return known

    def steps_here(self, point: Point) -> list[Move]:
        hex_, edge = point
        steps: list[Move] = []
        for end in self.lying[hex_].onward[edge] if hex_ not in self.barred else ():
            if end < STOP:
                self._cross(hex_, end, 0, steps)
            elif self._passes(hex_, end - STOP):
                steps += self.leave_here(hex_, end - STOP, edge)
        return steps

    def _passes(self, hex_: int, stop: int) -> bool:
        """Own stations are starts themselves, so a walk need not go through them."""
        return not (self.shut.get(hex_, 0) >> stop & 1 or blocks(self.lying[hex_], stop, (), ""))

    def _leave(self, hex_: int, stop: int) -> Sequence[Move]:
        """All steps from a stop."""
        if hex_ in self.odd:
            return self.leave_here(hex_, stop)
        return self._ways(hex_)[STOP + stop][0]

    def leave_here(self, hex_: int, stop: int, but: int = -1, called: int = 0) -> list[Move]:
        """All steps from a stop; from the herald over every edge of track that only passes its hex.

        Track may lead to another stop of the same hex first: `called` has those that a train has just been to.
        """
        onward = self.lying[hex_].onward
        ends = onward[STOP + stop] if (hex_, stop) != self.herald else _passed(self.lying[hex_])
        called |= self._bit(hex_, stop)
        steps: list[Move] = []
        for end in ends:
            if end < STOP:
                if end != but:
                    self._cross(hex_, end, called, steps)
            elif not called & self._bit(hex_, end - STOP) and self._passes(hex_, end - STOP):
                steps += self.leave_here(hex_, end - STOP, but, called)
        return steps

    def _cross(self, hex_: int, edge: int, stop: int, steps: list[Move]) -> None:
        """Add the step over a hexside, which is one bit from either side, if the board goes on there."""
        other = self.near[hex_][edge]
        if other >= 0:
            steps.append(((other, (edge + 3) % 6), self._side(hex_, edge), stop))

    def _side(self, hex_: int, edge: int) -> int:
        """A hexside as a bit, the same from either hex; nothing where the board ends."""
        other = self.near[hex_][edge]
        return 1 << min(hex_ * 6 + edge, other * 6 + (edge + 3) % 6) if other >= 0 else 0

    def _leads_to_something(self, start: Point, seen: Container[Point]) -> bool:
        """Whether new hexsides or stops lie behind a point, if it could be reached at all."""
        queue, met = [start], {start}
        while queue:
            point = queue.pop()
            hex_, edge = point
            if not self.edges.get(hex_, 0) >> edge & 1:
                return True
            if any((hex_, stop) not in self.stops and (hex_, stop) != self.herald for stop in self._calls(point)):
                return True
            for to, _, _ in self._steps(point):
                if to not in seen and to not in met:
                    met.add(to)
                    queue.append(to)
        return False

    def _try_all(self, doubt: set[Point], seen: Iterable[Point]) -> None:
        """Try every way, but only through points from which a doubtful one can be reached."""
        starts = self._starts()
        useful = self._ways_to(doubt, [to for (to, _, _), _ in starts])
        found = set(seen)
        stack = [(to, side, home) for (to, side, _), home in starts if to in useful]
        while stack:
            point, sides, stops = stack.pop()
            if point not in found:
                found.add(point)
                self._note(point, stops)
            stack.extend(
                (to, sides | side, stops | stop)
                for to, side, stop in self._steps(point)
                if to in useful and not sides & side and not stops & stop
            )

    def _ways_to(self, goals: set[Point], starts: list[Point]) -> set[Point]:
        """Points on some way from the starts to the goals and to what lies behind them."""
        before: dict[Point, list[Point]] = {}
        queue, met = list(starts), set(starts)
        while queue:
            point = queue.pop()
            for to, _, _ in self._steps(point):
                before.setdefault(to, []).append(point)
                if to not in met:
                    met.add(to)
                    queue.append(to)
        leading, queue = set(goals), list(goals)
        while queue:
            for point in before.get(queue.pop(), ()):
                if point not in leading:
                    leading.add(point)
                    queue.append(point)
        behind, queue = set(goals), list(goals)
        while queue:
            for to, _, _ in self._steps(queue.pop()):
                if to not in behind:
                    behind.add(to)
                    queue.append(to)
        return leading | behind  # a point behind may lead there too, and then what leads to it counts


def _passed(face: Face) -> tuple[int, ...]:
    """The edges of track from edge to edge."""
    return tuple(dict.fromkeys(end for path in face.paths if path.b < STOP for end in (path.a, path.b)))
