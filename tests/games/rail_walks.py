"""Games played by lot, whose positions are looked at by the naive readings of the books.

Everything that may happen comes about, and every position is one that a game can really reach. What is done is chosen
by its kind, so that few sales and many purchases are made and companies come to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState

WEIGHTS: Final = {"sell": 5, "sell_large": 5, "loan": 1, "bankrupt": 0}
"""How often a kind of action is chosen; all others have `USUAL`."""

USUAL: Final = 20
PASSES: Final = 0.25
"""How often somebody passes who could do something else."""


def walk(game: RailGame, rng: Random, plies: int) -> Iterator[tuple[RailState, Action]]:
    """The positions of a game at random, as long as it goes on, each with what is done in it."""
    s = game.start()
    for _ in range(plies):
        if game.over(s):
            return
        action = some(list(game.choices(s)), rng)
        yield s, action
        s = game.apply(s, action)


def some(choices: list[Choice], rng: Random) -> Action:
    """An action at random; of two that end a turn or go on mostly the latter."""
    kinds = sorted({choice.kind for choice in choices})
    passes = [kind for kind in kinds if kind.startswith("pass")]
    busy = [kind for kind in kinds if kind not in passes and WEIGHTS.get(kind, USUAL)]
    if passes and (not busy or rng.random() < PASSES):
        busy = passes
    kind = rng.choices(busy or kinds, [WEIGHTS.get(kind, USUAL) or 1 for kind in busy or kinds])[0]
    return rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng)


def offered(game: RailGame, s: RailState, *kinds: str) -> set[tuple[object, ...]]:
    """All actions of some kinds that the engine offers, as the kind and its arguments; none of them twice."""
    found = [
        (action.kind, *action.args) for choice in game.choices(s) if choice.kind in kinds for action in choice.actions()
    ]
    assert len(found) == len(set(found))
    return set(found)
