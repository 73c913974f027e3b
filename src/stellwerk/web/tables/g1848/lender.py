"""The Bank of England of 1848: its card and its prices, loans, and what a train on credit would bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from stellwerk.core.action import Action
from stellwerk.eighteen.shares import percent, price
from stellwerk.eighteen.state import player
from stellwerk.games.g1848.lending import granted, station_value
from stellwerk.games.g1848.ruleset import phase_of, rules_of
from stellwerk.games.g1848.state import loans_of
from stellwerk.games.g1848.steps.credit import BuyOnCredit
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail import Why, badge, company_on_turn, offer_id, purchase, rail, refused


class Failed(NamedTuple):
    """A company in receivership, and who led it there."""

    company: str
    badge: Markup
    director: str


@dataclass(frozen=True, slots=True)
class LenderCard:
    """The lender as it stands."""

    id: str
    name: str
    badge: Markup
    price: int
    holdings: tuple[tuple[str, int], ...]
    pool: int
    least: int
    """What it pays on all its shares in this phase whatever its stations earn."""

    earned: int
    """What its stations add."""

    each: int
    """What a share will get next."""

    stations: tuple[str, ...]
    failed: tuple[Failed, ...]
    failed_end: int | None
    """So many companies in receivership end the game."""

    granted: int
    count: int
    loans_end: int | None

    @property
    def left(self) -> int:
        return self.count - self.granted


def lender_card(scene: Scene) -> LenderCard:
    """The lender and what it has lent."""
    game, s = rail(scene)
    t = rules_of(game.rules)
    least, earned = phase_of(t, s.phase).lender_pays, station_value(t, s, t.lender)
    holdings = ((scene.player(seat), percent(s, t.lender, seat)) for seat in range(game.seats))
    return LenderCard(
        id=t.lender,
        name=scene.name(t.lender),
        badge=badge(scene, t.lender),
        price=price(t, s, t.lender),
        holdings=tuple(sorted((entry for entry in holdings if entry[1]), key=lambda entry: -entry[1])),
        pool=percent(s, t.lender, t.pool_index),
        least=least,
        earned=earned,
        each=(least + earned) // 10,
        stations=tuple(_stations(scene)),
        failed=tuple(Failed(company, badge(scene, company), scene.player(seat)) for company, seat in s.failed),
        failed_end=t.ends.get("receivership"),
        granted=granted(s),
        count=t.loans.count,
        loans_end=t.ends.get("loans"),
    )


def _stations(scene: Scene) -> Iterator[str]:
    """Where the lender has stations, a place as often as it has some there."""
    game, s = rail(scene)
    lender = rules_of(game.rules).lender
    for name, stops in s.stations.items():
        for markers in stops:
            for _ in range(markers.count(lender)):
                yield scene.name(name)


class Step(NamedTuple):
    """A price of the lender: how many loans bring it, whether it is the present one, and whether it ends the game."""

    loans: int
    price: int
    now: bool
    last: bool


def price_track(scene: Scene) -> list[Step]:
    """The prices of the lender, one for each loan that it grants."""
    game, s = rail(scene)
    t = rules_of(game.rules)
    last = t.ends.get("loans", len(t.market.track))
    here = s.cell.get(t.lender)
    return [Step(at, t.market.price[cell], cell == here, at >= last) for at, cell in enumerate(t.market.track)]


class Plan(NamedTuple):
    """What a train on credit would bring: so many loans, another price, or the end of the company."""

    id: str
    train: str
    price: int
    loans: int
    before: int
    after: int | None
    """The price of a share then; None for a company in receivership."""

    lender: int


class Credit(NamedTuple):
    """A company that must buy a train and cannot pay for the cheapest."""

    company: str
    train: str
    price: int
    cash: int
    plans: list[Plan]

    @property
    def missing(self) -> int:
        return self.price - self.cash


def credit_needed(scene: Scene) -> Credit | None:
    """What a forced purchase on credit would bring, while there is one."""
    game, s = rail(scene)
    step, company = purchase(scene), company_on_turn(scene)
    if not isinstance(step, BuyOnCredit) or not step.must_buy(s, company) or not step.borrows(s, company):
        return None
    cheapest = step.cheapest(s)
    if cheapest is None:
        return None
    plans = [
        plan
        for choice in scene.choices
        if choice.kind == "buy_train" and isinstance(choice.args[2], int) and choice.args[2] > s.cash[company]
        for plan in [_plan(scene, company, Action(*choice), offer_id(choice))]
    ]
    return Credit(company, cheapest, game.rules.trains[cheapest].price, s.cash[company], plans)


def _plan(scene: Scene, company: str, action: Action, offer: str) -> Plan:
    """Try a purchase on a copy."""
    game, s = rail(scene)
    after = game.apply(s, action)
    _source, train, cost = action.args
    failed = any(company == gone for gone, _seat in after.failed)
    return Plan(
        id=offer,
        train=train,
        price=cost,
        loans=loans_of(after).get(company, 0) - loans_of(s).get(company, 0),
        before=price(game.rules, s, company),
        after=None if failed else price(game.rules, after, company),
        lender=price(game.rules, after, rules_of(game.rules).lender),
    )


def why_no_loan(scene: Scene) -> Why | None:
    """The rule by which the company on turn may not borrow now."""
    game, s = rail(scene)
    company = company_on_turn(scene)
    if not scene.on_turn or scene.seat is None or not company or not s.todo:
        return None
    top = game.rail_steps[s.todo[-1].step]
    if "take_loan" not in top.anytime or any(choice.kind == "loan" for choice in scene.choices):
        return None
    return refused(scene, Action(scene.seat, "loan"))


def debt(scene: Scene) -> int:
    """What the player who is asked owes for a company in receivership."""
    _game, s = rail(scene)
    if not s.todo or s.todo[-1].step != "raise_money":
        return 0
    return max(0, -s.cash[player(int(s.todo[-1].who))])
