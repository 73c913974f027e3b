"""The search of a planner in 18xx games: each candidate is played on to the end of a stock round, and judged there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from stellwerk.bots.planner.rail_constants import Constants
from stellwerk.bots.planner.rail_earnings import Earnings
from stellwerk.bots.planner.rail_memory import counted
from stellwerk.bots.planner.rail_quick import Quick
from stellwerk.bots.planner.rail_value import Outlook
from stellwerk.core.action import Action
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.rollout import rollout_game
from stellwerk.eighteen.state import RailState

LONGEST: Final = 500
"""Decisions after which a rollout is judged where it stands."""

CLOSE: Final = 6
"""So many rollouts at least compare candidates with each other: two that are left are tried three times each."""


@dataclass
class Trial:
    """A candidate and what came of it so far."""

    action: Action
    place: int
    gain: float = 0.0
    """How much better than the others its seat stands, on average."""

    score: float = 0.0
    """What its seat ends with."""

    others: float = 0.0
    """What the others end with, in the mean."""

    parts: list[float] = field(default_factory=list)
    """Where the score comes from, weighed."""

    tries: int = 0
    doubt: float = 0.0
    """What a bot takes the candidate for beyond what it has found out."""

    def add(self, gain: float, score: float, others: float, parts: Sequence[float]) -> None:
        """Take one more rollout into the means."""
        old, self.tries = self.tries, self.tries + 1
        self.gain = (self.gain * old + gain) / self.tries
        self.score = (self.score * old + score) / self.tries
        self.others = (self.others * old + others) / self.tries
        before = self.parts or [0.0] * len(parts)
        self.parts = [(mean * old + part) / self.tries for mean, part in zip(before, parts, strict=True)]


class Search:
    """One decision. All candidates meet the same luck, so that what tells them apart is what they do."""

    def __init__(self, view: View[RailState], rng: Random, told: Constants, hidden: int, sets: int = 1) -> None:
        assert isinstance(view.game, RailGame)
        assert view.seat is not None
        self.game, self.seat, self.told = view.game, view.seat, told
        self.seed = rng.getrandbits(32)
        known = counted(view)
        draws = range(hidden if view.game.hidden else 1)
        self.roots = [known] if known else [view.game.imagine(view, Random(self.seed + draw)) for draw in draws]
        self.root = self.roots[0]
        self.earnings = Earnings(self.game, self.root, told)
        self.ahead = rollout_game(self.game, self.earnings)
        self.outlook = Outlook(self.ahead, self.earnings, told)
        self.until = max(1, self.root.stock_rounds) + sets
        self.measure = 0.0

    def rank(self, actions: Sequence[Action], first: int, rollouts: int, doubt: float = 0.0) -> list[Trial]:
        """Try all, then the better half of them again and again, as long as rollouts are left; the best first.

        With `doubt` the judgement of each is off by chance, by so much of how far they lie apart.
        """
        trials = [Trial(action, place, doubt=self._caution(action, place)) for place, action in enumerate(actions)]
        left, luck, hopeful = rollouts, 0, trials
        while hopeful and left >= len(hopeful):
            times = min(max(first, CLOSE // len(hopeful)), left // len(hopeful))
            for _ in range(times):
                for trial in hopeful:
                    self._try(trial, luck)
                luck += 1
            left -= times * len(hopeful)
            if doubt and hopeful is trials:
                self._mistake(trials, doubt)
            hopeful = sorted(hopeful, key=_order)[: (len(hopeful) + 1) // 2]
            if len(hopeful) == 1:
                break
        best = hopeful[0]
        return sorted(trials, key=lambda trial: (trial is not best, *_order(trial)))

    def _mistake(self, trials: Sequence[Trial], doubt: float) -> None:
        mean = sum(trial.gain for trial in trials) / len(trials)
        apart = sum(abs(trial.gain - mean) for trial in trials) / len(trials)
        rng = Random(self.seed)
        for trial in trials:
            trial.doubt += rng.gauss(0.0, doubt * apart)

    def _caution(self, action: Action, place: int) -> float:
        """What a rollout hides: a round may be over sooner than it thinks, and a share that was sold is gone.

        A train that goes from one company to another often comes back: that is to be worth it.
        """
        if not place:
            return 0.0
        if action.kind in ("sell", "sell_large"):
            return -self.told.caution - self.told.restraint - self.told.habit
        moves = action.kind == "buy_train" and action.args[0] in self.root.trains
        return -self.told.habit - (self.told.idleness if moves or action.kind in self.game.idle_kinds else 0.0)

    def _try(self, trial: Trial, luck: int) -> None:
        root = self.roots[luck % len(self.roots)]
        end = self.play(root, trial.action, luck)
        told = self.outlook.told_parts(end)
        scores = [sum(parts) for parts in told]
        mine = scores[self.seat]
        others = (sum(scores) - mine) / (len(scores) - 1)
        trial.add(self.lead(scores, over=not end.todo), mine, others, told[self.seat])

    def play(self, root: RailState, action: Action, luck: int) -> RailState:
        """The position after a later stock round, once an action has been taken and all play on."""
        self.earnings.begin()
        s = self.ahead.settled(self.game.apply(root, action))
        return Quick(self.ahead, Random(self.seed * 1000 + luck), self.told).play_on(s, self.until, LONGEST)

    def lead(self, scores: Sequence[float], *, over: bool = False) -> float:
        """What a seat has beyond the others, their mean and the best of them.

        It is told as a part of what all have in the mean after the first try: a measure that is the same for all
        candidates, since one that makes everybody poorer is not good for who is ahead. An end is final: there it is a
        part of what all have in that end, however little that is, so that nobody goes bankrupt to keep a loss small.
        """
        others = [score for seat, score in enumerate(scores) if seat != self.seat]
        best, mean = max(others), sum(others) / len(others)
        beyond = scores[self.seat] - self.told.rivals * best - (1 - self.told.rivals) * mean
        now = max(1.0, sum(scores) / len(scores))
        if over:
            return beyond / now
        if not self.measure:
            self.measure = now
        return beyond / self.measure


def _order(trial: Trial) -> tuple[float, int]:
    return -trial.gain - trial.doubt, trial.place
