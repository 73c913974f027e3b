"""The constants of the planner for 1853, from a data file that says where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from stellwerk.bots.planner.numbers import filled, told

FILE: Final = "plan_1853.toml"


@dataclass(frozen=True)
class Reckoning:
    """What the planner for 1853 reckons with; money in pounds."""

    look: float
    """For how many rounds the gain of a share is counted at most: what a director gives for trains comes back late."""

    growth: float
    """By which part a run grows in each round, as track does."""

    pace: float
    """How many trains are bought in a round."""

    trust: float
    """How far one trusts in the companies of others."""

    better: float
    """How many times more a share must gain than one that is sold for it."""

    lead: float
    """What it adds to the gain of a share that its buyer leads the company by it, or defends that."""

    idle_share: float
    """What is set aside for each certificate that a player may still buy; cash beyond it is idle."""

    spare: float
    """How many times what a gift brings back must be worth it, if the money would be idle."""

    generous: float
    """The same for money that could buy shares."""

    treasury: float
    """What a pound of a treasury counts, of which players get nothing but by trains."""

    relative: float
    """How much it counts against a gain that others have it too."""

    begins: float
    """How much of its forecast is believed of a company that has not begun."""

    crowded: float
    """How much a company is liked in a bid of which somebody else has more shares."""

    gap: float
    """For how many rounds a company earns less whose trains have gone."""

    thought: float
    """How many tile lays are thought through to the revenue they allow."""

    later: float
    """What a train that may be bought next counts beside those that run, where track is laid."""

    station: float
    """How many points of revenue each pound for a station must be worth."""

    able: float
    """How many times more a train earns in the end where the planner builds for it."""

    holds: float
    """How many shares of a company its director will have at least."""

    beside: float
    """What trains beside the best one of a fleet bring, as a part of what each would bring alone."""

    fleet: float
    """Up to how many trains a company buys in a forecast."""

    hope: float
    """How far a director believes that track will be laid for a train beside others."""

    ripens: float
    """The part of what a train earns less than it could that each round adds, as track grows."""

    ripe: Mapping[str, float]
    """By train what it earns in the end."""


@cache
def reckoning() -> Reckoning:
    """The constants as they stand."""
    return filled(Reckoning, told(FILE, "constants"), FILE)
