"""The course of a match: its rounds and turns, found by one walk through the log and kept from then on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.game import Chapter, Game, Words
from stellwerk.core.state import State

MOST: Final = 300
"""So many rounds keep the position at their end, and at most twice as many: a file may have had thousands."""


class Turn(NamedTuple):
    """Actions one after the other that belong together, from the ply of the position in which the first was done."""

    first: int
    chapter: Chapter


class Round(NamedTuple):
    """A round, from the ply of the position in which its first action was done; without a `name` it has a number only.

    `number` counts the rounds of the match from 1, `turn` is the place of its first turn among all turns.
    """

    first: int
    name: Words | None
    number: int
    turn: int


class Finished(NamedTuple):
    """A round with the position at its end, as somebody may know it; the last one may still be going on."""

    round: Round
    turns: tuple[Turn, ...]
    last: int
    """The ply of that position."""

    state: Any


class Course:
    """Rounds and turns of a log, as far as it has been read.

    Where a game has no rounds of its own one is over when the turn comes to somebody who had it in that round before.
    What chance does belongs to the turn before it. For one thread at a time.
    """

    __slots__ = ("_ends", "_had", "far", "rounds", "turns")

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.turns: list[Turn] = []
        self.far = 0
        """How many actions were read."""
        self._ends: dict[int, State] = {}
        """The first positions of rounds, in which the one before had just ended."""
        self._had: set[int] = set()
        """Who had the turn in a round without a name."""

    def read(self, game: Game[Any], told: Iterable[tuple[int, State, Action]]) -> None:
        """Go on reading: each action with its ply and the position before it."""
        for ply, before, action in told:
            self._note(ply, game.chapter(before, action), before)
            self.far = ply + 1

    def until(self, ply: int) -> Course:
        """The course of a log that is the same up to this ply only."""
        same = Course()
        turns = self._count(self.turns, ply)
        same.turns = self.turns[:turns]
        same.rounds = [one for one in self.rounds if one.turn < turns]
        same._ends = {at: state for at, state in self._ends.items() if at < ply}
        same.far = min(self.far, ply)
        started = same.turns[same.rounds[-1].turn :] if same.rounds else ()
        same._had = {turn.chapter.seat for turn in started}
        return same

    def turn_of(self, ply: int) -> Turn | None:
        """The turn to which the action that was done in a position belongs; of what follows the log, the last one."""
        place = bisect_right(self.turns, ply, key=lambda turn: turn.first)
        return self.turns[place - 1] if place else None

    def round_of(self, ply: int) -> Round | None:
        place = bisect_right(self.rounds, ply, key=lambda one: one.first)
        return self.rounds[place - 1] if place else None

    def turns_in(self, one: Round) -> tuple[Turn, ...]:
        after = self.rounds[one.number] if one.number < len(self.rounds) else None
        return tuple(self.turns[one.turn : after.turn if after else None])

    def finished(self, last: int, present: State) -> Iterator[Finished]:
        """Each round with its end, as far as that is kept; the last one with the present position and its ply."""
        for one in self.rounds:
            after = self.rounds[one.number].first if one.number < len(self.rounds) else None
            state = present if after is None else self._ends.get(after)
            if state is not None:
                yield Finished(one, self.turns_in(one), last if after is None else after, state)

    @property
    def kept(self) -> int:
        """How many positions are kept."""
        return len(self._ends)

    def _note(self, ply: int, chapter: Chapter, before: State) -> None:
        now = self.turns[-1].chapter if self.turns else None
        if now is not None and (chapter == now or chapter.seat == CHANCE):
            return
        if now is None or self._begins_a_round(now, chapter):
            if now is not None:
                self._keep(ply, before)
            self.rounds.append(Round(ply, chapter.round, len(self.rounds) + 1, len(self.turns)))
            self._had = set()
        self._had.add(chapter.seat)
        self.turns.append(Turn(ply, chapter))

    def _begins_a_round(self, now: Chapter, chapter: Chapter) -> bool:
        if chapter.round is not None or now.round is not None:
            return chapter.round != now.round
        return now.seat == CHANCE or (chapter.seat != now.seat and chapter.seat in self._had)

    def _keep(self, ply: int, state: State) -> None:
        """Keep the position at the end of a round, thinning them out where there are very many."""
        latest = next(reversed(self._ends.values()), None)
        self._ends[ply] = state.bare(latest)
        if len(self._ends) > 2 * MOST:
            for at in list(self._ends)[:-1:2]:
                del self._ends[at]

    @staticmethod
    def _count(turns: list[Turn], ply: int) -> int:
        """How many turns began with an action before this ply."""
        return bisect_right(turns, ply - 1, key=lambda turn: turn.first)
