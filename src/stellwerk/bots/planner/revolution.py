"""The planner for Railroad Revolution: whole turns, and what becomes of them when the game is played to its end."""

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

OF_EACH: Final = 3
"""So many turns with the same worker and action."""

BEGINNINGS: Final = ("turn", "pick", "start")
"""Decisions that later ones depend on most."""

ADVISED: Final = 3
"""So many plans at least are told of to whoever asks."""


@dataclass(frozen=True)
class RevolutionPlanner:
    """Takes the turn that promises most, or that after which rollouts end best."""

    name: str
    rank: Rank
    breadth: Breadth
    most: int = 1
    """So many whole turns are played on; a single one is taken as it is judged."""

    rollouts: int = 0
    """In all, for a decision with which a turn begins; a fifth of them, for a third of the turns, within it.

    So many at a table of two: with more seats each takes longer, and there are fewer."""

    doubt: float = 30.0
    """With so many turns left what rollouts tell counts no more than what a plan promises; with fewer, far more."""

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
        seed = rng.getrandbits(32)
        rollouts = 2 * self.rollouts // view.game.seats
        if rollouts and planner.step not in BEGINNINGS:
            plans, rollouts = plans[: self.most // 3], rollouts // 5
        if rollouts and len({plan.actions[0] for plan in plans}) > 1:
            lean = (planner.outlook.turns / self.doubt) ** 2
            search = Search(view, seed)
            first = max(1, rollouts // (len(plans) * halvings(len(plans))))
            return ranked(plans, search.play, rollouts, first, lambda plan: lean * plan.hope)
        return [Trial(plan, place, 0.0, [plan.hope], [plan.hope]) for place, plan in enumerate(plans)]

    def _kept(self, planner: FarPlanner, plans: Iterator[Plan]) -> list[Plan]:
        """The most hopeful ones, no two that promise the same, and not too many of one beginning."""
        kept: list[Plan] = []
        hopes: set[float] = set()
        counts = Counter[Action]()
        of_each = OF_EACH if planner.step in BEGINNINGS else self.most
        for plan in sorted(plans, key=lambda plan: (-plan.hope, len(plan.actions))):
            counts[plan.actions[0]] += 1
            if plan.hope not in hopes and counts[plan.actions[0]] <= of_each:
                kept.append(plan)
                hopes.add(plan.hope)
        return kept[: max(self.most, ADVISED)] if self.most == 1 else kept[: self.most]


def halvings(candidates: int) -> int:
    """How often the worse half can be dropped until one is left; each round has the same part of the rollouts."""
    return (candidates - 1).bit_length()


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
    yield RevolutionPlanner("planner", STRONG, Breadth(40, 24), most=20, rollouts=720)
