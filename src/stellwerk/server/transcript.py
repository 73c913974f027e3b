"""The log as programs read it: pieces of JSON, each made once for all who read the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from stellwerk.core.match import Match
from stellwerk.core.positions import EACH
from stellwerk.core.tell import Line
from stellwerk.core.view import View

SIZE: Final = EACH
"""Actions of a piece: their positions are made together too."""

READERS: Final = 8
"""So many who read different things are remembered; who has not asked for the longest goes first."""

ALL: Final = "all"
"""In place of a seat: everybody who knows an action as it was."""


class Reader(NamedTuple):
    """Who reads the same sentences: a seat where seats are told differently, a language, and what is open by now."""

    seat: int | str | None
    lang: str
    opened: Hashable


class Piece(NamedTuple):
    """Some actions of a log in JSON, the items of three lists: sentences, what followed, and the actions themselves."""

    told: bytes = b""
    followed: bytes = b""
    log: bytes = b""

    def cut(self, places: slice) -> Piece:
        """Some of its items."""
        return Piece(*(orjson.dumps(orjson.loads(b"[%b]" % part)[places])[1:-1] for part in self))


Worded: TypeAlias = Callable[[range], Sequence[Line]]
Pieces: TypeAlias = Mapping[Reader, dict[int, Piece]]


class Transcripts:
    """Pieces of the log of one match by reader and number. What has yet to grow to a whole piece is not kept."""

    def __init__(self, kept: Pieces | None = None) -> None:
        self._kept: dict[Reader, dict[int, Piece]] = dict(kept or {})
        self.bytes = sum(_size(piece) for pieces in self._kept.values() for piece in pieces.values())
        self.made = 0
        """How many whole pieces were worded here."""

    def of(self, match: Match, view: View[Any], lang: str, plies: range, worded: Worded) -> Piece:
        """Some actions of the log that a view of the present has; `worded` words those that nobody has asked for."""
        same = match.game.open_words or not match.game.hidden
        everybody, own = Reader(ALL, lang, match.opened), Reader(view.seat, lang, match.opened)
        parts = []
        for first in range(plies.start - plies.start % SIZE, plies.stop, SIZE):
            whole, wanted = slice(first, first + SIZE), range(max(first, plies.start), min(first + SIZE, plies.stop))
            if whole.stop > view.ply:
                parts.append(_written(view, wanted, worded))
                continue
            shared = same and view.log[whole] == tuple(match.log[whole])
            piece = self._piece(everybody if shared else own, view, first, worded)
            all_of_it = len(wanted) == SIZE
            parts.append(piece if all_of_it else piece.cut(slice(wanted.start - first, wanted.stop - first)))
        return _joined(parts)

    def until(self, ply: int, opened: Hashable) -> Transcripts:
        """Those that stay true once the log is the same up to this ply only, and so much is open."""
        return Transcripts(
            {
                reader: {first: piece for first, piece in pieces.items() if first + SIZE <= ply}
                for reader, pieces in self._kept.items()
                if reader.opened == opened
            }
        )

    def _piece(self, reader: Reader, view: View[Any], first: int, worded: Worded) -> Piece:
        pieces = self._kept.pop(reader, None) or {}
        self._kept[reader] = pieces  # the latest to have asked
        piece = pieces.get(first)
        if piece is None:
            piece = pieces[first] = _written(view, range(first, first + SIZE), worded)
            self.bytes += _size(piece)
            self.made += 1
            if len(self._kept) > READERS:
                forgotten = self._kept.pop(next(iter(self._kept)))
                self.bytes -= sum(map(_size, forgotten.values()))
        return piece


def _written(view: View[Any], plies: range, worded: Worded) -> Piece:
    lines = worded(plies)
    return Piece(
        *(
            orjson.dumps(items)[1:-1]
            for items in (
                [line.text for line in lines],
                [[*line.then, *line.between] for line in lines],
                [action.to_json() for action in view.log[plies.start : plies.stop]],
            )
        )
    )


def _joined(parts: Iterable[Piece]) -> Piece:
    return Piece(*(b",".join(filter(None, items)) for items in zip(*parts, strict=True))) if parts else Piece()


def _size(piece: Piece) -> int:
    return sum(map(len, piece)) + 200
