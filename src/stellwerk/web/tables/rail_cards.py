"""Companies, players, privates and trains of an 18xx title as cards and rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from stellwerk.eighteen.depot import on_sale
from stellwerk.eighteen.shares import by_price, certificate_limit, certificates, percent, price, zone
from stellwerk.eighteen.state import BANK, UNLIMITED, player, seat_of
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail_look import badge, company_on_turn, rail


class Holding(NamedTuple):
    """Who holds how much of a company."""

    name: str
    percent: int
    directs: bool = False


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
    markers: int
    privates: tuple[str, ...]
    last_run: int | None
    holdings: tuple[Holding, ...]
    bank: int
    pool: int
    turn: bool


def company_cards(scene: Scene) -> list[CompanyCard]:
    """All companies: the one that acts, then those that are open in the order of their prices, then the rest."""
    game, s = rail(scene)
    now = company_on_turn(scene)
    opened = sorted(by_price(game.t, s, tuple(s.cell)), key=lambda company: company != now)
    rest = [company for company in game.t.companies if company not in s.cell]
    return [_company(scene, company) for company in [*opened, *rest]]


def _company(scene: Scene, company: str) -> CompanyCard:
    game, s = rail(scene)
    director = s.director.get(company)
    holdings = [
        Holding(scene.player(seat), percent(s, company, seat), seat == director)
        for seat in range(game.seats)
        if s.shares[company][seat]
    ]
    return CompanyCard(
        id=company,
        name=scene.name(company),
        badge=badge(scene, company),
        open=company in s.cell,
        floated=company in s.floated,
        price=price(game.t, s, company) if company in s.cell else None,
        par=s.par.get(company),
        zone=zone(game.t, s, company),
        cash=s.cash[company],
        trains=s.trains[company],
        markers=s.markers[company],
        privates=tuple(private for private, owner in s.privates.items() if owner == company),
        last_run=s.runs.get(company),
        holdings=tuple(sorted(holdings, key=lambda holding: (not holding.directs, -holding.percent))),
        bank=percent(s, company, game.t.bank_index),
        pool=percent(s, company, game.t.pool_index),
        turn=company == company_on_turn(scene),
    )


class Share(NamedTuple):
    """What a player holds of a company."""

    company: str
    badge: Markup
    percent: int
    directs: bool


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player as he stands."""

    seat: int
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
    worth: int


def player_cards(scene: Scene) -> list[PlayerCard]:
    game, s = rail(scene)
    return [
        PlayerCard(
            seat=seat,
            name=scene.player(seat),
            me=seat == scene.seat,
            turn=seat in scene.waiting,
            priority=s.round == "stock" and s.priority == seat,
            cash=s.cash[player(seat)],
            tied=sum(amount for bids in s.bids.values() for bidder, amount in bids if bidder == seat),
            certificates=certificates(game.t, s, seat),
            limit=certificate_limit(game.t, s, seat),
            shares=tuple(
                Share(company, badge(scene, company), percent(s, company, seat), s.director.get(company) == seat)
                for company in s.shares
                if s.shares[company][seat]
            ),
            privates=tuple(private for private, owner in s.privates.items() if owner == player(seat)),
            worth=sum(line.points for line in game.wealth(s, seat)),
        )
        for seat in range(game.seats)
    ]


class PrivateRow(NamedTuple):
    """A private company: printed values, who owns it, and the bids on it."""

    id: str
    name: str
    price: int
    income: int
    owner: str
    bids: tuple[tuple[str, int], ...]
    power: str
    """What it can do, in the words of the title."""


def private_rows(scene: Scene) -> Iterator[PrivateRow]:
    game, s = rail(scene)
    for private, owner in s.privates.items():
        facts = game.t.privates[private]
        seat = seat_of(owner)
        bids = tuple((scene.player(bidder), amount) for bidder, amount in s.bids.get(private, ()))
        held = scene.player(seat) if seat >= 0 else scene.name(owner) if owner else ""
        asked = facts.price - s.rebate.get(private, 0)
        key = f"power.{private}"
        power = scene.texts.say(scene.language, key) if scene.texts.has(key) else ""
        yield PrivateRow(private, scene.name(private), asked, facts.income, held, bids, power)


class TrainRow(NamedTuple):
    """A type of train: price, how many are left, which train scraps it, and whether it is on sale."""

    name: str
    price: int
    left: int | None
    rusts_on: str
    on_sale: bool
    pool: int


def train_rows(scene: Scene) -> list[TrainRow]:
    game, s = rail(scene)
    selling = set(on_sale(game.t, s))
    return [
        TrainRow(
            name,
            train.price,
            None if s.depot[name] == UNLIMITED else s.depot[name],
            train.rusts_on,
            name in selling,
            s.scrap.count(name),
        )
        for name, train in game.t.trains.items()
    ]


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
    bank: int
    broken: bool
    order: tuple[Order, ...]


def overview(scene: Scene) -> Overview:
    _game, s = rail(scene)
    number = f"{s.stock_rounds}.{s.set_round}" if s.round == "operating" else str(s.stock_rounds or "")
    return Overview(s.round, number, s.phase, s.cash[BANK], bool(s.ending), tuple(_order(scene)))


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
    left = tuple(company for company in s.roster if company not in s.acted and company != now)
    for company in by_price(game.t, s, left):
        yield Order(company, badge(scene, company), "next")
