"""Certificates: who holds what, who directs, and which limits bind."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import BANK, RailState, player

FREE_ZONES = frozenset({"yellow", "orange", "brown"})
OPEN_ZONES = frozenset({"orange", "brown"})


def percent(s: RailState, company: str, holder: int) -> int:
    """What a seat (or the bank, or the pool) holds of a company."""
    return sum(s.shares[company][holder])


def zone(t: Ruleset, s: RailState, company: str) -> str:
    cell = s.cell.get(company)
    return t.market.zone[cell] if cell else ""


def price(t: Ruleset, s: RailState, company: str) -> int:
    """The current price of a tenth."""
    return t.market.price[s.cell[company]]


def certificates(t: Ruleset, s: RailState, seat: int) -> int:
    """Certificates that count against a player's limit: privates, and shares outside the coloured zones."""
    counting = list(s.privates.values()).count(player(seat)) if t.stock_rules.privates_count else 0
    for company, held in s.shares.items():
        if held[seat] and zone(t, s, company) not in FREE_ZONES:
            counting += len(held[seat])
    return counting


def certificate_limit(t: Ruleset, s: RailState, seat: int) -> int:
    """How many certificates a player may hold: fewer with companies that have failed, and fewer for their directors."""
    if not s.failed:
        return t.certificate_limit
    cut = t.limit_cut * sum(led == seat for _, led in s.failed)
    return max(t.certificate_limits[min(len(s.failed), len(t.certificate_limits) - 1)] - cut, 0)


def may_hold(t: Ruleset, s: RailState, seat: int, company: str, extra: int) -> bool:
    """Whether so many more per cent of a company keep within the limit for one company."""
    if zone(t, s, company) in OPEN_ZONES:
        return True
    held = s.shares[company][seat]
    if t.holding_percent is not None:
        return sum(held) + extra <= t.holding_percent
    return len(held) + (1 if extra else 0) <= t.company_limit


def has_room(t: Ruleset, s: RailState, seat: int) -> bool:
    """Whether a player may hold one more certificate that counts."""
    return certificates(t, s, seat) < certificate_limit(t, s, seat)


def may_gain(t: Ruleset, s: RailState, seat: int, company: str, extra: int, room: bool | None = None) -> bool:
    """Whether one more certificate keeps within both limits; `room` is what `has_room` says, where that is known."""
    if not may_hold(t, s, seat, company, extra):
        return False
    if zone(t, s, company) in FREE_ZONES:
        return True
    return has_room(t, s, seat) if room is None else room


def over_limit(t: Ruleset, s: RailState, seat: int) -> bool:
    """Whether a player holds more than he may."""
    if certificates(t, s, seat) > certificate_limit(t, s, seat):
        return True
    return any(not may_hold(t, s, seat, company, 0) for company, held in s.shares.items() if held[seat])


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
    held = [list(certs) for certs in s.shares[company]]
    for cert in given:
        held[giver].remove(cert)
        held[taker].append(cert)
    s.shares[company] = tuple(tuple(sorted(certs, reverse=True)) for certs in held)


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
    new = next(seat for seat in _clockwise(old, t.seats) if held[seat] == most)
    swap_director(t, s, company, old, new)


def swap_director(t: Ruleset, s: RailState, company: str, old: int, new: int) -> None:
    """The new director gives small certificates worth the director's one for it."""
    big = t.companies[company].director
    given = give_for(s.shares[company][new], big)
    move_certificates(s, company, new, old, given)
    move_certificates(s, company, old, new, (big,))
    s.director[company] = new


def give_for(held: tuple[int, ...], big: int) -> tuple[int, ...]:
    """The smallest certificates that add up to a sum."""
    given: list[int] = []
    for cert in sorted(held):
        if sum(given) + cert <= big:
            given.append(cert)
    return tuple(given)


def successor(t: Ruleset, s: RailState, company: str, seat: int, left: int) -> int | None:
    """Who directs a company when its director keeps only so much; None when nobody else can."""
    big = t.companies[company].director
    best = max((percent(s, company, other) for other in range(t.seats) if other != seat), default=0)
    if best < big or best <= left:
        return None
    return next(other for other in _clockwise(seat, t.seats) if percent(s, company, other) == best)


