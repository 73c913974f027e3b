"""A log whose first actions are read only when somebody asks for them: who plays on looks at the latest alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias, overload

from stellwerk.core.action import Action

BLOCK: Final = 128
"""So many of the first actions are read together."""


class Early:
    """The first actions of a log, each block of them read once for all copies of it; nobody changes them."""

    __slots__ = ("_blocks", "_read", "count")

    def __init__(self, count: int, read: Callable[[Sequence[int]], list[Action]]) -> None:
        """`read` makes the actions at some places."""
        self.count = count
        self._read: Callable[[Sequence[int]], list[Action]] | None = read
        self._blocks: dict[int, list[Action]] = {}

    @property
    def read(self) -> int:
        """How many of them have been asked for."""
        return sum(map(len, self._blocks.values()))

    @property
    def is_read(self) -> bool:
        """Whether all of them have been asked for."""
        return self._read is None

    def at(self, place: int) -> Action:
        first = place - place % BLOCK
        block = self._blocks.get(first)
        return self.part(place, place + 1)[0] if block is None else block[place - first]

    def part(self, start: int, stop: int) -> list[Action]:
        """Those from one place to before another; what is not there is read in one go.

        Who looks at the very first ones walks through all of them, as a rule.
        """
        firsts = range(start - start % BLOCK, stop, BLOCK)
        block = self._blocks.get(firsts.start)
        if block is not None and stop <= firsts.start + BLOCK:
            return block[start - firsts.start : stop - firsts.start]
        if not firsts:
            return []
        wanted = firsts if firsts.start or 0 in self._blocks else range(0, self.count, BLOCK)
        missing = [first for first in wanted if first not in self._blocks]
        read = self._read
        if missing and read is not None:
            actions = read([at for first in missing for at in range(first, min(first + BLOCK, self.count))])
            for number, first in enumerate(missing):
                self._blocks[first] = actions[number * BLOCK : (number + 1) * BLOCK]
            if len(self._blocks) * BLOCK >= self.count:
                self._read = None  # and all that it reads from
        found = [action for first in firsts for action in self._blocks[first]]
        return found[start - firsts.start : stop - firsts.start]


class Unread(Sequence[Action]):
    """A log like a list, of which the early part is read when something of it is asked for.

    Its length, what is added or dropped at its end, and copies need none of that.
    """

    __slots__ = ("_early", "_kept", "_late")

    def __init__(self, early: Early, late: list[Action]) -> None:
        self._early, self._kept, self._late = early, early.count, late

    @property
    def at_hand(self) -> Sequence[Action]:
        """As much of its end as can be looked at without reading anything."""
        return self._whole() if self._early.is_read else self._late

    def __len__(self) -> int:
        return self._kept + len(self._late)

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> list[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | list[Action]:
        kept = self._kept
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step != 1:
                return self._whole()[at]
            late = self._late[max(start - kept, 0) : max(stop - kept, 0)]
            return late if start >= min(stop, kept) else self._early.part(start, min(stop, kept)) + late
        place = at if at >= 0 else len(self) + at
        if place >= kept:
            return self._late[place - kept]
        if place < 0:
            raise IndexError(at)
        return self._early.at(place)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._whole())

    def __delitem__(self, at: slice) -> None:
        """Drop what follows the first actions: a log is cut at its end and nowhere else."""
        start, stop, step = at.indices(len(self))
        if step != 1 or max(start, stop) < len(self):
            raise IndexError("a log is cut at its end")
        del self._late[max(start - self._kept, 0) :]
        self._kept = min(self._kept, start)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (list, Unread)):
            return NotImplemented
        return len(self) == len(other) and common(self, other) == len(self)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __reduce__(self) -> Any:
        return list, (self._whole(),)

    def __repr__(self) -> str:
        return f"<a log of {len(self)} actions>"

    def append(self, action: Action) -> None:
        self._late.append(action)

    def copy(self) -> Unread:
        new = Unread(self._early, self._late.copy())
        new._kept = self._kept
        return new

    def told(self, tell: Callable[[Action], Action]) -> Unread:
        """The early part of it in other words, which are found when somebody asks for them."""
        early = self._early
        return Unread(Early(self._kept, lambda places: [tell(early.at(place)) for place in places]), [])

    def shared(self, other: Unread) -> int:
        """How many of the first actions are known to be the same as those of another log, unread."""
        return min(self._kept, other._kept) if self._early is other._early else 0

    def _whole(self) -> list[Action]:
        return self._early.part(0, self._kept) + self._late


Log: TypeAlias = list[Action] | Unread


def common(one: Sequence[Action], two: Sequence[Action]) -> int:
    """With how many equal actions two logs begin; what both have from one reading is not looked at."""
    same = one.shared(two) if isinstance(one, Unread) and isinstance(two, Unread) else 0
    rest = zip(one[same:], two[same:], strict=False)
    return next((at for at, (a, b) in enumerate(rest, same) if a != b), min(len(one), len(two)))
