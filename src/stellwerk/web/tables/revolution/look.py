"""What the parts of the table of Railroad Revolution share: the position, signs of rewards, and reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import RuleError
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.rewards import COLOURS, Reward
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.words import describe
from stellwerk.web.render import compact
from stellwerk.web.scene import Scene
from stellwerk.web.svg.tokens import Sign, signs_badge, worker_badge

COUNTED: Final = ("shares", "steps", "flip", "loco", "promote", "rail", "station", "office", "swap")
PLACED: Final = ("start_rail", "start_station", "start_office")
NO_SIGN: Final = "–"


def revolution(scene: Scene) -> tuple[RevolutionGame, Tables, RevolutionState]:
    """The game, its tables and the position as the visitor sees it."""
    game = scene.view.game
    assert isinstance(game, RevolutionGame)
    return game, game.t, scene.view.state


def letter(scene: Scene, colour: str) -> str:
    """What stands on the workers of a colour."""
    return next(sign for sign in scene.name(colour) if sign.isalpha()).upper() if colour in COLOURS else "?"


def worker_icon(scene: Scene, colour: str, extra: str = "") -> Markup:
    return worker_badge(colour, letter(scene, colour), extra)


def signs_of(scene: Scene, reward: Reward) -> list[Sign]:
    """A reward in signs: what it costs, then what it gives."""
    return list(_signs(scene, reward))


def _signs(scene: Scene, reward: Reward) -> Iterator[Sign]:
    if reward.pay:
        yield Sign("", f"−{reward.pay}:")
    for colour in reward.workers:
        yield Sign(colour, letter=letter(scene, colour))
    for n, colour in enumerate(reward.one_of):
        yield Sign(colour, "/" if n < len(reward.one_of) - 1 else "", letter(scene, colour))
    for _ in range(reward.any_worker):
        yield Sign("any", letter="?")
    if reward.money:
        yield Sign("money", str(reward.money))
    for name in COUNTED:
        count = getattr(reward, name)
        price = getattr(reward, f"{name}_price", 0)
        if count:
            yield Sign(name, f"{count}" + (f" (−{price})" if price else ""))
    for name in PLACED:
        if getattr(reward, name):
            yield Sign(name)


class Gift(NamedTuple):
    """A reward: in signs and in words."""

    signs: Markup
    words: str


def gift(scene: Scene, reward: Reward) -> Gift:
    return Gift(signs_badge(signs_of(scene, reward) or [Sign("", NO_SIGN)]), said(scene, reward))


def said(scene: Scene, reward: Reward) -> str:
    """A reward in the words of the game."""
    return describe(scene.texts, scene.language, reward)


class Why(NamedTuple):
    """Why something is not possible, and by which rule."""

    text: str
    rule: str


def why(scene: Scene, kind: str, *args: Any) -> Why | None:
    """The rule that forbids an action of the visitor now; None where nothing does or nobody asks."""
    if scene.seat is None or not scene.acting:
        return None
    game, _t, s = revolution(scene)
    try:
        game.check(s, Action(scene.seat, kind, args))
    except RuleError as error:
        return Why(scene.refusal(error.rule, dict(error.data)), error.rule)
    return None


def does(scene: Scene, choice: Choice | None, kind: str, *args: Any) -> dict[str, str | None]:
    """The attribute of something to click: a legal choice, or a question that the server answers with its rule."""
    if choice is not None:
        return {"data-choice": compact(choice.to_json())}
    if scene.seat is None or not scene.acting or scene.view.game.over(scene.view.state):
        return {}
    return {"data-ask": compact({"kind": kind, "args": list(args)})}


def by_args(scene: Scene, kind: str) -> dict[tuple[Any, ...], Choice]:
    """The choices of a kind by their arguments."""
    return {choice.args: choice for choice in scene.choices if choice.kind == kind}


def step_of(scene: Scene) -> str:
    """The decision point that is open, "" once the game is over."""
    _game, _t, s = revolution(scene)
    return s.todo[-1].step if s.todo else ""


def asked(scene: Scene) -> int:
    """The seat that has to decide, -1 for chance or nobody."""
    _game, _t, s = revolution(scene)
    who = s.todo[-1].who if s.todo else -1
    return who if isinstance(who, int) else -1
