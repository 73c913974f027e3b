"""Loans, and the money that a director must raise for a company that fails."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.lending import EXCUSED, LOAN, granted, may_borrow, settle_debts, take_loan
from stellwerk.eighteen.shares import overtaken, percent, sale_price, sell, sellable
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep


class TakeLoan(RailStep):
    """A company takes a loan at any moment of its turn."""

    rule = elsewhere = "loan.time"
    kinds = ("loan",)

    def wanted(self) -> bool:
        return self.t.loans is not None

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if company in s.floated and may_borrow(self.t, s, company):
            yield Choice(self.director_seat(s, company), "loan")

    def loan(self, s: RailState, f: Frame, a: Action) -> None:
        s.busy = 1
        take_loan(self.t, s, self.track, str(f.who))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company, loans = str(f.who), self.t.loans
        if loans is None or company not in s.floated or a.seat != self.director_seat(s, company):
            return Refusal(self.rule)
        if not self.t.phases[s.phase].loans:
            return Refusal("loan.phase")
        if granted(s) >= loans.count:
            return Refusal("loan.supply")
        if LOAN in s.used:
            return Refusal("loan.twice" if f.step == "buy_trains" else "loan.once")
        return Refusal("loan.most")


class RaiseMoney(RailStep):
    """A director who owes money for a company that has failed sells shares while he can; the rest he owes on."""

    rule = turn_rule = "receivership.sell_first"
    kinds = ("sell",)
    tells = ("loan",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        gap = -self.money(s, seat)
        for company in s.shares if gap > 0 else ():
            for amount in self.may_sell(s, seat, company):
                if self._needed(s, seat, company, amount, gap):
                    yield Choice(seat, "sell", (company, amount))

    def may_sell(self, s: RailState, seat: int, company: str) -> Iterator[int]:
        """As in a stock round, but no director may change."""
        for amount in sellable(self.t, s, seat, company):
            if s.director.get(company) != seat or not overtaken(self.t, s, company, seat, amount):
                yield amount

    def _needed(self, s: RailState, seat: int, company: str, amount: int, gap: int) -> bool:
        """He stops when the money is there: no certificate goes without which it would be there too."""
        return sale_price(self.t, s, company) * (amount - min(s.shares[company][seat])) < gap * 10

    def sell(self, s: RailState, f: Frame, a: Action) -> None:
        company, amount = a.args
        sell(self.t, s, a.seat, company, amount)
        s.todo.append(f)

    def skip(self, s: RailState, f: Frame) -> None:
        """By an option others who are overdrawn come next, but nobody does in this round after one who stays so."""
        seat = int(f.who)
        if "debts_wait" in self.t.flags and self.money(s, seat) < 0:
            s.used = (*s.used, EXCUSED)
        settle_debts(self.t, s, seat)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        seat = int(f.who)
        match a.kind, a.args:
            case "sell", (str(company), int(amount)) if company in s.shares:
                held, pool = percent(s, company, seat), percent(s, company, self.t.pool_index)
                if amount > held or amount <= 0 or amount % 10:
                    return Refusal("stock.tenths", {"company": company, "held": held})
                if amount in self.may_sell(s, seat, company):
                    return Refusal("receivership.too_much")
                if company not in s.par:
                    return Refusal("stock.no_price", {"company": company})
                if amount + pool > self.t.pool_percent:
                    return Refusal("stock.pool_full", {"company": company, "pool": pool, "limit": self.t.pool_percent})
                return Refusal("receivership.keeps_director")
            case "loan", _:
                return Refusal("loan.receivership")
        return Refusal(self.rule)
