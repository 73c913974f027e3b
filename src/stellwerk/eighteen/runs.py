"""The runs that a company's trains can make, as a choice with a hole: they are far too many to be listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from stellwerk.core.action import Action, Json, is_plain, thaw
from stellwerk.core.choice import Choice, Hole
from stellwerk.eighteen.routes import Position, RouteError, Routes, Run, best_run, check_run, mail_of
from stellwerk.eighteen.trains import Train

MOST_EARNED: Final = 16
"""So many runs are remembered for what is reached and the trains that run there; mostly there is one."""


@dataclass(frozen=True, slots=True)
class Runs(Hole):
    """Sets of routes, one per train; with `compulsory` only those that earn the most possible.

    With `mail` one train that runs earns besides, for the company alone, what the ends of its route are worth.
    """

    company: str
    trains: tuple[Train, ...]
    compulsory: bool
    position: Position = field(compare=False)
    mail: bool = False
    known: dict[bool, Run] = field(default_factory=dict, compare=False, repr=False)
    """What has been found out, with and without mail."""

    earned: dict[Routes, int] = field(default_factory=dict, compare=False, repr=False)
    """What some runs earn that are known to be legal."""

    def best(self, *, with_mail: bool = True) -> Run:
        """A run that earns the most possible, with the mail or for the shareholders alone."""
        counted = with_mail and self.mail
        if counted not in self.known:
            self.known[counted] = best_run(self.position, self.trains, mail=counted)
        return self.known[counted]

    def revenue(self, routes: Routes) -> int:
        """What a run earns, without mail; raises where it breaks a rule."""
        known = self.earned.get(routes)
        if known is None:
            if len(self.earned) >= MOST_EARNED:
                self.earned.clear()
            known = self.earned[routes] = check_run(self.position, self.trains, routes)
        return known

    def carrier(self, routes: Routes) -> int:
        """The number of the train, from 1, whose mail earns most on these routes; 0 where none runs."""
        posts = [self.post(routes, number) for number in range(1, len(self.trains) + 1) if routes[number - 1]]
        if not self.mail or not posts:
            return 0
        best = max(posts)
        return next(number for number, route in enumerate(routes, 1) if route and self.post(routes, number) == best)

    def post(self, routes: Routes, carrier: int) -> int:
        """What a train earns by carrying mail."""
        return mail_of(self.position, self.trains, routes, carrier)

    def admits(self, value: Any) -> bool:
        if not is_run(value):
            return False
        for counted in [False] if self.compulsory else [False, True]:
            found = self.known.get(counted)
            if found is not None and value == found.routes:
                return True  # it is legal and earns the most possible: that is how it was found
        try:
            revenue = self.revenue(value)
        except RouteError:
            return False
        return not self.compulsory or revenue >= self.best(with_mail=False).revenue

    def sample(self, rng: Random) -> Any:
        """Nobody gains by a lesser run, so the best one stands for all."""
        return self.best().routes

    def values(self) -> Iterator[Any]:
        yield self.best().routes

    def size(self) -> int:
        return 1

    def to_json(self) -> Json:
        told = {
            "hole": "runs",
            "company": self.company,
            "trains": [train.name for train in self.trains],
            "compulsory": self.compulsory,
            "best": self._told(self.best()),
        }
        return {**told, "dividend": self._told(self.best(with_mail=False))} if self.mail else told

    def _told(self, run: Run) -> Json:
        told = {"routes": thaw(run.routes), "revenue": run.revenue, "proven": run.proven}
        if not self.mail:
            return told
        carrier = self.carrier(run.routes)
        return {**told, "mail": carrier, "post": self.post(run.routes, carrier)}


@dataclass(frozen=True, slots=True)
class Mail(Hole):
    """The number of the train that carries mail, in the order of the trains from 1; 0 for none."""

    runs: Runs

    def admits(self, value: Any) -> bool:
        return type(value) is int and 0 <= value <= len(self.runs.trains)

    def sample(self, rng: Random) -> int:
        """That which goes with the best run."""
        return self.runs.best().mail

    def values(self) -> Iterator[int]:
        yield self.runs.best().mail

    def size(self) -> int:
        return 1

    def to_json(self) -> Json:
        return {"hole": "mail", "trains": len(self.runs.trains)}


class RunWithMail(Choice):
    """A run with mail: a train that stays carries none. Who names no train gives the mail to that which earns most."""

    __slots__ = ()

    def admits(self, action: Action) -> bool:
        if len(action.args) == 1:
            seat, kind = self.seat == action.seat, self.kind == action.kind
            return seat and kind and is_plain(tuple(action)) and bool(self.args[0].admits(action.args[0]))
        return super().admits(action) and carries(action.args[0], action.args[1])


def carries(routes: Routes, carrier: int) -> bool:
    """Whether the train of this number runs, or none is named."""
    return not carrier or bool(routes[carrier - 1])


def is_run(value: Any) -> bool:
    """Whether a value has the form of a run: by train a route, which is a tuple of steps, each a hex and an end."""
    if not isinstance(value, tuple):
        return False
    for route in value:
        if not isinstance(route, tuple):
            return False
        for step in route:
            match step:
                case (str(), int()):
                    continue
            return False
    return True
