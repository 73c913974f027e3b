"""Stock turns while a planner looks ahead: the share that returns most on its price, or a company of one's own."""

from __future__ import annotations

from random import Random
from typing import Final

from stellwerk.bots.planner.rail_quick_debts import Debts
from stellwerk.core.action import Action
from stellwerk.core.state import Frame
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import has_room, percent, price
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.stock import TradeShares

MOOD: Final = 0.1
"""How much the liking of a share varies: nobody knows what others will buy, so a plan must be good for many tastes."""

HALFWAY: Final = 0.5
"""The part of a company's float that one must be able to pay to open it in the hope of others."""

PAPER: Final = 0.08
"""What a share returns of a company that does not operate."""


class Trader:
    """Buys like a player who never sells of his own will, but to leave a debt for a train to another one."""

    def __init__(self, game: RailGame, rng: Random) -> None:
        self.game, self.rules, self.rng = game, game.rules, rng
        names = ("", *self.rules.companies)
        self.taste = [{name: 1 - MOOD * rng.random() for name in names} for _ in range(self.rules.seats)]
        """By seat how much the shares of a company are liked, and opening one: the same whatever is tried."""
        self.debts: Debts | None = None
        """What companies will owe, for who gets out of that in time."""

    def trade(self, s: RailState, f: Frame, step: RailStep) -> Action:
        seat = int(f.who)
        if not isinstance(step, TradeShares):
            return next(next(iter(step.choices(s, f))).actions())
        if self.debts is None:
            return self._purchase(s, seat, step, s.cash[player(seat)])
        leaves = None if s.bought else self.debts.desertion(s, seat, step)
        return leaves or self._purchase(s, seat, step, s.cash[player(seat)] - self.debts.kept(s, seat))

    def _purchase(self, s: RailState, seat: int, step: TradeShares, cash: int) -> Action:
        """What is liked best of all that so much money pays for."""
        room, taste = has_room(self.rules, s, seat), self.taste[seat]
        liked: list[tuple[float, str]] = []
        for company in s.shares:
            worth = self._worth(s, seat, company, cash) if company in s.par else 0.0
            if worth > 0:
                liked.append((worth * taste[company], company))
        opening = self._opening(s, seat, step, cash, room=room)
        if opening is not None:
            liked.append((opening[0] * taste[""], ""))
        for _, company in sorted(liked, reverse=True):
            if not company and opening is not None:
                return opening[1]
            offers = [choice for choice in step.purchases_of(s, seat, company, room=room) if choice.kind == "buy"]
            if offers:
                return Action(*min(offers, key=lambda choice: (step.cost(s, *choice.args), choice.args[1])))
        return Action(seat, "pass_turn")

    def _worth(self, s: RailState, seat: int, company: str, cash: int) -> float:
        """What a share returns on its price, and what it is good for besides."""
        rules, shares = self.rules, s.shares[company]
        bank, pool = shares[rules.bank_index], shares[rules.pool_index]
        now = price(rules, s, company)
        cost = min(s.par[company], now) if bank and pool else s.par[company] if bank else now
        if cost > cash or not (bank or pool):
            return 0.0
        if self.debts is not None and self.debts.burdens(s, seat, company):
            return 0.0
        if not rules.companies[company].operates:
            return PAPER
        led = s.director.get(company)
        if company not in s.floated:
            if not bank:
                return 0.0
            gap = (rules.float_percent - 100 + sum(bank)) // 10
            mine = led == seat or (led is None and percent(s, company, seat) > 0)
            return 3.0 if mine else 1.0 / max(gap, 1) + (now - cost) / 100
        if not s.trains[company] and led != seat:
            return 0.0
        return s.runs.get(company, 0) / 10 / cost + (now - cost) / cost / 4 + (0.05 if led == seat else 0.0)

    def _opening(
        self, s: RailState, seat: int, step: TradeShares, cash: int, *, room: bool
    ) -> tuple[float, Action] | None:
        """A company is opened when its own money is likely to float it, at the highest par that allows it."""
        led = [company for company, director in s.director.items() if director == seat]
        if any(company not in s.floated for company in led):
            return None
        closed = [company for company in self.rules.railroads if company not in s.par]
        if not closed or not room:
            return None
        tenths = self.rules.float_percent / 10
        pars = [par for par in self.rules.market.pars if par * tenths <= cash]
        if pars:
            par, worth = pars[0], 2.0 + pars[0] / 1000 - len(led)
        else:
            alone = not any(company not in s.floated for company in s.par)
            pars = [par for par in self.rules.market.pars if cash / (par * tenths) >= HALFWAY]
            if led or not alone or not pars:
                return None
            par, worth = pars[-1], 0.5
        if worth <= 0:
            return None
        company = self.rng.choice(closed)
        offers = [choice for choice in step.purchases_of(s, seat, company, room=room) if choice.kind == "par"]
        wanted = next((choice for choice in offers if choice.args[1] == par), offers[0] if offers else None)
        return (worth, Action(*wanted)) if wanted else None
