"""A tile on a hex: what it costs, what it moves, why it does not fit, and tiles by the power of a private."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.ruleset import Private
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import COLOURS, Face


def lay_tile(step: RailStep, s: RailState, company: str, name: str, face: Face, private: str = "") -> None:
    """Pay for the terrain and put the tile down; markers without track, or whose cities were joined, choose anew."""
    track, hex_ = step.track, step.rules.hexmap.number[name]
    old, helper = track.lying(s)[hex_], private or track.helped_by(s, company, name)
    joined = old.number in step.rules.track_rules.joins and old.stops_onto(face) is None
    pay(step.rules, s, company, BANK, track.cost(s, company, hex_, face, private))
    first = name not in s.tiles
    track.lay(s, name, face)
    if (joined or not old.paths) and len(face.stops) > 1:
        for standing in [company for markers in s.stations.get(name, ()) for company in markers]:
            track.lift(s, standing, name)
            then(s, Frame("choose_city", standing))
            s.moving = name if joined else s.moving
    step.flow.built(s, name, helper if first else "")


def private_tiles(step: RailStep, s: RailState, company: str) -> Iterator[tuple[str, str, Face]]:
    """Tiles that a company may lay by the power of a private."""
    for private in step.powers(s, company):
        facts = step.rules.privates[private]
        if private in s.done_this_turn or not (facts.extra_tile or step.track.lays_left(s)):
            continue
        if facts.own_tile:
            yield from ((private, *lay) for lay in _own_tile(step, s, company, private))
        elif facts.terrain or facts.cheap_once:
            yield from ((private, *lay) for lay in _on_cheap_ground(step, s, company, private))
        elif facts.tile:
            yield from ((private, *lay) for lay in _without_connection(step, s, company, facts.tile))


def _own_tile(step: RailStep, s: RailState, company: str, private: str) -> Iterator[tuple[str, Face]]:
    """The tile that nobody else may lay, where the company can pay for the ground."""
    number, purse = step.rules.hexmap.number, step.track.purse(s, company)
    for name, face in step.track.own_tiles(s, private):
        if step.track.cost(s, company, number[name], face, private) <= purse:
            yield name, face


def powers_on_hexes(step: RailStep, s: RailState, company: str) -> dict[str, str]:
    """Bare hexes with the private that a company uses by laying there, joined or not.

    Nobody declares a power, so there is no second way to lay the same tile; by an option the owner says which it is,
    and so he does where he could use it on another hex.
    """
    if step.rules.private_rules.tile_time == "any_time":
        return {}
    found = {}
    for private in step.powers(s, company):
        facts = step.rules.privates[private]
        if len(facts.tile) == 1 and not facts.own_tile and private not in s.done_this_turn:
            found.update({name: private for name in facts.tile if name not in s.tiles})
    return found


def _without_connection(
    step: RailStep, s: RailState, company: str, hexes: tuple[str, ...]
) -> Iterator[tuple[str, Face]]:
    """On a private's own hexes a company needs no track that leads there."""
    colours = step.rules.phases[s.phase].colours
    for name in hexes:
        hex_ = step.rules.hexmap.number[name]
        if name in s.tiles or step.track.blocked_by(s, name):
            continue
        for fit in step.track.fits(s, hex_):
            paid = step.track.cost(s, company, hex_, fit.face) <= step.track.purse(s, company)
            if paid and step.track.available(s, fit, name, colours):
                yield name, fit.face


def _on_cheap_ground(step: RailStep, s: RailState, company: str, private: str) -> Iterator[tuple[str, Face]]:
    """Once, ground of a kind or one of some hexes costs less, where the company could build anyway."""
    for hex_ in step.track.reach_in_order(s, company).edges:
        printed = step.rules.hexmap.hexes[hex_]
        if is_cheaper(step.rules.privates[private], printed) and printed.name not in s.tiles:
            for face in step.track.lays_on(s, company, hex_, private):
                yield printed.name, face


def is_cheaper(facts: Private, hex_: Hex) -> bool:
    """Whether a private makes the first tile on a hex cheaper when its owner says so."""
    if facts.cheap_once:
        return hex_.name in facts.cheap
    return bool(hex_.cost) and hex_.terrain == facts.terrain


