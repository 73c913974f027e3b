"""Home stations, track and stations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, offer
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import markers_at, meets
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.steps.base import IN_A_TURN, IN_OWN_TURN, WHENEVER_ON_TURN, RailStep
from stellwerk.eighteen.steps.lay_tile import lay_tile, powers_on_hexes, private_tiles, why_no_such_tile, why_unfit
from stellwerk.eighteen.steps.why_apart import why_no_way, why_unconnected
from stellwerk.eighteen.steps.why_track import (
    UNCHOSEN,
    why_no_tile_anywhere,
    why_no_tile_on,
    why_not_its_track,
)
from stellwerk.eighteen.tiles import EDGES, Face

PRINT: Final = frozenset(
    {
        "private.own_tile",
        "track.other_stops",
        "track.first_colour",
        "track.first_label",
        "track.no_upgrade",
        "track.label",
    }
)
"""Rules by which a tile does not fit a hex however it is turned."""


class PlaceHome(RailStep):
    """At the start of its first turn a company places its home station, free of charge."""

    rule = "station.home_first"
    kinds = ("home",)
    anytime = WHENEVER_ON_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        """Only where there are several homes, or several cities with track, is there something to choose."""
        company = str(f.who)
        spots = self.track.home_spots(s, company) if company not in s.operated else []
        for spot in spots if len(spots) > 1 else ():
            yield Choice(self.director_seat(s, company), "home", spot)

    def home(self, s: RailState, f: Frame, a: Action) -> None:
        name, stop = a.args
        self.track.place_homes(s, str(f.who), stop, name)

    def skip(self, s: RailState, f: Frame) -> None:
        company = str(f.who)
        if company not in s.operated:
            self.track.place_all_homes(s, company)


class LayTrack(RailStep):
    """Lay one tile or replace one, or do neither.

    It is asked even when no tile can be laid: what may be done between turns needs a moment before each turn.
    """

    rule = "track.lay_used"
    kinds = ("lay", "pass_track")
    anytime = IN_OWN_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        seat = self.director_seat(s, company)
        if not self.track.lays_left(s):
            if next(self.extra_tiles(s, company), None) or self._licence_left(s, f):
                yield offer((seat, "pass_track", ()))
            return
        yield offer((seat, "pass_track", ()))
        powers = powers_on_hexes(self, s, company)
        for name, face in self.track.lays(s, company):
            if name not in powers:
                yield offer((seat, "lay", (name, face.number, face.rotation)))

    def admits(self, s: RailState, f: Frame, a: Action) -> bool:
        """A lay is looked up on its hex alone, without listing all that could be laid elsewhere."""
        match a.kind, a.args:
            case "lay", (str(name), str(number), int(rotation)) if name in self.rules.hexmap.number:
                company = str(f.who)
                if not self.track.lays_left(s) or a.seat != self.director_seat(s, company):
                    return False
                if name in powers_on_hexes(self, s, company):
                    return False
                if number not in self.rules.catalogue or rotation not in EDGES:
                    return False
                face = self.rules.catalogue.face(number, rotation)
                return self.track.may_lay(s, company, self.rules.hexmap.number[name], face)
        return a.kind == "pass_track" and super().admits(s, f, a)

    def extra_tiles(self, s: RailState, company: str) -> Iterator[tuple[str, str, Face]]:
        """What a private allows besides the usual tile, where it must be laid in this step."""
        return private_tiles(self, s, company) if self.rules.private_rules.tile_time == "track_step" else iter(())

    def purse(self, s: RailState, f: Frame) -> tuple[int, int | None]:
        """A company that is still asked although its lays are used up can pay for a private's tile or a licence."""
        company = str(f.who)
        if self.track.lays_left(s):
            return 0, None
        number = self.rules.hexmap.number
        costs = [
            self.track.cost(s, company, number[name], face, private)
            for private, name, face in self.extra_tiles(s, company)
        ]
        if self._licence_left(s, f):
            costs.append(self.rules.licence_price)
        return min(costs, default=0), None

    def _licence_left(self, s: RailState, f: Frame) -> bool:
        """Whether the company could still buy a licence, which it does in this step."""
        step = self.beside.get("buy_licence")
        return step is not None and next(iter(step.choices(s, f)), None) is not None

    def lay(self, s: RailState, f: Frame, a: Action) -> None:
        """The step stays open; it is passed over when neither a further tile nor a licence is to be had."""
        name, number, rotation = a.args
        company = str(f.who)
        self.track.count_lay(s, name)
        s.todo.append(f)
        lay_tile(self, s, company, name, self.rules.catalogue.face(number, rotation))

    def pass_track(self, s: RailState, f: Frame, a: Action) -> None:
        """Going on to the next step."""

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        match a.kind, a.args:
            case "lay", (str(name), str(number), int(rotation)):
                private = powers_on_hexes(self, s, company).get(name)
                if private:
                    return self._why_by_private(s, f, a, private)
                return self.why_no_tile(s, company, name, number, rotation)
            case "lay", (str(name), *rest) if name in self.rules.hexmap.number:
                return self._why_not_here(s, company, name, *rest) or self.why_now(s, a)
            case "lay", ():
                return why_no_tile_anywhere(self, s, company)
        return self.why_now(s, a)

    def _why_not_here(
        self, s: RailState, company: str, name: str, number: object = "", *_more: object
    ) -> Refusal | None:
        """Why nothing can be laid on a hex or, where a number is given, not this tile however it is turned."""
        only = number if isinstance(number, str) and number in self.rules.catalogue else ""
        fixed = self.rules.hexmap[name].fixed
        if only and (fixed or why_unfit(self, s, name, self.rules.catalogue.face(only, 0)) in PRINT):
            return self.why_no_tile(s, company, name, only, 0)
        return why_no_tile_on(self, s, company, name, only)

    def _why_by_private(self, s: RailState, f: Frame, a: Action, private: str) -> Refusal:
        """That tile is laid by the private, or it does not fit for a reason of the private's."""
        power, step = Action(a.seat, "lay_private", (private, *a.args)), self.beside.get("lay_private_tile")
        if step is None:
            return Refusal("private.tile_of_the_turn", {"private": private, "hex": a.args[0]})
        if step.admits(s, f, power):
            return Refusal("track.by_private", {"private": private, "hex": a.args[0], "tile": a.args[1]})
        return step.why(s, f, power)

    def why_no_tile(self, s: RailState, company: str, name: str, number: str, rotation: int) -> Refusal:
        data: dict[str, str | int] = {"hex": name, "tile": number}
        if not self.track.may_lay_on(s, name):
            return Refusal("track.lay_used", data)
        if name not in self.rules.hexmap.number:
            return Refusal("track.no_tile_left", data)
        private = self.track.blocked_by(s, name)
        if private:
            return Refusal("track.blocked_by_private", {**data, "private": private})
        hex_ = self.rules.hexmap[name]
        misfit = why_no_such_tile(self, s, name, number, rotation)
        if misfit:
            return misfit
        new = self.rules.catalogue.face(number, rotation)
        if not meets(new, self.track.builds_from(s, company).ends(hex_.number)):
            return why_unconnected(self, s, company, hex_, [new], data)
        if not self.track.lies_apart(s, hex_.number, new):
            return Refusal("track.side_by_side", {**data, "colour": new.colour})
        cost = self.track.cost(s, company, hex_.number, new)
        if cost > self.track.purse(s, company):
            return Refusal("treasury.short", {**data, "cost": cost, "cash": s.cash[company]})
        return why_not_its_track(self, s, company, hex_, new) or self._no_room(s, hex_, new, data)

    def _no_room(self, s: RailState, hex_: Hex, new: Face, data: dict[str, str | int]) -> Refusal:
        """How the stations on a hex are in the way of a tile."""
        if any(fit.joins for fit in self.track.fits(s, hex_.number) if fit.face is new):
            return Refusal("track.joins_stations", {CASE: "stations", **data})
        return Refusal("track.no_room_for_stations", data)


