"""Routes drawn by people: which rule they break, or what they earn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from stellwerk.core.errors import Refusal, StellwerkError
from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Call, End, Position, Route, Spec, specs_of, tolled
from stellwerk.eighteen.tiles import DUAL, STOP
from stellwerk.eighteen.trains import Train


class RouteError(StellwerkError):
    """Routes that a rule forbids; `refusal` names it as a step does."""

    def __init__(self, refusal: Refusal) -> None:
        told = ", ".join(f"{key} {value}" for key, value in refusal.data.items())
        super().__init__(f"{refusal.rule}: {told}")
        self.refusal = refusal

    @property
    def rule(self) -> str:
        return self.refusal.rule


def check_run(position: Position, trains: Sequence[Train], routes: Sequence[Route]) -> int:
    """What routes earn together, one for each train or (); raises for the first rule they break."""
    kinds = _kinds(position, trains)
    earned = _earned_at_once(position, kinds, routes)
    if earned is not None:
        return earned
    for fault in _faults(position, trains, kinds, routes):
        raise RouteError(fault)
    return sum(_worth(position, spec, route) for spec, route in zip(kinds, routes, strict=True) if route)


def earnings(position: Position, trains: Sequence[Train], routes: Sequence[Route]) -> int:
    """What routes earn together that are known to be legal."""
    kinds = _kinds(position, trains)
    return sum([_worth(position, spec, route) for spec, route in zip(kinds, routes, strict=True) if route])


def mail_of(position: Position, trains: Sequence[Train], routes: Sequence[Route], carrier: int) -> int:
    """What the train of this number, counted from 1, earns besides by carrying mail: its ends count again."""
    route = routes[carrier - 1] if carrier else ()
    if not route:
        return 0
    number, tier = position.hexmap.number, position.rules.tier(trains[carrier - 1].name)
    return sum(position.call((number[name], end)).values[tier] for name, end in (route[0], route[-1]))


def faults(position: Position, trains: Sequence[Train], routes: Sequence[Route]) -> Iterator[Refusal]:
    """Every rule that routes break, at most one of each route alone and one of each pair, and all hexes left out."""
    return _faults(position, trains, _kinds(position, trains), routes)


def _faults(
    position: Position, trains: Sequence[Train], kinds: Sequence[Spec], routes: Sequence[Route]
) -> Iterator[Refusal]:
    if len(routes) != len(trains):
        yield Refusal("route.one_per_train", {"trains": len(trains), "given": len(routes)})
        return
    used: dict[frozenset[End], str] = {}
    alone = sum(map(bool, routes)) < 2
    for train, spec, route in zip(trains, kinds, routes, strict=True):
        if not route:
            continue
        fault = _fault(position, spec, route)
        if fault is not None:
            yield Refusal(fault.key, {"train": train.name, **fault.data})
            continue
        pieces = () if alone else _pieces(position, route)
        for piece in pieces if used else ():
            if piece in used:
                place = min(position.hexmap.hexes[end[0]].name for end in piece)
                yield Refusal("route.shared_track", {"train": train.name, "other": used[piece], "hex": place})
                break
        used.update(dict.fromkeys(pieces, train.name))
    passed = {name for route in routes for name, _ in route}
    for name in sorted(set(position.visits) - passed):
        yield Refusal("route.not_visited", {"hex": name, "company": position.company})


def is_sound(position: Position, route: Route) -> bool:
    """Whether a train of any range and gauge could run a route."""
    return _fault(position, Spec(UNLIMITED), route) is None


class _Fault(NamedTuple):
    key: str
    data: dict[str, str | int]


def _kinds(position: Position, trains: Sequence[Train]) -> Sequence[Spec]:
    """By train what it can do."""
    fleet = tuple([(train.name, train.stops, train.towns) for train in trains])
    known = position.rules.kinds.get(fleet)
    if known is None:
        by_number = {number: spec for spec, same in specs_of(trains, position.rules).items() for number in same}
        known = position.rules.kinds.keep(fleet, tuple(by_number[number] for number in range(len(trains))))
    return known


def _earned_at_once(position: Position, kinds: Sequence[Spec], routes: Sequence[Route]) -> int | None:
    """What routes earn that break no rule, in one walk along each; None where one has to be looked for."""
    rules = position.rules
    if position.herald is not None or position.barred or position.visits or rules.passing.hexes:
        return None
    if len(routes) != len(kinds):
        return None
    used: set[object] = set()
    total = 0
    tolls = tolled(position.hexmap, rules.borders) if rules.borders else ()
    for spec, route in zip(kinds, routes, strict=True):
        if not route:
            continue
        walked = None if spec.gauges is not None else _walked(position, route, used, tolls)
        if walked is None:
            return None
        calls, crossed = walked
        if len(calls) < 2 or not (calls[0].halt and calls[-1].halt):
            return None
        earned = _earned_express(spec, calls) if spec.goal else _earned_by(position, spec, calls, crossed)
        if earned is None:
            return None
        total += earned
    return total


def _earned_by(position: Position, spec: Spec, calls: Sequence[Call], small: int) -> int | None:
    """What a train earns by calling at some stops besides so many small ones, in one walk; None where it may not."""
    cost = marks = total = shut = whole = 0
    own, once, tier = False, set[object](), spec.tier
    for end, _, values, range_, few, mine, through, _, mark, word, _ in calls:
        small += few
        cost += range_
        marks += mark
        total += values[tier]
        own = own or mine
        once.add(end)
        if word:
            once.add(word)
            whole += 1
        if not through:
            shut += 1
    if not own or len(once) != len(calls) + whole or shut > (not calls[0].through) + (not calls[-1].through):
        return None
    return total + position.rules.bonus.worth(marks) if spec.fits(cost, small) else None


def _earned_express(spec: Spec, calls: Sequence[Call]) -> int | None:
    """The same of a train that runs from an own station to its goal and counts both ends alone."""
    first, last = calls[0], calls[-1]
    if len({call.end for call in calls}) < len(calls) or not all(call.through for call in calls[1:-1]):
        return None
    for start, goal in ((first, last), (last, first)):
        if start.own and start.area != spec.goal == goal.area:
            return first.values[spec.tier] + last.values[spec.tier]
    return None


def _walked(
    position: Position, route: Route, used: set[object], tolls: Collection[End]
) -> tuple[list[Call], int] | None:
    """The stops of a continuous way from stop to stop, and how often it crosses a toll; None where it is none.

    Its track is added to what is used: hexsides by their lower number, track inside a hex by its ends.
    """
    number, across, faces, call = position.hexmap.number, position.hexmap.across, position.faces, position.call
    calls: list[Call] = []
    here, came, crossed = NONE, NONE, 0
    for name, end in route:
        hex_ = number.get(name, NONE)
        if hex_ == NONE or (hex_ != here if calls else not STOP <= end < STOP + len(faces[hex_].stops)):
            return None
        if calls and end not in faces[hex_].onward[came]:
            return None
        if end >= STOP:
            piece: object = (hex_, min(came, end), max(came, end)) if calls and came >= STOP else None
            calls.append(call((hex_, end)))
            here, came = hex_, end
        else:
            out = across[hex_][end]
            if out is None or not faces[out[0]].exits >> out[1] & 1:
                return None
            if tolls and out in tolls:
                crossed += 1
            here, came = out
            piece = hex_ * 6 + end if hex_ < here else here * 6 + came
        if piece is not None:
            if piece in used:
                return None
            used.add(piece)
    return (calls, crossed) if calls and route[-1][1] >= STOP else None


def _fault(position: Position, spec: Spec, route: Route) -> _Fault | None:
    """The first rule that a route breaks by itself."""
    fault = _broken(position, route)
    if fault is not None:
        return fault
    calls = _calls(position, route)
    names = [position.hexmap.hexes[call.end[0]].name for call in calls]
    for call, name in ((calls[0], names[0]), (calls[-1], names[-1])):
        if not call.halt:
            return _Fault("route.junction_end", {"hex": name})
    if len(calls) < 2:
        return _Fault("route.too_short", {"stops": len(calls)})
    ends = [call.end for call in calls]
    for number, call in enumerate(calls) if len(set(ends)) < len(ends) else ():
        if call.end in ends[:number]:
            if call.area:
                return _Fault("route.same_area", {"area": call.area})
            return _Fault("route.stop_twice", {"hex": names[number]})
    pieces = _pieces(position, route)
    if len(set(pieces)) < len(pieces):
        again = next(piece for number, piece in enumerate(pieces) if piece in pieces[:number])
        return _Fault("route.no_track", {"hex": min(position.hexmap.hexes[end[0]].name for end in again)})
    return _misrun(position, spec, route, calls, names)


def _misrun(position: Position, spec: Spec, route: Route, calls: list[Call], names: list[str]) -> _Fault | None:
    """What a train may not do on a way that is sound as such."""
    for call, name in zip(calls[1:-1], names[1:-1], strict=True):
        if not call.through:
            return _Fault("route.blocked", {"hex": name})
    if spec.gauges is not None and (name := _wrong_gauge(position, spec.gauges, route)):
        return _Fault("route.gauge", {"hex": name})
    if spec.goal:
        ends = (calls[0], calls[-1]), (calls[-1], calls[0])
        runs = any(a.own and a.area != spec.goal and b.area == spec.goal for a, b in ends)
        return None if runs else _Fault("route.express", {"goal": spec.goal})
    once = [call.once for call in calls]
    for number, call in enumerate(calls) if any(once) else ():
        if call.once and call.once in once[:number]:
            if call.area:
                return _Fault("route.same_area", {"area": call.area})
            return _Fault("route.city_twice", {"hex": names[number]})
    if not any(call.own for call in calls):
        return _Fault("route.no_station", {"company": position.company})
    range_, small = sum([call.cost for call in calls]), sum([call.small for call in calls])
    if position.rules.borders:
        small += sum(position.toll(end) for end in _crossings(position, route))
    return None if spec.fits(range_, small) else _too_long(spec, range_, small)


def _too_long(spec: Spec, range_: int, small: int) -> _Fault:
    if spec.apart:
        counted: dict[str, str | int] = {"large": range_, "small": small}
        return _Fault("route.too_long_apart", {**counted, "range": spec.limit, "plus": spec.allowance})
    return _Fault("route.too_long", {"stops": range_ + max(0, small - spec.allowance), "range": spec.limit})


def _broken(position: Position, route: Route) -> _Fault | None:
    """Where a route is no continuous way from stop to stop."""
    hexmap, faces, barred, herald = position.hexmap, position.faces, position.barred, position.herald
    for name, end in route:
        if name in barred:
            return _Fault("route.no_licence", {"hex": name, "company": position.company})
        if name not in hexmap.number or not 0 <= end < STOP + len(faces[hexmap.number[name]].stops):
            fault = _nowhere(position, name, end)
            if fault is not None:
                return fault
    for name, end in (route[0], route[-1]):
        if end < STOP:
            return _Fault("route.too_short", {"stops": sum(at >= STOP for _, at in route), "hex": name})
    for here, there in pairwise(_past_herald(position, route)):
        entered = position.beyond(here) if here[1] < STOP else here
        if entered is None or entered[0] != there[0]:
            return _Fault("route.no_track", {"hex": hexmap.hexes[here[0]].name})
        if herald is not None and herald in (entered, there):
            if not _ends_at_herald(position, entered, there):
                return _Fault("route.no_track", {"hex": hexmap.hexes[here[0]].name})
            continue
        onward, to = faces[entered[0]].onward, there[1]
        if to not in onward[entered[1]]:
            skips = to < STOP and any(stop >= STOP and to in onward[stop] for stop in onward[entered[1]])
            key = "route.stop_skipped" if skips and to != entered[1] else "route.no_track"
            return _Fault(key, {"hex": hexmap.hexes[there[0]].name})
    return None


def _nowhere(position: Position, name: str, end: int) -> _Fault | None:
    """What is wrong with a step to an end that its hex does not print; None at the company's own herald."""
    hex_ = position.hexmap.number.get(name, NONE)
    if (hex_, end) == position.herald:
        return None
    if hex_ != NONE and end == STOP + len(position.faces[hex_].stops):
        for company, place in position.heralds.items():
            if place == name:
                return _Fault("route.foreign_herald", {"hex": name, "company": position.company, "owner": company})
    return _Fault("route.no_track", {"hex": name})


