"""How wealth and income of an 18xx game went over time."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series, chart
from stellwerk.web.tables.rail.look import rail, rank


def moments(scenes: Sequence[Scene]) -> list[Scene]:
    """The last position of every round."""
    last: dict[tuple[str, int, int], Scene] = {}
    for scene in scenes:
        _game, s = rail(scene)
        last[s.round, s.stock_rounds, s.set_round if s.round == "operating" else 0] = scene
    return list(last.values())


def charts(scenes: Sequence[Scene]) -> Markup:
    """Wealth by player and income by company in the colours of the markers, as drawings and as a table."""
    ends = moments(scenes)
    scene = ends[-1]
    _ = scene.say
    names = [_name(end) for end in ends]
    wealth = [
        Series(player, [sum(line.points for line in rail(end)[0].wealth(rail(end)[1], seat)) for end in ends])
        for seat, player in enumerate(scene.names)
    ]
    game, _s = rail(scene)
    income = [
        Series(company, [rail(end)[1].runs.get(company) for end in ends], meta.colour, rank(game, company))
        for company, meta in game.rules.companies.items()
        if any(company in rail(end)[1].runs for end in ends)
    ]
    drawings = [
        (_("Wealth of the players"), chart(wealth, names, _("Wealth of the players")), wealth),
        (_("What the companies earned when they last ran"), chart(income, names, _("Income")), income),
    ]
    return render(scene.language, "rail/charts.html", scene=scene, drawings=drawings, moments=names)


def _name(scene: Scene) -> str:
    """The round in short: A for the sale, S2 for a stock round, 3.1 for an operating round."""
    _ = scene.say
    _game, s = rail(scene)
    if s.round == "auction":
        return _("Sale")
    return f"{s.stock_rounds}.{s.set_round}" if s.round == "operating" else _("S%(number)s", number=s.stock_rounds)
