"""Buying trains: no company must, directors may give, small companies have a token, managers buy on credit."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import card_of, has_room, limit
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.trains import BuyTrains
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.trains import Trains, is_metre


class BuyTrains1853(BuyTrains):
    """Trains of bank, pool and other companies; by a token one of the next phase, under a manager one on credit."""

    kinds = ("buy_train", "use_token", "buy_on_credit", "pass_trains")
    flow: Trains

    def purchases(self, s: RailState, company: str, seat: int, *, must: bool, source: str = "") -> Iterator[Choice]:
        """Nothing else while a train is owed for."""
        if not self.flow.may_spend(s, company):
            return
        yield from super().purchases(s, company, seat, must=must, source=source)
        if source:
            return
        token = None if self.flow.why_no_token(s, company) else self.flow.by_token(s)
        if token and has_room(self.rules, s, company, token) and self._can_pay(s, company, token):
            yield Choice(seat, "use_token", (token,))
        for train in dict.fromkeys(self.flow.on_sale(s)):
            if self._why_no_credit(s, company, train) is None:
                yield Choice(seat, "buy_on_credit", (train,))

    def _can_pay(self, s: RailState, company: str, train: str) -> bool:
        return self.rules.trains[train].price <= self.funds(s, company)

    def use_token(self, s: RailState, f: Frame, a: Action) -> None:
        """The train leaves the supply before its time, at its price."""
        (train,), company, mine = a.args, str(f.who), own(s)
        s.has_acted = True
        s.todo.append(f)
        mine.tokens_spent = (*mine.tokens_spent, company)
        price = self.rules.trains[train].price
        give(self.flow, s, company, price)
        self.flow.take_train(s, company, "bank", train, price)

    def buy_on_credit(self, s: RailState, f: Frame, a: Action) -> None:
        """All of its price is owed; the train runs and begins phases like any other."""
        (train,), company = a.args, str(f.who)
        s.has_acted = True
        s.todo.append(f)
        self.flow.take_train(s, company, "bank", train, 0)
        own(s).credit[company] = train

    # -- why not

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        match a.kind, a.args:
            case "use_token", (str(train),):
                return self._why_no_token(s, company, train)
            case "buy_on_credit", (str(train),):
                why = self._why_no_credit(s, company, train)
                return why or Refusal(self.rule)
            case "buy_train", (str(), str(), int()) if not self.flow.may_spend(s, company):
                return Refusal("3.4.6", {"company": company, "train": own(s).credit[company]})
        return super().why(s, f, a)

    def why_not_on_sale(self, s: RailState, train: str) -> Refusal:
        """4.8.16, 4.8.17: the cards that are a 2 or a 1M have an end of their own, and so have metre trains."""
        why, card, small = super().why_not_on_sale(s, train), card_of(self.rules, train), own(s).small_started
        shared = next(facts.card for facts in self.rules.trains.values() if facts.card)
        if self.rules.trains[train].card and not small:
            return Refusal("train.absent", {"train": train})
        if why.rule == "train.sold_out" and card == shared and small:
            return Refusal("4.8.17b" if self.rules.phases[s.phase].train else "4.8.17a", {"train": train})
        if why.rule == "train.sold_out" and is_metre(self.rules, train):
            return Refusal("4.8.13", why.data)
        if why.rule == "train.bank" and why.data["smaller"] == shared and small:
            return Refusal("4.8.16b", why.data)
        return why

    def _why_no_token(self, s: RailState, company: str, train: str) -> Refusal:
        why, token = self.flow.why_no_token(s, company), self.flow.by_token(s)
        if why:
            return why
        if token != train:
            return Refusal("R-49", {"company": company})
        if not has_room(self.rules, s, company, train):
            return Refusal("train.limit", {"limit": limit(self.rules, s)})
        return self.why_no_help(s, company, "bank", train, self.rules.trains[train].price)

    def _why_no_credit(self, s: RailState, company: str, train: str) -> Refusal | None:
        """Only a manager buys on credit, a new train, for a company that has none and cannot pay for it."""
        data: dict[str, str | int] = {"company": company, "train": train}
        if company in own(s).credit:
            return Refusal("3.4.3b", data)
        if company in s.director:
            return Refusal("4.8.10a", data)
        if s.trains[company]:
            return Refusal("R-26", {CASE: "owner", **data})
        if train not in self.rules.trains:
            return Refusal(self.rule)
        if train not in self.flow.on_sale(s):
            return self.why_not_on_sale(s, train)
        if self.rules.trains[train].price <= s.cash[company]:
            return Refusal("R-26", {**data, "cash": s.cash[company]})
        return self.flow.why_not_taken(s, company, "bank", train)


class SettleTrain(RailStep):
    """A new director pays for the train that a manager bought on credit, or gives it back."""

    rule = turn_rule = closed_rule = "4.8.10b"
    kinds = ("pay_train", "return_train")
    rounds = ("stock",)
    lies_on = ("trade_shares",)
    flow: Trains

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        seat = self.director_seat(s, company)
        if self._price(s, company) <= s.cash[company] + self.money(s, seat):
            yield Choice(seat, "pay_train")
        yield Choice(seat, "return_train")

    def _price(self, s: RailState, company: str) -> int:
        return self.rules.trains[own(s).credit[company]].price

    def pay_train(self, s: RailState, f: Frame, a: Action) -> None:
        company = str(f.who)
        give(self.flow, s, company, self._price(s, company))
        self.flow.settle_credit(s, company)

    def return_train(self, s: RailState, f: Frame, a: Action) -> None:
        """It is on sale again, at its full price."""
        company = str(f.who)
        self.flow.drop_train(s, company, own(s).credit.pop(company))

    def fits(self, s: RailState, f: Frame) -> bool:
        return f.who in own(s).credit and f.who in s.director

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        if a.kind != "pay_train" or a.args:
            return Refusal(self.rule, {"company": company})
        own_cash = self.money(s, self.director_seat(s, company))
        return Refusal("help.gift_short", {"cost": self._price(s, company), "cash": s.cash[company], "own": own_cash})


def give(flow: Trains, s: RailState, company: str, price: int) -> None:
    """4.8.8: who decides for a company adds exactly what its treasury lacks for a train."""
    missing = price - s.cash[company]
    if missing > 0:
        pay(flow.rules, s, player(flow.decides(s, company)), company, missing)
