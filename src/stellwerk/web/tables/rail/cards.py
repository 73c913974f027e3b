"""Companies, players, privates and trains of an 18xx title as cards and rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.eighteen.depot import card_of
from stellwerk.eighteen.ruleset import Private
from stellwerk.eighteen.shares import by_price, certificate_limit, certificates, percent, price, waits, zone
from stellwerk.eighteen.state import BANK, UNLIMITED, RailState, is_hidden, player, round_the_table, seat_of
from stellwerk.eighteen.steps.auction import tied
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.effects import ending, pile
from stellwerk.web.tables.rail.extras import Marks, extras_of
from stellwerk.web.tables.rail.look import badge, company_on_turn, gone, money, rail, train_name, veiled, worth


class Holding(NamedTuple):
    """Who holds how much of a company."""

    name: str
    percent: int
    directs: bool = False
    cards: str = ""
    """Of which certificates that is, where they are not all alike."""


@dataclass(frozen=True, slots=True)
class CompanyCard:
    """A company as it stands."""

    id: str
    name: str
    badge: Markup
    open: bool
    floated: bool
    price: int | None
    par: int | None
    zone: str
    cash: int
    trains: tuple[str, ...]
    doomed: tuple[str, ...]
    """Types of trains that leave it when it has run once more."""

    markers: int
    privates: tuple[str, ...]
    licence: str
    """The hexes for which it has a licence."""

    last_run: int | None
    holdings: tuple[Holding, ...]
    bank: int
    pool: int
    turn: bool
    rights: tuple[str, ...]
    """Closed privates of which it holds what is left."""

    marks: Marks
    """What its title adds."""

    waits: bool
    """Whether it may not act yet though it has floated."""

    debt: int = 0
    """What it owes the bank; who directs it then only administers it."""

    bank_cards: str = ""
    pool_cards: str = ""
    """Of which certificates that is which bank and pool have, where they are not all alike."""


def company_cards(scene: Scene) -> list[CompanyCard]:
    """All railroads: the one that acts, the open ones in the order of their prices, the rest, those that are gone."""
    game, s = rail(scene)
    now = company_on_turn(scene)
    opened = by_price(game.rules, s, tuple(company for company in game.rules.railroads if company in s.cell))
    opened.sort(key=lambda company: company != now)
    rest = [company for company in game.rules.railroads if company not in s.cell]
    rest.sort(key=lambda company: gone(s, company))
    return [_company(scene, company) for company in [*opened, *rest]]


def by_turn(scene: Scene, cards: Iterable[CompanyCard]) -> list[CompanyCard]:
    """The companies that are open, in the order in which they act or would act next."""
    game, s = rail(scene)
    known = {card.id: card for card in cards}
    order = [entry.company for entry in _order(scene)]
    opened = by_price(game.rules, s, tuple(company for company in game.rules.railroads if company in s.cell))
    return [known[company] for company in [*order, *(one for one in opened if one not in order)]]


def _company(scene: Scene, company: str) -> CompanyCard:
    game, s = rail(scene)
    director = s.director.get(company)
    holdings = [
        Holding(scene.player(seat), percent(s, company, seat), seat == director, _held(scene, company, seat))
        for seat in range(game.seats)
        if s.shares[company][seat]
    ]
    return CompanyCard(
        id=company,
        name=scene.name(company),
        badge=badge(scene, company),
        open=company in s.cell,
        floated=company in s.floated,
        price=price(game.rules, s, company) if company in s.cell else None,
        par=s.par.get(company),
        zone=zone(game.rules, s, company),
        cash=s.cash[company],
        trains=s.trains[company],
        doomed=s.doomed,
        markers=s.markers[company],
        privates=tuple(private for private, owner in s.privates.items() if owner == company),
        licence=", ".join(map(scene.name, sorted(game.rules.routes.licensed))) if company in s.licences else "",
        last_run=s.runs.get(company),
        holdings=tuple(sorted(holdings, key=lambda holding: (not holding.directs, -holding.percent))),
        bank=percent(s, company, game.rules.bank_index),
        pool=percent(s, company, game.rules.pool_index),
        turn=company == company_on_turn(scene),
        rights=tuple(private for private, owner in s.rights.items() if owner == company),
        marks=extras_of(scene).company(scene, company),
        waits=company in s.floated and waits(game.rules, s, company),
        debt=s.debts.get(company, 0),
        bank_cards=_pile(scene, company, game.rules.bank_index),
        pool_cards=_pile(scene, company, game.rules.pool_index),
    )


def _pile(scene: Scene, company: str, holder: int) -> str:
    """The certificates of a company that has large ones, where a holder has more than one."""
    game, s = rail(scene)
    held = s.shares[company][holder]
    return pile(scene, held) if game.rules.companies[company].has_large and len(held) > 1 else ""


def _held(scene: Scene, company: str, seat: int) -> str:
    """The certificates of a player where they are not all alike, and what the title knows of them."""
    return "; ".join(filter(None, (_pile(scene, company, seat), extras_of(scene).held(scene, company, seat))))


class Share(NamedTuple):
    """What a player holds of a company."""

    company: str
    badge: Markup
    percent: int
    directs: bool
    cards: str = ""
    """Of which certificates that is, where they are not all alike."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player as he stands."""

    seat: int
    owner: str
    """The name under which his money is kept."""

    name: str
    me: bool
    turn: bool
    priority: bool
    cash: int
    tied: int
    certificates: int
    limit: int
    shares: tuple[Share, ...]
    privates: tuple[str, ...]
    rights: tuple[str, ...]
    limit_note: str
    """Why his limit is another."""

    worth: int
    """Without cash that the visitor may not know."""

    veiled: bool
    """Whether there is such cash."""

    passed: bool
    """Whether he has passed for good."""

    marks: Marks
    """What its title adds."""


