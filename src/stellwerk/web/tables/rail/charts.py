"""How wealth, prices and earnings of an 18xx game went, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.core.course import Finished
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.selling import sale_price, sellable
from stellwerk.eighteen.shares import price
from stellwerk.eighteen.state import RailState, is_hidden, player
from stellwerk.web.charts import Drawing
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series
from stellwerk.web.tables.rail.look import company_of, rail, rank, worth
from stellwerk.web.tables.rail.ran import RUN, short_round

TENTH = 10


def drawings(scene: Scene, rounds: Sequence[Finished]) -> list[Drawing]:
    """Players in colours of the page, companies in those of their markers.

    Where the visitor may not know somebody's cash it is left out for all, so that they can be compared.
    """
    _ = scene.say
    game, _s = rail(scene)
    ends: list[RailState] = [one.state for one in rounds]
    names = [short_round(scene, one.round) for one in rounds]
    veiled = any(is_hidden(end.cash[player(seat)]) for end in ends for seat in range(game.seats))
    owned = _("Shares and privates of the players, without cash") if veiled else _("Wealth of the players")
    found = [Drawing(owned, _by_player(scene, ends, lambda end, seat: worth(game, end, seat, cash=not veiled)), names)]
    if not veiled:
        about = _("Cash, and what all shares that can be sold at once would bring at their price.")
        found.append(
            Drawing(_("Liquidity"), _by_player(scene, ends, lambda end, s: liquidity(game, end, s)), names, about)
        )
    found.append(Drawing(_("Share prices"), _prices(game, ends), names))
    return [*found, *_operating(scene, rounds, veiled=veiled)]


def liquidity(game: RailGame, s: RailState, seat: int) -> int:
    """What a player has, and could have at once by selling each company as far as the pool and its director allow."""
    sold = 0
    for company in s.cell:
        most = max(sellable(game.rules, s, seat, company), default=0)
        sold += most * sale_price(game.rules, s, company) // TENTH if most else 0
    return s.cash[player(seat)] + sold


def _by_player(scene: Scene, ends: Sequence[RailState], value: Any) -> list[Series]:
    return [Series(name, [value(end, seat) for end in ends]) for seat, name in enumerate(scene.names)]


def _company(game: RailGame, company: str, values: list[int | None]) -> Series:
    return Series(company, values, game.rules.companies[company].colour, rank(game, company))


def _prices(game: RailGame, ends: Sequence[RailState]) -> list[Series]:
    return [
        _company(game, company, [price(game.rules, end, company) if company in end.cell else None for end in ends])
        for company in game.rules.companies
        if any(company in end.cell for end in ends)
    ]


def _operating(scene: Scene, rounds: Sequence[Finished], *, veiled: bool) -> list[Drawing]:
    """What companies earned in each operating round, and what players took in."""
    _, (game, _s) = scene.say, rail(scene)
    places = [at for at, one in enumerate(rounds) if any(company_of(turn.chapter) for turn in one.turns)]
    names = [short_round(scene, rounds[at].round) for at in places]
    earned = [_earned(scene, rounds[at]) for at in places]
    companies = [
        _company(game, company, [one.get(company) for one in earned])
        for company in game.rules.companies
        if any(company in one for one in earned)
    ]
    told = [Drawing(_("What the companies earned in each operating round"), companies, names)]
    if not veiled:
        cash = [[one.state.cash[player(seat)] for one in rounds] for seat in range(game.seats)]
        income = [
            Series(name, [cash[seat][at] - cash[seat][at - 1] if at else None for at in places])
            for seat, name in enumerate(scene.names)
        ]
        about = _("By how much the cash of each player changed in an operating round.")
        told.append(Drawing(_("Income of the players"), income, names, about))
    return told


def _earned(scene: Scene, one: Finished) -> dict[str, int]:
    """By company that had a turn in a round what it earned in it; nothing where it did not run."""
    log, ends = scene.view.log, [turn.first for turn in one.turns[1:]]
    earned: dict[str, int] = {}
    for turn, end in zip(one.turns, [*ends, one.last], strict=True):
        company = company_of(turn.chapter)
        if company:
            ran = any(action.kind == RUN for action in log[turn.first : end])
            earned[company] = max(earned.get(company, 0), one.state.runs.get(company, 0) if ran else 0)
    return earned
