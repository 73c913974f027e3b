"""A turn of the stock round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range, offer
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.ruleset import TENTH, Ruleset
from stellwerk.eighteen.selling import sell, sellable, sellable_large, why_not_sold
from stellwerk.eighteen.shares import (
    certificate_limit,
    certificates,
    float_if_due,
    holding,
    may_gain,
    may_hold,
    move_certificates,
    over_limit,
    percent,
    price,
    review_director,
    too_many,
    waits,
    zone,
)
from stellwerk.eighteen.state import BANK, CLOSED, RailState, clockwise, player
from stellwerk.eighteen.steps.auction import found_company, why_not_par
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.price_list import PriceList
from stellwerk.eighteen.track import Track


class TradeShares(RailStep):
    """Sell any number, buy one certificate, sell again; or pass."""

    rounds = ("stock",)
    lies_on = ("",)

    rule = "stock.turn"
    kinds: ClassVar[tuple[str, ...]] = ("sell", "sell_large", "buy", "par", "pass_turn")
    anytime: tuple[str, ...] = ("exchange_private", "trade_private")

    def __init__(self, rules: Ruleset, track: Track, flow: Flow) -> None:
        super().__init__(rules, track, flow)
        self.list = PriceList(rules)
        own, usual = type(self), TradeShares
        self.usual_sales = own.amounts is usual.amounts
        self.usual_time = own.may_sell is usual.may_sell and own.may_sell_now is usual.may_sell_now
        self.usual_purchases = own.purchases_of is usual.purchases_of and own._pars is usual._pars  # noqa: SLF001
        self.usual_purchases = self.usual_purchases and own.cost is usual.cost and own.money is usual.money
        """Whether a title leaves it to the list what may be sold and bought."""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        stock = holding(self.rules, s, seat)
        if stock.over:
            all_sales = self.sales(s, seat)
            if not self.must_sell(s, seat, all_sales):
                yield Choice(seat, "pass_turn")
            yield from all_sales
            return
        if not s.bought:
            yield self.list.passes[seat]
            yield from self.sales(s, seat)
            yield from self._within_limits(s, seat, room=stock.room)
            return
        sales = chain.from_iterable(self.sales_of_each(s, seat))
        trades = chain(sales, self._within_limits(s, seat, room=stock.room))
        first = next(trades, None)
        if first or any(True for deals in self._deals(s, f) for _ in deals):
            yield self.list.passes[seat]
            yield from (first,) if first else ()
            yield from trades

    def admits(self, s: RailState, f: Frame, a: Action) -> bool:
        """Looked up for its company alone, without listing what could be done with the others."""
        seat = int(f.who)
        match a.kind, a.args:
            case (("sell" | "sell_large"), (str(company), int(amount))) if company in s.shares:
                amounts = self.amounts if a.kind == "sell" else self.large_amounts
                sells = self.may_sell(s, company) and amount in amounts(s, seat, company)
                return sells and Choice(seat, *a[1:]).admits(a)
            case (("buy" | "par"), (str(company), *_)) if company in s.shares:
                stock = holding(self.rules, s, seat)
                offers = () if stock.over else self.purchases_of(s, seat, company, room=stock.room)
                return any(choice.admits(a) for choice in offers)
        return a.kind == "pass_turn" and super().admits(s, f, a)

    def _deals(self, s: RailState, f: Frame) -> Iterator[Iterator[Choice]]:
        """What may be agreed with other players, where a title knows that."""
        deals = self.beside.get("trade_private")
        if deals:
            yield deals.choices(s, f)

    def purse(self, s: RailState, f: Frame) -> tuple[int, int | None]:
        """Who has bought and sells nothing is on turn still because he can pay for more."""
        seat = int(f.who)
        if not s.bought or any(any(True for _ in some) for some in self.sales_of_each(s, seat)):
            return 0, None
        costs = [self.cost(s, *choice.args) for choice in self.purchases(s, seat)]
        costs += [least_paid(choice) for deals in self._deals(s, f) for choice in deals]
        return min(costs, default=0), None

    def must_sell(self, s: RailState, seat: int, sales: list[Choice]) -> bool:
        """Whether a player is over a limit and can sell what brings him nearer to it."""
        return over_limit(self.rules, s, seat) and not {sale.args[0] for sale in sales}.isdisjoint(
            too_many(self.rules, s, seat)
        )

    def sales(self, s: RailState, seat: int) -> list[Choice]:
        found: list[Choice] = []
        for some in self.sales_of_each(s, seat):
            found += some
        return found

    def sales_of_each(self, s: RailState, seat: int) -> Iterator[Sequence[Choice]]:
        """What a player may sell, by company of which he holds something; none where he may not."""
        small, quick = self.rules.tenths_only, self.list.by_tenths if self.usual_sales and not s.debts else ()
        free = self.usual_time and s.stock_rounds > 1 and not s.bought and not s.sale_prices
        for company, held in s.shares.items():
            if held[seat] and (free or self.may_sell(s, company)):
                if company in quick and company in s.cell:
                    yield self.list.sales(s, seat, company, self.amounts)
                    continue
                yield [offer((seat, "sell", (company, amount))) for amount in self.amounts(s, seat, company)]
                large = self.large_amounts(s, seat, company) if company not in small else ()
                yield [Choice(seat, "sell_large", (company, amount)) for amount in large]

    def amounts(self, s: RailState, seat: int, company: str) -> Sequence[int]:
        """Per cents of a company that a player may put into the pool at once."""
        return sellable(self.rules, s, seat, company)

    def large_amounts(self, s: RailState, seat: int, company: str) -> Iterable[int]:
        """Those for which he may choose a large certificate instead of small ones."""
        return sellable_large(self.rules, s, seat, company)

    def may_sell(self, s: RailState, company: str) -> bool:
        """Not in the first stock round, but for what a title sells earlier."""
        return (s.stock_rounds > 1 or self.sold_early(company)) and self.may_sell_now(s, company)

    def sold_early(self, company: str) -> bool:
        """Whether shares of a company may be sold in the first stock round."""
        return False

    def may_sell_now(self, s: RailState, company: str) -> bool:
        """Whether what was done in this turn leaves a sale of a company open."""
        if s.bought and (self.rules.stock_rules.turn == "sell_buy" or self.bought_now(s, company)):
            return False
        return not (
            s.sale_prices and self.rules.stock_rules.sales_of_one_company == "one" and company in dict(s.sale_prices)
        )

    def bought_now(self, s: RailState, company: str) -> bool:
        """Whether a company was bought in this turn, where that keeps it from being sold."""
        return not self.rules.stock_rules.sells_new and any(done == company for done, _ in s.bought)

    def purchases(self, s: RailState, seat: int) -> Iterator[Choice]:
        stock = holding(self.rules, s, seat)
        if not stock.over:
            yield from self._within_limits(s, seat, room=stock.room)

    def _within_limits(self, s: RailState, seat: int, *, room: bool) -> Iterable[Choice]:
        """What a player may buy who holds no more than he may."""
        if self.usual_purchases and not s.bought:
            return self.list.purchases(s, seat, self.money(s, seat), room=room)
        return self._one_by_one(s, seat, room=room)

    def _one_by_one(self, s: RailState, seat: int, *, room: bool) -> Iterator[Choice]:
        """The same, company by company: after a purchase only more of the same may follow."""
        companies: Iterable[str] = s.shares
        if s.bought:
            bought = {company for company, source in s.bought if source != "private"}
            if len(bought) > 1 or not self.rules.stock_rules.several_from:
                return
            companies = bought or companies
        for company in companies:
            yield from self.purchases_of(s, seat, company, room=room)

    def purchases_of(self, s: RailState, seat: int, company: str, *, room: bool | None = None) -> Iterable[Choice]:
        """What a player within the limits may buy of one company."""
        t, cash = self.rules, self.money(s, seat)
        if s.sold and (seat, company) in s.sold:
            return ()
        if company not in s.par:
            return self._pars(s, seat, company, cash, room)
        shares, found = s.shares[company], list[Choice]()
        for source, certs in (("bank", shares[t.bank_index]), ("pool", shares[t.pool_index])):
            if not certs or (s.bought and not self._many(s, company, source)):
                continue
            for cert in dict.fromkeys(certs) if len(certs) > 1 else certs:
                if self.cost(s, company, source, cert) <= cash and may_gain(t, s, seat, company, cert, room):
                    found.append(offer((seat, "buy", (company, source, cert))))
        return found

    def _pars(self, s: RailState, seat: int, company: str, cash: int, room: bool | None) -> Iterable[Choice]:
        """The director's certificate comes first, at twice a par of one's choice."""
        facts, market = self.rules.companies[company], self.rules.market
        big = facts.director
        if s.bought or cash < market.least_par * big // 10 or big not in s.shares[company][self.rules.bank_index]:
            return ()
        if not may_gain(self.rules, s, seat, company, big, room):
            return ()
        pars = (facts.par,) if facts.par else market.pars
        return [offer((seat, "par", (company, par))) for par in pars if par * big // 10 <= cash]

    def _many(self, s: RailState, company: str, source: str) -> bool:
        """In the brown zone several of one company from the pool, by an option also from the bank.

        They are one purchase, which a sale ends.
        """
        if self.sold_first(s):
            return False
        shares = [done for done in s.bought if done[1] != "private"]
        if zone(self.rules, s, company) != "brown" or any(done[0] != company for done in shares):
            return False
        sources = {source, *(done[1] for done in shares)}
        if CLOSED in sources:
            return False
        return sources <= self.rules.stock_rules.several_from

    def cost(self, s: RailState, company: str, source: str, cert: int) -> int:
        """Bank shares at par, pool shares at the market price."""
        each = s.par[company] if source == "bank" else price(self.rules, s, company)
        return each * cert // 10

    def sold_first(self, s: RailState) -> bool:
        """Whether a sale has ended the purchases of this turn, where those come first."""
        return self.rules.stock_rules.turn == "buy_sell" and s.bought[-1:] != () and s.bought[-1][1] == CLOSED

    def sell(self, s: RailState, f: Frame, a: Action) -> None:
        """Whoever sells a company cannot buy it again in this round."""
        self._sell(s, f, a, large=False)

    def sell_large(self, s: RailState, f: Frame, a: Action) -> None:
        """With a large certificate, or a part of it, instead of small ones."""
        self._sell(s, f, a, large=True)

    def _sell(self, s: RailState, f: Frame, a: Action, *, large: bool) -> None:
        company, amount = a.args
        if self.rules.stock_rules.turn == "buy_sell":
            s.bought = s.bought if self.sold_first(s) else (*s.bought, (company, CLOSED))
        elif s.bought and not self.rules.stock_rules.several_apart and self._many(s, *s.bought[-1]):
            s.bought = (*s.bought, (s.bought[-1][0], CLOSED))
        once = self.rules.stock_rules.sales_of_one_company == "one" and self.rules.companies[company].operates
        before = price(self.rules, s, company) if once else 0
        self.put_into_pool(s, a.seat, company, amount, large=large)
        if once and company not in dict(s.sale_prices):
            s.sale_prices = (*s.sale_prices, (company, before))
        if (a.seat, company) not in s.sold and not self.may_buy_again(company):
            s.sold = (*s.sold, (a.seat, company))
        self.go_on(s, f, a.seat)

    def put_into_pool(self, s: RailState, seat: int, company: str, amount: int, *, large: bool) -> None:
        """What a sale moves: certificates, money, the price and perhaps the directorship."""
        sell(self.rules, s, seat, company, amount, large=large)

    def may_buy_again(self, company: str) -> bool:
        """Whether shares of a company may be bought in the round in which they were sold."""
        return False

    def buy(self, s: RailState, f: Frame, a: Action) -> None:
        company, source, cert = a.args
        pay(self.rules, s, player(a.seat), BANK, self.cost(s, company, source, cert))
        s.bought = (*s.bought, (company, source))
        self.take_out(s, a.seat, company, source, cert)
        self.go_on(s, f, a.seat, bought=True)

    def take_out(self, s: RailState, seat: int, company: str, source: str, cert: int) -> None:
        """What a purchase moves besides money: a certificate, perhaps the directorship; and a company may float."""
        holder = self.rules.bank_index if source == "bank" else self.rules.pool_index
        move_certificates(s, company, holder, seat, (cert,))
        review_director(self.rules, s, company)
        float_if_due(self.rules, s, company)

    def par(self, s: RailState, f: Frame, a: Action) -> None:
        company, value = a.args
        big = self.rules.companies[company].director
        pay(self.rules, s, player(a.seat), BANK, value * big // 10)
        found_company(self.rules, s, a.seat, company, value)
        s.bought = (*s.bought, (company, "par"))
        self.go_on(s, f, a.seat, bought=True)

    def go_on(self, s: RailState, f: Frame, seat: int, *, bought: bool = False) -> None:
        """The left neighbour of whoever acted last gets priority, or of whoever bought last."""
        s.has_acted = True
        if bought or self.rules.stock_rules.goes_on_by == "trade":
            self.move_priority(s, seat)
        s.todo.append(f)

    def move_priority(self, s: RailState, seat: int) -> None:
        s.priority = self.next_seat(s, seat)

    def pass_turn(self, s: RailState, f: Frame, a: Action) -> None:
        self.end_turn(s, a.seat)

    def skip(self, s: RailState, f: Frame) -> None:
        self.end_turn(s, int(f.who))

    def end_turn(self, s: RailState, seat: int) -> None:
        """The round ends when all have passed in succession, or for good; or bought nothing, where that counts."""
        s.passes, s.passed, left = self._after(s, seat)
        if not left or s.passes >= self.rules.seats:
            if self.rules.stock_rules.standstill_ends and self.stands_still(s):
                s.ended = "standstill"
            else:
                self.flow.end_stock_round(s)
        else:
            self.flow.begin_stock_turn(s, left[0])

    def is_last(self, s: RailState, seat: int) -> bool:
        """Whether the round is over if a seat ends its turn as it stands."""
        passes, _, left = self._after(s, seat)
        return not left or passes >= self.rules.seats

    def _after(self, s: RailState, seat: int) -> tuple[int, tuple[int, ...], list[int]]:
        """How many have passed in succession after a turn, who has for good, and who is left, in their order."""
        stirred = bool(s.bought) if self.rules.stock_rules.goes_on_by == "purchase" else s.has_acted
        out = self.rules.stock_rules.passed_are_out and not s.has_acted
        passed = (*s.passed, seat) if out else s.passed
        left = [other for other in (*clockwise(s, self.rules.seats, seat), seat) if other not in passed]
        return 0 if stirred else s.passes + 1, passed, left

    def why_others(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal("stock.passed_out") if a.seat in s.passed else super().why_others(s, f, a)

    def stands_still(self, s: RailState) -> bool:
        """Whether nothing can ever change: no company acts, nobody is paid, and nobody can buy or sell."""
        if any(s.privates.values()) or not all(waits(self.rules, s, company) for company in s.floated):
            return False
        others = (company for company in self.rules.companies if company not in self.rules.railroads)
        if any(any(s.shares[company][: self.rules.seats]) for company in others):
            return False
        return self.nobody_trades(s)

    def nobody_trades(self, s: RailState) -> bool:
        """Whether nobody can buy or sell anything."""
        return not any(
            any(True for _ in trades)
            for seat in range(self.rules.seats)
            for trades in (self.sales(s, seat), self.purchases(s, seat))
        )

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        seat = int(f.who)
        if a.kind not in ("sell", "sell_large") and over_limit(self.rules, s, seat):
            return self._why_sell_first(s, seat)
        match a.kind, a.args:
            case (("sell" | "sell_large"), (str(company), int(amount))) if company in s.shares:
                return self.why_no_sale(s, seat, company, amount, large=a.kind == "sell_large")
            case (("sell" | "sell_large"), (str(private), _)) if private in s.privates:
                return Refusal("private.not_to_bank", {"private": private})
            case "buy", (str(company), str(source), int(cert)) if company in s.shares and source in ("bank", "pool"):
                return self.why_no_purchase(s, seat, company, source, cert)
            case "par", (str(company), value) if company in s.shares:
                return self._why_no_par(s, seat, company, value)
        return Refusal(self.rule)

    def _why_sell_first(self, s: RailState, seat: int) -> Refusal:
        held = certificates(self.rules, s, seat)
        limit = certificate_limit(self.rules, s, seat)
        if held > limit:
            return Refusal("stock.over_certificate_limit", {"held": held, "limit": limit})
        company = too_many(self.rules, s, seat)[0]
        return Refusal("stock.over_company_limit", {"company": company, "held": percent(s, company, seat)})

    def why_no_sale(self, s: RailState, seat: int, company: str, amount: int, *, large: bool) -> Refusal:
        if s.stock_rounds <= 1 and not self.may_sell(s, company):
            return Refusal("stock.first_round")
        if self.bought_now(s, company):
            return Refusal("stock.sale_of_purchase", {"company": company})
        if not self.may_sell(s, company):
            return Refusal("stock.sale_after_purchase" if s.bought else "stock.one_sale_each")
        return why_not_sold(self.rules, s, seat, company, amount, large=large)

    def why_no_purchase(self, s: RailState, seat: int, company: str, source: str, cert: int) -> Refusal:
        data: dict[str, str | int] = {"company": company}
        if (seat, company) in s.sold:
            return Refusal("stock.sold_before", data)
        if company not in s.par:
            early = cert > TENTH and self.rules.companies[company].has_large
            return Refusal("stock.large_later" if early else "stock.no_director", data)
        if self.sold_first(s):
            return Refusal("stock.purchase_after_sale", data)
        if s.bought and not self._many(s, company, source):
            brown = zone(self.rules, s, company) == "brown" and s.bought[-1][0] == company
            closed = brown and s.bought[-1][1] == CLOSED
            return Refusal(
                "stock.purchase_closed" if closed else "stock.several_from_pool" if brown else "stock.one_purchase",
                data,
            )
        if cert not in s.shares[company][self.rules.bank_index if source == "bank" else self.rules.pool_index]:
            return Refusal("stock.no_certificate", {CASE: source, "percent": cert, **data})
        rule, cost = "stock.bank_price" if source == "bank" else "stock.pool_price", self.cost(s, company, source, cert)
        return self.why_too_much(s, seat, company, cert, rule, cost)

    def _why_no_par(self, s: RailState, seat: int, company: str, value: object) -> Refusal:
        if company in s.par:
            par: dict[str, str | int] = {"company": company, "par": s.par[company]}
            return Refusal("stock.par_set", par if company in s.director else {CASE: "undirected", **par})
        fixed = self.rules.companies[company].par
        if not isinstance(value, int) or value not in self.rules.market.pars or value != (fixed or value):
            return why_not_par(self.rules, company)
        if s.bought:
            return Refusal("stock.purchase_after_sale" if self.sold_first(s) else "stock.one_purchase")
        big = self.rules.companies[company].director
        if big not in s.shares[company][self.rules.bank_index]:
            return Refusal("stock.no_certificate", {"company": company, "percent": big})
        why = self.why_too_much(s, seat, company, big, "stock.director_price", value * big // 10)
        least = (fixed or min(self.rules.market.pars)) * big // 10
        if why.rule == "stock.director_price" and self.money(s, seat) < least:
            return Refusal("stock.director_price", {**why.data, CASE: "any_par", "cost": least})
        return why

    def why_too_much(self, s: RailState, seat: int, company: str, cert: int, rule: str, cost: int) -> Refusal:
        if not may_hold(self.rules, s, seat, company, cert):
            return Refusal("stock.company_limit", {"company": company, "held": percent(s, company, seat)})
        if not may_gain(self.rules, s, seat, company, cert):
            return Refusal(
                "stock.certificate_limit",
                {"held": certificates(self.rules, s, seat), "limit": certificate_limit(self.rules, s, seat)},
            )
        return Refusal(rule, {"company": company, "cost": cost, "cash": self.money(s, seat)})

    def fits(self, s: RailState, f: Frame) -> bool:
        return self.is_seat(f.who) and f.who not in s.passed


def least_paid(deal: Choice) -> int:
    """What a player must have at least to offer a deal to another one: nothing where he sells."""
    prices = deal.args[-1]
    return prices.lo if deal.kind == "ask_private" and isinstance(prices, Range) else 0
