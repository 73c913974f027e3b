"""Runs of the past: which routes were run, by which trains and for how much, told and drawn upon the map."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from markupsafe import Markup

from stellwerk.core.action import Action
from stellwerk.core.course import Round
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.routes import earnings
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import STOP, Face
from stellwerk.web.scene import Scene
from stellwerk.web.svg.runs import drawn_run, pieces
from stellwerk.web.tables.rail.extras import extras_of
from stellwerk.web.tables.rail.look import rail, show, stance_of, train_name
from stellwerk.web.tables.rail.routes import line_of

RUN: Final = "run"


def short_round(scene: Scene, one: Round) -> str:
    """The round in short: A for the sale, S2 for a stock round, 3.1 for an operating round."""
    _ = scene.say
    data = one.name.data if one.name else {}
    if "set" in data:
        return f"{data['set']}.{data['number']}"
    return _("S%(number)s", number=data["number"]) if "number" in data else extras_of(scene).opening(scene) or _("Sale")


def replay(scene: Scene, before: RailState, action: Action) -> Markup:
    """A run with each train's route and sum, and as a drawing for the map that the scene shows.

    Track that was replaced since is drawn as it lay; what still lies there as it is now.
    """
    game, _s = rail(scene)
    company = str(before.todo[-1].who)
    position = game.track.position(before, company)
    trains, routes = game.flow.fleet_now(before, company), action.args[0]
    lines = [
        line_of(scene, position, train.name, route, earnings(position, (train,), (route,)))
        for train, route in zip(trains, routes, strict=True)
    ]
    express = [train.name in game.rules.routes.express for train in trains]
    counted = [_counted(route, fast) for route, fast in zip(routes, express, strict=True)]
    drawing = drawn_run(routes, counted, partial(_face, game, before, _s, _used(routes)), stance_of(game))
    sum_ = earnings(position, trains, routes)
    told = {"company": company, "lines": lines, "sum": sum_, "train_name": partial(train_name, scene)}
    return show(scene, "rail/ran.html", drawing=drawing, **told)


def _used(routes: Any) -> dict[str, set[Any]]:
    found: dict[str, set[Any]] = {}
    for route in routes:
        for name, *ends in pieces(route):
            found.setdefault(name, set()).add(tuple(ends))
    return found


def _face(game: RailGame, then: RailState, now: RailState, used: dict[str, set[Any]], name: str) -> Face:
    """What lies on a hex now if it has all track that was used there, else what lay there then."""
    at = game.rules.hexmap.number[name]
    lies = game.track.lying(now)[at]
    known = {(path.a, path.b) for path in lies.paths}
    return lies if used.get(name, set()) <= known else game.track.lying(then)[at]


def _counted(route: Any, express: bool) -> frozenset[tuple[str, int]]:
    """The stops of a route that count; one that passes all between its ends counts these two."""
    calls = [(name, end) for name, end in route if end >= STOP]
    return frozenset(calls[:: max(1, len(calls) - 1)] if express else calls)
