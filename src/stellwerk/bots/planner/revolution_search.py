"""How a turn of Railroad Revolution goes on: what others and chance still decide in it, and then a rollout."""

from __future__ import annotations

from random import Random
from typing import Final

from stellwerk.bots.planner.revolution_ground import ground_of
from stellwerk.bots.planner.revolution_quick import World
from stellwerk.bots.planner.revolution_value import FarOutlook, told
from stellwerk.bots.revolution import Breadth, Plan, Planner
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.view import View, choices_of
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.state import RevolutionState

LONGEST: Final = 200
"""Actions after which a position is judged where it stands."""

ROUNDS: Final = 8
"""A rollout ends after so many: later ones tell plans apart no better, and add luck."""

THIN: Final = Breadth(3, 2)
WEIGHTS: Final = told()[0]


class FarPlanner(Planner):
    """Turns as the greedy bot thinks of them, judged with what is still to come."""

    judges = FarOutlook


class Search:
    """One decision: what plans come to, with what is hidden imagined."""

    def __init__(self, view: View[RevolutionState], seed: int, roots: int = 12) -> None:
        assert isinstance(view.game, RevolutionGame)
        assert view.seat is not None
        self.view, self.game, self.seat, self.seed = view, view.game, view.seat, seed
        self.ground = ground_of(view.game.t)
        self.roots: dict[int, RevolutionState] = {}
        self.reached: dict[tuple[Plan, int], RevolutionState] = {}
        self.most = roots

    def play(self, plan: Plan, luck: int) -> tuple[float, float]:
        """By how much the seat leads the best of the others some rounds later, and the score it may then hope for."""
        s = self.after(plan, luck % self.most)
        if s.todo:
            scores = World(self.ground, s, Random(self.seed + luck)).play_for(ROUNDS)
        else:
            result = self.game.result(s)
            assert result is not None
            scores = [float(score) for score in result.scores]
        rival = max(score for seat, score in enumerate(scores) if seat != self.seat)
        return scores[self.seat] - rival, scores[self.seat]

    def after(self, plan: Plan, luck: int) -> RevolutionState:
        """The position at the beginning of the next turn, whoever's it is."""
        key = (plan, luck)
        if key not in self.reached:
            s = self.root(luck)
            for action in plan.actions:
                s = self.game.apply(s, action)
            self.reached[key] = self.play_on(s, Random(self.seed + luck))
        return self.reached[key]

    def root(self, luck: int) -> RevolutionState:
        if luck not in self.roots:
            self.roots[luck] = self.game.imagine(self.view, Random(self.seed + luck))
        return self.roots[luck]

    def play_on(self, s: RevolutionState, rng: Random) -> RevolutionState:
        """Whatever chance or others have to decide before the next turn is decided."""
        for _ in range(LONGEST):
            if not s.todo or s.todo[-1].step == "turn":
                break
            first = next(self.game.choices(s))
            if first.seat == CHANCE:
                s = self.game.apply(s, first.sample(rng))
                continue
            for action in self.thought_of(s, first.seat, rng):
                s = self.game.apply(s, action)
        return s

    def thought_of(self, s: RevolutionState, seat: int, rng: Random) -> tuple[Action, ...]:
        """What a seat would do with the rest of its turn."""
        view = View(self.game, seat, s, choices_of(self.game, s, seat), ())
        planner = FarPlanner(view, WEIGHTS, THIN)
        best = max(planner.plans(), key=lambda plan: plan.hope, default=None)
        return best.actions if best else (planner.way_out(rng),)
