"""The basic game: the bank lends what is missing for a forced train; the company is insolvent until it has repaid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE, OPTIONS
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import review_director
from stellwerk.eighteen.state import BANK, RailState, player, without_key
from stellwerk.eighteen.steps.base import IN_A_TURN, RailStep
from stellwerk.eighteen.steps.forced import Need
from stellwerk.eighteen.steps.offers import open_prices
from stellwerk.eighteen.steps.run import PayDividend
from stellwerk.eighteen.steps.trains import BuyTrains


class BuyTrainsOnLoan(BuyTrains):
    """Who must buy and cannot takes the cheapest train: the director adds what is missing, the bank lends the rest."""

    kinds: ClassVar[tuple[str, ...]] = ("buy_train", "trade_in", "pass_trains")
    lends = True

    def with_help(self, s: RailState, company: str, seat: int, need: Need) -> Iterator[Choice]:
        """Nothing is sold for it; a train of another company is bought with the treasury alone."""
        for source, train in self.stock(s, must=True):
            if self.rules.trains[train].price == need.price:
                yield Choice(seat, "buy_train", (source, train, need.price))
        for other, train in self.owned_by_others(s, company):
            prices = open_prices(s, ("train", company, other, train), 1, need.cash)
            if prices:
                yield Choice(seat, "buy_train", (other, train, prices))

    def owned_by_others(self, s: RailState, company: str, owner: str = "") -> Iterator[tuple[str, str]]:
        """The only train of an insolvent company is not for sale."""
        for other, train in super().owned_by_others(s, company, owner):
            if other not in s.debts or len(s.trains[other]) > 1:
                yield other, train

    def buy_train(self, s: RailState, f: Frame, a: Action) -> None:
        source, train, cost = a.args
        company = str(f.who)
        lent = cost - s.cash[company] - self.money(s, a.seat)
        if source not in ("bank", "pool") or lent <= 0:
            super().buy_train(s, f, a)
            return
        s.has_acted = True
        s.todo.append(f)
        pay(self.rules, s, player(a.seat), company, self.money(s, a.seat))
        s.debts = {**s.debts, company: s.debts.get(company, 0) + lent}
        self.flow.take_train(s, company, source, train, s.cash[company])

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        match a.kind, a.args:
            case "pass_trains", ():
                return Refusal("7.6.2a", {"company": company})
            case (("sell" | "sell_large" | "bankrupt"), _):
                return Refusal("R-43", {CASE: OPTIONS})
            case "buy_train", (str(source), str(train), int()) if source in s.debts and train in s.trains[source]:
                if len(s.trains[source]) == 1:
                    return Refusal("7.7g", {"company": source, "train": train})
        return super().why(s, f, a)

    def why_no_help(self, s: RailState, company: str, source: str, train: str, cost: int) -> Refusal:
        need = self.need(s, company)
        if need is None:
            why = super().why_no_help(s, company, source, train, cost)
            return Refusal("R-43", why.data) if why.rule == "help.not_needed" else why
        return Refusal("7.6.2c", {"train": train, "cheapest": need.train, "cost": cost, "cash": need.cash})


class WithholdInDebt(PayDividend):
    """A company that owes money pays no dividends."""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        for choice in super().choices(s, f):
            if f.who not in s.debts or choice.kind == "withhold":
                yield choice

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        if f.who in s.debts and a.kind in self.kinds:
            return Refusal("7.7d", {"company": f.who, "debt": s.debts[str(f.who)]})
        return super().why(s, f, a)


class Repay(RailStep):
    """Who administers several insolvent companies says which debt his money repays first."""

    rule = turn_rule = "7.7i"
    kinds = ("repay",)
    rounds = ("stock", "operating")
    lies_on = ("trade_shares", IN_A_TURN, "consent", "choose_city", "discard_train", "repay")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if self.money(s, int(f.who)):
            yield from (Choice(int(f.who), "repay", (company,)) for company in administered(s, int(f.who)))

    def purse(self, s: RailState, f: Frame) -> tuple[int, int | None]:
        """Who is asked has something, and not enough for all."""
        return 1, sum(s.debts[company] for company in administered(s, int(f.who))) - 1

    def repay(self, s: RailState, f: Frame, a: Action) -> None:
        pay_back(self.rules, s, a.args[0], player(a.seat))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule)

    def fits(self, s: RailState, f: Frame) -> bool:
        return self.is_seat(f.who) and len(administered(s, int(f.who))) > 1 and self.money(s, int(f.who)) > 0


def administered(s: RailState, seat: int) -> list[str]:
    """The insolvent companies of a player."""
    return [company for company in s.debts if s.director[company] == seat]


def pay_back(t: Ruleset, s: RailState, company: str, payer: str) -> None:
    """As much of a debt as the money of a payer covers; a company without debts has its largest holder as director."""
    amount = min(s.cash[payer], s.debts[company])
    pay(t, s, payer, BANK, amount)
    s.debts = {**s.debts, company: s.debts[company] - amount}
    if not s.debts[company]:
        s.debts = without_key(s.debts, company)
        review_director(t, s, company)


def settle_debts(t: Ruleset, s: RailState) -> bool:
    """What insolvent companies and their administrators take in goes to the bank; whether somebody must be asked."""
    for company in list(s.debts):
        pay_back(t, s, company, company)
    asked = {frame.who for frame in s.todo if frame.step == "repay"}
    for seat in range(t.seats):
        owing = administered(s, seat)
        enough = s.cash[player(seat)] >= sum(s.debts[company] for company in owing)
        if len(owing) == 1 or enough:
            for company in owing:
                pay_back(t, s, company, player(seat))
        elif owing and s.cash[player(seat)] and seat not in asked:
            s.todo.append(Frame("repay", seat))
            asked.add(seat)
    return bool(asked)


def debts_laws(s: RailState) -> Iterator[str]:
    """Neither an insolvent company nor its administrator holds money, unless he has yet to say which debt it repays."""
    asked = {frame.who for frame in s.todo if frame.step == "repay"}
    for company in s.debts:
        if s.cash[company]:
            yield f"{company} is insolvent: all it has goes to the bank"
        if s.cash[player(s.director[company])] and s.director[company] not in asked:
            yield f"whoever administers {company} repays its debt with all he has"
