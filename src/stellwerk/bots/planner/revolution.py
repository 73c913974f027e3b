"""The planner for Railroad Revolution: whole turns, the own turns that follow, and what others get by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from stellwerk.bots.advice import Advice, Reason
from stellwerk.bots.planner.halving import Trial, ranked
from stellwerk.bots.planner.revolution_search import WEIGHTS, FarPlanner, Search
from stellwerk.bots.registry import EASY, NORMAL, STRONG, Rank
from stellwerk.bots.revolution import Breadth, Plan
from stellwerk.core.action import Action
from stellwerk.core.view import View
from stellwerk.games.railroad_revolution.state import RevolutionState


@dataclass(frozen=True)
class RevolutionPlanner:
    """Takes the turn after which it stands best beside the others, some turns later."""

    name: str
    rank: Rank
    breadth: Breadth
    most: int = 1
    """So many whole turns are played on; a single one is taken as it is judged."""

    widths: tuple[int, ...] = ()
    """By own turn to come, so many plans are followed."""

    rollouts: int = 0
    games: frozenset[str] | None = frozenset({"railroad-revolution"})

    def choose(self, view: View[Any], rng: Random) -> Action:
        if len(view.choices) == 1:
            return view.choices[0].sample(rng)
        planner = FarPlanner(view, WEIGHTS, self.breadth)
        trials = self._trials(view, planner, rng)
        return trials[0].candidate.actions[0] if trials else planner.way_out(rng)

    def advise(self, view: View[Any], rng: Random) -> list[Advice]:
        """The first steps of the best turns, each once."""
        planner = FarPlanner(view, WEIGHTS, self.breadth)
        best: dict[Action, Advice] = {}
        for trial in self._trials(view, planner, rng):
            action = trial.candidate.actions[0]
            best.setdefault(action, Advice(action, trial.score, tuple(reasons(view, trial.candidate))))
        return list(best.values()) or [Advice(planner.way_out(rng), planner.outlook.judge(view.state))]

    def _trials(self, view: View[RevolutionState], planner: FarPlanner, rng: Random) -> list[Trial[Plan]]:
        plans = self._kept(planner, planner.plans())
        search = Search(view, rng.getrandbits(32), self.widths)
        if self.most > 1 and len({plan.actions[0] for plan in plans}) > 1 and search.worthwhile:
            return ranked(plans, search.play, self.rollouts, first=1)
        return [Trial(plan, place, 0.0, [plan.hope], [plan.hope]) for place, plan in enumerate(plans)]

    def _kept(self, planner: FarPlanner, plans: Iterator[Plan]) -> list[Plan]:
        """The most hopeful ones, no two that promise the same, and not too many of one beginning."""
        kept: list[Plan] = []
        hopes: set[float] = set()
        counts = Counter[Action]()
        of_each = self.most if planner.step == "act" else 2
        for plan in sorted(plans, key=lambda plan: (-plan.hope, len(plan.actions))):
            counts[plan.actions[0]] += 1
            if plan.hope not in hopes and counts[plan.actions[0]] <= of_each:
                kept.append(plan)
                hopes.add(plan.hope)
        return kept[: max(self.most, ADVISED)] if self.most == 1 else kept[: self.most]


ADVISED: Final = 3
"""So many plans at least are told of to whoever asks."""


def reasons(view: View[RevolutionState], plan: Plan) -> Iterator[Reason]:
    """What a plan does, as far as it is worth a word."""
    told = Counter(action.kind for action in plan.actions if action.seat == view.seat)
    for kind in ("build", "lay", "open", "trade", "promote", "take", "step", "flip", "deal"):
        if told[kind]:
            yield Reason(f"revolution.{kind}", {"count": told[kind]})


def planners() -> Iterator[RevolutionPlanner]:
    """The levels."""
    yield RevolutionPlanner("planner-easy", EASY, Breadth(1, 1))
    yield RevolutionPlanner("planner-normal", NORMAL, Breadth(12, 6))
    yield RevolutionPlanner("planner", STRONG, Breadth(40, 24), most=8, widths=(3, 2), rollouts=10)
