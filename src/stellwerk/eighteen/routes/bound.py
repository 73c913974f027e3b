"""What the rest of the board can still yield: in which order to sweep it, and a bound for every state.

The bound forgets which train uses which link and how strands hang together, but not that a link is used once: it
knows by the used links of a frontier the most that the nodes ahead can add. That each route has two ends and each
train a range is put in as a price, on ends and on calls by trains of limited range, at small stops another one; every
price gives a valid bound, and good ones are looked for. What the ends of one route count again has a fixed price: an
end adds only what it is worth beyond that, and the train that carries the mail gets it back twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from stellwerk.eighteen.routes.clock import Clock, OutOfTime
from stellwerk.eighteen.routes.fleet import DONE, FRESH, Fleet, Record, Trains
from stellwerk.eighteen.routes.graph import Graph, Node, Walk
from stellwerk.eighteen.routes.layer import Layer
from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Spec

BEAM: Final = 40
WEIGHT: Final = 4
"""How much harder a sweep becomes by one more link of the frontier, roughly."""

SPREAD: Final = 20
"""How far from the best price of a call others are tried, for states that have used up more or less than most."""


WIDEST: Final = 13
"""How many links of a frontier a table of all their uses may have; there is no bound but the simplest beyond."""


class _Prefix(NamedTuple):
    cost: int
    frontier: int
    near: int
    before: int
    node: int


def order(graph: Graph) -> list[int]:
    """A sequence of all nodes that keeps the frontier narrow, found by a beam search over sets of nodes."""
    links = [sum(1 << link for link in node.links) for node in graph.nodes]
    near = _neighbours(graph)
    count = len(links)
    everything = (1 << count) - 1
    start = {
        1 << node: _Prefix(WEIGHT ** mask.bit_count(), mask, near[node], 0, node) for node, mask in enumerate(links)
    }
    rounds = [start]
    for _ in links[1:]:
        ahead: dict[int, _Prefix] = {}
        best = sorted(rounds[-1].items(), key=lambda item: item[1].cost)[:BEAM]
        for done, prefix in best:
            candidates = prefix.near & ~done or everything & ~done
            while candidates:
                bit = candidates & -candidates
                candidates ^= bit
                node = bit.bit_length() - 1
                frontier = prefix.frontier ^ links[node]
                cost = prefix.cost + WEIGHT ** frontier.bit_count()
                known = ahead.get(done | bit)
                if known is None or cost < known.cost:
                    ahead[done | bit] = _Prefix(cost, frontier, prefix.near | near[node], done, node)
        rounds.append(ahead)
    sequence, done = [], everything
    for prefixes in reversed(rounds):
        prefix = prefixes[done]
        sequence.append(prefix.node)
        done = prefix.before
    return sequence[::-1]


def _neighbours(graph: Graph) -> list[int]:
    nodes_at: dict[int, list[int]] = {}
    for number, node in enumerate(graph.nodes):
        for link in node.links:
            nodes_at.setdefault(link, []).append(number)
    near = [0] * len(graph.nodes)
    for a, b in nodes_at.values():
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near


class _Option(NamedTuple):
    """One way to use the links of a node: which come in, which go out, and what it counts."""

    incoming: int
    outgoing: int
    ends: int
    calls: int
    small: int
    worth: int


class Price(NamedTuple):
    """Of an end, of a call, and of one at a small stop, which is never dearer."""

    end: int
    call: int = 0
    small: int = 0


class Prices:
    """The most that can still be added to a state, at some price."""

    def __init__(self, fleet: Fleet, price: Price, ahead: list[dict[int, int]]) -> None:
        self.fleet, self.price, self.ahead = fleet, price, ahead
        """`ahead` has by number of nodes taken and used links, as bits, what the others add at most."""

        self.rests: dict[Trains, int] = {}

    @property
    def total(self) -> int:
        """The most that can be earned at all."""
        return self.ahead[0][0] + self.rest((FRESH,) * len(self.fleet.kind_of))

    def rest(self, trains: Trains) -> int:
        """What trains with these records get back of the prices, and the highest bonus they may earn."""
        known = self.rests.get(trains)
        if known is None:
            known = self.rests[trains] = sum(
                self._left(self.fleet.specs[kind], self.fleet.records[number])
                for kind, number in zip(self.fleet.kind_of, trains, strict=True)
                if number != DONE
            )
        return known

    def _left(self, spec: Spec, record: Record) -> int:
        """What a train gets back: its range holds calls at any stops, its allowance besides only at small ones."""
        price, left = self.price, (2 - record.ends) * self.price.end
        if spec.goal:
            return left + (2 - record.ends) * price.call
        if spec.limit != UNLIMITED:
            over = 0 if spec.apart else max(0, record.small - spec.allowance)
            left += (spec.limit - record.range - over) * price.call
            left += max(0, spec.allowance - record.small) * price.small
        if spec.mail:
            left += (2 - record.ends) * self.fleet.mail_price
        return left + max(self.fleet.bonus.amounts)


def most_of_all(fleet: Fleet) -> int:
    """More than any set of routes earns: each train calls where most is to be had, as far as its range goes."""
    calls, graph, total = fleet.graph.calls, fleet.graph, 0
    large = sorted((call.worth for call in calls if call.cost), reverse=True)
    other = sorted((call.worth for call in calls if not call.cost), reverse=True)
    ends = 2 * max((call.worth for call in calls), default=0)
    for spec in fleet.specs:
        most = sum(large[: spec.limit]) + sum(other) + max(fleet.bonus.amounts)
        most += graph.amount * graph.paid.bit_count()
        total += spec.trains * (ends if spec.goal else most + ends * spec.mail)
    return total


class Bound:
    """Bounds for all states of a sweep, at prices that bound it well."""

    def __init__(self, fleet: Fleet, nodes: Sequence[Node], layers: Sequence[Layer], clock: Clock) -> None:
        self.fleet, self.layers, self.clock = fleet, layers, clock
        self.prices: list[Prices] = []
        """What bounds a state is the least of the bounds at these prices, the best ones first."""

        self.total = most_of_all(fleet)
        if max((len(layer.frontier) for layer in layers), default=0) <= WIDEST:
            self._look_for_prices(nodes)

    def _look_for_prices(self, nodes: Sequence[Node]) -> None:
        """Look for good prices; those found when time is over must do."""
        fleet, layers = self.fleet, self.layers
        self.options = [self._options(node, layer) for node, layer in zip(nodes, layers, strict=True)]
        self.limited = any(spec.limit != UNLIMITED or spec.goal for spec in fleet.specs)
        self.small = any(spec.allowance for spec in fleet.specs) and any(call.small for call in fleet.graph.calls)
        self.stride = max((call.worth for call in fleet.graph.calls), default=0) // 2
        try:
            self._find_prices()
            best = self.prices[0]
            if self.limited:
                near = (best.price._replace(call=best.price.call + change) for change in (SPREAD, -SPREAD))
                self.prices += [self._at(price) for price in near if price.call >= price.small]
        except OutOfTime:
            pass
        self.total = min((prices.total for prices in self.prices[:1]), default=self.total)

    def _find_prices(self) -> None:
        """Go downhill along all prices with ever smaller strides."""
        stride, self.prices = self.stride, [self._at(Price(self.stride))]
        while stride >= 5:
            best = self.prices[0]
            better = next((near for near in self._around(best.price, stride) if near.total < best.total), None)
            if better is None:
                stride //= 2
            else:
                self.prices = [better]

    def _around(self, best: Price, stride: int) -> Iterator[Prices]:
        for end in (best.end + stride, best.end - stride):
            if end >= 0:
                yield self._at(best._replace(end=end))
        for call in (best.call + stride, best.call - stride):
            if call >= best.small and self.limited:
                yield self._at(best._replace(call=call))
        for small in (best.small + stride, best.small - stride):
            if self.small and 0 <= small <= best.call:
                yield self._at(best._replace(small=small))

    def _at(self, price: Price) -> Prices:
        ahead: list[dict[int, int]] = [{0: 0}]
        for options, layer in zip(reversed(self.options), reversed(self.layers), strict=True):
            ahead.append(_before(layer, _dearest(options, price), ahead[-1], self.clock))
        return Prices(self.fleet, price, ahead[::-1])

    def _options(self, node: Node, layer: Layer) -> list[_Option]:
        """All sets of walks that share no link, by what they use; of equal ones the dearest."""
        best: dict[tuple[int, int, int, int, int], int] = {}
        walks = [
            (walk.a, walk.b, walk.call, self._besides(walk, layer))
            for walk in node.walks
            if walk.b != NONE or self.fleet.graph.calls[walk.call].halt
        ]
        if any(spec.goal for spec in self.fleet.specs):
            walks += [(a, b, NONE, 0) for a, b, call, _ in walks if NONE not in (b, call)]
        bit = {link: 1 << at for at, link in enumerate((*layer.incoming, *layer.outgoing))} | {NONE: 0}
        inside = sum(bit[link] for link in layer.incoming)
        most = len(self.fleet.kind_of)
        free = sum(spec.trains for spec in self.fleet.specs if spec.limit == UNLIMITED and not spec.goal)
        calls = self.fleet.graph.calls

        def add(first: int, used: int, ends: int, priced: int, small: int, worth: int, called: tuple[int, ...]) -> None:
            key = used & inside, used >> len(layer.incoming), ends, priced, small
            if worth >= best.get(key, 0):
                best[key] = worth
            for number in range(first, len(walks)):
                a, b, call, gain = walks[number]
                mask = bit[a] | bit[b]
                visits = called.count(call)
                if used & mask or (call != NONE and visits >= most):
                    continue
                large = little = 0
                if call != NONE:
                    gain += calls[call].worth
                    if visits >= free:
                        large, little = calls[call].cost, calls[call].small
                after = used | mask, ends + (b == NONE), priced + large, small + little, worth + gain
                add(number + 1, *after, (*called, call))

        add(0, 0, 0, 0, 0, 0, ())
        return [_Option(*key, worth) for key, worth in best.items()]

    def _besides(self, walk: Walk, layer: Layer) -> int:
        """What a walk adds besides the worth of its stop: marked hexes, and an end of a route with mail."""
        graph, gain = self.fleet.graph, 0
        if graph.amount:
            gain = graph.amount * (self.fleet.marks(walk, layer.out) & graph.paid).bit_count()
        if walk.b == NONE and self.fleet.has_mail:
            gain += max(0, graph.calls[walk.call].worth - self.fleet.mail_price)
        return gain


def _dearest(options: list[_Option], price: Price) -> dict[int, dict[int, int]]:
    """By used incoming and outgoing links the most that a node adds at these prices."""
    best: dict[int, dict[int, int]] = {}
    for incoming, outgoing, ends, calls, small, worth in options:
        row = best.setdefault(incoming, {})
        value = worth - ends * price.end - calls * price.call - small * price.small
        if value > row.get(outgoing, -UNLIMITED):
            row[outgoing] = value
    return best


def _before(layer: Layer, best: dict[int, dict[int, int]], after: dict[int, int], clock: Clock) -> dict[int, int]:
    """The table before a node, from the one after it."""
    before: dict[int, int] = {}
    kept = len(layer.keep_at)
    incoming = {mask: _spread(mask, layer.inc_at) for mask in best}
    rows = [(incoming[mask], [(out << kept, value) for out, value in row.items()]) for mask, row in best.items()]
    for keep in range(1 << kept):
        clock.tick()
        place = _spread(keep, layer.keep_at)
        for mask, row in rows:
            values = [after[keep | out] + value for out, value in row if keep | out in after]
            if values:
                before[place | mask] = max(values)
    return before


def _spread(mask: int, places: Sequence[int]) -> int:
    """Move the bits of a mask to these places."""
    return sum(1 << place for at, place in enumerate(places) if mask >> at & 1)
