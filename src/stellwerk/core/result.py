"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from stellwerk.core.action import Json


class Line(NamedTuple):
    """One line of a seat's final sum: so many of a thing, so much each, the points together."""

    label: str
    number: int
    each: int
    points: int


@dataclass(frozen=True, slots=True)
class Result:
    """Final scores by seat, who won, why the game ended (a text key), and how each score adds up."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    sums: tuple[tuple[Line, ...], ...]

    def to_json(self) -> Json:
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "reason": self.reason,
            "sums": [[line._asdict() for line in lines] for lines in self.sums],
        }