def player_cards(scene: Scene) -> list[PlayerCard]:
    game, s = rail(scene)
    return [
        PlayerCard(
            seat=seat,
            owner=player(seat),
            name=scene.player(seat),
            me=seat == scene.seat,
            turn=seat in scene.waiting,
            priority=s.round == "stock" and s.priority == seat and extras_of(scene).names_priority,
            cash=s.cash[player(seat)],
            tied=tied(s, seat) + dict(s.group_bids).get(seat, 0) * _chooses(s, seat),
            certificates=certificates(game.rules, s, seat),
            limit=certificate_limit(game.rules, s, seat),
            shares=tuple(
                Share(
                    company,
                    badge(scene, company),
                    percent(s, company, seat),
                    s.director.get(company) == seat,
                    _held(scene, company, seat),
                )
                for company in s.shares
                if s.shares[company][seat]
            ),
            privates=tuple(private for private, owner in s.privates.items() if owner == player(seat)),
            rights=tuple(private for private, owner in s.rights.items() if owner == player(seat)),
            limit_note=extras_of(scene).limit_note(scene, seat),
            worth=worth(game, s, seat),
            veiled=is_hidden(s.cash[player(seat)]),
            passed=seat in s.passed,
            marks=extras_of(scene).player(scene, seat),
        )
        for seat in round_the_table(s, game.seats)
    ]


def _chooses(s: RailState, seat: int) -> bool:
    """Whether a player has yet to take a group of privates, and to pay what he has bid for the choice."""
    return player(seat) not in s.privates.values()


ON_ROWS = ("buy_private_at_face", "lower", "take_group")
"""Kinds of actions that stand in the row of the private that they are about."""


class PrivateRow(NamedTuple):
    """A private company: what it costs now, who owns it, the bids on it, and what can be done about it."""

    id: str
    name: str
    price: int
    face: int
    """The printed price."""

    least: int | None
    """The price below which it is never lowered; None where none is."""

    income: int
    owner: str
    bids: tuple[tuple[str, int], ...]
    power: str
    """What it can do, in the words of the title."""

    spent: bool
    closed: bool
    """Whether only its right is left."""

    acts: tuple[tuple[Choice, str], ...]
    """Choices with what their buttons say."""


def private_rows(scene: Scene) -> Iterator[PrivateRow]:
    """All privates that are open, then rights that are left of closed ones."""
    game, s = rail(scene)
    sale = game.rail_steps.get("sell_privates")
    falls = sale is not None and "lower" in sale.kinds
    for private, owner in {**s.privates, **s.rights}.items():
        facts = game.rules.privates[private]
        yield PrivateRow(
            id=private,
            name=scene.name(private),
            price=facts.price - s.rebate.get(private, 0),
            face=facts.price,
            least=facts.least if falls else None,
            income=facts.income,
            owner=_owner(scene, owner),
            bids=tuple((scene.player(bidder), amount) for bidder, amount in s.bids.get(private, ())),
            power=_power(scene, facts),
            spent=private in s.spent,
            closed=private not in s.privates,
            acts=tuple(_acts(scene, private)),
        )


def _power(scene: Scene, facts: Private) -> str:
    """What a private can do, in the words of the title; where an option gives it more, in those for that."""
    more = [("_later", facts.marker_later), ("_cheap", bool(facts.cheap)), ("", True)]
    keys = (f"power.{facts.id}{kind}" for kind, holds in more if holds)
    return next((scene.texts.say(scene.language, key) for key in keys if scene.texts.has(key)), "")


def _owner(scene: Scene, owner: str) -> str:
    seat = seat_of(owner)
    return scene.player(seat) if seat >= 0 else scene.name(owner) if owner else ""


def _acts(scene: Scene, private: str) -> Iterator[tuple[Choice, str]]:
    _ = scene.say
    game, s = rail(scene)
    price = game.rules.privates[private].price - s.rebate.get(private, 0)
    said = {
        "buy_private_at_face": _("Buy for %(price)s", price=money(scene, price)),
        "lower": _("Lower to %(price)s", price=money(scene, price - game.rules.bid_step)),
    }
    for choice in scene.choices:
        if choice.kind in ON_ROWS and choice.args == (private,):
            yield choice, said[choice.kind]