def _past_herald(position: Position, route: Route) -> list[End]:
    """The ends of a route without the herald where it is only passed: whoever calls there stays on the printed path.

    One at which the train would not come in and leave over edges is kept, and is no track.
    """
    ends = [(position.hexmap.number[name], end) for name, end in route]
    if position.herald is None:
        return ends
    return [
        end
        for at, end in enumerate(ends)
        if end != position.herald
        or at in (0, len(ends) - 1)
        or ends[at - 1][1] >= STOP
        or ends[at + 1][1] >= STOP
        or ends[at + 1][0] != end[0]
    ]


def _ends_at_herald(position: Position, entered: End, there: End) -> bool:
    """Whether a route leaves its herald, or comes to it, over an edge with track from edge to edge."""
    edge = there[1] if entered == position.herald else entered[1]
    return edge < STOP and any(to < STOP for to in position.faces[there[0]].onward[edge])


def _calls(position: Position, route: Route) -> list[Call]:
    number = position.hexmap.number
    return [position.call((number[name], end)) for name, end in route if end >= STOP]


def _crossings(position: Position, route: Route) -> list[End]:
    number = position.hexmap.number
    return [(number[name], end) for name, end in route if end < STOP]


def _pieces(position: Position, route: Route) -> list[frozenset[End]]:
    """The hexsides that a route crosses, each by both its sides, and the track from stop to stop inside a hex."""
    pieces = []
    ends = [(position.hexmap.number[name], end) for name, end in route]
    for here, there in pairwise(ends):
        if here[1] < STOP:
            pieces.append(frozenset({here, position.beyond(here) or here}))
        elif there[1] >= STOP:
            pieces.append(frozenset({here, there}))
    return pieces


