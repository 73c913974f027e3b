"""What somebody may do: an action with holes.

A bid, a price or a drawn route cannot be listed one by one; a hole says which values fit. Every legal action is
admitted by some choice, and nothing else is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise, product
from math import comb, factorial, prod
from random import Random
from typing import Any, Final, NamedTuple

from stellwerk.core.action import PLAIN, Action, Json, act, is_plain, thaw


class Hole(ABC):
    """A set of values for one argument of an action; never an empty one in a choice that is offered."""

    @abstractmethod
    def admits(self, value: Any) -> bool:
        """Whether a plain value, such as an action read from JSON holds, is one of the set."""

    @abstractmethod
    def sample(self, rng: Random) -> Any:
        """One value, each as likely as the rules of chance say."""

    @abstractmethod
    def values(self) -> Iterator[Any]:
        """All values once; possibly very many, so take only what you need.

        A hole whose values cannot be listed at all, such as drawn routes, gives those that stand for the others.
        """

    @abstractmethod
    def size(self) -> int:
        """How many values `values` gives."""

    @abstractmethod
    def to_json(self) -> Json: ...


@dataclass(frozen=True, slots=True)
class Range(Hole):
    """Integers from lo to hi, both included, in steps: a bid, a price."""

    lo: int
    hi: int
    step: int = 1

    def admits(self, value: Any) -> bool:
        return type(value) is int and value in self._range()

    def sample(self, rng: Random) -> int:
        return rng.choice(self._range())

    def values(self) -> Iterator[int]:
        return iter(self._range())

    def size(self) -> int:
        return len(self._range())

    def to_json(self) -> Json:
        return {"hole": "range", "lo": self.lo, "hi": self.hi, "step": self.step}

    def _range(self) -> range:
        return range(self.lo, self.hi + 1, self.step)


@dataclass(frozen=True, slots=True)
class OneOf(Hole):
    """One of some values."""

    items: tuple[Any, ...]

    def admits(self, value: Any) -> bool:
        return value in self.items

    def sample(self, rng: Random) -> Any:
        return rng.choice(self.items)

    def values(self) -> Iterator[Any]:
        return iter(self.items)

    def size(self) -> int:
        return len(self.items)

    def to_json(self) -> Json:
        return {"hole": "one-of", "items": thaw(self.items)}


@dataclass(frozen=True, slots=True)
class Subset(Hole):
    """From lo to hi of some distinct items, in the order of the items."""

    items: tuple[Any, ...]
    lo: int
    hi: int

    def admits(self, value: Any) -> bool:
        if not isinstance(value, tuple) or not self.lo <= len(value) <= self.hi:
            return False
        places = [self.items.index(item) for item in value if item in self.items]
        return len(places) == len(value) and all(a < b for a, b in pairwise(places))

    def sample(self, rng: Random) -> tuple[Any, ...]:
        sizes = range(self.lo, self.hi + 1)
        count = rng.choices(sizes, [comb(len(self.items), size) for size in sizes])[0]
        return tuple(self.items[i] for i in sorted(rng.sample(range(len(self.items)), count)))

    def values(self) -> Iterator[tuple[Any, ...]]:
        for count in range(self.lo, self.hi + 1):
            yield from combinations(self.items, count)

    def size(self) -> int:
        return sum(comb(len(self.items), count) for count in range(self.lo, self.hi + 1))

    def to_json(self) -> Json:
        return {"hole": "subset", "items": thaw(self.items), "lo": self.lo, "hi": self.hi}


@dataclass(frozen=True, slots=True)
class Draw(Hole):
    """So many pieces drawn blindly from a bag; a draw lists them in the order of the bag's kinds."""

    bag: tuple[tuple[str, int], ...]
    count: int

    def admits(self, value: Any) -> bool:
        if not is_plain(value) or not isinstance(value, tuple) or len(value) != self.count:
            return False
        drawn, held = Counter(value), dict(self.bag)
        return all(n <= held.get(kind, 0) for kind, n in drawn.items()) and value == self._listed(drawn)

    def sample(self, rng: Random) -> tuple[str, ...]:
        pieces = [kind for kind, n in self.bag for _ in range(n)]
        return self._listed(Counter(rng.sample(pieces, self.count)))

    def values(self) -> Iterator[tuple[str, ...]]:
        return _draws(self.bag, self.count)

    def size(self) -> int:
        ways = [1] + [0] * self.count
        for _, held in self.bag:
            ways = [sum(ways[total - n] for n in range(min(held, total) + 1)) for total in range(self.count + 1)]
        return ways[self.count]

    def to_json(self) -> Json:
        return {"hole": "draw", "bag": thaw(self.bag), "count": self.count}

    def _listed(self, drawn: Counter[str]) -> tuple[str, ...]:
        return tuple(kind for kind, _ in self.bag for _ in range(drawn[kind]))


