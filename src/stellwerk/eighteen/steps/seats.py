"""What chance decides before anybody does: who sits where, and who is dealt which private."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, OneOf, Shuffle
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.state import BANK, RailState, player, seat_of
from stellwerk.eighteen.steps.auction import PrivateSale
from stellwerk.eighteen.steps.base import RailStep, unsold


class DrawSeats(RailStep):
    """Lots decide in which order the players sit clockwise; the first of them has priority."""

    rounds = ("auction",)
    lies_on = ("",)

    by_chance = True
    kinds = ("draw_seats",)

    def mover(self, s: RailState, f: Frame) -> int:
        return CHANCE

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "draw_seats", (Shuffle(tuple(range(self.rules.seats))),))

    def draw_seats(self, s: RailState, f: Frame, a: Action) -> None:
        (s.seating,) = a.args
        s.priority = s.seating[0]
        self.flow.begin_sale(s)

    def fits(self, s: RailState, f: Frame) -> bool:
        return f.who == "" and not s.seating and not any(s.privates.values())


class DealPrivates(PrivateSale):
    """Each player is dealt one private and pays its printed price."""

    by_chance = True
    kinds = ("deal_private",)

    def mover(self, s: RailState, f: Frame) -> int:
        return CHANCE

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "deal_private", (int(f.who), OneOf(tuple(unsold(s)))))

    def deal_private(self, s: RailState, f: Frame, a: Action) -> None:
        seat, private = a.args
        pay(self.rules, s, player(seat), BANK, self.face(s, private))
        self.give(s, seat, private)
        if seat + 1 < self.rules.seats:
            then(s, Frame("deal_privates", seat + 1))
        else:
            self.all_dealt(s)

    def all_dealt(self, s: RailState) -> None:
        """Whoever holds the cheapest begins; pars are set before the rest is sold, if it is not removed."""
        dealt = [private for private, owner in s.privates.items() if owner]
        holders = tuple(seat_of(s.privates[private]) for private in dealt)
        s.priority = holders[0]
        if self.rules.auction_rules.seats_by == "private":
            s.seating = holders
        if self.rules.auction_rules.rest == "removed":
            s.privates = {private: s.privates[private] for private in dealt}
        then(s, Frame("settle_bids", s.priority))
        for private in dealt:
            self.found(s, private)

    def fits(self, s: RailState, f: Frame) -> bool:
        """Those before have one private each, all others none."""
        held = [sum(owner == player(seat) for owner in s.privates.values()) for seat in range(self.rules.seats)]
        before = int(f.who) if self.is_seat(f.who) else -1
        return before >= 0 and not s.bids and held == [int(seat < before) for seat in range(self.rules.seats)]
