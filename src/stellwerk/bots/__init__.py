"""Bots: they see what their seat may know, and choose."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bots.paris import GreedyBot
from stellwerk.bots.planner.paris import planners as paris_planners
from stellwerk.bots.planner.rail import planners
from stellwerk.bots.planner.rail_1853 import planners as planners_1853
from stellwerk.bots.planner.revolution import planners as revolution_planners
from stellwerk.bots.rail import RailBot
from stellwerk.bots.rail_1848 import BOT as BOT_1848
from stellwerk.bots.rail_1853 import BOT as BOT_1853
from stellwerk.bots.random import RandomBot
from stellwerk.bots.registry import Bot
from stellwerk.bots.revolution import RevolutionBot


def bots() -> Iterator[Bot]:
    """The bots that come with Stellwerk."""
    yield RandomBot()
    yield GreedyBot()
    yield RailBot()
    yield BOT_1848
    yield BOT_1853
    yield RevolutionBot()
    yield from planners()
    yield from planners_1853()
    yield from paris_planners()
    yield from revolution_planners()
