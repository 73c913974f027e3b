"""Where the log of a match stands among its rows, found from the few rows that are no plain actions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed


class Special(NamedTuple):
    """A row that is an undo, a redo, or an action that an order or a stand-in has played."""

    rev: int
    kind: str
    ordered: int | None
    body: Json


class Tape:
    """The action at a place of the log is the latest one that was played there.

    An undo takes no row away: it leaves the log shorter, and a redo makes it as long again as it was. Only who plays on
    writes over what was undone. So rows that are plain actions need not be read to know where they belong.
    """

    def __init__(self, rows: int, special: Iterable[Special]) -> None:
        self.ply = 0
        self.undone: list[range] = []
        """The places that each redo gives back, the next one last."""

        self.ordered: dict[int, int] = {}
        """By place who played there, where that is noted; of what was undone too."""

        self._places: list[int] = []
        self._revs: list[int] = []
        """Where runs of plain actions begin, in the log and among the rows."""

        seen, noted = 0, dict[int, int]()
        for rev, kind, ordered, body in special:
            if kind == "play":
                if ordered is not None:
                    noted[rev] = ordered
                continue
            self._play(seen, rev - 1, noted)
            seen, noted = rev, {}
            if kind == "undo":
                _, target = body
                if type(target) is not int or target < 0:
                    raise Malformed("undo", f"{target!r} is no ply")
                end, self.ply = self.ply, min(target, self.ply)
                self.undone.append(range(self.ply, end))
            else:
                self.ply = self.undone.pop().stop
        self._play(seen, rows, noted)

    def revs(self, places: Iterable[int]) -> list[int]:
        """The numbers of the rows in which the actions at some places stand."""
        found = []
        for place in places:
            run = bisect_right(self._places, place) - 1
            found.append(self._revs[run] + place - self._places[run])
        return found

    def _play(self, seen: int, last: int, noted: Mapping[int, int]) -> None:
        """Go on with the rows after the first `seen` ones up to the `last`: actions one after the other."""
        if seen == last:
            return
        while self._places and self._places[-1] >= self.ply:
            self._places.pop()
            self._revs.pop()
        self._places.append(self.ply)
        self._revs.append(seen + 1)
        kept = {place: number for place, number in self.ordered.items() if place < self.ply}
        self.ordered = kept | {self.ply + rev - seen - 1: number for rev, number in noted.items()}
        self.ply += last - seen
        self.undone.clear()
