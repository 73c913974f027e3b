"""The order of an operating round and of a company's turn: 1830 7.0 and 7.1."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.rounds import end_operating_round, next_company
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep

TURN = ("place_home", "lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains")
"""7.1a: the fixed order of a company's turn."""


class Operate(RailStep):
    """7.0b: the companies act one after the other; then the round is over."""

    rule = "7.0b"

    def skip(self, s: RailState, f: Frame) -> None:
        company = next_company(self.t, s)
        if company is None:
            end_operating_round(self.t, s)
            return
        s.acted = (*s.acted, company)
        s.used, s.busy, s.revenue, s.raised, s.declined = (), 0, 0, 0, ()
        then(s, *(Frame(step, company) for step in TURN), f)
