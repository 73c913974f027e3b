"""The turns of companies in an operating round."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep


class Operate(RailStep):
    """The companies act one after the other; then the round is over."""

    lies_on = ("",)

    rule = "round.company_order"

    def skip(self, s: RailState, f: Frame) -> None:
        self.flow.go_on(s, f)

    def fits(self, s: RailState, f: Frame) -> bool:
        return f.who == ""
