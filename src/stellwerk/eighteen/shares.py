"""Certificates: who holds what, who directs, and which limits bind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.rules import PriceRules
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import BANK, RailState, clockwise, player

FREE_ZONES = frozenset({"yellow", "orange", "brown"})
OPEN_ZONES = frozenset({"orange", "brown"})


def percent(s: RailState, company: str, holder: int) -> int:
    """What a seat (or the bank, or the pool) holds of a company."""
    return sum(s.shares[company][holder])


def zone(t: Ruleset, s: RailState, company: str) -> str:
    cell = s.cell.get(company)
    return t.market.zone[cell] if cell else ""


def price(t: Ruleset, s: RailState, company: str) -> int:
    """The current price of a tenth; par where a company has no price yet."""
    cell = s.cell.get(company)
    return t.market.price[cell] if cell else s.par[company]


def certificates(t: Ruleset, s: RailState, seat: int) -> int:
    """Certificates that count against a player's limit: privates, and shares outside the coloured zones."""
    return holding(t, s, seat).held


class Holding(NamedTuple):
    """How many certificates of a player count, how many may, and whether he holds too much of some company."""

    held: int
    limit: int
    too_much: bool

    @property
    def over(self) -> bool:
        return self.too_much or self.held > self.limit

    @property
    def room(self) -> bool:
        """Whether one more certificate may be held that counts."""
        return self.held < self.limit


def holding(t: Ruleset, s: RailState, seat: int) -> Holding:
    """What a player holds beside what he may, looked at once for both limits."""
    counting = list(s.privates.values()).count(player(seat)) if t.stock_rules.privates_count else 0
    cells, zones, most, percents = s.cell, t.market.zone, t.company_limit, t.holding_percent
    too_much = False
    for company, held in s.shares.items():
        own = held[seat]
        if own:
            cell = cells.get(company)
            colour = zones[cell] if cell else ""
            if colour not in FREE_ZONES:
                counting += len(own)
            if colour not in OPEN_ZONES and (len(own) > most if percents is None else sum(own) > percents):
                too_much = True
    limit = certificate_limit(t, s, seat) if s.failed else t.certificate_limit
    return tuple.__new__(Holding, (counting, limit, too_much))  # asked for each turn: half the time of a call


def certificate_limit(t: Ruleset, s: RailState, seat: int) -> int:
    """How many certificates a player may hold: fewer with companies that have failed, and fewer for their directors."""
    if not s.failed:
        return t.certificate_limit
    cut = t.limit_cut * sum(led == seat for _, led in s.failed)
    return max(t.certificate_limits[min(len(s.failed), len(t.certificate_limits) - 1)] - cut, 0)


def may_hold(t: Ruleset, s: RailState, seat: int, company: str, extra: int) -> bool:
    """Whether so many more per cent of a company keep within the limit for one company."""
    held, most = s.shares[company][seat], t.holding_percent
    if sum(held) + extra <= most if most is not None else len(held) + (1 if extra else 0) <= t.company_limit:
        return True
    return zone(t, s, company) in OPEN_ZONES


def has_room(t: Ruleset, s: RailState, seat: int) -> bool:
    """Whether a player may hold one more certificate that counts."""
    return holding(t, s, seat).room


def may_gain(t: Ruleset, s: RailState, seat: int, company: str, extra: int, room: bool | None = None) -> bool:
    """Whether one more certificate keeps within both limits; `room` is what `has_room` says, where that is known."""
    if not may_hold(t, s, seat, company, extra):
        return False
    if room or zone(t, s, company) in FREE_ZONES:
        return True
    return has_room(t, s, seat) if room is None else room


def over_limit(t: Ruleset, s: RailState, seat: int) -> bool:
    """Whether a player holds more than he may."""
    return holding(t, s, seat).over


def too_many(t: Ruleset, s: RailState, seat: int) -> list[str]:
    """The companies of which a player over some limit must sell, as long as he can."""
    crowded = certificates(t, s, seat) > certificate_limit(t, s, seat)
    return [
        company
        for company, held in s.shares.items()
        if held[seat] and (not may_hold(t, s, seat, company, 0) or (crowded and zone(t, s, company) not in FREE_ZONES))
    ]


def move_certificates(s: RailState, company: str, giver: int, taker: int, given: tuple[int, ...]) -> None:
    """Hand certificates from one holder to another."""
    held = list(s.shares[company])
    left, got = list(held[giver]), [*held[taker], *given]
    for cert in given:
        left.remove(cert)
    held[giver], held[taker] = tuple(left), tuple(sorted(got, reverse=True))
    s.shares = {**s.shares, company: tuple(held)}


def float_if_due(t: Ruleset, s: RailState, company: str) -> None:
    """A company floats when enough has left the bank; its capital follows (at once, by an option)."""
    if company in s.floated or company not in s.par or 100 - percent(s, company, t.bank_index) < t.float_percent:
        return
    if not t.companies[company].operates:
        return
    s.floated = (*s.floated, company)
    s.unpaid = (*s.unpaid, company)
    if t.stock_rules.capital == "at_once" or s.round == "operating":
        pay_capital(t, s)