def overtaken(t: Ruleset, s: RailState, company: str, seat: int, amount: int) -> bool:
    """Whether somebody else would hold more of a company than a player who sells so much of it."""
    left = percent(s, company, seat) - amount
    return any(percent(s, company, other) > left for other in range(t.seats) if other != seat)


def sellable(t: Ruleset, s: RailState, seat: int, company: str) -> Iterator[int]:
    """Per cents of a company that a player may put into the pool at once, smallest first."""
    held = s.shares[company][seat]
    if not held or company not in s.cell:
        return
    if not t.companies[company].operates:
        yield from range(10, sum(held) + 1, 10)
        return
    own, room = sum(held), t.pool_percent - percent(s, company, t.pool_index)
    directs = s.director.get(company) == seat
    if directs and company in s.debts:
        return
    big = t.companies[company].director
    kept = list(held)
    if directs:
        kept.remove(big)
    sums = _sums(kept)
    for amount in range(10, min(own, room) + 1, 10):
        if directs and own - amount < big:
            if successor(t, s, company, seat, own - amount) is not None:
                yield amount
        elif amount in sums:
            yield amount


def _sums(certs: list[int]) -> set[int]:
    sums = {0}
    for cert in certs:
        sums |= {total + cert for total in sums}
    return sums


def sell(t: Ruleset, s: RailState, seat: int, company: str, amount: int) -> None:
    """Sell at one price; a director's certificate is swapped first; then the price falls."""
    worth = sale_price(t, s, company) * amount // 10
    big = t.companies[company].director
    left = percent(s, company, seat) - amount
    if s.director.get(company) == seat:
        heir = successor(t, s, company, seat, left)
        if heir is not None:
            swap_director(t, s, company, seat, heir)
        elif left < big:
            raise AssertionError(f"nobody can take over {company}")
    given = _exactly(s.shares[company][seat], amount)
    move_certificates(s, company, seat, t.pool_index, given)
    pay(t, s, BANK, player(seat), worth)
    _drop(t, s, company, amount // 10)


def sale_price(t: Ruleset, s: RailState, company: str) -> int:
    """What a tenth brings now: what is sold in one turn is one sale, where its price falls only once."""
    return dict(s.sale_prices).get(company) or price(t, s, company)


def _drop(t: Ruleset, s: RailState, company: str, shares: int) -> None:
    """The price falls a row for each share sold or one row for each sale; that of a company without track stays."""
    if not t.companies[company].operates:
        return
    if t.stock_rules.sale_drop == "per_share":
        move_marker(s, company, t.market.down(s.cell[company], shares))
    elif company not in dict(s.sale_prices):
        s.sale_prices = (*s.sale_prices, (company, price(t, s, company)))
        move_marker(s, company, t.market.down(s.cell[company]))


def _exactly(held: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """Certificates that add up to an amount, small ones first."""
    given: list[int] = []
    for cert in sorted(held):
        if sum(given) + cert <= amount:
            given.append(cert)
    if sum(given) != amount:
        raise AssertionError(f"{held} cannot make {amount}")
    return tuple(given)


def move_marker(s: RailState, company: str, cell: tuple[int, int]) -> None:
    """A marker that enters a cell goes under those that lie there; one that stays keeps its place."""
    if s.cell.get(company) != cell:
        s.cell[company] = cell
        s.clock += 1
        s.arrival[company] = s.clock


def check_price_end(t: Ruleset, s: RailState, company: str) -> None:
    """A price so high that the game is about to end."""
    if price(t, s, company) >= t.ends.get("price", price(t, s, company) + 1):
        s.ending = s.ending or "price"


def by_price(t: Ruleset, s: RailState, companies: Iterator[str] | tuple[str, ...]) -> list[str]:
    """Dearest first; then further right, then higher, then top of the stack."""
    return sorted(companies, key=lambda company: (*t.market.rank(s.cell[company]), s.arrival[company]))


def sold_out(t: Ruleset, s: RailState) -> list[str]:
    """Floated companies of which neither bank nor pool holds a share, dearest first."""
    full = (c for c in s.floated if not s.shares[c][t.bank_index] and not s.shares[c][t.pool_index])
    return by_price(t, s, full)


def _clockwise(seat: int, seats: int) -> Iterator[int]:
    return ((seat + step) % seats for step in range(1, seats))
