"""How turns follow each other in 1830, and what a purchase brings."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.trains import Train, halved
from stellwerk.games.g1830.circles import goes_in_circles
from stellwerk.games.g1830.ruleset import RETAIN_REVENUE, SHORT_RUNS, rules_of
from stellwerk.games.g1830.state import own
from stellwerk.games.g1830.steps.uncertainty import REVEAL, begin_turn, end_turn


class Flow1830(Flow):
    """What follows what in 1830."""

    def take_train(self, s: RailState, company: str, source: str, train: str, cost: int) -> None:
        """In uncertain times the bank's sale of some trains reveals a marker (R-100)."""
        super().take_train(s, company, source, train, cost)
        uncertain = rules_of(self.rules).uncertainty
        if uncertain and source == "bank" and train in uncertain.trains:
            then(s, Frame(REVEAL, company))

    def train_now(self, s: RailState, name: str) -> Train:
        train = super().train_now(s, name)
        return halved(train) if SHORT_RUNS in own(s).in_force else train

    def may_pay_out(self, s: RailState, company: str) -> bool:
        return RETAIN_REVENUE not in own(s).in_force

    def begin_turn(self, s: RailState, company: str) -> None:
        super().begin_turn(s, company)
        begin_turn(s, company)

    def end_set(self, s: RailState) -> None:
        """P-7: a game that goes in circles is over."""
        if goes_in_circles(self.rules, own(s)):
            s.ended = "standstill"
        else:
            super().end_set(s)

    def go_on(self, s: RailState, f: Frame) -> None:
        """The turn before is over, and what ran out with it."""
        end_turn(s)
        super().go_on(s, f)
