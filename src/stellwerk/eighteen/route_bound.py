"""What the rest of the board can still yield: in which order to sweep it, and a bound for every state.

The bound forgets which train uses which link and how strands hang together, but not that a link is used once: it
knows by the used links of a frontier the most that the nodes ahead can add. That each route has two ends and each
train a range is put in as a price, on ends and on calls by trains of limited range; every price gives a valid bound,
and good ones are looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from stellwerk.eighteen.route_graph import Graph, Node
from stellwerk.eighteen.route_layer import DONE, Fleet, Layer, Trains
from stellwerk.eighteen.route_rules import NONE, UNLIMITED, Spec

BEAM: Final = 40
WEIGHT: Final = 4
"""How much harder a sweep becomes by one more link of the frontier, roughly."""


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
    start = {
        1 << node: _Prefix(WEIGHT ** mask.bit_count(), mask, near[node], 0, node) for node, mask in enumerate(links)
    }
    rounds = [start]
    for _ in links[1:]:
        ahead: dict[int, _Prefix] = {}
        best = sorted(rounds[-1].items(), key=lambda item: item[1].cost)[:BEAM]
        for done, prefix in best:
            candidates = prefix.near & ~done or ((1 << len(links)) - 1) & ~done
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
    sequence, done = [], (1 << len(links)) - 1
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
    priced: int
    worth: int


class Bound:
    """The most that can still be added to a state, by layer and used links of the frontier."""

    def __init__(self, fleet: Fleet, nodes: Sequence[Node], layers: Sequence[Layer]) -> None:
        self.fleet, self.layers = fleet, layers
        self.options = [self._options(node, layer) for node, layer in zip(nodes, layers, strict=True)]
        self.end_price = self.call_price = 0
        self.ahead: list[dict[int, int]] = []
        """By number of nodes taken and used links of the frontier, as bits, what the others add at most."""

        self.total = 0
        self._find_prices()
        self.rests: dict[Trains, int] = {}

    def _find_prices(self) -> None:
        """Go downhill along both prices with ever smaller strides."""
        limited = any(spec.limit != UNLIMITED or spec.goal for spec in self.fleet.specs)
        stride = max((call.worth for call in self.fleet.graph.calls), default=0) // 2
        best = self._bound(stride, 0)
        self.end_price = stride
        while stride >= 5:
            better = False
            for ends, calls in ((stride, 0), (-stride, 0), (0, stride), (0, -stride)):
                prices = self.end_price + ends, self.call_price + calls
                if min(prices) < 0 or (calls and not limited):
                    continue
                total = self._bound(*prices)
                if total < best:
                    best, better = total, True
                    self.end_price, self.call_price = prices
                    break
            if not better:
                stride //= 2
        self.ahead = self._tables(self.end_price, self.call_price)
        self.total = best

    def _bound(self, end_price: int, call_price: int) -> int:
        at_start = self._tables(end_price, call_price)[0][0]
        return at_start + sum(spec.trains * self._allowance(spec, end_price, call_price) for spec in self.fleet.specs)

    def _allowance(self, spec: Spec, end_price: int, call_price: int, ends: int = 0, range_: int = 0) -> int:
        """What a train gets back of the prices, and the highest bonus it may earn."""
        if spec.goal:
            return (2 - ends) * (end_price + call_price)
        calls = 0 if spec.limit == UNLIMITED else (spec.limit - range_) * call_price
        return (2 - ends) * end_price + calls + max(self.fleet.bonus.amounts)

    def rest(self, trains: Trains) -> int:
        """What is to be added to a table's value for trains with these records."""
        known = self.rests.get(trains)
        if known is None:
            known = self.rests[trains] = sum(
                self._left(kind, record) for kind, record in zip(self.fleet.kind_of, trains, strict=True)
            )
        return known

    def _left(self, kind: int, number: int) -> int:
        if number == DONE:
            return 0
        record = self.fleet.records[number]
        return self._allowance(self.fleet.specs[kind], self.end_price, self.call_price, record.ends, record.range)

    def _options(self, node: Node, layer: Layer) -> list[_Option]:
        """All sets of walks that share no link, by what they use; of equal ones the dearest."""
        best: dict[tuple[int, int, int, int], int] = {}
        walks = [(walk.a, walk.b, walk.call) for walk in node.walks]
        if any(spec.goal for spec in self.fleet.specs):
            walks += [(a, b, NONE) for a, b, call in walks if NONE not in (b, call)]
        bit = {link: 1 << at for at, link in enumerate((*layer.incoming, *layer.outgoing))} | {NONE: 0}
        inside = (1 << len(layer.incoming)) - 1
        most = len(self.fleet.kind_of)
        free = sum(spec.trains for spec in self.fleet.specs if spec.limit == UNLIMITED and not spec.goal)
        calls = self.fleet.graph.calls

        def add(first: int, used: int, ends: int, priced: int, worth: int, called: tuple[int, ...]) -> None:
            key = used & inside, used >> len(layer.incoming), ends, priced
            if worth >= best.get(key, 0):
                best[key] = worth
            for number in range(first, len(walks)):
                a, b, call = walks[number]
                mask = bit[a] | bit[b]
                visits = called.count(call)
                if used & mask or (call != NONE and visits >= most):
                    continue
                gain = price = 0
                if call != NONE:
                    gain, price = calls[call].worth, calls[call].cost if visits >= free else 0
                add(number + 1, used | mask, ends + (b == NONE), priced + price, worth + gain, (*called, call))

        add(0, 0, 0, 0, 0, ())
        return [_Option(*key, worth) for key, worth in best.items()]

    def _tables(self, end_price: int, call_price: int) -> list[dict[int, int]]:
        tables: list[dict[int, int]] = [{0: 0}]
        for options, layer in zip(reversed(self.options), reversed(self.layers), strict=True):
            tables.append(_before(layer, _cheapest(options, end_price, call_price), tables[-1]))
        return tables[::-1]


def _cheapest(options: list[_Option], end_price: int, call_price: int) -> dict[int, dict[int, int]]:
    """By used incoming and outgoing links the most that a node adds at these prices."""
    best: dict[int, dict[int, int]] = {}
    for incoming, outgoing, ends, priced, worth in options:
        row = best.setdefault(incoming, {})
        value = worth - ends * end_price - priced * call_price
        if value > row.get(outgoing, -UNLIMITED):
            row[outgoing] = value
    return best


def _before(layer: Layer, best: dict[int, dict[int, int]], after: dict[int, int]) -> dict[int, int]:
    """The table before a node, from the one after it."""
    before: dict[int, int] = {}
    kept = len(layer.keep_at)
    incoming = {mask: _spread(mask, layer.inc_at) for mask in best}
    rows = [(incoming[mask], [(out << kept, value) for out, value in row.items()]) for mask, row in best.items()]
    for keep in range(1 << kept):
        place = _spread(keep, layer.keep_at)
        for mask, row in rows:
            values = [after[keep | out] + value for out, value in row if keep | out in after]
            if values:
                before[place | mask] = max(values)
    return before


def _spread(mask: int, places: Sequence[int]) -> int:
    """Move the bits of a mask to these places."""
    return sum(1 << place for at, place in enumerate(places) if mask >> at & 1)
