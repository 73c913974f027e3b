"""How the laws draw a view: all parts of the table that is installed for a game, put into the page."""

from typing import Any

from stellwerk.core.view import View
from stellwerk.web.i18n import translator
from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for


def draw(view: View[Any]) -> str:
    names = tuple(f"Player {seat}" for seat in range(view.game.seats))
    waiting = tuple(view.game.owing(view.state))
    scene = Scene(view, names, translator("en"), "match", bots=(None,) * len(names), waiting=waiting)
    table = table_for(view.game.title.id)
    return render(
        "en",
        "fragment.html",
        scene=scene,
        table=table,
        parts=table.parts(scene),
        pick=table.forced(scene),
        rev=view.ply,
        over=view.game.over(view.state),
        curtain=None,
        match="match",
    )
