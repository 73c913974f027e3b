"""When trains are sold and when they go, as far as one can tell from what is left in the bank."""

from __future__ import annotations

from typing import Final

from stellwerk.eighteen.depot import may_buy, on_sale
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState

NEVER: Final = 1000.0
"""A round that no game has."""


PLENTY: Final = 2.0
"""A company that has so many times the price of a train buys one beyond need."""


class Supply:
    """The trains of the bank in the order in which they are sold, so many in a round.

    In the next round as many are sold as companies lack one or have plenty of money for it, if that is more.
    """

    def __init__(self, rules: Ruleset, s: RailState, pace: float) -> None:
        self.rules, self.pace, self.rush = rules, pace, _wanted(rules, s)
        self.order: list[tuple[float, str]] = []
        """Types with the round in which the last one of them is sold."""
        self._first: dict[str, float] = {}
        self._last: dict[str, float] = {}
        sold = 0
        for card, left in s.depot.items():
            facts = rules.trains[card]
            if facts.extra:
                continue
            self._first[card] = self._when(sold) if left or not rules.trains[card].after else NEVER
            if left and not facts.after:
                sold += max(0, left)
                self._last[card] = NEVER if left < 0 else self._when(sold)
                self.order.append((self._last[card], card))
        for card, left in s.depot.items():
            facts = rules.trains[card]
            if facts.after and left and not facts.extra:
                # It is on sale beside others from the phase on that it waits for, and is bought when those are few.
                self._first[card] = max(self._first.get(facts.after, 0.0), self._when(sold) - 1)
                self.order.append((NEVER, card))
        self._doomed = s.doomed
        self._deaths: dict[str, float] = {}

    def _when(self, sold: int) -> float:
        """The round, counted from now, in which so many trains have been sold."""
        if self.rush <= self.pace:
            return sold / self.pace
        return sold / self.rush if sold <= self.rush else 1 + (sold - self.rush) / self.pace

    def goes(self, train: str) -> float:
        """The round, counted from now, at which a type leaves the game."""
        known = self._deaths.get(train)
        if known is None:
            known = self._deaths[train] = self._goes(train)
        return known

    def _goes(self, train: str) -> float:
        facts = self.rules.trains[train]
        if train in self._doomed:
            return 0.5
        if facts.rusts_on_last:
            return self._last.get(facts.rusts_on_last, NEVER)
        return self._first.get(facts.rusts_on, NEVER) if facts.rusts_on else NEVER

    def at(self, round_: float) -> str | None:
        """The type that is on sale in a round; the last one stays on sale, or is issued for who must buy."""
        for last, card in self.order:
            if last > round_:
                return card
        return next((name for name, facts in self.rules.trains.items() if facts.further), None)

    def closing(self, s: RailState) -> float:
        """The round in which privates close."""
        for name, phase in self.rules.phases.items():
            if phase.close_privates and self.rules.ordinal[name] > self.rules.ordinal[s.phase]:
                return self._first.get(phase.train, NEVER)
        return NEVER


def _wanted(rules: Ruleset, s: RailState) -> int:
    """How many companies buy a train as soon as they can: those without one, and those with plenty."""
    price = min((rules.trains[name].price for name in on_sale(rules, s) if not rules.trains[name].extra), default=0)
    return sum(
        not s.trains[company] or (s.cash[company] >= PLENTY * price and may_buy(rules, s, company))
        for company in s.floated
    )
