"""What the bot for 1853 does with its own money: shares, the elephant, offers of others."""

from __future__ import annotations

from typing import Final

from stellwerk.bots.rail_1853_bids import Bidder
from stellwerk.bots.rail_judge import Answers
from stellwerk.bots.rail_stock import Investor
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import RailState, player
from stellwerk.games.g1853.rounds import ELEPHANT
from stellwerk.games.g1853.shares import in_first_round

MOOD: Final = 0.05
"""How much a bot's liking of a share varies."""

BETTER: Final = 1.25
"""How many times better a share must be for another one to be sold for it."""

COMMAND: Final = 0.25
"""What it adds to a share that its buyer leads the company by it, or defends that."""

HOPE: Final = 0.4
"""How likely it is that others help to start a company that one cannot start alone."""


class Investor1853(Bidder, Investor):
    """A player's judgement."""

    def answers(self) -> Answers:
        return {
            **super().answers(),
            "write_bonds": self.bond,
            "pick_cities": self.pick,
            "sell_elephant": self.sell_elephant,
            "call_round": self.call_round,
            "judge_bid": self.judge,
        }

    def at_once(self) -> Choice | None:
        """A bond is claimed as soon as it can be."""
        return next(iter(self.offered("claim")), None)

    # --- shares ----------------------------------------------------------------------------------------

    def trade(self) -> Choice | None:
        """Redeem first; sell what must be sold; else buy what gains most, and sell what gains less for it."""
        redeem = self.offered("redeem")
        if redeem:
            return redeem[0]
        sales = self.offered("sell")
        if sales and not self.offered("pass_turn"):
            return min(sales, key=self._hurts)
        best = max(((self._ratio(self.s, buy), buy) for buy in self.offered("buy")), default=None, key=lambda e: e[0])
        swap = None if self.s.bought else self._swap(best[0] if best else 0.0)
        if swap is not None:
            return swap
        return best[1] if best and best[0] > 0 else None

    def _swap(self, now: float) -> Choice | None:
        """The sale that makes a purchase possible that is better by far than what is sold, and than any without it."""
        best: tuple[float, Choice] | None = None
        for sale in self._small_sales():
            company, amount = sale.args
            after, offers = self.after_sale(sale)
            if after is None:
                continue
            ratio = max((self._ratio(after, choice) for choice in offers), default=0.0)
            lost = self._keeps(company)
            if ratio > now * BETTER and ratio > lost * BETTER + self._discount(company):
                gain = ratio - lost - amount / 1000
                if best is None or gain > best[0]:
                    best = gain, sale
        return best[1] if best else None

    def _small_sales(self) -> list[Choice]:
        """Sales of one or two shares that cost no directorship."""
        found = []
        for sale in self.offered("sell"):
            company, amount = sale.args
            if amount <= 2 * TENTH and not (self._leads(company) and self._yields(company, amount)):
                found.append(sale)
        return found

    def _leads(self, company: str) -> bool:
        return self.s.director.get(company) == self.seat

    def _yields(self, company: str, amount: int) -> bool:
        """Whether a sale could cost the lead."""
        rival = max(self.tenths(company, seat) for seat in range(self.rules.seats) if seat != self.seat)
        return self.tenths(company) - amount // TENTH <= max(rival, 1)

    def _discount(self, company: str) -> float:
        return 0.05 if in_first_round(self.s) else 0.0

    def _hurts(self, sale: Choice) -> tuple[bool, float]:
        company, amount = sale.args
        lost = self._leads(company) and self._yields(company, amount)
        return lost, self._keeps(company) * self.value(company) * amount

    def _keeps(self, company: str) -> float:
        """What a share that one has gains for each pound that it would bring."""
        if company not in self.s.floated:
            return self._start(self.s, company, 0)
        return self.horizon * self.per_round(company) / self.value(company)

    def _ratio(self, s: RailState, choice: Choice) -> float:
        """What a share gains for each pound of its cost."""
        company, source = choice.args[:2]
        if company not in s.floated:
            return self._start(s, company, 1) * self.rng.uniform(1 - MOOD, 1)
        cost = s.par[company] if source == "bank" else self.value(company)
        gain = self.value(company) - cost + self.horizon * self.per_round(company)
        return (gain / cost + self._power(company)) * self.rng.uniform(1 - MOOD, 1)

    def _power(self, company: str) -> float:
        """What one more share does for the lead of a company that can still run."""
        mine = self.tenths(company)
        rival = max(self.tenths(company, seat) for seat in range(self.rules.seats) if seat != self.seat)
        if self._leads(company):
            return COMMAND if rival >= mine - 1 else 0.0
        return COMMAND if mine + 1 > rival and mine >= 1 else 0.0

    def _start(self, s: RailState, company: str, bought: int) -> float:
        """What a share gains of a company that has not started: more with the lead, less if it may never start."""
        par, seats = s.par[company], range(self.rules.seats)
        mine = percent(s, company, self.seat) // TENTH + bought
        rival = max(percent(s, company, seat) // TENTH for seat in seats if seat != self.seat)
        issued = (100 - percent(s, company, self.rules.bank_index)) // TENTH + bought
        need = max(0, self.rules.float_percent // TENTH - issued)
        cash = s.cash[player(self.seat)] - bought * par
        room = (self.rules.holding_percent or 100) // TENTH - mine
        alone = need * par <= cash and need <= room
        likely = 1.0 if alone else HOPE * (1 - need / 10)
        lead = 1 + COMMAND if mine >= max(rival, 2) else 1.0
        return likely * lead * self.horizon * 0.1 * (1 + self._rating(company) / 2)

    # --- the elephant ----------------------------------------------------------------------------------

    def call_round(self) -> Choice | None:
        """One more round where one gains more by it than the others."""
        kind = "extra_round" if self._edge(self.seat) > 0 else "no_extra_round"
        return self.offered(kind)[0]

    def _edge(self, seat: int) -> float:
        """What a player gains in a round beyond the mean of the others."""
        others = [self.income(other) for other in range(self.rules.seats) if other != seat]
        return self.income(seat) - sum(others) / len(others)

    def sell_elephant(self) -> Choice | Action:
        """To who gains most by calling a round, at what lies between his gain and one's own."""
        mine = max(0.0, self._edge(self.seat))
        for choice in sorted(self.offered("offer_elephant"), key=lambda choice: -self._edge(choice.args[0])):
            buyer, hole = choice.args
            asked = int((mine + self._edge(buyer)) / 2)
            if self._edge(buyer) > mine and isinstance(hole, Range) and 0 < asked <= hole.hi:
                return Action(self.seat, "offer_elephant", (buyer, asked))
        return self.offered("keep_elephant")[0]

    def consent(self) -> Choice:
        """The elephant for what it brings; a train for its face value, if it is not the only one that lasts."""
        yes, no = self.offered("accept")[0], self.offered("decline")[0]
        match self.s.offer:
            case (str(what), int(), int(), int(paid)) if what == ELEPHANT:
                return yes if paid <= max(0.0, self._edge(self.seat)) else no
            case ("train", str(), str(owner), str(train), int(paid)):
                spare = len(self.s.trains[owner]) > 1 or not self.tenths(owner)
                return yes if spare and paid >= self.rules.trains[train].price else no
        return no

    def judge(self) -> Choice:
        """An illegal contract is not pardoned."""
        return self.offered("condemn")[0]
