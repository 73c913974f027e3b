"""Sequential halving: all candidates are tried a little, then the better half of them more, until one is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

C = TypeVar("C")


@dataclass
class Trial(Generic[C]):
    """A candidate and what came of it so far: how good each end was for its seat, and the score it had there."""

    candidate: C
    place: int
    lean: float = 0.0
    """What speaks for it beforehand, added to what its ends were worth."""

    goods: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)

    @property
    def good(self) -> float:
        return sum(self.goods) / len(self.goods) + self.lean

    @property
    def score(self) -> float:
        return sum(self.scores) / len(self.scores)


def ranked(
    candidates: Sequence[C],
    play: Callable[[C, int], tuple[float, float]],
    rollouts: int,
    first: int = 2,
    lean: Callable[[C], float] = lambda _candidate: 0.0,
) -> list[Trial[C]]:
    """Try candidates with about so many rollouts in all, each at least once; the best first.

    `play` plays a candidate on with a luck, and tells how good the end is and the score. All candidates of a round meet
    the same lucks, so that what tells them apart is what they do. Those left after a round get twice as many as before.
    """
    trials = [Trial(candidate, place, lean(candidate)) for place, candidate in enumerate(candidates)]
    hopeful, luck, left, each = trials, 0, rollouts, first
    dropped: list[Trial[C]] = []
    while hopeful:
        each = max(1, min(each, left // len(hopeful)))
        for trial in hopeful:
            for n in range(luck, luck + each):
                good, score = play(trial.candidate, n)
                trial.goods.append(good)
                trial.scores.append(score)
        luck += each
        left -= each * len(hopeful)
        hopeful = sorted(hopeful, key=_order)
        half = (len(hopeful) + 1) // 2
        if half == len(hopeful) or left < half:
            break
        dropped = hopeful[half:] + dropped
        hopeful, each = hopeful[:half], each * 2
    return hopeful + dropped


def _order(trial: Trial[C]) -> tuple[float, int]:
    return -trial.good, trial.place
