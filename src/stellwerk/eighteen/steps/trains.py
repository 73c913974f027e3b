"""Buying trains, the duty to own one, and what follows: 1830 7.6, C-2.3 and C-2.4."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import further, limit, on_sale, take_train, without
from stellwerk.eighteen.shares import percent, price, sell, sellable
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.base import IN_OWN_TURN, RailStep
from stellwerk.eighteen.steps.offers import accept_offer


class BuyTrains(RailStep):
    """7.6: a company may buy trains one by one; with a route and no train it must.

    The end of the turn is always said, so that privates can be bought to the last (4.1e).
    """

    rule = "7.6a"
    kinds = ("buy_train", "trade_in", "sell", "bankrupt", "pass_trains")
    anytime = IN_OWN_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        seat = self.director_seat(s, company)
        must = self.must_buy(s, company)
        if not must:
            yield Choice(seat, "pass_trains")
        yield from self.offers(s, company, seat, must=must)

    def must_buy(self, s: RailState, company: str) -> bool:
        """C-2.3.1a, R-14, R-89: no train, but a route of two stops. R-45: unless there can be no train at all."""
        return not s.trains[company] and self.track.reach(s, company).route and self.cheapest(s) is not None

    def cheapest(self, s: RailState) -> tuple[str, str] | None:
        """The cheapest train in bank or pool, and where it is; a further one where both have none."""
        return min(self._stock(s, must=True), key=lambda entry: self.t.trains[entry[1]].price, default=None)

    def offers(self, s: RailState, company: str, seat: int, *, must: bool) -> Iterator[Choice]:
        cash, room = s.cash[company], len(s.trains[company]) < limit(self.t, s)
        cheapest = self.cheapest(s)
        short = must and cheapest is not None and cash < self.t.trains[cheapest[1]].price
        if short:
            yield from self.with_help(s, company, seat, cheapest)
            return
        if "free_train_sales" in self.t.flags and cheapest is not None:
            gap = self.t.trains[cheapest[1]].price - cash - self.money(s, seat)
            yield from self.forced_sales(s, company, seat, gap)
        if room:
            for source, train in self._stock(s, must=must):
                if self.t.trains[train].price <= cash:
                    yield Choice(seat, "buy_train", (source, train, self.t.trains[train].price))
            yield from self._from_others(s, company, seat)
        for train in on_sale(self.t, s):
            for old, reduced in self.t.trains[train].trade_in:
                if old in s.trains[company] and reduced <= cash:
                    yield Choice(seat, "trade_in", (old, train))

    def _stock(self, s: RailState, *, must: bool = False) -> Iterator[tuple[str, str]]:
        """What bank and pool have; R-45: who must buy and finds nothing gets a further train."""
        issued = further(self.t, s) if must else None
        if issued:
            yield "bank", issued
        for train in on_sale(self.t, s):
            yield "bank", train
        for train in dict.fromkeys(s.scrap):
            yield "pool", train

    def _from_others(self, s: RailState, company: str, seat: int, *, helped: bool = False) -> Iterator[Choice]:
        """7.6f, R-73: any price that both directors agree on, from $1."""
        for other, owned in s.trains.items():
            if other == company:
                continue
            for train in dict.fromkeys(owned):
                least = self.least_price(s, company, seat, train)
                most = self.most_with_help(s, company, seat, other, train) if helped else s.cash[company]
                if least <= most and ("train", company, other, train) not in s.declined:
                    yield Choice(seat, "buy_train", (other, train, Range(least, most)))

    def least_price(self, s: RailState, company: str, seat: int, train: str) -> int:
        """C-2.3.2e: after a forced sale the price must be one that could not have been paid without it."""
        if not s.raised or s.cash[company] >= self.t.trains[train].price:
            return 1
        return max(1, s.cash[company] + self.money(s, seat) - s.raised + 1)

    def with_help(self, s: RailState, company: str, seat: int, cheapest: tuple[str, str] | None) -> Iterator[Choice]:
        """C-2.3.1d to C-2.3.2: the director adds what is missing for the cheapest train, selling shares if he must."""
        if cheapest is None:
            return
        source, train = cheapest
        cost, cash, own = self.t.trains[train].price, s.cash[company], self.money(s, seat)
        if cash + own >= cost:
            yield Choice(seat, "buy_train", (source, train, cost))
        yield from self._from_others(s, company, seat, helped=True)
        yield from self.forced_sales(s, company, seat, cost - cash - own)
        if cash + own + self.sale_value(s, company, seat) < cost:
            yield Choice(seat, "bankrupt")

    def most_with_help(self, s: RailState, company: str, seat: int, other: str, train: str) -> int:
        """C-2.3.1e, C-2.3.1f: with the director's money only up to face value, and only from his own companies."""
        face, cash = self.t.trains[train].price, s.cash[company]
        if s.director[other] != seat and "help_for_any_train" not in self.t.flags:
            return cash
        return max(cash, min(face, cash + self.money(s, seat))) if cash < face else cash

    def sale_value(self, s: RailState, company: str, seat: int) -> int:
        """What a director could raise by selling all that he may, at present prices."""
        most = {held: amount for held in s.shares for amount in self.may_sell(s, company, seat, held)}
        return sum(price(self.t, s, held) * amount // 10 for held, amount in most.items())

    def may_sell(self, s: RailState, company: str, seat: int, held: str) -> Iterator[int]:
        """C-2.3.2b: as in a stock round, but never the directorship of the acting company."""
        for amount in sellable(self.t, s, seat, held):
            if held != company or not self._loses(s, company, seat, amount):
                yield amount

    def forced_sales(self, s: RailState, company: str, seat: int, gap: int) -> Iterator[Choice]:
        """C-2.3.2e, R-78: while money is missing, and no certificate whose omission would still cover the gap."""
        if gap <= 0 and "free_train_sales" not in self.t.flags:
            return
        for held in s.shares:
            for amount in self.may_sell(s, company, seat, held):
                spared = amount - min(s.shares[held][seat])
                if price(self.t, s, held) * spared < gap * 10:
                    yield Choice(seat, "sell", (held, amount))

    def _loses(self, s: RailState, company: str, seat: int, amount: int) -> bool:
        left = percent(s, company, seat) - amount
        return any(percent(s, company, other) > left for other in range(self.t.seats) if other != seat)

    def buy_train(self, s: RailState, f: Frame, a: Action) -> None:
        source, train, cost = a.args
        company = str(f.who)
        s.busy = 1
        s.todo.append(f)
        s.offer = ("train", company, source, train, cost)
        if source not in ("bank", "pool") and s.director[source] != a.seat:
            then(s, Frame("consent", s.director[source]))
            return
        s.raised = 0
        accept_offer(self.t, s)

    def trade_in(self, s: RailState, f: Frame, a: Action) -> None:
        """7.6j, 7.6k: an old train for a reduction; it goes to the pool unless the new one scraps it."""
        old, train = a.args
        company = str(f.who)
        s.todo.append(f)
        s.trains[company] = without(s.trains[company], old)
        s.scrap = (*s.scrap, old)
        take_train(self.t, s, company, "bank", train, dict(self.t.trains[train].trade_in)[old])

    def sell(self, s: RailState, f: Frame, a: Action) -> None:
        company, amount = a.args
        s.raised = price(self.t, s, company)
        sell(self.t, s, a.seat, company, amount)
        s.todo.append(f)

    def bankrupt(self, s: RailState, f: Frame, a: Action) -> None:
        """C-2.4: whatever may still be sold is sold, the cash is lost, and the game is over at once."""
        company = str(f.who)
        for held in s.shares:
            amounts = list(self.may_sell(s, company, a.seat, held))
            if amounts:
                sell(self.t, s, a.seat, held, amounts[-1])
        pay(self.t, s, player(a.seat), BANK, self.money(s, a.seat))
        s.bankrupt, s.ended = a.seat, "bankrupt"
        s.todo.clear()

    def pass_trains(self, s: RailState, f: Frame, a: Action) -> None:
        """The end of the turn."""

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        match a.kind, a.args:
            case "pass_trains", ():
                return Refusal("C-2.3.1a", {"company": company})
            case "buy_train", (str(source), str(train), int(cost)) if train in self.t.trains:
                return self._why_no_train(s, company, source, train, cost)
            case "trade_in", _:
                return Refusal("7.6j")
            case "sell", _:
                return Refusal("C-2.3.2e")
            case "bankrupt", _:
                return Refusal("C-2.4a")
        return Refusal(self.rule)

    def _why_no_train(self, s: RailState, company: str, source: str, train: str, cost: int) -> Refusal:
        data: dict[str, str | int] = {"train": train, "cost": cost, "cash": s.cash[company]}
        face = self.t.trains[train].price
        if len(s.trains[company]) >= limit(self.t, s):
            return Refusal("7.6c", {"limit": limit(self.t, s)})
        if source == "bank" and train not in on_sale(self.t, s):
            return Refusal("7.6d" if not self.t.trains[train].after else "7.6i", data)
        if source == "pool" and train not in s.scrap:
            return Refusal("7.6e", data)
        if source in ("bank", "pool"):
            return Refusal("7.6d" if cost != face else "7.0h", data)
        if train not in s.trains.get(source, ()) or cost < 1:
            return Refusal("7.6f", data)
        return Refusal("C-2.3.1e" if not s.trains[company] else "7.0h", data)


class DiscardTrain(RailStep):
    """7.6.1: a company over the limit gives trains of its choice to the pool."""

    rule = "7.6.1a"
    kinds = ("discard",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if len(s.trains[company]) > limit(self.t, s):
            for train in dict.fromkeys(s.trains[company]):
                yield Choice(self.director_seat(s, company), "discard", (train,))

    def discard(self, s: RailState, f: Frame, a: Action) -> None:
        company = str(f.who)
        s.trains[company] = without(s.trains[company], a.args[0])
        s.scrap = (*s.scrap, a.args[0])
        s.todo.append(f)
