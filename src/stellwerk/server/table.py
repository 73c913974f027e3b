"""A table at which a match is played: a snapshot that never changes, and its rows in the store."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from stellwerk.core.match import Match
from stellwerk.core.view import View
from stellwerk.server.snapshots import weight
from stellwerk.server.store import Standing
from stellwerk.server.told import Told
from stellwerk.server.versions import Frozen

BACK: Final = 60
"""So many plies back it is offered to take something back; more is asked for a part at a time."""


class Created(NamedTuple):
    """A new match and the token of each seat, "" for bots; no tokens where those of the match before go on."""

    id: str
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A match at a rev. Whoever plays on makes a new Table, so a reader's position stays as it is.

    `ply` counts the actions behind the position and goes down by an undo, `rev` counts rows and only grows.
    """

    id: str
    match: Match
    rev: int
    created: float
    next: str | None = None
    """The match that was begun at this table afterwards."""

    claims: int = 0
    """How often a seat changed hands."""

    _told: Told = field(default_factory=Told, repr=False)
    _waiting: list[tuple[int, ...]] = field(default_factory=list, repr=False)

    @property
    def ply(self) -> int:
        return self.match.ply

    @property
    def frozen(self) -> Frozen | None:
        """The match, where it was played by other rules than those known here."""
        return self.match if isinstance(self.match, Frozen) else None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.match.header.seats]

    def after(self, match: Match, rows: int, kept: int) -> Table:
        """The table once so many rows were added; the first `kept` actions of the log are the same."""
        told = self._told.until(kept, match.opened)
        return replace(self, match=match, rev=self.rev + rows, _told=told, _waiting=[])

    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a choice, worked out once."""
        if not self._waiting:
            self._waiting.append(tuple(self.match.waiting()))
        return self._waiting[0]

    def standing(self) -> Standing:
        """What the store notes of this position."""
        result = self.match.result
        return Standing(
            ply=self.ply,
            finished=self.match.over,
            bot_due=self.bot_to_move() is not None,
            waiting=self.waiting(),
            winners=result.winners if result else (),
        )

    def weight(self) -> int:
        """Bytes in memory, roughly."""
        return weight(self.match) + self._told.weight()

    def bot_to_move(self) -> int | None:
        """The first seat that owes a choice and is played by a bot."""
        seats = self.match.header.seats
        return next((seat for seat in self.waiting() if seats[seat].bot), None)

    def undoable(self, seats: Collection[int]) -> list[int]:
        """The plies to which who holds these seats may go back, of the latest ones."""
        return self.match.undoable(seats, most=BACK)

    def redoable(self, seats: Collection[int]) -> bool:
        """Whether what was undone last was done by one of these seats."""
        return bool(self.match.undone) and self.match.undone[-1][0].seat in seats

    def told(self, view: View[Any], lang: str, since: int = 0, until: int | None = None) -> list[str]:
        """The log of a view in words, from ply `since` to before `until`; each action is worded once."""
        until = view.ply if until is None else until
        return self._told.lines(self.match, self.names, view, lang, min(since, until), until)
