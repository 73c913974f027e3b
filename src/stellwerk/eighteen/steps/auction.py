"""The sale of the private companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import float_if_due, move_certificates, review_director
from stellwerk.eighteen.state import BANK, RailState, clockwise, player, seat_of, without_key
from stellwerk.eighteen.steps.base import RailStep, unsold

PATIENCE: Final = 10
"""So often do sold privates pay in succession before the cheapest of the others becomes cheaper."""

LONG_PATIENCE: Final = 100
"""The same where they pay on: no sale goes on for ever."""


def tied(s: RailState, seat: int) -> int:
    """Money that lies on privates."""
    return sum(price for bids in s.bids.values() for bidder, price in bids if bidder == seat)


def bid_of(s: RailState, seat: int, private: str) -> int:
    return next((price for bidder, price in s.bids.get(private, ()) if bidder == seat), 0)


def high_bid(s: RailState, private: str) -> tuple[int, int]:
    """Who has bid most on a private, and how much."""
    return max(s.bids[private], key=lambda bid: bid[1])


class PrivateSale(RailStep):
    """What the turns of the sale and the auctions in between share."""

    rounds = ("auction",)
    lies_on = ("",)

    rule = turn_rule = "auction.turn"

    def free(self, s: RailState, seat: int) -> int:
        return self.money(s, seat) - tied(s, seat)

    def face(self, s: RailState, private: str) -> int:
        return self.rules.privates[private].price - s.rebate.get(private, 0)

    def least_bid(self, s: RailState, private: str) -> int:
        """At least one step above the price or the highest bid."""
        highest = max((price for _, price in s.bids.get(private, ())), default=self.face(s, private))
        return highest + self.rules.bid_step

    def bids(self, s: RailState, seat: int, private: str) -> Iterator[Choice]:
        least, most = self.least_bid(s, private), self.free(s, seat) + bid_of(s, seat, private)
        if least > most:
            return
        match self.rules.auction_rules.raises:
            case "any":
                yield Choice(seat, "bid", (private, Range(least, most)))
            case "multiples":
                yield Choice(seat, "bid", (private, Range(least, most, self.rules.bid_step)))
            case "exact":
                yield Choice(seat, "bid", (private, Range(least, least)))

    def put_bid(self, s: RailState, seat: int, private: str, price: int) -> None:
        """A new bid takes the place of the seat's former one."""
        others = tuple(bid for bid in s.bids.get(private, ()) if bid[0] != seat)
        s.bids = {**s.bids, private: (*others, (seat, price))}

    def hand_over(self, s: RailState, seat: int, private: str, price: int) -> None:
        """A private changes hands, with the share or the directorship that comes with it."""
        pay(self.rules, s, player(seat), BANK, price)
        self.give(s, seat, private)
        self.found(s, private)

    def give(self, s: RailState, seat: int, private: str) -> None:
        """A private that is paid for gets its owner, and the owner a share that comes with it."""
        s.privates = {**s.privates, private: player(seat)}
        s.bids = without_key(s.bids, private)
        s.payments = 0
        facts = self.rules.privates[private]
        if facts.share:
            move_certificates(
                s, facts.share, self.rules.bank_index, seat, (min(s.shares[facts.share][self.rules.bank_index]),)
            )
            float_if_due(self.rules, s, facts.share)

    def found(self, s: RailState, private: str) -> None:
        """The owner of a private that brings a directorship gets it, at once where the par is fixed."""
        facts = self.rules.privates[private]
        par = self.rules.companies[facts.directs].par if facts.directs else 0
        if par:
            found_company(self.rules, s, seat_of(s.privates[private]), facts.directs, par)
        elif facts.directs:
            then(s, Frame("set_par", private))

    def why_bid(self, s: RailState, seat: int, a: Action) -> Refusal:
        match a.args:
            case (str(private), int(price)) if private in s.privates and not s.privates[private]:
                least = self.least_bid(s, private)
                if price < least:
                    return Refusal("auction.least_bid", {"private": private, "least": least})
                data: dict[str, str | int] = {"private": private, "least": least, "step": self.rules.bid_step}
                if self.rules.auction_rules.raises == "exact" and price > least:
                    return Refusal("auction.raise_exact", data)
                if self.rules.auction_rules.raises == "multiples" and (price - least) % self.rules.bid_step:
                    return Refusal("auction.raise_multiple", data)
                return self.why_poor(s, seat, private)
        return Refusal(self.rule)

    def why_poor(self, s: RailState, seat: int, private: str) -> Refusal:
        """A new bid may use what is free and what already lies on that private, and no more."""
        cash, bound = self.money(s, seat), tied(s, seat) - bid_of(s, seat, private)
        return Refusal("auction.bound_money", {"private": private, "most": cash - bound, "cash": cash, "bound": bound})

    def fits(self, s: RailState, f: Frame) -> bool:
        return self.is_seat(f.who)


