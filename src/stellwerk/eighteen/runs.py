"""The runs that a company's trains can make, as a choice with a hole: they are far too many to be listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stellwerk.core.action import Json, thaw
from stellwerk.core.choice import Hole
from stellwerk.eighteen.routes import Position, RouteError, Run, best_run, check_run
from stellwerk.eighteen.trains import Train


@dataclass(frozen=True, slots=True)
class Runs(Hole):
    """Sets of routes, one per train; with `compulsory` only those that earn the most possible."""

    company: str
    trains: tuple[Train, ...]
    compulsory: bool
    position: Position = field(compare=False)

    def best(self) -> Run:
        """A run that earns the most possible."""
        return best_run(self.position, self.trains)

    def admits(self, value: Any) -> bool:
        if not is_run(value):
            return False
        try:
            revenue = check_run(self.position, self.trains, value)
        except RouteError:
            return False
        return not self.compulsory or revenue >= self.best().revenue

    def sample(self, rng: Random) -> Any:
        """Nobody gains by a lesser run, so the best one stands for all."""
        return self.best().routes

    def values(self) -> Iterator[Any]:
        yield self.best().routes

    def size(self) -> int:
        return 1

    def to_json(self) -> Json:
        best = self.best()
        return {
            "hole": "runs",
            "company": self.company,
            "trains": [train.name for train in self.trains],
            "compulsory": self.compulsory,
            "best": {"routes": thaw(best.routes), "revenue": best.revenue, "proven": best.proven},
        }


def is_run(value: Any) -> bool:
    """Whether a value has the form of a run: by train a route, which is a tuple of steps, each a hex and an end."""
    return isinstance(value, tuple) and all(
        isinstance(route, tuple) and all(_is_step(step) for step in route) for route in value
    )


def _is_step(step: Any) -> bool:
    match step:
        case (str(), int()):
            return True
    return False
