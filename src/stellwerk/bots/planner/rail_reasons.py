"""Why a planner prefers a candidate: in what its seat, or the others, stand otherwise than after most candidates."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from stellwerk.bots.advice import Reason
from stellwerk.bots.planner.rail_search import Trial

MOST: Final = 3
"""So many reasons are given at most."""

LEAST: Final = 5.0
"""What is told, in money."""

GROUPS: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    ("cash", (0, 1)),
    ("shares", (2, 3, 7)),
    ("dividends", (4,)),
    ("treasuries", (5,)),
    ("privates", (6,)),
    ("dues", (8,)),
)
"""By key the parts of an outlook that it adds up, by their place."""


def reasons(trial: Trial, trials: Sequence[Trial]) -> tuple[Reason, ...]:
    """What speaks most for a candidate beside the mean of all."""
    means = [fmean(other.parts[i] for other in trials) for i in range(len(trial.parts))]
    gains = {
        key: sum(trial.parts[place] - means[place] for place in places if place < len(means)) for key, places in GROUPS
    }
    gains["others"] = fmean(other.others for other in trials) - trial.others
    told = sorted((key for key in gains if gains[key] >= LEAST), key=lambda key: -gains[key])[:MOST]
    return tuple(Reason(f"rail.{key}", {"amount": round(gains[key])}) for key in told)
