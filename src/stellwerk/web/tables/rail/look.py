"""What all parts of a table of an 18xx title look up: its tables, its position, and how its companies look."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, cast

from markupsafe import Markup

from stellwerk.core.errors import Refusal
from stellwerk.core.game import Chapter
from stellwerk.eighteen.game import CASH, RailGame
from stellwerk.eighteen.secrets import RULE
from stellwerk.eighteen.state import BANK, RailState, is_hidden, seat_of
from stellwerk.web.render import render
from stellwerk.web.scene import Scene
from stellwerk.web.svg.company import company_badge
from stellwerk.web.svg.company import marker as draw_marker
from stellwerk.web.svg.draw import Point
from stellwerk.web.svg.stance import STANCES, Stance
from stellwerk.web.tables.rail.extras import extras_of, planned_for

ON_MAP: Final = frozenset({"lay", "lay_private", "lay_own", "station", "home", "city", "run"})
"""Kinds of actions that are chosen on the map; `panels` offers all others but those of BANNER."""

BANNER: Final = ("pass_turn", "pass_track", "pass_station", "pass_trains")
"""Kinds of actions that are buttons of the banner alone; it also leads to what is offered elsewhere."""

APART: Final = frozenset({"lay_own_tile"})
"""Steps that interrupt the turn of a company without being part of it."""

ENDS: Final = frozenset({"pass_turn", "pass_trains"})
"""Kinds of actions that end a turn."""

LOOKUPS: Final = ("companies", "holdings", "trains")
"""The fragments of `panels` that are looked up; the others stand at the sides, in the middle or above all."""


def rail(scene: Scene) -> tuple[RailGame, RailState]:
    """The rules and the position of a scene."""
    game, s = scene.view.game, scene.view.state
    # Asked hundreds of times for a page; only a RailGame has such a state, and to ask for that too takes far longer.
    if not isinstance(s, RailState):
        raise TypeError(f"{game.title.id} is no 18xx title")
    return cast("RailGame", game), s


def stance_of(game: RailGame) -> Stance:
    """How the hexes of the title's board stand; its tiles are drawn alike."""
    return STANCES[game.rules.hexmap.layout]


def money(scene: Scene, amount: int) -> str:
    """An amount in the currency of the title; what is owed has a minus before it, what is not told says so."""
    return scene.say("hidden") if is_hidden(amount) else scene.money(amount)


def percentage(scene: Scene, size: int | str) -> str:
    """A part of a company, as the reader's language writes it."""
    return scene.say("%(percent)s%%", percent=size)


def holds(scene: Scene, owner: str) -> str | Markup:
    """What a player or a company has; where the visitor may not know it, a link to the rule that says why."""
    _game, s = rail(scene)
    return veiled(scene, owner) if is_hidden(s.cash[owner]) else money(scene, s.cash[owner])


def veiled(scene: Scene, owner: str, said: str = "") -> Markup:
    """What stands in place of a sum that the visitor may not know: who knows it, and by which rule."""
    _, (game, _s), seat = scene.say, rail(scene), seat_of(owner)
    if owner == BANK:
        why = _("What the bank holds would tell how much is hidden elsewhere.")
    elif seat >= 0:
        why = _("Only %(name)s knows this.", name=scene.player(seat))
    else:
        why = _("Only the director of %(company)s knows this.", company=owner)
    rule = game.cite(Refusal(RULE))
    return Markup('<a class="veiled" href="/rules/{}#{}" target="_blank" title="{} {}">{}</a>').format(
        game.title.id, rule, why, _("Rule %(rule)s", rule=rule), said or _("hidden")
    )


def worth(game: RailGame, s: RailState, seat: int, *, cash: bool = True) -> int:
    """What a player owns, without cash that is hidden, or without any."""
    lines = game.wealth(s, seat)
    return sum(line.points for line in lines if not is_hidden(line.points) and (cash or line.label != CASH))


def show(scene: Scene, template: str, **context: Any) -> Markup:
    """A template of an 18xx table; `money` writes amounts as the title does, `holds` what somebody has."""
    told = {"money": partial(money, scene), "holds": partial(holds, scene)}
    return render(scene.language, template, scene=scene, **told, **context)


def rank(game: RailGame, company: str) -> int:
    """The place of a company in the list of its title, which decides on the rim of its markers."""
    return list(game.rules.companies).index(company)


def badge(scene: Scene, company: str) -> Markup:
    """The marker of a company as a picture for cards and lists."""
    game, _ = rail(scene)
    return company_badge(company, game.rules.companies[company].colour, rank(game, company))


def marker(game: RailGame, company: str, middle: Point, radius: float, extra: str = "") -> Markup:
    """The marker of a company on a drawing."""
    return draw_marker(company, game.rules.companies[company].colour, rank(game, company), middle, radius, extra)


def company_on_turn(scene: Scene) -> str:
    """The company whose turn it is in an operating round, or that a plan is looked at for, or ""."""
    if company := planned_for(scene):
        return company
    game, s = rail(scene)
    if s.todo and s.todo[-1].step in APART | extras_of(scene).apart:
        return ""
    for frame in reversed(s.todo):
        if frame.who in game.rules.companies:
            return str(frame.who)
    return ""


def company_of(chapter: Chapter) -> str:
    """The company whose turn a chapter is, or ""."""
    return str(chapter.turn.data.get("company", "")) if chapter.turn else ""


def gone(s: RailState, company: str) -> bool:
    """Whether a company has left the game: no certificate of it is left."""
    return not any(s.shares[company])


def turn_start(scene: Scene) -> int:
    """The ply at which the visitor's running turn began: after another seat's action or the end of a turn."""
    log = scene.view.trail
    ply = len(log)
    while ply and log[ply - 1].seat == scene.seat and log[ply - 1].kind not in ENDS:
        ply -= 1
    return ply


def train_name(scene: Scene, train: str) -> str:
    """What people call a type of train."""
    key = f"train.{train}"
    return scene.texts.say(scene.language, key) if scene.texts.has(key) else train
