"""Standing orders of Railroad Revolution: leave the deals of others alone."""

from __future__ import annotations

from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.orders import Asked, Decision, Field, Order, OrderKind
from stellwerk.core.view import View
from stellwerk.games.railroad_revolution.state import RevolutionState


class DeclineDeals(OrderKind[RevolutionState]):
    """Take no part in deals that others have caused."""

    id = "decline"

    def fields(self, view: View[RevolutionState]) -> tuple[Field, ...] | None:
        return ()

    def decide(self, order: Order, asked: Asked[RevolutionState]) -> Decision:
        s = asked.now.state
        if s.todo[-1].step != "deal" or s.turn == asked.now.seat or s.grants or s.taken:
            return None
        return next((Action(*choice) for choice in asked.now.choices if choice.kind == "done"), None)


KINDS: Final[tuple[OrderKind[RevolutionState], ...]] = (DeclineDeals(),)
