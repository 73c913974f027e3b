"""What rewards allow: steps, flips, locomotives, promotions, swaps and free pieces, each so many times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from stellwerk.games.railroad_revolution.moves import open_places, own_workers
from stellwerk.games.railroad_revolution.pieces import gate_of
from stellwerk.games.railroad_revolution.rewards import ANY, COLOURS
from stellwerk.games.railroad_revolution.state import SUPPLY, Grant
from stellwerk.games.railroad_revolution.words import part_of
from stellwerk.web.scene import Scene
from stellwerk.web.svg.tokens import glyph_badge
from stellwerk.web.tables.base import label
from stellwerk.web.tables.revolution.items import Group, Item, Swap, item_of
from stellwerk.web.tables.revolution.look import Why, by_args, revolution, said, why, worker_icon

MAP_GRANTS: Final = frozenset({"rail", "third", "station", "office", "start_rail", "start_station", "start_office"})


def grant_group(scene: Scene, grant: Grant) -> Group:
    """Something that may still be done so many times."""
    _, name = scene.say, f"grant-{grant.kind}-{grant.price}"
    title, key = _grant_title(scene, grant), "promote" if grant.kind in ("gain", "swap") else grant.kind
    icon = glyph_badge({"swap": "swap", "gain": "promote"}.get(grant.kind, key))
    cheapest = min(other.price for other in revolution(scene)[2].grants if other.kind == grant.kind)
    if grant.price > cheapest:
        return Group(name, title, icon=icon, hint=_("The cheaper one is used first."))
    if grant.kind in MAP_GRANTS:
        return Group(name, title, icon=icon, hint=_on_board(scene, grant.kind))
    if grant.kind == "swap":
        swaps = [
            Swap(f"{colour}-{where}", new, label(scene, choice), choice)
            for (colour, where, new), choice in by_args(scene, "swap").items()
        ]
        return Group(name, title, icon=icon, swaps=swaps, hint="" if swaps else _("No worker can be had."))
    items = list(_LISTS[grant.kind](scene))
    shut = None if items or grant.kind != "promote" else _why_no_promotion(scene)
    hint = "" if items or shut else _("Nothing fits now.")
    return Group(name, title, items, icon, hint, [shut] if shut else [])


def _grant_title(scene: Scene, grant: Grant) -> str:
    """The words of the game for it, with its price."""
    _ = scene.say
    if grant.kind == "third":
        return scene.name("w.rail.turquoise")
    part = "any_worker" if grant.kind == "gain" else part_of(grant.kind, grant.price)
    form = "one" if grant.times == 1 else "many"
    title = scene.texts.say(scene.language, f"reward.{form}.{part}", count=grant.times)
    title = title[:1].upper() + title[1:]
    return _("%(what)s (%(price)s each)", what=title, price=scene.money(grant.price)) if grant.price else title


def _on_board(scene: Scene, kind: str) -> str:
    _ = scene.say
    if kind in ("office", "start_office"):
        return _("Choose a marked area of the telegraph line.")
    return _("Choose a marked city on the map.") if "station" in kind else _("Choose a marked space on the map.")


def _steps(scene: Scene) -> Iterator[Item]:
    """perf.5 to perf.8: each track, with what is due and what it is worth then."""
    _, (_game, t, s) = scene.say, revolution(scene)
    seat, legal = scene.seat or 0, by_args(scene, "step")
    for n, track in enumerate(t.tracks):
        gate, place = gate_of(t, s, seat, n), s.steps[seat][n] + 1
        ways = {args: choice for args, choice in legal.items() if args[0] == track.id}
        worth = track.points[place] if gate else track.points[-1]
        now = track.points[place - 1]
        note = _("%(now)s → %(then)s each", now=now, then=worth) if gate else _("on top")
        if gate and gate[0]:
            note = f"{note}; {scene.money(-gate[0])}"
        if gate and gate[1]:
            shares = scene.say.ngettext("%(num)s share", "%(num)s shares", gate[1])
            note = f"{note}; {shares}"
        if not ways:
            worker = next(own_workers(s, seat), ("", "")) if gate and gate[2] else ("", "")
            yield item_of(scene, None, "step", track.id, *worker, text=scene.name(track.id), note=note)
        for (_id, colour, where), choice in ways.items():
            icon = worker_icon(scene, colour) if colour else Markup("")
            given = _("give up a worker (%(where)s)", where=scene.name(where))
            more = f"; {given}" if colour else ""
            yield item_of(
                scene, choice, "step", track.id, colour, where, text=scene.name(track.id), icon=icon, note=note + more
            )


def _flips(scene: Scene) -> Iterator[Item]:
    """trade.6: face up gives its bonus, face down is turned up again."""
    _, (_game, t, _s) = scene.say, revolution(scene)
    for (loco, side), choice in by_args(scene, "flip").items():
        reward = t.tiles.locos[t.loco_number[loco]].reward
        text = said(scene, reward) if side == "up" else _("turn up again: %(loco)s", loco=said(scene, reward))
        note = _("goes face down") if side == "up" else _("worth %(points)s points", points=t.loco_points)
        yield item_of(scene, choice, "flip", loco, side, text=text, note=note, icon=glyph_badge("loco"))


def _takes(scene: Scene) -> Iterator[Item]:
    _game, t, s = revolution(scene)
    legal = by_args(scene, "take")
    for n, loco in enumerate(t.tiles.locos):
        if not loco.starting:
            yield item_of(
                scene,
                legal.get((loco.id,)),
                "take",
                loco.id,
                text=said(scene, loco.reward),
                note=f"×{s.depot[n]}",
                icon=glyph_badge("loco"),
            )


def _promotions(scene: Scene) -> Iterator[Item]:
    for (colour, where, tile), choice in by_args(scene, "promote").items():
        yield item_of(
            scene,
            choice,
            "promote",
            colour,
            where,
            tile,
            text=f"→ {scene.name(tile)}",
            note=scene.name(where),
            icon=worker_icon(scene, colour),
        )


def _why_no_promotion(scene: Scene) -> Why | None:
    """The reason of the milestone that could still take a manager: a worker that it wants, if the player has one."""
    _game, t, s = revolution(scene)
    seat, own = scene.seat or 0, dict(own_workers(s, scene.seat or 0))
    goals = [(goal, managers) for goal, managers in zip(s.goals[seat], s.managers[seat], strict=True) if goal]
    for goal, managers in goals:
        wanted = open_places(t.tiles.milestones[goal], managers)
        if wanted:
            fitting = [colour for colour in own if colour in wanted or ANY in wanted]
            colour = next(iter(fitting), wanted[0])
            return why(scene, "promote", colour, own.get(colour, SUPPLY), goal)
    return why(scene, "promote", COLOURS[0], SUPPLY, goals[0][0] if goals else "")


def _gains(scene: Scene) -> Iterator[Item]:
    legal = by_args(scene, "gain")
    for colour in COLOURS:
        yield item_of(
            scene, legal.get((colour,)), "gain", colour, text=scene.name(colour), icon=worker_icon(scene, colour)
        )


_LISTS: Final = {"steps": _steps, "flip": _flips, "loco": _takes, "promote": _promotions, "gain": _gains}


def faces(scene: Scene) -> dict[str, tuple[Markup, str]]:
    """How workers look who can be given, by colour and place, and taken, by colour."""
    found: dict[str, tuple[Markup, str]] = {}
    for colour, where, new in by_args(scene, "swap"):
        found[f"{colour}-{where}"] = (worker_icon(scene, colour), f"{scene.name(colour)} ({scene.name(where)})")
        found[new] = (worker_icon(scene, new), scene.name(new))
    return found
