"""What a position of Railroad Revolution promises a seat: points that are sure, and points to be expected."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from stellwerk.bots.revolution_ways import Ways
from stellwerk.games.railroad_revolution.milestones import FOLLOWS
from stellwerk.games.railroad_revolution.moves import open_places
from stellwerk.games.railroad_revolution.pieces import KINDS, NUMBER
from stellwerk.games.railroad_revolution.rewards import ANY, COLOURS
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.tiles import LETTERS


@dataclass(frozen=True, slots=True)
class Weights:
    """How the guesses are weighed; found by letting bots with other weights play each other."""

    money: float = 0.011
    """Points for a dollar that can still be spent."""

    spent: float = 260.0
    """Dollars that a turn can spend."""

    share: float = 0.4
    """What a share is worth beyond its price: gates and deals ask for it."""

    station: float = 0.3
    """New stations in a turn, for the track that counts them; the same for offices."""

    office: float = 0.22
    city: float = 0.85
    """How sure the last city of the farthest group is, when there is time enough."""

    pace: float = 0.8
    """The part of the turns left that works for one milestone."""

    chain: tuple[float, ...] = (3.0, 4.0, 4.5)
    """Turns that milestones B, C and D take after the one before."""

    promote: float = 0.3
    """The work of a promotion, in turns."""

    hire: float = 0.7
    """The work of getting a worker of a colour that is missing."""

    down: float = 0.11
    """How likely a locomotive is turned up again, for each turn that is left."""

    link: float = 0.25
    """What half a telegraph link is worth of its points."""

    workers: tuple[float, ...] = (1.0, 3.0, 2.2, 2.2, 2.2)
    """Points for a worker by colour, in a game that is young."""


YOUNG: Final = 8.0
"""So many turns before the end a worker is worth all that it ever is."""

PENDING: Final = {
    "steps": 3.5,
    "flip": 5.0,
    "loco": 9.0,
    "promote": 3.0,
    "rail": 4.0,
    "third": 3.0,
    "station": 6.0,
    "office": 5.0,
    "swap": 1.5,
    "gain": 3.5,
    "start_rail": 4.0,
    "start_station": 5.0,
    "start_office": 5.0,
    "reward": 8.0,
    "bonus": 4.0,
    "wire": 3.0,
}
"""Points for what may still be done in this turn: only to know which thoughts to follow."""

WILL: Final = 3.0
DEBT: Final = 0.03
TIE: Final = 0.0005


class Outlook:
    """Judges positions for one seat, within one decision: how long the game will last is guessed once."""

    def __init__(self, t: Tables, ways: Ways, s: RevolutionState, seat: int, weights: Weights) -> None:
        self.t, self.ways, self.seat, self.w = t, ways, seat, weights
        self.turns = horizon(t, s, seat)
        self.points = mean_points(t)

    def judge(self, s: RevolutionState) -> float:
        """Points of this seat now, and those that it may hope for."""
        return self._money(s) + self._tracks(s) + self._links(s) + self._locos(s) + self._people(s)

    def pending(self, s: RevolutionState) -> float:
        """What a turn that is not over may still bring."""
        hope = WILL if s.ability else 0.0
        for grant in s.grants:
            hope += PENDING[grant.kind] * grant.times
        for offer in s.offers:
            hope += PENDING[offer]
        return hope

    def _money(self, s: RevolutionState) -> float:
        w, cash, shares = self.w, s.cash[self.seat], s.shares[self.seat]
        wealth = cash + shares * self.t.share_price
        if wealth < 0:
            return wealth * DEBT
        useful = min(wealth, w.spent * self.turns)
        return w.money * useful + TIE * wealth + w.share * min(shares, 5, self.turns)

    def _tracks(self, s: RevolutionState) -> float:
        w, seat, turns = self.w, self.seat, self.turns
        free, board = s.buildings[seat], self.t.board
        time = min(turns, free)
        offices = float(sum([seat in owners for owners in s.offices]))
        stations = float(sum([seat in owners for owners in s.stations.values()]))
        group = board.groups[max(board.groups)]
        cities = float((board.reached(s.network[seat])[0] & group).bit_count())
        if turns > 0:
            offices += w.office * min(time, len(s.offices) - offices)
            stations += w.station * time
            left = s.rails[seat] * 50
            for work in self.ways.farthest(s.network[seat]):
                if work <= left * 2:
                    cities += w.city * max(0.0, 1.0 - work / (100 * w.pace * turns + 1))
        counts = (offices, stations, cities)
        return sum(
            [
                track.points[place] * count
                for track, place, count in zip(self.t.tracks, s.steps[seat], counts, strict=True)
            ]
        )

    def _links(self, s: RevolutionState) -> float:
        points, before = 0.0, False
        half = self.w.link if self.turns >= 1 and s.buildings[self.seat] else 0.0
        for n, owners in enumerate(s.offices):
            own = self.seat in owners
            if n and (own or before):
                points += self.t.board.area_links[n - 1] * (1.0 if own and before else half)
            before = own
        return points

    def _locos(self, s: RevolutionState) -> float:
        down = sum(s.down[self.seat])
        again = min(0.65, self.w.down * self.turns) * self.t.loco_points
        use = 0.15 * min(self.turns, YOUNG)
        return sum(s.up[self.seat]) * (self.t.loco_points + use) + down * again

    def _people(self, s: RevolutionState) -> float:
        """Workers, and the milestones for which they are needed."""
        t, w, seat = self.t, self.w, self.seat
        supply, posts = s.supply[seat], s.posts[seat]
        have = [supply[n] + sum(posts[n::KINDS]) for n in range(KINDS)]
        age = min(1.0, self.turns / YOUNG)
        total = sum([t.tiles.milestones[tile].points for tile in s.reached[seat]])
        points = total + age * sum([min(n, 4) * each for n, each in zip(have, w.workers, strict=True)])
        return self._with_goals(s, points, Counter(dict(zip(COLOURS, have, strict=True))))

    def _with_goals(self, s: RevolutionState, points: float, held: Counter[str]) -> float:
        """Points and the milestones still to be reached. Workers that a milestone keeps are taken out of `held`."""
        t, seat = self.t, self.seat
        stations = sum(1 << t.board.city_number[city] for city, owners in s.stations.items() if seat in owners)
        spare = held.total() - t.least_workers
        for place, goal in enumerate(s.goals[seat]):
            if goal:
                points += self._goal(s, place, goal, stations, held, spare)
                spare -= max(0, len(t.tiles.milestones[goal].workers) - len(s.managers[seat][place]))
            else:
                letter = next((letter for who, at, letter in s.due if (who, at) == (seat, place)), "")
                points += self._chain(letter, 0.0)
        return points

    def _goal(self, s: RevolutionState, place: int, goal: str, stations: int, held: Counter[str], spare: int) -> float:
        """A milestone and those that come after it."""
        tile = self.t.tiles.milestones[goal]
        way = self.ways.to(s.network[self.seat], stations, tile.needs)
        wanted = open_places(tile, s.managers[self.seat][place])
        after = FOLLOWS[tile.stack]
        if not wanted and not way.work:
            return tile.points + self._chain(after, 0.0)
        if way.rails > s.rails[self.seat] or way.stations > s.buildings[self.seat] or self.turns <= 0:
            return 0.0
        work = way.work / 100 + self.w.promote * len(wanted)
        for colour in wanted:
            if spare <= 0 or (colour != ANY and held[colour] <= 0):
                work += self.w.hire
            elif colour != ANY:
                held[colour] -= 1
            spare -= 1
        return tile.points * self._sure(work) + self._chain(after, work)

    def _chain(self, letter: str, work: float) -> float:
        """Milestones that are not even drawn yet."""
        points = 0.0
        while letter:
            work += self.w.chain[LETTERS.index(letter)]
            points += self.points[letter] * self._sure(work)
            letter = FOLLOWS[letter]
        return points

    def _sure(self, work: float) -> float:
        """How sure it is that so much work can still be done; it takes a share of the turns that are left."""
        return max(0.0, 1.0 - work / (self.w.pace * self.turns + 0.6)) if self.turns > 0 else 0.0


def horizon(t: Tables, s: RevolutionState, seat: int) -> float:
    """The turns that a seat will have after this one."""
    later = (seat - s.starter) % t.seats > (s.turn - s.starter) % t.seats
    if s.ending:
        return float(later + (s.ending == 1))
    if s.turn < 0:
        later = True
    pieces = [max(0, b - 1) + max(0, r - 1) / 2 for b, r in zip(s.buildings, s.rails, strict=True)]
    return max(1.0, 0.9 * min(pieces) + 0.5 + later)


def mean_points(t: Tables) -> dict[str, float]:
    """What the milestones of each letter bring on average."""
    return {
        letter: sum(t.tiles.milestones[tile].points for tile in stack) / max(1, len(stack))
        for letter, stack in t.tiles.stacks.items()
    }


def wanted_colours(t: Tables, s: RevolutionState, seat: int) -> set[str]:
    """Colours that a milestone asks for and that this seat has not."""
    wanted: set[str] = set()
    for goal, managers in zip(s.goals[seat], s.managers[seat], strict=True):
        if goal:
            wanted |= set(open_places(t.tiles.milestones[goal], managers)) - {ANY}
    return {
        colour
        for colour in wanted
        if not s.supply[seat][NUMBER[colour]] and not any(s.posts[seat][NUMBER[colour] :: KINDS])
    }
