"""Planning on a scratch board: a plan drawn on the map that a seat sees, and what every company earns by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.action import Json
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Malformed
from stellwerk.eighteen.runs import Runs
from stellwerk.eighteen.scratch import MOST_STEPS, MOST_TRAINS, Sketch, Step, cities, homes, lays, sketch, stations
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.worth import Outlook
from stellwerk.web.tables.rail.extras import RailScene
from stellwerk.web.tables.rail.look import badge, company_on_turn, gone, rail, show, train_name
from stellwerk.web.tables.rail.worth import SEARCH, key_of

LONGEST: Final = 5
NAMED: Final = 20
"""So many parts a step has at most, and so many letters a name in it."""

TOGETHER: Final = 1.0
PICKED: Final = 0.5
"""So many seconds at most the runs of all companies are searched for, and what further tiles and stations would bring.

A plan comes from outside and may give every company the trains that take longest.
"""

LEAST: Final = 0.01
"""So many seconds any run is searched for, however little time is left."""


class Row(NamedTuple):
    """A company in a plan: its trains, what its best run earns on the real board and what in the plan."""

    company: str
    badge: Markup
    trains: tuple[str, ...]
    now: int
    then: int
    proven: bool
    chosen: bool


class Planned(NamedTuple):
    """A step of a plan in words, and whether it could be carried out."""

    text: str
    fits: bool


class Plan:
    """What a plan comes to, for one company that is looked at."""

    def __init__(self, scene: RailScene, steps: Sequence[Step], company: str) -> None:
        self.scene, self.steps = scene, steps
        self.game, self.real = rail(scene)
        self.sketch: Sketch = sketch(self.game, self.real, steps)
        self.company = company if company in self.companies() else self._first()
        self.seat = 0 if scene.seat is None else scene.seat
        self._until = monotonic() + TOGETHER

    @property
    def state(self) -> RailState:
        return self.sketch.state

    def companies(self) -> list[str]:
        """All railroads that are still in the game."""
        return [company for company in self.game.rules.railroads if not gone(self.real, company)]

    def _first(self) -> str:
        """The company whose turn it is, else one that the visitor directs, else the first that has begun."""
        now = company_on_turn(self.scene)
        known = self.companies()
        mine = [company for company in known if self.real.director.get(company) == self.scene.seat]
        begun = [company for company in known if company in self.real.operated]
        return next(iter([*([now] if now in known else []), *mine, *begun, *known]), "")

    def drawn(self) -> RailScene:
        """The scene with the plan in place of the position, and all that can be added to it in place of choices."""
        view = replace(self.scene.view, state=self.state, choices=(*self.options(), *self._run()), log=())
        return replace(self.scene, view=view, acting=True, waiting=(), told=(), planned=self.company)

    def options(self) -> tuple[Choice, ...]:
        """Tiles and stations that can be added for the company that is looked at."""
        game, s, company = self.game, self.state, self.company
        if not company:
            return ()
        return (
            *(Choice(self.seat, "lay", (name, face.number, face.rotation)) for name, face in lays(game, s, company)),
            *(Choice(self.seat, "station", spot) for spot in stations(game, s, company)),
            *(Choice(self.seat, "home", spot) for spot in homes(game, s, company)),
            *(Choice(self.seat, "city", spot) for spot in cities(game, self.real, s, company)),
        )

    def _run(self) -> Iterator[Choice]:
        """The best run of the company, which the map draws."""
        step, game, company = self.game.rail_steps.get("run_trains"), self.game, self.company
        run = self._outlook(self.state, company).run(self.state) if company else None
        if run and isinstance(step, RunTrains):
            trains, mail = game.flow.fleet_now(self.state, company), game.rules.run_rules.mail
            position = game.track.position(self.state, company)
            yield Choice(self.seat, "run", (Runs(company, trains, False, position, mail, {mail: run, False: run}),))

    def _outlook(self, s: RailState, company: str) -> Outlook:
        seconds = max(LEAST, min(SEARCH, self._until - monotonic()))
        return Outlook(self.game, s, company, assumes=False, seconds=seconds)

    def values(self) -> dict[str, Json]:
        """What each tile or station that can be added would bring besides; as many as can be told in the time."""
        found: list[Json] = []
        options = self.options()
        if not options:
            return {"values": found, "total": 0}
        now = self._outlook(self.state, self.company).now()
        self._until = monotonic() + PICKED
        for choice in options:
            if monotonic() >= self._until:
                break
            step = (choice.kind, self.company, *choice.args)
            # Which city a station may take is told by what lay there before the plan.
            whole = choice.kind == "city"
            after = sketch(self.game, *((self.real, [*self.steps, step]) if whole else (self.state, [step]))).state
            then = self._outlook(after, self.company).now()
            found.append([list(key_of(choice)), then.sum, then.sum - now.sum, now.proven and then.proven])
        return {"values": found, "total": len(options)}

    def rows(self) -> list[Row]:
        """All companies with what they earn, those that have begun first."""
        found = []
        for company in self.companies():
            real, then = self._outlook(self.real, company).now(), self._outlook(self.state, company).now()
            chosen, trains = company == self.company, tuple(self.state.trains[company])
            found.append(Row(company, badge(self.scene, company), trains, real.sum, then.sum, then.proven, chosen))
        return sorted(found, key=lambda row: row.company not in self.real.operated)

    def told(self) -> list[Planned]:
        """The steps of the plan in words."""
        fits = self.sketch.fits
        return [Planned(self._words(step), fits[at]) for at, step in enumerate(self.steps[: len(fits)])]

    def _words(self, step: Step) -> str:
        _ = self.scene.say
        match step:
            case "lay", company, name, number, _rotation:
                return _("%(company)s: tile %(tile)s on %(hex)s", company=company, tile=number, hex=name)
            case (("station" | "home"), company, name, _stop):
                return _("%(company)s: station on %(hex)s", company=company, hex=name)
            case "city", company, name, int(stop):
                return _("%(company)s: city %(city)s of %(hex)s", company=company, hex=name, city=stop + 1)
            case "train", company, train:
                return _("%(company)s gets a %(train)s", company=company, train=train_name(self.scene, str(train)))
            case "scrap", company, train:
                return _("%(company)s loses a %(train)s", company=company, train=train_name(self.scene, str(train)))
            case "phase", phase:
                return _("Phase %(phase)s", phase=phase)
        return _("Unknown step")


def plan_parts(scene: RailScene, steps: Sequence[Step], company: str) -> tuple[RailScene, dict[str, Any]]:
    """The scene of a plan, and what its panel shows."""
    plan = Plan(scene, steps, company)
    game, s = plan.game, plan.state
    changed = {name for name, tile in s.tiles.items() if plan.real.tiles.get(name) != tile}
    changed |= {name for name, here in s.stations.items() if plan.real.stations.get(name) != here}
    drawn = plan.drawn()
    panel = show(
        scene,
        "rail/plan.html",
        rows=plan.rows(),
        company=plan.company,
        owned=[(train, train_name(scene, train)) for train in s.trains.get(plan.company, ())],
        trains=[(name, train_name(scene, name)) for name in game.rules.trains],
        full=len(s.trains.get(plan.company, ())) >= MOST_TRAINS,
        phases=list(game.rules.phases),
        phase=s.phase,
        told=plan.told(),
        changed=" ".join(sorted(changed)),
        train_name=lambda train: train_name(scene, train),
    )
    return drawn, {"panel": panel, "values": plan.values(), "company": plan.company}


def steps_of(given: list[Any]) -> list[Step]:
    """A plan as a script sends it: a short list of short lists of names and numbers."""
    if len(given) > MOST_STEPS:
        raise Malformed("steps", f"at most {MOST_STEPS} of them")
    return [_step(step) for step in given]


def _step(given: Any) -> Step:
    match given:
        case [str(), *rest] if len(rest) < LONGEST and all(_is_part(part) for part in given):
            return tuple(given)
    raise Malformed("steps", f"a step is a list of at most {LONGEST} short names and numbers, a name first")


def _is_part(part: Any) -> bool:
    return type(part) is int or (isinstance(part, str) and len(part) <= NAMED)
