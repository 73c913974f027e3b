"""How wealth and income of an 18xx game went over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup

from stellwerk.core.state import State
from stellwerk.eighteen.state import RailState
from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series, chart
from stellwerk.web.tables.rail.look import rail, rank

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


def charts(scene: Scene, states: Sequence[State]) -> Markup:
    """Wealth by player and income by company in the colours of the markers, as drawings and as a table."""
    ends = moments(states)
    _ = scene.say
    names = [_name(scene, end) for end in ends]
    game, _s = rail(scene)
    wealth = [
        Series(player, [sum(line.points for line in game.wealth(end, seat)) for end in ends])
        for seat, player in enumerate(scene.names)
    ]
    income = [
        Series(company, [end.runs.get(company) for end in ends], meta.colour, rank(game, company))
        for company, meta in game.rules.companies.items()
        if any(company in end.runs for end in ends)
    ]
    drawings = [
        (_("Wealth of the players"), chart(wealth, names, _("Wealth of the players")), wealth),
        (_("What the companies earned when they last ran"), chart(income, names, _("Income")), income),
    ]
    return render(scene.language, "rail/charts.html", scene=scene, drawings=drawings, moments=names)


def _name(scene: Scene, s: RailState) -> str:
    """The round in short: A for the sale, S2 for a stock round, 3.1 for an operating round."""
    _ = scene.say
    if s.round == "auction":
        return _("Sale")
    return f"{s.stock_rounds}.{s.set_round}" if s.round == "operating" else _("S%(number)s", number=s.stock_rounds)
