"""Private companies in the hands of players and companies."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.ruleset import Private, Ruleset
from stellwerk.eighteen.shares import (
    certificate_limit,
    float_if_due,
    has_room,
    may_gain,
    may_hold,
    move_certificates,
    over_limit,
    review_director,
)
from stellwerk.eighteen.state import NOBODY, RailState, player, seat_of, without_key
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.offers import accept_offer, open_prices, why_declined, why_no_deal, why_other_hands
from stellwerk.eighteen.track import Track


def price_band(facts: Private) -> tuple[int, int]:
    """From half to double the printed price, unless it prints its own limits."""
    least, most = facts.band or ((facts.price + 1) // 2, 2 * facts.price)
    return least, most


class ExchangePrivate(RailStep):
    """A player swaps a private for a share, in his turn or between the turns of others."""

    rule = "private.exchange"
    closed_rule = "private.exchange_time"
    kinds = ("exchange",)

    def wanted(self) -> bool:
        return any(facts.exchange for facts in self.rules.privates.values())

    def __init__(self, rules: Ruleset, track: Track, flow: Flow) -> None:
        super().__init__(rules, track, flow)
        self.shares = {private: facts.exchange for private, facts in rules.privates.items() if facts.exchange}
        """By private of whose shares it can be swapped for one."""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        for private, company in self.shares.items():
            seat = seat_of(s.privates.get(private, ""))
            if seat >= 0 and self._now(s, f, seat):
                for source, holder in (("bank", self.rules.bank_index), ("pool", self.rules.pool_index)):
                    small = [c for c in s.shares[company][holder] if c < self.rules.companies[company].director]
                    if small and self._may_have(s, seat, company, min(small)):
                        yield Choice(seat, "exchange", (private, source))

    def _may_have(self, s: RailState, seat: int, company: str, cert: int) -> bool:
        """Within the limit for one company; by an option only if he might buy such a share now."""
        if self.rules.private_rules.exchange_as_purchase:
            return company in s.par and may_gain(self.rules, s, seat, company, cert)
        return may_hold(self.rules, s, seat, company, cert)

    def _now(self, s: RailState, f: Frame, seat: int) -> bool:
        """In the owner's stock turn, or when another player or company is about to begin.

        Not after a sale of such shares in the same round; an option forgets all that.
        """
        if seat in s.passed:
            return False
        if self.rules.private_rules.exchange == "any_time":
            return True
        if self._sold(s, seat):
            return False
        if f.step == "trade_shares":
            return f.who == seat or not s.has_acted
        return f.step == "lay_track" and not s.done_this_turn and not s.has_acted

    def _sold(self, s: RailState, seat: int) -> bool:
        return any(
            (seat, self.rules.privates[p].exchange) in s.sold for p, o in s.privates.items() if o == player(seat)
        )

    def shows(self, s: RailState, a: Action) -> bool:
        """It may leave another player on turn with nothing more to buy."""
        return a.seat != s.todo[-1].who and self.turn_goes_on_by_cash(s)

    def exchange(self, s: RailState, f: Frame, a: Action) -> None:
        private, source = a.args
        company = self.rules.privates[private].exchange
        holder = self.rules.bank_index if source == "bank" else self.rules.pool_index
        small = min(s.shares[company][holder])
        move_certificates(s, company, holder, a.seat, (small,))
        s.privates = without_key(s.privates, private)
        review_director(self.rules, s, company)
        float_if_due(self.rules, s, company)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.args:
            case (str(private), *rest) if private in s.privates:
                data: dict[str, str | int] = {"private": private}
                company = self.rules.privates[private].exchange
                if company and s.privates[private] in self.rules.companies:
                    return Refusal("private.not_yours", data)
                if company and s.privates[private] == player(a.seat):
                    if a.seat in s.passed:
                        return Refusal("stock.passed_out")
                    if not self._now(s, f, a.seat):
                        return Refusal(
                            "private.exchange_after_sale" if self._sold(s, a.seat) else "private.exchange_time", data
                        )
                return self._why_no_exchange(s, a.seat, private, *rest)
        return Refusal("private.closed")

    def _why_no_exchange(self, s: RailState, seat: int, private: str, source: object = "", *_: object) -> Refusal:
        """Reason why a seat cannot swap a private: its owner, what lies in the market, the limits."""
        company = self.rules.privates[private].exchange
        data: dict[str, str | int] = {"private": private}
        if not company:
            return Refusal("private.exchange", {CASE: "never", **data})
        data["company"] = company
        if s.privates[private] != player(seat):
            return Refusal("private.exchange", {CASE: "owner", **data})
        holder = {"bank": self.rules.bank_index, "pool": self.rules.pool_index}.get(str(source), -1)
        there = s.shares[company][holder] if holder >= 0 else ()
        if not any(card < self.rules.companies[company].director for card in there):
            return Refusal("private.exchange", {CASE: "nothing", **data})
        return Refusal("private.exchange", {CASE: "limits", **data})


class BuyPrivate(RailStep):
    """A company buys privates from players at any moment of its turn, in some phases."""

    rule = closed_rule = "private.purchase_time"
    kinds = ("buy_private",)

    def buyer(self, s: RailState) -> str:
        """The company on turn, whoever is asked for something meanwhile."""
        return s.acted[-1]

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = self.buyer(s)
        if self._too_early(s) or s.todo[-1].step == "consent" or company not in s.director:
            return
        for private, owner in s.privates.items():
            facts = self.rules.privates[private]
            if seat_of(owner) < 0 or not facts.to_companies:
                continue
            if self.rules.private_rules.seller == "director" and seat_of(owner) != self.director_seat(s, company):
                continue
            least, most = price_band(facts)
            prices = open_prices(s, ("private", company, private), least, min(most, s.cash[company]))
            if prices:
                yield Choice(self.director_seat(s, company), "buy_private", (private, prices))

    def _too_early(self, s: RailState) -> str:
        """The rule by which companies buy no privates yet, or no more."""
        if not self.rules.phases[s.phase].buy_privates:
            return "private.purchase_phase"
        waits = self.rules.private_rules.bought_from == "next_round" and not s.privates_open
        return "private.purchase_waits" if waits else ""

    def buy_private(self, s: RailState, f: Frame, a: Action) -> None:
        """Owner and director agree; a director who buys from himself agrees with himself."""
        private, price = a.args
        company = self.buyer(s)
        s.has_acted = True
        owner = seat_of(s.privates[private])
        s.offer = ("private", company, private, price)
        if owner == a.seat:
            accept_offer(self.flow, s)
        else:
            then(s, Frame("consent", owner))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = self.buyer(s)
        if a.seat != self.director_seat(s, company):
            return Refusal("private.purchase_time")
        early = self._too_early(s)
        if early:
            return Refusal(early)
        match a.args:
            case (str(private), int(price)) if private in s.privates:
                facts = self.rules.privates[private]
                least, most = price_band(facts)
                if not facts.to_companies:
                    return Refusal("private.kept_from_companies", {"private": private})
                if seat_of(s.privates[private]) < 0:
                    return Refusal("private.not_a_players", {"private": private})
                if self.rules.private_rules.seller == "director" and seat_of(s.privates[private]) != a.seat:
                    return Refusal("private.not_a_players", {"private": private})
                if not least <= price <= most:
                    return Refusal("private.price_band", {"private": private, "least": least, "most": most})
                poor = Refusal("private.treasury_short", {"cost": price, "cash": s.cash[company]})
                return why_declined(s, ("private", company, private), price) or poor
        return Refusal("private.closed")


class TradePrivate(RailStep):
    """Players trade privates at any price while one of them is on turn, but not in the first stock round."""

    rule = closed_rule = "private.trade_time"
    kinds = ("offer_private", "ask_private")

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        if s.stock_rounds <= 1 or self.rules.private_rules.trades == "none":
            return
        seat = int(f.who)
        if self.rules.private_rules.trades == "purchase":
            yield from self._purchases(s, seat)
            return
        takers: dict[int, bool] = {}
        for private, owner in s.privates.items():
            holder = seat_of(owner)
            if holder < 0 or self._passed_on(s, private):
                continue
            for buyer in (seat,) if holder != seat else range(self.rules.seats):
                if buyer not in takers:
                    takers[buyer] = self._may_take(s, buyer)  # asked once, whatever the private
                if not takers[buyer] or buyer == holder:
                    continue
                if buyer == seat:
                    prices = open_prices(s, ("trade", private, holder, seat), 0, self.money(s, seat))
                    if prices:
                        yield Choice(seat, "ask_private", (private, prices))
                    continue
                most = self.asking_limit(s, buyer)
                prices = open_prices(s, ("trade", private, seat, buyer), 0, most, falling=True)
                if prices:
                    yield Choice(seat, "offer_private", (private, buyer, prices))

    def _purchases(self, s: RailState, seat: int) -> Iterator[Choice]:
        """By an option a private of another player is what one buys in a turn, within no limit."""
        if s.bought or not self.money(s, seat) or over_limit(self.rules, s, seat):
            return
        for private, owner in s.privates.items():
            holder = seat_of(owner)
            taken = holder in (NOBODY, seat) or not self.rules.privates[private].to_companies
            if taken or self._passed_on(s, private):
                continue
            prices = open_prices(s, ("trade", private, holder, seat), 1, self.money(s, seat))
            if prices:
                yield Choice(seat, "ask_private", (private, prices))

    def _passed_on(self, s: RailState, private: str) -> bool:
        """Whether a private has changed hands in this round, and so may not again; or too often, as a purchase."""
        if self.rules.private_rules.trades == "purchase":
            return s.traded.count(private) >= self.rules.private_rules.most_purchases
        return private in s.traded and self.rules.private_rules.resale == "next_round"

    def _may_take(self, s: RailState, seat: int) -> bool:
        """The buyer must respect his certificate limit."""
        return has_room(self.rules, s, seat)

    def offer_private(self, s: RailState, f: Frame, a: Action) -> None:
        private, buyer, price = a.args
        s.offer = ("trade", private, a.seat, buyer, price)
        then(s, Frame("consent", buyer))

    def ask_private(self, s: RailState, f: Frame, a: Action) -> None:
        private, price = a.args
        seller = seat_of(s.privates[private])
        s.offer = ("trade", private, seller, a.seat, price)
        then(s, Frame("consent", seller))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        if self.rules.private_rules.trades == "none":
            return Refusal("private.no_trade")
        if s.stock_rounds <= 1 or a.seat != f.who:
            return Refusal("private.trade_time")
        match a.kind, a.args:
            case "offer_private", (str(private), int(buyer), int(price)) if private in s.privates:
                if self.rules.private_rules.trades == "purchase":
                    return Refusal("private.trade_time", {CASE: "asked"})
                return self._why_no_deal(s, private, a.seat, buyer, price)
            case "ask_private", (str(private), int(price)) if private in s.privates:
                return self._why_no_deal(s, private, seat_of(s.privates[private]), a.seat, price)
        return Refusal("private.closed")

    def _why_no_deal(self, s: RailState, private: str, seller: int, buyer: int, price: int) -> Refusal:
        other = why_other_hands(self, s, private, seller, buyer)
        if other:
            return other
        if self._passed_on(s, private):
            if self.rules.private_rules.trades == "purchase":
                most = self.rules.private_rules.most_purchases
                return Refusal("private.traded_too_often", {"private": private, "most": most})
            return Refusal("private.traded_already", {"private": private})
        purchase = self.rules.private_rules.trades == "purchase"
        if purchase and s.bought:
            return Refusal("stock.one_purchase")
        if purchase and not self.rules.privates[private].to_companies:
            return Refusal("private.trade_time", {CASE: "kept", "private": private})
        if over_limit(self.rules, s, buyer) if purchase else not self._may_take(s, buyer):
            return Refusal("private.over_limit", {"private": private, "limit": certificate_limit(self.rules, s, buyer)})
        return why_no_deal(self, s, private, seller, buyer, price) or Refusal("private.trade_time")
