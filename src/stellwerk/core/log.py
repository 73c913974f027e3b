"""A log whose first actions are read only when somebody asks for them: who plays on looks at the latest alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, overload

from stellwerk.core.action import Action


class Early:
    """The first actions of a log, read once for all copies of it; nobody changes them."""

    __slots__ = ("_actions", "_read", "count")

    def __init__(self, count: int, read: Callable[[], list[Action]]) -> None:
        self.count = count
        self._read: Callable[[], list[Action]] | None = read
        self._actions: list[Action] = []

    @property
    def read(self) -> bool:
        """Whether somebody has asked for them."""
        return self._read is None

    @property
    def actions(self) -> list[Action]:
        if (read := self._read) is not None:
            self._actions = read()
            self._read = None
        return self._actions


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
        return self[:] if self._early.read else self._late

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
            if start >= kept:
                return self._late[start - kept : max(stop - kept, 0)]
            return self._whole()[start:stop] if start < stop else []
        place = at if at >= 0 else len(self) + at
        if place >= kept:
            return self._late[place - kept]
        if place < 0:
            raise IndexError(at)
        return self._early.actions[place]

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
        early, kept = self._early, self._kept
        return Unread(Early(kept, lambda: [tell(action) for action in early.actions[:kept]]), [])

    def shared(self, other: Unread) -> int:
        """How many of the first actions are known to be the same as those of another log, unread."""
        return min(self._kept, other._kept) if self._early is other._early else 0

    def _whole(self) -> list[Action]:
        return self._early.actions[: self._kept] + self._late


Log: TypeAlias = list[Action] | Unread


def common(one: Sequence[Action], two: Sequence[Action]) -> int:
    """With how many equal actions two logs begin; what both have from one reading is not looked at."""
    same = one.shared(two) if isinstance(one, Unread) and isinstance(two, Unread) else 0
    rest = zip(one[same:], two[same:], strict=False)
    return next((at for at, (a, b) in enumerate(rest, same) if a != b), min(len(one), len(two)))
