"""What a position of Railroad Revolution promises, with steps to come that make earlier buildings worth more."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from stellwerk.bots.planner import numbers
from stellwerk.bots.revolution_outlook import YOUNG, Outlook, Weights
from stellwerk.bots.revolution_ways import Ways
from stellwerk.games.railroad_revolution.milestones import FOLLOWS
from stellwerk.games.railroad_revolution.moves import open_places
from stellwerk.games.railroad_revolution.pieces import KINDS
from stellwerk.games.railroad_revolution.rewards import ANY, COLOURS
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables

FILE: Final = "value_revolution.toml"
HUNDRED: Final = 100
"""The work of a way is told in hundredths of a turn."""

MOST_TURNED: Final = 0.65
"""How sure it is at best that a locomotive is turned up again."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a seat does in each turn that is left, and how far it is to be relied on."""

    always: float
    """Turns that are left in any case; and for each turn's work on the emptiest player board and the next one."""

    emptiest: float
    next: float
    later: float
    """A part of a turn for a seat that still comes to play in this round."""

    stations: float
    offices: float
    """New ones in a turn."""

    steps: float
    """Steps on the track that is to bring most."""

    sure: float
    """How much of what those steps would bring is counted."""

    cities: float
    """How sure a city of the farthest group is for which there would be time enough."""

    unseen: float
    """How much of the points of milestones is counted that are not even drawn."""

    locos: float
    """What a locomotive is worth beyond its points, face up or down, in a game that is young."""

    again: float
    """What one more worker of a colour is worth, as a part of the one before."""

    ready: float
    """What it is worth that a specialist stands beside the board and not on it."""

    buildings: float
    rails: float
    """What a piece is worth that is still on the player board, in a game that is young."""


@cache
def told() -> tuple[Weights, Forecast]:
    """Weights and forecast as they are installed."""
    return (
        numbers.filled(Weights, numbers.told(FILE, "weights"), FILE),
        numbers.filled(Forecast, numbers.told(FILE, "forecast"), FILE),
    )


