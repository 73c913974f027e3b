"""Where in the game a position is: the to-do stack, the round and an offer fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import NOBODY, RailState, player
from stellwerk.eighteen.steps.base import IN_A_TURN, RailStep, unsold


def turn(t: Ruleset, steps: Mapping[str, RailStep], s: RailState) -> Iterator[str]:
    """One sentence for each law of the stack that is broken."""
    if bool(s.ended) == bool(s.todo):
        yield "a position is either ended or has something to do"
    if (s.ended == "bankrupt") != (s.bankrupt != NOBODY):
        yield "a bankrupt ends the game"
    if not s.todo:
        return
    if not _may_lie(steps, s):
        yield f"in the {s.round} round these steps cannot lie on each other: {', '.join(f.step for f in s.todo)}"
    elif len(set(s.todo)) != len(s.todo):
        yield "nothing lies on the stack twice"
    elif not all(steps[frame.step].fits(s, frame) for frame in s.todo):
        yield f"there is nobody for one of these steps: {', '.join(map(repr, s.todo))}"
    elif (s.todo[-1].step == "consent") != bool(s.offer) or (s.offer and not _is_open(steps, s, int(s.todo[-1].who))):
        yield "an offer is there exactly while somebody has to answer it"
    if not t.second_phase_is_bought and (s.phase == next(iter(t.phases))) != (s.round == "auction"):
        yield "the first phase is the sale of the privates"
    yield from _seats(t, s)
    if s.bids and "bid_off" not in steps:
        yield "nobody bids on single privates in this sale"
    if s.round == "auction" and not (_all_there(t, s) and _only_given(t, s)):
        yield "in the sale all privates are open, and nothing else is for sale"
    if s.round != "auction" and ("" in s.privates.values() or s.bids):
        yield "privates are for sale only before the first stock round"


def _may_lie(steps: Mapping[str, RailStep], s: RailState) -> bool:
    """Whether every step is one of the round, and lies on one on which it may lie."""
    names = ["", *(frame.step for frame in s.todo)]
    if any(name not in steps or s.round not in steps[name].rounds for name in names[1:]):
        return False
    return all(_may_lie_on(steps, below, name) for below, name in pairwise(names))


def _may_lie_on(steps: Mapping[str, RailStep], below: str, name: str) -> bool:
    turn = ("operate", *reversed(next(iter(steps.values())).flow.turn))
    if name in turn[1:]:
        return turn[turn.index(name) - 1] == below
    on = steps[name].lies_on
    return below in on or (IN_A_TURN in on and below in turn)


def _seats(t: Ruleset, s: RailState) -> Iterator[str]:
    """Who sits where, who has passed, and who has bid for groups."""
    rules, top = t.auction_rules, s.todo[-1].step
    if s.seating and rules.seats_by == "number":
        yield "the players sit in the order of their numbers"
    if s.group_bids and (s.round != "auction" or rules.sale != "groups"):
        yield "bids for groups lie on the table only while groups are sold"
    if not s.passed or top == "bid_for_groups":
        return
    if top == "bid_off" and (rules.passed_are_out or rules.bidding == "free"):
        *lower, _ = sorted(s.bids[next(unsold(s))], key=lambda bid: bid[1])
        if not set(s.passed) <= {seat for seat, _ in lower}:
            yield "only bidders pass in an auction, and never the highest"
    elif s.round != "stock" or not t.stock_rules.passed_are_out:
        yield "nobody has passed for good now"


def _all_there(t: Ruleset, s: RailState) -> bool:
    """Whether all privates are open, or those that were dealt where the others leave the game."""
    if list(s.privates) == list(t.privates):
        return True
    rules = t.auction_rules
    return rules.sale == "dealt" and rules.rest == "removed" and len(s.privates) == t.seats and all(s.privates.values())


def _only_given(t: Ruleset, s: RailState) -> bool:
    """Whether only companies are on the market that come with a private, or that never operate."""
    given = {facts.directs for facts in t.privates.values()}
    return all(company in given or not t.companies[company].operates for company in s.cell)


def _is_open(steps: Mapping[str, RailStep], s: RailState, asked: int) -> bool:
    """Whether the offer on the table is one that this seat can accept."""
    flow = steps["consent"].flow
    t = flow.rules
    match s.offer:
        case ("private", str(company), str(private), int(price)):
            there = company in s.floated and s.acted[-1:] == (company,)
            return there and s.privates.get(private) == player(asked) and 0 <= price <= s.cash[company]
        case ("trade", str(private), int(seller), int(buyer), int(price)):
            seats = seller in range(t.seats) and buyer in range(t.seats) and asked in (seller, buyer)
            secret = asked == buyer and t.information_rules.cash == "owner"
            most = t.money if secret else s.cash[player(buyer)] if seats else 0
            return seats and s.privates.get(private) == player(seller) and 0 <= price <= most
        case ("train", str(buyer), str(seller), str(train), int(price)):
            there = buyer in s.floated and s.acted[-1:] == (buyer,) and seller != buyer
            money = s.cash[buyer] + s.cash[player(flow.decides(s, buyer))] if there else 0
            for_sale = train in s.trains.get(seller, ()) and train not in s.doomed
            return there and for_sale and 0 <= price <= money
    return flow.is_open(s, asked)
