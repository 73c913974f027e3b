"""The best routes of a network of any size, by sweeping over it.

Nodes are taken one by one. All that matters for the nodes ahead is which train uses which link of the frontier,
which two of them are ends of the same strand, and what each train has counted. Of all ways to reach such a state only
the dearest is kept, however many routes lead there. A first sweep keeps only the most promising states at every
node; what it finds lets the next one, which keeps more, drop every state that cannot become better. The sweep that
had to drop nothing else is the proof.
"""

from __future__ import annotations

from contextlib import suppress
from math import gcd
from typing import Final, NamedTuple, TypeAlias

from stellwerk.core.garbage import collecting_seldom
from stellwerk.eighteen.routes.bound import Bound, order
from stellwerk.eighteen.routes.clock import Clock, OutOfTime
from stellwerk.eighteen.routes.fleet import DONE, FRESH, Fleet, Trains
from stellwerk.eighteen.routes.graph import Graph, without
from stellwerk.eighteen.routes.layer import LABEL, Codes, Layer, Move, Piece
from stellwerk.eighteen.routes.rules import NONE, UNLIMITED, Bonus, End, Spec

FIRST: Final = 60
WIDER: Final = 8
"""How many states the first sweep keeps at a node, and how many times more the next one after a better run."""

State: TypeAlias = tuple[Codes, Trains]


class Best(NamedTuple):
    """How a state is reached best, and what it may lead to at most."""

    worth: int
    bound: int
    before: State
    pieces: tuple[Piece, ...]


