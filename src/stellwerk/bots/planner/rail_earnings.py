"""What trains earn on a map that stays as it is: exactly for one train, roughly for several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from math import ceil
from typing import Final, TypeAlias

from stellwerk.bots.planner.rail_constants import Constants
from stellwerk.bots.planner.rail_potential import potentials
from stellwerk.bots.rail_survey import FAR, Point, Survey
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.rollout import Earned
from stellwerk.eighteen.routes import Position
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.tiles import EDGES

Fleet: TypeAlias = tuple[str, ...]

ALL: Final = sum(1 << edge for edge in EDGES)
"""All edges of a hex, as bits."""

SEARCHES: Final = 12
"""So many runs of several trains are searched for in one look ahead; further ones are estimated."""

SEARCHED: Final = 3
"""So many trains at most run together in such a search: more take long, and add little."""


class Earnings:
    """The earnings of companies as seen from one position, whose map is kept.

    A run is searched for each type of train and company once, and for the fleets that are asked for first: two trains
    seldom earn what they would alone. Any other fleet earns the sum of its trains, the later ones less. A company that
    has not run yet earns what newcomers do.
    """

    def __init__(self, game: RailGame, root: RailState, told: Constants) -> None:
        self.game, self.root, self.told = game, root, told
        self.turns: dict[str, int] = {}
        """How often each company has had its turn since the position that is known."""
        self._known: dict[tuple[str, Fleet, int], tuple[int, int]] = {}
        self._single: dict[tuple[str, str, int], tuple[int, int]] = {}
        self._places: dict[str, Position] = {}
        self._potential = potentials(game)
        self._waits: dict[str, float] = {}
        self._searches = SEARCHES

    def begin(self) -> None:
        """Look ahead anew from the position that is known."""
        self.turns.clear()

    def __call__(self, s: RailState, company: str) -> Earned:
        """What a company earns in its turn, by how many it has had since the position that is known."""
        turn = self.turns[company] = self.turns.get(company, 0) + 1
        if turn <= self.wait(company) or not s.trains[company]:
            return Earned(0)
        revenue, post = self.fleet(s, company, s.trains[company])
        grown = 1 + self.told.growth * min(turn, self.told.growth_rounds)
        return Earned(int(revenue * grown) // 10 * 10, post)

    def wait(self, company: str) -> float:
        """How many turns a company has without a route, from the position that is known on."""
        known = self._waits.get(company)
        if known is None:
            known = self._waits[company] = self._wait(company)
        return known

    def _wait(self, company: str) -> float:
        """A turn less than tiles are missing to the next stop: the last of them is laid before trains run."""
        board, near = self.game.rules.hexmap, self.game.rules.hexmap.neighbours
        if self.game.track.reach(self.root, company).route:
            return 0.0
        reach = self.game.track.reach_in_order(self.root, company)
        facts = self.game.rules.companies[company]
        arrivals = dict(reach.edges) or {board.number[home]: ALL for home in (*facts.homes, *facts.more_homes)}
        points: list[Point] = [
            (near[hex_][edge], (edge + 3) % 6)
            for hex_, edges in arrivals.items()
            for edge in EDGES
            if edges >> edge & 1 and near[hex_][edge] >= 0
        ]
        own = {hex_ for hex_, _ in reach.stops} or set(arrivals)
        missing = self._survey.nearest(points, own)
        return self.told.delay if missing > FAR else max(0.0, ceil(missing) - 1.0)

    @cached_property
    def _survey(self) -> Survey:
        """The ground on which a tile counts for one, whatever it costs."""
        rules = self.game.rules
        green = len(rules.phases[self.root.phase].colours) > 1
        return Survey(rules.hexmap, self.game.track.lying(self.root), [1.0] * len(rules.hexmap.hexes), replaces=green)

    def fleet(self, s: RailState, company: str, names: Iterable[str]) -> tuple[int, int]:
        """What trains earn a company on the map that is known, and their mail."""
        trains = tuple(sorted(names))
        if not trains:
            return 0, 0
        key = company, trains, self.game.rules.phases[s.phase].level
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._several(s, company, trains, key[2])
        return known

    def _several(self, s: RailState, company: str, trains: Fleet, level: int) -> tuple[int, int]:
        if len(trains) > 1 and company in self.root.operated and self._worth_a_search(company, trains):
            revenue, post = self._best(company, trains, level)
            if revenue:
                return revenue, post
        each = sorted((self._alone(company, name, level) for name in trains), reverse=True)
        parts = (1.0, self.told.second) + (self.told.third,) * len(trains)
        total = sum(part * one[0] for part, one in zip(parts, each, strict=False))
        return int(total), each[0][1]

    def _worth_a_search(self, company: str, trains: Fleet) -> bool:
        """Whether a fleet is the one that the company has, or one of the first few that are small."""
        if trains == tuple(sorted(self.root.trains[company])):
            return True
        if len(trains) > SEARCHED or not self._searches:
            return False
        self._searches -= 1
        return True

    def _alone(self, company: str, name: str, level: int) -> tuple[int, int]:
        key = company, name, level
        known = self._single.get(key)
        if known is None:
            known = self._best(company, (name,), level) if company in self.root.operated else (0, 0)
            if not known[0] and not self.game.track.reach(self.root, company).route:
                fresh = self.told.fresh(self.game.flow.train_now(self.root, name).stops)
                known = int(fresh * self._potential.get(company, 1.0)), 0
            self._single[key] = known
        return known

    def _best(self, company: str, trains: Fleet, level: int) -> tuple[int, int]:
        """The best run, which is remembered with the board by the game."""
        step = self.game.rail_steps.get("run_trains")
        if not isinstance(step, RunTrains):
            return 0, 0
        if company not in self._places:
            self._places[company] = replace(step.position(self.root, company), visits=())
        place = self._places[company]
        if place.level != level:
            place = replace(place, level=level)
        fleet = [self.game.flow.train_now(self.root, name) for name in trains]
        run = self.game.track.known_runs.best(place, fleet, mail=self.game.rules.run_rules.mail)
        return run.revenue, run.post
