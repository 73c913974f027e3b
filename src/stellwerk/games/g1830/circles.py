"""P-7: a game that goes in circles.

A company at a flexible limit may buy a train of the pool and give up another one, as often as it can pay: the pool
never runs dry, the bank gets its money back, and nothing brings the end any nearer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import UNLIMITED
from stellwerk.eighteen.tiles import COLOURS
from stellwerk.games.g1830.state import State1830

SETS: Final = 10
"""After so many sets of operating rounds in which nothing lasting happened the game is over."""


def goes_in_circles(t: Ruleset, s: State1830) -> bool:
    """Note a set of operating rounds that is over; whether nothing lasting has happened for too long."""
    if t.train_rules.limit != "flexible":
        return False
    now = lasting(t, s)
    s.idle = (s.idle[0] + 1 if s.idle[1:] == now else 0, *now)
    return s.idle[0] >= SETS


def lasting(t: Ruleset, s: State1830) -> tuple[int, ...]:
    """What only ever grows or shrinks: track, stations, trains of the bank, companies, privates."""
    return (
        sum(COLOURS.index(t.catalogue.face(*tile).colour) for tile in s.tiles.values()),
        sum(s.markers.values()),
        sum(left for left in s.depot.values() if left != UNLIMITED),
        len(s.par),
        len(s.floated),
        len(s.privates),
    )


def form(t: Ruleset, s: State1830) -> Iterator[str]:
    """What no position has: sets that were counted in vain, or where nobody counts them."""
    if not s.idle:
        return
    if t.train_rules.limit != "flexible":
        yield "idle is empty where the limit of trains is fixed"
    elif len(s.idle) != 1 + len(lasting(t, s)) or min(s.idle) < 0 or s.idle[0] > SETS:
        yield f"idle has a number of sets up to {SETS}, and what had come about when they were counted"