class Sweep:
    """Finds the best set of routes; after `run` `worth`, `pieces` and `bound` tell it."""

    def __init__(
        self,
        graph: Graph,
        specs: list[Spec],
        bonus: Bonus,
        clock: Clock | None = None,
        sequence: list[int] | None = None,
    ) -> None:
        """Take the nodes in a sequence that is known to be good, or look for one."""
        self.fleet, self.clock = Fleet(graph, specs, bonus), clock or Clock()
        self.alike = len(specs) < len(self.fleet.kind_of)
        self.sequence = sequence = sequence or order(graph)
        homes = [at for at, node in enumerate(sequence) if _has_station(graph, node)]
        frontier: list[int] = []
        self.layers: list[Layer] = []
        for at, node in enumerate(sequence):
            self.layers.append(Layer(self.fleet, graph.nodes[node], frontier, at >= max(homes, default=0), self.clock))
            frontier = self.layers[-1].frontier
        self.limits = Bound(self.fleet, [graph.nodes[node] for node in sequence], self.layers, self.clock)
        self.unit = gcd(*(value for call in graph.calls for value in call.values), *bonus.amounts, graph.amount) or 1
        self.bound = self.limits.total // self.unit * self.unit
        self.names: dict[tuple[Codes, Trains], tuple[dict[int, int], Trains]] = {}
        self.worth = 0
        self.pieces: list[Piece] = []

    def run(self, known: int = 0) -> None:
        """Look for something better than what is known, until the best is proven or time is over."""
        self.worth = known
        with suppress(OutOfTime), collecting_seldom():  # states are tuples by the ten thousand, without a cycle
            self._run()

    def _run(self) -> None:
        width = FIRST
        if len(self.fleet.kind_of) > 1:
            self._one_by_one()
        while self.bound > self.worth:
            before = self.worth
            dropped = self._sweep(width)
            self.bound = min(self.bound, max(dropped // self.unit * self.unit, self.worth))
            width *= WIDER if self.worth > before or not before else WIDER**3
            if not self.limits.prices:
                return  # without a bound there is no end of states

    def _one_by_one(self) -> None:
        """Let train after train take what is best for it alone: seldom the best, but soon found."""
        graph, worth, pieces = self.fleet.graph, 0, list[Piece]()
        specs = self.fleet.specs
        missing = sum(spec.trains for spec in specs if spec.must)
        for kind in sorted(self.fleet.kind_of, key=lambda kind: not specs[kind].must):
            spec = self.fleet.specs[kind]._replace(trains=1)
            alone = Sweep(graph, [spec], self.fleet.bonus, self.clock, self.sequence)
            alone._sweep(FIRST)
            if specs[kind].must and alone.pieces:
                missing -= 1
            worth += alone.worth
            pieces += [Piece(piece.walk, kind) for piece in alone.pieces]
            if worth > self.worth and not missing:
                self.worth, self.pieces = worth, list(pieces)
            graph = without(graph, {link for piece in alone.pieces for link in (piece.walk.a, piece.walk.b)})

    def _sweep(self, width: int) -> int:
        """Sweep once; tell the most that the states could have led to which were dropped for want of room."""
        start: State = ((), (FRESH,) * len(self.fleet.kind_of))
        states = {start: Best(0, self.limits.total, start, ())}
        history, dropped = [states], 0
        for number, layer in enumerate(self.layers):
            states = self._step(layer, number + 1, states)
            if not layer.last:
                states = self._undominated(states)
            if len(states) > width:
                ranked = sorted(states.items(), key=lambda item: item[1].bound, reverse=True)
                dropped = max(dropped, ranked[width][1].bound)
                states = dict(ranked[:width])
            history.append(states)
        for state, best in states.items():
            if best.worth > self.worth and self._all_needed_run(state):
                self.worth = best.worth
                self.pieces = _trace(history, state)
        return dropped

    def _all_needed_run(self, state: State) -> bool:
        specs, (_, trains) = self.fleet.specs, state
        return all(
            record == DONE or not specs[kind].must for kind, record in zip(self.fleet.kind_of, trains, strict=True)
        )

    def _step(self, layer: Layer, number: int, states: dict[State, Best]) -> dict[State, Best]:
        """All states after a node that may lead to something better than what is known."""
        new: dict[State, Best] = {}
        inc_at, keep_at, floor = layer.inc_at, layer.keep_at, self.worth + self.unit - 1
        tables = [(price.ahead[number], price.rests, price.rest) for price in self.limits.prices]
        for state, best in states.items():
            self.clock.tick()
            codes, before = state
            kept = [codes[at] for at in keep_at]
            mask = sum([1 << at for at, code in enumerate(kept) if code])
            for move in layer.expand(tuple([codes[at] for at in inc_at]), before):
                worth, used, bound, trains = best.worth + move.gain, mask | move.mask, best.bound, move.trains
                for ahead, rests, rest in tables:
                    left = rests.get(trains)
                    limit = worth + ahead.get(used, -UNLIMITED) + (rest(trains) if left is None else left)
                    bound = limit if limit < bound else bound  # noqa: FURB136  # quicker so
                    if bound <= floor:
                        break
                else:
                    after = self._after(kept, move)
                    known = new.get(after) if after else None
                    if after and (known is None or known.worth < worth):
                        new[after] = Best(worth, bound, state, move.pieces)
        return new

    def _undominated(self, states: dict[State, Best]) -> dict[State, Best]:
        """Drop states for which another one is worth as much and leaves every train at least as free."""
        alike: dict[Codes, list[tuple[Trains, Best]]] = {}
        for (codes, trains), best in states.items():
            alike.setdefault(codes, []).append((trains, best))
        if len(alike) == len(states):
            return states
        left: dict[State, Best] = {}
        for codes, group in alike.items():
            group.sort(key=lambda item: item[1].worth, reverse=True)
            self.clock.tick()
            kept: list[Trains] = []
            for trains, best in group:
                self.clock.tick()
                if not self.fleet.dominated(trains, kept):
                    kept.append(trains)
                    left[codes, trains] = best
        return left

    def _after(self, kept: list[int], move: Move) -> State | None:
        """The state after a move; None if a finished train has strands left elsewhere."""
        codes = [*kept, *move.outs]
        for at, code in move.updates:
            codes[at] = code
        if move.done and any(code and (code & LABEL) - 1 in move.done for code in codes):
            return None
        return self._named(codes, move.trains) if self.alike else (tuple(codes), move.trains)

    def _named(self, codes: list[int], trains: Trains) -> State:
        """Of equal trains call that one the first whose link comes first: states that differ only in names are one."""
        met = tuple(dict.fromkeys([code & LABEL for code in codes if code]))
        known = self.names.get((met, trains))
        if known is None:
            known = self.names[met, trains] = self._names(met, trains)
        name, renamed = known
        if not name:
            return tuple(codes), trains
        return tuple([code and code & ~LABEL | name[code & LABEL] for code in codes]), renamed

    def _names(self, met: Codes, trains: Trains) -> tuple[dict[int, int], Trains]:
        kinds, none = self.fleet.kind_of, len(met)
        place = {label - 1: at for at, label in enumerate(met)}
        ranked = sorted(range(len(trains)), key=lambda train: (kinds[train], place.get(train, none), trains[train]))
        if ranked == list(range(len(trains))):
            return {}, trains
        return {train + 1: at + 1 for at, train in enumerate(ranked)}, tuple([trains[train] for train in ranked])


def _trace(history: list[dict[State, Best]], state: State) -> list[Piece]:
    pieces: list[Piece] = []
    for states in reversed(history):
        best = states[state]
        pieces.extend(best.pieces)
        state = best.before
    return pieces


def _has_station(graph: Graph, node: int) -> bool:
    return any(walk.call != NONE and graph.calls[walk.call].own for walk in graph.nodes[node].walks)


def trails(graph: Graph, pieces: list[Piece]) -> list[tuple[int, list[End]]]:
    """The routes that pieces make up: the kind of train and the ends it passes."""
    walks = {(piece.walk.node, link): piece for piece in pieces for link in (piece.walk.a, piece.walk.b)}
    nodes: dict[int, list[int]] = {}
    for piece in pieces:
        for link in (piece.walk.a, piece.walk.b):
            nodes.setdefault(link, []).append(piece.walk.node)
    found: list[tuple[int, list[End]]] = []
    used: set[int] = set()
    for piece in pieces:
        if piece.walk.b == NONE and piece.walk.a not in used:
            ends = [graph.calls[piece.walk.call].end]
            node, link = piece.walk.node, piece.walk.a
            while link != NONE:
                used.add(link)
                ends += graph.links[link].ends_from(node)
                here, there = nodes[link]
                node = there if node == here else here
                walk = walks[node, link].walk
                if walk.call != NONE:
                    ends.append(graph.calls[walk.call].end)
                link = walk.b if walk.a == link else walk.a
            found.append((piece.kind, ends))
    return found