class FarOutlook(Outlook):
    """Judges as the greedy bot does, but expects that steps will follow, and keeps workers for milestones.

    It knows better how long a game lasts, and remembers its answers.
    """

    def __init__(self, t: Tables, ways: Ways, s: RevolutionState, seat: int, weights: Weights) -> None:
        super().__init__(t, ways, s, seat, weights)
        self.f = told()[1]
        self.turns = turns_left(t, s, seat, self.f)
        self.age = min(1.0, self.turns / YOUNG)
        self.known: dict[Any, float] = {}

    def judge(self, s: RevolutionState) -> float:
        f, seat = self.f, self.seat
        kept = f.buildings * s.buildings[seat] + f.rails * s.rails[seat] + f.ready * sum(s.supply[seat][1:])
        return super().judge(s) + self.age * kept

    def _tracks(self, s: RevolutionState) -> float:
        seat = self.seat
        offices = sum([seat in owners for owners in s.offices])
        stations = sum([seat in owners for owners in s.stations.values()])
        key = (s.steps[seat], offices, stations, s.network[seat], s.buildings[seat], s.rails[seat])
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._forecast(s, offices, stations)
        return known

    def _forecast(self, s: RevolutionState, offices: int, stations: int) -> float:
        """What the tracks bring as they are, and what steps still to come bring on the best of them."""
        f, seat, turns = self.f, self.seat, self.turns
        time = max(0.0, min(turns, s.buildings[seat]))
        counts = (
            offices + f.offices * min(time, len(s.offices) - offices),
            stations + f.stations * time,
            self._cities(s),
        )
        total = best = 0.0
        for track, place, count in zip(self.t.tracks, s.steps[seat], counts, strict=True):
            now = track.points[place]
            total += now * count
            best = max(best, (_between(track.points, place + f.steps * turns) - now) * count)
        return total + f.sure * best

    def _cities(self, s: RevolutionState) -> float:
        board, network = self.t.board, s.network[self.seat]
        cities = float((board.reached(network)[0] & board.groups[max(board.groups)]).bit_count())
        if self.turns > 0:
            for work in self.ways.farthest(network):
                if work <= s.rails[self.seat] * 100:
                    cities += self.f.cities * max(0.0, 1.0 - work / (100 * self.w.pace * self.turns + 1))
        return cities

    def _locos(self, s: RevolutionState) -> float:
        up, down = sum(s.up[self.seat]), sum(s.down[self.seat])
        turned = min(MOST_TURNED, self.w.down * self.turns)
        return self.t.loco_points * (up + turned * down) + self.f.locos * self.age * (up + down)

    def _people(self, s: RevolutionState) -> float:
        seat = self.seat
        stations = tuple([seat in owners for owners in s.stations.values()])
        pieces = (s.supply[seat], s.posts[seat], s.goals[seat], s.managers[seat], s.reached[seat], s.due)
        key = (pieces, stations, s.network[seat], s.buildings[seat], s.rails[seat])
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._milestones(s)
        return known

    def _milestones(self, s: RevolutionState) -> float:
        """Milestones, and the workers that none of them asks for.

        A worker that a milestone waits for counts by that milestone alone: else to promote it would seem a loss.
        """
        t, seat = self.t, self.seat
        supply, posts = s.supply[seat], s.posts[seat]
        have = [supply[n] + sum(posts[n::KINDS]) for n in range(KINDS)]
        held = Counter(dict(zip(COLOURS, have, strict=True)))
        reached = float(sum([t.tiles.milestones[tile].points for tile in s.reached[seat]]))
        points = self._with_goals(s, reached, held)
        for colour, each in zip(COLOURS, self.w.workers, strict=True):
            worth = self.age * each
            for _ in range(held[colour]):
                points += worth
                worth *= self.f.again
        return points

    def _goal(self, s: RevolutionState, place: int, goal: str, stations: int, held: Counter[str], spare: int) -> float:
        """A milestone and those that come after it. It keeps its workers even while none can be given up."""
        tile = self.t.tiles.milestones[goal]
        way = self.ways.to(s.network[self.seat], stations, tile.needs)
        wanted = open_places(tile, s.managers[self.seat][place])
        work = way.work / HUNDRED + self.w.promote * len(wanted)
        for colour in wanted:
            kept = held[colour] > 0
            if spare <= 0 or not (kept or colour == ANY):
                work += self.w.hire
            if kept:
                held[colour] -= 1
            spare -= 1
        after = FOLLOWS[tile.stack]
        if not wanted and not way.work:
            return tile.points + self._chain(after, 0.0)
        if way.rails > s.rails[self.seat] or way.stations > s.buildings[self.seat] or self.turns <= 0:
            return 0.0
        return tile.points * self._sure(work) + self._chain(after, work)

    def _chain(self, letter: str, work: float) -> float:
        return self.f.unseen * super()._chain(letter, work)


def turns_left(t: Tables, s: RevolutionState, seat: int, f: Forecast) -> float:
    """The turns that a seat will have after this one, by what stands on the two emptiest player boards."""
    later = s.turn < 0 or (seat - s.starter) % t.seats > (s.turn - s.starter) % t.seats
    if s.ending:
        return float(later + (s.ending == 1))
    work = sorted([max(0, b - 1) + max(0, r - 1) / 2 for b, r in zip(s.buildings, s.rails, strict=True)])
    return max(1.0, f.always + f.emptiest * work[0] + f.next * work[1] + f.later * later)


def _between(points: tuple[int, ...], place: float) -> float:
    """The points of a place on a track, between two of them in proportion."""
    low = int(place)
    if low >= len(points) - 1:
        return points[-1]
    return points[low] + (points[low + 1] - points[low]) * (place - low)
