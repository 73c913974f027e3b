"""Standing orders of 18xx games: pass, buy shares, bid on a private, decline offers, leave out steps of a turn.

Nothing here knows which title is played: what can be done is read from the choices, what has happened from two views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.orders import MOST, Amount, Asked, Decision, Field, Flag, Order, OrderKind, Pick, Stop
from stellwerk.core.view import View
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import percent, price, successor
from stellwerk.eighteen.state import NOBODY, RailState, player
from stellwerk.eighteen.steps.base import RailStep, unsold
from stellwerk.eighteen.steps.stock import TradeShares

RailView = View[RailState]
RailAsked = Asked[RailState]

STOCK: Final = "trade_shares"
ROUNDS: Final = 12
TENTHS: Final = 10


def rules_of(view: RailView) -> Ruleset:
    rules: Ruleset = view.game.rules  # type: ignore[attr-defined]
    return rules


def me(view: RailView) -> int:
    assert view.seat is not None
    return view.seat


def choices_of(view: RailView, kind: str) -> list[Choice]:
    return [choice for choice in view.choices if choice.kind == kind]


def passing(view: RailView) -> Action | None:
    """The action that ends the seat's turn, where that is one."""
    return next((Action(*choice) for choice in choices_of(view, "pass_turn")), None)


# --- what matters to a seat ------------------------------------------------------------------------------


