"""Why a move is refused from which the turn could not be finished: what would be missing, and what could still pay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.core.errors import Refusal
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.finish import need, shortfall
from stellwerk.games.railroad_revolution.gains import because
from stellwerk.games.railroad_revolution.moves import Move
from stellwerk.games.railroad_revolution.pieces import crew
from stellwerk.games.railroad_revolution.refusals_rewards import fortune, short_of_workers
from stellwerk.games.railroad_revolution.state import PROMOTION, RevolutionState
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables


def unfinished(
    t: Tables, s: RevolutionState, after: RevolutionState, seat: int, move: Move, instead: Sequence[tuple[Any, ...]]
) -> Refusal:
    """The main action, the workers or the money: what could not be made good `after` the move.

    `instead` are the arguments of the moves of the same kind that are open.
    """
    rest = need(t, after, seat, after.action, after.main, after.laid)
    if rest >= NO_WAY:
        return _spoilt(s, after, seat)
    if crew(after, seat) < t.least_workers:
        lost = crew(s, seat) - crew(after, seat)
        return short_of_workers(t, s, seat, lost, "" if lost > 0 else "later")
    price, given = s.cash[seat] - after.cash[seat], max(0, s.shares[seat] - after.shares[seat])
    have = fortune(t, s, seat, given)
    if price <= 0 or price + rest <= have["total"]:
        return _short(t, s, after, seat, move, instead)
    if have["cash"] < 0 <= rest:
        worth = have["shares"] * t.share_price
        return because("gen.1", "owing", owed=-have["cash"], worth=worth, price=price + rest)
    if rest > 0:
        return because("gen.1", "rest", price=price, rest=rest, **have)
    if rest < 0:
        return because("gen.1", "sale", price=price, sale=-rest, **have)
    return Refusal("gen.1", {"price": price, **have})


def _spoilt(s: RevolutionState, after: RevolutionState, seat: int) -> Refusal:
    """The main action could not be carried out any more: for want of pieces, of rail spaces, or of a way to a city."""
    pieces = after.rails[seat] if after.action == "railroad" else after.buildings[seat]
    if pieces < after.main:
        return because("act.1", "spoils", action=s.action)
    return Refusal("R-11") if after.action == "railroad" else because("act.1", "lost", action=s.action)


def _short(
    t: Tables, s: RevolutionState, after: RevolutionState, seat: int, move: Move, instead: Sequence[tuple[Any, ...]]
) -> Refusal:
    """The money that is missing in the end, whatever comes, and what alone could still bring it."""
    missing = shortfall(t, after, seat)
    if move.args[:1] == (PROMOTION,):
        return because("gen.1", "effect", source=f"w.{RULE_OF[s.action]}.{s.ability}", missing=missing)
    if move.kind in ("flip", "take") and len(instead) == 1:
        return because("gen.1", move.kind, loco=instead[0][0], missing=missing)
    return because("gen.1", "short", missing=missing)
