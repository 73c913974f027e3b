"""Numbers said digit by digit: any whole number of any range, in decisions of at most ten.

The hundreds digit is a decision of its own, then comes the tens digit, and so on; what the digits said so far leave
no choice about is not asked. An id means "this digit at this place" whatever the position is, and no number is out of
reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

PLACES: Final = 5
"""Numbers from 0 to 99,999: more than anybody can pay in any game."""

BASE: Final = 10


class Spelling:
    """A number that is being said, of which the leading digits are known."""

    def __init__(self, ranges: Sequence[range]) -> None:
        """Begin with all values of some ranges; none may be empty."""
        self.ranges = ranges
        least, most = min(values[0] for values in ranges), max(values[-1] for values in ranges)
        if least < 0 or most >= BASE**PLACES:
            raise ValueError(f"numbers from {least} to {most} cannot be said with {PLACES} digits")
        self.place = len(str(most)) - 1
        """The place of the next digit: 0 for ones."""

        self.known = 0
        """The value of the digits said so far."""

        self._possible: list[int] = []
        self._settle()

    @property
    def done(self) -> bool:
        return self.place < 0

    def digits(self) -> list[int]:
        """What the next digit can be."""
        return self._possible

    def say(self, digit: int) -> None:
        """Settle the next digit, and all further ones that then can be only one."""
        self._add(digit)
        self._settle()

    def _settle(self) -> None:
        while not self.done:
            self._possible = self._next()
            if len(self._possible) > 1:
                return
            self._add(self._possible[0])

    def _add(self, digit: int) -> None:
        self.known += digit * BASE**self.place
        self.place -= 1

    def _next(self) -> list[int]:
        """The digits with which some value goes on."""
        unit, known = BASE**self.place, self.known
        found: set[int] = set()
        for values in self.ranges:
            first, last = _first(values, known), _last(values, known + BASE * unit - 1)
            if values.step <= unit:  # no digit between the first and the last is passed over
                found.update(range((first - known) // unit, (last - known) // unit + 1))
            else:
                found.update((value - known) // unit for value in range(first, last + 1, values.step))
        return sorted(found)


def _first(values: range, least: int) -> int:
    """The first of some values that is not less; where there is none, one past all numbers."""
    if least <= values.start:
        return values.start
    return values.start + -(-(least - values.start) // values.step) * values.step


def _last(values: range, most: int) -> int:
    """The last of some values that is not more; where there is none, one before them all."""
    return values.start + (min(most, values[-1]) - values.start) // values.step * values.step


def spell(number: int, ranges: Sequence[range]) -> list[tuple[int, int]]:
    """Which place and digit somebody says, one after the other, who means this number."""
    spelling, said = Spelling(ranges), []
    while not spelling.done:
        digit = number // BASE**spelling.place % BASE
        said.append((spelling.place, digit))
        spelling.say(digit)
    if spelling.known != number:
        raise ValueError(f"{number} is none of the values")
    return said
