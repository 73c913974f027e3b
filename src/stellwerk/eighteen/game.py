"""An 18xx game: its steps, its start, its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import DataError, Refusal
from stellwerk.core.game import Chapter, Game, Words
from stellwerk.core.result import Line, Result
from stellwerk.core.rulebook import CASE
from stellwerk.core.step import Step
from stellwerk.core.texts import Texts
from stellwerk.core.view import View
from stellwerk.eighteen import secrets
from stellwerk.eighteen.audit import audit
from stellwerk.eighteen.briefs import brief
from stellwerk.eighteen.consequences import between_rounds, changed, company_on_turn, consequences, round_of
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.orders import KINDS as ORDERS
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import percent, price
from stellwerk.eighteen.state import BANK, UNLIMITED, RailState, player
from stellwerk.eighteen.steps.auction import BidOff, SellPrivates, SetPar, SettleBids
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.lay_tile import LayPrivateTile
from stellwerk.eighteen.steps.lay_track import ChooseCity, LayTrack, PlaceHome, PlaceStation
from stellwerk.eighteen.steps.offers import Consent
from stellwerk.eighteen.steps.operate import Operate
from stellwerk.eighteen.steps.privates import BuyPrivate, ExchangePrivate, TradePrivate
from stellwerk.eighteen.steps.run import DrawRevenue, PayDividend, RunTrains
from stellwerk.eighteen.steps.sales import sale_steps
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.eighteen.steps.trains import BuyTrains, DiscardAhead, DiscardTrain
from stellwerk.eighteen.track import Track
from stellwerk.eighteen.words import OFFERS, asked, ends_busy_turn, facts, key_of, licence

if TYPE_CHECKING:
    from stellwerk.eighteen.title import RailTitle

CASH: Final = "cash"
"""The line of a player's wealth that is money."""

STEPS: dict[str, type[RailStep]] = {
    "sell_privates": SellPrivates,
    "settle_bids": SettleBids,
    "bid_off": BidOff,
    "set_par": SetPar,
    "trade_shares": TradeShares,
    "operate": Operate,
    "place_home": PlaceHome,
    "lay_track": LayTrack,
    "choose_city": ChooseCity,
    "place_station": PlaceStation,
    "run_trains": RunTrains,
    "pay_dividend": PayDividend,
    "buy_trains": BuyTrains,
    "discard_train": DiscardTrain,
    "discard_ahead": DiscardAhead,
    "exchange_private": ExchangePrivate,
    "buy_private": BuyPrivate,
    "lay_private_tile": LayPrivateTile,
    "trade_private": TradePrivate,
    "consent": Consent,
}
"""The steps that most titles have; a title replaces those that it plays differently, adds others, leaves some out."""


