"""Shares of 1853: who has held them for longest, who directs or manages a company, and how one starts.

Nobody buys a director's certificate. Who becomes director swaps two shares for it; while there is none it lies with the
bank or in the pool and stands for two shares there.
"""

from __future__ import annotations

from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.ruleset import TENTH, Ruleset
from stellwerk.eighteen.selling import sale_price
from stellwerk.eighteen.shares import move_certificates, move_marker, percent, swap_director
from stellwerk.eighteen.state import BANK, RailState, player, without_key
from stellwerk.games.g1853.state import own

FIRST = 1
"""The number of the first stock round."""


def in_first_round(s: RailState) -> bool:
    return s.stock_rounds <= FIRST


def count(table: dict[str, tuple[int, ...]], company: str, seat: int) -> int:
    """What a table by company and seat says; nothing where it does not speak of the company."""
    return table[company][seat] if company in table else 0


def put(t: Ruleset, table: dict[str, tuple[int, ...]], company: str, seat: int, number: int) -> None:
    """Write a number into such a table, which leaves out companies without any."""
    row = list(table.get(company, (0,) * t.seats))
    row[seat] = number
    if any(row):
        table[company] = tuple(row)
    else:
        table.pop(company, None)


# --- what is out, and what is paid for -------------------------------------------------------------------


def is_due(t: Ruleset, s: RailState, company: str) -> bool:
    """2.7.5: whether enough shares of a company are issued; those in the pool are too."""
    return 100 - percent(s, company, t.bank_index) >= t.float_percent


def unredeemed(s: RailState, company: str, seat: int) -> int:
    """How many shares of a company a player has not paid for."""
    return count(own(s).unredeemed, company, seat)


def free_to_sell(s: RailState, seat: int, company: str) -> int:
    """2.7.4, R-58: the per cents that are paid for; none while a part of the director's certificate is not."""
    held, unpaid = s.shares[company][seat], unredeemed(s, company, seat)
    if s.director.get(company) == seat and unpaid > held.count(TENTH):
        return 0
    return sum(held) - TENTH * unpaid


def left_of_first_group(t: Ruleset, s: RailState) -> int:
    """3.1.3, R-19: how many shares of the companies of the bids are not issued yet."""
    return sum(percent(s, company, t.bank_index) for company in own(s).named) // TENTH


# --- who holds most, and for longest ---------------------------------------------------------------------


def note_holding(t: Ruleset, s: RailState, company: str, seat: int) -> None:
    """R-16: remember when a holding began; one that is sold out begins anew."""
    since = own(s).held_since
    held = percent(s, company, seat)
    if held and not count(since, company, seat):
        s.clock += 1
        put(t, since, company, seat, s.clock)
    elif not held and count(since, company, seat):
        put(t, since, company, seat, 0)


def largest_holder(t: Ruleset, s: RailState, company: str, least: int, but: int | None = None) -> int | None:
    """Who holds most of a company and so much at least, of equals who has held it for longest."""
    since = own(s).held_since
    holders = [seat for seat in range(t.seats) if seat != but and percent(s, company, seat) >= least]
    return max(holders, key=lambda seat: (percent(s, company, seat), -count(since, company, seat)), default=None)


# --- directors and managers ------------------------------------------------------------------------------


