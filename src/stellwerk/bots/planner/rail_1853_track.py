"""Where the planner for 1853 builds: for the trains of a company and for the next one, past no city that is full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final

from stellwerk.bots.planner.rail_1853_forecast import Forecaster
from stellwerk.bots.rail_1853_track import AHEAD, IDLE, POUND, Surveyor
from stellwerk.bots.rail_survey import Survey
from stellwerk.core.choice import Choice
from stellwerk.eighteen.depot import limit
from stellwerk.eighteen.network import blocks, markers_at
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import STOP, Face, Path
from stellwerk.games.g1853.track import Track1853

LEAST: Final = 8
EFFORT: Final = 1200
"""Fewer lays and stations are thought through where that is laborious: so many times can all stops be tried."""


class PlanningSurveyor(Forecaster, Surveyor):
    """The judgement of tiles and stations for one company."""

    def best_lay(self) -> Choice | None:
        """The tile that gains most at once and for later; none where nothing is worth its cost."""
        offers = self.offered("lay")
        promises = {choice: self._promise(choice) for choice in offers}
        hopeful = sorted(offers, key=lambda choice: promises[choice], reverse=True)[: self._thought]
        now, best, most = self.serves(self.s), None, 0.0
        for choice in hopeful:
            after, paid = self._laid(choice)
            gain = self.serves(after) - now + AHEAD * promises[choice] + self._links(after) + self.rng.random()
            gain -= paid * (IDLE if self.s.cash[self.company] - paid >= self.wanted() else POUND)
            if gain > most + 1:
                best, most = choice, gain
        return best

    def _laid(self, choice: Choice) -> tuple[RailState, int]:
        """The board with a tile, and what it costs, less a premium; the rules would go on to the next step."""
        name, number, rotation = choice.args
        face, hex_ = self.rules.catalogue.face(number, rotation), self.rules.hexmap[name]
        track, after = self.game.track, self.s.copy()
        cost = track.cost(self.s, self.company, hex_.number, face)
        if track.replaces(self.s, name):
            self._visits(after, name)
            premium = 0
        else:
            premium = hex_.premium
        track.lay(after, name, face)
        return after, cost - premium

    def _visits(self, after: RailState, name: str) -> None:
        """What is built outside the territory must be run through in the same turn."""
        track = self.game.track
        assert isinstance(track, Track1853)
        track.to_be_visited(after, self.company, name)

    @cached_property
    def _thought(self) -> int:
        """How much is thought through: the more places trains can go to, the longer a best run is searched for."""
        trains = max(1, len(self.s.trains[self.company]) + bool(self._further))
        stops = len(self.game.track.reach(self.s, self.company).stops)
        return max(LEAST, min(int(self.told.thought), EFFORT // max(1, trains * stops)))

    def best_station(self) -> Choice | None:
        """The station by which runs grow most beyond its cost."""
        lying, board = self.game.track.lying(self.s), self.rules.hexmap
        offers = sorted(
            self.offered("station"),
            key=lambda choice: -lying[board.number[choice.args[0]]].stops[choice.args[1]].worth(0),
        )
        now, best, most = -1.0, None, 0.0
        cost = self.game.track.marker_price(self.s, self.company)
        for choice in offers[: self._thought]:
            now = self.serves(self.s) if now < 0 else now
            after = self.s.copy()
            self.game.track.place(after, self.company, *choice.args)
            self._visits(after, choice.args[0])
            gain = self.serves(after) - now - self.told.station * cost
            if gain > most:
                best, most = choice, gain
        return best

    def serves(self, s: RailState) -> float:
        """What the trains of the company earn, and a part of what a further one would add."""
        earns = self.earns(s)
        if not self._further or not s.trains[self.company]:
            return earns
        names = (*s.trains[self.company], self._further)
        more = self.run_worth(s, self.company, [self.flow.train_now(s, name) for name in names])
        return earns + self.told.later * max(0.0, more - earns)

    @cached_property
    def _further(self) -> str:
        """The train that the company may buy next beside those that it has: the one that would add most now."""
        if not self.told.later or len(self.s.trains[self.company]) >= limit(self.rules, self.s):
            return ""
        names = [
            name for name in dict.fromkeys((*self.flow.on_sale(self.s), *self.s.train_pool)) if self.life(name) > 1
        ]
        fleet = tuple(self.s.trains[self.company])
        return max(names, key=lambda name: self.takes(self.company, (*fleet, name)).revenue, default="")

    # --- cities that are full --------------------------------------------------------------------------

    def _survey(self, gauge: str) -> Survey:
        """Track ends in a city full of markers of others."""
        survey = super()._survey(gauge)
        survey.faces = [self._as_seen(hex_, face) for hex_, face in enumerate(survey.faces)]
        return survey

    def _as_seen(self, hex_: int, face: Face) -> Face:
        name = self.rules.hexmap.hexes[hex_].name
        full = [
            stop
            for stop in range(len(face.stops))
            if blocks(face, stop, markers_at(self.s.stations, name, stop), self.company)
        ]
        return ending(face, full) if full else face


def ending(face: Face, full: list[int]) -> Face:
    """The same face with track that ends in some of its stops: each path leads to a stop of its own."""
    stops = list(face.stops)

    def paths() -> Iterator[Path]:
        for path in face.paths:
            if path.b - STOP in full:
                stops.append(face.stops[path.b - STOP])
                yield path._replace(b=STOP + len(stops) - 1)
            else:
                yield path

    return replace(face, paths=tuple(paths()), stops=tuple(stops))
