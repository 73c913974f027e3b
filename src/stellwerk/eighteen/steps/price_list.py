"""The choices of a stock turn, each made once: a listing picks those that fit what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from stellwerk.core.choice import Choice, offer
from stellwerk.core.memo import Memo
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import FREE_ZONES, OPEN_ZONES
from stellwerk.eighteen.state import RailState

MOST: Final = 8192
"""So many sales are remembered, by company, its certificates, the seller and whether he directs it."""

Sold: TypeAlias = tuple[str, tuple[tuple[int, ...], ...], int, bool]


class PriceList:
    """What a player may buy and sell by the usual rules of `TradeShares`, quicker than that says it."""

    def __init__(self, t: Ruleset) -> None:
        self.rules = t
        seats = range(t.seats)
        self.passes = tuple(offer((seat, "pass_turn", ())) for seat in seats)
        self.pars: list[dict[str, tuple[tuple[int, Choice], ...]]] = [
            {company: self._pars(seat, company) for company in t.companies} for seat in seats
        ]
        self.buys: list[dict[tuple[str, str, int], Choice]] = [{} for _ in seats]
        self.by_tenths = frozenset(
            company for company in t.tenths_only if t.companies[company].operates and t.stock_rules.sales == "block"
        )
        """The companies of which certificates and directorship alone tell what can be sold."""

        self._sales: Memo[Sold, Sequence[Choice]] = Memo(MOST)

    def _pars(self, seat: int, company: str) -> tuple[tuple[int, Choice], ...]:
        """What the director's certificate costs at each par, and the choice of it."""
        facts = self.rules.companies[company]
        pars = (facts.par,) if facts.par else tuple(self.rules.market.pars)
        return tuple((par * facts.director // 10, offer((seat, "par", (company, par)))) for par in pars)

    def purchases(self, s: RailState, seat: int, cash: int, *, room: bool) -> list[Choice]:
        """What a player within the limits may buy who has bought nothing in this turn."""
        t, cells, pars, sold = self.rules, s.cell, s.par, s.sold
        market, bank, pool = t.market, t.bank_index, t.pool_index
        most, cards, buys = t.holding_percent, t.company_limit, self.buys[seat]
        found: list[Choice] = []
        for company, shares in s.shares.items():
            if sold and (seat, company) in sold:
                continue
            own, par = shares[seat], pars.get(company)
            if par is None:
                big = t.companies[company].director
                within = sum(own) + big <= most if most is not None else len(own) < cards
                if room and within and cash >= market.least_par * big // 10 and big in shares[bank]:
                    found += [choice for cost, choice in self.pars[seat][company] if cost <= cash]
                continue
            left, offered = shares[bank], shares[pool]
            if not left and not offered:
                continue
            cell = cells.get(company)
            colour = market.zone[cell] if cell else ""
            if not room and colour not in FREE_ZONES:
                continue
            free = colour in OPEN_ZONES
            if not free and (sum(own) >= most if most is not None else len(own) >= cards):
                continue
            for source, certs, each in (("bank", left, par), ("pool", offered, market.price[cell] if cell else par)):
                for cert in dict.fromkeys(certs) if len(certs) > 1 else certs:
                    if each * cert // 10 <= cash and (free or most is None or sum(own) + cert <= most):
                        key = (company, source, cert)
                        found.append(buys.get(key) or buys.setdefault(key, offer((seat, "buy", key))))
        return found

    def sales(
        self, s: RailState, seat: int, company: str, amounts: Callable[[RailState, int, str], Sequence[int]]
    ) -> Sequence[Choice]:
        """What a player may sell of a company of tenths that has no debts; `amounts` says so of new certificates."""
        key = (company, s.shares[company], seat, s.director.get(company) == seat)
        known = self._sales.get(key)
        if known is None:
            known = tuple(offer((seat, "sell", (company, amount))) for amount in amounts(s, seat, company))
            self._sales.keep(key, known)
        return known
