"""Running trains of two gauges: through what was built outside the territory, and with mail."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.routes import Position, can_run
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.runs import Runs
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.games.g1853.flow import Flow1853
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.track import Track1853

MOST_KNOWN: Final = 16
"""So many runs are remembered: those of the positions that are looked at now."""

Key = tuple[object, ...]


class RunTrains1853(RunTrains):
    """Any run is legal that passes all hexes that are due to be visited."""

    track: Track1853

    def __init__(self, rules: Ruleset, track: Track1853, flow: Flow1853) -> None:
        super().__init__(rules, track, flow)
        self._runs: dict[Key, Runs] = {}
        self._runnable: dict[Key, bool] = {}
        self._boards: dict[Key, Position] = {}

    def may_run(self, s: RailState, company: str) -> bool:
        """Whether one of its trains has a route: of its gauge, within its range."""
        key = self._key(s, company)
        if key not in self._runnable:
            _make_room(self._runnable)
            self._runnable[key] = self._has_route(s, company)
        return self._runnable[key]

    def _has_route(self, s: RailState, company: str) -> bool:
        """A train that counts two stops can run wherever track of its gauge joins two; others are asked to try."""
        joined = {network.gauges for network in self.track.reach(s, company).networks if network.route}
        trains, gauges = self.flow.fleet_now(s, company), self.rules.routes.gauges
        if any((train.stops is None or train.stops > 1) and gauges.get(train.name) in joined for train in trains):
            return True
        short = [train for train in trains if train.stops == 1]
        return bool(short) and can_run(self._board(s, company), short)

    def runs(self, s: RailState, company: str) -> Runs:
        key = self._key(s, company)
        if key not in self._runs:
            _make_room(self._runs)
            runs = super().runs(s, company)
            if runs.position.visits and not any(runs.best().routes):
                # What no run can do is asked of nobody.
                runs = replace(runs, position=self._board(s, company), known={})
            self._runs[key] = runs
        return self._runs[key]

    def position(self, s: RailState, company: str) -> Position:
        board, due = self._board(s, company), own(s).to_visit
        return replace(board, visits=due) if due else board

    def _board(self, s: RailState, company: str) -> Position:
        """Where trains run, whatever they have to visit; it remembers its track, which takes a while to follow."""
        key = self._key(s, company)
        if key not in self._boards:
            _make_room(self._boards)
            self._boards[key] = self.track.position(s, company)
        return self._boards[key]

    def _key(self, s: RailState, company: str) -> Key:
        """All on which the runs of a company depend."""
        board = tuple(s.tiles.items()), tuple(s.stations.items())
        return company, self.flow.fleet_now(s, company), s.phase, board, own(s).to_visit

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        """A hex that is left out was built on by a tile, or marked by a station of this turn."""
        refusal = super().why(s, f, a)
        if refusal.rule != "route.not_visited":
            return Refusal(refusal.rule, {"company": str(f.who), **refusal.data})
        here = s.stations.get(str(refusal.data["hex"]), ())
        marked = "station" in s.done_this_turn and any(f.who in markers for markers in here)
        return Refusal("4.4.2b" if marked else "4.2.3b", refusal.data)


def _make_room(table: dict[Key, Runs] | dict[Key, bool] | dict[Key, Position]) -> None:
    if len(table) >= MOST_KNOWN:
        del table[next(iter(table))]
