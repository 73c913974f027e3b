"""The chapter on contract bids read a second time, without anything of the engine: cities by name, companies by number.

A bid is judged as a whole, as the book does: a city may be noted if the bid can still be brought to a legal end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

CITIES: Final[dict[str, tuple[int, ...]]] = {
    "Peshawar": (3,),
    "Rawalpindi": (3,),
    "Lahore": (3,),
    "Multan": (3,),
    "Karachi": (3,),
    "Delhi": (1, 2, 3, 5),
    "Jaipur": (5,),
    "Ajmer": (5,),
    "Ahmadabad": (5,),
    "Bombay": (2, 5),
    "Cawnpore": (2,),
    "Allahabad": (2,),
    "Lucknow": (1,),
    "Benares": (1,),
    "Patna": (1,),
    "Calcutta": (1, 4, 8),
    "Nagpur": (4,),
    "Waltair": (8,),
    "Hyderabad": (4, 6),
    "Bangalore": (6,),
    "Madras": (6, 7),
    "Mysore": (7,),
    "Trichinopoly": (7,),
}
"""The numbers that are printed beside each city."""

DEAR: Final = {"Calcutta": 50, "Bombay": 40, "Delhi": 40, "Madras": 30, "Waltair": 30}
OTHERS: Final = 20
BEIGE: Final = {"Cawnpore", "Lucknow", "Allahabad", "Benares", "Patna"}
HOW_MANY: Final = {3: (4, 6), 4: (3, 6), 5: (3, 5), 6: (3, 4)}
START: Final = {3: 730, 4: 570, 5: 570, 6: 510}
SMALLEST: Final = {3: 80, 4: 60, 5: 60, 6: 60}
PRICES: Final = {1: 100, 2: 96, 3: 92, 4: 88, 5: 84, 6: 80, 7: 75, 8: 70}
SINGLES: Final = 8

Move = tuple[int, str, str, int]
"""Who, what, which city, and a number: a company, or an amount."""


def value(cities: frozenset[str]) -> int:
    return sum(DEAR.get(city, OTHERS) for city in cities)


def is_bid(players: int, bond: int, cities: frozenset[str]) -> bool:
    """Whether these cities are a legal bid, all in all."""
    least, most = HOW_MANY[players]
    beige = len(cities & BEIGE)
    if not least <= len(cities) <= most or value(cities) > bond:
        return False
    if len(cities) == 3:
        return beige <= 1
    return beige + ("Calcutta" in cities) <= 2


def may_pass(players: int, bond: int, cities: frozenset[str]) -> bool:
    if not is_bid(players, bond, cities):
        return False
    return len(cities) == HOW_MANY[players][1] or bond - value(cities) < 40


@cache
def can_end(players: int, bond: int, cities: frozenset[str]) -> bool:
    """Whether one can pass with this bid, or with more cities on it."""
    if len(cities) > HOW_MANY[players][1] or value(cities) > bond:
        return False
    if len(cities & BEIGE) + ("Calcutta" in cities) > 2:
        return False
    if may_pass(players, bond, cities):
        return True
    return any(can_end(players, bond, cities | {more}) for more in CITIES if more not in cities)


@dataclass
class Bidding:
    """A table at which bids are made."""

    players: int
    step: int = 10
    bonds: dict[int, int] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    notes: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    passed: set[int] = field(default_factory=set)
    turn: int = 0

    @property
    def over(self) -> bool:
        return len(self.passed) == self.players

    def legal(self) -> Iterator[Move]:
        if len(self.bonds) < self.players:
            for who in range(self.players):
                if who not in self.bonds:
                    for amount in range(SMALLEST[self.players], START[self.players] + 1, self.step):
                        yield who, "bond", "", amount
        elif not self.over:
            yield from self.picks(self.order[self.turn])

    def picks(self, who: int) -> Iterator[Move]:
        mine = frozenset(city for city, _ in self.notes[who])
        for city, companies in CITIES.items():
            if city not in mine and can_end(self.players, self.bonds[who], mine | {city}):
                for company in companies:
                    if self.out(company) < SINGLES:
                        yield who, "pick", city, company
        if may_pass(self.players, self.bonds[who], mine):
            yield who, "pass", "", 0

    def out(self, company: int) -> int:
        return sum(taken == company for note in self.notes.values() for _, taken in note)

    def do(self, move: Move) -> None:
        who, what, city, number = move
        if what == "bond":
            self.bonds[who] = number
            self.notes[who] = []
            return
        if what == "pick":
            self.notes[who].append((city, number))
        else:
            self.passed.add(who)
        for _ in range(self.players):
            self.turn = (self.turn + 1) % self.players
            if self.order[self.turn] not in self.passed:
                return

    def sit(self, lots: list[int]) -> None:
        """All bonds are open: the highest first, and lots say who comes first of equals."""
        self.order = sorted(range(self.players), key=lambda who: (-self.bonds[who], lots.index(who)))

    def money(self, who: int) -> tuple[int, dict[int, int]]:
        """What somebody has left after the shares were paid for, and by company how many are not."""
        cash, short = START[self.players] - self.bonds[who], False
        unpaid: dict[int, int] = {}
        for company in sorted(taken for _, taken in self.notes[who]):
            short = short or cash < PRICES[company]
            if short:
                unpaid[company] = unpaid.get(company, 0) + 1
            else:
                cash -= PRICES[company]
        return cash, unpaid