class RailGame(Game[RailState]):
    """The rules of an 18xx title, for a number of seats."""

    turn_rule = "turn.not_yours"
    end_rule = "game.over"
    state_class = RailState
    track_class: type[Track] = Track
    flow_class: type[Flow] = Flow
    order_kinds = ORDERS
    idle_kinds = (
        "pass_turn",
        "decline",
        "pass_track",
        "pass_station",
        "pass_trains",
        "no_extra_round",
        "keep_elephant",
    )
    open_words = True  # they tell of prices and owners, never of anybody's money
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "buy_private_at_face": ("private",),
        "bid": ("private", "price"),
        "draw_seats": ("seats",),
        "deal_private": ("seat", "private"),
        "bid_for_choice": ("price",),
        "take_group": ("group",),
        "set_par": ("company", "price"),
        "sell": ("company", "percent"),
        "sell_large": ("company", "percent"),
        "buy": ("company", "stock", "percent"),
        "par": ("company", "price"),
        "exchange": ("private", "stock"),
        "buy_private": ("private", "price"),
        "offer_private": ("private", "seat", "price"),
        "ask_private": ("private", "price"),
        "home": ("hex", "stop"),
        "lay": ("hex", "tile", "rotation"),
        "lay_private": ("private", "hex", "tile", "rotation"),
        "city": ("hex", "stop"),
        "station": ("hex", "stop"),
        "run": ("routes",),
        "draw_revenue": ("marker",),
        "buy_train": ("source", "train", "price"),
        "trade_in": ("old", "train"),
        "discard": ("train",),
        "discard_for": ("company", "train"),
        "lower": ("private",),
        "lay_own": ("private", "hex", "tile", "rotation"),
        "buy_cheaper": ("private", "train"),
    }

    def __init__(
        self,
        title: RailTitle,
        rules: Ruleset,
        options: Mapping[str, str],
        overrides: Mapping[str, type[RailStep] | None] | None = None,
    ) -> None:
        """Make the steps; `overrides` replace some of them, add others, and take out those that are None."""
        self.rules = rules
        self.hidden = type(self).hidden or rules.information_rules.hides
        self.track = self.track_class(rules)
        self.flow = self.flow_class(rules, self.track)
        luck = {"draw_revenue": DrawRevenue if rules.dividend_rules.luck else None}
        chosen = {**STEPS, **sale_steps(rules.auction_rules), **luck, **(overrides or {})}
        made = {name: step(rules, self.track, self.flow) for name, step in chosen.items() if step}
        for step in made.values():
            for name in (*step.anytime, *step.open_beside):
                if name not in chosen:
                    raise LookupError(f"{type(step).__name__} names a step {name!r} that there is not")
        for name in self.flow.turn:
            if name not in made:
                raise DataError(type(self.flow).__name__, f"the turn has a step {name!r}, but {title.id} has none")
        for own, step in made.items():
            joining = (name for name, other in made.items() if own in other.open_beside)
            beside = dict.fromkeys((*step.anytime, *joining))
            step.anytime = tuple(name for name in beside if name in made and made[name].wanted())
            step.beside = {name: made[name] for name in step.anytime}
        self.rail_steps: Mapping[str, RailStep] = made
        self.chancy = any(step.by_chance for step in made.values())
        steps: dict[str, Step[RailState]] = dict(made)
        super().__init__(title, rules.seats, options, steps)
        self.citations = title.citations

    def start(self) -> RailState:
        """Everything in the bank but the players' starting money; seats are drawn, the sale of the privates begins."""
        t = self.rules
        laid = Counter(number for number, _ in t.preprinted.values())
        nothing: tuple[tuple[int, ...], ...] = ((),) * t.seats
        s = self.state_class(
            todo=[],
            cash={
                BANK: t.bank - t.seats * t.capital,
                **{player(seat): t.capital for seat in range(t.seats)},
                **dict.fromkeys(t.companies, 0),
            },
            shares={
                company: (*nothing, (facts.director, *facts.certificates), ()) for company, facts in t.companies.items()
            },
            director={},
            par={},
            cell={},
            arrival={},
            trains=dict.fromkeys(t.companies, ()),
            depot={
                name: UNLIMITED if train.count is None else train.count
                for name, train in t.trains.items()
                if not train.card
            },
            tiles=dict(t.preprinted),
            supply={
                number: count if count == UNLIMITED else count - laid[number]
                for number, count in t.catalogue.counts.items()
            },
            stations={},
            markers={company: facts.markers for company, facts in t.companies.items()},
            privates=dict.fromkeys(t.privates, ""),
            bids={},
            rebate={},
            runs={},
            phase=next(iter(t.phases)),
            round="auction",
        )
        self.flow.begin(s)
        return s

    @cached_property
    def texts(self) -> Texts:
        """Hexes are called by what lies there in this game."""
        title: RailTitle = self.title  # type: ignore[assignment]
        return title.texts if self.rules.hexmap is title.hexmap else title.texts_on(self.rules.hexmap)

    def view(self, s: RailState, seat: int | None) -> RailState:
        """Where money may be hidden, it is until the game is over."""
        if not self.rules.information_rules.hides or not s.todo:
            return s
        return secrets.show(self.rules, s, seat, self.penniless(s))

    def penniless(self, s: RailState) -> Collection[str]:
        """Owners who have nothing, as follows from a rule of this title and what everybody sees."""
        return ()

    def imagine(self, view: View[RailState], rng: Random) -> RailState:
        return secrets.imagine(self.rules, self.rail_steps, view.state, rng)

    def seals(self, before: RailState, a: Action, after: RailState, seat: int | None = None) -> bool:
        """A look into a treasury cannot be taken back; nor what others have shown of theirs.

        They show it too where a step is passed over that a seat foresaw: for want of money, which is hidden from it.
        """
        if super().seals(before, a, after, seat) or secrets.opens(self.rules, self.rail_steps, before, a, after):
            return True
        if seat in (None, a.seat) or a.seat == CHANCE or not self.rules.information_rules.hides:
            return False
        told = secrets.tells(self.rules, self.rail_steps, before, a, after, seat or 0)
        return told or self.apply(self.view(before, seat), a).todo != after.todo

    @property
    def curtained(self) -> bool:
        """Treasuries are a secret of good manners: round one screen nobody minds. Cash is another matter."""
        return type(self).hidden or self.rules.information_rules.cash == "owner"

    first_tells = True  # see `mover`

    def owing(self, s: RailState) -> list[int]:
        """Mostly one seat decides at a time, and the step on top knows which."""
        if not s.todo:
            return []
        frame = s.todo[-1]
        step = self.rail_steps[frame.step]
        return [step.mover(s, frame)] if step.alone else super().owing(s)

    def words(self, before: RailState, a: Action) -> Words:
        return Words(key_of(self.flow, before, a), a.args, facts(self.rules, before, a) | self._named(a))

    def chapter(self, before: RailState, a: Action) -> Chapter:
        """Companies have the turns of operating rounds, players all others."""
        if before.round == "operating":
            company = company_on_turn(self.flow, before)
            if company in before.floated:
                turn = Words("head.company", data={"company": company})
                return Chapter(round_of(before), turn, self.flow.decides(before, company))
        return Chapter(round_of(before), None, a.seat)

    def consequences(self, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
        return consequences(self.flow, self.rail_steps, before, a, after)

    def between_rounds(self, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
        return between_rounds(self.flow, before, a, after)

    def brief(self, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
        told = brief(self.words(before, a), a)
        if told and self.texts.has(told.key):
            yield told

    def changed(self, before: RailState, after: RailState) -> frozenset[str]:
        return changed(before, after)

    def label(self, choice: Choice, s: RailState | None = None) -> Words:
        """People count the cities of a hex from one; what somebody else must agree to is an offer, and to whom."""
        key, args, data = super().label(choice, s)
        if type(data.get("stop")) is int:
            data = {**data, "stop": data["stop"] + 1}
        if s and choice.kind == "home" and self._only_city(s, str(choice.args[0])):
            key = "action.home_here"
        if s and choice.kind == "pass_turn" and ends_busy_turn(s):
            key = "action.end_turn"
        if choice.kind == "buy_licence":
            data = {**data, **licence(self.rules)}
        if choice.kind == "take_group":
            group = self.rules.groups[choice.args[0] - 1]
            bid = dict(s.group_bids).get(choice.seat, 0) if s else 0
            data = {**data, "privates": group.privates, "cost": group.price + bid}
        other = asked(self.flow, s, choice) if s else None
        if other is None:
            return Words(key, args, data)
        return Words(OFFERS.get(choice.kind, key), args, {**data, "seat": other})

    def _only_city(self, s: RailState, name: str) -> bool:
        """Whether a hex has one city or none, so that nobody has to count them."""
        return len(self.track.lying(s)[self.rules.hexmap.number[name]].stops) < 2

    def cite(self, refusal: Refusal) -> str:
        """A shared step names a key; the title knows which paragraph of its book says so."""
        return self.citations.number(refusal)

    def _why(self, s: RailState, a: Action) -> Refusal:
        """What is open beside a step only now and then says itself why it is not; else a step says whose turn it is."""
        if not s.todo:
            return Refusal(self.end_rule)
        frame = s.todo[-1]
        top = self.rail_steps[frame.step]
        for name, step in self.rail_steps.items():
            if (
                step.closed_rule
                and a.kind in step.kinds
                and a.kind not in (*top.kinds, *top.explains)
                and step.wanted()
            ):
                return step.why(s, frame, a) if name in top.anytime else self._closed(s, step, a)
        if a.seat not in self.owing(s):
            return top.why_others(s, frame, a)
        missed = (step.passed_over(s, frame, a) for step in self.rail_steps.values() if a.kind in step.kinds)
        return next(filter(None, missed), None) or top.why(s, frame, a)

    def _closed(self, s: RailState, step: RailStep, a: Action) -> Refusal:
        """Why a step is not open that is only now and then: an offer awaits its answer, or this is not the time."""
        if s.offer and s.todo[-1].step == "consent":
            return Refusal("offer.open")
        if "private" not in self.arguments.get(a.kind, ())[:1]:
            return Refusal(step.closed_rule, {CASE: "closed"})
        private = a.args[0] if a.args else ""
        return (
            Refusal(step.closed_rule, {"private": private})
            if private in self.rules.privates
            else Refusal(RailStep.rule)
        )

    def audit(self, s: RailState) -> Iterator[str]:
        return audit(self.rules, self.rail_steps, s, self.own_form(s), self.own_laws(s), self.aside(s))

    def aside(self, s: RailState) -> int:
        """Money that lies aside: neither the bank nor a player nor a company has it."""
        return 0

    def own_form(self, s: RailState) -> Iterator[str]:
        """What is wrong with the form of fields that only this title has."""
        yield from ()

    def own_laws(self, s: RailState) -> Iterator[str]:
        """Laws of this title that a position breaks which has the right form."""
        yield from ()

    def result(self, s: RailState) -> Result | None:
        """Cash, shares at their price, and privates still held; equal wealth wins together."""
        if not self.over(s):
            return None
        sums = tuple(tuple(self.wealth(s, seat)) for seat in range(self.seats))
        scores = tuple(sum(line.points for line in lines) for lines in sums)
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Result(scores, winners, f"end.{s.ended}", sums)

    def wealth(self, s: RailState, seat: int) -> Iterator[Line]:
        """What a player owns, line by line."""
        cash = s.cash[player(seat)]
        yield Line(CASH, 1, cash, cash)
        for company in s.cell:
            held = percent(s, company, seat)
            if held:
                each = price(self.rules, s, company)
                yield Line(company, held // 10, each, each * held // 10)
        lost = s.bankrupt == seat and not self.rules.private_rules.kept_by_bankrupt
        if self.rules.private_rules.worth == "face" and not lost:
            for private, owner in s.privates.items():
                if owner == player(seat):
                    face = self.rules.privates[private].price
                    yield Line(private, 1, face, face)
