"""The numbers by which the quick policy of Paris Connection goes, from a data file that says where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from stellwerk.bots.planner.numbers import filled, told

FILE: Final = "value_paris.toml"


@dataclass(frozen=True, slots=True)
class Weights:
    """What the policy weighs a build or an exchange by."""

    hope: float
    """How much of what a colour can still gain is counted beforehand, while there is time."""

    each: float
    """The most of it that a locomotive of the supply can bring."""

    growth: float
    """What a free place behind the screen is worth, as a part of the best locomotive."""

    pace: float
    """How many locomotives leave the supplies in a turn."""

    rounds: float
    """With fewer rounds left than this, hopes shrink."""

    doubt: float
    """How far a score may move in a round, in points; at the end by the least of it."""

    least: float
    noise: float
    """How much the policy may err, as a part of what it judges."""

    taking: float
    """What the other colours together lose in hope for each point that a build takes, as a part of it."""

    haste: float
    """How much it counts that a build brings the end nearer, for who leads, or is behind."""

    slack: float
    """By how many points a seat may err about its lead when it thinks of ending the game."""

    margin: float
    """By how many points a lead has to grow for the hope to win to rise from a half to three quarters, roughly."""

    sharp: float
    """The same where the game is over at once: only hands are in doubt then."""

    lean: float
    """How much the judgement of the greedy bot counts beside what came of rollouts."""

    showing: float
    """How much the builds of a seat tell of its hand: points that count as much as a locomotive."""


@cache
def weights() -> Weights:
    """The weights as they are installed."""
    return filled(Weights, told(FILE, "weights"), FILE)