def why_no_such_tile(step: RailStep, s: RailState, name: str, number: str, rotation: int) -> Refusal | None:
    """Why a tile cannot lie on a hex at all, whoever lays it: what is printed comes before what is in stock."""
    data: dict[str, str | int] = {"hex": name, "tile": number}
    hex_ = step.rules.hexmap[name]
    new = step.rules.catalogue.face(number, rotation % 6) if number in step.rules.catalogue else None
    if hex_.fixed and (new is None or step.track.for_all(new)):
        return Refusal("track.grey_hex" if hex_.kind == "grey" else "track.closed_hex", data)
    if new is None:
        return Refusal("track.no_tile_left", data)
    owner = next((name for name, facts in step.rules.privates.items() if facts.own_tile == number), "")
    if owner:
        return Refusal("private.own_tile", {**data, "private": owner})
    if new.colour not in step.rules.phases[s.phase].colours:
        return Refusal(step.rules.phases[s.phase].rule or "track.colour", data)
    if rotation not in range(6):
        return Refusal("track.rotation", {**data, "rotation": rotation})
    unfit = why_unfit(step, s, name, new)
    if unfit:
        return Refusal(unfit, data)
    return None if s.supply[number] else Refusal("track.no_tile_left", data)


def why_unfit(step: RailStep, s: RailState, name: str, new: Face) -> str:
    """The rule by which a tile does not fit what lies on a hex, whoever lays it."""
    hex_ = step.rules.hexmap[name]
    old = step.track.lying(s)[hex_.number]
    if not step.track.for_all(new):
        return "private.own_tile"
    listed = step.track.listed(hex_, old)
    if listed is not None:
        if new.label != hex_.label(new.colour):
            return "track.label"
        if new.number not in listed:
            return "track.no_upgrade"
        if new.exits & ~step.track.open_edges(s, hex_.number):
            return "track.upgrade_leads_nowhere"
        return why_lost(step, old, new)
    return _why_not_first(step, s, hex_, new)


def why_lost(step: RailStep, old: Face, new: Face) -> str:
    """The rule by which a tile does not continue what lies on its hex; "" where it does."""
    if step.track.onto(old, new) is not None:
        return ""
    if old.joined_in(new) is not None:
        return "track.joins_cities"
    return "track.changes_gauge" if old.keeps_shape(new) else "track.loses_track"


def _why_not_first(step: RailStep, s: RailState, hex_: Hex, new: Face) -> str:
    """Why a tile does not fit as the first one on what is printed."""
    old = hex_.face
    if COLOURS.index(new.colour) != COLOURS.index(old.colour) + 1:
        return "track.first_colour" if hex_.kind == "white" else "track.first_label"
    if new.label != hex_.label(new.colour):
        return "track.first_label"
    if sorted(stop.kind for stop in new.stops) != sorted(stop.kind for stop in old.stops):
        return "track.other_stops"
    if new.exits & ~step.track.open_edges(s, hex_.number):
        return "track.leads_nowhere"
    return "track.loses_track" if old.stops_onto(new) is None else ""


def lays(facts: Private) -> bool:
    """Whether a private has a power that its owner uses by laying a tile."""
    return bool(facts.tile or facts.terrain or facts.cheap_once)


