"""Time measured against a fixed piece of work in the same process, so that a slow machine shortens both."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Final

ROUNDS: Final = 7
"""Every piece of work is measured so often, in turns; the best of each is what the machine can do undisturbed."""

FEW: Final = 3
ENOUGH: Final = 4.0
"""What takes long is measured less often, but not less than FEW times: after so many seconds no more."""

PATIENCE: Final = 60.0
"""Somebody else may keep a machine busy for some seconds. What misses its bar is measured on for at most so many."""

REFERENCE: Final = 0.001
"""Seconds that one ruler takes on the machine for which the bars are set (docs/speed.md)."""


LONG: Final = 50
"""So many rulers take about as long as the work they are held against, and meet as many disturbances."""


def ruler() -> int:
    """About a millisecond of what an engine does: bits, small tuples, dictionaries and calls."""
    total, table = 0, {}
    for number in range(1000):
        mask = (number * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFF
        while mask:
            low = mask & -mask
            total += low.bit_length()
            mask ^= low << 5 | low
            mask &= mask >> 3
        table[number % 61] = (number, total)
    return total + len(table)


def best(
    works: Mapping[str, Callable[[], object]],
    clock: Callable[[], float] = perf_counter,
    held: Callable[[Mapping[str, float]], bool] = lambda _: True,
) -> dict[str, float]:
    """The best time of each piece of work, and of 50 rulers, in rulers: with REFERENCE about milliseconds.

    Long work is measured by the time of this process alone: something always comes between. What earlier tests have
    left in the memory is set aside: looking through it for rubbish again and again is no part of the work. `held` says
    whether times are within their bars: a best time only falls, so what is too slow misses them however often it runs.
    """
    timed = {"ruler": repeat(ruler, LONG), **works}
    times: dict[str, list[float]] = {name: [] for name in timed}
    until = perf_counter() + PATIENCE
    gc.collect()
    gc.freeze()
    try:
        while True:
            for name, work in timed.items():
                begin = clock()
                work()
                times[name].append(clock() - begin)
            one = min(times["ruler"]) / LONG
            found = {name: min(taken) / one for name, taken in times.items()}
            number = len(times["ruler"])
            enough = number >= ROUNDS or (number >= FEW and sum(map(sum, times.values())) > ENOUGH)
            if enough and (held(found) or perf_counter() > until):
                return found
    finally:
        gc.unfreeze()


def repeat(work: Callable[[], object], times: int) -> Callable[[], None]:
    """The same work many times, where once is too short to measure."""

    def many() -> None:
        for _ in range(times):
            work()

    return many