def traded(asked: RailAsked, kinds: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Who else has dealt in shares of which company since the seat looked last."""
    for action in asked.now.log[asked.then.ply :]:
        if action.kind in kinds and action.seat not in (me(asked.now), NOBODY) and action.args:
            yield action.seat, str(action.args[0])


def sold(asked: RailAsked) -> Iterator[Stop]:
    """Somebody has sold shares of a company that the seat holds."""
    for seat, company in traded(asked, ("sell", "sell_large")):
        if company in asked.then.state.shares and percent(asked.then.state, company, me(asked.now)):
            yield Stop("stop.sold", {"seat": seat, "company": company})


def bought(asked: RailAsked) -> Iterator[Stop]:
    """Somebody has bought shares of a company that the seat directs."""
    for seat, company in traded(asked, ("buy", "exchange")):
        if asked.then.state.director.get(company) == me(asked.now):
            yield Stop("stop.bought", {"seat": seat, "company": company})


def rivals(t: Ruleset, s: RailState, seat: int) -> set[tuple[str, int]]:
    """Companies that the seat directs, with those who need one share more to take them over."""
    led = [company for company, director in s.director.items() if director == seat]
    others = [other for other in range(t.seats) if other != seat]
    return {(c, o) for c in led for o in others if percent(s, c, o) and percent(s, c, o) + 10 > percent(s, c, seat)}


def danger(asked: RailAsked) -> Iterator[Stop]:
    """Somebody could take over a company of the seat, and could not before; or has done so."""
    t, before, now, seat = rules_of(asked.now), asked.then.state, asked.now.state, me(asked.now)
    for company, other in sorted(rivals(t, now, seat) - rivals(t, before, seat)):
        yield Stop("stop.danger", {"seat": other, "company": company})
    for company, director in before.director.items():
        if director == seat and now.director.get(company) not in (seat, None):
            yield Stop("stop.taken", {"seat": now.director[company], "company": company})


def burdens(t: Ruleset, s: RailState, seat: int) -> set[str]:
    """Companies of others that would become the seat's if their directors sold out."""
    others = {company: director for company, director in s.director.items() if director != seat}
    return {company for company, director in others.items() if successor(t, s, company, director, 0) == seat}


def dumped(asked: RailAsked) -> Iterator[Stop]:
    """A company could be left to the seat, and could not before; or has been."""
    t, before, now, seat = rules_of(asked.now), asked.then.state, asked.now.state, me(asked.now)
    for company in sorted(burdens(t, now, seat) - burdens(t, before, seat)):
        yield Stop("stop.dump", {"company": company})
    for company, director in now.director.items():
        if director == seat and before.director.get(company, seat) != seat:
            yield Stop("stop.left", {"company": company})


def fell(asked: RailAsked) -> Iterator[Stop]:
    """The price of a company that the seat holds has fallen."""
    t, before, now = rules_of(asked.now), asked.then.state, asked.now.state
    for company in before.cell:
        held = percent(now, company, me(asked.now))
        if held and company in now.cell and price(t, now, company) < price(t, before, company):
            yield Stop("stop.fell", {"company": company, "price": price(t, now, company)})


def came(asked: RailAsked) -> Iterator[Stop]:
    """A share has come to the market."""
    t, before, now = rules_of(asked.now), asked.then.state, asked.now.state
    for company in now.shares:
        if percent(now, company, t.pool_index) > percent(before, company, t.pool_index):
            yield Stop("stop.came", {"company": company})


def founded(asked: RailAsked) -> Iterator[Stop]:
    """A company has been founded."""
    yield from (Stop("stop.founded", {"company": c}) for c in asked.now.state.par if c not in asked.then.state.par)


STOPS: Final[Mapping[str, Callable[[RailAsked], Iterator[Stop]]]] = {
    "sold": sold,
    "bought": bought,
    "danger": danger,
    "dump": dumped,
    "fell": fell,
    "came": came,
    "founded": founded,
}
CAREFUL: Final = ("sold", "bought", "danger", "dump")
"""What stops an order unless its owner says otherwise."""


def stop_flags(usual: tuple[str, ...] = CAREFUL, among: tuple[str, ...] = tuple(STOPS)) -> tuple[Field, ...]:
    return tuple(Flag(f"stop_{name}", name in usual) for name in among)


def stopped(order: Order, asked: RailAsked) -> Stop | None:
    """What has happened that the owner wants to think about."""
    wanted = [find for name, find in STOPS.items() if order.args.get(f"stop_{name}")]
    return next((stop for find in wanted for stop in find(asked)), None)


# --- the kinds -------------------------------------------------------------------------------------------


class PassTurns(OrderKind[RailState]):
    """Pass in stock rounds, so many of them, until something happens that matters."""

    id = "pass"

    def fields(self, view: RailView) -> tuple[Field, ...] | None:
        return (Amount("rounds", 1, ROUNDS, 1), *stop_flags())

    def decide(self, order: Order, asked: RailAsked) -> Decision:
        first, now = asked.given.state, asked.now.state
        in_stock = now.round == "stock"
        begun = first.stock_rounds if first.round == "stock" else first.stock_rounds + 1
        if now.stock_rounds + (not in_stock) >= begun + order.args["rounds"]:
            return Stop("stop.rounds", {"count": order.args["rounds"]}, done=True)
        if now.todo[-1].step != STOCK or (now.has_acted and not asked.own):
            return None  # who has begun to trade by hand ends his turn by hand
        stop = stopped(order, asked)
        if stop is not None:
            return stop
        return passing(asked.now) or Stop("stop.must_sell")


class BuyShares(OrderKind[RailState]):
    """Buy shares of a company, one in each turn, as long as one costs no more than so much."""

    id = "buy"

    def fields(self, view: RailView) -> tuple[Field, ...] | None:
        s = view.state
        open_ones = tuple(company for company in s.shares if company in s.par)
        if not open_ones:
            return None
        dear = max(price(rules_of(view), s, company) for company in open_ones)
        return (
            Pick("company", open_ones),
            Pick("source", ("any", "bank", "pool")),
            Amount("price", 1, MOST, dear),
            Amount("count", 1, TENTHS, 1),
            *stop_flags(("sold", "danger"), ("sold", "danger", "dump", "fell", "founded")),
        )

    def decide(self, order: Order, asked: RailAsked) -> Decision:
        now, s, company = asked.now, asked.now.state, str(order.args["company"])
        held = sum(act.kind == "buy" for act in asked.acts)
        if s.todo[-1].step != STOCK or (s.has_acted and not asked.own):
            return None
        if asked.own and s.bought:  # what it bought in this turn is bought: the turn is over
            return passing(now)
        if held >= order.args["count"]:
            return Stop("stop.bought_all", {"count": held, "company": company}, done=True)
        stop = stopped(order, asked)
        if stop is not None:
            return stop
        offered = self._offered(order, now)
        if not offered:
            return Stop("stop.none", {"company": company})
        cost, choice = offered[0]
        if cost > order.args["price"]:
            return Stop("stop.dear", {"company": company, "price": cost})
        return Action(*choice)

    def _offered(self, order: Order, view: RailView) -> list[tuple[int, Choice]]:
        """What the seat may buy of it and what a tenth costs then, the cheapest and smallest first."""
        step = view.game.steps[STOCK]
        assert isinstance(step, TradeShares)
        found = []
        for choice in choices_of(view, "buy"):
            company, source, cert = choice.args
            if company == order.args["company"] and order.args["source"] in ("any", source):
                found.append((step.cost(view.state, company, source, cert) * TENTHS // cert, cert, choice))
        return [(cost, choice) for cost, _, choice in sorted(found, key=lambda one: one[:2])]


class BidFor(OrderKind[RailState]):
    """Bid on a private in its sale, each time as little as is needed, up to so much."""

    id = "bid"

    def fields(self, view: RailView) -> tuple[Field, ...] | None:
        left = tuple(unsold(view.state)) if view.state.round == "auction" else ()
        if not left:
            return None
        most = max(view.state.cash[player(me(view))], 1)
        dear = max(rules_of(view).privates[private].price for private in left)
        return Pick("private", left), Amount("price", 1, most, min(most, dear)), Flag("wait")

    def decide(self, order: Order, asked: RailAsked) -> Decision:
        now, s = asked.now, asked.now.state
        private, most = str(order.args["private"]), int(order.args["price"])
        owner = s.privates.get(private)
        if owner != "":
            key = "stop.won" if owner == player(me(now)) else "stop.lost"
            return Stop(key, {"private": private}, done=True)
        if s.round != "auction":
            return Stop("stop.lost", {"private": private}, done=True)
        bids = s.bids.get(private, ())
        if bids and max(bids, key=lambda bid: bid[1])[0] == me(now):
            return self._wait(order, now)
        for choice in (*choices_of(now, "buy_private_at_face"), *choices_of(now, "bid")):
            if choice.args[0] == private:
                return self._offer(order, now, choice, most)
        return self._wait(order, now)

    def _offer(self, order: Order, view: RailView, choice: Choice, most: int) -> Decision:
        """The least that is needed."""
        private = choice.args[0]
        if choice.kind == "bid":
            least = choice.args[1].lo if isinstance(choice.args[1], Range) else choice.args[1]
            bid = Action(choice.seat, "bid", (private, least))
        else:
            least = rules_of(view).privates[private].price - view.state.rebate.get(private, 0)
            bid = Action(*choice)
        if least <= most:
            return bid
        waits = self._wait(order, view)
        return waits if waits is not None else Stop("stop.bid_over", {"private": private, "price": least})

    def _wait(self, order: Order, view: RailView) -> Decision:
        """Pass while there is nothing to bid, if that is wanted."""
        return passing(view) if order.args["wait"] else None


class DeclineOffers(OrderKind[RailState]):
    """Decline what other players offer or ask for."""

    id = "decline"

    def fields(self, view: RailView) -> tuple[Field, ...] | None:
        return (Pick("offers", ("private", "train", "other"), many=True),)

    def decide(self, order: Order, asked: RailAsked) -> Decision:
        offer = asked.now.state.offer
        if not offer or not choices_of(asked.now, "decline"):
            return None
        what = {"private": "private", "trade": "private", "train": "train"}.get(str(offer[0]), "other")
        return Action(me(asked.now), "decline") if what in order.args["offers"] else None


class SkipSteps(OrderKind[RailState]):
    """Leave out steps of a company's turn, for so many of its turns."""

    id = "skip"
    passes: Mapping[str, str] = {"track": "pass_track", "station": "pass_station", "trains": "pass_trains"}

    def fields(self, view: RailView) -> tuple[Field, ...] | None:
        led = tuple(company for company, seat in view.state.director.items() if seat == me(view))
        if not led:
            return None
        steps = Pick("steps", tuple(self.passes), many=True, chosen=("track", "station"))
        return Pick("company", led), steps, Amount("turns", 1, ROUNDS, 1), Flag("stop_phase"), Flag("stop_trains")

    def decide(self, order: Order, asked: RailAsked) -> Decision:
        now, s, company = asked.now, asked.now.state, str(order.args["company"])
        if s.director.get(company) != me(now):
            return Stop("stop.director", {"company": company})
        frame = s.todo[-1]
        step = now.game.steps[frame.step]
        assert isinstance(step, RailStep)
        kind = next((self.passes[name] for name in order.args["steps"] if self.passes[name] in step.kinds), None)
        if kind is None or frame.who != company:
            return None
        if sum(act.kind == kind for act in asked.acts) >= order.args["turns"]:
            return Stop("stop.turns", {"company": company, "count": order.args["turns"]}, done=True)
        first = asked.given.state
        if order.args["stop_phase"] and s.phase != first.phase:
            return Stop("stop.phase", {"phase": s.phase})
        if order.args["stop_trains"] and s.trains[company] != first.trains[company]:
            return Stop("stop.trains", {"company": company})
        return Action(me(now), kind) if choices_of(now, kind) else None


KINDS: Final[tuple[OrderKind[RailState], ...]] = (PassTurns(), BuyShares(), BidFor(), DeclineOffers(), SkipSteps())
