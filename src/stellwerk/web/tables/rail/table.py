"""The table of every 18xx title, from its data and its choices alone: the map, and the panels beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from markupsafe import Markup

from stellwerk.core.action import Action, Json
from stellwerk.core.game import Game
from stellwerk.core.state import State
from stellwerk.eighteen.game import RailGame
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import Fact, Table
from stellwerk.web.tables.rail import asks, charts, main, panels
from stellwerk.web.tables.rail.extras import NOTHING, Extras, dressed
from stellwerk.web.tables.rail.key import map_key
from stellwerk.web.tables.rail.look import NARROW, TABS, WIDE, company_on_turn, show, turn_start
from stellwerk.web.tables.rail.map import draw_map
from stellwerk.web.tables.rail.miniature import miniature
from stellwerk.web.tables.rail.routes import mail, run_data, run_summary, sums
from stellwerk.web.tables.rail.track import preview, tiles_panel, track_data
from stellwerk.web.tables.rail.whys import closed


class RailTable(Table):
    """Draws what a RailGame plays. A title that has more than its engine knows brings `extras` in a subclass."""

    css = "rail"
    charted = True
    pictured = True
    extras: ClassVar[Extras] = NOTHING

    def dressed(self, scene: Scene) -> Scene:
        """The scene with what the title adds: all drawing begins with it."""
        return dressed(scene, self.extras)

    def parts(self, scene: Scene) -> dict[str, Markup]:
        scene = self.dressed(scene)
        beside = panels.panels(scene)
        return {
            "overview": beside.get("overview", Markup("")),
            "actions": self.actions(scene),
            "result": self.result(scene),
            "tabs": self.tabs(scene),
            "map": self.map(scene),
            **{name: beside[name] for name in NARROW if name in beside},
            "log": self.log(scene),
            **{name: beside[name] for name in WIDE if name in beside},
            "tiles": tiles_panel(scene),
        }

    def actions(self, scene: Scene) -> Markup:
        scene = self.dressed(scene)
        _, begun = scene.say, turn_start(scene)
        return self.banner(
            scene,
            buttons=main.buttons(scene),
            confirms=scene.on_turn,
            closed=closed(scene),
            undo_all=begun if begun in scene.undo[1:] else None,
            undo_all_label=_("Undo my turn"),
        )

    def purse(self, scene: Scene) -> Sequence[Fact]:
        return main.purse(self.dressed(scene))

    def charts(self, scene: Scene, states: Iterable[State]) -> Markup:
        return charts.charts(self.dressed(scene), states)

    def headline(self, scene: Scene) -> str:
        """Who is to move, for which company, and what the step asks for."""
        scene = self.dressed(scene)
        said = super().headline(scene)
        if scene.view.game.over(scene.view.state):
            return said
        asked = ": ".join(filter(None, (company_on_turn(scene), asks.task(scene))))
        return f"{said} · {asked}" if asked else said

    def advice(self, scene: Scene) -> str:
        """What is asked of the visitor, in a sentence of the title."""
        if scene.view.game.over(scene.view.state):
            return super().advice(scene)
        if not scene.on_turn:
            return asks.beside(self.dressed(scene)) or super().advice(scene)
        return asks.ask(self.dressed(scene)) or super().advice(scene)

    def tabs(self, scene: Scene) -> Markup:
        """On a phone one part is shown at a time."""
        _ = scene.say
        names = {
            "map": _("Map"),
            "companies": _("Companies"),
            "market": _("Stock market"),
            "players": _("Players"),
            "trains": _("Trains"),
            "sheet": _("Sheet"),
            "tiles": _("Tiles"),
            "log": _("Log"),
        }
        return self._render(scene, "rail/tabs.html", tabs=[(tab, names[tab]) for tab in TABS])

    def map(self, scene: Scene) -> Markup:
        scene = self.dressed(scene)
        run = run_summary(scene)
        data = {**track_data(scene), "run": run_data(scene, run) if run else None}
        layers = list(self.extras.layers(scene))
        return show(scene, "rail/map.html", drawing=draw_map(scene), data=data, layers=layers, key=map_key(scene))

    def picture(self, game: Game[Any]) -> Markup:
        if not isinstance(game, RailGame):
            raise TypeError(f"{game.title.id} is no 18xx title")
        return miniature(game)

    def preview(self, scene: Scene, action: Action) -> dict[str, Json]:
        scene = self.dressed(scene)
        earned, post = sums(scene, action), mail(scene, action)
        told = {**({"sums": earned} if earned else {}), **({"mail": post} if post else {})}
        return {**preview(scene, action), **told}

    def panels(self, scene: Scene) -> Markup:
        return Markup("").join(panels.panels(self.dressed(scene)).values())
