"""Where games are worked at: threads beside the event loop, one piece of work at a time for each match."""

from __future__ import annotations

import asyncio
import os
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future as Running
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Final, TypeVar

from stellwerk.server.errors import Overloaded, TooOften

T = TypeVar("T")

RETRY: Final = 2
"""Seconds after which an address that has too much in work may ask again."""

THREADS: Final = (os.cpu_count() or 2) + 2
"""Threads for games. They share one interpreter, so more would only make everybody slower at once."""

LONG: Final = 1
BOTS: Final = 1
LATER: Final = 1
"""How many of them draw pages or open matches, work for bots, or find out what nobody waits for to play, at most.

Two pages side by side would each take twice as long, and everybody else would wait for both.
"""

LENT: Final = 0.1
"""Seconds after which long work no longer keeps other long work from beginning."""

IN_LINE: Final = 256
IN_ALL: Final = 1024
OF_ONE: Final = 64
"""So many pieces of work may wait for one match, and in all; so many long ones may one address have asked for.

Who comes then is told to come again.
"""


@dataclass(slots=True)
class Piece:
    """A piece of work, and who waits for what comes of it."""

    line: str
    do: Callable[[], Any]
    done: asyncio.Future[Any]
    lane: Lane
    lent: asyncio.TimerHandle | None = None
    """Rings when its place in the lane is given to somebody else as well."""


@dataclass(slots=True)
class Lines:
    """Who waits at which match; matches take turns, so that nobody waits behind the whole line of another match."""

    by_match: dict[str, deque[Piece]] = field(default_factory=dict)

    def join(self, piece: Piece) -> None:
        self.by_match.setdefault(piece.line, deque()).append(piece)

    def next(self, busy: set[str]) -> Piece | None:
        """The first piece of a match at which nobody works. No more are passed over than there are threads."""
        name = next((name for name in self.by_match if name not in busy), None)
        if name is None:
            return None
        line = self.by_match.pop(name)
        piece = line.popleft()
        if line:
            self.by_match[name] = line
        return piece

    def of(self, match: str) -> int:
        """How many wait at a match."""
        return len(self.by_match.get(match, ()))

    def clear(self) -> list[Piece]:
        """Send all away; returns who waited."""
        pieces = [piece for line in self.by_match.values() for piece in line]
        self.by_match.clear()
        return pieces

    def __len__(self) -> int:
        return sum(map(len, self.by_match.values()))


@dataclass(slots=True, eq=False)
class Lane:
    """Those whose work is of one kind, and how many pieces of it may still begin."""

    free: int
    lends: bool = False
    lines: Lines = field(default_factory=Lines)


class Desk:
    """Runs functions in threads. Methods are to be called from one event loop.

    Positions and matches fill caches of their own when they are asked, and the tables of one match share positions. So
    no two threads work at the same match, whatever they look for. What is quick comes before what takes `long`, people
    before bots, and bots before what can be looked up `later`: the work of each waits while that of those before it
    could begin, and no more than `LONG`, `BOTS` and `LATER` pieces of theirs run at once. None keeps another from its
    turn. Lines are bounded: who finds one full is refused.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "game")
        self._free = threads
        self._spare = 1 if threads > 1 else 0
        """Threads that long work leaves to what is quick."""

        self._busy: set[str] = set()
        self._lanes = Lane(threads), Lane(LONG, lends=True), Lane(BOTS), Lane(LATER)
        self._quick, self._long, self._bots, self._later = self._lanes
        self._asked: Counter[str] = Counter()
        self._alone = count()
        self._closed = False

    async def do(
        self,
        match: str | None,
        work: Callable[[], T],
        *,
        long: bool = False,
        bots: bool = False,
        later: bool = False,
        who: str = "",
    ) -> T:
        """What a function returns that looks at a match, or (None) at none; `who` is the address that asks for it.

        Who stops waiting is not waited for: the work is done to its end, and until then nobody else is at the match.
        """
        if self._closed:
            raise asyncio.CancelledError
        line = f"/{next(self._alone)}" if match is None else match
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        lane = self._later if later else self._bots if bots else self._long if long else self._quick
        if lane is not self._bots and (lane.lines.of(line) >= IN_LINE or len(lane.lines) >= IN_ALL):
            raise Overloaded  # bots are few, and come again by themselves
        with self._share_of(who if long or later else ""):
            lane.lines.join(Piece(line, partial(copy_context().run, work), done, lane))
            self._begin()
            return await done

    @contextmanager
    def _share_of(self, who: str) -> Iterator[None]:
        """Count what is in work for an address, if it is known, and refuse more than its share."""
        if not who:
            yield
            return
        if self._asked[who] >= OF_ONE:
            raise TooOften(RETRY)
        self._asked[who] += 1
        try:
            yield
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]

    def waiting(self) -> int:
        """How many pieces of work have not begun."""
        return sum(len(lane.lines) for lane in self._lanes)

    def close(self) -> None:
        """Nothing begins any more, and who waits for that waits no longer; what runs is left to end by itself."""
        self._closed = True
        for lane in self._lanes:
            for piece in lane.lines.clear():
                piece.done.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Start all that may start now."""
        while self._free and (piece := self._next()):
            if piece.done.done():  # nobody waits for it any more
                continue
            self._free -= 1
            piece.lane.free -= 1
            self._busy.add(piece.line)
            if piece.lane.lends:
                piece.lent = piece.done.get_loop().call_later(LENT, self._lend, piece)
            self._threads.submit(piece.do).add_done_callback(partial(self._report, piece))

    def _lend(self, piece: Piece) -> None:
        """Work that takes very long keeps its thread, but not its place."""
        piece.lent = None
        piece.lane.free += 1
        self._begin()

    def _next(self) -> Piece | None:
        for lane in self._lanes:
            enough = self._free > self._spare or not lane.lends
            if enough and lane.free and (piece := lane.lines.next(self._busy)):
                return piece
        return None

    def _report(self, piece: Piece, ended: Running[Any]) -> None:
        """Tell the event loop, from the thread; a loop that has ended wants to know nothing more."""
        with suppress(RuntimeError):
            piece.done.get_loop().call_soon_threadsafe(self._end, piece, ended)

    def _end(self, piece: Piece, ended: Running[Any]) -> None:
        self._free += 1
        if piece.lent is not None:
            piece.lent.cancel()
        if piece.lent is not None or not piece.lane.lends:
            piece.lane.free += 1
        self._busy.discard(piece.line)
        if ended.cancelled():
            piece.done.cancel()
        if not piece.done.done():
            error = ended.exception()
            if error is None:
                piece.done.set_result(ended.result())
            else:  # a future cannot hold the one that ends generators
                piece.done.set_exception(RuntimeError(repr(error)) if isinstance(error, StopIteration) else error)
        self._begin()
