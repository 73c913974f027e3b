"""Clocks of a match as a function of what was played: turns that begin grant time, seats that are waited for use it.

Nothing else changes a clock. An undo takes back what turns granted that did not begin after all, and gives no time
back: a turn that begins again goes on with the time that was used in it. Neither does it matter who plays a seat: an
invitation, a bot that stands in and a player who comes back leave its clock as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from stellwerk.core.action import Json

OVERTIME: Final = 60
"""Seconds of a turn that begins with no more than its increment; fewer where the whole bank had fewer."""

KEPT: Final = 32
"""So many turns of a seat are remembered one by one; an undo hardly ever goes further back."""

MOVE: Final = "move"
BANK: Final = "bank"
BOT: Final = "bot"
SKIP: Final = "pass"


class Turn(NamedTuple):
    """A turn of a seat: which of its turns in the log, the ply at which it began, and the seconds used in it."""

    number: int
    ply: int
    used: float = 0.0


class Spent(NamedTuple):
    """The time that a seat has used."""

    total: float = 0.0
    """Seconds in all turns, those too that were taken back."""

    number: int = 0
    """The present turn: so many have begun in the log as it stands. Who is asked first has turn 0."""

    turns: tuple[Turn, ...] = ()
    """The latest turns in their order, with those that were taken back and may begin again."""

    @property
    def turn(self) -> Turn:
        """The present turn."""
        return next((turn for turn in self.turns if turn.number == self.number), Turn(self.number, 0))

    def begun(self, ply: int) -> Spent:
        """Once the next turn has begun; where it had begun before an undo, with the time that was used then."""
        again = self._replace(number=self.number + 1)
        return _with(again, again.turn._replace(ply=ply))

    def back(self, ply: int) -> Spent:
        """After an undo that went back to a ply: turns that began later have not begun."""
        known = {turn.number: turn for turn in self.turns}
        number = self.number
        while number in known and known[number].ply > ply:
            number -= 1
        return self._replace(number=number)

    def later(self, seconds: float) -> Spent:
        """After some seconds in which the seat was waited for."""
        spent = _with(self, self.turn._replace(used=self.turn.used + seconds))
        return spent._replace(total=self.total + seconds)

    def to_json(self) -> Json:
        turns = [[turn.number, turn.ply, round(turn.used, 3)] for turn in self.turns]
        return [round(self.total, 3), self.number, turns]

    @classmethod
    def from_row(cls, row: Json) -> Spent:
        total, number, turns = row
        return cls(total, number, tuple(Turn(*turn) for turn in turns))


def _with(spent: Spent, turn: Turn) -> Spent:
    """With what is known of a turn, instead of what was known of it before."""
    turns = {one.number: one for one in spent.turns} | {turn.number: turn}
    return spent._replace(turns=tuple(turns[number] for number in sorted(turns)[-KEPT:]))


class Pace(NamedTuple):
    """How much time players have, and what happens when it is used up."""

    kind: str
    """`move`: so many seconds each time it is one's turn. `bank`: so many for the whole match."""

    seconds: int
    increment: int = 0
    """Seconds that a bank gets each time it is one's turn."""

    zero: str = BOT
    """`bot`: a bot plays on until its player takes the seat back. `pass`: this turn is passed, or a bot plays it."""

    def to_json(self) -> Json:
        return dict(self._asdict())

    @classmethod
    def from_row(cls, row: Mapping[str, Any] | None) -> Pace | None:
        return cls(**row) if row else None

    def left(self, spent: Spent) -> float:
        """The seconds that a seat has left in its present turn."""
        used = spent.turn.used
        if self.kind == MOVE:
            return max(0.0, self.seconds - used)
        bank = self.seconds + self.increment * spent.number - spent.total
        empty = bank + used <= self.increment  # when the turn began
        return max(0.0, bank, min(OVERTIME, self.seconds) - used if empty else 0.0)

    def used(self, left: float) -> Spent:
        """What a seat has used that has so many seconds left, where nothing else is known of it."""
        used = max(0.0, self.seconds - left) if self.kind == MOVE else self.seconds - left
        return Spent(used, 0, (Turn(0, 0, used),) if self.kind == MOVE else ())


class Asked(NamedTuple):
    """Seats that are waited for at a position."""

    waiting: tuple[int, ...]
    ply: int


class Hand(NamedTuple):
    """The clock of a seat: the time it has used, and who plays there."""

    seat: int
    spent: Spent = Spent()
    taken: bool = True
    """Whether it is or was a player's: no time passes for a bot, nor for a chair that waits for its first player."""

    stand_in: str | None = None

    def runs(self, waiting: Collection[int]) -> bool:
        """Whether time passes on it: whoever plays the seat just now."""
        return self.seat in waiting and self.taken


class Clock(NamedTuple):
    """All clocks of a match at a time."""

    pace: Pace
    at: float
    waiting: tuple[int, ...]
    hands: tuple[Hand, ...]

    @property
    def left(self) -> list[float]:
        """The seconds that each seat has left in its present turn."""
        return [self.pace.left(hand.spent) for hand in self.hands]

    def runs_out(self) -> float | None:
        """When the first one has nothing left for whom no bot plays yet."""
        ends = zip(self.hands, self.left, strict=True)
        mine = (left for hand, left in ends if hand.runs(self.waiting) and hand.stand_in is None)
        return min((self.at + left for left in mine), default=None)

    def later(self, now: float) -> Clock:
        """The same clocks at a later time; nobody uses more than there is."""
        passed = max(0.0, now - self.at)
        hands = [
            hand._replace(spent=hand.spent.later(min(passed, left))) if hand.runs(self.waiting) else hand
            for hand, left in zip(self.hands, self.left, strict=True)
        ]
        return self._replace(at=max(self.at, now), hands=tuple(hands))

    def played(self, waiting: Sequence[int], ply: int) -> Clock:
        """Once an action has led to a ply where others are waited for: their turns have begun."""
        begin = [hand for hand in self.hands if hand.seat in waiting and hand.seat not in self.waiting]
        return self._turned(waiting, {hand.seat: hand.spent.begun(ply) for hand in begin})

    def undone(self, waiting: Sequence[int], ply: int) -> Clock:
        """Once somebody went back to a ply."""
        return self._turned(waiting, {hand.seat: hand.spent.back(ply) for hand in self.hands})

    def overdue(self) -> list[Hand]:
        """The seats whose time is used up and that no bot plays yet."""
        ends = zip(self.hands, self.left, strict=True)
        return [hand for hand, left in ends if hand.runs(self.waiting) and hand.stand_in is None and left <= 0]

    def used_up(self, seat: int) -> bool:
        """Whether a seat is waited for and has no time left for that."""
        return self.hands[seat].runs(self.waiting) and self.left[seat] <= 0

    def with_stand_in(self, seat: int, bot: str | None) -> Clock:
        """With a bot that plays a seat, or with nobody but its player."""
        hands = [hand._replace(stand_in=bot) if hand.seat == seat else hand for hand in self.hands]
        return self._replace(hands=tuple(hands))

    def _turned(self, waiting: Sequence[int], spent: Mapping[int, Spent]) -> Clock:
        hands = [hand._replace(spent=spent.get(hand.seat, hand.spent)) for hand in self.hands]
        if self.pace.zero == SKIP:  # there a bot stands in for one turn
            hands = [hand if hand.seat in waiting else hand._replace(stand_in=None) for hand in hands]
        return self._replace(waiting=tuple(waiting), hands=tuple(hands))
