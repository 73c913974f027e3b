"""Where laying needs more than a connection: a route to the new track of a tile, or a gain by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.eighteen.network import Reach, Stations, blocks, markers_at
from stellwerk.eighteen.routes import Run
from stellwerk.eighteen.search import comes_in
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import STOP, Face, Path

if TYPE_CHECKING:
    from stellwerk.eighteen.track import Fit, Track


class NewTrack:
    """What a company has of the tile that it lays on a hex, by the routes that the tile would allow."""

    def __init__(self, track: Track) -> None:
        self.track = track

    def admits(self, s: RailState, company: str, hex_: int, fit: Fit) -> bool:
        """Whether a company may lay a tile to which it is connected somehow."""
        asked = self.track.rules.track_rules.laying
        if asked == "any" or self.reached(s, company, hex_, fit):
            return True
        return asked == "new_or_gain" and self.gains(s, company, hex_, fit)

    # --- new track -------------------------------------------------------------------------------------

    def reached(self, s: RailState, company: str, hex_: int, fit: Fit) -> bool:
        """Whether a legal route of any length would lead onto track that was not there before."""
        networks = self.track.reach(s, company).networks
        return any(self._reached_in(s, company, network, hex_, fit) for network in networks)

    def _reached_in(self, s: RailState, company: str, network: Reach, hex_: int, fit: Fit) -> bool:
        """The same in one network.

        A route leads onto a piece of track if it comes to one end of it before it has used the other.
        """
        old, face = _shown(self.track.lying(s)[hex_], network), _shown(fit.face, network)
        added = old.added_in(face, fit.onto)
        if not added:
            return False
        if self._stands(s, company, hex_):
            chooses = not old.paths or fit.joins
            if chooses or self._begins_on(s, company, hex_, fit, added):
                return True
        if self._on_herald(s, company, hex_, added):
            return True
        pairs = [pair for path in added for pair in (path[:2], path[1::-1])]
        if any(self._comes_to(s, company, network, hex_, fit, near, far) for near, far in pairs):
            return True
        changed = self._merges_reached(network, hex_, fit) or self._opened(s, company, network, hex_, fit)
        return changed and self._comes_to_with_tile(s, company, network, hex_, fit, pairs)

    def _comes_to(self, s: RailState, company: str, network: Reach, hex_: int, fit: Fit, near: int, far: int) -> bool:
        """Whether a route comes to one end of new track before it uses the other, as the board lies now."""
        face, unused = _shown(self.track.lying(s)[hex_], network), _before(fit, far)
        if near < STOP:
            return self._comes_in(s, company, network, (hex_, near), unused if _leads_to(face, unused) else ())
        if blocks(fit.face, near - STOP, self._markers(s, company, hex_, fit, near - STOP), company):
            return False
        stops = [end for end in _before(fit, near) if (hex_, end - STOP) in network.stops]
        if not _leads_to(face, unused):
            return bool(stops)
        return any(
            self._comes_in(s, company, network, (hex_, edge), (stop, *unused))
            for stop in stops
            for edge in face.onward[stop]
            if edge < STOP and edge != far
        )

    def _begins_on(self, s: RailState, company: str, hex_: int, fit: Fit, added: tuple[Path, ...]) -> bool:
        """Whether new track leads away from an own station."""
        return any(
            end >= STOP and company in self._markers(s, company, hex_, fit, end - STOP)
            for path in added
            for end in (path.a, path.b)
        )

    def _stands(self, s: RailState, company: str, hex_: int) -> bool:
        """Whether a company has a station on a hex."""
        return any(company in markers for markers in s.stations.get(self.track.rules.hexmap.hexes[hex_].name, ()))

    def _on_herald(self, s: RailState, company: str, hex_: int, added: tuple[Path, ...]) -> bool:
        """A herald is a station on every path from edge to edge."""
        here = s.heralds.get(company) == self.track.rules.hexmap.hexes[hex_].name
        return here and any(path.b < STOP for path in added)

    def _comes_in(
        self, s: RailState, company: str, reach: Reach, point: tuple[int, int], unused: tuple[int, ...] = ()
    ) -> bool:
        """Whether a route comes in over an edge before it uses some other ends of the hex, as the board lies now."""
        track, (hex_, edge) = self.track, point
        hexmap = track.rules.hexmap
        known = reach.is_entered(point, unused)
        if known is None:
            seen, other = track.seen(s, reach.gauges), hexmap.neighbours[hex_][edge]
            joined = reach.edges.get(hex_, 0) >> edge & 1 and seen[other].exits >> (edge + 3) % 6 & 1
            standing, terms = track.standing(s, company), track.terms(s, company)
            goals = {point: [unused]}
            known = bool(joined) and comes_in(hexmap, seen, standing, company, terms, goals, reach)
            reach.entries[point, unused] = known
        return known

    def _markers(self, s: RailState, company: str, hex_: int, fit: Fit, stop: int) -> tuple[str, ...]:
        """The markers that will stand at a stop of the tile."""
        here = self.track.standing(s, company).get(self.track.rules.hexmap.hexes[hex_].name)
        return fit.moved(here)[stop] if here else ()

    def _opened(self, s: RailState, company: str, network: Reach, hex_: int, fit: Fit) -> bool:
        """Whether trains may pass a stop on the tile that they could not pass before."""
        name, called = self.track.rules.hexmap.hexes[hex_].name, network.stops
        face, standing = self.track.lying(s)[hex_], self.track.standing(s, company)
        return any(
            (hex_, old) in called
            and blocks(face, old, markers_at(standing, name, old), company)
            and not blocks(fit.face, new, self._markers(s, company, hex_, fit, new), company)
            for old, new in enumerate(fit.onto)
        )

    def _comes_to_with_tile(
        self, s: RailState, company: str, network: Reach, hex_: int, fit: Fit, pairs: list[tuple[int, int]]
    ) -> bool:
        """The same for any of some pairs of ends, on the board with the tile."""
        track, name = self.track, self.track.rules.hexmap.hexes[hex_].name
        seen, standing = list(track.seen(s, network.gauges)), track.standing(s, company)
        face = seen[hex_] = _shown(fit.face, network)
        stations: Stations = {**standing, name: fit.moved(standing[name])} if name in standing else standing
        goals: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for near, far in pairs:
            if near < STOP:
                goals.setdefault((hex_, near), []).append((far,))
            elif not blocks(face, near - STOP, self._markers(s, company, hex_, fit, near - STOP), company):
                for edge in face.onward[near]:
                    if edge < STOP and edge != far:
                        goals.setdefault((hex_, edge), []).append((near, far))
        return comes_in(track.rules.hexmap, seen, stations, company, track.terms(s, company), goals)

    # --- gains -----------------------------------------------------------------------------------------

    def gains(self, s: RailState, company: str, hex_: int, fit: Fit) -> bool:
        """Whether the trains of a company, as they are, can earn more with the tile.

        New track that no route reaches earns nothing: what is left is a stop that is worth more, one that lets trains
        pass, or one that two have become, at which a train calls once and leaves by the track of both.
        """
        dearer = self._dearer(s, company, hex_, fit)
        reach = self.track.reach(s, company)
        if not s.trains[company]:
            return False
        if not (dearer or self._merges_reached(reach, hex_, fit) or self._opened(s, company, reach, hex_, fit)):
            return False
        name, before = self.track.rules.hexmap.hexes[hex_].name, self._best(s, company)
        calls = any((name, STOP + stop) in route for stop in dearer for route in before.routes)
        if calls and self._keeps_routes(s, hex_, fit):
            return True
        after = s.copy()
        self.track.lay(after, name, fit.face)
        return self._best(after, company).revenue > before.revenue

    def _merges_reached(self, reach: Reach, hex_: int, fit: Fit) -> bool:
        """Whether several stops become one of which trains call at some now."""
        return len(set(fit.onto)) < len(fit.onto) and any((hex_, stop) in reach.stops for stop in range(len(fit.onto)))

    def _keeps_routes(self, s: RailState, hex_: int, fit: Fit) -> bool:
        """Whether every route is still one with the tile, and every stop worth no less: none merge or lose circles."""
        old = self.track.lying(s)[hex_].stops
        room = all(fit.face.stops[new].slots >= old[stop].slots for stop, new in enumerate(fit.onto))
        return room and len(set(fit.onto)) == len(fit.onto) and not self.track.rules.routes.levels

    def _dearer(self, s: RailState, company: str, hex_: int, fit: Fit) -> list[int]:
        """The stops at which trains call now and that the tile makes worth more."""
        rules, old = self.track.rules, self.track.lying(s)[hex_]
        levels = {rules.phases[s.phase].level, *rules.routes.tiers}
        return [
            stop
            for stop, new in enumerate(fit.onto)
            if (hex_, stop) in self.track.reach(s, company).stops
            and any(fit.face.stops[new].worth(level) > old.stops[stop].worth(level) for level in levels)
        ]

    def _best(self, s: RailState, company: str) -> Run:
        """The best run of a company's trains, remembered for as long as its like is asked for."""
        return self.track.known_runs.best(self.track.position(s, company), self.track.fleet(s, company))


def _before(fit: Fit, end: int) -> tuple[int, ...]:
    """The ends that an end of a tile continues: the same edge, or all stops that have become this one."""
    return (end,) if end < STOP else tuple(STOP + old for old, new in enumerate(fit.onto) if new == end - STOP)


def _leads_to(face: Face, ends: tuple[int, ...]) -> bool:
    """Whether track leads to one of some ends of a face."""
    return any(face.onward[end] for end in ends)


def _shown(face: Face, network: Reach) -> Face:
    """The track of a tile that belongs to a network."""
    return face if network.gauges is None else face.on_gauges(network.gauges)
