"""One seat of a rollout of Railroad Revolution: what it does with what it gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from stellwerk.bots.planner.revolution_ground import ANYONE, MONEY, Gain, Ground
from stellwerk.bots.planner.revolution_policy import Policy
from stellwerk.bots.planner.revolution_worth import Worth
from stellwerk.games.railroad_revolution.pieces import KINDS


class Taken:
    """What can be had by all: first stations and offices that are taken, as bits, and locomotives left by type."""

    def __init__(self, cities: int, areas: int, depot: list[int]) -> None:
        self.cities, self.areas, self.depot = cities, areas, depot


Pieces = tuple[Any, ...]
"""What a turn can change, on the board and of one seat."""


class Side(Worth):
    """A seat that does at once what seems best. Seats of the same `mind` have the same policy."""

    def __init__(self, g: Ground, taken: Taken, policy: Policy, mind: int = 0) -> None:
        super().__init__(g, taken.depot, policy)
        self.taken, self.mind = taken, mind

    def pieces(self) -> Pieces:
        return (
            self.cash,
            self.shares,
            self.buildings,
            self.rails,
            self.network,
            self.stations,
            self.offices,
            tuple(self.supply),
            tuple(self.posts),
            tuple(self.steps),
            tuple(self.up),
            tuple(self.down),
            *self.wants,
            self.taken.cities,
            self.taken.areas,
            *self.depot,
        )

    def put(self, pieces: Pieces) -> None:
        """Have these pieces, as if the turn that led to them had been played."""
        (
            self.cash,
            self.shares,
            self.buildings,
            self.rails,
            self.network,
            self.stations,
            self.offices,
            supply,
            posts,
            steps,
            up,
            down,
            *self.wants,
            self.taken.cities,
            self.taken.areas,
        ) = pieces[: -len(self.depot)]
        self.supply, self.posts, self.steps = list(supply), list(posts), list(steps)
        self.up, self.down = list(up), list(down)
        self.depot[:] = pieces[-len(self.depot) :]

    def pay(self, price: int) -> None:
        """Shares are sold for what is missing."""
        self.cash -= price
        if self.cash < 0 and self.shares:
            sold = min(self.shares, -(self.cash // self.g.share))
            self.shares -= sold
            self.cash += self.g.share * sold

    def get(self, gain: Gain, more: int = 0) -> None:
        """A reward, if it can be paid, with so much that is to be paid for it besides."""
        price = more - (gain[0][1] if gain and gain[0][0] == MONEY else 0)
        if price <= 0 or self.wealth >= price:
            self.pay(more)
            for kind, n, each in gain:
                DONE[kind](self, n, each)
            self.pay(0)

    def hire(self, colour: int) -> None:
        self.supply[colour] += 1
        self.changed()

    def give(self, colour: int) -> None:
        """A worker leaves; one on the board is given first."""
        place = self.posts if self.posts[colour] else self.supply
        place[colour] -= 1
        self.changed()

    def promote(self) -> bool:
        """The best promotion, if there is one."""
        gain, place, colour, hired = self.promotion()
        if place < 0 or gain <= 0:
            return False
        left = list(self.wants[place])
        left.remove(colour if colour in left else ANYONE)
        self.wants[place] = tuple(left)
        if hired:
            self.pay(self.g.hire)
            self.changed()
        else:
            self.give(colour)
        return True

    def climb(self, count: int) -> None:
        for track in self.rising(count)[1]:
            gate = self.g.gates[track][self.steps[track] + 1]
            if gate:
                self.cash -= gate[0]
                self.shares -= gate[1]
                if gate[2]:
                    self.give(self.least()[1])
            self.steps[track] += 1

    def take_loco(self) -> None:
        """Of the stacks that are left, the locomotive that would bring most."""
        types = [n for n, left in enumerate(self.depot) if left]
        if types:
            best = max(types, key=lambda n: self.worth(self.g.locos[n]))
            self.depot[best] -= 1
            self.up[best] += 1

    def turn_loco(self) -> bool:
        """The best turn of a locomotive, if there is one."""
        _, n, up = self.turning()
        if n < 0:
            return False
        self.up[n] += 1 if up else -1
        self.down[n] -= 1 if up else -1
        if not up:
            self.get(self.g.locos[n])
        return True

    def lay(self, spaces: tuple[int, ...]) -> None:
        for space in spaces:
            self.network |= 1 << space
        self.rails -= len(spaces)
        self.changed()

    def open(self, area: int) -> None:
        self.offices |= 1 << area
        self.taken.areas |= 1 << area
        self.buildings -= 1

    def build(self, city: int) -> None:
        self.stations |= 1 << city
        self.taken.cities |= 1 << city
        self.buildings -= 1
        self.changed()


def _shares(side: Side, n: int, _: int) -> None:
    side.shares += n


def _steps(side: Side, n: int, _: int) -> None:
    side.climb(n)


def _flips(side: Side, n: int, _: int) -> None:
    for _time in range(n):
        if not side.turn_loco():
            break


def _loco(side: Side, _n: int, _: int) -> None:
    side.take_loco()


def _promotions(side: Side, n: int, price: int) -> None:
    for _time in range(n):
        if side.wealth < price or side.promotion(price)[0] <= price * side.money:
            break
        side.pay(price)
        side.promote()


def _rail(side: Side, _n: int, price: int) -> None:
    if side.rails and side.wealth >= price:
        worth, spaces = side.best_rails(1)[:2]
        if worth > price * side.money:
            side.pay(price)
            side.lay(spaces)


def _station(side: Side, _n: int, _: int) -> None:
    city = side.best_station()[1]
    if city >= 0:
        side.build(city)


def _office(side: Side, _n: int, _: int) -> None:
    area = side.best_office()[1]
    if area >= 0:
        side.open(area)


def _swap(side: Side, _n: int, _: int) -> None:
    old, new = side.swapping()[1:]
    if old >= 0:
        side.give(old)
        side.hire(new)


def _money(side: Side, n: int, _: int) -> None:
    side.cash += n


def _worker(side: Side, colour: int, _: int) -> None:
    side.hire(colour)


def _one_of(side: Side, colours: int, _: int) -> None:
    side.hire(max((colour for colour in range(1, KINDS) if colours >> colour & 1), key=side.gain_of))


DONE: Final[tuple[Callable[[Side, int, int], None], ...]] = (
    _money,
    _shares,
    _steps,
    _flips,
    _loco,
    _promotions,
    _rail,
    _station,
    _office,
    _swap,
    _worker,
    _one_of,
)
"""By part of a reward, in the order of `revolution_ground`."""
