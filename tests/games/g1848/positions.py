"""Positions of 1848 set up by hand, as on a table.

t = table(4).phase("3").opened("VR", par=80, shares={0: 40, 1: 20}).cash({"VR": 800}).home("VR").operating("VR")
after = t.play(act(0, "loan"))
t.refused(act(1, "loan"), "VII.1.3")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import player
from stellwerk.games.g1848.game import TITLE
from stellwerk.games.g1848.lending import granted
from stellwerk.games.g1848.state import loans_of
from tests.games.rail_table import NOTHING, Table, act

__all__ = ["GAME", "NOTHING", "England", "act", "fresh", "game_for", "table"]

GAME: Final = "1848"
BOE: Final = "BOE"


@dataclass
class England(Table):
    """A table with the Bank of England."""

    @property
    def lent(self) -> dict[str, int]:
        """By company the loans it has taken."""
        return loans_of(self.s)

    def loans(self, company: str, count: int) -> Self:
        """A company has taken so many loans before; what they brought has been spent."""
        self.lent[company] = self.lent.get(company, 0) + count
        self.s.cash[BOE] -= 100 * count
        self.s.cash["bank"] += 100 * count
        self.s.cell[BOE] = self.game.rules.market.track[granted(self.s)]
        return self

    def england(self, shares: Mapping[int, int]) -> Self:
        """What players hold of the Bank of England, in per cent."""
        held = [self._tenths(shares.get(seat, 0)) for seat in range(self.game.rules.seats)]
        self.s.shares[BOE] = (*held, (), self._tenths(100 - sum(shares.values())))
        return self

    def failed(self, company: str, seat: int, *hexes: str) -> Self:
        """A company that a seat led into receivership; the Bank of England has its stations on these hexes."""
        s = self.s
        s.failed = (*s.failed, (company, seat))
        s.shares[company] = ((),) * (self.game.rules.seats + 2)
        s.markers[company] = 0
        for name in hexes:
            stops = len(self.game.track.lying(s)[self.game.rules.hexmap.number[name]].stops)
            here = list(s.stations.get(name) or [()] * stops)
            here[0] = (*here[0], BOE)
            s.stations[name] = tuple(here)
        self.game.track.forget(s)
        return self

    def right(self, private: str, owner: int | str) -> Self:
        """What is left of a private that has closed belongs to a seat or a company."""
        self.s.privates.pop(private, None)
        self.s.rights[private] = player(owner) if isinstance(owner, int) else owner
        return self


def game_for(seats: int = 4, **options: str) -> RailGame:
    game = TITLE.game(seats, options)
    assert isinstance(game, RailGame)
    return game


def fresh(seats: int = 4, **options: str) -> England:
    """The start of a game: the sale of the privates begins with seat 0."""
    game = game_for(seats, **options)
    return England(game, game.start())


def table(seats: int = 4, **options: str) -> England:
    """A bare second stock round: all privates are closed, nothing is opened, seat 0 has the turn and priority."""
    t = fresh(seats, **options)
    t.s.privates.clear()
    return t.phase("2").stock()
