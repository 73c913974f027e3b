"""R-30: what a reward can bring at the moment, and what is gone where it can bring nothing."""

from __future__ import annotations

from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.games.railroad_revolution.finish import open_areas, open_cities
from stellwerk.games.railroad_revolution.pieces import gate_of
from stellwerk.games.railroad_revolution.rewards import Reward
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables

BOUND = ("steps", "flip", "loco", "promote", "rail", "station", "office", "swap", "any_worker", "workers", "one_of")
"""Parts for which something has to be left."""


def because(rule: str, case: str, **data: str | int) -> Refusal:
    """A rule that forbids for several causes, and the one that holds."""
    return Refusal(rule, {CASE: case, **data})


def brings_nothing(t: Tables, s: RevolutionState, seat: int, reward: Reward) -> Refusal | None:
    """Why a reward is closed: nothing of what it gives can be had. None if it can bring something."""
    if reward.money or reward.shares:
        return None
    closed = None
    for part in BOUND:
        if getattr(reward, part):
            gone = what_is_gone(t, s, seat, part)
            if gone is None:
                return None
            closed = closed or gone
    return closed or Refusal("R-30")


def what_is_gone(t: Tables, s: RevolutionState, seat: int, part: str) -> Refusal | None:
    """Reason why nothing of a part of a reward is left. Money, workers and colours can still come in the turn."""
    match part:
        case "loco" if not any(s.depot):
            return because("gen.7", "none")
        case "workers" | "one_of" | "any_worker" | "swap" if not any(s.bank):
            return because("setup.26", "none")
        case "steps" if all(gate_of(t, s, seat, track) is None for track in range(len(t.tracks))):
            return because("R-18", "all")
        case "flip" if not any(s.up[seat]) and not any(s.down[seat]):
            return because("trade.6", "none")
        case "promote":
            return _no_place(t, s, seat)
        case "rail" if not s.rails[seat]:
            return Refusal("rail.7")
        case "rail" if not t.board.reached(s.network[seat])[1]:
            return because("R-23", "no_space")
        case "station" | "office":
            return _no_building(t, s, seat, part)
    return None


def _no_place(t: Tables, s: RevolutionState, seat: int) -> Refusal | None:
    """R-14: no milestone that asks for another manager."""
    goals = [(goal, managers) for goal, managers in zip(s.goals[seat], s.managers[seat], strict=True) if goal]
    if not goals:
        return because("R-14", "no_goal")
    full = all(len(managers) >= len(t.tiles.milestones[goal].workers) for goal, managers in goals)
    return because("R-14", "all_full") if full else None


def _no_building(t: Tables, s: RevolutionState, seat: int, part: str) -> Refusal | None:
    """dealtile.3 and dealtile.4: no building, or no place for one."""
    if not s.buildings[seat]:
        return because("station.1" if part == "station" else "telegraph.1", "no_building")
    if part == "station":
        return None if open_cities(t, s, seat) else because("act.1", "no_city", action="station")
    return None if open_areas(s, seat) else because("act.1", "no_area", action="telegraph")
