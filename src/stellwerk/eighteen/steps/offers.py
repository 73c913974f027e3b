"""Offers that another player must agree to: privates and trains that change hands."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import take_train
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tables import Tables


class Consent(RailStep):
    """A trade between two players, or companies of two players, needs the other's agreement."""

    rule = turn_rule = "P-1"
    kinds = ("accept", "decline")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        yield Choice(int(f.who), "accept")
        yield Choice(int(f.who), "decline")

    def accept(self, s: RailState, f: Frame, a: Action) -> None:
        accept_offer(self.t, s)

    def decline(self, s: RailState, f: Frame, a: Action) -> None:
        """P-1: a declined offer, at whatever price, is not made again in the same turn."""
        s.declined = (*s.declined, s.offer[:-1])
        s.offer = ()


def accept_offer(t: Tables, s: RailState) -> None:
    """Carry out what was agreed."""
    offer, s.offer = s.offer, ()
    match offer:
        case ("private", str(company), str(private), int(price)):
            pay(t, s, company, s.privates[private], price)
            s.privates[private] = company
        case ("trade", str(private), int(seller), int(buyer), int(price)):
            pay(t, s, player(buyer), player(seller), price)
            s.privates[private] = player(buyer)
            s.traded = tuple(dict.fromkeys((*s.traded, private)))
            if "private_purchase" in t.flags:
                s.bought, s.busy = (*s.bought, (private, "private")), 1
        case ("train", str(buyer), str(seller), str(train), int(price)):
            missing = price - s.cash[buyer]
            if missing > 0:
                pay(t, s, player(s.director[buyer]), buyer, missing)
            take_train(t, s, buyer, seller, train, price)
