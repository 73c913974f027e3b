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
        """The same in one network."""
        old, face = _shown(self.track.lying(s)[hex_], network), _shown(fit.face, network)
        added = old.added_in(face, fit.onto)
        if not added:
            return False
        chooses = (not old.paths or fit.joins) and self._stands(s, company, hex_)
        if chooses or self._on_herald(s, company, hex_, added):
            return True
        ends = {end for path in added for end in (path.a, path.b)}
        return (
            any(end < STOP and self._comes_in(s, company, network, (hex_, end)) for end in ends)
            or any(end >= STOP and self._goes_on(s, company, network, hex_, fit, end - STOP) for end in ends)
            or (
                self._opened(s, company, network, hex_, fit)
                and self._reached_anew(s, company, network, hex_, fit, added)
            )
        )

    def _stands(self, s: RailState, company: str, hex_: int) -> bool:
        """Whether a company has a station on a hex."""
        return any(company in markers for markers in s.stations.get(self.track.rules.hexmap.hexes[hex_].name, ()))

    def _on_herald(self, s: RailState, company: str, hex_: int, added: tuple[Path, ...]) -> bool:
        """A herald is a station on every path from edge to edge."""
        here = s.heralds.get(company) == self.track.rules.hexmap.hexes[hex_].name
        return here and any(path.b < STOP for path in added)

    def _comes_in(self, s: RailState, company: str, reach: Reach, point: tuple[int, int]) -> bool:
        """Whether a route comes into a hex over an edge, as the board lies now."""
        track, (hex_, edge) = self.track, point
        hexmap = track.rules.hexmap
        known = reach.is_entered(point)
        if known is None:
            seen, other = track.seen(s, reach.gauges), hexmap.neighbours[hex_][edge]
            joined = reach.edges.get(hex_, 0) >> edge & 1 and seen[other].exits >> (edge + 3) % 6 & 1
            standing, terms = track.standing(s, company), track.terms(s, company)
            known = reach.entries[point] = bool(joined) and comes_in(hexmap, seen, standing, company, terms, {point})
        return known

    def _goes_on(self, s: RailState, company: str, network: Reach, hex_: int, fit: Fit, stop: int) -> bool:
        """Whether a train that calls at a stop of the tile by old track, or starts there, may leave it by new track."""
        known = any((hex_, old) in network.stops for old, new in enumerate(fit.onto) if new == stop)
        return known and not blocks(fit.face, stop, self._markers(s, company, hex_, fit, stop), company)

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

    def _reached_anew(
        self, s: RailState, company: str, network: Reach, hex_: int, fit: Fit, added: tuple[Path, ...]
    ) -> bool:
        """The same asked of the board with the tile: a train that has passed the hex may come back to its new track."""
        track, name = self.track, self.track.rules.hexmap.hexes[hex_].name
        seen, standing = list(track.seen(s, network.gauges)), track.standing(s, company)
        seen[hex_] = _shown(fit.face, network)
        stations: Stations = {**standing, name: fit.moved(standing[name])} if name in standing else standing
        goals = {(hex_, end) for path in added for end in (path.a, path.b) if end < STOP}
        return comes_in(track.rules.hexmap, seen, stations, company, track.terms(s, company), goals)

    # --- gains -----------------------------------------------------------------------------------------

    def gains(self, s: RailState, company: str, hex_: int, fit: Fit) -> bool:
        """Whether the trains of a company, as they are, can earn more with the tile.

        New track that no route reaches earns nothing: what is left is a city that is worth more, or lets trains pass.
        """
        dearer = self._dearer(s, company, hex_, fit)
        reach = self.track.reach(s, company)
        if not s.trains[company] or not (dearer or self._opened(s, company, reach, hex_, fit)):
            return False
        name, before = self.track.rules.hexmap.hexes[hex_].name, self._best(s, company)
        calls = any((name, STOP + stop) in route for stop in dearer for route in before.routes)
        if calls and self._keeps_routes(s, hex_, fit):
            return True
        after = s.copy()
        self.track.lay(after, name, fit.face)
        return self._best(after, company).revenue > before.revenue

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


def _shown(face: Face, network: Reach) -> Face:
    """The track of a tile that belongs to a network."""
    return face if network.gauges is None else face.on_gauges(network.gauges)
