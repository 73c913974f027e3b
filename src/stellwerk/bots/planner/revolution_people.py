"""The pieces of a seat in a rollout of Railroad Revolution, and what its workers and milestones are worth to it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from stellwerk.bots.planner.revolution_ground import ANYONE, Goal, Ground
from stellwerk.bots.planner.revolution_policy import Policy
from stellwerk.bots.revolution_outlook import YOUNG
from stellwerk.games.railroad_revolution.pieces import KINDS

MOST_TURNED: Final = 0.65
"""How sure it is at best that a locomotive is turned up again."""

LITTLE: Final = 0.0005
"""Points for a dollar that nothing can be bought for any more."""

MOST_WORKERS: Final = 100
Promotion = tuple[float, int, int, bool]
"""What it gains, the place of the milestone, the colour, and whether the worker is hired for it."""

NOBODY: Final[Promotion] = (0.0, -1, -1, False)
Rails = tuple[float, tuple[int, ...], int, bool]
"""What rails are worth without their price, where they lie, their triangles, and whether they cause a deal."""

Wants = list[tuple[int, ...]]
"""By milestone the colours of the managers that are missing."""


class Holding:
    """Pieces of a seat. Sets of spaces, cities and areas are bits; workers are counted by colour."""

    def __init__(self, g: Ground, depot: list[int], policy: Policy) -> None:
        self.g, self.p, self.depot = g, policy, depot
        self.cash = self.shares = self.buildings = self.rails = self.points = 0
        self.network = self.stations = self.offices = 0
        self.supply, self.posts = [0] * KINDS, [0] * KINDS
        self.steps, self.up, self.down = [0] * 3, [0], [0]
        self.crowd = _crowd(policy.again)
        self.goals: list[Goal | None] = [None, None]
        self.wants: Wants = [(), ()]
        self.memory: dict[Any, Any] | None = None
        """What was reckoned while nothing is done, by a reward's identity: rewards live as long as the ground."""

    @property
    def wealth(self) -> int:
        return self.cash + self.g.share * self.shares

    def look(self, turns: float) -> None:
        """Before a decision: what things are worth with so many turns left."""
        p = self.p
        self.turns, self.age, self.span = turns, min(1.0, turns / YOUNG), p.pace * turns + 0.6
        self.money = p.money if self.wealth < p.spent * turns else LITTLE
        self.share = self.g.share * self.money + (p.share if self.shares < min(5, turns) else 0.0)
        self.lost = self.g.loco * (1.0 - min(MOST_TURNED, p.down * turns))
        self.tracks = self.g.slopes if turns >= 1 else self.g.points
        offices, stations, cities = self.counts()
        time = min(turns, self.buildings)
        self.expected = (
            offices + p.offices * min(time, self.g.areas - offices),
            stations + p.stations * time,
            cities + self.far(self.network),
        )
        self.workers = [self.age * each for each in p.workers]
        self.changed()

    def changed(self) -> None:
        """After workers, milestones or the network changed."""
        self.own = [one + other for one, other in zip(self.supply, self.posts, strict=True)]
        self.base = self.judged(self.network, self.stations, self.own, self.wants)
        self._promotions: dict[bool, Promotion] = {}
        self._gains: list[float | None] = [None] * KINDS
        self._laid: dict[tuple[int, int], Rails] = {}

    def counts(self) -> tuple[int, int, int]:
        reached = self.g.t.board.reached(self.network)[0]
        return self.offices.bit_count(), self.stations.bit_count(), (reached & self.g.farthest).bit_count()

    def far(self, network: int) -> float:
        """Cities of the farthest group that are still to be expected."""
        found, left, time = 0.0, self.rails * 100, 100 * self.p.pace * self.turns + 1
        for work in self.g.ways.farthest(network):
            if work <= left and work < time:
                found += self.p.cities * (1.0 - work / time)
        return found

    def judged(self, network: int, stations: int, own: list[int], wants: Wants) -> float:
        """Milestones that are open, and workers that none of them waits for."""
        p, held, total, span = self.p, own.copy(), 0.0, self.span
        spare = sum(own) - self.g.least
        for goal, wanted in zip(self.goals, wants, strict=True):
            if goal is None:
                continue
            way = self.g.way(network, stations, goal.number)
            work = way.work / 100 + p.promote * len(wanted)
            for colour in wanted:
                kept = colour == ANYONE or held[colour] > 0
                if spare <= 0 or not kept:
                    work += p.hire
                if kept and colour != ANYONE:
                    held[colour] -= 1
                spare -= 1
            if not wanted and not way.work:
                total += goal.points + self._later(goal.after, 0.0)
            elif work < span and way.rails <= self.rails and way.stations <= self.buildings and self.turns > 0:
                total += goal.points * (1.0 - work / span) + self._later(goal.after, work)
        crowd = self.crowd
        for count, each in zip(held, self.workers, strict=True):
            if count:
                total += each * crowd[count]
        return total

    def _later(self, letter: int, work: float) -> float:
        """Milestones that are not even drawn yet."""
        total, means = 0.0, self.g.means
        while letter < len(means):
            work += self.p.chain[letter]
            if work >= self.span:
                break
            total += means[letter] * (1.0 - work / self.span)
            letter += 1
        return self.p.unseen * total

    def gain_of(self, colour: int) -> float:
        """What one more worker of a colour is worth."""
        known = self._gains[colour]
        if known is None:
            more = self.own.copy()
            more[colour] += 1
            known = self._gains[colour] = self.judged(self.network, self.stations, more, self.wants) - self.base
        return known

    def least(self) -> tuple[float, int]:
        """By how much the worker is missed that is missed least, and its colour; -1 if none can be given up."""
        if sum(self.own) <= self.g.least:
            return 99.0, -1
        return min((self.gain_of(colour), colour) for colour in range(KINDS) if self.own[colour])

    def promotion(self, paid: int = 0) -> Promotion:
        """The best promotion after so much is paid, by hiring if need be."""
        hiring = self.wealth - paid >= self.g.hire
        known = self._promotions.get(hiring)
        if known is None:
            known = self._promotions[hiring] = self._promoted(hiring=hiring)
        return known

    def _promoted(self, *, hiring: bool) -> Promotion:
        best, spare = NOBODY, sum(self.own) > self.g.least
        for place, wanted in enumerate(self.wants):
            for colour in dict.fromkeys(wanted):
                given = colour if colour != ANYONE else self.least()[1] if spare else 0
                hired = not spare or not self.own[given]
                if hired and not hiring:
                    continue
                after = self.own.copy()
                after[given] -= not hired
                left = list(wanted)
                left.remove(colour)
                wants = [tuple(left), self.wants[1]] if place == 0 else [self.wants[0], tuple(left)]
                gain = self.judged(self.network, self.stations, after, wants) - self.base
                gain -= self.g.hire * self.money * hired
                if gain > best[0]:
                    best = (gain, place, given, hired)
        return best

    def swapping(self) -> tuple[float, int, int]:
        """What a swap gains, the old worker and the new one."""
        lost, old = min((self.gain_of(colour), colour) for colour in range(KINDS) if self.own[colour])
        gain, new = max((self.gain_of(colour), colour) for colour in range(1, KINDS))
        return (gain - lost, old, new) if gain > lost else (0.0, -1, -1)


@cache
def _crowd(again: float) -> list[float]:
    """What so many workers of a colour are worth, in terms of the first."""
    return [float(n) if again == 1.0 else (1.0 - again**n) / (1.0 - again) for n in range(MOST_WORKERS)]
