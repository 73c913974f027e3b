"""Offers that another player must agree to: privates and trains that change hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.state import NOBODY, RailState, player, seat_of
from stellwerk.eighteen.steps.base import IN_A_TURN, RailStep

MOST_OFFERS: Final = 3
"""So often may the same thing be offered to the same player in one turn."""

What = tuple[str | int, ...]
"""What an offer is about and between whom, without its price."""


class Consent(RailStep):
    """A trade between two players, or companies of two players, needs the other's agreement."""

    rounds = ("stock", "operating")
    lies_on: ClassVar[tuple[str, ...]] = ("trade_shares", IN_A_TURN, "choose_city")

    rule = turn_rule = "offer.open"
    kinds = ("accept", "decline")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if self._can_pay(s, int(f.who)):
            yield Choice(int(f.who), "accept")
        yield Choice(int(f.who), "decline")

    def _can_pay(self, s: RailState, seat: int) -> bool:
        """A buyer may be asked for more than he has where nobody may know what that is."""
        match s.offer:
            case ("trade", _, _, int(buyer), int(price)):
                return buyer != seat or price <= self.money(s, seat)
        return True

    def accept(self, s: RailState, f: Frame, a: Action) -> None:
        accept_offer(self.flow, s)

    def decline(self, s: RailState, f: Frame, a: Action) -> None:
        """The price is remembered; in the same turn only better ones may follow."""
        s.declined = (*s.declined, s.offer)
        s.offer = ()

    def shows(self, s: RailState, a: Action) -> bool:
        """What a buyer pays shows who had to help; and whatever the answer, the turn of who asked may be over."""
        return a.kind == "accept" or self.turn_goes_on_by_cash(s)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        """Only the price can stand against an acceptance."""
        if a.kind == "accept" and not a.args and not self._can_pay(s, int(f.who)):
            return Refusal("offer.too_dear", {"price": s.offer[-1], "cash": self.money(s, int(f.who))})
        return Refusal(self.rule)

    def fits(self, s: RailState, f: Frame) -> bool:
        return self.is_seat(f.who)


def declined_prices(s: RailState, what: What) -> list[int]:
    """At which prices an offer has been declined in this turn."""
    if not s.declined:
        return []
    return [offer[-1] for offer in s.declined if offer[:-1] == what and isinstance(offer[-1], int)]


def open_prices(s: RailState, what: What, least: int, most: int, *, falling: bool = False) -> Range | None:
    """The prices at which something may still be offered: a buyer must offer more than before, a seller less."""
    told = declined_prices(s, what)
    if len(told) >= MOST_OFFERS:
        return None
    if told and falling:
        most = min(most, min(told) - 1)
    elif told:
        least = max(least, max(told) + 1)
    return Range(least, most) if least <= most else None


def why_declined(s: RailState, what: What, price: int, *, falling: bool = False) -> Refusal | None:
    """Why an offer is not open at a price after others have been declined; None where that is not the reason."""
    told = declined_prices(s, what)
    if not told or (len(told) < MOST_OFFERS and (price < min(told) if falling else price > max(told))):
        return None
    best = min(told) if falling else max(told)
    return Refusal("offer.declined", {"price": best, "count": len(told), "most": MOST_OFFERS})


def why_other_hands(step: RailStep, s: RailState, private: str, seller: int, buyer: int) -> Refusal | None:
    """Why a private does not go from one player to another: it is not there, or there already; None where it can."""
    data: dict[str, str | int] = {"private": private}
    holder = seat_of(s.privates[private])
    if buyer not in range(step.rules.seats):
        return Refusal("private.not_to_bank", data)
    if holder == NOBODY:
        return Refusal("private.not_a_players", data)
    if holder == buyer:
        return Refusal("private.trade_time", {CASE: "yours", **data})
    return None if holder == seller else Refusal("private.trade_time", {CASE: "not_yours", **data})


def why_no_deal(step: RailStep, s: RailState, private: str, seller: int, buyer: int, price: int) -> Refusal | None:
    """Why a private is not offered or asked for at a price; None where nothing is against it."""
    asks = s.todo[-1].who == buyer
    declined = why_declined(s, ("trade", private, seller, buyer), price, falling=not asks)
    data: dict[str, str | int] = {"private": private, "price": price}
    least = int(step.rules.private_rules.trades == "purchase")
    most = step.money(s, buyer) if asks else step.asking_limit(s, buyer)
    if declined:
        return declined
    if price < least:
        return Refusal("private.trade_time", {CASE: "least", "least": least, **data})
    if price <= most:
        return None
    return Refusal("private.trade_time", {CASE: "all" if most == step.rules.money else "short", "cash": most, **data})


def accept_offer(flow: Flow, s: RailState) -> None:
    """Carry out what was agreed."""
    t = flow.rules
    offer, s.offer = s.offer, ()
    match offer:
        case ("private", str(company), str(private), int(price)):
            pay(t, s, company, s.privates[private], price)
            s.privates = {**s.privates, private: company}
            if t.privates[private].licence and company not in s.licences:
                flow.track.grant_licence(s, company)
        case ("trade", str(private), int(seller), int(buyer), int(price)):
            pay(t, s, player(buyer), player(seller), price)
            s.privates = {**s.privates, private: player(buyer)}
            if t.private_rules.trades == "purchase":
                s.traded = (*s.traded, private)
                s.bought, s.has_acted = (*s.bought, (private, "private")), True
            else:
                s.traded = tuple(dict.fromkeys((*s.traded, private)))
        case ("train", str(buyer), str(seller), str(train), int(price)):
            missing = price - s.cash[buyer]
            if missing > 0:
                pay(t, s, player(flow.decides(s, buyer)), buyer, missing)
            flow.take_train(s, buyer, seller, train, price)
        case _:
            flow.carry_out(s, offer)
