"""The tables of 1830 besides those that all 18xx games have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.trains import Train

NO_CHANGE: Final = "no_change"
SHORT_RUNS: Final = "short_runs"
RETAIN_REVENUE: Final = "retain_revenue"
LASTING: Final = (SHORT_RUNS, RETAIN_REVENUE)
"""Markers that hold for a while."""

FIVES: Final = ("5", "5+5")
"""R-61: a plus-train is a train of its type."""


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """Uncertain times: the bank's sale of one of these trains reveals one of these markers."""

    trains: tuple[str, ...]
    markers: tuple[str, ...]


@dataclass(frozen=True)
class Ruleset1830(Ruleset):
    """All numbers of 1830 for a number of seats."""

    uncertainty: Uncertainty | None = None


def uncertainty(trains: Mapping[str, Train]) -> Uncertainty:
    """S-5.1: one marker more than there are trains of the type; all but two of them change nothing."""
    fives = tuple(name for name in FIVES if name in trains)
    plain = sum(trains[name].count or 0 for name in fives) + 1 - len(LASTING)
    return Uncertainty(fives, (NO_CHANGE,) * plain + LASTING)


def rules_of(t: Ruleset) -> Ruleset1830:
    """The same tables, known to be those of 1830."""
    assert isinstance(t, Ruleset1830)
    return t
