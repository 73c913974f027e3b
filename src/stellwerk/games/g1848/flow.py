"""The order of play in 1848: the Bank of England pays first, companies can fail, a closed private lays its tile."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.track import Track
from stellwerk.games.g1848.lending import EXCUSED, fall
from stellwerk.games.g1848.ruleset import rules_of


class Flow1848(Flow):
    """What follows what in 1848."""

    def begin_operating_round(self, s: RailState) -> None:
        """The lender pays before the companies act."""
        super().begin_operating_round(s)
        then(s, Frame("pay_lender", s.priority))

    def begin_turn(self, s: RailState, company: str) -> None:
        """Whoever had nothing to sell stays excused for the rest of the round."""
        excused = tuple(word for word in s.done_this_turn if word == EXCUSED)
        super().begin_turn(s, company)
        s.done_this_turn = excused

    def end_operating_round(self, s: RailState) -> None:
        s.done_this_turn = tuple(word for word in s.done_this_turn if word != EXCUSED)
        super().end_operating_round(s)

    def withheld(self, s: RailState, company: str) -> None:
        """The price moves left, perhaps so far that the lender takes the company over."""
        fall(self, s, company, 1)

    def close_private(self, s: RailState, private: str, heir: str) -> None:
        """A tile that only this private may lay must be laid at once when it closes."""
        unspent = private not in s.spent
        super().close_private(s, private, heir)
        if heir and unspent and self.rules.privates[private].own_tile:
            s.rights = {**s.rights, private: heir}
            then(s, Frame("lay_own_tile", private))


class Track1848(Track):
    """The lender takes over the stations of companies that fail."""

    def heir(self, company: str) -> str:
        return rules_of(self.rules).lender
