"""Deals: the open tile is used by the player who caused it, then by all others, and the next one is turned."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, OneOf
from stellwerk.core.state import Frame
from stellwerk.games.railroad_revolution.moves import Move, dealt, granted
from stellwerk.games.railroad_revolution.pieces import drop, receive
from stellwerk.games.railroad_revolution.resolve import MARKET, RESOLVING, Resolving, RevolutionStep
from stellwerk.games.railroad_revolution.state import RevolutionState


class MakeDeal(Resolving):
    """deal.5 to deal.7: both offers for the player on turn, one for each other, all of it optional."""

    rule = "deal.7"
    kinds = (*RESOLVING, "deal", *MARKET)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        """Who has nothing to decide is not asked."""
        if s.grants or not self.may_end(s, int(f.who)) or next(dealt(self.t, s, int(f.who)), None):
            yield from super().choices(s, f)

    def moves(self, s: RevolutionState, f: Frame) -> Iterator[Move]:
        yield from dealt(self.t, s, int(f.who))
        yield from granted(self.t, s, int(f.who))

    def deal(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """deal.4: shares for a reward."""
        offer = self.t.tiles.deals[s.deal][a.args[0]]
        s.shares[a.seat] -= offer.shares
        s.taken = (*s.taken, a.args[0])
        receive(s, a.seat, offer.reward)
        s.todo.append(f)

    def skip(self, s: RevolutionState, f: Frame) -> None:
        drop(s)


class RevealDeal(RevolutionStep):
    """deal.8 and R-13: the used tile is laid aside and the next one turned; an empty stack is shuffled anew."""

    rule = "deal.8"
    kinds = ("reveal",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "reveal", (OneOf(s.deals or self._aside(s)),))

    def reveal(self, s: RevolutionState, f: Frame, a: Action) -> None:
        s.used = self._aside(s)
        if not s.deals:
            s.deals, s.used = s.used, ()
        s.deal = a.args[0]
        s.deals = tuple(tile for tile in s.deals if tile != s.deal)
        s.dealing = 0

    def _aside(self, s: RevolutionState) -> tuple[str, ...]:
        return (*s.used, s.deal) if s.deal else s.used
