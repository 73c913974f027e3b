"""Second reading of 5.3 to 6.4: sales and purchases in a stock round of 1830, and what they move.

Who has bought and sold what is written down here from the actions themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from stellwerk.core.action import Action
from stellwerk.eighteen.state import RailState

LIMITS: Final = {
    "classic": {2: 28, 3: 20, 4: 16, 5: 13, 6: 11, 7: 11},
    "plus": {2: 32, 3: 22, 4: 18, 5: 15, 6: 13, 7: 12},
}
"""5.3, V-5.3: certificates by players."""

PARS: Final = (67, 71, 76, 82, 90, 100)
MOST: Final = 5
"""Certificates of a company with one player, and in the pool."""

LIGHT: Final = ("yellow", "orange", "brown")
Cell = tuple[int, int]
Deal = tuple[object, ...]
Way = tuple[tuple[int, ...], tuple[int, ...]]
"""Certificates that go to the pool, and those that come back for them."""


@dataclass(frozen=True)
class Book:
    """Printed values, and the variants that are played."""

    seats: int
    price: Mapping[Cell, int]
    zone: Mapping[Cell, str]
    limits: str = "classic"
    turn: str = "sell_buy_sell"
    block: bool = True
    brown: tuple[str, ...] = ("pool",)
    fall: str = "per_share"

    @property
    def bank(self) -> int:
        return self.seats

    @property
    def pool(self) -> int:
        return self.seats + 1

    def colour(self, s: RailState, company: str) -> str:
        return self.zone[s.cell[company]] if company in s.cell else ""


@dataclass
class Ledger:
    """Sales of this stock round by seat, and what was bought and sold in this turn."""

    sold: set[tuple[int, str]] = field(default_factory=set)
    turn: list[Action] = field(default_factory=list)
    round: int = 0

    def look(self, s: RailState) -> None:
        """A new round begins with nothing sold."""
        if s.stock_rounds != self.round:
            self.sold, self.turn, self.round = set(), [], s.stock_rounds

    def note(self, s: RailState, action: Action) -> None:
        if s.round != "stock":
            return
        if s.todo[-1].step == "trade_shares" and action.kind == "pass_turn":
            self.turn = []
        elif action.kind in ("buy", "par", "sell", "sell_large"):
            if self.turn and self.turn[-1].seat != action.seat:
                self.turn = []
            self.turn.append(action)
            if action.kind.startswith("sell"):
                self.sold.add((action.seat, action.args[0]))

    def of(self, seat: int) -> list[Action]:
        """Actions of a seat in its turn."""
        return [action for action in self.turn if action.seat == seat]


# --- limits ---------------------------------------------------------------------------------------------


def counted(book: Book, s: RailState, seat: int) -> int:
    """5.3a, 5.4a: privates, and certificates of companies outside of the coloured zones."""
    privates = sum(owner == f"P{seat}" for owner in s.privates.values())
    return privates + sum(len(held[seat]) for c, held in s.shares.items() if book.colour(s, c) not in LIGHT)


def excess(book: Book, s: RailState, seat: int) -> list[str]:
    """5.3e: the companies of which a player holds too much, or which count while he holds too much in all."""
    crowded = counted(book, s, seat) > LIMITS[book.limits][book.seats]
    found = []
    for company, held in s.shares.items():
        colour = book.colour(s, company)
        if held[seat] and (
            (len(held[seat]) > MOST and colour not in ("orange", "brown")) or (crowded and colour not in LIGHT)
        ):
            found.append(company)
    return found


def may_add(book: Book, s: RailState, seat: int, company: str) -> bool:
    colour = book.colour(s, company)
    if len(s.shares[company][seat]) >= MOST and colour not in ("orange", "brown"):
        return False
    return colour in LIGHT or counted(book, s, seat) < LIMITS[book.limits][book.seats]


# --- sales ----------------------------------------------------------------------------------------------


def heir(book: Book, s: RailState, company: str, left: int) -> int | None:
    """6.1e, 6.4d: who takes over from a director who keeps so much: the largest holder with two shares, clockwise."""
    old = s.director[company]
    order = list(s.seating or range(book.seats))
    after = order[order.index(old) + 1 :] + order[: order.index(old)]
    best = max(sum(s.shares[company][seat]) for seat in after)
    return None if best < 20 or best <= left else next(x for x in after if sum(s.shares[company][x]) == best)


def cards(book: Book, s: RailState, seat: int, company: str, amount: int) -> list[int]:
    """The certificates from which a seller takes what he sells; a director's only once he has swapped it."""
    held = list(s.shares[company][seat])
    if s.director.get(company) != seat:
        return held
    held.remove(20)
    left = 20 + sum(held) - amount
    follows = None if left < 0 else heir(book, s, company, left)
    if follows is None:
        return held if left >= 20 else []
    return held + ([10, 10] if s.shares[company][follows].count(10) > 1 else [20])


