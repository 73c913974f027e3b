"""Contract bids: all write down their bonds, then they pick cities and shares in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Range, Shuffle
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import move_certificates
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.games.g1853.contracts import all_written, why_not_close, why_not_pick
from stellwerk.games.g1853.ruleset import ContractRules, rules_of
from stellwerk.games.g1853.shares import note_holding, put
from stellwerk.games.g1853.state import own

PICKS: Final = ("pick", "close_bid")


class BidStep(RailStep):
    """What the steps before the first stock round share."""

    rounds = ("auction",)
    lies_on: ClassVar[tuple[str, ...]] = ("",)

    @property
    def contracts(self) -> ContractRules:
        return rules_of(self.rules).contracts


class WriteBonds(BidStep):
    """Everybody writes down a bond at once; when all have, the bonds are open and lie aside."""

    rule = turn_rule = "2.5.2a"
    alone = False
    sealed = True
    kinds = ("write_bond",)
    explains = PICKS

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        step, least = self.contracts.bond_step, self.contracts.least_bond
        for seat, bond in enumerate(own(s).bonds):
            if not bond:
                yield Choice(seat, "write_bond", (Range(least, self.money(s, seat), step),))

    def write_bond(self, s: RailState, f: Frame, a: Action) -> None:
        mine = own(s)
        mine.bonds = tuple(a.args[0] if seat == a.seat else bond for seat, bond in enumerate(mine.bonds))
        if not all_written(s):
            s.todo.append(f)
            return
        s.seating = tuple(sorted(range(self.rules.seats), key=lambda seat: -mine.bonds[seat]))
        for seat, bond in enumerate(mine.bonds):
            s.cash[player(seat)] -= bond
        tied = sorted({bond for bond in mine.bonds if mine.bonds.count(bond) > 1}, reverse=True)
        then(s, *(Frame("draw_order", bond) for bond in tied))
        if not tied:
            begin_picks(s)

    def why_others(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "write_bond", (int(amount),) if amount < self.contracts.least_bond:
                return Refusal("2.5.2b", {"least": self.contracts.least_bond})
            case "write_bond", (int(),):
                return Refusal("R-05", {"cash": self.money(s, a.seat), "step": self.contracts.bond_step})
        return Refusal(self.rule)

    def fits(self, s: RailState, f: Frame) -> bool:
        return f.who == "" and bool(own(s).bonds) and not all_written(s)


class DrawOrder(BidStep):
    """Who sits before whom of those with equal bonds is decided by lot; the frame is for an amount."""

    lies_on = ("", "draw_order")
    by_chance = True
    kinds = ("draw_order",)
    explains = PICKS

    def mover(self, s: RailState, f: Frame) -> int:
        return CHANCE

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "draw_order", (Shuffle(self.tied(s, f)),))

    def tied(self, s: RailState, f: Frame) -> tuple[int, ...]:
        """The seats with the same bond."""
        return tuple(seat for seat, bond in enumerate(own(s).bonds) if bond == f.who)

    def draw_order(self, s: RailState, f: Frame, a: Action) -> None:
        drawn, tied = iter(a.args[0]), self.tied(s, f)
        s.seating = tuple(next(drawn) if seat in tied else seat for seat in s.seating)
        if not s.todo:
            begin_picks(s)

    def fits(self, s: RailState, f: Frame) -> bool:
        return all_written(s) and len(self.tied(s, f)) > 1 and bool(s.seating) and not any(own(s).notes)


def begin_picks(s: RailState) -> None:
    """The highest bond has the elephant and picks first."""
    s.priority = s.seating[0]
    then(s, Frame("pick_cities", s.priority))


class PickCities(BidStep):
    """In turn each writes down a city in secret and takes a share for it openly, or says that the bid is complete."""

    rule = turn_rule = "2.5.4a"
    closed_rule = "2.5.11"
    kinds = PICKS

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        bond, note = self.bid(s, seat)
        for name, city in self.contracts.cities.items():
            if why_not_pick(self.contracts, bond, note, name) is None:
                for company in filter(lambda company: self.has_share(s, company), city.companies):
                    yield Choice(seat, "pick", (name, company))
        if why_not_close(self.contracts, bond, note) is None:
            yield Choice(seat, "close_bid")

    def bid(self, s: RailState, seat: int) -> tuple[int, tuple[str, ...]]:
        return own(s).bonds[seat], own(s).notes[seat]

    def has_share(self, s: RailState, company: str) -> bool:
        """R-10: before a director is named there are eight certificates of a tenth."""
        return TENTH in s.shares[company][self.rules.bank_index]

    def pick(self, s: RailState, f: Frame, a: Action) -> None:
        name, company = a.args
        mine, seat = own(s), a.seat
        mine.notes = _with(mine.notes, seat, name)
        mine.taken = _with(mine.taken, seat, company)
        move_certificates(s, company, self.rules.bank_index, seat, (TENTH,))
        note_holding(self.rules, s, company, seat)
        then(s, Frame("pick_cities", self.next_bidder(s, seat)))

    def close_bid(self, s: RailState, f: Frame, a: Action) -> None:
        mine = own(s)
        mine.closed_bids = (*mine.closed_bids, a.seat)
        if len(mine.closed_bids) < self.rules.seats:
            then(s, Frame("pick_cities", self.next_bidder(s, a.seat)))
            return
        for seat in s.seating:
            self.pay_shares(s, seat)
        mine.named = tuple(company for company in self.rules.companies if any(company in taken for taken in mine.taken))
        self.flow.begin_stock_round(s)

    def next_bidder(self, s: RailState, seat: int) -> int:
        """R-07: who has closed his bid is out; the last one picks alone."""
        at = s.seating.index(seat)
        order = (*s.seating[at + 1 :], *s.seating[: at + 1])
        return next(other for other in order if other not in own(s).closed_bids)

    def pay_shares(self, s: RailState, seat: int) -> None:
        """R-12: share by share in the order of the companies; from the first that is too dear on all are unpaid."""
        mine, broke = own(s), False
        for company in self.rules.companies:
            count = mine.taken[seat].count(company)
            paid = 0
            while paid < count and not broke:
                broke = self.money(s, seat) < s.par[company]
                if not broke:
                    pay(self.rules, s, player(seat), BANK, s.par[company])
                    paid += 1
            if count:
                put(self.rules, mine.from_contract, company, seat, count)
            if paid < count:
                put(self.rules, mine.unredeemed, company, seat, count - paid)

    def why_others(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal("R-07") if a.seat in own(s).closed_bids else super().why_others(s, f, a)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        bond, note = self.bid(s, a.seat)
        match a.kind, a.args:
            case "pick", (str(name), str(company)):
                refusal = why_not_pick(self.contracts, bond, note, name)
                if refusal:
                    return refusal
                if company not in self.contracts.cities[name].companies:
                    known = company in self.rules.companies
                    return Refusal("2.5.5", {"hex": name, "company": company}) if known else Refusal(self.rule)
                return Refusal("R-10", {"company": company})
            case "pick", (str(name), _, *_) if name in self.contracts.cities:
                return Refusal("2.5.10a")
            case "close_bid", ():
                return why_not_close(self.contracts, bond, note) or Refusal(self.rule)
        return Refusal(self.rule)

    def fits(self, s: RailState, f: Frame) -> bool:
        """Those who sit before have picked once more than the others, unless their bids are complete."""
        mine = own(s)
        if not self.is_seat(f.who) or f.who not in s.seating or not all_written(s) or f.who in mine.closed_bids:
            return False
        at, count = s.seating.index(int(f.who)), len(mine.notes[int(f.who)])
        return all(
            len(mine.notes[seat]) == count + (place < at)
            for place, seat in enumerate(s.seating)
            if seat not in mine.closed_bids
        )


def _with(lists: tuple[tuple[str, ...], ...], seat: int, name: str) -> tuple[tuple[str, ...], ...]:
    """The lists of all seats, that of one with one name more."""
    return tuple((*listed, name) if at == seat else listed for at, listed in enumerate(lists))
