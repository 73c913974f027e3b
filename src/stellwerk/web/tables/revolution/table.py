"""The table of Railroad Revolution: map, telegraph line, tracks, player boards, and an action built up step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from stellwerk.core.choice import Range
from stellwerk.core.result import Line
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.scoring import lines
from stellwerk.web.scene import Scene
from stellwerk.web.svg.tokens import glyph_badge
from stellwerk.web.tables.base import Button, Fact, Table, label
from stellwerk.web.tables.generic import groups as plain_groups
from stellwerk.web.tables.revolution.boards import boards, drawn, stacks, starts
from stellwerk.web.tables.revolution.grants import faces
from stellwerk.web.tables.revolution.line import areas, bank, deal, depot, tracks
from stellwerk.web.tables.revolution.look import Why, asked, by_args, money, revolution, step_of, why, worker_icon
from stellwerk.web.tables.revolution.map import draw_map
from stellwerk.web.tables.revolution.now import RESOLVING, forfeits, groups, ledger


class RevolutionTable(Table):
    """Draws what RevolutionGame plays."""

    css = "revolution"

    def actions(self, scene: Scene) -> Markup:
        _, whole, lost = scene.say, self._begun(scene), forfeits(scene)
        ends = self._done(scene)
        if lost:
            ends = _("%(end)s (forfeits: %(what)s)", end=ends, what=", ".join(lost))
        rest = {choice.kind for choice in scene.choices} - {"done", "sell", "hire"}
        return self.banner(
            scene,
            buttons=[
                Button("done", choice, ends, css="" if rest else "primary", key="c")
                for choice in scene.choices
                if choice.kind == "done"
            ],
            undo_label=_("Take back") if whole is not None else "",
            undo_all=whole if whole in scene.undo[1:] else None,
            undo_all_label=_("Take back the whole action"),
        )

    def _done(self, scene: Scene) -> str:
        """What ending means here: nothing is dealt, an action is over, a tile is used."""
        _, (_game, _t, s) = scene.say, revolution(scene)
        if step_of(scene) == "deal":
            return _("Done with the deal") if s.taken else _("No deal")
        return _("End the turn") if step_of(scene) == "act" else _("Done")

    def _begun(self, scene: Scene) -> int | None:
        """The ply at which the visitor's present action began."""
        if not scene.on_turn or step_of(scene) not in ("act", "deal", "prepare"):
            return None
        log, ply = scene.view.log, scene.view.ply
        while ply and log[ply - 1].seat == scene.seat:
            ply -= 1
            if log[ply].kind in ("place", "choose"):
                return ply
        return ply if ply < scene.view.ply else None

    def advice(self, scene: Scene) -> str:
        _, (_game, _t, s) = scene.say, revolution(scene)
        if scene.view.game.over(s):
            return super().advice(scene)
        ending = {1: _("The end is near: after this round comes the last one."), 2: _("This is the last round.")}
        return " ".join(filter(None, (self._advice(scene), ending.get(s.ending))))

    def _advice(self, scene: Scene) -> str:
        """A sentence for who has to decide, or about who has."""
        _, (_game, _t, s) = scene.say, revolution(scene)
        who, step = scene.player(asked(scene)) if asked(scene) >= 0 else "", step_of(scene)
        if not scene.on_turn:
            done, colour = scene.name(s.action) if s.action else "", scene.name(s.worker)
            said = {
                "act": _("%(name)s: %(action)s with %(colour)s", name=who, action=done, colour=colour),
                "deal": _("%(name)s decides about the deal.", name=who),
                "pick": _("%(name)s chooses a milestone.", name=who),
            }
            return said.get(step, "")
        if step == "act":
            return self._within(scene)
        asks = {
            "start": _("Choose a start tile; the worker beside it comes with it."),
            "turn": _("Put a worker on one of the four actions."),
            "deal": _("A deal: shares for a reward, if you like."),
            "pick": _("You have reached a milestone: choose your next one."),
            "prepare": _("Use your start tile."),
        }
        return asks.get(step, "")

    def _within(self, scene: Scene) -> str:
        """What an action still needs."""
        _, (_game, _t, s) = scene.say, revolution(scene)
        cash = s.cash[scene.seat or 0]
        if s.main:
            return _("%(action)s: do the main action, and anything else in any order.", action=scene.name(s.action))
        if cash < 0:
            return _("Pay %(missing)s before you end the turn.", missing=money(scene, -cash))
        return _("Use what is left, or end the turn.")

    def facts(self, scene: Scene, seat: int) -> Sequence[Fact]:
        _, (_game, t, s) = scene.say, revolution(scene)
        shares = scene.say.ngettext("%(num)s share", "%(num)s shares", s.shares[seat])
        found = [Fact(_("cash"), money(scene, s.cash[seat]), warn=s.cash[seat] < 0), Fact(shares, shares)]
        if not scene.view.game.over(s):
            points = sum(line.points for line in lines(t, s, seat))
            found.append(
                Fact(_("%(points)s points if the game ended now", points=points), _("%(points)s pts", points=points))
            )
        return found

    def map(self, scene: Scene) -> Markup:
        _game, t, _s = revolution(scene)
        notices = [scene.texts.say(scene.language, notice) for notice in scene.view.game.title.notices]
        return self._render(
            scene,
            "revolution/map.html",
            drawing=draw_map(scene),
            deal_icon=glyph_badge("deal"),
            areas=areas(scene),
            tracks=tracks(scene),
            deal=deal(scene),
            depot=depot(scene),
            bank=bank(scene),
            stacks=list(stacks(scene)),
            prices=(money(scene, t.share_price), money(scene, t.hire_price)),
            notices=notices,
        )

    def panels(self, scene: Scene) -> Markup:
        _game, t, s = revolution(scene)
        sell = next((choice for choice in scene.choices if choice.kind == "sell"), None)
        hole = sell.args[0] if sell else None
        return self._render(
            scene,
            "revolution/panels.html",
            step=step_of(scene),
            groups=groups(scene),
            faces=faces(scene),
            ledger=ledger(scene),
            action=scene.name(s.action) if s.action else "",
            worker=(worker_icon(scene, s.worker), scene.name(s.worker)) if s.worker else None,
            starts=starts(scene),
            drawn=drawn(scene),
            sell=sell,
            most=hole.hi if isinstance(hole, Range) else 0,
            sell_label=label(scene, sell) if sell else "",
            share_price=t.share_price,
            hires=[
                (choice, worker_icon(scene, choice.args[0]), label(scene, choice))
                for choice in scene.choices
                if choice.kind == "hire"
            ],
            no_hire=self._no_hire(scene),
            boards=boards(scene),
            over=scene.view.game.over(s),
            money=lambda amount: money(scene, amount),
            sum_label=lambda line: self.sum_label(scene, line),
            rest=list(plain_groups(self._rest(scene))),
        )

    def _no_hire(self, scene: Scene) -> Why | None:
        """Why nobody can be hired, where hiring is looked for."""
        _game, _t, s = revolution(scene)
        if not scene.on_turn or step_of(scene) not in (*RESOLVING, "turn") or by_args(scene, "hire"):
            return None
        return why(scene, "hire", next((colour for colour, n in zip(COLOURS, s.bank, strict=True) if n), COLOURS[0]))

    def _rest(self, scene: Scene) -> Scene:
        """What no part of this table knows, such as the choices of an extension."""
        known = {"done", "lay", "build", "open", "place", "choose", "pick", "sell", "hire", "trade", "use", "deal"}
        known |= {"step", "flip", "take", "promote", "swap", "gain"}
        left = tuple(choice for choice in scene.choices if choice.kind not in known)
        return replace(scene, view=replace(scene.view, choices=left))

    def spot(self, scene: Scene, ply: int) -> str:
        log = scene.view.log
        if ply <= len(log) and log[ply - 1].kind in ("lay", "build"):
            return str(log[ply - 1].args[0])
        return ""

    def sum_label(self, scene: Scene, line: Line) -> str | Markup:
        _, (_game, t, _s) = scene.say, revolution(scene)
        if line.label in t.tiles.milestones:
            return _("Milestone %(stack)s", stack=t.tiles.milestones[line.label].stack)
        return scene.name(line.label)
