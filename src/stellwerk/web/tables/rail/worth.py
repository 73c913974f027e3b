"""What each choice of an 18xx turn brings: the best run of the company after it, a portion of choices at a time."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Final, NamedTuple

from stellwerk.core.action import Action, Json, thaw
from stellwerk.core.choice import Choice, Hole
from stellwerk.eighteen.worth import Outlook, filled
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.look import ON_MAP, company_on_turn, rail, train_name

SEARCH: Final = 0.4
"""So many seconds one run is searched for at most; what is cut short is told as "at least"."""

FLEET: Final = frozenset({"buy_train", "trade_in", "buy_cheaper", "discard"})
"""Kinds of actions after which a company has other trains."""


SOLD: Final = "sold"
"""The kind under which it is told what a company earns once one of its trains is sold."""


class Asked(NamedTuple):
    """A choice by which the company on turn may come to earn more or less."""

    key: tuple[Json, ...]
    action: Action
    fleet: bool
    company: str = ""
    """The other company of whose earnings is told."""


def questions(scene: Scene) -> Iterator[Asked]:
    """The choices whose worth can be told: tiles, stations and trains, those on the map first."""
    built, bought = [], []
    for choice in scene.choices:
        action = filled(choice)
        if action and choice.kind in ON_MAP:
            built.append(Asked(key_of(choice), action, fleet=False))
        elif action and choice.kind in FLEET:
            bought.append(Asked(key_of(choice), action, fleet=True))
            if choice.kind == "buy_train" and choice.args[0] in rail(scene)[0].rules.railroads:
                bought.append(Asked((SOLD, *choice.args[:2]), action, fleet=True, company=choice.args[0]))
    yield from built
    yield from bought


def key_of(choice: Choice) -> tuple[Json, ...]:
    """A choice as scripts name it: its kind and its arguments, without those that are still open."""
    return choice.kind, *(thaw(arg) for arg in choice.args if not isinstance(arg, Hole))


def worth(scene: Scene, start: int, seconds: float) -> dict[str, Json]:
    """What the choices from `start` on bring, as many as can be told in so many seconds, and where to go on.

    At least one is told, so that who asks on and on comes to the end.
    """
    company, until = company_on_turn(scene), monotonic() + seconds
    game, s = rail(scene)
    asked = list(questions(scene)) if company in game.rules.railroads else []
    if not asked:
        return {"company": "", "now": None, "values": [], "next": None, "total": 0}
    built = Outlook(game, s, company, seconds=SEARCH)
    bought = Outlook(game, s, company, assumes=False, seconds=SEARCH)
    values: list[Json] = []
    place = start
    while place < len(asked):
        key, action, fleet, seller = asked[place]
        outlook = bought if fleet else built
        if seller:
            outlook = Outlook(game, s, seller, assumes=False, seconds=SEARCH)
        now, then = outlook.now(), outlook.after(action)
        values.append([list(key), then.sum, then.sum - now.sum, now.proven and then.proven])
        place += 1
        if monotonic() >= until:
            break
    return {
        "company": company,
        "now": built.now().sum,
        "trains": [train_name(scene, train.name) for train in built.trains],
        "assumed": bool(built.assumed),
        "values": values,
        "next": place if place < len(asked) else None,
        "total": len(asked),
    }
