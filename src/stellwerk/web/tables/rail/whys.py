"""Why the main thing of a step is closed: asked of the rules, which answer with one of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.eighteen.depot import has_room
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import is_hidden
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.asks import help_needed, purchase
from stellwerk.web.tables.rail.look import company_on_turn, money, rail, train_name
from stellwerk.web.tables.rail.offers import Why

BUILT: Final = frozenset({"pass_track", "lay", "lay_private", "city", "lay_own"})
"""Actions after which a station would be asked for."""


class Closed(NamedTuple):
    """Something that is usually open now, and the rule that closes it."""

    what: str
    why: Why


def closed(scene: Scene) -> list[Closed]:
    """What the company on turn cannot do in this step, or was not asked because it could not; what cannot be paid."""
    if not scene.on_turn or scene.seat is None:
        return []
    found = []
    for what, wish in _wishes(scene, scene.seat):
        why = refused(scene, wish)
        if why:
            found.append(Closed(what, why))
    return found


def refused(scene: Scene, wish: Action) -> Why | None:
    """The rule that forbids an action now."""
    game, s = rail(scene)
    try:
        game.check(s, wish)
    except RuleError as error:
        return Why(scene.refusal(error.rule, dict(error.data)), error.rule)
    return None


def _wishes(scene: Scene, seat: int) -> Iterator[tuple[str, Action]]:
    _, (game, s) = scene.say, rail(scene)
    step, log = s.todo[-1].step, scene.view.trail
    kinds = {choice.kind for choice in scene.choices}
    if "accept" in game.rail_steps[step].kinds and "accept" not in kinds:
        yield _("Too expensive"), Action(seat, "accept")
    if not company_on_turn(scene):
        return
    if "lay" in game.rail_steps[step].kinds and not kinds & {"lay", "lay_private"}:
        yield _("No track"), Action(seat, "lay")
    if _licence_too_dear(scene):
        yield _("No licence"), Action(seat, "buy_licence")
    passed = _after_station(game, step) and "station" not in s.done_this_turn and log and log[-1].kind in BUILT
    if passed and not help_needed(scene):
        yield _("No station"), Action(seat, "station")
    if s.revenue and "withhold" in kinds and "pay_out" not in kinds:
        yield _("No dividend"), Action(seat, "pay_out")
    wish = _train(scene, seat)
    if wish:
        yield _short_of(scene, wish) or _("No train (%(train)s)", train=train_name(scene, wish.args[1])), wish


def _short_of(scene: Scene, wish: Action) -> str:
    """How much the company lacks for the cheapest train, where nothing but money is in the way."""
    _, (game, s), company = scene.say, rail(scene), company_on_turn(scene)
    _source, train, price = wish.args
    lacks = price - s.cash[company]
    if lacks <= 0 or is_hidden(s.cash[company]) or not has_room(game.rules, s, company, train):
        return ""
    named = train_name(scene, train)
    return _("%(company)s is %(sum)s short of a %(train)s", company=company, sum=money(scene, lacks), train=named)


def _licence_too_dear(scene: Scene) -> bool:
    """Whether a licence is a thing to think of, and only money is in the way."""
    (game, s), company = rail(scene), company_on_turn(scene)
    if s.todo[-1].step != "lay_track" or company in s.licences or game.rules.licence_price <= s.cash[company]:
        return False
    return any(game.track.leads_to(s, company, name) for name in game.rules.routes.licensed)


def _after_station(game: RailGame, step: str) -> bool:
    """Whether a step comes in the turn of a company after the one in which it places stations."""
    turn = game.flow.turn
    return "place_station" in turn and step in turn[turn.index("place_station") + 1 :]


def _train(scene: Scene, seat: int) -> Action | None:
    """The cheapest train of bank and pool, where none of theirs can be bought."""
    (game, s), step = rail(scene), purchase(scene)
    bought = [choice.args[0] for choice in scene.choices if choice.kind == "buy_train"]
    if step is None or help_needed(scene) or {"bank", "pool"} & set(bought):
        return None
    trains = [(game.rules.trains[train], source) for source, train in step.stock(s)]
    stock = [(train.price, source, train.name) for train, source in trains if not train.extra]
    if not stock:
        return None
    price, source, train = min(stock)
    return Action(seat, "buy_train", (source, train, price))
