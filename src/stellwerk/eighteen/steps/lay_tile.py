"""A tile on a hex: what it costs, what it moves, why it does not fit, and tiles by the power of a private."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import COLOURS, Face


def lay_tile(step: RailStep, s: RailState, company: str, name: str, face: Face) -> None:
    """Pay for the terrain and put the tile down; markers without track choose their city anew."""
    hex_ = step.t.hexmap.number[name]
    bare = not step.track.lying(s)[hex_].paths
    pay(step.t, s, company, BANK, step.track.cost(s, hex_))
    step.track.lay(s, name, face)
    if bare and len(face.stops) > 1:
        for standing in [company for markers in s.stations.get(name, ()) for company in markers]:
            step.track.lift(s, standing, name)
            then(s, Frame("choose_city", standing))


def private_tiles(step: RailStep, s: RailState, company: str) -> Iterator[tuple[str, str, Face]]:
    """Tiles that a company may lay without a connection, by the power of a private it owns."""
    colours = step.t.phases[s.phase].colours
    for private, owner in s.privates.items():
        facts = step.t.privates[private]
        if owner != company or not facts.tile or private in s.used or ("track" in s.used and not facts.extra_tile):
            continue
        for name in facts.tile:
            hex_ = step.t.hexmap.number[name]
            if name in s.tiles or step.track.cost(s, hex_) > s.cash[company] or step.track.blocked_by(s, name):
                continue
            for fit in step.track.fits(hex_, step.track.lying(s)[hex_]):
                if step.track.available(s, fit, name, colours):
                    yield private, name, fit.face


def why_unfit(step: RailStep, s: RailState, name: str, new: Face) -> str:
    """The rule by which a tile does not fit what lies on a hex, whoever lays it."""
    hex_ = step.t.hexmap[name]
    old = step.track.lying(s)[hex_.number]
    if hex_.fixed:
        return "7.2a" if hex_.kind == "grey" else "7.2b"
    if name in s.tiles:
        if new.label != old.label:
            return "7.2.2.6"
        if new.number not in step.t.catalogue.upgrades[old.number]:
            return "7.2.2.5"
        if new.exits & ~step.t.hexmap.open_edges[hex_.number]:
            return "7.2.2.2"
        return "7.2.2.3" if old.stops_onto(new) is None else ""
    if COLOURS.index(new.colour) != COLOURS.index(old.colour) + 1:
        return "7.2.1.6" if hex_.kind == "white" else "7.2.1.7"
    if new.label != old.label:
        return "7.2.1.7"
    if sorted(stop.kind for stop in new.stops) != sorted(stop.kind for stop in old.stops):
        return "7.2.1.5"
    if new.exits & ~step.t.hexmap.open_edges[hex_.number]:
        return "7.2.1.2"
    return "7.2.2.3" if old.stops_onto(new) is None else ""


class LayPrivateTile(RailStep):
    """4.0.CS, 4.0.DH: a company that owns such a private lays a tile on its hex without a connection."""

    rule = "4.0b"
    elsewhere = "2.0e"
    kinds = ("lay_private",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        for private, name, face in private_tiles(self, s, company) if self._any_open(f) else ():
            if f.step != "lay_track" and not self.t.privates[private].extra_tile:
                continue
            yield Choice(self.director_seat(s, company), "lay_private", (private, name, face.number, face.rotation))

    def _any_open(self, f: Frame) -> bool:
        """4.0.CS.b: by an option an extra tile may be laid in any step of the turn."""
        return f.step == "lay_track" or "private_tile_any_time" in self.t.flags

    def lay_private(self, s: RailState, f: Frame, a: Action) -> None:
        private, name, number, rotation = a.args
        spent = (private,) if self.t.privates[private].extra_tile else (private, "track")
        s.used = (*s.used, *spent)
        lay_tile(self, s, str(f.who), name, self.t.catalogue.face(number, rotation))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.args:
            case (str(private), str(name), str(number), int(rotation)) if private in s.privates:
                facts, company = self.t.privates[private], str(f.who)
                data: dict[str, str | int] = {"private": private, "hex": name, "tile": number}
                if s.privates[private] != company or not facts.tile:
                    return Refusal("4.0b", data)
                if a.seat != self.director_seat(s, company):
                    return Refusal("6.2e")
                return self._why_no_power(s, f, data) or self._why_no_tile(s, company, data, number, rotation)
        return Refusal(self.elsewhere)

    def _why_no_power(self, s: RailState, f: Frame, data: dict[str, str | int]) -> Refusal | None:
        """Why a private that belongs to the company on turn does not help it here and now."""
        private, name = str(data["private"]), str(data["hex"])
        facts = self.t.privates[private]
        if name not in facts.tile:
            return Refusal(f"4.0.{private}.a", data)
        if name in s.tiles:
            return Refusal("R-41" if facts.extra_tile else "4.0.DH.d", data)
        if f.step != "lay_track" and not (facts.extra_tile and self._any_open(f)):
            return Refusal("4.0.CS.b" if facts.extra_tile else "4.0.DH.a", data)
        if "track" in s.used and not facts.extra_tile:
            return Refusal("4.0.DH.a", data)
        return None

    def _why_no_tile(
        self, s: RailState, company: str, data: dict[str, str | int], number: str, rotation: int
    ) -> Refusal:
        name = str(data["hex"])
        if number not in self.t.catalogue or rotation not in range(6) or not s.supply[number]:
            return Refusal("comp.1", data)
        cost = self.track.cost(s, self.t.hexmap.number[name])
        if cost > s.cash[company]:
            return Refusal("7.0h", {**data, "cost": cost, "cash": s.cash[company]})
        new = self.t.catalogue.face(number, rotation)
        if new.colour not in self.t.phases[s.phase].colours:
            return Refusal(self.t.phases[s.phase].rule, data)
        return Refusal(why_unfit(self, s, name, new) or "7.2.2.4", data)
