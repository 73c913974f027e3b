"""Second reading of VI and IX: trains that a company of 1848 may buy, and the loans and receivership that follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stellwerk.games.g1848.state import State1848
from tests.games.g1830.naive_stock import Cell, Deal

CARDS: Final = {
    "2": {"2": 100, "2+": 120},
    "3": {"3": 200, "3+": 230},
    "4": {"4": 300, "4+": 340},
    "5": {"5": 500, "5+": 550},
    "6": {"6": 600, "6+": 660},
    "8": {"8": 800, "D": 1100},
}
"""IX.table.1: by card what its versions cost, in the order of their sale."""

PRICES: Final = {name: price for card in CARDS.values() for name, price in card.items()} | {"2E": 200}
LIMITS: Final = {"1": 4, "2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2}
LOAN: Final = 100
OWN: Final = 5
ALL: Final = 20
"""VI.loan.5, VI.boe.8: loans that a company takes of its own will, and all there are."""

FIRST: Final = 2
FURTHER: Final = 3
"""VI.loan.3, VI.loan.6: fields that the price falls with a loan."""


def lowest(s: State1848) -> str:
    return next(card for card in CARDS if s.depot[card])


def options(s: State1848, company: str, *, route: bool) -> set[Deal]:
    """All purchases and loans; prices between companies of one director as the lowest and the highest."""
    cash, trains = s.cash[company], [train for train in s.trains[company] if train != "2E"]
    must, room, card = route and not trains, len(trains) < LIMITS[s.phase], lowest(s)
    found: set[Deal] = set() if must else {("pass_trains",)}
    borrows = must and cash < min(CARDS[card].values())
    if room:
        found |= {("buy_train", "bank", t, p) for t, p in CARDS[card].items() if p <= cash or borrows}
        found |= used(s, company) if s.phase >= "3" else set()
    if s.phase >= "5" and "2E" not in s.trains[company]:
        found |= {("buy_train", "bank", "2E", 200)} if cash >= 200 else set()
        owners = (company, f"P{s.director[company]}")
        found |= {("buy_cheaper", "P4", "2E")} if s.rights.get("P4") in owners and cash >= 100 else set()
    if card == "8" and s.phase < "7" and cash >= 800:
        found |= {("trade_in", old, "D") for old in trains if old in ("4", "4+")}
    if s.phase >= "3" and "loan" not in s.done_this_turn:
        found |= {("loan",)} if s.loans.get(company, 0) < OWN and sum(s.loans.values()) < ALL else set()
    return found


def used(s: State1848, company: str) -> set[Deal]:
    """IX.buy.3 to IX.buy.5, IX.e.7: at any price between companies of one director, else at the printed one."""
    found: set[Deal] = set()
    cash = s.cash[company]
    for other, owned in s.trains.items():
        for train in owned if other != company and cash else ():
            if train == "2E":
                continue
            if s.director[other] == s.director[company]:
                found.add(("buy_train", other, train, 1, cash))
            elif PRICES[train] <= cash:
                found.add(("buy_train", other, train, PRICES[train]))
    return found


def borrowed(s: State1848, company: str, cost: int, zone: Mapping[Cell, str]) -> tuple[int, Cell, bool]:
    """IX.forced: so many loans until a train can be paid for, the price after them, and whether the company fails."""
    number, (row, column), first = 0, s.cell[company], "loan" not in s.done_this_turn
    while s.cash[company] + LOAN * number < cost:
        if sum(s.loans.values()) + number == ALL:
            return number, (row, column), True
        number += 1
        for _ in range(FIRST if first else FURTHER):
            column -= zone[row, column] != "closing"
        first = False
        if zone[row, column] == "closing":
            return number, (row, column), True
    return number, (row, column), False
