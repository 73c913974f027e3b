"""Placing stations: in the territory of a company, and where its best trains carry it."""

from __future__ import annotations

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.track import Track1853


class PlaceStation1853(PlaceStation):
    """One station in a turn, or by an option as many as a company can pay for."""

    track: Track1853

    def station(self, s: RailState, f: Frame, a: Action) -> None:
        super().station(s, f, a)
        self.track.to_be_visited(s, str(f.who), a.args[0])
        if rules_of(self.rules).markers_per_turn is None:
            s.todo.append(f)

    def why_not_here(self, s: RailState, company: str, name: str, stop: int) -> Refusal:
        why = super().why_not_here(s, company, name, stop)
        if why.rule in ("station.reserved", "station.price") and self._is_outside(s, company, name, stop):
            carried = self.track.is_carried(s, company)
            return Refusal("4.4.2a" if carried else "4.4.1b", {"company": company, "hex": name})
        unpaid = why.rule == "station.price" and company in own(s).credit
        return Refusal("3.4.6", {"company": company}) if unpaid else why

    def _is_outside(self, s: RailState, company: str, name: str, stop: int) -> bool:
        """Whether nothing but the territory stands against a station."""
        face = self.track.lying(s)[self.rules.hexmap.number[name]]
        kept = not self.track.marks_freely(s, company, name, stop, face)
        return not kept and not self.track.may_mark(s, company, name, stop, face)
