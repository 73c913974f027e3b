"""The table of Paris Connection: map, companies, hand, exchange and how near the end is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from stellwerk.core.result import Line
from stellwerk.web.scene import Scene
from stellwerk.web.svg.scale import Mark, scale
from stellwerk.web.svg.shapes import CITY_SHAPES, badge, city_badge
from stellwerk.web.tables.base import Button, Fact, Table, label
from stellwerk.web.tables.paris.facts import build, companies, end, exchanges, holding, paris
from stellwerk.web.tables.paris.map import draw_map


class ParisTable(Table):
    """Draws what ParisGame plays."""

    css = "paris"

    def actions(self, scene: Scene) -> Markup:
        return self.banner(
            scene,
            buttons=[
                Button("finish", choice, label(scene, choice), css="primary", key="c")
                for choice in scene.choices
                if choice.kind == "finish"
            ],
            **self._regrets(scene),
        )

    def _regrets(self, scene: Scene) -> dict[str, Any]:
        """What undo means now: the last locomotive of a build, the whole build, or the last action."""
        _, running = scene.say, build(scene)
        if not running or not scene.on_turn:
            return {}
        first = scene.view.ply - len(running.spaces)
        whole = first if len(running.spaces) > 1 and first in scene.undo else None
        return {"undo_label": _("Take back"), "undo_all": whole}

    def advice(self, scene: Scene) -> str:
        _ = scene.say
        running = build(scene)
        if scene.view.game.over(scene.view.state):
            return super().advice(scene)
        if running:
            said = scene.say.ngettext(
                "%(colour)s: %(placed)s of at most %(most)s locomotives, %(num)s point so far.",
                "%(colour)s: %(placed)s of at most %(most)s locomotives, %(num)s points so far.",
                running.points,
                colour=scene.name(running.colour),
                placed=len(running.spaces),
                most=running.most,
            )
            return f"{said} {_('Ending this build ends the game.')}" if running.ends else said
        if not scene.on_turn:
            return ""
        if any(choice.kind == "place" for choice in scene.choices):
            return _("Choose a colour and build 1 to 5 locomotives, or exchange one of yours.")
        return _("Nothing can be built: exchange one of your locomotives.")

    def facts(self, scene: Scene, seat: int) -> Sequence[Fact]:
        _, (_game, t, s) = scene.say, paris(scene)
        size, surplus = len(s.hands[seat]), len(s.hands[seat]) - t.limit
        said = scene.say.ngettext("%(num)s locomotive", "%(num)s locomotives", size)
        limit = _("at most %(limit)s without penalty", limit=t.limit)
        facts = [Fact(f"{said}, {limit}", f"{size}/{t.limit}")]
        if surplus > 0:
            cost = surplus * t.penalty
            over = scene.say.ngettext("%(num)s too many: −%(cost)s", "%(num)s too many: −%(cost)s", surplus, cost=cost)
            facts.append(Fact(over, f"−{cost}", warn=True))
        return facts

    def map(self, scene: Scene) -> Markup:
        _, (_game, t, _s) = scene.say, paris(scene)
        top = t.board.value[t.board.marseille]
        legend = [
            (
                city_badge(value),
                scene.name(t.board.marseille) if value == top else _("City worth %(value)s", value=value),
            )
            for value in sorted(CITY_SHAPES)
        ]
        return self._render(scene, "paris/map.html", drawing=draw_map(scene), legend=legend)

    def panels(self, scene: Scene) -> Markup:
        _, known = scene.say, companies(scene)
        by_id = {company.id: company for company in known}
        near = end(scene)
        values = ", ".join(f"{company.name} {company.value}" for company in known)
        return self._render(
            scene,
            "paris/panels.html",
            companies=known,
            by_id=by_id,
            building=build(scene),
            held=[company for company in known if company.held],
            holding=holding(scene) if scene.seat is not None else None,
            exchanges=list(exchanges(scene)),
            counts=list(paris(scene)[1].exchange),
            end=near,
            scale=scale(
                (Mark(company.shape, company.id, company.letter, company.value) for company in known),
                _("Value scale: %(values)s", values=values),
            ),
        )

    def forced(self, scene: Scene) -> str:
        """build.2: a build goes on in the colour it began with."""
        running = build(scene)
        return running.colour if running and scene.on_turn else ""

    def spot(self, scene: Scene, ply: int) -> str:
        log = scene.view.log
        return str(log[ply - 1].args[1]) if ply <= len(log) and log[ply - 1].kind == "place" else ""

    def sum_label(self, scene: Scene, line: Line) -> str | Markup:
        known = {company.id: company for company in companies(scene)}
        if line.label not in known:
            return scene.name(line.label)
        company = known[line.label]
        return badge(company.shape, company.id, company.letter) + Markup(" ") + company.name
