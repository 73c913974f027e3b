"""Money: every payment moves it from one owner to another, so that none is made or lost."""

from __future__ import annotations

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import BANK, RailState


def pay(t: Ruleset, s: RailState, giver: str, taker: str, amount: int) -> None:
    """Move money. The bank pays even when it has none, but is then broken."""
    s.cash[giver] -= amount
    s.cash[taker] += amount
    if giver == BANK and amount:
        left = s.cash[BANK]
        if left < 0 or (left == 0 and t.end_rules.bank_breaks == "empty"):
            s.ending = s.ending or "bank"
