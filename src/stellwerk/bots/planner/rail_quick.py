"""How everybody plays on while a planner looks ahead: plain good sense on a bare position, in microseconds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from stellwerk.bots.planner.rail_constants import Constants
from stellwerk.bots.planner.rail_quick_debts import Debts
from stellwerk.bots.planner.rail_quick_trade import Trader
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Hole, Range
from stellwerk.core.state import Frame
from stellwerk.eighteen.depot import card_of, has_room, may_buy
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import price
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.forced import ForcedPurchase
from stellwerk.eighteen.steps.trains import MARKETS

FEW: Final = 2
"""How many trains may be left of a type whose last one scraps others, for those to be old."""

PATIENCE: Final = 0.45
"""The part of its cash that somebody puts into one private without being pressed."""

OVERBID: Final = 1.15

SPARE: Final = (0.9, 1.1)
"""How much of its price must be left, at least and at most, for a company to buy a train beyond need."""


class Quick:
    """Plays a rollout game on, for all seats alike."""

    def __init__(self, game: RailGame, rng: Random, told: Constants | None = None) -> None:
        self.game, self.rules, self.flow, self.rng = game, game.rules, game.flow, rng
        self.trader = Trader(game, rng)
        self.spare = {company: rng.uniform(*SPARE) for company in self.rules.companies}
        if told is not None and told.desertion:
            self.trader.debts = Debts(game, told, rng)
        self._answers: dict[str, Callable[[RailState, Frame, RailStep], Action]] = {
            "trade_shares": self.trader.trade,
            "pay_dividend": self._dividend,
            "buy_trains": self._trains,
            "discard_train": self._discard,
            "sell_privates": self._private,
            "bid_off": self._outbid,
            "set_par": self._par,
        }

    def play_on(self, s: RailState, stock_round: int, most: int) -> RailState:
        """Play until a stock round is over and money invested, the game is over, or so many decisions were made."""
        apply, steps = self.game.apply, self.game.rail_steps
        for _ in range(most):
            if not s.todo or (s.stock_rounds >= stock_round and s.round != "stock"):
                break
            frame = s.todo[-1]
            answer = self._answers.get(frame.step, self._any)
            s = apply(s, answer(s, frame, steps[frame.step]))
        return s

    # --- anything --------------------------------------------------------------------------------------

    def _any(self, s: RailState, f: Frame, step: RailStep) -> Action:
        """The first choice that needs nobody's consent; chance by lot."""
        choices = list(step.choices(s, f))
        if choices[0].seat == CHANCE:
            return choices[0].sample(self.rng)
        passes = [choice for choice in choices if choice.kind.startswith(("pass", "decline", "keep", "no_"))]
        return self._filled((passes or choices)[0])

    def _filled(self, choice: Choice) -> Action:
        return Action(choice.seat, choice.kind, tuple(self._value(arg) for arg in choice.args))

    def _value(self, arg: Any) -> Any:
        if isinstance(arg, Range):
            return arg.lo
        return arg.sample(self.rng) if isinstance(arg, Hole) else arg

    # --- privates --------------------------------------------------------------------------------------

    def _private(self, s: RailState, f: Frame, step: RailStep) -> Action:
        """Buy what is small change, or when everybody hesitates; else lower a price, or pass."""
        choices = list(step.choices(s, f))
        seat = choices[0].seat
        cash = s.cash[f"P{seat}"]
        lowered = [choice for choice in choices if choice.kind == "lower"]
        fixed = {choice.args[0] for choice in lowered}
        for choice in choices:
            if choice.kind == "buy_private_at_face":
                face = self.rules.privates[choice.args[0]].price - s.rebate.get(choice.args[0], 0)
                cheap = face <= cash * PATIENCE if not lowered else choice.args[0] not in fixed
                if cheap or (s.passes and not lowered):
                    return Action(*choice)
        if lowered:
            return Action(*self.rng.choice(lowered))
        return self._any(s, f, step)

    def _outbid(self, s: RailState, f: Frame, step: RailStep) -> Action:
        """Raise a little above the face value."""
        choices = list(step.choices(s, f))
        for choice in choices:
            if choice.kind == "bid":
                private, hole = choice.args
                if isinstance(hole, Range) and hole.lo <= self.rules.privates[private].price * OVERBID:
                    return Action(choice.seat, "bid", (private, hole.lo))
        return self._any(s, f, step)

    def _par(self, s: RailState, f: Frame, step: RailStep) -> Action:
        """The dearest par at which the rest of the cash still buys two more shares."""
        pars = sorted(step.choices(s, f), key=lambda choice: -choice.args[1])
        cash = s.cash[f"P{pars[0].seat}"]
        return Action(*next((choice for choice in pars if 2 * choice.args[1] <= cash), pars[-1]))

    # --- a company -------------------------------------------------------------------------------------

    def _dividend(self, s: RailState, f: Frame, step: RailStep) -> Action:
        """Withhold only when that pays for a train that is needed and cannot be paid otherwise."""
        company = str(f.who)
        seat = self.flow.decides(s, company)
        if not s.revenue or not self.flow.may_pay_out(s, company):
            return Action(seat, "withhold")
        cash, need = s.cash[company], self._need(s, company)
        saves = need > cash and cash + s.revenue >= need and may_buy(self.rules, s, company)
        if saves and self._all_old(s, company):
            return Action(seat, "withhold")
        return Action(seat, "pay_out")

    def _need(self, s: RailState, company: str) -> int:
        """The price of the train that the company should be able to buy next."""
        trains = (self.rules.trains[name] for name in self.flow.on_sale(s))
        return min((train.price for train in trains if not train.extra), default=0)

    def _owned(self, s: RailState, company: str) -> list[str]:
        trains = self.rules.trains
        return [name for name in s.trains[company] if not trains[name].extra]

    def _all_old(self, s: RailState, company: str) -> bool:
        return all(self._dying(s, name) for name in self._owned(s, company))

    def _dying(self, s: RailState, name: str) -> bool:
        """Whether a train is doomed, or the type that scraps it is on sale or comes next."""
        facts = self.rules.trains[name]
        if name in s.doomed:
            return True
        if facts.rusts_on_last:
            return 0 <= s.depot[facts.rusts_on_last] <= FEW
        if not facts.rusts_on:
            return False
        selling = list(self.flow.on_sale(s))
        if not selling:
            return False
        near = 1 if facts.rusts_on in self.rules.begins else 0
        return facts.rusts_on in selling or self._place(s, facts.rusts_on) - self._place(s, selling[0]) <= near

    def _place(self, s: RailState, name: str) -> int:
        """When a type is sold, counted in types."""
        facts = self.rules.trains[card_of(self.rules, name)]
        if facts.after:
            return self._place(s, facts.after) + 1
        return list(dict.fromkeys(self.rules.trains[card].stops for card in s.depot)).index(facts.stops)

    def _trains(self, s: RailState, f: Frame, step: RailStep) -> Action:
        """Own at least one train, more while money is plenty, and a new one before the old ones go."""
        company = str(f.who)
        seat, rules = self.flow.decides(s, company), self.rules
        if not isinstance(step, ForcedPurchase):
            return self._any(s, f, step)
        if step.must_buy(s, company):
            return self._forced(s, f, step, company)
        cash, owned = s.cash[company], self._owned(s, company)
        best: tuple[int, str, str] | None = None
        for source, train in step.stock(s):
            facts = rules.trains[train]
            if facts.extra or facts.price > cash or not has_room(rules, s, company, train):
                continue
            if (best is None or facts.price < best[0]) and self.flow.why_not_taken(s, company, source, train) is None:
                best = facts.price, source, train
        if best is not None:
            cost, source, train = best
            if not owned or cash - cost >= self.spare[company] * cost or all(self._dying(s, name) for name in owned):
                return Action(seat, "buy_train", (source, train, cost))
        return self._own_private(s, f, step, company) or Action(seat, "pass_trains")

    def _own_private(self, s: RailState, f: Frame, step: RailStep, company: str) -> Action | None:
        """A private of the director's for the most it may cost, if the next train can be paid all the same."""
        seat = self.flow.decides(s, company)
        if player(seat) not in s.privates.values() or "buy_private" not in step.anytime:
            return None
        least = self._need(s, company) if self._all_old(s, company) else 0
        for choice in step.beside["buy_private"].choices(s, f):
            private, hole = choice.args
            mine = isinstance(hole, Range) and s.privates[private] == player(seat)
            if mine and s.cash[company] - hole.hi >= least:
                return Action(seat, "buy_private", (private, hole.hi))
        return None

    def _forced(self, s: RailState, f: Frame, step: RailStep, company: str) -> Action:
        """The cheapest train of the bank; an own company's for little; else as few shares sold as possible."""
        choices: list[Choice] = []
        usual: list[Choice] = []
        for choice in step.choices(s, f):
            new = choice.kind == "buy_train" and choice.args[0] in MARKETS
            if usual and not new:
                break  # those of the bank and the pool are listed one after the other
            if new and not self.rules.trains[choice.args[1]].extra:
                usual.append(choice)
            choices.append(choice)
        if usual:
            return Action(*min(usual, key=lambda choice: choice.args[2]))
        trains = [choice for choice in choices if choice.kind == "buy_train"]
        mine = [choice for choice in trains if s.director.get(choice.args[0]) == choice.seat]
        if mine:
            return self._filled(mine[0])
        sales = [choice for choice in choices if choice.kind == "sell"]
        if sales:
            return Action(*min(sales, key=lambda sale: price(self.rules, s, sale.args[0]) * sale.args[1]))
        last = [choice for choice in choices if choice.kind in ("bankrupt", "pass_trains")]
        return self._filled((last or choices)[0])

    def _discard(self, s: RailState, f: Frame, step: RailStep) -> Action:
        """Give up what goes soon, then what is cheap."""
        trains = self.rules.trains
        offers = list(step.choices(s, f))
        return Action(*min(offers, key=lambda offer: (not self._dying(s, offer.args[0]), trains[offer.args[0]].price)))
