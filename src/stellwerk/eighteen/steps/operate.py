"""The order of an operating round and of a company's turn."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.depot import settle_discards
from stellwerk.eighteen.lending import EXCUSED
from stellwerk.eighteen.rounds import end_operating_round, next_company, pay_lender
from stellwerk.eighteen.shares import waits
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep

TURN = ("place_home", "lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains")
"""The fixed order of a company's turn."""


class PayLender(RailStep):
    """The lender pays before the companies act; nobody is asked, unless an option wants it said."""

    rule = turn_rule = "loan.lender_pays"
    kinds = ("lender_pays",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if "lender_pays_aloud" in self.t.flags:
            yield Choice(int(f.who), "lender_pays")

    def lender_pays(self, s: RailState, f: Frame, a: Action) -> None:
        pay_lender(self.t, s)

    def skip(self, s: RailState, f: Frame) -> None:
        pay_lender(self.t, s)


class Operate(RailStep):
    """The companies act one after the other; then the round is over."""

    rule = "round.company_order"

    def skip(self, s: RailState, f: Frame) -> None:
        company = next_company(self.t, s)
        if company is None:
            s.todo.append(f)
            if not settle_discards(self.t, s):
                s.todo.pop()
                s.used = tuple(word for word in s.used if word != EXCUSED)
                end_operating_round(self.t, s)
            return
        s.acted = (*s.acted, company)
        if waits(self.t, s, company):
            s.todo.append(f)
            return
        s.used = tuple(word for word in s.used if word == EXCUSED)
        s.busy, s.revenue, s.raised, s.declined = 0, 0, 0, ()
        then(s, *(Frame(step, company) for step in TURN), f)
