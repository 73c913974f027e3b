"""Second reading of 2.7, 2.8 and 3.1: sales, purchases and redemptions in a stock round of 1853.

Of the position only what lies open on the table is read: certificates, money, prices and shares turned sideways. What
has happened in a round is written down here from the actions themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from stellwerk.core.action import Action
from stellwerk.games.g1853.state import State1853

CERTIFICATES: Final = {3: 21, 4: 16, 5: 13, 6: 11}
SHARES: Final = {3: 60, 4: 60, 5: 50, 6: 40}
STARTS: Final = {3: 60, 4: 50, 5: 50, 6: 40}
"""Table 3: certificates in all, per cent of a company for one player, per cent with which a company starts."""

CHEAP: Final = 40
"""3.1.2c: shares of this value or less are beyond both limits."""

PARS: Final = {"EIR": 100, "GIP": 96, "NWR": 92, "BNR": 88, "BBCI": 84, "MSM": 80, "SIR": 75, "ECR": 70}
Cell = tuple[int, int]
Deal = tuple[object, ...]


@dataclass(frozen=True)
class Book:
    """Printed values."""

    seats: int
    price: Mapping[Cell, int]

    @property
    def bank(self) -> int:
        return self.seats

    @property
    def pool(self) -> int:
        return self.seats + 1

    def issued(self, s: State1853, company: str) -> int:
        return 100 - sum(s.shares[company][self.bank])

    def is_cheap(self, s: State1853, company: str) -> bool:
        return company in s.cell and self.price[s.cell[company]] <= CHEAP


@dataclass
class Ledger:
    """Events of this stock round, and of this turn."""

    book: Book
    round: int = 0
    seat: int = -1
    turn: list[Action] = field(default_factory=list)
    sold: set[tuple[int, str]] = field(default_factory=set)
    contract: dict[tuple[int, str], int] = field(default_factory=dict)
    """Shares of its contract that a seat still has."""

    missed: set[tuple[int, str]] = field(default_factory=set)
    """Seats that have had a turn since enough of a company was issued."""

    before: set[str] = field(default_factory=set)
    """The companies in operation when the round began."""

    def look(self, s: State1853, seat: int) -> None:
        """Note that a round or a turn has begun."""
        if s.stock_rounds != self.round:
            self.round, self.seat, self.turn, self.sold, self.missed = s.stock_rounds, seat, [], set(), set()
            self.before = set(s.floated)
            self.contract = {}
            for owner, companies in enumerate(s.taken):
                for company in companies:
                    self.contract[owner, company] = self.contract.get((owner, company), 0) + 1
        elif seat != self.seat:
            self.turn_is_over(s)
            self.seat, self.turn = seat, []

    def turn_is_over(self, s: State1853) -> None:
        """2.8.3d, R-15: it was the chance to sell what the contract brought, but for what this very turn has begun."""
        for company in s.shares:
            begun = any(done.kind == "buy" and done.args[:2] == (company, "bank") for done in self.turn)
            begun = begun and self.book.issued(s, company) == STARTS[self.book.seats]
            if self.book.issued(s, company) >= STARTS[self.book.seats] and not begun:
                self.missed.add((self.seat, company))

    def note(self, s: State1853, action: Action) -> None:
        if action.kind not in ("sell", "buy", "redeem"):
            return
        self.turn.append(action)
        if action.kind == "sell":
            company, amount = action.args
            self.sold.add((action.seat, company))
            mine, left = self.contract.get((action.seat, company), 0), sum(s.shares[company][action.seat]) - amount
            begun = self.book.issued(s, company) >= STARTS[self.book.seats]
            self.contract[action.seat, company] = mine - amount // 10 if begun else min(mine, left // 10)

    def bought(self) -> list[str]:
        return [action.args[0] for action in self.turn if action.kind == "buy"]


def unpaid(s: State1853, company: str, seat: int) -> int:
    return s.unredeemed.get(company, (0,) * 6)[seat]


# --- limits ---------------------------------------------------------------------------------------------


def counted(book: Book, s: State1853, seat: int) -> int:
    """3.1.2a: all certificates, a director's as one."""
    return sum(len(held[seat]) for company, held in s.shares.items() if not book.is_cheap(s, company))


def excess(book: Book, s: State1853, seat: int) -> list[str]:
    """3.2.3b, R-61: the companies of which somebody above a limit has too much."""
    crowded = counted(book, s, seat) > CERTIFICATES[book.seats]
    return [
        company
        for company, held in s.shares.items()
        if held[seat] and not book.is_cheap(s, company) and (crowded or sum(held[seat]) > SHARES[book.seats])
    ]


def may_add(book: Book, s: State1853, seat: int, company: str) -> bool:
    if book.is_cheap(s, company):
        return True
    most = sum(s.shares[company][seat]) < SHARES[book.seats]
    return most and counted(book, s, seat) < CERTIFICATES[book.seats]


# --- the turn -------------------------------------------------------------------------------------------


def sales(book: Book, s: State1853, ledger: Ledger, seat: int) -> set[Deal]:
    found: set[Deal] = set()
    for company, held in s.shares.items():
        started_now = company in s.floated and company not in ledger.before
        if company in ledger.bought() or (s.stock_rounds > 1 and started_now):
            continue
        own, owing = held[seat], unpaid(s, company, seat)
        most = sum(own) - 10 * owing
        if 20 in own and owing > own.count(10):
            most = 0  # a part of the director's certificate is not paid for
        if s.stock_rounds == 1 and book.issued(s, company) >= STARTS[book.seats]:
            mine = ledger.contract.get((seat, company), 0) - owing
            most = min(most, 0 if (seat, company) in ledger.missed else 10 * mine)
        found |= {("sell", company, amount) for amount in range(10, most + 1, 10)}
    return found


def worth(book: Book, s: State1853, company: str) -> int:
    """3.1.7, 2.8.3a: what the pool pays for a share."""
    if s.stock_rounds == 1:
        return PARS[company] - 5
    return book.price[s.cell[company]] if company in s.cell else PARS[company]


def purchases(book: Book, s: State1853, ledger: Ledger, seat: int) -> set[Deal]:
    found: set[Deal] = set()
    if ledger.bought() or any(unpaid(s, company, seat) for company in s.shares):
        return found
    named = {company for companies in s.taken for company in companies}
    first_group_is_out = all(book.issued(s, company) == 100 for company in named)
    for company, held in s.shares.items():
        if (seat, company) in ledger.sold or not (company in named or first_group_is_out):
            continue
        price = book.price[s.cell[company]] if company in s.cell else PARS[company]
        for source, holder, cost in (("bank", book.bank, PARS[company]), ("pool", book.pool, price)):
            single = 10 in held[holder]
            second = 20 in held[holder] and company in s.floated and 10 in held[seat]
            if (single or second) and cost <= s.cash[f"P{seat}"] and may_add(book, s, seat, company):
                found.add(("buy", company, source, 10))
    return found


def redemptions(s: State1853, seat: int) -> set[Deal]:
    """2.7.4, R-13: at par, as many as one likes."""
    cash = s.cash[f"P{seat}"]
    return {("redeem", company) for company in s.shares if unpaid(s, company, seat) and PARS[company] <= cash}


def trades(book: Book, s: State1853, ledger: Ledger, seat: int) -> set[Deal]:
    """All that may be done in a turn."""
    sold, over = sales(book, s, ledger, seat), excess(book, s, seat)
    rest = sold | redemptions(s, seat)
    if over:
        return rest | (set() if any(deal[1] in over for deal in sold) else {("pass_turn",)})
    return rest | purchases(book, s, ledger, seat) | {("pass_turn",)}