def pay_capital(t: Ruleset, s: RailState) -> None:
    """Newly floated companies receive ten times par; one that has to wait gets it when it may begin."""
    early = t.stock_rules.capital_of_waiting == "when_floated"
    late = () if early else tuple(c for c in s.unpaid if waits(t, s, c))
    for company in s.unpaid:
        if company not in late:
            pay(t, s, BANK, company, 10 * s.par[company])
    s.unpaid = late


def waits(t: Ruleset, s: RailState, company: str) -> bool:
    """Whether a company may not begin yet, because its homes are not joined and the phase that frees it is to come."""
    phase = t.companies[company].waits_for
    if not phase or company in s.linked:
        return False
    return t.ordinal[s.phase] < t.ordinal[phase]


def review_director(t: Ruleset, s: RailState, company: str) -> None:
    """Whoever holds strictly more than the director takes over and swaps certificates; not of an insolvent company."""
    old = s.director.get(company)
    if old is None or company in s.debts:
        return
    held = [percent(s, company, seat) for seat in range(t.seats)]
    most = max(held)
    if held[old] >= most:
        return
    new = next(seat for seat in clockwise(s, t.seats, old) if held[seat] == most)
    swap_director(t, s, company, old, new)


def swap_director(t: Ruleset, s: RailState, company: str, old: int, new: int) -> None:
    """The new director gives small certificates worth the director's one for it."""
    big = t.companies[company].director
    given = give_for(s.shares[company][new], big)
    move_certificates(s, company, new, old, given)
    move_certificates(s, company, old, new, (big,))
    s.director = {**s.director, company: new}


def give_for(held: tuple[int, ...], big: int) -> tuple[int, ...]:
    """The certificates that are given for a director's one: small ones, or else a large one."""
    return next(iter(card_sets(held, big)), ())


def card_sets(cards: tuple[int, ...], amount: int) -> list[tuple[int, ...]]:
    """Distinct sets of certificates that add up to an amount, those of small ones first."""
    sizes = sorted(set(cards))
    if len(sizes) == 1:
        count, rest = divmod(amount, sizes[0])
        return [cards[:count]] if not rest and count <= len(cards) else []
    sets: list[tuple[int, ...]] = [()]
    for size in sizes:
        most = cards.count(size)
        sets = [(*some, *(size,) * n) for some in sets for n in range(min(most, (amount - sum(some)) // size) + 1)]
    return sorted((some for some in sets if sum(some) == amount), key=len, reverse=True)


def successor(t: Ruleset, s: RailState, company: str, seat: int, left: int) -> int | None:
    """Who directs a company when its director keeps only so much; None when nobody else can."""
    big = t.companies[company].director
    best = max((percent(s, company, other) for other in range(t.seats) if other != seat), default=0)
    if best < big or best <= left:
        return None
    return next(other for other in clockwise(s, t.seats, seat) if percent(s, company, other) == best)


def overtaken(t: Ruleset, s: RailState, company: str, seat: int, amount: int) -> bool:
    """Whether somebody else would hold more of a company than a player who sells so much of it."""
    left = percent(s, company, seat) - amount
    return any(percent(s, company, other) > left for other in range(t.seats) if other != seat)


def move_marker(s: RailState, company: str, cell: tuple[int, int]) -> None:
    """A marker that enters a cell goes under those that lie there; one that stays keeps its place."""
    if s.cell.get(company) != cell:
        s.cell = {**s.cell, company: cell}
        s.clock += 1
        s.arrival = {**s.arrival, company: s.clock}


def price_rules(t: Ruleset, s: RailState) -> PriceRules:
    """What holds for prices now: a reform may have changed it."""
    return t.reform.rules if s.reformed and t.reform else t.price_rules


def check_price_end(t: Ruleset, s: RailState, company: str) -> None:
    """A price so high that the game is about to end."""
    if has_top_price(t, s, company):
        s.ending = s.ending or "price"


def has_top_price(t: Ruleset, s: RailState, company: str) -> bool:
    """Whether a price is so high that it brings the end."""
    return "price" in t.ends and price(t, s, company) >= t.ends["price"]


def by_price(t: Ruleset, s: RailState, companies: Iterator[str] | tuple[str, ...]) -> list[str]:
    """Dearest first; then further right, then higher, then top of the stack."""
    return sorted(companies, key=lambda company: (*t.market.rank(s.cell[company]), s.arrival[company]))


def sold_out(t: Ruleset, s: RailState) -> list[str]:
    """Floated companies of which neither bank nor pool holds a share, dearest first."""
    full = (c for c in s.floated if not s.shares[c][t.bank_index] and not s.shares[c][t.pool_index])
    return by_price(t, s, full)
