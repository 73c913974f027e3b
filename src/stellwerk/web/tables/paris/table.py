"""The table of Paris Connection: map, companies, hand, exchange and how near the end is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from stellwerk.core.course import Finished
from stellwerk.core.result import Line
from stellwerk.games.paris.game import ParisGame
from stellwerk.games.paris.state import HIDDEN, ParisState
from stellwerk.web.charts import Drawing
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series
from stellwerk.web.svg.scale import Mark, scale
from stellwerk.web.svg.shapes import CITY_SHAPES, badge, city_badge
from stellwerk.web.tables.base import Button, Fact, Figure, Frame, Meaning, Table, label, sign_list
from stellwerk.web.tables.paris.facts import build, companies, end, exchanges, holding, paris
from stellwerk.web.tables.paris.map import draw_map, draw_part


class ParisTable(Table):
    """Draws what ParisGame plays."""

    css = "paris"
    charted = True

    def frame(self, scene: Scene, parts: Mapping[str, Markup]) -> Frame:
        _ = scene.say
        named = {"map": _("Map"), "panels": _("Values")}
        framed = super().frame(scene, parts)
        stages, lookups = (
            tuple(tab._replace(name=named.get(tab.part, tab.name)) for tab in tabs)
            for tabs in (framed.stages, framed.lookups)
        )
        return framed._replace(stages=stages, lookups=lookups)

    def figures(self, scene: Scene) -> Sequence[Figure]:
        _ = scene.say
        locomotives = [Meaning(badge(one.shape, one.id, one.letter), one.name) for one in companies(scene)]
        cities = [Meaning(city_badge(value), _("a city worth %(value)s", value=value)) for value in (1, 2, 3)]
        cities.append(Meaning(city_badge(4), _("Marseille: worth 4, and the end of the game")))
        return (
            Figure("locomotives", _("The six companies"), sign_list(scene, locomotives)),
            Figure("cities", _("What cities are worth"), sign_list(scene, cities)),
        )

    def sketch(self, scene: Scene, what: str, data: Mapping[str, Any], label: str) -> Markup:
        return draw_part(scene, data, label) if what == "spaces" else super().sketch(scene, what, data, label)

    def actions(self, scene: Scene) -> Markup:
        _, kinds = scene.say, {choice.kind for choice in scene.choices}
        buttons = [
            Button("finish", choice, label(scene, choice), css="primary", key="c")
            for choice in scene.choices
            if choice.kind == "finish"
        ]
        if "trade" in kinds:
            css = "" if "place" in kinds else "primary"
            buttons.append(Button("exchange", None, _("Exchange …"), css, acts={"data-go": "#give"}))
        return self.banner(scene, buttons=buttons, **self._regrets(scene))

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
            ends = _("Ending this build ends the game.")
            return f"{said} {ends}" if running.ends else said
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
        facts = [Fact(f"{said}, {limit}", f"{size}/{t.limit}", sum=f"hand:{seat}")]
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

    def decision(self, scene: Scene) -> Markup:
        """The colours to build, what the visitor holds, and the exchange."""
        known = companies(scene)
        return self._render(
            scene,
            "paris/decision.html",
            companies=known,
            held=[company for company in known if company.held],
            holding=holding(scene) if scene.seat is not None else None,
            exchanges=list(exchanges(scene)),
            builds=any(choice.kind == "place" for choice in scene.choices),
            counts=list(paris(scene)[1].exchange),
        )

    def panels(self, scene: Scene) -> Markup:
        """The scale of values, and how near the end is."""
        _, known = scene.say, companies(scene)
        values = ", ".join(f"{company.name} {company.value}" for company in known)
        return self._render(
            scene,
            "paris/panels.html",
            by_id={company.id: company for company in known},
            end=end(scene),
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
        log = scene.view.trail
        return str(log[ply - 1].args[1]) if ply <= len(log) and log[ply - 1].kind == "place" else ""

    def charts(self, scene: Scene, rounds: Sequence[Finished]) -> list[Drawing]:
        """What the companies are worth, what is left of them, and points of all whose locomotives the visitor knows."""
        _, (game, t, _s) = scene.say, paris(scene)
        names = [str(at) for at in range(len(rounds))]
        known = [seat for seat in range(game.seats) if all(HIDDEN not in one.state.hands[seat] for one in rounds)]
        points = [
            Series(scene.player(seat), [_points(game, one.state, seat) for one in rounds], rank=seat) for seat in known
        ]
        worth, left = (
            [
                Series(
                    scene.name(colour),
                    [getattr(one.state, what)[colour] for one in rounds],
                    rank=at,
                    css=f"co-{colour}",
                )
                for at, colour in enumerate(t.colours)
            ]
            for what in ("value", "supply")
        )
        said = _("Points of the players") if len(known) > 1 else _("Your points")
        return [
            Drawing(said, points, names),
            Drawing(_("What a locomotive of each company is worth"), worth, names),
            Drawing(_("Locomotives left in the supply"), left, names),
        ]

    def sum_label(self, scene: Scene, line: Line) -> str | Markup:
        known = {company.id: company for company in companies(scene)}
        if line.label not in known:
            return scene.name(line.label)
        company = known[line.label]
        return badge(company.shape, company.id, company.letter) + Markup(" ") + company.name


def _points(game: ParisGame, s: ParisState, seat: int) -> int:
    """What a seat's locomotives would count if the game ended in a position."""
    return sum(line.points for line in game.sums(s, s.hands[seat]))
