"""Which steps a sale of the privates has, and what some ways of selling change about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.rules import AuctionRules
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.auction import (
    BidOff,
    LowestBidderSpeaks,
    PrivateSale,
    SellPrivates,
    SettleBids,
    bid_of,
    high_bid,
)
from stellwerk.eighteen.steps.base import RailStep, unsold
from stellwerk.eighteen.steps.groups import BidForGroups, TakeGroup
from stellwerk.eighteen.steps.seats import DealPrivates, DrawSeats

NOT_YOURS: Final = Refusal("auction.bid_off", {CASE: "any_order"})
"""In an auction in any order nobody waits for a turn."""


class EndSale(SettleBids):
    """Nothing is left to be sold: once all pars are set the first stock round begins."""

    def skip(self, s: RailState, f: Frame) -> None:
        s.group_bids = ()
        self.flow.begin_stock_round(s)

    def fits(self, s: RailState, f: Frame) -> bool:
        return super().fits(s, f) and next(unsold(s), None) is None


class SellWithoutBids(SellPrivates):
    """Buy the cheapest private or pass."""

    rule = turn_rule = "auction.no_bids"
    kinds = ("buy_private_at_face", "pass_turn")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        choices = super().choices(s, f)
        return (choice for choice in choices if choice.kind != "bid")

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule) if a.kind == "bid" else super().why(s, f, a)


class SellWhileBidding(SellWithoutBids):
    """Buy the cheapest private or pass, in turn; bids are made beside that."""

    rule = turn_rule = "auction.turn"


class BidAnyTime(PrivateSale):
    """Anybody bids at any moment of the sale; on a private that is being auctioned only its bidders do."""

    closed_rule = "auction.closed"
    open_beside = ("sell_privates", "bid_off", "set_par")
    kinds = ("bid",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        first, *others = [*unsold(s)] or [""]
        for seat in range(self.rules.seats):
            if f.step == "bid_off" and self.takes_part(s, seat, first):
                yield from self.bids(s, seat, first)
            for private in others:
                yield from self.bids(s, seat, private)

    def takes_part(self, s: RailState, seat: int, private: str) -> bool:
        """A bidder who is not the highest already, and has not passed for good."""
        out = seat in s.passed and self.rules.auction_rules.passed_are_out
        return bool(bid_of(s, seat, private)) and high_bid(s, private)[0] != seat and not out

    def bid(self, s: RailState, f: Frame, a: Action) -> None:
        """A turn goes on after it; in an auction those who have declined are asked again."""
        self.put_bid(s, a.seat, *a.args)
        if f.step == "sell_privates":
            s.passes = 0
        elif f.step == "bid_off" and a.args[0] == next(unsold(s)) and not self.rules.auction_rules.passed_are_out:
            s.passed = ()

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        first = next(unsold(s), "")
        if not self.is_seat(a.seat):
            return Refusal(self.rule)
        match a.args:
            case (str(private), int()) if private == first and f.step == "bid_off":
                if a.seat in s.passed and self.rules.auction_rules.passed_are_out:
                    return Refusal("auction.passed_out")
                return self.why_bid(s, a.seat, a) if self.takes_part(s, a.seat, first) else NOT_YOURS
            case (str(private), int()) if private == first:
                return Refusal("auction.bid_on_cheapest", {"private": private})
        return self.why_bid(s, a.seat, a)


class BidOffFreely(BidOff):
    """Bidders raise in any order; it is over when all but the highest have declined since the last raise."""

    alone = False
    kinds = ("pass_turn",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        for seat in self.undecided(s):
            yield Choice(seat, "pass_turn")

    def undecided(self, s: RailState) -> list[int]:
        """Bidders who may still raise and have not declined."""
        private = next(unsold(s))
        high, _ = high_bid(s, private)
        return [seat for seat, _ in s.bids[private] if seat != high and seat not in s.passed]

    def pass_turn(self, s: RailState, f: Frame, a: Action) -> None:
        s.passed = (*s.passed, a.seat)
        if self.undecided(s):
            then(s, f)
            return
        private = next(unsold(s))
        s.passed = ()
        self.hand_over(s, *_bought(s, private))

    def why_others(self, s: RailState, f: Frame, a: Action) -> Refusal:
        refusal = super().why_others(s, f, a)
        return NOT_YOURS if refusal.rule == self.turn_rule else refusal

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return NOT_YOURS

    def fits(self, s: RailState, f: Frame) -> bool:
        """The frame names who would begin elsewhere; somebody has to decide yet."""
        bids = s.bids.get(next(unsold(s), ""), ())
        return self.is_seat(f.who) and len(bids) > 1 and bool(self.undecided(s))


def _bought(s: RailState, private: str) -> tuple[int, str, int]:
    seat, price = high_bid(s, private)
    return seat, private, price


NONE_LEFT: Final[dict[str, type[RailStep] | None]] = {"sell_privates": None, "bid_off": None, "settle_bids": EndSale}
"""Where nothing is sold one by one."""


def sale_steps(rules: AuctionRules) -> dict[str, type[RailStep] | None]:
    """The steps of a sale that differ from those of the usual one; None stands for one that it does not have."""
    steps: dict[str, type[RailStep] | None] = {}
    if rules.seats_by == "lot":
        steps["draw_seats"] = DrawSeats
    if rules.sale == "groups":
        return {**steps, **NONE_LEFT, "bid_for_groups": BidForGroups, "take_group": TakeGroup}
    if rules.sale == "dealt":
        steps["deal_privates"] = DealPrivates
        if rules.rest == "removed":
            return {**steps, **NONE_LEFT}
        if rules.rest == "sold":
            return {**steps, "sell_privates": SellWithoutBids, "bid_off": None}
    if rules.speaks == "lowest":
        steps["bid_off"] = LowestBidderSpeaks
    if rules.bidding == "free":
        steps |= {"sell_privates": SellWhileBidding, "bid_any_time": BidAnyTime, "bid_off": BidOffFreely}
    return steps
