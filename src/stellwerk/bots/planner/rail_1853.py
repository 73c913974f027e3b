"""The planner for 1853: it bids, trades and buys trains by what companies are going to earn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from stellwerk.bots.advice import Advice
from stellwerk.bots.planner.rail import RailPlanner
from stellwerk.bots.planner.rail_1853_operate import PlanningOperator
from stellwerk.bots.planner.rail_1853_stock import PlanningInvestor
from stellwerk.bots.planner.rail_candidates import Candidates
from stellwerk.bots.planner.rail_reasons import reasons
from stellwerk.bots.rail import RailBot
from stellwerk.bots.rail_1853_operate import Operator1853
from stellwerk.bots.rail_operate import Operator
from stellwerk.bots.registry import EASY, NORMAL, STRONG, Games
from stellwerk.core.action import Action
from stellwerk.core.view import View

GAMES: Final[Games] = frozenset({"1853"})


class UncertainInvestor(PlanningInvestor):
    """One whose forecasts are off at times."""

    doubt = 0.12


class CarelessInvestor(PlanningInvestor):
    """One whose forecasts are worth little."""

    doubt = 0.25


@dataclass(frozen=True)
class Planner1853(RailPlanner):
    """Chooses by forecasts, without rollouts: in those nobody builds, sells, or fulfils a contract.

    Rollouts tell people what its candidates may lead to.
    """

    games: Games = GAMES
    investor: type[PlanningInvestor] = PlanningInvestor
    operator: type[Operator] = PlanningOperator

    def choose(self, view: View[Any], rng: Random) -> Action:
        return RailBot(self.name, GAMES, self.rank, self.investor, self.operator).choose(view, rng)

    def advise(self, view: View[Any], rng: Random) -> list[Advice]:
        chosen = self.choose(view, rng)
        trials = self._trials(view, rng, Candidates(view, view.state, chosen).all(self.most))
        trials.sort(key=lambda trial: trial.action != chosen)
        return [Advice(trial.action, trial.score, reasons(trial, trials)) for trial in trials]


def planners() -> Iterator[Planner1853]:
    """The planner in its levels: the weaker ones are wrong at times, and the weakest gives nothing for trains."""
    yield Planner1853("planner-easy", EASY, rollouts=12, most=12, investor=CarelessInvestor, operator=Operator1853)
    yield Planner1853("planner-normal", NORMAL, rollouts=30, most=20, investor=UncertainInvestor)
    yield Planner1853("planner", STRONG, rollouts=100)
