"""The policy of a match: who gets help from bots, what stays hidden from whom, what may be taken back.

Every channel asks here: advice, bots that stand in, undo, branches, files that are brought back and invitations.
docs/fair-play.md tells it to players.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.match import Match
from stellwerk.server.errors import ClosedSeat, NoAdvice
from stellwerk.server.marks import STOOD_IN
from stellwerk.server.store.seats import Chair


class FairPlay(NamedTuple):
    """What holds at one table."""

    people: frozenset[int]
    """The seats that are not a bot's."""

    hints: bool
    """Whether it was begun with advice from bots for everybody."""

    secret: bool
    """Whether seats have secrets that others must not see."""

    waits: bool = False
    """Whether it was branched from a match without advice that still runs."""

    @classmethod
    def of(cls, match: Match, *, hints: bool, waits: bool) -> FairPlay:
        people = frozenset(seat for seat, chair in enumerate(match.header.seats) if not chair.bot)
        return cls(people, hints, match.game.curtained, waits)

    def alone(self, seats: Collection[int]) -> bool:
        """Whether the holder of these seats plays against bots alone."""
        return bool(self.people & set(seats)) and self.people <= set(seats)

    def check_advice(self, seats: Collection[int]) -> None:
        """Refuse advice to the holder of these seats: with others at the table only a match with hints gives it."""
        if self.waits:
            raise NoAdvice("origin")
        if not self.people & set(seats) or not (self.hints or self.alone(seats)):
            raise NoAdvice("others")

    def advises(self, seats: Collection[int]) -> bool:
        try:
            self.check_advice(seats)
        except NoAdvice:
            return False
        return True

    def check_stand_in(self) -> None:
        """Refuse bots that play for people where their moves would be advice for another match."""
        if self.waits:
            raise NoAdvice("origin")

    def keeps_help_from(self, seats: Collection[int]) -> bool:
        """Whether bots must not help in a copy of the running match that the holder of these seats makes."""
        return self.waits or not (self.hints or self.people <= set(seats))

    def check_sitting_down(
        self, chair: Chair, now: Collection[int], ever: Collection[int], last: Collection[int]
    ) -> None:
        """Refuse a seat that was left, with its secrets, to anybody who has (`now`) or `ever` had another one.

        A player may come back to a seat that was theirs `last`. Whoever gives their own seat away does so knowingly.
        """
        if not self.secret or not (chair.abandoned or chair.vacates) or chair.seat in {*now, *last}:
            return
        if (set(now) | set(ever)) - {chair.seat}:
            raise ClosedSeat


class Barred:
    """The actions of a log, by index, that the holder of some seats may not undo, nor anything before them.

    These are moves of bots that stood in, where advice is not allowed; those of bots with secrets of their own where
    other people play; and those at which somebody else's standing order stopped (`stops`: the ply behind it, the seat).
    """

    def __init__(
        self,
        fair: FairPlay,
        seats: Collection[int],
        log: Sequence[Action],
        marks: Mapping[int, int],
        stops: Sequence[tuple[int, int]],
    ) -> None:
        self._log, self._marks, self._people = log, marks, fair.people
        self._stops = {ply - 1 for ply, seat in stops if seat not in seats}
        self._stand_ins = not fair.advises(seats)
        self._bots = fair.secret and not fair.alone(seats)

    def __contains__(self, at: object) -> bool:
        if not isinstance(at, int):
            return False
        stood_in = self._marks.get(at) == STOOD_IN
        if at in self._stops or (stood_in and (self._stand_ins or self._bots)):
            return True
        return self._bots and self._log[at].seat >= 0 and self._log[at].seat not in self._people
