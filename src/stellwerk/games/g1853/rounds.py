"""The rounds of 1853: the elephant is sold before a set of operating rounds, and calls an extra one after it."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.state import NOBODY, RailState, player, seat_of
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.trains import settle_supply

ELEPHANT = "elephant"
"""The offer of the elephant: its holder, who is to buy it, and the price."""


class Rounds(Flow):
    """What comes between rounds."""

    def begin_stock_round(self, s: RailState) -> None:
        own(s).extra_round = False
        super().begin_stock_round(s)

    def begin_set(self, s: RailState) -> None:
        """A stock round is over: the game with it if the bank is broken (R-51), else the elephant may be sold."""
        settle_supply(self, s)
        if s.ending and rules_of(self.rules).last_rounds == "end":
            s.ended = s.ending
        else:
            s.passed, s.declined = (), ()
            then(s, Frame("sell_elephant", s.priority))

    def elephant_stays(self, s: RailState) -> None:
        """Whoever has it now, the operating rounds begin."""
        s.declined = ()
        super().begin_set(s)

    def end_set(self, s: RailState) -> None:
        """4.9: once in a set the elephant may call for one more round."""
        if own(s).extra_round:
            super().end_set(s)
        else:
            then(s, Frame("call_round", s.priority))

    def carry_out(self, s: RailState, offer: tuple[str | int, ...]) -> None:
        """The elephant changes hands."""
        match offer:
            case (str(what), int(seller), int(buyer), int(price)) if what == ELEPHANT:
                pay(self.rules, s, player(buyer), player(seller), price)
                s.priority = buyer
            case _:
                super().carry_out(s, offer)

    def is_open(self, s: RailState, asked: int) -> bool:
        match s.offer:
            case (str(what), int(seller), int(buyer), int(price)) if what == ELEPHANT:
                sold = s.todo[-2:-1] == [Frame("sell_elephant", seller)] and seller == s.priority
                return sold and asked == buyer != seller and 0 <= price <= s.cash[player(asked)]
        return super().is_open(s, asked)


def has_stirred(before: RailState, s: RailState) -> bool:
    """Whether any share, tile, station, train or money has moved, but for money between players."""
    things = ((old.shares, old.tiles, old.stations, old.trains) for old in (before, s))
    return next(things) != next(things) or any(
        amount != s.cash[owner] for owner, amount in before.cash.items() if seat_of(owner) == NOBODY
    )
