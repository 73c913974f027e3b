"""Sets of options of 1830 in which every two values that go together meet, with the number of seats as one more option.

Conditions bind two options each, so the sets are the solutions of a binary constraint problem: values that lost their
support are struck out (arc consistency), and a greedy search takes the value that meets most others for the first
time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Final, TypeAlias

from stellwerk.core.options import Number, Option
from stellwerk.games.g1830.game import TITLE

SEATS: Final = "seats"
Pair: TypeAlias = tuple[tuple[str, str], tuple[str, str]]
Domains: TypeAlias = dict[str, tuple[str, ...]]
"""The values that each option may still have."""

LOTS: Final = Random("covering")


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
            return {option: LOTS.choice(values) for option, values in domains.items()}
        option = min(open_, key=lambda name: len(domains[name]))
        for value in domains[option]:
            left = self.narrowed(domains, option, value)
            found = self.completed(left) if left else None
            if found:
                return found
        return None

    def pairs(self) -> Iterator[Pair]:
        """All pairs of values that some set holds: a set that was found for one pair shows many others too."""
        shown: set[Pair] = set()
        for one, other in combinations(self.values, 2):
            for pair in product(product([one], self.values[one]), product([other], self.values[other])):
                if pair not in shown:
                    found = self.with_values(dict(pair))
                    shown |= set(combinations(found.items(), 2)) if found else set()
                if pair in shown:
                    yield pair

    def with_values(self, fixed: Mapping[str, str]) -> dict[str, str] | None:
        """One set with these values, if there is any."""
        domains: Domains | None = self.values
        for option, value in fixed.items():
            if domains is None or value not in domains[option]:
                return None
            domains = self.narrowed(domains, option, value)
        return self.completed(domains) if domains else None


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
    made, rng = space(), Random("covering")
    left, sets = dict.fromkeys(made.pairs()), []
    while left:
        found = greedy(made, left, rng)
        for pair in combinations(found.items(), 2):
            left.pop(pair, None)
        sets.append(found)
    return tuple(sets)


def greedy(made: Space, left: Mapping[Pair, None], rng: Random) -> dict[str, str]:
    """The first pair that is left, and for each other option the value that meets most others for the first time."""
    place = {option: at for at, option in enumerate(made.values)}
    chosen = dict(next(iter(left)))
    domains = made.values
    for option, value in chosen.items():
        domains = made.narrowed(domains, option, value) or {}
    for option in rng.sample(sorted(place.keys() - chosen), len(place) - len(chosen)):

        def fresh(value: str, option: str = option) -> int:
            return sum(ordered((option, value), fixed, place) in left for fixed in chosen.items())

        values = rng.sample(domains[option], len(domains[option]))
        for value in sorted(values, key=fresh, reverse=True):
            narrower = made.narrowed(domains, option, value)
            if narrower and (not made.bound[option] or made.completed(narrower)):
                chosen[option], domains = value, narrower
                break
    return {option: chosen[option] for option in place}
