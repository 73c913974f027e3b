"""Positions in the store: how they are written there, which ones, and how a match is opened from them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from operator import attrgetter
from sys import getsizeof
from typing import Any, Final

import orjson

from stellwerk.core.action import Action, Json
from stellwerk.core.errors import Malformed
from stellwerk.core.game import Game
from stellwerk.core.log import Early, Log, Unread
from stellwerk.core.match import Header, Match
from stellwerk.core.positions import EACH
from stellwerk.core.registry import title
from stellwerk.core.state import State
from stellwerk.server.errors import Unreadable
from stellwerk.server.logs import logger
from stellwerk.server.rows import Bodies, Past, actions_of, past_of
from stellwerk.server.store import Outline, Saved, Snapshot

log = logger(__name__)

BASE: Final = 20_000
"""Bytes of a match before its first action."""

CACHES: Final = 4
"""What the present position holds beside itself (routes, choices) takes as much as so many positions."""

SAMPLE: Final = 64
"""So many actions of the log are weighed for all."""

FAR: Final = EACH // 4
"""So many plies are played again sooner than another position is written."""

LATE: Final = 2 * EACH
"""So many of the latest actions are read when a match is opened: pages and undo seldom look further back."""

LARGEST: Final = 8 << 20
"""Bytes that a position may have once it is unpacked: damage must not fill the memory."""


def pack(match: Match, plies: Iterable[int]) -> list[Snapshot]:
    """Positions of a match as the store keeps them: their documented JSON, with keys in their own order, compressed."""
    return [Snapshot(ply, packed(match.at(ply))) for ply in plies]


def packed(state: State) -> bytes:
    return zlib.compress(orjson.dumps(state.written(), option=orjson.OPT_NON_STR_KEYS))


def unpack(game: Game[Any], snapshot: Snapshot) -> Any:
    """The position that was packed; Malformed where it cannot be read any more."""
    try:
        reader = zlib.decompressobj()
        text = reader.decompress(snapshot.body, LARGEST)
        if not reader.eof:
            raise Malformed("snapshot", "cut off, or too large")
        return game.state_class.from_json(json.loads(text))
    except (zlib.error, ValueError) as error:
        if isinstance(error, Malformed):
            raise
        raise Malformed("snapshot", str(error)) from error


class Kept(Mapping[int, State]):
    """The positions of a match in the store, by ply, each unpacked whenever it is asked for.

    One that cannot be read, or is not the one that its row tells of, is missing: then an earlier one is taken.
    """

    def __init__(self, game: Game[Any], bodies: Mapping[int, bytes], digests: Mapping[int, str | None]) -> None:
        self._game, self.bodies, self.digests = game, bodies, digests

    def __getitem__(self, ply: int) -> Any:
        state = unpack(self._game, Snapshot(ply, self.bodies[ply]))
        if self.digests.get(ply) not in (None, state.digest()):
            raise Malformed("snapshot", "another position than the one that was played")
        return state

    def get(self, ply: int, default: Any = None) -> Any:
        if ply not in self.bodies:
            return default
        try:
            return self[ply]
        except Malformed as error:
            log.warning("a kept position is made again", ply=ply, error=error)
            return default

    def __contains__(self, ply: object) -> bool:
        return ply in self.bodies  # without unpacking it

    def __iter__(self) -> Iterator[int]:
        return iter(self.bodies)

    def __len__(self) -> int:
        return len(self.bodies)


def restore(saved: Saved) -> Match:
    """The match that is in the store, at its present position; only what came after the last kept one is played."""
    header, past = saved.header, past_of(saved.entries)
    game = title(header.game).game(len(header.seats), header.options)
    match = Match.resume(header, past.log, kept_of(game, saved, past))
    match.undone = past.undone
    return match


def resume(outline: Outline) -> Match:
    """The same from its outline: of the log no more is read than the latest actions, until somebody asks for more."""
    header, tape = outline.header, outline.tape
    game = title(header.game).game(len(header.seats), header.options)
    bodies = {one.ply: one.body for one in outline.snapshots if one.ply <= tape.ply}
    blocks = [range(max(0, tape.ply - LATE), tape.ply), *tape.undone]
    actions = iter(actions_of(outline.texts(tape.revs(chain(*blocks)))))
    late, *undone = [list(islice(actions, len(block))) for block in blocks]
    early = Early(blocks[0].start, partial(_early, outline, Bodies()))
    match = Match.resume(header, Unread(early, late) if early.count else late, Kept(game, bodies, outline.digests))
    match.undone = undone
    return match


def _early(outline: Outline, bodies: Bodies, places: Sequence[int]) -> list[Action]:
    """Some actions of a match that was opened without them."""
    try:
        return bodies.shared(outline.texts(outline.tape.revs(places)))
    except (ValueError, TypeError, IndexError) as error:
        log.warning("the log of a match cannot be read", match=outline.name, error=repr(error))
        raise Unreadable(outline.name) from error


def kept_of(game: Game[Any], saved: Saved, past: Past) -> Kept:
    """The positions of a match in the store, held against the digests of its rows."""
    bodies = {one.ply: one.body for one in saved.snapshots if one.ply <= len(past.log)}
    return Kept(game, bodies, {ply: past.digests[ply - 1] for ply in bodies if ply})


def lacking(match: Match, *, last: bool = False) -> list[int]:
    """The plies whose positions the store should have and, as far as is known here, has not; none of a short match.

    When a match is looked at for the `last` time its present position is among them, if it is far from the others.
    """
    if match.ply < EACH or not match.states.whole:
        return []
    known, until = match.states.elsewhere
    wanted = [*range(0, match.ply + 1, EACH), *([match.ply] if last and match.ply % EACH > FAR else [])]
    return [ply for ply in wanted if ply > until or ply not in known]


def due(match: Match, *, last: bool = False) -> list[Snapshot]:
    """The same positions, packed."""
    return pack(match, lacking(match, last=last))


def rely(match: Match, kept: Sequence[Snapshot]) -> None:
    """Let go of positions that are in the store by now: it has those packed from this match, at this ply."""
    known, until = match.states.elsewhere
    bodies, digests = (known.bodies, known.digests) if isinstance(known, Kept) else ({}, {})
    still = {ply: body for ply, body in bodies.items() if ply <= until}
    told = {ply: digest for ply, digest in digests.items() if ply in still}
    match.states.rely(Kept(match.game, {**still, **{one.ply: one.body for one in kept}}, told))


class Scales:
    """What an action of a log weighs on the average: some are weighed, and again when the log has grown by many.

    The header is weighed once: names, options and seed, and the position from which a match from a file may start.
    """

    __slots__ = ("_action", "_header", "_until")

    def __init__(self) -> None:
        self._action, self._until, self._header = 0, -1, 0

    def header(self, header: Header) -> int:
        """Bytes that the header of a match takes in memory."""
        if not self._header:
            words = [text for seat in header.seats for text in (seat.name, seat.bot)]
            self._header = deep_size([header.seed, words, dict(header.options), header.position])
        return self._header

    def action(self, log: Log) -> int:
        """Bytes that an action takes in memory, with its place in the list; one that is not read takes less."""
        if len(log) >= self._until:
            known = log.at_hand if isinstance(log, Unread) else log
            some = known[:: len(known) // SAMPLE + 1]
            self._action = 8 + (sum(map(_size, some)) // len(some) if some else 0)
            self._until = len(log) + EACH
        return self._action


def weight(match: Match, besides: int = 0, scales: Scales | None = None) -> int:
    """Bytes that a match takes in memory, with so many positions `besides` its own.

    That is an estimate from its present position and some of its actions.
    """
    known, _ = match.states.elsewhere
    scales = scales or Scales()
    actions = scales.action(match.log) * match.ply
    packed = sum(map(getsizeof, known.bodies.values())) if isinstance(known, Kept) else 0
    return (
        BASE
        + scales.header(match.header)
        + actions
        + room(match.state) * (match.states.held + CACHES + besides)
        + packed
    )


def deep_size(data: Json) -> int:
    """Bytes that JSON takes in memory."""
    size, open_ = 0, [data]
    while open_:
        value = open_.pop()
        size += getsizeof(value)
        if isinstance(value, dict):
            open_ += [*value, *value.values()]
        elif isinstance(value, list):
            open_ += value
    return size


def room(state: State) -> int:
    """Bytes that a position takes in memory, roughly."""
    kind = type(state)
    if kind not in _FIELDS:
        _FIELDS[kind] = attrgetter(*kind.saved())
    return sum(map(getsizeof, _FIELDS[kind](state)))


_FIELDS: dict[type, Callable[[State], tuple[object, ...]]] = {}
"""By class of positions what takes all their saved fields at once."""


def _size(value: tuple[Any, ...]) -> int:
    """Bytes of an action and of the lists in it; its numbers and texts come again and again."""
    size = getsizeof(value)
    for item in value:
        if isinstance(item, tuple):
            size += _size(item)
    return size