class LayPrivateTile(RailStep):
    """A company lays a tile by the power of a private: on its hexes, or where ground is cheaper."""

    rule = "private.not_yours"
    closed_rule = "turn.order"
    kinds = ("lay_private",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        for private, name, face in private_tiles(self, s, company) if self._any_open(s, f) else ():
            if f.step == "lay_track" or self._at_any_time(private):
                yield Choice(self.director_seat(s, company), "lay_private", (private, name, face.number, face.rotation))

    def wanted(self) -> bool:
        return any(map(lays, self.rules.privates.values()))

    def _at_any_time(self, private: str) -> bool:
        """Whether a tile of this private is what that option speaks of: an extra one, or one on cheaper ground."""
        facts = self.rules.privates[private]
        return facts.extra_tile or bool(facts.terrain)

    def _any_open(self, s: RailState, f: Frame) -> bool:
        """By an option such a tile may be laid in any step of the turn."""
        return (f.step == "lay_track" or self.rules.private_rules.tile_time == "any_time") and str(f.who) in s.director

    def lay_private(self, s: RailState, f: Frame, a: Action) -> None:
        private, name, number, rotation = a.args
        facts = self.rules.privates[private]
        s.done_this_turn = (*s.done_this_turn, private)
        if not facts.extra_tile:
            self.track.count_lay(s, name)
        lay_tile(self, s, str(f.who), name, self.rules.catalogue.face(number, rotation), private)
        if facts.own_tile or facts.outlives or len(facts.tile) > 1 or facts.marker_later:
            self.spend(s, private)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.args:
            case (str(private), str(name), str(number), int(rotation)) if self._known(s, private):
                facts, company = self.rules.privates[private], str(f.who)
                data: dict[str, str | int] = {"private": private, "hex": name, "tile": number}
                if not lays(facts):
                    return Refusal("private.not_yours", data)
                if private in s.spent or private not in {**s.privates, **s.rights}:
                    return Refusal(self._not_now(private), data)
                if private not in self.powers(s, company):
                    directed = s.privates.get(private) == player(self.director_seat(s, company))
                    alone = facts.own_tile and self.rules.private_rules.own_tile_by == "company" and directed
                    return Refusal("private.not_yours", {CASE: "alone", **data} if alone else data)
                if a.seat != self.director_seat(s, company):
                    return Refusal("turn.not_yours")
                return self._why_no_power(s, f, data) or self._why_no_tile(s, company, data, number, rotation)
        return Refusal(self.closed_rule)

    def _known(self, s: RailState, private: str) -> bool:
        """Whether a private is open or is one of those that may outlive their closing."""
        facts = self.rules.privates.get(private)
        return facts is not None and (
            private in s.privates or facts.outlives or bool(facts.own_tile) or facts.cheap_once
        )

    def _not_now(self, private: str) -> str:
        """The rule that says when the tile of a private is laid, and how often."""
        return "private.extra_tile_late" if self.rules.privates[private].extra_tile else "private.tile_of_the_turn"

    def _why_no_power(self, s: RailState, f: Frame, data: dict[str, str | int]) -> Refusal | None:
        """Why a private that belongs to the company on turn does not help it here and now."""
        private, name = str(data["private"]), str(data["hex"])
        facts = self.rules.privates[private]
        if facts.tile and name not in facts.tile:
            return Refusal("private.not_its_hex", data)
        if (facts.terrain or facts.cheap_once) and not self._is_cheaper(name, facts):
            return Refusal("private.not_its_hex" if facts.cheap_once else "private.tile_of_the_turn", data)
        if name in s.tiles:
            return Refusal("private.extra_site_taken" if facts.extra_tile else "private.site_taken", data)
        if f.step != "lay_track" and not (self._at_any_time(private) and self._any_open(s, f)):
            return Refusal(self._not_now(private), data)
        if not self.track.lays_left(s) and not facts.extra_tile:
            return Refusal("private.tile_of_the_turn", data)
        return None

    def _is_cheaper(self, name: str, facts: Private) -> bool:
        return name in self.rules.hexmap.number and is_cheaper(facts, self.rules.hexmap[name])

    def _why_no_tile(
        self, s: RailState, company: str, data: dict[str, str | int], number: str, rotation: int
    ) -> Refusal:
        private, name = str(data["private"]), str(data["hex"])
        facts, hex_ = self.rules.privates[private], self.rules.hexmap.number[name]
        if facts.own_tile:
            return self._why_not_own_tile(s, company, data, number, rotation)
        misfit = why_no_such_tile(self, s, name, number, rotation)
        if misfit:
            return Refusal(misfit.rule, {**misfit.data, **data})
        new = self.rules.catalogue.face(number, rotation)
        cost = self.track.cost(s, company, hex_, new, private)
        if cost > self.track.purse(s, company):
            return Refusal("treasury.short", {**data, "cost": cost, "cash": s.cash[company]})
        joined = not (facts.terrain or facts.cheap_once) or new.exits & self.track.reach(s, company).edges.get(hex_, 0)
        return Refusal("track.no_room_for_stations" if joined else "track.unconnected", data)

    def _why_not_own_tile(
        self, s: RailState, company: str, data: dict[str, str | int], number: str, rotation: int
    ) -> Refusal:
        """Why the tile that only this private lays cannot lie on one of its hexes, on which nothing lies yet."""
        private, hex_ = str(data["private"]), self.rules.hexmap.number[str(data["hex"])]
        if number == self.rules.privates[private].own_tile and rotation in range(6):
            face, phase = self.rules.catalogue.face(number, rotation), self.rules.phases[s.phase]
            if face.colour in COLOURS and face.colour not in phase.colours:
                return Refusal(phase.rule or "track.colour", data)
            if face.exits & ~self.rules.hexmap.open_edges[hex_]:
                return Refusal("track.leads_nowhere", data)
            cost = self.track.cost(s, company, hex_, face, private)
            if cost > self.track.purse(s, company):
                return Refusal("treasury.short", {**data, "cost": cost, "cash": s.cash[company]})
        return Refusal(self._not_now(private), data)
