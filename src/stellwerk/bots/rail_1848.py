"""What the 18xx bot judges in 1848 besides: shares of the Bank of England, and trains before loans."""

from __future__ import annotations

from typing import Final

from stellwerk.bots.rail import RailBot
from stellwerk.bots.rail_operate import Operator
from stellwerk.bots.rail_stock import Investor
from stellwerk.core.action import Action
from stellwerk.core.choice import Range
from stellwerk.games.g1848.lending import station_value
from stellwerk.games.g1848.ruleset import phase_of

GROWS: Final = 0.03
"""What the price of the lender's share gains in a round, at a guess."""


class LenderInvestor(Investor):
    """Knows what the lender pays."""

    def worth_of_paper(self, company: str, cost: int) -> float:
        pays = phase_of(self.rules, self.s.phase).lender_pays + station_value(self.rules, self.s, company)
        return pays / 100 / cost + GROWS


class BorrowingOperator(Operator):
    """Knows that a company that cannot pay must borrow."""

    def spare_trains(self) -> Action | None:
        """Before a company borrows, one of the same director may give up a train that is not its only one."""
        for choice in self.offered("buy_train"):
            source, train, hole = choice.args
            if self.s.director.get(source) == self.seat and len(self.s.trains[source]) > 1:
                return Action(self.seat, "buy_train", (source, train, hole.lo if isinstance(hole, Range) else hole))
        return None


BOT: Final = RailBot(games=frozenset({"1848"}), investor=LenderInvestor, operator=BorrowingOperator)