class ChooseCity(RailStep):
    """A station takes one of two cities: a home when track first reaches its hex, one whose track was joined anew."""

    lies_on = (IN_A_TURN, "discard_train", "choose_city")

    rule = "station.home_chooses"
    kinds = ("city",)
    anytime = WHENEVER_ON_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        name = self.site(s, f)
        for stop, city in enumerate(self.track.lying(s)[self.rules.hexmap.number[name]].stops):
            if len(markers_at(s.stations, name, stop)) < city.slots:
                yield Choice(self.mover(s, f), "city", (name, stop))

    def fits(self, s: RailState, f: Frame) -> bool:
        """A station that was lifted off a hex with several cities finds room in one of them again."""
        company = str(f.who)
        if not super().fits(s, f) or not s.markers[company]:
            return False
        gone = all(company not in markers for markers in s.stations.get(self.site(s, f), ()))
        return gone and next(iter(self.choices(s, f)), None) is not None

    def site(self, s: RailState, f: Frame) -> str:
        """The hex on which the station stands, by default the home with several cities.

        To one without track nobody but the company at home there has come.
        """
        homes, lying = self.rules.companies[str(f.who)].homes, self.track.lying(s)
        several = (name for name in homes if len(lying[self.rules.hexmap.number[name]].stops) > 1)
        return s.moving or next(several, homes[0])

    def mover(self, s: RailState, f: Frame) -> int:
        """The company's director chooses; by an option whoever laid the first tile of a home does."""
        layer = self.rules.track_rules.city_chosen_by == "layer" and not s.moving
        return self.director_seat(s, s.acted[-1] if layer else str(f.who))

    def city(self, s: RailState, f: Frame, a: Action) -> None:
        self.track.place(s, str(f.who), *a.args)
        s.moving = ""

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal("station.joined_chooses" if s.moving else self.rule, {"hex": self.site(s, f)})


