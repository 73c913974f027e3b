"""The table of every 18xx title, from its data and its choices alone: the map, and the panels beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from markupsafe import Markup

from stellwerk.core.action import Action, Json
from stellwerk.core.course import Finished, Round
from stellwerk.core.game import Chapter, Game
from stellwerk.eighteen.game import RailGame
from stellwerk.web.charts import Drawing
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import Fact, Figure, Frame, Tab, Table
from stellwerk.web.tables.rail import asks, charts, main, panels, ran
from stellwerk.web.tables.rail.extras import NOTHING, Extras, RailScene, dressed
from stellwerk.web.tables.rail.figures import figures
from stellwerk.web.tables.rail.key import map_key
from stellwerk.web.tables.rail.look import LOOKUPS, badge, company_of, company_on_turn, show, turn_start
from stellwerk.web.tables.rail.map import draw_map
from stellwerk.web.tables.rail.miniature import miniature
from stellwerk.web.tables.rail.plan import plan_parts, steps_of
from stellwerk.web.tables.rail.routes import how_to_draw, mail, run_data, run_summary, sums
from stellwerk.web.tables.rail.sketches import sketch
from stellwerk.web.tables.rail.stages import fitting
from stellwerk.web.tables.rail.track import preview, tiles_panel, track_data
from stellwerk.web.tables.rail.worth import worth


class RailTable(Table):
    """Draws what a RailGame plays. A title that has more than its engine knows brings `extras` in a subclass."""

    css = "rail"
    charted = True
    pictured = True
    reckons = True
    extras: ClassVar[Extras] = NOTHING

    def figures(self, scene: Scene) -> Sequence[Figure]:
        return tuple(figures(self.dressed(scene)))

    def sketch(self, scene: Scene, what: str, data: Mapping[str, Any], label: str) -> Markup:
        return sketch(self.dressed(scene), what, data, label)

    def dressed(self, scene: Scene) -> RailScene:
        """The scene with what the title adds: all drawing begins with it."""
        return dressed(scene, self.extras)

    def parts(self, scene: Scene) -> dict[str, Markup]:
        scene = self.dressed(scene)
        beside = panels.panels(scene)
        return {
            "overview": beside["overview"],
            "actions": self.actions(scene),
            "players": beside["players"],
            "order": beside["order"],
            "result": self.result(scene),
            "map": self.map(scene),
            "sale": beside["sale"],
            "own": self.extras.panel(scene, "stage"),
            "market": beside["sheet"] + beside["market"],
            "decision": beside["decision"],
            "log": self.log(scene),
            **{name: beside[name] for name in LOOKUPS if name in beside},
            "tiles": tiles_panel(scene),
        }

    def frame(self, scene: Scene, parts: Mapping[str, Markup]) -> Frame:
        """Map, market and sale share the middle; what is decided says which of them is shown."""
        _ = scene.say
        scene, fit = self.dressed(scene), "own"
        stages = {"map": _("Map"), "sale": _("Privates"), "own": self.extras.stage(scene)}
        stages |= {"market": _("Stock market"), "result": _("Final scoring")}
        lookups = {
            "log": _("Log"),
            "companies": _("Companies"),
            "holdings": _("Holdings"),
            "trains": _("Trains"),
            "tiles": _("Tiles"),
        }
        if parts.get("result"):
            fit = "result"
        elif not parts.get("own"):
            fit = fitting(scene, sells=bool(parts.get("sale")))
        return Frame(
            stages=tuple(Tab(part, name) for part, name in stages.items()),
            fit=fit,
            decision=("decision",),
            lookups=tuple(Tab(part, name) for part, name in lookups.items()),
            sides=("players", "order"),
        )

    def actions(self, scene: Scene) -> Markup:
        scene = self.dressed(scene)
        _, begun = scene.say, turn_start(scene)
        return self.banner(
            scene,
            buttons=main.buttons(scene),
            confirms=scene.on_turn,
            drawing=how_to_draw(scene) if scene.on_turn and run_summary(scene) else "",
            undo_all=begun if begun in scene.undo[1:] else None,
            undo_all_label=_("Undo my turn"),
        )

    def purse(self, scene: Scene) -> Sequence[Fact]:
        return main.purse(self.dressed(scene))

    def charts(self, scene: Scene, rounds: Sequence[Finished]) -> list[Drawing]:
        return charts.drawings(self.dressed(scene), rounds)

    def short_round(self, scene: Scene, one: Round) -> str:
        return ran.short_round(self.dressed(scene), one)

    def turn_mark(self, scene: Scene, chapter: Chapter) -> str | Markup:
        """Companies by their markers."""
        company = company_of(chapter)
        return badge(scene, company) + Markup(" ") + company if company else super().turn_mark(scene, chapter)

    def replays(self, action: Action) -> bool:
        return action.kind == ran.RUN and any(action.args[0])

    def replay(self, scene: Scene, before: Any, action: Action) -> Markup:
        return ran.replay(self.dressed(scene), before, action)

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

    def worth(self, scene: Scene, start: int, seconds: float) -> dict[str, Json]:
        return worth(self.dressed(scene), start, seconds)

    def plan(self, scene: Scene, steps: list[Any], company: str) -> dict[str, Any]:
        drawn, parts = plan_parts(self.dressed(scene), steps_of(steps), company)
        return {"map": self.map(drawn), **parts}

    def panels(self, scene: Scene) -> Markup:
        return Markup("").join(panels.panels(self.dressed(scene)).values())
