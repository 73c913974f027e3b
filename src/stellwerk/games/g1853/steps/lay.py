"""Laying tiles: the plan for second tiles, what ground and premiums cost and bring, and why a tile is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.network import meets
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.lay_track import LayTrack
from stellwerk.eighteen.steps.why_track import UNCHOSEN
from stellwerk.eighteen.tiles import COLOURS, Face
from stellwerk.games.g1853.laying import PLANS, is_large
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.track import Track1853

UNCONNECTED: Final = ("track.unconnected", "track.other_gauge", "track.gauge_changes")
Data = dict[str, str | int]


class ChoosePlan(RailStep):
    """4.1.3, R-29: in its first turn a large company chooses for good how it comes by second tiles."""

    rule = "4.1.3a"
    kinds = ("plan",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if company not in own(s).plans and is_large(self.track, s, company):
            for plan in PLANS:
                yield Choice(self.director_seat(s, company), "plan", (plan,))

    def plan(self, s: RailState, f: Frame, a: Action) -> None:
        mine = own(s)
        mine.plans = {**mine.plans, str(f.who): a.args[0]}

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule, {"company": str(f.who)})


class LayTrack1853(LayTrack):
    """One or two yellow tiles, or one tile in place of another."""

    track: Track1853

    def lay(self, s: RailState, f: Frame, a: Action) -> None:
        """4.1.14: the premium of a hex waits until all tiles of the turn are laid."""
        name, mine = a.args[0], own(s)
        if self.track.replaces(s, name):
            self.track.to_be_visited(s, str(f.who), name)
        else:
            mine.premium += self.rules.hexmap[name].premium
        super().lay(s, f, a)
        if self.track.lays_left(s):
            mine.first_tile = name

    def pass_track(self, s: RailState, f: Frame, a: Action) -> None:
        self._finish(s, str(f.who))

    def skip(self, s: RailState, f: Frame) -> None:
        self._finish(s, str(f.who))

    def _finish(self, s: RailState, company: str) -> None:
        mine = own(s)
        pay(self.rules, s, BANK, company, mine.premium)
        mine.premium = 0
        self.flow.has_earned(s, company)
        self.track.forget_first(s, company)

    # --- why not ---------------------------------------------------------------------------------------

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        if a.kind == "plan" and company in own(s).plans:
            return Refusal("R-29", {"company": company})
        return super().why(s, f, a)

    def why_no_tile(self, s: RailState, company: str, name: str, number: str, rotation: int) -> Refusal:
        known = name in self.rules.hexmap.number and number in self.rules.catalogue
        if not known or not self.track.lays_left(s):
            return super().why_no_tile(s, company, name, number, rotation)
        new = self.rules.catalogue.face(number, rotation % 6)
        if self.track.replaces(s, name) and "track" in s.done_this_turn:
            return Refusal("4.2.1a")
        if self._is_print(s, name) and COLOURS.index(new.colour) <= COLOURS.index("green"):
            return Refusal("4.1.4b", {"hex": name, "tile": number})
        why = super().why_no_tile(s, company, name, number, rotation)
        return self._in_this_book(s, company, name, new, why)

    def _is_print(self, s: RailState, name: str) -> bool:
        return name not in s.tiles and bool(self.rules.hexmap[name].upgrades)

    def _in_this_book(self, s: RailState, company: str, name: str, new: Face, why: Refusal) -> Refusal:
        """The paragraph that stands behind a refusal of the shared step, where this book has several."""
        data: Data = {"hex": name, "tile": new.number, "company": company}
        match why.rule:
            case "track.no_upgrade":
                return Refusal(self._why_not_listed(s, name, new), data)
            case "treasury.short":
                return self._why_dear(s, company, name, why)
            case rule if rule in UNCONNECTED:
                return self._why_unconnected(s, company, name, new, why)
            case "track.no_tile_left" if new.colour == "grey" and self.rules.catalogue.counts[new.number] == 1:
                return Refusal("4.2.12c", data)
            case "track.no_room_for_stations" if self.track.replaces(s, name):
                allowed = self.track.may_upgrade(s, company, name, new)
                return why if allowed else self._why_outside(s, company, name)
            case "4.2.1b" if self._is_print(s, name):
                return Refusal("4.2.12a", data)
        return why

    def _why_not_listed(self, s: RailState, name: str, new: Face) -> str:
        """4.2.1c: some tiles stay. 4.2.5a: kinds of stations that never follow each other. Else the list of tiles."""
        old = self.track.lying(s)[self.rules.hexmap.number[name]]
        if old.colour == "yellow" and not self.track.listed(self.rules.hexmap[name], old):
            return "4.2.1c"
        stations = {stop.kind for stop in new.stops} & {"city", "town"}
        if bool(stations) != bool(self.rules.hexmap[name].face.stops):
            return "4.2.5a"
        return f"TL.{COLOURS.index(old.colour)}"

    def _why_dear(self, s: RailState, company: str, name: str, why: Refusal) -> Refusal:
        if company in own(s).credit:
            return Refusal("3.4.6", {"company": company})
        if self.track.fee(s, company):
            return Refusal("4.1.3b", why.data)
        return Refusal("4.2.13" if self.rules.hexmap[name].upgrade_cost else "4.1.12a", why.data)

    def _why_unconnected(self, s: RailState, company: str, name: str, new: Face, why: Refusal) -> Refusal:
        """4.1.7a, R-32: a second tile may be connected, but not in its own way. 4.1.8: without track at home."""
        data: Data = {"hex": name, "tile": new.number, "company": company}
        hex_, first = self.rules.hexmap.number[name], own(s).first_tile
        if first and meets(new, self.track.reach_before(s, company).ends(hex_)):
            return Refusal("4.1.7a", data)
        if first and meets(new, self.track.reach(s, company).ends(hex_)):
            return Refusal("R-32", data)
        stands = [place for place, stops in s.stations.items() if any(company in markers for markers in stops)]
        lying = self.track.lying(s)
        tracked = any(lying[self.rules.hexmap.number[place]].paths for place in stands)
        return why if tracked else Refusal("4.1.8", data)

    def _why_outside(self, s: RailState, company: str, name: str) -> Refusal:
        rule = "4.2.3a" if self.track.is_carried(s, company) else "4.2.2a"
        return Refusal(rule, {"hex": name, "company": company})

    def _why_not_here(
        self, s: RailState, company: str, name: str, number: object = "", *more: object
    ) -> Refusal | None:
        """Why nothing can be laid on a hex; where nothing but the territory or the first tile stands against it."""
        why = super()._why_not_here(s, company, name, number, *more)
        hex_ = self.rules.hexmap.number[name]
        if why is None:
            possible = any(number in ("", face.number) for face in self.track.lays_on(s, company, hex_))
            return None if possible else self._why_outside(s, company, name)
        if why.rule == "track.lay_used" and self.track.lays_left(s):
            return Refusal("4.2.1a")
        if why.rule in UNCONNECTED and own(s).first_tile and why.data.get(CASE) == UNCHOSEN:
            joined = self.track.reach_before(s, company).ends(hex_)
            return Refusal("4.1.7a", why.data) if joined else why
        return why
