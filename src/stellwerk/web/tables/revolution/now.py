"""What the visitor can do now, in groups: an action is built up step by step, and nothing is sent unseen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from stellwerk.games.railroad_revolution.moves import own_workers
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import ACTIONS, PROMOTION, REWARD, WIRE
from stellwerk.games.railroad_revolution.tables import RULE_OF
from stellwerk.web.scene import Scene
from stellwerk.web.svg.tokens import Sign, glyph_badge, signs_badge
from stellwerk.web.tables.revolution.grants import grant_group
from stellwerk.web.tables.revolution.items import Group, Item, item_of
from stellwerk.web.tables.revolution.look import (
    Why,
    by_args,
    gift,
    revolution,
    said,
    signs_of,
    step_of,
    why,
    worker_icon,
)

ON_BOARD: Final = frozenset({"lay", "build", "open"})
"""Kinds of actions that are done on the map and on the telegraph line."""

BY_HAND: Final = {
    "rail": "lay",
    "third": "lay",
    "start_rail": "lay",
    "station": "build",
    "start_station": "build",
    "office": "open",
    "start_office": "open",
}
"""What is done on the board with a reward."""

RESOLVING: Final = frozenset({"act", "deal", "prepare"})
DIGITS: Final = {
    **{f"place-{action}": str(n) for n, action in enumerate(ACTIONS, 1)},
    "main": "1",
    "use-reward": "2",
    "use-wire": "2",
    "use-bonus": "3",
    "ability": "4",
    "deal": "5",
    "grant-steps": "6",
    "grant-flip": "7",
    "grant-promote": "8",
    "grant-gain": "9",
    "grant-swap": "9",
    "grant-loco": "9",
}
"""The digit of each group. A digit never moves to another group because something was used or closed."""


def groups(scene: Scene) -> list[Group]:
    """All that is open, in the order in which it is looked for; each choice stands in one group or on the board."""
    if not scene.on_turn or scene.seat is None:
        return []
    step = step_of(scene)
    found: list[Group] = []
    if step == "turn":
        found += [_place(scene, action) for action in ACTIONS]
    elif step in RESOLVING:
        found += _resolving(scene)
    return [
        replace(group, digit=DIGITS.get(group.id.rpartition("-")[0] if group.id.startswith("grant-") else group.id, ""))
        for group in found
        if group.items or group.hint or group.whys or group.swaps
    ]


def forfeits(scene: Scene) -> list[str]:
    """What could still be used and is lost by who ends now, in words; a deal is declined rather than lost."""
    kinds = {choice.kind for choice in scene.choices}
    return [
        _lost(group)
        for group in (groups(scene) if "done" in kinds else ())
        if (group.id, step_of(scene)) != ("deal", "deal")
        if any(item.legal for item in group.items) or group.swaps or _on_board(group) in kinds
    ]


def _lost(group: Group) -> str:
    """A reward in the middle of a sentence."""
    if group.id.startswith("use-") and group.hint:
        return group.hint.rstrip(": –")
    told = group.id.startswith("grant-") and not group.id.startswith("grant-third")
    return group.title[:1].lower() + group.title[1:] if told else group.title


def _on_board(group: Group) -> str:
    """The kind of action by which a reward is used on the map or on the telegraph line."""
    sort, _, kind = group.id.partition("-")
    return BY_HAND.get(kind.partition("-")[0], "") if sort == "grant" else ""


# --- the start of a turn ---------------------------------------------------------------------------------


def _place(scene: Scene, action: str) -> Group:
    """turn.2: an action space, with a button for each colour that the player could put there."""
    _game, _t, s = revolution(scene)
    legal, seat = by_args(scene, "place"), scene.seat or 0
    items = [
        item_of(
            scene,
            legal.get((colour, action)),
            "place",
            colour,
            action,
            text=effect_of(scene, action, colour),
            icon=worker_icon(scene, colour),
        )
        for n, colour in enumerate(COLOURS)
        if s.supply[seat][n]
    ]
    closed = [colour for n, colour in enumerate(COLOURS) if s.supply[seat][n] and (colour, action) not in legal]
    icon = glyph_badge({"railroad": "rail", "telegraph": "office", "trade": "money"}.get(action, action))
    whys = _whys(scene, closed, action, named=len(closed) < len(items))
    return Group(f"place-{action}", scene.name(action), items, icon, _costs(scene, action), whys)


def _whys(scene: Scene, closed: Sequence[str], action: str, *, named: bool) -> list[Why]:
    """Why workers may not go to an action, each reason once; with their colours, unless it is the same for all."""
    reasons: dict[Why, list[str]] = {}
    for colour in closed:
        shut = why(scene, "place", colour, action)
        if shut:
            reasons.setdefault(shut, []).append(scene.name(colour))
    if len(reasons) == 1 and not named:
        return list(reasons)
    return [shut._replace(text=f"{', '.join(names)}: {shut.text}") for shut, names in reasons.items()]


def effect_of(scene: Scene, action: str, colour: str) -> str:
    """What a worker adds to an action."""
    _ = scene.say
    if colour == COLOURS[0]:
        return _("%(colour)s: promote a worker", colour=scene.name(colour))
    return scene.name(f"w.{RULE_OF[action]}.{colour}")


def _costs(scene: Scene, action: str) -> str:
    """What the main action is, in a few words."""
    _, (_game, t, s) = scene.say, revolution(scene)
    seat = scene.seat or 0
    match action:
        case "station":
            return _("in a connected city, for its cost")
        case "railroad":
            price, each = scene.money(t.rails_price), scene.money(t.triangle_price)
            return _("2 rails for %(price)s, and %(each)s for each triangle", price=price, each=each)
        case "telegraph":
            return _("an office brings shares")
    section = t.section(s.buildings[seat], s.rails[seat])
    if section >= len(t.board.sections):
        return ""
    return _("a piece leaves for %(price)s; turn a locomotive", price=scene.money(t.board.sections[section].price))


# --- within an action, a deal, or a start tile -------------------------------------------------------------


def _resolving(scene: Scene) -> Iterator[Group]:
    _game, _t, s = revolution(scene)
    if step_of(scene) == "act":
        if s.main:
            yield _main(scene)
        yield from _offers(scene)
        if s.ability:
            yield _ability(scene)
    if step_of(scene) == "deal" or (s.ability == "grey" and s.action == "trade"):
        yield _deals(scene)
    for grant in s.grants:
        yield grant_group(scene, grant)


def _main(scene: Scene) -> Group:
    """The main action, as long as a part of it is due."""
    _, (_game, t, s) = scene.say, revolution(scene)
    if s.action == "trade":
        legal = by_args(scene, "trade")
        items = [
            item_of(
                scene,
                legal.get((piece,)),
                "trade",
                piece,
                text=scene.name(piece),
                icon=glyph_badge(glyph),
                note=_section_price(scene),
            )
            for piece, glyph in (("building", "station"), ("rail", "rail"))
        ]
        return Group("main", _("Sell a piece"), items)
    if s.action == "railroad":
        title = scene.say.ngettext("Lay %(num)s rail on the map", "Lay %(num)s rails on the map", s.main)
        price = scene.money(t.rails_price)
        hint = (
            ""
            if s.laid
            else _(
                "The first one costs %(price)s, each triangle %(each)s.",
                price=price,
                each=scene.money(t.triangle_price),
            )
        )
        return Group("main", title, hint=hint or _("Marked spaces can be chosen."))
    if s.action == "station":
        return Group("main", _("Build a station on the map"), hint=_("Marked cities can be chosen."))
    return Group("main", _("Open an office on the telegraph line"), hint=_("Marked areas can be chosen."))


def _section_price(scene: Scene) -> str:
    _game, t, s = revolution(scene)
    seat = scene.seat or 0
    section = t.section(s.buildings[seat], s.rails[seat])
    return scene.money(t.board.sections[section].price) if section < len(t.board.sections) else ""


def _offers(scene: Scene) -> Iterator[Group]:
    """The rewards of the city or area in which this action built."""
    _game, t, s = revolution(scene)
    for offer in s.offers:
        if offer == WIRE:
            yield _wire(scene)
            continue
        tile = t.tiles.cities[s.tiles[s.spot]]
        reward = tile.main if offer == REWARD else tile.first
        yield Group(
            f"use-{offer}",
            scene.name(offer),
            _uses(scene, offer, reward.one_of),
            gift(scene, reward).signs,
            said(scene, reward),
        )


def _uses(scene: Scene, source: str, colours: Sequence[str]) -> list[Item]:
    """Ways to take a reward: one, or one for each colour that could be chosen."""
    _ = scene.say
    legal = {args: choice for args, choice in by_args(scene, "use").items() if args[0] == source}
    if not legal and colours:
        return [
            item_of(scene, None, "use", source, colour, "", text=scene.name(colour), icon=worker_icon(scene, colour))
            for colour in colours
        ]
    if not legal:
        return [item_of(scene, None, "use", source, "", "", text=_("Take it"))]
    return [
        item_of(
            scene,
            choice,
            "use",
            *args,
            text=scene.name(args[1]) if args[1] else _("Take it"),
            icon=worker_icon(scene, args[1]) if args[1] else Markup(""),
        )
        for args, choice in legal.items()
    ]


def _wire(scene: Scene) -> Group:
    """telegraph.6: a worker for the tile of the area."""
    _, (_game, t, s) = scene.say, revolution(scene)
    reward = t.tiles.telegraph[s.wires[int(s.spot) - 1]]
    hint = _("%(reward)s – for a worker, who is given up:", reward=said(scene, reward))
    legal = by_args(scene, "use")
    items = [
        item_of(
            scene,
            legal.get((WIRE, colour, where)),
            "use",
            WIRE,
            colour,
            where,
            text=scene.name(where),
            icon=worker_icon(scene, colour),
        )
        for colour, where in own_workers(s, scene.seat or 0)
    ]
    return Group("use-wire", scene.name(WIRE), items, gift(scene, reward).signs, hint)


def _ability(scene: Scene) -> Group:
    """act.2 and act.8: what the worker adds, or a promotion instead."""
    _, (_game, _t, s) = scene.say, revolution(scene)
    effect = f"w.{RULE_OF[s.action]}.{s.ability}"
    legal = by_args(scene, "use")
    items = [
        item_of(
            scene,
            choice,
            "use",
            *args,
            text=scene.name(args[0]) if not args[1] else f"{scene.name(args[0])} ({scene.name(args[1])})",
            icon=worker_icon(scene, args[1] or s.ability),
        )
        for args, choice in legal.items()
        if args[0] == effect
    ]
    if not items and effect != "w.trade.grey":
        items = [
            item_of(scene, None, "use", effect, "", "", text=scene.name(effect), icon=worker_icon(scene, s.ability))
        ]
    shut = None if any(item.legal for item in items) or effect == "w.trade.grey" else why(scene, "use", effect, "", "")
    instead = item_of(
        scene,
        legal.get((PROMOTION, "", "")),
        "use",
        PROMOTION,
        "",
        "",
        text=scene.name(PROMOTION),
        icon=glyph_badge("promote"),
    )
    whys = [shut] if shut else []
    return Group("ability", _("Ability of the worker"), [*items, instead], worker_icon(scene, s.ability), "", whys)


def _deals(scene: Scene) -> Group:
    """deal.4 to deal.6: the two offers of the open deal."""
    _, (_game, t, s) = scene.say, revolution(scene)
    legal = by_args(scene, "deal")
    items = [
        item_of(
            scene,
            legal.get((n,)),
            "deal",
            n,
            text=said(scene, offer.reward),
            icon=signs_badge([Sign("shares", f"−{offer.shares}"), *signs_of(scene, offer.reward)]),
            note=scene.say.ngettext("for %(num)s share", "for %(num)s shares", offer.shares),
        )
        for n, offer in enumerate(t.tiles.deals[s.deal])
    ]
    hint = _("You caused this deal: both offers are open to you.")
    if step_of(scene) == "act":
        hint = _("Grey on Trade: one offer for you alone, and a share back.")
    elif scene.seat != s.turn:
        hint = _("%(name)s caused this deal: you may take one offer.", name=scene.player(s.turn))
    return Group("deal", _("Deal"), items, glyph_badge("deal"), hint)


# --- what is due -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the player who decides owes, and what keeps this player from ending."""

    cash: int
    dealing: bool
    due: bool
    """Whether a part of the main action is still to be done."""

    shut: Why | None


def ledger(scene: Scene) -> Ledger | None:
    """gen.1, gen.2: money may be short and workers too few only until the end."""
    if not scene.on_turn or step_of(scene) not in RESOLVING or scene.seat is None:
        return None
    _game, _t, s = revolution(scene)
    shut = None if by_args(scene, "done") else why(scene, "done")
    return Ledger(s.cash[scene.seat], s.dealing == 1, bool(s.main), shut)
