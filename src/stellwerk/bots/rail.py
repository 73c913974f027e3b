"""A bot for 18xx games that plays by plain good sense: it floats companies, builds for revenue, buys trains in time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from stellwerk.bots.rail_operate import Operator
from stellwerk.bots.rail_stock import Investor
from stellwerk.bots.registry import SIMPLE, Games, Rank
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole, Range
from stellwerk.core.title import Title
from stellwerk.core.view import View
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.title import RailTitle


def is_rail(title: Title) -> bool:
    """Whether a title is played by the 18xx engine, whoever brings it."""
    return isinstance(title, RailTitle)


@dataclass(frozen=True)
class RailBot:
    """Judges what is offered step by step; where it has no opinion it takes the first choice.

    It always comes to an end: it makes no offers to other players, declines theirs unless they are good, and passes
    when nothing is worth it. A little chance in its judgement makes no two games alike. A title that has more to judge
    brings classes of its own.
    """

    name: str = "greedy"
    games: Games = is_rail
    rank: Rank = SIMPLE
    investor: type[Investor] = Investor
    operator: type[Operator] = Operator
    sells_privates: bool = True
    """Whether its companies buy privates of it before anything else."""

    def choose(self, view: View[Any], rng: Random) -> Action:
        operator = self.operator(view, rng)
        operator.sells_privates = self.sells_privates
        return Mind(view, rng, self.investor(view, rng), operator).decide()


class Mind:
    """One decision: the player or the director in the bot answers, as the step asks for."""

    def __init__(self, view: View[RailState], rng: Random, investor: Investor, operator: Operator) -> None:
        self.view, self.rng, self.investor, self.operator = view, rng, investor, operator
        self.answers = {**investor.answers(), **operator.answers()}

    def decide(self) -> Action:
        answer = self.investor.at_once() or self.answers.get(self.view.state.todo[-1].step, lambda: None)()
        if answer is None:
            answer = self._first()
        if isinstance(answer, Action):
            return answer
        return Action(answer.seat, answer.kind, tuple(self._fill(arg) for arg in answer.args))

    def _first(self) -> Choice:
        """The first choice that needs nobody's consent."""
        passes = [choice for choice in self.view.choices if choice.kind.startswith("pass")]
        return (passes or list(self.view.choices))[0]

    def _fill(self, arg: Any) -> Any:
        """Pay as little as possible; take the run that earns most."""
        if isinstance(arg, Range):
            return arg.lo
        return arg.sample(self.rng) if isinstance(arg, Hole) else arg
