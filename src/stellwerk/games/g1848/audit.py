"""Laws of loans and receivership."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.eighteen.audit import among
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1848.lending import granted
from stellwerk.games.g1848.ruleset import Ruleset1848
from stellwerk.games.g1848.state import loans_of


def loans_form(t: Ruleset1848, s: RailState) -> Iterator[str]:
    """Only railroads take loans, and so many at most as there are."""
    yield from among("loans", loans_of(s), t.railroads)
    yield from among("loans", loans_of(s).values(), range(1, t.loans.count + 1))


def lending(t: Ruleset1848, s: RailState) -> Iterator[str]:
    """One sentence for each law of the lender that is broken."""
    loans, lender, out = t.loans, t.lender, granted(s)
    if out > loans.count:
        yield f"there are {loans.count} loans, each granted to one company"
        return
    if s.cash[lender] != (loans.count - out) * loans.value:
        yield f"{lender} holds what it has not lent"
    if s.par.get(lender) != t.market.price[t.market.track[0]]:
        yield f"the shares of {lender} begin at the first price of its track"
    if s.cell.get(lender) != t.market.track[min(out, len(t.market.track) - 1)]:
        yield f"the price of {lender} follows its loans"
    if lender not in s.arrival:
        yield f"{lender} has a market marker from the start"
    if Counter(cert for certs in s.shares[lender] for cert in certs) != Counter(t.companies[lender].certificates):
        yield f"{lender}: certificates are missing or too many"
    if lender in s.director or lender in s.floated or s.trains[lender] or s.markers[lender]:
        yield f"{lender} is no railroad"
    yield from _failed(t, s)


def _failed(t: Ruleset1848, s: RailState) -> Iterator[str]:
    gone = {company for company, _ in s.failed}
    for company in gone:
        listed = (s.director, s.par, s.cell, s.arrival, s.floated, s.operated, s.roster, s.acted, s.linked)
        if any(company in names for names in listed) or any(s.shares[company]) or s.trains[company] or s.cash[company]:
            yield f"{company} is in receivership: nothing of it is left but its stations"
    if any(cell in t.market.track for company, cell in s.cell.items() if company != t.lender):
        yield f"the prices below the grid are those of {t.lender} alone"
    if any(t.market.zone[cell] == "closing" for cell in s.cell.values()):
        yield "a company whose price falls so far is taken over at once"
    standing = sum(markers.count(t.lender) for stops in s.stations.values() for markers in stops)
    if standing > sum(t.companies[company].markers for company in gone):
        yield f"{t.lender} has only the stations of companies in receivership"
    if s.rights.keys() & s.privates.keys():
        yield "a right is left only of a private that has closed"
