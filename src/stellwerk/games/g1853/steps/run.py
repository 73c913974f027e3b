"""Running trains of two gauges: through what was built outside the territory, and with mail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.core.memo import Memo
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
"""The runs of so many positions are remembered: those that are looked at now."""

Key = tuple[object, ...]


@dataclass(slots=True)
class _Known:
    """What has been found out about the runs of a company."""

    runnable: bool | None = None
    runs: Runs | None = None
    board: Position | None = None


class RunTrains1853(RunTrains):
    """Any run is legal that passes all hexes that are due to be visited."""

    track: Track1853

    def __init__(self, rules: Ruleset, track: Track1853, flow: Flow1853) -> None:
        super().__init__(rules, track, flow)
        self._all_known: Memo[Key, _Known] = Memo(MOST_KNOWN)

    def may_run(self, s: RailState, company: str) -> bool:
        """Whether one of its trains has a route: of its gauge, within its range."""
        known = self._known(s, company)
        if known.runnable is None:
            known.runnable = self._has_route(s, company)
        return known.runnable

    def _has_route(self, s: RailState, company: str) -> bool:
        """A train that counts two stops can run wherever track of its gauge joins two; others are asked to try."""
        joined = {network.gauges for network in self.track.reach(s, company).networks if network.route}
        trains, gauges = self.flow.fleet_now(s, company), self.rules.routes.gauges
        if any((train.stops is None or train.stops > 1) and gauges.get(train.name) in joined for train in trains):
            return True
        short = [train for train in trains if train.stops == 1]
        return bool(short) and can_run(self._board(s, company), short)

    def runs(self, s: RailState, company: str) -> Runs:
        known = self._known(s, company)
        if known.runs is None:
            runs = super().runs(s, company)
            if runs.position.visits and not any(runs.best().routes):
                # What no run can do is asked of nobody.
                runs = replace(runs, position=self._board(s, company), known={})
            known.runs = runs
        return known.runs

    def position(self, s: RailState, company: str) -> Position:
        board, due = self._board(s, company), own(s).to_visit
        return replace(board, visits=due) if due else board

    def _board(self, s: RailState, company: str) -> Position:
        """Where trains run, whatever they have to visit; it remembers its track, which takes a while to follow."""
        known = self._known(s, company)
        if known.board is None:
            known.board = self.track.position(s, company)
        return known.board

    def _known(self, s: RailState, company: str) -> _Known:
        """What has been found out, by all on which the runs of a company depend."""
        board = tuple(s.tiles.items()), tuple(s.stations.items())
        key = company, self.flow.fleet_now(s, company), s.phase, board, own(s).to_visit
        known = self._all_known.get(key)
        return self._all_known.keep(key, _Known()) if known is None else known

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        """A hex that is left out was built on by a tile, or marked by a station of this turn."""
        refusal = super().why(s, f, a)
        if refusal.rule != "route.not_visited":
            return Refusal(refusal.rule, {"company": str(f.who), **refusal.data})
        here = s.stations.get(str(refusal.data["hex"]), ())
        marked = "station" in s.done_this_turn and any(f.who in markers for markers in here)
        return Refusal("4.4.2b" if marked else "4.2.3b", refusal.data)
