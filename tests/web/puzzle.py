"""A game whose choices have holes of every kind, to be played at the plain table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Draw, OneOf, Range, Shuffle, Subset
from stellwerk.core.errors import Refusal
from stellwerk.core.game import Game
from stellwerk.core.result import Line, Result
from stellwerk.core.rulebook import Rule, Rulebook
from stellwerk.core.state import Frame, State
from stellwerk.core.step import Step
from stellwerk.core.texts import Texts
from stellwerk.core.title import Title

ORDER: Final = ("bid", "pick", "some", "sort", "draw", "pass")


@dataclass(slots=True)
class PuzzleState(State):
    """What was answered so far."""

    answers: list[str]


class Ask(Step[PuzzleState]):
    """One question after the other, each of another kind."""

    rule = "1"
    kinds = ORDER

    def choices(self, s: PuzzleState, f: Frame) -> Iterator[Choice]:
        hole = {
            "bid": (Range(10, 50, 5), "fixed"),
            "pick": (OneOf(("left", 7, ("up", 2))),),
            "some": (Subset(("a", "b", "c"), 1, 2),),
            "sort": (Shuffle(("x", "y", "z")),),
            "draw": (Draw((("red", 2), ("blue", 2)), 3),),
            "pass": (),
        }
        yield Choice(0, str(f.who), hole[str(f.who)])

    def why(self, s: PuzzleState, f: Frame, a: Action) -> Refusal:
        return Refusal("1", {})

    def _answer(self, s: PuzzleState, f: Frame, a: Action) -> None:
        s.answers = [*s.answers, repr(a.args)]

    bid = pick = some = sort = draw = _answer

    def __getattr__(self, name: str) -> Any:
        if name == "pass":
            return self._answer
        raise AttributeError(name)


class Puzzle(Title):
    """Title of the puzzle, with its words and rules in the program."""

    id = "toy-puzzle"
    rules_version = 1
    seats = range(2, 3)
    seats_rule = "1"
    folder = Path()

    @cached_property
    def texts(self) -> Texts:
        said = {"title": "Puzzle", "end.done": "Done."}
        said |= {f"log.{kind}": f"{{who}} answers {kind}." for kind in ORDER}
        said |= {f"action.{kind}": f"Answer {kind}" for kind in ORDER}
        return Texts({key: {"en": text, "de": text} for key, text in said.items()})

    @cached_property
    def rulebook(self) -> Rulebook:
        both = {"en": "Answer what is asked.", "de": "Antworte auf die Frage."}
        return Rulebook({"1": Rule("1", "turn", both, both, both)}, self.texts)

    def build(self, seats: int, options: Mapping[str, str]) -> PuzzleGame:
        return PuzzleGame(self, seats, options, {"ask": Ask()})


class PuzzleGame(Game[PuzzleState]):
    """Rules of the puzzle: seat 0 answers, then everybody has won."""

    turn_rule = "1"
    end_rule = "1"
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {"bid": ("price", "what")}
    state_class = PuzzleState

    def start(self) -> PuzzleState:
        return PuzzleState([Frame("ask", kind) for kind in reversed(ORDER)], [])

    def audit(self, s: PuzzleState) -> Iterator[str]:
        yield from ()

    def result(self, s: PuzzleState) -> Result | None:
        if not self.over(s):
            return None
        return Result((1, 1), (0, 1), "end.done", ((Line("answers", 1, 1, 1),),) * 2)


PUZZLE: Final = Puzzle()
