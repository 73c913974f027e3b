"""How a turn of Railroad Revolution goes on.

The seat's own next turns are thought of quickly; the others meanwhile answer deals, and use up pieces.
"""

from __future__ import annotations

from random import Random
from typing import Final

from stellwerk.bots.planner.revolution_value import FarOutlook, told
from stellwerk.bots.revolution import Breadth, Plan, Planner, ways_of
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.state import Frame
from stellwerk.core.view import View, choices_of
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.state import RevolutionState

LONGEST: Final = 200
"""Actions after which a position is judged where it stands."""

THIN: Final = Breadth(6, 3)
WEIGHTS: Final = told()[0]


class FarPlanner(Planner):
    """Turns as the greedy bot thinks of them, judged with what is still to come."""

    judges = FarOutlook


class Search:
    """One decision: what plans come to, with what is hidden imagined."""

    def __init__(self, view: View[RevolutionState], seed: int, widths: tuple[int, ...]) -> None:
        assert isinstance(view.game, RevolutionGame)
        assert view.seat is not None
        self.view, self.game, self.seat, self.seed, self.widths = view, view.game, view.seat, seed, widths
        self.roots: dict[int, RevolutionState] = {}

    @property
    def worthwhile(self) -> bool:
        """Whether something is to be decided that later turns depend on; what a finished action still grants is not."""
        s = self.view.state
        return s.todo[-1].step == "turn" or (s.todo[-1].step == "act" and s.main > 0)

    def play(self, plan: Plan, luck: int) -> tuple[float, float]:
        """How the seat stands beside the best of the others some turns later, and the points it may then hope for."""
        s = self.root(luck)
        for action in plan.actions:
            s = self.game.apply(s, action)
        return self.best(s, self.widths, self.seed + luck)

    def root(self, luck: int) -> RevolutionState:
        if luck not in self.roots:
            self.roots[luck] = self.game.imagine(self.view, Random(self.seed + luck))
        return self.roots[luck]

    def best(self, s: RevolutionState, widths: tuple[int, ...], luck: int) -> tuple[float, float]:
        """The best that so many of the most promising plans of each own turn to come lead to."""
        s = self.play_on(s, Random(luck))
        if not s.todo or not widths:
            return self.standing(s)
        found = []
        for plan in self.promising(s, widths[0]):
            after = s
            for action in plan.actions:
                after = self.game.apply(after, action)
            found.append(self.best(after, widths[1:], luck + 1))
        return max(found, default=self.standing(s))

    def standing(self, s: RevolutionState) -> tuple[float, float]:
        scores = [self.hope(s, seat) for seat in range(self.game.seats)]
        rival = max(score for seat, score in enumerate(scores) if seat != self.seat)
        return scores[self.seat] - told()[1].rivals * rival, scores[self.seat]

    def hope(self, s: RevolutionState, seat: int) -> float:
        result = self.game.result(s)
        if result is not None:
            return float(result.scores[seat])
        return FarOutlook(self.game.t, ways_of(self.game.t), s, seat, WEIGHTS).judge(s)

    def promising(self, s: RevolutionState, width: int) -> list[Plan]:
        """The most hopeful plans of the seat's turn, no two that promise the same."""
        view = View(self.game, self.seat, s, choices_of(self.game, s, self.seat), ())
        best: dict[float, Plan] = {}
        for plan in sorted(FarPlanner(view, WEIGHTS, THIN).plans(), key=lambda plan: (-plan.hope, len(plan.actions))):
            best.setdefault(plan.hope, plan)
            if len(best) == width:
                break
        return list(best.values())

    def play_on(self, s: RevolutionState, rng: Random) -> RevolutionState:
        """The position at the seat's next turn. Whatever chance or others have to decide meanwhile is decided."""
        for _ in range(LONGEST):
            if not s.todo:
                break
            frame = s.todo[-1]
            if frame.step == "turn":
                if frame.who == self.seat:
                    break
                s = self.passed(s, frame)
                continue
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

    def passed(self, s: RevolutionState, frame: Frame) -> RevolutionState:
        """Another seat's turn: it uses up a building or two rails, so that the end comes nearer."""
        s, seat = s.copy(), int(frame.who)
        s.todo.pop()
        if s.rails[seat] > 2 * s.buildings[seat]:
            s.rails[seat] = max(0, s.rails[seat] - 2)
        else:
            s.buildings[seat] = max(0, s.buildings[seat] - 1)
        s.todo.append(Frame("close", seat))
        return self.game.settled(s)
