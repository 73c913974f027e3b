"""Where in the game a position is: the to-do stack, the round and an offer fit together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from stellwerk.core.state import Frame
from stellwerk.eighteen.rounds import sold_in
from stellwerk.eighteen.state import NOBODY, RailState, player, seat_of
from stellwerk.eighteen.steps.operate import TURN
from stellwerk.eighteen.tables import Tables

SEAT_STEPS: Final = frozenset(
    {"sell_privates", "settle_bids", "bid_off", "trade_shares", "consent", "raise_money", "pay_lender"}
)
FEWEST_BIDDERS: Final = 2

_RESTS: Final = ["".join(f"{step} " for step in reversed(TURN[first:])) for first in range(len(TURN))]

STACKS: Final = {
    "auction": re.compile(r"sell_privates |settle_bids (bid_off |set_par )?"),
    "stock": re.compile(r"trade_shares (consent )?"),
    "operating": re.compile(
        rf"operate pay_lender |operate ({'|'.join(_RESTS)})?"
        "(discard_train )*(choose_city )*(lay_own_tile )?(raise_money )?(consent )?"
    ),
}
"""What may lie on each other in each round, from the bottom up."""


def turn(t: Tables, s: RailState) -> Iterator[str]:
    """One sentence for each law of the stack that is broken."""
    if bool(s.ended) == bool(s.todo):
        yield "a position is either ended or has something to do"
    if (s.ended == "bankrupt") != (s.bankrupt != NOBODY):
        yield "a bankrupt ends the game"
    if not s.todo:
        return
    if not STACKS[s.round].fullmatch("".join(f"{frame.step} " for frame in s.todo)):
        yield f"in the {s.round} round these steps cannot lie on each other: {', '.join(f.step for f in s.todo)}"
    elif len(set(s.todo)) != len(s.todo):
        yield "nothing lies on the stack twice"
    elif not all(_fits(t, s, frame) for frame in s.todo):
        yield f"there is nobody for one of these steps: {', '.join(map(repr, s.todo))}"
    elif (s.todo[-1].step == "consent") != bool(s.offer) or (s.offer and not _is_open(t, s, int(s.todo[-1].who))):
        yield "an offer is there exactly while somebody has to answer it"
    if not sold_in(t) and (s.phase == next(iter(t.phases))) != (s.round == "auction"):
        yield "the first phase is the sale of the privates"
    if s.round == "auction" and (list(s.privates) != list(t.privates) or s.par.keys() - _directed(t) - {t.lender}):
        yield "in the sale all privates are open, and nothing else is for sale"
    if s.round != "auction" and ("" in s.privates.values() or s.bids):
        yield "privates are for sale only before the first stock round"


def _directed(t: Tables) -> set[str]:
    return {facts.directs for facts in t.privates.values()}


def _fits(t: Tables, s: RailState, frame: Frame) -> bool:
    """Whether a step is for somebody who exists and can take it."""
    if frame.step in SEAT_STEPS:
        return type(frame.who) is int and frame.who in range(t.seats) and _may_speak(s, frame)
    if frame.step == "operate":
        return frame.who == ""
    if frame.step == "set_par":
        facts = t.privates.get(str(frame.who))
        owned = facts is not None and seat_of(s.privates.get(facts.id, "")) != NOBODY
        return facts is not None and owned and facts.directs not in {"", *s.par}
    if frame.step in TURN:
        return s.acted[-1:] == (frame.who,) and (frame.who in s.operated or frame.step in ("place_home", *TURN[1:]))
    if frame.step == "lay_own_tile":
        return frame.who in s.rights and bool(t.privates[str(frame.who)].own_tile)
    return frame.who in s.floated


def _may_speak(s: RailState, frame: Frame) -> bool:
    """Who bids off has a bid on the first private that is for sale; a sale needs something for sale."""
    first = next((private for private, owner in s.privates.items() if not owner), None)
    if frame.step == "sell_privates":
        return first is not None
    if frame.step == "bid_off":
        bids = s.bids.get(first or "", ())
        return len(bids) >= FEWEST_BIDDERS and frame.who in {seat for seat, _ in bids}
    return True


def _is_open(t: Tables, s: RailState, asked: int) -> bool:
    """Whether the offer on the table is one that this seat can accept."""
    match s.offer:
        case ("private", str(company), str(private), int(price)):
            there = company in s.floated and s.acted[-1:] == (company,)
            return there and s.privates.get(private) == player(asked) and 0 <= price <= s.cash[company]
        case ("trade", str(private), int(seller), int(buyer), int(price)):
            seats = seller in range(t.seats) and buyer in range(t.seats) and asked in (seller, buyer)
            return seats and s.privates.get(private) == player(seller) and 0 <= price <= s.cash[player(buyer)]
        case ("train", str(buyer), str(seller), str(train), int(price)):
            there = buyer in s.floated and s.acted[-1:] == (buyer,) and seller != buyer
            money = s.cash[buyer] + s.cash[player(s.director[buyer])] if there else 0
            return there and train in s.trains.get(seller, ()) and 0 <= price <= money
    return False
