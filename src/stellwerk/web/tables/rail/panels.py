"""What stands beside the map of an 18xx title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.choice import Choice, Range
from stellwerk.eighteen.market import Cell
from stellwerk.eighteen.shares import percent, price, price_rules
from stellwerk.eighteen.words import asked
from stellwerk.web.render import compact
from stellwerk.web.scene import Scene
from stellwerk.web.tables.generic import Group, groups
from stellwerk.web.tables.rail.asks import ask, help_needed
from stellwerk.web.tables.rail.cards import (
    ON_ROWS,
    CompanyCard,
    PlayerCard,
    PrivateRow,
    by_turn,
    company_cards,
    overview,
    player_cards,
    private_rows,
    train_notes,
    train_rows,
)
from stellwerk.web.tables.rail.extras import extras_of
from stellwerk.web.tables.rail.groups import group_sale
from stellwerk.web.tables.rail.look import BANNER, ON_MAP, badge, rail, show, train_name
from stellwerk.web.tables.rail.main import preselected
from stellwerk.web.tables.rail.offers import (
    ANSWERS,
    DEALS,
    SIDE_BY_SIDE,
    confirmed,
    deals,
    looked_at,
    offered,
    offers,
    shared_whys,
)
from stellwerk.web.tables.rail.prices import sale_of
from stellwerk.web.tables.rail.routes import how_to_draw, run_summary
from stellwerk.web.tables.rail.whys import closed
from stellwerk.web.tables.rail.worth import key_of

TRADES: Final = frozenset({"offer_private", "ask_private"})
"""Kinds of actions that are seldom wanted and fold away."""

FOLDED: Final = TRADES | {"buy_train"}
"""With them trains of other companies, of which there can be many."""


FOUR: Final = 4
"""The usual number of cells that a dividend raises a price by at most, where it may raise it by several."""


def panels(scene: Scene) -> dict[str, Markup]:
    """By the names of `look` the fragments beside the map; one that is missing is left out."""
    companies, players = company_cards(scene), player_cards(scene)
    return {
        "overview": _panel(scene, "overview", overview=overview(scene)),
        "decision": decision(scene),
        "sale": sale(scene),
        "companies": _panel(scene, "companies", cards=companies, offered=offered(scene)),
        "market": market_panel(scene),
        "players": _panel(scene, "players", cards=players),
        "order": _panel(scene, "order", cards=by_turn(scene, companies)),
        "holdings": _panel(scene, "holdings", cards=players, privates=_owned(scene)),
        "trains": _trains(scene),
        "sheet": _sheet(scene, companies, players),
    }


def market_panel(scene: Scene) -> Markup:
    """The market with its zones and what is to know about prices."""
    rows = [MarketRow(tuple(cells), scene.changed & set(companies_on(cells))) for cells in market_rows(scene)]
    return _panel(scene, "market", rows=rows, zones=_zones(scene), notes=price_notes(scene))


def _panel(scene: Scene, name: str, **context: Any) -> Markup:
    return show(scene, f"rail/panels/{name}.html", own=partial(extras_of(scene).panel, scene), **context)


def sale(scene: Scene) -> Markup:
    """The privates while they are sold, singly or by groups; nothing afterwards."""
    _game, s = rail(scene)
    rows = list(private_rows(scene))
    if s.round != "auction" or not rows:
        return Markup("")
    return _panel(scene, "sale", sale=rows, group_sale=group_sale(scene))


def decision(scene: Scene) -> Markup:
    """What can be done besides the map and the banner: first looked at and confirmed, or filled in."""
    extras = extras_of(scene)
    elsewhere = {*ON_MAP, *BANNER, *extras.banner, *extras.placed, *ON_ROWS}
    chosen = [choice for choice in scene.choices if choice.kind not in elsewhere and not looked_at(scene, choice)]
    others = [kind for kind in confirmed(scene) if kind not in {*DEALS, *SIDE_BY_SIDE}]
    drawn = _panel(
        scene,
        "decision",
        asked=ask(scene) if scene.on_turn else "",
        drawing=how_to_draw(scene),
        run=run_summary(scene),
        closed=closed(scene),
        forced=help_needed(scene),
        luck=_luck(scene),
        compared=offers(scene, (*SIDE_BY_SIDE, *ANSWERS)),
        deals=(found := deals(scene)),
        shared=shared_whys(found),
        offers=offers(scene, others),
        groups=_forms(scene, [choice for choice in chosen if choice.kind not in FOLDED]),
        trades=_forms(scene, [choice for choice in chosen if choice.kind in TRADES]),
        trains=_forms(scene, [choice for choice in chosen if choice.kind == "buy_train"]),
        single=preselected(scene),
        only_trains=not any(choice.kind == "buy_train" and looked_at(scene, choice) for choice in scene.choices),
        train_name=partial(train_name, scene),
        sale_of=partial(sale_of, scene),
        worth_key=lambda choice: compact(list(key_of(choice))),
    )
    return drawn if drawn.strip() else Markup("")


def _forms(scene: Scene, choices: list[Choice]) -> list[Group]:
    return list(groups(_only(scene, choices), partial(first_price, scene)))


def first_price(scene: Scene, choice: Choice) -> tuple[int, str] | None:
    """Where a price starts: at the printed one, at the highest for money that a director moves to himself.

    Between two companies of one director every price is right for somebody: it starts at the lowest and says so.
    """
    _, (game, s), hole = scene.say, rail(scene), choice.args[-1] if choice.args else None
    if not isinstance(hole, Range):
        return None
    match choice.kind, choice.args:
        case (("buy_private" | "offer_private" | "ask_private"), (str(private), *_)):
            own = choice.kind == "buy_private" and asked(game.flow, s, choice) is None
            return hole.hi if own else max(hole.lo, min(hole.hi, game.rules.privates[private].price)), ""
        case "buy_train", (str(), str(train), _) if asked(game.flow, s, choice) is None:
            return hole.lo, _("both companies are yours: starts at the lowest price")
        case "buy_train", (str(), str(train), _):
            return max(hole.lo, min(hole.hi, game.rules.trains[train].price)), ""
    return extras_of(scene).price(scene, choice)


def _only(scene: Scene, choices: list[Choice]) -> Scene:
    """The same scene with some of its choices."""
    return replace(scene, view=scene.view.offering(choices))


class MarketCell(NamedTuple):
    """A cell of the market: its price and zone, whether it is a par, and the markers on it, top first."""

    price: int | None
    zone: str = ""
    par: bool = False
    markers: tuple[tuple[str, Markup], ...] = ()


class MarketRow(NamedTuple):
    """A row of the market, and the companies whose prices have moved since the visitor acted."""

    cells: tuple[MarketCell, ...]
    changed: frozenset[str]


def companies_on(cells: Iterable[MarketCell]) -> Iterator[str]:
    """Whose markers lie on some cells."""
    return (company for cell in cells for company, _badge in cell.markers)


def market_rows(scene: Scene) -> Iterable[list[MarketCell]]:
    game, s = rail(scene)
    market = game.rules.market
    pars = set(market.pars.values())
    on: dict[Cell, list[str]] = {}
    for company in sorted(s.cell, key=lambda company: s.arrival[company]):
        on.setdefault(s.cell[company], []).append(company)
    grid = [cell for cell in market.price if cell not in market.track]
    rows, columns = (1 + max(cell[part] for cell in grid) for part in (0, 1))
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


def price_notes(scene: Scene) -> list[str]:
    """How sales and dividends move prices, where that is not as usual or will change."""
    _, (game, s) = scene.say, rail(scene)
    rules, reform = price_rules(game.rules, s), game.rules.reform
    found = []
    if (rules.drop, rules.directors_drop) == ("per_sale", "per_share"):
        found.append(_("A sale lowers a price by one row, but a sale by the director by one row for each share."))
    elif rules.drop == "per_sale":
        found.append(_("A sale lowers a price by one row, however much is sold at once."))
    elif rules.drop == "never":
        found.append(_("Sales do not move prices."))
    if rules.fall == "in_pool":
        found.append(_("If nothing is paid out, a price falls only if shares of the company lie in the market."))
    if rules.rise == "covered":
        found.append(_("A dividend raises a price only if it is at least as high as the price."))
    elif rules.rise == "jumps" and rules.most_steps == FOUR:
        found.append(_("A dividend of two, three or four times the price raises it by as many cells."))
    elif rules.rise == "jumps":
        most = rules.most_steps
        found.append(
            _(
                "A dividend raises a price by a cell for each time it is as high as the price, %(most)s at most.",
                most=most,
            )
        )
    if reform and not s.reformed:
        train = next(name for name in reform.trains if name in game.rules.trains)
        named = train_name(scene, train)
        found.append(
            _("Reform: other rules hold for prices from the stock round after the last %(train)s.", train=named)
        )
    return found


def _luck(scene: Scene) -> str:
    """Which marker was drawn for the revenue of this turn."""
    _, (game, s) = scene.say, rail(scene)
    if not s.luck:
        return ""
    part = game.rules.dividend_rules.luck[s.luck - 1]
    return _("Marker %(marker)s was drawn: the run earns %(part)s%%.", marker=s.luck, part=part)


def _zones(scene: Scene) -> list[tuple[str, str]]:
    """What the coloured zones of the market mean."""
    game, _s = rail(scene)
    used = dict.fromkeys(zone for zone in game.rules.market.zone.values() if zone)
    return [(zone, scene.texts.say(scene.language, f"zone.{zone}")) for zone in used if scene.texts.has(f"zone.{zone}")]


class Other(NamedTuple):
    """A company that is no railroad but whose shares are dealt in."""

    id: str
    badge: Markup
    price: int | None
    pool: int


def _sheet(scene: Scene, companies: list[CompanyCard], players: list[PlayerCard]) -> Markup:
    """Who holds what, and what it is worth."""
    game, s = rail(scene)
    others = [
        Other(
            company,
            badge(scene, company),
            price(game.rules, s, company) if company in s.cell else None,
            percent(s, company, game.rules.pool_index),
        )
        for company in game.rules.companies
        if company not in game.rules.railroads
    ]
    found = deals(scene)
    return _panel(
        scene,
        "sheet",
        cards=players,
        companies=companies,
        others=others,
        columns=list(extras_of(scene).company_columns(scene)),
        deals={row.company: row for row in found},
        single=preselected(scene),
        shared=shared_whys(found),
    )


def _owned(scene: Scene) -> list[PrivateRow]:
    """After the sale the privates stand beside their owners."""
    _game, s = rail(scene)
    return [row for row in private_rows(scene) if row.owner] if s.round != "auction" else []


def _trains(scene: Scene) -> Markup:
    game, s = rail(scene)
    phases = list(game.rules.phases.values())
    return _panel(
        scene,
        "trains",
        trains=train_rows(scene),
        used=game.rules.train_rules.discarded == "pool",
        phases=phases,
        phase=s.phase,
        columns=list(extras_of(scene).phase_columns(scene)),
        notes=[*train_notes(scene), *extras_of(scene).train_notes(scene)],
        several=any(phase.tiles > 1 for phase in phases),
        privates=bool(game.rules.privates),
    )
