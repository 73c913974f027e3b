"""The log of a match in words, for those who asked: each action is worded once for all who read the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from stellwerk.core.action import Action
from stellwerk.core.game import Game
from stellwerk.core.match import Match
from stellwerk.core.positions import EACH
from stellwerk.core.tell import Line, recount, recount_plainly
from stellwerk.core.view import View
from stellwerk.server.errors import LostPosition
from stellwerk.server.transcript import ALL, Reader, Transcripts
from stellwerk.web.i18n import translator

GISTS: Final = 500
"""Lines of whole turns that are remembered for one reader."""

WHOLE: Final = 300
"""Lines that are remembered with all that pages make of them."""

LATE: Final = 80
"""So many of the latest actions are worded with all of that even for who reads the sentences alone, where pages are
read too: they come next."""

LINE: Final = 950
"""Bytes that a line takes in memory, measured on late matches of 1830."""

LATEST: Final = 2
"""Who has just asked reads what is told to all, and what is told to their seat alone."""

Recount: TypeAlias = Callable[[Game[Any], Sequence[str], Any, Action, Any, str], Line]
Said: TypeAlias = dict[Reader, dict[int, Line]]
Gists: TypeAlias = dict[Reader, dict[tuple[int, int], str]]


class Walk:
    """Words for actions one after the other, from the positions round them: each is looked at once on the way."""

    def __init__(self, match: Match, names: Sequence[str], lang: str) -> None:
        self.match, self.names, self.lang = match, names, lang
        self._ply = -1
        self._seat: int | None = None
        self._seen: Any = None

    def line(self, how: Recount, action: Action, ply: int, seat: int | None) -> Line:
        """An action in words with what followed, as a seat saw both; only where the positions round it are left."""
        try:
            before, after = self._at(ply, seat), self._at(ply + 1, seat)
        except LostPosition:
            text = translator(self.lang)("An action of other rules: %(kind)s", kind=action.kind)
            return Line(text, owner=action.seat)
        return how(self.match.game, self.names, before, action, after, self.lang)

    def _at(self, ply: int, seat: int | None) -> Any:
        if ply != self._ply or seat != self._seat:
            self._seen = self.match.game.view(self.match.at(ply), seat)
            self._ply, self._seat = ply, seat
        return self._seen


class Lines:
    """Whole lines, by reader and ply. Those of who has not asked for the longest go first."""

    def __init__(self, most: int = WHOLE, said: Said | None = None) -> None:
        self.most, self._said = most, said or {}

    def of(self, match: Match, names: Sequence[str], view: View[Any], lang: str, plies: range) -> list[Line]:
        """Some actions in the words of a reader: remembered ones, and others from the positions round them."""
        same = match.game.open_words or not match.game.hidden
        told = self._of(Reader(ALL, lang, match.opened))
        own = self._of(Reader(view.seat, lang, match.opened)) if match.game.hidden else told
        lines, before, walk = [], len(self), Walk(match, names, lang)
        for ply in plies:
            action = view.trail[ply]
            # a spectator does not know all that a seat knows
            shared = own is told or (same and action is match.log[ply])
            said = told if shared else own
            if ply not in said:
                said[ply] = walk.line(recount, action, ply, None if shared else view.seat)
            lines.append(said[ply])
        if len(self) - before > EACH:
            match.states.rest()  # a long walk through the past leaves positions behind that nobody asks for again
        self._forget()
        return lines

    def until(self, ply: int, opened: Hashable) -> Lines:
        """Those that stay true once the log is the same up to this ply only, and so much is open."""
        still = [(reader, said) for reader, said in self._said.items() if reader.opened == opened]
        kept = {reader: {at: line for at, line in said.items() if at < ply} for reader, said in still}
        return Lines(self.most, kept)

    def __len__(self) -> int:
        return sum(map(len, self._said.values()))

    def _of(self, reader: Reader) -> dict[int, Line]:
        """The lines of a reader, who counts as the latest to have asked."""
        said = self._said.pop(reader, {})
        self._said[reader] = said
        return said

    def _forget(self) -> None:
        """Let go of the lines of earlier readers first, then of the oldest ones."""
        for earlier in list(self._said)[:-LATEST]:
            if len(self) > self.most:
                del self._said[earlier]
        for said in self._said.values():
            for ply in sorted(said)[: max(0, len(said) - self.most)]:
                del said[ply]


@dataclass(frozen=True, slots=True)
class Told:
    """All that was told of a match: whole lines, whole turns in a line, and sentences as programs read them."""

    lines: Lines = field(default_factory=Lines)
    transcripts: Transcripts = field(default_factory=Transcripts)
    _gists: Gists = field(default_factory=dict)

    def until(self, ply: int, opened: Hashable) -> Told:
        """What stays true once the log is the same up to this ply only, and so much is open."""
        turns = [(reader, told) for reader, told in self._gists.items() if reader.opened == opened]
        gists = {reader: {turn: text for turn, text in told.items() if turn[1] <= ply} for reader, told in turns}
        return Told(self.lines.until(ply, opened), self.transcripts.until(ply, opened), gists)

    def sentences(self, match: Match, names: Sequence[str], view: View[Any], lang: str, plies: range) -> list[Line]:
        """Some actions in sentences, for who keeps them; where pages are read the latest are kept as whole lines."""
        late = max(plies.start, min(plies.stop, match.ply - LATE)) if self.lines else plies.stop
        same, walk = match.game.open_words or not match.game.hidden, Walk(match, names, lang)
        early = [
            walk.line(recount_plainly, action, ply, None if same and action is match.log[ply] else view.seat)
            for ply, action in enumerate(view.trail[plies.start : late], plies.start)
        ]
        return early + self.lines.of(match, names, view, lang, range(late, plies.stop)) if late < plies.stop else early

    def gists(self, match: Match, view: View[Any], lang: str) -> dict[tuple[int, int], str]:
        """The lines that tell whole turns, by first and last ply: who words one puts it there."""
        seat = view.seat if match.game.hidden else ALL
        told = self._gists.setdefault(Reader(seat, lang, match.opened), {})
        if len(told) > GISTS:
            told.clear()
        return told

    def weight(self) -> int:
        return LINE * len(self.lines) + self.transcripts.bytes
