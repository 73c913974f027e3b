"""Steps of a turn in which loans and the shares of the Bank of England make a difference."""

from __future__ import annotations

from stellwerk.core.errors import Refusal
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.eighteen.steps.run import PayDividend
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.games.g1848.lending import fails_at, fallen, may_borrow, within_reach
from stellwerk.games.g1848.ruleset import rules_of


class TradeWithEngland(TradeShares):
    """Shares of the Bank of England are traded more freely than others; who is overdrawn buys nothing."""

    def sold_early(self, company: str) -> bool:
        t = rules_of(self.rules)
        return company == t.lender and t.lending.sold_in_first_round

    def may_buy_again(self, company: str) -> bool:
        t = rules_of(self.rules)
        return company == t.lender and t.lending.bought_again

    def why_too_much(self, s: RailState, seat: int, company: str, cert: int, rule: str, cost: int) -> Refusal:
        why = super().why_too_much(s, seat, company, cert, rule, cost)
        return Refusal("VI.rec.6") if why.rule == rule and self.money(s, seat) < 0 else why


class PlaceStationOnCredit(PlaceStation):
    """A loan can pay for a station, so that there must be a moment to take it."""

    def could_still_pay(self, s: RailState, company: str) -> bool:
        price, cash = self.track.marker_price(s, company), s.cash[company]
        if not (s.markers[company] and cash < price <= cash + rules_of(self.rules).loans.value):
            return False
        if price > within_reach(self.rules, s, company):
            return False
        return any(True for _ in self.track.markers(s, company))


class PayDividendOnTheBrink(PayDividend):
    """To keep nothing can ruin a company that may still borrow before."""

    def asks_without_revenue(self, s: RailState, company: str) -> bool:
        return fails_at(self.rules, fallen(self.rules, s.cell[company], 1)) and may_borrow(self.rules, s, company)
