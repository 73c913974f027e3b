"""The choices of a stock turn, each made once: a listing picks those that fit what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from stellwerk.core.choice import Choice, offer
from stellwerk.eighteen.market import Cell
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import FREE_ZONES, OPEN_ZONES
from stellwerk.eighteen.state import RailState

UNLIMITED: Final = 1000
"""More per cent than there are."""

Shares: TypeAlias = tuple[tuple[int, ...], ...]
"""The certificates of a company by holder: a tuple, so that the same object has the same content for good."""

Bought: TypeAlias = tuple[Shares, Cell | None, bool, int, Sequence[tuple[int, Choice]], Sequence[Choice]]
"""For certificates, a price and room for more: what the dearest costs, what each does, and all of them."""


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

        self._sales: list[dict[str, tuple[Shares, bool, Sequence[Choice]]]] = [{} for _ in seats]
        """What each seat could sell of each company the last time: certificates rarely move between two listings."""

        self._bought: list[dict[str, Bought]] = [{} for _ in seats]
        """The same of what each seat could buy, if it had the money."""

    def _pars(self, seat: int, company: str) -> tuple[tuple[int, Choice], ...]:
        """What the director's certificate costs at each par, and the choice of it."""
        facts = self.rules.companies[company]
        pars = (facts.par,) if facts.par else tuple(self.rules.market.pars)
        return tuple((par * facts.director // 10, offer((seat, "par", (company, par)))) for par in pars)

    def purchases(self, s: RailState, seat: int, cash: int, *, room: bool) -> list[Choice]:
        """What a player within the limits may buy who has bought nothing in this turn."""
        cells, latest, sold = s.cell, self._bought[seat], s.sold
        found: list[Choice] = []
        for company, shares in s.shares.items():
            if sold and (seat, company) in sold:
                continue
            known = latest.get(company)
            if known is None or known[0] is not shares or known[1] != cells.get(company) or known[2] != room:
                known = latest[company] = self._offered(s, seat, company, room=room)
            if known[3] <= cash:
                found += known[5]
            else:
                found += [choice for cost, choice in known[4] if cost <= cash]
        return found

    def _offered(self, s: RailState, seat: int, company: str, *, room: bool) -> Bought:
        """What a seat could buy of a company now if it had the money."""
        shares, cell = s.shares[company], s.cell.get(company)
        if company in s.par:
            priced = self._issued(s, seat, company, room=room)
        else:
            priced = self._new(shares, seat, company, room=room)
        if not priced:
            return shares, cell, room, 0, (), ()
        dearest = max([cost for cost, _ in priced])
        return shares, cell, room, dearest, priced, [choice for _, choice in priced]

    def _new(self, shares: Shares, seat: int, company: str, *, room: bool) -> Sequence[tuple[int, Choice]]:
        """The director's certificate of a company that nobody has founded."""
        t = self.rules
        own, big, most = shares[seat], t.companies[company].director, t.holding_percent
        within = sum(own) + big <= most if most is not None else len(own) < t.company_limit
        least = t.market.least_par * big // 10
        if not (room and within and big in shares[t.bank_index]):
            return ()
        return [(max(cost, least), choice) for cost, choice in self.pars[seat][company]]

    def _issued(self, s: RailState, seat: int, company: str, *, room: bool) -> Sequence[tuple[int, Choice]]:
        """Certificates from bank and pool."""
        t, shares, cell, par = self.rules, s.shares[company], s.cell.get(company), s.par[company]
        colour = t.market.zone[cell] if cell else ""
        if not room and colour not in FREE_ZONES:
            return ()
        own, most, free = shares[seat], t.holding_percent, colour in OPEN_ZONES
        if not free and most is None and len(own) >= t.company_limit:
            return ()
        priced: list[tuple[int, Choice]] = []
        left = UNLIMITED if free or most is None else most - sum(own)
        now = t.market.price[cell] if cell else par
        for source, certs, each in (("bank", shares[t.bank_index], par), ("pool", shares[t.pool_index], now)):
            for cert in dict.fromkeys(certs):
                if cert <= left:
                    key = company, source, cert
                    known = self.buys[seat].get(key)
                    if known is None:
                        known = self.buys[seat][key] = offer((seat, "buy", key))
                    priced.append((each * cert // 10, known))
        return priced

    def sales(
        self, s: RailState, seat: int, company: str, amounts: Callable[[RailState, int, str], Sequence[int]]
    ) -> Sequence[Choice]:
        """What a player may sell of a company of tenths that has no debts; `amounts` says so of new certificates."""
        shares, directs = s.shares[company], s.director.get(company) == seat
        latest = self._sales[seat].get(company)
        if latest is not None and latest[0] is shares and latest[1] == directs:
            return latest[2]
        found = tuple(offer((seat, "sell", (company, amount))) for amount in amounts(s, seat, company))
        self._sales[seat][company] = shares, directs, found
        return found
