"""What may be behind the screens: all that a player can work out from open exchanges (R-02)."""

from __future__ import annotations

from collections import Counter
from random import Random

from stellwerk.core.view import View
from stellwerk.games.paris.state import HIDDEN, ParisState
from stellwerk.games.paris.tables import Tables


def imagine_hands(t: Tables, view: View[ParisState], rng: Random) -> list[tuple[str, ...]]:
    """Hands that fit the view: right sizes, all locomotives accounted for, no exchange that was impossible."""
    sure, pool = certain_hands(t, view)
    loose = [colour for colour in t.colours for _ in range(pool[colour])]
    rng.shuffle(loose)
    hands = list(view.state.hands)
    for seat, held in sure.items():
        free = len(hands[seat]) - held.total()
        held.update(loose[:free])
        del loose[:free]
        hands[seat] = tuple(colour for colour in t.colours for _ in range(held[colour]))
    return hands


def certain_hands(t: Tables, view: View[ParisState]) -> tuple[dict[int, Counter[str]], Counter[str]]:
    """What each hidden hand must hold, and the locomotives of which nobody can tell behind which of them they lie.

    A hidden hand is an unknown hand at the start of the log plus what was openly taken since, less what was given.
    What its owner gave without having taken it before must have been there at the start.
    """
    s = view.state
    hidden = [seat for seat, hand in enumerate(s.hands) if HIDDEN in hand]
    change = {seat: Counter[str]() for seat in hidden}
    needed = {seat: Counter[str]() for seat in hidden}
    for action in view.log:
        if action.kind == "trade" and action.seat in change:
            give, take, count = action.args
            change[action.seat][give] -= 1
            needed[action.seat][give] = max(needed[action.seat][give], -change[action.seat][give])
            change[action.seat][take] += count
    pool = unseen(t, s)
    sure: dict[int, Counter[str]] = {}
    for seat in hidden:
        sure[seat] = needed[seat].copy()
        sure[seat].update(change[seat])
        pool.subtract(sure[seat])
    return sure, pool


def unseen(t: Tables, s: ParisState) -> Counter[str]:
    """The locomotives that are neither on the board nor in a supply nor in a hand that is seen."""
    seen = Counter(colour for hand in s.hands for colour in hand)
    return Counter({c: t.each - s.supply[c] - (len(s.lines[c]) - 1) - seen[c] for c in t.colours})
