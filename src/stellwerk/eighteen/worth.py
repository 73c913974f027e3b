"""What a choice brings: the most that a company's trains could earn once it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole, Range
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.routes import Run
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.trains import Train

FOLLOWS: Final = ("choose_city", "discard_train", "consent")
"""Steps that an action may bring about before the company goes on: the best answer is looked for, consent is given."""

MOST_OUTCOMES: Final = 12
"""So many answers to what follows are tried at most."""


class Worth(NamedTuple):
    """What the best run earns, with mail where there is any; no run earns more than `bound`."""

    sum: int
    bound: int

    @property
    def proven(self) -> bool:
        return self.sum >= self.bound


NOTHING: Final = Worth(0, 0)


class Outlook:
    """The earnings of one company from a position on, as its trains are.

    A company without a train is judged by the one that the bank sells next, where `assumes` allows it: who builds
    before buying wants to know what the track is good for. `seconds` bounds the search for each run.
    """

    def __init__(
        self, game: RailGame, s: RailState, company: str, *, assumes: bool = True, seconds: float | None = None
    ) -> None:
        self.game, self.s, self.company, self.seconds = game, s, company, seconds
        self.assumed = next_train(game, s) if assumes and not s.trains[company] else ()

    @property
    def trains(self) -> tuple[Train, ...]:
        """The trains by which the position is judged."""
        return self.game.flow.fleet_now(self.s, self.company) or self.assumed

    def now(self) -> Worth:
        return self._best(self.s)

    def after(self, action: Action) -> Worth:
        """The most that can come of an action, whatever follows at once."""
        found = [self._best(s) for s in self._outcomes(self.game.apply(self.s, action))]
        return max(found, default=NOTHING)

    def run(self, s: RailState) -> Run | None:
        """The best run in a position of the same game; None where nothing could run."""
        step, trains = self.game.rail_steps.get("run_trains"), self.game.flow.fleet_now(s, self.company) or self.assumed
        if not isinstance(step, RunTrains) or not trains:
            return None
        position, mail = step.position(s, self.company), self.game.rules.run_rules.mail
        known = self.game.track.known_runs
        found = known.best(position, trains, self.seconds, mail=mail)
        if position.visits and not any(found.routes):
            # What no run can do is asked of nobody.
            found = known.best(replace(position, visits=()), trains, self.seconds, mail=mail)
        return found

    def _best(self, s: RailState) -> Worth:
        run = self.run(s)
        return Worth(run.revenue + run.post, run.bound) if run else NOTHING

    def _outcomes(self, s: RailState) -> Iterator[RailState]:
        """The positions after what follows at once: all that the company may choose, the first for anybody else."""
        ahead, left = [s], MOST_OUTCOMES
        while ahead:
            s = ahead.pop()
            top = s.todo[-1] if s.todo else None
            if top is None or top.step not in FOLLOWS or not left:
                yield s
                continue
            kinds = self.game.rail_steps[top.step].kinds
            answers = [choice for choice in self.game.choices(s) if choice.kind in kinds]
            some = answers[:left] if top.who == self.company else answers[:1]
            left -= len(some)
            if top.step == "consent" and some[0].kind != "accept":
                yield s
                continue
            ahead.extend(self.game.apply(s, Action(*answer)) for answer in some)


def next_train(game: RailGame, s: RailState) -> tuple[Train, ...]:
    """The cheapest train that the bank sells now and that counts as one, if there is any."""
    offered = [game.flow.train_now(s, name) for name in game.flow.on_sale(s) if not game.rules.trains[name].extra]
    return (min(offered, key=lambda train: train.price),) if offered else ()


def filled(choice: Choice) -> Action | None:
    """A choice whose only holes are amounts as an action, with the least of each; None for any other hole."""
    args = tuple(arg.lo if isinstance(arg, Range) else arg for arg in choice.args)
    return None if any(isinstance(arg, Hole) for arg in args) else Action(choice.seat, choice.kind, args)
