"""Buying trains where a lender stands behind the companies: nobody helps but he, until he takes the company over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range, offer
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.depot import card_of, has_room, limit, may_buy, on_sale
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.forced import Need
from stellwerk.eighteen.steps.offers import declined_prices, why_declined
from stellwerk.eighteen.steps.trains import BuyTrains
from stellwerk.games.g1848.lending import granted, take_loan, take_over
from stellwerk.games.g1848.ruleset import rules_of


class BuyOnCredit(BuyTrains):
    """A company that must buy a train and cannot pay takes loans until it can, or until the lender takes it over."""

    kinds = ("buy_train", "trade_in", "buy_cheaper", "pass_trains")

    def need(self, s: RailState, company: str) -> Need | None:
        """No director ever helps."""
        return None

    def offers(self, s: RailState, company: str, seat: int, *, must: bool) -> Iterator[Choice]:
        return self.purchases(s, company, seat, must=must)

    def purchases(self, s: RailState, company: str, seat: int, *, must: bool, source: str = "") -> Iterator[Choice]:
        usual = super().purchases(s, company, seat, must=must, source=source)
        return usual if source else chain(usual, self._rights(s, company, seat))

    def _rights(self, s: RailState, company: str, seat: int) -> Iterator[Choice]:
        for private, train in self._cheaper(s, company):
            yield Choice(seat, "buy_cheaper", (private, train))

    def new_trains(self, s: RailState, company: str, seat: int, *, must: bool) -> Iterator[Choice]:
        """Trains from the bank that can be paid for; if not even the cheapest can, any version of it on credit."""
        cash = s.cash[company]
        borrows = must and self.borrows(s, company)
        for train in on_sale(self.rules, s):
            price = self.rules.trains[train].price
            if (price <= cash or (borrows and self.due(s, train))) and has_room(self.rules, s, company, train):
                yield offer((seat, "buy_train", ("bank", train, price)))

    def borrows(self, s: RailState, company: str) -> bool:
        """Whether a company that must buy cannot pay for the cheapest train."""
        cheapest = self.cheapest(s)
        return cheapest is not None and self.rules.trains[cheapest].price > s.cash[company]

    def due(self, s: RailState, train: str) -> bool:
        """Whether a train can be what a company must buy: a version of the cheapest card."""
        cheapest = self.cheapest(s)
        return cheapest is not None and card_of(self.rules, train) == card_of(self.rules, cheapest)

    def used_trains(self, s: RailState, company: str, seat: int, *, must: bool, owner: str = "") -> Iterator[Choice]:
        """Between companies of one director at any price, else at the printed one; by an option on credit too."""
        cash = s.cash[company]
        borrows = must and rules_of(self.rules).lending.used_on_credit and self.borrows(s, company)
        for other, train in self.owned_by_others(s, company, owner) if may_buy(self.rules, s, company) else ():
            price = self.rules.trains[train].price
            if s.director[other] == seat:
                if cash:
                    yield offer((seat, "buy_train", (other, train, Range(1, cash))))
            elif (price <= cash or borrows) and not declined_prices(s, ("train", company, other, train)):
                yield offer((seat, "buy_train", (other, train, price)))

    def _cheaper(self, s: RailState, company: str) -> Iterator[tuple[str, str]]:
        """Trains that a right makes cheaper."""
        for private in self.powers(s, company):
            facts = self.rules.privates[private]
            if facts.train not in on_sale(self.rules, s):
                continue
            if not rules_of(self.rules).lending.second_extra_by_right and not has_room(
                self.rules, s, company, facts.train
            ):
                continue
            if self.rules.trains[facts.train].price - facts.discount <= s.cash[company]:
                yield private, facts.train

    def buy_train(self, s: RailState, f: Frame, a: Action) -> None:
        cost, company = a.args[2], str(f.who)
        if cost > s.cash[company]:
            s.todo.append(f)
            self._borrow(s, company, cost)
            if company not in s.floated:
                return
            s.todo.pop()
        super().buy_train(s, f, a)

    def _borrow(self, s: RailState, company: str, cost: int) -> None:
        """Loans until the money is there; without any left the company fails too."""
        while company in s.floated and s.cash[company] < cost:
            if granted(s) < rules_of(self.rules).loans.count:
                take_loan(self.flow, s, company, forced=True)
            else:
                take_over(self.flow, s, company)

    def buy_cheaper(self, s: RailState, f: Frame, a: Action) -> None:
        private, train = a.args
        company = str(f.who)
        s.has_acted = True
        s.todo.append(f)
        price = self.rules.trains[train].price - self.rules.privates[private].discount
        self.spend(s, private)
        self.flow.take_train(s, company, "bank", train, price)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        match a.kind, a.args:
            case "buy_train", (str(source), str(train), int(cost)) if train in self.rules.trains:
                return self._why_not(s, company, source, train, cost)
            case "buy_cheaper", (str(private), _) if private in self.rules.privates:
                cheaper = self.rules.privates[private].train
                mine = not cheaper or any(private == own for own in self.powers(s, company))
                return Refusal("V.P4.2" if mine else "private.not_yours", {"private": private})
            case "sell", _:
                return Refusal("IX.forced.3")
        return super().why(s, f, a)

    def _why_not(self, s: RailState, company: str, source: str, train: str, cost: int) -> Refusal:
        facts = self.rules.trains[train]
        data: dict[str, str | int] = {"train": train, "cost": cost}
        if facts.extra and source not in ("bank", "pool"):
            return Refusal("IX.e.7", data)
        if not has_room(self.rules, s, company, train):
            return Refusal("IX.e.6" if facts.extra else "train.limit", {"limit": limit(self.rules, s)})
        if source in ("bank", "pool"):
            if source == "pool" or train not in on_sale(self.rules, s) or cost != facts.price:
                gone = self.why_not_there(s, company, source, train) or self.why_other_price(source, train, cost)
                return gone or Refusal(self.rule)
            return Refusal("treasury.short", {"cost": cost, "cash": s.cash[company]})
        if not self.rules.phases[s.phase].trades:
            return Refusal("IX.buy.3", data)
        gone = self.why_not_there(s, company, source, train)
        if gone:
            return gone
        if s.director[source] != s.director[company] and cost != facts.price:
            return Refusal("IX.gen.3", {"train": train, "price": facts.price})
        if cost < 1:
            return Refusal("train.other_company", {CASE: "price", "least": 1, **data})
        declined = why_declined(s, ("train", company, source, train), cost)
        return declined or Refusal("treasury.short", {"cost": cost, "cash": s.cash[company]})
