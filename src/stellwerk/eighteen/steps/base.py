"""What all steps of an 18xx game share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import Step
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.tables import Tables
from stellwerk.eighteen.track import Track

ANY_TIME: tuple[str, ...] = ("exchange_private",)
IN_OWN_TURN: tuple[str, ...] = ("exchange_private", "buy_private", "lay_private_tile")


class RailStep(Step[RailState]):
    """A step that looks things up in the tables of a title. Rule numbers are those of 1830 unless a title says else."""

    rule: ClassVar[str] = "2.0e"
    turn_rule: ClassVar[str] = "6.2e"
    """The rule that a refusal names when somebody else is to act."""

    elsewhere: ClassVar[str] = ""
    """The rule by which a step that is sometimes open beside another is closed beside all others."""

    beside: dict[str, RailStep]
    """The steps that are open besides this one, by name; the game puts them there."""

    def __init__(self, tables: Tables, track: Track) -> None:
        self.t, self.track = tables, track
        self.beside = {}

    def director_seat(self, s: RailState, company: str) -> int:
        """6.2e: whoever holds the director's certificate decides for a company."""
        return s.director[company]

    def mover(self, s: RailState, f: Frame) -> int:
        """Whose decision this step is."""
        return f.who if isinstance(f.who, int) else self.director_seat(s, f.who)

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % self.t.seats

    def money(self, s: RailState, seat: int) -> int:
        return s.cash[player(seat)]

    def passed_over(self, s: RailState, f: Frame, a: Action) -> Refusal | None:
        """Why this step had nothing to choose, where its action is wanted in a later one; None where it had."""
        return None

    def why_now(self, s: RailState, a: Action) -> Refusal:
        """Why a company does not do now what belongs to another step of its turn."""
        if a.kind == "lay" and "track" in s.used:
            return Refusal("7.2k")
        if a.kind == "station" and "station" in s.used:
            return Refusal("7.3.2a")
        return Refusal("7.1a")


def unsold(s: RailState) -> Iterator[str]:
    """Privates that are still for sale, cheapest first."""
    return (private for private, owner in s.privates.items() if not owner)
