"""Positions of 1830 set up by hand, as on a table.

t = table(4).opened("PRR", par=82, shares={0: 40, 1: 20}, pool=10).cash({0: 500, "PRR": 820}).stock(turn=1)
after = t.play(act(1, "sell", "PRR", 10))
t.refused(act(1, "sell", "PRR", 30), "6.0e", company="PRR", held=20)

"""

from __future__ import annotations

from typing import Final, Self

from stellwerk.eighteen.game import RailGame
from stellwerk.games.g1830.game import TITLE
from stellwerk.games.g1830.ruleset import rules_of
from stellwerk.games.g1830.state import own
from tests.games.rail_table import NOTHING, Table, act

__all__ = ["GAME", "NOTHING", "Table", "act", "fresh", "game_for", "table"]

GAME: Final = "1830"


PLAIN: Final = {"seating": "free", "information": "open"}
"""Seats in the order of their numbers and nothing hidden: what most tests want."""


class TableOf1830(Table):
    """In uncertain times the sale of each 5-train has revealed a marker; those that were set up drew the first ones."""

    def depot(self, name: str, left: int) -> Self:
        super().depot(name, left)
        return self._drawn()

    def phase(self, phase: str) -> Self:
        super().phase(phase)
        return self._drawn()

    def _sold(self, train: str, least: int) -> None:
        super()._sold(train, least)
        self._drawn()

    def _drawn(self) -> Self:
        uncertain = rules_of(self.game.rules).uncertainty
        if uncertain:
            left = sum(self.s.depot[train] for train in uncertain.trains)
            own(self.s).face_down = uncertain.markers[-left - 1 :] if left else ()
        return self


def game_for(seats: int = 4, preset: str = "classic", **options: str) -> RailGame:
    """The game by a preset, plainly seated where the preset allows, with some options changed."""
    plain = {key: value for key, value in PLAIN.items() if key not in TITLE.preset(preset).options}
    game = TITLE.game(seats, TITLE.resolve({**plain, **options}, preset))
    assert isinstance(game, RailGame)
    return game


def fresh(seats: int = 4, preset: str = "classic", **options: str) -> Table:
    """The start of a game: the sale of the privates begins with seat 0."""
    game = game_for(seats, preset, **options)
    return TableOf1830(game, game.start())


def table(seats: int = 4, preset: str = "classic", **options: str) -> Table:
    """A bare second stock round: all privates are closed, nothing is opened, seat 0 has the turn and priority."""
    t = fresh(seats, preset, **options)
    t.s.privates.clear()
    return t.phase("2").stock()
