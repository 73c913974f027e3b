"""What all judgements of an 18xx bot look at: the rules, the position, the seat and its choices."""

from __future__ import annotations

from random import Random

from stellwerk.core.choice import Choice
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState


class Judge:
    """One decision of one seat, from its view alone."""

    def __init__(self, view: View[RailState], rng: Random) -> None:
        if not isinstance(view.game, RailGame) or view.seat is None:
            raise TypeError("this bot plays 18xx games at a seat")
        self.game, self.s, self.seat, self.rng = view.game, view.state, view.seat, rng
        self.rules, self.choices = view.game.rules, view.choices

    def offered(self, kind: str) -> list[Choice]:
        return [choice for choice in self.choices if choice.kind == kind]
