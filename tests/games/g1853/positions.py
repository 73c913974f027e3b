"""Positions of 1853 set up by hand, as on a table.

t = table(4).phase("3").started("EIR", shares={0: 40, 1: 20}).operating("EIR")
after = t.play(act(0, "pass_track"))
t.refused(act(1, "pass_track"), "4.0b")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import move_certificates
from stellwerk.games.g1853.game import TITLE
from stellwerk.games.g1853.ruleset import Ruleset1853, rules_of
from stellwerk.games.g1853.shares import put
from stellwerk.games.g1853.state import State1853, own
from tests.games.rail_table import NOTHING, Table, act

__all__ = ["GAME", "NOTHING", "India", "act", "fresh", "game_for", "table"]

GAME: Final = "1853"


@dataclass
class India(Table):
    """A table with contracts and two gauges."""

    @property
    def mine(self) -> State1853:
        return own(self.s)

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
        """A company in operation without a director: these seats hold a tenth each, the longest holder first."""
        boss = next(seat for seat in range(self.game.seats) if seat not in singles)
        shares = {boss: 20, **dict.fromkeys(singles, 10)}
        self.started(company, shares, pool=pool, director=boss, price=price)
        place = self.game.rules.pool_index if pool else self.game.rules.bank_index
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
        """So many shares that a seat holds of a company are of its contract, in the first stock round; some not paid."""
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


def table(seats: int = 4, **options: str) -> India:
    """A bare second stock round: contracts are fulfilled, nothing is started, seat 0 has the turn and the elephant."""
    return fresh(seats, **options).phase("2").stock()
