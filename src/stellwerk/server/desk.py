"""Where games are worked at: threads beside the event loop, one piece of work at a time for each match."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future as Running
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Final, TypeVar

T = TypeVar("T")

THREADS: Final = (os.cpu_count() or 2) + 2
"""Threads for games. They share one interpreter, so more would only make everybody slower at once."""

BOTS: Final = 1
"""How many of them work for bots at most."""


@dataclass(slots=True)
class Piece:
    """A piece of work, and who waits for what comes of it."""

    line: str
    do: Callable[[], Any]
    done: asyncio.Future[Any]
    bots: bool


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

    def clear(self) -> list[Piece]:
        """Send all away; returns who waited."""
        pieces = [piece for line in self.by_match.values() for piece in line]
        self.by_match.clear()
        return pieces

    def __len__(self) -> int:
        return sum(map(len, self.by_match.values()))


class Desk:
    """Runs functions in threads. Methods are to be called from one event loop.

    Positions and matches fill caches of their own when they are asked, and the tables of one match share positions. So
    no two threads work at the same match, whatever they look for. People come before bots: work for bots waits while a
    person's work could begin, and no more than `BOTS` pieces of it run at once.
    """

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "game")
        self._free, self._free_for_bots = threads, BOTS
        self._busy: set[str] = set()
        self._people, self._bots = Lines(), Lines()
        self._alone = count()
        self._closed = False

    async def do(self, match: str | None, work: Callable[[], T], *, bots: bool = False) -> T:
        """What a function returns that looks at a match, or (None) at none.

        Who stops waiting is not waited for: the work is done to its end, and until then nobody else is at the match.
        """
        if self._closed:
            raise asyncio.CancelledError
        line = f"/{next(self._alone)}" if match is None else match
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        (self._bots if bots else self._people).join(Piece(line, partial(copy_context().run, work), done, bots))
        self._begin()
        return await done

    def waiting(self) -> int:
        """How many pieces of work have not begun."""
        return len(self._people) + len(self._bots)

    def close(self) -> None:
        """Nothing begins any more, and who waits for that waits no longer; what runs is left to end by itself."""
        self._closed = True
        for piece in (*self._people.clear(), *self._bots.clear()):
            piece.done.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Start all that may start now."""
        while self._free and (piece := self._next()):
            if piece.done.done():  # nobody waits for it any more
                continue
            self._free -= 1
            self._free_for_bots -= piece.bots
            self._busy.add(piece.line)
            self._threads.submit(piece.do).add_done_callback(partial(self._report, piece))

    def _next(self) -> Piece | None:
        piece = self._people.next(self._busy)
        return piece if piece or not self._free_for_bots else self._bots.next(self._busy)

    def _report(self, piece: Piece, ended: Running[Any]) -> None:
        """Tell the event loop, from the thread; a loop that has ended wants to know nothing more."""
        with suppress(RuntimeError):
            piece.done.get_loop().call_soon_threadsafe(self._end, piece, ended)

    def _end(self, piece: Piece, ended: Running[Any]) -> None:
        self._free += 1
        self._free_for_bots += piece.bots
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
