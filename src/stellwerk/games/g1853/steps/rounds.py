"""What the elephant is good for between rounds: to be sold, and to call an extra operating round."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.offers import Consent
from stellwerk.games.g1853.rounds import ELEPHANT, Rounds
from stellwerk.games.g1853.state import own


class SellElephant(RailStep):
    """Right after a stock round its holder may offer the elephant once, to one player, who can pay that."""

    rule = closed_rule = "3.1.11b"
    kinds = ("offer_elephant", "keep_elephant")
    rounds = ("stock",)
    lies_on = ("",)
    flow: Rounds

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        """Nothing any more once it has been answered."""
        seat = int(f.who)
        if s.declined or seat != s.priority:
            return
        yield Choice(seat, "keep_elephant")
        for other in range(self.rules.seats):
            if other != seat:
                yield Choice(seat, "offer_elephant", (other, Range(0, self.money(s, other))))

    def offer_elephant(self, s: RailState, f: Frame, a: Action) -> None:
        buyer, price = a.args
        s.offer = (ELEPHANT, a.seat, buyer, price)
        then(s, Frame("consent", buyer), f)

    def keep_elephant(self, s: RailState, f: Frame, a: Action) -> None:
        self.flow.elephant_stays(s)

    def skip(self, s: RailState, f: Frame) -> None:
        self.flow.elephant_stays(s)

    def fits(self, s: RailState, f: Frame) -> bool:
        return self.is_seat(f.who) and f.who == s.priority

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "offer_elephant", (int(buyer), int(price)) if self.is_seat(buyer):
                return Refusal("R-22", {"price": price, "cash": self.money(s, buyer)})
        return Refusal(self.rule, {CASE: "due"})


class AnswerOffers(Consent):
    """The elephant is offered too."""

    lies_on = (*Consent.lies_on, "sell_elephant")


class CallRound(RailStep):
    """At the end of a regular set the holder of the elephant says whether one more operating round is played."""

    rule = turn_rule = closed_rule = "4.9b"
    kinds = ("extra_round", "no_extra_round")
    lies_on = ("",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        yield Choice(int(f.who), "no_extra_round")
        yield Choice(int(f.who), "extra_round")

    def extra_round(self, s: RailState, f: Frame, a: Action) -> None:
        own(s).extra_round = True
        s.set_length += 1
        self.flow.begin_operating_round(s)

    def no_extra_round(self, s: RailState, f: Frame, a: Action) -> None:
        self.flow.begin_stock_round(s)

    def fits(self, s: RailState, f: Frame) -> bool:
        done = s.set_round == s.set_length and not own(s).extra_round and set(s.acted) == set(s.roster)
        return self.is_seat(f.who) and f.who == s.priority and done
