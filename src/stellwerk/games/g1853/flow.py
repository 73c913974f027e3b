"""The order of play in 1853."""

from __future__ import annotations

from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1853.state import own


class Flow1853(Flow):
    """What follows what in 1853."""

    turn = ("choose_plan", "lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains")

    def begin_turn(self, s: RailState, company: str) -> None:
        super().begin_turn(s, company)
        own(s).to_visit, own(s).first_tile = (), ""

    def begin(self, s: RailState) -> None:
        """Players write down their bonds."""
