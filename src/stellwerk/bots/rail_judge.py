"""What all judgements of an 18xx bot look at: the rules, the position, the seat and its choices."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState

Answers: TypeAlias = dict[str, Callable[[], Choice | Action | None]]
"""By step what a bot does there."""


class Judge:
    """One decision of one seat, from its view alone."""

    def __init__(self, view: View[RailState], rng: Random) -> None:
        if not isinstance(view.game, RailGame) or view.seat is None:
            raise TypeError("this bot plays 18xx games at a seat")
        self.game, self.s, self.seat, self.rng = view.game, view.state, view.seat, rng
        self.rules, self.choices = view.game.rules, view.choices

    def offered(self, kind: str) -> list[Choice]:
        return [choice for choice in self.choices if choice.kind == kind]

    def answers(self) -> Answers:
        """The steps at which it decides; a title adds those of its own."""
        return {}
