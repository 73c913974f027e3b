"""What lies on the table of 1848 besides what all 18xx games have."""

from __future__ import annotations

from dataclasses import dataclass, field

from stellwerk.eighteen.state import RailState


@dataclass(slots=True)
class State1848(RailState):
    """A position of 1848."""

    loans: dict[str, int] = field(default_factory=dict)
    """How many loans each company has taken, companies in receivership included."""


def loans_of(s: RailState) -> dict[str, int]:
    """By company the loans it has taken."""
    assert isinstance(s, State1848)
    return s.loans