class Version(NamedTuple):
    """A train that a buyer may take of a card."""

    name: str
    price: int


class TrainRow(NamedTuple):
    """A card of the depot: its versions, how many are left, which sale scraps it, and whether it is on sale."""

    versions: tuple[Version, ...]
    left: int | None
    rusts_on: str
    on_sale: bool
    pool: int
    extra: bool
    """Whether it is outside the limit."""

    tag: str = ""
    """What its title says of it."""

    @property
    def name(self) -> str:
        return " / ".join(version.name for version in self.versions)


def train_rows(scene: Scene) -> list[TrainRow]:
    game, s = rail(scene)
    trains, selling = game.rules.trains, set(game.flow.on_sale(s))
    rows = []
    for card, left in s.depot.items():
        names = [name for name in trains if card_of(game.rules, name) == card]
        rows.append(
            TrainRow(
                tuple(Version(name, trains[name].price) for name in names),
                None if left == UNLIMITED else left,
                trains[card].rusts_on or _last(scene, trains[card].rusts_on_last),
                not selling.isdisjoint(names),
                sum(train in names for train in s.train_pool),
                trains[card].extra,
                extras_of(scene).train_tag(scene, card),
            )
        )
    return rows


def _last(scene: Scene, train: str) -> str:
    """How a train is named whose last sale counts."""
    _ = scene.say
    return _("last %(train)s", train=train) if train else ""


def train_notes(scene: Scene) -> Iterator[str]:
    """What the rules of this game say of trains besides the table."""
    _, (game, _s) = scene.say, rail(scene)
    for train in game.rules.trains.values():
        for reduced in dict.fromkeys(cost for _old, cost in train.trade_in):
            given = ", ".join(old for old, cost in train.trade_in if cost == reduced)
            yield _(
                "With one of these trains traded in, a %(train)s costs %(price)s: %(given)s.",
                train=train_name(scene, train.name),
                price=money(scene, reduced),
                given=given,
            )
    if game.rules.train_rules.scrapping == "after_run":
        yield _("Rusted trains run once more for their company. Until then they are neither sold nor traded in.")
    if game.rules.train_rules.limit == "flexible":
        yield _("A company at its limit may buy a train if it then gives one up.")
    if game.rules.train_rules.last_train == "kept":
        yield _("The only train of a company with a route is not for sale.")


class Order(NamedTuple):
    """A company in the order of an operating round."""

    company: str
    badge: Markup
    state: str
    """done, now or next."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Where in the game we are."""

    round: str
    number: str
    phase: str
    bank: str
    """What it holds, in words; where that is hidden, what it and all others hold of whom it is hidden."""

    ending: str
    """Why the end is near, in words; the final scoring says why it came."""

    notes: tuple[str, ...]
    """What its title adds."""

    order: tuple[Order, ...]
    seats: tuple[str, ...]
    """How the players sit clockwise, where something else than their numbers decided on it."""

    by_lot: bool
    """Whether that were lots."""

    opening: str = ""
    seating: str = ""
    """How the title calls the first round, and how it tells the seats."""


def overview(scene: Scene) -> Overview:
    game, s = rail(scene)
    number = f"{s.stock_rounds}.{s.set_round}" if s.round == "operating" else str(s.stock_rounds or "")
    return Overview(
        round=s.round,
        number=number,
        phase=s.phase,
        bank=_bank(scene),
        ending=ending(scene, s.ending) if s.ending and not game.over(s) else "",
        notes=tuple(extras_of(scene).overview(scene)),
        order=tuple(_order(scene)),
        seats=tuple(scene.player(seat) for seat in s.seating),
        by_lot=game.rules.auction_rules.seats_by == "lot",
        opening=extras_of(scene).opening(scene),
        seating=extras_of(scene).seating(scene),
    )


def _bank(scene: Scene) -> str:
    """What follows from what the visitor sees is told, so that nobody has to add it up."""
    _, (game, s) = scene.say, rail(scene)
    if not is_hidden(s.cash[BANK]):
        return _("Bank %(cash)s", cash=money(scene, s.cash[BANK]))
    rest = game.rules.money - sum(amount for amount in s.cash.values() if not is_hidden(amount))
    return veiled(scene, BANK, _("Bank + hidden %(cash)s", cash=money(scene, rest)))


def _order(scene: Scene) -> Iterator[Order]:
    game, s = rail(scene)
    if s.round != "operating":
        return
    now = company_on_turn(scene)
    for company in s.acted:
        if company != now:
            yield Order(company, badge(scene, company), "done")
    if now:
        yield Order(now, badge(scene, now), "now")
    left = [company for company in s.roster if company not in s.acted and company != now]
    if game.rules.operating_rules.order == "current":
        left = by_price(game.rules, s, tuple(left))
    for company in left:
        yield Order(company, badge(scene, company), "next")
