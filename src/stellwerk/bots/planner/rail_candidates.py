"""What a planner thinks of at a decision of an 18xx game: few actions, among them all that may matter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.bots.planner.rail_potential import potentials
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole, Range
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState, player, seat_of

ASKS_OTHERS: Final = frozenset({"offer_private", "ask_private", "offer_elephant"})
"""Kinds that are nothing without another player's consent: a planner makes no offers, so that it comes to an end."""

BUILDS: Final = frozenset(
    {"lay", "lay_private", "lay_own", "home", "city", "station", "run", "plan", "buy_licence", "waive"}
)
"""Kinds that change the map, or what is run on it: a rollout does not see what they bring."""

TRUSTED: Final = frozenset({"write_bond", "pick", "close_bid", "redeem", "claim"})
"""Kinds that are done as usual: a rollout does not see what a contract binds, or that a share waits to be paid for."""

PARS: Final = 3
OPENED: Final = 3
"""So many companies are thought of to be opened, at so many pars each."""

REACH: Final = 0.8
"""The part of what floats a company that one must have to open it."""

MOST_BID: Final = 1.6
"""How many times its face value is bid for a private at most."""


class Candidates:
    """The actions that a seat should think of, the usual one first."""

    def __init__(self, view: View[RailState], s: RailState, usual: Action) -> None:
        assert isinstance(view.game, RailGame)
        self.game, self.view, self.s, self.usual = view.game, view, s, usual
        self.rules = view.game.rules

    def all(self, most: int) -> list[Action]:
        """At most so many, without repeats."""
        if self.usual.kind in TRUSTED:
            return [self.usual]
        found = dict.fromkeys([self.usual])
        kinds = {choice.kind for choice in self.view.choices}
        groups = (self._sales, self._pars, self._others)
        for group in groups:
            for action in group(kinds):
                found[action] = None
        idle = [action for action in found if action.kind in self.game.idle_kinds]
        kept = list(found)[:most]
        return kept + [action for action in idle[:1] if action not in kept]

    def _others(self, kinds: set[str]) -> Iterator[Action]:
        for choice in self.view.choices:
            if choice.kind in ASKS_OTHERS or choice.kind in BUILDS or choice.kind in ("sell", "sell_large", "par"):
                continue
            match choice.kind:
                case "pass_track" | "pass_station":
                    continue
                case "buy_train":
                    yield from self._train(choice)
                case "buy_private":
                    yield from self._private(choice)
                case "bid":
                    yield from self._bid(choice)
                case _:
                    yield from _ends(choice)

    def _sales(self, kinds: set[str]) -> Iterator[Action]:
        """Least and most of each company, before anything is bought: what is sold later does not help to buy."""
        if self.s.bought and not kinds.isdisjoint(self.game.idle_kinds):
            return
        by_company: dict[str, list[Choice]] = {}
        new = {company for company, _ in self.s.bought}
        for choice in self.view.choices:
            if choice.kind == "sell" and choice.args[0] not in new:
                by_company.setdefault(choice.args[0], []).append(choice)
        for sales in by_company.values():
            ordered = sorted(sales, key=lambda sale: sale.args[1])
            for sale in dict.fromkeys((ordered[0], ordered[-1])):
                yield Action(*sale)

    def _pars(self, kinds: set[str]) -> Iterator[Action]:
        """Few companies, those with most around their homes, at few pars."""
        by_company: dict[str, list[Choice]] = {}
        cash = self.s.cash[player(self.usual.seat)]
        for choice in self.view.choices:
            if choice.kind == "par" and REACH * choice.args[1] * self.rules.float_percent <= 10 * cash:
                by_company.setdefault(choice.args[0], []).append(choice)
        worth = potentials(self.game)
        best = sorted(by_company, key=lambda company: (-worth.get(company, 1.0), company))[:OPENED]
        for company in best:
            pars = sorted(by_company[company], key=lambda choice: -choice.args[1])
            for choice in dict.fromkeys((pars[0], pars[len(pars) // 2], pars[-1])):
                yield Action(*choice)

    def _train(self, choice: Choice) -> Iterator[Action]:
        """From bank and pool; from own companies for least and most, if the next train can still be paid."""
        source = choice.args[0]
        if source in ("bank", "pool"):
            yield from _ends(choice)
        elif self.s.director.get(source) == choice.seat:
            yield from (action for action in _ends(choice) if self._prudent(action))

    def _prudent(self, action: Action) -> bool:
        """Whether both companies have a train that lasts, or the price of the next: else a director will owe it.

        It is asked of who gives its only train, and of who pays more than a train costs.
        """
        source, train, cost = action.args
        company, trains = str(self.s.todo[-1].who), self.rules.trains
        prices = [trains[name].price for name in self.game.flow.on_sale(self.s) if not trains[name].extra]
        next_ = min(prices, default=0)
        if len(self.s.trains[source]) == 1 and self.s.cash[source] + cost < next_:
            return False
        if cost <= trains[train].price:
            return True
        owned = (*self.s.trains[company], train)
        if any(not (trains[name].rusts_on or trains[name].rusts_on_last) for name in owned):
            return True
        return bool(self.s.cash[company] - cost >= next_)

    def _private(self, choice: Choice) -> Iterator[Action]:
        """An own one for the most that the company may pay."""
        private, hole = choice.args
        if seat_of(self.s.privates[private]) == choice.seat:
            yield Action(choice.seat, choice.kind, (private, hole.hi if isinstance(hole, Range) else hole))

    def _bid(self, choice: Choice) -> Iterator[Action]:
        """The least bid, as long as it is not far beyond the face value."""
        private, hole = choice.args
        if isinstance(hole, Range) and hole.lo <= MOST_BID * self.rules.privates[private].price:
            yield Action(choice.seat, choice.kind, (private, hole.lo))


def _ends(choice: Choice) -> Iterator[Action]:
    """A choice without holes, or with least and most of its amount; nothing where other holes are to be filled."""
    holes = [arg for arg in choice.args if isinstance(arg, Hole)]
    if not all(isinstance(hole, Range) for hole in holes):
        return
    for end in ("lo", "hi") if holes else ("",):
        yield Action(
            choice.seat, choice.kind, tuple(getattr(arg, end) if isinstance(arg, Range) else arg for arg in choice.args)
        )
