"""The table of Railroad Revolution: map, telegraph line, tracks, player boards, and an action built up step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from stellwerk.core.choice import Range
from stellwerk.core.course import Finished
from stellwerk.core.result import Line
from stellwerk.games.railroad_revolution.pieces import crew
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.scoring import lines
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.web.charts import Drawing
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series
from stellwerk.web.svg.tokens import glyph_badge
from stellwerk.web.tables.base import Button, Fact, Figure, Frame, Tab, Table, label
from stellwerk.web.tables.generic import groups as plain_groups
from stellwerk.web.tables.revolution.boards import boards, drawn, own_goals, stacks, starts
from stellwerk.web.tables.revolution.figures import figures, sketch
from stellwerk.web.tables.revolution.grants import faces
from stellwerk.web.tables.revolution.line import areas, bank, deal, depot, tracks
from stellwerk.web.tables.revolution.look import Why, asked, by_args, revolution, step_of, why, worker_icon
from stellwerk.web.tables.revolution.map import draw_map
from stellwerk.web.tables.revolution.now import RESOLVING, forfeits, groups, ledger


def lacks_money(scene: Scene) -> bool:
    """gen.1: whether the visitor has to pay before ending a turn."""
    _game, _t, s = revolution(scene)
    return scene.on_turn and scene.seat is not None and s.cash[scene.seat] < 0


def lacks_workers(scene: Scene) -> bool:
    """gen.2: whether the visitor has too few workers to end an action, with nothing due but that."""
    _game, t, s = revolution(scene)
    if not scene.on_turn or scene.seat is None or s.main or step_of(scene) not in RESOLVING:
        return False
    return crew(s, scene.seat) < t.least_workers and not by_args(scene, "done")


PARTS: Final = ("actions", "players", "result", "map", "tracks", "decision", "log", "panels")


class RevolutionTable(Table):
    """Draws what RevolutionGame plays."""

    css = "revolution"
    charted = True

    def parts(self, scene: Scene) -> dict[str, Markup]:
        return {name: getattr(self, name)(scene) for name in PARTS}

    def frame(self, scene: Scene, parts: Mapping[str, Markup]) -> Frame:
        """Map and tracks share the middle: an office is opened on the line, all else on the map."""
        _ = scene.say
        return Frame(
            stages=(
                Tab("map", _("Map")),
                Tab("tracks", _("Telegraph and tracks")),
                Tab("result", _("Final scoring")),
            ),
            fit="result" if parts.get("result") else "tracks" if self._on_line(scene) else "map",
            decision=("decision",),
            lookups=(Tab("log", _("Log")), Tab("panels", _("Player boards"))),
        )

    def _on_line(self, scene: Scene) -> bool:
        """Whether what is to be done on the board is done on the telegraph line alone."""
        kinds = {choice.kind for choice in scene.choices}
        return "open" in kinds and not kinds & {"lay", "build"}

    def figures(self, scene: Scene) -> Sequence[Figure]:
        return tuple(figures(scene))

    def sketch(self, scene: Scene, what: str, data: Mapping[str, Any], label: str) -> Markup:
        return sketch(scene, data, label) if what == "signs" else super().sketch(scene, what, data, label)

    def actions(self, scene: Scene) -> Markup:
        _, whole, lost = scene.say, self._begun(scene), forfeits(scene)
        ends = self._done(scene)
        if lost:
            ends = _("%(end)s (forfeits: %(what)s)", end=ends, what=", ".join(lost))
        rest = {choice.kind for choice in scene.choices} - {"done", "sell", "hire"}
        return self.banner(
            scene,
            buttons=[
                *(
                    Button("done", choice, ends, css="" if rest else "primary", key="c")
                    for choice in scene.choices
                    if choice.kind == "done"
                ),
                *self._help(scene, alone=not rest),
            ],
            undo_label=_("Take back") if whole is not None else "",
            undo_all=whole if whole in scene.undo[1:] else None,
            undo_all_label=_("Take back the whole action"),
        )

    def _help(self, scene: Scene, *, alone: bool) -> Iterator[Button]:
        """R-06: who cannot end for want of money or workers is led to shares and workers for sale.

        Bright where nothing else is open.
        """
        _, css = scene.say, "primary" if alone else ""
        kinds = {choice.kind for choice in scene.choices}
        if lacks_workers(scene) and "hire" in kinds:
            yield self._hire(scene, css)
        elif "sell" in kinds and (lacks_money(scene) or lacks_workers(scene)):
            yield Button("sell", None, _("Sell shares …"), css, acts={"data-go": "#bargain"})

    def _hire(self, scene: Scene, css: str) -> Button:
        """The worker is hired at once where there is one colour to choose from."""
        _, (_game, t, _s) = scene.say, revolution(scene)
        hires = list(by_args(scene, "hire").values())
        if len(hires) == 1:
            return Button("hire", hires[0], label(scene, hires[0]), css)
        said = _("Hire a worker for %(price)s …", price=scene.money(t.hire_price))
        return Button("hire", None, said, css, acts={"data-go": "#bargain"})

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
        log, ply = scene.view.trail, scene.view.ply
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
                "act": _("%(name)s: %(action)s with %(colour)s.", name=who, action=done, colour=colour),
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
        _, (_game, t, s) = scene.say, revolution(scene)
        cash = s.cash[scene.seat or 0]
        if s.main:
            return _("%(action)s: do the main action, and anything else in any order.", action=scene.name(s.action))
        if cash < 0:
            return _("Pay %(missing)s before you end the turn.", missing=scene.money(-cash))
        if lacks_workers(scene) and cash < t.hire_price:
            return _(
                "You have %(workers)s workers and need %(least)s. Hiring one costs %(price)s: you lack %(missing)s.",
                workers=crew(s, scene.seat or 0),
                least=t.least_workers,
                price=scene.money(t.hire_price),
                missing=scene.money(t.hire_price - cash),
            )
        if lacks_workers(scene):
            return _(
                "You have %(workers)s workers and need %(least)s: hire one for %(price)s before you end the turn.",
                workers=crew(s, scene.seat or 0),
                least=t.least_workers,
                price=scene.money(t.hire_price),
            )
        return _("Use what is left, or end the turn.")

    def purse(self, scene: Scene) -> Sequence[Fact]:
        """gen.1, gen.2: money may be short and workers too few only until the end."""
        _, (_game, t, s), seat = scene.say, revolution(scene), scene.seat
        if seat is None or scene.view.game.over(s):
            return ()
        cash, workers = s.cash[seat], crew(s, seat)
        few = workers < t.least_workers
        crewed = _("Workers (at least %(least)s)", least=t.least_workers) if few else _("Workers")
        return (
            Fact(_("Still to pay") if cash < 0 else _("Your cash"), scene.money(abs(cash)), warn=cash < 0),
            Fact(_("Shares"), str(s.shares[seat])),
            Fact(crewed, str(workers), warn=few),
        )

    def facts(self, scene: Scene, seat: int) -> Sequence[Fact]:
        _, (_game, t, s) = scene.say, revolution(scene)
        ngettext = scene.say.ngettext
        shares = ngettext("%(num)s share", "%(num)s shares", s.shares[seat])
        found = [
            Fact(_("cash"), scene.money(s.cash[seat]), warn=s.cash[seat] < 0, sum=f"cash:{seat}"),
            Fact(shares, shares, sum=f"share:{seat}"),
        ]
        if not scene.view.game.over(s):
            points = sum(line.points for line in lines(t, s, seat))
            said = ngettext("%(num)s point if the game ended now", "%(num)s points if the game ended now", points)
            found.append(Fact(said, ngettext("%(num)s pt", "%(num)s pts", points), sum=f"points:{seat}"))
        return found

    def map(self, scene: Scene) -> Markup:
        return self._render(scene, "revolution/map.html", drawing=draw_map(scene))

    def tracks(self, scene: Scene) -> Markup:
        """The telegraph line, the achievement tracks, and what lies beside the board."""
        _game, t, _s = revolution(scene)
        notices = [scene.texts.say(scene.language, notice) for notice in scene.view.game.title.notices]
        return self._render(
            scene,
            "revolution/tracks.html",
            deal_icon=glyph_badge("deal"),
            areas=areas(scene),
            tracks=tracks(scene),
            deal=deal(scene),
            depot=depot(scene),
            bank=bank(scene),
            stacks=list(stacks(scene)),
            prices=(scene.money(t.share_price), scene.money(t.hire_price)),
            notices=notices,
        )

    def decision(self, scene: Scene) -> Markup:
        """What the visitor can do now, and the milestones that it is done for."""
        _game, t, s = revolution(scene)
        sell = next((choice for choice in scene.choices if choice.kind == "sell"), None)
        hole = sell.args[0] if sell else None
        most = hole.hi if isinstance(hole, Range) else 0
        owed = -min(0, s.cash[scene.seat]) if scene.seat is not None else 0
        return self._render(
            scene,
            "revolution/decision.html",
            goals=own_goals(scene),
            step=step_of(scene),
            groups=groups(scene),
            faces=faces(scene),
            ledger=ledger(scene),
            action=scene.name(s.action) if s.action else "",
            worker=(worker_icon(scene, s.worker), scene.name(s.worker)) if s.worker else None,
            starts=starts(scene),
            drawn=drawn(scene),
            sell=sell,
            most=most,
            enough=max(1, min(most, -(-owed // t.share_price))),
            needed=lacks_money(scene) or lacks_workers(scene),
            sell_label=scene.say("%(sell)s for {sum}", sell=label(scene, sell)) if sell else "",
            total=scene.money(0).replace("0", "{sum}"),
            share_price=t.share_price,
            hires=[
                (choice, worker_icon(scene, choice.args[0]), label(scene, choice))
                for choice in scene.choices
                if choice.kind == "hire"
            ],
            no_hire=self._no_hire(scene),
            money=scene.money,
            rest=list(plain_groups(self._rest(scene))),
        )

    def panels(self, scene: Scene) -> Markup:
        """The player boards, the own one first."""
        return self._render(
            scene,
            "revolution/panels.html",
            boards=boards(scene),
            over=scene.view.game.over(scene.view.state),
            money=scene.money,
            sum_label=lambda line: self.sum_label(scene, line),
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
        return replace(scene, view=scene.view.offering(left))

    def spot(self, scene: Scene, ply: int) -> str:
        log = scene.view.trail
        if ply <= len(log) and log[ply - 1].kind in ("lay", "build"):
            return str(log[ply - 1].args[0])
        return ""

    def charts(self, scene: Scene, rounds: Sequence[Finished]) -> list[Drawing]:
        """Points as if the game had ended with each round, money with the shares, and stations with offices."""
        _, (_game, t, _s) = scene.say, revolution(scene)
        names = [str(at) for at in range(len(rounds))]

        def of(title: str, value: Callable[[RevolutionState, int], int]) -> Drawing:
            by_seat = enumerate(scene.names)
            series = [Series(name, [value(one.state, seat) for one in rounds], rank=seat) for seat, name in by_seat]
            return Drawing(title, series, names)

        return [
            of(_("Points of the players"), lambda s, seat: sum(line.points for line in lines(t, s, seat))),
            of(
                _("Money of the players, with their shares"),
                lambda s, seat: s.cash[seat] + t.share_price * s.shares[seat],
            ),
            of(_("Rails on the map"), lambda s, seat: s.network[seat].bit_count()),
        ]

    def sum_label(self, scene: Scene, line: Line) -> str | Markup:
        _, (_game, t, _s) = scene.say, revolution(scene)
        if line.label in t.tiles.milestones:
            return _("Milestone %(stack)s", stack=t.tiles.milestones[line.label].stack)
        return scene.name(line.label)
