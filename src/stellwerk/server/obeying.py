"""What standing orders do once a match has changed: it is worked out and written with the change itself.

So an order acts at once, whichever process plays, and the rev is the lock: there is no moment in which a match waits
for an order, and nobody has to see to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from stellwerk.core.action import Action, Json
from stellwerk.core.errors import RuleError, StellwerkError
from stellwerk.core.orders import Asked, Decision, Order, Stop, decide
from stellwerk.core.view import View
from stellwerk.server.logs import logger
from stellwerk.server.rows import rows_of
from stellwerk.server.store.matches import Entry
from stellwerk.server.store.orders import ENDED, PAUSED, Ended, Given
from stellwerk.server.table import Table

log = logger(__name__)

MOST: Final = 200
"""So many actions may follow from one; then the orders that would go on are paused."""

BROKEN: Final = {"key": "broken", "data": {}}
UNDONE: Final = {"key": "undone", "data": {}}
MANY: Final = {"key": "many", "data": {}}
"""Reasons that no game names."""


def obey(table: Table, rows: Sequence[Entry]) -> tuple[Table, list[Entry], tuple[Ended, ...]]:
    """The table after what the orders of those do who are asked; the rows of that, and which orders have ended.

    After an undo nothing is done: whoever took something back decides by hand, and his orders are paused.
    """
    if not table.orders or table.match.over or table.frozen:
        return table, [], ()
    if rows and rows[0].kind == "undo":
        return _paused(table, UNDONE)
    more: list[Entry] = []
    ended: list[Ended] = []
    for _ in range(MOST):
        acted, stopped = _next(table)
        ended += stopped
        table = _without(table, stopped)
        if rows or more:  # what somebody else did has stopped them, who must not try something else instead
            table = replace(table, stops=(*table.stops, *((table.ply, one.seat) for one in stopped)))
        if acted is None:
            return table, more, tuple(ended)
        number, action = acted
        added = _play(table, number, action)
        table = table.after(table.match, added, table.ply - len(added))
        more += added
    table, _, rest = _paused(table, MANY)
    return table, more, (*ended, *rest)


def _play(table: Table, number: int, action: Action) -> list[Entry]:
    """Carry out what an order says, checked like anybody's action. What chance does then is not the order's."""
    before = table.ply
    table.match.play(action)
    first, *rest = rows_of(table.match, before)
    return [first._replace(ordered=number), *rest]


def _next(table: Table) -> tuple[tuple[int, Action] | None, list[Ended]]:
    """What is done next, and which orders have ended before that."""
    stopped: list[Ended] = []
    for seat in table.match.waiting():
        for given in table.orders:
            if given.seat != seat:
                continue
            decision = _decided(table, given)
            if isinstance(decision, Action):
                return (given.number, decision), stopped
            if decision is None:
                continue
            done = isinstance(decision, Stop) and decision.done
            why = decision.to_json() if isinstance(decision, Stop) else decision
            stopped.append(Ended(seat, given.number, ENDED, why))
            if not done:
                break  # its owner decides for himself
    return None, stopped


def _decided(table: Table, given: Given) -> Decision | Json:
    """What an order says. One that breaks stops, and nobody else's match with it."""
    match, marks = table.match, table.marks.now
    mine = [ply for ply, action in enumerate(match.log) if action.seat == given.seat]
    last = max(given.ply, mine[-1] + 1 if mine else 0)
    acts = tuple(match.log[at] for at in mine if at >= given.ply and marks.get(at) == given.number)
    try:
        now = match.view(given.seat)
        asked = Asked(
            now=now,
            then=_past(table, now, min(last, match.ply)),
            given=_past(table, now, min(given.ply, match.ply)),
            acts=acts,
            own=bool(mine) and marks.get(mine[-1]) == given.number,
        )
        decision = decide(Order.from_json(given.body), asked)
        if isinstance(decision, Action):
            match.game.check(match.state, decision)
    except RuleError:
        return Stop("stop.illegal")
    except (StellwerkError, LookupError, ValueError, TypeError, AssertionError, AttributeError) as error:
        log.warning("a standing order broke", match=table.id, seat=given.seat, error=repr(error))
        return BROKEN
    return decision


def _past(table: Table, now: View[Any], ply: int) -> View[Any]:
    """An earlier position as the seat saw it, without what could be chosen then: that takes long to list."""
    return replace(now, state=now.game.view(table.match.at(ply), now.seat), choices=(), log=now.log[:ply])


def _paused(table: Table, why: Json) -> tuple[Table, list[Entry], tuple[Ended, ...]]:
    """Pause the orders of those who are asked."""
    waiting = table.match.waiting()
    ended = tuple(Ended(given.seat, given.number, PAUSED, why) for given in table.orders if given.seat in waiting)
    return _without(table, ended), [], ended


def _without(table: Table, ended: Iterable[Ended]) -> Table:
    """The table without orders that are no longer active; the store counts that as one change of them."""
    gone = {(one.seat, one.number) for one in ended}
    left = tuple(given for given in table.orders if (given.seat, given.number) not in gone)
    return replace(table, orders=left) if gone else table
