"""A bot as a Python class, which a package offers by an entry point.

    [project.entry-points."stellwerk.bots"]
    hoarder = "python_bot:HOARDER"

Once such a package is installed, `stellwerk simulate`, `stellwerk arena` and every server know `hoarder`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from stellwerk.core.action import Action
from stellwerk.core.view import View


@dataclass(frozen=True)
class Hoarder:
    """Plays Paris Connection: looks one action ahead, and takes what makes its own hand worth most."""

    name: str = "hoarder"
    games: frozenset[str] | None = frozenset({"paris-connection"})

    def choose(self, view: View[Any], rng: Random) -> Action:
        actions = [choice.sample(rng) for choice in view.choices]
        rng.shuffle(actions)
        return max(actions, key=lambda action: self.worth(view, action))

    def worth(self, view: View[Any], action: Action) -> float:
        """What the own locomotives count after an action; the view is enough to try it."""
        assert view.seat is not None
        after = view.game.apply(view.state, action)
        counted = sum(after.value[colour] for colour in after.hands[view.seat])
        building = view.game.t.board.points(after.building) if after.building else 0  # type: ignore[attr-defined]
        held = after.hands[view.seat].count(after.colour) if after.building else 0
        return counted + building * held


HOARDER = Hoarder()
