"""Tables with as many players as a title takes, with names as long as the lobby allows and sums as high as they get."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from stellwerk.core.match import Match, Seat, new_header
from tests.games.g1830 import positions as g1830
from tests.games.g1848 import positions as g1848
from tests.games.g1853 import positions as g1853
from tests.games.rail_table import Table
from tests.web.browser.director import as_json

NAMES = (
    "Maximiliane Charlotte Friederike von Ahr",
    "Wolfeschlegelsteinhausenbergerdorff-Abel",
    "Ebenezer Nathaniel Throckmorton-Bagshawe",
    "Konstantin Leopold Alexander zu Hohenfel",
    "Guglielmina Immacolata Fraschetti-Orsini",
    "Jean-Baptiste Emmanuel de Rochechouart-B",
    "Bartholomew Ignatius Featherstonehaugh-S",
)
"""Forty characters each."""


def cells(t: Table, count: int) -> list[tuple[int, int]]:
    """Cells of the market with so many different prices, the dearest first: most have three digits, some two."""
    market = t.game.rules.market
    found = {price: cell for cell, price in market.price.items() if cell not in market.track}
    dear = sorted(found, reverse=True)
    return [found[price] for price in dear[2 :: (len(dear) - 2) // count][:count]]


def crowded(t: Table, *without: str) -> Table:
    """All companies have floated, everybody owns a tenth of each and directs one, and all have much cash."""
    seats = t.game.seats
    companies = [company for company in t.game.rules.companies if company not in without]
    for index, (company, cell) in enumerate(zip(companies, cells(t, len(companies)), strict=True)):
        held = dict.fromkeys(range(seats), 10) | {index % seats: 100 - 10 * (seats + 1)}
        t.opened(company, t.s.par.get(company) or 100, held, pool=10, director=index % seats, cell=cell)
        if isinstance(t, g1853.India):
            t.holders(company, *held)
        t.cash({company: 111 + 99 * index})
    return t.cash({seat: 276 + 161 * seat for seat in range(seats)})


def stock_1830() -> Table:
    """Seven players in a stock round of 1830; the one on turn may buy and sell."""
    return crowded(g1830.table(7)).stock(turn=3, number=5)


def stock_1848() -> Table:
    """Six players in a stock round of 1848."""
    return crowded(g1848.table(6), "BOE").stock(turn=3, number=5)


def stock_1853() -> Table:
    """Six players in a stock round of 1853."""
    return crowded(g1853.table(6)).stock(turn=3, number=5)


def match_of(game: str, t: Table) -> Match:
    """A match that begins with this position; nobody at the table is a bot."""
    header = new_header(game, [Seat(name) for name in NAMES[: t.game.seats]], t.game.options)
    return Match(replace(header, position=as_json(t.s)))


CROWDS: dict[str, Callable[[], Table]] = {"1830": stock_1830, "1848": stock_1848, "1853": stock_1853}
