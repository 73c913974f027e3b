"""The board in play: what lies on it, whose stations stand where, and what a company reaches from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import is_
from typing import Final

from stellwerk.eighteen.network import Reach, Stations, Terms, joined, markers_at
from stellwerk.eighteen.renewal import is_kept, renewed
from stellwerk.eighteen.routes import KnownRuns, Position
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.search import find_reach
from stellwerk.eighteen.state import RailState, without_key
from stellwerk.eighteen.tiles import Face
from stellwerk.eighteen.trains import Train

POSITION: Final = "position"
"""Where trains run on what is reached is kept with the runs there."""


class Board:
    """Homes, stations and connections on one board, as a state shows it."""

    def __init__(self, t: Ruleset) -> None:
        self.rules = t
        self.fleet: Callable[[RailState, str], tuple[Train, ...]] = self.printed_fleet
        """The trains of a company as they run now; the flow of a game may know that they run less far."""

        self.known_runs = KnownRuns()
        """The best runs that anybody has asked for on this board."""

    # --- what is reached -------------------------------------------------------------------------------

    def lying(self, s: RailState) -> list[Face]:
        """What lies on each hex, from the cache where it is there."""
        if not s.faces:
            face, laid = self.rules.catalogue.face, s.tiles
            s.faces_of = {}
            s.faces = [face(*laid[hex_.name]) if hex_.name in laid else hex_.face for hex_ in self.rules.hexmap.hexes]
        return s.faces

    def reach(self, s: RailState, company: str) -> Reach:
        """What a company reaches, from the cache where it is there."""
        known = s.reach.get(company)
        if known is not None:
            return known
        standing, terms, hexmap = self.standing(s, company), self.terms(s, company), self.rules.hexmap
        found = []
        for gauges in self.networks(s, company):
            key = company, gauges
            part, seen = s.part_reach.get(key), self.seen(s, gauges)
            if part is None:
                old = s.outdated.pop(key, None)
                part = renewed(*old, hexmap, seen, standing, company, terms) if old else None
            found.append(part or find_reach(hexmap, seen, standing, company, terms, gauges))
        known = s.reach[company] = found[0] if len(found) == 1 else joined(tuple(found))
        return known

    def still_reached(self, s: RailState, company: str, hex_: int) -> int:
        """Edges of a hex, as bits, that a company surely reaches, where one network tells it at once; perhaps not all.

        What was reached before the last tiles and markers still is where these have taken nothing away.
        """
        known = s.reach.get(company)
        if known is None:
            (gauges, *others) = self.networks(s, company)
            old = s.outdated.get((company, gauges))
            if others or gauges is not None or old is None or not old[0].edges.get(hex_, 0):
                return 0
            standing, terms = self.standing(s, company), self.terms(s, company)
            if not is_kept(*old, self.rules.hexmap, self.lying(s), standing, company, terms):
                del s.outdated[company, gauges]  # something was lost: all track must be followed anew
                return 0
            known = old[0]
        return 0 if known.several else known.edges.get(hex_, 0)

    def reach_in_order(self, s: RailState, company: str) -> Reach:
        """The same with its hexes in the order in which they are found from the stations, for who lists them."""
        known = s.reach.get(company)
        if known is not None and known.in_order:
            return known
        standing, terms, hexmap = self.standing(s, company), self.terms(s, company), self.rules.hexmap
        parts = [
            find_reach(hexmap, self.seen(s, gauges), standing, company, terms, gauges)
            for gauges in self.networks(s, company)
        ]
        found = joined(tuple(parts))
        s.reach[company] = found if known is None else replace(found, runs=known.runs)
        return s.reach[company]

    def seen(self, s: RailState, gauges: frozenset[str] | None) -> Sequence[Face]:
        """What lies on each hex, without track that is no part of a network of some gauges."""
        lying = self.lying(s)
        if gauges is None:
            return lying
        known = s.faces_of.get(gauges)
        if known is None:
            known = s.faces_of[gauges] = tuple([face.on_gauges(gauges) for face in lying])
        return known

    def position(self, s: RailState, company: str) -> Position:
        """Where a company's trains would run now: the same as before while nothing of it has been replaced."""
        level, lying = self.rules.phases[s.phase].level, self.lying(s)
        basis = lying, s.stations, s.operated, s.failed, s.heralds, s.licences, level
        reach = s.reach.get(company)
        if reach is not None:
            known = reach.runs.get(POSITION)
            if known is not None and all(map(is_, known[0], basis)):
                position: Position = known[1]
                return position
        standing = self.standing(s, company)
        found = Position(self.rules.hexmap, lying, standing, company, level, self.rules.routes, s.heralds, s.licences)
        if reach is not None:
            reach.runs[POSITION] = basis, found
        return found

    def printed_fleet(self, s: RailState, company: str) -> tuple[Train, ...]:
        """The trains of a company by their cards."""
        return tuple(self.rules.trains[name] for name in s.trains[company])

    def terms(self, s: RailState, company: str) -> Terms:
        """What holds for a company's connections besides: its herald, its licence, cities that count as one."""
        routes = self.rules.routes
        if not (s.heralds or routes.licensed):
            return self._usual_terms
        barred = routes.licensed if company not in s.licences else ()
        return Terms(s.heralds.get(company, ""), barred, routes.whole)

    @cached_property
    def _usual_terms(self) -> Terms:
        """What holds where nobody has a herald or needs a licence."""
        return Terms(whole=self.rules.routes.whole)

    def grant_licence(self, s: RailState, company: str) -> None:
        """Let a company run to and through the hexes that ask for a licence."""
        s.licences = (*s.licences, company)
        self.forget_one(s, company)

    def leads_to(self, s: RailState, company: str, name: str) -> bool:
        """Whether a connection of any length leads to a hex, be it one that the company may not run to."""
        hex_ = self.rules.hexmap.number[name]
        return any(place == hex_ for place, _ in self.reach(s, company).stops)

    def networks(self, s: RailState, company: str) -> tuple[frozenset[str] | None, ...]:
        """By network of a company the gauges of its track, dual track besides; None where all are alike.

        A connection stays in one network. At own stations all of them begin.
        """
        return self._networks

    @cached_property
    def _networks(self) -> tuple[frozenset[str] | None, ...]:
        return tuple(frozenset({gauge}) for gauge in self.rules.track_rules.gauges) or (None,)

    def standing(self, s: RailState, company: str) -> Stations:
        """The stations that a company meets: a marker beside circles that are kept for homes of others bars nobody.

        Nor does it when its company has failed and somebody else has taken it over.
        """
        stations: Stations = s.stations
        for guest in self.guests:
            if guest == company or not self._begun(s, guest):
                continue
            gone = {failed for failed, _ in s.failed}
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
        s.reach, s.part_reach, s.outdated = {}, {}, {}

    def forget_one(self, s: RailState, company: str) -> None:
        """Forget what a company reaches."""
        s.reach = without_key(s.reach, company)
        s.part_reach = {key: part for key, part in s.part_reach.items() if key[0] != company}
        s.outdated = {key: part for key, part in s.outdated.items() if key[0] != company}

    def touch(self, s: RailState, hex_: int, apart: Collection[frozenset[str] | None] = ()) -> None:
        """Note what may have changed with a tile or marker on a hex; networks that lie `apart` of it stay."""
        left, parts = dict[str, Reach](), s.part_reach.copy()
        touched, old = frozenset({hex_}), s.outdated.copy()
        for key, (part, hexes) in s.outdated.items():
            if hex_ in part.hexes:
                old[key] = part, hexes | touched
        for company, reach in s.reach.items():
            if hex_ not in reach.hexes:
                left[company] = reach
            elif company in self.rules.companies:
                parts.update(((company, part.gauges), part) for part in reach.networks)
        s.reach = left
        s.part_reach = {}
        for key, part in parts.items():
            if key[1] in apart or hex_ not in part.hexes:
                s.part_reach[key] = part
            else:
                old[key] = part, touched
        s.outdated = old

    # --- homes and stations ----------------------------------------------------------------------------

    def place_homes(self, s: RailState, company: str, stop: int, name: str = "") -> None:
        """Put the home station of a company on a stop of the home that it has chosen, by default its first.

        On a hex without a city its marker lies on the track. It places a station in each of its further homes too.
        """
        s.operated = (*s.operated, company)
        facts = self.rules.companies[company]
        home = name or facts.home
        if self.lying(s)[self.rules.hexmap.number[home]].stops:
            self.place(s, company, home, stop)
        else:
            self.place_herald(s, company, home)
        if facts.second_home:
            self.place(s, company, facts.second_home, 0)
        for further, printed in self.more_homes(s, company).items():
            self.place(s, company, further, self._stop_now(s, further, printed))

    def place_all_homes(self, s: RailState, company: str) -> None:
        """Place the stations of a company that has no home to choose, where that is done as soon as it starts."""
        name, stop = self.home_spots(s, company)[0]
        self.place_homes(s, company, stop, name)

    def more_homes(self, s: RailState, company: str) -> Mapping[str, int]:
        """By hex and stop, as printed, the further homes of a company; in some titles it gets one later."""
        return self.rules.companies[company].more_homes

    def _stop_now(self, s: RailState, name: str, printed: int) -> int:
        """Which stop of what lies on a hex continues one of its print."""
        hex_ = self.rules.hexmap[name]
        onto = hex_.face.stops_onto(self.lying(s)[hex_.number])
        return onto[printed] if onto else printed

    def place_herald(self, s: RailState, company: str, name: str) -> None:
        """Put the home marker of a company on a hex without a city."""
        s.heralds = {**s.heralds, company: name}
        s.markers = {**s.markers, company: s.markers[company] - 1}
        self.forget_one(s, company)

    def place(self, s: RailState, company: str, name: str, stop: int) -> None:
        """Put a station marker of a company on a stop."""
        hex_ = self.rules.hexmap.number[name]
        stops = len(self.lying(s)[hex_].stops)
        here = list(s.stations.get(name) or [()] * stops)
        here[stop] = (*here[stop], company)
        s.stations = {**s.stations, name: tuple(here)}
        s.markers = {**s.markers, company: s.markers[company] - 1}
        self.forget_one(s, company)
        self.touch(s, hex_)

    def lift(self, s: RailState, company: str, name: str) -> None:
        """Take the markers of a company off a hex again."""
        here = tuple(tuple(c for c in markers if c != company) for markers in s.stations[name])
        s.markers = {**s.markers, company: s.markers[company] + sum(map(len, s.stations[name])) - sum(map(len, here))}
        s.stations = {**s.stations, name: here} if any(here) else without_key(s.stations, name)
        self.forget_one(s, company)
        self.touch(s, self.rules.hexmap.number[name])

    def home_stops(self, s: RailState, company: str, name: str = "") -> list[int]:
        """The stops of a home, as it lies now, on which a company may place its home station; 0 where there is none.

        Without a name it is the first of its homes.
        """
        facts = self.rules.companies[company]
        further = self.more_homes(s, company)
        if name in further:
            return [self._stop_now(s, name, further[name])]
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
        return company in s.operated or (bool(s.failed) and any(company == gone for gone, _ in s.failed))

    def marker_price(self, s: RailState, company: str) -> int:
        """What the next station costs; the homes were free."""
        further = self.rules.companies[company].markers - s.markers[company] - 1 - len(self.more_homes(s, company))
        prices = self.rules.companies[company].marker_prices or self.rules.marker_prices
        return prices[min(further, len(prices) - 1)]

    def purse(self, s: RailState, company: str) -> int:
        """What a company may spend on track and stations: its treasury; a title may know what it owes before."""
        return s.cash[company]

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
        kept, companies = 0, self.rules.companies
        for other in companies if self._at_home is None else self._at_home.get(name, ()):
            home = companies[other]
            if home.second_home or other == company or self._begun(s, other):
                continue
            if name in self.more_homes(s, other):
                kept += stop in self.home_stops(s, other, name)
            if name not in home.homes:
                continue
            if home.closed_home == name or (len(home.home_stops) > 1 and home.home == name):
                return self.lying(s)[self.rules.hexmap.number[name]].stops[stop].slots
            if not self._elsewhere(s, other, name):
                kept += stop in self.home_stops(s, other, name)
        return kept

    @cached_property
    def _at_home(self) -> Mapping[str, tuple[str, ...]] | None:
        """By hex the companies for which a circle may be kept there; None where a title adds homes later."""
        if type(self).more_homes is not Board.more_homes:
            return None
        found: dict[str, tuple[str, ...]] = {}
        for company, facts in self.rules.companies.items():
            for name in dict.fromkeys((*facts.homes, *facts.more_homes)):
                found[name] = (*found.get(name, ()), company)
        return found

    def _elsewhere(self, s: RailState, company: str, name: str) -> bool:
        """Whether a company that has not begun keeps another home to begin in."""
        facts = self.rules.companies[company]
        if facts.closed_home:
            return True
        return any(self._has_room(s, company, home) for home in facts.homes if home != name)
