"""A position of Paris Connection."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from stellwerk.core.state import State

HIDDEN: Final = "?"
"""A locomotive behind somebody else's screen."""

ENDINGS: Final = {"supply": "end.1", "marseille": "end.2", "stuck": "R-03"}
"""The ways in which a game ends, each with its rule."""


@dataclass(slots=True)
class ParisState(State):
    """What lies on the table. Values are public, the colours of a hand are its owner's secret until the end."""

    lines: dict[str, tuple[str, ...]]
    """The spaces of each colour, the start space first, in the order built."""

    supply: dict[str, int]
    value: dict[str, int]
    hands: list[tuple[str, ...]]
    """Locomotives behind each seat's screen, in the order of the colours."""

    colour: str = ""
    """The colour of the build that is not yet confirmed."""

    building: tuple[str, ...] = ()
    """The spaces of the build that is not yet confirmed."""

    ended: str = ""
    """Why the game is over, one of `ENDINGS`."""

    tracks: dict[str, tuple[int, int]] = field(default_factory=dict, compare=False)
    """By colour the spaces it holds and those next to them, as bits: a cache of `lines`."""

    bottlenecks: dict[str, tuple[int, int, int, int]] = field(default_factory=dict, compare=False)
    """By colour without a city its spaces, those open to it, those it cannot do without, and ways that prove that it
    can do without all others, as bits: a cache."""