def _wrong_gauge(position: Position, gauges: frozenset[str], route: Route) -> str:
    """The first hex with track that does not suit a train; "" if all does."""
    for here, there in pairwise(_past_herald(position, route)):
        entered = position.beyond(here) if here[1] < STOP else None
        ends = {here[1] if entered is None else entered[1], there[1]}
        paths = position.faces[there[0]].paths
        if position.herald in (here, there):
            edge = min(ends)
            used = [path.gauge for path in paths if edge in (path.a, path.b) and path.b < STOP]
        else:
            used = [path.gauge for path in paths if ends == {path.a, path.b}]
        suits = [gauge == DUAL or gauge in gauges for gauge in used]
        if not (any(suits) if position.herald in (here, there) else all(suits)):
            return position.hexmap.hexes[there[0]].name
    return ""


def _worth(position: Position, spec: Spec, route: Route) -> int:
    calls, rules, tier = _calls(position, route), position.rules, spec.tier
    if spec.goal:
        return calls[0].values[tier] + calls[-1].values[tier]
    passed = len({name for name, _ in route} & rules.passing.hexes) if rules.passing.hexes else 0
    marks = total = 0
    for call in calls:
        marks += call.mark
        total += call.values[tier]
    return total + rules.bonus.worth(marks) + rules.passing.amount * passed