def name_director(t: Ruleset, s: RailState, company: str) -> None:
    """2.9.2, 3.2.1: the largest holder swaps two shares for the director's certificate, wherever it lies."""
    big = t.companies[company].director
    seat = largest_holder(t, s, company, big)
    if seat is not None:
        _take_certificate(t, s, company, seat, (TENTH,) * (big // TENTH))


def _take_certificate(t: Ruleset, s: RailState, company: str, seat: int, given: tuple[int, ...]) -> None:
    """A player gives shares for a director's certificate that nobody has."""
    holder = _where(t, s, company)
    move_certificates(s, company, seat, holder, given)
    move_certificates(s, company, holder, seat, (t.companies[company].director,))
    s.director = {**s.director, company: seat}
    own(s).led.pop(company, None)


def _where(t: Ruleset, s: RailState, company: str) -> int:
    """Who holds a director's certificate: a seat, the bank or the pool."""
    return next(at for at, certs in enumerate(s.shares[company]) if t.companies[company].director in certs)


def review(t: Ruleset, s: RailState, company: str) -> None:
    """3.2.3, 3.4.1: after a purchase whoever holds more than the director takes over; or the first who can direct."""
    old = s.director.get(company)
    if old is None:
        name_director(t, s, company)
    else:
        most = largest_holder(t, s, company, percent(s, company, old) + TENTH)
        if most is not None:
            swap_director(t, s, company, old, most)


def manager(t: Ruleset, s: RailState, company: str) -> int:
    """3.4.1: who runs a company without a director.

    The last director, if he holds a share; else whoever has held one for longest; else the elephant.
    """
    last = own(s).led.get(company)
    if last is not None and percent(s, company, last):
        return last
    seat = largest_holder(t, s, company, TENTH)
    return s.priority if seat is None else seat


# --- trade -----------------------------------------------------------------------------------------------


def sell_shares(t: Ruleset, s: RailState, seat: int, company: str, amount: int) -> None:
    """Shares go to the pool at the market price, which stays; a director may have to hand over or to resign."""
    pay(t, s, BANK, player(seat), sale_price(t, s, company) * amount // TENTH)
    left, given = percent(s, company, seat) - amount, (TENTH,) * (amount // TENTH)
    if s.director.get(company) == seat:
        big = t.companies[company].director
        heir = largest_holder(t, s, company, max(big, left + TENTH), but=seat)
        if heir is not None:
            swap_director(t, s, company, seat, heir)
        elif left < big:
            given = _resign(t, s, company, seat, amount)
    move_certificates(s, company, seat, t.pool_index, given)
    _forget_contract(t, s, company, seat, amount)
    note_holding(t, s, company, seat)
    rest_certificate(t, s, company)


def _resign(t: Ruleset, s: RailState, company: str, seat: int, amount: int) -> tuple[int, ...]:
    """R-25: what a director sells whom nobody can follow: his certificate as two shares.

    Who has nothing else and keeps one share changes it into two that lie with pool or bank: as no other player has two
    shares, one of those has.
    """
    big = t.companies[company].director
    s.director = without_key(s.director, company)
    own(s).led[company] = seat
    if amount >= big:
        return (big, *(TENTH,) * ((amount - big) // TENTH))
    singles = (TENTH,) * (big // TENTH)
    holders = (t.pool_index, t.bank_index)
    holder = next(at for at in holders if s.shares[company][at].count(TENTH) >= len(singles))
    move_certificates(s, company, seat, holder, (big,))
    move_certificates(s, company, holder, seat, singles)
    return (TENTH,) * (amount // TENTH)


def _forget_contract(t: Ruleset, s: RailState, company: str, seat: int, amount: int) -> None:
    """2.8.3: of a company that has started only shares of a contract are sold; of another they are sold last."""
    table, left = own(s).from_contract, percent(s, company, seat) // TENTH
    mine = count(table, company, seat)
    if mine:
        put(t, table, company, seat, mine - amount // TENTH if is_due(t, s, company) else min(mine, left))


def rest_certificate(t: Ruleset, s: RailState, company: str) -> None:
    """R-25: a certificate that nobody has never lies alone while its two shares can be singles.

    So every share of bank and pool can be bought by itself.
    """
    if company in s.director or company not in s.floated:
        return
    big = t.companies[company].director
    here = _where(t, s, company)
    other = t.bank_index if here == t.pool_index else t.pool_index
    if TENTH not in s.shares[company][here] and percent(s, company, other) > big:
        move_certificates(s, company, here, other, (big,))
        move_certificates(s, company, other, here, (TENTH,) * (big // TENTH))


def is_for_sale(s: RailState, seat: int, company: str, holder: int) -> bool:
    """Whether bank or pool have a share for a player: a single one, or the certificate for one that he gives back."""
    certs = s.shares[company][holder]
    directs = company in s.floated and TENTH in s.shares[company][seat]
    return TENTH in certs or (bool(certs) and directs)


def buy_share(t: Ruleset, s: RailState, seat: int, company: str, holder: int) -> None:
    """A share of bank or pool; if only the certificate is there, the second of a player makes him director."""
    if TENTH in s.shares[company][holder]:
        move_certificates(s, company, holder, seat, (TENTH,))
    else:
        _take_certificate(t, s, company, seat, (TENTH,))
    note_holding(t, s, company, seat)
    if company in s.floated:
        review(t, s, company)
        rest_certificate(t, s, company)


def redeem_share(t: Ruleset, s: RailState, seat: int, company: str) -> None:
    """2.7.4: a share of a contract is paid for later, at par."""
    pay(t, s, player(seat), BANK, s.par[company])
    put(t, own(s).unredeemed, company, seat, unredeemed(s, company, seat) - 1)


# --- companies begin -------------------------------------------------------------------------------------


def start_company(flow: Flow, s: RailState, company: str) -> None:
    """3.2 and 3.3: its director, ten times par, a price and its home stations; R-57: with a manager too."""
    t = flow.rules
    if company not in s.director:
        name_director(t, s, company)
    s.floated = (*s.floated, company)
    rest_certificate(t, s, company)
    move_marker(s, company, t.market.pars[s.par[company]])
    pay(t, s, BANK, company, TENTH * s.par[company])
    flow.track.place_all_homes(s, company)
