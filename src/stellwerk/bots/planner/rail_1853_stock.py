"""What the planner for 1853 does with its own money: all shares are weighed anew in each stock round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from stellwerk.bots.planner.rail_1853_bids import PlanningBidder
from stellwerk.bots.planner.rail_1853_forecast import LED_BY
from stellwerk.bots.rail_1853_stock import Investor1853
from stellwerk.core.choice import Choice
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import holding, percent
from stellwerk.eighteen.state import RailState, player
from stellwerk.games.g1853.shares import in_first_round

MOST_SOLD: Final = 3
"""So many shares are sold for one that is bought at most."""

LEAST: Final = 1.0
"""What a change must gain at least."""

HELD_UP: Final = 0.3
"""How likely a company begins for which there is not enough money among all players."""


class Purchase(NamedTuple):
    """A share that may be bought: what it costs and gains, and what it is worth beside money."""

    choice: Choice
    cost: int
    gain: float
    worth: float


class PlanningInvestor(PlanningBidder, Investor1853):
    """A player who knows that sales cost nothing: what is held is what gains most until it can be sold again."""

    def per_round(self, company: str) -> float:
        return self.gain(company, 1)

    def trade(self) -> Choice | None:
        """Redeem first; then buy what gains most, and sell for it what gains least."""
        if in_first_round(self.s) or self.offered("redeem") or not self.offered("pass_turn"):
            return super().trade()
        if self.s.bought:
            return None
        best, most = None, 0.0
        for purchase in self._purchases(self.s, self.offered("buy")):
            if purchase.worth > most or (best is None and purchase.gain > LEAST):
                best, most = purchase.choice, purchase.worth
        for sale in self._sales():
            worth = self._swapped(sale)
            if worth > most + LEAST:
                best, most = sale, worth
        return best

    def _purchases(self, s: RailState, offers: list[Choice]) -> Iterator[Purchase]:
        for choice in offers:
            company, source = choice.args[:2]
            cost = s.par[company] if source == "bank" else self.value(company)
            takes = self._takes_lead(company)
            gain = self._gains(company, mine=True if takes else None)
            bonus = self._leading(company) if gain > 0 and takes else 0.0
            gain += (self.value(company) - cost) * (1 if company in s.floated else 0)
            gain += bonus
            yield Purchase(choice, cost, gain, gain - self._money * cost)

    def _takes_lead(self, company: str) -> bool:
        """Whether one more share gets or defends the lead, or begins to where a company has not started."""
        if company in self.s.floated:
            return self._power(company) > 0
        mine = self.tenths(company)
        rival = max(self.tenths(company, seat) for seat in range(self.rules.seats) if seat != self.seat)
        able = mine + self.s.cash[player(self.seat)] // self.s.par[company]
        return rival <= mine + 1 and able >= max(LED_BY, rival + 1)

    def _leading(self, company: str) -> float:
        """What it brings besides to lead a company with one more share, or to defend that."""
        if self._leads(company):
            return self.told.lead * self._gains(company)
        more = self._gains(company, mine=True) - self._gains(company, mine=False)
        return self._certificate + max(0.0, more) * self.tenths(company)

    def _gains(self, company: str, *, mine: bool | None = None) -> float:
        """What a share gains, less where its company may never begin."""
        gain = self.gain(company, mine=mine)
        if company in self.s.floated:
            return gain
        issued = 100 - percent(self.s, company, self.rules.bank_index)
        need = max(0, self.rules.float_percent - issued) // TENTH * self.s.par[company]
        have = sum(self.s.cash[player(seat)] for seat in range(self.rules.seats))
        return gain * (self.told.begins if need <= have else HELD_UP)

    # --- money and certificates ------------------------------------------------------------------------

    @cached_property
    def _money(self) -> float:
        """What a pound gains that is not spent: what the least of the own shares does, or nothing if it is idle."""
        held = holding(self.rules, self.s, self.seat)
        if self.s.cash[player(self.seat)] >= max(1, held.limit - held.held) * self.told.idle_share:
            return 0.0
        gains = [
            self._gains(company) / self.value(company)
            for company in self.s.floated
            if self.tenths(company) and not self._loses_lead(company, 1)
        ]
        return max(0.0, min(gains, default=0.0))

    @cached_property
    def _certificate(self) -> float:
        """What room for one more share is worth: a director's certificate stands for two."""
        held = holding(self.rules, self.s, self.seat)
        if held.room and self._money:
            return 0.0
        return max(0.0, min((self._gains(company) for company in self.s.floated if self.tenths(company)), default=0.0))

    def _sales(self) -> Iterator[Choice]:
        return (sale for sale in self.offered("sell") if sale.args[1] <= MOST_SOLD * TENTH)

    def _loses_lead(self, company: str, number: int) -> bool:
        """Whether somebody else leads a company after a sale of so many shares, or nobody does."""
        left = self.tenths(company) - number
        rival = max(self.tenths(company, seat) for seat in range(self.rules.seats) if seat != self.seat)
        return self._leads(company) and (left < rival or left < LED_BY)

    def _swapped(self, sale: Choice) -> float:
        """What is gained by a sale and the best purchase that it allows."""
        company, number = sale.args[0], int(sale.args[1]) // TENTH
        after, offers = self.after_sale(sale)
        if after is None:
            return 0.0
        lost = self._gains(company) * number
        lost = lost * self.told.better if lost > 0 else lost
        if self._loses_lead(company, number):
            less = max(0.0, self._gains(company)) - max(0.0, self._gains(company, mine=False))
            lost += max(0.0, less) * (self.tenths(company) - number) + self._certificate
        lost -= self._money * self.value(company) * number
        gained = max((purchase.worth for purchase in self._purchases(after, offers) if purchase.gain > 0), default=0.0)
        return gained - lost
