"""The positions of a match: a few are kept, all others are made again from the log when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, overload

from stellwerk.core.game import Game
from stellwerk.core.log import Log
from stellwerk.core.state import State

EACH: Final = 32
"""One position of so many is kept. Half as many would save a third of the memory, but double the time of a jump."""

FEW: Final = 4
"""At least so many of the latest positions are at hand, and at most twice as many: who undoes need not wait."""

BLOCKS: Final = 2
"""So many blocks that were made again are held: a walk through the past, and what lies before the latest ones."""

NOWHERE: Final[Mapping[int, State]] = MappingProxyType({})


class Positions(Sequence[Any]):
    """One state for each ply, from the first to the present one.

    What is not kept follows from the nearest earlier position that is, and from the log: the very list of the match,
    which is trusted. Blocks that were made again are held for a while, so that a walk costs one `apply` for each step.
    For one thread at a time.
    """

    __slots__ = ("_elsewhere", "_first", "_kept", "_latest", "_log", "_made", "_until", "game")

    def __init__(self, game: Game[Any], log: Log, start: State, elsewhere: Mapping[int, State] = NOWHERE) -> None:
        """Make the present position, from the latest one that is kept elsewhere if any is.

        What is kept elsewhere may be missing when it is asked for: then an earlier one is taken.
        """
        self.game, self._log = game, log
        self._kept: dict[int, State] = {0: start.bare()}
        self._elsewhere, self._until = elsewhere, len(log)
        self._made: dict[int, list[State]] = {}
        self._latest, self._first = [start], 0
        for ply in sorted(elsewhere, reverse=True):
            if 0 < ply <= len(log) and (found := elsewhere.get(ply)) is not None:
                self._latest, self._first = [found], ply
                break
        for action in log[self._first :]:
            self.append(game.apply(self._latest[-1], action))

    def __len__(self) -> int:
        return self._first + len(self._latest)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self[ply] for ply in range(*at.indices(len(self)))]
        ply = at if at >= 0 else len(self) + at
        if ply >= self._first:
            return self._latest[ply - self._first]
        if ply < 0:
            raise IndexError(at)
        return self._make(ply)

    def __setitem__(self, at: int, state: State) -> None:
        """Put another object in the place of one of the latest positions; it should be equal."""
        ply = at if at >= 0 else len(self) + at
        if ply < self._first:
            raise IndexError(f"position {ply} follows from the log")
        self._latest[ply - self._first] = state

    def __iter__(self) -> Iterator[Any]:
        return (self[ply] for ply in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it changes

    @property
    def whole(self) -> bool:
        """Whether every position can be made: not if some were lost."""
        return True

    @property
    def present(self) -> Any:
        return self._latest[-1]

    def append(self, state: State) -> None:
        self._latest.append(state)
        if len(self._latest) > 2 * FEW:
            self._trim()

    def cut(self, ply: int) -> None:
        """Drop all positions after this one."""
        if ply < self._first:
            first = ply - ply % EACH
            self._make(ply)
            self._latest = self._made[first][: ply - first + 1][-FEW:]
            self._first = ply + 1 - len(self._latest)
            self._made.clear()
        else:
            del self._latest[ply - self._first + 1 :]
        self._until = min(self._until, ply)
        for late in [kept for kept in self._kept if kept > ply]:
            del self._kept[late]

    def copy(self, log: Log) -> Positions:
        """The same positions for a match of its own with the same log."""
        new = self.__class__.__new__(self.__class__)
        new.game, new._log = self.game, log  # noqa: SLF001 - another object of the same class
        new._kept, new._elsewhere, new._until = self._kept.copy(), self._elsewhere, self._until  # noqa: SLF001
        new._made = {}  # noqa: SLF001
        new._latest, new._first = self._latest.copy(), self._first  # noqa: SLF001
        return new

    @property
    def elsewhere(self) -> tuple[Mapping[int, State], int]:
        """What is kept elsewhere, and up to which ply that is still true of this log."""
        return self._elsewhere, self._until

    def rely(self, elsewhere: Mapping[int, State]) -> None:
        """Let go of what is kept elsewhere, up to the present one all positions of this very log."""
        self._elsewhere, self._until = elsewhere, len(self._log)
        for ply in elsewhere:
            if ply:
                self._kept.pop(ply, None)

    def rest(self) -> None:
        """Forget what was made again, and all that the latest positions but the present one hold beside themselves."""
        self._made.clear()
        latest = self._latest
        for place, state in enumerate(latest[:-1]):
            if not state.is_bare():
                latest[place] = state.bare(latest[place - 1] if place else None)

    @property
    def held(self) -> int:
        """How many positions are in memory."""
        return len(self._kept) + len(self._latest) + sum(map(len, self._made.values()))

    def _trim(self) -> None:
        """Let the oldest of the latest go, and keep each whose turn it is."""
        gone = len(self._latest) - FEW
        for ply, state in enumerate(islice(self._latest, gone), self._first):
            if ply % EACH == 0:
                self._keep(ply, state)
        del self._latest[:gone]
        self._first += gone

    def _keep(self, ply: int, state: State) -> None:
        if ply not in self._kept and not (ply <= self._until and ply in self._elsewhere):
            self._kept[ply] = state.bare(self._kept.get(ply - EACH))

    def _make(self, ply: int) -> State:
        """A position that is not at hand, and with it those between the nearest that is kept and it."""
        first = ply - ply % EACH
        block = self._made.pop(first, None) or [self._base(first)]
        self._made[first] = block  # the latest one comes last
        if len(self._made) > BLOCKS:
            del self._made[next(iter(self._made))]
        apply, log = self.game.apply, self._log
        for action in log[first + len(block) - 1 : ply]:
            block.append(apply(block[-1], action))
        return block[ply - first]

    def _base(self, first: int) -> State:
        """The first position of a block: a copy, since what is asked of it fills its caches."""
        at = first
        while (found := self._known(at)) is None:
            at -= EACH
        state: State = found.copy()
        for ply, action in enumerate(self._log[at:first], at + 1):
            state = self.game.apply(state, action)
            if ply % EACH == 0:
                self._kept[ply] = state.bare(self._kept.get(ply - EACH))
        return state

    def _known(self, ply: int) -> State | None:
        kept = self._kept.get(ply)
        return self._elsewhere.get(ply) if kept is None and ply <= self._until else kept
