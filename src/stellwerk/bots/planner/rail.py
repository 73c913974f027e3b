"""The planner for 18xx games: candidates by good sense, judged by how a game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from stellwerk.bots.advice import Advice
from stellwerk.bots.planner.rail_builder import building
from stellwerk.bots.planner.rail_candidates import Candidates
from stellwerk.bots.planner.rail_constants import Constants, constants
from stellwerk.bots.planner.rail_reasons import reasons
from stellwerk.bots.planner.rail_search import Search, Trial
from stellwerk.bots.rail import RailBot, is_rail
from stellwerk.bots.registry import EASY, NORMAL, STRONG, Games, Rank, bot
from stellwerk.core.action import Action
from stellwerk.core.view import View

USUAL: Final = "greedy"
"""The bot whose choice is always thought of, and that builds."""


@dataclass(frozen=True)
class RailPlanner:
    """Plays each candidate on to the end of the next stock round, so often in all, and takes what promises most."""

    name: str
    rank: Rank
    rollouts: int
    """So many at most for one decision."""

    first: int = 1
    """So many for each candidate before the worse half is dropped."""

    most: int = 40
    """So many candidates at most."""

    hidden: int = 4
    """So many positions that could be behind what is hidden."""

    sets: int = 1
    """So many sets of operating rounds are played on, each with the stock round after it."""

    doubt: float = 0.0
    """By how much its judgement is off, as a part of how far its candidates lie apart."""

    others_sell: bool = False
    """Whether it expects directors to leave companies that will owe for a train to others, itself among them."""

    builds: bool = True
    """Whether it builds with an end in view."""

    games: Games = is_rail

    def choose(self, view: View[Any], rng: Random) -> Action:
        actions = self._candidates(view, rng)
        return actions[0] if len(actions) == 1 else self._trials(view, rng, actions)[0].action

    def advise(self, view: View[Any], rng: Random) -> list[Advice]:
        trials = self._trials(view, rng, self._candidates(view, rng))
        return [Advice(trial.action, trial.score, reasons(trial, trials)) for trial in trials]

    def _candidates(self, view: View[Any], rng: Random) -> list[Action]:
        known = bot(view.game.title.id, USUAL)
        if isinstance(known, RailBot):
            operator = building(known.operator) if self.builds else known.operator
            known = replace(known, sells_privates=False, operator=operator)
        usual = known.choose(view, rng)
        return Candidates(view, view.state, usual).all(self.most)

    def _trials(self, view: View[Any], rng: Random, actions: list[Action]) -> list[Trial]:
        search = Search(view, rng, self.told(view), self.hidden, self.sets)
        return search.rank(actions, self.first, self.rollouts, self.doubt)

    def told(self, view: View[Any]) -> Constants:
        """The constants of a title, as far as this level knows what they are about."""
        found = constants(view.game.title.id)
        return found if self.others_sell else replace(found, restraint=0.0, desertion=0.0, heirs=0.0)


def planners() -> Iterator[RailPlanner]:
    """The planner in its levels: the weaker ones think of less, and are wrong at times."""
    yield RailPlanner("planner-easy", EASY, rollouts=12, most=12, doubt=1.6, builds=False)
    yield RailPlanner("planner-normal", NORMAL, rollouts=30, most=20, doubt=1.0)
    yield RailPlanner("planner", STRONG, rollouts=400, first=3, others_sell=True)
