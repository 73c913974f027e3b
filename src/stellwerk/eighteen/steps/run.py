"""Running trains and paying dividends: 1830 7.4 and 7.5."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.shares import move_marker, percent
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.base import IN_OWN_TURN, RailStep


class PayDividend(RailStep):
    """7.5d: the director pays out all of the revenue or withholds all of it."""

    rule = "7.5d"
    kinds = ("pay_out", "withhold")
    anytime = IN_OWN_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if s.revenue:
            seat = self.director_seat(s, str(f.who))
            yield Choice(seat, "pay_out")
            yield Choice(seat, "withhold")

    def pay_out(self, s: RailState, f: Frame, a: Action) -> None:
        """7.5e, 5.5c: a tenth to each tenth, the pool's part to the treasury; the price moves right."""
        company = str(f.who)
        each = s.revenue // 10
        for holder in [*range(self.t.seats), self.t.pool_index]:
            taker = player(holder) if holder < self.t.seats else company
            pay(self.t, s, BANK, taker, each * percent(s, company, holder) // 10)
        move_marker(s, company, self.t.market.right(s.cell[company]))

    def withhold(self, s: RailState, f: Frame, a: Action) -> None:
        """7.5f, 5.5d: all to the treasury; the price moves left."""
        self._keep(s, str(f.who))

    def skip(self, s: RailState, f: Frame) -> None:
        """R-33: no revenue is no dividend."""
        self._keep(s, str(f.who))

    def _keep(self, s: RailState, company: str) -> None:
        pay(self.t, s, BANK, company, s.revenue)
        move_marker(s, company, self.t.market.left(s.cell[company]))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule if a.kind in ("pay_out", "withhold") else "7.1a")
