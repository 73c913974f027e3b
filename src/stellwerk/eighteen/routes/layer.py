"""One node of a sweep: which strands come in, and all ways to lead them on.

A strand is a part of a train's route. It ends at stops of nodes behind or at links of the frontier, which lies
between the nodes behind and those ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from stellwerk.eighteen.routes.clock import Clock
from stellwerk.eighteen.routes.fleet import DONE, FRESH, Effect, Fleet, Trains
from stellwerk.eighteen.routes.graph import Node, Walk
from stellwerk.eighteen.routes.rules import NONE

LABEL: Final = 15
SHIFT: Final = 4

Codes: TypeAlias = tuple[int, ...]
"""By link of the frontier 0, or its train plus one and, shifted, the link at the strand's other end plus one."""


class Piece(NamedTuple):
    """A walk that a train of some kind takes."""

    walk: Walk
    kind: int


class Move(NamedTuple):
    """One way to go on at a node."""

    gain: int
    outs: Codes
    mask: int
    """Which outgoing links it uses, as bits of the frontier ahead."""

    updates: tuple[tuple[int, int], ...]
    """New codes of links of the frontier ahead: the other ends of strands that were led on."""

    trains: Trains
    done: frozenset[int]
    pieces: tuple[Piece, ...]


class Work(NamedTuple):
    """A move in the making."""

    pending: tuple[int, ...]
    far: dict[int, int]
    label: dict[int, int]
    free: frozenset[int]
    trains: Trains
    gain: int
    called: frozenset[tuple[int, int]]
    pieces: tuple[Piece, ...]
    done: frozenset[int]


class Layer:
    """A node with the frontier before and after it."""

    def __init__(self, fleet: Fleet, node: Node, frontier: list[int], last: bool, clock: Clock) -> None:
        """Take a node after those before `frontier`; `last` says that no own station comes after it."""
        self.fleet, self.last, self.clock = fleet, last, clock
        kept = [link for link in frontier if link not in node.links]
        self.incoming = [link for link in node.links if link in frontier]
        self.outgoing = [link for link in node.links if link not in frontier]
        self.out = frozenset(self.outgoing)
        self.frontier = kept + self.outgoing
        self.inc_at = [frontier.index(link) for link in self.incoming]
        self.keep_at = [frontier.index(link) for link in kept]
        self.new_at = {link: at for at, link in enumerate(self.frontier)}
        kinds = range(len(fleet.specs))
        effects = [[fleet.effect(walk, spec, self.out) for spec in fleet.specs] for walk in node.walks]
        self.fresh = [
            (walk.a, walk.b, row) for walk, row in zip(node.walks, effects, strict=True) if self._is_fresh(walk)
        ]
        self.onward: list[dict[int, list[Effect]]] = [
            {link: [e for row in effects if (e := _from(row[kind], link))] for link in self.incoming} for kind in kinds
        ]
        self.moves: dict[tuple[Codes, Trains], list[Move]] = {}

    def _is_fresh(self, walk: Walk) -> bool:
        """Whether a walk begins a new strand here."""
        return walk.a in self.out and (walk.b in self.out or walk.b == NONE)

    def expand(self, codes: Codes, trains: Trains) -> list[Move]:
        """All ways to go on from what comes in."""
        found = self.moves.get((codes, trains))
        if found is None:
            far = {link: (c >> SHIFT) - 1 for link, c in zip(self.incoming, codes, strict=True) if c}
            label = {link: (c & LABEL) - 1 for link, c in zip(self.incoming, codes, strict=True) if c}
            work = Work(tuple(far), far, label, self.out, trains, 0, frozenset(), (), frozenset())
            found = self.moves[codes, trains] = list(self._lead_on(work))
        return found

    def _lead_on(self, work: Work) -> Iterator[Move]:
        """Lead every strand on that comes in, then begin new ones."""
        if not work.pending:
            yield from self._begin(work, 0)
            return
        link = work.pending[0]
        train = work.label[link]
        for effect in self.onward[self.fleet.kind_of[train]][link]:
            if not self._joins(work, link, effect.walk.b, train):
                continue
            after = self._take(work, effect, train)
            if after:
                yield from self._lead_on(after)

    def _begin(self, work: Work, first: int) -> Iterator[Move]:
        if not (self.last and self._lacks_station(work)):
            yield self._move(work)
        starters = list(self._starters(work.trains)) if work.free else []
        for number in range(first, len(self.fresh) if starters else first):
            a, b, row = self.fresh[number]
            if a not in work.free or (b not in work.free and b != NONE):
                continue
            for train in starters:
                effect = row[self.fleet.kind_of[train]]
                after = effect and self._take(work, effect, train)
                if after:
                    yield from self._begin(after, number + 1)

    def _starters(self, trains: Trains) -> Iterator[int]:
        """Trains that may have a further strand; of equal ones that have not begun only the first."""
        begun = NONE
        for train, record in enumerate(trains):
            kind = self.fleet.kind_of[train]
            if record == DONE or (record == FRESH and kind == begun):
                continue
            if record == FRESH:
                begun = kind
            yield train

    def _lacks_station(self, work: Work) -> bool:
        records = self.fleet.records
        return any(number not in (FRESH, DONE) and not records[number].own for number in work.trains)

    def _take(self, work: Work, effect: Effect, train: int) -> Work | None:
        """Let a train take a walk, joining the strands or links at both its sides."""
        walk, a, b = effect.walk, effect.walk.a, effect.walk.b
        self.clock.tick()
        if walk.call != NONE and (train, walk.call) in work.called:
            return None
        kind = self.fleet.kind_of[train]
        spec, gain, done = self.fleet.specs[kind], work.gain + effect.worth, work.done
        record = self.fleet.count(work.trains[train], effect, spec)
        if record is None:
            return None
        if effect.passed:
            gain += self.fleet.added(work.trains[train], effect)
        x = work.far[a] if a in work.pending else a
        y = work.far[b] if b in work.pending else b
        if x == y == NONE:
            bonus = self.fleet.finish(record, spec)
            if bonus is None:
                return None
            gain, record, done = gain + bonus, DONE, done | {train}
        far, label = dict(work.far), dict(work.label)
        for here, there in ((x, y), (y, x)):
            if here != NONE:
                far[here], label[here] = there, train
        return Work(
            tuple(link for link in work.pending if link not in (a, b)),
            far,
            label,
            work.free - {a, b},
            (*work.trains[:train], record, *work.trains[train + 1 :]),
            gain,
            work.called | {(train, walk.call)},
            (*work.pieces, Piece(walk, kind)),
            done,
        )

    def _joins(self, work: Work, a: int, b: int, train: int) -> bool:
        """Whether the other side of a walk is free or holds another strand of this train."""
        if b == NONE or b in work.free:
            return True
        return b in work.pending and work.label[b] == train and work.far[a] != b

    def _move(self, work: Work) -> Move:
        outs = tuple([0 if link in work.free else _code(work, link) for link in self.outgoing])
        updates = [
            (self.new_at[link], _code(work, link)) for link in work.far if link in self.new_at and link not in self.out
        ]
        mask = sum(1 << self.new_at[link] for link in self.outgoing if link not in work.free)
        return Move(work.gain, outs, mask, tuple(updates), work.trains, work.done, work.pieces)


def _code(work: Work, link: int) -> int:
    return (work.far[link] + 1) << SHIFT | (work.label[link] + 1)


def _from(effect: Effect | None, link: int) -> Effect | None:
    """The same walk, told from this link on."""
    if effect is None or link not in (effect.walk.a, effect.walk.b):
        return None
    return effect if effect.walk.a == link else effect._replace(walk=effect.walk.back())
