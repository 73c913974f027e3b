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
from stellwerk.games.g1853.game import TITLE
from stellwerk.games.g1853.ruleset import Ruleset1853, rules_of
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
        return self.home(company) if homes else self


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
