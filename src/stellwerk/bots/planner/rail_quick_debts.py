"""Who will have to pay for a train before the next stock round, and how players of a rollout get out of that."""

from __future__ import annotations

from random import Random
from typing import Final

from stellwerk.bots.planner.rail_constants import Constants
from stellwerk.bots.planner.rail_supply import PLENTY
from stellwerk.core.action import Action
from stellwerk.eighteen.depot import has_room
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import by_price, percent, price, successor
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.stock import TradeShares

MANY: Final = 20
"""More trains than are sold in a set of operating rounds."""

LOYAL: Final = (0.1, 0.6)
"""How much a debt must be, as a part of what a director holds of the company, least and most, for him to leave it."""


class Debts:
    """What directors will have to pay in the set of operating rounds that comes next, and who gets out of it how."""

    def __init__(self, game: RailGame, told: Constants, rng: Random) -> None:
        self.rules = game.rules
        bears = [bound / told.desertion for bound in LOYAL]
        seats, companies = range(self.rules.seats), self.rules.companies
        self.loyal = [{company: rng.uniform(*bears) for company in companies} for _ in seats]
        """By seat how much its directors bear with each company: the same whatever is tried."""
        self._known: dict[tuple[int, tuple[str, ...]], dict[str, int]] = {}

    def owed(self, s: RailState) -> dict[str, int]:
        """By company what its director will have to add for its trains, once for each stock round and float."""
        key = s.stock_rounds, s.floated
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._owed(s)
        return known

    def _owed(self, s: RailState) -> dict[str, int]:
        """Companies without a train and rich ones buy the cheapest that is left, in their order, round by round."""
        found: dict[str, int] = {}
        rules, trains = self.rules, self.rules.trains
        if rules.help_rules.duty == "none":
            return found
        queue, sold, order = self._queue(s), set[str](), by_price(rules, s, s.floated)
        money = {company: s.cash[company] + (10 * s.par[company] if company in s.unpaid else 0) for company in order}
        fleets = {company: [name for name in s.trains[company] if not trains[name].extra] for company in order}
        for _ in range(rules.phases[s.phase].rounds):
            for company in order:
                if not queue:
                    return found
                fleet = fleets[company] = [name for name in fleets[company] if trains[name].rusts_on not in sold]
                cost, cash = trains[queue[0]].price, money[company]
                if fleet and not (cash >= PLENTY * cost and has_room(rules, s, company, queue[0])):
                    continue
                if cost > cash:
                    found[company] = found.get(company, 0) + cost - cash
                money[company] = max(0, cash - cost)
                sold.add(queue[0])
                fleet.append(queue.pop(0))
        return found

    def _queue(self, s: RailState) -> list[str]:
        """The trains of the bank in the order in which they are sold."""
        trains = self.rules.trains
        cards = sorted((card for card in s.depot if not trains[card].extra), key=lambda card: bool(trains[card].after))
        return [card for card in cards for _ in range(MANY if s.depot[card] < 0 else s.depot[card])]

    def kept(self, s: RailState, seat: int) -> int:
        """The money that somebody keeps: for his companies, and for those that are likely to be left to him."""
        total = 0
        for company, debt in self.owed(s).items():
            led = s.director.get(company)
            heir = led is not None and successor(self.rules, s, company, led, 0) == seat
            if led == seat or (heir and self._tempted(s, company, debt)):
                total += debt
        return total

    def _tempted(self, s: RailState, company: str, debt: int) -> bool:
        """Whether a director would like to leave: he cannot pay, or what he holds is not worth it to him."""
        led = s.director[company]
        held = price(self.rules, s, company) * percent(s, company, led) / TENTH
        return debt > s.cash[player(led)] or debt >= self.loyal[led][company] * held

    def burdens(self, s: RailState, seat: int, company: str) -> bool:
        """Whether one more share would make somebody the heir of a company with a debt, or its director."""
        led = s.director.get(company)
        if led in (seat, None) or company not in self.owed(s):
            return False
        held = percent(s, company, seat) + TENTH
        rivals = [percent(s, company, other) for other in range(self.rules.seats) if other not in (seat, led)]
        return held >= self.rules.companies[company].director and held > max(rivals, default=0)

    def desertion(self, s: RailState, seat: int, step: TradeShares) -> Action | None:
        """The least sale that leaves a company with its debt to another player, for who is tempted to."""
        for company, debt in self.owed(s).items():
            if s.director.get(company) != seat or not self._tempted(s, company, debt):
                continue
            own = percent(s, company, seat)
            for amount in step.amounts(s, seat, company) if step.may_sell(s, company) else ():
                if successor(self.rules, s, company, seat, own - amount) is not None:
                    return Action(seat, "sell", (company, amount))
        return None
