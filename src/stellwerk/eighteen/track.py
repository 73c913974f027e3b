"""Laying track: which tile may lie where, and what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import Reach, Stations, Terms, find_reach, markers_at
from stellwerk.eighteen.newtrack import NewTrack
from stellwerk.eighteen.routes import Position
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import pay_capital
from stellwerk.eighteen.state import UNLIMITED, RailState, seat_of
from stellwerk.eighteen.tiles import COLOURS, Face
from stellwerk.eighteen.trains import Train


class Fit(NamedTuple):
    """A tile that may lie on a hex: which of its stops continue which old ones."""

    face: Face
    onto: tuple[int, ...]

    @property
    def joins(self) -> bool:
        """Whether a tile with several cities leads the track of all old ones into one of them."""
        return len(self.onto) > 1 == len(set(self.onto)) and len(self.face.stops) > 1

    def moved(self, markers: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
        """By stop of the tile the markers that stood on the stops that it continues."""
        found: list[tuple[str, ...]] = [()] * len(self.face.stops)
        for stop, here in enumerate(markers):
            found[self.onto[stop]] += here
        return tuple(found)


class Track:
    """The rules of laying track on one board. Knows which tile fits where; what is reached depends on the state."""

    def __init__(self, t: Ruleset) -> None:
        self.rules = t
        self.new_track = NewTrack(self)
        self.fleet: Callable[[RailState, str], tuple[Train, ...]] = self.printed_fleet
        """The trains of a company as they run now; the flow of a game may know that they run less far."""

        self._fits: dict[tuple[int, Face, int], tuple[Fit, ...]] = {}

    def lying(self, s: RailState) -> list[Face]:
        """What lies on each hex, from the cache where it is there."""
        if not s.faces:
            for hex_ in self.rules.hexmap.hexes:
                tile = s.tiles.get(hex_.name)
                s.faces.append(self.rules.catalogue.face(*tile) if tile else hex_.face)
        return s.faces

    def reach(self, s: RailState, company: str) -> Reach:
        """What a company reaches, from the cache where it is there."""
        if company not in s.reach:
            standing, terms = self.standing(s, company), self.terms(s, company)
            s.reach[company] = find_reach(self.rules.hexmap, self.seen(s, company), standing, company, terms)
        return s.reach[company]

    def seen(self, s: RailState, company: str) -> Sequence[Face]:
        """What lies on each hex, without track that a company neither builds on nor from."""
        lying, gauges = self.lying(s), self.gauges(s, company)
        return lying if gauges is None else [face.on_gauges(gauges) for face in lying]

    def position(self, s: RailState, company: str) -> Position:
        """Where a company's trains would run now."""
        level = self.rules.phases[s.phase].level
        return Position(
            self.rules.hexmap,
            self.lying(s),
            self.standing(s, company),
            company,
            level,
            self.rules.routes,
            s.heralds,
            s.licences,
        )

    def printed_fleet(self, s: RailState, company: str) -> tuple[Train, ...]:
        """The trains of a company by their cards."""
        return tuple(self.rules.trains[name] for name in s.trains[company])

    def terms(self, s: RailState, company: str) -> Terms:
        """What holds for a company's connections besides: its herald, its licence, cities that count as one."""
        routes = self.rules.routes
        barred = routes.licensed if company not in s.licences else ()
        return Terms(s.heralds.get(company, ""), barred, routes.whole)

    def grant_licence(self, s: RailState, company: str) -> None:
        """Let a company run to and through the hexes that ask for a licence."""
        s.licences = (*s.licences, company)
        s.reach.pop(company, None)

    def leads_to(self, s: RailState, company: str, name: str) -> bool:
        """Whether a connection of any length leads to a hex, be it one that the company may not run to."""
        hex_ = self.rules.hexmap.number[name]
        return any(place == hex_ for place, _ in self.reach(s, company).stops)

    def place_herald(self, s: RailState, company: str, name: str) -> None:
        """Put the home marker of a company on a hex without a city."""
        s.heralds[company] = name
        s.markers[company] -= 1
        s.reach.pop(company, None)

    def gauges(self, s: RailState, company: str) -> frozenset[str] | None:
        """The gauges of the track that a company builds on and from, dual track besides; None where all are alike."""
        return None

    def standing(self, s: RailState, company: str) -> Stations:
        """The stations that a company meets: a marker beside circles that are kept for homes of others bars nobody.

        Nor does it when its company has failed and somebody else has taken it over.
        """
        stations: Stations = s.stations
        gone = {failed for failed, _ in s.failed}
        for guest in self.guests:
            if guest == company or (guest not in s.operated and guest not in gone):
                continue
            marker = self.heir(guest) if guest in gone else guest
            for name in (self.rules.companies[guest].home, self.rules.companies[guest].second_home):
                here = stations.get(name)
                slots = self.lying(s)[self.rules.hexmap.number[name]].stops[0].slots
                if here and marker in here[0] and len(here[0]) + self.reserved(s, name, 0, guest) > slots:
                    left = list(here[0])
                    left.remove(marker)
                    stations = {**stations, name: (tuple(left), *here[1:])}
        return stations

    def heir(self, company: str) -> str:
        """Who takes over the stations of a company that fails."""
        return company

    @cached_property
    def guests(self) -> tuple[str, ...]:
        """Companies whose home markers may lie beside the circles."""
        return tuple(name for name, facts in self.rules.companies.items() if facts.second_home)

    def forget(self, s: RailState) -> None:
        """Forget what every company reaches."""
        s.reach = {}

    def touch(self, s: RailState, hex_: int) -> None:
        """Forget what may have changed with a tile or marker on a hex."""
        s.reach = {company: reach for company, reach in s.reach.items() if hex_ not in reach.hexes}

    def open_edges(self, s: RailState, hex_: int) -> int:
        """The edges of a hex, as bits, at which track could go on as the board lies now."""
        edges = self.rules.hexmap.open_edges[hex_]
        for edge, site in self.rules.hexmap.sites[hex_]:
            edges |= (self.lying(s)[site].exits >> (edge + 3) % 6 & 1) << edge
        return edges

    def fits(self, s: RailState, hex_: int) -> tuple[Fit, ...]:
        """All tiles and rotations that may replace what lies on a hex, by print and geometry alone."""
        old, edges = self.lying(s)[hex_], self.open_edges(s, hex_)
        key = (hex_, old, edges)
        if key not in self._fits:
            self._fits[key] = tuple(self.fitting(hex_, old, edges))
        return self._fits[key]

    def fitting(self, hex_: int, old: Face, open_edges: int) -> Iterator[Fit]:
        """What may replace a face where track could go on so."""
        catalogue = self.rules.catalogue
        site = self.rules.hexmap.hexes[hex_]
        listed = self.listed(site, old)
        if site.fixed:
            return
        for number in catalogue if listed is None else listed:
            for face in catalogue.faces(number):
                if face.colour not in COLOURS or (listed is None and not same_kind(site, face)):
                    break
                if face.exits & ~open_edges or face.label != site.label(face.colour):
                    continue
                onto = self.onto(old, face)
                if onto is not None:
                    yield Fit(face, onto)

    def listed(self, site: Hex, old: Face) -> tuple[str, ...] | None:
        """The tiles that a list allows over what lies on a hex; None over a print that no list speaks of."""
        if old is not site.face:
            return self.rules.catalogue.upgrades[old.number]
        return self.rules.catalogue.upgrades[site.as_tile] if site.as_tile else None

    def onto(self, old: Face, new: Face) -> tuple[int, ...] | None:
        """Which stops of a replacing tile continue which old ones; None where track would be lost."""
        onto = old.stops_onto(new)
        return old.joined_in(new) if onto is None and old.number in self.rules.track_rules.joins else onto

    def blocked_by(self, s: RailState, name: str) -> str:
        """The private that keeps everybody off a hex while a player owns it."""
        for private, owner in s.privates.items():
            if name in self.rules.privates[private].blocks and seat_of(owner) >= 0:
                return private
        return ""

    def own_tiles(self, s: RailState, private: str) -> Iterator[tuple[str, Face]]:
        """Where and how the tile can lie that only one private may lay."""
        facts = self.rules.privates[private]
        for name in facts.tile if s.supply[facts.own_tile] else ():
            open_edges = self.rules.hexmap.open_edges[self.rules.hexmap.number[name]]
            for face in self.rules.catalogue.faces(facts.own_tile):
                if not face.exits & ~open_edges:
                    yield name, face

    def lays_left(self, s: RailState) -> int:
        """How many tiles the company on turn may still lay; a replaced tile is the only one of its turn."""
        if "upgrade" in s.done_this_turn:
            return 0
        return self.rules.phases[s.phase].tiles - ("track" in s.done_this_turn) - ("second" in s.done_this_turn)

    def may_lay_on(self, s: RailState, name: str) -> bool:
        """Whether a lay is left for a hex: after a first tile only for another new one."""
        return bool(self.lays_left(s)) and not ("track" in s.done_this_turn and name in s.tiles)

    def count_lay(self, s: RailState, name: str) -> None:
        """Count a tile that is about to be laid on a hex."""
        s.done_this_turn = (*s.done_this_turn, "second" if "track" in s.done_this_turn else "track")
        if name in s.tiles:
            s.done_this_turn = (*s.done_this_turn, "upgrade")

    def cost(self, s: RailState, company: str, hex_: int, private: str = "") -> int:
        """What a company pays to build on a hex: its terrain, with the first tile; a private may make it cheaper."""
        printed = self.rules.hexmap.hexes[hex_]
        if printed.name in s.tiles:
            return 0
        cost = self.rules.companies[company].ground.get(printed.name, printed.cost)
        facts = self.rules.privates.get(private or self.helped_by(s, company, printed.name))
        if facts is None:
            return cost
        if facts.terrain and facts.terrain == printed.terrain:
            return max(cost - facts.discount, 0)
        return min(cost, facts.cheap.get(printed.name, cost))

    def helped_by(self, s: RailState, company: str, name: str) -> str:
        """The private of a company that makes its first tile on a hex cheaper without being asked."""
        for private, owner in s.privates.items():
            facts = self.rules.privates[private]
            if owner == company and name in facts.cheap and not facts.cheap_once:
                return private
        return ""

    def lays(self, s: RailState, company: str) -> Iterator[tuple[str, Face]]:
        """All that a company may lay or upgrade with its own connection, and can pay for."""
        for hex_ in self.reach(s, company).edges:
            name = self.rules.hexmap.hexes[hex_].name
            for face in self.lays_on(s, company, hex_):
                yield name, face

    def lays_on(self, s: RailState, company: str, hex_: int, private: str = "") -> Iterator[Face]:
        """The tiles that a company may lay on one hex, in a turn in which it may perhaps only lay a second new one."""
        name, edges = self.rules.hexmap.hexes[hex_].name, self.reach(s, company).edges.get(hex_, 0)
        if not edges or self.cost(s, company, hex_, private) > s.cash[company] or self.blocked_by(s, name):
            return
        if "track" in s.done_this_turn and name in s.tiles:
            return
        colours, gauges = self.rules.phases[s.phase].colours, self.gauges(s, company)
        for fit in self.fits(s, hex_):
            joined = fit.face if gauges is None else fit.face.on_gauges(gauges)
            fits = joined.exits & edges and self.available(s, fit, name, colours)
            if fits and self.new_track.admits(s, company, hex_, fit):
                yield fit.face

    def available(self, s: RailState, fit: Fit, name: str, colours: frozenset[str]) -> bool:
        """Whether the tile is in stock, its colour is out, and all markers find room on it."""
        if fit.face.colour not in colours or not s.supply[fit.face.number]:
            return False
        here = s.stations.get(name)
        if not here:
            return True
        room = [stop.slots for stop in fit.face.stops]
        old = self.lying(s)[self.rules.hexmap.number[name]].stops
        for stop, markers in enumerate(here):
            room[fit.onto[stop]] -= min(len(markers), old[stop].slots)
        return min(room) >= 0 and not (all(here) and fit.joins)

    def lay(self, s: RailState, name: str, face: Face) -> None:
        """Put a tile on a hex: the old one returns to the supply, markers move to the stops that continue theirs."""
        hex_ = self.rules.hexmap.number[name]
        old = self.lying(s)[hex_]
        onto = self.onto(old, face)
        if onto is None:
            raise AssertionError(f"{face.name} loses track of {old.name}")
        if name in s.tiles:
            self._move_tile(s, s.tiles[name][0], 1)
        self._move_tile(s, face.number, -1)
        s.tiles[name] = (face.number, face.rotation)
        if name in s.stations:
            s.stations[name] = Fit(face, onto).moved(s.stations[name])
        s.faces[hex_] = face
        self.touch(s, hex_)
        if self.homes_apart:
            self._link(s)

    def _move_tile(self, s: RailState, number: str, by: int) -> None:
        """Put a tile back into the supply or take one out of it, unless there is no end of them."""
        if s.supply[number] != UNLIMITED:
            s.supply[number] += by

    @cached_property
    def homes_apart(self) -> tuple[str, ...]:
        """Companies that wait until their two homes are joined."""
        return tuple(name for name, company in self.rules.companies.items() if company.waits_for)

    def _link(self, s: RailState) -> None:
        """Two homes are joined when a train of endless range could run from one to the other, whatever stands there."""
        gone = {company for company, _ in s.failed}
        for company in self.homes_apart:
            facts, lying = self.rules.companies[company], self.lying(s)
            one, other = self.rules.hexmap.number[facts.home], self.rules.hexmap.number[facts.second_home]
            if company in s.linked or company in gone or not (lying[one].paths and lying[other].paths):
                continue
            alone = {facts.home: ((company,), *((),) * (len(lying[one].stops) - 1))}
            if any(hex_ == other for hex_, _ in find_reach(self.rules.hexmap, lying, alone, company).stops):
                s.linked = (*s.linked, company)
                pay_capital(self.rules, s)

    def place_homes(self, s: RailState, company: str, stop: int, name: str = "") -> None:
        """Put the home station of a company on a stop of the home that it has chosen, by default its first.

        On a hex without a city its marker lies on the track. With a second home it places a second station there.
        """
        facts = self.rules.companies[company]
        home = name or facts.home
        if self.lying(s)[self.rules.hexmap.number[home]].stops:
            self.place(s, company, home, stop)
        else:
            self.place_herald(s, company, home)
        if facts.second_home:
            self.place(s, company, facts.second_home, 0)

    def place(self, s: RailState, company: str, name: str, stop: int) -> None:
        """Put a station marker of a company on a stop."""
        hex_ = self.rules.hexmap.number[name]
        stops = len(self.lying(s)[hex_].stops)
        here = list(s.stations.get(name) or [()] * stops)
        here[stop] = (*here[stop], company)
        s.stations[name] = tuple(here)
        s.markers[company] -= 1
        s.reach.pop(company, None)
        self.touch(s, hex_)

    def lift(self, s: RailState, company: str, name: str) -> None:
        """Take the markers of a company off a hex again."""
        here = tuple(tuple(c for c in markers if c != company) for markers in s.stations[name])
        s.markers[company] += sum(map(len, s.stations[name])) - sum(map(len, here))
        s.stations[name] = here
        if not any(here):
            del s.stations[name]
        s.reach.pop(company, None)
        self.touch(s, self.rules.hexmap.number[name])

    def home_stops(self, s: RailState, company: str, name: str = "") -> list[int]:
        """The stops of a home, as it lies now, on which a company may place its home station; 0 where there is none.

        Without a name it is the first of its homes.
        """
        facts = self.rules.companies[company]
        hex_ = self.rules.hexmap[name or facts.home]
        lying = self.lying(s)[hex_.number]
        if not lying.stops:
            return [0]
        onto = hex_.face.stops_onto(lying) or tuple(range(len(lying.stops)))
        return [onto[stop] for stop in (facts.home_stops if hex_.name == facts.home else (0,))]

    def home_spots(self, s: RailState, company: str) -> list[tuple[str, int]]:
        """Where a company may place its home station now, as hex and stop.

        Of several homes those that others have filled are left out. The cities of a hex without track are all one.
        """
        homes = self.rules.companies[company].homes
        if len(homes) > 1:
            homes = tuple(name for name in homes if self._has_room(s, company, name)) or homes
        spots = []
        for name in homes:
            stops = self.home_stops(s, company, name)
            alike = not self.lying(s)[self.rules.hexmap.number[name]].paths
            spots += [(name, stop) for stop in (stops[:1] if alike else stops)]
        return spots

    def _has_room(self, s: RailState, company: str, name: str) -> bool:
        """Whether a circle is left for a company on one of several homes; a hex without a city always has room."""
        face = self.lying(s)[self.rules.hexmap.number[name]]
        if not face.stops:
            return True
        kept = sum(
            other != company and facts.homes == (name,) and not facts.second_home and not self._begun(s, other)
            for other, facts in self.rules.companies.items()
        )
        stops = self.home_stops(s, company, name)
        return max(face.stops[stop].slots - len(markers_at(s.stations, name, stop)) for stop in stops) > kept

    def _begun(self, s: RailState, company: str) -> bool:
        """Whether no circle is kept for a company any more: it has placed its home station, or has failed."""
        return company in s.operated or any(company == gone for gone, _ in s.failed)

    def marker_price(self, s: RailState, company: str) -> int:
        """What the next station costs."""
        placed = self.rules.companies[company].markers - s.markers[company]
        prices = self.rules.companies[company].marker_prices or self.rules.marker_prices
        return prices[min(placed - 1, len(prices) - 1)]

    def markers(self, s: RailState, company: str) -> Iterator[tuple[str, int]]:
        """Every stop on which a company may place a station now, but for the price."""
        if not s.markers[company]:
            return
        lying = self.lying(s)
        for hex_, stop in sorted(self.reach(s, company).stops):
            name = self.rules.hexmap.hexes[hex_].name
            if self.may_mark(s, company, name, stop, lying[hex_]):
                yield name, stop

    def may_mark(self, s: RailState, company: str, name: str, stop: int, face: Face) -> bool:
        """A free circle, no own marker on the hex, no home taken away."""
        if face.stops[stop].kind != "city":
            return False
        if any(company in markers for markers in s.stations.get(name, ())):
            return False
        room = face.stops[stop].slots - len(markers_at(s.stations, name, stop))
        return room > self.reserved(s, name, stop, company)

    def reserved(self, s: RailState, name: str, stop: int, company: str) -> int:
        """How many circles of a stop are kept for homes of companies that have not operated; all where one chooses."""
        kept = 0
        for other, home in self.rules.companies.items():
            if name not in home.homes or home.second_home or other == company or self._begun(s, other):
                continue
            if home.closed_home == name or (len(home.home_stops) > 1 and home.home == name):
                return self.lying(s)[self.rules.hexmap.number[name]].stops[stop].slots
            if not self._elsewhere(s, other, name):
                kept += stop in self.home_stops(s, other, name)
        return kept

    def _elsewhere(self, s: RailState, company: str, name: str) -> bool:
        """Whether a company that has not begun keeps another home to begin in."""
        facts = self.rules.companies[company]
        if facts.closed_home:
            return True
        return any(self._has_room(s, company, home) for home in facts.homes if home != name)


def same_kind(site: Hex, tile: Face) -> bool:
    """Next colour, same label, as many stops of the same kind."""
    printed = site.face
    if COLOURS.index(tile.colour) != COLOURS.index(printed.colour) + 1 or tile.label != site.label(tile.colour):
        return False
    return sorted(stop.kind for stop in tile.stops) == sorted(stop.kind for stop in printed.stops)
