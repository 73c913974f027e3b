"""Second reading of 7.6, C-2.3 and 7.7: what a company of 1830 may do that has to buy a train.

For boards without privates, of companies whose certificates are all tenths but the director's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from stellwerk.eighteen.state import RailState
from tests.games.g1830 import naive_stock
from tests.games.g1830.naive_stock import Deal

PRICES: Final = {"2": 80, "3": 180, "4": 300, "5": 450, "6": 630, "D": 1100}
LIMITS: Final = {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2}
"""7.6: what trains cost, and how many a company may own by phase."""


@dataclass(frozen=True)
class Need:
    """A company that must buy a train, and who has how much."""

    stock: naive_stock.Book
    s: RailState
    company: str
    route: bool
    last: int = 0
    """Proceeds of the last share that was sold for the train."""

    lends: bool = False
    """7.6.2d: in the basic game the bank lends, and nothing is sold."""

    @property
    def seat(self) -> int:
        return self.s.director[self.company]

    @property
    def cash(self) -> int:
        return self.s.cash[self.company]

    @property
    def own(self) -> int:
        return self.s.cash[f"P{self.seat}"]

    @property
    def must(self) -> bool:
        """7.6.2a, 7.6.2e."""
        return self.route and not self.s.trains[self.company]

    @property
    def cheapest(self) -> int:
        return min(PRICES[train] for _, train in self.new())

    @property
    def gap(self) -> int:
        return self.cheapest - self.cash - self.own

    def new(self) -> set[tuple[str, str]]:
        """7.6d, 7.6e, 7.6i: the lowest type that is left, diesels from phase 6 on, and what lies in the pool."""
        left = [train for train in PRICES if self.s.depot[train]]
        found = {("bank", left[0])} | {("pool", train) for train in self.s.train_pool}
        return found | ({("bank", "D")} if self.s.phase in ("6", "7") and "D" in left else set())

    def used(self) -> set[tuple[str, str]]:
        """7.6f: trains of all other companies, 7.7g: but for the only one of one that is insolvent."""
        owners = [(c, owned) for c, owned in self.s.trains.items() if c != self.company]
        return {(c, train) for c, owned in owners for train in owned if c not in self.s.debts or len(owned) > 1}


def options(need: Need) -> set[Deal]:
    """All purchases, sales and ways out."""
    s, found = need.s, set[Deal]()
    if len(s.trains[need.company]) >= LIMITS[s.phase]:
        return {("pass_trains",)} | trades_in(need)
    if not need.must or need.cash >= need.cheapest:
        if not need.must:
            found = {("pass_trains",)} | trades_in(need)
        found |= {("buy_train", at, train, PRICES[train]) for at, train in need.new() if PRICES[train] <= need.cash}
        least = lowest(need)
        return found | {("buy_train", c, t, price) for c, t in need.used() for price in range(least, need.cash + 1)}
    if need.gap <= 0 or need.lends:
        found = {("buy_train", at, train, need.cheapest) for at, train in need.new() if PRICES[train] == need.cheapest}
    for owner, train in need.used():
        most = need.cash if need.lends else max(need.cash, min(PRICES[train], need.cash + need.own))
        found |= {("buy_train", owner, train, price) for price in range(lowest(need), most + 1)}
    return found if need.lends or need.gap <= 0 else found | sales(need)


def lowest(need: Need) -> int:
    """7.6f: $1; C-2.3.2e: after a sale only a price that could not have been paid without the last share."""
    return max(1, need.cash + need.own - need.last + 1) if need.last and need.must else 1


def trades_in(need: Need) -> set[Deal]:
    """7.6j, 7.6k: a 4, 5 or 6 and $800 for a diesel, at the limit of trains too."""
    if ("bank", "D") not in need.new() or need.cash < 800:
        return set()
    return {("trade_in", old, "D") for old in Counter(need.s.trains[need.company]) if old in ("4", "5", "6")}


def amounts(need: Need, company: str) -> list[int]:
    """C-2.3.2b: as in a stock round, but the director of the company that buys stays its director."""
    s, seat = need.s, need.seat
    own = sum(s.shares[company][seat])
    found = []
    for amount in range(10, own + 1, 10):
        others = [sum(held) for other, held in enumerate(s.shares[company][: need.stock.seats]) if other != seat]
        stays = company != need.company or max(others) <= own - amount
        if stays and naive_stock.ways(need.stock, s, seat, company, amount):
            found.append(amount)
    return found


def price(need: Need, company: str) -> int:
    return need.stock.price[need.s.cell[company]]


def sales(need: Need) -> set[Deal]:
    """C-2.3.2a, C-2.3.2e: while money is missing, no share without which there would be enough; else he is bankrupt."""
    found, raised = set[Deal](), 0
    for company in need.s.shares:
        can = amounts(need, company)
        raised += price(need, company) * max(can) // 10 if can else 0
        found |= {("sell", company, a) for a in can if price(need, company) * (a - 10) // 10 < need.gap}
    return found | ({("bankrupt",)} if raised < need.gap else set())
