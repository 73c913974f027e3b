"""Sales into the pool: how much may be sold, in which certificates, and what that does to a price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.ruleset import TENTH, Ruleset
from stellwerk.eighteen.shares import (
    card_sets,
    give_for,
    move_certificates,
    move_marker,
    percent,
    price,
    price_rules,
    successor,
    swap_director,
)
from stellwerk.eighteen.state import BANK, RailState, player


class Parcel(NamedTuple):
    """Certificates that go to the pool, and what comes back as change."""

    given: tuple[int, ...]
    change: tuple[int, ...] = ()

    @property
    def amount(self) -> int:
        return sum(self.given) - sum(self.change)


def sellable(t: Ruleset, s: RailState, seat: int, company: str) -> Sequence[int]:
    """Per cents of a company that a player may put into the pool at once, smallest first."""
    own = sum(s.shares[company][seat])
    if not own or company not in s.cell:
        return ()
    if not t.companies[company].operates:
        return range(TENTH, own + 1, TENTH)
    if company in t.tenths_only and t.stock_rules.sales == "block":
        return _tenths(t, s, seat, company, own)
    return [amount for amount in range(TENTH, own + 1, TENTH) if parcels(t, s, seat, company, amount)]


def _tenths(t: Ruleset, s: RailState, seat: int, company: str, own: int) -> Sequence[int]:
    """The same, quicker, where all certificates but the director's are tenths: bots ask for it without end."""
    shares, big, cards = s.shares[company], t.companies[company].director, t.pool_certificates
    pool = shares[t.pool_index]
    room = t.pool_percent - sum(pool) if cards is None else TENTH * (cards - len(pool))
    amounts = range(TENTH, min(own, room) + 1, TENTH)
    if s.director.get(company) != seat:
        return amounts
    if insolvent(s, seat, company):
        return ()
    if own - room >= big:
        return amounts
    best = max([sum(held) for other, held in enumerate(shares[: t.seats]) if other != seat], default=0)
    if best < big:
        return range(TENTH, min(room, own - big) + 1, TENTH)
    return [amount for amount in amounts if own - amount >= big or best > own - amount]


def sellable_large(t: Ruleset, s: RailState, seat: int, company: str) -> Sequence[int]:
    """Per cents that can be sold in small certificates as well as with a large one or a part of it."""
    if company in t.tenths_only or company not in s.cell:
        return ()
    amounts = range(TENTH, percent(s, company, seat) + 1, TENTH)
    return [amount for amount in amounts if len(parcels(t, s, seat, company, amount)) > 1]


def parcels(t: Ruleset, s: RailState, seat: int, company: str, amount: int) -> list[Parcel]:
    """The ways to sell so much that are allowed, those of small certificates first."""
    cards = _cards(t, s, seat, company, amount)
    if cards is None or insolvent(s, seat, company):
        return []
    return [way for way in _ways(t, s, company, cards, amount) if fits_in_pool(t, s, company, way) and _alone(t, way)]


def insolvent(s: RailState, seat: int, company: str) -> bool:
    """Whether a player directs a company in debt, of which he may sell nothing."""
    return company in s.debts and s.director.get(company) == seat


def _cards(t: Ruleset, s: RailState, seat: int, company: str, amount: int) -> tuple[int, ...] | None:
    """The certificates among which a seller chooses; None for a director whom nobody can follow.

    A director's certificate is swapped before the sale, if somebody takes over, and never sold.
    """
    held = s.shares[company][seat]
    if s.director.get(company) != seat:
        return held
    big, left = t.companies[company].director, sum(held) - amount
    heir = successor(t, s, company, seat, left)
    kept = list(held)
    kept.remove(big)
    if heir is not None:
        return tuple(sorted((*kept, *give_for(s.shares[company][heir], big)), reverse=True))
    return tuple(kept) if left >= big else None


def _ways(t: Ruleset, s: RailState, company: str, cards: tuple[int, ...], amount: int) -> Iterator[Parcel]:
    for given in card_sets(cards, amount):
        yield Parcel(given)
    if t.stock_rules.change_from_pool:
        for large in sorted(set(cards)):
            if large > amount and large - amount in s.shares[company][t.pool_index]:
                yield Parcel((large,), (large - amount,))


def changed(t: Ruleset, s: RailState, seat: int, company: str) -> bool:
    """Whether a player could sell a tenth of a large certificate now."""
    return company not in t.tenths_only and any(way.change for way in parcels(t, s, seat, company, TENTH))


def fits_in_pool(t: Ruleset, s: RailState, company: str, way: Parcel) -> bool:
    """Whether the pool keeps within its limit, in certificates where a title counts those.

    Into a pool that has all its certificates nothing is sold, not even for change.
    """
    pool, most = s.shares[company][t.pool_index], t.pool_certificates
    if most is not None:
        return len(pool) < most and len(pool) + len(way.given) - len(way.change) <= most
    return sum(pool) + way.amount <= t.pool_percent