class SellPrivates(PrivateSale):
    """Pass, buy the cheapest private, or bid on a dearer one."""

    kinds: ClassVar[tuple[str, ...]] = ("buy_private_at_face", "bid", "pass_turn")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        cheapest, *others = unsold(s)
        if self.face(s, cheapest) <= self.free(s, seat):
            yield Choice(seat, "buy_private_at_face", (cheapest,))
        for private in others:
            yield from self.bids(s, seat, private)
        yield Choice(seat, "pass_turn")

    def buy_private_at_face(self, s: RailState, f: Frame, a: Action) -> None:
        """The buyer's left neighbour gets priority."""
        (private,) = a.args
        s.passes = 0
        s.priority = self.next_seat(s, a.seat)
        then(s, Frame("settle_bids", s.priority))
        self.hand_over(s, a.seat, private, self.face(s, private))

    def bid(self, s: RailState, f: Frame, a: Action) -> None:
        s.passes = 0
        self.put_bid(s, a.seat, *a.args)
        then(s, Frame("sell_privates", self.next_seat(s, a.seat)))

    def pass_turn(self, s: RailState, f: Frame, a: Action) -> None:
        s.passes += 1
        if s.passes < self.rules.seats:
            then(s, Frame("sell_privates", self.next_seat(s, a.seat)))
        else:
            s.passes = 0
            self.all_passed(s, a.seat)

    def all_passed(self, s: RailState, last: int) -> None:
        """The first private becomes cheaper, at last free; once it is sold, all sold ones pay.

        When that has happened so often that the sale has come to a halt, the cheapest becomes cheaper too.
        """
        cheapest = next(unsold(s))
        sold = bool(s.privates[next(iter(self.rules.privates))])
        if sold:
            self.flow.pay_privates(s)
            s.payments += 1
        patience = PATIENCE if self.rules.auction_rules.stalled == "cheaper" else LONG_PATIENCE
        if not sold or s.payments > patience:
            s.rebate = {**s.rebate, cheapest: s.rebate.get(cheapest, 0) + self.rules.bid_step}
        if self.face(s, cheapest) > 0:
            then(s, Frame("sell_privates", self._next(s, last, self.rules.auction_rules.resumes_with)))
            return
        taker = self._next(s, last, self.rules.auction_rules.free_private_to)
        s.priority = self.next_seat(s, taker)
        then(s, Frame("settle_bids", s.priority))
        self.hand_over(s, taker, cheapest, 0)

    def _next(self, s: RailState, last: int, who: Literal["priority", "next"]) -> int:
        """After all have passed the holder of the priority is next, or by an option the seat after the last."""
        return self.next_seat(s, last) if who == "next" else s.priority

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        seat = int(f.who)
        cheapest = next(unsold(s))
        match a.kind, a.args:
            case "buy_private_at_face", (str(private),) if private == cheapest:
                return self.why_poor(s, seat, private)
            case "buy_private_at_face", _:
                return Refusal("auction.cheapest", {"private": cheapest})
            case "bid", (str(private), _) if private == cheapest:
                return Refusal("auction.bid_on_cheapest", {"private": private})
            case "bid", _:
                return self.why_bid(s, seat, a)
        return Refusal(self.rule)

    def fits(self, s: RailState, f: Frame) -> bool:
        """A sale needs something for sale."""
        return super().fits(s, f) and next(unsold(s), None) is not None


class SettleBids(PrivateSale):
    """After a sale each next private on which bids lie is settled at once."""

    def skip(self, s: RailState, f: Frame) -> None:
        private = next(unsold(s), None)
        if private is None:
            self.flow.begin_stock_round(s)
            return
        bids = s.bids.get(private, ())
        if not bids:
            then(s, Frame("sell_privates", f.who))
        elif len(bids) == 1:
            then(s, f)
            self.hand_over(s, bids[0][0], private, bids[0][1])
        else:
            s.passes, s.passed = 0, ()
            lowest = min(bids, key=lambda bid: bid[1])[0]
            then(s, Frame("bid_off", lowest), f)


