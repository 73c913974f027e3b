"""The log of a match in words, for those who asked: each action is worded once for all who read the same."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.match import Match
from stellwerk.core.tell import tell
from stellwerk.core.view import View
from stellwerk.server.errors import LostPosition
from stellwerk.web.i18n import translator

MOST: Final = 4000
"""Sentences of a match that are remembered: for some readers of a long match to its whole length."""

SENTENCE: Final = 220
"""Bytes that one of them takes in memory with its place, measured on late matches of 1830."""


ALL: Final = "all"
"""In place of a seat: everybody who knows an action as it was."""


class Reader(NamedTuple):
    """Who reads the same sentences: a seat where seats are told differently, a language, and what is open by now."""

    seat: int | str | None
    lang: str
    opened: Hashable


class Told:
    """Sentences by reader and ply. Those of who has not asked for the longest go first."""

    def __init__(self, said: dict[Reader, dict[int, str]] | None = None) -> None:
        self._said = said or {}

    def lines(
        self, match: Match, names: Sequence[str], view: View[Any], lang: str, since: int, until: int
    ) -> list[str]:
        """The actions from ply `since` to before `until`; their words come from the positions before them."""
        same = match.game.open_words or not match.game.hidden
        told = self._of(Reader(ALL, lang, match.opened))
        own = self._of(Reader(view.seat, lang, match.opened)) if match.game.hidden else told
        lines = []
        for ply in range(since, until):
            action = view.log[ply]
            shared = own is told or (
                same and action is match.log[ply]
            )  # a spectator does not know all that a seat knows
            said = told if shared else own
            if ply not in said:
                said[ply] = _line(match, names, action, ply, None if shared else view.seat, lang)
            lines.append(said[ply])
        self._forget()
        return lines

    def until(self, ply: int, opened: Hashable) -> Told:
        """What stays true once the log is the same up to this ply only, and so much is open."""
        still = [(reader, said) for reader, said in self._said.items() if reader.opened == opened]
        return Told({reader: {at: text for at, text in said.items() if at < ply} for reader, said in still})

    def weight(self) -> int:
        return SENTENCE * len(self)

    def __len__(self) -> int:
        return sum(map(len, self._said.values()))

    def _of(self, reader: Reader) -> dict[int, str]:
        """The sentences of a reader, who counts as the latest to have asked."""
        said = self._said.pop(reader, {})
        self._said[reader] = said
        return said

    def _forget(self) -> None:
        """Let go of the sentences of others first, then of the oldest ones."""
        while len(self) > MOST and len(self._said) > 1:
            del self._said[next(iter(self._said))]
        for said in self._said.values():
            for ply in sorted(said)[: max(0, len(said) - MOST)]:
                del said[ply]


def _line(match: Match, names: Sequence[str], action: Action, ply: int, seat: int | None, lang: str) -> str:
    """An action in words; what it did can be told only where the positions on both sides of it are left."""
    try:
        before = match.at(ply)
        if not match.states.whole:
            match.at(ply + 1)
    except LostPosition:
        return translator(lang)("An action of other rules: %(kind)s", kind=action.kind)
    return tell(match.game, names, match.game.view(before, seat), action, lang)
