"""What stands beside the map of an 18xx title."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.choice import Choice, Hole
from stellwerk.eighteen.market import Cell
from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import label
from stellwerk.web.tables.generic import groups
from stellwerk.web.tables.rail_cards import company_cards, overview, player_cards, private_rows, train_rows
from stellwerk.web.tables.rail_effects import effects
from stellwerk.web.tables.rail_look import BANNER, ON_MAP, badge, rail

CONFIRMED: Final = (
    "sell",
    "buy",
    "par",
    "set_par",
    "exchange",
    "buy_train",
    "trade_in",
    "pay_out",
    "withhold",
    "bankrupt",
)
"""Kinds of actions whose effect is shown before they are sent."""


TRADES: Final = frozenset({"offer_private", "ask_private"})
"""Kinds of actions that are seldom wanted and fold away."""


class Offer(NamedTuple):
    """A choice that is looked at first and confirmed then."""

    id: str
    choice: Choice
    label: str
    effects: list[str]


class Offers(NamedTuple):
    """Offers of one kind."""

    name: str
    offers: list[Offer]


def panels(scene: Scene) -> dict[str, Markup]:
    """By the names of `rail_look.PANELS` the fragments beside the map; one that is missing is left out."""
    return {
        "overview": _panel(scene, "overview", overview=overview(scene)),
        "now": now(scene),
        "companies": _panel(scene, "companies", cards=company_cards(scene), offered=_offered(scene)),
        "market": _panel(scene, "market", rows=list(market_rows(scene)), zones=_zones(scene)),
        "players": _panel(scene, "players", cards=player_cards(scene)),
        "trains": _trains(scene),
        "sheet": _panel(scene, "sheet", cards=player_cards(scene), companies=company_cards(scene)),
    }


def _panel(scene: Scene, name: str, **context: Any) -> Markup:
    return render(scene.language, f"rail/panels/{name}.html", scene=scene, **context)


def _plain(choice: Choice) -> bool:
    return not any(isinstance(arg, Hole) for arg in choice.args)


def now(scene: Scene) -> Markup:
    """What can be done besides the map and the banner: first looked at and confirmed, or filled in."""
    chosen = [choice for choice in scene.choices if choice.kind not in {*ON_MAP, *BANNER}]
    looked = [choice for choice in chosen if choice.kind in CONFIRMED and _plain(choice)]
    others = [choice for choice in chosen if choice not in looked]
    rest = _only(scene, [choice for choice in others if choice.kind not in TRADES])
    trades = _only(scene, [choice for choice in others if choice.kind in TRADES])
    _game, s = rail(scene)
    sale = list(private_rows(scene)) if s.round == "auction" else []
    return _panel(
        scene,
        "now",
        offers=list(_offers(scene, looked)),
        groups=list(groups(rest)),
        trades=list(groups(trades)),
        sale=sale,
    )


def _only(scene: Scene, choices: list[Choice]) -> Scene:
    """The same scene with some of its choices."""
    return replace(scene, view=replace(scene.view, choices=tuple(choices)))


def _offers(scene: Scene, looked: Iterable[Choice]) -> Iterable[Offers]:
    kinds: dict[str, list[Offer]] = {}
    for choice in looked:
        offer = Offer(offer_id(choice), choice, label(scene, choice), effects(scene, choice))
        kinds.setdefault(choice.kind, []).append(offer)
    for kind, offers in kinds.items():
        yield Offers(scene.texts.say(scene.language, f"kind.{kind}"), offers)


def offer_id(choice: Choice) -> str:
    """A name for an offer that an element of the page can bear."""
    text = "-".join([choice.kind, *map(str, choice.args)])
    return "".join(letter if letter.isalnum() or letter == "-" else "_" for letter in text)


def _offered(scene: Scene) -> dict[str, list[tuple[str, str]]]:
    """By company what could be bought or sold of it: the offers that its card points to."""
    found: dict[str, list[tuple[str, str]]] = {}
    for choice in scene.choices:
        if choice.kind in ("buy", "sell", "par", "set_par"):
            found.setdefault(choice.args[0], []).append((offer_id(choice), _short(scene, choice)))
    return found


def _short(scene: Scene, choice: Choice) -> str:
    """What stands on a button of the company's own card."""
    _ = scene.say
    match choice.kind, choice.args:
        case "buy", (_company, source, _percent):
            return _("Buy (%(source)s)", source=scene.name(source))
        case "sell", (_company, percent):
            return _("Sell %(percent)s %%", percent=percent)
    return _("Open at $%(price)s", price=choice.args[1])


class MarketCell(NamedTuple):
    """A cell of the market: its price and zone, whether it is a par, and the markers on it, top first."""

    price: int | None
    zone: str = ""
    par: bool = False
    markers: tuple[tuple[str, Markup], ...] = ()


def market_rows(scene: Scene) -> Iterable[list[MarketCell]]:
    game, s = rail(scene)
    market = game.t.market
    pars = set(market.pars.values())
    on: dict[Cell, list[str]] = {}
    for company in sorted(s.cell, key=lambda company: s.arrival[company]):
        on.setdefault(s.cell[company], []).append(company)
    rows, columns = (1 + max(cell[part] for cell in market.price) for part in (0, 1))
    for row in range(rows):
        cells = []
        for column in range(columns):
            cell = (row, column)
            markers = tuple((company, badge(scene, company)) for company in on.get(cell, ()))
            known = cell in market.price
            cells.append(
                MarketCell(market.price[cell], market.zone[cell], cell in pars, markers) if known else MarketCell(None)
            )
        yield cells


def _zones(scene: Scene) -> list[tuple[str, str]]:
    """What the coloured zones of the market mean."""
    game, _s = rail(scene)
    used = dict.fromkeys(zone for zone in game.t.market.zone.values() if zone)
    return [(zone, scene.texts.say(scene.language, f"zone.{zone}")) for zone in used if scene.texts.has(f"zone.{zone}")]


def _trains(scene: Scene) -> Markup:
    game, s = rail(scene)
    return _panel(scene, "trains", trains=train_rows(scene), phases=list(game.t.phases.values()), phase=s.phase)
