"""What the bot for 1853 does for a company that it directs or manages."""

from __future__ import annotations

from typing import Final

from stellwerk.bots.rail_1853_track import Surveyor
from stellwerk.bots.rail_judge import Answers
from stellwerk.bots.rail_operate import Operator
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.eighteen.depot import limit
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.games.g1853.laying import LATER, PAID

CHEAP: Final = 20
"""A fee for second tiles that is worth paying."""

EARLY: Final = 4
"""While so many trains are left before second tiles are free, it is worth not to wait for them."""

PAYS: Final = 0.3
"""The part of its price that a further train must earn in the rounds that it has."""

LAST: Final = 2.0
"""In how many rounds trains are gone for which a company saves."""

SAVES: Final = 2.0
"""For how many rounds it saves at most."""

PACE: Final = 2.0
"""How many trains all companies buy in a round, at a guess."""

FIRST_RUN: Final = 40
"""What the first train of a company without a route may earn soon."""

GENEROUS: Final = 1.5
"""How many times its price a gift must bring back to who makes it."""

STATION: Final = 0.12
"""How many points of revenue each pound for a station must be worth."""


class Operator1853(Surveyor, Operator):
    """A director's or manager's judgement."""

    def answers(self) -> Answers:
        return {**super().answers(), "choose_plan": self.plan, "settle_train": self.settle}

    def plan(self) -> Choice | None:
        """Pay for second tiles where that is cheap and free ones are far off."""
        fee = self.book.company(self.company).fee
        begins = next((name for name, phase in self.rules.phases.items() if phase.tiles > 1), self.s.phase)
        train = self.rules.phases[begins].train
        waits = self.rules.ordinal[self.s.phase] < self.rules.ordinal[begins] and self._before(train) >= EARLY
        wanted = PAID if waits and fee <= CHEAP else LATER
        return next((choice for choice in self.offered("plan") if choice.args[0] == wanted), None)

    def lay(self) -> Choice | None:
        return self.best_lay()

    def station(self) -> Choice | None:
        """A station where the run grows by it, as long as money for the next train remains."""
        now = self.earns(self.s)
        best: tuple[float, Choice] | None = None
        for choice in self.offered("station"):
            after = self.game.apply(self.s, Action(*choice))
            paid = self.s.cash[self.company] - after.cash[self.company]
            gain = self.earns(after) - now - STATION * paid
            if gain > 0 and after.cash[self.company] >= self._reserve() and (best is None or gain > best[0]):
                best = gain, choice
        return best[1] if best else None

    def _reserve(self) -> int:
        return 0 if self._lasting() else self.wanted()

    def dividend(self) -> Choice:
        """Withhold only for a train without which there would soon be none, where few rounds pay for it."""
        pay, keep = self.offered("pay_out"), self.offered("withhold")
        missing = self.wanted() - self.s.cash[self.company]
        soon = all(self._rounds_of(name) < LAST for name in self.s.trains[self.company])
        saves = soon and 0 < missing <= SAVES * self.s.revenue and self.horizon > LAST
        return (keep if saves else pay or keep)[0]

    # --- trains ----------------------------------------------------------------------------------------

    def trains(self) -> Choice | Action | None:
        """The train that gains most, as long as one does; a first one always, while it will run."""
        offers = [choice for choice in self.offered("buy_train") if choice.args[0] in ("bank", "pool")]
        offers += [*self.offered("use_token"), *self.offered("buy_on_credit")]
        ranked = [(self._gain(choice), choice) for choice in offers]
        best = max(ranked, key=lambda entry: entry[0], default=None)
        return best[1] if best and best[0] > 0 else None

    def _gain(self, choice: Choice) -> float:
        """What a train earns beyond its price while it lasts; a gift must pay its giver."""
        name = choice.args[1] if choice.kind == "buy_train" else choice.args[0]
        cost = 0 if choice.kind == "buy_on_credit" else self.rules.trains[name].price
        rounds = min(self._rounds_of(name), self.horizon)
        gift = max(0, cost - self.s.cash[self.company])
        more, alone = self._more(name), not self._kept()
        if rounds < 1 or more <= 0:
            return 0.0
        if not gift:
            return more * rounds + 1 - (0.0 if alone else PAYS * cost)
        rises = self.growth(self.company, more) if alone else 0
        mine = self.tenths(self.company) * (more / TENTH + rises)
        return mine * (rounds - 1) - GENEROUS * gift - PAYS * (cost - gift) * self.tenths(self.company) / TENTH

    def _more(self, name: str) -> float:
        """What the company earns more with a train than without it."""
        fleet = [self.flow.train_now(self.s, train) for train in self._kept()]
        if len(fleet) >= limit(self.rules, self.s):
            return 0.0
        train = self.flow.train_now(self.s, name)
        now = self.run_worth(self.s, self.company, fleet)
        more = self.run_worth(self.s, self.company, [*fleet, train]) - now
        hopeful = not fleet and self.gauges[self.book.train(name).gauge] == 1
        return max(more, FIRST_RUN) if hopeful else more

    def _kept(self) -> list[str]:
        """The trains of the company that are not about to go."""
        return [name for name in self.s.trains[self.company] if self._rounds_of(name) >= 1]

    def _rounds_of(self, name: str) -> float:
        """For how many rounds a train runs, at a guess."""
        facts = self.rules.trains[name]
        return self._before(facts.rusts_on) / PACE if facts.rusts_on else 99.0

    def _before(self, name: str) -> int:
        """How many trains are sold before the first one of a type."""
        order = [card for card in self.s.depot if not self.rules.trains[card].after]
        return sum(self.s.depot[card] for card in order[: order.index(name)]) if name in order else 0

    def settle(self) -> Choice | None:
        """Pay for the train that a manager bought, where it earns the gift that it takes; else it goes back."""
        train = self.own.credit[self.company]
        gift = max(0, self.rules.trains[train].price - self.s.cash[self.company])
        earns = self.run_worth(self.s, self.company, [self.flow.train_now(self.s, train)])
        rounds = min(self._rounds_of(train), self.horizon)
        gains = earns / TENTH * self.tenths(self.company) * rounds
        kind = "pay_train" if gains > GENEROUS * gift else "return_train"
        return next(iter([*self.offered(kind), *self.offered("return_train")]), None)
