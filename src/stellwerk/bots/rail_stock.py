"""What an 18xx bot does with its own money: privates, shares, directorships."""

from __future__ import annotations

from random import Random
from typing import Final

from stellwerk.bots.rail_judge import Answers, Judge
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.view import View, choices_of
from stellwerk.eighteen.depot import on_sale
from stellwerk.eighteen.ruleset import PrivateGroup
from stellwerk.eighteen.shares import has_room, percent, price
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.base import unsold

PATIENCE: Final = 0.45
"""The part of its cash that a bot puts into one private without being pressed."""

OVERBID: Final = 1.2
RETURN: Final = 0.14
"""What a private should earn on its price in each round, where one can wait for it to become cheaper."""

FOR_CHOICE: Final = 0.3
"""The part of what a good choice gains that a bot pays for it."""

ROUNDS: Final = 4
"""So often does a private, or a share, pay before it is worth selling, at a guess."""

RISES: Final = 0.1
"""By which part of itself the price of a share rises in a round, at a guess."""

MOOD: Final = 0.1
"""How much a bot's liking of a share varies."""

WAITS: Final = 0.5
"""How often a bot leaves it to others to lower a price."""

HALFWAY: Final = 0.5
"""The part of a company's float that one must be able to pay to open it in the hope of others."""


