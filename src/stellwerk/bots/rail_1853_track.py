"""Where the bot for 1853 builds: towards places that pay, and towards the cities of its contract."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from stellwerk.bots.rail_1853_judge import Judge1853
from stellwerk.bots.rail_survey import FAR, Point, Survey, follow
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import EDGES, STANDARD, STOP
from stellwerk.games.g1853.ruleset import METRE
from stellwerk.games.g1853.state import own

THOUGHT: Final = 10
"""How many tile lays are thought through to the revenue they allow."""

CLOSENESS: Final = 0.7
"""So much of what a place is worth is left for each tile that is missing to it."""

AHEAD: Final = 0.4
"""What revenue that may come counts beside revenue that a company has at once."""

POUND: Final = 0.12
"""How many points of revenue each pound for ground must be worth."""

IDLE: Final = 0.03
"""The same for money that is not needed for a train."""

BOND: Final = 0.25
"""How many points of revenue each pound of a bond is worth that a link brings nearer."""

NEW_CITY: Final = 20
NEW_TOWN: Final = 10
"""What the first tile on a place pays."""

JOINT: Final = 15
"""What it promises to join two ends of the own track: trains run on."""

UNUSED: Final = 0.25
"""What track counts on which no train of the company runs."""


class Surveyor(Judge1853):
    """The judgement of tiles for one company."""

    company: str

    def best_lay(self) -> Choice | None:
        """The tile that gains most at once and for later; none where nothing is worth its cost."""
        offers = self.offered("lay")
        promises = {choice: self._promise(choice) for choice in offers}
        hopeful = sorted(offers, key=lambda choice: promises[choice], reverse=True)[:THOUGHT]
        now, best, most = self.earns(self.s), None, 0.0
        for choice in hopeful:
            after = self.game.apply(self.s, Action(*choice))
            gain = self.earns(after) - now + AHEAD * promises[choice] + self._links(after) + self.rng.random()
            gain -= self._paid(after) * (IDLE if after.cash[self.company] >= self.wanted() else POUND)
            if gain > most + 1:
                best, most = choice, gain
        return best

    def earns(self, s: RailState) -> float:
        """What the trains of the company, or those that it could buy next, would earn."""
        names = s.trains[self.company] or tuple(self.flow.on_sale(s))[:1]
        return self.run_worth(s, self.company, [self.flow.train_now(s, name) for name in names])

    def wanted(self) -> int:
        """What the next train costs that runs on the track that the company uses."""
        useful = (name for name in self.flow.on_sale(self.s) if self.gauges[self.book.train(name).gauge] == 1)
        return min((self.rules.trains[name].price for name in useful), default=0)

    def _paid(self, after: RailState) -> int:
        """What a tile takes out of the treasury; a premium comes when all tiles are laid."""
        premium = own(after).premium - self.own.premium
        return self.s.cash[self.company] - after.cash[self.company] - premium

    # --- what may come ---------------------------------------------------------------------------------

    def _promise(self, choice: Choice) -> float:
        """By how much a tile brings places nearer, on track of the gauge where that is most, and what it adds."""
        name, number, rotation = choice.args[-3:]
        hex_ = self.rules.hexmap.number[name]
        face, before = self.rules.catalogue.face(number, rotation), self.game.track.lying(self.s)[hex_]
        added = sum(stop.worth(0) for stop in face.stops) - sum(stop.worth(0) for stop in before.stops)
        brings = max(self._brings(gauge, hex_, number, rotation) for gauge in self.gauges)
        return brings + (added if self._is_reached(hex_) else 0)

    def _is_reached(self, hex_: int) -> bool:
        return any(place == hex_ for place, _ in self.game.track.reach(self.s, self.company).stops)

    def _brings(self, gauge: str, hex_: int, number: str, rotation: int) -> float:
        only, use = frozenset({gauge}), self.gauges[gauge]
        face = self.rules.catalogue.face(number, rotation).on_gauges(only)
        edges = self._arrivals(gauge).get(hex_, 0)
        if not use or not edges & face.exits:
            return 0.0
        ends = follow(face, edges)
        nearer: dict[int, float] = {hex_: 0.0} if ends >> STOP else {}
        for edge in EDGES:
            if ends >> edge & 1:
                for place, far in self._surveys[gauge].ahead(hex_, edge).items():
                    nearer[place] = min(far, nearer.get(place, FAR))
        now = self._distances[gauge]
        gains = (
            self._worth(place) * (closeness(far) - closeness(now.get(place)))
            for place, far in nearer.items()
            if far < now.get(place, FAR)
        )
        return use * (sum(gains) + JOINT * self._joins(gauge, hex_, ends & edges))

    def _joins(self, gauge: str, hex_: int, edges: int) -> int:
        """How many more ends of the company's own track a tile joins than one."""
        near, faces = self.rules.hexmap.neighbours[hex_], self._surveys[gauge].faces
        laid = (
            faces[near[edge]].exits >> (edge + 3) % 6 & 1 for edge in EDGES if edges >> edge & 1 and near[edge] >= 0
        )
        before = (faces[hex_].exits & edges).bit_count()
        return max(0, sum(laid) - max(1, before))

    @cached_property
    def gauges(self) -> dict[str, float]:
        """By gauge how much of use its track is: that of the trains owned, else the standard one."""
        owned = {self.book.train(name).gauge for name in self.s.trains[self.company]}
        return {gauge: 1.0 if gauge in (owned or {STANDARD}) else UNUSED for gauge in (STANDARD, METRE)}

    def _arrivals(self, gauge: str) -> dict[int, int]:
        """By hex the edges, as bits, at which track of a gauge arrives or could be joined."""
        reach = self.game.track.builds_from(self.s, self.company, in_order=True)
        return next((dict(part.edges) for part in reach.networks if part.gauges is None or gauge in part.gauges), {})

    @cached_property
    def _surveys(self) -> dict[str, Survey]:
        return {gauge: self._survey(gauge) for gauge in (STANDARD, METRE)}

    def _survey(self, gauge: str) -> Survey:
        hexmap, only = self.rules.hexmap, frozenset({gauge})
        faces = [face.on_gauges(only) for face in self.game.track.lying(self.s)]

        tolls = self.tolls(gauge)
        return Survey(hexmap, faces, tolls, replaces="green" in self.rules.phases[self.s.phase].colours)

    @cached_property
    def _distances(self) -> dict[str, dict[int, float]]:
        """By gauge how far all places are from the track of the company as it lies."""
        near, found = self.rules.hexmap.neighbours, {}
        for gauge in (STANDARD, METRE):
            points: list[Point] = [
                (near[hex_][edge], (edge + 3) % 6)
                for hex_, edges in self._arrivals(gauge).items()
                for edge in EDGES
                if edges >> edge & 1 and near[hex_][edge] >= 0
            ]
            found[gauge] = self._surveys[gauge].from_points(points)
        return found

    def _worth(self, hex_: int) -> float:
        """What a place pays once it is reached, and for the contract."""
        face, name = self.game.track.lying(self.s)[hex_], self.rules.hexmap.hexes[hex_].name
        pays = max((stop.worth(0) or (NEW_CITY if stop.kind == "city" else NEW_TOWN) for stop in face.stops), default=0)
        return pays + self._wishes.get(name, 0.0)

    # --- the contract ----------------------------------------------------------------------------------

    @cached_property
    def _wishes(self) -> dict[str, float]:
        """By city of the note what it counts to be linked with the others; nothing for those that the company links."""
        if not self.note:
            return {}
        parts = list(self._parts(self.s))
        reached = {self.rules.hexmap.hexes[hex_].name for hex_, _ in self.game.track.reach(self.s, self.company).stops}
        each = BOND * self.own.bonds[self.seat] / max(len(parts) - 1, 1)
        return {name: each / AHEAD for part in parts if not reached & part for name in part}

    def _parts(self, s: RailState) -> Iterator[frozenset[str]]:
        """The cities of the note by what track joins."""
        note = frozenset(self.note)
        groups = [group & note for group in self.flow.linked_cities(s) if group & note]
        yield from groups
        yield from (frozenset({name}) for name in sorted(note.difference(*groups)))

    def _links(self, after: RailState) -> float:
        """What it counts that track joins more of the note."""
        if not self.note:
            return 0.0
        before, left = len(list(self._parts(self.s))), len(list(self._parts(after)))
        return BOND * self.own.bonds[self.seat] * (before - left) / max(before - 1, 1)


def closeness(far: float | None) -> float:
    """The part of what a place is worth that counts already while so many tiles are missing; none if it is too far."""
    return 0.0 if far is None else float(CLOSENESS**far)