def _alone(t: Ruleset, way: Parcel) -> bool:
    """Whether certificates are sold together only where a title allows that."""
    return len(way.given) == 1 or t.stock_rules.sales == "block"


def sell(t: Ruleset, s: RailState, seat: int, company: str, amount: int, *, large: bool = False) -> Parcel:
    """Sell at one price; a director's certificate is swapped first; then the price falls."""
    worth = sale_price(t, s, company) * amount // TENTH
    directs = s.director.get(company) == seat
    if not large and company in t.tenths_only and t.companies[company].operates and t.stock_rules.sales == "block":
        way = Parcel((TENTH,) * (amount // TENTH))
    elif t.companies[company].operates:
        way = parcels(t, s, seat, company, amount)[-1 if large else 0]
    else:
        way = Parcel(card_sets(s.shares[company][seat], amount)[0])
    heir = successor(t, s, company, seat, percent(s, company, seat) - amount) if directs else None
    if heir is not None:
        swap_director(t, s, company, seat, heir)
    move_certificates(s, company, seat, t.pool_index, way.given)
    move_certificates(s, company, t.pool_index, seat, way.change)
    pay(t, s, BANK, player(seat), worth)
    _drop(t, s, company, amount // TENTH, by_director=directs)
    return way


def sale_price(t: Ruleset, s: RailState, company: str) -> int:
    """What a tenth brings now: what is sold in one turn is one sale, where its price falls only once."""
    now = dict(s.sale_prices).get(company) or price(t, s, company)
    return now if s.stock_rounds > 1 else now - t.stock_rules.sale_discount


def rows_down(t: Ruleset, s: RailState, company: str, shares: int, *, by_director: bool) -> int:
    """By how many rows a sale of so many tenths lowers a price; that of a company without track stays."""
    rules = price_rules(t, s)
    if not t.companies[company].operates:
        return 0
    drop = rules.directors_drop if by_director and rules.directors_drop else rules.drop
    if drop == "per_share":
        return shares
    return 0 if drop == "never" or (drop == "per_turn" and company in dict(s.sale_prices)) else 1


def _drop(t: Ruleset, s: RailState, company: str, shares: int, *, by_director: bool) -> None:
    rows = rows_down(t, s, company, shares, by_director=by_director)
    if rows and price_rules(t, s).drop == "per_turn":
        s.sale_prices = (*s.sale_prices, (company, price(t, s, company)))
    move_marker(s, company, t.market.down(s.cell[company], rows))


def why_not_sold(t: Ruleset, s: RailState, seat: int, company: str, amount: int, *, large: bool = False) -> Refusal:
    """Why so much of a company cannot be put into the pool."""
    held = percent(s, company, seat)
    if company not in s.par:
        return Refusal("stock.no_price", {"company": company})
    if insolvent(s, seat, company):
        return Refusal("stock.insolvent", {"company": company, "debt": s.debts[company]})
    lacking = why_not_held(company, held, amount)
    if lacking:
        return lacking
    cards = _cards(t, s, seat, company, amount)
    if cards is None:
        return Refusal("stock.no_heir", {"company": company})
    ways = list(_ways(t, s, company, cards, amount))
    if not ways or (large and len(ways) < 2):
        parts = any(card > amount for card in cards) and not any(way.change for way in ways)
        return Refusal("stock.no_change" if parts else "stock.no_large_sale", {"company": company, "percent": amount})
    if not any(fits_in_pool(t, s, company, way) for way in ways):
        return why_pool_is_full(t, s, company)
    if not any(_alone(t, way) for way in ways):
        return Refusal("stock.one_certificate", {"company": company})
    return Refusal("stock.no_large_sale" if large else "stock.no_heir", {"company": company, "percent": amount})


def why_not_held(company: str, held: int, amount: int) -> Refusal | None:
    """Why so much is not sold of what somebody holds: he has none or less of it, or it is no whole shares."""
    data: dict[str, str | int] = {"company": company, "held": held, "percent": amount}
    if amount > held:
        return Refusal("stock.tenths", {CASE: "more" if held else "none", **data})
    return Refusal("stock.tenths", data) if amount <= 0 or amount % TENTH else None


def why_pool_is_full(t: Ruleset, s: RailState, company: str) -> Refusal:
    """The limit is told in per cent; in certificates where those are not all tenths."""
    pool = s.shares[company][t.pool_index]
    data: dict[str, str | int] = {"company": company, "pool": sum(pool), "limit": t.pool_percent}
    if t.pool_certificates is not None and t.companies[company].has_large:
        data |= {CASE: "cards", "pool": len(pool), "limit": t.pool_certificates}
    return Refusal("stock.pool_full", data)
