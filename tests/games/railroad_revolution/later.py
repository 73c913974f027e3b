"""Search of all orders for what can still come in a turn, without the shortcuts of the engine's look-ahead."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.resolve import Resolving
from stellwerk.games.railroad_revolution.state import RevolutionState
from tests.games.railroad_revolution.raw import NEVER, SHARE
from tests.games.railroad_revolution.test_finish import done_anyway
from tests.games.railroad_revolution.test_finish_deals import ends

IDLE = ("promote", "swap", "step", "gain")
"""Kinds of moves that bring no money."""


def can_end(game: RevolutionGame, s: RevolutionState, tried: dict[str, bool]) -> bool:
    """Whether some order of everything that is left, an own deal included, ends as the rules want it."""
    return ends(game, s, tried)


def least_debt(game: RevolutionGame, s: RevolutionState) -> int:
    """The money that is missing in the best of all orders, all shares sold; NEVER if the main action cannot be done."""
    seat, best, seen, open_ = int(s.todo[-1].who), NEVER, {repr(s)}, [s]
    while open_ and best:
        at = open_.pop()
        if not at.main:
            best = min(best, max(0, -at.cash[seat] - SHARE * at.shares[seat]))
        for after in _paying(game, at):
            name = repr(after)
            if name not in seen:
                seen.add(name)
                open_.append(after)
    return best


def _paying(game: RevolutionGame, s: RevolutionState) -> Iterator[RevolutionState]:
    f = s.todo[-1]
    step = game.steps[f.step]
    assert isinstance(step, Resolving)
    for kind, args, *_ in step.moves(s, f):
        if kind not in IDLE and not (kind == "use" and args[0] == "promotion"):
            yield done_anyway(game, s, Action(int(f.who), kind, args))
