"""Why nothing allows a small thing now: what allowed it has been used, or nothing ever did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.core.errors import Refusal
from stellwerk.games.railroad_revolution.gains import because
from stellwerk.games.railroad_revolution.rewards import COLOURS, SPECIALISTS, Reward
from stellwerk.games.railroad_revolution.state import BONUS, REWARD, WIRE, RevolutionState
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables

RULES: Final = {"steps": "perf.5", "flip": "trade.5", "loco": "gen.6", "promote": "milestone.7", "swap": "city.6"}
"""By part of a reward the rule that says when it may be used."""


def not_allowed(t: Tables, s: RevolutionState, seat: int, part: str) -> Refusal:
    """No grant of this kind is left."""
    if any(getattr(reward, part) for reward in _had(t, s, seat)):
        return because(RULES[part], "used")
    if s.worker in SPECIALISTS and not s.ability:
        effect = t.effects.get(f"w.{RULE_OF[s.action]}.{s.worker}", Reward())
        if part == "promote" or getattr(effect, part):
            return Refusal("act.8", {"colour": s.worker})
    return Refusal(RULES[part])


def _had(t: Tables, s: RevolutionState, seat: int) -> Iterator[Reward]:
    """Rewards that the action or the deal has given for certain."""
    if s.worker == COLOURS[0]:
        yield Reward(promote=1)
    if s.action == "trade":
        yield Reward(flip=1)
    if s.spot and WIRE not in s.offers and s.action == "telegraph" and s.wires[int(s.spot) - 1]:
        yield t.tiles.telegraph[s.wires[int(s.spot) - 1]]
    if s.spot and s.action == "station":
        tile = t.tiles.cities[s.tiles[s.spot]]
        if REWARD not in s.offers:
            yield tile.main
        if BONUS not in s.offers and s.stations[s.spot][0] == seat:
            yield tile.first
    for offer in s.taken:
        yield t.tiles.deals[s.deal][offer].reward
