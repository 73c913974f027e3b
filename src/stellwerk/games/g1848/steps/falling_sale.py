"""A sale of the private companies in which prices fall until somebody buys."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.auction import PrivateSale
from stellwerk.eighteen.steps.base import unsold
from stellwerk.games.g1848.ruleset import rules_of


class SellFalling(PrivateSale):
    """In turn each player buys a private at its present price, lowers the price of one, or, as an owner, passes."""

    rule = turn_rule = "IV.2"
    kinds = ("buy_private_at_face", "lower", "pass_turn")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        acts = [*self._purchases(s, seat), *self._reductions(s, seat)]
        yield from acts
        if self._may_pass(s, seat) or not acts:
            yield Choice(seat, "pass_turn")

    def _purchases(self, s: RailState, seat: int) -> Iterator[Choice]:
        for private in unsold(s):
            if self.face(s, private) <= self.money(s, seat):
                yield Choice(seat, "buy_private_at_face", (private,))

    def _reductions(self, s: RailState, seat: int) -> Iterator[Choice]:
        for private in unsold(s):
            if self.face(s, private) > self.rules.privates[private].least:
                yield Choice(seat, "lower", (private,))

    def _may_pass(self, s: RailState, seat: int) -> bool:
        """An owner of a private may always pass; others may when nothing can be lowered and something has been sold."""
        owners = set(s.privates.values()) - {""}
        if player(seat) in owners:
            return True
        return bool(owners) and rules_of(self.rules).lending.passes == "all" and not any(self._reductions(s, seat))

    def buy_private_at_face(self, s: RailState, f: Frame, a: Action) -> None:
        """The left neighbour of whoever acts last gets priority."""
        (private,) = a.args
        s.passes = 0
        s.priority = self.next_seat(s, a.seat)
        price = self.face(s, private)
        if list(unsold(s)) == [private]:
            self.flow.begin_stock_round(s)
        else:
            then(s, Frame("sell_privates", s.priority))
        self.hand_over(s, a.seat, private, price)

    def lower(self, s: RailState, f: Frame, a: Action) -> None:
        (private,) = a.args
        s.passes = 0
        s.rebate = {**s.rebate, private: s.rebate.get(private, 0) + self.rules.bid_step}
        then(s, Frame("sell_privates", self.next_seat(s, a.seat)))

    def pass_turn(self, s: RailState, f: Frame, a: Action) -> None:
        """When all have passed in turn, privates that are owned pay, and the sale goes on."""
        s.passes += 1
        if s.passes == self.rules.seats:
            s.passes = 0
            self.flow.pay_privates(s)
        then(s, Frame("sell_privates", self.next_seat(s, a.seat)))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "buy_private_at_face", (str(private),) if private in unsold(s):
                return Refusal("IV.2", {"private": private, "cost": self.face(s, private)})
            case "lower", (str(private),) if private in unsold(s):
                return Refusal("V.tab.2", {"private": private})
            case "pass_turn", ():
                bought = set(s.privates.values()) - {""}
                return Refusal("IV.5" if bought or any(self._reductions(s, int(f.who))) else "IV.3")
            case (("par" | "buy"), _):
                return Refusal("IV.1")
        return Refusal(self.rule)
