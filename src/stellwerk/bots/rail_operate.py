"""What an 18xx bot does for a company it directs: track, stations, dividends, trains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from stellwerk.bots.rail_judge import Answers, Judge
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.view import View
from stellwerk.eighteen.depot import card_of, limit, on_sale
from stellwerk.eighteen.shares import price
from stellwerk.eighteen.state import RailState, seat_of
from stellwerk.eighteen.steps.run import RunTrains, kept_half
from stellwerk.eighteen.tiles import EDGES
from stellwerk.eighteen.trains import Train

THOUGHT: Final = 12
"""How many tile lays are thought through to the revenue they allow."""

SOON: Final = 6
"""In how many runs a train beyond need must earn its price."""

FEW: Final = 2
"""How many trains may be left of a type whose last one scraps others, for those to be old."""

TERRAIN: Final = 0.2
"""How many points of revenue each dollar for terrain must be worth."""


class Operator(Judge):
    """A director's judgement for the company whose turn it is."""

    sells_privates: bool = True
    """Whether a rich company buys privates of its director before it does anything else."""

    def __init__(self, view: View[RailState], rng: Random) -> None:
        super().__init__(view, rng)
        self.company = str(self.s.todo[-1].who) if self.s.todo else ""

    def answers(self) -> Answers:
        return {
            "place_home": self.home,
            "lay_track": self.lay,
            "place_station": self.station,
            "pay_dividend": self.dividend,
            "buy_trains": self.trains,
            "discard_train": self.discard,
        }

    def lay(self) -> Choice | Action | None:
        """The tile that raises the best run most; else one that brings more places within reach."""
        sale = self.sell_own_private()
        if sale is not None:
            return sale
        powers = [(choice, self.rules.privates[choice.args[0]]) for choice in self.offered("lay_private")]
        free = [choice for choice, facts in powers if facts.own_tile]
        if free:
            return self.rng.choice(free)
        licence = self._licence()
        if licence is not None:
            return licence
        own = [choice for choice, facts in powers if facts.tile or facts.cheap_once]
        hopeful = sorted([*self.offered("lay"), *own], key=self._promise, reverse=True)[:THOUGHT]
        now = self._earns(self.s)
        best: tuple[float, Choice] | None = None
        for choice in hopeful:
            after = self.game.apply(self.s, Action(*choice))
            cost = self.s.cash[self.company] - after.cash[self.company]
            earns = now if self.is_dead_end(choice) else self._earns(after)
            gain = earns - now - TERRAIN * cost + self.rng.random() * self._promise(choice) / 50
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, choice
        return best[1] if best else None

    def _licence(self) -> Choice | None:
        """A licence that soon earns its price, as long as money for the next train remains."""
        for choice in self.offered("buy_licence"):
            after = self.game.apply(self.s, Action(*choice))
            paid = self.s.cash[self.company] - after.cash[self.company]
            gain = self._earns(after) - self._earns(self.s)
            if gain * SOON >= paid and after.cash[self.company] >= self._reserve():
                return choice
        return None

    def _promise(self, choice: Choice) -> float:
        """How much more a company would reach: places count by what they are worth at best."""
        name, number, rotation = choice.args[-3:]
        hex_ = self.rules.hexmap.number[name]
        face = self.rules.catalogue.face(number, rotation)
        before = self.game.track.lying(self.s)[hex_]
        stops = sum(stop.worth(1) for stop in face.stops) - sum(stop.worth(1) for stop in before.stops)
        exits = (face.exits & ~before.exits).bit_count()
        ahead = sum(
            max((stop.worth(1) for stop in self.rules.hexmap.hexes[near].face.stops), default=0) or 5
            for edge, near in enumerate(self.rules.hexmap.neighbours[hex_])
            if near >= 0 and face.exits >> edge & 1
        )
        return stops + 5 * exits + ahead / 2

    def is_dead_end(self, choice: Choice) -> bool:
        """Whether a tile leads nowhere yet, so that no train runs on it: plain track that meets other track once."""
        name, number, rotation = choice.args[-3:]
        hex_, lying = self.rules.hexmap.number[name], self.game.track.lying(self.s)
        face = self.rules.catalogue.face(number, rotation)
        if lying[hex_].exits or lying[hex_].stops or face.stops:
            return False
        near = self.rules.hexmap.neighbours[hex_]
        ends = (edge for edge in EDGES if face.exits >> edge & 1 and near[edge] >= 0)
        meets = (lying[near[edge]].exits >> (edge + 3) % 6 & 1 for edge in ends)
        return sum(meets) <= 1

    def _earns(self, s: RailState) -> int:
        """What the company's trains, or the train it would buy next, could earn. No clock: a seed repeats a game."""
        return self._earns_with(s, self._fleet(s))

    def _earns_with(self, s: RailState, trains: Sequence[Train], company: str = "") -> int:
        """What trains could earn the company, or another one.

        A title that runs trains by a step of its own is not thought through.
        """
        step = self.game.rail_steps.get("run_trains")
        if not isinstance(step, RunTrains):
            return 0
        return self.game.track.known_runs.best(step.position(s, company or self.company), trains).revenue

    def _fleet(self, s: RailState) -> list[Train]:
        names = s.trains[self.company] or tuple(on_sale(self.rules, s))[:1]
        return [self.game.flow.train_now(s, name) for name in names]

    def home(self) -> Choice | None:
        """Where a company may choose its home: what earns most at once, and then what has most around it."""
        return max(self.offered("home"), key=self._outlook, default=None)

    def _outlook(self, choice: Choice) -> tuple[int, int]:
        board, lying = self.rules.hexmap, self.game.track.lying(self.s)
        here = board.number[choice.args[0]]
        near = {hex_ for hex_ in board.neighbours[here] if hex_ >= 0}
        around = near.union(*(board.neighbours[hex_] for hex_ in near)) - {here, -1}
        worth = sum(max((stop.worth(1) for stop in lying[hex_].stops), default=0) for hex_ in around)
        return self._earns(self.game.apply(self.s, Action(*choice))), worth

    def station(self) -> Choice | None:
        """A station where the run grows by it, as long as money for the next train remains."""
        now = self._earns(self.s)
        for choice in self.offered("station"):
            after = self.game.apply(self.s, Action(*choice))
            paid = self.s.cash[self.company] - after.cash[self.company]
            if after.cash[self.company] >= self._reserve() and self._earns(after) - now > paid / 10:
                return choice
        return None

    def _reserve(self) -> int:
        """The price of the train that the company should be able to buy next."""
        if self._lasting() and self.s.trains[self.company]:
            return 0
        usual = (self.rules.trains[name] for name in on_sale(self.rules, self.s))
        return min((train.price for train in usual if not train.extra), default=0)

    def _lasting(self) -> bool:
        """Whether some train of the company never leaves the game."""
        owned = (self.rules.trains[name] for name in self._owned())
        return any(not (train.rusts_on or train.rusts_on_last) for train in owned)

    def _owned(self) -> list[str]:
        """The trains of the company, but for those outside the limit."""
        return [name for name in self.s.trains[self.company] if not self.rules.trains[name].extra]

    def dividend(self) -> Choice:
        """Withhold only when that pays for a train that is needed and cannot be paid otherwise; half, if half does."""
        cash, need = self.s.cash[self.company], self._reserve()
        short = need > cash and cash + self.s.revenue >= need and not self._lasting()
        old = all(self._dying(name) for name in self._owned())
        keep = "pay_half" if self.offered("pay_half") and cash + kept_half(self.s.revenue) >= need else "withhold"
        wanted = self.offered(keep if short and old else "pay_out")
        return (wanted or self.offered("withhold") or [*self.choices])[0]

    def _dying(self, name: str) -> bool:
        """Whether a train is doomed, or the type that scraps it is the next or the one after it in the bank.

        One that begins no phase is sold when all before it are gone; then it is the next that counts.
        """
        facts, selling = self.rules.trains[name], list(on_sale(self.rules, self.s))
        if name in self.s.doomed:
            return True
        if facts.rusts_on_last:
            return facts.rusts_on_last in selling and 0 <= self.s.depot[facts.rusts_on_last] <= FEW
        if not facts.rusts_on or not selling:
            return False
        near = 1 if facts.rusts_on in self.rules.begins else 0
        return facts.rusts_on in selling or self._place(facts.rusts_on) - self._place(selling[0]) <= near

    def _place(self, name: str) -> int:
        """When a type is sold, counted in types: a plus-train is of that of its plain sister."""
        facts = self.rules.trains[card_of(self.rules, name)]
        if facts.after:
            return self._place(facts.after) + 1
        return list(dict.fromkeys(self.rules.trains[card].stops for card in self.s.depot)).index(facts.stops)

    def trains(self) -> Choice | Action | None:
        """Own at least one train, more while they pay for themselves, and a lasting one before it is too late."""
        sale = self.sell_own_private()
        if sale is not None and self.s.trains[self.company]:
            return sale
        stock = [choice for choice in self.offered("buy_train") if choice.args[0] in ("bank", "pool")]
        must = not self.offered("pass_trains")
        if must:
            return self._forced(stock)
        extra = self._extra(stock)
        if extra is not None:
            return extra
        stock = [choice for choice in stock if not self.rules.trains[choice.args[1]].extra]
        owned = self._owned()
        old = [self._dying(name) for name in owned]
        full = len(owned) >= limit(self.rules, self.s)
        if not stock or (full and not any(old)):
            return self._trade_up()
        choice = self._best_buy(stock)
        cost, cash = choice.args[2], self.s.cash[self.company]
        wanted = not owned or all(old) or cash - cost >= cost
        return choice if wanted and self.game.track.reach(self.s, self.company).route else None

    def _best_buy(self, stock: Iterable[Choice]) -> Choice:
        """The train that earns most beyond its price in some runs; where that is equal the cheapest, of the pool."""
        cheap = sorted(stock, key=lambda offer: (offer.args[2], offer.args[0] == "bank"))
        if len({choice.args[1] for choice in cheap}) == 1:
            return cheap[0]
        kept = [self.rules.trains[name] for name in self._owned() if not self._dying(name)]

        def gain(choice: Choice) -> int:
            fleet = [*kept, self.rules.trains[choice.args[1]]]
            return SOON * self._earns_with(self.s, fleet) - int(choice.args[2])

        return max(cheap, key=gain)

    def _extra(self, stock: Iterable[Choice]) -> Choice | None:
        """A train outside the limit that soon earns its price, at the lower price where there is one."""
        cheaper = self.offered("buy_cheaper")
        for choice in [*cheaper, *(choice for choice in stock if self.rules.trains[choice.args[1]].extra)]:
            now, train = self._fleet(self.s), self.rules.trains[choice.args[1]]
            gain = self._earns_with(self.s, [*now, train]) - self._earns_with(self.s, now)
            if gain * SOON >= train.price and self.s.cash[self.company] - train.price >= self._reserve():
                return choice
        return None

    def _trade_up(self) -> Choice | None:
        """Give an old train for one that runs any distance: one that is about to go, or any when money is plenty."""
        offers = sorted(self.offered("trade_in"), key=lambda offer: self._rank(offer.args[0]))
        if not offers:
            return None
        plenty = self.s.cash[self.company] >= 2 * self.rules.trains[offers[0].args[1]].price
        return offers[0] if plenty or all(self._dying(name) for name in self._owned()) else None

    def _rank(self, name: str) -> tuple[bool, bool, int]:
        """What is given up first: what is gone soon, then what is cheap."""
        return name not in self.s.doomed, not self._dying(name), self.rules.trains[name].price

    def _forced(self, stock: Iterable[Choice]) -> Choice | Action | None:
        """The cheapest train; shares are sold for it as few as possible."""
        offers = [choice for choice in stock if not self.rules.trains[choice.args[1]].extra]
        if offers and min(offer.args[2] for offer in offers) <= self.s.cash[self.company]:
            return min(offers, key=lambda offer: offer.args[2])
        spare = self.spare_trains()
        if spare is not None or offers:
            return spare or min(offers, key=lambda offer: offer.args[2])
        others = [choice for choice in self.offered("buy_train") if self.s.director.get(choice.args[0]) == self.seat]
        for choice in others:
            hole = choice.args[2]
            return Action(self.seat, "buy_train", (*choice.args[:2], hole.lo if isinstance(hole, Range) else hole))
        sales = self.offered("sell")
        if sales:
            return min(sales, key=lambda sale: price(self.rules, self.s, sale.args[0]) * sale.args[1])
        last = self.offered("bankrupt") or self.offered("buy_train")
        return last[0] if last else None

    def spare_trains(self) -> Action | None:
        """What a title offers instead of a train that cannot be paid: nothing, as a rule."""
        return None

    def discard(self) -> Choice | None:
        """Give up the train that is worth least."""
        return min(self.offered("discard"), key=lambda choice: self._rank(choice.args[0]), default=None)

    def sell_own_private(self) -> Action | None:
        """Let a rich company buy the director's privates dearly: the money goes to its director."""
        for choice in self.offered("buy_private") if self.sells_privates else ():
            private, hole = choice.args
            mine = seat_of(self.s.privates[private]) == self.seat
            if mine and isinstance(hole, Range) and self.s.cash[self.company] - hole.hi >= self._reserve():
                return Action(self.seat, "buy_private", (private, hole.hi))
        return None
