"""What the planner for 1853 does for a company that it directs: trains, dividends."""

from __future__ import annotations

from typing import Final

from stellwerk.bots.planner.rail_1853_forecast import LED_BY, Forecaster
from stellwerk.bots.rail_1853_judge import MAIL
from stellwerk.bots.rail_1853_operate import Operator1853
from stellwerk.core.choice import Choice
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import holding
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.trains import Train

RISES: Final = 0.7
"""How much of a quicker rise of the price is left in the mean of all rounds: dear shares rise slowly."""

HALF: Final = 0.5
"""The part of a round that is over when trains are bought."""


class PlanningOperator(Forecaster, Operator1853):
    """A director who knows what idle money is good for."""

    def run_worth(self, s: RailState, company: str, trains: list[Train]) -> float:
        """The same as usual; what was asked before costs nothing."""
        step = self.game.rail_steps.get("run_trains")
        if not trains or not isinstance(step, RunTrains):
            return 0
        run = self.game.track.known_runs.best(step.position(s, company), trains, mail=True)
        return run.revenue + MAIL * run.post

    def _rounds_of(self, name: str) -> float:
        return self.life(name)

    def _gain(self, choice: Choice) -> float:
        """What a train brings its director beyond the others, less what he gives for it."""
        mine = self.tenths(self.company)
        others = sum(self.tenths(self.company, seat) for seat in range(self.rules.seats)) - mine
        ahead = mine - self.told.relative * others / (self.rules.seats - 1)
        if choice.kind != "buy_train" or mine < LED_BY or ahead <= 0:
            return super()._gain(choice)
        name = choice.args[1]
        cost = self.rules.trains[name].price
        gift = max(0, cost - self.s.cash[self.company])
        rounds = min(self.life(name), self.horizon - HALF)
        more, kept = self._more(name), tuple(self._kept())
        if rounds < 1 or more <= 0:
            return 0.0
        now = self.takes(self.company, kept).revenue
        rises = RISES * (self.growth(self.company, now + more) - self.growth(self.company, now))
        gain = ahead * (more / TENTH + rises) * rounds + 1
        saved = self.told.treasury * (cost - gift) * ahead / TENTH if kept else 0.0
        return gain - saved - self._given(gift)

    def _given(self, gift: int) -> float:
        """What a gift counts: idle money for little more than it is, money that could buy shares for more."""
        held = holding(self.rules, self.s, self.seat)
        idle = self.s.cash[player(self.seat)] - max(0, held.limit - held.held) * self.told.idle_share
        from_idle = min(gift, max(0.0, idle))
        return self.told.spare * from_idle + self.told.generous * (gift - from_idle)
