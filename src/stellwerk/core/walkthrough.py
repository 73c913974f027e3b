"""How a guided match goes when everything is done as the guide wants it, and where a log stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import DataError, NotFound, RuleError
from stellwerk.core.guide import FILE, GUIDE, LEARNER, Detour, Guide, Step
from stellwerk.core.match import Header, Match, Seat, new_header
from stellwerk.core.registry import title
from stellwerk.core.title import Title

How = Literal["asked", "looking", "done", "elsewhere", "over"]
"""What the learner is at: has to do something, to look, has done it, has done something else, is through."""

NOBODY: Final = "?"


class Place(NamedTuple):
    """Where a log stands in a walkthrough: at which step, how, and what was done there that was not asked for."""

    step: int
    how: How
    matched: int = 0
    """How many of several actions of the step have been done."""

    strange: Action | None = None

    detour: Detour | None = None


@dataclass(frozen=True)
class Walkthrough:
    """A guide with the log to which it leads, chance included."""

    game: str
    guide: Guide
    log: tuple[Action, ...]
    marks: tuple[int, ...]
    """The plies at which steps begin, and that at which the last one ends."""

    dones: tuple[int, ...]
    """For each step the ply at which the learner has done all that it asks for."""

    def header(self, name: str) -> Header:
        """A match for a learner of that name."""
        others = [Seat(other, GUIDE) for other in self.guide.names]
        return new_header(self.game, [Seat(name), *others], self.guide.options, self.guide.seed, self.guide.preset)

    def fits(self, header: Header) -> bool:
        """Whether a match was begun by this guide; it may have changed since."""
        began = self.header(header.seats[LEARNER].name)
        return (began.seed, began.options, len(began.seats)) == (header.seed, header.options, len(header.seats))

    def step(self, at: int) -> Step:
        return self.guide.steps[at]

    def until(self, step: int, *, done: bool = False) -> tuple[Action, ...]:
        """All that has happened when a step begins, or when it is done; with the number of steps at the end."""
        plies = self.dones if done else self.marks
        if not 0 <= step < len(plies):
            raise NotFound("step", step)
        return self.log[: plies[step]]

    def common(self, log: Sequence[Action]) -> int:
        """How many actions of a log are those of the walkthrough."""
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(log, self.log, strict=False)))

    def place(self, log: Sequence[Action]) -> Place:
        """Where a log stands; one that has left the walkthrough early stands at the first step."""
        common = self.common(log)
        at = max((step for step, mark in enumerate(self.marks) if mark <= common), default=0)
        if at == len(self.guide.steps):
            return Place(at, "over")
        step = self.step(at)
        since = [action for action in log[self.marks[at] :] if action.seat != CHANCE]
        if common < self.marks[0]:
            return Place(0, "elsewhere", strange=since[0] if since else Action(LEARNER, NOBODY))
        for number, wanted in enumerate(step.do):
            if number == len(since):
                return Place(at, "asked", number)
            action = since[number]
            if wanted != action and not step.takes(number, action):
                return Place(at, "elsewhere", number, action, _detour(step, action))
        return Place(at, "done" if step.do else "looking", len(step.do))


def walkthrough_of(game: str) -> Walkthrough | None:
    """The walkthrough of a title that has a guide; worked out once."""
    known = title(game)
    return None if known.guide is None else _walkthrough(known)


@cache
def _walkthrough(known: Title) -> Walkthrough:
    assert known.guide is not None
    return work_out(known, known.guide)


def work_out(known: Title, guide: Guide) -> Walkthrough:
    """Play a guide through, every action held against the rules."""
    match = Match(Walkthrough(known.id, guide, (), (), ()).header("Ada"))

    def play(where: str, actions: Sequence[Action]) -> int:
        for action in actions:
            try:
                match.play(action)
            except RuleError as error:
                raise DataError(FILE, f"{where}: {action} is refused: {error}") from error
        return match.ply

    marks, dones = [play("the opening", guide.opening)], []
    for step in guide.steps:
        dones.append(play(f"step {step.id}", step.do))
        marks.append(play(f"step {step.id}", step.then))
    return Walkthrough(known.id, guide, tuple(match.log), tuple(marks), tuple(dones))


def _detour(step: Step, action: Action) -> Detour | None:
    return next((detour for detour in step.detours if detour.pattern.fits(action)), None)


def is_guided(header: Header) -> bool:
    """Whether a match is a guided one."""
    return any(seat.bot == GUIDE for seat in header.seats)
