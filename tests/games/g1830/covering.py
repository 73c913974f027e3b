"""Sets of options of 1830 in which every two values that go together meet, with the number of seats as one more option.

Conditions bind two options each, so the sets are the solutions of a binary constraint problem: values that lost their
support are struck out (arc consistency), and a greedy search takes the value that meets most partners for the first time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from stellwerk.core.options import Number, Option
from stellwerk.games.g1830.game import TITLE

SEATS: Final = "seats"
Pair: TypeAlias = tuple[tuple[str, str], tuple[str, str]]
Domains: TypeAlias = dict[str, tuple[str, ...]]
"""The values that each option may still have."""


def values_of(option: Option) -> tuple[str, ...]:
    """All values; of a number the usual one and its bounds."""
    if isinstance(option, Number):
        return tuple(dict.fromkeys((option.default, option.values[0], option.values[-1])))
    return option.values


@dataclass(frozen=True)
class Space:
    """All values, and for each value which values of another option it goes with, where a condition binds the two."""

    values: Domains
    bound: Mapping[str, Mapping[str, frozenset[tuple[str, str]]]]
    """For each option those that it is bound to, with the pairs of values (its own first) that go together."""

    def narrowed(self, domains: Domains, option: str, value: str) -> Domains | None:
        """What is left when an option gets a value; nothing if some option is left without a value."""
        left = {**domains, option: (value,)}
        waiting = deque((near, option) for near in self.bound[option])
        while waiting:
            here, cause = waiting.popleft()
            allowed = self.bound[here][cause]
            kept = tuple(v for v in left[here] if any((v, other) in allowed for other in left[cause]))
            if not kept:
                return None
            if len(kept) < len(left[here]):
                left[here] = kept
                waiting.extend((near, here) for near in self.bound[here] if near != cause)
        return left

    def completed(self, domains: Domains) -> dict[str, str] | None:
        """One set within these domains, if there is any."""
        open_ = [option for option, values in domains.items() if len(values) > 1 and self.bound[option]]
        if not open_:
            return {option: values[0] for option, values in domains.items()}
        option = min(open_, key=lambda name: len(domains[name]))
        for value in domains[option]:
            left = self.narrowed(domains, option, value)
            found = self.completed(left) if left else None
            if found:
                return found
        return None

    def pairs(self) -> Iterator[Pair]:
        """All pairs of values that some set holds."""
        for one, other in combinations(self.values, 2):
            for mine in self.values[one]:
                left = self.narrowed(self.values, one, mine)
                for theirs in left[other] if left else ():
                    both = self.narrowed(left or {}, other, theirs)
                    if both and self.completed(both):
                        yield (one, mine), (other, theirs)


@cache
def space() -> Space:
    """The options of 1830 and the seats: uncertain times on their own need a private for each player (R-61)."""
    values = {option.id: values_of(option) for option in TITLE.options}
    values[SEATS] = tuple(str(seats) for seats in TITLE.seats)
    allowed: dict[tuple[str, str], set[tuple[str, str]]] = {}

    def bind(one: str, other: str) -> set[tuple[str, str]]:
        return allowed.setdefault((one, other), {(a, b) for a in values[one] for b in values[other]})

    for option in TITLE.options:
        for need in option.needs:
            pairs = bind(option.id, need.option)
            pairs -= {(a, b) for a, b in pairs if a in need.when and b not in need.values}
        for bar in option.excludes:
            pairs = bind(option.id, bar.option)
            pairs -= {(a, b) for a, b in pairs if a in bar.when and b in bar.values}
    bind("scenario", SEATS).discard(("T", "7"))
    bound: dict[str, dict[str, frozenset[tuple[str, str]]]] = {option: {} for option in values}
    for (one, other), pairs in allowed.items():
        mirrored = {(a, b) for b, a in allowed.get((other, one), set())}
        together = frozenset(pairs & mirrored if mirrored else pairs)
        bound[one][other] = together
        bound[other][one] = frozenset((b, a) for a, b in together)
    return Space(values, bound)


def ordered(one: tuple[str, str], other: tuple[str, str], place: Mapping[str, int]) -> Pair:
    return (one, other) if place[one[0]] < place[other[0]] else (other, one)


@cache
def covering() -> tuple[dict[str, str], ...]:
    """Sets in which all legal pairs meet. No clock and no luck: the same sets on every machine."""
    made, place = space(), {option: at for at, option in enumerate(space().values)}
    left, rng, sets = dict.fromkeys(made.pairs()), Random("covering"), []
    while left:
        first, second = next(iter(left))
        domains = made.narrowed(made.values, *first)
        domains = made.narrowed(domains, *second) if domains else None
        assert domains
        chosen = dict([first, second])
        for option in rng.sample(sorted(place), len(place)):
            if option in chosen:
                continue

            def fresh(value: str, option: str = option) -> int:
                return sum(ordered((option, value), fixed, place) in left for fixed in chosen.items())

            shuffled = rng.sample(domains[option], len(domains[option]))
            for value in sorted(shuffled, key=fresh, reverse=True):
                narrower = made.narrowed(domains, option, value)
                if narrower and made.completed(narrower):
                    domains = narrower
                    chosen[option] = value
                    break
        found = {option: chosen[option] for option in place}
        for one, other in combinations(found.items(), 2):
            left.pop((one, other), None)
        sets.append(found)
    return tuple(sets)
