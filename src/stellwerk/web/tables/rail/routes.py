"""Running trains: the best run as the rules find it, and what the scripts need to draw one by hand."""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.core.action import Action, Json, thaw
from stellwerk.core.choice import Choice
from stellwerk.eighteen.routes import Position, Route, Routes, Run, earnings
from stellwerk.eighteen.runs import Runs
from stellwerk.eighteen.tiles import STOP
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.look import rail
from stellwerk.web.tables.rail.map import neighbours


class Line(NamedTuple):
    """The route of one train: by whom, over which places, for how much."""

    train: str
    places: tuple[str, ...]
    worth: tuple[int, ...]
    revenue: int


class Post(NamedTuple):
    """The train that carries mail, its number counted from 1, and what that brings to the treasury."""

    number: int
    train: str
    amount: int


class Summary(NamedTuple):
    """The best run: all its routes, its sum, whether nothing can earn more, and the choice that admits it."""

    choice: Choice
    runs: Runs
    best: Run
    lines: tuple[Line, ...]
    post: Post | None = None
    """Who carries mail, where one train does."""

    richer: Run | None = None
    """A run with less mail that earns more for the shareholders."""

    @property
    def action(self) -> Json:
        return self.running(self.best)

    def running(self, run: Run) -> Json:
        """A run as the action that makes it; where one train carries mail, it is the one that earns most by it."""
        mail = (self.runs.carrier(run.routes),) if self.runs.mail else ()
        return Action(self.choice.seat, self.choice.kind, (run.routes, *mail)).to_json()

    def mail_of(self, run: Run) -> int:
        return self.runs.post(run.routes, self.runs.carrier(run.routes))


def run_summary(scene: Scene) -> Summary | None:
    """The best run of the company on turn, where trains may run now."""
    for choice in scene.choices:
        for hole in choice.args:
            if isinstance(hole, Runs):
                best = hole.best()
                lines = [
                    line_of(scene, hole.position, train.name, route, earnings(hole.position, (train,), (route,)))
                    for train, route in zip(hole.trains, best.routes, strict=True)
                ]
                return Summary(choice, hole, best, tuple(lines), post_of(hole, best.routes), _richer(hole, best))
    return None


def how_to_draw(scene: Scene) -> str:
    """What is asked while somebody draws a run in place of the best one."""
    return scene.say("Draw your own run: click its stops on the map one after the other.")


def post_of(runs: Runs, routes: Routes) -> Post | None:
    """Who carries the mail of a run; None where there is no mail or no train runs."""
    carrier = runs.carrier(routes) if runs.mail else 0
    return Post(carrier, runs.trains[carrier - 1].name, runs.post(routes, carrier)) if carrier else None


def _richer(runs: Runs, best: Run) -> Run | None:
    """What earns most for the shareholders, where that is not what earns most with the mail."""
    paid = runs.best(with_mail=False) if runs.mail else best
    return paid if paid.revenue > best.revenue else None


def line_of(scene: Scene, position: Position, train: str, route: Route, revenue: int) -> Line:
    number = position.hexmap.number
    calls = [
        (name, position.call((number[name], end)))
        for name, end in route
        if end >= STOP and not _is_junction(position, number[name], end)
    ]
    if train in position.rules.express:
        # It passes all stops between its ends.
        calls = [calls[0], calls[-1]] if calls else []
    places = tuple(place_name(scene, name, call.end[1] - STOP) for name, call in calls)
    return Line(train, places, tuple(call.worth for _, call in calls), revenue)


def _is_junction(position: Position, hex_: int, end: int) -> bool:
    """Whether trains pass an end and do not call there."""
    stops = position.faces[hex_].stops
    return end - STOP < len(stops) and stops[end - STOP].kind in position.rules.junctions


def place_name(scene: Scene, name: str, stop: int) -> str:
    """What a stop is called: by its own name, else by its hex."""
    game, _s = rail(scene)
    printed = game.rules.hexmap[name].face.stops
    return (printed[stop].name if stop < len(printed) else "") or scene.name(name)


def run_data(scene: Scene, summary: Summary) -> Json:
    """What a script needs to draw routes: the board as a graph, values of stops, the trains and the best run."""
    game, s = rail(scene)
    level = game.rules.phases[s.phase].level
    lying = game.track.lying(s)
    home, end = _herald(summary.runs.position)
    worth: dict[str, list[Json]] = {
        hex_.name: [
            ["" if stop.kind in game.rules.routes.junctions else place_name(scene, hex_.name, at), stop.worth(level)]
            for at, stop in enumerate(face.stops)
        ]
        for hex_, face in zip(game.rules.hexmap.hexes, lying, strict=True)
        if face.stops
    }
    if home:
        # The company's own home marker beside all stops is one more end of its hex.
        worth[home] = [*worth.get(home, []), [place_name(scene, home, end - STOP), game.rules.routes.herald]]
    return {
        "kind": summary.choice.kind,
        "seat": summary.choice.seat,
        "company": summary.runs.company,
        "trains": [train.name for train in summary.runs.trains],
        "express": [train.name in game.rules.routes.express for train in summary.runs.trains],
        "bonus": {"hexes": sorted(game.rules.routes.bonus.hexes), "amounts": list(game.rules.routes.bonus.amounts)},
        "passing": {"hexes": sorted(game.rules.routes.passing.hexes), "amount": game.rules.routes.passing.amount},
        "herald": [home, end] if home else None,
        "best": thaw(summary.best.routes),
        "earns": summary.best.revenue,
        "post": summary.post.amount if summary.post else 0,
        "mail": summary.runs.mail,
        "near": neighbours(game.rules),
        "worth": worth,
    }


def _herald(position: Position) -> tuple[str, int]:
    """Hex and end of the company's own home marker on plain track; "" where it has none."""
    if position.herald is None:
        return "", 0
    hex_, end = position.herald
    return position.hexmap.hexes[hex_].name, end


def sums(scene: Scene, action: Action) -> list[Json]:
    """What each train earns in a legal run; nothing for other actions."""
    runs = _runs(scene, action)
    if runs is None:
        return []
    return [
        earnings(runs.position, (train,), (route,)) for train, route in zip(runs.trains, action.args[0], strict=True)
    ]


def mail(scene: Scene, action: Action) -> list[Json]:
    """The number of the train that carries mail in a legal run, from 1, and what that brings; else nothing."""
    runs = _runs(scene, action)
    post = post_of(runs, action.args[0]) if runs else None
    return [post.number, post.amount] if post else []


def _runs(scene: Scene, action: Action) -> Runs | None:
    """The runs of which an action is one."""
    holes = (hole for choice in scene.choices if choice.kind == action.kind for hole in choice.args)
    return next((hole for hole in holes if isinstance(hole, Runs)), None)
