"""A turn that begins on the board: where a piece could be placed, and which workers would do it."""

from __future__ import annotations

from typing import Final

from stellwerk.core.action import Action
from stellwerk.web.scene import Scene
from stellwerk.web.tables.revolution.look import by_args, revolution, step_of

DOES: Final = {"railroad": "lay", "station": "build", "telegraph": "open"}
"""What the main action of a space does on the board."""

ON: Final = {kind: action for action, kind in DOES.items()}

Begins = dict[tuple[str, str | int], tuple[str, ...]]
"""By kind and place the colours of the workers with which it can be done at once."""


def begins(scene: Scene) -> Begins:
    """turn.2 and act.1: places that are open as soon as a worker stands on their action."""
    if not scene.on_turn or step_of(scene) != "turn":
        return {}
    game, _t, s = revolution(scene)
    found: dict[tuple[str, str | int], list[str]] = {}
    for colour, action in by_args(scene, "place"):
        kind = DOES.get(action)
        if kind:
            after = game.apply(s, Action(scene.seat or 0, "place", (colour, action)))
            for choice in game.choices(after):
                if choice.kind == kind:
                    found.setdefault((kind, choice.args[0]), []).append(colour)
    return {place: tuple(colours) for place, colours in found.items()}


def begun_with(begun: Begins, kind: str, place: str | int) -> dict[str, str | None]:
    """The attributes of a place on which a click asks for a worker: the action, and the workers that would do."""
    colours = begun.get((kind, place))
    return {"data-begin": " ".join(colours), "data-on": ON[kind]} if colours else {}


def with_workers(scene: Scene, begun: Begins, kind: str, place: str | int) -> str:
    """The end of a sentence about a place: which workers can begin there."""
    _, colours = scene.say, begun.get((kind, place), ())
    names = ", ".join(map(scene.name, colours))
    return "; " + _("you can build here with a worker: %(names)s", names=names) if colours else ""
