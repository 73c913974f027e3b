"""Laying track: which tile may lie where, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from stellwerk.core.errors import Refusal
from stellwerk.core.memo import Memo
from stellwerk.eighteen.board import Board
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import Reach, Terms, meets
from stellwerk.eighteen.newtrack import NewTrack
from stellwerk.eighteen.renewal import renewed
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.search import find_reach
from stellwerk.eighteen.shares import pay_capital
from stellwerk.eighteen.state import UNLIMITED, RailState, seat_of
from stellwerk.eighteen.tiles import COLOURS, Face

MOST_JOINING: Final = 20_000
"""So many times it is remembered which tiles join the track that leads to a hex: for all that a game ever has."""


Ends: TypeAlias = tuple[tuple[frozenset[str] | None, int], ...]
"""By gauges the edges of a hex, as bits, at which track arrives."""


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


class Track(Board):
    """The rules of laying track on one board. Knows which tile fits where; what is reached depends on the state."""

    def __init__(self, t: Ruleset) -> None:
        super().__init__(t)
        self.new_track = NewTrack(self)
        self._fits: dict[tuple[int, Face, int], tuple[Fit, ...]] = {}
        self._joining: Memo[tuple[object, ...], tuple[Fit, ...]] = Memo(MOST_JOINING)

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
                if not self.for_all(face) or (listed is None and not same_kind(site, face)):
                    break
                if face.exits & ~open_edges or face.label != site.label(face.colour):
                    continue
                onto = self.onto(old, face)
                if onto is not None:
                    yield Fit(face, onto)

    def for_all(self, face: Face) -> bool:
        """Whether a tile is none that only the owner of a private may lay."""
        return face.colour in COLOURS and face.number not in self.rules.own_tiles

    def listed(self, site: Hex, old: Face) -> tuple[str, ...] | None:
        """The tiles that a list allows over what lies on a hex; None over a print that no list speaks of."""
        if old is not site.face:
            return self.rules.catalogue.upgrades[old.number]
        if site.upgrades:
            return site.upgrades
        return self.rules.catalogue.upgrades[site.as_tile] if site.as_tile else None

    def onto(self, old: Face, new: Face) -> tuple[int, ...] | None:
        """Which stops of a replacing tile continue which old ones; None where track would be lost."""
        onto = old.stops_onto(new)
        return old.joined_in(new) if onto is None and old.number in self.rules.track_rules.joins else onto

    def blocked_by(self, s: RailState, name: str) -> str:
        """The private that keeps everybody off a hex while a player owns it."""
        for private in self._blockers.get(name, ()):
            if seat_of(s.privates.get(private, "")) >= 0:
                return private
        return ""

    @cached_property
    def _blockers(self) -> dict[str, list[str]]:
        """By hex the privates that may keep everybody off it."""
        found: dict[str, list[str]] = {}
        for private, facts in self.rules.privates.items():
            for name in facts.blocks:
                found.setdefault(name, []).append(private)
        return found

    def own_tiles(self, s: RailState, private: str) -> Iterator[tuple[str, Face]]:
        """Where and how the tile can lie that only one private may lay: on hexes without a tile, if its colour is out.

        A colour that no phase brings is always out.
        """
        facts, out = self.rules.privates[private], self.rules.phases[s.phase].colours
        for name in facts.tile:
            hex_ = self.rules.hexmap.number[name]
            if name in s.tiles or self.blocked_by(s, name) not in ("", private):
                continue
            for face in self.rules.catalogue.faces(facts.own_tile):
                colours = out if face.colour in COLOURS else out | {face.colour}
                onto = self.onto(self.lying(s)[hex_], face)
                if onto is None or face.exits & ~self.rules.hexmap.open_edges[hex_]:
                    continue
                if self.available(s, Fit(face, onto), name, colours):
                    yield name, face

    def lays_left(self, s: RailState) -> int:
        """How many tiles the company on turn may still lay; a replaced tile is the only one of its turn."""
        if "upgrade" in s.done_this_turn:
            return 0
        return self.new_tiles(s) - ("track" in s.done_this_turn) - ("second" in s.done_this_turn)

    def new_tiles(self, s: RailState) -> int:
        """How many new tiles the company on turn may lay in its turn."""
        return self.rules.phases[s.phase].tiles

    def why_used(self, s: RailState) -> Refusal:
        """Why the company on turn may lay no tile any more."""
        return Refusal("track.lay_used")

    def replaces(self, s: RailState, name: str) -> bool:
        """Whether a tile on a hex replaces another one, or a print that counts as one."""
        return name in s.tiles or bool(self.rules.hexmap[name].upgrades)

    def may_lay_on(self, s: RailState, name: str) -> bool:
        """Whether a lay is left for a hex: after a first tile only for another new one."""
        first = "track" in s.done_this_turn
        return bool(self.lays_left(s)) and not (first and name in self.rules.hexmap.number and self.replaces(s, name))

    def count_lay(self, s: RailState, name: str) -> None:
        """Count a tile that is about to be laid on a hex."""
        s.done_this_turn = (*s.done_this_turn, "second" if "track" in s.done_this_turn else "track")
        if self.replaces(s, name):
            s.done_this_turn = (*s.done_this_turn, "upgrade")

    def cost(self, s: RailState, company: str, hex_: int, face: Face, private: str = "") -> int:
        """What a company pays to lay a tile on a hex: its terrain, with the first tile; a private may make it cheaper.

        Of tiles of one gauge on the same hex all cost the same.
        """
        printed = self.rules.hexmap.hexes[hex_]
        if printed.name in s.tiles:
            return 0
        full = printed.upgrade_cost or printed.cost
        cost = self.rules.companies[company].ground.get(printed.name, full)
        facts = self.rules.privates.get(private or self.helped_by(s, company, printed.name))
        if facts is None:
            return cost
        if facts.terrain and facts.terrain == printed.terrain:
            return max(cost - facts.discount, 0)
        cheap = facts.cheap.get(printed.name)
        return cost if cheap is None or not full else min(cost, cheap * cost // full)

    def helped_by(self, s: RailState, company: str, name: str) -> str:
        """The private of a company that makes its first tile on a hex cheaper without being asked."""
        if name not in self.rules.cheaper_hexes:
            return ""
        for private, owner in s.privates.items():
            facts = self.rules.privates[private]
            if owner == company and name in facts.cheap and not facts.cheap_once:
                return private
        return ""

    def lays(self, s: RailState, company: str) -> Iterator[tuple[str, Face]]:
        """All that a company may lay or upgrade with its own connection, and can pay for."""
        for hex_ in self.builds_from(s, company, in_order=True).edges:
            name = self.rules.hexmap.hexes[hex_].name
            for face in self.lays_on(s, company, hex_):
                yield name, face

    def lays_on(
        self, s: RailState, company: str, hex_: int, private: str = "", only: Face | None = None, edges: int = 0
    ) -> Iterator[Face]:
        """The tiles that a company may lay on one hex, in a turn in which it may perhaps only lay a second new one.

        With `only` no other tile is looked at, with `edges` no track that arrives elsewhere.
        """
        name, ends = self.rules.hexmap.hexes[hex_].name, None
        if not edges:
            reach = self.builds_from(s, company)
            edges = reach.edges.get(hex_, 0)
            ends = tuple(reach.ends(hex_)) if edges and reach.several else None
        if not edges or self.blocked_by(s, name) or ("track" in s.done_this_turn and self.replaces(s, name)):
            return
        colours, anywhere = self.rules.phases[s.phase].colours, self.rules.track_rules.laying == "any"
        supply, crowded = s.supply, bool(self.rules.track_rules.apart) or name in s.stations
        gauge, dear = None, False
        for fit in self._joined_by(s, hex_, ends or edges, colours):
            face = fit.face
            if (only is not None and face is not only) or not supply[face.number]:
                continue
            if face.gauge != gauge:
                gauge, dear = face.gauge, self.cost(s, company, hex_, face, private) > self.purse(s, company)
                if dear and not ends:
                    return
            if dear or (crowded and not self.available(s, fit, name, colours)):
                continue
            if anywhere or self.new_track.admits(s, company, hex_, fit):
                yield face

    def may_lay(self, s: RailState, company: str, hex_: int, face: Face) -> bool:
        """Whether a company may lay a tile on a hex; mostly track that it reached before tells so."""
        edges = self.still_reached(s, company, hex_) if self._reach_tells else 0
        if edges and next(self.lays_on(s, company, hex_, only=face, edges=edges), None) is not None:
            return True
        return next(self.lays_on(s, company, hex_, only=face), None) is not None

    @cached_property
    def _reach_tells(self) -> bool:
        """Whether a company builds on from all that it reaches, on whatever track of it."""
        usual = type(self).builds_from is Track.builds_from and type(self).lays_on is Track.lays_on
        return usual and self.rules.track_rules.laying == "any"

    def _joined_by(
        self,
        s: RailState,
        hex_: int,
        ends: int | tuple[tuple[frozenset[str] | None, int], ...],
        colours: frozenset[str],
    ) -> tuple[Fit, ...]:
        """The tiles of some colours that fit on a hex with track to one of some edges; by gauges, if these matter."""
        key = hex_, self.lying(s)[hex_], self.open_edges(s, hex_), ends, colours
        known = self._joining.get(key)
        if known is None:
            fits = [fit for fit in self.fits(s, hex_) if fit.face.colour in colours]
            joined = [
                fit for fit in fits if (fit.face.exits & ends if isinstance(ends, int) else meets(fit.face, ends))
            ]
            known = self._joining.keep(key, tuple(joined))
        return known

    def builds_from(self, s: RailState, company: str, *, in_order: bool = False) -> Reach:
        """Where a company may go on building now; a title may ask more of a second tile."""
        if in_order:
            return self.reach_in_order(s, company)
        return s.reach.get(company) or self.reach(s, company)

    def may_upgrade(self, s: RailState, company: str, name: str, face: Face) -> bool:
        """Whether a company may replace what lies on a hex by this tile; a title may keep it to some hexes."""
        return True

    def lies_apart(self, s: RailState, hex_: int, face: Face) -> bool:
        """Whether no neighbour is of the same colour, where tiles of that colour never lie side by side."""
        if face.colour not in self.rules.track_rules.apart:
            return True
        lying, near = self.lying(s), self.rules.hexmap.neighbours[hex_]
        return not any(other >= 0 and lying[other].colour == face.colour for other in near)

    def available(self, s: RailState, fit: Fit, name: str, colours: frozenset[str]) -> bool:
        """Whether the tile is in stock, its colour is out, and all markers find room on it."""
        if fit.face.colour not in colours or not s.supply[fit.face.number]:
            return False
        if self.rules.track_rules.apart and not self.lies_apart(s, self.rules.hexmap.number[name], fit.face):
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
        s.tiles = {**s.tiles, name: (face.number, face.rotation)}
        if name in s.stations:
            s.stations = {**s.stations, name: Fit(face, onto).moved(s.stations[name])}
        s.faces = [*s.faces]
        s.faces[hex_] = face
        s.faces_of = {
            gauges: (*seen[:hex_], face.on_gauges(gauges), *seen[hex_ + 1 :]) for gauges, seen in s.faces_of.items()
        }
        self.touch(s, hex_, () if name in s.stations else self._apart_of(old, face))
        if self.homes_apart:
            self._link(s)

    def _apart_of(self, old: Face, new: Face) -> list[frozenset[str] | None]:
        """The networks that do not notice that a tile without stations replaces another face: none of their track."""
        return [
            gauges
            for gauges in self._networks
            if gauges and not old.on_gauges(gauges).paths and not new.on_gauges(gauges).paths
        ]

    def _move_tile(self, s: RailState, number: str, by: int) -> None:
        """Put a tile back into the supply or take one out of it, unless there is no end of them."""
        if s.supply[number] != UNLIMITED:
            s.supply = {**s.supply, number: s.supply[number] + by}

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
            known = (f"{company} from home", None)
            if known in s.part_reach or self._no_track_between(s, company, one, other):
                continue  # nothing was laid where it leads since it was last looked at
            alone = {facts.home: ((company,), *((),) * (len(lying[one].stops) - 1))}
            old = s.outdated.pop(known, None)
            reach = renewed(*old, self.rules.hexmap, lying, alone, company, Terms()) if old else None
            reach = reach or find_reach(self.rules.hexmap, lying, alone, company)
            if any(hex_ == other for hex_, _ in reach.stops):
                s.linked = (*s.linked, company)
                pay_capital(self.rules, s)
            else:
                s.part_reach[known] = reach

    def _no_track_between(self, s: RailState, company: str, one: int, other: int) -> bool:
        """Whether no track leads from one hex to another even if every hex were one stop; kept until it may."""
        apart = (f"{company} apart", None)
        if apart in s.part_reach:
            return True
        s.outdated.pop(apart, None)
        lying, across = self.lying(s), self.rules.hexmap.across
        joined, queue = {other}, [other]
        for here in queue:
            exits = lying[here].exits
            for edge, out in enumerate(across[here]):
                if out is None or not exits >> edge & 1 or out[0] in joined or not lying[out[0]].exits >> out[1] & 1:
                    continue
                joined.add(out[0])
                queue.append(out[0])
        if one in joined:
            return False
        hexes = joined.union(*[self.rules.hexmap.neighbours[hex_] for hex_ in queue])
        s.part_reach[apart] = Reach({}, frozenset(), route=False, hexes=frozenset(hexes))
        return True


def same_kind(site: Hex, tile: Face) -> bool:
    """Next colour, same label, as many stops of the same kind."""
    printed = site.face
    if COLOURS.index(tile.colour) != COLOURS.index(printed.colour) + 1 or tile.label != site.label(tile.colour):
        return False
    return sorted(stop.kind for stop in tile.stops) == sorted(stop.kind for stop in printed.stops)
