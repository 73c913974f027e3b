"""Money that a seat may not look at, counted from the log that it has seen: often nothing else is hidden."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from stellwerk.core.action import Action
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState

MOST: Final = 8
"""So many matches of one game are remembered, each with the position after its log."""

_known: WeakKeyDictionary[RailGame, dict[tuple[Action, ...], RailState]] = WeakKeyDictionary()


def counted(view: View[RailState]) -> RailState | None:
    """The position behind a view, where the log tells all that is hidden; None where it does not.

    The log is played from the start. What was played before is remembered, which changes no answer. A match that began
    with a position of its own, or that has secrets besides money, cannot be counted: the result would not look like
    the view.
    """
    game = view.game
    assert isinstance(game, RailGame)
    if type(game).hidden or not game.rules.information_rules.hides:
        return None
    known = _known.setdefault(game, {})
    before = max((log for log in known if view.log[: len(log)] == log), key=len, default=())
    s = known[before] if before else game.start()
    try:
        for action in view.log[len(before) :]:
            s = game.apply(s, action)
    except (LookupError, ValueError, IndexError, TypeError, AttributeError):
        return None
    known.pop(before, None)
    for old in list(known)[: max(0, len(known) - MOST + 1)]:
        known.pop(old, None)
    known[view.log] = s
    return s if game.view(s, view.seat) == view.state else None
