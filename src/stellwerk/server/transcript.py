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
Pieces: TypeAlias = dict[int, tuple[int, Piece]]
"""By the ply of its first action how far each piece goes, and the piece."""


class Transcripts:
    """Pieces of the log of one match by reader and first ply. The last one grows with the log to a whole piece."""

    def __init__(self, kept: Mapping[Reader, Pieces] | None = None) -> None:
        self._kept: dict[Reader, Pieces] = dict(kept or {})
        self.bytes = sum(_size(piece) for pieces in self._kept.values() for _, piece in pieces.values())
        self.walks = 0
        """How many whole pieces were worded at once."""

    def of(self, match: Match, view: View[Any], lang: str, plies: range, worded: Worded) -> Piece:
        """Some actions of the log that a view of the present has; `worded` words those that nobody has asked for."""
        game, end = match.game, match.ply
        same = game.open_words or not game.hidden
        everybody, own = Reader(ALL, lang, match.opened), Reader(view.seat, lang, match.opened)
        parts = []
        for first in range(plies.start - plies.start % SIZE, plies.stop, SIZE):
            stop = min(first + SIZE, end)
            shared = same and (game.tells_all or view.log[first:stop] == tuple(match.log[first:stop]))
            piece = self._piece(everybody if shared else own, view, range(first, stop), worded)
            wanted = slice(max(first, plies.start) - first, min(stop, plies.stop) - first)
            parts.append(piece if wanted == slice(0, stop - first) else piece.cut(wanted))
        return _joined(parts)

    def until(self, ply: int, opened: Hashable) -> Transcripts:
        """Those that stay true once the log is the same up to this ply only, and so much is open."""
        return Transcripts(
            {
                reader: {first: (stop, piece) for first, (stop, piece) in pieces.items() if stop <= ply}
                for reader, pieces in self._kept.items()
                if reader.opened == opened
            }
        )

    @property
    def worded(self) -> int:
        """How many actions there are in words for the reader for whom there are most."""
        return max((sum(stop - first for first, (stop, _) in kept.items()) for kept in self._kept.values()), default=0)

    def _piece(self, reader: Reader, view: View[Any], plies: range, worded: Worded) -> Piece:
        """A piece as far as the log goes; of one that has grown only what is new is worded."""
        pieces = self._kept.pop(reader, None) or {}
        self._kept[reader] = pieces  # the latest to have asked
        stop, piece = pieces.get(plies.start, (plies.start, Piece()))
        if stop < plies.stop:
            longer = _joined([piece, _written(view, range(stop, plies.stop), worded)])
            pieces[plies.start] = plies.stop, longer
            self.bytes += _size(longer) - (_size(piece) if stop > plies.start else 0)
            self.walks += stop == plies.start and len(plies) == SIZE
            piece = longer
            if len(self._kept) > READERS:
                forgotten = self._kept.pop(next(iter(self._kept)))
                self.bytes -= sum(_size(piece) for _, piece in forgotten.values())
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