@dataclass(frozen=True, slots=True)
class Shuffle(Hole):
    """Some items in any order."""

    items: tuple[Any, ...]

    def admits(self, value: Any) -> bool:
        return is_plain(value) and isinstance(value, tuple) and Counter(value) == Counter(self.items)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        return tuple(rng.sample(self.items, len(self.items)))

    def values(self) -> Iterator[tuple[Any, ...]]:
        return _orders(Counter(self.items), len(self.items))

    def size(self) -> int:
        return factorial(len(self.items)) // prod(map(factorial, Counter(self.items).values()))

    def to_json(self) -> Json:
        return {"hole": "shuffle", "items": thaw(self.items)}


class Choice(NamedTuple):
    """An action whose arguments are values or holes. Without holes it equals the one action that it admits."""

    seat: int
    kind: str
    args: tuple[Any, ...] = ()

    def admits(self, action: Action) -> bool:
        if self.seat != action.seat or self.kind != action.kind:
            return False
        return (self.args == action.args or self._fits(action.args)) and is_plain(tuple(action))

    def sample(self, rng: Random) -> Action:
        """One action that this choice admits, at random."""
        seat, kind, args = self
        for arg in args:
            if type(arg) not in PLAIN:
                args = tuple([arg.sample(rng) if isinstance(arg, Hole) else arg for arg in args])
                break
        return act((seat, kind, args))

    def actions(self) -> Iterator[Action]:
        """All actions that this choice admits; possibly very many."""
        for args in product(*(arg.values() if isinstance(arg, Hole) else (arg,) for arg in self.args)):
            yield Action(self.seat, self.kind, args)

    def size(self) -> int:
        """How many actions this choice admits."""
        return prod(arg.size() for arg in self.args if isinstance(arg, Hole))

    def _fits(self, args: tuple[Any, ...]) -> bool:
        if len(self.args) != len(args):
            return False
        for own, value in zip(self.args, args, strict=True):
            if own == value if type(own) in PLAIN or not isinstance(own, Hole) else own.admits(value):
                continue
            return False
        return True

    def to_json(self) -> Json:
        args = [arg.to_json() if isinstance(arg, Hole) else thaw(arg) for arg in self.args]
        return {"seat": self.seat, "kind": self.kind, "args": args}


offer: Final[Callable[[tuple[int, str, tuple[Any, ...]]], Choice]] = partial(tuple.__new__, Choice)
"""The same as Choice, of a tuple of seat, kind and arguments, and twice as fast: for listings that are long."""


def admitted(action: Action, choices: Sequence[Choice]) -> bool:
    """Whether some choice admits an action; quick where it has no holes."""
    plainly = tuple(action)
    if plainly in choices:  # a choice without holes equals its action
        return is_plain(plainly)
    kind = plainly[1]
    return any(choice.admits(action) for choice in choices if choice.kind == kind)


def _draws(bag: tuple[tuple[str, int], ...], count: int) -> Iterator[tuple[str, ...]]:
    """All ways to draw so many from the rest of a bag, none tried in vain."""
    if not bag:
        if not count:
            yield ()
        return
    (kind, held), rest = bag[0], bag[1:]
    for n in range(max(0, count - sum(more for _, more in rest)), min(held, count) + 1):
        for others in _draws(rest, count - n):
            yield (kind,) * n + others


def _orders(left: Counter[Any], count: int) -> Iterator[tuple[Any, ...]]:
    """All orders of what is left, one at a time: a shuffled stack has far too many to hold."""
    if not count:
        yield ()
    for item in left:
        if left[item]:
            left[item] -= 1
            for others in _orders(left, count - 1):
                yield (item, *others)
            left[item] += 1
