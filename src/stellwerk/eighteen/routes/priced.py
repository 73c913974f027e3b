"""The best set of routes where too many can be listed: links that several trains want get a price.

No set of routes earns more than all prices together and, for each train, the most that one of its routes earns beyond
the prices of its links. Prices are raised until that bound is good; then only routes that come close to the most for
their train can be part of a set that beats a known one, and these are few.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Final

from stellwerk.eighteen.routes.graph import Graph
from stellwerk.eighteen.routes.hops import Finder, Hop
from stellwerk.eighteen.routes.listing import Choice, Legs, Listed, TooMany, Users, bits
from stellwerk.eighteen.routes.rules import Spec

ROUNDS: Final = ((3, 4_000), (6, 12_000))
"""How often prices are changed before routes are listed, and how many at most; then again."""

MOST_TRIES: Final = 30_000
"""How many sets of routes are looked at before giving up."""


class HopSearch:
    """Hops of all trains on one network, found when asked for."""

    def __init__(self, graph: Graph, legs: Legs) -> None:
        self.graph, self.legs = graph, legs
        self.finders: dict[Spec, Finder] = {}
        self.printed: dict[tuple[frozenset[str] | None, int], dict[int, tuple[Hop, ...]]] = {}

    def best(self, kinds: list[Spec], known: int, unit: int) -> Chooser | None:
        """The best set if it is better than what is known; None where there are too many routes after all."""
        try:
            finders = [self._finder(spec._replace(trains=1)) for spec in kinds for _ in range(spec.trains)]
            priced = Priced(finders, *_greedy(finders, known), unit)
        except TooMany:
            return None
        try:
            return priced.run()
        except TooMany:
            return priced.found()
        finally:
            for finder in self.finders.values():
                finder.charge({})

    def _finder(self, spec: Spec) -> Finder:
        if spec not in self.finders:
            printed = self.printed.setdefault((spec.gauges, spec.tier), {})
            self.finders[spec] = Finder(self.graph, self.legs, spec, printed)
        return self.finders[spec]


def _greedy(finders: list[Finder], known: int) -> tuple[int, Choice]:
    """Let each train in turn choose first and the others take the best that is left: seldom the best, soon found."""
    best = known
    choice: Choice = (None,) * len(finders)
    for first in range(len(finders)):
        order = [first, *(number for number in range(len(finders)) if number != first)]
        used, worth, taken = 0, 0, dict[int, Listed | None]()
        for number in order:
            route = finders[number].dearest(used) if used else finders[number].dearest_alone
            taken[number] = route
            if route is not None:
                used, worth = used | route.mask, worth + route.worth
        complete = all(taken[number] or not finder.spec.must for number, finder in enumerate(finders))
        if worth > best and complete:
            best, choice = worth, tuple(taken[number] for number in range(len(finders)))
    return best, choice


class Priced:
    """The best set of routes for which links have prices, so that few routes could be part of a better one.

    No set earns more than what all links cost and what is the most for each train beyond that. Links that several
    trains want become dearer until that bound is good.
    """

    def __init__(self, finders: list[Finder], floor: int, choice: Choice, unit: int) -> None:
        self.finders, self.floor, self.choice, self.unit = finders, floor, choice, unit
        self.kinds = list({id(finder): finder for finder in finders}.values())
        self.prices: dict[int, int] = {}
        self.tops = {id(finder): finder.dearest_alone for finder in self.kinds}

    def run(self) -> Chooser:
        """Choose a set of routes that earns more than the floor, if there is one."""
        self._bound = sum(worth_of(self.tops[id(finder)]) for finder in self.finders)
        self.best = self._bound, self.prices, self.tops
        for rounds, most in ROUNDS:
            self._change(rounds)
            try:
                return self._choose(most)
            except TooMany:
                continue
        raise TooMany

    def found(self) -> Chooser:
        """What is known without a proof."""
        chooser = Chooser([[] for _ in self.finders], [True for _ in self.finders], self.kinds[0].charged)
        chooser.best, chooser.choice = self.floor, self.choice
        return chooser

    def _change(self, rounds: int) -> None:
        """Change prices so often, and keep the best ones."""
        for _ in range(rounds):
            if self.best[0] < self.floor + self.unit or not self._raise(self._bound):
                return
            for finder in self.kinds:
                finder.charge(self.prices)
            self.tops = {id(finder): finder.dearest(0) for finder in self.kinds}
            self._bound = sum(self.prices.values()) + sum(worth_of(self.tops[id(finder)]) for finder in self.finders)
            if self._bound < self.best[0]:
                self.best = self._bound, self.prices, self.tops

    def _choose(self, most: int) -> Chooser:
        """Choose among all routes that could be part of a better set; raises where there are more than so many."""
        bound, prices, tops = self.best
        lists: dict[int, list[Listed]] = {}
        for finder in self.kinds:
            finder.charge(prices)
            least = self.floor + self.unit - bound + worth_of(tops[id(finder)])
            lists[id(finder)] = finder.listed(least, most) if bound >= self.floor + self.unit else []
        needed = [bool(finder.spec.must) for finder in self.finders]
        chooser = Chooser([lists[id(finder)] for finder in self.finders], needed, self.kinds[0].charged)
        chooser.best, chooser.choice = self.floor, self.choice
        chooser.run()
        return chooser

    def _raise(self, bound: int) -> bool:
        """Make links dearer that several trains want, and those cheaper that none wants; whether any are."""
        wanted: dict[int, int] = dict.fromkeys(self.prices, 0)
        for finder in self.finders:
            top = self.tops[id(finder)]
            for link in bits(top.mask) if top else ():
                wanted[link] = wanted.get(link, 0) + 1
        slope = {link: count - 1 for link, count in wanted.items() if count != 1}
        if not slope:
            return False
        stride = max(1.0, (bound - self.floor) / sum(by * by for by in slope.values()))
        raised = {link: max(0, round(self.prices.get(link, 0) + stride * slope.get(link, 0))) for link in wanted}
        raised = {link: price for link, price in raised.items() if price}
        changed = raised != self.prices
        self.prices = raised
        return changed


def worth_of(route: Listed | None) -> int:
    """What a route adds; a train without a good one may stay."""
    return route.worth if route else 0


class Chooser:
    """Chooses routes that share no track, one for each train, from lists in which they are worth less their price."""

    def __init__(self, lists: list[list[Listed]], needed: list[bool], charged: Callable[[int], int]) -> None:
        """Take a list of routes for each train, dearest first; the longest is asked last."""
        self.order = sorted(range(len(lists)), key=lambda train: (len(lists[train]), id(lists[train])))
        self.lists, self.needed = [lists[train] for train in self.order], [needed[train] for train in self.order]
        self.charged, self.prices = charged, charged(-1)
        later = [0]
        for routes in reversed(self.lists):
            later.append(later[-1] + max(0, routes[0].worth if routes else 0))
        self.later = later[::-1]
        """The most for the trains from each one on, beyond the prices of links."""

        self.earned = sorted(
            [route._replace(worth=route.worth + charged(route.mask)) for route in self.lists[-1]],
            key=attrgetter("worth"),
            reverse=True,
        )
        self.users = Users(self.earned)
        self.best = 0
        self.choice: Choice = ()
        self.proven = False
        self.tries = 0

    def run(self) -> None:
        try:
            self._choose(0, 0, 0, (), 0)
            self.proven = True
        except TooMany:
            self.proven = False

    def _choose(self, train: int, used: int, worth: int, chosen: Choice, start: int) -> None:
        """Let a train choose, from a place of its list on, after others that are worth so much beyond their prices."""
        if train + 1 == len(self.lists):
            self._finish(used, worth, chosen)
            return
        routes, later = self.lists[train], worth + self.later[train + 1] + self.prices
        same = self.lists[train + 1] is routes
        for number in range(start, len(routes)):
            route = routes[number]
            if later + route.worth <= self.best:
                break
            if not route.mask & used:
                after = number + 1 if same else 0
                self._choose(train + 1, used | route.mask, worth + route.worth, (*chosen, route), after)
        if not self.needed[train] and later > self.best:
            self._choose(train + 1, used, worth, (*chosen, None), 0)

    def _finish(self, used: int, worth: int, chosen: Choice) -> None:
        """Let the last train take what earns most."""
        self.tries += 1
        if self.tries > MOST_TRIES:
            raise TooMany
        last = self.users.first(used, 0)
        if last is None and self.needed[-1]:
            return
        earned = worth + self.charged(used) + (last.worth if last else 0)
        if earned > self.best:
            ranked = dict(zip(self.order, (*chosen, last), strict=True))
            self.best, self.choice = earned, tuple(ranked[train] for train in range(len(self.order)))
