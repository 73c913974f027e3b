"""Positions of 1853 set up by hand, as on a table.

t = table(4).phase("3").started("EIR", shares={0: 40, 1: 20}).operating("EIR")
after = t.play(act(0, "pass_track"))
t.refused(act(1, "pass_track"), "4.0b")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from stellwerk.core.action import CHANCE, Action
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import move_certificates
from stellwerk.eighteen.state import player
from stellwerk.games.g1853.game import TITLE
from stellwerk.games.g1853.ruleset import Ruleset1853, rules_of
from stellwerk.games.g1853.shares import put
from stellwerk.games.g1853.state import State1853, own
from stellwerk.games.g1853.track import Track1853
from tests.games.rail_table import NOTHING, Table, act

__all__ = ["CITY", "GAME", "NOTHING", "India", "act", "bidding", "fresh", "game_for", "passes", "pick", "table"]

GAME: Final = "1853"
CITY: Final = {
    "Peshawar": "B8",
    "Rawalpindi": "B10",
    "Lahore": "C11",
    "Multan": "E7",
    "Delhi": "F14",
    "Jaipur": "G13",
    "Cawnpore": "G17",
    "Lucknow": "G19",
    "Ajmer": "H10",
    "Allahabad": "H20",
    "Benares": "H22",
    "Patna": "H24",
    "Karachi": "I3",
    "Ahmadabad": "J8",
    "Calcutta": "J28",
    "Nagpur": "K17",
    "Bombay": "M9",
    "Waltair": "N22",
    "Hyderabad": "O15",
    "Mysore": "R14",
    "Bangalore": "R16",
    "Madras": "R18",
    "Trichinopoly": "T16",
}
"""The hexes of the cities that can be part of a contract."""


@dataclass
class India(Table):
    """A table with contracts and two gauges."""

    @property
    def mine(self) -> State1853:
        return own(self.s)

    @property
    def board(self) -> Track1853:
        assert isinstance(self.game.track, Track1853)
        return self.game.track

    @property
    def numbers(self) -> Ruleset1853:
        return rules_of(self.game.rules)

    def started(
        self,
        company: str,
        shares: Mapping[int, int] = NOTHING,
        *,
        pool: int = 0,
        director: int | None = None,
        price: int = 0,
        homes: bool = True,
    ) -> Self:
        """A company in operation with so many per cent by seat: its marker is on a price, its homes are placed."""
        facts = self.numbers.companies[company]
        cell = next(cell for cell, value in self.numbers.market.price.items() if value == (price or facts.par))
        self.opened(company, facts.par, shares, pool=pool, director=director, cell=cell)
        if company not in self.s.floated:
            self.s.floated = (*self.s.floated, company)
        self.holders(company, *shares)
        return self.home(company) if homes else self

    def managed(
        self, company: str, singles: tuple[int, ...] = (), *, pool: int = 0, last: int | None = None, price: int = 0
    ) -> Self:
        """A company in operation without a director: these seats hold a tenth each, the longest holder first.

        The director's certificate lies with the bank or in the pool, where more of the company is.
        """
        boss = next(seat for seat in range(self.game.seats) if seat not in singles)
        sold = pool > 100 - 10 * len(singles) - pool
        shares = {boss: 20, **dict.fromkeys(singles, 10)}
        self.started(company, shares, pool=pool - 20 if sold else pool, director=boss, price=price)
        place = self.game.rules.pool_index if sold else self.game.rules.bank_index
        move_certificates(self.s, company, boss, place, (20,))
        del self.s.director[company]
        if last is not None:
            self.mine.led[company] = last
        return self.holders(company, *singles)

    def unstarted(self, company: str, shares: Mapping[int, int] = NOTHING, *, pool: int = 0) -> Self:
        """A company that is not in operation yet, with so many per cent by seat, all in single shares."""
        for holder, amount in {**shares, self.game.rules.pool_index: pool}.items():
            move_certificates(self.s, company, self.game.rules.bank_index, holder, (10,) * (amount // 10))
        return self.holders(company, *shares)

    def holders(self, company: str, *seats: int) -> Self:
        """Since when seats hold shares of a company: in this order."""
        row = [0] * self.game.seats
        for seat in seats:
            self.s.clock += 1
            row[seat] = self.s.clock
        self.mine.held_since[company] = tuple(row)
        return self

    def contract(self, company: str, seat: int, shares: int, *, unpaid: int = 0) -> Self:
        """So many shares that a seat holds are of its contract, in the first stock round, and some not paid for."""
        put(self.numbers, self.mine.from_contract, company, seat, shares)
        put(self.numbers, self.mine.unredeemed, company, seat, unpaid)
        return self

    def unpaid(self, company: str, seat: int, shares: int) -> Self:
        """So many shares of a company that a seat holds are not redeemed, after the first stock round."""
        put(self.numbers, self.mine.unredeemed, company, seat, shares)
        return self

    def first_round(self, turn: int = 0, *named: str) -> Self:
        """A turn of the first stock round; these companies were in the bids, by default all."""
        self.mine.named = named or tuple(self.numbers.companies)
        return self.stock(turn, number=1)

    def bid(self, seat: int, bond: int, cities: Mapping[str, str]) -> Self:
        """A seat has this contract, by city the company of which it took a share; the money for it lies aside.

        The others have contracts that are fulfilled already, unless they get one of their own.
        """
        mine, seats = self.mine, self.numbers.seats
        if not mine.bonds:
            usual = ("Mysore", "Trichinopoly", "Bangalore", "Nagpur")[: self.numbers.contracts.least_cities]
            given = {"Mysore": "SIR", "Trichinopoly": "SIR", "Bangalore": "MSM", "Nagpur": "BNR"}
            mine.bonds = (self.numbers.contracts.least_bond,) * seats
            mine.notes = (tuple(CITY[name] for name in usual),) * seats
            mine.taken = (tuple(given[name] for name in usual),) * seats
            mine.closed_bids = mine.fulfilled = s_all = tuple(range(seats))
            self.s.seating = self.s.seating or s_all
        mine.bonds = tuple(bond if at == seat else old for at, old in enumerate(mine.bonds))
        note, taken = tuple(CITY[name] for name in cities), tuple(cities.values())
        mine.notes = tuple(note if at == seat else old for at, old in enumerate(mine.notes))
        mine.taken = tuple(taken if at == seat else old for at, old in enumerate(mine.taken))
        mine.fulfilled = tuple(other for other in mine.fulfilled if other != seat)
        self.s.cash[player(seat)] -= bond
        return self

    def small_started(self) -> Self:
        """A small company started in the first stock round, which has just added its trains."""
        self.mine.small_started = True
        for name in self.s.depot:
            self.s.depot[name] += self.numbers.train(name).small
        return self

    def very_first(self, company: str, step: str = "buy_trains") -> Self:
        """The very first operating round has come to a step of a company."""
        self.s.stock_rounds = 1
        return self.operating(company, step)

    def ran(self, company: str, revenue: int) -> Self:
        """A company has run for so much and is to pay it out or to keep it."""
        self.s.revenue = revenue
        return self.operating(company, "pay_dividend")


def game_for(seats: int = 4, **options: str) -> RailGame:
    game = TITLE.game(seats, options)
    assert isinstance(game, RailGame)
    return game


def fresh(seats: int = 4, **options: str) -> India:
    """The start of a game: all write down their bonds."""
    game = game_for(seats, **options)
    return India(game, game.start())


def pick(seat: int, city: str, company: str) -> Action:
    """A city is noted and a share taken for it."""
    return act(seat, "pick", CITY[city], company)


def bidding(*bonds: int, **options: str) -> India:
    """All have written their bonds, those with equal ones sit in the order of their numbers; the first pick is due."""
    t = fresh(len(bonds), **options).play(*(act(seat, "write_bond", bond) for seat, bond in enumerate(bonds)))
    while t.turn[0] == "draw_order":
        tied = tuple(seat for seat, bond in enumerate(bonds) if bond == t.turn[1])
        t = t.play(act(CHANCE, "draw_order", tied))
    return t


def table(seats: int = 4, **options: str) -> India:
    """A bare second stock round: contracts are fulfilled, nothing is started, seat 0 has the turn and the elephant."""
    t = fresh(seats, **options)
    t.mine.bonds, t.mine.notes, t.mine.taken = (), (), ()
    return t.phase("2").stock()


def passes(t: India, *seats: int) -> India:
    """These seats pass in a stock round; when it is over the elephant is not sold."""
    for seat in seats:
        t = t.play(act(seat, "pass_turn"))
    return t.play(act(t.s.priority, "keep_elephant")) if t.turn[0] == "sell_elephant" else t
