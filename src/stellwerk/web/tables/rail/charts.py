"""How wealth and income of an 18xx game went over time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup

from stellwerk.core.state import State
from stellwerk.eighteen.state import RailState, is_hidden, player
from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series, chart
from stellwerk.web.tables.rail.extras import extras_of
from stellwerk.web.tables.rail.look import rail, rank, worth

MOST: Final = 300
"""So many rounds are drawn at most: a match from a file may have had thousands."""


def moments(states: Iterable[State]) -> list[RailState]:
    """The last position of every round, or of every so-and-so-many-th where there were very many."""
    last: dict[tuple[str, int, int], RailState] = {}
    for s in states:
        assert isinstance(s, RailState)
        last[s.round, s.stock_rounds, s.set_round if s.round == "operating" else 0] = s
    ends = list(last.values())
    step = -(-len(ends) // MOST)
    return ends[::-step][::-1] if step > 1 else ends


def charts(scene: Scene, states: Iterable[State]) -> Markup:
    """Wealth by player and income by company in the colours of the markers, as drawings and as a table.

    Where the visitor may not know somebody's cash it is left out for all, so that they can be compared.
    """
    ends = moments(states)
    _ = scene.say
    names = [_name(scene, end) for end in ends]
    game, _s = rail(scene)
    veiled = any(is_hidden(end.cash[player(seat)]) for end in ends for seat in range(game.seats))
    wealth = [
        Series(name, [worth(game, end, seat, cash=not veiled) for end in ends]) for seat, name in enumerate(scene.names)
    ]
    owned = _("Shares and privates of the players, without cash") if veiled else _("Wealth of the players")
    income = [
        Series(company, [end.runs.get(company) for end in ends], meta.colour, rank(game, company))
        for company, meta in game.rules.companies.items()
        if any(company in end.runs for end in ends)
    ]
    drawings = [
        (owned, chart(wealth, names, owned), wealth),
        (_("What the companies earned when they last ran"), chart(income, names, _("Income")), income),
    ]
    return render(scene.language, "rail/charts.html", scene=scene, drawings=drawings, moments=names)


def _name(scene: Scene, s: RailState) -> str:
    """The round in short: A for the sale, S2 for a stock round, 3.1 for an operating round."""
    _ = scene.say
    if s.round == "auction":
        return extras_of(scene).opening(scene) or _("Sale")
    return f"{s.stock_rounds}.{s.set_round}" if s.round == "operating" else _("S%(number)s", number=s.stock_rounds)
