"""Counting the positions that follow from a corner of an 18xx game."""

from __future__ import annotations

from stellwerk.core.action import CHANCE
from tests.games.rail_table import Table


def reached(t: Table, depth: int) -> tuple[int, ...]:
    """How many different positions there are after one action, after two, and so on; chance never acts on the way."""
    layer, counts = {t.s.digest(): t.s}, []
    for _ in range(depth):
        choices = [(at, choice) for at in layer.values() for choice in t.game.choices(at)]
        assert all(choice.seat != CHANCE for _, choice in choices)
        after = [t.game.apply(at, action) for at, choice in choices for action in choice.actions()]
        layer = {position.digest(): position for position in after}
        counts.append(len(layer))
    return tuple(counts)


def leads_to_sound_positions(t: Table) -> None:
    """Prove that a corner is possible, and so is what follows from one action of each choice."""
    for choice in t.sound().choices():
        after = t.game.apply(t.s, next(choice.actions()))
        assert not list(t.game.audit(after))
        assert t.game.over(after) == (t.game.result(after) is not None)
