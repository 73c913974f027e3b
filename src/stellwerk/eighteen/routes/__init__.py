"""Routes: the best ones for a company's trains, whether there is one at all, and what drawn ones earn.

A route is a tuple of steps, each a hex and one of its ends: it begins and ends with a stop (6 is the first stop of a
hex, 7 the second), and between two stops come the edges by which the train leaves hex after hex. The routes of a
company's trains are a tuple with one route for each train, () for a train that does not run.
"""

from stellwerk.eighteen.routes.approach import Approach
from stellwerk.eighteen.routes.best import Routes, Run, best_run, has_route
from stellwerk.eighteen.routes.check import RouteError, check_run, earnings, faults, mail_of
from stellwerk.eighteen.routes.hexes import express_part, from_connections, readings
from stellwerk.eighteen.routes.known import KnownRuns
from stellwerk.eighteen.routes.rules import (
    NO_BONUS,
    NO_PASSING,
    Bonus,
    Border,
    Passing,
    Position,
    Route,
    RouteRules,
    Step,
)
from stellwerk.eighteen.routes.visits import can_run, can_visit

__all__ = [
    "NO_BONUS",
    "NO_PASSING",
    "Approach",
    "Bonus",
    "Border",
    "KnownRuns",
    "Passing",
    "Position",
    "Route",
    "RouteError",
    "RouteRules",
    "Routes",
    "Run",
    "Step",
    "best_run",
    "can_run",
    "can_visit",
    "check_run",
    "earnings",
    "express_part",
    "faults",
    "from_connections",
    "has_route",
    "mail_of",
    "readings",
]
