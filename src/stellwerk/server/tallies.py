"""How far everybody is ahead of the clock: tables of a fixed size, which several processes may share.

A table has places for so many keys; eight of them are those where a key may stand. Where all eight are taken the key
that is least ahead goes first: forgetting it matters least. There is no lock: of two processes that count for one key
at the same instant one may be overlooked, and nobody ever waits for a process that was stopped.
"""

from __future__ import annotations

import secrets
from ctypes import c_double, c_uint64
from hashlib import blake2b
from multiprocessing.sharedctypes import RawArray
from typing import Final

from stellwerk.server.rates import ADDRESS, VISITOR, Rate

WAYS: Final = 8
PLACES: Final = 65_536
"""Most keys of a kind that are remembered: a megabyte."""

ROUNDING: Final = 1e-9
"""Rounding error that sums of many steps may have, as a part of their window."""

Key = tuple[str, ...]


class Tally:
    """Keys with the time up to which all that they asked for would have been done at an even pace.

    One that is `shared` goes to other processes when they are started with it; the clock has to be one that they
    have in common, as that of the machine.
    """

    def __init__(self, places: int = PLACES, *, shared: bool = False) -> None:
        self.salt = secrets.token_bytes(16)  # nobody can choose a key that stands where another one does
        self.marks = RawArray(c_uint64, places) if shared else (c_uint64 * places)()
        self.until = RawArray(c_double, places) if shared else (c_double * places)()

    def wait(self, key: Key, rate: Rate, now: float) -> float:
        """Seconds until there is room for another one; none if there is now."""
        mark, ways = self._stands(key)
        ahead = next((self.until[at] for at in ways if self.marks[at] == mark), now)
        wait = max(ahead - now, 0.0) + rate.seconds / rate.amount - rate.seconds
        return wait if wait > rate.seconds * ROUNDING else 0.0

    def count(self, key: Key, rate: Rate, now: float) -> None:
        mark, ways = self._stands(key)
        place = next((at for at in ways if self.marks[at] == mark), None)
        ahead = now if place is None else max(self.until[place], now)
        if place is None:
            place = min(ways, key=self.until.__getitem__)
        self.until[place] = ahead + rate.seconds / rate.amount
        self.marks[place] = mark

    def _stands(self, key: Key) -> tuple[int, range]:
        """The mark of a key, and the places where it may stand."""
        mark = int.from_bytes(
            blake2b("\0".join(key).encode("utf-8", "surrogatepass"), key=self.salt, digest_size=8).digest()
        )
        first = mark % (len(self.marks) // WAYS) * WAYS
        return mark or 1, range(first, first + WAYS)


Tallies = dict[str, Tally]


def tallies(*, shared: bool = False) -> Tallies:
    """Those of visitors and of addresses."""
    return {whose: Tally(shared=shared) for whose in (VISITOR, ADDRESS)}
