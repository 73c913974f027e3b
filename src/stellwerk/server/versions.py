"""Matches begun by other rules: they go on where the rules known here say the same, else they are only looked at.

A log alone tells no positions once the rules have changed. So each row has the digest of its position, and every so
often the position itself is kept: what is equal is equal, and what is not is never shown as if it were.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Never

from stellwerk.core.action import Action, Json
from stellwerk.core.chance import new_seed
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Malformed, NotFound, UnknownVersion
from stellwerk.core.game import Game
from stellwerk.core.log import Log
from stellwerk.core.match import Header, Match, Takers, first_position
from stellwerk.core.positions import Positions
from stellwerk.core.registry import title
from stellwerk.core.state import State
from stellwerk.server.errors import LostPosition, OtherRules, Unavailable
from stellwerk.server.logs import logger
from stellwerk.server.rows import Past, past_of
from stellwerk.server.snapshots import kept_of, restore
from stellwerk.server.store import Outline, Saved, Standing, Store

log = logger(__name__)


def opened(saved: Saved) -> Match:
    """The match that is in the store: as it is, under the rules known here if they lead to the same, or frozen."""
    header, known = saved.header, title(saved.header.game).rules_version
    if header.rules_version == known:
        return restore(saved)
    past = past_of(saved.entries)
    if header.rules_version < known and goes_the_same_way(header, past):
        return restore(saved._replace(header=replace(header, rules_version=known)))
    return Frozen(saved, past)


def goes_the_same_way(header: Header, past: Past) -> bool:
    """Whether the rules known here allow every action of a match, and lead to every position that was noted."""
    moves = list(zip(past.log, past.digests, strict=True))
    for block, digests in zip(reversed(past.undone), reversed(past.undone_digests), strict=True):
        moves += zip(block, digests, strict=True)
    if None in [digest for _, digest in moves]:
        return False
    try:
        game = game_of(header)
        state = first_position(game, header)
        for action, digest in moves:
            state = game.play(state, action)
            if state.digest() != digest:
                return False
    except Exception as error:  # noqa: BLE001 - whatever it is, the rules say something else than they did
        log.info("by the rules known here a match goes another way", error=repr(error))
        return False
    return True


def game_of(header: Header) -> Game[Any]:
    return title(header.game).game(len(header.seats), header.options)


def note(store: Store, name: str, rev: int, saved: Saved | Outline, match: Match, standing: Standing) -> None:
    """Write down what opening a match has brought to light. Where that cannot be now, it is found out again."""
    try:
        if match.header.rules_version != saved.header.rules_version:
            store.adopt(name, match.header.rules_version)
        if saved.waiting is not None and saved.waiting != standing.waiting:
            store.correct(name, rev, standing)
    except Unavailable as error:
        log.warning("what became of a match is written another time", match=name, error=error)


class Remains(Positions):
    """The positions that are left of a match: those that were kept, and those that follow from them to the digest."""

    __slots__ = ("_block", "_digests", "_ends", "_last", "_rules", "_start", "_starts")

    def __init__(
        self, game: Game[Any], past: Past, start: State | None, kept: Mapping[int, State], rules: tuple[int, int]
    ) -> None:
        """`start` is the first position by the rules known here; it counts if it leads to what was noted."""
        self.game, self._log, self._digests, self._rules = game, past.log, past.digests, rules
        self._elsewhere, self._until, self._start = kept, len(past.log), start
        self._starts = sorted({0, *kept})
        self._ends: dict[int, int] = {}
        """How far the rules lead from a kept position, where it is known that they do not lead to the next one."""
        self._block: tuple[int, list[State]] = 0, []
        self._last: tuple[int, State | None] = -1, None
        ends = [*self._starts[1:], len(past.log) + 1]
        for at, after in zip(reversed(self._starts), reversed(ends), strict=True):  # the last ones tell the present
            if block := self._walk(at, after - 1):
                self._last = at + len(block) - 1, block[-1]
                break

    @property
    def whole(self) -> bool:
        return False

    def __len__(self) -> int:
        return self._last[0] + 1

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[ply] for ply in range(*at.indices(len(self)))]
        ply = at if at >= 0 else len(self) + at
        if not 0 <= ply < len(self):
            raise LostPosition(ply, *self._rules)
        start = self._starts[bisect_right(self._starts, ply) - 1]
        if ply > self._ends.get(start, ply):
            raise LostPosition(ply, *self._rules)
        known, block = self._block
        if known != start or start + len(block) <= ply:
            block = self._walk(start, ply)
            self._block = start, block
        if start + len(block) <= ply:
            self._ends[start] = start + len(block) - 1
            raise LostPosition(ply, *self._rules)
        return block[ply - start]

    def __iter__(self) -> Iterator[Any]:
        """Those that are left, one after the other."""
        for ply in range(len(self)):
            with suppress(LostPosition):
                yield self[ply]

    @property
    def present(self) -> Any:
        """Always at hand: it is asked for in the event loop, and while a thread looks at others."""
        return self._last[1]

    @property
    def held(self) -> int:
        return len(self._block[1]) + 1

    def copy(self, log: Log) -> Positions:
        return self

    def rest(self) -> None:
        self._block = 0, []

    def _walk(self, start: int, last: int) -> list[State]:
        """The positions from a kept one on, as far as the rules lead to what was noted.

        The first one by the rules known here counts only if it leads on to something that was noted.
        """
        found = self._elsewhere.get(start)
        if found is None and start == 0 and self._start is not None:
            found = self._start if not self._log or self._on(self._start, 0) is not None else None
        if found is None:
            return []
        states = [found]
        for ply in range(start, last):
            state = self._on(states[-1], ply)
            if state is None:
                break
            states.append(state)
        return states

    def _on(self, state: State, ply: int) -> State | None:
        """The position after an action; None where these rules do not lead to the one that was noted."""
        try:
            after = self.game.apply(state, self._log[ply])
        except Exception:  # noqa: BLE001 - in whatever way they do not
            return None
        return after if after.digest() == self._digests[ply] else None


class Frozen(Match):
    """A match that was played by other rules than those known here: it is looked at, and nobody plays on.

    Its present position is the last one that is left; `lost` actions came after it.
    """

    def __init__(self, saved: Saved, past: Past) -> None:
        header, self.known = saved.header, title(saved.header.game).rules_version
        try:
            game = game_of(header)
        except (Malformed, NotFound) as error:
            raise UnknownVersion(f"rules of {header.game}", header.rules_version, self.known) from error
        try:
            start = first_position(game, header)
        except Exception:  # noqa: BLE001 - these rules know no such position
            start = None
        states = Remains(game, past, start, kept_of(game, saved, past), (header.rules_version, self.known))
        if not len(states):
            raise UnknownVersion(f"rules of {header.game}", header.rules_version, self.known)
        self._sit_down(header, past.log, states)

    @property
    def ply(self) -> int:
        return len(self.states) - 1

    @property
    def lost(self) -> int:
        return len(self.log) - self.ply

    def to_json(self) -> Json:
        """What a program is told about it."""
        return {"rules_version": self.header.rules_version, "known": self.known, "lost": self.lost}

    def choices(self) -> tuple[Choice, ...]:
        return ()

    def waiting(self) -> list[int]:
        return []

    def undoable(
        self,
        takers: Takers = None,
        most: int | None = None,
        stood_in: Container[int] = (),
        barred: Container[int] = (),
    ) -> list[int]:
        return []

    def play(self, action: Action, *, checked: bool = True) -> Never:
        raise OtherRules(self.header.rules_version, self.known)

    def undo(
        self, takers: Takers = None, to: int | None = None, stood_in: Container[int] = (), barred: Container[int] = ()
    ) -> Never:
        raise OtherRules(self.header.rules_version, self.known)

    def redo(self) -> Never:
        raise OtherRules(self.header.rules_version, self.known)

    def branch(self, ply: int, *, seats: Any = None) -> Match:
        """A new match by the rules known here from a position that is left; like any from outside it is audited."""
        position, chairs = self.at(ply).to_json(), self.header.seats if seats is None else tuple(seats)
        header = replace(self.header, rules_version=self.known, seats=chairs, seed=new_seed(), position=position)
        return Match(header)
