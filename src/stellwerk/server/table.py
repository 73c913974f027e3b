"""A table at which a match is played: a snapshot that never changes, and its rows in the store."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.course import Course, Finished
from stellwerk.core.guide import GUIDE
from stellwerk.core.match import Match
from stellwerk.core.state import State
from stellwerk.core.tell import Line
from stellwerk.core.view import View
from stellwerk.server.errors import LostPosition
from stellwerk.server.fair_play import Barred, FairPlay
from stellwerk.server.marks import STOOD_IN, Marks
from stellwerk.server.snapshots import Scales, weight
from stellwerk.server.store import NOWHERE, Entry, Given, Origin, Pace, Standing
from stellwerk.server.store.orders import Stops
from stellwerk.server.store.seats import StandIn
from stellwerk.server.told import Told
from stellwerk.server.transcript import Excerpt
from stellwerk.server.versions import Frozen
from stellwerk.web.i18n import translator

BACK: Final = 60
"""So many plies back it is offered to take something back; more is asked for a part at a time."""


TURN: Final = 100
"""Bytes that a turn of the course takes in memory."""


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

    origin: Origin = NOWHERE
    """What the match is called, and where it was branched from."""

    claims: int = 0
    """How often a seat changed hands."""

    marks: Marks = field(default_factory=Marks, repr=False)
    """Which actions standing orders have played."""

    orders: tuple[Given, ...] = ()
    """The standing orders that act, of all seats: nobody's view."""

    orders_rev: int = 0
    """How often they were changed."""

    pace: Pace | None = None
    """How much time players have; None for as much as they like."""

    hints: bool = False
    """Whether players may ask a bot for advice although others play."""

    help_after: str | None = None
    """The match without advice that it was made from, as long as that one runs."""

    stops: Stops = ()
    """Plies at which somebody's standing order has stopped, and whose."""

    stand_ins: Mapping[int, StandIn] = field(default_factory=dict)
    """The bots that play for people who ran out of time or are away, by seat."""

    _told: Told = field(default_factory=Told, repr=False)
    _waiting: list[tuple[int, ...]] = field(default_factory=list, repr=False)
    _course: Course = field(default_factory=Course, repr=False)
    _scales: Scales = field(default_factory=Scales, repr=False)

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

    def after(self, match: Match, rows: Sequence[Entry], kept: int) -> Table:
        """The table once some rows were added; the first `kept` actions of the log are the same."""
        told = self._told.until(kept, match.opened)
        rev, marks, course = self.rev + len(rows), self.marks.after(rows), self._course.until(kept)
        stops = tuple(stop for stop in self.stops if stop[0] <= kept)
        return replace(self, match=match, rev=rev, marks=marks, stops=stops, _told=told, _waiting=[], _course=course)

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
        course = self._course
        return weight(self.match, course.kept, self._scales) + self._told.weight() + TURN * len(course.turns)

    def bot_to_move(self) -> int | None:
        """The first seat that owes a choice and is played by a bot; where a guide plays it waits to be asked."""
        return next((seat for seat in self.waiting() if self.bot_of(seat) not in (None, GUIDE)), None)

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays a seat: its own, or one that stands in for its player."""
        stand_in = self.stand_ins.get(seat)
        return self.match.header.seats[seat].bot or (stand_in and stand_in.bot)

    def undoable(self, seats: Collection[int]) -> list[int]:
        """The plies to which who holds these seats may go back, of the latest ones."""
        return self.match.undoable(seats, BACK, *self.limits(seats))

    @property
    def fair(self) -> FairPlay:
        """The policy of the match."""
        return FairPlay.of(self.match, hints=self.hints, waits=self.help_after is not None)

    def limits(self, seats: Collection[int]) -> tuple[Container[int], Container[int]]:
        """What bots have played for somebody, and what who holds these seats may not take back, by index in the log."""
        marks = self.marks.now
        stood_in = {at for at, by in marks.items() if by == STOOD_IN}
        return stood_in, Barred(self.fair, seats, self.match.log, marks, self.stops)

    def redoable(self, seats: Collection[int]) -> bool:
        """Whether what was undone last was done by one of these seats."""
        return bool(self.match.undone) and self.match.undone[-1][0].seat in seats

    def gists(self, view: View[Any], lang: str) -> dict[tuple[int, int], str]:
        """Whole turns of the log of a view in words, as far as they have been worded."""
        return self._told.gists(self.match, view, lang)

    def told(self, view: View[Any], lang: str, since: int = 0, until: int | None = None) -> list[Line]:
        """The log of a view as pages tell it, from ply `since` to before `until`."""
        until = view.ply if until is None else until
        since = min(since, until)
        lines = self._told.lines.of(self.match, self.names, view, lang, range(since, until))
        return self._ordered(lines, lang, since)

    def transcript(self, view: View[Any], lang: str, since: int = 0) -> Excerpt:
        """The log of a view as programs read it, from ply `since` on."""
        now = view if view.ply == self.ply else self.match.view(view.seat)
        kept = self._told.transcripts
        walks = kept.walks

        def worded(plies: range) -> list[Line]:
            return self._ordered(self._told.sentences(self.match, self.names, now, lang, plies), lang, plies.start)

        found = kept.of(self.match, now, lang, range(min(since, view.ply), view.ply), worded)
        if kept.walks > walks:
            self.match.states.rest()  # a walk through the past leaves positions behind that nobody asks for again
        return found

    @property
    def unworded(self) -> int:
        """How many of its first actions, roughly, nobody has read in words since the table was opened."""
        return max(0, self.ply - self._told.transcripts.worded)

    def _ordered(self, lines: list[Line], lang: str, since: int) -> list[Line]:
        """The same lines; those of actions that standing orders have played say so."""
        _ = translator(lang)
        for at, by in self.marks.now.items():
            if since <= at < since + len(lines):
                line = lines[at - since]
                text = (
                    _("%(told)s (a bot stood in)", told=line.text)
                    if by == STOOD_IN
                    else _("%(told)s (by standing order)", told=line.text)
                )
                lines[at - since] = line._replace(text=text)
        return lines

    def own_branch(self, seats: Collection[int]) -> bool:
        """Whether this is a branch in which the holder of these seats plays against bots alone."""
        people = [number for number, seat in enumerate(self.match.header.seats) if seat.bot is None]
        return self.origin.branched and bool(seats) and set(people) <= set(seats)

    def course(self) -> Course:
        """Rounds and turns up to now. The first who asks has the whole log read, others what was added since."""
        self._course.read(self.match.game, self._unread())
        return self._course

    def rounds(self, seat: int | None) -> list[Finished]:
        """Each round with the position at its end as a seat may know it; once a match is over everybody knows all."""
        match, course = self.match, self.course()
        ends = list(course.finished(self.ply, match.state))
        if match.over:
            return ends
        return [end._replace(state=match.game.view(end.state, seat)) for end in ends]

    def _unread(self) -> Iterator[tuple[int, State, Action]]:
        """The actions that the course does not know, without those whose positions are lost."""
        for ply in range(self._course.far, self.ply):
            try:
                yield ply, self.match.at(ply), self.match.log[ply]
            except LostPosition:
                continue
