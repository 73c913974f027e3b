"""Buying trains, the duty to own one, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import ClassVar, Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, offer
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.depot import begun, card_of, has_room, is_scrapped, limit, may_buy, spare
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import ANY_TIME, IN_A_TURN, IN_OWN_TURN, RailStep
from stellwerk.eighteen.steps.forced import ForcedPurchase
from stellwerk.eighteen.steps.offers import accept_offer, open_prices, why_declined

MARKETS: Final = ("bank", "pool")
"""Where trains are bought that no company owns."""


class BuyTrains(ForcedPurchase):
    """A company may buy trains one by one; with a route and no train it must.

    The end of the turn is always said, so that privates can be bought to the last.
    """

    rule = "train.purchase"
    kinds: ClassVar[tuple[str, ...]] = (
        "buy_train",
        "trade_in",
        "sell",
        "sell_large",
        "offer_private",
        "bankrupt",
        "pass_trains",
    )
    anytime = IN_OWN_TURN
    tells = ("sell", "sell_large", "offer_private")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        seat = self.director_seat(s, company)
        must = self.must_buy(s, company)
        need = self.need(s, company) if must else None
        if need:
            yield from self.with_help(s, company, seat, need)
            return
        if not must:
            yield offer((seat, "pass_trains", ()))
        yield from self.offers(s, company, seat, must=must)

    def admits(self, s: RailState, f: Frame, a: Action) -> bool:
        """Sales are many and seldom meant, so they are listed only for a sale; trains only from where one is bought."""
        company = str(f.who)
        seat, must = self.director_seat(s, company), self.must_buy(s, company)
        if a.kind in ("sell", "sell_large", "offer_private", "bankrupt") or (must and self.need(s, company)):
            return super().admits(s, f, a)
        if a.kind == "pass_trains":
            return not must and offer((seat, "pass_trains", ())).admits(a)
        source = a.args[0] if a.kind == "buy_train" and a.args and type(a.args[0]) is str else ""
        for choice in self.purchases(s, company, seat, must=must, source=source):  # noqa: SIM110  # a generator is dear
            if choice.admits(a):
                return True
        return False

    def offers(self, s: RailState, company: str, seat: int, *, must: bool) -> Iterator[Choice]:
        """All that the treasury can pay for, and by an option sales for it."""
        if self.rules.help_rules.sales == "any" and self.could_buy(s, company):
            cheapest = self.cheapest(s)
            if cheapest is not None:
                yield from self.forced_sales(s, company, seat, self._need(s, company, cheapest).gap)
        yield from self.purchases(s, company, seat, must=must)

    def purchases(self, s: RailState, company: str, seat: int, *, must: bool, source: str = "") -> Iterator[Choice]:
        """What a company may buy; with `source` only trains of the bank and the pool, or of one other company."""
        if source in MARKETS:
            return self.new_trains(s, company, seat, must=must)
        used = self.used_trains(s, company, seat, must=must, owner=source)
        if source:
            return used
        return chain(self.new_trains(s, company, seat, must=must), used, self._exchanges(s, company, seat))

    def _exchanges(self, s: RailState, company: str, seat: int) -> Iterator[Choice]:
        """Old trains given in for others that can be paid for."""
        for old, train, reduced in self.trades_in(s, company):
            if reduced <= self.funds(s, company):
                yield Choice(seat, "trade_in", (old, train))

    def new_trains(self, s: RailState, company: str, seat: int, *, must: bool) -> Iterator[Choice]:
        """Trains of the bank and the pool that can be paid for."""
        cash, why, trains = self.funds(s, company), self.flow.why_not_taken, self.rules.trains
        room = may_buy(self.rules, s, company)
        for source, train in self.stock(s, must=must):
            facts = trains[train]
            fits = facts.price <= cash and (has_room(self.rules, s, company, train) if facts.extra else room)
            if fits and why(s, company, source, train) is None:
                yield offer((seat, "buy_train", (source, train, facts.price)))

    def used_trains(self, s: RailState, company: str, seat: int, *, must: bool, owner: str = "") -> Iterator[Choice]:
        """Trains of other companies, or of one of them, at open prices."""
        if not may_buy(self.rules, s, company):
            return
        used = list(self.owned_by_others(s, company, owner))
        cash, why = self.funds(s, company), self.flow.why_not_taken
        cheapest = self.cheapest(s) if used and (must or s.last_sale_price) else None
        need = self._need(s, company, cheapest) if cheapest is not None else None
        for other, train in used:
            if why(s, company, other, train) is not None:
                continue
            least, most = self.rules.train_rules.least_price, cash
            if need:
                least = self.least_price(s, train, need)
                if must and self.rules.help_rules.beyond_need == "others":
                    most = self.most_price(s, seat, other, train, need)
            prices = open_prices(s, ("train", company, other, train), least, most)
            if prices:
                yield offer((seat, "buy_train", (other, train, prices)))

    def funds(self, s: RailState, company: str) -> int:
        """What a company can pay for a train: its treasury, and where a director may give, what he has too."""
        gifts = self.money(s, self.director_seat(s, company)) if self.rules.help_rules.gifts else 0
        return s.cash[company] + gifts

    def trades_in(self, s: RailState, company: str) -> Iterator[tuple[str, str, int]]:
        """What a company may give in for what, and the reduced price; never a train on its last run."""
        for train in self.flow.on_sale(s):
            for old, reduced in self.rules.trains[train].trade_in:
                if old in s.trains[company] and old not in s.doomed:
                    yield old, train, reduced

    def could_buy(self, s: RailState, company: str) -> bool:
        """Whether the treasury could pay for some train, be it $1 to another company."""
        cash = s.cash[company]
        if may_buy(self.rules, s, company):
            if cash and any(self.owned_by_others(s, company)):
                return True
            if any(self.rules.trains[train].price <= cash for _, train in self.stock(s)):
                return True
        return any(cost <= cash for _, _, cost in self.trades_in(s, company))

    def buy_train(self, s: RailState, f: Frame, a: Action) -> None:
        """Another director must agree to the price."""
        source, train, cost = a.args
        company = str(f.who)
        s.has_acted = True
        s.todo.append(f)
        s.offer = ("train", company, source, train, cost)
        if source in ("bank", "pool") or self.director_seat(s, source) == a.seat:
            accept_offer(self.flow, s)
        else:
            then(s, Frame("consent", self.director_seat(s, source)))

    def trade_in(self, s: RailState, f: Frame, a: Action) -> None:
        """An old train for a reduction; it goes to the pool unless the new one scraps it."""
        old, train = a.args
        company = str(f.who)
        s.has_acted = True
        s.todo.append(f)
        self.flow.drop_train(s, company, old)
        self.flow.take_train(s, company, "bank", train, dict(self.rules.trains[train].trade_in)[old])

    def pass_trains(self, s: RailState, f: Frame, a: Action) -> None:
        """The end of the turn."""

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        match a.kind, a.args:
            case "pass_trains", ():
                return Refusal("train.must_buy", {"company": company})
            case "buy_train", (str(source), str(train), int(cost)) if train in self.rules.trains:
                return self._why_no_train(s, company, source, train, cost)
            case (("buy_train" | "trade_in"), (str(), str(train), *_)) if train in self.rules.left_out:
                return Refusal("train.absent", {CASE: "absent", "train": train})
            case "trade_in", (str(old), str(train)) if train in self.rules.trains:
                return self._why_no_trade_in(s, company, old, train)
            case (("sell" | "sell_large"), (str(held), int(amount))) if held in s.shares:
                return self.why_no_sale(s, company, a.seat, held, amount, large=a.kind == "sell_large")
            case "offer_private", (str(private), int(buyer), int(price)) if private in s.privates:
                return self.why_no_private_sale(s, company, a.seat, private, buyer, price)
            case "offer_private", (str(private), *_) if private in self.rules.privates:
                return Refusal("private.closed")
            case "bankrupt", ():
                return self.why_not_bankrupt(s, company)
            case "discard", _:
                return Refusal("train.discard_only_over_limit")
        return Refusal(self.rule) if a.kind in self.kinds else self.why_now(s, a)

    def _why_no_train(self, s: RailState, company: str, source: str, train: str, cost: int) -> Refusal:
        if not has_room(self.rules, s, company, train):
            return Refusal("train.limit", {"limit": limit(self.rules, s)})
        gone = self.why_not_there(s, company, source, train) or self.flow.why_not_taken(s, company, source, train)
        if gone is not None:
            return gone
        if source not in MARKETS:
            if train in s.doomed:
                return Refusal("train.last_run", {"train": train})
            if self.keeps_last(s, source):
                return Refusal("train.last_kept", {"company": source})
        return (
            self.why_other_price(source, train, cost)
            or why_declined(s, ("train", company, source, train), cost)
            or self.why_no_help(s, company, source, train, cost)
        )

    def why_not_there(self, s: RailState, company: str, source: str, train: str) -> Refusal | None:
        """Why whoever is asked for a train has none to sell; None where it has."""
        data: dict[str, str | int] = {"train": train}
        if source == "bank":
            there = (source, train) in self.stock(s, must=self.must_buy(s, company))
            return None if there else self.why_not_on_sale(s, train)
        if source == "pool":
            return None if train in s.train_pool else Refusal("train.pool", {CASE: "pool", **data})
        if source not in s.trains:
            return Refusal(self.rule)
        if source == company:
            return Refusal("train.other_company", {CASE: "own", "company": company, **data})
        return None if train in s.trains[source] else Refusal("train.other_company", {"company": source, **data})

    def why_not_on_sale(self, s: RailState, train: str) -> Refusal:
        """Why the bank sells no train of a type: all are gone, another opens its sale, or a smaller one is left."""
        facts, card = self.rules.trains[train], card_of(self.rules, train)
        if not s.depot[card]:
            if is_scrapped(self.rules, s, train):
                return Refusal("train.rusted", {CASE: "rusted", "train": train})
            return Refusal("train.sold_out", {CASE: "sold_out", "train": train})
        if facts.after and not begun(self.rules, s, facts.after):
            return Refusal("train.not_yet", {"train": train, "opener": facts.after})
        smaller = next(name for name in s.depot if s.depot[name])
        return Refusal("train.bank", {"train": train, "smaller": smaller, "count": s.depot[smaller]})

    def why_other_price(self, source: str, train: str, cost: int) -> Refusal | None:
        """Bank and pool take what is printed on a train, other companies no less than the book says."""
        face, least = self.rules.trains[train].price, self.rules.train_rules.least_price
        data: dict[str, str | int] = {CASE: "price", "train": train, "cost": cost}
        if source in MARKETS:
            key = ("train.price", "train.pool_price")[source == "pool"]
            return None if cost == face else Refusal(key, {**data, "price": face})
        return None if cost >= least else Refusal("train.other_company", {**data, "least": least})

    def _why_no_trade_in(self, s: RailState, company: str, old: str, train: str) -> Refusal:
        cost = dict(self.rules.trains[train].trade_in).get(old)
        data: dict[str, str | int] = {"company": company, "old": old, "train": train}
        if cost is None:
            types = ", ".join(given for given, _ in self.rules.trains[train].trade_in)
            return Refusal("train.trade_in", {CASE: "types", "types": types, **data} if types else data)
        if old not in s.trains[company]:
            return Refusal("train.trade_in", {CASE: "owned", **data})
        if old in s.doomed:
            return Refusal("train.last_run", {"train": old})
        if train not in self.flow.on_sale(s):
            return self.why_not_on_sale(s, train)
        return Refusal("treasury.short", {"cost": cost, "cash": s.cash[company]})


class DiscardTrain(RailStep):
    """A company over the limit gives trains of its choice to the pool."""

    lies_on = (IN_A_TURN, "discard_train")

    rule = "train.discard_first"
    kinds = ("discard",)
    anytime = (*ANY_TIME, "discard_ahead")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        for train in spare(self.rules, s, company):
            yield Choice(self.director_seat(s, company), "discard", (train,))

    def discard(self, s: RailState, f: Frame, a: Action) -> None:
        company = str(f.who)
        self.flow.drop_train(s, company, a.args[0])
        s.todo.append(f)


class DiscardAhead(RailStep):
    """By an option other companies over the limit need not wait for the one that is asked first."""

    rule = closed_rule = "train.discard_order"
    kinds = ("discard_for",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if self.rules.train_rules.discard_order == "price" or f.step != "discard_train":
            return
        for step, company in s.todo[-2::-1]:
            if step != "discard_train":
                return
            for train in spare(self.rules, s, str(company)):
                yield Choice(self.director_seat(s, str(company)), "discard_for", (company, train))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        asked = f.step == "discard_train" and a.args[:1] == (f.who,)
        return Refusal("train.discard_first" if asked else self.rule)

    def discard_for(self, s: RailState, f: Frame, a: Action) -> None:
        self.flow.drop_train(s, *a.args)
