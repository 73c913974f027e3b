"""The order of play in 1853."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import NOBODY, RailState
from stellwerk.games.g1853.contracts import settle_size
from stellwerk.games.g1853.links import city_groups
from stellwerk.games.g1853.rounds import Rounds
from stellwerk.games.g1853.shares import in_first_round, is_due, manager, name_director, start_company, unredeemed
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.trains import Trains


class Flow1853(Trains, Rounds):
    """What follows what in 1853."""

    turn = ("choose_plan", "lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains")

    def begin_turn(self, s: RailState, company: str) -> None:
        super().begin_turn(s, company)
        own(s).to_visit, own(s).first_tile = (), ""

    def begin(self, s: RailState) -> None:
        """Players write down their bonds."""
        mine, seats = own(s), self.rules.seats
        mine.bonds, mine.notes, mine.taken = (0,) * seats, ((),) * seats, ((),) * seats
        then(s, Frame("write_bonds"))

    def linked_cities(self, s: RailState) -> Iterable[frozenset[str]]:
        """The cities of contracts by what track joins, each group of hexes for itself."""
        return city_groups(self.track, s)

    def have_track(self, s: RailState, hexes: Sequence[str]) -> bool:
        """Whether there is track on all of these hexes: as long as one has none it is joined to no other."""
        lying, number = self.track.lying(s), self.rules.hexmap.number
        return len(hexes) == 1 or all(lying[number[name]].paths for name in hexes)

    # --- who decides and who is paid -------------------------------------------------------------------

    def decides(self, s: RailState, company: str) -> int:
        """4.0: its director, or its manager if it has none."""
        return s.director[company] if company in s.director else manager(self.rules, s, company)

    def earning(self, s: RailState, company: str, seat: int) -> int:
        """2.7.3: nothing is paid for shares that are not redeemed."""
        return percent(s, company, seat) - TENTH * unredeemed(s, company, seat)

    def may_pay_out(self, s: RailState, company: str) -> bool:
        """3.4.2: a manager keeps all income."""
        return company in s.director

    # --- stock rounds ----------------------------------------------------------------------------------

    def begin_stock_round(self, s: RailState) -> None:
        mine = own(s)
        mine.last_buyer, mine.just_started = NOBODY, ()
        super().begin_stock_round(s)

    def end_stock_round(self, s: RailState) -> None:
        """The first round names directors now; the elephant goes to the left of the last buyer, if there is one."""
        mine = own(s)
        if in_first_round(s):
            self.start_companies(s)
        if mine.last_buyer != NOBODY:
            s.priority = self.next_seat(s, mine.last_buyer)
        mine.last_buyer, mine.just_started, mine.stirred = NOBODY, (), False
        self.begin_set(s)

    def start_companies(self, s: RailState) -> None:
        """2.9, R-14: all companies of which enough was issued in the first round, in their order."""
        mine = own(s)
        due = [company for company in self.rules.companies if is_due(self.rules, s, company)]
        for company in due:
            name_director(self.rules, s, company)
        self.settle_sizes(s)
        for company in due:
            start_company(self, s, company)
        mine.from_contract, mine.missed = {}, ()

    def settle_sizes(self, s: RailState) -> None:
        """2.6: whether a company of open size is large or small, once the directors are named."""
        settle_size(self, s)


def flow_of(flow: Flow) -> Flow1853:
    """The same order of play, known to be that of 1853."""
    assert isinstance(flow, Flow1853)
    return flow
