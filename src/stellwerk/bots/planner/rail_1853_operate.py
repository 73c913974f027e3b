"""What the planner for 1853 does for a company that it directs: trains, dividends."""

from __future__ import annotations

from math import ceil
from typing import Final

from stellwerk.bots.planner.rail_1853_forecast import LED_BY
from stellwerk.bots.planner.rail_1853_track import PlanningSurveyor
from stellwerk.bots.rail_1853_judge import MAIL
from stellwerk.bots.rail_1853_operate import Operator1853
from stellwerk.core.choice import Choice
from stellwerk.eighteen.depot import begun, limit
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.trains import Train
from stellwerk.games.g1853.trains import is_metre

RISES: Final = 0.7
"""How much of a quicker rise of the price is left in the mean of all rounds: dear shares rise slowly."""

HALF: Final = 0.5
"""The part of a round that is over when trains are bought."""


class PlanningOperator(PlanningSurveyor, Operator1853):
    """A director who knows what idle money is good for."""

    def run_worth(self, s: RailState, company: str, trains: list[Train]) -> float:
        """The same as usual; what was asked before costs nothing."""
        step = self.game.rail_steps.get("run_trains")
        if not trains or not isinstance(step, RunTrains):
            return 0
        run = self.game.track.known_runs.best(step.position(s, company), trains, mail=True)
        return run.revenue + MAIL * run.post

    def station(self) -> Choice | None:
        """A station where runs grow by it, as long as money for a train that is needed remains."""
        left = self.s.cash[self.company] - self.game.track.marker_price(self.s, self.company)
        return self.best_station() if left >= self._reserve() else None

    def _rounds_of(self, name: str) -> float:
        return self.life(name)

    def _gain(self, choice: Choice) -> float:
        """What a train brings its director beyond the others, less what he gives for it."""
        mine, others = self._held(self.company)
        ahead = mine - self.told.relative * others / (self.rules.seats - 1)
        if choice.kind != "buy_train" or mine < LED_BY or ahead <= 0:
            return super()._gain(choice)
        name = choice.args[1]
        cost = self.rules.trains[name].price
        gift = max(0, cost - self.s.cash[self.company])
        kept = tuple(self._kept())
        each = self._brings_share(name, kept)
        if each <= 0:
            return 0.0
        gain = ahead * each + 1
        saved = self.told.treasury * (cost - gift) * ahead / TENTH if kept else 0.0
        return gain - saved - self._given(gift) - self._scrapped(name)

    def _brings_share(self, name: str, kept: tuple[str, ...]) -> float:
        """What a share gains by a train in the rounds left: dividends, and what its price rises more."""
        rounds = min(self.life(name), self.horizon - HALF)
        if len(kept) >= limit(self.rules, self.s) or rounds < 1:
            return 0.0
        total, company = 0.0, self.company
        for turn in range(1, ceil(rounds) + 1):
            others = tuple(train for train in kept if self.life(train) > turn)
            without = self.grows(others, turn)
            more = self.grows((*others, name), turn)
            rises = RISES * (self.growth(company, more) - self.growth(company, without))
            total += min(1.0, rounds - turn + 1) * ((more - without) / TENTH + rises)
        return total

    def grows(self, fleet: tuple[str, ...], age: int) -> float:
        """What a fleet of the company earns after some rounds, by its best run now."""
        now = self.takes(self.company, fleet).revenue
        most = sum(self.told.ripe.get(name, 0.0) for name in fleet)
        hope = self.told.hope if fleet[1:] or (fleet and not now and is_metre(self.rules, fleet[0])) else 1.0
        return now + hope * max(0.0, most - now) * (1 - (1 - self.told.ripens) ** age) if fleet else 0.0

    def _scrapped(self, name: str) -> float:
        """What the seat loses beyond the others by the trains that go when this one is bought."""
        s = self.s
        if name not in self.rules.begins or begun(self.rules, s, name):
            return 0.0
        lost = 0.0
        for company in s.floated:
            old = [train for train in s.trains[company] if self.rules.trains[train].rusts_on == name]
            if old:
                rest = tuple(train for train in s.trains[company] if train not in old)
                now, after = self.takes(company, s.trains[company]).revenue, self.takes(company, rest).revenue
                each = (now - after) / TENTH + self.growth(company, now) - self.growth(company, after)
                mine, others = self._held(company)
                lost += each * (mine - others / (self.rules.seats - 1)) * min(self.life(old[0]), self.told.gap)
        return lost

    def _held(self, company: str) -> tuple[int, int]:
        """How many shares of a company the seat has, and how many all others."""
        mine = self.tenths(company)
        return mine, sum(self.tenths(company, seat) for seat in range(self.rules.seats)) - mine

    def _given(self, gift: int) -> float:
        """What a gift counts: idle money for little more than it is, money that could buy shares for more."""
        from_idle = min(gift, self.idle)
        return self.told.spare * from_idle + self.told.generous * (gift - from_idle)
