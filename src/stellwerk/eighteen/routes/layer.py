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


Work: TypeAlias = tuple[
    tuple[int, ...],
    dict[int, int],
    dict[int, int],
    frozenset[int],
    Trains,
    int,
    frozenset[tuple[int, int]],
    tuple[Piece, ...],
    frozenset[int],
]
"""A move in the making: links that still come in, by link the other end of its strand and its train, outgoing links
that are free, what trains have counted, the gain, where trains have called, pieces, and trains that are done. A search
makes hundreds of thousands, so its parts have no names."""

Taken: TypeAlias = tuple[Effect, int, int, int, Piece]
"""What is asked of an effect again and again: its two links, its stop, and the piece that it makes of its walk."""


class Layer:
    """A node with the frontier before and after it."""

    def __init__(self, fleet: Fleet, node: Node, frontier: list[int], last: bool, clock: Clock) -> None:
        """Take a node after those before `frontier`; `last` says that no own station comes after it."""
        self.fleet, self.last, self.clock, self.timed = fleet, last, clock, clock.deadline is not None
        kept = [link for link in frontier if link not in node.links]
        self.incoming = [link for link in node.links if link in frontier]
        self.outgoing = [link for link in node.links if link not in frontier]
        self.out = frozenset(self.outgoing)
        self.frontier = kept + self.outgoing
        self.inc_at = [frontier.index(link) for link in self.incoming]
        self.keep_at = [frontier.index(link) for link in kept]
        self.kept_at = {link: at for at, link in enumerate(kept)}
        self.out_bits = [(link, 1 << at) for at, link in enumerate(self.outgoing, len(kept))]
        kinds = range(len(fleet.specs))
        effects = [[fleet.effect(walk, spec, self.out) for spec in fleet.specs] for walk in node.walks]
        self.fresh = [
            (walk.a, walk.b, [_taken(effect, kind) for kind, effect in enumerate(row)])
            for walk, row in zip(node.walks, effects, strict=True)
            if self._is_fresh(walk)
        ]
        self.onward: list[dict[int, list[Taken]]] = [
            {
                link: [taken for row in effects if (taken := _taken(_from(row[kind], link), kind))]
                for link in self.incoming
            }
            for kind in kinds
        ]
        self.starters: dict[Trains, tuple[int, ...]] = {}
        self.moves: dict[tuple[Codes, Trains], list[Move]] = {}
        self.counted: dict[tuple[int, int], int | None] = {}
        """By record and effect the record after it."""

    def _is_fresh(self, walk: Walk) -> bool:
        """Whether a walk begins a new strand here."""
        return walk.a in self.out and (walk.b in self.out or walk.b == NONE)

    def expand(self, codes: Codes, trains: Trains) -> list[Move]:
        """All ways to go on from what comes in."""
        found = self.moves.get((codes, trains))
        if found is None:
            far = {link: (c >> SHIFT) - 1 for link, c in zip(self.incoming, codes, strict=True) if c}
            label = {link: (c & LABEL) - 1 for link, c in zip(self.incoming, codes, strict=True) if c}
            work: Work = (tuple(far), far, label, self.out, trains, 0, frozenset(), (), frozenset())
            found = self.moves[codes, trains] = []
            self._lead_on(work, found)
        return found

    def _lead_on(self, work: Work, found: list[Move]) -> None:
        """Lead every strand on that comes in, then begin new ones; adds what is found."""
        pending, far, label, free = work[:4]
        if not pending:
            self._begin(work, 0, found)
            return
        link = pending[0]
        train = label[link]
        for taken in self.onward[self.fleet.kind_of[train]][link]:
            b = taken[2]  # free, or a link that holds another strand of this train
            if b != NONE and b not in free and not (b in pending and label[b] == train and far[link] != b):
                continue
            after = self._take(work, taken, train)
            if after:
                self._lead_on(after, found)

    def _begin(self, work: Work, first: int, found: list[Move]) -> None:
        if not (self.last and self._lacks_station(work)):
            found.append(self._move(work))
        free, trains = work[3], work[4]
        starters = self.starters.get(trains) if free else ()
        if starters is None:
            starters = self.starters[trains] = tuple(self._starters(trains))
        for number in range(first, len(self.fresh) if starters else first):
            a, b, row = self.fresh[number]
            if a not in free or (b not in free and b != NONE):
                continue
            for train in starters:
                taken = row[self.fleet.kind_of[train]]
                after = taken and self._take(work, taken, train)
                if after:
                    self._begin(after, number + 1, found)

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
        return any(number not in (FRESH, DONE) and not records[number].own for number in work[4])

    def _take(self, work: Work, taken: Taken, train: int) -> Work | None:
        """Let a train take a walk, joining the strands or links at both its sides."""
        pending, old_far, old_label, free, trains, gain, called, pieces, done = work
        effect, a, b, call, piece = taken
        if self.timed:
            self.clock.tick()
        if call != NONE:
            if (train, call) in called:
                return None
            called |= {(train, call)}
        number = trains[train]
        key = number, id(effect)  # the layer keeps its effects, so an id stays that of one of them
        if key in self.counted:
            record = self.counted[key]
        else:
            record = self.counted[key] = self.fleet.count(number, effect, self.fleet.specs[piece[1]])
        if record is None:
            return None
        gain += effect.worth
        if effect.passed:
            gain += self.fleet.added(number, effect)
        x = old_far[a] if a in pending else a
        y = old_far[b] if b in pending else b
        if x == y == NONE:
            bonus = self.fleet.finish(record, self.fleet.specs[piece[1]])
            if bonus is None:
                return None
            gain, record, done = gain + bonus, DONE, done | {train}
        far, label = old_far.copy(), old_label.copy()
        if x != NONE:
            far[x], label[x] = y, train
        if y != NONE:
            far[y], label[y] = x, train
        if pending:
            pending = tuple([link for link in pending if link != a and link != b])  # noqa: PLR1714  # quicker so
        after = (*trains[:train], record, *trains[train + 1 :])
        return pending, far, label, free - {a, b}, after, gain, called, (*pieces, piece), done

    def _move(self, work: Work) -> Move:
        _, far, label, free, trains, gain, _, pieces, done = work
        outs, mask, kept_at = list[int](), 0, self.kept_at
        for link, bit in self.out_bits:
            if link in free:
                outs.append(0)
            else:
                outs.append((far[link] + 1) << SHIFT | (label[link] + 1))
                mask |= bit
        updates = [
            (kept_at[link], (end + 1) << SHIFT | (label[link] + 1)) for link, end in far.items() if link in kept_at
        ]
        return tuple.__new__(Move, (gain, tuple(outs), mask, tuple(updates), trains, done, pieces))


def _taken(effect: Effect | None, kind: int) -> Taken | None:
    """What is asked of an effect on trains of a kind."""
    return effect and (effect, effect.walk.a, effect.walk.b, effect.walk.call, Piece(effect.walk, kind))


def _from(effect: Effect | None, link: int) -> Effect | None:
    """The same walk, told from this link on."""
    if effect is None or link not in (effect.walk.a, effect.walk.b):
        return None
    return effect if effect.walk.a == link else effect._replace(walk=effect.walk.back())
