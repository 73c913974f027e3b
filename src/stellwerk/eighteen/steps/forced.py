"""What a company does that must buy a train and cannot pay for one alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import counting, further
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.selling import changed, sell, sellable, sellable_large, why_not_sold
from stellwerk.eighteen.shares import (
    certificate_limit,
    certificates,
    give_for,
    overtaken,
    price,
    successor,
)
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.offers import open_prices, why_no_deal, why_other_hands


class Need(NamedTuple):
    """The cheapest train of bank and pool, which the treasury cannot pay for alone."""

    train: str
    price: int
    cash: int
    own: int
    """What the director has."""

    @property
    def gap(self) -> int:
        """What treasury and director lack together; nothing below 1."""
        return self.price - self.cash - self.own


class ForcedPurchase(RailStep):
    """The director helps, sells shares and privates, or is bankrupt."""

    lends: ClassVar[bool] = False
    """Whether the bank lends what treasury and director lack together, so that nothing is sold for it."""

    def must_buy(self, s: RailState, company: str) -> bool:
        """No train, but a route of two stops. Unless there can be no train at all, or a book knows no such duty."""
        if self.rules.help_rules.duty == "none":
            return False
        for train in s.trains[company]:
            if not self.rules.trains[train].extra:
                return False
        return self.track.reach(s, company).route and self.cheapest(s) is not None

    def stock(self, s: RailState, *, must: bool = False) -> Iterator[tuple[str, str]]:
        """What bank and pool have; who must buy and finds nothing gets a further train."""
        issued = further(self.rules, s) if must else None
        if issued:
            yield "bank", issued
        for train in self.flow.on_sale(s):
            yield "bank", train
        for train in dict.fromkeys(s.train_pool):
            yield "pool", train

    def cheapest(self, s: RailState) -> str | None:
        """The cheapest train of bank and pool; a further one where both have none."""
        facts, found = self.rules.trains, None
        for _, train in self.stock(s, must=True):
            if not facts[train].extra and (found is None or facts[train].price < facts[found].price):
                found = train
        return found

    def need(self, s: RailState, company: str) -> Need | None:
        """Who can pay for the cheapest train alone gets no help."""
        cheapest = self.cheapest(s) if self.must_buy(s, company) else None
        if cheapest is None or self.rules.trains[cheapest].price <= s.cash[company]:
            return None
        return self._need(s, company, cheapest)

    def _need(self, s: RailState, company: str, train: str) -> Need:
        own = self.money(s, self.director_seat(s, company))
        return Need(train, self.rules.trains[train].price, s.cash[company], own)

    def purse(self, s: RailState, f: Frame) -> tuple[int, int | None]:
        """Whose director has sold a share for a train cannot pay for the cheapest alone."""
        cheapest = self.cheapest(s) if s.last_sale_price else None
        return 0, None if cheapest is None else self.rules.trains[cheapest].price - 1

    # -- what may be done

    def with_help(self, s: RailState, company: str, seat: int, need: Need) -> Iterator[Choice]:
        """The cheapest train of bank and pool, or one of another company."""
        if need.gap <= 0:
            for source, train in self.stock(s, must=True):
                if self.rules.trains[train].price == need.price:
                    yield Choice(seat, "buy_train", (source, train, need.price))
        for other, train in self.owned_by_others(s, company):
            least, most = self.least_price(s, train, need), self.most_price(s, seat, other, train, need)
            prices = open_prices(s, ("train", company, other, train), least, most)
            if prices:
                yield Choice(seat, "buy_train", (other, train, prices))
        yield from self.forced_sales(s, company, seat, need.gap)
        yield from self.private_sales(s, seat, need.gap)
        if need.gap > 0 and self.sale_value(s, company, seat) < need.gap:
            yield Choice(seat, "bankrupt")

    def owned_by_others(self, s: RailState, company: str, owner: str = "") -> Iterator[tuple[str, str]]:
        """Trains of other companies, but for those on their last run and, by an option, the last of a company.

        With `owner` those of one other company alone.
        """
        for other, owned in s.trains.items() if self.rules.phases[s.phase].trades else ():
            if not owned or other == company or (owner and other != owner) or self.keeps_last(s, other):
                continue
            for train in dict.fromkeys(owned):
                if not self.rules.trains[train].extra and train not in s.doomed:
                    yield other, train

    def keeps_last(self, s: RailState, company: str) -> bool:
        """Whether a company cannot be without its only train because it has a route."""
        kept = self.rules.train_rules.last_train == "kept" and counting(self.rules, s, company) == 1
        return kept and self.track.reach(s, company).route

    def least_price(self, s: RailState, train: str, need: Need) -> int:
        """What the book says; after a forced sale only what could not have been paid without the last share."""
        least = self.rules.train_rules.least_price
        if not s.last_sale_price or (
            self.rules.help_rules.sales == "any" and need.cash >= self.rules.trains[train].price
        ):
            return least
        return max(least, need.cash + need.own - s.last_sale_price + 1)

    def most_price(self, s: RailState, seat: int, other: str, train: str, need: Need) -> int:
        """All that the treasury has, or with the director's money no more than the printed price.

        By an option his money buys no train of other directors' companies.
        """
        if self.director_seat(s, other) != seat and self.rules.help_rules.trains_of == "own":
            return need.cash
        return max(need.cash, min(self.rules.trains[train].price, need.cash + need.own))

    def least_after_sale(self, s: RailState, company: str, source: str, train: str) -> int:
        """The same for a company that pays alone after a sale; 0 where nothing was sold or nobody sells."""
        cheapest = self.cheapest(s) if s.last_sale_price and source in s.trains else None
        return self.least_price(s, train, self._need(s, company, cheapest)) if cheapest else 0

    def forced_sales(self, s: RailState, company: str, seat: int, gap: int) -> Iterator[Choice]:
        """While money is missing, and no certificate whose omission would still cover the gap."""
        if gap <= 0 and self.rules.help_rules.sales == "forced":
            return
        for held in s.shares:
            for amount in self.may_sell(s, company, seat, held):
                if self._needed(s, seat, held, amount, gap):
                    yield Choice(seat, "sell", (held, amount))
                    if amount in sellable_large(self.rules, s, seat, held):
                        yield Choice(seat, "sell_large", (held, amount))

    def may_sell(self, s: RailState, company: str, seat: int, held: str) -> Iterator[int]:
        """As in a stock round, but never the directorship of the acting company."""
        for amount in sellable(self.rules, s, seat, held):
            if held != company or not overtaken(self.rules, s, company, seat, amount):
                yield amount

    def _needed(self, s: RailState, seat: int, held: str, amount: int, gap: int) -> bool:
        """Whether money would still be missing without the smallest of the certificates sold.

        A director who gives up a company sells certificates of his heir; the option of free sales forgets those.
        """
        certs = s.shares[held][seat]
        if s.director.get(held) == seat and self.rules.help_rules.sales == "forced":
            heir = successor(self.rules, s, held, seat, sum(certs) - amount)
            if heir is not None:
                certs = (*certs, *give_for(s.shares[held][heir], self.rules.companies[held].director))
        if changed(self.rules, s, seat, held):
            certs = (*certs, TENTH)
        return price(self.rules, s, held) * (amount - min(certs)) < gap * 10

    def private_sales(self, s: RailState, seat: int, gap: int) -> Iterator[Choice]:
        """While money is missing he may offer privates to players who can still hold them."""
        if gap <= 0 or self.rules.private_rules.trades != "free":
            return
        for private, owner in s.privates.items():
            for buyer in range(self.rules.seats) if owner == player(seat) else ():
                prices = open_prices(s, ("trade", private, seat, buyer), 0, self.asking_limit(s, buyer), falling=True)
                if prices and buyer != seat and self._may_take(s, buyer):
                    yield Choice(seat, "offer_private", (private, buyer, prices))

    def _may_take(self, s: RailState, seat: int) -> bool:
        return certificates(self.rules, s, seat) < certificate_limit(self.rules, s, seat)

    def sale_value(self, s: RailState, company: str, seat: int) -> int:
        """What a director could raise by selling all shares that he may; privates he need not sell."""
        sold = s.copy()
        self._sell_all(sold, company, seat)
        return self.money(sold, seat) - self.money(s, seat)

    def _sell_all(self, s: RailState, company: str, seat: int) -> None:
        """Sell as much as possible at once, and again as long as something may be sold: nothing brings more."""
        for held in s.shares:
            while amounts := list(self.may_sell(s, company, seat, held)):
                sell(self.rules, s, seat, held, amounts[-1])

    # -- doing it

    def sell(self, s: RailState, f: Frame, a: Action) -> None:
        self._sell(s, f, a, large=False)

    def sell_large(self, s: RailState, f: Frame, a: Action) -> None:
        self._sell(s, f, a, large=True)

    def _sell(self, s: RailState, f: Frame, a: Action, *, large: bool) -> None:
        """Remember what the smallest part brought that could have been kept."""
        company, amount = a.args
        each, parted = price(self.rules, s, company), changed(self.rules, s, a.seat, company)
        way = sell(self.rules, s, a.seat, company, amount, large=large)
        s.last_sale_price = each * (TENTH if parted else min(way.given)) // TENTH
        s.todo.append(f)

    def offer_private(self, s: RailState, f: Frame, a: Action) -> None:
        private, buyer, cost = a.args
        s.offer = ("trade", private, a.seat, buyer, cost)
        then(s, Frame("consent", buyer), f)

    def bankrupt(self, s: RailState, f: Frame, a: Action) -> None:
        """Whatever may still be sold is sold, the cash is lost, and the game is over at once."""
        self._sell_all(s, str(f.who), a.seat)
        pay(self.rules, s, player(a.seat), BANK, self.money(s, a.seat))
        s.bankrupt, s.ended = a.seat, "bankrupt"
        s.todo.clear()

    # -- why not

    def why_no_help(self, s: RailState, company: str, source: str, train: str, cost: int) -> Refusal:
        """Why money is missing for a train that could be had otherwise."""
        need, face = self.need(s, company), self.rules.trains[train].price
        least = self.least_after_sale(s, company, source, train)
        if need is None and cost < least:
            return Refusal("help.least_after_sale", {"train": train, "least": least})
        if need is None and self.rules.help_rules.gifts:
            own = self.money(s, self.director_seat(s, company))
            return Refusal("help.gift_short", {"cost": cost, "cash": s.cash[company], "own": own})
        if need is None:
            rule = "help.not_needed" if self.must_buy(s, company) else "treasury.short"
            return Refusal(rule, {"cost": cost, "cash": s.cash[company]})
        if source in ("bank", "pool") and face > need.price:
            return Refusal("help.cheapest", {"train": train, "cheapest": need.train})
        if source not in ("bank", "pool"):
            most = self.most_price(s, self.director_seat(s, company), source, train, need)
            if cost > max(face, need.cash):
                return Refusal(
                    "help.most_after_sale" if s.last_sale_price else "help.most", {"train": train, "most": face}
                )
            if most < cost <= need.cash + need.own:
                return Refusal("help.own_company", {"train": train})
            if cost <= most:
                return Refusal("help.least_after_sale", {"train": train, "least": self.least_price(s, train, need)})
        return Refusal("help.sell_first", {"gap": cost - need.cash - need.own})

    def why_not_bankrupt(self, s: RailState, company: str) -> Refusal:
        need = self.need(s, company)
        data: dict[str, str | int] = {"company": company}
        return Refusal("help.not_bankrupt", data if need else {CASE: "no_need", **data})

    def why_no_private_sale(
        self, s: RailState, company: str, seat: int, private: str, buyer: int, price: int
    ) -> Refusal:
        """Why a private is not offered to pay for a train."""
        trades, need = self.rules.private_rules.trades, self.need(s, company)
        if trades == "none":
            return Refusal("private.no_trade")
        if need is None or need.gap <= 0:
            return Refusal("help.private_sale")
        if trades == "purchase":
            return Refusal("private.trade_time", {CASE: "asked"})
        why = why_other_hands(self, s, private, seat, buyer)
        if why is None and not self._may_take(s, buyer):
            why = Refusal("private.over_limit", {"private": private, "limit": certificate_limit(self.rules, s, buyer)})
        return why or why_no_deal(self, s, private, seat, buyer, price) or Refusal("help.private_sale")

    def why_no_sale(
        self, s: RailState, company: str, seat: int, held: str, amount: int, *, large: bool = False
    ) -> Refusal:
        need = self.need(s, company)
        if need is None or need.gap <= 0:
            return Refusal("help.nothing_missing", {"company": company})
        amounts = list((sellable_large if large else sellable)(self.rules, s, seat, held))
        why = why_not_sold(self.rules, s, seat, held, amount, large=large)
        if amount not in amounts and why.rule != "stock.no_heir":
            return why
        if held == company and overtaken(self.rules, s, company, seat, amount):
            return Refusal("help.keeps_director", {"company": company})
        return Refusal("help.too_much", {"gap": need.gap}) if amount in amounts else why