class PlaceStation(RailStep):
    """At most one further station per turn."""

    rule = "station.placed"
    kinds = ("station", "waive", "pass_station")
    anytime = IN_OWN_TURN
    tells = ("waive",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        seat = self.director_seat(s, company)
        spots: set[tuple[str, int]] = set()
        for spot in self.spots(s, company):
            if spot not in spots:
                spots.add(spot)
                yield offer((seat, "station", spot))
        if spots and self.rules.private_rules.tile_time == "any_time" and self._waivable(s, company):
            yield Choice(seat, "waive")
        if spots or self.could_still_pay(s, company):
            yield offer((seat, "pass_station", ()))

    def admits(self, s: RailState, f: Frame, a: Action) -> bool:
        """A pass is looked up without listing all stations."""
        if a.kind != "pass_station":
            return super().admits(s, f, a)
        company = str(f.who)
        asked = next(self.spots(s, company), None) is not None or self.could_still_pay(s, company)
        return asked and Choice(self.director_seat(s, company), "pass_station").admits(a)

    def purse(self, s: RailState, f: Frame) -> tuple[int, int | None]:
        """Who is asked for a station can pay for one, unless there is one for nothing."""
        company = str(f.who)
        free = next(self.free_spots(s, company), None) is not None or self.could_still_pay(s, company)
        return 0 if free else self.track.marker_price(s, company), None

    def could_still_pay(self, s: RailState, company: str) -> bool:
        """Whether money could still come in for a station: then there must be a moment for that."""
        return False

    def _waivable(self, s: RailState, company: str) -> bool:
        """By an option a company may pay for a station that it could have for nothing."""
        return not set(self.free_spots(s, company)).isdisjoint(self.paid_spots(s, company))

    def spots(self, s: RailState, company: str) -> Iterator[tuple[str, int]]:
        if not s.markers[company]:
            return
        yield from self.free_spots(s, company)
        yield from self.paid_spots(s, company)

    def paid_spots(self, s: RailState, company: str) -> Iterator[tuple[str, int]]:
        """What the company reaches and can pay for."""
        if self.track.marker_price(s, company) <= self.track.purse(s, company):
            yield from self.track.markers(s, company)

    def free_spots(self, s: RailState, company: str) -> Iterator[tuple[str, int]]:
        """In the turn of its tile a station may be placed there without route and cost; by an option later too."""
        if not self._bring_stations:
            return
        later = (p for p in s.spent if self.rules.privates[p].marker_later and s.privates.get(p) == company)
        for private in dict.fromkeys((*s.done_this_turn, *later)) if "waived" not in s.done_this_turn else ():
            facts = self.rules.privates.get(private)
            if facts and facts.marker:
                for name in facts.tile:
                    face = self.track.lying(s)[self.rules.hexmap.number[name]]
                    for stop in range(len(face.stops)):
                        if self.track.may_mark(s, company, name, stop, face):
                            yield name, stop

    @cached_property
    def _bring_stations(self) -> bool:
        """Whether the tile of some private brings a station."""
        return any(facts.marker for facts in self.rules.privates.values())

    def station(self, s: RailState, f: Frame, a: Action) -> None:
        name, stop = a.args
        company = str(f.who)
        cost = self.fee(s, company, a.args)
        s.done_this_turn = tuple(dict.fromkeys((*s.done_this_turn, "station")))
        pay(self.rules, s, company, BANK, cost)
        self.track.place(s, company, name, stop)

    def fee(self, s: RailState, company: str, spot: tuple[str, int]) -> int:
        """What a company pays for a station on a spot, hex and stop: nothing where a private gives it one."""
        return 0 if spot in set(self.free_spots(s, company)) else self.track.marker_price(s, company)

    def waive(self, s: RailState, f: Frame, a: Action) -> None:
        s.done_this_turn = (*s.done_this_turn, "waived")
        s.todo.append(f)

    def pass_station(self, s: RailState, f: Frame, a: Action) -> None:
        """Going on to the next step."""

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "station", (str(name), int(stop)):
                return self.why_not_here(s, str(f.who), name, stop)
            case "station", () if not next(self.spots(s, str(f.who)), None):
                return self._why_nowhere(s, str(f.who))
        return self.why_now(s, a)

    def _why_nowhere(self, s: RailState, company: str) -> Refusal:
        """Why a company can place no station at all: no marker, no room, or no money."""
        if not s.markers[company]:
            return Refusal("station.no_marker", {"company": company})
        if next(self.track.markers(s, company), None) is None:
            return Refusal("station.unconnected", {CASE: UNCHOSEN, "company": company})
        return Refusal("station.price", {"cost": self.track.marker_price(s, company), "cash": s.cash[company]})

    def passed_over(self, s: RailState, f: Frame, a: Action) -> Refusal | None:
        """Without any place that can be paid for the step is not asked at all."""
        late = self.flow.comes_after(f.step, "place_station")
        company = str(f.who)
        if (
            not late
            or "station" in s.done_this_turn
            or next(self.spots(s, company), None)
            or self.could_still_pay(s, company)
        ):
            return None
        return self.why(s, f, a)

    def why_not_here(self, s: RailState, company: str, name: str, stop: int) -> Refusal:
        data: dict[str, str | int] = {"hex": name}
        if name not in self.rules.hexmap.number:
            return Refusal("station.no_city", data)
        hex_ = self.rules.hexmap.number[name]
        face = self.track.lying(s)[hex_]
        if stop not in range(len(face.stops)) or face.stops[stop].kind != "city" or not face.stops[stop].slots:
            return Refusal("station.no_city", data)
        if not s.markers[company]:
            return Refusal("station.no_marker", data)
        if any(company in markers for markers in s.stations.get(name, ())):
            return Refusal("station.hex_taken", data)
        if len(markers_at(s.stations, name, stop)) >= face.stops[stop].slots:
            return Refusal("station.full", data)
        if not self.track.may_mark(s, company, name, stop, face):
            return self._why_kept(s, company, name)
        if (hex_, stop) not in self.track.reach(s, company).stops:
            return why_no_way(self, s, company, "station.unconnected", data, (hex_, stop))
        return Refusal("station.price", {**data, "cost": self.track.marker_price(s, company), "cash": s.cash[company]})

    def _why_kept(self, s: RailState, company: str, name: str) -> Refusal:
        """For whom the last circle of a hex is kept, and by which rule."""
        data: dict[str, str | int] = {"hex": name}
        for other, facts in self.rules.companies.items():
            if name not in facts.homes or other == company or other in s.operated:
                continue
            if facts.closed_home == name:
                return Refusal("station.home_closed", {**data, "company": other})
            if len(facts.home_stops) > 1 and facts.home == name:
                return Refusal("station.home_chooses", data)
            if facts.other_homes:
                return Refusal("station.last_home", {**data, "company": other})
        return Refusal("station.reserved", data)