class Investor(Judge):
    """A player's judgement of prices."""

    def __init__(self, view: View[RailState], rng: Random) -> None:
        super().__init__(view, rng)
        self.cash = self.s.cash[player(self.seat)]

    def answers(self) -> Answers:
        return {
            "sell_privates": self.buy_private,
            "bid_off": self.outbid,
            "bid_for_groups": self.bid_for_choice,
            "take_group": self.take_group,
            "set_par": self.set_par,
            "trade_shares": self.trade,
            "consent": self.consent,
            "raise_money": self.raise_money,
        }

    def at_once(self) -> Choice | None:
        """What is done before anything else, whatever step it is: a private becomes a share that is worth more."""
        for choice in self.offered("exchange"):
            facts = self.rules.privates[choice.args[0]]
            company = facts.exchange
            pays = self.s.runs.get(company, 0) / 10 if self.s.trains[company] else 0
            if pays > facts.income or self._privates_close():
                return choice
        return None

    def _privates_close(self) -> bool:
        """Whether a train is on sale with which all privates close: then they are soon worth nothing."""
        begun = (self.rules.begins.get(train) for train in on_sale(self.rules, self.s))
        return any(self.rules.phases[phase].close_privates for phase in begun if phase is not None)

    def buy_private(self) -> Choice | None:
        """Buy the cheapest private when it is small change, or when everybody else hesitates."""
        if self.offered("lower") or len(self.offered("buy_private_at_face")) > 1:
            return self._buy_or_lower()
        for choice in self.offered("buy_private_at_face"):
            if self._face(choice) <= self.cash * PATIENCE or self.s.passes:
                return choice
        return None

    def _face(self, choice: Choice) -> int:
        return self.rules.privates[choice.args[0]].price - self.s.rebate.get(choice.args[0], 0)

    def _buy_or_lower(self) -> Choice | None:
        """Where prices fall: buy what pays well for its price, or all that is left when it cannot fall; else lower."""
        lowered = {choice.args[0] for choice in self.offered("lower")}
        for choice in sorted(self.offered("buy_private_at_face"), key=self._face):
            facts, face = self.rules.privates[choice.args[0]], self._face(choice)
            cheap = facts.income >= face * RETURN * self.rng.uniform(1 - MOOD, 1 + MOOD)
            if face <= self.cash * PATIENCE and (cheap or facts.id not in lowered):
                return choice
            if facts.id not in lowered and (self.s.passes or not self.offered("pass_turn")):
                return choice
        waits = bool(self.offered("pass_turn")) and self.rng.random() < WAITS
        return None if waits else self.rng.choice(self.offered("lower") or [*self.choices])

    def outbid(self) -> Action | None:
        """Bid up to a little more than the private is worth that is auctioned."""
        for choice in self.offered("bid"):
            private, hole = choice.args
            at_hand = private == next(unsold(self.s))
            if at_hand and isinstance(hole, Range) and hole.lo <= self.rules.privates[private].price * OVERBID:
                return Action(self.seat, "bid", (private, hole.lo))
        return None

    def bid_for_choice(self) -> Action | None:
        """Pay a little for choosing early, the more the better the best group is beside the others."""
        values = sorted(self._group_worth(group) for group in self.rules.groups)
        gain = (values[-1] - sum(values) / len(values)) * self.rng.uniform(1 - MOOD, 1 + MOOD)
        for choice in self.offered("bid_for_choice"):
            (hole,) = choice.args
            if isinstance(hole, Range) and hole.lo <= gain * FOR_CHOICE:
                return Action(self.seat, "bid_for_choice", (hole.lo,))
        return None

    def take_group(self) -> Choice:
        """What promises most beyond its price."""
        return max(
            self.offered("take_group"), key=lambda choice: self._group_worth(self.rules.groups[choice.args[0] - 1])
        )

    def _group_worth(self, group: PrivateGroup) -> float:
        """What privates pay while they last, and the shares that come with them, less the price."""
        par = sorted(self.rules.market.pars)[len(self.rules.market.pars) // 2]
        worth = -float(group.price)
        for name in group.privates:
            facts = self.rules.privates[name]
            worth += (
                facts.price + ROUNDS * facts.income + (par if facts.share else 0) + (2 * par if facts.directs else 0)
            )
        return worth

    def set_par(self) -> Choice:
        """The dearest par at which the rest of the cash still buys two more shares."""
        pars = sorted(self.offered("set_par"), key=lambda choice: -choice.args[1])
        return next((choice for choice in pars if 2 * choice.args[1] <= self.cash), pars[-1])

    def trade(self) -> Choice | None:
        """Sell if it must; else the purchase that promises most, if any does; else make room for one.

        Who has made room takes what pays most there.
        """
        sales = self.offered("sell")
        if sales and not self.offered("pass_turn"):
            return min(sales, key=self._loss)
        filling = max(self.offered("buy"), key=self._fills, default=None) if self._has_sold() else None
        if filling is not None and self._fills(filling) > 0:
            return filling
        ranked = [(self._worth(choice), choice) for choice in [*self.offered("buy"), *self.offered("par")]]
        liked = [(worth * self.rng.uniform(1 - MOOD, 1), choice) for worth, choice in ranked if worth > 0]
        return max(liked, key=lambda entry: entry[0])[1] if liked else self._make_room()

    def _has_sold(self) -> bool:
        return any(seat == self.seat for seat, _ in self.s.sold)

    def _make_room(self) -> Choice | None:
        """At the limit of certificates: the sale of a share whose place is better used by another one.

        Places are scarce there, not money. What the other one pays more in some rounds must exceed what the rest of
        the sold company falls by.
        """
        if self.s.bought or has_room(self.rules, self.s, self.seat):
            return None
        best: tuple[float, Choice] | None = None
        for sale in self._smallest_sales():
            company, amount = sale.args
            after, offers = self.after_sale(sale)
            if after is None:
                continue
            pays = max(map(self._fills, offers), default=0.0)
            fall = price(self.rules, self.s, company) - price(self.rules, after, company)
            gain = (pays - self._pays(company) * amount / 10) * ROUNDS - fall * percent(after, company, self.seat) / 10
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, sale
        return best[1] if best else None

    def after_sale(self, sale: Choice) -> tuple[RailState | None, list[Choice]]:
        """The position after a sale, with what could be bought there; None if the turn does not go on."""
        after = self.game.apply(self.s, Action(*sale))
        if not after.todo or after.todo[-1] != self.s.todo[-1]:
            return None, []
        return after, [choice for choice in choices_of(self.game, after, self.seat) if choice.kind == "buy"]

    def _smallest_sales(self) -> list[Choice]:
        """The least that can be sold of each company that has run and is not led by oneself."""
        least: dict[str, Choice] = {}
        for sale in sorted(self.offered("sell"), key=lambda sale: int(sale.args[1])):
            if self.s.director.get(sale.args[0]) != self.seat and sale.args[0] in self.s.runs:
                least.setdefault(sale.args[0], sale)
        return list(least.values())

    def _fills(self, purchase: Choice) -> float:
        """What a certificate pays in a round, whatever it costs: one has made room for it."""
        company, _, size = purchase.args
        return self._pays(company) * float(size) / 10

    def _pays(self, company: str) -> float:
        """What a tenth of a company pays in a round, and what it rises by then."""
        worth = price(self.rules, self.s, company)
        if not self.rules.companies[company].operates:
            return worth * self.worth_of_paper(company, worth)
        run = self.s.runs.get(company, 0) if self.s.trains[company] else 0
        return run / 10 + RISES * worth if run else 0.0

    def raise_money(self) -> Choice | None:
        """Give up as little as possible."""
        return min(self.offered("sell"), key=self._loss, default=None)

    def _loss(self, choice: Choice) -> tuple[int, int]:
        """Give up little, and least of a company that one directs."""
        company, amount = choice.args
        return int(self.s.director.get(company) == self.seat), amount * price(self.rules, self.s, company)

    def _worth(self, choice: Choice) -> float:
        """What a share returns on its price, and what it is good for besides."""
        s, company = self.s, choice.args[0]
        if choice.kind == "par":
            return self._worth_opening(choice.args[1])
        source = choice.args[1]
        cost = s.par[company] if source == "bank" else price(self.rules, s, company)
        if not self.rules.companies[company].operates:
            return self.worth_of_paper(company, cost)
        mine = s.director.get(company) == self.seat
        if company not in s.floated:
            gap = (self.rules.float_percent - 100 + percent(s, company, self.rules.bank_index)) // 10
            if source != "bank":
                return 0.0
            return 3.0 if mine else 1.0 / max(gap, 1) + (price(self.rules, s, company) - cost) / 100
        if not s.trains[company] and not mine:
            return 0.0
        earns = s.runs.get(company, 0) / 10 / cost
        growth = (price(self.rules, s, company) - cost) / cost
        return earns + growth / 4 + (0.05 if mine else 0.0)

    def worth_of_paper(self, company: str, cost: int) -> float:
        """What a share returns of a company that is no railroad: only its title knows."""
        return 0.0

    def _worth_opening(self, par: int) -> float:
        """A company is opened when its own money is likely to float it, at the highest par that allows it."""
        led = [company for company, seat in self.s.director.items() if seat == self.seat]
        if any(company not in self.s.floated for company in led):
            return 0.0
        reach = self.cash / (par * self.rules.float_percent / 10)
        if reach >= 1:
            return 2.0 + par / 1000 - len(led)
        alone = not any(company not in self.s.floated for company in self.s.par)
        return 0.5 - par / 1000 if alone and reach >= HALFWAY and not led else 0.0

    def consent(self) -> Choice:
        """Part with a private for a good price; never with a train below its face."""
        yes, no = self.offered("accept")[0], self.offered("decline")[0]
        match self.s.offer:
            case ("private", str(), str(private), int(paid)):
                return yes if paid >= 1.5 * self.rules.privates[private].price else no
            case ("train", str(), str(), str(train), int(paid)):
                return yes if paid >= self.rules.trains[train].price else no
            case ("trade", str(private), int(seller), int(), int(paid)):
                fair = self.rules.privates[private].price
                return yes if (paid >= 1.5 * fair if seller == self.seat else paid <= fair / 2) else no
        return no
