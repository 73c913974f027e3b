"""A turn of the stock round in 1853: redeem, sell and buy one share, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.selling import why_not_held
from stellwerk.eighteen.shares import certificate_limit, certificates, has_room, may_gain, may_hold, percent
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.games.g1853.shares import (
    buy_share,
    count,
    free_to_sell,
    in_first_round,
    is_due,
    is_for_sale,
    left_of_first_group,
    redeem_share,
    sell_shares,
    start_company,
    unredeemed,
)
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.trains import Trains


class TradeShares1853(TradeShares):
    """Companies start as soon as enough of their shares are out, but for the first round; prices stay."""

    turn_rule = "stock.turn"
    kinds = ("sell", "buy", "redeem", "pass_turn")
    anytime = ()
    flow: Trains

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        yield from super().choices(s, f)
        yield from self.redemptions(s, int(f.who))

    def admits(self, s: RailState, f: Frame, a: Action) -> bool:
        if a.kind == "redeem":
            return any(choice.admits(a) for choice in self.redemptions(s, int(f.who)))
        return a.kind in self.kinds and super().admits(s, f, a)

    # -- redeeming

    def redemptions(self, s: RailState, seat: int) -> Iterator[Choice]:
        for company in own(s).unredeemed:
            if unredeemed(s, company, seat) and s.par[company] <= self.money(s, seat):
                yield Choice(seat, "redeem", (company,))

    def stands_still(self, s: RailState) -> bool:
        """P-4: nothing has moved since the last stock round, and nobody can trade."""
        return not own(s).stirred and self.nobody_trades(s)

    def nobody_trades(self, s: RailState) -> bool:
        redeems = any(True for seat in range(self.rules.seats) for _ in self.redemptions(s, seat))
        return not redeems and super().nobody_trades(s)

    def redeem(self, s: RailState, f: Frame, a: Action) -> None:
        """R-13: neither a purchase nor a sale."""
        redeem_share(self.rules, s, a.seat, a.args[0])
        self.go_on(s, f, a.seat)

    def unpaid(self, s: RailState, seat: int) -> int:
        """How many shares a player has not paid for, of all companies."""
        return sum(unredeemed(s, company, seat) for company in own(s).unredeemed)

    def owed(self, s: RailState, seat: int) -> str:
        """By company how many shares a player has not paid for, as a sentence lists it."""
        counts = {company: unredeemed(s, company, seat) for company in own(s).unredeemed}
        return ", ".join(f"{company} ({count})" for company, count in counts.items() if count)

    # -- selling

    def may_sell(self, s: RailState, company: str) -> bool:
        """3.1.8: not in the round in which it has started; the first round asks whose shares they are."""
        return company not in own(s).just_started and self.may_sell_now(s, company)

    def amounts(self, s: RailState, seat: int, company: str) -> Sequence[int]:
        most = free_to_sell(s, seat, company)
        if self.is_frozen(s, company):
            most = min(most, TENTH * self.from_contract(s, seat, company))
        return range(TENTH, most + 1, TENTH)

    def large_amounts(self, s: RailState, seat: int, company: str) -> Iterator[int]:
        return iter(())

    def is_frozen(self, s: RailState, company: str) -> bool:
        """2.8.3, R-14: whether so much of a company is out in the first round that only contracts free its shares."""
        return in_first_round(s) and is_due(self.rules, s, company)

    def from_contract(self, s: RailState, seat: int, company: str) -> int:
        """R-15: how many shares of his contract a player may still sell: those that are paid for, in his first turn."""
        mine = own(s)
        if (seat, company) in mine.missed:
            return 0
        return max(count(mine.from_contract, company, seat) - unredeemed(s, company, seat), 0)

    def put_into_pool(self, s: RailState, seat: int, company: str, amount: int, *, large: bool) -> None:
        sell_shares(self.rules, s, seat, company, amount)

    # -- buying

    def purchases_of(self, s: RailState, seat: int, company: str, *, room: bool | None = None) -> Iterator[Choice]:
        if s.bought or (seat, company) in s.sold or self.unpaid(s, seat) or not self.is_offered(s, company):
            return
        if not may_gain(self.rules, s, seat, company, TENTH, has_room(self.rules, s, seat) if room is None else room):
            return
        cash = self.money(s, seat)
        for source, holder in (("bank", self.rules.bank_index), ("pool", self.rules.pool_index)):
            if is_for_sale(s, seat, company, holder) and self.cost(s, company, source, TENTH) <= cash:
                yield Choice(seat, "buy", (company, source, TENTH))

    def is_offered(self, s: RailState, company: str) -> bool:
        """3.1.3: companies of no bid wait until those of the bids are issued."""
        return company in own(s).named or not left_of_first_group(self.rules, s)

    def buy(self, s: RailState, f: Frame, a: Action) -> None:
        super().buy(s, f, a)
        self.flow.took_over(s, a.args[0])

    def take_out(self, s: RailState, seat: int, company: str, source: str, cert: int) -> None:
        t = self.rules
        buy_share(t, s, seat, company, t.bank_index if source == "bank" else t.pool_index)
        if company not in s.floated and is_due(t, s, company) and not in_first_round(s):
            own(s).just_started = (*own(s).just_started, company)
            start_company(self.flow, s, company)

    def move_priority(self, s: RailState, seat: int) -> None:
        """3.1.11: the elephant moves when the round is over."""
        own(s).last_buyer = seat

    def end_turn(self, s: RailState, seat: int) -> None:
        """R-15: this was the turn to sell shares of companies that had started before; not of one started in it."""
        mine = own(s)
        for company in mine.from_contract if in_first_round(s) else ():
            begun_now = (company, "bank") in s.bought and self.issued(s, company) == self.rules.float_percent
            had = count(mine.from_contract, company, seat) and (seat, company) not in mine.missed
            if had and is_due(self.rules, s, company) and not begun_now:
                mine.missed = (*mine.missed, (seat, company))
        super().end_turn(s, seat)

    def issued(self, s: RailState, company: str) -> int:
        return 100 - percent(s, company, self.rules.bank_index)

    # -- why not

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "redeem", (str(company),) if company in s.shares:
                if not unredeemed(s, company, a.seat):
                    return Refusal("2.7.4b", {"company": company, CASE: "none"})
                return Refusal("2.7.4b", {"company": company, "cost": s.par[company], "cash": self.money(s, a.seat)})
            case "buy", (str(company), str(source), _) if company in s.shares and source not in ("bank", "pool"):
                return Refusal("3.1.1b")
        return super().why(s, f, a) if a.kind in self.kinds else Refusal(self.rule)

    def why_no_sale(self, s: RailState, seat: int, company: str, amount: int, *, large: bool) -> Refusal:
        held, about = percent(s, company, seat), {"company": company}
        if self.bought_now(s, company):
            return Refusal("stock.sale_of_purchase", about)
        if company in own(s).just_started:
            return Refusal("3.1.8b", about)
        lacking = why_not_held(company, held, amount)
        if lacking:
            return lacking
        if amount > held - TENTH * unredeemed(s, company, seat):
            return Refusal("2.8.3e" if in_first_round(s) else "2.7.4c", about)
        if self.is_frozen(s, company):
            late = (seat, company) in own(s).missed and count(own(s).from_contract, company, seat)
            return Refusal("2.8.3d" if late else "2.8.3c", about)
        return Refusal("R-58", about)

    def why_no_purchase(self, s: RailState, seat: int, company: str, source: str, cert: int) -> Refusal:
        about: dict[str, str | int] = {"company": company}
        first = in_first_round(s)
        holder = self.rules.bank_index if source == "bank" else self.rules.pool_index
        if self.unpaid(s, seat):
            return Refusal("2.7.4a", {"owed": self.owed(s, seat)})
        if (seat, company) in s.sold:
            return Refusal("2.8.1b" if first else "stock.sold_before", about)
        if s.bought:
            return Refusal("stock.one_purchase", about)
        if not self.is_offered(s, company):
            left = left_of_first_group(self.rules, s)
            return Refusal("2.7.6", about) if first else Refusal("3.1.3a", {**about, "left": left})
        if cert != TENTH or not is_for_sale(s, seat, company, holder):
            big = self.rules.companies[company].director in s.shares[company][holder]
            if big:
                return Refusal("3.2.1a", about)
            return Refusal("stock.no_certificate", {CASE: source, "percent": cert, **about})
        rule, cost = "stock.bank_price" if source == "bank" else "stock.pool_price", self.cost(s, company, source, cert)
        return self.why_too_much(s, seat, company, cert, rule, cost)

    def why_too_much(self, s: RailState, seat: int, company: str, cert: int, rule: str, cost: int) -> Refusal:
        """3.2.3: not even who would be director after it, with a certificate less, may buy beyond the limit."""
        full = may_hold(self.rules, s, seat, company, cert) and not may_gain(self.rules, s, seat, company, cert)
        old = s.director.get(company)
        if full and old not in (None, seat) and percent(s, company, seat) + cert > percent(s, company, int(old or 0)):
            held, limit = certificates(self.rules, s, seat), certificate_limit(self.rules, s, seat)
            return Refusal("3.2.3c", {"company": company, "held": held, "limit": limit})
        return super().why_too_much(s, seat, company, cert, rule, cost)
