"""Track and stations of a planner: what a tile earns at once, and how much nearer it brings what lies ahead."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from stellwerk.bots.rail_operate import Operator
from stellwerk.bots.rail_survey import FAR, Point, Survey, follow
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import EDGES, STOP
from stellwerk.eighteen.trains import Train

THOUGHT: Final = 8
"""How many tile lays, or stations, are thought through to the revenue they allow."""

LEAST: Final = 2
EFFORT: Final = 240
"""Fewer of them where that is laborious: so many times can all stops be tried for a train in one decision."""

CLOSENESS: Final = 0.65
"""So much of what a place is worth is left for each tile that is missing to it."""

AHEAD: Final = 0.35
"""What revenue that may come counts beside revenue that a company has at once."""

RUNS: Final = 10
"""In how many runs a station must earn its price."""

DENIED: Final = 0.5
"""What revenue that others lose counts beside the own."""

LATER: Final = 0.4
"""What the train that comes next would earn counts beside those that run."""

DOLLAR: Final = 0.12
"""How many points of revenue each dollar for ground must be worth."""

DEAR: Final = 80
"""What ground costs that counts for one more tile."""

JOINT: Final = 12
"""What it promises to join two ends of the own track: trains run on."""

UNKNOWN: Final = {"city": 20, "town": 10}
"""What a place is worth that has no value yet."""


class Builder(Operator):
    """A director who builds with an end in view."""

    def lay(self) -> Choice | Action | None:
        """The tile that gains most at once and for later; none where nothing is worth its cost."""
        powers = list(self.offered("lay_private"))
        free = [choice for choice in powers if self.rules.privates[choice.args[0]].own_tile]
        if free:
            return self.rng.choice(free)
        licence = self._licence()
        if licence is not None:
            return licence
        offers = [*self.offered("lay"), *powers]
        promises = {choice: self.promise(choice) for choice in offers}
        hopeful = sorted(offers, key=lambda choice: -promises[choice])[: self._thought]
        now, best, most = self._worth_of(self.s), None, 0.0
        for choice in hopeful:
            after = self.game.apply(self.s, Action(*choice))
            paid = self.s.cash[self.company] - after.cash[self.company]
            worth = now if self.is_dead_end(choice) else self._worth_of(after)
            gain = worth - now + AHEAD * promises[choice] - DOLLAR * paid
            if gain > most:
                best, most = choice, gain
        return best

    def station(self) -> Choice | None:
        """The station that adds most to the own run and denies most to others, if money for the next train is left."""
        board, reserve = self.rules.hexmap, self._reserve()
        offers = sorted(self.offered("station"), key=lambda choice: -self._value(board.number[choice.args[0]]))
        best, most, now = None, 0.0, -1
        for choice in offers[: self._thought]:
            after = self.game.apply(self.s, Action(*choice))
            paid = self.s.cash[self.company] - after.cash[self.company]
            if after.cash[self.company] < reserve:
                continue
            now = self._earns(self.s) if now < 0 else now
            gain = self._earns(after) - now + self._denies(after) - paid / RUNS
            if gain > most:
                best, most = choice, gain
        return best

    def _denies(self, after: RailState) -> float:
        """What the runs of others lose whose way is shut, by who holds their shares."""
        lost, reach = 0.0, self.game.track.reach
        for company in self.s.floated:
            shut = company != self.company and reach(after, company).stops != reach(self.s, company).stops
            if not shut or not self.s.trains[company]:
                continue
            trains = self.game.flow.fleet_now(self.s, company)
            run = self._earns_with(self.s, trains, company) - self._earns_with(after, trains, company)
            mine = percent(self.s, company, self.seat)
            theirs = sum(percent(self.s, company, seat) for seat in range(self.rules.seats)) - mine
            lost += run * (DENIED * theirs - mine) / 100
        return lost

    @cached_property
    def _thought(self) -> int:
        """How much is thought through: the more places trains can go to, the longer a best run is searched for."""
        trains = max(1, len(self.s.trains[self.company]))
        stops = len(self.game.track.reach(self.s, self.company).stops)
        return max(LEAST, min(THOUGHT, EFFORT // max(1, trains * stops)))

    def _worth_of(self, s: RailState) -> float:
        """What the company's trains could earn, and a part of what the next one could."""
        fleet = self._fleet(s)
        earns = float(self._earns_with(s, fleet))
        coming = self._coming
        return earns + LATER * self._earns_with(s, [coming]) if coming is not None else earns

    @cached_property
    def _coming(self) -> Train | None:
        """The train that the bank sells after the present type, if it runs further than all the company has."""
        order = [name for name, left in self.s.depot.items() if left and not self.rules.trains[name].extra]
        if not order:
            return None
        next_ = self.rules.trains[order[min(1, len(order) - 1)]]
        owned = [self.rules.trains[name] for name in self.s.trains[self.company]]
        further = all(train.stops is not None and (next_.stops is None or next_.stops > train.stops) for train in owned)
        return next_ if further else None

    # --- what may come ---------------------------------------------------------------------------------

    def promise(self, choice: Choice) -> float:
        """By how much a tile brings places nearer, and what it adds to a place that is reached."""
        name, number, rotation = choice.args[-3:]
        hex_ = self.rules.hexmap.number[name]
        face, before = self.rules.catalogue.face(number, rotation), self.game.track.lying(self.s)[hex_]
        edges = self._arrivals.get(hex_, 0)
        ends = follow(face, edges)
        nearer: dict[int, float] = {hex_: 0.0} if ends >> STOP else {}
        for edge in EDGES:
            if ends >> edge & 1:
                for place, far in self._survey.ahead(hex_, edge).items():
                    nearer[place] = min(far, nearer.get(place, FAR))
        now = self._distances
        gains = (
            self._value(place) * (closeness(far) - closeness(now.get(place)))
            for place, far in nearer.items()
            if far < now.get(place, FAR + 1)
        )
        added = sum(stop.worth(1) for stop in face.stops) - sum(stop.worth(1) for stop in before.stops)
        reached = any(place == hex_ for place, _ in self.game.track.reach(self.s, self.company).stops)
        return sum(gains) + JOINT * self._joins(hex_, ends & edges) + (added if reached else 0)

    def _value(self, hex_: int) -> float:
        stops = self.game.track.lying(self.s)[hex_].stops
        return max((stop.worth(1) or UNKNOWN.get(stop.kind, 10) for stop in stops), default=0)

    def _joins(self, hex_: int, edges: int) -> int:
        """How many more ends of the company's own track a tile joins than one."""
        near, faces = self.rules.hexmap.neighbours[hex_], self._survey.faces
        laid = (
            faces[near[edge]].exits >> (edge + 3) % 6 & 1 for edge in EDGES if edges >> edge & 1 and near[edge] >= 0
        )
        before = (faces[hex_].exits & edges).bit_count()
        return max(0, sum(laid) - max(1, before))

    @cached_property
    def _arrivals(self) -> dict[int, int]:
        """By hex the edges, as bits, at which track of the company arrives or could be joined."""
        return dict(self.game.track.builds_from(self.s, self.company, in_order=True).edges)

    @cached_property
    def _survey(self) -> Survey:
        board = self.rules.hexmap
        tolls = [1 + hex_.cost / DEAR for hex_ in board.hexes]
        green = len(self.rules.phases[self.s.phase].colours) > 1
        return Survey(board, self.game.track.lying(self.s), tolls, replaces=green)

    @cached_property
    def _distances(self) -> dict[int, float]:
        """How far all places are from the track of the company as it lies."""
        near = self.rules.hexmap.neighbours
        points: list[Point] = [
            (near[hex_][edge], (edge + 3) % 6)
            for hex_, edges in self._arrivals.items()
            for edge in EDGES
            if edges >> edge & 1 and near[hex_][edge] >= 0
        ]
        return self._survey.from_points(points)


def closeness(far: float | None) -> float:
    """The part of what a place is worth that counts already while so many tiles are missing; none if it is too far."""
    return 0.0 if far is None else float(CLOSENESS**far)


def building(operator: type[Operator]) -> type[Operator]:
    """The same director with an end in view; one that has a way of its own to build keeps it."""
    if operator.lay is not Operator.lay:
        return operator
    known = _known.get(operator)
    if known is None:
        known = _known[operator] = type(f"Building{operator.__name__}", (Builder, operator), {})
    return known


_known: dict[type[Operator], type[Operator]] = {}
