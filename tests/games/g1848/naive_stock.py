"""Second reading of VI, VII and XIII: sales and purchases in a stock round of 1848."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from stellwerk.eighteen.state import RailState
from tests.games.g1830.naive_stock import Cell, Deal, Ledger

BOE: Final = "BOE"
LIMITS: Final = {
    3: (20, 18, 16, 14, 12, 10),
    4: (17, 15, 13, 11, 10, 9),
    5: (14, 13, 12, 10, 9, 8),
    6: (12, 11, 10, 9, 8, 7),
}
"""XIII.limit.1: by players, and by companies that the Bank of England runs."""

LED: Final = {3: 2, 4: 2, 5: 1, 6: 1}
"""VI.rec.9: by how much the limit of their former directors falls further."""

HALF: Final = 50
BOTTOM: Final = 5
"""R-47: the last of six rows; below them stand the prices of the Bank of England."""

PARS: Final = (70, 80, 90, 100)


@dataclass(frozen=True)
class Book:
    """Printed values."""

    seats: int
    price: Mapping[Cell, int]

    @property
    def most(self) -> int:
        """XIII.limit.6, XIII.limit.7: per cent of a company beyond which nobody buys."""
        return 70 if self.seats == 3 else 60

    @property
    def bank(self) -> int:
        return self.seats

    @property
    def pool(self) -> int:
        return self.seats + 1


def limit(book: Book, s: RailState, seat: int) -> int:
    number = LIMITS[book.seats][min(len(s.failed), 5)]
    return max(0, number - LED[book.seats] * sum(led == seat for _, led in s.failed))


def counted(s: RailState, seat: int) -> int:
    """XIII.limit.3, XIII.limit.4: all share certificates, and no privates."""
    return sum(len(held[seat]) for held in s.shares.values())


def excess(book: Book, s: RailState, seat: int) -> list[str]:
    """The companies of which somebody over a limit holds too much, or something."""
    crowded = counted(s, seat) > limit(book, s, seat)
    return [c for c, held in s.shares.items() if held[seat] and (crowded or sum(held[seat]) > book.most)]


# --- directors ------------------------------------------------------------------------------------------


def heir(book: Book, s: RailState, company: str, left: int) -> int | None:
    """VII.2: who takes over from a director who keeps so much: the largest holder of two shares, next in turn."""
    old = s.director[company]
    after = [(old + step) % book.seats for step in range(1, book.seats)]
    best = max(sum(s.shares[company][seat]) for seat in after)
    if best < 20 or best <= left:
        return None
    return next(seat for seat in after if sum(s.shares[company][seat]) == best)


# --- sales ----------------------------------------------------------------------------------------------


def may_sell(book: Book, s: RailState, seat: int, company: str, amount: int) -> bool:
    held = s.shares[company]
    if company == BOE:
        return True
    if company not in s.par or sum(held[book.pool]) + amount > HALF:
        return False
    own, left = list(held[seat]), sum(held[seat]) - amount
    if s.director[company] == seat:
        own.remove(20)
        if heir(book, s, company, left) is not None:
            own += [10, 10]
        elif left < 20:
            return False
    return any(sum(some) == amount for number in range(1, len(own) + 1) for some in combinations(own, number))


def sales(book: Book, s: RailState, ledger: Ledger, seat: int) -> set[Deal]:
    """VI.gen.10, XIII.gen.3: from the second stock round on, and before the purchase."""
    if s.stock_rounds < 2 or any(action.kind in ("buy", "par") for action in ledger.of(seat)):
        return set()
    return {
        ("sell", company, amount)
        for company, held in s.shares.items()
        for amount in range(10, sum(held[seat]) + 1, 10)
        if may_sell(book, s, seat, company, amount)
    }


def lowered(book: Book, s: RailState, ledger: Ledger, seat: int, company: str) -> Cell:
    """XIII.price: one row for all sales of a turn, none for the Bank of England."""
    row, column = s.cell[company]
    again = any(action.kind == "sell" and action.args[0] == company for action in ledger.of(seat))
    below = (row + 1, column)
    return (row, column) if company == BOE or again or row == BOTTOM or below not in book.price else below


# --- purchases ------------------------------------------------------------------------------------------


def purchases(book: Book, s: RailState, ledger: Ledger, seat: int) -> set[Deal]:
    cash, found = s.cash[f"P{seat}"], set[Deal]()
    if any(action.kind in ("buy", "par") for action in ledger.of(seat)) or counted(s, seat) >= limit(book, s, seat):
        return found
    for company, held in s.shares.items():
        if (seat, company) in ledger.sold and company != BOE:
            continue
        own = sum(held[seat])
        if company == BOE:
            each = book.price[s.cell[company]]
            found |= {("buy", company, "pool", 10)} if held[book.pool] and each <= cash and own < book.most else set()
        elif company not in s.par:
            pars = (100,) if company == "CAR" else PARS
            if 20 in held[book.bank] and own + 20 <= book.most:
                found |= {("par", company, par) for par in pars if 2 * par <= cash}
        elif own < book.most:
            if held[book.bank] and s.par[company] <= cash:
                found.add(("buy", company, "bank", 10))
            if held[book.pool] and book.price[s.cell[company]] <= cash:
                found.add(("buy", company, "pool", 10))
    return found


def trades(book: Book, s: RailState, ledger: Ledger, seat: int) -> set[Deal]:
    """All that may be done in a turn; R-20: who holds too much sells first, as far as that is allowed."""
    sold, over = sales(book, s, ledger, seat), excess(book, s, seat)
    if over:
        return sold | (set() if any(deal[1] in over for deal in sold) else {("pass_turn",)})
    return sold | purchases(book, s, ledger, seat) | {("pass_turn",)}
