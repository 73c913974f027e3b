"""What the bot for 1853 reckons with, as player and as director: what a share earns, how long the game lasts."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from stellwerk.bots.rail_judge import Judge
from stellwerk.eighteen.routes import best_run
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import percent, price
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.trains import Train
from stellwerk.games.g1853.flow import Flow1853, flow_of
from stellwerk.games.g1853.ruleset import Ruleset1853, rules_of
from stellwerk.games.g1853.state import State1853, own

LONGEST: Final = 12
"""No bot reckons with more operating rounds than this."""

MAIL: Final = 0.5
"""What a pound of mail, which goes to the treasury, counts beside one of revenue."""

DEAR: Final = 150
"""What ground costs that counts for one more tile."""

YOUNG: Final = 80
"""What a company earns soon after its start, at a guess."""

LAZY: Final = 0.85
"""How far one trusts in the companies of others."""


class Judge1853(Judge):
    """One decision in 1853."""

    @property
    def own(self) -> State1853:
        return own(self.s)

    @property
    def flow(self) -> Flow1853:
        return flow_of(self.game.flow)

    @property
    def book(self) -> Ruleset1853:
        return rules_of(self.rules)

    @property
    def note(self) -> tuple[str, ...]:
        """The cities of the own contract, while it is not fulfilled."""
        notes = self.own.notes
        return notes[self.seat] if notes and self.seat not in self.own.fulfilled else ()

    # --- companies -------------------------------------------------------------------------------------

    def run_worth(self, s: RailState, company: str, trains: list[Train]) -> float:
        """What trains could earn for a company now, with a part of the mail."""
        step = self.game.rail_steps.get("run_trains")
        if not trains or not isinstance(step, RunTrains):
            return 0
        run = best_run(step.position(s, company), trains, mail=True)
        return run.revenue + MAIL * run.post

    def revenue(self, company: str) -> float:
        """What a company pays out in a round, as far as one can tell."""
        if company not in self._revenues:
            self._revenues[company] = self._revenue(company)
        return self._revenues[company]

    @cached_property
    def _revenues(self) -> dict[str, float]:
        return {}

    def _revenue(self, company: str) -> float:
        s = self.s
        if company not in s.floated:
            return YOUNG
        if not s.trains[company]:
            dear = self.rules.trains[next(self.flow.on_sale(s), "2")].price > s.cash[company]
            return 0 if dear or company not in s.director else YOUNG / 2
        if s.runs.get(company):
            return s.runs[company]
        return self.run_worth(s, company, list(self.flow.fleet_now(s, company))) or YOUNG / 2

    def growth(self, company: str, revenue: float) -> int:
        """How much a dividend raises the price of a share."""
        market, cell = self.rules.market, self.s.cell.get(company)
        if cell is None or revenue <= 0:
            return 0
        now = market.price[cell]
        for _ in range(max(1, min(int(revenue // now), self.rules.price_rules.most_steps))):
            cell = market.right(cell)
        return market.price[cell] - now

    def per_round(self, company: str) -> float:
        """What a share of a company that runs gains its holder in a round."""
        s, revenue = self.s, self.revenue(company)
        if company in s.floated and company not in s.director:
            return -2.0 if percent(s, company, self.rules.pool_index) else 0.0
        trust = 1.0 if s.director.get(company) == self.seat else LAZY
        return trust * (revenue / TENTH + self.growth(company, revenue))

    def income(self, seat: int) -> float:
        """What a player gains in an operating round."""
        return sum(
            self.flow.earning(self.s, company, seat) / TENTH * self.per_round(company) for company in self.s.floated
        )

    # --- how long it lasts -----------------------------------------------------------------------------

    @cached_property
    def horizon(self) -> float:
        """How many operating rounds are still to come, at a guess: until the bank is empty or a price is at the top."""
        s, market = self.s, self.rules.market
        paid = sum(self.revenue(company) for company in s.floated) + YOUNG
        by_bank = s.cash[BANK] / paid / 1.3
        top = max((cell[1] for cell in s.cell.values()), default=0)
        by_price = (max(cell[1] for cell in market.price) - top) / 1.5
        return max(1.0, min(LONGEST, by_bank, by_price))

    def tolls(self, gauge: str) -> list[float]:
        """By hex what a new tile of a gauge counts for, in tiles: dear ground, less a premium, for several."""
        ground = self.book.ground
        costs = (sum(ground[kind][gauge] for kind in hex_.ground) - hex_.premium for hex_ in self.rules.hexmap.hexes)
        return [1 + max(0, cost) / DEAR for cost in costs]

    def value(self, company: str) -> int:
        return price(self.rules, self.s, company)

    def tenths(self, company: str, seat: int | None = None) -> int:
        return percent(self.s, company, self.seat if seat is None else seat) // TENTH
