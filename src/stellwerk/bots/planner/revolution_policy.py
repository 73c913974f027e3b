"""The numbers by which rollouts of Railroad Revolution are played, from a data file that says where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from stellwerk.bots.planner.numbers import filled, told

FILE: Final = "quick_revolution.toml"


@dataclass(frozen=True, slots=True)
class Policy:
    """What a side weighs its turns by."""

    money: float
    """Points for a dollar that can still be spent."""

    spent: float
    """Dollars that a turn can spend."""

    share: float
    """What a share is worth beyond its price."""

    pace: float
    """The part of the turns left that works for one milestone."""

    promote: float
    hire: float
    """The work of a promotion, and of getting a worker of a colour that is missing, in turns."""

    chain: tuple[float, ...]
    """Turns that milestones B, C and D take after the one before."""

    unseen: float
    """How much of the points of milestones is counted that are not even drawn."""

    workers: tuple[float, ...]
    """Points for a worker by colour, in a game that is young."""

    again: float
    """What one more worker of a colour is worth, as a part of the one before."""

    ready: float
    """What it is worth that a specialist stands beside the board and not on it."""

    down: float
    """How likely a locomotive is turned up again, for each turn that is left."""

    locos: float
    """What a locomotive is worth beyond its points, in a game that is young."""

    link: float
    """What half a telegraph link is worth of its points."""

    offices: float
    stations: float
    """New ones in a turn."""

    cities: float
    """How sure a city of the farthest group is for which there would be time enough."""

    city: float
    """What it is worth to reach a city in which a station can be built."""

    steps: float
    """Steps on a track that are expected of a turn."""

    buildings: float
    rails: float
    """What a piece is worth that is still on the player board, in a game that is young."""

    always: float
    emptiest: float
    next: float
    later: float
    """How many turns are left; as in the forecast of the wide search."""


@cache
def quick() -> Policy:
    """The policy as it is installed."""
    return filled(Policy, told(FILE, "policy"), FILE)