class BidOff(PrivateSale):
    """Only bidders take part, lowest first, then clockwise; a pass does not bind, unless an option says so."""

    lies_on = ("settle_bids",)

    rule = turn_rule = "auction.bid_off"
    kinds: ClassVar[tuple[str, ...]] = ("bid", "pass_turn")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        yield from self.bids(s, seat, next(unsold(s)))
        yield Choice(seat, "pass_turn")

    def bid(self, s: RailState, f: Frame, a: Action) -> None:
        s.passes = 0
        self.put_bid(s, a.seat, *a.args)
        self.go_on(s, a.args[0], a.seat)

    def pass_turn(self, s: RailState, f: Frame, a: Action) -> None:
        s.passes += 1
        if self.rules.auction_rules.passed_are_out:
            s.passed = (*s.passed, a.seat)
        self.go_on(s, next(unsold(s)), a.seat)

    def go_on(self, s: RailState, private: str, seat: int) -> None:
        """It ends when all but the high bidder have passed since the last raise, or for good."""
        bids = s.bids[private]
        high, price = high_bid(s, private)
        others = {bidder for bidder, _ in bids} - {high, *s.passed}
        if not others or s.passes >= len(bids) - 1:
            s.passes, s.passed = 0, ()
            self.hand_over(s, high, private, price)
            return
        around = (*clockwise(s, self.rules.seats, seat), seat)
        then(s, Frame("bid_off", next(speaker for speaker in around if speaker in others)))

    def why_others(self, s: RailState, f: Frame, a: Action) -> Refusal:
        out = a.seat in s.passed and self.rules.auction_rules.passed_are_out
        return Refusal("auction.passed_out") if out else super().why_others(s, f, a)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        at_hand = a.kind == "bid" and a.args[:1] == (next(unsold(s)),)
        return self.why_bid(s, int(f.who), a) if at_hand else Refusal(self.rule)

    def fits(self, s: RailState, f: Frame) -> bool:
        """Who bids off has a bid on the first private that is for sale, and is not alone with it."""
        bids = s.bids.get(next(unsold(s), ""), ())
        bidders = {seat for seat, _ in bids}
        return super().fits(s, f) and len(bids) > 1 and f.who in bidders - set(s.passed)


class LowestBidderSpeaks(BidOff):
    """Another reading: whoever bids lowest speaks next, a pass is final, and bids on later privates go on meanwhile."""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        for private in unsold(s):
            yield from self.bids(s, seat, private)
        yield Choice(seat, "pass_turn")

    def bid(self, s: RailState, f: Frame, a: Action) -> None:
        self.put_bid(s, a.seat, *a.args)
        self.go_on(s, next(unsold(s)), a.seat)

    def pass_turn(self, s: RailState, f: Frame, a: Action) -> None:
        private = next(unsold(s))
        s.bids = {**s.bids, private: tuple(bid for bid in s.bids[private] if bid[0] != a.seat)}
        self.go_on(s, private, a.seat)

    def go_on(self, s: RailState, private: str, seat: int) -> None:
        bids = s.bids[private]
        if len(bids) > 1:
            then(s, Frame("bid_off", min(bids, key=lambda bid: bid[1])[0]))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return self.why_bid(s, int(f.who), a) if a.kind == "bid" else Refusal(self.rule)


class SetPar(RailStep):
    """Who buys such a private sets the par of its company and gets the director's certificate."""

    rounds = ("auction",)
    lies_on = ("settle_bids", "take_group")

    rule = "stock.par"
    kinds = ("set_par",)

    def mover(self, s: RailState, f: Frame) -> int:
        return seat_of(s.privates[str(f.who)])

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        private = str(f.who)
        for price in self.rules.market.pars:
            yield Choice(seat_of(s.privates[private]), "set_par", (self.rules.privates[private].directs, price))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        """Before anything else a par is said, and one that there is."""
        company = self.rules.privates[str(f.who)].directs
        if a.kind == "set_par" and a.args[:1] == (company,):
            return why_not_par(self.rules, company)
        return Refusal(self.rule, {CASE: "due", "company": company})

    def set_par(self, s: RailState, f: Frame, a: Action) -> None:
        found_company(self.rules, s, a.seat, *a.args)

    def fits(self, s: RailState, f: Frame) -> bool:
        facts = self.rules.privates.get(str(f.who))
        if facts is None or seat_of(s.privates.get(facts.id, "")) < 0:
            return False
        return facts.directs not in {"", *s.par}


def why_not_par(t: Ruleset, company: str) -> Refusal:
    """Refusal of a par: the prices that it can be instead."""
    fixed = t.companies[company].par
    return Refusal("stock.par", {"company": company, **({CASE: "fixed", "par": fixed} if fixed else {})})


def found_company(t: Ruleset, s: RailState, seat: int, company: str, price: int) -> None:
    """Par is recorded for good, the market marker starts under those on the par cell.

    The founder gets the director's certificate.
    """
    s.par = {**s.par, company: price}
    s.cell = {**s.cell, company: t.market.pars[price]}
    s.clock += 1
    s.arrival = {**s.arrival, company: s.clock}
    s.director = {**s.director, company: seat}
    move_certificates(s, company, t.bank_index, seat, (t.companies[company].director,))
    review_director(t, s, company)
    float_if_due(t, s, company)
