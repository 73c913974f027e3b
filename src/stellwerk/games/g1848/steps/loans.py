"""What the Bank of England pays and lends, and the money that a director must raise for a company that fails."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.selling import sale_price, sell, sellable, why_not_held
from stellwerk.eighteen.shares import overtaken, percent
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import IN_A_TURN, RailStep
from stellwerk.games.g1848.lending import EXCUSED, LOAN, granted, may_borrow, pay_lender, settle_debts, take_loan
from stellwerk.games.g1848.ruleset import phase_of, rules_of


class PayLender(RailStep):
    """The lender pays before the companies act; nobody is asked, unless an option wants it said."""

    rule = turn_rule = "VIII.order.2"
    kinds = ("lender_pays",)
    lies_on = ("operate",)

    def fits(self, s: RailState, f: Frame) -> bool:
        return self.is_seat(f.who)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if rules_of(self.rules).lending.dividend == "said":
            yield Choice(int(f.who), "lender_pays")

    def lender_pays(self, s: RailState, f: Frame, a: Action) -> None:
        pay_lender(self.rules, s)

    def skip(self, s: RailState, f: Frame) -> None:
        pay_lender(self.rules, s)


class TakeLoan(RailStep):
    """A company takes a loan at any moment of its turn."""

    rule = closed_rule = "VI.loan.4"
    kinds = ("loan",)
    open_beside = ("lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if company in s.floated and may_borrow(self.rules, s, company):
            yield Choice(self.director_seat(s, company), "loan")

    def loan(self, s: RailState, f: Frame, a: Action) -> None:
        s.has_acted = True
        take_loan(self.flow, s, str(f.who))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company, loans = str(f.who), rules_of(self.rules).loans
        if company not in s.floated or a.seat != self.director_seat(s, company):
            return Refusal(self.rule)
        if not phase_of(self.rules, s.phase).loans:
            return Refusal("VI.boe.4")
        if granted(s) >= loans.count:
            return Refusal("IX.forced.5")
        if LOAN in s.done_this_turn:
            return Refusal("VI.loan.7" if f.step == "buy_trains" else "VI.loan.1")
        return Refusal("VI.loan.5")


class RaiseMoney(RailStep):
    """A director who owes money for a company that has failed sells shares while he can; the rest he owes on."""

    rule = turn_rule = "VI.rec.5"
    kinds = ("sell",)
    explains = ("loan",)
    lies_on = (IN_A_TURN, "discard_train", "choose_city", "lay_own_tile")

    def fits(self, s: RailState, f: Frame) -> bool:
        return self.is_seat(f.who)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        gap = -self.money(s, seat)
        for company in s.shares if gap > 0 else ():
            for amount in self.may_sell(s, seat, company):
                if self._needed(s, seat, company, amount, gap):
                    yield Choice(seat, "sell", (company, amount))

    def may_sell(self, s: RailState, seat: int, company: str) -> Iterator[int]:
        """As in a stock round, but no director may change."""
        for amount in sellable(self.rules, s, seat, company):
            if s.director.get(company) != seat or not overtaken(self.rules, s, company, seat, amount):
                yield amount

    def _needed(self, s: RailState, seat: int, company: str, amount: int, gap: int) -> bool:
        """He stops when the money is there: no certificate goes without which it would be there too."""
        return sale_price(self.rules, s, company) * (amount - min(s.shares[company][seat])) < gap * 10

    def sell(self, s: RailState, f: Frame, a: Action) -> None:
        company, amount = a.args
        sell(self.rules, s, a.seat, company, amount)
        s.todo.append(f)

    def skip(self, s: RailState, f: Frame) -> None:
        """By an option others who are overdrawn come next, but nobody does in this round after one who stays so."""
        seat = int(f.who)
        if rules_of(self.rules).lending.debts == "after_company" and self.money(s, seat) < 0:
            s.done_this_turn = (*s.done_this_turn, EXCUSED)
        settle_debts(self.rules, s, seat)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        seat = int(f.who)
        match a.kind, a.args:
            case "sell", (str(company), int(amount)) if company in s.shares:
                pool = percent(s, company, self.rules.pool_index)
                lacking = why_not_held(company, percent(s, company, seat), amount)
                if lacking:
                    return lacking
                if amount in self.may_sell(s, seat, company):
                    return Refusal("R-18")
                if company not in s.par:
                    return Refusal("stock.no_price", {"company": company})
                if amount + pool > self.rules.pool_percent:
                    return Refusal(
                        "stock.pool_full", {"company": company, "pool": pool, "limit": self.rules.pool_percent}
                    )
                return Refusal("XIII.sell.4")
            case "loan", _:
                return Refusal("VI.rec.4")
        return Refusal(self.rule)
