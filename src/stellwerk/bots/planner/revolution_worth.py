"""What more pieces and rewards would be worth to a seat in a rollout of Railroad Revolution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stellwerk.bots.planner.revolution_ground import Gain
from stellwerk.bots.planner.revolution_people import Holding, Rails
from stellwerk.games.railroad_revolution.board import bits
from stellwerk.games.railroad_revolution.pieces import KINDS

OFFICES, STATIONS, CITIES = range(3)
"""The tracks, by what they count."""

BOTH: Final = 3
"""Offices in both of two neighbouring areas, as bits."""

TURNED: Final = "turned"
SECOND: Final = 0.3
"""What a second promotion is worth, as a part of the first."""

SOON: Final = 4.0
"""So many turns before the end it is worth all that it ever is to reach another city."""


class Worth(Holding):
    """A seat that knows what it would gain by things."""

    def rising(self, count: int) -> tuple[float, list[int]]:
        """What so many steps are worth, and on which tracks: one first, and another with what is left."""
        if self.memory is None:
            return self._rising(count)
        known: tuple[float, list[int]] | None = self.memory.get(-count)
        if known is None:
            known = self.memory[-count] = self._rising(count)
        return known

    def _rising(self, count: int) -> tuple[float, list[int]]:
        (gain, done), best = max((self._climb(track, count), track) for track in range(3))
        if gain <= 0:
            return 0.0, []
        order = [best] * done
        if done < count:
            (more, rest), other = max((self._climb(track, count - done), track) for track in range(3) if track != best)
            if more > 0:
                return gain + more, order + [other] * rest
        return gain, order

    def _climb(self, track: int, count: int) -> tuple[float, int]:
        """What steps on one track are worth, and how many are possible."""
        place = start = self.steps[track]
        gates, shares, cash, paid = self.g.gates[track], self.shares, self.cash, 0.0
        end = min(len(gates) - 1, start + count)
        while place < end:
            gate = gates[place + 1]
            if gate:
                if shares < gate[1] or cash < gate[0]:
                    break
                if gate[2]:
                    lost, colour = self.least()
                    if colour < 0:
                        break
                    paid += lost
                shares -= gate[1]
                cash -= gate[0]
                paid += gate[0] * self.money + gate[1] * self.share
            place += 1
        points = self.tracks[track]
        return (points[place] - points[start]) * self.expected[track] - paid, place - start

    def each(self, track: int) -> float:
        """What one more office, station or farthest city will count, with some of the steps that are still to come."""
        points = self.tracks[track]
        return points[min(len(points) - 1, int(self.steps[track] + self.p.steps * self.turns))]

    def new_loco(self) -> float:
        return self.g.loco + self.p.locos * self.age if any(self.depot) else 0.0

    def turning(self) -> tuple[float, int, bool]:
        """The best locomotive to turn: what it gains, its type, whether it is turned up."""
        if self.memory is None:
            return self._turning()
        known: tuple[float, int, bool] | None = self.memory.get(TURNED)
        if known is None:
            known = self.memory[TURNED] = self._turning()
        return known

    def _turning(self) -> tuple[float, int, bool]:
        best = (0.0, -1, False)
        for n, gain in enumerate(self.g.locos):
            if self.down[n] and self.lost > best[0]:
                best = (self.lost, n, True)
            if self.up[n] and (used := self.worth(gain) - self.lost) > best[0]:
                best = (used, n, False)
        return best

    def office(self, area: int) -> float:
        """What an office is worth by itself and by its links."""
        links, own = self.g.t.board.area_links, self.offices
        half = self.p.link if self.turns >= 1 and self.buildings > 1 else 0.0
        total = self.each(OFFICES) - self.p.buildings * self.age
        if area:
            total += links[area - 1] * ((1.0 - half) if own >> area - 1 & 1 else half)
        if area < len(links):
            total += links[area] * ((1.0 - half) if own >> area + 1 & 1 else half)
        return total

    def station(self, city: int) -> float:
        """What a station is worth by itself and for milestones."""
        milestones = self.judged(self.network, self.stations | 1 << city, self.own, self.wants) - self.base
        return milestones + self.each(STATIONS) - self.p.buildings * self.age

    def best_office(self) -> tuple[float, int]:
        free = bits(self.g.every & ~self.offices if self.buildings else 0)
        return max(((self.office(area), area) for area in free), default=(0.0, -1))

    def best_station(self) -> tuple[float, int]:
        return max(((self.station(city), city) for city in self.open_cities()), default=(0.0, -1))

    def open_cities(self) -> list[int]:
        return list(bits(self.g.t.board.reached(self.network)[0] & ~self.stations if self.buildings else 0))

    def best_rails(self, count: int) -> Rails:
        """The best of the rails that milestones wait for, or that lead to other cities."""
        key = (count, self.rails)
        known = self._laid.get(key)
        if known is None:
            known = self._laid[key] = self._best_rails(min(count, self.rails))
        return known

    def _best_rails(self, count: int) -> Rails:
        g = self.g
        paths = [g.path(self.network, self.stations, goal.number) for goal in self.goals if goal]
        paths.append(g.towns(self.network))
        tried: set[int] = set()
        best: Rails = (-99.0, (), 0, False)
        each, far = self.each(CITIES), self.far(self.network)
        for n, path in enumerate(paths):
            order = path[:count]
            if len(order) < count:
                order = tuple(dict.fromkeys([space for path in paths[n:] + paths[:n] for space in path]))[:count]
            new = sum([1 << space for space in order])
            if len(order) == count and new not in tried:
                tried.add(new)
                best = max(best, self._rails(order, self.network | new, each, far))
        return best

    def _rails(self, order: tuple[int, ...], grown: int, each: float, far: float) -> Rails:
        """What rails are worth; `each` of the farthest cities counts so much, and `far` are expected without them."""
        g, board = self.g, self.g.t.board
        worth = self.judged(grown, self.stations, self.own, self.wants) - self.base
        worth -= self.p.rails * self.age * len(order)
        new = board.reached(grown)[0] & ~board.reached(self.network)[0]
        if new and self.buildings:
            worth += self.p.city * min(1.0, self.turns / SOON) * (new & ~self.stations).bit_count()
        worth += each * ((new & g.farthest).bit_count() + self.far(grown) - far)
        return worth, order, sum([g.triangles[n] for n in order]), bool(grown & ~self.network & board.deals)

    def worth(self, gain: Gain) -> float:
        """About what a reward brings."""
        if self.memory is None:
            return sum([WORTH[kind](self, n, price) for kind, n, price in gain])
        known = self.memory.get(id(gain))
        if known is None:
            known = self.memory[id(gain)] = sum([WORTH[kind](self, n, price) for kind, n, price in gain])
        return float(known)

    def promise(self, turns: float) -> float:
        """About the points that a side comes to with so many turns left."""
        self.look(turns)
        p, age, up, down = self.p, self.age, sum(self.up), sum(self.down)
        total = self.points + self.base + self.g.loco * (up + down) - self.lost * down + p.locos * age * (up + down)
        total += sum([points[at] * n for points, at, n in zip(self.tracks, self.steps, self.expected, strict=True)])
        half = p.link if turns >= 1 and self.buildings else 0.0
        for n, each in enumerate(self.g.t.board.area_links):
            ends = self.offices >> n & 3
            total += each * (1.0 if ends == BOTH else half if ends else 0.0)
        total += p.money * min(self.wealth, p.spent * turns) + p.share * min(self.shares, 5, turns)
        kept = p.buildings * self.buildings + p.rails * self.rails + p.ready * sum(self.supply[1:])
        return total + age * kept

    def score(self) -> int:
        """The points at the end."""
        total = self.points + self.g.loco * sum(self.up)
        total += sum([p[at] * n for p, at, n in zip(self.g.points, self.steps, self.counts(), strict=True)])
        both = self.offices & self.offices >> 1
        return total + sum([each for n, each in enumerate(self.g.t.board.area_links) if both >> n & 1])


def _promotions(h: Worth, n: int, price: int) -> float:
    return max(0.0, h.promotion()[0] - price * h.money) * (1.0 + SECOND * (n - 1))


def _rail(h: Worth, _: int, price: int) -> float:
    return max(0.0, h.best_rails(1)[0] - price * h.money) if h.rails else 0.0


def _one_of(h: Worth, colours: int, _: int) -> float:
    return max(h.gain_of(colour) for colour in range(1, KINDS) if colours >> colour & 1)


WORTH: Final[tuple[Callable[[Worth, int, int], float], ...]] = (
    lambda h, n, _: n * h.money,
    lambda h, n, _: n * h.share,
    lambda h, n, _: h.rising(n)[0],
    lambda h, n, _: n * h.turning()[0],
    lambda h, _n, _: h.new_loco(),
    _promotions,
    _rail,
    lambda h, _n, _: h.best_station()[0],
    lambda h, _n, _: h.best_office()[0],
    lambda h, _n, _: h.swapping()[0],
    lambda h, n, _: h.gain_of(n),
    _one_of,
)
"""By part of a reward, in the order of `revolution_ground`."""
