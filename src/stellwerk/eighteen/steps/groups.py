"""Privates that are sold in groups: first one bids for the choice, then each player takes a group."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.ruleset import PrivateGroup, Ruleset
from stellwerk.eighteen.state import BANK, RailState, clockwise, player, round_the_table
from stellwerk.eighteen.steps.auction import PrivateSale

SHARES = ("buy", "sell", "par")
"""What is done with shares, which are not on sale yet."""


class GroupSale(PrivateSale):
    """What the bidding and the choice share."""

    def bid_by(self, s: RailState, seat: int) -> int:
        """The last bid of a seat."""
        return dict(s.group_bids).get(seat, 0)

    def left_to_take(self, s: RailState) -> Iterator[tuple[int, PrivateGroup]]:
        """Groups that nobody has taken, numbered from one."""
        for number, group in enumerate(self.rules.groups, 1):
            if not s.privates[group.privates[0]]:
                yield number, group

    def can_pay(self, s: RailState, seat: int) -> bool:
        """Whether a seat can pay its bid and a group that is surely left to it."""
        return owed_at_worst(self.rules, s, seat) <= self.money(s, seat)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal("groups.shares") if a.kind in SHARES else Refusal(self.rule)


class BidForGroups(GroupSale):
    """In turn each player bids more than the one before, or passes for good."""

    rule = turn_rule = "groups.turn"
    kinds = ("bid_for_choice", "pass_turn")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        if self.least(s) <= self.most(s, seat):
            yield Choice(seat, "bid_for_choice", (Range(self.least(s), self.most(s, seat)),))
        yield Choice(seat, "pass_turn")

    def most(self, s: RailState, seat: int) -> int:
        """A bid leaves enough for a group if all outbid it who have not passed, and each takes the cheapest."""
        return self.money(s, seat) - surely_left(self.rules, self.rules.seats - len(s.passed))

    def least(self, s: RailState) -> int:
        """At least one step above the highest bid."""
        return self.rules.bid_step + (s.group_bids[-1][1] if s.group_bids else 0)

    def bid_for_choice(self, s: RailState, f: Frame, a: Action) -> None:
        s.group_bids = (*(bid for bid in s.group_bids if bid[0] != a.seat), (a.seat, a.args[0]))
        self.go_on(s, a.seat)

    def pass_turn(self, s: RailState, f: Frame, a: Action) -> None:
        s.passed = (*s.passed, a.seat)
        self.go_on(s, a.seat)

    def go_on(self, s: RailState, seat: int) -> None:
        """It ends when all have passed, or all but one who has bid: the highest bidder gets priority."""
        left = [other for other in (*clockwise(s, self.rules.seats, seat), seat) if other not in s.passed]
        if left and (len(left) > 1 or not self.bid_by(s, left[0])):
            then(s, Frame("bid_for_groups", left[0]))
            return
        order = order_of_choice(s, self.rules.seats)
        s.passed, s.priority = (), order[0]
        then(s, Frame("take_group", order[0]))

    def why_others(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal("groups.passed") if a.seat in s.passed else super().why_others(s, f, a)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "bid_for_choice", (int(price),) if price < self.least(s):
                return Refusal("groups.least_bid", {"least": self.least(s)})
            case "bid_for_choice", (int(),):
                cash, most = self.money(s, int(f.who)), self.most(s, int(f.who))
                return Refusal("groups.money", {"most": max(most, 0), "cash": cash})
        return super().why(s, f, a)

    def fits(self, s: RailState, f: Frame) -> bool:
        """Nobody owns anything yet, and whoever has bid can pay for it."""
        seats = range(self.rules.seats)
        free = not any(s.privates.values()) and all(self.can_pay(s, seat) for seat in seats)
        return super().fits(s, f) and free and f.who not in s.passed


class TakeGroup(GroupSale):
    """Highest bid first, each takes a group for its price and pays his own last bid besides."""

    lies_on = ("",)

    rule = "groups.choice"
    turn_rule = "groups.order"
    kinds = ("take_group",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        for number, group in self.left_to_take(s):
            if self.bid_by(s, seat) + group.price <= self.money(s, seat):
                yield Choice(seat, "take_group", (number,))

    def take_group(self, s: RailState, f: Frame, a: Action) -> None:
        group = self.rules.groups[a.args[0] - 1]
        pay(self.rules, s, player(a.seat), BANK, self.bid_by(s, a.seat) + group.price)
        self.go_on(s, a.seat)
        for private in group.privates:
            self.give(s, a.seat, private)
        for private in group.privates:
            self.found(s, private)

    def skip(self, s: RailState, f: Frame) -> None:
        """Where there are fewer groups than players the last one pays only what he has bid."""
        pay(self.rules, s, player(int(f.who)), BANK, self.bid_by(s, int(f.who)))
        self.go_on(s, int(f.who))

    def go_on(self, s: RailState, seat: int) -> None:
        order = order_of_choice(s, self.rules.seats)
        later = order[order.index(seat) + 1 :]
        then(s, Frame("take_group", later[0]) if later else Frame("settle_bids", s.priority))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "take_group", (int(number),) if number in dict(self.left_to_take(s)):
                cost = self.bid_by(s, a.seat) + self.rules.groups[number - 1].price
                return Refusal("groups.dear", {"cost": cost, "cash": self.money(s, a.seat)})
        return super().why(s, f, a)

    def fits(self, s: RailState, f: Frame) -> bool:
        """Those before have taken a group each, the others nothing yet; and these can pay for one."""
        if not super().fits(s, f):
            return False
        order = order_of_choice(s, self.rules.seats)
        before = order[: order.index(int(f.who))]
        taken = {group.privates for group in self.rules.groups}
        for seat in order:
            held = tuple(private for private, owner in s.privates.items() if owner == player(seat))
            if (held not in taken) if seat in before else (held or not self.can_pay(s, seat)):
                return False
        return True


def order_of_choice(s: RailState, seats: int) -> list[int]:
    """By the last bids, the highest first; then those without one, in the order in which they sit."""
    bidders = [seat for seat, _ in reversed(s.group_bids)]
    return [*bidders, *(seat for seat in round_the_table(s, seats) if seat not in bidders)]


def surely_left(t: Ruleset, place: int) -> int:
    """Price of the cheapest group left to a chooser at a place, if all before take cheaper ones."""
    prices = sorted(group.price for group in t.groups)
    return prices[min(place, len(prices)) - 1]


def owed_at_worst(t: Ruleset, s: RailState, seat: int) -> int:
    """Money that a seat without a group must have: its bid, and a group at the worst place it can come to.

    While people bid, all come before it who have bid more or may still do so.
    """
    bids = dict(s.group_bids)
    own = bids.get(seat, 0)
    if s.todo[-1].step == "bid_for_groups":
        others = [other for other in range(t.seats) if other != seat]
        ahead = sum(other not in s.passed or bids.get(other, 0) >= own for other in others)
    else:
        ahead = order_of_choice(s, t.seats).index(seat)
    return own + surely_left(t, ahead + 1)
