"""What companies of 1853 will earn in the coming rounds, and what a share gains by it."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

from stellwerk.bots.planner.rail_1853_constants import Reckoning, reckoning
from stellwerk.bots.rail_1853_judge import Judge1853
from stellwerk.eighteen.depot import limit
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import holding, percent
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.games.g1853.trains import is_metre

FOREVER: Final = 99.0

LONGEST: Final = 16
"""Nobody looks further ahead than so many rounds."""

LED_BY: Final = 2
"""So many shares a director has at least."""

RAMP: Final = 0.005
"""By which part of all money what the bank pays in a round grows from round to round."""


class Takes(NamedTuple):
    """What a run brings: to the shareholders, and to the treasury by mail."""

    revenue: float
    post: float


NOTHING: Final = Takes(0, 0)


class Outlook(NamedTuple):
    """What a company earns round by round, and what a share of its director bears of the trains he gives it."""

    earned: tuple[float, ...]
    cost: float


class Forecaster(Judge1853):
    """Follows each company through the rounds to come: its trains go, it buys others, its track grows."""

    doubt: float = 0.0
    """By how much forecasts are off, as a part of them."""

    @cached_property
    def told(self) -> Reckoning:
        return reckoning()

    # --- a run -----------------------------------------------------------------------------------------

    def takes(self, company: str, names: tuple[str, ...]) -> Takes:
        """What trains would bring a company on the track of now."""
        step = self.game.rail_steps.get("run_trains")
        if not names or not isinstance(step, RunTrains):
            return NOTHING
        known = self._taken.get((company, names))
        if known is None:
            trains = [self.flow.train_now(self.s, name) for name in names]
            run = self.game.track.known_runs.best(step.position(self._begun(company), company), trains, mail=True)
            known = self._taken[company, names] = Takes(run.revenue, run.post)
        return known

    @cached_property
    def _taken(self) -> dict[tuple[str, tuple[str, ...]], Takes]:
        return {}

    def _begun(self, company: str) -> RailState:
        """The position of now, in which a company has its homes."""
        if company in self.s.floated:
            return self.s
        after = self.s.copy()
        self.flow.track.place_all_homes(after, company)
        return after

    def life(self, name: str) -> float:
        """For how many rounds a train still runs, at a guess."""
        facts = self.rules.trains[name]
        return self.sold_before(facts.rusts_on) / self.told.pace if facts.rusts_on else FOREVER

    def sold_before(self, name: str) -> int:
        """How many trains are sold before the first one of a type."""
        order = [card for card in self.s.depot if not self.rules.trains[card].after]
        return sum(self.s.depot[card] for card in order[: order.index(name)]) if name in order else 0

    # --- the rounds to come ----------------------------------------------------------------------------

    def outlook(self, company: str, rounds: int, *, mine: bool) -> Outlook:
        """What a company earns in each of the coming rounds, led by the seat or by somebody else."""
        key = company, rounds, mine
        if key not in self._earned:
            self._earned[key] = self._follow(company, rounds, mine=mine)
        return self._earned[key]

    @cached_property
    def _earned(self) -> dict[tuple[str, int, bool], Outlook]:
        return {}

    def _follow(self, company: str, rounds: int, *, mine: bool) -> Outlook:
        """Round by round: old trains go, others run, mail comes in, a train is bought, by a gift where that pays."""
        s, told = self.s, self.told
        floated = company in s.floated
        fleet = tuple(s.trains[company]) if floated else ()
        cash = float(s.cash[company] if floated else TENTH * s.par[company])
        age, given, cost, found = 0, 0.0, 0.0, []
        for turn in range(rounds):
            fleet, age = tuple(name for name in fleet if self.life(name) > turn), age + 1
            found.append(self.ripened(company, fleet, age, mine=mine) * (1 + told.growth * turn))
            cash += self._singly(company, fleet).post
            left = self.horizon - turn - 1
            purse = self._purse(turn) - given if mine and left > 0 else 0.0
            train = self._next_train(company, fleet, cash, turn + 1)
            better = self._next_train(company, fleet, cash + purse, turn + 1) if purse > 0 else None
            if better and better != train:
                price = self.rules.trains[better].price
                less = told.ripe[train] if train else 0.0
                holds = max(self.tenths(company), told.holds)
                if holds * (told.ripe[better] - less) / TENTH * left > told.spare * (price - cash):
                    train, given = better, given + price - cash
                    cost += (price - cash) / holds * min(1.0, (rounds - turn - 1) / left)
            if train:
                fleet, age = (*fleet, train), age if fleet else 0
                cash = max(0.0, cash - self.rules.trains[train].price)
        return Outlook(tuple(found), told.spare * cost)

    def _purse(self, turn: int) -> float:
        """What the seat can give one of its companies for trains in a later round."""
        led = sum(seat == self.seat for seat in self.s.director.values())
        return (self.idle + turn * self._income) / max(1, led)

    @cached_property
    def idle(self) -> float:
        """The money of the seat for which there are no shares to buy."""
        held = holding(self.rules, self.s, self.seat)
        return max(0.0, self.s.cash[player(self.seat)] - max(0, held.limit - held.held) * self.told.idle_share)

    @cached_property
    def _income(self) -> float:
        s = self.s
        return sum(self.takes(name, s.trains[name]).revenue * self.tenths(name) / TENTH for name in s.floated)

    def ripened(self, company: str, fleet: tuple[str, ...], age: int, *, mine: bool) -> float:
        """What a fleet earns after so many rounds: track grows until trains have what they can use."""
        if not fleet:
            return 0.0
        now = self._singly(company, fleet).revenue
        most = sum(self.told.ripe.get(name, 0.0) for name in fleet) * (self.told.able if mine else 1.0)
        return now + max(0.0, most - now) * (1 - (1 - self.told.ripens) ** age)

    def _singly(self, company: str, fleet: tuple[str, ...]) -> Takes:
        """What a fleet brings on the track of now; one that the company does not have adds up its trains, for less."""
        if not fleet[1:] or fleet == self.s.trains[company]:
            return self.takes(company, fleet)
        runs = [self.takes(company, (name,)) for name in fleet]
        revenue = max(run.revenue for run in runs)
        revenue += self.told.beside * (sum(run.revenue for run in runs) - revenue)
        return Takes(revenue, max(run.post for run in runs))

    def _next_train(self, company: str, fleet: tuple[str, ...], cash: float, turn: int) -> str | None:
        """The dearest train that a company can pay and may own, of those that still run in a later turn."""
        if len(fleet) >= min(self.told.fleet, limit(self.rules, self.s)):
            return None
        names = [
            name
            for name in (*self.flow.on_sale(self.s), *self.s.train_pool)
            if self.rules.trains[name].price <= cash
            and self.life(name) > turn
            and (not is_metre(self.rules, name) or self._runs_on_metre(company, name))
        ]
        return max(names, key=lambda name: self.rules.trains[name].price, default=None)

    def _runs_on_metre(self, company: str, name: str) -> bool:
        return company in self.s.floated and self.takes(company, (name,)).revenue > 0

    # --- what a share gains ----------------------------------------------------------------------------

    def gain(self, company: str, look: float | None = None, *, mine: bool | None = None) -> float:
        """What a share pays and rises by in the coming rounds, with the director of now or with this seat."""
        look = min(self.told.look, self.horizon) if look is None else look
        rounds = max(1, round(look))
        leads = self.s.director.get(company) == self.seat if mine is None else mine
        if (rounds, leads) not in self._gained.setdefault(company, {}):
            gain = self._gain_of(company, rounds, mine=leads)
            self._gained[company][rounds, leads] = gain * (1 + self.rng.gauss(0, self.doubt)) if self.doubt else gain
        return self._gained[company][rounds, leads]

    @cached_property
    def _gained(self) -> dict[str, dict[tuple[int, bool], float]]:
        return {}

    def _gain_of(self, company: str, rounds: int, *, mine: bool) -> float:
        s, market = self.s, self.rules.market
        cell = s.cell.get(company) or market.pars[s.par[company]]
        price = market.price[cell]
        led = company in s.director or company not in s.floated or self._can_lead(company)
        pool = percent(s, company, self.rules.pool_index) > 0
        paid, outlook = 0.0, self.outlook(company, rounds, mine=mine)
        for revenue in outlook.earned:
            if revenue > 0 and led:
                paid += revenue / TENTH
                for _ in range(max(1, min(int(revenue // market.price[cell]), self.rules.price_rules.most_steps))):
                    cell = market.right(cell)
            elif pool:
                cell = market.left(cell)
        change = paid + market.price[cell] - price - outlook.cost
        return change * (1.0 if mine else self.told.trust) if change > 0 else change

    def _can_lead(self, company: str) -> bool:
        """Whether the seat has the money for the shares that make it director of a company that has none."""
        lacks = max(0, LED_BY - self.tenths(company))
        return lacks * self.value(company) <= self.s.cash[player(self.seat)] and self.s.round == "stock"

    # --- how long it lasts -----------------------------------------------------------------------------

    @cached_property
    def horizon(self) -> float:
        """How many rounds are still to come: until the bank has paid all it has, or a price is at the top."""
        s, market = self.s, self.rules.market
        runs = [self.takes(company, tuple(s.trains[company])) for company in s.floated]
        paid = sum(run.revenue + run.post for run in runs)
        ramp = RAMP * self.rules.bank
        rounds = (sqrt(paid * paid + 2 * ramp * max(0, s.cash[BANK])) - paid) / ramp
        for company, run in zip(s.floated, runs, strict=True):
            cell, steps = s.cell[company], 0
            while run.revenue and market.price[cell] < max(market.price.values()) and steps < LONGEST:
                for _ in range(max(1, min(int(run.revenue // market.price[cell]), self.rules.price_rules.most_steps))):
                    cell = market.right(cell)
                steps += 1
            if run.revenue:
                rounds = min(rounds, steps)
        if s.ending:
            rounds = min(rounds, 1.0)
        return max(1.0, min(LONGEST, rounds))
