"""What is wrong with the shares of a position of 1853: contracts, holdings, certificates without a director."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stellwerk.eighteen.audit import among, once
from stellwerk.eighteen.ruleset import TENTH, Ruleset
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import NOBODY
from stellwerk.games.g1853.shares import FIRST, is_due, left_of_first_group, unredeemed
from stellwerk.games.g1853.state import State1853

MOST_SHARES = 100 // TENTH


def share_form(t: Ruleset, s: State1853) -> Iterator[str]:
    """Every table names companies, with a number for each seat."""
    yield from _rows(t, "unredeemed", s.unredeemed, MOST_SHARES)
    yield from _rows(t, "from_contract", s.from_contract, MOST_SHARES)
    yield from _rows(t, "held_since", s.held_since, s.clock)
    yield from once("named", s.named, t.companies)
    yield from once("just_started", s.just_started, t.companies)
    yield from once("missed", s.missed, [(seat, company) for seat in range(t.seats) for company in t.companies])
    yield from among("last_buyer", [s.last_buyer], range(NOBODY, t.seats))
    yield from among("led", s.led, t.companies)
    yield from among("led", s.led.values(), range(t.seats))


def _rows(t: Ruleset, name: str, table: Mapping[str, tuple[int, ...]], most: int) -> Iterator[str]:
    yield from among(name, table, t.companies)
    for row in table.values():
        if len(row) != t.seats or not all(type(number) is int and 0 <= number <= most for number in row):
            yield f"{name}: every seat has a number from 0 to {most}"


def share_laws(t: Ruleset, s: State1853) -> Iterator[str]:
    """What no play can lead to."""
    trading = any(frame.step == "trade_shares" for frame in s.todo)
    first = s.round == "auction" or (s.stock_rounds <= FIRST and trading)
    if first and s.floated:
        yield "no company starts before the first stock round is over"
    if not first and (s.from_contract or s.missed):
        yield "which shares are those of contracts matters in the first stock round only"
    if not trading and s.last_buyer != NOBODY:
        yield "who has bought last matters in a stock round only"
    if (first or not trading) and s.just_started:
        yield "after the first one, companies start in stock rounds only"
    for company in t.companies:
        if not first and is_due(t, s, company) and company not in s.floated:
            yield f"{company}: it starts when {t.float_percent}% are issued"
        yield from _holdings(t, s, company, first=first)
        yield from _certificate(t, s, company)
    if s.round != "auction" and s.named and left_of_first_group(t, s):
        for company in t.companies:
            if company not in s.named and percent(s, company, t.bank_index) < 100:
                yield f"{company}: it is not on sale before the companies of the bids are all issued"


def _holdings(t: Ruleset, s: State1853, company: str, *, first: bool) -> Iterator[str]:
    """What is not paid for, what is of a contract, and since when a seat holds shares."""
    contract, since = s.from_contract.get(company, (0,) * t.seats), s.held_since.get(company, (0,) * t.seats)
    for seat in range(t.seats):
        held = percent(s, company, seat) // TENTH
        if unredeemed(s, company, seat) > held or contract[seat] > held:
            yield f"{company}: seat {seat} has more of its contract than it holds"
        if first and s.round == "stock" and unredeemed(s, company, seat) > contract[seat]:
            yield f"{company}: only shares of contracts are not paid for"
    begun = [clock for clock in since if clock]
    holds = [seat for seat in range(t.seats) if percent(s, company, seat)]
    apart = len(set(begun)) == len(begun) and [seat for seat, at in enumerate(since) if at] == holds
    if s.round != "auction" and not apart:
        yield f"{company}: whoever holds shares has done so since a moment of his own"


def _certificate(t: Ruleset, s: State1853, company: str) -> Iterator[str]:
    """A company without a director remembers the last one, and all its shares can be bought one by one."""
    floated, directed = company in s.floated, company in s.director
    if company in s.led and (directed or not floated):
        yield f"{company}: it remembers who directed it while it has no director"
    if company in s.just_started and not floated:
        yield f"{company}: it has not started"
    if directed or not floated:
        return
    bank, pool = s.shares[company][t.bank_index], s.shares[company][t.pool_index]
    big = t.companies[company].director
    if (bank == (big,) and sum(pool) > big) or (pool == (big,) and sum(bank) > big):
        yield f"{company}: a director's certificate that nobody has lies with other shares"
