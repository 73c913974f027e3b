"""The log as programs read it: pieces of JSON, each made once for all who read the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from stellwerk.core.match import Match
from stellwerk.core.positions import EACH
from stellwerk.core.tell import Line
from stellwerk.core.view import View
from stellwerk.server.pressing import Part, pressed

SIZE: Final = EACH
"""Actions of a piece: their positions are made together too."""

TOGETHER: Final = 8
LONG: Final = TOGETHER * SIZE
"""So many whole pieces are compressed together, and so many actions are that. One by one they would take more room."""

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


NOTHING: Final = Piece()


class Excerpt(NamedTuple):
    """The same three lists for who reads some part of a log, with what has been compressed of them."""

    told: list[Part]
    followed: list[Part]
    log: list[Part]

    def add(self, plain: Piece, pressed: Piece = NOTHING) -> None:
        """Let a piece follow, compressed too if it has been."""
        for parts, one, same in zip(self, plain, pressed, strict=True):
            parts.append(Part(one, same))


Worded: TypeAlias = Callable[[range], Sequence[Line]]


class Pieces:
    """What one reader reads: pieces by the ply of their first action, each with the ply behind its last one.

    The last one grows with the log. What whole ones look like compressed is known by the ply with which they begin.
    """

    __slots__ = ("bytes", "far", "made", "pressed")

    def __init__(
        self, made: Mapping[int, tuple[int, Piece]] | None = None, pressed: Mapping[int, Piece] | None = None
    ) -> None:
        self.made, self.pressed = dict(made or {}), dict(pressed or {})
        self.far = max((stop for stop, _ in self.made.values()), default=0)
        self.bytes = sum(_size(piece) for _, piece in self.made.values()) + sum(map(_size, self.pressed.values()))

    def until(self, ply: int) -> Pieces:
        """Those that stay true once the log is the same up to this ply only."""
        if ply < self.far:
            made = {first: (stop, piece) for first, (stop, piece) in self.made.items() if stop <= ply}
            return Pieces(made, {first: piece for first, piece in self.pressed.items() if first + LONG <= ply})
        twin = Pieces()
        twin.made, twin.pressed, twin.far, twin.bytes = self.made.copy(), self.pressed.copy(), self.far, self.bytes
        return twin

    def grow(self, first: int, stop: int, write: Callable[[range], Piece]) -> Piece:
        """The piece that begins at a ply, up to another one; only what is new of it is written."""
        far, piece = self.made.get(first, (first, NOTHING))
        longer = _joined([piece, write(range(far, stop))])
        self.made[first] = stop, longer
        self.far = max(self.far, stop)
        self.bytes += _size(longer) - (_size(piece) if far > first else 0)
        return longer

    def press(self, first: int, plain: Piece) -> Piece:
        """What stands from a ply on, compressed."""
        known = self.pressed.get(first)
        if known is None:
            known = self.pressed[first] = Piece(*map(pressed, plain))
            self.bytes += _size(known)
        return known


class Transcripts:
    """Pieces of the log of one match by reader, who asked last at the end."""

    def __init__(self, kept: Mapping[Reader, Pieces] | None = None) -> None:
        self._kept: dict[Reader, Pieces] = dict(kept or {})
        self.walks = 0
        """How many whole pieces were worded at once."""

    @property
    def bytes(self) -> int:
        return sum(pieces.bytes for pieces in self._kept.values())

    @property
    def worded(self) -> int:
        """How many actions there are in words, roughly, for the reader for whom there are most."""
        return SIZE * max((len(pieces.made) for pieces in self._kept.values()), default=0)

    def of(self, match: Match, view: View[Any], lang: str, plies: range, worded: Worded) -> Excerpt:
        """Some actions of the log that a view of the present has; `worded` words those that nobody has asked for."""
        game, end = match.game, match.ply
        same = game.open_words or not game.hidden
        everybody, own = Reader(ALL, lang, match.opened), Reader(view.seat, lang, match.opened)
        known: dict[bool, Pieces] = {}
        found: list[tuple[Pieces, Piece]] = []
        for first in range(plies.start - plies.start % SIZE, plies.stop, SIZE):
            stop = min(first + SIZE, end)
            shared = same and (game.tells_all or list(view.trail[first:stop]) == match.log[first:stop])
            pieces = known.get(shared)
            if pieces is None:
                pieces = known[shared] = self._of(everybody if shared else own)
            far, piece = pieces.made.get(first, (first, NOTHING))
            if far < stop:
                self.walks += far <= first and stop - first == SIZE
                piece = pieces.grow(first, stop, lambda new: _written(view, new, worded))
            if first < plies.start or plies.stop < stop:
                piece = piece.cut(slice(max(0, plies.start - first), plies.stop - first))
            found.append((pieces, piece))
        return _excerpt(found, plies)

    def until(self, ply: int, opened: Hashable) -> Transcripts:
        """Those that stay true once the log is the same up to this ply only, and so much is open."""
        kept = self._kept.items()
        return Transcripts({reader: pieces.until(ply) for reader, pieces in kept if reader.opened == opened})

    def _of(self, reader: Reader) -> Pieces:
        """The pieces of a reader, who counts as the latest to have asked."""
        pieces = self._kept.pop(reader, None) or Pieces()
        self._kept[reader] = pieces
        if len(self._kept) > READERS:
            del self._kept[next(iter(self._kept))]
        return pieces


def _excerpt(found: Sequence[tuple[Pieces, Piece]], plies: range) -> Excerpt:
    """Pieces one after the other; from the first ply on, those that are compressed together stand as one part."""
    excerpt, at = Excerpt([], [], []), 0
    while plies.start == 0 and (at + TOGETHER) * SIZE <= plies.stop:
        some = found[at : at + TOGETHER]
        pieces = some[0][0]
        if any(other is not pieces for other, _ in some):
            break
        plain = _joined((piece for _, piece in some), behind=at > 0)
        excerpt.add(plain, pieces.press(at * SIZE, plain))
        at += TOGETHER
    if at < len(found):
        excerpt.add(_joined((piece for _, piece in found[at:]), behind=at > 0))
    return excerpt


def _written(view: View[Any], plies: range, worded: Worded) -> Piece:
    lines = worded(plies)
    return Piece(
        *(
            orjson.dumps(items)[1:-1]
            for items in (
                [line.text for line in lines],
                [[*line.then, *line.between] for line in lines],
                [action.to_json() for action in view.trail[plies.start : plies.stop]],
            )
        )
    )


def _joined(parts: Iterable[Piece], *, behind: bool = False) -> Piece:
    """Several pieces as one, perhaps behind others."""
    comma = b"," if behind else b""
    return Piece(*(comma + b",".join(filter(None, items)) for items in zip(*parts, strict=True)))


def _size(piece: Piece) -> int:
    return sum(map(len, piece)) + 200
