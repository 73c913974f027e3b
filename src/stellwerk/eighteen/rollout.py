"""The same game for looking ahead: nothing is built any more, and a run earns what somebody estimates.

Whoever looks ahead in an 18xx game spends nearly all time on track and routes. A rollout game is the game of a title
with those steps replaced: all of a company's turn before its trains run is passed over, a run earns an estimate, and
every company is taken to have a route. All else is played by the rules of the title.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, Final, NamedTuple, Protocol, TypeVar, cast

from stellwerk.core.choice import Choice
from stellwerk.core.state import Frame
from stellwerk.core.step import Step, then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.network import Reach
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.steps.base import RailStep

RUN: Final = "run_trains"
TRADE: Final = "trade_shares"

ROUTE: Final = Reach({}, frozenset(), True, frozenset())
"""What every company is taken to reach."""

T = TypeVar("T")


class Earned(NamedTuple):
    """What a run earns for the shareholders, and what mail earns for the treasury."""

    revenue: int
    post: int = 0


class Estimate(Protocol):
    """What the trains of a company earn in a position that was reached by looking ahead; asked once in each turn."""

    def __call__(self, s: RailState, company: str) -> Earned: ...


class Routed(Board):
    """A board on which every company has a route."""

    def reach(self, s: RailState, company: str) -> Reach:
        return ROUTE


class Rested(RailStep):
    """A step in which nothing is done."""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        return iter(())

    def skip(self, s: RailState, f: Frame) -> None:
        """Nothing follows."""


class Estimated(Rested):
    """Trains run without anybody being asked, for what is estimated."""

    estimate: Estimate

    def skip(self, s: RailState, f: Frame) -> None:
        company = str(f.who)
        earned, post = self.estimate(s, company)
        if s.trains[company]:
            s.revenue, s.runs = earned, {**s.runs, company: earned}
            if post:
                s.mail = {**s.mail, company: post}
                pay(self.rules, s, BANK, company, post)
                self.flow.has_earned(s, company)
        self.flow.has_run(s, company)
        if self.rules.dividend_rules.luck and s.revenue:
            then(s, Frame("draw_revenue", company))


class Brisk(RailStep):
    """A stock turn in which nothing is sold: it is over with its purchase. Limits are looked at by purchases only."""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if not s.bought:
            yield Choice(int(f.who), "pass_turn")


def rollout_game(game: RailGame, estimate: Estimate) -> RailGame:
    """The rules of a game with track, stations and runs replaced. Cheap: one is made for each look ahead."""
    track = _recast(game.track, Routed)
    flow = copy(game.flow)
    flow.track = track
    before_run = game.flow.turn[: game.flow.turn.index(RUN)] if RUN in game.flow.turn else ()
    made: dict[str, RailStep] = {}
    for name, step in game.rail_steps.items():
        if name == RUN:
            estimated = cast("Estimated", _recast(step, Estimated))
            estimated.estimate = estimate
            made[name] = estimated
        else:
            made[name] = (
                _recast(step, Rested) if name in before_run else _recast(step, Brisk) if name == TRADE else copy(step)
            )
        made[name].track, made[name].flow = track, flow
    for step in made.values():
        step.beside = {name: made[name] for name in step.anytime}
    found = copy(game)
    found.track, found.flow, found.rail_steps = track, flow, made
    steps: dict[str, Step[RailState]] = dict(made)
    found.steps = steps
    return found


def _recast(thing: T, mixin: type[Any]) -> T:
    """The same thing with some methods replaced."""
    made = object.__new__(_mixed(mixin, type(thing)))
    made.__dict__.update(vars(thing))
    return cast("T", made)


def _mixed(mixin: type[Any], base: type[Any]) -> type[Any]:
    """One class for each pair."""
    known = _classes.get((mixin, base))
    if known is None:
        known = _classes[mixin, base] = type(f"{mixin.__name__}{base.__name__}", (mixin, base), {})
    return known


_classes: dict[tuple[type[Any], type[Any]], type[Any]] = {}
