"""The rounds and turns of a match as marks that lead to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from markupsafe import Markup

from stellwerk.core.action import CHANCE
from stellwerk.core.course import Course, Round
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import Table

AROUND: Final = 120
"""So many rounds, and so many turns, are shown before the present one and after it: a file may have had thousands."""

T = TypeVar("T")


class Mark(NamedTuple):
    """A place in the past: the ply it leads to, how it is called in short and in full, and whether we are in it."""

    to: int
    short: str | Markup
    name: str
    now: bool


class Timeline(NamedTuple):
    """All rounds, the turns of the present one, and where jumps from here lead; None where there is nowhere to go."""

    rounds: Sequence[Mark]
    turns: Sequence[Mark]
    round_back: int | None
    round_on: int | None
    turn_back: int | None
    turn_on: int | None


def timeline(scene: Scene, drawn: Table, course: Course, ply: int) -> Timeline:
    """What leads from a position to others; a turn and a round begin with the position before their first action."""
    here, turn = course.round_of(ply), course.turn_of(ply)
    turns = course.turns_in(here) if here else ()
    return Timeline(
        rounds=[
            Mark(one.first, drawn.short_round(scene, counted(course, one)), round_name(scene, course, one), one is here)
            for one in _near(course.rounds, here)
        ],
        turns=[
            Mark(one.first, drawn.turn_mark(scene, one.chapter), drawn.turn_name(scene, one.chapter), one == turn)
            for one in _near(turns, turn)
        ],
        round_back=_back([one.first for one in course.rounds], ply),
        round_on=_on([one.first for one in course.rounds], ply, scene.last),
        turn_back=_back([one.first for one in course.turns], ply),
        turn_on=_on([one.first for one in course.turns], ply, scene.last),
    )


def round_name(scene: Scene, course: Course, one: Round) -> str:
    """What a round is called in full."""
    _, shown = scene.say, counted(course, one)
    if shown.name is not None:
        return scene.texts.say(scene.language, shown.name.key, *shown.name.args, **shown.name.data)
    return _("Round %(number)s", number=shown.number) if shown.number else _("Setup")


def counted(course: Course, one: Round) -> Round:
    """The round with the number that people count: what is laid out before the first turn is round 0."""
    first = course.turns[0].chapter
    return one._replace(number=one.number - (first.seat == CHANCE or first.round is not None))


def _near(marks: Sequence[T], here: T | None) -> Sequence[T]:
    at = marks.index(here) if here is not None else 0
    return marks[max(0, at - AROUND) : at + AROUND + 1]


def _back(plies: list[int], ply: int) -> int | None:
    """To the beginning of where we are, or from there to the one before."""
    return max((at for at in plies if at < ply), default=None)


def _on(plies: list[int], ply: int, last: int) -> int | None:
    return min((at for at in plies if at > ply), default=last if ply < last else None)