def ways(book: Book, s: RailState, seat: int, company: str, amount: int) -> set[Way]:
    """All ways to bring so much of a company into the pool, with five certificates there at most.

    Into a pool that has five nothing is sold, not even for change.
    """
    if len(s.shares[company][book.pool]) == MOST:
        return set()
    if company not in s.par or (company in s.debts and s.director[company] == seat):
        return set()
    own, pool = cards(book, s, seat, company, amount), list(s.shares[company][book.pool])
    found: set[Way] = set()
    for number in range(1, len(own) + 1 if book.block else 2):
        found |= {(tuple(sorted(some)), ()) for some in combinations(own, number) if sum(some) == amount}
    found |= {((card,), (10,)) for card in own if card - 10 == amount and 10 in pool}
    return {(given, back) for given, back in found if len(pool) + len(given) - len(back) <= MOST}


def sales(book: Book, s: RailState, ledger: Ledger, seat: int) -> set[Deal]:
    bought = any(action.kind in ("buy", "par") for action in ledger.of(seat))
    if s.stock_rounds < 2 or (bought and book.turn == "sell_buy"):
        return set()
    found: set[Deal] = set()
    for company, held in s.shares.items():
        for amount in range(10, sum(held[seat]) + 1, 10):
            number = len(ways(book, s, seat, company, amount))
            found |= {("sell", company, amount)} if number else set()
            found |= {("sell_large", company, amount)} if number > 1 else set()
    return found


def rows(book: Book, s: RailState, seat: int, company: str, amount: int) -> int:
    """5.5a, V-5.1: how many rows a sale lowers the price."""
    once = {"per_share": False, "per_sale": True, "reform": s.reformed}
    if book.fall == "per_sale_except_director":
        return amount // 10 if s.director[company] == seat else 1
    return 1 if once[book.fall] else amount // 10


def lowered(book: Book, cell: Cell, steps: int) -> Cell:
    for _ in range(steps):
        cell = (cell[0] + 1, cell[1]) if (cell[0] + 1, cell[1]) in book.price else cell
    return cell


# --- purchases ------------------------------------------------------------------------------------------


def purchases(book: Book, s: RailState, ledger: Ledger, seat: int) -> set[Deal]:
    done, cash, found = ledger.of(seat), s.cash[f"P{seat}"], set[Deal]()
    if book.turn == "buy_sell" and any(action.kind.startswith("sell") for action in done):
        return found
    bought = [action for action in done if action.kind in ("buy", "par")]
    for company, held in s.shares.items():
        if (seat, company) in ledger.sold or not may_add(book, s, seat, company):
            continue
        if company not in s.par:
            if not bought and 20 in held[book.bank]:
                found |= {("par", company, par) for par in PARS if 2 * par <= cash}
            continue
        for source, holder, each in (
            ("bank", book.bank, s.par[company]),
            ("pool", book.pool, book.price[s.cell[company]]),
        ):
            if not bought or may_go_on(book, s, done, company, source):
                found |= {("buy", company, source, card) for card in held[holder] if each * card // 10 <= cash}
    return found


def may_go_on(book: Book, s: RailState, done: list[Action], company: str, source: str) -> bool:
    """5.4c, V-6.3: more of the same from the pool while it is in the brown zone, as one purchase."""
    since = done[next(at for at, action in enumerate(done) if action.kind in ("buy", "par")) :]
    one = all(action.kind == "buy" and action.args[0] == company and action.args[1] in book.brown for action in since)
    return one and source in book.brown and book.colour(s, company) == "brown"


def trades(book: Book, s: RailState, ledger: Ledger, seat: int) -> set[Deal]:
    """All that may be done in a turn; who holds too much may but sell, and pass when that does not help."""
    sold = sales(book, s, ledger, seat)
    over = excess(book, s, seat)
    if over:
        helps = any(deal[1] in over for deal in sold)
        return sold | (set() if helps else {("pass_turn",)})
    return sold | purchases(book, s, ledger, seat) | {("pass_turn",)}
